//! Splits what stands in an attribute into keys and what is said of them. What a key means is not
//! known here.

use proc_macro2::{Delimiter, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parse;
use syn::{LitBool, LitStr};

use crate::ctxt::Ctxt;
use crate::symbol::{Keys, did_you_mean};

/// One `key`, `key = value` or `key(..)`.
pub(crate) struct Item {
    pub(crate) key: Ident,
    said: Said,
}

enum Said {
    Nothing,
    Value(TokenStream),
    List(TokenStream),
}

/// What is said of the keys, each key once unless it may be given more often.
pub(crate) struct Items {
    read: Vec<Item>,
    /// Keys that were given, those with errors included, so that none is called missing too.
    given: Vec<String>,
    /// Whether there is something that could be any key.
    unread: bool,
}

impl Items {
    /// Splits `tokens` into what is said of each of `keys`.
    pub(crate) fn parse(cx: &Ctxt, tokens: TokenStream, keys: &Keys) -> Self {
        let Keys { known, often, .. } = keys;
        let mut items = Self { read: Vec::new(), given: Vec::new(), unread: false };
        for part in split(cx, tokens) {
            let given = items.given.len();
            let Some(item) = Item::parse(cx, part, &mut items.given) else {
                items.unread |= items.given.len() == given;
                continue;
            };
            let key = item.key.to_string();
            if !known.contains(&&*key) {
                // The key that was meant is not missing.
                items.given.extend(
                    known
                        .iter()
                        .filter(|k| did_you_mean(&key, &[k]).starts_with("did"))
                        .map(|k| (*k).to_owned()),
                );
                cx.error(
                    item.key.span(),
                    format!("unknown key `{key}`: {}", keys.instead_of(&key)),
                );
            } else if items.read.iter().any(|earlier| earlier.key == key) && !often.contains(&&*key)
            {
                cx.error(item.key.span(), format!("`{key}` is given twice"));
            } else {
                items.read.push(item);
            }
        }
        items
    }

    /// Whether the key was given, be it with an error.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.unread || self.given.iter().any(|given| given == key)
    }

    /// What is said of `key`, taken out.
    pub(crate) fn take(&mut self, key: &str) -> Option<Item> {
        let at = self.read.iter().position(|item| item.key == key)?;
        Some(self.read.remove(at))
    }

    /// A string that says something: the literal, with nothing blank around it.
    pub(crate) fn words(&mut self, cx: &Ctxt, key: &str) -> Option<LitStr> {
        let words = self.string(cx, key)?;
        let text = words.value();
        if text.trim().is_empty() {
            cx.error(words.span(), format!("`{key}` says nothing: write it out, or leave it out"));
        }
        Some(LitStr::new(text.trim(), words.span()))
    }

    /// A string: the literal.
    pub(crate) fn string(&mut self, cx: &Ctxt, key: &str) -> Option<LitStr> {
        self.take(key)?.string(cx)
    }
}

/// The parts between commas. One comma at the end is none too many.
pub(crate) fn split(cx: &Ctxt, tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = Vec::new();
    let mut part = TokenStream::new();
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                if part.is_empty() {
                    cx.error(punct.span(), "a comma too many: nothing stands before it");
                } else {
                    parts.push(std::mem::take(&mut part));
                }
            }
            _ => part.extend([token]),
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

impl Item {
    fn parse(cx: &Ctxt, part: TokenStream, given: &mut Vec<String>) -> Option<Self> {
        let mut tokens = part.into_iter();
        let first = tokens.next()?;
        let key = match first {
            TokenTree::Ident(key) => key,
            // A macro's `$key:ident` may come wrapped.
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                cx.take(syn::parse2::<Ident>(group.stream()))?
            }
            other => {
                cx.error_at(other, "expected a key, as in `name = \"…\"`");
                return None;
            }
        };
        given.push(key.to_string());
        let said = match tokens.next() {
            None => Said::Nothing,
            Some(TokenTree::Punct(punct)) if punct.as_char() == '=' => {
                let value: TokenStream = tokens.collect();
                if value.is_empty() {
                    cx.error(key.span(), format!("`{key}` needs a value: `{key} = …`"));
                    return None;
                }
                return Some(Self { key, said: Said::Value(value) });
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => {
                Said::List(group.stream())
            }
            Some(other) => {
                cx.error_at(&other, format!("expected `,` or `=` after `{key}`"));
                return None;
            }
        };
        if let Some(extra) = tokens.next() {
            cx.error_at(extra, "expected `,`");
            return None;
        }
        Some(Self { key, said })
    }

    pub(crate) fn span(&self) -> Span {
        self.key.span()
    }

    /// The value's tokens.
    pub(crate) fn value(self, cx: &Ctxt) -> Option<TokenStream> {
        match self.said {
            Said::Value(value) => Some(value),
            Said::Nothing | Said::List(_) => {
                let key = self.key;
                cx.error(key.span(), format!("`{key}` needs a value: `{key} = \"…\"`"));
                None
            }
        }
    }

    /// The value as something that can be parsed; `what` says what is expected.
    pub(crate) fn parsed<T: Parse>(self, cx: &Ctxt, what: &str) -> Option<T> {
        let key = self.key.clone();
        let value = self.value(cx)?;
        parse(cx, value, &format!("`{key}` must be {what}"))
    }

    pub(crate) fn string(self, cx: &Ctxt) -> Option<LitStr> {
        self.parsed(cx, "a string literal")
    }

    /// `key` for true, or `key = true`.
    pub(crate) fn flag(self, cx: &Ctxt) -> Option<bool> {
        match self.said {
            Said::Nothing => Some(true),
            Said::Value(_) => Some(self.parsed::<LitBool>(cx, "`true` or `false`")?.value),
            Said::List(_) => {
                let key = self.key;
                cx.error(key.span(), format!("expected `{key}` alone, or `{key} = false`"));
                None
            }
        }
    }

    /// Whether the key stands alone.
    pub(crate) fn stands_alone(&self) -> bool {
        matches!(self.said, Said::Nothing)
    }

    /// What stands in the parentheses of `key(..)`; `form` shows one.
    pub(crate) fn list(self, cx: &Ctxt, form: &str) -> Option<TokenStream> {
        match self.said {
            Said::List(list) => Some(list),
            Said::Nothing | Said::Value(_) => {
                cx.error(self.key.span(), format!("expected `{form}`"));
                None
            }
        }
    }
}

/// Parses `tokens` whole, or reports `expected`, at the first token that does not belong.
pub(crate) fn parse<T: Parse>(cx: &Ctxt, tokens: TokenStream, expected: &str) -> Option<T> {
    let parser = |input: syn::parse::ParseStream<'_>| {
        let at = input.fork();
        let value = T::parse(input).map_err(|_| syn::Error::new_spanned(tail(&at), expected))?;
        if input.is_empty() {
            Ok(value)
        } else {
            Err(syn::Error::new(input.span(), "expected `,`"))
        }
    };
    cx.take(syn::parse::Parser::parse2(parser, tokens))
}

fn tail(input: syn::parse::ParseStream<'_>) -> impl ToTokens + use<> {
    input.parse::<TokenStream>().unwrap_or_default()
}
