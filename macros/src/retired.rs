//! `retired! { name = "..", since = "..", replacement = "..", hint = ".." }`

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::quote;

use crate::attr::Items;
use crate::check::{old_name, replacement, version};
use crate::ctxt::Ctxt;
use crate::expand::{anchor, check_replacement, claim, origin, private, replacement_name};
use crate::model::Replacement;
use crate::seen;
use crate::symbol::{HINT, NAME, REPLACEMENT, RETIRED_KEYS, SINCE};

/// Expands `[way to toolcrib] keys`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let (krate, keys) = split_way(input);
    let cx = Ctxt::new();
    let tombstone = read(&cx, &keys);
    match (cx.finish(), tombstone) {
        (Ok(()), Some(tombstone)) => tombstone.expand(&krate),
        (errors, _) => errors.err().unwrap_or_default(),
    }
}

/// The path in brackets that comes first, and the rest.
pub(crate) fn split_way(input: TokenStream) -> (TokenStream, TokenStream) {
    let mut tokens = input.into_iter();
    match tokens.next() {
        Some(TokenTree::Group(way)) => (way.stream(), tokens.collect()),
        _ => (quote!(::toolcrib), tokens.collect()),
    }
}

struct Tombstone {
    name: crate::model::Name,
    since: syn::LitStr,
    replacement: Option<Replacement>,
    hint: Option<syn::LitStr>,
}

fn read(cx: &Ctxt, keys: &TokenStream) -> Option<Tombstone> {
    let mut attr = Items::parse(cx, keys.clone(), &RETIRED_KEYS);
    for key in [NAME, SINCE] {
        if !attr.has(key) {
            let what = if key == NAME { "the retired name" } else { "the version without it" };
            let message = format!("`retired!` needs `{key} = \"…\"`, {what}");
            // What is there, so that the macros that lead here are not told of.
            if keys.is_empty() {
                cx.error(Span::call_site(), message);
            } else {
                cx.error_at(keys, message);
            }
        }
    }
    let name = attr.string(cx, NAME).and_then(|text| old_name(cx, &text));
    if let Some(name) = &name {
        seen::check(cx, name);
    }
    let since = attr.take(SINCE).and_then(|item| version(cx, item));
    let replacement = attr.take(REPLACEMENT).map(|item| replacement(cx, item));
    let hint = attr.words(cx, HINT);
    if let (Some(name), Some(Some(Replacement::Name(text)))) = (&name, &replacement)
        && name.text == text.value()
    {
        cx.error(text.span(), "a retired name cannot replace itself: name a tool that is there");
    }
    Some(Tombstone { name: name?, since: since?, replacement: replacement.flatten(), hint })
}

impl Tombstone {
    fn expand(&self, krate: &TokenStream) -> TokenStream {
        let Self { name, since, replacement, hint } = self;
        let text = &name.text;
        let private = &private();
        let origin = origin(private);
        let anchor = anchor(text);
        let claim = claim(name);
        let check = match replacement {
            Some(Replacement::Path(path)) => {
                Some(check_replacement(krate, &TokenStream::new(), text, path))
            }
            Some(Replacement::Name(_)) | None => None,
        };
        let mut tombstone = quote!(#private::Tombstone::new(#text, #since));
        if let Some(one) = replacement {
            let name = replacement_name(krate, one);
            tombstone = quote!(#private::Tombstone::replacement(#tombstone, #name));
        }
        if let Some(hint) = hint {
            tombstone = quote!(#private::Tombstone::hint(#tombstone, #hint));
        }
        quote! {
            const _: () = {
                use #krate::__private as #private;
                static __CRIB_TOMBSTONE: #private::Tombstone =
                    #private::Tombstone::at(#tombstone, #origin);
                #krate::__submit! { Tombstone, &__CRIB_TOMBSTONE, #anchor }
                #claim
            };
            #check
        }
    }
}
