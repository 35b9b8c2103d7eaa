//! The macros of `toolcrib`: tokens in, tokens out. They are documented and re-exported there.
//!
//! An attribute goes through `attr` and `item` (what is written), `check` (what is meant, and every
//! mistake) and `expand`; with mistakes, through `fallback`, so that the item survives.

mod arguments;
mod attr;
mod check;
mod ctxt;
mod expand;
mod fallback;
mod item;
mod lent;
mod list;
mod model;
mod place;
mod retired;
mod seen;
mod symbol;

use proc_macro::TokenStream;
use proc_macro_crate::{FoundCrate, crate_name};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::Path;

use crate::attr::Items;
use crate::ctxt::Ctxt;
use crate::item::Parsed;
use crate::symbol::{ARGUMENTS_KEYS, CRATE, TOOL_KEYS};

#[doc = include_str!("tool.md")]
#[proc_macro_attribute]
pub fn tool(attr: TokenStream, item: TokenStream) -> TokenStream {
    let cx = Ctxt::new();
    let mut attr = Items::parse(&cx, attr.into(), &TOOL_KEYS);
    let krate = way_to_toolcrib(&cx, &mut attr);
    let Some(parsed) = Parsed::read(&cx, item.clone().into()) else {
        let errors = cx.finish().err();
        let item = fallback::unread(item.into());
        return quote!(#item #errors).into();
    };
    let checked = check::check(&cx, attr, parsed, krate.clone());
    match (cx.finish(), checked) {
        (Ok(()), Some((tool, item))) => expand::expand(&tool, &item).into(),
        (errors, _) => {
            let (as_it_stays, errors) = (fallback::read(item.into(), &krate), errors.err());
            quote!(#as_it_stays #errors).into()
        }
    }
}

#[doc = include_str!("arguments.md")]
#[proc_macro_attribute]
pub fn arguments(attr: TokenStream, item: TokenStream) -> TokenStream {
    let cx = Ctxt::new();
    let mut attr = Items::parse(&cx, attr.into(), &ARGUMENTS_KEYS);
    let krate = way_to_toolcrib(&cx, &mut attr);
    let item = arguments::expand(&cx, item.into(), &krate);
    let errors = cx.finish().err();
    quote!(#item #errors).into()
}

/// Called by `toolcrib::retired!`, which puts the way to `toolcrib` first.
#[doc(hidden)]
#[proc_macro]
pub fn retired(input: TokenStream) -> TokenStream {
    retired::expand(input.into()).into()
}

/// Called by `toolcrib::toolset!`, which puts the way to `toolcrib` first.
#[doc(hidden)]
#[proc_macro]
pub fn toolset(input: TokenStream) -> TokenStream {
    list::expand(input.into()).into()
}

/// The path of `toolcrib` in the crate that is compiled: what `crate = path` says, else the name
/// under which its `Cargo.toml` has the dependency.
fn way_to_toolcrib(cx: &Ctxt, attr: &mut Items) -> proc_macro2::TokenStream {
    if let Some(item) = attr.take(CRATE) {
        let path = item.parsed::<Path>(cx, "the path of toolcrib");
        return path.map_or_else(|| quote!(::toolcrib), ToTokens::into_token_stream);
    }
    match crate_name("toolcrib") {
        Ok(FoundCrate::Name(name)) => {
            let name = Ident::new(&name, Span::call_site());
            quote!(::#name)
        }
        // In its own tests the crate names itself; without a manifest it can only be guessed.
        Ok(FoundCrate::Itself) | Err(_) => quote!(::toolcrib),
    }
}
