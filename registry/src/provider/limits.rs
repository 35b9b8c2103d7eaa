//! What each provider accepts, each limit with its source.
//!
//! The facts are of August 2026. Where a provider's texts differ, the note says which is followed.

use super::Provider;
use crate::schema::dialect::{Optional, PlainRules, Rules, SizeLimits};

/// Which tool names a provider accepts: ASCII letters and digits, and what is said here.
#[derive(Debug)]
pub(super) struct NameRule {
    /// The greatest length, in characters.
    pub(super) most: usize,
    /// The greatest length of an encoded name: less than `most` where the provider's texts differ.
    pub(super) encoded: usize,
    /// Accepted beside letters and digits.
    pub(super) others: &'static str,
    /// Whether the first character must be a letter or `_`.
    pub(super) starts_as_word: bool,
}

/// The limits of one wire format.
#[derive(Debug)]
pub(super) struct Limits {
    /// The provider, in messages.
    pub(super) who: &'static str,
    pub(super) names: NameRule,
    /// How many tools a request may load, and whether more are surely refused.
    pub(super) loaded: Option<(usize, bool)>,
    pub(super) deferral: Deferral,
    /// The provider's own search over deferred tools.
    pub(super) hosted_search: Option<Hosted>,
    pub(super) root: Root,
    /// Whether every tool needs a description.
    pub(super) needs_description: bool,
    pub(super) keys: Keys,
    /// What is refused of a schema that is sent as it is, and so mended.
    pub(super) plain: PlainRules,
    pub(super) strict: Option<&'static Rules>,
}

/// What a provider runs itself, where a list asks for it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hosted {
    /// The name, which no tool of the list may have.
    pub(super) name: &'static str,
    /// The entry of the list.
    pub(super) entry: &'static str,
}

/// Whether a tool can be sent to be loaded later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deferral {
    None,
    /// Any number, as far as is stated.
    Any,
    AtMost(usize),
}

/// What the root of an input schema must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    Anything,
    /// It says `"type": "object"`.
    Object,
}

/// What the keys of properties must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    Any,
    /// At the root, others than portable ones are refused: see [`MAX_KEY`].
    Portable,
    /// They start with a letter or `_`.
    Words,
}

/// The longest property key, for `^[a-zA-Z0-9_.-]{1,64}$`: the pattern of Anthropic's error text
/// (github.com/anthropics/claude-code/issues/79418), which names the properties of the root.
pub(super) const MAX_KEY: usize = 64;

/// Anthropic's limits over all strict tools of one request.
/// Source: platform.claude.com/docs/en/build-with-claude/structured-outputs.
pub(super) const ANTHROPIC_STRICT_TOOLS: usize = 20;
/// Optional parameters. Source: the same.
pub(super) const ANTHROPIC_STRICT_OPTIONAL: usize = 24;
/// Parameters with `anyOf` or several types. Source: the same.
pub(super) const ANTHROPIC_STRICT_UNIONS: usize = 16;

/// Ours: what every provider accepts, see [`MAX_NAME_LEN`](crate::MAX_NAME_LEN).
const SAFE_NAMES: NameRule = NameRule { most: 64, encoded: 64, others: "_-", starts_as_word: true };

/// Source: openai/openai-openapi at f85dbe2, `FunctionObject.name`.
const OPENAI_CHAT_NAMES: NameRule =
    NameRule { most: 64, encoded: 64, others: "_-", starts_as_word: false };

/// Source: the same, the function tool of the Responses API: `^[a-zA-Z0-9_-]+$`, 1 to 128.
const OPENAI_RESPONSES_NAMES: NameRule =
    NameRule { most: 128, encoded: 128, others: "_-", starts_as_word: false };

/// Source: platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools,
/// `^[a-zA-Z0-9_-]{1,128}$`. Older texts say 64; today's is followed.
const ANTHROPIC_NAMES: NameRule =
    NameRule { most: 128, encoded: 128, others: "_-", starts_as_word: false };

/// Source: api-docs.deepseek.com/api/create-chat-completion.
const DEEPSEEK_NAMES: NameRule =
    NameRule { most: 64, encoded: 64, others: "_-", starts_as_word: false };

/// Source: ai.google.dev/api/caching#FunctionDeclaration and google-genai 3.6.1. Older pages say 63
/// or 64, so longer names are encoded to 64.
const GEMINI_NAMES: NameRule =
    NameRule { most: 128, encoded: 64, others: "_.:-", starts_as_word: true };

/// Source: modelcontextprotocol.io, specification 2026-07-28, tools. The file of SEP-986 says 64 and
/// also `/`; the specification's text is followed.
const MCP_NAMES: NameRule =
    NameRule { most: 128, encoded: 128, others: "_.-", starts_as_word: false };

/// Source: developers.openai.com/api/docs/guides/structured-outputs, supported schemas.
const OPENAI_STRICT: Rules = Rules {
    optional: Optional::Nullable,
    references: true,
    constants: true,
    keywords: &[
        "pattern",
        "minimum",
        "exclusiveMinimum",
        "maximum",
        "exclusiveMaximum",
        "multipleOf",
        "minItems",
        "maxItems",
    ],
    formats: &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ],
    min_items: None,
    size: Some(SizeLimits {
        properties: 5_000,
        depth: 10,
        text: 120_000,
        enum_values: 1_000,
        long_enum: (250, 15_000),
    }),
};

