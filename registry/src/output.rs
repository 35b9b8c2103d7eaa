//! What a tool returns when it succeeds.

use std::any::Any;
use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::ToolError;
use crate::guard::discard;

/// A part of a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Content {
    /// Text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    Image {
        /// Its bytes in Base64.
        data: String,
        /// Its media type, such as `image/png`.
        #[serde(rename = "mimeType")]
        mime_type: String,
    },
    /// A sound.
    Audio {
        /// Its bytes in Base64.
        data: String,
        /// Its media type, such as `audio/wav`.
        #[serde(rename = "mimeType")]
        mime_type: String,
    },
    /// A deferred tool that a search has found, for a provider that loads it by this part:
    /// Anthropic's `tool_reference`.
    ToolReference {
        /// The name by which the provider was sent the tool.
        tool_name: String,
    },
}

impl Content {
    /// A part that is text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }
}

/// A result in full: parts for the model, a structured value, metadata for the host.
///
/// Most tools return something simpler, which [`IntoOutput`] turns into one of these.
///
/// ```
/// use toolcrib::{Content, Output, tool};
///
/// /// Draw a point.
/// #[tool]
/// fn draw() -> Output {
///     let data = "iVBORw0KGgo=".into();
///     Output::text("a point").with_content(Content::Image { data, mime_type: "image/png".into() })
/// }
/// ```
#[derive(Debug, Clone, Default)]
pub struct Output {
    content: Vec<Content>,
    structured: Option<Box<RawValue>>,
    meta: Vec<(Cow<'static, str>, Value)>,
}

impl Output {
    /// Nothing to tell.
    #[must_use]
    pub const fn empty() -> Self {
        Self { content: Vec::new(), structured: None, meta: Vec::new() }
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self { content: vec![Content::text(text)], ..Self::empty() }
    }

    /// A structured value, which is also what the model reads.
    ///
    /// # Errors
    ///
    /// Where `value` cannot be written as JSON, such as a map with keys that are not strings.
    pub fn structured<T: Serialize + ?Sized>(value: &T) -> Result<Self, ToolError> {
        Ok(Self { structured: Some(to_raw_value(value)?), ..Self::empty() })
    }

    /// Adds a part.
    #[must_use]
    pub fn with_content(mut self, content: Content) -> Self {
        self.content.push(content);
        self
    }

    /// Adds metadata: for the host, never shown to the model. MCP asks for keys with a prefix of
    /// one's own, such as `example.com/cost`.
    #[must_use]
    pub fn with_meta(mut self, key: impl Into<Cow<'static, str>>, value: impl Into<Value>) -> Self {
        self.set_meta(key.into(), value.into());
        self
    }

    pub(crate) fn set_meta(&mut self, key: Cow<'static, str>, value: Value) {
        match self.meta.iter_mut().find(|(earlier, _)| *earlier == key) {
            Some(entry) => entry.1 = value,
            None => self.meta.push((key, value)),
        }
    }

    /// The parts. A structured value without any part of its own is read as its JSON text.
    pub fn content(&self) -> impl Iterator<Item = Cow<'_, Content>> {
        let alone = self.structured.as_ref().filter(|_| self.content.is_empty());
        let text = alone.map(|json| Cow::Owned(Content::text(json.get())));
        self.content.iter().map(Cow::Borrowed).chain(text)
    }

    /// The text that the model reads: the parts that are text, a line break between two.
    #[must_use]
    pub fn as_text(&self) -> Cow<'_, str> {
        if let (true, Some(json)) = (self.content.is_empty(), &self.structured) {
            return Cow::Borrowed(json.get());
        }
        let mut texts = self.content.iter().filter_map(|part| match part {
            Content::Text { text } => Some(&**text),
            _ => None,
        });
        let first = texts.next().unwrap_or_default();
        texts.fold(Cow::Borrowed(first), |all, text| Cow::Owned(format!("{all}\n{text}")))
    }

    /// The structured value, where there is one.
    #[must_use]
    pub fn as_structured(&self) -> Option<&RawValue> {
        self.structured.as_deref()
    }

    /// The metadata, in the order in which it was added.
    #[must_use]
    pub fn meta(&self) -> &[(Cow<'static, str>, Value)] {
        &self.meta
    }
}

/// A revision of MCP, where results are written otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[non_exhaustive]
pub enum McpRevision {
    /// 2025-11-25 and before: `structuredContent` is an object. Any other value, such as a list, is written as
    /// `{"result": value}`, as MCP's Python SDK does it. No later revision refuses that, so that it is the
    /// default.
    #[default]
    V2025_11_25,
    /// 2026-07-28: `structuredContent` is any value, and is written as it is. A gateway needs it that passes on
    /// the `outputSchema` of a tool with such results.
    V2026_07_28,
}

