//! The static record of one declared tool: what the attribute writes, and nothing computed.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::arguments::ArgumentErrors;
use crate::arguments::{probe, root};
use crate::context::States;
use crate::text::tidy;
use crate::{Context, Lifecycle, Origin, Output, ToolCall, ToolError};

/// One declared tool, as `#[tool]` writes it down.
///
/// It is plain static data. What a model may see of it is only its [`Definition`](crate::Definition).
pub struct Entry {
    #[doc(hidden)]
    pub name: &'static str,
    #[doc(hidden)]
    pub description: &'static str,
    #[doc(hidden)]
    pub title: Option<&'static str>,
    #[doc(hidden)]
    pub lifecycle: Lifecycle,
    #[doc(hidden)]
    pub since: Option<&'static str>,
    #[doc(hidden)]
    pub aliases: &'static [Alias],
    #[doc(hidden)]
    pub annotations: Annotations,
    #[doc(hidden)]
    pub tags: &'static [&'static str],
    #[doc(hidden)]
    pub origin: Origin,
    #[doc(hidden)]
    pub schema: SchemaSource,
    #[doc(hidden)]
    pub states: &'static [StateType],
    #[doc(hidden)]
    pub instance: Instance,
    #[doc(hidden)]
    pub run: Run,
}

impl Entry {
    /// What an entry holds where the attribute says nothing.
    #[doc(hidden)]
    pub const BASE: Self = Self {
        name: "",
        description: "",
        title: None,
        lifecycle: Lifecycle::Active,
        since: None,
        aliases: &[],
        annotations: Annotations::UNSAID,
        tags: &[],
        origin: Origin::new("", "", 0, 0),
        schema: SchemaSource::Fields(&[]),
        states: &[],
        instance: Instance::Function,
        run: |_| Call::Ready(Ok(Output::empty())),
    };

    /// The canonical name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// What the model reads about the tool: without byte order marks and shared indentation, and
    /// with `\n` between lines, wherever it comes from.
    #[must_use]
    pub fn description(&self) -> Cow<'static, str> {
        tidy(self.description)
    }

    /// A name for people, where one is given.
    #[must_use]
    pub const fn title(&self) -> Option<&'static str> {
        self.title
    }

    /// The state of the canonical name.
    #[must_use]
    pub const fn lifecycle(&self) -> Lifecycle {
        self.lifecycle
    }

    /// The version in which the name entered its state.
    #[must_use]
    pub const fn since(&self) -> Option<&'static str> {
        self.since
    }

    /// The other names.
    #[must_use]
    pub const fn aliases(&self) -> &'static [Alias] {
        self.aliases
    }

    /// What the author says of the tool's effects.
    #[must_use]
    pub const fn annotations(&self) -> Annotations {
        self.annotations
    }

    /// The author's tags.
    #[must_use]
    pub const fn tags(&self) -> &'static [&'static str] {
        self.tags
    }

    /// Where the tool is declared.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("name", &self.name)
            .field("lifecycle", &self.lifecycle)
            .field("aliases", &self.aliases)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

/// Another name of a tool: hidden or deprecated, never active.
pub struct Alias {
    #[doc(hidden)]
    pub name: &'static str,
    #[doc(hidden)]
    pub lifecycle: Lifecycle,
    #[doc(hidden)]
    pub since: Option<&'static str>,
    #[doc(hidden)]
    pub adapter: Adapter,
}

impl Alias {
    /// The name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its state: hidden or deprecated.
    #[must_use]
    pub const fn lifecycle(&self) -> Lifecycle {
        self.lifecycle
    }

    /// The version in which the name entered its state.
    #[must_use]
    pub const fn since(&self) -> Option<&'static str> {
        self.since
    }
}

impl fmt::Debug for Alias {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Alias")
            .field("name", &self.name)
            .field("lifecycle", &self.lifecycle)
            .finish_non_exhaustive()
    }
}

/// How the arguments of a call by an old name become those of the tool.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Adapter {
    /// Arguments that the old name stands for: the key, and its value as JSON text.
    pub set: &'static [(&'static str, &'static str)],
    /// Arguments that had another name: the old one and the new one.
    pub rename: &'static [(&'static str, &'static str)],
    /// Anything else.
    pub adapt: Option<AdaptFn>,
}

