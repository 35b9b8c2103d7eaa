//! From the model to tokens. Nothing is decided here.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use crate::model::{
    Adapter, Alias, Default, Field, Function, Impl, Item, Name, Param, Replacement, Retirement,
    Role, State, Tool,
};

pub(crate) fn expand(tool: &Tool, item: &Item) -> TokenStream {
    match item {
        Item::Function(function) => expand_function(tool, function),
        Item::Impl(imp) => expand_impl(tool, imp),
    }
}

fn expand_function(tool: &Tool, function: &Function) -> TokenStream {
    let Tool { krate, cfgs, .. } = tool;
    let Function { tokens, vis, ident, params, .. } = function;
    let private = quote!(#krate::__private);
    let fields = (!params.iter().any(|param| matches!(param.role, Role::Args(_))))
        .then(|| fields_static(&private, params));
    let run = run(&private, function);
    let schema = schema(&private, params);
    let states = states(&private, params);
    let entry = entry(tool, &quote!(schema: #schema, states: #states, run: __crib_run,));
    let beside = beside(tool, &quote!(#ident));
    quote! {
        #tokens
        // The function's name among types, so that its path stands for the tool. A struct with
        // braces takes nothing from the names of values, where the function is.
        #(#cfgs)* #[doc(hidden)] #[allow(non_camel_case_types, dead_code)]
        #vis struct #ident {}
        #(#cfgs)* #[allow(deprecated, unused_qualifications, clippy::all, clippy::pedantic)]
        const _: () = {
            #fields
            #run
            static __CRIB_ENTRY: #private::Entry = #entry;
            #[automatically_derived]
            impl #private::Declared for #ident {
                const ENTRY: &'static #private::Entry = &__CRIB_ENTRY;
            }
        };
        #beside
    }
}

fn expand_impl(tool: &Tool, imp: &Impl) -> TokenStream {
    let krate = &tool.krate;
    let Impl { head, ty, body, from_state } = imp;
    let private = quote!(#krate::__private);
    let instance = if *from_state {
        quote_spanned!(Span::call_site()=> #private::Instance::State(&#private::StateType::of::<#ty>()))
    } else {
        quote!(#private::Instance::Default(#private::make::<#ty>))
    };
    let entry = entry(
        tool,
        &quote! {
            schema: #private::SchemaSource::Type(
                &#private::ArgumentType::of::<<#ty as #krate::Tool>::Args>()
            ),
            instance: #instance,
            run: #private::run_tool::<#ty>,
        },
    );
    let beside = beside(tool, &ty.to_token_stream());
    quote! {
        #head #ty {
            #body
            #[allow(deprecated)]
            const DECLARATION: ::core::option::Option<&'static #private::Entry> = {
                static __CRIB_ENTRY: #private::Entry = #entry;
                ::core::option::Option::Some(&__CRIB_ENTRY)
            };
        }
        #beside
    }
}

/// What stands beside every tool: its submission, the claims of its names, the check of a
/// replacement that is a path.
fn beside(tool: &Tool, declared: &TokenStream) -> TokenStream {
    let Tool { krate, cfgs, name, state, aliases, register, .. } = tool;
    let allow = quote!(#(#cfgs)* #[allow(deprecated, unused_qualifications)]);
    let entry = quote!(<#declared as #krate::__private::Declared>::ENTRY);
    let mut tokens = TokenStream::new();
    if let State::Deprecated { replacement: Replacement::Path(path), .. }
    | State::Hidden { replacement: Some(Replacement::Path(path)), .. } = state
    {
        let replaced = &name.text;
        tokens.extend(quote_spanned! {span_of(path)=>
            #allow
            const _: () = #krate::__private::assert_replacement(
                #replaced,
                <#path as #krate::__private::Declared>::ENTRY,
            );
        });
    }
    if *register {
        let anchor = anchor(&name.text);
        tokens.extend(quote! {
            #allow
            const _: () = {
                #krate::__submit! { Tool, #entry, #anchor }
            };
        });
        let names = std::iter::once(name).chain(aliases.iter().map(|alias| &alias.name));
        tokens.extend(names.map(|name| claim(cfgs, name)));
    }
    tokens
}

fn span_of(tokens: impl ToTokens) -> Span {
    let tokens = tokens.into_token_stream();
    tokens.into_iter().next().map_or_else(Span::call_site, |first| first.span())
}

/// Claims a name for the whole crate: an exported macro of that name. A second one is an error of
/// the compiler at both places (E0428), whatever module, function or test they are in.
pub(crate) fn claim(cfgs: &[syn::Attribute], name: &Name) -> TokenStream {
    // `·` is a letter to Rust and no part of a tool's name: no two names become one.
    let ident = format!("tool_named_{}", name.text.replace('-', "·"));
    let span = Span::call_site().located_at(name.span);
    let ident = Ident::new(&ident, span);
    quote_spanned! {span=>
        #(#cfgs)* #[doc(hidden)] #[allow(non_local_definitions)] #[macro_export]
        macro_rules! #ident { () => {}; }
    }
}

/// The symbol of a declaration where the linker needs one.
pub(crate) fn anchor(name: &str) -> String {
    let var = |key| std::env::var(key).unwrap_or_default();
    let [package, version] = [var("CARGO_PKG_NAME"), var("CARGO_PKG_VERSION")];
    format!("__toolcrib {package} {version} {} {name}", var("CARGO_CRATE_NAME"))
}

/// The place of the declaration.
pub(crate) fn origin(krate: &TokenStream) -> TokenStream {
    quote! {
        #krate::__private::Origin::new(
            ::core::module_path!(), ::core::file!(), ::core::line!(), ::core::column!(),
        )
    }
}

fn entry(tool: &Tool, of_kind: &TokenStream) -> TokenStream {
    let Tool { krate, name, description, state, since, aliases, annotations, .. } = tool;
    let private = quote!(#krate::__private);
    let name = &name.text;
    let origin = origin(krate);
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
            Some(lifecycle(&private, false, &option(replacement.as_ref()), rest))
        }
        State::Deprecated { replacement, rest } => {
            Some(lifecycle(&private, true, &replacement_name(krate, replacement), rest))
        }
    };
    if let Some(lifecycle) = lifecycle {
        fields.extend(quote!(lifecycle: #lifecycle,));
    }
    if let Some(title) = &tool.title {
        fields.extend(quote!(title: ::core::option::Option::Some(#title),));
    }
    if since.is_some() {
        let since = option(since.as_ref());
        fields.extend(quote!(since: #since,));
    }
    if !aliases.is_empty() {
        let aliases = aliases.iter().map(|one| alias(tool, one));
        fields.extend(quote!(aliases: &[#(#aliases),*],));
    }
    if annotations.iter().any(Option::is_some) {
        let said = annotations.iter().map(|one| option(one.as_ref()));
        fields.extend(quote!(annotations: #private::Annotations::new([#(#said),*]),));
    }
    if !tool.tags.is_empty() {
        let tags = &tool.tags;
        fields.extend(quote!(tags: &[#(#tags),*],));
    }
    quote!(#private::Entry { #fields ..#private::Entry::BASE })
}

fn option(value: Option<&impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// A state that keeps a name alive: `replacement` is an expression of the type that it takes.
fn lifecycle(
    private: &TokenStream,
    deprecated: bool,
    replacement: &TokenStream,
    rest: &Retirement,
) -> TokenStream {
    let state = if deprecated { quote!(Deprecated) } else { quote!(Hidden) };
    let (remove_in, note) = (option(rest.remove_in.as_ref()), option(rest.note.as_ref()));
    quote! {
        #private::Lifecycle::#state { replacement: #replacement, remove_in: #remove_in, note: #note }
    }
}

pub(crate) fn replacement_name(krate: &TokenStream, replacement: &Replacement) -> TokenStream {
    match replacement {
        Replacement::Name(name) => name.to_token_stream(),
        Replacement::Path(path) => {
            quote_spanned!(span_of(path)=> <#path as #krate::__private::Declared>::ENTRY.name)
        }
    }
}

fn alias(tool: &Tool, alias: &Alias) -> TokenStream {
    let private = {
        let krate = &tool.krate;
        quote!(#krate::__private)
    };
    // The tool, or where that is deprecated itself, what the tool is replaced by.
    let replacement = match &tool.state {
        State::Deprecated { replacement, .. } => replacement_name(&tool.krate, replacement),
        _ => tool.name.text.to_token_stream(),
    };
    let replacement = if alias.deprecated { replacement } else { option(Some(&replacement)) };
    let lifecycle = lifecycle(&private, alias.deprecated, &replacement, &alias.rest);
    let (name, since) = (&alias.name.text, option(alias.since.as_ref()));
    let adapter = adapter(&private, &alias.adapter);
    quote! {
        #private::Alias { name: #name, lifecycle: #lifecycle, since: #since, adapter: #adapter }
    }
}

fn adapter(private: &TokenStream, adapter: &Adapter) -> TokenStream {
    let set = adapter.set.iter().map(|(key, json)| quote!((#key, #json)));
    let rename = adapter.rename.iter().map(|(old, new)| quote!((#old, #new)));
    let adapt = match &adapter.adapt {
        Some(path) => quote_spanned!(span_of(path)=> ::core::option::Option::Some(#path)),
        None => quote!(::core::option::Option::None),
    };
    quote! {
        #private::Adapter { set: &[#(#set),*], rename: &[#(#rename),*], adapt: #adapt }
    }
}

// ---- functions ----

fn fields(params: &[Param]) -> impl Iterator<Item = (&Field, &Type)> {
    params.iter().filter_map(|param| match &param.role {
        Role::Field(field) => Some((field, &param.ty)),
        _ => None,
    })
}

/// The static that describes the fields, where the arguments are not one type.
fn fields_static(private: &TokenStream, params: &[Param]) -> TokenStream {
    let fields = fields(params).map(|(field, ty)| {
        let Field { name, description, is_str, default } = field;
        let ty = if *is_str { quote!(::std::string::String) } else { ty.to_token_stream() };
        let has_default = default.is_some();
        let json = option(default.as_ref().and_then(|default| default.json.as_ref()));
        let of_type = quote_spanned!(span_of(&ty)=> &#private::ArgumentType::of::<#ty>());
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
            #private::SchemaSource::Type(&#private::ArgumentType::of::<#inner>())
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
fn run(private: &TokenStream, function: &Function) -> TokenStream {
    let Function { ident, is_async, params, output, .. } = function;
    // Locals of the expansion only: they cannot be mixed up with the author's names.
    let local = |name: &str| Ident::new(name, Span::mixed_site());
    let (call, decoder, slots, cx) = (local("call"), local("decoder"), local("slots"), local("cx"));
    let values: Vec<_> = (0..params.len()).map(|at| local(&format!("value{at}"))).collect();

    let mut takes = Vec::new();
    let mut taken = Vec::new();
    let mut whole = None;
    let mut given = Vec::new();
    for (param, value) in params.iter().zip(&values) {
        let ty = &param.ty;
        let span = span_of(ty);
        match &param.role {
            Role::Field(field) => {
                let at = takes.len();
                takes.push(take(private, &decoder, at, field, ty));
                taken.push(value);
                given.push(if field.is_str { quote!(&*#value) } else { quote!(#value) });
            }
            Role::Args(inner) => {
                whole = Some(quote_spanned!(span=> #private::whole::<#inner>(#call.arguments)));
                given.push(quote!(#private::Args(#value)));
                taken.push(value);
            }
            Role::State => {
                given.push(quote_spanned!(span=> <#ty as #private::StateParam>::take(#cx)))
            }
            Role::Context => given.push(quote!(#cx)),
        }
    }
    let read = if let Some(whole) = whole {
        quote! {
            let #(#taken)* = match #whole {
                ::core::result::Result::Ok(value) => value,
                ::core::result::Result::Err(errors) => return #private::Call::Refused(errors),
            };
        }
    } else {
        let count = takes.len();
        let values = (count > 0).then(|| {
            quote! {
                let (#(::core::option::Option::Some(#taken),)*) = (#(#takes,)*) else {
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
    let finished = quote_spanned! {*output=>
        #private::finish(#private::Returned(#ident(#(#given),*)#awaited).split())
    };
    let answer = if *is_async {
        quote!(#private::Call::Pending(::std::boxed::Box::pin(async move { #finished })))
    } else {
        quote!(#private::Call::Ready(#finished))
    };
    quote! {
        fn __crib_run<'a>(#call: #private::Invocation<'a>) -> #private::Call<'a> {
            #[allow(unused_imports)]
            use #private::Plain as _;
            #[allow(unused_variables)]
            let #cx = #call.cx;
            #read
            #answer
        }
    }
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
    match &field.default {
        None => quote_spanned!(span=> #decoder.take::<#ty>(#at)),
        Some(Default { value: Some(value), .. }) if field.is_str => {
            quote_spanned!(span=> #decoder.take_or::<#ty>(#at, || #private::Text::from(#value)))
        }
        Some(Default { value: Some(value), .. }) => {
            quote_spanned!(span=> #decoder.take_or::<#ty>(#at, || #value))
        }
        Some(Default { value: None, .. }) => quote_spanned! {span=>
            #decoder.take_or::<#ty>(#at, ::core::default::Default::default)
        },
    }
}
