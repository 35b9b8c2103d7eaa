//! From what is written to what is meant: every rule of the attribute, each mistake reported at the
//! word that makes it.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use semver::Version;
use syn::ext::IdentExt;
use syn::{Attribute, GenericArgument, Lit, LitStr, Meta, Path, PathArguments, Type};

use crate::attr::{Item as AttrItem, Items, parse};
use crate::ctxt::Ctxt;
use crate::item::{Parsed, ParsedFunction, ParsedImpl, ParsedParam, docs};
use crate::model::{
    Adapter, Alias, Default, Field, Function, Impl, Item, Name, Param, Replacement, Retirement,
    Role, State, Tool,
};
use crate::symbol::{
    ADAPT, ALIAS, ALIAS_KEYS, ANNOTATIONS, ARG_KEYS, CRATE, DEFAULT, DESCRIPTION, FROM_STATE,
    LIFECYCLE, NAME, NOTE, REGISTER, REMOVE_IN, RENAME, REPLACEMENT, SET, SINCE, STATES, TAGS,
    TITLE, did_you_mean,
};

/// The longest name: that of OpenAI and DeepSeek, the strictest.
const MAX_NAME_LEN: usize = 64;

/// Checks a tool. What it returns is only used where `cx` has no errors.
pub(crate) fn check(
    cx: &Ctxt,
    mut attr: Items,
    parsed: Parsed,
    krate: TokenStream,
) -> Option<(Tool, Item)> {
    let derived = match &parsed {
        Parsed::Function(function) => Some(function.ident.clone()),
        Parsed::Impl(imp) => type_ident(&imp.ty),
    };
    // `rustc` has removed the attribute that is being expanded: another one is a second.
    for second in parsed.attrs().iter().filter(|attr| is_tool(attr.path())) {
        cx.error_at(second, "`#[tool]` is given twice: one item is one tool");
    }
    let name = match attr.take(NAME) {
        Some(item) => item.string(cx).and_then(|text| name(cx, &text)),
        None if attr.has(NAME) => None,
        None => derived.as_ref().and_then(|ident| derived_name(cx, ident, &parsed)),
    };
    let place = derived.as_ref().map_or_else(Span::call_site, Ident::span);
    let description = description(cx, &mut attr, parsed.attrs(), place);
    let title = attr.string(cx, TITLE);
    let register = attr.take(REGISTER).and_then(|item| item.flag(cx)).unwrap_or(true);
    attr.take(CRATE);
    let annotations = annotations(cx, &mut attr);
    let tags = attr.take(TAGS).map(|item| tags(cx, item)).unwrap_or_default();

    let mut aliases = Vec::new();
    while let Some(item) = attr.take(ALIAS) {
        aliases.extend(alias(cx, item));
    }
    check_names(cx, name.as_ref(), &aliases);
    let since = attr.take(SINCE).and_then(|item| version(cx, item));
    let state = state(cx, &mut attr, since.as_ref());
    check_self_replacement(cx, &state, name.as_ref(), &aliases, &parsed);

    let cfgs = parsed.attrs().iter().filter(|attr| attr.path().is_ident("cfg")).cloned().collect();
    let item = match parsed {
        Parsed::Function(function) => {
            if let Some(item) = attr.take(FROM_STATE) {
                cx.error(
                    item.span(),
                    "a function has no value of its own: take a `State<T>` parameter",
                );
            }
            Item::Function(check_function(cx, *function, &aliases)?)
        }
        Parsed::Impl(ParsedImpl { attrs, head, ty, body }) => {
            let from_state = attr.take(FROM_STATE).and_then(|item| item.flag(cx)).unwrap_or(false);
            Item::Impl(Impl { head: quote!(#(#attrs)* #head), ty, body, from_state })
        }
    };
    let tool = Tool {
        krate,
        name: name?,
        description,
        title,
        state: state?,
        since,
        aliases,
        annotations,
        tags,
        register,
        cfgs,
    };
    Some((tool, item))
}

fn is_tool(path: &Path) -> bool {
    path.segments.last().is_some_and(|last| last.ident == "tool")
}

fn type_ident(ty: &Type) -> Option<Ident> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
        Type::Group(group) => type_ident(&group.elem),
        _ => None,
    }
}

// ---- names ----

/// A name that is written out.
pub(crate) fn name(cx: &Ctxt, text: &LitStr) -> Option<Name> {
    match bad_name(&text.value()) {
        None => Some(Name { text: text.value(), span: text.span() }),
        Some(why) => {
            cx.error(text.span(), why);
            None
        }
    }
}

fn derived_name(cx: &Ctxt, ident: &Ident, parsed: &Parsed) -> Option<Name> {
    let text = match parsed {
        Parsed::Function(_) => ident.unraw().to_string(),
        Parsed::Impl(_) => snake_case(&ident.unraw().to_string()),
    };
    match bad_name(&text) {
        None => Some(Name { text, span: ident.span() }),
        Some(why) => {
            cx.error(ident.span(), format!("{why}; give it one: `name = \"…\"`"));
            None
        }
    }
}

fn bad_name(name: &str) -> Option<String> {
    let first = name.chars().next();
    let odd = name.chars().find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
    match (first, odd) {
        (None, _) => Some("a tool name cannot be empty".into()),
        (_, Some(c)) => {
            Some(format!("a tool name is made of letters, digits, `_` and `-`, not of {c:?}"))
        }
        (Some(c), _) if !(c.is_ascii_alphabetic() || c == '_') => {
            Some(format!("a tool name starts with a letter or `_`, not with {c:?}"))
        }
        _ if name.len() > MAX_NAME_LEN => {
            let len = name.len();
            Some(format!("a tool name has at most {MAX_NAME_LEN} characters, this one has {len}"))
        }
        _ => None,
    }
}

fn snake_case(ident: &str) -> String {
    let mut name = String::new();
    let chars: Vec<_> = ident.chars().collect();
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let ends_acronym = before.is_some_and(|b| b.is_ascii_uppercase())
            && chars.get(i + 1).is_some_and(char::is_ascii_lowercase);
        let after_word = before.is_some_and(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if c.is_ascii_uppercase() && (after_word || ends_acronym) {
            name.push('_');
        }
        name.push(c.to_ascii_lowercase());
    }
    name
}

fn check_names(cx: &Ctxt, name: Option<&Name>, aliases: &[Alias]) {
    let mut seen: Vec<&str> = name.iter().map(|name| &*name.text).collect();
    for alias in aliases {
        if seen.contains(&&*alias.name.text) {
            let message = format!("`{}` is a name of this tool already", alias.name.text);
            cx.error(alias.name.span, message);
        }
        seen.push(&alias.name.text);
    }
}

// ---- description and other texts ----

fn description(cx: &Ctxt, attr: &mut Items, attrs: &[Attribute], place: Span) -> TokenStream {
    let text = match attr.take(DESCRIPTION) {
        Some(item) => {
            let key = item.span();
            let Some(value) = item.value(cx) else {
                return TokenStream::new();
            };
            match literal(&value) {
                Some(text) if text.value().trim().is_empty() => {
                    cx.error(text.span(), "the description is empty");
                }
                Some(_) => {}
                // `include_str!(..)`, `concat!(..)`, or the path of a constant.
                None if syn::parse2::<Path>(value.clone()).is_ok() || is_macro(&value) => {}
                None => {
                    cx.error(
                        key,
                        "`description` must be a string literal, `include_str!(..)` or a constant",
                    );
                }
            }
            return value;
        }
        None => docs(attrs),
    };
    if text.is_none() && !attr.has(DESCRIPTION) {
        let message = "a tool needs a description, which the model reads: \
                       write a doc comment, or `description = \"…\"`";
        cx.error(place, message);
    }
    text.unwrap_or_default()
}

fn is_macro(value: &TokenStream) -> bool {
    syn::parse2::<syn::Macro>(value.clone()).is_ok()
}

/// A string literal, also where a macro has wrapped it.
fn literal(value: &TokenStream) -> Option<LitStr> {
    syn::parse2(value.clone()).ok()
}

fn annotations(cx: &Ctxt, attr: &mut Items) -> [Option<bool>; 5] {
    let mut spans = [None; 5];
    let mut said = [None; 5];
    for (at, key) in ANNOTATIONS.into_iter().enumerate() {
        if let Some(item) = attr.take(key) {
            spans[at] = Some(item.span());
            said[at] = item.flag(cx);
        }
    }
    if let (Some(true), Some(true), Some(span)) = (said[0], said[1], spans[1]) {
        cx.error(span, "a tool that is `read_only` cannot be `destructive`");
    }
    said
}

fn tags(cx: &Ctxt, item: AttrItem) -> Vec<LitStr> {
    let Some(list) = item.list(cx, "tags(\"…\", \"…\")") else {
        return Vec::new();
    };
    let mut tags: Vec<LitStr> = Vec::new();
    for part in split_commas(list) {
        let Some(tag) = parse::<LitStr>(cx, part, "a tag must be a string literal") else {
            continue;
        };
        if tag.value().trim().is_empty() {
            cx.error(tag.span(), "a tag cannot be empty");
        } else if tags.iter().any(|earlier| earlier.value() == tag.value()) {
            cx.error(tag.span(), format!("tag `{}` is given twice", tag.value()));
        }
        tags.push(tag);
    }
    tags
}

fn split_commas(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(TokenStream::new()),
            _ => token.to_tokens(parts.last_mut().expect("there is one")),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

// ---- states and versions ----

fn state(cx: &Ctxt, attr: &mut Items, since: Option<&LitStr>) -> Option<State> {
    let lifecycle = match attr.take(LIFECYCLE) {
        Some(item) => Some(item.string(cx)?),
        None if attr.has(LIFECYCLE) => return None,
        None => None,
    };
    let word = lifecycle.as_ref().map_or_else(|| "active".to_owned(), LitStr::value);
    let place = lifecycle.as_ref().map(LitStr::span);
    match &*word {
        "active" | "deferred" => {
            for key in [REPLACEMENT, REMOVE_IN, NOTE] {
                if let Some(item) = attr.take(key) {
                    let message = format!(
                        "`{key}` belongs to a name that goes away, and this one is {word}: \
                         add `lifecycle = \"deprecated\"`, or leave `{key}` out"
                    );
                    cx.error(item.span(), message);
                }
            }
            Some(if word == "active" { State::Active } else { State::Deferred })
        }
        "hidden" | "deprecated" => {
            let replacement = attr.take(REPLACEMENT).map(|item| replacement(cx, item));
            let rest = retirement(cx, attr, since);
            match replacement {
                Some(replacement) if word == "hidden" => {
                    Some(State::Hidden { replacement: Some(replacement?), rest })
                }
                None if word == "hidden" => Some(State::Hidden { replacement: None, rest }),
                Some(replacement) => Some(State::Deprecated { replacement: replacement?, rest }),
                None => {
                    if !attr.has(REPLACEMENT) {
                        let message = "a deprecated tool needs `replacement = \"…\"`: \
                                       the caller is told what to use instead";
                        cx.error(place.unwrap_or_else(Span::call_site), message);
                    }
                    None
                }
            }
        }
        "removed" => {
            let message = "a removed tool has no implementation: delete it, and keep its name with \
                           `toolcrib::retired! { name = \"…\", since = \"…\" }`";
            cx.error(place.unwrap_or_else(Span::call_site), message);
            None
        }
        other => {
            let message = format!("unknown lifecycle `{other}`: {}", did_you_mean(other, STATES));
            cx.error(place.unwrap_or_else(Span::call_site), message);
            None
        }
    }
}

/// A name, or the path of a tool.
pub(crate) fn replacement(cx: &Ctxt, item: AttrItem) -> Option<Replacement> {
    let key = item.span();
    let value = item.value(cx)?;
    if let Some(text) = literal(&value) {
        return name(cx, &text).map(|_| Replacement::Name(text));
    }
    match syn::parse2::<Path>(value) {
        Ok(path) => Some(Replacement::Path(path)),
        Err(_) => {
            cx.error(key, "`replacement` must be a tool's name as a string literal, or its path");
            None
        }
    }
}

fn retirement(cx: &Ctxt, attr: &mut Items, since: Option<&LitStr>) -> Retirement {
    let remove_in = attr.take(REMOVE_IN).and_then(|item| version(cx, item));
    if let Some(remove_in) = &remove_in {
        check_removal(cx, remove_in, since);
    }
    let note = attr.string(cx, NOTE);
    Retirement { remove_in, note }
}

/// A literal that is a version.
pub(crate) fn version(cx: &Ctxt, item: AttrItem) -> Option<LitStr> {
    let text = item.string(cx)?;
    match Version::parse(&text.value()) {
        Ok(_) => Some(text),
        Err(_) => {
            let message = format!("`{}` is no version: write it as `1.2.3`", text.value());
            cx.error(text.span(), message);
            None
        }
    }
}

fn check_removal(cx: &Ctxt, remove_in: &LitStr, since: Option<&LitStr>) {
    let Ok(planned) = Version::parse(&remove_in.value()) else {
        return;
    };
    if let Some(since) = since.and_then(|since| Version::parse(&since.value()).ok())
        && planned <= since
    {
        let message = format!("`remove_in` must come after `since`, which is {since}");
        cx.error(remove_in.span(), message);
        return;
    }
    let current = std::env::var("CARGO_PKG_VERSION").ok().and_then(|v| Version::parse(&v).ok());
    if let Some(current) = current.filter(|current| planned <= *current) {
        let message = format!(
            "this was to be removed in {planned}, and the crate is at {current}: delete it and \
             keep its name with `toolcrib::retired!`, or put `remove_in` off"
        );
        cx.error(remove_in.span(), message);
    }
}

fn check_self_replacement(
    cx: &Ctxt,
    state: &Option<State>,
    own: Option<&Name>,
    aliases: &[Alias],
    parsed: &Parsed,
) {
    let (State::Deprecated { replacement, .. }
    | State::Hidden { replacement: Some(replacement), .. }) = (match state {
        Some(state) => state,
        None => return,
    })
    else {
        return;
    };
    match replacement {
        Replacement::Name(text) => {
            let mut names = own.into_iter().chain(aliases.iter().map(|alias| &alias.name));
            if names.any(|name| name.text == text.value()) {
                cx.error(text.span(), "a tool cannot replace itself: name another tool");
            }
        }
        Replacement::Path(path) => {
            let itself = match parsed {
                Parsed::Function(function) => path.is_ident(&function.ident),
                Parsed::Impl(imp) => {
                    path.to_token_stream().to_string() == imp.ty.to_token_stream().to_string()
                }
            };
            if itself {
                cx.error_at(path, "a tool cannot replace itself: name another tool");
            }
        }
    }
}

// ---- aliases ----

fn alias(cx: &Ctxt, item: AttrItem) -> Option<Alias> {
    let place = item.span();
    let list = item.list(cx, "alias(name = \"…\", lifecycle = \"…\")")?;
    let mut attr = Items::parse(cx, list, ALIAS_KEYS, &[]);
    let name = match attr.string(cx, NAME) {
        Some(text) => name(cx, &text),
        None => {
            if !attr.has(NAME) {
                cx.error(place, "an alias needs a name: `alias(name = \"…\")`");
            }
            None
        }
    };
    let lifecycle = attr.string(cx, LIFECYCLE);
    let word = lifecycle.as_ref().map_or_else(|| "hidden".to_owned(), LitStr::value);
    let deprecated = match (&*word, lifecycle.as_ref().map(LitStr::span)) {
        ("hidden", _) => Some(false),
        ("deprecated", _) => Some(true),
        ("active" | "deferred", Some(span)) => {
            let message = format!(
                "an alias cannot be {word}: a model would see one tool twice. It is `hidden` \
                 (silent) or `deprecated` (with a notice)"
            );
            cx.error(span, message);
            None
        }
        ("removed", Some(span)) => {
            let message = "a removed alias is no alias: keep its name with \
                           `toolcrib::retired! { name = \"…\", since = \"…\" }`";
            cx.error(span, message);
            None
        }
        (other, span) => {
            let known = ["hidden", "deprecated"];
            let message = format!("unknown lifecycle `{other}`: {}", did_you_mean(other, &known));
            cx.error(span.unwrap_or(place), message);
            None
        }
    };
    let since = attr.take(SINCE).and_then(|item| version(cx, item));
    let rest = retirement(cx, &mut attr, since.as_ref());
    let adapter = adapter(cx, &mut attr);
    Some(Alias { name: name?, deprecated: deprecated?, since, rest, adapter })
}

fn adapter(cx: &Ctxt, attr: &mut Items) -> Adapter {
    let mut adapter = Adapter::default();
    if let Some(list) = attr.take(SET).and_then(|item| item.list(cx, "set(key = literal)")) {
        for (key, value) in pairs(cx, list, "set(key = literal)") {
            if let Some(json) = json_literal(cx, value) {
                adapter.set.push((key, json));
            }
        }
    }
    if let Some(list) = attr.take(RENAME).and_then(|item| item.list(cx, "rename(old = \"new\")")) {
        for (old, value) in pairs(cx, list, "rename(old = \"new\")") {
            let what = "the new name of an argument must be a string literal";
            if let Some(new) = parse::<LitStr>(cx, value, what) {
                adapter.rename.push((old, new));
            }
        }
    }
    if let Some(item) = attr.take(ADAPT) {
        adapter.adapt = item.parsed(cx, "the path of a function");
    }
    let mut new_keys: Vec<String> = Vec::new();
    let renamed = adapter.rename.iter().map(|(_, new)| new);
    for key in adapter.set.iter().map(|(key, _)| key).chain(renamed) {
        if new_keys.contains(&key.value()) {
            let message = format!("argument `{}` gets two values", key.value());
            cx.error(key.span(), message);
        }
        new_keys.push(key.value());
    }
    adapter
}

/// `key = value, "key" = value`. A key that is no identifier is written as a string.
fn pairs(cx: &Ctxt, list: TokenStream, form: &str) -> Vec<(LitStr, TokenStream)> {
    let mut pairs: Vec<(LitStr, TokenStream)> = Vec::new();
    for part in split_commas(list) {
        let mut tokens = part.clone().into_iter();
        let key = match tokens.next() {
            Some(TokenTree::Ident(ident)) => {
                Some(LitStr::new(&ident.unraw().to_string(), ident.span()))
            }
            Some(other) => syn::parse2(other.into()).ok(),
            None => None,
        };
        let equals = matches!(tokens.next(), Some(TokenTree::Punct(p)) if p.as_char() == '=');
        let value: TokenStream = tokens.collect();
        match key {
            Some(key) if equals && !value.is_empty() => {
                if pairs.iter().any(|(earlier, _)| earlier.value() == key.value()) {
                    cx.error(key.span(), format!("`{}` is given twice", key.value()));
                } else {
                    pairs.push((key, value));
                }
            }
            _ => cx.error_at(part, format!("expected `{form}`")),
        }
    }
    pairs
}

/// A literal as JSON.
fn json_literal(cx: &Ctxt, value: TokenStream) -> Option<String> {
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
fn to_json(value: &TokenStream) -> Option<String> {
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
            c if c < ' ' => json.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

// ---- functions ----

fn check_function(cx: &Ctxt, function: ParsedFunction, aliases: &[Alias]) -> Option<Function> {
    let tokens = function.tokens();
    let ParsedFunction { vis, ident, is_async, params, output, .. } = function;
    let checked: Vec<_> = params.into_iter().map(|param| check_param(cx, param)).collect();
    let params: Vec<Param> = checked.into_iter().collect::<Option<_>>()?;
    check_fields(cx, &params, aliases);
    Some(Function { tokens, vis, ident, is_async, params, output })
}

/// Fields have different names, there is one `Args` or there are fields, and aliases set fields.
fn check_fields(cx: &Ctxt, params: &[Param], aliases: &[Alias]) {
    let fields: Vec<_> = params
        .iter()
        .filter_map(|param| match &param.role {
            Role::Field(field) => Some(&field.name),
            _ => None,
        })
        .collect();
    for (at, name) in fields.iter().enumerate() {
        if fields[..at].iter().any(|earlier| earlier.value() == name.value()) {
            cx.error(name.span(), format!("two arguments are called `{}`", name.value()));
        }
    }
    let mut whole = params.iter().filter(|param| matches!(param.role, Role::Args(_)));
    if let Some(args) = whole.next() {
        if let Some(second) = whole.next() {
            cx.error_at(&second.ty, "a tool takes one `Args<..>`: it holds all arguments");
        } else if !fields.is_empty() {
            let message = "`Args<..>` holds all arguments: move the other parameters into it";
            cx.error_at(&args.ty, message);
        }
        return;
    }
    let expected = || {
        let names: Vec<_> = fields.iter().map(|name| format!("`{}`", name.value())).collect();
        if names.is_empty() { "it has none".into() } else { format!("it has {}", names.join(", ")) }
    };
    for alias in aliases.iter().filter(|alias| alias.adapter.adapt.is_none()) {
        let set = alias.adapter.set.iter().map(|(key, _)| key);
        for key in set.chain(alias.adapter.rename.iter().map(|(_, new)| new)) {
            if !fields.iter().any(|name| name.value() == key.value()) {
                let message = format!("the tool has no argument `{}`; {}", key.value(), expected());
                cx.error(key.span(), message);
            }
        }
    }
}

fn check_param(cx: &Ctxt, param: ParsedParam) -> Option<Param> {
    let ParsedParam { attrs, pattern, ty } = param;
    let marked = |word| attrs.iter().find(|attr| attr.path().is_ident(word));
    let arg = marked("arg");
    if let Some(cfg) = marked("cfg") {
        cx.error_at(cfg, "an argument cannot depend on `cfg`: put it on the function");
    }
    let role = match (marked("state"), marked("context")) {
        (Some(_), Some(context)) => {
            cx.error_at(context, "a parameter is `#[state]` or `#[context]`, not both");
            return None;
        }
        (Some(_), None) => Role::State,
        (None, Some(_)) => Role::Context,
        (None, None) => recognise(&ty),
    };
    if let (Some(arg), true) = (arg, !matches!(role, Role::Field(_))) {
        cx.error_at(arg, "`#[arg(..)]` belongs to a parameter that the model fills in");
    }
    let role = match role {
        Role::Field(_) => Role::Field(check_field(cx, &attrs, arg, &pattern, &ty)?),
        other => other,
    };
    Some(Param { ty, role })
}

/// What a parameter is, by the spelling of its type.
fn recognise(ty: &Type) -> Role {
    let field = || {
        let name = LitStr::new("", Span::call_site());
        Role::Field(Field { name, description: TokenStream::new(), is_str: false, default: None })
    };
    match ty {
        Type::Group(group) => recognise(&group.elem),
        Type::Reference(reference)
            if last_segment(&reference.elem).is_some_and(|s| s.ident == "Context") =>
        {
            Role::Context
        }
        _ => match last_segment(ty) {
            Some(segment) => match (&*segment.ident.to_string(), only_type(&segment.arguments)) {
                ("State", Some(_)) => Role::State,
                ("Args", Some(inner)) => Role::Args(Box::new(inner)),
                _ => field(),
            },
            None => field(),
        },
    }
}

fn last_segment(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        Type::Group(group) => last_segment(&group.elem),
        _ => None,
    }
}

fn only_type(arguments: &PathArguments) -> Option<Type> {
    let PathArguments::AngleBracketed(list) = arguments else {
        return None;
    };
    let mut list = list.args.iter();
    match (list.next(), list.next()) {
        (Some(GenericArgument::Type(ty)), None) => Some(ty.clone()),
        _ => None,
    }
}

fn check_field(
    cx: &Ctxt,
    attrs: &[Attribute],
    arg: Option<&Attribute>,
    pattern: &TokenStream,
    ty: &Type,
) -> Option<Field> {
    let (given_name, default) = arg.map(|arg| check_arg(cx, arg)).unwrap_or_default();
    let is_str = match ty {
        Type::Reference(reference) => {
            let text = last_segment(&reference.elem).is_some_and(|last| last.ident == "str");
            if !text || reference.mutability.is_some() {
                let message = "an argument is read from JSON, so that it cannot be lent: \
                               take the value, or `&str`";
                cx.error_at(ty, message);
                return None;
            }
            true
        }
        Type::ImplTrait(_) => {
            cx.error_at(ty, "an argument needs a type that can be named: write it out");
            return None;
        }
        _ => false,
    };
    let name = match (given_name, param_ident(pattern)) {
        (Some(name), _) => name,
        (None, Some(ident)) => LitStr::new(&ident.unraw().to_string(), ident.span()),
        (None, None) => {
            let message = "an argument needs a name: write `name: Type`, or add \
                           `#[arg(name = \"…\")]`";
            cx.error_at(pattern, message);
            return None;
        }
    };
    let description = docs(attrs).unwrap_or_else(|| quote!(""));
    Some(Field { name, description, is_str, default })
}

/// The name in `name` or `mut name`.
fn param_ident(pattern: &TokenStream) -> Option<Ident> {
    let mut tokens = pattern.clone().into_iter().filter_map(|token| match token {
        TokenTree::Ident(ident) if ident == "mut" => None,
        // A macro's `$name:ident` may come wrapped.
        TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::None => {
            Some(syn::parse2::<Ident>(group.stream()).ok())
        }
        TokenTree::Ident(ident) => Some(Some(ident)),
        _ => Some(None),
    });
    match (tokens.next(), tokens.next()) {
        (Some(Some(ident)), None) if ident != "_" => Some(ident),
        _ => None,
    }
}

fn check_arg(cx: &Ctxt, arg: &Attribute) -> (Option<LitStr>, Option<Default>) {
    let Meta::List(list) = &arg.meta else {
        cx.error_at(arg, "expected `#[arg(default = …)]` or `#[arg(name = \"…\")]`");
        return (None, None);
    };
    let mut attr = Items::parse(cx, list.tokens.clone(), ARG_KEYS, &[]);
    let name = attr.string(cx, NAME);
    if let Some(name) = &name {
        let text = name.value();
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
        // Anthropic refuses the whole request otherwise.
        if text.is_empty() || text.len() > 64 || !text.chars().all(fits) {
            let message = "an argument's name is made of 1 to 64 letters, digits, `_`, `.` and `-`";
            cx.error(name.span(), message);
        }
    }
    let default = attr.take(DEFAULT).and_then(|item| item.optional_value(cx)).map(|value| {
        let json = value.as_ref().and_then(to_json);
        Default { value, json }
    });
    (name, default)
}
