//! What is said to a caller of an old name.

use serde_json::{Map, Value};
use toolcrib::{ToolError, Toolset, tool, toolset};

use super::{run, surfaces};

/// Read a file.
#[tool(
    register = false,
    alias(name = "cat", lifecycle = "hidden", rename(file = "path"), set(whole = true)),
    alias(name = "swap", lifecycle = "hidden", rename(path = "note", note = "path")),
    alias(name = "by_hand", lifecycle = "hidden", adapt = by_hand)
)]
fn read(
    path: &str,
    #[arg(default = false)] whole: bool,
    note: Option<String>,
    lines: Option<Vec<u32>>,
) -> String {
    format!("{path} {whole} {note:?} {lines:?}")
}

fn by_hand(map: &mut Map<String, Value>) -> Result<(), ToolError> {
    if let Some(file) = map.remove("file") {
        map.insert("path".into(), file);
    }
    Ok(())
}

const TOOLS: Toolset = toolset![read];

#[test]
fn a_caller_reads_the_names_that_it_used() {
    for surface in surfaces(TOOLS) {
        let refused = |name, arguments| run(&surface, name, arguments).unwrap_err();
        assert_eq!(
            refused("cat", "{}"),
            "the arguments of `cat` do not fit, and it did not run\n\
             - `file` is missing\n\
             expected: `file` (string), `note` (string, optional), `lines` (array of integer from 0, optional)"
        );
        assert_eq!(
            refused("cat", r#"{"path": "a", "whole": false, "fil": 1, "lines": [1, "x"]}"#),
            "the arguments of `cat` do not fit, and it did not run\n\
             - `file` is missing\n\
             - `fil` is not an argument of this tool; did you mean `file`?\n\
             - `path`: under the name that was called it is `file`\n\
             - `whole`: the name that was called stands for it; leave it out\n\
             - `lines[1]`: takes integer from 0, not \"x\"\n\
             expected: `file` (string), `note` (string, optional), `lines` (array of integer from 0, optional)"
        );
        let said = refused("cat", r#"{"file": 3, "file": 4}"#);
        assert!(
            said.contains("- `file`: given twice")
                && said.contains("- `file`: takes string, not 3"),
            "{said}"
        );
        let said = refused("swap", r#"{"path": 1, "note": 2}"#);
        assert!(said.contains("- `note`: takes string, not 2"), "{said}");
        assert!(said.contains("- `path`: takes string, not 1"), "{said}");
        assert!(
            said.contains(
                "expected: `note` (string), `whole` (boolean, optional), `path` (string, optional)"
            ),
            "{said}"
        );
        assert_eq!(
            run(&surface, "swap", r#"{"path": "a", "note": "b"}"#).as_deref(),
            Ok(r#"b false Some("a") None"#)
        );
        assert_eq!(
            run(&surface, "cat", r#"{"file": "a", "lines": [1.0]}"#).as_deref(),
            Ok("a true None Some([1])")
        );
    }
}

/// What a function makes of arguments is not what the caller wrote: it is told how to call the tool itself.
#[test]
fn a_function_s_caller_is_told_to_call_the_tool() {
    for surface in surfaces(TOOLS) {
        let said = run(&surface, "by_hand", r#"{"fil": "a"}"#).unwrap_err();
        assert!(
            said.starts_with(
                "the arguments of `by_hand` do not fit once they are made those of `read`, and it did not run; \
                 call `read` itself, as expected below\n- `path` is missing\n"
            ),
            "{said}"
        );
        assert!(run(&surface, "by_hand", r#"{"file": "a"}"#).is_ok());
    }
}
