//! The program's output: aligned, in colour on a terminal and plain elsewhere.

use anstream::println;
use anstyle::{AnsiColor, Style};
use toolcrib::{Lifecycle, NameRecord, Outcome, RegisteredTool, Registry, Surface, Told, ToolCall};

use super::mode::Mode;

/// The widest line, in characters.
const WIDTH: usize = 98;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const WARN: Style = AnsiColor::Yellow.on_default();
const NAME: Style = AnsiColor::Cyan.on_default();

/// The style of a state: what a model sees stands out, what is old stands back.
fn style_of(state: Lifecycle) -> Style {
    match state {
        Lifecycle::Active => GOOD.bold(),
        Lifecycle::Deferred => GOOD,
        Lifecycle::Hidden { .. } => DIM,
        Lifecycle::Deprecated { .. } => WARN,
        Lifecycle::Removed { .. } => BAD,
    }
}

/// A heading.
pub(crate) fn heading(text: &str) {
    println!("\n{BOLD}{text}{BOLD:#}\n");
}

/// Every name, with its state and what follows from it: tools first, each with its other names below.
pub(crate) fn names(registry: &Registry) {
    let count = |state: &str| {
        registry.names().iter().filter(|name| name.lifecycle().as_str() == state).count()
    };
    let states = ["active", "deferred", "hidden", "deprecated", "removed"];
    let counts: Vec<_> = states.iter().map(|state| format!("{} {state}", count(state))).collect();
    let tools = registry.tools().len();
    println!(
        "{BOLD}codewhale{BOLD:#}: {tools} tools under {} names: {}",
        registry.names().len(),
        counts.join(", ")
    );
    heading("Names");
    println!(
        "{DIM}  {:<22}{:<12}{:<22}{:<10}{:<12}{}{DIM:#}",
        "name", "state", "use instead", "since", "goes in", "a call"
    );
    let record = |name: &str| registry.names().iter().find(|one| one.name() == name);
    for tool in registry.tools() {
        for name in registry.names_of(tool.name()).filter_map(record) {
            row(name);
        }
    }
    registry.tombstones().for_each(row);
}

fn row(name: &NameRecord) {
    let state = name.lifecycle();
    let style = style_of(state);
    let indented = format!("{}{}", if name.is_alias() { "└ " } else { "" }, name.name());
    let goes = match state {
        Lifecycle::Hidden { .. } | Lifecycle::Deprecated { .. } => {
            state.remove_in().unwrap_or("open")
        }
        Lifecycle::Removed { .. } => "gone",
        Lifecycle::Active | Lifecycle::Deferred => "–",
    };
    let runs = match state.policy().told {
        Told::Nothing => "runs",
        Told::Notice => "runs, with a notice",
        Told::Retired => "is told what to do",
    };
    println!(
        "  {NAME}{indented:<22}{NAME:#}{style}{:<12}{style:#}{:<22}{:<10}{:<12}{style}{runs}{style:#}",
        state.as_str(),
        state.replacement().unwrap_or("–"),
        name.since().unwrap_or("–"),
        goes,
    );
}

/// The head: its size, its digest, and what each tool takes of it.
pub(crate) fn head(surface: &Surface) {
    heading("Head: what a model is sent, the same bytes in every mode");
    let bytes = surface.tools().get().len();
    println!("  {bytes} bytes");
    println!("  {DIM}sha256{DIM:#} {}\n", surface.digest());
    let tools = surface.registry().tools().iter();
    let active = tools.filter(|tool| tool.entry().lifecycle().policy().in_head);
    let sizes = active.map(|tool| {
        let definition = tool.definition();
        let size = definition.name().len()
            + definition.description().len()
            + definition.input_schema().get().len();
        (tool.name(), size)
    });
    let sizes: Vec<_> = sizes.collect();
    let largest = sizes.iter().map(|(_, size)| *size).max().unwrap_or(1);
    for (name, size) in sizes {
        let bar = "▪".repeat((size * 40).div_ceil(largest));
        println!("  {NAME}{name:<22}{NAME:#}{size:>6}  {DIM}{bar}{DIM:#}");
    }
}

