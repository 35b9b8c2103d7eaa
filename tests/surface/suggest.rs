//! What is told in place of a name that stands for nothing.

use toolcrib::dynamic::Exposure;
use toolcrib::{Context, Registry, Rule, Surface, ToolCall, Toolset, tool, toolset};

use super::{call, source};

/// Run a command of the shell and return what it prints.
#[tool(register = false)]
fn exec_shell(command: String) -> String {
    command
}

/// Read a file.
#[tool(register = false, alias(name = "view_text", lifecycle = "hidden"))]
fn read_file(path: String) -> String {
    path
}

/// Read what the handle of a running task returned.
#[tool(register = false)]
fn handle_read(handle: String) -> String {
    handle
}

/// Write a file, or replace it.
#[tool(register = false)]
fn write_file(path: String, content: String) -> String {
    path + &content
}

/// Replace a text in a file.
#[tool(register = false)]
fn edit_file(path: String, search: String, replace: String) -> String {
    path + &search + &replace
}

/// Replace the list of what is to be done.
#[tool(register = false)]
fn todo_write(items: Vec<String>) -> String {
    items.concat()
}

/// List the files and folders of a directory.
#[tool(register = false)]
fn list_dir(path: String) -> String {
    path
}

/// Search the text of files for a regular expression.
#[tool(register = false, lifecycle = "deferred")]
fn search_text(pattern: String) -> String {
    pattern
}

/// Find files by a pattern of their names.
#[tool(register = false, lifecycle = "deferred")]
fn find_files(pattern: String) -> String {
    pattern
}

/// Fetch a page of the web by its URL.
#[tool(register = false, lifecycle = "deferred")]
fn fetch_url(url: String) -> String {
    url
}

/// Start the bash of a past version.
#[tool(register = false, lifecycle = "deprecated", replacement = "exec_shell")]
fn bash_session(command: String) -> String {
    command
}

const TOOLS: Toolset = toolset![
    exec_shell,
    read_file,
    handle_read,
    write_file,
    edit_file,
    todo_write,
    list_dir,
    search_text,
    find_files,
    fetch_url,
    bash_session
];

fn registry() -> Registry {
    Registry::builder().toolset(TOOLS).build().unwrap()
}

fn surface() -> Surface {
    registry().surface().build().unwrap()
}

#[test]
fn what_other_agents_call_a_tool_leads_to_the_one_that_does_it() {
    let surface = surface();
    for (name, tool) in [
        ("Bash", "exec_shell"),
        ("bash", "exec_shell"),
        ("run_shell_command", "exec_shell"),
        ("run_terminal_cmd", "exec_shell"),
        ("execute_command", "exec_shell"),
        ("LS", "list_dir"),
        ("list_directory", "list_dir"),
        ("Glob", "find_files"),
        ("Grep", "search_text"),
        ("grep_search", "search_text"),
        ("search_file_content", "search_text"),
        ("Read", "read_file"),
        ("Write", "write_file"),
        ("write_to_file", "write_file"),
        ("Edit", "edit_file"),
        ("str_replace_editor", "edit_file"),
        ("replace_in_file", "edit_file"),
        ("TodoWrite", "todo_write"),
        ("WebFetch", "fetch_url"),
        ("web_fetch", "fetch_url"),
    ] {
        let near = surface.near(name);
        let called = call(&surface, name, "{}").tool() == Some(tool);
        assert!(called || near.first() == Some(&tool), "{name}: {near:?}");
        assert!(near.len() <= 3, "{name}: {near:?}");
    }
    for name in ["frobnicate", "get_weather_forecast", "xyzzy", "send_email"] {
        assert_eq!(surface.near(name), [""; 0], "{name}");
    }
}

