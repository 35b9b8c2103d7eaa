//! A function: what stands beside it, and the code that reads its arguments and calls it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Type, Visibility};

use super::entry::entry;
use super::{at, check, located, private, registration, replacement_path, span_of};
use crate::model::{Default, Field, Function, Param, Role, Tool};

pub(super) fn expand_function(tool: &Tool, function: &Function) -> TokenStream {
    let Tool { krate, cfgs, .. } = tool;
    let Function { tokens, vis, ident, params, .. } = function;
    let private = &private();
    // Else it is read from the record.
    let name = replacement_path(tool).map(|_| {
        let name = &tool.name.text;
        quote!(const NAME: &'static #private::str = #name;)
    });
    let fields = (!params.iter().any(|param| matches!(param.role, Role::Args(_))))
        .then(|| fields_static(private, params));
    let defaults = defaults(private, params);
    let run = run(private, function);
    let of_kind = of_kind(private, params);
    let entry = entry(tool, private, &of_kind);
    let registration = registration(tool, &quote!(&__CRIB_ENTRY));
    let check = check(tool);
    let type_of_its_name = type_of_its_name(vis, ident);
    quote! {
        // Arguments are read from JSON: no caller could keep them, and there are as many as the schema
        // has. Errors are the model's to read.
        #[allow(
            clippy::needless_pass_by_value, clippy::missing_errors_doc,
            clippy::too_many_arguments, clippy::option_option
        )]
        #tokens
        // The function's name among types, so that its path stands for the tool. A struct with
        // braces takes nothing from the names of values, where the function is.
        #(#cfgs)* #[doc(hidden)] #[allow(non_camel_case_types, dead_code)]
        #type_of_its_name
        #(#cfgs)* #[allow(deprecated, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            use #krate::__private as #private;
            #defaults
            #fields
            #run
            static __CRIB_ENTRY: #private::Entry = #entry;
            impl #private::Declared for #ident {
                const DECLARED: #private::Option<&'static #private::Entry> =
                    #private::Some(&__CRIB_ENTRY);
                #name
            }
            #registration
        };
        #check
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

