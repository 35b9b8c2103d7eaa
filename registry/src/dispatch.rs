//! A call: resolve → policy → arguments → run → outcome.

use std::any::Any;
use std::borrow::Cow;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use serde_json::{Value, json};
use tracing::field::{Empty, display};
use tracing::{Instrument, Span};

use crate::arguments::adapt::{AdaptError, adapt};
use crate::arguments::{ArgumentErrors, normalize};
use crate::entry::{Call, Invocation};
use crate::name::{Shown, printable};
use crate::outcome::{FAILURE_KEY, NOTICE_KEY, UNWRAPPED_KEY};
use crate::registry::{NameRecord, RegisteredTool, Resolution};
use crate::surface::NoticeChannel;
use crate::{Content, Context, FailureKind, Lifecycle, Outcome, Output, Surface, Told, ToolError};

/// How much of a panic's message is repeated, in characters.
const MAX_PANIC: usize = 300;

/// A call as a model wrote it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolCall<'a> {
    /// The id that the provider gave it; may be empty.
    pub id: &'a str,
    /// The name.
    pub name: &'a str,
    /// The arguments, a JSON object as text. Nothing, blank and `null` mean `{}`.
    pub arguments: &'a str,
}

impl<'a> ToolCall<'a> {
    /// A call without an id.
    #[must_use]
    pub const fn new(name: &'a str, arguments: &'a str) -> Self {
        Self { id: "", name, arguments }
    }

    /// The same with an id.
    #[must_use]
    pub const fn with_id(self, id: &'a str) -> Self {
        Self { id, ..self }
    }
}

impl Surface {
    /// Runs a call, or says why it does not run. There is always an outcome that a model can read.
    ///
    /// Dropping the future cancels the call. A panic in the tool is contained, unless panics
    /// abort the program.
    ///
    /// Emits a span `execute_tool` with the attributes of OpenTelemetry's conventions for
    /// generative AI.
    pub async fn call(&self, call: ToolCall<'_>, cx: &Context<'_>) -> Outcome {
        let span = tracing::info_span!(
            "execute_tool",
            otel.name = Empty,
            otel.kind = "internal",
            gen_ai.operation.name = "execute_tool",
            gen_ai.tool.name = Empty,
            gen_ai.tool.r#type = "function",
            gen_ai.tool.call.id = Empty,
            error.r#type = Empty,
        );
        if span.is_disabled() {
            return self.run(call, cx).await;
        }
        span.record("gen_ai.tool.call.id", display(Shown(call.id)));
        let outcome = self.run(call, cx).instrument(span.clone()).await;
        record(&span, &outcome);
        outcome
    }

    async fn run(&self, call: ToolCall<'_>, cx: &Context<'_>) -> Outcome {
        let registry = self.registry();
        let (tool, name) = match registry.resolve(call.name) {
            Resolution::Tool { tool, name } => (tool, name),
            Resolution::Removed(name) => return self.retired(call, name),
            Resolution::Unknown => return unknown(call, &registry.near(call.name)),
        };
        let answer = Answer { called: call.name, name, tool };
        let lifecycle = name.lifecycle();
        if !lifecycle.policy().in_head {
            note_use(name);
            if self.policy().strict && lifecycle.policy().told == Told::Notice {
                return answer.deprecated();
            }
        }
        let (arguments, unwrapped) = match normalize(call.arguments) {
            Ok(normal) => normal,
            Err(errors) => return answer.bad_arguments(errors, "{}"),
        };
        let arguments = if name.adapter().is_none() {
            arguments
        } else {
            match adapt(name.adapter(), &arguments) {
                Ok(adapted) => Cow::Owned(adapted),
                Err(AdaptError::Arguments(errors)) => return answer.bad_arguments(errors, "{}"),
                Err(AdaptError::Tool(error)) => return answer.failed(error, false),
            }
        };
        let cx = cx.of_call(&registry.inner.states, call.id);
        let invocation = Invocation { arguments: &arguments, instance: tool.instance(), cx: &cx };
        let result = match catch_unwind(AssertUnwindSafe(|| (tool.entry().run)(invocation))) {
            Ok(Call::Ready(result)) => Ok(result),
            Ok(Call::Pending(future)) => contain(future).await,
            Ok(Call::Refused(errors)) => return answer.bad_arguments(errors, &arguments),
            Err(panic) => Err(panic),
        };
        let mut outcome = match result {
            Ok(Ok(output)) => answer.done(output),
            Ok(Err(error)) => answer.failed(error, true),
            Err(panic) => answer.panicked(&*panic),
        };
        if unwrapped {
            outcome.output.set_meta(UNWRAPPED_KEY.into(), true.into());
        }
        if lifecycle.policy().told == Told::Notice {
            self.give_notice(name, &mut outcome);
        }
        outcome
    }

