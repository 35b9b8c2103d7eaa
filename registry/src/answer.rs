//! The words of an outcome: what a model reads of a call that did not go well.

use std::borrow::Cow;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::arguments::{ArgumentErrors, Called, normalize};
use crate::dynamic::TailTool;
use crate::entry::Adapter;
use crate::guard::{Panicked, discard};
use crate::name::Shown;
use crate::outcome::{FAILURE_KEY, FOUND_KEY, FOUND_SHA256_KEY};
use crate::registry::table::Way;
use crate::registry::{NameRecord, RegisteredTool};
use crate::surface::fingerprint;
use crate::text::tidy;
use crate::{FailureKind, Outcome, Output, Target, ToolCall, ToolError};

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

    /// A deprecated name, on a strict surface. `replacement` is one that the session may use.
    #[cold]
    pub(crate) fn deprecated(&self, replacement: Option<&str>) -> Outcome {
        let name = self.way.name;
        let mut text = format!("`{name}` is deprecated and did not run");
        if let Some(replacement) = replacement {
            let _ = write!(text, "; use `{replacement}` instead");
        }
        let details = json!({ "name": name, "replacement": replacement });
        self.refused(FailureKind::Deprecated, text, details)
    }

    /// Arguments that do not fit. `arguments` are those that the tool was to get, where they could be read
    /// at all; `adapter` is what made them so of those of an old call.
    #[cold]
    pub(crate) fn bad_arguments(
        &self,
        mut errors: Box<ArgumentErrors>,
        arguments: Option<&str>,
        adapter: Option<&Adapter>,
    ) -> Outcome {
        if let Some(arguments) = arguments.filter(|_| errors.malformed.is_none()) {
            errors.compare(arguments, self.tool().schema());
        }
        if let Some(adapter) = adapter {
            *errors = errors.called_by(adapter);
        }
        self.misfit(errors, adapter)
    }

    /// Arguments that an old call cannot give. `others` are those that it can, as the tool is to get them.
    #[cold]
    pub(crate) fn bad_old_arguments(
        &self,
        mut errors: Box<ArgumentErrors>,
        others: &str,
        adapter: &Adapter,
    ) -> Outcome {
        if adapter.adapt.is_none() {
            let mut of_others = ArgumentErrors::default();
            of_others.compare(others, self.tool().schema());
            errors.extend(&of_others.called_by(adapter));
        }
        self.misfit(errors, Some(adapter))
    }

    fn misfit(&self, errors: Box<ArgumentErrors>, adapter: Option<&Adapter>) -> Outcome {
        let called = Called { name: self.way.name, tool: self.tool().name(), adapter };
        let text = errors.explain(called, self.tool().schema());
        let outcome = self.refused(FailureKind::BadArguments, text, errors.to_json());
        Outcome { arguments: Some(errors), ..outcome }
    }

    /// An error that the tool returned, or its adapter of old arguments.
    #[cold]
    pub(crate) fn failed(&self, error: ToolError, executed: bool) -> Outcome {
        let outcome = self.refused(error.kind(), error.to_string(), json!({}));
        discard(error);
        Outcome { executed, ..outcome }
    }

    /// A panic of the tool, or of its adapter of old arguments.
    #[cold]
    pub(crate) fn panicked(&self, panicked: &Panicked, executed: bool) -> Outcome {
        let text = format!("`{}` {panicked}", self.tool().name());
        let outcome = self.refused(FailureKind::Panicked, text, json!({}));
        Outcome { executed, ..outcome }
    }
}

/// Makes the outcome of a call of a dynamic tool.
pub(crate) struct DynamicAnswer<'r> {
    pub(crate) called: &'r str,
    pub(crate) tool: &'r TailTool,
    /// The name by which a model is told of it: the one that it is sent by, since its own may be
    /// another one's on the wire.
    pub(crate) wire: &'r str,
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
        let text = self.tool.tool().explain(self.wire, &errors);
        let outcome = self.refused(FailureKind::BadArguments, text, errors.to_json());
        Outcome { arguments: Some(errors), ..outcome }
    }

    #[cold]
    pub(crate) fn failed(&self, error: ToolError) -> Outcome {
        let outcome = self.refused(error.kind(), error.to_string(), json!({}));
        discard(error);
        Outcome { executed: true, ..outcome }
    }

    #[cold]
    pub(crate) fn panicked(&self, panicked: &Panicked) -> Outcome {
        let text = format!("`{}` {panicked}", Shown(self.wire));
        let outcome = self.refused(FailureKind::Panicked, text, json!({}));
        Outcome { executed: true, ..outcome }
    }
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

/// A deferred tool that is to be loaded first.
#[cold]
pub(crate) fn not_loaded(call: &Target<'_>, tool: &Defined<'_>) -> Outcome {
    let called = Shown(&call.name).to_string();
    let text = format!(
        "`{called}` was not loaded yet and did not run; this is its definition, call it again with \
         arguments that fit:\n{}",
        tool.definition
    );
    defined(called, tool, text)
}

/// A name on the wire that was another tool's before.
#[cold]
pub(crate) fn another_tool(call: &Target<'_>, tool: &Defined<'_>) -> Outcome {
    // Whole, since it is noted by its name. It was on the wire, so that it is harmless.
    let called = call.name.to_string();
    let text = format!(
        "`{called}` is another tool than it was before and did not run; this is its definition, call it \
         again if it is the one you want:\n{}",
        tool.definition
    );
    defined(called, tool, text)
}

/// A tool that a model is to read of before it runs: the definition as the provider has it.
pub(crate) struct Defined<'a> {
    /// The canonical name.
    pub(crate) tool: &'a str,
    pub(crate) source: Option<&'a str>,
    pub(crate) definition: &'a str,
}

fn defined(called: String, tool: &Defined<'_>, text: String) -> Outcome {
    let name = tool.tool.to_owned();
    let details = json!({ "name": called, "tool": name });
    let outcome = refusal(called.into(), Some(name.into()), FailureKind::NotLoaded, text, details);
    let mut output = outcome.output;
    output.set_meta(FOUND_KEY.into(), json!([tool.tool]));
    let digest = fingerprint(tool.source, tool.definition);
    output.set_meta(FOUND_SHA256_KEY.into(), json!([digest]));
    Outcome { output, ..outcome }
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
    let hint = name.lifecycle().note().map(tidy);
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
    if let Some(hint) = &hint {
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
            errors.name(&arguments, tool.schema());
        }
        if !errors.missing.is_empty() {
            let _ = write!(text, "\n`{}` needs {}", tool.name(), quoted(&errors.missing));
        }
        if !errors.unexpected.is_empty() {
            let unexpected = quoted(&errors.unexpected);
            let _ = write!(text, "\n`{}` does not take {unexpected}", tool.name());
        }
        if errors.more > 0 {
            let _ = write!(text, "; and there are {} more mistakes", errors.more);
        }
        let _ = write!(text, "\nexpected: {}", tool.schema().summary(Some));
        let mut errors = errors.to_json();
        details["missing"] = errors["missing"].take();
        details["unexpected"] = errors["unexpected"].take();
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
