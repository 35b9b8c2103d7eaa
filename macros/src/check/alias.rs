//! Other names of a tool, and how the arguments of their calls become the tool's.

use proc_macro2::{TokenStream, TokenTree};
use syn::LitStr;
use syn::ext::IdentExt;

use super::lifecycle::{retirement, version};
use super::literal::json_literal;
use super::names::old_name;
use crate::attr::{Item, Items, parse, split};
use crate::ctxt::Ctxt;
use crate::model::{Adapter, Alias};
use crate::symbol::{ADAPT, ALIAS_KEYS, LIFECYCLE, NAME, RENAME, SET, SINCE, did_you_mean};

pub(super) fn alias(cx: &Ctxt, item: Item) -> Option<Alias> {
    let place = item.span();
    let list = item.list(cx, "alias(name = \"…\", lifecycle = \"…\")")?;
    let mut attr = Items::parse(cx, list, &ALIAS_KEYS);
    let name = match attr.string(cx, NAME) {
        Some(text) => old_name(cx, &text),
        None => {
            if !attr.has(NAME) {
                cx.error(place, "an alias needs a name: `alias(name = \"…\")`");
            }
            None
        }
    };
    let lifecycle = attr.string(cx, LIFECYCLE);
    let word = lifecycle.as_ref().map_or_else(|| "hidden".to_owned(), LitStr::value);
    let deprecated = match (&*word, lifecycle.as_ref().map(LitStr::span)) {
        ("hidden", _) => Some(false),
        ("deprecated", _) => Some(true),
        ("active" | "deferred", Some(span)) => {
            let message = format!(
                "an alias cannot be {word}, or a model would see one tool twice: write `hidden` \
                 (it runs silently) or `deprecated` (with a notice)"
            );
            cx.error(span, message);
            None
        }
        ("removed", Some(span)) => {
            let message = "a removed alias is no name of the tool any more: keep it with \
                           `toolcrib::retired! { name = \"…\", since = \"…\" }`";
            cx.error(span, message);
            None
        }
        (other, span) => {
            let known = ["hidden", "deprecated"];
            let message = format!("unknown lifecycle `{other}`: {}", did_you_mean(other, &known));
            cx.error(span.unwrap_or(place), message);
            None
        }
    };
    let since = attr.take(SINCE).and_then(|item| version(cx, item));
    let rest = retirement(cx, &mut attr, since.as_ref());
    let adapter = adapter(cx, &mut attr);
    Some(Alias { name: name?, deprecated: deprecated?, since, rest, adapter })
}

fn adapter(cx: &Ctxt, attr: &mut Items) -> Adapter {
    let mut adapter = Adapter::default();
    if let Some(list) = attr.take(SET).and_then(|item| item.list(cx, "set(key = literal)")) {
        for (key, value) in pairs(cx, list, "set(key = literal)") {
            if let Some(json) = json_literal(cx, value) {
                adapter.set.push((key, json));
            }
        }
    }
    if let Some(list) = attr.take(RENAME).and_then(|item| item.list(cx, "rename(old = \"new\")")) {
        for (old, value) in pairs(cx, list, "rename(old = \"new\")") {
            let what = "the new name of an argument must be a string literal";
            if let Some(new) = parse::<LitStr>(cx, value, what) {
                if new.value() == old.value() {
                    let message = format!("`{}` has that name already", old.value());
                    cx.error(new.span(), message);
                }
                adapter.rename.push((old, new));
            }
        }
    }
    if let Some(item) = attr.take(ADAPT) {
        adapter.adapt = item.parsed(cx, "the path of a function");
    }
    let mut new_keys: Vec<String> = Vec::new();
    let renamed = adapter.rename.iter().map(|(_, new)| new);
    for key in adapter.set.iter().map(|(key, _)| key).chain(renamed) {
        if new_keys.contains(&key.value()) {
            let message = format!("argument `{}` gets two values", key.value());
            cx.error(key.span(), message);
        }
        new_keys.push(key.value());
    }
    adapter
}

/// `key = value, "key" = value`. A key that is no identifier is written as a string.
fn pairs(cx: &Ctxt, list: TokenStream, form: &str) -> Vec<(LitStr, TokenStream)> {
    let mut pairs: Vec<(LitStr, TokenStream)> = Vec::new();
    for part in split(cx, list) {
        let mut tokens = part.clone().into_iter();
        let key = match tokens.next() {
            Some(TokenTree::Ident(ident)) => {
                Some(LitStr::new(&ident.unraw().to_string(), ident.span()))
            }
            Some(other) => syn::parse2(other.into()).ok(),
            None => None,
        };
        let equals = matches!(tokens.next(), Some(TokenTree::Punct(p)) if p.as_char() == '=');
        let value: TokenStream = tokens.collect();
        match key {
            Some(key) if equals && !value.is_empty() => {
                if pairs.iter().any(|(earlier, _)| earlier.value() == key.value()) {
                    cx.error(key.span(), format!("`{}` is given twice", key.value()));
                } else {
                    pairs.push((key, value));
                }
            }
            _ => cx.error_at(part, format!("expected `{form}`")),
        }
    }
    pairs
}
