//! A call: resolve → policy → arguments → run → outcome.

use std::any::Any;
use std::borrow::Cow;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use serde_json::Value;
use tracing::field::{Empty, display};
use tracing::level_filters::LevelFilter;
use tracing::{Instrument, Span};

use crate::answer::{Answer, DynamicAnswer, denied, retired, unknown};
use crate::arguments::adapt::{AdaptError, adapt};
use crate::arguments::members::members;
use crate::arguments::normalize;
use crate::dynamic::{CheckedArguments, TailTool};
use crate::entry::{Adapter, Call, Invocation, Target};
use crate::name::Shown;
use crate::outcome::{NOTICE_KEY, UNWRAPPED_KEY};
use crate::provider::ToolSpec;
use crate::ready::TOOL_CALL;
use crate::registry::NameRecord;
use crate::surface::{Looked, NoticeChannel};
use crate::{Content, Context, Lifecycle, Outcome, Surface, Told, ToolError};

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
    // The whole way in one function: each further one that is async would copy what the one before
    // has just written.
    pub async fn call(&self, call: ToolCall<'_>, cx: &Context<'_>) -> Outcome {
        let span = span(&call);
        let index = &*self.registry().inner;
        let exact = index.exact(call.name);
        let exact = exact.and_then(|way| Some((way, self.open_tool(way)?, true)));
        let (way, tool, is_exact) = match exact {
            Some(found) => found,
            None => match self.look_up(call.name) {
                Looked::Native { way, tool } => (way, tool, way.name == call.name),
                Looked::Dynamic(tool) => {
                    // Boxed, so that the calls of native tools need no room for it.
                    let run = Box::pin(self.run_dynamic(&call, tool, cx));
                    let outcome = run.instrument(span.clone()).await;
                    trace(&span, &outcome);
                    return outcome;
                }
                other => return self.no_tool(&call, &other, &span),
            },
        };
        let answer = Answer { called: call.name, is_exact, way, tools: &index.tools, tool };
        let record = (!way.is_plain).then(|| &index.names[way.record as usize]);
        if let Some(refused) = record.and_then(|record| self.admit(&answer, record, &span)) {
            return refused;
        }
        let cx = cx.of_call(self, call.id);
        let instance = way.has_instance.then(|| answer.tool().instance()).flatten();
        let mut outcome = 'answer: {
            let (arguments, unwrapped) = match self.prepare(&answer, record, call.arguments) {
                Ok(prepared) => prepared,
                Err(refused) => break 'answer *refused,
            };
            let invocation = Invocation { arguments: &arguments, instance, cx: &cx };
            let run = || span.in_scope(|| (way.run)(invocation));
            let mut outcome = match catch_unwind(AssertUnwindSafe(run)) {
                Ok(Call::Ready(Ok(output))) => answer.done(output),
                Ok(Call::Ready(Err(error))) => answer.failed(&error, true),
                Ok(Call::Pending(future)) => match contain(future).instrument(span.clone()).await {
                    Ok(Ok(output)) => answer.done(output),
                    Ok(Err(error)) => answer.failed(&error, true),
                    Err(panic) => answer.panicked(&*panic, true),
                },
                Ok(Call::Forward(target)) => {
                    // Boxed, since it is a call like this one.
                    let run = Box::pin(self.forward(&answer, &target, &cx));
                    run.instrument(span.clone()).await
                }
                Ok(Call::Refused(errors)) => answer.bad_arguments(errors, Some(&arguments)),
                Err(panic) => answer.panicked(&*panic, true),
            };
            if unwrapped {
                outcome.output.set_meta(UNWRAPPED_KEY.into(), true.into());
            }
            outcome
        };
        if let Some(record) = record {
            self.give_notice(record, &mut outcome);
        }
        if !span.is_none() {
            trace(&span, &outcome);
        }
        outcome
    }

    /// The call that a bridge was asked to make, unless that is one of a bridge.
    async fn forward(&self, answer: &Answer<'_>, to: &Target<'_>, cx: &Context<'_>) -> Outcome {
        match self.look_up(&to.name) {
            Looked::Native { tool, .. }
                if std::ptr::eq(self.registry().inner.tools[tool].entry(), TOOL_CALL) =>
            {
                let message = "name the tool itself, not the one that calls others";
                answer.failed(&ToolError::bad_arguments(message), false)
            }
            _ => self.call(to.call(cx.call_id()), cx).await,
        }
    }

    /// A name that has no tool here: denied, retired, or unknown.
    #[cold]
    fn no_tool(&self, call: &ToolCall<'_>, looked: &Looked<'_>, span: &Span) -> Outcome {
        let outcome = match looked {
            Looked::Denied { tool, reason } => denied(call, tool, reason),
            Looked::Removed(record) => {
                span.in_scope(|| note_use(record));
                retired(*call, record, self.replacement(record))
            }
            Looked::Unknown | Looked::Native { .. } | Looked::Dynamic(_) => {
                // A model knows the names that its provider was sent.
                let near = self.near(call.name).into_iter();
                let near = near.map(|name| self.wire_name(name).unwrap_or(name));
                unknown(*call, &near.collect::<Vec<_>>())
            }
        };
        trace(span, &outcome);
        outcome
    }

    /// The arguments as the tool takes them, and whether they were wrapped in a string; or why there
    /// are none.
    #[inline]
    fn prepare<'a>(
        &self,
        answer: &Answer<'_>,
        record: Option<&NameRecord>,
        arguments: &'a str,
    ) -> Result<(Cow<'a, str>, bool), Box<Outcome>> {
        let adapter = record.map(NameRecord::adapter).filter(|adapter| !adapter.is_none());
        if adapter.is_none() && !self.policy().null_is_absent && arguments.starts_with('{') {
            return Ok((Cow::Borrowed(arguments), false));
        }
        self.prepare_unusual(answer, adapter, arguments)
    }

    #[cold]
    fn prepare_unusual<'a>(
        &self,
        answer: &Answer<'_>,
        adapter: Option<&Adapter>,
        arguments: &'a str,
    ) -> Result<(Cow<'a, str>, bool), Box<Outcome>> {
        let (arguments, unwrapped) =
            normalize(arguments).map_err(|errors| Box::new(answer.bad_arguments(errors, None)))?;
        let arguments = match adapter {
            None => arguments,
            Some(adapter) => match catch_unwind(AssertUnwindSafe(|| adapt(adapter, &arguments))) {
                Ok(Ok(fitting)) => Cow::Owned(fitting),
                Ok(Err(AdaptError::Arguments(errors))) => {
                    return Err(Box::new(answer.bad_arguments(errors, None)));
                }
                Ok(Err(AdaptError::Tool(error))) => {
                    return Err(Box::new(answer.failed(&error, false)));
                }
                Err(panic) => return Err(Box::new(answer.panicked(&*panic, false))),
            },
        };
        if self.policy().null_is_absent {
            let spec = ToolSpec::from(answer.tool().definition());
            return Ok((without_nulls(arguments, &spec), unwrapped));
        }
        Ok((arguments, unwrapped))
    }

    /// Counts a call by a name that is not active, and refuses it where the surface is strict.
    #[cold]
    fn admit(&self, answer: &Answer<'_>, record: &NameRecord, span: &Span) -> Option<Outcome> {
        span.in_scope(|| note_use(record));
        let refused = self.policy().strict && record.lifecycle().policy().told == Told::Notice;
        let outcome = refused.then(|| answer.deprecated(record))?;
        trace(span, &outcome);
        Some(outcome)
    }

    async fn run_dynamic(&self, call: &ToolCall<'_>, tool: &TailTool, cx: &Context<'_>) -> Outcome {
        let answer = DynamicAnswer { called: call.name, tool };
        let (arguments, unwrapped) = match normalize(call.arguments) {
            Ok((arguments, unwrapped)) if self.policy().null_is_absent => {
                let spec = ToolSpec::from(tool.definition()).null_is_absent(false);
                (without_nulls(arguments, &spec), unwrapped)
            }
            Ok(normal) => normal,
            Err(errors) => return answer.bad_arguments(errors),
        };
        let CheckedArguments { json, .. } = match tool.tool().check_arguments(&arguments) {
            Ok(checked) => checked,
            Err(errors) => return answer.bad_arguments(errors),
        };
        let cx = cx.of_call(self, call.id);
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
        let usable = name.is_alias() || self.replacement(name).is_some();
        if in_content && usable && outcome.structured().is_none() {
            let output = std::mem::take(&mut outcome.output);
            outcome.output = output.with_content(Content::text(notice.clone()));
        }
        outcome.output.set_meta(NOTICE_KEY.into(), notice.into());
    }
}

