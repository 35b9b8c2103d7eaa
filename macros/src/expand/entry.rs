//! The static record of a tool, as an expression.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::{at, origin, private_at, span_of};
use crate::model::{Adapter, Alias, Replacement, Retirement, State, Tool};

pub(super) fn entry(tool: &Tool, private: &Ident, of_kind: &TokenStream) -> TokenStream {
    let Tool { krate, name, description, state, since, aliases, annotations, .. } = tool;
    let name = &name.text;
    let origin = origin(private);
    let mut fields = quote! {
        name: #name,
        description: #description,
        origin: #origin,
        #of_kind
    };
    let lifecycle = match state {
        State::Active => None,
        State::Deferred => Some(quote!(#private::Lifecycle::Deferred)),
        State::Hidden { replacement, rest } => {
            let replacement = replacement.as_ref().map(|one| replacement_name(krate, one));
            Some(lifecycle(private, false, &option(private, replacement.as_ref()), rest))
        }
        State::Deprecated { replacement, rest } => {
            Some(lifecycle(private, true, &replacement_name(krate, replacement), rest))
        }
    };
    if let Some(lifecycle) = lifecycle {
        fields.extend(quote!(lifecycle: #lifecycle,));
    }
    if let Some(title) = &tool.title {
        fields.extend(quote!(title: #private::Some(#title),));
    }
    if since.is_some() {
        let since = option(private, since.as_ref());
        fields.extend(quote!(since: #since,));
    }
    if !aliases.is_empty() {
        let aliases = aliases.iter().map(|one| alias(tool, private, one));
        fields.extend(quote!(aliases: &[#(#aliases),*],));
    }
    if annotations.iter().any(Option::is_some) {
        let said = annotations.iter().map(|one| option(private, one.as_ref()));
        fields.extend(quote!(annotations: #private::Annotations::new([#(#said),*]),));
    }
    if !tool.tags.is_empty() {
        let tags = &tool.tags;
        fields.extend(quote!(tags: &[#(#tags),*],));
    }
    quote!(#private::Entry { #fields ..#private::Entry::BASE })
}

pub(super) fn option(private: &Ident, value: Option<&impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(#private::Some(#value)),
        None => quote!(#private::None),
    }
}

/// A state that keeps a name alive: `replacement` is an expression of the type that it takes.
fn lifecycle(
    private: &Ident,
    deprecated: bool,
    replacement: &TokenStream,
    rest: &Retirement,
) -> TokenStream {
    let state = if deprecated { quote!(Deprecated) } else { quote!(Hidden) };
    let [remove_in, note] =
        [&rest.remove_in, &rest.note].map(|text| option(private, text.as_ref()));
    quote! {
        #private::Lifecycle::#state { replacement: #replacement, remove_in: #remove_in, note: #note }
    }
}

pub(crate) fn replacement_name(krate: &TokenStream, replacement: &Replacement) -> TokenStream {
    match replacement {
        Replacement::Name(name) => name.to_token_stream(),
        Replacement::Path(path) => {
            let private = private_at(krate, span_of(path));
            quote_spanned!(span_of(path)=> <#path as #private::Declared>::NAME)
        }
    }
}

fn alias(tool: &Tool, private: &Ident, alias: &Alias) -> TokenStream {
    // The tool, or where that is deprecated itself, what the tool is replaced by.
    let replacement = match &tool.state {
        State::Deprecated { replacement, .. } => replacement_name(&tool.krate, replacement),
        _ => tool.name.text.to_token_stream(),
    };
    let replacement =
        if alias.deprecated { replacement } else { option(private, Some(&replacement)) };
    let lifecycle = lifecycle(private, alias.deprecated, &replacement, &alias.rest);
    let (name, since) = (&alias.name.text, option(private, alias.since.as_ref()));
    let adapter = adapter(private, &alias.adapter);
    quote! {
        #private::Alias { name: #name, lifecycle: #lifecycle, since: #since, adapter: #adapter }
    }
}

fn adapter(private: &Ident, adapter: &Adapter) -> TokenStream {
    let set = adapter.set.iter().map(|(key, json)| quote!((#key, #json)));
    let rename = adapter.rename.iter().map(|(old, new)| quote!((#old, #new)));
    let adapt = match &adapter.adapt {
        Some(path) => {
            let there = at(private, span_of(path));
            quote_spanned! {span_of(path)=>
                { let adapt: #there::AdaptFn = #path; #there::Some(adapt) }
            }
        }
        None => quote!(#private::None),
    };
    quote! {
        #private::Adapter { set: &[#(#set),*], rename: &[#(#rename),*], adapt: #adapt }
    }
}
