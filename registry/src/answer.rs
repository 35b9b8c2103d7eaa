//! The words of an outcome: what a model reads of a call that did not go well.

use std::any::Any;
use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::arguments::{ArgumentErrors, normalize};
use crate::dynamic::TailTool;
use crate::name::{Shown, printable};
use crate::outcome::{FAILURE_KEY, FOUND_KEY};
use crate::registry::table::Way;
use crate::registry::{NameRecord, RegisteredTool};
use crate::{FailureKind, Outcome, Output, Target, ToolCall, ToolError};

/// How much of a panic's message is repeated, in characters.
const MAX_PANIC: usize = 300;

/// Makes the outcome of a call of a tool.
pub(crate) struct Answer<'r> {
    pub(crate) called: &'r str,
    /// Whether that is the name as it is declared, letter by letter.
    pub(crate) is_exact: bool,
    pub(crate) way: &'r Way,
    pub(crate) tools: &'r [RegisteredTool],
    /// The place among them.
    pub(crate) tool: usize,
}

impl<'r> Answer<'r> {
    fn called(&self) -> Cow<'static, str> {
        if self.is_exact {
            Cow::Borrowed(self.way.name)
        } else {
            Cow::Owned(self.called.to_owned())
        }
    }

    fn tool_name(&self) -> &'static str {
        // Of a usual name nothing more needs to be fetched.
        if self.way.is_plain { self.way.name } else { self.tool().name() }
    }

    /// The record of the tool. A call of its own, so that nothing is fetched before it is needed.
    #[cold]
    #[inline(never)]
    pub(crate) fn tool(&self) -> &'r RegisteredTool {
        &self.tools[self.tool]
    }

    pub(crate) fn done(&self, output: Output) -> Outcome {
        Outcome {
            called: self.called(),
            tool: Some(self.tool_name().into()),
            executed: true,
            failure: None,
            arguments: None,
            output,
        }
    }

    fn refused(&self, kind: FailureKind, text: String, details: Value) -> Outcome {
        refusal(self.called(), Some(self.tool().name().into()), kind, text, details)
    }

    /// A deprecated name, on a strict surface.
    #[cold]
    pub(crate) fn deprecated(&self, record: &NameRecord) -> Outcome {
        let name = self.way.name;
        let replacement = record.lifecycle().replacement().unwrap_or_default();
        let text = format!("`{name}` is deprecated and did not run; use `{replacement}` instead");
        let details = json!({ "name": name, "replacement": replacement });
        self.refused(FailureKind::Deprecated, text, details)
    }

    /// Arguments that do not fit. `arguments` are those that the tool was to get, where they could
    /// be read at all.
    #[cold]
    pub(crate) fn bad_arguments(
        &self,
        mut errors: Box<ArgumentErrors>,
        arguments: Option<&str>,
    ) -> Outcome {
        let schema = self.tool().schema();
        if let Some(arguments) = arguments.filter(|_| errors.malformed.is_none()) {
            errors.compare(arguments, schema);
        }
        let text = errors.explain(self.tool().name(), schema);
        let outcome = self.refused(FailureKind::BadArguments, text, errors.to_json());
        Outcome { arguments: Some(errors), ..outcome }
    }

    /// An error that the tool returned, or its adapter of old arguments.
    #[cold]
    pub(crate) fn failed(&self, error: &ToolError, executed: bool) -> Outcome {
        let outcome = self.refused(error.kind(), error.to_string(), json!({}));
        Outcome { executed, ..outcome }
    }

    /// A panic of the tool, or of its adapter of old arguments.
    #[cold]
    pub(crate) fn panicked(&self, panic: &(dyn Any + Send), executed: bool) -> Outcome {
        let text = panic_text(self.tool().name(), panic);
        let outcome = self.refused(FailureKind::Panicked, text, json!({}));
        Outcome { executed, ..outcome }
    }
}

/// Makes the outcome of a call of a dynamic tool.
pub(crate) struct DynamicAnswer<'r> {
    pub(crate) called: &'r str,
    pub(crate) tool: &'r TailTool,
}

impl DynamicAnswer<'_> {
    fn refused(&self, kind: FailureKind, text: String, details: Value) -> Outcome {
        let tool = Some(self.tool.name().to_owned().into());
        refusal(self.called.to_owned().into(), tool, kind, text, details)
    }

    pub(crate) fn done(&self, output: Output) -> Outcome {
        Outcome {
            called: self.called.to_owned().into(),
            tool: Some(self.tool.name().to_owned().into()),
            executed: true,
            failure: None,
            arguments: None,
            output,
        }
    }

    #[cold]
    pub(crate) fn bad_arguments(&self, errors: Box<ArgumentErrors>) -> Outcome {
        let text = self.tool.tool().explain(self.tool.name(), &errors);
        let outcome = self.refused(FailureKind::BadArguments, text, errors.to_json());
        Outcome { arguments: Some(errors), ..outcome }
    }

    #[cold]
    pub(crate) fn failed(&self, error: &ToolError) -> Outcome {
        let outcome = self.refused(error.kind(), error.to_string(), json!({}));
        Outcome { executed: true, ..outcome }
    }

    #[cold]
    pub(crate) fn panicked(&self, panic: &(dyn Any + Send)) -> Outcome {
        let text = panic_text(self.tool.name(), panic);
        let outcome = self.refused(FailureKind::Panicked, text, json!({}));
        Outcome { executed: true, ..outcome }
    }
}

