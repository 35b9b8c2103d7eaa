//! Functions: what each parameter is, and what its attributes say.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, GenericArgument, LitStr, Meta, PathArguments, Type, TypeParamBound, TypePath,
    TypeReference,
};

use super::literal::to_json;
use crate::attr::Items;
use crate::ctxt::Ctxt;
use crate::item::{ParsedFunction, ParsedParam, docs};
use crate::lent::lent;
use crate::model::{Alias, Default, Field, Function, Param, Role};
use crate::symbol::{ARG_KEYS, DEFAULT, NAME};

pub(super) fn check_function(
    cx: &Ctxt,
    function: ParsedFunction,
    aliases: &[Alias],
) -> Option<Function> {
    let tokens = function.tokens();
    let ParsedFunction { vis, ident, is_async, params, rest, output, .. } = function;
    if let Some(rest) = rest {
        let message = "a tool has as many arguments as its schema: for any number of them, take a \
                       `Vec<..>`";
        cx.error_at(rest, message);
    }
    let returned = check_output(cx, output.as_ref(), &ident, is_async);
    let output = output.as_ref().map_or_else(|| ident.span(), Spanned::span);
    let checked: Vec<_> = params.into_iter().map(|param| check_param(cx, param)).collect();
    let params: Vec<Param> = checked.into_iter().collect::<Option<_>>()?;
    check_fields(cx, &params, aliases);
    returned?;
    Some(Function { tokens, vis, ident, is_async, params, output })
}

/// What is returned is there when the tool returns, and is the tool's own.
fn check_output(cx: &Ctxt, output: Option<&Type>, name: &Ident, is_async: bool) -> Option<()> {
    let Some(output) = output else { return Some(()) };
    if is_future(output) {
        let instead = if is_async {
            "await it in the body".to_owned()
        } else {
            format!("write `async fn {name}`")
        };
        cx.error_at(output, format!("a tool returns what its future yields: {instead}"));
        return None;
    }
    if let Some(lent) = lent(output) {
        let message = "what a tool returns is kept after its arguments are gone, so that it cannot \
                       be lent: return a value, such as `String`";
        cx.error_at(lent, message);
        return None;
    }
    Some(())
}

/// Whether a type is a future, as it is written.
fn is_future(ty: &Type) -> bool {
    let is_bound = |bound: &TypeParamBound| {
        matches!(bound, TypeParamBound::Trait(bound)
            if bound.path.segments.last().is_some_and(|last| last.ident == "Future"))
    };
    match ty {
        Type::Group(group) => is_future(&group.elem),
        Type::Paren(paren) => is_future(&paren.elem),
        Type::ImplTrait(future) => future.bounds.iter().any(is_bound),
        Type::TraitObject(future) => future.bounds.iter().any(is_bound),
        _ => last_segment(ty).is_some_and(|last| match &*last.ident.to_string() {
            "BoxFuture" | "LocalBoxFuture" => true,
            "Pin" | "Box" => only_type(&last.arguments).is_some_and(|inner| is_future(&inner)),
            _ => false,
        }),
    }
}

/// Fields have different names, there is one `Args` or there are fields, and aliases set fields.
fn check_fields(cx: &Ctxt, params: &[Param], aliases: &[Alias]) {
    let fields: Vec<_> = params
        .iter()
        .filter_map(|param| match &param.role {
            Role::Field(field) => Some(&field.name),
            _ => None,
        })
        .collect();
    for (at, name) in fields.iter().enumerate() {
        if fields[..at].iter().any(|earlier| earlier.value() == name.value()) {
            cx.error(name.span(), format!("two arguments are called `{}`", name.value()));
        }
    }
    let mut whole = params.iter().filter(|param| matches!(param.role, Role::Args(_)));
    if let Some(args) = whole.next() {
        if let Some(second) = whole.next() {
            cx.error_at(&second.ty, "a tool takes one `Args<..>`: it holds all arguments");
        } else if !fields.is_empty() {
            let message = "`Args<..>` holds all arguments: move the other parameters into it";
            cx.error_at(&args.ty, message);
        }
        return;
    }
    let expected = || {
        let names: Vec<_> = fields.iter().map(|name| format!("`{}`", name.value())).collect();
        if names.is_empty() { "it has none".into() } else { format!("it has {}", names.join(", ")) }
    };
    for alias in aliases.iter().filter(|alias| alias.adapter.adapt.is_none()) {
        let set = alias.adapter.set.iter().map(|(key, _)| key);
        for key in set.chain(alias.adapter.rename.iter().map(|(_, new)| new)) {
            if !fields.iter().any(|name| name.value() == key.value()) {
                let message = format!("the tool has no argument `{}`; {}", key.value(), expected());
                cx.error(key.span(), message);
            }
        }
    }
}