#[test]
fn what_a_harness_puts_around_a_name_never_runs() {
    let surface = surface();
    for name in [
        "functions.read_file",
        "default_api.read_file",
        "read_file<|channel|>json",
        "mcp__server__read_file",
        "tool:read_file",
        "read_file()",
        "`read_file`",
        "\"read_file\"",
        "functions.ReadFile",
        // By a hidden name the tool that a model may see.
        "functions.view_text",
    ] {
        let outcome = call(&surface, name, r#"{"path": "a"}"#);
        assert!(!outcome.executed(), "{name}");
        assert!(outcome.text().ends_with("did you mean `read_file`?"), "{}", outcome.text());
    }
}

#[test]
fn only_tools_that_the_session_may_use_are_told() {
    let rule = Rule::without(["exec_shell", "fetch_url"]);
    let surface = registry().surface().rule(rule).build().unwrap();
    for name in ["Bash", "run_shell_command", "exec_shel", "functions.exec_shell", "WebFetch"] {
        let near = surface.near(name);
        assert!(!near.contains(&"exec_shell") && !near.contains(&"fetch_url"), "{name}: {near:?}");
        assert!(!near.contains(&"bash_session"), "{name}: {near:?}");
    }
    // As if they were not there.
    let rest: Toolset = toolset![
        read_file,
        handle_read,
        write_file,
        edit_file,
        todo_write,
        list_dir,
        search_text,
        find_files
    ];
    let rest = Registry::builder().toolset(rest).build().unwrap().surface().build().unwrap();
    for name in
        ["Bash", "Read", "shell", "url", "fetch_file", "exec_find", "todo", "search", "page"]
    {
        assert_eq!(surface.near(name), rest.near(name), "{name}");
    }
}

#[test]
fn dynamic_tools_are_told_by_the_name_that_the_model_knows() {
    let tools = r#"[{"name": "issues.create", "description": "Open an issue.",
            "inputSchema": {"type": "object"}},
        {"name": "issues.close", "description": "Close an issue.", "inputSchema": {"type": "object"}}]"#;
    for exposure in [Exposure::Active, Exposure::Deferred] {
        let surface = registry().surface().provider(toolcrib::Provider::OpenAiChat);
        let surface = surface.source(source("far", tools).exposure(exposure));
        let surface = surface.without(["issues.close"]).build().unwrap();
        assert_eq!(surface.near("create_issue").first(), Some(&"issues_-2e-create"));
        assert_eq!(surface.near("open_a_ticket").first(), Some(&"issues_-2e-create"));
        let near = surface.near("issues_close");
        assert!(!near.iter().any(|name| name.ends_with("close")), "{near:?}");
        let outcome = call(&surface, "create_issue", "{}");
        assert!(outcome.text().contains("`issues_-2e-create`"), "{}", outcome.text());
    }
}

#[test]
fn the_registry_tells_the_same_of_all_native_tools() {
    let (registry, surface) = (registry(), surface());
    for name in ["Bash", "raed_file", "Write", "functions.list_dir", "frobnicate", "view"] {
        assert_eq!(registry.near(name), surface.near(name), "{name}");
    }
}

#[test]
fn a_search_says_which_words_no_tool_has_and_when_its_hits_are_weak() {
    use toolcrib::search::{Mode, Query};

    let registry = Registry::builder().toolset(TOOLS).tool::<toolcrib::ready::tool_search>();
    let registry = registry.build().unwrap();
    let surface = registry.surface().without(["fetch_url"]).build().unwrap();
    let found = |text: &str| surface.search(&Query::parse(text, Mode::Auto).unwrap(), 5);

    let strong = found("find files by pattern");
    assert!(!strong.weak && strong.unmatched.is_empty() && strong.hint.is_none());
    let weak = found("find the weather of tomorrow, please");
    assert_eq!(weak.unmatched, ["weather", "tomorrow"]);
    assert!(weak.weak && weak.hint.is_some() && !weak.hits.is_empty());
    // A word that only a denied tool has, or an active one, is one that no tool has.
    assert_eq!(found("find url").unmatched, ["url"]);
    assert_eq!(found("search shell").unmatched, ["shell"]);
    // What is told is bounded and fit to be shown.
    let many: Vec<_> = (0..100).map(|n| format!("w{n}")).collect();
    assert_eq!(found(&many.join(" ")).unmatched.len(), 8);

    let call = |query: &str| {
        let arguments = serde_json::json!({ "query": query }).to_string();
        let call = ToolCall::new("tool_search", &arguments);
        let outcome = pollster::block_on(surface.call(call, &Context::new()));
        serde_json::from_str::<serde_json::Value>(outcome.structured().unwrap().get()).unwrap()
    };
    let answer = call("find the weather of tomorrow, please");
    assert_eq!(answer["unmatched"], serde_json::json!(["weather", "tomorrow"]));
    assert_eq!(answer["hint"], weak.hint.unwrap());
    let answer = call("find files by pattern");
    assert!(answer.get("unmatched").is_none() && answer.get("hint").is_none(), "{answer}");
}
