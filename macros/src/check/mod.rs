//! From what is written to what is meant: every rule of the attribute, each mistake reported at the
//! word that makes it.

mod alias;
mod function;
mod lifecycle;
mod literal;
mod names;
mod texts;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Attribute, Type};

use self::alias::alias;
use self::function::check_function;
use self::lifecycle::{check_self_replacement, state};
pub(crate) use self::lifecycle::{replacement, version};
pub(crate) use self::names::old_name;
use self::names::{check_names, derived_name, name};
use self::texts::{annotations, description, tags};
use crate::attr::Items;
use crate::ctxt::Ctxt;
use crate::item::{Parsed, ParsedImpl, is_tool};
use crate::model::{Impl, Item, Tool};
use crate::seen::check_seen;
use crate::symbol::{ALIAS, CRATE, FROM_STATE, NAME, REGISTER, SINCE, TAGS, TITLE};

/// Checks a tool. What it returns is only used where `cx` has no errors.
pub(crate) fn check(
    cx: &Ctxt,
    mut attr: Items,
    parsed: Parsed,
    krate: TokenStream,
) -> Option<(Tool, Item)> {
    let derived = match &parsed {
        Parsed::Function(function) => Some(function.ident.clone()),
        Parsed::Impl(imp) => type_ident(&imp.ty),
    };
    // `rustc` has removed the attribute that is being expanded: another one is a second.
    for second in parsed.attrs().iter().filter(|attr| is_tool(attr)) {
        cx.error_at(second, "`#[tool]` is given twice: one item is one tool");
    }
    let name = match attr.take(NAME) {
        Some(item) => item.string(cx).and_then(|text| name(cx, &text)),
        None if attr.has(NAME) => None,
        None => derived_name(cx, derived.as_ref(), &parsed),
    };
    let place = derived.as_ref().map_or_else(Span::call_site, Ident::span);
    let description = description(cx, &mut attr, parsed.attrs(), place);
    let title = attr.words(cx, TITLE);
    let register = attr.take(REGISTER).and_then(|item| item.flag(cx)).unwrap_or(true);
    attr.take(CRATE);
    let annotations = annotations(cx, &mut attr);
    let tags = attr.take(TAGS).map(|item| tags(cx, item)).unwrap_or_default();

    let mut aliases = Vec::new();
    while let Some(item) = attr.take(ALIAS) {
        aliases.extend(alias(cx, item));
    }
    check_names(cx, name.as_ref(), &aliases);
    let since = attr.take(SINCE).and_then(|item| version(cx, item));
    let state = state(cx, &mut attr, since.as_ref());
    check_self_replacement(cx, state.as_ref(), name.as_ref(), &aliases, &parsed);

    // Under a `cfg`, there may be another one in its place.
    let depends =
        |attr: &Attribute| ["cfg", "cfg_attr"].iter().any(|word| attr.path().is_ident(word));
    if register && !parsed.attrs().iter().any(depends) {
        check_seen(cx, name.as_ref(), &aliases);
    }
    let cfgs = parsed.attrs().iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect();
    let item = match parsed {
        Parsed::Function(function) => {
            if let Some(item) = attr.take(FROM_STATE) {
                cx.error(
                    item.span(),
                    "a function has no value of its own: take a `State<T>` parameter",
                );
            }
            Item::Function(check_function(cx, *function, &aliases)?)
        }
        Parsed::Impl(imp) => {
            let ParsedImpl { attrs, head, unsafety, ty, lent, bounds, body } = *imp;
            if let Some(word) = unsafety {
                cx.error_at(word, "`Tool` is a safe trait: write `impl Tool for Type`");
            }
            if let Some(lent) = lent {
                let message = "a tool lives as long as the program: a type that borrows cannot be \
                               one; let it own what it holds, as in an `Arc`";
                cx.error_at(lent, message);
            }
            let from_state = attr.take(FROM_STATE).and_then(|item| item.flag(cx)).unwrap_or(false);
            Item::Impl(Box::new(Impl {
                head: quote!(#(#attrs)* #head),
                ty,
                bounds,
                body,
                from_state,
            }))
        }
    };
    let tool = Tool {
        krate,
        name: name?,
        description,
        title,
        state: state?,
        since,
        aliases,
        annotations,
        tags,
        register,
        cfgs,
    };
    Some((tool, item))
}

fn type_ident(ty: &Type) -> Option<Ident> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
        Type::Group(group) => type_ident(&group.elem),
        _ => None,
    }
}