fn check_param(cx: &Ctxt, param: ParsedParam) -> Option<Param> {
    let ParsedParam { attrs, pattern, ty } = param;
    let marked = |word| attrs.iter().find(|attr| attr.path().is_ident(word));
    let arg = marked("arg");
    check_attributes(cx, &attrs);
    let role = match (marked("state"), marked("context")) {
        (Some(_), Some(context)) => {
            cx.error_at(context, "a parameter is `#[state]` or `#[context]`, not both");
            return None;
        }
        (Some(_), None) => Role::State,
        (None, Some(_)) => Role::Context,
        (None, None) => recognise(&ty),
    };
    if let (Role::Context, Type::Reference(TypeReference { mutability: Some(_), .. })) =
        (&role, &ty)
    {
        cx.error_at(&ty, "the context is shared: write `&Context`");
    }
    if let (Some(arg), true) = (arg, !matches!(role, Role::Field(_))) {
        cx.error_at(arg, "`#[arg(..)]` belongs to a parameter that the model fills in");
    }
    if let Role::Args(inner) = &role
        && let Some(lent) = lent(inner)
    {
        let message = "arguments that are taken as one own what they hold: write `String` in them, \
                       or take parameters, where `&str` and `Cow<'_, str>` can be lent";
        cx.error_at(lent, message);
        return None;
    }
    let role = match role {
        Role::Field(_) => Role::Field(check_field(cx, &attrs, arg, &pattern, &ty)?),
        other => other,
    };
    Some(Param { ty, role })
}

/// What stands on a parameter is ours, said once, and in our words.
fn check_attributes(cx: &Ctxt, attrs: &[Attribute]) {
    for (at, attr) in attrs.iter().enumerate() {
        let Some(word) = attr.path().get_ident().map(Ident::to_string) else {
            continue;
        };
        let again = attrs[..at].iter().any(|earlier| earlier.path().is_ident(&word));
        match &*word {
            "cfg" | "cfg_attr" => {
                cx.error_at(
                    attr,
                    format!("an argument cannot depend on `{word}`: put it on the function"),
                );
            }
            "serde" | "schemars" => {
                let message = format!(
                    "`#[{word}(..)]` belongs to a struct's fields: a parameter takes \
                     `#[arg(default = …)]`, `#[arg(name = \"…\")]` and a doc comment"
                );
                cx.error_at(attr, message);
            }
            "arg" if again => {
                cx.error_at(attr, "`#[arg(..)]` is given twice: write all of it in one");
            }
            "state" | "context" if again => {
                cx.error_at(attr, format!("`#[{word}]` is given twice"));
            }
            "state" | "context" if !matches!(attr.meta, Meta::Path(_)) => {
                cx.error_at(attr, format!("expected `#[{word}]` alone"));
            }
            _ => {}
        }
    }
}

/// What a parameter is, by the spelling of its type.
fn recognise(ty: &Type) -> Role {
    let field = || {
        let name = LitStr::new("", Span::call_site());
        Role::Field(Field { name, description: TokenStream::new(), is_str: false, default: None })
    };
    match ty {
        Type::Group(group) => recognise(&group.elem),
        Type::Reference(reference)
            if last_segment(&reference.elem).is_some_and(|s| s.ident == "Context") =>
        {
            Role::Context
        }
        _ => match last_segment(ty) {
            Some(segment) => match (&*segment.ident.to_string(), only_type(&segment.arguments)) {
                ("State", Some(_)) => Role::State,
                ("Args", Some(inner)) => Role::Args(Box::new(inner)),
                _ => field(),
            },
            None => field(),
        },
    }
}

fn last_segment(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        _ => None,
    }
}

fn only_type(arguments: &PathArguments) -> Option<Type> {
    let PathArguments::AngleBracketed(list) = arguments else {
        return None;
    };
    let mut list = list.args.iter();
    match (list.next(), list.next()) {
        (Some(GenericArgument::Type(ty)), None) => Some(ty.clone()),
        _ => None,
    }
}

fn check_field(
    cx: &Ctxt,
    attrs: &[Attribute],
    arg: Option<&Attribute>,
    pattern: &TokenStream,
    ty: &Type,
) -> Option<Field> {
    let (given_name, default) = arg.map(|arg| check_arg(cx, arg)).unwrap_or_default();
    let is_str = is_text(ty);
    if let Some(why) = bad_argument(ty).filter(|_| !is_str) {
        cx.error_at(ty, why);
        return None;
    }
    let name = match (given_name, param_ident(pattern)) {
        (Some(name), _) => name,
        (None, Some(ident)) => {
            let name = LitStr::new(&ident.unraw().to_string(), ident.span());
            check_argument_name(cx, &name);
            name
        }
        (None, None) => {
            let message = "an argument needs a name: write `name: Type`, or add \
                           `#[arg(name = \"…\")]`";
            cx.error_at(pattern, message);
            return None;
        }
    };
    let description = docs(attrs).unwrap_or_else(|| quote!(""));
    Some(Field { name, description, is_str, default })
}

