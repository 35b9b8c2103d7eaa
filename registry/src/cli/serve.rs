//! `serve`: the admin API and its page, on this machine only.

use std::fs::File;
use std::io::Read as _;
use std::net::Ipv4Addr;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::checks::CheckOptions;
use super::failure::{End, Failure};
use super::host::Host;
use super::out::{Out, View, remark};
use super::page::{Page, code};
use crate::http::{Admin, Server};
use crate::plugins::Cleanup;

/// Where the token is looked for.
const TOKEN: &str = "TOOLCRIB_TOKEN";

/// The longest file that is read for a token, in bytes.
const MAX_TOKEN: u64 = 4096;

/// Show all of it in a browser, and to programs, on this machine
///
/// Whoever asks needs a token of at least 16 characters, which is read from the environment's
/// `TOOLCRIB_TOKEN` or from a file: other users could read it among the arguments. The page asks for it.
#[derive(Debug, Clone, Args)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  export TOOLCRIB_TOKEN=$(openssl rand -hex 32); {program} serve
  {program} serve --token-file token.txt --store .agent/plugins --skills .agent/skills"
)]
pub(super) struct Serve {
    /// The port of 127.0.0.1 to listen at; where it is not given, any that is free
    #[arg(long)]
    port: Option<u16>,
    /// A file that holds the token
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    #[command(flatten)]
    checks: CheckOptions,
}

#[derive(Serialize)]
struct Served {
    url: String,
}

impl Serve {
    pub(super) fn run(&self, mut host: Host, out: &mut Out) -> Result<End, Failure> {
        let token = self.token()?;
        let doctor = self.checks.doctor(&mut host)?;
        let names = host.names(&self.checks.names)?;
        let has_stores = !host.stores(&self.checks.stores)?.is_empty();
        let cleanup =
            if has_stores { host.cleanup(&self.checks.stores)? } else { Cleanup::new([]) };
        let admin = Admin::new(host.into_subject()?).doctor(doctor).names(names);
        let failed = |error| Failure::new(format!("{error}"));
        let address = (Ipv4Addr::LOCALHOST, self.port.unwrap_or(0)).into();
        let server = Server::bind(admin.cleanup(cleanup).token(token), address).map_err(failed)?;
        out.show(&Served { url: format!("http://{}/", server.address()) })?;
        remark("it is there until you press Ctrl-C");
        server.run().map_err(failed)?;
        Ok(End::Fine)
    }

    fn token(&self) -> Result<String, Failure> {
        let Some(file) = &self.token_file else {
            return std::env::var(TOKEN).map_err(|_| {
                Failure::new(format!(
                    "there is no token: put one into {TOKEN}, or give a file with --token-file; \
                     `openssl rand -hex 32` makes one"
                ))
            });
        };
        let mut token = String::new();
        let read =
            File::open(file).and_then(|it| it.take(MAX_TOKEN + 1).read_to_string(&mut token));
        read.map_err(|error| Failure::of_path("read", file, error))?;
        if token.len() as u64 > MAX_TOKEN {
            let why = format!("it has more than {MAX_TOKEN} bytes, which is no token");
            return Err(Failure::of_path("read", file, why));
        }
        Ok(token.trim().to_owned())
    }
}

impl View for Served {
    fn text(&self, page: &mut Page) {
        page.push(&self.url).end();
    }

    fn markdown(&self, page: &mut Page) {
        page.push(code(&self.url)).end();
    }
}
