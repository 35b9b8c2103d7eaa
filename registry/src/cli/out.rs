//! Where results and remarks go.

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};

use serde::Serialize;

use super::failure::Failure;
use super::options::Format;
use super::page::{BAD, Page, WARN, escape_json};

/// What a command shows, in all formats. Its serialised form is the JSON.
pub(super) trait View: Serialize {
    /// For people at a terminal.
    fn text(&self, page: &mut Page);

    /// For people who read it elsewhere.
    fn markdown(&self, page: &mut Page);
}

/// The output of a command: results to stdout in one format, remarks to stderr.
///
/// A reader that closes the pipe has read enough: nothing more is written, and what the command does
/// is done all the same.
#[derive(Debug)]
pub(super) struct Out {
    format: Format,
    is_closed: bool,
}

impl Out {
    pub(super) const fn new(format: Format) -> Self {
        Self { format, is_closed: false }
    }

    /// Shows a whole result.
    pub(super) fn show(&mut self, view: &impl View) -> Result<(), Failure> {
        self.people(view)?;
        self.machine(view)
    }

    /// Shows a part of a result, except as JSON: that is one value, and comes at the end.
    pub(super) fn people(&mut self, view: &impl View) -> Result<(), Failure> {
        let mut page = Page::default();
        match self.format {
            Format::Text => view.text(&mut page),
            Format::Markdown => view.markdown(&mut page),
            Format::Json => return Ok(()),
        }
        self.write(&page.into_text())
    }

    /// Shows a whole result whose parts were shown already, where the format is JSON.
    pub(super) fn machine(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        if self.format == Format::Json { self.json(value) } else { Ok(()) }
    }

    /// Writes JSON, whatever the format.
    pub(super) fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let mut json = serde_json::to_string_pretty(value)
            .map_err(|error| Failure::new(format!("the result cannot be written: {error}")))?;
        json.push('\n');
        self.write(&escape_json(&json))
    }

    /// Whether to go on: `yes`, or the answer of whoever sits at the terminal. Nobody is asked where
    /// the format is not text, or where input or remarks go elsewhere.
    pub(super) fn confirm(&self, question: &str, yes: bool) -> Result<bool, Failure> {
        if yes {
            return Ok(true);
        }
        let is_seen = io::stdin().is_terminal() && io::stderr().is_terminal();
        if self.format != Format::Text || !is_seen {
            remark("nothing was changed; add --yes to do it");
            return Ok(false);
        }
        let mut page = Page::default();
        page.styled(WARN, question).push(" [y/N] ");
        let mut stderr = anstream::stderr().lock();
        let _ = stderr.write_all(page.into_text().as_bytes()).and_then(|()| stderr.flush());
        let mut answer = String::new();
        let told = |error| Failure::new(format!("the answer cannot be read: {error}"));
        io::stdin().read_line(&mut answer).map_err(told)?;
        let goes_on = matches!(answer.trim().to_lowercase().as_str(), "y" | "yes");
        if !goes_on {
            remark("nothing was changed");
        }
        Ok(goes_on)
    }

    fn write(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_closed {
            return Ok(());
        }
        let mut stdout = anstream::stdout().lock();
        match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            Err(error) => Err(Failure::new(format!("the result cannot be written: {error}"))),
            Ok(()) => Ok(()),
        }
    }
}

/// Says something besides the result.
pub(super) fn remark(text: impl Display) {
    let mut page = Page::default();
    page.push(text);
    to_stderr(page);
}

/// Says why nothing came of a command.
pub(super) fn error(failure: &Failure) {
    let mut page = Page::default();
    page.styled(BAD.bold(), "error:").push(" ").push(failure);
    to_stderr(page);
}

fn to_stderr(mut page: Page) {
    page.end();
    // Where nobody hears, there is nobody to tell.
    let _ = anstream::stderr().lock().write_all(page.into_text().as_bytes());
}
