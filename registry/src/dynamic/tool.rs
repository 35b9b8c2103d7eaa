//! A tool of a source: as it was offered, and as it was taken.

use std::borrow::Cow;
use std::fmt;

use serde_json::value::RawValue;

use super::arguments::{self, CheckedArguments};
use super::fields::{Fields, Offered};
use super::refusal::Refusal;
use super::remark::Notes;
use super::text::{cleaned, is_unseen};
use super::{MAX_DESCRIPTION, MAX_DYNAMIC_NAME_LEN, schema};
use crate::arguments::Called;
use crate::entry::Annotations;
use crate::schema::InputSchema;
use crate::{ArgumentErrors, Definition, Digest};

/// A tool definition as somebody else wrote it, not checked yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignTool<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) title: Option<Cow<'a, str>>,
    pub(super) description: Cow<'a, str>,
    pub(super) input_schema: Cow<'a, str>,
    pub(super) annotations: Annotations,
    pub(super) fields: Vec<Offered<'a>>,
    pub(super) hints: Vec<Offered<'a>>,
}

impl<'a> ForeignTool<'a> {
    /// A tool with its name, what it says of itself, and the JSON text of its input schema.
    pub fn new(
        name: impl Into<Cow<'a, str>>,
        description: impl Into<Cow<'a, str>>,
        input_schema: impl Into<Cow<'a, str>>,
    ) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: description.into(),
            input_schema: input_schema.into(),
            annotations: Annotations::UNSAID,
            fields: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// A name for people.
    #[must_use]
    pub fn title(mut self, title: impl Into<Cow<'a, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What the source says of the tool's effects: only as true as the source is trusted.
    #[must_use]
    pub const fn annotations(mut self, annotations: Annotations) -> Self {
        self.annotations = annotations;
        self
    }

    /// Another field of MCP's `Tool` as JSON, such as `outputSchema`, `icons` or `_meta`: see [`Fields`].
    /// One that is no JSON, or not what MCP has there, is left out with a [`Remark`](super::Remark).
    ///
    /// ```
    /// use toolcrib::dynamic::{DynamicSource, ForeignTool};
    ///
    /// let fetch = ForeignTool::new("fetch", "Fetch a page.", "{}")
    ///     .field("outputSchema", r#"{"type": "object"}"#)
    ///     .field("icons", "none")
    ///     .hint("title", r#""Fetcher""#);
    /// let source = DynamicSource::from_tools("web", [fetch])?;
    /// assert!(source.tools().next().unwrap().fields().get("outputSchema").is_some());
    /// assert_eq!(source.remarks()[0].path, "/icons");
    /// # Ok::<(), toolcrib::dynamic::SourceError>(())
    /// ```
    #[must_use]
    pub fn field(mut self, name: impl Into<Cow<'a, str>>, json: impl Into<Cow<'a, str>>) -> Self {
        put(&mut self.fields, name.into(), json.into());
        self
    }

    /// Another of MCP's annotations as JSON, beside those that [`annotations`](Self::annotations) has.
    #[must_use]
    pub fn hint(mut self, name: impl Into<Cow<'a, str>>, json: impl Into<Cow<'a, str>>) -> Self {
        put(&mut self.hints, name.into(), json.into());
        self
    }
}

/// Adds a field in place of an earlier one of its name.
fn put<'a>(fields: &mut Vec<Offered<'a>>, name: Cow<'a, str>, json: Cow<'a, str>) {
    fields.retain(|(earlier, _)| *earlier != name);
    fields.push((name, json));
}

/// A tool of a source that was checked and taken.
///
/// Its texts are cleaned and bounded, and its schema is written canonically: the same definition
/// has the same bytes, in whatever order the source wrote it.
pub struct DynamicTool {
    name: String,
    title: Option<String>,
    /// The title among its annotations.
    hint_title: Option<String>,
    description: String,
    is_shortened: bool,
    schema: InputSchema,
    annotations: Annotations,
    fields: Fields,
    digest: Digest,
}

impl DynamicTool {
    /// Checks a tool.
    pub(super) fn take(offered: &ForeignTool<'_>, notes: &mut Notes) -> Result<Self, Refusal> {
        check_dynamic_name(&offered.name)?;
        let mut short = |text: &str, path: &str, most: usize| {
            let (text, is_cut) = cleaned(text, most);
            if is_cut {
                notes.add(path, format!("has more than {most} characters, and was cut"));
            }
            (text, is_cut)
        };
        let (description, is_shortened) =
            short(&offered.description, "/description", MAX_DESCRIPTION);
        let title =
            offered.title.as_ref().map(|title| short(title, "/title", MAX_DYNAMIC_NAME_LEN).0);
        let schema = schema::read_mended(&offered.input_schema, notes)?;
        let mut tool = Self {
            name: offered.name.clone().into_owned(),
            title: title.filter(|title| !title.is_empty()),
            hint_title: None,
            description,
            is_shortened,
            schema,
            annotations: offered.annotations,
            fields: Fields::take(&offered.fields, &offered.hints, notes),
            digest: Digest::of(b""),
        };
        let hint = tool.fields.hint("title").and_then(|json| serde_json::from_str(json.get()).ok());
        let hint = hint.map(|title: String| cleaned(&title, MAX_DYNAMIC_NAME_LEN).0);
        tool.hint_title = hint.filter(|title| !title.is_empty());
        tool.digest = Digest::of(tool.in_full().as_bytes());
        Ok(tool)
    }

