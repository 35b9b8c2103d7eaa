//! States, versions and replacements.

use proc_macro2::Span;
use quote::ToTokens;
use semver::Version;
use syn::{LitStr, Path};

use super::literal::string;
use super::names::name;
use crate::attr::{Item, Items};
use crate::ctxt::Ctxt;
use crate::item::Parsed;
use crate::model::{Alias, Name, Replacement, Retirement, State};
use crate::symbol::{LIFECYCLE, NOTE, REMOVE_IN, REPLACEMENT, STATES, did_you_mean};

pub(super) fn state(cx: &Ctxt, attr: &mut Items, since: Option<&LitStr>) -> Option<State> {
    let lifecycle = match attr.take(LIFECYCLE) {
        Some(item) => Some(item.string(cx)?),
        None if attr.has(LIFECYCLE) => return None,
        None => None,
    };
    let word = lifecycle.as_ref().map_or_else(|| "active".to_owned(), LitStr::value);
    let place = lifecycle.as_ref().map(LitStr::span);
    match &*word {
        "active" | "deferred" => {
            // Several of them are one mistake.
            let mut given = [REPLACEMENT, REMOVE_IN, NOTE].into_iter();
            if let Some(item) = given.find_map(|key| attr.take(key)) {
                let key = &item.key;
                let message = format!(
                    "`{key}` belongs to a name that goes away, and this one is {word}: \
                     write `lifecycle = \"deprecated\"`, or leave `{key}` out"
                );
                cx.error(item.span(), message);
            }
            Some(if word == "active" { State::Active } else { State::Deferred })
        }
        "hidden" | "deprecated" => {
            let replacement = attr.take(REPLACEMENT).map(|item| replacement(cx, item));
            let rest = retirement(cx, attr, since);
            match replacement {
                Some(replacement) if word == "hidden" => {
                    Some(State::Hidden { replacement: Some(replacement?), rest })
                }
                None if word == "hidden" => Some(State::Hidden { replacement: None, rest }),
                Some(replacement) => Some(State::Deprecated { replacement: replacement?, rest }),
                None => {
                    if !attr.has(REPLACEMENT) {
                        let message = "a deprecated tool needs `replacement = \"…\"`: \
                                       the caller is told what to use instead";
                        cx.error(place.unwrap_or_else(Span::call_site), message);
                    }
                    None
                }
            }
        }
        "removed" => {
            let message = "a removed tool has no implementation: delete it, and keep its name with \
                           `toolcrib::retired! { name = \"…\", since = \"…\" }`";
            cx.error(place.unwrap_or_else(Span::call_site), message);
            None
        }
        other => {
            let message = format!("unknown lifecycle `{other}`: {}", did_you_mean(other, STATES));
            cx.error(place.unwrap_or_else(Span::call_site), message);
            None
        }
    }
}

/// A name, or the path of a tool.
pub(crate) fn replacement(cx: &Ctxt, item: Item) -> Option<Replacement> {
    let value = item.value(cx)?;
    if let Some(text) = string(&value) {
        return name(cx, &text).map(|_| Replacement::Name(text));
    }
    if let Ok(path) = syn::parse2::<Path>(value.clone()) {
        return Some(Replacement::Path(path));
    }
    cx.error_at(value, "`replacement` must be a tool's name as a string literal, or its path");
    None
}

pub(super) fn retirement(cx: &Ctxt, attr: &mut Items, since: Option<&LitStr>) -> Retirement {
    let remove_in = attr.take(REMOVE_IN).and_then(|item| version(cx, item));
    if let Some(remove_in) = &remove_in {
        check_removal(cx, remove_in, since);
    }
    let note = attr.words(cx, NOTE);
    Retirement { remove_in, note }
}

/// A literal that is a version.
pub(crate) fn version(cx: &Ctxt, item: Item) -> Option<LitStr> {
    let text = item.string(cx)?;
    match Version::parse(&text.value()) {
        Ok(_) => Some(text),
        Err(_) => {
            let message = format!("`{}` is no version: write it as `1.2.3`", text.value());
            cx.error(text.span(), message);
            None
        }
    }
}

fn check_removal(cx: &Ctxt, remove_in: &LitStr, since: Option<&LitStr>) {
    let Ok(planned) = Version::parse(&remove_in.value()) else {
        return;
    };
    if let Some(since) = since.and_then(|since| Version::parse(&since.value()).ok())
        && planned <= since
    {
        let message = format!("`remove_in` must come after `since`, which is {since}");
        cx.error(remove_in.span(), message);
        return;
    }
    let current = std::env::var("CARGO_PKG_VERSION").ok().and_then(|v| Version::parse(&v).ok());
    if let Some(current) = current.filter(|current| planned <= *current) {
        let message = format!(
            "this was to be removed in {planned}, and the crate is at {current}: delete it and \
             keep its name with `toolcrib::retired!`, or put `remove_in` off"
        );
        cx.error(remove_in.span(), message);
    }
}

pub(super) fn check_self_replacement(
    cx: &Ctxt,
    state: Option<&State>,
    own: Option<&Name>,
    aliases: &[Alias],
    parsed: &Parsed,
) {
    let Some(
        State::Deprecated { replacement, .. }
        | State::Hidden { replacement: Some(replacement), .. },
    ) = state
    else {
        return;
    };
    match replacement {
        Replacement::Name(text) => {
            let mut names = own.into_iter().chain(aliases.iter().map(|alias| &alias.name));
            if names.any(|name| name.text == text.value()) {
                cx.error(text.span(), "a tool cannot replace itself: name another tool");
            }
        }
        Replacement::Path(path) => {
            let itself = match parsed {
                Parsed::Function(function) => {
                    let mut segments = path.segments.iter().skip_while(|one| one.ident == "self");
                    let first = segments.next().is_some_and(|one| one.ident == function.ident);
                    first && segments.next().is_none()
                }
                Parsed::Impl(imp) => {
                    path.to_token_stream().to_string() == imp.ty.to_token_stream().to_string()
                }
            };
            if itself {
                cx.error_at(path, "a tool cannot replace itself: name another tool");
            }
        }
    }
}
