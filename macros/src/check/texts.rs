//! What is said of a tool in words: its description, its effects, its tags.

use proc_macro2::{Span, TokenStream};
use syn::{Attribute, LitStr, Path};

use super::literal::string;
use crate::attr::{Item, Items, parse, split};
use crate::ctxt::Ctxt;
use crate::item::docs;
use crate::symbol::{ANNOTATIONS, DESCRIPTION};

pub(super) fn description(
    cx: &Ctxt,
    attr: &mut Items,
    attrs: &[Attribute],
    place: Span,
) -> TokenStream {
    let text = match attr.take(DESCRIPTION) {
        Some(item) => {
            let Some(value) = item.value(cx) else {
                return TokenStream::new();
            };
            match string(&value) {
                Some(text) if text.value().trim().is_empty() => {
                    cx.error(text.span(), "the description says nothing: the model reads it");
                }
                Some(_) => {}
                // `include_str!(..)`, `concat!(..)`, or the path of a constant.
                None if syn::parse2::<Path>(value.clone()).is_ok() || is_macro(&value) => {}
                None => {
                    cx.error_at(
                        &value,
                        "`description` must be a string literal, `include_str!(..)` or a constant",
                    );
                }
            }
            return value;
        }
        None => docs(attrs),
    };
    if text.is_none() && !attr.has(DESCRIPTION) {
        let message = "a tool needs a description, which the model reads: \
                       write a doc comment, or `description = \"…\"`";
        cx.error(place, message);
    }
    text.unwrap_or_default()
}

fn is_macro(value: &TokenStream) -> bool {
    syn::parse2::<syn::Macro>(value.clone()).is_ok()
}

pub(super) fn annotations(cx: &Ctxt, attr: &mut Items) -> [Option<bool>; 5] {
    let mut spans = [None; 5];
    let mut said = [None; 5];
    for (at, key) in ANNOTATIONS.into_iter().enumerate() {
        if let Some(item) = attr.take(key) {
            spans[at] = Some(item.span());
            said[at] = item.flag(cx);
        }
    }
    if let (Some(true), Some(true), Some(span)) = (said[0], said[1], spans[1]) {
        cx.error(span, "a tool that is `read_only` cannot be `destructive`");
    }
    said
}

pub(super) fn tags(cx: &Ctxt, item: Item) -> Vec<LitStr> {
    let Some(list) = item.list(cx, "tags(\"…\", \"…\")") else {
        return Vec::new();
    };
    let mut tags: Vec<LitStr> = Vec::new();
    for part in split(cx, list) {
        let Some(tag) = parse::<LitStr>(cx, part, "a tag must be a string literal") else {
            continue;
        };
        if tag.value().trim().is_empty() {
            cx.error(tag.span(), "a tag cannot be empty");
        } else if tags.iter().any(|earlier| earlier.value() == tag.value()) {
            cx.error(tag.span(), format!("tag `{}` is given twice", tag.value()));
        }
        tags.push(tag);
    }
    tags
}
