//! The head's bytes: sorted, stable, and untouched by states, order and origin.

use proptest::prelude::*;
use toolcrib::__private::{Adapter, Alias, ArgumentType, Entry, Field, SchemaSource};
use toolcrib::{Lifecycle, Origin, Registry, Toolset, tool};

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

/// One of twelve tools: its state, where it is declared, and how many other names it has.
#[derive(Debug, Clone)]
struct Made {
    state: usize,
    origin: Origin,
    aliases: usize,
}

fn made() -> impl Strategy<Value = Made> {
    let origin = (0_usize..3, 0_usize..3, 1_u32..40).prop_map(|(krate, file, line)| {
        let krate = ["zebra", "aardvark", "middle"][krate];
        Origin::new(krate, ["src/z.rs", "src/a.rs", "src/m.rs"][file], line, 1)
    });
    let aliases = 0_usize..3;
    (0_usize..4, origin, aliases).prop_map(|(state, origin, aliases)| Made {
        state,
        origin,
        aliases,
    })
}

/// Other names of a tool: one hidden, one deprecated and adapted.
fn aliases(at: usize, count: usize) -> &'static [Alias] {
    let name = |i| -> &'static str { format!("a_former_{i}_of_{at:02}").leak() };
    let rename = Adapter { rename: &[("file", "path")], ..Adapter::NONE };
    let all = [
        Alias {
            name: name(0),
            lifecycle: STATES[2],
            since: Some("0.8.53"),
            adapter: Adapter::NONE,
        },
        Alias { name: name(1), lifecycle: STATES[3], since: Some("0.9.0"), adapter: rename },
    ];
    all.into_iter().take(count).collect::<Vec<_>>().leak()
}

/// The head of twelve tools, registered in the given order, one part for each tool.
fn definitions(tools: &[Made], order: &[usize]) -> Vec<String> {
    let mut entries: Vec<&'static Entry> = Vec::new();
    for &at in order {
        let name = format!("tool_{at:02}").leak();
        let entry = Entry {
            name,
            description: "Do it.",
            lifecycle: STATES[tools[at].state],
            origin: tools[at].origin,
            // A name that is not active has no others.
            aliases: aliases(at, if tools[at].state < 2 { tools[at].aliases } else { 0 }),
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

    /// Flip any state, register in any order, declare anywhere, with any other names: what stays in
    /// the head keeps its bytes and its place.
    #[test]
    fn a_flipped_state_moves_no_other_byte(
        tools in proptest::collection::vec(made(), 12),
        flipped in 0_usize..12,
        to in made(),
        order in Just((0..12).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let before = definitions(&tools, &order);
        let mut tools = tools;
        tools[flipped] = to.clone();
        let after = definitions(&tools, &(0..12).collect::<Vec<_>>());
        let name = format!("tool_{flipped:02}");
        let without = |all: &[String]| {
            all.iter().filter(|one| !one.contains(&name)).cloned().collect::<Vec<_>>()
        };
        prop_assert_eq!(without(&before), without(&after));
        prop_assert_eq!(after.iter().any(|one| one.contains(&name)), to.state == 0);
    }

    /// The head is written from names, descriptions and schemas alone, sorted by name.
    #[test]
    fn nothing_else_is_in_the_head(
        tools in proptest::collection::vec(made(), 12),
        order in Just((0..12).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let one = |name: &str, about: &str, schema: &str| {
            format!(r#"{{"name":"{name}","description":"{about}","input_schema":{schema}}}"#)
        };
        let none = r#"{"type":"object","properties":{},"additionalProperties":false}"#;
        let path = r#"{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}"#;
        let active = tools.iter().enumerate().filter(|(_, tool)| tool.state == 0);
        let active = active.map(|(at, _)| one(&format!("tool_{at:02}"), "Do it.", path));
        let expected: Vec<_> =
            std::iter::once(one("anchor", "Stay.", none)).chain(active).collect();
        prop_assert_eq!(definitions(&tools, &order), expected);
    }
}
