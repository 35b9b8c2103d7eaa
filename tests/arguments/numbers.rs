//! Whole numbers, however they are written.

use std::collections::BTreeMap;

use serde::Deserialize;
use toolcrib::schemars::JsonSchema;
use toolcrib::{Args, Toolset, tool, toolset};

use super::{run, surfaces};

macro_rules! echoes {
    ($($name:ident: $ty:ty;)*) => {
        $(
            /// Say what was given.
            #[tool(register = false)]
            fn $name(x: $ty) -> String {
                format!("{x:?}")
            }
        )*
        const ECHOES: Toolset = toolset![$($name),*, nested, floats, either];
    };
}

echoes! {
    echo_u8: u8; echo_u16: u16; echo_u32: u32; echo_u64: u64; echo_u128: u128; echo_usize: usize;
    echo_i8: i8; echo_i16: i16; echo_i32: i32; echo_i64: i64; echo_i128: i128; echo_isize: isize;
    echo_option: Option<i32>; echo_list: Vec<u8>; echo_map: BTreeMap<String, i64>; echo_pair: (u8, f64);
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(deny_unknown_fields)]
struct Outer {
    list: Vec<Inner>,
    map: BTreeMap<String, Option<u64>>,
    other: serde_json::Value,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
struct Inner {
    size: u16,
    ratio: f64,
}

/// Say what was given.
#[tool(register = false)]
fn nested(Args(outer): Args<Outer>) -> String {
    format!("{outer:?}")
}

/// Say what was given.
#[tool(register = false)]
fn floats(x: f64, y: Option<f32>) -> String {
    format!("{x:?} {y:?}")
}

#[derive(Debug, Deserialize, JsonSchema)]
#[schemars(crate = "toolcrib::schemars")]
#[serde(untagged)]
enum Either {
    Count(u64),
    Named { name: String, count: i64 },
    Text(String),
}

/// Say what was given.
#[tool(register = false)]
fn either(x: Either) -> String {
    format!("{x:?}")
}

#[test]
fn a_whole_number_is_an_integer_however_it_is_written() {
    for surface in surfaces(ECHOES) {
        for ty in
            ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"]
        {
            for (written, read) in
                [("30.0", "30"), ("1e2", "100"), ("-0.0", "0"), ("-0", "0"), ("1.2e+1", "12")]
            {
                let arguments = format!(r#"{{"x": {written}}}"#);
                assert_eq!(
                    run(&surface, &format!("echo_{ty}"), &arguments).as_deref(),
                    Ok(read),
                    "{ty} {written}"
                );
            }
            for written in ["30.5", "1e-1", "1e40", "1e999", "\"5\"", "true"] {
                let arguments = format!(r#"{{"x": {written}}}"#);
                let said = run(&surface, &format!("echo_{ty}"), &arguments).unwrap_err();
                let takes = said.contains("- `x`: takes integer") || said.contains("out of range");
                assert!(
                    takes && !said.contains(&format!("expected {ty}")),
                    "{ty} {written}: {said}"
                );
            }
        }
        let said = run(&surface, "echo_u32", r#"{"x": -1}"#).unwrap_err();
        assert!(said.contains("- `x`: takes integer from 0, not -1"), "{said}");
        let said = run(&surface, "echo_i32", r#"{"x": 4e9}"#).unwrap_err();
        assert!(
            said.contains("takes integer from -2147483648 to 2147483647, not 4000000000"),
            "{said}"
        );
        for (name, arguments, said) in [
            ("echo_u64", r#"{"x": 9007199254740993}"#, "9007199254740993"),
            ("echo_u64", r#"{"x": 9007199254740993.0}"#, "9007199254740993"),
            ("echo_u64", r#"{"x": 18446744073709551615.0}"#, "18446744073709551615"),
            ("echo_u128", r#"{"x": 1e20}"#, "100000000000000000000"),
            (
                "echo_i128",
                r#"{"x": -170141183460469231731687303715884105728.0}"#,
                "-170141183460469231731687303715884105728",
            ),
            ("echo_option", r#"{"x": -3.0}"#, "Some(-3)"),
            ("echo_list", r#"{"x": [1.0, 2, 3e1]}"#, "[1, 2, 30]"),
            ("echo_map", r#"{"x": {"a": 1.0, "b": -2e0}}"#, r#"{"a": 1, "b": -2}"#),
            ("echo_pair", r#"{"x": [1.0, 2.0]}"#, "(1, 2.0)"),
            ("either", r#"{"x": 7.0}"#, "Count(7)"),
            (
                "either",
                r#"{"x": {"name": "30.0", "count": -1e2}}"#,
                r#"Named { name: "30.0", count: -100 }"#,
            ),
            ("either", r#"{"x": "7.0"}"#, r#"Text("7.0")"#),
            ("floats", r#"{"x": 30, "y": 1e2}"#, "30.0 Some(100.0)"),
            (
                "nested",
                r#"{"list": [{"size": 1.0, "ratio": 1.0}, {"size": 2, "ratio": 1e2}], "map": {"a": 3.0, "b": null},
                    "other": [1.0, 18446744073709551615, {"x": null}]}"#,
                r#"Outer { list: [Inner { size: 1, ratio: 1.0 }, Inner { size: 2, ratio: 100.0 }], map: {"a": Some(3), "b": None}, other: Array [Number(1.0), Number(18446744073709551615), Object {"x": Null}] }"#,
            ),
        ] {
            assert_eq!(run(&surface, name, arguments).as_deref(), Ok(said), "{name} {arguments}");
        }
    }
}

#[test]
fn a_search_takes_them_too() {
    let [surface, _] = surfaces(toolset![toolcrib::ready::tool_search, echo_u8]);
    assert!(run(&surface, "tool_search", r#"{"query": "x", "limit": 5.0}"#).is_ok());
    let said = run(&surface, "tool_search", r#"{"query": "x", "limit": 500.0}"#).unwrap_err();
    assert!(said.contains("- `limit`: takes integer from 1 to 20, not 500.0"), "{said}");
    assert!(run(&surface, "tool_search", r#"{"query": "x", "limit": 0.5}"#).is_err());
}