/// The arguments without each `null` that stands for an argument left out: what a provider's strict
/// form makes of an optional one.
fn without_nulls<'a>(arguments: Cow<'a, str>, spec: &ToolSpec<'_>) -> Cow<'a, str> {
    if !arguments.contains("null") {
        return arguments;
    }
    match serde_json::from_str::<Value>(&arguments) {
        // A key that is given twice would be lost here; it is refused later.
        Ok(mut value @ Value::Object(_)) if members(&arguments).count() == keys(&value) => {
            spec.absent_nulls(&mut value);
            Cow::Owned(value.to_string())
        }
        // Whatever is wrong is said later.
        _ => arguments,
    }
}

fn keys(object: &Value) -> usize {
    object.as_object().map_or(0, serde_json::Map::len)
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

/// The span of a call; none where nobody listens.
#[inline]
fn span(call: &ToolCall<'_>) -> Span {
    if LevelFilter::current() < LevelFilter::INFO {
        return Span::none();
    }
    tracing::info_span!(
        "execute_tool",
        otel.name = Empty,
        otel.kind = "internal",
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = Empty,
        gen_ai.tool.r#type = "function",
        gen_ai.tool.call.id = %Shown(call.id),
        error.r#type = Empty,
    )
}

/// What is known of a call at its end.
#[cold]
fn trace(span: &Span, outcome: &Outcome) {
    let name = outcome.tool().unwrap_or(&outcome.called);
    span.record("gen_ai.tool.name", name);
    span.record("otel.name", display(format_args!("execute_tool {name}")));
    if let Some(failure) = outcome.failure {
        span.record("error.type", failure.as_str());
    }
}
