//! `toolset![a::Read, b::write]`

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Path, Token};

use crate::expand::{private_at, span_of};
use crate::retired::split_way;

/// Expands `[way to toolcrib] paths`.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let (krate, list) = split_way(input);
    let paths = match Punctuated::<Path, Token![,]>::parse_terminated.parse2(list) {
        Ok(paths) => paths,
        Err(error) => {
            let message = "expected the paths of tools, as in `toolset![files::Read, write]`";
            let errors = syn::Error::new(error.span(), message).into_compile_error();
            return quote!({ #errors #krate::Toolset::new(&[]) });
        }
    };
    let count = paths.len();
    let private = quote!(#krate::__private);
    let entries = paths.iter().map(|path| {
        let private = private_at(&krate, span_of(path));
        quote_spanned! {span_of(path)=>
            #private::declared(<#path as #private::Declared>::DECLARED)
        }
    });
    // One check for each tool, at its place in the list.
    let checks = paths.iter().enumerate().map(|(at, path)| {
        let private = private_at(&krate, span_of(path));
        quote_spanned! {span_of(path)=>
            const _: () = #private::assert_listed_once(&__CRIB_USES, &__CRIB_TOOLS, #at);
        }
    });
    quote! {{
        const __CRIB_TOOLS: [&'static #private::Entry; #count] = [#(#entries),*];
        const __CRIB_NAMES: usize = #private::Uses::count(&__CRIB_TOOLS);
        const __CRIB_USES: #private::Uses<#count> =
            #private::Uses::find::<__CRIB_NAMES>(&__CRIB_TOOLS);
        #(#checks)*
        #krate::Toolset::new(&__CRIB_TOOLS)
    }}
}
