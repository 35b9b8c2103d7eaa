//! The head's bytes: sorted, stable, and untouched by states, order and origin.

use proptest::prelude::*;
use toolcrib::__private::{ArgumentType, Entry, Field, SchemaSource};
use toolcrib::{Lifecycle, Registry, Toolset, tool};

/// Read a file.
#[tool(register = false)]
fn read(
    /// Its path.
    path: String,
) -> String {
    path
}

/// Write "a file".
///
/// Makes it where it is not there.
#[tool(register = false, read_only = false, tags("files"), title = "Write")]
fn write(path: String, #[arg(default = true)] create: bool) -> String {
    format!("{path} {create}")
}

const HEAD: &str = concat!(
    r#"[{"name":"read","description":"Read a file.","input_schema":{"type":"object","properties":"#,
    r#"{"path":{"description":"Its path.","type":"string"}},"required":["path"],"additionalProperties":false}},"#,
    r#"{"name":"write","description":"Write \"a file\".\n\nMakes it where it is not there.","input_schema":"#,
    r#"{"type":"object","properties":{"path":{"type":"string"},"create":{"type":"boolean","default":true}},"#,
    r#""required":["path"],"additionalProperties":false}}]"#,
);

#[test]
fn the_head_is_these_bytes() {
    let one = Registry::builder().tool::<read>().tool::<write>().build().unwrap();
    let other = Registry::builder().tool::<write>().tool::<read>().build().unwrap();
    for registry in [one, other] {
        let surface = registry.surface().build().unwrap();
        assert_eq!(surface.tools().get(), HEAD);
        assert_eq!(surface.tools().get().as_ptr(), surface.clone().tools().get().as_ptr());
        assert_eq!(
            surface.digest().to_string(),
            "3599ca041bd8cb842cf61a83ef720eaca27eca249a765281de43bff21c6f7ac6"
        );
    }
}

#[test]
fn an_empty_head_is_an_empty_list() {
    let surface = Registry::builder().build().unwrap().surface().build().unwrap();
    assert_eq!(surface.tools().get(), "[]");
}

static PATH: [Field; 1] = [Field::new("path", "", &ArgumentType::of::<String>())];

const STATES: [Lifecycle; 4] = [
    Lifecycle::Active,
    Lifecycle::Deferred,
    Lifecycle::Hidden { replacement: None, remove_in: None, note: None },
    Lifecycle::Deprecated { replacement: "anchor", remove_in: None, note: None },
];

/// The heads of twelve tools in the given states, registered in the given order.
fn definitions(states: &[usize], order: &[usize]) -> Vec<String> {
    let mut entries: Vec<&'static Entry> = Vec::new();
    for &at in order {
        let name = format!("tool_{at:02}").leak();
        let entry = Entry {
            name,
            description: "Do it.",
            lifecycle: STATES[states[at]],
            schema: SchemaSource::Fields(&PATH),
            ..Entry::BASE
        };
        entries.push(Box::leak(Box::new(entry)));
    }
    let anchor = Entry { name: "anchor", description: "Stay.", ..Entry::BASE };
    entries.push(Box::leak(Box::new(anchor)));
    let registry = Registry::builder().toolset(Toolset::new(entries.leak())).build().unwrap();
    let surface = registry.surface().build().unwrap();
    let head = surface.tools().get();
    let parts: Vec<&serde_json::value::RawValue> = serde_json::from_str(head).unwrap();
    parts.into_iter().map(|part| part.get().to_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Flip any state, register in any order: what stays in the head keeps its bytes and its place.
    #[test]
    fn a_flipped_state_moves_no_other_byte(
        states in proptest::collection::vec(0_usize..4, 12),
        flipped in 0_usize..12,
        to in 0_usize..4,
        order in Just((0..12).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let before = definitions(&states, &order);
        let mut states = states;
        states[flipped] = to;
        let after = definitions(&states, &(0..12).collect::<Vec<_>>());
        let name = format!("tool_{flipped:02}");
        let without = |all: &[String]| {
            all.iter().filter(|one| !one.contains(&name)).cloned().collect::<Vec<_>>()
        };
        prop_assert_eq!(without(&before), without(&after));
        prop_assert_eq!(after.iter().any(|one| one.contains(&name)), to == 0);
    }
}
