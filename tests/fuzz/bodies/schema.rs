//! Schemas from outside, through every provider.

use toolcrib::provider::{ForeignSchema, Provider, ToolSpec, WriteOptions};
use toolcrib::serde_json::{self, Value};

use super::harmless::assert_harmless;

/// The most bytes that a provider is sent of one tool: more than any schema that is taken, several
/// times over, and far less than what a reference written out again and again would make.
const MAX_SENT: usize = 2_000_000;

/// A schema, and after a zero byte the arguments of a call.
pub(crate) fn run(data: &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == 0).map(String::from_utf8_lossy);
    let text = parts.next().unwrap_or_default();
    let schema = match ForeignSchema::parse(&text) {
        Ok(schema) => schema,
        Err(error) => return assert_harmless(&error.to_string()),
    };
    let written = schema.json().get();
    assert_harmless(written);
    let again = ForeignSchema::parse(written).expect("what was taken once is taken again");
    assert_eq!(again.json().get(), written, "what is canonical stays as it is");

    let spec = ToolSpec::new("t", "Do it.", &schema);
    for provider in Provider::ALL {
        for strict in [false, true] {
            let options = WriteOptions::new().strict(strict);
            let sent = provider.write(&[spec], &options);
            assert!(sent.get().len() < MAX_SENT);
            serde_json::from_str::<Value>(sent.get()).expect("a provider is sent JSON");
            for finding in provider.lint(&[spec], &options) {
                assert_harmless(&finding.to_string());
            }
        }
    }
    let arguments = parts.next().and_then(|text| serde_json::from_str::<Value>(&text).ok());
    if let Some(mut arguments) = arguments {
        let before = arguments.to_string();
        spec.absent_nulls(&mut arguments);
        assert!(
            arguments.to_string().len() <= before.len(),
            "nulls are taken out, nothing is added"
        );
    }
}
