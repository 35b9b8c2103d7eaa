//! A call: resolve → policy → arguments → run → outcome.

use std::any::Any;
use std::borrow::Cow;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use serde_json::Value;
use tracing::field::{Empty, display};
use tracing::{Instrument, Span};

use crate::answer::{Answer, DynamicAnswer, denied, retired, unknown};
use crate::arguments::adapt::{AdaptError, adapt};
use crate::arguments::normalize;
use crate::dynamic::{CheckedArguments, TailTool};
use crate::entry::{Call, Invocation};
use crate::name::Shown;
use crate::outcome::{NOTICE_KEY, UNWRAPPED_KEY};
use crate::provider::ToolSpec;
use crate::registry::NameRecord;
use crate::surface::{Looked, NoticeChannel};
use crate::{Content, Context, Lifecycle, Outcome, Surface, Told};

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
            return self.run(&call, cx).await;
        }
        span.record("gen_ai.tool.call.id", display(Shown(call.id)));
        let outcome = self.run(&call, cx).instrument(span.clone()).await;
        record(&span, &outcome);
        outcome
    }

    async fn run(&self, call: &ToolCall<'_>, cx: &Context<'_>) -> Outcome {
        let (tool, name) = match self.look_up(call.name) {
            Looked::Native { tool, name } => (tool, name),
            Looked::Dynamic(tool) => return self.run_dynamic(call, tool, cx).await,
            Looked::Denied { tool, reason } => return denied(call, tool, reason),
            Looked::Removed(name) => {
                note_use(name);
                return retired(*call, name, self.replacement(name));
            }
            Looked::Unknown => return unknown(*call, &self.near(call.name)),
        };
        let answer = Answer { called: call.name, name, tool };
        let policy = name.lifecycle().policy();
        if !policy.in_head {
            note_use(name);
            if self.policy().strict && policy.told == Told::Notice {
                return answer.deprecated();
            }
        }
        let cx = cx.of_call(&self.registry().inner.states, call.id);
        let absent = self.policy().null_is_absent.then(|| ToolSpec::from(tool.definition()));
        let arguments = without_nulls(call.arguments, absent.as_ref());
        let mut outcome = attempt(&answer, &arguments, &cx).await;
        if policy.told == Told::Notice {
            self.give_notice(name, &mut outcome);
        }
        outcome
    }

    async fn run_dynamic(&self, call: &ToolCall<'_>, tool: &TailTool, cx: &Context<'_>) -> Outcome {
        let spec = ToolSpec::from(tool.definition()).null_is_absent(false);
        let arguments =
            without_nulls(call.arguments, self.policy().null_is_absent.then_some(&spec));
        let answer = DynamicAnswer { called: call.name, tool };
        let CheckedArguments { json, unwrapped, .. } = match tool.tool().check_arguments(&arguments)
        {
            Ok(checked) => checked,
            Err(errors) => return answer.bad_arguments(errors),
        };
        let cx = cx.of_call(&self.registry().inner.states, call.id);
        let started = catch_unwind(AssertUnwindSafe(|| tool.run(&json, &cx)));
        let result = match started {
            Ok(future) => contain(future).await,
            Err(panic) => Err(panic),
        };
        let mut outcome = match result {
            Ok(Ok(output)) => answer.done(output),
            Ok(Err(error)) => answer.failed(&error),
            Err(panic) => answer.panicked(&*panic),
        };
        if unwrapped {
            outcome.output.set_meta(UNWRAPPED_KEY.into(), true.into());
        }
        outcome
    }

    #[cold]
    fn give_notice(&self, name: &NameRecord, outcome: &mut Outcome) {
        let Some(notice) = name.notice() else {
            return;
        };
        let in_content = self.policy().notices == NoticeChannel::MetadataAndContent;
        // A replacement that the session may not use is not for the model to read.
        let usable = self.replacement(name).is_some() || name.is_alias();
        if in_content && usable && outcome.structured().is_none() {
            let output = std::mem::take(&mut outcome.output);
            outcome.output = output.with_content(Content::text(notice.clone()));
        }
        outcome.output.set_meta(NOTICE_KEY.into(), notice.into());
    }
}

/// The arguments without each `null` that stands for an argument left out: what a provider's strict
/// form makes of an optional one. `None` where no such form is in use.
fn without_nulls<'a>(arguments: &'a str, spec: Option<&ToolSpec<'_>>) -> Cow<'a, str> {
    let (Some(spec), true) = (spec, arguments.contains("null")) else {
        return Cow::Borrowed(arguments);
    };
    match serde_json::from_str::<Value>(arguments) {
        Ok(mut value @ Value::Object(_)) => {
            spec.absent_nulls(&mut value);
            Cow::Owned(value.to_string())
        }
        // Whatever is wrong is said later.
        _ => Cow::Borrowed(arguments),
    }
}

/// The arguments as one object, and what comes of them.
async fn attempt(answer: &Answer<'_>, arguments: &str, cx: &Context<'_>) -> Outcome {
    let (arguments, unwrapped) = match normalize(arguments) {
        Ok(normal) => normal,
        Err(errors) => return answer.bad_arguments(errors, None),
    };
    let adapter = answer.name.adapter();
    let mut outcome = if adapter.is_none() {
        invoke(answer, &arguments, cx).await
    } else {
        match catch_unwind(AssertUnwindSafe(|| adapt(adapter, &arguments))) {
            Ok(Ok(fitting)) => invoke(answer, &fitting, cx).await,
            Ok(Err(AdaptError::Arguments(errors))) => answer.bad_arguments(errors, None),
            Ok(Err(AdaptError::Tool(error))) => answer.failed(&error, false),
            Err(panic) => answer.panicked(&*panic, false),
        }
    };
    if unwrapped {
        outcome.output.set_meta(UNWRAPPED_KEY.into(), true.into());
    }
    outcome
}

/// Runs the tool. Whatever it does, panics included, is an outcome.
async fn invoke(answer: &Answer<'_>, arguments: &str, cx: &Context<'_>) -> Outcome {
    let tool = answer.tool;
    let invocation = Invocation { arguments, instance: tool.instance(), cx };
    match catch_unwind(AssertUnwindSafe(|| (tool.entry().run)(invocation))) {
        Ok(Call::Ready(Ok(output))) => answer.done(output),
        Ok(Call::Ready(Err(error))) => answer.failed(&error, true),
        Ok(Call::Pending(future)) => match contain(future).await {
            Ok(Ok(output)) => answer.done(output),
            Ok(Err(error)) => answer.failed(&error, true),
            Err(panic) => answer.panicked(&*panic, true),
        },
        Ok(Call::Refused(errors)) => answer.bad_arguments(errors, Some(arguments)),
        Err(panic) => answer.panicked(&*panic, true),
    }
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
    let name = outcome.tool().unwrap_or(&outcome.called);
    span.record("gen_ai.tool.name", name);
    span.record("otel.name", display(format_args!("execute_tool {name}")));
    if let Some(failure) = outcome.failure {
        span.record("error.type", failure.as_str());
    }
}
