//! Reads the item below the attribute: a function up to its body, or the frame of an `impl`. Bodies
//! are never parsed, which is what keeps the macros cheap to compile and to run.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    Attribute, Expr, Generics, LitStr, Meta, Token, Type, Visibility, WhereClause, braced,
    parenthesized, token,
};

use crate::ctxt::Ctxt;

/// What `#[tool]` can stand on.
pub(crate) enum Parsed {
    Function(Box<ParsedFunction>),
    Impl(Box<ParsedImpl>),
}

/// A function as it is written.
pub(crate) struct ParsedFunction {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) is_async: bool,
    pub(crate) ident: Ident,
    pub(crate) params: Vec<ParsedParam>,
    pub(crate) output: Span,
    /// Between visibility and parameters, the parameters' parentheses, and what comes after.
    before: TokenStream,
    parens: token::Paren,
    after: TokenStream,
}

/// A parameter as it is written.
pub(crate) struct ParsedParam {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) pattern: TokenStream,
    pub(crate) ty: Type,
}

/// The frame of an `impl`.
pub(crate) struct ParsedImpl {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) head: TokenStream,
    pub(crate) ty: Type,
    pub(crate) bounds: Option<WhereClause>,
    pub(crate) body: TokenStream,
}

/// The attributes of parameters that are ours, or that are taken for ours: they do not stay on the
/// item.
pub(crate) const OURS: [&str; 6] = ["doc", "arg", "state", "context", "serde", "schemars"];

impl Parsed {
    pub(crate) fn attrs(&self) -> &[Attribute] {
        match self {
            Self::Function(function) => &function.attrs,
            Self::Impl(imp) => &imp.attrs,
        }
    }

    /// Reads the item; `None` and an error where it is no tool.
    pub(crate) fn read(cx: &Ctxt, tokens: TokenStream) -> Option<Self> {
        cx.take(read.parse2(tokens))
    }
}

