//! A registry, a store with plugins, and a router over them that is asked without a network.

use std::fs;
use std::future::Future;
use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::request::Builder;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use serde_json::Value;
use tempfile::TempDir;
use toolcrib::doctor::{Check, Doctor, Finding};
use toolcrib::http::Admin;
use toolcrib::inspect::Subject;
use toolcrib::plugins::{Cleanup, PluginStore};
use toolcrib::{Budget, Context, Manifest, Registry, Surface, Tombstone, ToolCall, tool};
use tower::ServiceExt as _;

pub(crate) const TOKEN: &str = "correct-horse_battery.staple~1+/==";

/// Run a command. It prints what it has to say.
#[tool(register = false, alias(name = "exec", lifecycle = "hidden", since = "0.8.53"))]
fn exec_shell(command: String) -> String {
    command
}

/// Read a text file.
#[tool(
    register = false,
    alias(name = "cat_file", lifecycle = "deprecated", since = "0.9.0", remove_in = "1.0.0")
)]
fn read_file(path: String) -> String {
    path
}

/// Find what there is.
#[tool(register = false)]
fn search(text: String) -> String {
    text
}

/// Say a text aloud.
#[tool(register = false, lifecycle = "deferred")]
fn speech(text: String) -> String {
    text
}

pub(crate) fn surface() -> Surface {
    let registry = Registry::builder()
        .tool::<exec_shell>()
        .tool::<read_file>()
        .tool::<search>()
        .tool::<speech>()
        .retired([
            Tombstone::new("python_eval", "0.7.0").hint("<b>use</b> \u{202e}the shell"),
            Tombstone::new("say", "0.8.0").replacement("speech"),
        ])
        .build()
        .unwrap();
    let surface = registry.surface().budget(Budget::new().bytes(2_000)).build().unwrap();
    let cx = Context::new();
    for name in ["exec", "exec", "say"] {
        pollster::block_on(surface.call(ToolCall::new(name, "{}"), &cx));
    }
    surface
}

/// The router over a surface, and the folder of its store and configuration.
pub(crate) struct Fixture {
    pub(crate) router: Router,
    pub(crate) folder: TempDir,
}

pub(crate) fn fixture() -> Fixture {
    let folder = tempfile::tempdir().unwrap();
    let router = admin(folder.path()).router().unwrap();
    Fixture { router, folder }
}

/// Everything that an admin API can be given.
pub(crate) fn admin(folder: &Path) -> Admin {
    write(
        folder,
        "plugins/old/SKILL.md",
        "---\nname: old\ndescription: Old.\nallowed-tools: python_eval\n---\nRun it.\n",
    );
    write(
        folder,
        "plugins/<i>odd\u{202e}/SKILL.md",
        "---\nname: odd\ndescription: Odd.\n---\nCall `say`.\n",
    );
    write(
        folder,
        "plugins/new/SKILL.md",
        "---\nname: new\ndescription: New.\nallowed-tools: read_file\n---\nRead.\n",
    );
    write(folder, "config.toml", "[plugins]\nnetwork_allow = [\"old\", \"new\"] # who may\n");
    let store = PluginStore::open(folder.join("plugins")).unwrap();
    let doctor = Doctor::new()
        .check(Check::overdue(surface().registry().manifest(), "1.0.0"))
        .check(Check::new("disk", "there is room", || {
            vec![Finding::warning("<script>3 MB</script> are left")]
        }))
        .check(Check::lints(surface()));
    Admin::new(Subject::live(surface()))
        .token(TOKEN)
        .doctor(doctor)
        .cleanup(Cleanup::new([store]).config(folder.join("config.toml")))
}

/// The same of a written manifest, without anything else.
pub(crate) fn written() -> Admin {
    let json = surface().registry().manifest().to_json();
    Admin::new(Subject::written(Manifest::from_json(&json).unwrap())).token(TOKEN)
}

pub(crate) fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The last part of the problem's type, after what holds of every problem.
    pub(crate) fn problem(&self) -> String {
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.text());
        let problem = self.json();
        assert_eq!(problem["status"], self.status.as_u16());
        for member in ["title", "detail", "help"] {
            let text = problem[member].as_str().unwrap();
            assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
        }
        let kind = problem["type"].as_str().unwrap();
        kind.strip_prefix("urn:toolcrib:problem:").unwrap().to_owned()
    }
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
}

/// A request as a client of this machine sends it, with the token.
pub(crate) fn request(method: Method, path: &str) -> Builder {
    let authorization = format!("Bearer {TOKEN}");
    bare(method, path).header("host", "localhost:8080").header("authorization", authorization)
}

/// A request without any header.
pub(crate) fn bare(method: Method, path: &str) -> Builder {
    Request::builder().method(method).uri(path)
}

pub(crate) fn send(router: &Router, request: Builder) -> Answer {
    send_body(router, request, Body::empty())
}

pub(crate) fn send_body(router: &Router, request: Builder, body: Body) -> Answer {
    let request = request.body(body).unwrap();
    block_on(async {
        let response = router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        Answer { status: parts.status, headers: parts.headers, body: body.into() }
    })
}

pub(crate) fn get(router: &Router, path: &str) -> Answer {
    send(router, request(Method::GET, path))
}
