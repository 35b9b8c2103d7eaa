//! A call: resolve → policy → arguments → run → outcome.

use std::borrow::Cow;

use tracing::field::{Empty, display};
use tracing::level_filters::LevelFilter;
use tracing::{Instrument, Span};

use crate::answer::{Answer, DynamicAnswer, denied, retired, unknown};
use crate::arguments::adapt::{AdaptError, adapt};
use crate::arguments::fit::{Reader, mend};
use crate::arguments::{ArgumentErrors, normalize};
use crate::dynamic::{CheckedArguments, TailTool};
use crate::entry::{Adapter, Call, Invocation, Target};
use crate::guard::{self, Contained};
use crate::name::Shown;
use crate::outcome::{NOTICE_KEY, UNWRAPPED_KEY, UNWRAPPED_VALUES_KEY};
use crate::registry::NameRecord;
use crate::surface::{Meaning, NoticeChannel};
use crate::{Content, Context, Lifecycle, Outcome, Surface, ToolError};

/// How many places are named at which something was unwrapped.
const MAX_REMARKS: usize = 32;

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
    /// Dropping the future cancels the call. A panic is contained, be it in the tool's body, in what the
    /// tool returns, or in what is dropped, unless panics abort the program.
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
            None => match self.meaning(call.name) {
                Meaning::Native { way, tool } => (way, tool, way.name == call.name),
                Meaning::Dynamic(tool) => {
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
            let mut prepared = match prepare(&answer, record, call.arguments) {
                Ok(prepared) => prepared,
                Err(refused) => break 'answer *refused,
            };
            let mut outcome = loop {
                let invocation = Invocation { arguments: &prepared.text, instance, cx: &cx };
                let run = || span.in_scope(|| (way.run)(invocation));
                let errors = match guard::call(run) {
                    Ok(Call::Ready(Ok(output))) => break answer.done(output),
                    Ok(Call::Ready(Err(error))) => break answer.failed(error, true),
                    Ok(Call::Pending(future)) => {
                        break match Contained::new(future).instrument(span.clone()).await {
                            Ok(Ok(output)) => answer.done(output),
                            Ok(Err(error)) => answer.failed(error, true),
                            Err(panicked) => answer.panicked(&panicked, true),
                        };
                    }
                    Ok(Call::Forward(target)) => {
                        // Boxed, since it is a call like this one.
                        let run = Box::pin(self.forward(&answer, &target, &cx));
                        break run.instrument(span.clone()).await;
                    }
                    Ok(Call::Refused(errors)) => errors,
                    Err(panicked) => break answer.panicked(&panicked, true),
                };
                // Nothing has run. What the type does not read may fit the schema all the same.
                if !prepared.mend(&answer, &errors) {
                    let adapter = record.and_then(NameRecord::adapter);
                    break answer.bad_arguments(errors, Some(&prepared.text), adapter);
                }
            };
            remark(&mut outcome, prepared.unwrapped, prepared.unwrapped_values);
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
        match self.meaning(&to.name) {
            Meaning::Native { tool, .. } if self.is_bridge(tool) => {
                let message = "name the tool itself, not the one that calls others";
                answer.failed(ToolError::bad_arguments(message), false)
            }
            _ => self.call(to.call(cx.call_id()), cx).await,
        }
    }

    /// A name that has no tool here: denied, retired, or unknown.
    #[cold]
    fn no_tool(&self, call: &ToolCall<'_>, meaning: &Meaning<'_>, span: &Span) -> Outcome {
        let outcome = match meaning {
            Meaning::Denied { tool, reason } => denied(call, tool, reason),
            Meaning::Removed(record) => {
                span.in_scope(|| note_use(record));
                retired(*call, record, self.replacement(record))
            }
            Meaning::Unknown | Meaning::Native { .. } | Meaning::Dynamic(_) => {
                unknown(*call, &self.near(call.name))
            }
        };
        trace(span, &outcome);
        outcome
    }

    /// Counts a call by a name that is not active, and refuses it where the surface is strict.
    #[cold]
    fn admit(&self, answer: &Answer<'_>, record: &NameRecord, span: &Span) -> Option<Outcome> {
        span.in_scope(|| note_use(record));
        // Of another name of a tool, the tool itself, which the session may use if it comes to this.
        let canonical = || record.tool().filter(|_| record.is_alias());
        let replacement = || canonical().or_else(|| Some(self.replacement(record)?.name()));
        let outcome = self.refuses(record).then(|| answer.deprecated(replacement()))?;
        trace(span, &outcome);
        Some(outcome)
    }

    async fn run_dynamic(&self, call: &ToolCall<'_>, tool: &TailTool, cx: &Context<'_>) -> Outcome {
        let answer = DynamicAnswer { called: call.name, tool, wire: self.sent_as(tool) };
        let checked = match tool.tool().check_arguments(call.arguments) {
            Ok(checked) => checked,
            Err(errors) => return answer.bad_arguments(errors),
        };
        let CheckedArguments { json, unwrapped, unwrapped_values, .. } = checked;
        let cx = cx.of_call(self, call.id);
        let result = match guard::call(|| tool.run(&json, &cx)) {
            Ok(future) => Contained::new(future).await,
            Err(panicked) => Err(panicked),
        };
        let mut outcome = match result {
            Ok(Ok(output)) => answer.done(output),
            Ok(Err(error)) => answer.failed(error),
            Err(panicked) => answer.panicked(&panicked),
        };
        remark(&mut outcome, unwrapped, unwrapped_values);
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

/// Arguments as a tool takes them, and what became of those of the call for it.
struct Prepared<'a> {
    text: Cow<'a, str>,
    /// Whether a JSON string held them.
    unwrapped: bool,
    /// Where in them a JSON string held what stands there now.
    unwrapped_values: Vec<String>,
    is_mended: bool,
}

impl<'a> Prepared<'a> {
    #[inline]
    fn new(text: Cow<'a, str>, unwrapped: bool) -> Self {
        Self { text, unwrapped, unwrapped_values: Vec::new(), is_mended: false }
    }

    /// Writes arguments that a type did not read as it reads them, where they fit the schema so. Whether
    /// there is now something else to be read: once at most.
    #[cold]
    #[inline(never)]
    fn mend(&mut self, answer: &Answer<'_>, errors: &ArgumentErrors) -> bool {
        if self.is_mended || errors.malformed.is_some() {
            return false;
        }
        self.is_mended = true;
        let mended = mend(answer.tool().schema(), &self.text, Reader::Type);
        mended.is_some_and(|mended| {
            self.text = Cow::Owned(mended.text);
            self.unwrapped_values = mended.unwrapped;
            true
        })
    }
}

/// Says in the metadata what was unwrapped.
#[inline]
fn remark(outcome: &mut Outcome, unwrapped: bool, mut values: Vec<String>) {
    if unwrapped {
        outcome.output.set_meta(UNWRAPPED_KEY.into(), true.into());
    }
    if !values.is_empty() {
        values.truncate(MAX_REMARKS);
        outcome.output.set_meta(UNWRAPPED_VALUES_KEY.into(), values.into());
    }
}

/// The arguments as the tool takes them, or why there are none.
#[inline]
fn prepare<'a>(
    answer: &Answer<'_>,
    record: Option<&NameRecord>,
    arguments: &'a str,
) -> Result<Prepared<'a>, Box<Outcome>> {
    let adapter = record.and_then(NameRecord::adapter);
    if adapter.is_none() && arguments.starts_with('{') {
        return Ok(Prepared::new(Cow::Borrowed(arguments), false));
    }
    prepare_unusual(answer, adapter, arguments)
}

#[cold]
fn prepare_unusual<'a>(
    answer: &Answer<'_>,
    adapter: Option<&Adapter>,
    arguments: &'a str,
) -> Result<Prepared<'a>, Box<Outcome>> {
    let (arguments, unwrapped) = normalize(arguments)
        .map_err(|errors| Box::new(answer.bad_arguments(errors, None, adapter)))?;
    let Some(adapter) = adapter else {
        return Ok(Prepared::new(arguments, unwrapped));
    };
    let refused = match guard::call(|| adapt(adapter, &arguments)) {
        Ok(Ok(fitting)) => return Ok(Prepared::new(Cow::Owned(fitting), unwrapped)),
        Ok(Err(AdaptError::Unreadable(errors))) => {
            answer.bad_arguments(errors, None, Some(adapter))
        }
        Ok(Err(AdaptError::Arguments(errors, others))) => {
            answer.bad_old_arguments(errors, &others, adapter)
        }
        Ok(Err(AdaptError::Tool(error))) => answer.failed(error, false),
        Err(panicked) => answer.panicked(&panicked, false),
    };
    Err(Box::new(refused))
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