/// Source: platform.claude.com/docs/en/build-with-claude/structured-outputs, JSON Schema limitations.
const ANTHROPIC_STRICT: Rules = Rules {
    optional: Optional::Kept,
    references: false,
    constants: true,
    keywords: &[],
    formats: &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ],
    min_items: Some(1),
    size: None,
};

/// Source: api-docs.deepseek.com/guides/tool_calls, strict mode. Its list of types has no `null`, so that
/// an optional argument cannot be said.
const DEEPSEEK_STRICT: Rules = Rules {
    optional: Optional::Refused,
    references: false,
    constants: false,
    keywords: &[
        "pattern",
        "minimum",
        "exclusiveMinimum",
        "maximum",
        "exclusiveMaximum",
        "multipleOf",
    ],
    formats: &["email", "hostname", "ipv4", "ipv6", "uuid"],
    min_items: None,
    size: None,
};

const NEUTRAL: Limits = Limits {
    who: "the strictest provider",
    names: SAFE_NAMES,
    loaded: None,
    deferral: Deferral::None,
    hosted_search: None,
    needs_description: false,
    root: Root::Anything,
    keys: Keys::Any,
    plain: PlainRules { composed_root: false, open_arrays: false, odd_values: false },
    strict: None,
};

/// 128 tools: openai/openai-openapi, `CreateChatCompletionRequest.tools`. Arrays: the API's error
/// "array schema missing items", as in github.com/digitalocean-labs/mcp-digitalocean/issues/265. A composed
/// root: "must not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level". Regular expressions:
/// github.com/BerriAI/litellm/pull/40485.
const OPENAI_CHAT: Limits = Limits {
    who: "OpenAI",
    names: OPENAI_CHAT_NAMES,
    loaded: Some((128, true)),
    root: Root::Object,
    plain: PlainRules { composed_root: true, open_arrays: true, odd_values: true },
    strict: Some(&OPENAI_STRICT),
    ..NEUTRAL
};

/// 128 tools: from an error text, not from the specification, and individual limits may differ.
/// How many may be deferred is not stated. The search that the API runs itself:
/// developers.openai.com/api/docs/guides/tools-tool-search.
const OPENAI_RESPONSES: Limits = Limits {
    names: OPENAI_RESPONSES_NAMES,
    loaded: Some((128, false)),
    deferral: Deferral::Any,
    hosted_search: Some(Hosted { name: "tool_search", entry: r#"{"type":"tool_search"}"# }),
    ..OPENAI_CHAT
};

/// 10,000 deferred, and the search that the API runs itself: platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool. A composed
/// root: reported in issues (github.com/vinhnx/VTCode/issues/710), not in the documents.
const ANTHROPIC: Limits = Limits {
    who: "Anthropic",
    names: ANTHROPIC_NAMES,
    deferral: Deferral::AtMost(10_000),
    hosted_search: Some(Hosted {
        name: "tool_search_tool_bm25",
        entry: r#"{"type":"tool_search_tool_bm25_20251119","name":"tool_search_tool_bm25"}"#,
    }),
    root: Root::Object,
    plain: PlainRules { composed_root: true, ..NEUTRAL.plain },
    keys: Keys::Portable,
    strict: Some(&ANTHROPIC_STRICT),
    ..NEUTRAL
};

/// 128 tools: api-docs.deepseek.com/api/create-chat-completion. What it refuses of a schema is not written
/// there; since it takes `OpenAI`'s form, what `OpenAI` refuses is not sent.
const DEEPSEEK: Limits = Limits {
    who: "DeepSeek",
    names: DEEPSEEK_NAMES,
    loaded: Some((128, true)),
    root: Root::Object,
    plain: OPENAI_CHAT.plain,
    strict: Some(&DEEPSEEK_STRICT),
    ..NEUTRAL
};

/// 512 declarations, a required description, and parameter names: ai.google.dev/api/caching#FunctionDeclaration.
/// A composed root is taken in JSON Schema; for its subset of `OpenAPI` the schema is rewritten.
const GEMINI: Limits = Limits {
    who: "Gemini",
    names: GEMINI_NAMES,
    loaded: Some((512, true)),
    needs_description: true,
    keys: Keys::Words,
    root: Root::Object,
    plain: PlainRules { odd_values: true, ..NEUTRAL.plain },
    ..NEUTRAL
};

/// The root: modelcontextprotocol.io, specification 2026-07-28, `Tool.inputSchema`.
const MCP: Limits = Limits { who: "MCP", names: MCP_NAMES, root: Root::Object, ..NEUTRAL };

impl Provider {
    pub(super) const fn limits(self) -> &'static Limits {
        match self {
            Self::Neutral => &NEUTRAL,
            Self::OpenAiChat => &OPENAI_CHAT,
            Self::OpenAiResponses => &OPENAI_RESPONSES,
            Self::Anthropic => &ANTHROPIC,
            Self::DeepSeek => &DEEPSEEK,
            Self::Gemini | Self::GeminiOpenApi => &GEMINI,
            Self::Mcp => &MCP,
        }
    }
}
