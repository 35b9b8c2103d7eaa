//! GitHub's MCP server once merged 25 tools into six. Here the 25 old names still work.
//!
//! Each old name is an alias that says which `method` it stood for and what its arguments are
//! called now. A call by it is answered with the content that the new call gets; that it is
//! deprecated is said in the metadata, to the host. The model never reads of an old tool.

#![allow(clippy::enum_variant_names, reason = "methods are named as the old tools were")]

mod actions;
mod calls;
mod hub;
mod legacy;
mod projects;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::io::Write;

use calls::CALLS;
use hub::GitHub;
use toolcrib::{BuildError, Context, Outcome, Registry, Surface, ToolCall};

/// A fresh GitHub and the tools on it.
fn surface() -> Result<Surface, BuildError> {
    Registry::builder().state(GitHub::new()).collect().build()?.surface().build()
}

/// The outcome of a call on a fresh GitHub, so that no call sees what another one did.
fn call(name: &str, arguments: &str) -> Result<Outcome, BuildError> {
    let surface = surface()?;
    Ok(pollster::block_on(surface.call(ToolCall::new(name, arguments), &Context::new())))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    let surface = surface()?;
    let head = surface.tools().get();
    let tools = surface.registry().tools();
    let (count, bytes, digest) = (tools.len(), head.len(), surface.digest());
    writeln!(out, "the head: {count} tools, {bytes} bytes, SHA-256 {digest}")?;
    for tool in tools {
        writeln!(out, "  {:<20} {}", tool.name(), tool.entry().description())?;
    }

    writeln!(out, "\n{} old calls, each beside its new form", CALLS.len())?;
    for (old_name, old_arguments, name, arguments) in CALLS {
        let (old, new) = (call(old_name, old_arguments)?, call(name, arguments)?);
        let same = if old.text() == new.text() { "same content" } else { "OTHER CONTENT" };
        let notice = old.notice().unwrap_or("NO NOTICE");
        writeln!(out, "  {old_name:<31} {same}; {notice}")?;
    }

    let (old_name, old_arguments, ..) = CALLS[0];
    writeln!(out, "\n{old_name} {old_arguments}, in full")?;
    writeln!(out, "{}", serde_json::to_string_pretty(&call(old_name, old_arguments)?)?)?;
    Ok(())
}
