//! `#[arguments]`: the derives that arguments need, told where their crates are.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::{Attribute, Visibility};

use crate::ctxt::Ctxt;

/// The item with the derives; as it is where it is neither a struct nor an enum.
pub(crate) fn expand(cx: &Ctxt, item: TokenStream, krate: &TokenStream) -> TokenStream {
    let word = |input: syn::parse::ParseStream<'_>| {
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        let word: TokenTree = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(word)
    };
    match cx.take(word.parse2(item.clone())) {
        Some(TokenTree::Ident(word)) if word == "struct" || word == "enum" => {}
        Some(other) => {
            cx.error_at(other, "`#[arguments]` stands on a struct or an enum");
            return item;
        }
        None => return item,
    }
    let [serde, schemars] =
        ["serde", "schemars"].map(|name| format!("{krate}::{name}").replace(' ', ""));
    quote! {
        #[derive(#krate::serde::Deserialize, #krate::schemars::JsonSchema)]
        #[serde(crate = #serde)]
        #[schemars(crate = #schemars)]
        #item
    }
}
