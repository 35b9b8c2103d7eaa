//! Reads the item below the attribute: a function up to its body, or the frame of an `impl`. Bodies
//! are never parsed, which is what keeps the macros cheap to compile and to run.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, Generics, LitStr, Meta, Token, Type, Visibility, WhereClause, braced,
    parenthesized, token,
};

use crate::ctxt::Ctxt;
use crate::lent::{lent, owned};
use crate::place::is_in_impl;

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
    /// The `...` of any number of parameters, which is not kept.
    pub(crate) rest: Option<TokenStream>,
    /// `None` where nothing is returned.
    pub(crate) output: Option<Type>,
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
    /// `unsafe`, which is not kept.
    pub(crate) unsafety: Option<Token![unsafe]>,
    pub(crate) ty: Type,
    /// What the type borrows as it is written; `ty` borrows it for `'static`.
    pub(crate) lent: Option<TokenStream>,
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
    if input.peek(Token![impl]) || input.peek(Token![unsafe]) && input.peek2(Token![impl]) {
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
    let (params, rest) = read_params(&content)?;
    let output = input.fork();
    let arrow: Option<Token![->]> = output.parse()?;
    let output = arrow.is_some().then(|| output.parse::<Type>()).transpose()?;
    if let Some(word) = of_self(&input.fork().parse()?) {
        return not_free(word);
    }
    if is_in_impl(&ident) {
        return not_free(ident);
    }
    Ok(Parsed::Function(Box::new(ParsedFunction {
        before: quote!(#constness #asyncness #fn_token #ident),
        attrs,
        vis,
        is_async: asyncness.is_some(),
        ident,
        params,
        rest,
        output,
        parens,
        after: input.parse()?,
    })))
}

fn not_free<T>(at: impl ToTokens) -> syn::Result<T> {
    let message = "a function of a type cannot be a tool: write a free function, \
                   or `#[tool] impl Tool for Type`";
    Err(syn::Error::new_spanned(at, message))
}

/// `Self`, where a signature has it: there is one in an `impl` or a trait only. The body, which comes
/// last, is not looked into.
fn of_self(signature: &TokenStream) -> Option<TokenTree> {
    signature.clone().into_iter().find_map(|token| match &token {
        TokenTree::Ident(word) if word == "Self" => Some(token),
        TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
            of_self(&group.stream())
        }
        _ => None,
    })
}

fn read_params(input: ParseStream<'_>) -> syn::Result<(Vec<ParsedParam>, Option<TokenStream>)> {
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
                input.parse::<TokenTree>()?.to_tokens(&mut pattern);
            }
        }
        let is_rest = pattern.clone().into_iter().all(|token| matches!(token, TokenTree::Punct(_)));
        if is_rest && input.is_empty() {
            return Ok((params, Some(pattern)));
        }
        // Only a receiver has no type, and not every receiver has none.
        if !input.peek(Token![:]) || is_receiver(&pattern) {
            return not_free(pattern);
        }
        input.parse::<Token![:]>()?;
        if input.peek(Token![...]) {
            return Ok((params, Some(input.parse()?)));
        }
        let ty: Type = input.parse()?;
        if let Some(word) = of_self(&ty.to_token_stream()) {
            return not_free(word);
        }
        params.push(ParsedParam { attrs, pattern, ty });
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok((params, None))
}

fn is_receiver(pattern: &TokenStream) -> bool {
    pattern.clone().into_iter().last().is_some_and(|last| last.to_string() == "self")
}

fn read_impl(input: ParseStream<'_>, attrs: Vec<Attribute>) -> syn::Result<ParsedImpl> {
    let unsafety: Option<Token![unsafe]> = input.parse()?;
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
    let written: Type = input.parse()?;
    let lent = lent(&written);
    let ty = if lent.is_some() { syn::parse2(owned(written.to_token_stream()))? } else { written };
    let bounds: Option<WhereClause> = input.parse()?;
    let content;
    braced!(content in input);
    Ok(ParsedImpl {
        head: quote!(#impl_token #trait_path #for_token),
        attrs,
        unsafety,
        ty,
        lent,
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
/// line goes, the lines stay; the rest is done where the text is read.
pub(crate) fn docs(attrs: &[Attribute]) -> Option<TokenStream> {
    let mut lines = Vec::new();
    let mut only_literals = true;
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        // `#[doc(hidden)]` and its like are no text.
        let Meta::NameValue(pair) = &attr.meta else {
            continue;
        };
        match literal(&pair.value) {
            Some(text) if is_block(&text) => lines.push(block(&text.value()).into_token_stream()),
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
        // The first line keeps its indentation, which all may share.
        let text = text.trim_matches('\n');
        return (!text.is_empty()).then(|| text.into_token_stream());
    }
    Some(quote!(::core::concat!(#(#lines, "\n"),*)))
}

/// Whether a text stands in a block comment. Its literal is made of the comment, and stands there.
fn is_block(text: &LitStr) -> bool {
    text.span().source_text().is_some_and(|source| source.starts_with("/**"))
}

/// The text of a block comment: without the stars of its margin, or what its lines are indented by.
fn block(text: &str) -> String {
    let (first, below) = text.split_once('\n').unwrap_or((text, ""));
    let lines: Vec<_> = below.lines().map(str::trim_end).collect();
    let filled = || lines.iter().filter(|line| !line.is_empty());
    let starred = filled().count() > 0 && filled().all(|line| line.trim_start().starts_with('*'));
    let lines: Vec<_> = lines
        .iter()
        .map(|line| if starred { line.trim_start().get(1..).unwrap_or_default() } else { line })
        .collect();
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let filled = lines.iter().copied().filter(|line| !line.is_empty());
    let shared = filled.map(|line| indent(&line)).min().unwrap_or_default();
    let lines = lines.iter().map(|line| line.get(shared..).unwrap_or_default());
    let lines: Vec<_> = std::iter::once(first.trim()).chain(lines).collect();
    lines.join("\n").trim().to_owned()
}

/// A string literal, also where a macro has wrapped it.
fn literal(value: &Expr) -> Option<LitStr> {
    syn::parse2(value.to_token_stream()).ok()
}
