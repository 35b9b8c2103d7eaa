//! The program's output: aligned, in colour on a terminal and plain elsewhere.

use std::io::{Result, Write};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use toolcrib::toolbox::LoadedAll;
use toolcrib::{Lifecycle, NameRecord, Outcome, RegisteredTool, Registry, Surface, Told, ToolCall};

use super::mode::Mode;

/// The widest line, in characters.
const WIDTH: usize = 98;

/// The most lines of one result.
const MOST_LINES: usize = 12;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const WARN: Style = AnsiColor::Yellow.on_default();
const NAME: Style = AnsiColor::Cyan.on_default();

/// What a model sees stands out, what is old stands back.
fn style_of(state: Lifecycle) -> Style {
    match state {
        Lifecycle::Active => GOOD,
        Lifecycle::Deferred => AnsiColor::Blue.on_default(),
        Lifecycle::Hidden { .. } => DIM,
        Lifecycle::Deprecated { .. } => WARN,
        Lifecycle::Removed { .. } => BAD,
    }
}

/// Writes the program's output.
pub(crate) struct Report<W> {
    out: W,
}

impl<W: Write> Report<W> {
    pub(crate) const fn new(out: W) -> Self {
        Self { out }
    }

    /// Begins a part.
    pub(crate) fn heading(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "\n{BOLD}{text}{BOLD:#}\n")
    }

    /// Every name, with its state and what follows from it: the tools, each with its other names
    /// below it, and the names that are gone.
    pub(crate) fn names(&mut self, registry: &Registry) -> Result<()> {
        let count = |state: &&str| {
            let names = registry.names().iter();
            let count = names.filter(|name| name.lifecycle().as_str() == *state).count();
            format!("{count} {state}")
        };
        let states = ["active", "deferred", "hidden", "deprecated", "removed"];
        let states: Vec<_> = states.iter().map(count).collect();
        let (tools, names) = (registry.tools().len(), registry.names().len());
        let states = states.join(", ");
        writeln!(self.out, "{BOLD}codewhale{BOLD:#}: {tools} tools, {names} names: {states}")?;
        self.heading("Names")?;
        writeln!(
            self.out,
            "{DIM}  {:<22}{:<12}{:<22}{:<10}{:<10}a call{DIM:#}",
            "name", "state", "use instead", "since", "goes in"
        )?;
        for tool in registry.tools() {
            for name in registry.names_of(tool.name()) {
                let record = registry.names().iter().find(|record| record.name() == name);
                record.map_or(Ok(()), |record| self.name(record))?;
            }
        }
        registry.tombstones().try_for_each(|name| self.name(name))
    }

    fn name(&mut self, name: &NameRecord) -> Result<()> {
        let state = name.lifecycle();
        let style = style_of(state);
        let name_style = if state.is_visible() { NAME } else { DIM };
        let branch = if name.is_alias() { "└ " } else { "" };
        let name_ = format!("{branch}{}", name.name());
        write!(self.out, "  {name_style}{name_:<22}{name_style:#}{style}{state:<12}{style:#}")?;
        self.cell(state.replacement(), 22)?;
        self.cell(name.since(), 10)?;
        let goes = match state {
            Lifecycle::Active | Lifecycle::Deferred => None,
            Lifecycle::Hidden { .. } | Lifecycle::Deprecated { .. } => {
                Some(state.remove_in().unwrap_or("open"))
            }
            Lifecycle::Removed { .. } => Some("gone"),
        };
        self.cell(goes, 10)?;
        writeln!(
            self.out,
            "{}",
            match state.policy().told {
                Told::Nothing => "runs",
                Told::Notice => "runs, with a notice",
                Told::Retired => "is told what to do",
            }
        )
    }

    fn cell(&mut self, text: Option<&str>, width: usize) -> Result<()> {
        match text {
            Some(text) => write!(self.out, "{text:<width$}"),
            None => write!(self.out, "{DIM}{:<width$}{DIM:#}", "–"),
        }
    }

    /// The head: its size, its digest, and what each tool takes of it.
    pub(crate) fn head(&mut self, surface: &Surface) -> Result<()> {
        self.heading("Head: what a model is sent, the same bytes in every mode")?;
        writeln!(self.out, "  {} bytes", surface.tools().get().len())?;
        writeln!(self.out, "  {DIM}sha256{DIM:#} {}\n", surface.digest())?;
        let tools = surface.registry().tools().iter();
        let active = tools.filter(|tool| tool.entry().lifecycle().policy().in_head);
        let sizes: Vec<_> = active.map(|tool| (tool.name(), size(tool))).collect();
        let largest = sizes.iter().map(|(_, size)| *size).max().unwrap_or(1);
        for (name, size) in sizes {
            let bar = "▪".repeat((size * 40).div_ceil(largest));
            writeln!(self.out, "  {NAME}{name:<22}{NAME:#}{size:>6}  {DIM}{bar}{DIM:#}")?;
        }
        Ok(())
    }

    /// What each mode refuses of that.
    pub(crate) fn modes(&mut self, surface: &Surface) -> Result<()> {
        self.heading("Modes: what a person allows, decided before a call")?;
        for mode in Mode::ALL {
            // A person who says no shows which tools that person is asked about.
            let tools = surface.registry().tools().iter();
            let refused = tools.filter(|tool| mode.allows(tool, |_| false).is_err());
            let refused: Vec<_> = refused.map(RegisteredTool::name).collect();
            let verb = if mode == Mode::Agent { "asks before" } else { "refuses" };
            let what = if refused.is_empty() { "nothing".to_owned() } else { refused.join(", ") };
            for (at, line) in wrapped(&what, WIDTH - 22).iter().enumerate() {
                let (mode, verb) =
                    if at == 0 { (mode.to_string(), verb) } else { Default::default() };
                writeln!(self.out, "  {BOLD}{mode:<8}{BOLD:#}{DIM}{verb:<12}{DIM:#}{line}")?;
            }
        }
        Ok(())
    }

    /// A call, above what came of it.
    pub(crate) fn call(&mut self, call: ToolCall<'_>, from: &str) -> Result<()> {
        let room = WIDTH - 3 - call.name.len() - from.len();
        let arguments = match call.arguments {
            "" => String::new(),
            some => format!(" {}", shortened(some, room)),
        };
        writeln!(self.out, "  {DIM}{from}{DIM:#}{NAME}{}{NAME:#}{DIM}{arguments}{DIM:#}", call.name)
    }

    /// What came of a call.
    pub(crate) fn outcome(&mut self, outcome: &Outcome) -> Result<()> {
        let (style, word) = match outcome.failure() {
            None => (GOOD, "ok"),
            Some(failure) if outcome.executed() => (BAD, failure.as_str()),
            Some(failure) => (WARN, failure.as_str()),
        };
        let ran = if outcome.executed() { "ran" } else { "did not run" };
        let as_tool = match outcome.tool() {
            Some(tool) if tool != outcome.called() => format!(" as {tool}"),
            _ => String::new(),
        };
        writeln!(self.out, "    {style}{word}{style:#}{DIM}, {ran}{as_tool}{DIM:#}")?;
        self.text(&outcome.text())?;
        let Some(notice) = outcome.notice() else {
            return Ok(());
        };
        writeln!(self.out, "    {WARN}metadata{WARN:#}{DIM}, for the host alone{DIM:#}")?;
        self.text(notice)
    }

    /// What a search has found, and how many bytes of definitions the model reads.
    pub(crate) fn found(&mut self, names: &Value, bytes: usize) -> Result<()> {
        let names = names.as_array().into_iter().flatten().filter_map(Value::as_str);
        let names: Vec<_> = names.collect();
        let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        writeln!(self.out, "    {GOOD}found{GOOD:#}{DIM}, a result of {bytes} bytes{DIM:#} {names}")
    }

    /// What became of the list.
    pub(crate) fn change(&mut self, change: &LoadedAll, bytes: usize) -> Result<()> {
        if change.added.is_empty() && change.evicted.is_empty() {
            return Ok(());
        }
        let loaded = change.added.iter().map(|name| format!("+{name}"));
        let gone = change.evicted.iter().map(|name| format!("-{name}"));
        let names = loaded.chain(gone).collect::<Vec<_>>().join(" ");
        writeln!(self.out, "    {GOOD}list{GOOD:#}{DIM}, now {bytes} bytes{DIM:#}")?;
        self.text(&names)
    }

    /// A call that the mode refuses.
    pub(crate) fn refused(&mut self, reason: &str) -> Result<()> {
        writeln!(self.out, "    {WARN}refused{WARN:#}{DIM}, did not reach the tool{DIM:#}")?;
        self.text(reason)
    }

    fn text(&mut self, text: &str) -> Result<()> {
        let lines: Vec<_> = text.lines().flat_map(|line| wrapped(line, WIDTH - 6)).collect();
        for line in lines.iter().take(MOST_LINES) {
            writeln!(self.out, "    {DIM}│{DIM:#} {}", shortened(line, WIDTH - 6))?;
        }
        match lines.len().saturating_sub(MOST_LINES) {
            0 => Ok(()),
            more => writeln!(self.out, "    {DIM}│ … {more} more lines{DIM:#}"),
        }
    }

    /// How often the names were called that are not in the head.
    pub(crate) fn usage(&mut self, registry: &Registry) -> Result<()> {
        self.heading("Calls by names that are not in the head")?;
        for usage in registry.usage().filter(|usage| usage.calls > 0) {
            let (name, state, style) = (usage.name, usage.lifecycle, style_of(usage.lifecycle));
            let calls = usage.calls;
            writeln!(self.out, "  {NAME}{name:<22}{NAME:#}{style}{state:<12}{style:#}{calls:>3}")?;
        }
        Ok(())
    }
}

/// What a tool takes of the head, its keys and commas apart.
fn size(tool: &RegisteredTool) -> usize {
    let definition = tool.definition();
    let schema = definition.input_schema().get();
    definition.name().len() + definition.description().len() + schema.len()
}

/// The text in lines of so many characters, broken at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    if text.chars().count() <= width {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// The text on one line of so many characters. What a model or a command wrote never reaches the terminal
/// as it is.
fn shortened(text: &str, width: usize) -> String {
    let plain = |character: char| if character.is_control() { ' ' } else { character };
    let mut shown: Vec<char> = text.chars().map(plain).collect();
    if shown.len() > width {
        shown.truncate(width.saturating_sub(1));
        shown.push('…');
    }
    shown.into_iter().collect()
}
