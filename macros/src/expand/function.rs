//! A function: what stands beside it, and the code that reads its arguments and calls it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Type, Visibility};

use super::entry::{entry, option};
use super::{beside, located, private_at, span_of};
use crate::model::{Default, Field, Function, Param, Role, Tool};

pub(super) fn expand_function(tool: &Tool, function: &Function) -> TokenStream {
    let Tool { krate, cfgs, .. } = tool;
    let Function { tokens, vis, ident, params, .. } = function;
    let private = quote!(#krate::__private);
    let name = &tool.name.text;
    let fields = (!params.iter().any(|param| matches!(param.role, Role::Args(_))))
        .then(|| fields_static(&private, params));
    let run = run(krate, function);
    let schema = schema(&private, params);
    let states = states(&private, params);
    let entry = entry(tool, &quote!(schema: #schema, states: #states, run: __crib_run,));
    let beside = beside(tool, &quote!(#ident));
    let type_of_its_name = type_of_its_name(vis, ident);
    quote! {
        // Arguments are read from JSON: no caller could keep them. Errors are the model's to read.
        #[allow(clippy::needless_pass_by_value, clippy::missing_errors_doc)]
        #tokens
        // The function's name among types, so that its path stands for the tool. A struct with
        // braces takes nothing from the names of values, where the function is.
        #(#cfgs)* #[doc(hidden)] #[allow(non_camel_case_types, dead_code)]
        #type_of_its_name
        #(#cfgs)* #[allow(deprecated, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            #fields
            #run
            static __CRIB_ENTRY: #private::Entry = #entry;
            #[automatically_derived]
            impl #private::Declared for #ident {
                const DECLARED: ::core::option::Option<&'static #private::Entry> =
                    ::core::option::Option::Some(&__CRIB_ENTRY);
                const NAME: &'static ::core::primitive::str = #name;
            }
        };
        #beside
    }
}

fn fields(params: &[Param]) -> impl Iterator<Item = (&Field, &Type)> {
    params.iter().filter_map(|param| match &param.role {
        Role::Field(field) => Some((field, &param.ty)),
        _ => None,
    })
}

/// The struct by which a function's path stands for the tool; another type of its name is an error
/// there.
pub(crate) fn type_of_its_name(vis: &Visibility, ident: &Ident) -> TokenStream {
    let span = Span::call_site().located_at(ident.span());
    let vis = located(&vis.to_token_stream(), span);
    quote_spanned!(span=> #vis struct #ident {})
}

/// The static that describes the fields, where the arguments are not one type.
fn fields_static(private: &TokenStream, params: &[Param]) -> TokenStream {
    let fields = fields(params).map(|(field, ty)| {
        let Field { name, description, is_str, default } = field;
        let ty = if *is_str { quote!(#private::String) } else { ty.to_token_stream() };
        let has_default = default.is_some();
        let json = option(default.as_ref().and_then(|default| default.json.as_ref()));
        let of_type = quote_spanned!(span_of(&ty)=> &<#ty as #private::Argument>::TYPE);
        quote! {
            #private::Field {
                name: #name,
                description: #description,
                ty: #of_type,
                has_default: #has_default,
                default: #json,
            }
        }
    });
    let fields: Vec<_> = fields.collect();
    let count = fields.len();
    quote!(static __CRIB_FIELDS: [#private::Field; #count] = [#(#fields),*];)
}

fn schema(private: &TokenStream, params: &[Param]) -> TokenStream {
    let whole = params.iter().find_map(|param| match &param.role {
        Role::Args(inner) => Some(inner),
        _ => None,
    });
    match whole {
        Some(inner) => quote_spanned! {span_of(inner)=>
            #private::SchemaSource::Type(&<#inner as #private::Argument>::TYPE)
        },
        None => quote!(#private::SchemaSource::Fields(&__CRIB_FIELDS)),
    }
}

fn states(private: &TokenStream, params: &[Param]) -> TokenStream {
    let states = params.iter().filter(|param| matches!(param.role, Role::State)).map(|param| {
        let ty = &param.ty;
        quote_spanned!(span_of(ty)=> <#ty as #private::StateParam>::TYPE)
    });
    quote!(&[#(#states),*])
}

/// The function that reads the arguments and calls the tool.
fn run(krate: &TokenStream, function: &Function) -> TokenStream {
    let private = &quote!(#krate::__private);
    let Function { ident, is_async, params, output, .. } = function;
    // Locals of the expansion only: they cannot be mixed up with the author's names.
    let local = |name: &str| Ident::new(name, Span::mixed_site());
    let (call, decoder, slots, cx) = (local("call"), local("decoder"), local("slots"), local("cx"));
    let values: Vec<_> = (0..params.len()).map(|at| local(&format!("value{at}"))).collect();

    let mut takes = Vec::new();
    let mut names = Vec::new();
    let mut whole = None;
    let mut given = Vec::new();
    for (param, value) in params.iter().zip(&values) {
        let ty = &param.ty;
        let span = span_of(ty);
        match &param.role {
            Role::Field(field) => {
                let at = takes.len();
                takes.push(take(private, &decoder, at, field, ty));
                names.push(value);
                given.push(if field.is_str { quote!(&*#value) } else { quote!(#value) });
            }
            Role::Args(inner) => {
                whole = Some(
                    quote_spanned!(span=> #private::Param::<#inner>::NEW.whole(#call.arguments)),
                );
                given.push(quote!(#private::Args(#value)));
                names.push(value);
            }
            Role::State => {
                given.push(quote_spanned!(span=> <#ty as #private::StateParam>::take(#cx)));
            }
            // Where the type does not fit, it is said where it stands.
            Role::Context => given.push(at(&cx, span)),
        }
    }
    let read = if let Some(whole) = whole {
        quote! {
            let #(#names)* = match #whole {
                ::core::result::Result::Ok(value) => value,
                ::core::result::Result::Err(errors) => return #private::Call::Refused(errors),
            };
        }
    } else {
        let count = takes.len();
        let values = (count > 0).then(|| {
            quote! {
                let (#(::core::option::Option::Some(#names),)*) = (#(#takes,)*) else {
                    return #decoder.refuse();
                };
            }
        });
        let mutable = (count > 0).then(|| quote!(mut));
        quote! {
            let mut #slots = [::core::option::Option::None; #count];
            let #mutable #decoder =
                #private::Decoder::split(#call.arguments, &__CRIB_FIELDS, &mut #slots);
            #values
            if #decoder.is_wrong() {
                return #decoder.refuse();
            }
        }
    };
    // What is wrong with the returned type is said where that type stands.
    let awaited = is_async.then(|| quote!(.await));
    let output = Span::call_site().located_at(*output);
    let there = private_at(krate, output);
    let finished = quote_spanned! {output=>
        #there::finish(#there::Returned(#ident(#(#given),*)#awaited).split())
    };
    let answer = if *is_async {
        // What makes the future not `Send` is said at the function's name.
        let there = private_at(krate, ident.span());
        quote_spanned! {Span::mixed_site().located_at(ident.span())=>
            #there::Call::Pending(#there::Box::pin(async move { #finished }))
        }
    } else {
        quote!(#private::Call::Ready(#finished))
    };
    quote! {
        fn __crib_run<'a>(#call: #private::Invocation<'a>) -> #private::Call<'a> {
            #[allow(unused_imports)]
            use #private::{Plain as _, Unread as _};
            #[allow(unused_variables)]
            let #cx = #call.cx;
            #read
            #answer
        }
    }
}

fn at(ident: &Ident, span: Span) -> TokenStream {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident.into_token_stream()
}

/// The expression that reads one field: `Some` value, or `None` and an error that is kept.
fn take(
    private: &TokenStream,
    decoder: &Ident,
    at: usize,
    field: &Field,
    ty: &Type,
) -> TokenStream {
    let span = span_of(ty);
    let ty = if field.is_str { quote!(#private::Text<'_>) } else { ty.to_token_stream() };
    let param = quote_spanned!(span=> #private::Param::<#ty>::NEW);
    match &field.default {
        None => quote_spanned!(span=> #param.take(&mut #decoder, #at)),
        Some(Default { value: Some(value), .. }) if field.is_str => {
            quote_spanned! {span=>
                #param.take_or(&mut #decoder, #at, || #private::Text::from(#value))
            }
        }
        Some(Default { value: Some(value), .. }) => {
            quote_spanned!(span=> #param.take_or(&mut #decoder, #at, || #value))
        }
        Some(Default { value: None, .. }) => quote_spanned! {span=>
            #param.take_or(&mut #decoder, #at, ::core::default::Default::default)
        },
    }
}