fn read(input: ParseStream<'_>) -> syn::Result<Parsed> {
    let attrs = input.call(Attribute::parse_outer)?;
    let vis: Visibility = input.parse()?;
    let rest = input.fork();
    let wrong_item = |span| {
        let expected = "`#[tool]` stands on a free function or on `impl Tool for Type`";
        Err(syn::Error::new(span, expected))
    };
    if input.peek(Token![impl]) {
        return read_impl(input, attrs).map(|imp| Parsed::Impl(Box::new(imp)));
    }
    let constness: Option<Token![const]> = input.parse()?;
    let asyncness: Option<Token![async]> = input.parse()?;
    if input.peek(Token![unsafe]) || input.peek(Token![extern]) {
        let message = "a tool is called by a model: it cannot be an `unsafe` or `extern` function";
        return Err(syn::Error::new(input.span(), message));
    }
    if !input.peek(Token![fn]) {
        return wrong_item(rest.span());
    }
    let fn_token: Token![fn] = input.parse()?;
    let ident: Ident = input.parse()?;
    let generics: Generics = input.parse()?;
    if !generics.params.is_empty() {
        let message = "a model calls a tool with JSON, so that it has no generic parameters: \
                       write types out, and leave lifetimes out";
        return Err(syn::Error::new_spanned(generics, message));
    }
    let content;
    let parens = parenthesized!(content in input);
    let params = read_params(&content)?;
    let output = input.fork();
    let output = if output.parse::<Option<Token![->]>>()?.is_some() {
        output.parse::<Type>()?.span()
    } else {
        ident.span()
    };
    Ok(Parsed::Function(Box::new(ParsedFunction {
        before: quote!(#constness #asyncness #fn_token #ident),
        attrs,
        vis,
        is_async: asyncness.is_some(),
        ident,
        params,
        output,
        parens,
        after: input.parse()?,
    })))
}

fn read_params(input: ParseStream<'_>) -> syn::Result<Vec<ParsedParam>> {
    let mut params = Vec::new();
    while !input.is_empty() {
        let attrs = input.call(Attribute::parse_outer)?;
        let mut pattern = TokenStream::new();
        while !(input.is_empty() || input.peek(Token![,])) {
            if input.peek(Token![::]) {
                input.parse::<Token![::]>()?.to_tokens(&mut pattern);
            } else if input.peek(Token![:]) {
                break;
            } else {
                input.parse::<proc_macro2::TokenTree>()?.to_tokens(&mut pattern);
            }
        }
        if !input.peek(Token![:]) {
            // Only a receiver has no type.
            let message = "a method cannot be a tool: write a free function, \
                           or `#[tool] impl Tool for Type`";
            return Err(syn::Error::new_spanned(pattern, message));
        }
        input.parse::<Token![:]>()?;
        params.push(ParsedParam { attrs, pattern, ty: input.parse()? });
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(params)
}

fn read_impl(input: ParseStream<'_>, attrs: Vec<Attribute>) -> syn::Result<ParsedImpl> {
    let impl_token: Token![impl] = input.parse()?;
    let generics: Generics = input.parse()?;
    if !generics.params.is_empty() {
        let message = "a tool is one type: write the `impl` for each type that is a tool";
        return Err(syn::Error::new_spanned(generics, message));
    }
    let trait_path: Type = input.parse()?;
    let Some(for_token) = input.parse::<Option<Token![for]>>()? else {
        let message = "expected `impl Tool for Type`: methods cannot be tools";
        return Err(syn::Error::new_spanned(trait_path, message));
    };
    if !is_tool_trait(&trait_path) {
        let message = "expected `impl Tool for Type`: another trait cannot be a tool";
        return Err(syn::Error::new_spanned(trait_path, message));
    }
    let ty: Type = input.parse()?;
    let bounds: Option<WhereClause> = input.parse()?;
    let content;
    braced!(content in input);
    Ok(ParsedImpl {
        head: quote!(#impl_token #trait_path #for_token),
        attrs,
        ty,
        bounds,
        body: content.parse()?,
    })
}

/// Whether an attribute is `#[tool]`, as it is written.
pub(crate) fn is_tool(attr: &Attribute) -> bool {
    attr.path().segments.last().is_some_and(|last| last.ident == "tool")
}

/// Whether a trait is `Tool`, as it is written.
fn is_tool_trait(path: &Type) -> bool {
    match path {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Tool"),
        Type::Group(group) => is_tool_trait(&group.elem),
        _ => false,
    }
}

impl ParsedFunction {
    /// The function as it stays: `rustc` knows nothing of the attributes that are ours.
    pub(crate) fn tokens(&self) -> TokenStream {
        let Self { vis, before, parens, after, .. } = self;
        let attrs = self.attrs.iter().filter(|attr| !is_tool(attr));
        let params = self.params.iter().map(|ParsedParam { attrs, pattern, ty }| {
            let kept =
                attrs.iter().filter(|attr| !OURS.iter().any(|our| attr.path().is_ident(our)));
            quote!(#(#kept)* #pattern: #ty)
        });
        let params: Punctuated<_, Token![,]> = params.collect();
        let mut tokens = quote!(#(#attrs)* #vis #before);
        parens.surround(&mut tokens, |tokens| params.to_tokens(tokens));
        after.to_tokens(&mut tokens);
        tokens
    }
}

impl ParsedImpl {
    /// The `impl`, with `more` after what stands between its braces.
    pub(crate) fn tokens(&self, more: &TokenStream) -> TokenStream {
        let Self { head, ty, bounds, body, .. } = self;
        let attrs = self.attrs.iter().filter(|attr| !is_tool(attr));
        quote!(#(#attrs)* #head #ty #bounds { #body #more })
    }
}

/// The text of doc comments as an expression; `None` where there is none. One leading space of a
/// line goes, the lines stay.
pub(crate) fn docs(attrs: &[Attribute]) -> Option<TokenStream> {
    let mut lines = Vec::new();
    let mut only_literals = true;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        // `#[doc(hidden)]` and its like are no text.
        let Meta::NameValue(pair) = &attr.meta else {
            continue;
        };
        match literal(&pair.value) {
            Some(text) => {
                let text = text.value();
                let line = text.strip_prefix(' ').unwrap_or(&text).trim_end().to_owned();
                lines.push(line.into_token_stream());
            }
            None => {
                only_literals = false;
                lines.push(pair.value.to_token_stream());
            }
        }
    }
    if only_literals {
        let lines = lines.iter().filter_map(|line| syn::parse2::<LitStr>(line.clone()).ok());
        let text = lines.map(|line| line.value()).collect::<Vec<_>>().join("\n");
        let text = text.trim();
        return (!text.is_empty()).then(|| text.into_token_stream());
    }
    Some(quote!(::core::concat!(#(#lines, "\n"),*)))
}

/// A string literal, also where a macro has wrapped it.
fn literal(value: &Expr) -> Option<LitStr> {
    syn::parse2(value.to_token_stream()).ok()
}