/// Whether a type is `&str`.
fn is_text(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_text(&group.elem),
        Type::Reference(TypeReference { elem, mutability: None, lifetime, .. }) => {
            let lent = lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static");
            lent && last_segment(elem).is_some_and(|last| last.ident == "str")
        }
        _ => false,
    }
}

/// Why a value of this type cannot be read from JSON, where the spelling tells.
fn bad_argument(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Group(group) => bad_argument(&group.elem),
        Type::Reference(reference) => {
            let lent = last_segment(&reference.elem).map(|last| last.ident.to_string());
            Some(match lent.as_deref() {
                Some("State") => "state is taken by value, which costs little: write `State<..>`",
                Some("Args") => "the arguments are the tool's own: write `Args<..>`",
                _ => {
                    "an argument is read from JSON, so that it cannot be lent: take the value, or \
                     `&str`"
                }
            })
        }
        Type::Path(_) if holds(ty, "State") => Some(
            "state is there for every call, or `build()` refuses the registry: write `State<..>`; \
             what may be missing is read from the context: `cx.get::<T>()`",
        ),
        Type::Path(_) if holds(ty, "Args") => {
            Some("the arguments of a call are always an object: write `Args<..>`")
        }
        Type::ImplTrait(_) => Some("an argument needs a type that can be named: write it out"),
        Type::Path(path) if is_context(path) => {
            Some("the context is lent to a tool: write `&Context`")
        }
        _ if has_reference(ty.to_token_stream()) => Some(
            "a reference inside of an argument cannot be read from JSON with escapes in it: \
             write `String`, or `Cow<'_, str>`",
        ),
        _ => None,
    }
}

/// Whether a type is an option, a reference or a pointer to what has this name.
fn holds(ty: &Type, name: &str) -> bool {
    let Some(last) = last_segment(ty) else { return false };
    let inner = only_type(&last.arguments);
    let is_around = ["Option", "Arc", "Box", "Rc"].iter().any(|around| last.ident == around);
    is_around
        && inner.is_some_and(|inner| {
            let named = last_segment(&inner)
                .is_some_and(|inner| inner.ident == name && only_type(&inner.arguments).is_some());
            named || holds(&inner, name)
        })
}

/// Whether a type is `Context<'_>`: a type of the author's own has no lifetime.
fn is_context(path: &TypePath) -> bool {
    path.path.segments.last().is_some_and(|last| {
        last.ident == "Context"
            && matches!(&last.arguments, PathArguments::AngleBracketed(list)
                if matches!(list.args.first(), Some(GenericArgument::Lifetime(_))))
    })
}

fn has_reference(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => punct.as_char() == '&',
        TokenTree::Group(group) => has_reference(group.stream()),
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    })
}

fn check_argument_name(cx: &Ctxt, name: &LitStr) {
    let text = name.value();
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    // Anthropic refuses the whole request otherwise.
    if text.is_empty() || text.len() > 64 || !text.chars().all(fits) {
        let message = "an argument's name is made of 1 to 64 letters, digits, `_`, `.` and `-`: \
                       give it such a one by `#[arg(name = \"…\")]`";
        cx.error(name.span(), message);
    }
}

/// The name in `name` or `mut name`.
fn param_ident(pattern: &TokenStream) -> Option<Ident> {
    let mut tokens = pattern.clone().into_iter().filter_map(|token| match token {
        TokenTree::Ident(ident) if ident == "mut" => None,
        // A macro's `$name:ident` may come wrapped.
        TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::None => {
            Some(syn::parse2::<Ident>(group.stream()).ok())
        }
        TokenTree::Ident(ident) => Some(Some(ident)),
        _ => Some(None),
    });
    match (tokens.next(), tokens.next()) {
        (Some(Some(ident)), None) if ident != "_" => Some(ident),
        _ => None,
    }
}

fn check_arg(cx: &Ctxt, arg: &Attribute) -> (Option<LitStr>, Option<Default>) {
    let Meta::List(list) = &arg.meta else {
        cx.error_at(arg, "expected `#[arg(default = …)]` or `#[arg(name = \"…\")]`");
        return (None, None);
    };
    let mut attr = Items::parse(cx, list.tokens.clone(), &ARG_KEYS);
    let name = attr.string(cx, NAME);
    if let Some(name) = &name {
        check_argument_name(cx, name);
    }
    let default = attr.take(DEFAULT).and_then(|item| {
        if item.stands_alone() {
            return Some(Default { value: None, json: None });
        }
        let value = item.value(cx)?;
        Some(Default { json: to_json(&value), value: Some(value) })
    });
    (name, default)
}