/// The functions that make the defaults, each once, for calls and for the schema.
fn defaults(private: &Ident, params: &[Param]) -> TokenStream {
    let made = fields(params).enumerate().filter_map(|(at, (field, ty))| {
        let Default { value, .. } = field.default.as_ref()?;
        let span = span_of(ty);
        let made = match value {
            Some(value) if field.is_str => {
                quote_spanned!(span=> || <#private::Text<'_> as #private::From<&#private::str>>::from(#value))
            }
            Some(value) => quote_spanned!(span=> || #value),
            None => quote_spanned!(span=> ::core::default::Default::default),
        };
        let ty = type_of(private, field, ty);
        let name = default_name(at);
        Some(quote_spanned!(span=> const #name: #private::Made<#ty> = #private::Made(#made);))
    });
    made.collect()
}

fn default_name(at: usize) -> Ident {
    Ident::new(&format!("__CRIB_DEFAULT_{at}"), Span::mixed_site())
}

/// The type that a field is read as.
fn type_of(private: &Ident, field: &Field, ty: &Type) -> TokenStream {
    if field.is_str { quote!(#private::Text<'_>) } else { ty.to_token_stream() }
}

/// The static that describes the fields, where the arguments are not one type.
fn fields_static(private: &Ident, params: &[Param]) -> TokenStream {
    let fields = fields(params).enumerate().map(|(at, (param, ty))| {
        let Field { name, description, is_str, default } = param;
        let span = span_of(ty);
        let described = if *is_str { quote!(#private::String) } else { ty.to_token_stream() };
        let of_type = quote_spanned!(span=> &<#described as #private::Argument>::TYPE);
        let field = quote!(#private::Field::new(#name, #description, #of_type));
        let default = match default {
            None => return field,
            Some(Default { json: Some(json), .. }) => {
                quote!(#private::FieldDefault::Literal(#json))
            }
            Some(Default { json: None, .. }) => {
                let (ty, made) = (type_of(private, param, ty), default_name(at));
                quote_spanned! {span=>
                    #private::FieldDefault::Made(|| {
                        #[allow(unused_imports)]
                        use #private::Unmade as _;
                        #private::Made::<#ty>::toolcrib_json(#made.0)
                    })
                }
            }
        };
        quote!(#private::Field { default: #private::Some(#default), ..#field })
    });
    let fields: Vec<_> = fields.collect();
    let count = fields.len();
    quote!(static __CRIB_FIELDS: [#private::Field; #count] = [#(#fields),*];)
}

/// What the static record of a function has and that of a type has not.
fn of_kind(private: &Ident, params: &[Param]) -> TokenStream {
    let whole = params.iter().find_map(|param| match &param.role {
        Role::Args(inner) => Some(inner),
        _ => None,
    });
    let schema = match whole {
        Some(inner) => quote_spanned! {span_of(inner)=>
            #private::SchemaSource::Type(&<#inner as #private::Argument>::WHOLE)
        },
        None => quote!(#private::SchemaSource::Fields(&__CRIB_FIELDS)),
    };
    let states = params.iter().filter(|param| matches!(param.role, Role::State)).map(|param| {
        let ty = &param.ty;
        quote_spanned!(span_of(ty)=> <#ty as #private::StateParam>::TYPE)
    });
    let states: Vec<_> = states.collect();
    let states = (!states.is_empty()).then(|| quote!(states: &[#(#states),*],));
    quote!(schema: #schema, #states run: __crib_run,)
}

/// The function that reads the arguments and calls the tool.
fn run(private: &Ident, function: &Function) -> TokenStream {
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
                whole =
                    Some(quote_spanned!(span=> #private::Param::<#inner>::whole(#call.arguments)));
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
                #private::Ok(value) => value,
                #private::Err(errors) => return #private::Call::Refused(errors),
            };
        }
    } else {
        let count = takes.len();
        let mutable = (count > 0).then(|| quote!(mut));
        quote! {
            let mut #slots = [#private::None; #count];
            let #mutable #decoder =
                #private::Decoder::split(#call.arguments, &__CRIB_FIELDS, &mut #slots);
            let (#(#private::Some(#names),)* false) =
                (#(#takes,)* #private::Decoder::is_wrong(&#decoder))
            else {
                return #private::Decoder::refuse(#decoder);
            };
        }
    };
    // What is wrong with the returned type is said where that type stands.
    let awaited = is_async.then(|| quote!(.await));
    let output = Span::call_site().located_at(*output);
    let there = at(private, output);
    let finished = quote_spanned! {output=>
        #there::finish(#there::Returned(#ident(#(#given),*)#awaited).toolcrib_split())
    };
    let answer = if *is_async {
        // What makes the future not `Send` is said at the function's name.
        let there = at(private, ident.span());
        quote_spanned! {Span::mixed_site().located_at(ident.span())=>
            #there::Call::Pending(#there::Box::pin(async move { #finished }))
        }
    } else {
        quote!(#private::Call::Ready(#finished))
    };
    let takes_context = |param: &Param| matches!(param.role, Role::State | Role::Context);
    let context = params.iter().any(takes_context).then(|| quote!(let #cx = #call.cx;));
    quote! {
        fn __crib_run<'a>(#call: #private::Invocation<'a>) -> #private::Call<'a> {
            #[allow(unused_imports)]
            use #private::{Plain as _, Unread as _};
            #context
            #read
            #answer
        }
    }
}

/// The expression that reads one field: `Some` value, or `None` and an error that is kept.
fn take(private: &Ident, decoder: &Ident, at: usize, field: &Field, ty: &Type) -> TokenStream {
    let span = span_of(ty);
    if field.default.is_none() && !field.is_str && can_be_read(ty) {
        return quote_spanned!(span=> #private::Decoder::take(&mut #decoder, #at));
    }
    let ty = type_of(private, field, ty);
    if field.default.is_none() {
        return quote_spanned!(span=> #private::Param::<#ty>::take(&mut #decoder, #at));
    }
    let made = default_name(at);
    quote_spanned!(span=> #private::Param::<#ty>::take_or(&mut #decoder, #at, #made.0))
}

/// Whether a type is one that surely can be read, going by its name. Where that is another type's name
/// there, and of one that cannot, the compiler says so once more than for other types.
fn can_be_read(ty: &Type) -> bool {
    const NAMES: [&str; 14] = [
        "String", "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32",
        "u64", "usize",
    ];
    match ty {
        Type::Path(path) if path.qself.is_none() => {
            NAMES.iter().any(|name| path.path.is_ident(name))
        }
        _ => false,
    }
}
