//! Reads the tool calls of a recorded session.

use serde::Deserialize;
use serde_json::value::RawValue;

/// A call as it was recorded.
#[derive(Debug, Deserialize)]
pub(crate) struct RecordedCall {
    /// The id that the provider gave it.
    pub(crate) id: String,
    /// The name of that time.
    pub(crate) name: String,
    /// The arguments, byte for byte.
    #[serde(rename = "input")]
    pub(crate) arguments: Box<RawValue>,
    /// The line of the record, from 1 on.
    #[serde(skip)]
    pub(crate) line: usize,
}

/// A record that cannot be read.
#[derive(Debug)]
pub(crate) struct BadLine {
    pub(crate) line: usize,
    pub(crate) error: serde_json::Error,
}

/// A line: only what the assistant said matters here.
#[derive(Deserialize)]
struct Record<'a> {
    #[serde(rename = "type")]
    kind: String,
    #[serde(borrow)]
    message: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    content: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Part {
    #[serde(rename = "type")]
    kind: String,
}

/// The calls of a session in Claude Code's format, one JSON object a line. A line that cannot be read is
/// said to be so, and the others are read.
pub(crate) fn calls(session: &str) -> impl Iterator<Item = Result<RecordedCall, BadLine>> {
    let lines = session.lines().enumerate().filter(|(_, text)| !text.trim().is_empty());
    lines.flat_map(|(at, text)| match calls_of(text) {
        Ok(calls) => {
            calls.into_iter().map(|call| Ok(RecordedCall { line: at + 1, ..call })).collect()
        }
        Err(error) => vec![Err(BadLine { line: at + 1, error })],
    })
}

fn calls_of(line: &str) -> Result<Vec<RecordedCall>, serde_json::Error> {
    let record: Record<'_> = serde_json::from_str(line)?;
    let Some(message) = record.message.filter(|_| record.kind == "assistant") else {
        return Ok(Vec::new());
    };
    let message: Message<'_> = serde_json::from_str(message.get())?;
    let mut calls = Vec::new();
    for part in message.content {
        if serde_json::from_str::<Part>(part.get())?.kind == "tool_use" {
            calls.push(serde_json::from_str(part.get())?);
        }
    }
    Ok(calls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_found_and_bad_lines_are_said() {
        let session = concat!(
            r#"{"type":"summary","summary":"x"}"#,
            "\n\n",
            r#"{"type":"user","message":{"content":"TodoWrite"}}"#,
            "\n",
            r#"{"type":"assistant","message":{"content":[{"type":"text","text":"x"},"#,
            r#"{"type":"tool_use","id":"1","name":"A","input":{"b": 1, "a":2}}]}}"#,
            "\n{\n",
            r#"{"type":"assistant","message":{"content":[{"type":"tool_use"}]}}"#,
        );
        let calls: Vec<_> = calls(session).collect();
        let [Ok(call), Err(cut), Err(nameless)] = &calls[..] else { panic!("{calls:?}") };
        assert_eq!((call.line, &*call.id, &*call.name), (4, "1", "A"));
        assert_eq!(call.arguments.get(), r#"{"b": 1, "a":2}"#);
        assert_eq!((cut.line, nameless.line), (5, 6));
        assert!(nameless.error.to_string().contains("missing field"));
    }
}