fn panic_text(tool: &str, panic: &(dyn Any + Send)) -> String {
    let message = panic_message(panic).map(|message| format!(": {message}"));
    format!("`{tool}` panicked{}", message.unwrap_or_default())
}

/// What a panic said, fit to be shown; none where it was no text.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> Option<String> {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    message.map(|message| printable(message, MAX_PANIC))
}

/// A tool that the session may not use. `tool` is its canonical name, for the host.
#[cold]
pub(crate) fn denied(call: &ToolCall<'_>, tool: &str, reason: &str) -> Outcome {
    let called = Shown(call.name).to_string();
    let text = format!("`{called}` is not available here, and nothing ran: {reason}");
    let details = json!({ "name": called, "reason": reason });
    let tool = Some(tool.to_owned().into());
    refusal(called.into(), tool, FailureKind::Denied, text, details)
}

/// A deferred tool that is to be loaded first. The model reads the definition, as the provider has it.
#[cold]
pub(crate) fn not_loaded(call: &Target<'_>, tool: &str, definition: &str) -> Outcome {
    let called = Shown(&call.name).to_string();
    let text = format!(
        "`{called}` was not loaded yet and did not run; this is its definition, call it again with \
         arguments that fit:\n{definition}"
    );
    let details = json!({ "name": called, "tool": tool });
    let mut outcome =
        refusal(called.into(), Some(tool.to_owned().into()), FailureKind::NotLoaded, text, details);
    outcome.output.set_meta(FOUND_KEY.into(), json!([tool]));
    outcome
}

/// A name that stands for nothing.
#[cold]
pub(crate) fn unknown(call: ToolCall<'_>, near: &[&str]) -> Outcome {
    let called = Shown(call.name).to_string();
    let what_now = match near {
        [] => "use a tool of the list".to_owned(),
        [one] => format!("did you mean `{one}`?"),
        several => format!("did you mean one of {}?", quoted(several)),
    };
    let text = format!("there is no tool `{called}`, and nothing ran; {what_now}");
    let details = json!({ "name": called, "near": near });
    refusal(called.into(), None, FailureKind::Unknown, text, details)
}

/// A retired name, answered with what to use instead. Where that is a tool, the arguments are held
/// against it, so that the model can mend its call in one step. They are never run: they were meant
/// for something else.
#[cold]
pub(crate) fn retired(
    call: ToolCall<'_>,
    name: &NameRecord,
    replacement: Option<&RegisteredTool>,
) -> Outcome {
    let (retired, since) = (name.name(), name.since().unwrap_or_default());
    let hint = name.lifecycle().note();
    let mut text = if call.name == retired {
        format!("`{retired}` is retired since {since} and did not run")
    } else {
        // Another spelling, so that it is as printable and as short as the name.
        let called = call.name;
        format!("`{called}` is `{retired}`, which is retired since {since}, and did not run")
    };
    if let Some(tool) = replacement {
        let _ = write!(text, "; use `{}` instead", tool.name());
    }
    if let Some(hint) = hint {
        let _ = write!(text, "\n{hint}");
    }
    let mut details = json!({
        "name": retired,
        "retired_in": since,
        "replacement": replacement.map(RegisteredTool::name),
        "hint": hint,
    });
    if let Some(tool) = replacement {
        let mut errors = ArgumentErrors::default();
        if let Ok((arguments, _)) = normalize(call.arguments) {
            errors.compare(&arguments, tool.schema());
        }
        if !errors.missing.is_empty() {
            let _ = write!(text, "\n`{}` needs {}", tool.name(), quoted(&errors.missing));
        }
        if !errors.unexpected.is_empty() {
            let unexpected = quoted(&errors.unexpected);
            let _ = write!(text, "\n`{}` does not take {unexpected}", tool.name());
        }
        let _ = write!(text, "\nexpected: {}", tool.schema().summary());
        details["missing"] = errors.missing.into();
        details["unexpected"] = errors.unexpected.into();
    }
    let called = if call.name == retired { retired.into() } else { call.name.to_owned().into() };
    refusal(called, None, FailureKind::Removed, text, details)
}

/// An outcome of a call that did not run.
fn refusal(
    called: Cow<'static, str>,
    tool: Option<Cow<'static, str>>,
    kind: FailureKind,
    text: String,
    mut details: Value,
) -> Outcome {
    details["kind"] = kind.as_str().into();
    Outcome {
        called,
        tool,
        executed: false,
        failure: Some(kind),
        arguments: None,
        output: Output::text(text).with_meta(FAILURE_KEY, details),
    }
}

fn quoted(names: &[impl AsRef<str>]) -> String {
    let names = names.iter().map(|name| format!("`{}`", Shown(name.as_ref())));
    names.collect::<Vec<_>>().join(", ")
}