    /// All that is known of it, so that no two tools are one text.
    fn in_full(&self) -> String {
        let Annotations { read_only, destructive, idempotent, open_world, parallel_safe } =
            self.annotations;
        let hints =
            format!("{:?}", [read_only, destructive, idempotent, open_world, parallel_safe]);
        let title = self.title.as_deref().unwrap_or_default();
        let own = [&*self.name, title, &self.description, self.schema.json().get(), &hints];
        let fields = self.fields.iter().chain([("", RawValue::NULL)]).chain(self.fields.hints());
        let fields = fields.flat_map(|(name, json)| [name, json.get()]);
        let mut text = String::new();
        for part in own.into_iter().chain(fields) {
            text.push_str(&part.len().to_string());
            text.push(':');
            text.push_str(part);
        }
        text
    }

    /// The name that its source gave it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A name for people, where the source gives one: the title, or the one among the annotations.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.own_title().or(self.hint_title.as_deref())
    }

    /// The title alone.
    pub(crate) fn own_title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// What the model reads about it; may be empty.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Whether the description was cut, since it had more than [`MAX_DESCRIPTION`] characters.
    #[must_use]
    pub const fn is_shortened(&self) -> bool {
        self.is_shortened
    }

    /// The schema of its arguments, in canonical bytes.
    #[must_use]
    pub fn input_schema(&self) -> &RawValue {
        self.schema.json()
    }

    pub(crate) const fn schema(&self) -> &InputSchema {
        &self.schema
    }

    /// What the source says of its effects: only as true as the source is trusted.
    #[must_use]
    pub const fn annotations(&self) -> Annotations {
        self.annotations
    }

    /// What the source says of it besides: for the clients of a gateway, and only as true as the source is
    /// trusted.
    #[must_use]
    pub const fn fields(&self) -> &Fields {
        &self.fields
    }

    /// The SHA-256 of all that the source says of it. It changes with each of them, annotations and other
    /// [fields](Self::fields) included, also where the bytes that a provider is sent stay the same.
    #[must_use]
    pub const fn digest(&self) -> Digest {
        self.digest
    }

    /// What a model may see of it, under its own name.
    #[must_use]
    pub fn definition(&self) -> Definition<'_> {
        Definition::new(&self.name, &self.description, self.schema.json())
    }

    /// Checks the arguments of a call. Nothing, blank and `null` mean `{}`; an object inside of a
    /// JSON string is unwrapped once, and so is an array or an object that an argument takes. A `null` for
    /// what may be left out and does not take one is left out. All else is passed on as it is.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, as far as it shows without the source: that they are no JSON
    /// object, what is missing or not expected, and types and enumerations of the arguments
    /// themselves. What lies deeper is the source's to check.
    ///
    /// ```
    /// use toolcrib::dynamic::{DynamicSource, ForeignTool};
    ///
    /// let schema = r#"{"properties": {"url": {"type": "string"}}, "required": ["url"]}"#;
    /// let fetch = ForeignTool::new("fetch", "Fetch a page.", schema);
    /// let source = DynamicSource::from_tools("web", [fetch])?;
    /// let fetch = source.tools().next().unwrap();
    /// assert!(fetch.check_arguments(r#"{"url": "https://example.com"}"#).is_ok());
    /// assert_eq!(fetch.check_arguments("").unwrap_err().missing, ["url"]);
    /// # Ok::<(), toolcrib::dynamic::SourceError>(())
    /// ```
    pub fn check_arguments<'a>(
        &self,
        arguments: &'a str,
    ) -> Result<CheckedArguments<'a>, Box<ArgumentErrors>> {
        arguments::check(&self.schema, arguments)
    }

    /// What a model is told about arguments that do not fit: what is wrong, and what the tool
    /// takes. `name` is the one that the model knows it by.
    #[must_use]
    pub fn explain(&self, name: &str, errors: &ArgumentErrors) -> String {
        errors.explain(Called::tool(name), &self.schema)
    }
}

impl fmt::Debug for DynamicTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicTool").field("name", &self.name).finish_non_exhaustive()
    }
}

/// 1–128 characters that show, on one line. MCP's own rule (`A-Za-z0-9_.-`) is a SHOULD, and real servers
/// have names with `:`, blanks and letters of other scripts; providers are sent them encoded: see
/// [`WireNames`](crate::provider::WireNames).
pub(super) fn check_dynamic_name(name: &str) -> Result<(), Refusal> {
    if name.is_empty() {
        return Err(Refusal::EmptyName);
    }
    if let Some(c) = name.chars().find(|c| is_unseen(*c) || matches!(c, '\n' | '\t')) {
        return Err(Refusal::NameCharacter(c));
    }
    if name.chars().all(char::is_whitespace) {
        return Err(Refusal::EmptyName);
    }
    match name.chars().count() {
        len if len > MAX_DYNAMIC_NAME_LEN => Err(Refusal::LongName(len)),
        _ => Ok(()),
    }
}
