//! From the model to tokens. Nothing is decided here.

mod entry;
mod function;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;

use self::entry::entry;
pub(crate) use self::entry::replacement_name;
use self::function::expand_function;
pub(crate) use self::function::type_of_its_name;
use crate::model::{Impl, Item, Name, Replacement, State, Tool};

pub(crate) fn expand(tool: &Tool, item: &Item) -> TokenStream {
    match item {
        Item::Function(function) => expand_function(tool, function),
        Item::Impl(imp) => expand_impl(tool, imp),
    }
}

fn expand_impl(tool: &Tool, imp: &Impl) -> TokenStream {
    let krate = &tool.krate;
    let Impl { head, ty, bounds, body, from_state } = imp;
    let private = &private();
    let instance = if *from_state {
        quote!(#private::Instance::State(&#private::StateType::of::<#ty>(), #private::of_state::<#ty>))
    } else {
        quote!(#private::Instance::Default(<#ty as #private::Make>::make))
    };
    let name = &tool.name.text;
    let entry = entry(
        tool,
        private,
        &quote! {
            schema: #private::SchemaSource::Type(&#private::arguments_of::<#ty>()),
            instance: #instance,
            run: #private::run_tool::<#ty>,
        },
    );
    let registration = registration(tool, &quote!(<#ty as #krate::__private::Declared>::ENTRY));
    let registration = registration.map(|registration| {
        let cfgs = &tool.cfgs;
        quote! {
            #(#cfgs)* #[allow(deprecated, unused_qualifications)]
            const _: () = { #registration };
        }
    });
    let check = check(tool);
    quote! {
        #head #ty #bounds {
            #body
            #[doc(hidden)] #[allow(deprecated)]
            const DECLARATION: ::core::option::Option<&'static #krate::__private::Entry> = {
                use #krate::__private as #private;
                static __CRIB_ENTRY: #private::Entry = #entry;
                #private::Some(&__CRIB_ENTRY)
            };
            #[doc(hidden)]
            const DECLARED_NAME: &'static ::core::primitive::str = #name;
        }
        #check
        #registration
    }
}

/// What registers a tool: its submission and the claims of its names. It belongs into a `const _`
/// block. Nothing for a tool that is not to be collected.
fn registration(tool: &Tool, entry: &TokenStream) -> Option<TokenStream> {
    let Tool { krate, name, aliases, register, .. } = tool;
    register.then(|| {
        let anchor = anchor(&name.text);
        let names = std::iter::once(name).chain(aliases.iter().map(|alias| &alias.name));
        let claims = names.map(claim);
        quote! {
            #krate::__submit! { Tool, #entry, #anchor }
            #(#claims)*
        }
    })
}

/// The check of the tool's replacement, where that is a path.
fn check(tool: &Tool) -> Option<TokenStream> {
    let Tool { krate, cfgs, name, .. } = tool;
    replacement_path(tool).map(|path| {
        let allow = quote!(#(#cfgs)* #[allow(deprecated, unused_qualifications)]);
        check_replacement(krate, &allow, &name.text, path)
    })
}

fn replacement_path(tool: &Tool) -> Option<&Path> {
    match &tool.state {
        State::Deprecated { replacement: Replacement::Path(path), .. }
        | State::Hidden { replacement: Some(Replacement::Path(path)), .. } => Some(path),
        _ => None,
    }
}

/// The check of a replacement that is a path: what is wrong is said at the path.
pub(crate) fn check_replacement(
    krate: &TokenStream,
    allow: &TokenStream,
    replaced: &str,
    path: &Path,
) -> TokenStream {
    let span = span_of(path);
    let private = private_at(krate, span);
    quote_spanned! {span=>
        #allow
        const _: () = #private::assert_replacement(
            #replaced,
            #private::declared(<#path as #private::Declared>::DECLARED),
        );
    }
}

/// What generated code uses, by the name that it has within a block of generated code. One token is
/// less to make, to parse and to resolve than a path, and there are many.
pub(crate) fn private() -> Ident {
    Ident::new("__crib", Span::call_site())
}

/// The same by its path, for code that has no block, at `span`, so that an error about it is shown there.
pub(crate) fn private_at(krate: &TokenStream, span: Span) -> TokenStream {
    located(&quote!(#krate::__private), span)
}

/// A path as it is, shown at `span`.
fn located(path: &TokenStream, span: Span) -> TokenStream {
    let located = path.clone().into_iter().map(|mut token| {
        token.set_span(token.span().located_at(span));
        token
    });
    located.collect()
}

/// An identifier as it is, shown at `span`.
fn at(ident: &Ident, span: Span) -> TokenStream {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident.into_token_stream()
}

/// Where the first of the tokens stands.
pub(crate) fn span_of(tokens: impl ToTokens) -> Span {
    let tokens = tokens.into_token_stream();
    tokens.into_iter().next().map_or_else(Span::call_site, |first| first.span())
}

/// Claims a name for the whole crate: an exported macro of that name. A second one is an error of
/// the compiler at both places (E0428), whatever module, function or test they are in.
///
/// It belongs into a `const _` block: there an editor that completes names does not see it, while the
/// compiler exports it to the crate's root all the same.
pub(crate) fn claim(name: &Name) -> TokenStream {
    let ident = format!("tool_named_{}", identifier(&name.text));
    let span = Span::call_site().located_at(name.span);
    let ident = Ident::new(&ident, span);
    quote_spanned! {span=>
        #[doc(hidden)] #[allow(non_local_definitions)] #[macro_export]
        macro_rules! #ident { () => {}; }
    }
}

/// A name as a part of an identifier, so that no two names become one: `-` is `·`, which is a letter
/// to Rust; any other character that is none becomes `_x`, its code point in hexadecimal, `_`; and of
/// a `_x` that stands there already, the `_` does. Only ASCII goes in as it is, since the compiler
/// takes different spellings of other letters for one.
fn identifier(name: &str) -> String {
    let mut identifier = String::with_capacity(name.len());
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let opens = c == '_' && chars.peek() == Some(&'x');
        match c {
            '-' => identifier.push('·'),
            '_' if !opens => identifier.push('_'),
            c if c.is_ascii_alphanumeric() => identifier.push(c),
            c => identifier.extend(format!("_x{:x}_", u32::from(c)).chars()),
        }
    }
    identifier
}

/// The symbol of a declaration where the linker needs one.
pub(crate) fn anchor(name: &str) -> String {
    let var = |key| std::env::var(key).unwrap_or_default();
    let [package, version] = [var("CARGO_PKG_NAME"), var("CARGO_PKG_VERSION")];
    format!("__toolcrib {package} {version} {} {name}", var("CARGO_CRATE_NAME"))
}

/// The place of the declaration.
pub(crate) fn origin(private: &Ident) -> TokenStream {
    quote!(#private::Origin::here(::core::module_path!()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::identifier;

    #[test]
    fn no_two_names_have_one_identifier() {
        let parts = ["_", "x", "2e", ".", "-", "_x2e_", "_x5f_", "·", "5f", "e\u{301}", "é", " "];
        let mut names = vec![String::new()];
        for _ in 0..4 {
            let longer = |name: &String| parts.map(|part| format!("{name}{part}"));
            names.extend(names.iter().flat_map(longer).collect::<Vec<_>>());
        }
        let mut seen = BTreeMap::new();
        for name in &names {
            let identifier = identifier(name);
            assert!(identifier.chars().all(|c| c.is_ascii_alphanumeric() || "_·".contains(c)));
            let other = seen.insert(identifier, name);
            assert!(other.is_none_or(|other| other == name), "{name} and {other:?}");
        }
        assert_eq!(identifier("exec_shell-2"), "exec_shell·2");
        assert_eq!(identifier("container.exec"), "container_x2e_exec");
    }
}
