//! The recorded session, against what its own agent said came of each call.

use codewhale_tools::Agent;
use serde_json::Value;

use crate::Codewhale;

const SESSION: &str = include_str!("../../codewhale/data/claude-code-todowrite_examples.jsonl");

#[test]
fn each_call_leaves_the_list_that_was_recorded() {
    let codewhale = Codewhale::new();
    let lines: Vec<Value> =
        SESSION.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let mut checked = 0;
    for line in &lines {
        // What the agent of that time says: a list before and after.
        let recorded = &line["toolUseResult"];
        let parts = line["message"]["content"].as_array().into_iter().flatten();
        for call in parts.filter(|part| part["type"] == "tool_use") {
            let name = call["name"].as_str().unwrap();
            let outcome = codewhale.call(name, &call["input"].to_string());
            assert!(outcome.is_success(), "{}", outcome.text());
            assert_eq!((name, outcome.tool()), ("TodoWrite", Some("todo_write")));
            assert_eq!(outcome.notice(), None);
        }
        if let Some(expected) = recorded["newTodos"].as_array() {
            let items = serde_json::to_value(codewhale.todos.of(&Agent::main())).unwrap();
            assert_eq!(items.as_array().unwrap(), expected);
            checked += 1;
        }
    }
    assert_eq!(checked, 3);
}
