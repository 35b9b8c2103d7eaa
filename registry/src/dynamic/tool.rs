//! A tool of a source: as it was offered, and as it was taken.

use std::borrow::Cow;
use std::fmt;

use serde_json::value::RawValue;

use super::arguments::{self, CheckedArguments};
use super::refusal::Refusal;
use super::text::cleaned;
use super::{MAX_DESCRIPTION, MAX_DYNAMIC_NAME_LEN, schema};
use crate::arguments::Called;
use crate::entry::Annotations;
use crate::schema::InputSchema;
use crate::{ArgumentErrors, Definition};

/// A tool definition as somebody else wrote it, not checked yet.
#[derive(Debug, Clone)]
pub struct ForeignTool<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) title: Option<Cow<'a, str>>,
    pub(super) description: Cow<'a, str>,
    pub(super) input_schema: Cow<'a, str>,
    pub(super) annotations: Annotations,
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
}

/// A tool of a source that was checked and taken.
///
/// Its texts are cleaned and bounded, and its schema is written canonically: the same definition
/// has the same bytes, in whatever order the source wrote it.
pub struct DynamicTool {
    name: String,
    title: Option<String>,
    description: String,
    is_shortened: bool,
    schema: InputSchema,
    annotations: Annotations,
}

impl DynamicTool {
    /// Checks a tool.
    pub(super) fn take(offered: &ForeignTool<'_>) -> Result<Self, Refusal> {
        check_dynamic_name(&offered.name)?;
        let (description, is_shortened) = cleaned(&offered.description, MAX_DESCRIPTION);
        let title = offered.title.as_ref().map(|title| cleaned(title, MAX_DYNAMIC_NAME_LEN).0);
        Ok(Self {
            name: offered.name.clone().into_owned(),
            title: title.filter(|title| !title.is_empty()),
            description,
            is_shortened,
            schema: schema::read(&offered.input_schema)?,
            annotations: offered.annotations,
        })
    }

    /// The name that its source gave it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A name for people, where the source gives one.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
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

    /// What the source says of its effects: only as true as the source is trusted.
    #[must_use]
    pub const fn annotations(&self) -> Annotations {
        self.annotations
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

/// MCP's rule: 1–128 characters of `A-Za-z0-9_.-`, and `/`, which its SEP-986 has besides.
pub(super) fn check_dynamic_name(name: &str) -> Result<(), Refusal> {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    if name.is_empty() {
        return Err(Refusal::EmptyName);
    }
    if let Some(c) = name.chars().find(|c| !allowed(c)) {
        return Err(Refusal::NameCharacter(c));
    }
    if name.len() > MAX_DYNAMIC_NAME_LEN {
        return Err(Refusal::LongName(name.len()));
    }
    Ok(())
}
