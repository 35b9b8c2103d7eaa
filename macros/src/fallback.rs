//! What is left of an item whose attribute has errors: the item, and enough beside it that nothing
//! else fails because of them.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use crate::ctxt::Ctxt;
use crate::expand::type_of_its_name;
use crate::item::{OURS, Parsed};

/// The item as it stays, where it could be read. It is read once more, so that an attribute without
/// errors costs nothing for this.
pub(crate) fn read(item: TokenStream, krate: &TokenStream) -> Option<TokenStream> {
    let cx = Ctxt::new();
    let parsed = Parsed::read(&cx, item);
    // What is wrong with it has been said.
    let _ = cx.finish();
    parsed.map(|parsed| expand(&parsed, krate))
}

fn expand(item: &Parsed, krate: &TokenStream) -> TokenStream {
    match item {
        Parsed::Function(function) => {
            let (tokens, vis, ident) = (function.tokens(), &function.vis, &function.ident);
            let cfgs = function.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
            let cfgs: Vec<_> = cfgs.collect();
            let type_of_its_name = type_of_its_name(vis, ident);
            quote! {
                #tokens
                #(#cfgs)* #[doc(hidden)] #[allow(non_camel_case_types)]
                #type_of_its_name
                #(#cfgs)*
                impl #krate::__private::Declared for #ident {
                    const DECLARED: ::core::option::Option<&'static #krate::__private::Entry> =
                        ::core::option::Option::Some(&#krate::__private::Entry::BASE);
                    const NAME: &'static ::core::primitive::str = "";
                }
            }
        }
        Parsed::Impl(imp) => imp.tokens(&quote! {
            const DECLARATION: ::core::option::Option<&'static #krate::__private::Entry> =
                ::core::option::Option::Some(&#krate::__private::Entry::BASE);
        }),
    }
}

/// An item that cannot be read, without the attributes on parameters of which `rustc` would say
/// that it does not know them.
pub(crate) fn unread(item: TokenStream) -> TokenStream {
    let mut tokens = TokenStream::new();
    let mut after_fn = false;
    for token in item {
        match token {
            TokenTree::Group(params) if after_fn => {
                let mut kept = Group::new(params.delimiter(), without_ours(params.stream()));
                kept.set_span(params.span());
                kept.to_tokens(&mut tokens);
                after_fn = false;
            }
            token => {
                after_fn |= matches!(&token, TokenTree::Ident(word) if word == "fn");
                token.to_tokens(&mut tokens);
            }
        }
    }
    tokens
}

fn without_ours(params: TokenStream) -> TokenStream {
    let mut kept = TokenStream::new();
    let mut params = params.into_iter().peekable();
    while let Some(token) = params.next() {
        let starts = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '#');
        match params.peek() {
            Some(TokenTree::Group(group)) if starts && is_ours(group) => {
                params.next();
            }
            _ => token.to_tokens(&mut kept),
        }
    }
    kept
}

fn is_ours(attribute: &Group) -> bool {
    let first = attribute.stream().into_iter().next();
    matches!(first, Some(TokenTree::Ident(word)) if OURS.iter().any(|our| word == our))
}
