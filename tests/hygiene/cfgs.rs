//! `#[cfg]` on the item: all that is made from it comes and goes with it.

use toolcrib::{Context, Tool, ToolError, tool};

use super::{call, is_there};

/// There, `cfg` first.
#[cfg(test)]
#[tool]
fn cfg_before_on() {}

/// There, `cfg` last.
#[tool]
#[cfg(test)]
fn cfg_after_on() {}

/// Not there, `cfg` first.
#[cfg(not(test))]
#[tool]
fn cfg_before_off(_: NoSuchType) {}

/// Not there, `cfg` last.
#[tool(alias(name = "cfg_after_off_alias"))]
#[cfg(not(test))]
fn cfg_after_off(argument: NoSuchType) {}

/// There, through `cfg_attr`.
#[tool]
#[cfg_attr(test, cfg(test))]
fn cfg_attr_on() {}

/// Not there, through `cfg_attr`.
#[tool]
#[cfg_attr(test, cfg(not(test)))]
fn cfg_attr_off(argument: NoSuchType) {}

/// One of two.
#[tool]
#[cfg(test)]
fn cfg_variant() -> &'static str {
    "test"
}

/// The other.
#[tool]
#[cfg(not(test))]
fn cfg_variant() -> &'static str {
    "no test"
}

#[derive(Default)]
struct Switched;

/// There.
#[tool(name = "cfg_type")]
#[cfg(test)]
impl Tool for Switched {
    type Args = ();
    type Output = &'static str;

    async fn call(&self, (): (), _cx: &Context<'_>) -> Result<&'static str, ToolError> {
        Ok("test")
    }
}

/// Not there.
#[tool(name = "cfg_type", lifecycle = "deprecated", replacement = no::such::Tool)]
#[cfg(not(test))]
impl Tool for Switched {
    type Args = NoSuchType;
    type Output = NoSuchType;
}

#[test]
fn tools_come_and_go_with_their_item() {
    for name in ["cfg_before_on", "cfg_after_on", "cfg_attr_on"] {
        assert!(is_there(name), "{name}");
    }
    for name in ["cfg_before_off", "cfg_after_off", "cfg_after_off_alias", "cfg_attr_off"] {
        assert!(!is_there(name), "{name}");
    }
    assert_eq!(call("cfg_variant", ""), "test");
    assert_eq!(call("cfg_type", ""), "test");
}
