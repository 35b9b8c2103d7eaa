//! What a surface weighs, what it may weigh, and which texts name what a model cannot see.

use toolcrib::dynamic::Exposure;
use toolcrib::provider::{Provider, Rule};
use toolcrib::{Budget, BudgetPart, Part, Problem, Registry, Strategy, SurfaceProblem, tool};

use super::{registry, source};

const MAIL: &str = r#"[{"name": "mail.send", "description": "Send a mail.",
    "inputSchema": {"type": "object", "properties": {"to": {"type": "string"}}}}]"#;

#[test]
fn the_bytes_are_those_of_the_list() {
    for provider in Provider::ALL {
        for exposure in [Exposure::Active, Exposure::Deferred] {
            let builder = registry().surface().provider(provider).strict_schemas(true);
            let surface = builder.source(source("mail", MAIL).exposure(exposure)).build().unwrap();
            let report = surface.report();
            let listed = report.head.bytes + report.tail.bytes;
            let list = surface.tools().get();
            assert!(listed < list.len() && list.len() < listed + 40, "{provider:?}");
            assert_eq!(report.provider, provider);
            assert_eq!(
                (report.list_bytes, &*report.sha256),
                (list.len(), &*surface.digest().to_string())
            );
            assert_eq!(report.tail.tools, usize::from(exposure == Exposure::Active));
            assert_eq!(report.deferred.tools, 2 + usize::from(exposure == Exposure::Deferred));
            for tool in &report.tools {
                assert!(tool.tokens * 4 >= tool.bytes && tool.tokens * 4 < tool.bytes + 4);
                assert_eq!(tool.source.is_some(), tool.name == "mail.send");
            }
        }
    }
}

#[test]
fn a_report_is_read_as_text_json_and_markdown() {
    let report = registry().surface().source(source("mail", MAIL)).build().unwrap().report();
    let names: Vec<_> = report.tools.iter().map(|tool| (&*tool.name, tool.part)).collect();
    let deferred = Part::Deferred;
    assert_eq!(
        names,
        [
            ("exec_shell", Part::Head),
            ("read_file", Part::Head),
            ("listen", deferred),
            ("speech", deferred),
            ("mail.send", deferred)
        ]
    );
    let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
    assert_eq!((&json["provider"], &json["head"]["tools"]), (&"neutral".into(), &2.into()));
    assert_eq!(json["tools"][4]["part"], "deferred");
    for text in [report.to_string(), report.to_markdown(), report.to_json()] {
        for word in ["exec_shell", "mail.send", &report.sha256] {
            assert!(text.contains(word), "{text}");
        }
        // What is out of sight is no part of a surface.
        assert!(!text.contains("run_command") && !text.contains("shout"), "{text}");
    }
}

#[test]
fn a_list_over_its_budget_does_not_build() {
    let build = |budget| registry().surface().budget(budget).build();
    assert!(build(Budget::new().tools(2).bytes(10_000)).is_ok());
    let error = build(Budget::new().tools(1)).unwrap_err();
    let [Problem::Surface(SurfaceProblem::OverBudget { tools, largest, .. })] = error.problems()
    else {
        panic!("{error}");
    };
    assert_eq!((*tools, largest.len()), ((2, 1), 2));
    assert!(largest[0].1 >= largest[1].1);
    assert!(!error.to_string().contains("18446744073709551615"), "{error}");

    // To the byte.
    let bytes = registry().surface().build().unwrap().report().head.bytes;
    assert!(build(Budget::new().bytes(bytes)).is_ok());
    let error = build(Budget::new().bytes(bytes - 1)).unwrap_err();
    let [Problem::Surface(SurfaceProblem::OverBudget { bytes: (is, most), .. })] = error.problems()
    else {
        panic!("{error}");
    };
    assert_eq!((*is, *most), (bytes, bytes - 1));

    // What servers add, and what is loaded later, does not count as the head.
    let builder = registry().surface().source(source("mail", MAIL).exposure(Exposure::Active));
    let builder = builder.provider(Provider::Anthropic).strategy(Strategy::Native);
    assert!(builder.budget(Budget::new().tools(2)).build().is_ok());
}