/// The form of MCP's `CallToolResult`, without `isError`: see [`McpRevision::V2025_11_25`].
impl Serialize for Output {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Output", 3)?;
        self.serialize_fields::<S>(&mut object, McpRevision::default())?;
        object.end()
    }
}

impl Output {
    pub(crate) fn serialize_fields<S: Serializer>(
        &self,
        object: &mut S::SerializeStruct,
        revision: McpRevision,
    ) -> Result<(), S::Error> {
        object.serialize_field("content", &self.content().collect::<Vec<_>>())?;
        if let Some(structured) = &self.structured {
            let is_object = structured.get().starts_with('{');
            if is_object || revision == McpRevision::V2026_07_28 {
                object.serialize_field("structuredContent", structured)?;
            } else {
                let wrapped = BTreeMap::from([("result", structured)]);
                object.serialize_field("structuredContent", &wrapped)?;
            }
        }
        if !self.meta.is_empty() {
            object.serialize_field("_meta", &Meta(&self.meta))?;
        }
        Ok(())
    }
}

struct Meta<'a>(&'a [(Cow<'static, str>, Value)]);

impl Serialize for Meta<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// What a tool may return: anything that is `Serialize`.
///
/// - What serialises as a string is text: `String`, `&'static str`, a date.
/// - `()` and `None` are an empty result.
/// - An [`Output`] is taken as it is.
/// - Anything else is a structured value, of which the model reads the JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a tool",
    label = "this type is not `Serialize`",
    note = "derive `Serialize` for it, which is at hand in `toolcrib::serde`, or return a `String` or \
            an `Output`",
    note = "a future is awaited by a tool that is an `async fn`"
)]
pub trait IntoOutput {
    /// The result in full.
    ///
    /// # Errors
    ///
    /// Where the value cannot be written as JSON.
    fn into_output(self) -> Result<Output, ToolError>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + 'static> IntoOutput for T {
    fn into_output(self) -> Result<Output, ToolError> {
        let mut value = Some(self);
        // Resolved when it is compiled: each `T` keeps one branch.
        let any = &mut value as &mut dyn Any;
        if let Some(output) = any.downcast_mut::<Option<Output>>() {
            return Ok(output.take().unwrap_or_default());
        }
        if let Some(text) = any.downcast_mut::<Option<String>>() {
            return Ok(Output::text(text.take().unwrap_or_default()));
        }
        let json = to_raw_value(&value);
        // What it says is known by now, so that a panic in its `Drop` changes nothing any more.
        discard(value);
        from_json(json?)
    }
}

fn from_json(json: Box<RawValue>) -> Result<Output, ToolError> {
    match json.get().as_bytes().first() {
        Some(b'n') => Ok(Output::empty()),
        Some(b'"') => Ok(Output::text(serde_json::from_str::<String>(json.get())?)),
        Some(b'{' | b'[') => Ok(Output { structured: Some(json), ..Output::empty() }),
        _ => Ok(Output::text(Box::<str>::from(json))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_return_value_becomes() {
        let text = |output: Output| (output.as_text().into_owned(), output.structured.is_some());
        assert_eq!(text("a\nb".into_output().unwrap()), ("a\nb".into(), false));
        assert_eq!(text(String::from("c").into_output().unwrap()), ("c".into(), false));
        assert_eq!(text(7.into_output().unwrap()), ("7".into(), false));
        assert_eq!(text(().into_output().unwrap()), (String::new(), false));
        assert_eq!(text(None::<String>.into_output().unwrap()), (String::new(), false));
        assert_eq!(text(Some("d".to_owned()).into_output().unwrap()), ("d".into(), false));
        assert_eq!(text(vec![1, 2].into_output().unwrap()), ("[1,2]".into(), true));
        assert_eq!(text(Output::text("e").into_output().unwrap()), ("e".into(), false));
    }

    #[test]
    fn it_is_written_as_mcp_writes_it() {
        let output = Output::structured(&[1]).unwrap().with_meta("a/b", 1).with_meta("a/b", 2);
        let json = serde_json::to_string(&output).unwrap();
        let expected = r#"{"content":[{"type":"text","text":"[1]"}],"structuredContent":{"result":[1]},"_meta":{"a/b":2}}"#;
        assert_eq!(json, expected);
        let output = Output::structured(&Value::from_iter([("a", 1)])).unwrap();
        let json = serde_json::to_string(&output).unwrap();
        assert!(json.ends_with(r#""structuredContent":{"a":1}}"#), "{json}");
    }
}