/// A function that rewrites the arguments of a call by an old name.
#[doc(hidden)]
pub type AdaptFn = fn(&mut Map<String, Value>) -> Result<(), ToolError>;

impl Adapter {
    /// Leaves the arguments as they are.
    pub const NONE: Self = Self { set: &[], rename: &[], adapt: None };

    pub(crate) fn is_none(&self) -> bool {
        self.set.is_empty() && self.rename.is_empty() && self.adapt.is_none()
    }
}

/// A retired name: no handler, kept for ever, never used again.
///
/// [`retired!`](crate::retired) declares one where it can be collected; this is the same for
/// explicit lists.
///
/// ```
/// use toolcrib::Tombstone;
///
/// let gone = Tombstone::new("python_eval", "3.0.21")
///     .replacement("bash")
///     .hint("run Python through bash: python3 -c '…'");
/// assert_eq!(gone.name(), "python_eval");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tombstone {
    name: &'static str,
    since: &'static str,
    replacement: Option<&'static str>,
    hint: Option<&'static str>,
    origin: Origin,
}

impl Tombstone {
    /// The name, and the version that no longer has it. The name can be whatever was called; see
    /// [`check_old_name`](crate::check_old_name), which the registry asks when it is built.
    #[track_caller]
    #[must_use]
    pub const fn new(name: &'static str, since: &'static str) -> Self {
        Self { name, since, replacement: None, hint: None, origin: Origin::here("") }
    }

    /// The tool to use instead: an active or deferred one.
    #[must_use]
    pub const fn replacement(mut self, tool: &'static str) -> Self {
        self.replacement = Some(tool);
        self
    }

    /// How to get the same done, in words.
    #[must_use]
    pub const fn hint(mut self, hint: &'static str) -> Self {
        self.hint = Some(hint);
        self
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn at(mut self, origin: Origin) -> Self {
        self.origin = origin;
        self
    }

    /// The retired name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The version that no longer has it.
    #[must_use]
    pub const fn since(&self) -> &'static str {
        self.since
    }

    /// Where it is declared.
    #[must_use]
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// Its state, with what to use instead.
    #[must_use]
    pub const fn lifecycle(&self) -> Lifecycle {
        Lifecycle::Removed { replacement: self.replacement, hint: self.hint }
    }
}

/// What the author says of a tool's effects; `None` where nothing is said.
///
/// The terms are those of MCP's tool annotations; `parallel_safe` is ours. They are for hosts and
/// never part of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Annotations {
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// What it changes may be lost.
    pub destructive: Option<bool>,
    /// Calling it twice does what calling it once does.
    pub idempotent: Option<bool>,
    /// It reaches out to an open world, such as the web.
    pub open_world: Option<bool>,
    /// Several calls may run at the same time.
    pub parallel_safe: Option<bool>,
}

impl Annotations {
    #[doc(hidden)]
    pub const UNSAID: Self = Self {
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        parallel_safe: None,
    };

    #[doc(hidden)]
    #[must_use]
    pub const fn new(said: [Option<bool>; 5]) -> Self {
        let [read_only, destructive, idempotent, open_world, parallel_safe] = said;
        Self { read_only, destructive, idempotent, open_world, parallel_safe }
    }
}

/// Where a tool's input schema comes from.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum SchemaSource {
    /// The parameters of a function.
    Fields(&'static [Field]),
    /// One type for all arguments.
    Type(&'static ArgumentsType),
}

/// One parameter of a function tool.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Field {
    /// The key in the arguments.
    pub name: &'static str,
    /// Its doc comment; empty where it has none.
    pub description: &'static str,
    /// Its type.
    pub ty: &'static ArgumentType,
    /// What stands in for a missing value.
    pub default: Option<FieldDefault>,
}

/// What stands in for a missing value, as far as a schema can show it.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum FieldDefault {
    /// A literal, as JSON.
    Literal(&'static str),
    /// What an expression yields, where that can be written as JSON.
    Made(fn() -> Option<Value>),
}

impl Field {
    /// One without a default.
    #[must_use]
    pub const fn new(
        name: &'static str,
        description: &'static str,
        ty: &'static ArgumentType,
    ) -> Self {
        Self { name, description, ty, default: None }
    }
}

/// What we need to know of the type of one argument. Each function here is made for each such type,
/// so that there are no more of them than needed.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct ArgumentType {
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
    pub(crate) optional: fn() -> bool,
}

