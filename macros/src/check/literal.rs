//! Literals, as text and as JSON.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Lit, LitStr};

use crate::ctxt::Ctxt;

/// A string literal, also where a macro has wrapped it.
pub(super) fn string(value: &TokenStream) -> Option<LitStr> {
    syn::parse2(value.clone()).ok()
}

/// A literal as JSON.
pub(super) fn json_literal(cx: &Ctxt, value: TokenStream) -> Option<String> {
    match to_json(&value) {
        Some(json) => Some(json),
        None => {
            let message = "expected a string, a number, `true` or `false`; \
                           anything else is done by `adapt = path::to::function`";
            cx.error_at(value, message);
            None
        }
    }
}

/// A string, an integer, a float or a boolean as JSON text.
pub(super) fn to_json(value: &TokenStream) -> Option<String> {
    let mut tokens = value.clone().into_iter().peekable();
    let minus = matches!(tokens.peek(), Some(TokenTree::Punct(p)) if p.as_char() == '-');
    if minus {
        tokens.next();
    }
    let sign = if minus { "-" } else { "" };
    match syn::parse2::<Lit>(tokens.collect()).ok()? {
        Lit::Str(text) if !minus => Some(json_string(&text.value())),
        Lit::Bool(flag) if !minus => Some(flag.value.to_string()),
        Lit::Int(number) => Some(format!("{sign}{}", number.base10_parse::<u64>().ok()?)),
        Lit::Float(number) => {
            let number = number.base10_parse::<f64>().ok().filter(|n| n.is_finite())?;
            Some(format!("{sign}{number:?}"))
        }
        _ => None,
    }
}

fn json_string(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            c if c < ' ' => json.extend(format!("\\u{:04x}", u32::from(c)).chars()),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}