    #[cold]
    fn give_notice(&self, name: &NameRecord, outcome: &mut Outcome) {
        let Some(notice) = name.notice() else {
            return;
        };
        let in_content = self.policy().notices == NoticeChannel::MetadataAndContent;
        if in_content && outcome.structured().is_none() {
            let output = std::mem::take(&mut outcome.output);
            outcome.output = output.with_content(Content::text(notice.clone()));
        }
        outcome.output.set_meta(NOTICE_KEY.into(), notice.into());
    }

    /// A retired name: never run, answered with what to use instead. Where that is a tool, the
    /// arguments are held against it, so that the model can mend its call in one step.
    #[cold]
    fn retired(&self, call: ToolCall<'_>, name: &NameRecord) -> Outcome {
        note_use(name);
        let Lifecycle::Removed { replacement, hint } = name.lifecycle() else {
            unreachable!("a name without a tool is retired")
        };
        let since = name.since().map(|since| format!(" since {since}")).unwrap_or_default();
        let mut text = format!("`{}` is retired{since} and did not run", name.name());
        if let Some(replacement) = replacement {
            text.push_str(&format!("; use `{replacement}` instead"));
        }
        if let Some(hint) = hint {
            text.push_str(&format!("\n{hint}"));
        }
        let mut failure = json!({
            "name": name.name(), "retired_in": name.since(),
            "replacement": replacement, "hint": hint,
        });
        if let Some(Resolution::Tool { tool, .. }) =
            replacement.map(|replacement| self.registry().resolve(replacement))
        {
            let mut errors = ArgumentErrors::default();
            if let Ok((arguments, _)) = normalize(call.arguments) {
                errors.compare(&arguments, tool.schema());
            }
            if !errors.missing.is_empty() {
                text.push_str(&format!("\n`{}` needs {}", tool.name(), quoted(&errors.missing)));
            }
            if !errors.unexpected.is_empty() {
                let unexpected = quoted(&errors.unexpected);
                text.push_str(&format!("\n`{}` does not take {unexpected}", tool.name()));
            }
            text.push_str(&format!("\nexpected: {}", tool.schema().summary()));
            failure["missing"] = errors.missing.into();
            failure["unexpected"] = errors.unexpected.into();
        }
        refusal(name.name().into(), None, FailureKind::Removed, text, failure)
    }
}

fn quoted(names: &[String]) -> String {
    let names = names.iter().map(|name| format!("`{}`", Shown(name)));
    names.collect::<Vec<_>>().join(", ")
}

/// Counts a call by a name that is not active; logs a deprecated one, once.
fn note_use(name: &NameRecord) {
    name.count_call();
    if let Lifecycle::Deprecated { replacement, .. } = name.lifecycle()
        && name.is_first_log()
    {
        tracing::warn!(
            name = name.name(),
            replacement,
            "deprecated tool name called; further calls are counted, not logged"
        );
    }
}

#[cold]
fn unknown(call: ToolCall<'_>, near: &[&'static str]) -> Outcome {
    let called = Shown(call.name).to_string();
    let mut text = format!("there is no tool `{called}`, and nothing ran");
    match near {
        [] => text.push_str("; use a tool of the list"),
        [one] => text.push_str(&format!("; did you mean `{one}`?")),
        several => {
            let several: Vec<_> = several.iter().map(|&name| name.to_owned()).collect();
            text.push_str(&format!("; did you mean one of {}?", quoted(&several)));
        }
    }
    let failure = json!({ "name": called, "near": near });
    refusal(called.into(), None, FailureKind::Unknown, text, failure)
}

