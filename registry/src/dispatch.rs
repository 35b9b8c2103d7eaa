//! A call: resolve → policy → arguments → run → outcome.

use std::any::Any;
use std::borrow::Cow;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use tracing::field::{Empty, display};
use tracing::level_filters::LevelFilter;
use tracing::{Instrument, Span};

use crate::answer::{Answer, retired, unknown};
use crate::arguments::adapt::{AdaptError, adapt};
use crate::arguments::normalize;
use crate::entry::{Adapter, Call, Invocation};
use crate::name::Shown;
use crate::outcome::{NOTICE_KEY, UNWRAPPED_KEY};
use crate::registry::NameRecord;
use crate::surface::NoticeChannel;
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
        if LevelFilter::current() < LevelFilter::INFO {
            return self.run(&call, cx).await;
        }
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
        span.record("gen_ai.tool.call.id", display(Shown(call.id)));
        let outcome = self.run(&call, cx).instrument(span.clone()).await;
        record(&span, &outcome);
        outcome
    }

    /// The whole way in one function, since each further one that is async would copy what the one
    /// before has just written.
    async fn run(&self, call: &ToolCall<'_>, cx: &Context<'_>) -> Outcome {
        let index = &*self.registry().inner;
        let Some((name, way)) = index.find(call.name) else {
            return unknown(*call, &self.registry().near(call.name));
        };
        let Some(tool) = way.tool else {
            return self.retired(call, &index.names[way.name as usize]);
        };
        let answer = Answer {
            called: call.name,
            name,
            is_canonical: way.is_plain,
            tool: &index.tools[tool as usize],
        };
        let record = (!way.is_plain).then(|| &index.names[way.name as usize]);
        if let Some(refused) = record.and_then(|record| self.admit(&answer, record)) {
            return refused;
        }
        let cx = cx.of_call(&index.states, call.id);
        let instance = way.has_instance.then(|| answer.tool.instance()).flatten();
        let (mut outcome, unwrapped) = 'answer: {
            let (arguments, unwrapped) = match prepare(&answer, record, call.arguments) {
                Ok(prepared) => prepared,
                Err(refused) => break 'answer (*refused, false),
            };
            let invocation = Invocation { arguments: &arguments, instance, cx: &cx };
            let outcome = match catch_unwind(AssertUnwindSafe(|| (way.run)(invocation))) {
                Ok(Call::Ready(Ok(output))) => answer.done(output),
                Ok(Call::Ready(Err(error))) => answer.failed(&error, true),
                Ok(Call::Pending(future)) => match contain(future).await {
                    Ok(Ok(output)) => answer.done(output),
                    Ok(Err(error)) => answer.failed(&error, true),
                    Err(panic) => answer.panicked(&*panic, true),
                },
                Ok(Call::Refused(errors)) => answer.bad_arguments(errors, Some(&arguments)),
                Err(panic) => answer.panicked(&*panic, true),
            };
            (outcome, unwrapped)
        };
        if unwrapped {
            outcome.output.set_meta(UNWRAPPED_KEY.into(), true.into());
        }
        if let Some(record) = record {
            self.give_notice(record, &mut outcome);
        }
        outcome
    }

    /// Counts a call by a name that is not active, and refuses it where the surface is strict.
    #[cold]
    fn admit(&self, answer: &Answer<'_>, record: &NameRecord) -> Option<Outcome> {
        note_use(record);
        let refused = self.policy().strict && record.lifecycle().policy().told == Told::Notice;
        refused.then(|| answer.deprecated(record))
    }

    #[cold]
    fn retired(&self, call: &ToolCall<'_>, record: &NameRecord) -> Outcome {
        note_use(record);
        retired(*call, record, self.registry().replacement(record))
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
}

/// The arguments as the tool takes them, and whether they were wrapped in a string; or why there are
/// none.
#[inline]
fn prepare<'a>(
    answer: &Answer<'_>,
    record: Option<&NameRecord>,
    arguments: &'a str,
) -> Result<(Cow<'a, str>, bool), Box<Outcome>> {
    let adapter = record.map(NameRecord::adapter).filter(|adapter| !adapter.is_none());
    if adapter.is_none() && arguments.starts_with('{') {
        return Ok((Cow::Borrowed(arguments), false));
    }
    prepare_unusual(answer, adapter, arguments).map_err(Box::new)
}

#[cold]
fn prepare_unusual<'a>(
    answer: &Answer<'_>,
    adapter: Option<&Adapter>,
    arguments: &'a str,
) -> Result<(Cow<'a, str>, bool), Outcome> {
    let normal = normalize(arguments).map_err(|errors| answer.bad_arguments(errors, None))?;
    let Some(adapter) = adapter else {
        return Ok(normal);
    };
    let (arguments, unwrapped) = normal;
    match catch_unwind(AssertUnwindSafe(|| adapt(adapter, &arguments))) {
        Ok(Ok(fitting)) => Ok((Cow::Owned(fitting), unwrapped)),
        Ok(Err(AdaptError::Arguments(errors))) => Err(answer.bad_arguments(errors, None)),
        Ok(Err(AdaptError::Tool(error))) => Err(answer.failed(&error, false)),
        Err(panic) => Err(answer.panicked(&*panic, false)),
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
    let name = outcome.tool.unwrap_or(&outcome.called);
    span.record("gen_ai.tool.name", name);
    span.record("otel.name", display(format_args!("execute_tool {name}")));
    if let Some(failure) = outcome.failure {
        span.record("error.type", failure.as_str());
    }
}