/// What each mode refuses of that.
pub(crate) fn modes(surface: &Surface) {
    heading("Modes: what a person allows, decided before a call");
    let tools = surface.registry().tools();
    for mode in Mode::ALL {
        // A person who refuses whatever is asked: what is left is what nobody is asked about.
        let refused = tools.iter().filter(|tool| mode.allows(tool, |_| false).is_err());
        let refused: Vec<_> = refused.map(RegisteredTool::name).collect();
        let verb = if mode == Mode::Agent { "asks before" } else { "refuses" };
        let what = if refused.is_empty() { "nothing".to_owned() } else { refused.join(", ") };
        for (at, line) in wrapped(&what, WIDTH - 22).iter().enumerate() {
            let [mode, verb] = if at == 0 { [&*mode.to_string(), verb] } else { ["", ""] };
            println!("  {BOLD}{mode:<8}{BOLD:#}{DIM}{verb:<12}{DIM:#}{line}");
        }
    }
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

/// A call, above what came of it.
pub(crate) fn call(call: ToolCall<'_>, from: &str) {
    let arguments = shortened(call.arguments, WIDTH - 6 - call.name.len() - from.len());
    let space = if arguments.is_empty() { "" } else { " " };
    println!("  {DIM}{from}{DIM:#}{NAME}{}{NAME:#}{space}{DIM}{arguments}{DIM:#}", call.name);
}

/// What came of a call.
pub(crate) fn outcome(outcome: &Outcome) {
    let (style, word) = match outcome.failure() {
        None => (GOOD, "ok"),
        Some(failure) => (if outcome.executed() { BAD } else { WARN }, failure.as_str()),
    };
    let as_tool = match outcome.tool() {
        Some(tool) if tool != outcome.called() => format!(" as {tool}"),
        _ => String::new(),
    };
    let ran = if outcome.executed() { "ran" } else { "did not run" };
    println!("    {style}{word}{style:#}{DIM}, {ran}{as_tool}{DIM:#}");
    text(&outcome.text());
    if let Some(notice) = outcome.notice() {
        println!("    {WARN}metadata{WARN:#}{DIM}, for the host alone{DIM:#}");
        text(notice);
    }
}

/// A call that the mode refuses.
pub(crate) fn refused(reason: &str) {
    println!("    {WARN}refused{WARN:#}{DIM}, did not reach the tool{DIM:#}");
    text(reason);
}

/// The first lines of a text.
fn text(text: &str) {
    const MOST: usize = 12;
    let lines = text.lines().flat_map(|line| wrapped(line, WIDTH - 6)).collect::<Vec<_>>();
    for line in lines.iter().take(MOST) {
        println!("    {DIM}│{DIM:#} {}", shortened(line, WIDTH - 6));
    }
    let more = lines.len().saturating_sub(MOST);
    if more > 0 {
        println!("    {DIM}│ … {more} more lines{DIM:#}");
    }
}

/// The text on one line of so many characters. What a model or a command wrote never reaches the terminal
/// as it is.
fn shortened(text: &str, width: usize) -> String {
    let shown = |character: char| if character.is_control() { ' ' } else { character };
    let mut shown: Vec<char> = text.chars().map(shown).collect();
    if shown.len() > width {
        shown.truncate(width.saturating_sub(1));
        shown.push('…');
    }
    shown.into_iter().collect()
}

/// How often the names that no model is told were called.
pub(crate) fn usage(registry: &Registry) {
    heading("Calls by names that are not in the head");
    for usage in registry.usage().filter(|usage| usage.calls > 0) {
        let style = style_of(usage.lifecycle);
        println!(
            "  {NAME}{:<22}{NAME:#}{style}{:<12}{style:#}{:>3}",
            usage.name, usage.lifecycle, usage.calls
        );
    }
}
