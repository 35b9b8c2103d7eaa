//! What a type borrows, as it is written.

use proc_macro2::TokenStream;
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