/// An outcome of a call that did not run.
#[cold]
fn refusal(
    called: Cow<'static, str>,
    tool: Option<&'static str>,
    kind: FailureKind,
    text: String,
    details: Value,
) -> Outcome {
    let mut outcome = Outcome {
        called,
        tool,
        executed: false,
        failure: None,
        arguments: None,
        output: Output::text(text),
    };
    set_failure(&mut outcome, kind, details);
    outcome
}

fn set_failure(outcome: &mut Outcome, kind: FailureKind, mut details: Value) {
    details["kind"] = kind.as_str().into();
    outcome.failure = Some(kind);
    outcome.output.set_meta(FAILURE_KEY.into(), details);
}

/// Makes the outcome of a call of a tool.
struct Answer<'r> {
    called: &'r str,
    name: &'r NameRecord,
    tool: &'r RegisteredTool,
}

impl Answer<'_> {
    fn called(&self) -> Cow<'static, str> {
        if self.called == self.name.name() {
            Cow::Borrowed(self.name.name())
        } else {
            Cow::Owned(self.called.to_owned())
        }
    }

    fn done(&self, output: Output) -> Outcome {
        Outcome {
            called: self.called(),
            tool: Some(self.tool.name()),
            executed: true,
            failure: None,
            arguments: None,
            output,
        }
    }

    #[cold]
    fn refused(&self, kind: FailureKind, text: String, details: Value) -> Outcome {
        refusal(self.called(), Some(self.tool.name()), kind, text, details)
    }

    #[cold]
    fn deprecated(&self) -> Outcome {
        let replacement = self.name.lifecycle().replacement();
        let text = format!(
            "`{}` is deprecated and did not run; use `{}` instead",
            self.name.name(),
            replacement.unwrap_or_default()
        );
        let details = json!({ "name": self.name.name(), "replacement": replacement });
        self.refused(FailureKind::Deprecated, text, details)
    }

    #[cold]
    fn bad_arguments(&self, mut errors: Box<ArgumentErrors>, arguments: &str) -> Outcome {
        let schema = self.tool.schema();
        if errors.malformed.is_none() && arguments != "{}" {
            errors.compare(arguments, schema);
        }
        let invalid = errors.invalid.iter().map(|one| json!([one.path, one.message]));
        let details = json!({
            "malformed": errors.malformed,
            "missing": errors.missing,
            "unexpected": errors.unexpected,
            "invalid": invalid.collect::<Vec<_>>(),
        });
        let text = errors.explain(self.tool.name(), schema);
        let outcome = self.refused(FailureKind::BadArguments, text, details);
        Outcome { arguments: Some(errors), ..outcome }
    }

    #[cold]
    fn failed(&self, error: ToolError, executed: bool) -> Outcome {
        let outcome = self.refused(error.kind(), error.to_string(), json!({}));
        Outcome { executed, ..outcome }
    }

    #[cold]
    fn panicked(&self, panic: &(dyn Any + Send)) -> Outcome {
        let message = panic.downcast_ref::<&str>().copied();
        let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let message = message.map(|message| format!(": {}", printable(message, MAX_PANIC)));
        let text = format!("`{}` panicked{}", self.tool.name(), message.unwrap_or_default());
        let outcome = self.refused(FailureKind::Panicked, text, json!({}));
        Outcome { executed: true, ..outcome }
    }
}

/// The result of a tool's future, or its panic.
async fn contain<T>(
    future: Pin<Box<dyn Future<Output = T> + Send + '_>>,
) -> Result<T, Box<dyn Any + Send>> {
    let mut future = Some(future);
    poll_fn(move |task| {
        let Some(running) = &mut future else {
            return Poll::Pending;
        };
        match catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(task))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
            Err(panic) => {
                // What the tool left behind may panic too when it is dropped.
                let _ = catch_unwind(AssertUnwindSafe(|| drop(future.take())));
                Poll::Ready(Err(panic))
            }
        }
    })
    .await
}

#[cold]
fn record(span: &Span, outcome: &Outcome) {
    let name = outcome.tool.unwrap_or(&outcome.called);
    span.record("gen_ai.tool.name", name);
    span.record("otel.name", display(format_args!("execute_tool {name}")));
    if let Some(failure) = outcome.failure {
        span.record("error.type", failure.as_str());
    }
}
