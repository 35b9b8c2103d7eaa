//! What came of a call.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::arguments::ArgumentErrors;
use crate::{Content, FailureKind, McpRevision, Output};

/// The key of the notice in a result's metadata.
pub const NOTICE_KEY: &str = "toolcrib/notice";

/// The key of the description of a failure in a result's metadata: an object with its `kind` and
/// what belongs to it.
pub const FAILURE_KEY: &str = "toolcrib/failure";

/// The key of a remark in a result's metadata: the arguments came as a JSON string that held the
/// object, and were unwrapped.
pub const UNWRAPPED_KEY: &str = "toolcrib/arguments_unwrapped";

/// The key of a remark in a result's metadata: single arguments came as JSON strings that held the array or
/// the object that is taken there, and were unwrapped. An array of their paths, such as `items[2].tags`.
pub const UNWRAPPED_VALUES_KEY: &str = "toolcrib/values_unwrapped";

/// The key of the names that a search has found, in its result's metadata: an array of the names that
/// the tools have on the surface. [`Conversation::note`](crate::Conversation::note) loads them.
pub const FOUND_KEY: &str = "toolcrib/found";

/// The key of the digests of what a search has found, in the order of [`FOUND_KEY`]: what
/// [`Conversation::note`](crate::Conversation::note) tells a definition by that the model has not read.
pub const FOUND_SHA256_KEY: &str = "toolcrib/found_sha256";

/// What came of a call: always something that a model can read.
///
/// It serialises as MCP's `CallToolResult`: `content`, `structuredContent`, `isError`, `_meta`; in a form that
/// every revision takes, or with [`to_mcp`](Self::to_mcp) in that of one.
#[derive(Debug, Clone)]
pub struct Outcome {
    pub(crate) called: Cow<'static, str>,
    pub(crate) tool: Option<Cow<'static, str>>,
    pub(crate) executed: bool,
    pub(crate) failure: Option<FailureKind>,
    pub(crate) arguments: Option<Box<ArgumentErrors>>,
    pub(crate) output: Output,
}

impl Outcome {
    /// The name as it was called.
    #[must_use]
    pub fn called(&self) -> &str {
        &self.called
    }

    /// The canonical name of the tool that the call was for; `None` for a retired or unknown name.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// Whether the tool has run, be it to a good end or not.
    #[must_use]
    pub const fn executed(&self) -> bool {
        self.executed
    }

    /// Why it failed; `None` where it did not.
    #[must_use]
    pub const fn failure(&self) -> Option<FailureKind> {
        self.failure
    }

    /// Whether it succeeded.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        self.failure.is_none()
    }

    /// What is wrong with the arguments, where they do not fit.
    #[must_use]
    pub fn argument_errors(&self) -> Option<&ArgumentErrors> {
        self.arguments.as_deref()
    }

    /// The text for the model.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        self.output.as_text()
    }

    /// The parts for the model.
    pub fn content(&self) -> impl Iterator<Item = Cow<'_, Content>> {
        self.output.content()
    }

    /// The structured value, where the tool returned one.
    #[must_use]
    pub fn structured(&self) -> Option<&RawValue> {
        self.output.as_structured()
    }

    /// The metadata: for the host, not for the model.
    #[must_use]
    pub fn meta(&self) -> &[(Cow<'static, str>, Value)] {
        self.output.meta()
    }

    /// What a caller of a deprecated name is told.
    #[must_use]
    pub fn notice(&self) -> Option<&str> {
        let (_, notice) = self.meta().iter().find(|(key, _)| key == NOTICE_KEY)?;
        notice.as_str()
    }
}

impl Outcome {
    /// The outcome as a revision of MCP has it, to be serialised.
    ///
    /// ```
    /// use toolcrib::{Context, McpRevision, Registry, ToolCall, tool};
    ///
    /// /// List the files.
    /// #[tool(register = false)]
    /// fn list_files() -> Vec<&'static str> {
    ///     vec!["a.txt"]
    /// }
    ///
    /// let surface = Registry::builder().tool::<list_files>().build()?.surface().build()?;
    /// let call = ToolCall::new("list_files", "{}");
    /// let outcome = pollster::block_on(surface.call(call, &Context::new()));
    /// let text = |revision| toolcrib::serde_json::to_string(&outcome.to_mcp(revision)).unwrap();
    /// assert!(text(McpRevision::V2025_11_25).contains(r#""structuredContent":{"result":["a.txt"]}"#));
    /// assert!(text(McpRevision::V2026_07_28).contains(r#""structuredContent":["a.txt"]"#));
    /// # Ok::<(), toolcrib::BuildError>(())
    /// ```
    #[must_use]
    pub fn to_mcp(&self, revision: McpRevision) -> impl Serialize + '_ {
        InMcp { outcome: self, revision }
    }
}

struct InMcp<'a> {
    outcome: &'a Outcome,
    revision: McpRevision,
}

impl Serialize for InMcp<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { outcome, revision } = *self;
        let mut object = serializer.serialize_struct("Outcome", 4)?;
        outcome.output.serialize_fields::<S>(&mut object, revision)?;
        object.serialize_field("isError", &!outcome.is_success())?;
        object.end()
    }
}

impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_mcp(McpRevision::default()).serialize(serializer)
    }
}
