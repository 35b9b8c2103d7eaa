//! What an expansion is made from, once everything has been checked. Nothing here can be wrong.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{Attribute, LitStr, Path, Type, Visibility, WhereClause};

/// A tool.
pub(crate) struct Tool {
    /// The way to `toolcrib`.
    pub(crate) krate: TokenStream,
    pub(crate) name: Name,
    /// An expression of type `&'static str`.
    pub(crate) description: TokenStream,
    pub(crate) title: Option<LitStr>,
    pub(crate) state: State,
    pub(crate) since: Option<LitStr>,
    pub(crate) aliases: Vec<Alias>,
    pub(crate) annotations: [Option<bool>; 5],
    pub(crate) tags: Vec<LitStr>,
    pub(crate) register: bool,
    /// The `cfg` attributes of the item, for everything that is made from it.
    pub(crate) cfgs: Vec<Attribute>,
}

/// A name and where it is written.
#[derive(Clone)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// The state of a name, with what it needs.
pub(crate) enum State {
    Active,
    Deferred,
    Hidden { replacement: Option<Replacement>, rest: Retirement },
    Deprecated { replacement: Replacement, rest: Retirement },
}

/// What is known of a name that goes away.
#[derive(Default)]
pub(crate) struct Retirement {
    pub(crate) remove_in: Option<LitStr>,
    pub(crate) note: Option<LitStr>,
}

/// What to use instead.
#[derive(Clone)]
pub(crate) enum Replacement {
    /// A name, which is looked up when the registry is built.
    Name(LitStr),
    /// A path, which the compiler looks up.
    Path(Path),
}

/// Another name of the tool.
pub(crate) struct Alias {
    pub(crate) name: Name,
    pub(crate) deprecated: bool,
    pub(crate) since: Option<LitStr>,
    pub(crate) rest: Retirement,
    pub(crate) adapter: Adapter,
}

/// How the arguments of an old call become those of the tool.
#[derive(Default)]
pub(crate) struct Adapter {
    /// Keys, and values as JSON text.
    pub(crate) set: Vec<(LitStr, String)>,
    /// Old keys and new ones.
    pub(crate) rename: Vec<(LitStr, LitStr)>,
    pub(crate) adapt: Option<Path>,
}

/// The item that carries the attribute.
pub(crate) enum Item {
    Function(Function),
    Impl(Box<Impl>),
}

/// A function.
pub(crate) struct Function {
    /// The item as it stays: without the attributes that are ours.
    pub(crate) tokens: TokenStream,
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) is_async: bool,
    pub(crate) params: Vec<Param>,
    /// Where the return type stands.
    pub(crate) output: Span,
}

/// A parameter of a function.
pub(crate) struct Param {
    pub(crate) ty: Type,
    pub(crate) role: Role,
}

/// What a parameter is filled with.
pub(crate) enum Role {
    /// A field of the arguments.
    Field(Field),
    /// All arguments, as the type inside `Args<..>`.
    Args(Box<Type>),
    /// A value of the registry's state.
    State,
    /// The context.
    Context,
}

/// A parameter that is a field of the arguments.
pub(crate) struct Field {
    pub(crate) name: LitStr,
    pub(crate) description: TokenStream,
    /// Taken as `&str`.
    pub(crate) is_str: bool,
    pub(crate) default: Option<Default>,
}

/// What stands in for a missing value.
pub(crate) struct Default {
    /// The expression; the type's own default where there is none.
    pub(crate) value: Option<TokenStream>,
    /// The same as JSON, where it is a literal.
    pub(crate) json: Option<String>,
}

/// An implementation of `Tool`.
pub(crate) struct Impl {
    /// Up to the type.
    pub(crate) head: TokenStream,
    pub(crate) ty: Type,
    pub(crate) bounds: Option<WhereClause>,
    /// Between the braces.
    pub(crate) body: TokenStream,
    pub(crate) from_state: bool,
}
