//! What is left of an item whose attribute has errors: the item, and enough beside it that nothing
//! else fails because of them.

use proc_macro2::TokenStream;
use quote::quote;

use crate::item::Parsed;

/// The item as it stays.
pub(crate) fn expand(item: &Parsed, krate: &TokenStream) -> TokenStream {
    match item {
        Parsed::Function(function) => {
            let (tokens, vis, ident) = (function.tokens(), &function.vis, &function.ident);
            let cfgs = function.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
            let cfgs: Vec<_> = cfgs.collect();
            quote! {
                #tokens
                #(#cfgs)* #[doc(hidden)] #[allow(non_camel_case_types)]
                #vis struct #ident {}
                #(#cfgs)*
                impl #krate::__private::Declared for #ident {
                    const ENTRY: &'static #krate::__private::Entry =
                        &#krate::__private::Entry::BASE;
                }
            }
        }
        Parsed::Impl(imp) => imp.tokens(&quote! {
            const DECLARATION: ::core::option::Option<&'static #krate::__private::Entry> =
                ::core::option::Option::Some(&#krate::__private::Entry::BASE);
        }),
    }
}
