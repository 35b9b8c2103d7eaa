//! What a type borrows, as it is written.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Lifetime, PathArguments, ReturnType, Type, TypeParamBound};

/// The first thing in `ty` that is lent for less than `'static`: a reference, or a lifetime.
pub(crate) fn lent(ty: &Type) -> Option<TokenStream> {
    match ty {
        Type::Reference(reference) => match &reference.lifetime {
            Some(lifetime) if lifetime.ident == "static" => lent(&reference.elem),
            _ => Some(reference.to_token_stream()),
        },
        Type::Path(path) => {
            path.path.segments.iter().find_map(|segment| of_arguments(&segment.arguments))
        }
        Type::Group(group) => lent(&group.elem),
        Type::Paren(paren) => lent(&paren.elem),
        Type::Array(array) => lent(&array.elem),
        Type::Slice(slice) => lent(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().find_map(lent),
        Type::ImplTrait(trait_) => trait_.bounds.iter().find_map(of_bound),
        Type::TraitObject(trait_) => trait_.bounds.iter().find_map(of_bound),
        _ => None,
    }
}

/// The same type with all that is lent being so for `'static`.
pub(crate) fn owned(ty: TokenStream) -> TokenStream {
    let mut owned = TokenStream::new();
    let mut tokens = ty.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is = |char| matches!(&token, TokenTree::Punct(punct) if punct.as_char() == char);
        let lifetime = |span| Lifetime::new("'static", span);
        match &token {
            TokenTree::Punct(quote) if is('\'') => {
                tokens.next();
                lifetime(quote.span()).to_tokens(&mut owned);
            }
            TokenTree::Punct(and) if is('&') => {
                token.to_tokens(&mut owned);
                let named =
                    matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '\'');
                if !named {
                    lifetime(and.span()).to_tokens(&mut owned);
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), self::owned(group.stream()));
                inner.set_span(group.span());
                inner.to_tokens(&mut owned);
            }
            _ => token.to_tokens(&mut owned),
        }
    }
    owned
}

fn of_lifetime(lifetime: &Lifetime) -> Option<TokenStream> {
    (lifetime.ident != "static").then(|| lifetime.to_token_stream())
}

fn of_arguments(arguments: &PathArguments) -> Option<TokenStream> {
    match arguments {
        PathArguments::AngleBracketed(list) => {
            list.args.iter().find_map(|argument| match argument {
                GenericArgument::Lifetime(lifetime) => of_lifetime(lifetime),
                GenericArgument::Type(ty) => lent(ty),
                GenericArgument::AssocType(assoc) => lent(&assoc.ty),
                _ => None,
            })
        }
        // What a function takes is no part of it.
        PathArguments::Parenthesized(list) => match &list.output {
            ReturnType::Type(_, ty) => lent(ty),
            ReturnType::Default => None,
        },
        PathArguments::None => None,
    }
}

fn of_bound(bound: &TypeParamBound) -> Option<TokenStream> {
    match bound {
        TypeParamBound::Lifetime(lifetime) => of_lifetime(lifetime),
        TypeParamBound::Trait(bound) => {
            bound.path.segments.iter().find_map(|segment| of_arguments(&segment.arguments))
        }
        _ => None,
    }
}