impl ArgumentType {
    /// What we need to know of `T`.
    #[must_use]
    pub const fn of<T: Deserialize<'static> + JsonSchema>() -> Self {
        Self { schema: SchemaGenerator::subschema_for::<T>, optional: probe::is_optional::<T> }
    }
}

/// What we need to know of a type that holds all arguments.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct ArgumentsType {
    pub(crate) schema: fn(&mut SchemaGenerator) -> Schema,
    pub(crate) fields: fn() -> Option<&'static [&'static str]>,
    pub(crate) read: fn(&'static str) -> Result<(), serde_json::Error>,
    pub(crate) name: fn() -> &'static str,
}

impl ArgumentsType {
    /// What we need to know of `T`.
    #[must_use]
    pub const fn of<T: Deserialize<'static> + JsonSchema>() -> Self {
        Self {
            schema: SchemaGenerator::subschema_for::<T>,
            fields: probe::struct_fields::<T>,
            read: |text| root::read::<T>(text).map(drop),
            name: std::any::type_name::<T>,
        }
    }
}

/// What a parameter of a function tool can be: read from JSON, and described by a schema.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "this type is not both `Deserialize` and `JsonSchema`",
    note = "derive both for it and for all that it holds: write `#[toolcrib::arguments]` on it",
    note = "what the model does not fill in is taken as `State<..>` or `&Context`; where these types \
            have another name, mark the parameter with `#[state]` or `#[context]`"
)]
pub trait Argument {
    /// What we need to know of it.
    const TYPE: ArgumentType;
    /// The same where it holds all arguments.
    const WHOLE: ArgumentsType;
}

#[diagnostic::do_not_recommend]
impl<T: Deserialize<'static> + JsonSchema> Argument for T {
    const TYPE: ArgumentType = ArgumentType::of::<T>();
    const WHOLE: ArgumentsType = ArgumentsType::of::<T>();
}

/// A type of which the registry must hold a value.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct StateType {
    /// The value among those of a registry: an `Arc` of it.
    pub(crate) find: fn(&States) -> Option<Shared>,
    pub(crate) name: fn() -> &'static str,
}

impl StateType {
    /// The requirement of a `T`.
    #[must_use]
    pub const fn of<T: ?Sized + Send + Sync + 'static>() -> Self {
        Self { find: States::instance::<T>, name: std::any::type_name::<T> }
    }
}

/// A value that a registry holds for a tool.
pub(crate) type Shared = Arc<dyn Any + Send + Sync>;

/// Where the value comes from that a tool runs on.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Instance {
    /// A function has none.
    Function,
    /// The registry makes one when it is built.
    Default(fn() -> Shared),
    /// The registry's state holds it, in the form that the function takes it from.
    State(&'static StateType, fn(&Shared) -> Option<Shared>),
}

/// Everything that one run of a tool gets.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Invocation<'a> {
    /// The arguments, a JSON text.
    pub arguments: &'a str,
    /// The value that the tool runs on.
    pub instance: Option<&'a Shared>,
    /// What the host gives along.
    pub cx: &'a Context<'a>,
}

/// A run of a tool: refused, done, or under way.
#[doc(hidden)]
pub enum Call<'a> {
    /// The arguments do not fit: nothing has run.
    Refused(Box<ArgumentErrors>),
    /// A function that is not async has run.
    Ready(Result<Output, ToolError>),
    /// Another tool is to run in its place.
    Forward(Target<'a>),
    /// To be awaited.
    Pending(Pin<Box<dyn Future<Output = Result<Output, ToolError>> + Send + 'a>>),
}

/// A tool by its name, and arguments for it.
#[derive(Debug, Clone)]
pub struct Target<'a> {
    /// The name.
    pub name: Cow<'a, str>,
    /// The arguments, as a JSON text.
    pub arguments: Cow<'a, str>,
}

impl Target<'_> {
    /// A call of it.
    #[must_use]
    pub fn call<'t>(&'t self, id: &'t str) -> ToolCall<'t> {
        ToolCall { id, name: &self.name, arguments: &self.arguments }
    }
}

/// The one function pointer of a tool.
pub(crate) type Run = for<'a> fn(Invocation<'a>) -> Call<'a>;