#[test]
fn the_tail_and_the_list_have_budgets_too() {
    let build = |budget, exposure| {
        let builder = registry().surface().source(source("mail", MAIL).exposure(exposure));
        let builder = builder.provider(Provider::Anthropic).strategy(Strategy::Native);
        builder.budget(budget).build()
    };
    let report = build(Budget::new(), Exposure::Active).unwrap().report();
    let (head, tail) = (report.head, report.tail);
    assert_eq!((head.tools, tail.tools), (2, 1));
    let all = Budget::new().tools(2).tail_tools(1).list_tools(3);
    let all = all.bytes(head.bytes).tail_bytes(tail.bytes).list_bytes(head.bytes + tail.bytes);
    assert!(build(all, Exposure::Active).is_ok());
    assert_eq!(all.most_tools(BudgetPart::List), Some(3));
    for (part, budget) in [
        (BudgetPart::Tail, all.tail_tools(0)),
        (BudgetPart::Tail, all.tail_bytes(tail.bytes - 1)),
        (BudgetPart::List, all.list_tools(2)),
        (BudgetPart::List, all.list_bytes(head.bytes + tail.bytes - 1)),
    ] {
        let error = build(budget, Exposure::Active).unwrap_err();
        let [Problem::Surface(SurfaceProblem::OverBudget { part: over, sources, .. })] =
            error.problems()
        else {
            panic!("{error}");
        };
        assert_eq!((*over, &sources[..]), (part, &[("mail".to_owned(), 1, tail.bytes)][..]));
        let said = format!("source `mail`: 1 tools, {} bytes", tail.bytes);
        assert!(error.to_string().contains(&said), "{error}");
        // What is found by search is in no list.
        assert!(build(budget, Exposure::Deferred).is_ok());
    }
    let both = build(all.tail_tools(0).list_tools(0), Exposure::Active).unwrap_err();
    assert_eq!(both.problems().len(), 2);
}

/// Run it, or let `speech` say it. Not `run_command`, `exec(command)`, `shout` or `nothing`.
#[tool(
    register = false,
    name = "exec_shell",
    alias(name = "run_command", lifecycle = "deprecated"),
    alias(name = "exec")
)]
fn exec_shell(
    /// As for `run_command`, and see `command`.
    command: String,
) -> String {
    command
}

/// Has an argument of an old name, `exec`.
#[tool(register = false)]
fn other(exec: String) -> String {
    exec
}

#[test]
fn a_text_that_names_what_a_model_cannot_see_is_found() {
    let gone = toolcrib::Tombstone::new("shout", "1.0.0").replacement("speech");
    let builder = Registry::builder().tool::<exec_shell>().tool::<other>().tool::<super::speech>();
    let registry = builder.retired([gone]).build().unwrap();
    let mentions = |surface: toolcrib::Surface| -> Vec<String> {
        let findings = surface.lint().into_iter().filter(|one| one.rule == Rule::Mention);
        findings
            .map(|one| format!("{}{} {}; {}", one.tool, one.path, one.problem, one.way_out))
            .collect()
    };
    assert_eq!(
        mentions(registry.surface().build().unwrap()),
        [
            "exec_shell names `run_command`, which is deprecated; write `exec_shell`",
            "exec_shell names `exec`, which is hidden; write `exec_shell`",
            "exec_shell names `shout`, which is retired; write `speech`",
            "exec_shell/properties/command/description names `run_command`, which is deprecated; \
             write `exec_shell`",
        ]
    );
    let denied = registry.surface().without(["speech"]).build().unwrap();
    assert!(mentions(denied).iter().any(|one| {
        one == "exec_shell names `speech`, which this session may not use; leave it out"
    }));
}
