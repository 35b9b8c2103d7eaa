//! The doctor: each check finds what it is for and nothing else, and repairs show their plan first.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use toolcrib::doctor::{Check, Doctor, DoctorReport, Finding, Repair, State};
use toolcrib::inspect::Subject;
use toolcrib::references::Names;
use toolcrib::search::{Mode, Query};
use toolcrib::{Budget, Manifest, Provider, Registry, Tombstone, tool};

/// Run a command.
#[tool(
    register = false,
    alias(name = "exec", lifecycle = "deprecated", since = "0.9.0", remove_in = "2.0.0"),
    alias(name = "run", remove_in = "3.0.0")
)]
fn exec_shell(command: String) -> String {
    command
}

/// Say a text aloud, unlike `shout`.
#[tool(register = false, lifecycle = "deferred")]
fn speech(text: String) -> String {
    text
}

fn registry() -> Registry {
    let gone = Tombstone::new("shout", "1.0.0").replacement("speech");
    let builder = Registry::builder().tool::<exec_shell>().tool::<speech>();
    builder.retired([gone]).build().unwrap()
}

fn run(check: Check) -> DoctorReport {
    Doctor::new().check(check).run()
}

fn messages(report: &DoctorReport) -> Vec<&str> {
    let findings = report.checks.iter().flat_map(|check| &check.findings);
    findings.map(|finding| &*finding.message).collect()
}

#[test]
fn what_is_overdue_depends_on_the_version() {
    let overdue = |version: &str| run(Check::overdue(registry().manifest(), version));
    assert_eq!(overdue("1.9.9").state(), State::Ok);
    let report = overdue("2.0.0");
    assert_eq!(report.state(), State::Failed);
    let [message] = messages(&report)[..] else { panic!("{report}") };
    assert!(
        message.starts_with("`exec` was to be removed in 2.0.0, and this is 2.0.0 ("),
        "{message}"
    );
    assert_eq!(messages(&overdue("3.1.0")).len(), 2);
    assert_eq!(messages(&overdue("new\u{7}")), ["`new\\u{7}` is no version, as `1.2.3` is"]);
}

#[test]
fn crates_that_are_not_linked_are_named() {
    let report =
        run(Check::linked(registry(), ["toolcrib-tests", "toolcrib_test", "doctor", "far"]));
    let missing: Vec<_> = messages(&report);
    assert!(missing.contains(&"nothing of `far` is linked; write `toolcrib::link!(far);`"));
    assert_eq!(report.state(), State::Failed);
    assert!(missing.iter().all(|one| !one.contains("`doctor`")), "{report}");
}

#[test]
fn lints_and_texts_that_mislead_are_found() {
    let surface = registry().surface().provider(Provider::OpenAiChat).build().unwrap();
    let report = run(Check::lints(surface));
    // What a model is sent to does not run: as grave as in any other text for it.
    assert_eq!(report.state(), State::Failed);
    let [message] = messages(&report)[..] else { panic!("{report}") };
    assert!(message.starts_with("tool `speech`"), "{message}");
    assert!(message.ends_with("names `shout`, which is retired; write `speech`"), "{message}");
}

#[test]
fn what_does_not_build_is_told_problem_by_problem() {
    let registry = registry();
    let build = move || registry.surface().without(["exec_shel", "speach"]).build();
    let report = run(Check::builds("surface-rules", "rules name tools that are there", build));
    assert_eq!(messages(&report).len(), 2);
    assert!(messages(&report)[0].contains("did you mean `exec_shell`?"), "{report}");
}

#[test]
fn skills_and_prompts_are_held_against_the_names() {
    let folder = std::env::temp_dir().join(format!("toolcrib-doctor-{}", std::process::id()));
    let skill = folder.join("skills/loud");
    fs::create_dir_all(&skill).unwrap();
    let text = "---\nname: loud\ndescription: Be loud.\n---\nCall `shout`.\n";
    fs::write(skill.join("SKILL.md"), text).unwrap();
    fs::write(folder.join("system.md"), "Use `exec`.\n").unwrap();
    let names = Names::of(&registry().manifest());
    let prompts = [folder.join("system.md"), folder.join("none.md")];
    let report = Doctor::new()
        .check(Check::skills(names.clone(), [folder.join("skills"), folder.join("none")]))
        .check(Check::prompts(names, prompts))
        .run();
    fs::remove_dir_all(&folder).unwrap();
    let [skills, prompts] = &report.checks[..] else { panic!("{report}") };
    assert_eq!((&*skills.id, skills.state), ("retired-skills", State::Failed));
    let message = &skills.findings[0].message;
    assert!(message.ends_with("SKILL.md:5:7: `shout` is retired since 1.0.0; use `speech` instead; the skill is left out"), "{message}");
    assert_eq!((&*prompts.id, prompts.state), ("prompts", State::Failed));
    let found = &prompts.findings[0].message;
    assert!(
        found.contains("system.md:1:6: `exec` is deprecated since 0.9.0; use `exec_shell`"),
        "{found}"
    );
    assert!(prompts.findings[1].message.contains("none.md cannot be read"));
}

#[test]
fn a_repair_shows_its_plan_and_runs_once() {
    let broken = Arc::new(AtomicBool::new(true));
    let check = {
        let (seen, mended) = (Arc::clone(&broken), Arc::clone(&broken));
        let is_broken = move || seen.load(Ordering::Relaxed);
        let run = is_broken.clone();
        let check = Check::new("lamp", "the lamp is on", move || {
            run().then(|| Finding::warning("it is off")).into_iter().collect()
        });
        check.with_repair(move || {
            let mended = Arc::clone(&mended);
            is_broken().then(|| {
                Repair::new("switch it on", move || {
                    mended.store(false, Ordering::Relaxed);
                    Ok("it is on".into())
                })
            })
        })
    };
    let doctor = Doctor::new().check(check).check(Check::new("calm", "all is calm", Vec::new));
    let report = doctor.run();
    assert!(report.checks[0].repairable && !report.checks[1].repairable);
    let mut repairs = doctor.repairs();
    assert_eq!(repairs.len(), 1);
    let repair = repairs.remove(0);
    assert_eq!((repair.id(), repair.plan()), ("lamp", "switch it on"));
    assert_eq!(doctor.run().state(), State::Warning, "nothing is done before it is applied");
    assert_eq!(repair.apply().as_deref(), Ok("it is on"));
    assert_eq!(doctor.run().state(), State::Ok);
    assert!(doctor.repairs().is_empty());
}

/// Panics when it is dropped, as what was thrown.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        std::panic::resume_unwind(Box::new(Self));
    }
}

#[test]
fn a_check_that_fails_itself_is_a_finding() {
    let check = Check::new("bad", "never", || panic!("no\u{1b}[31m luck"));
    let check = check.with_repair(|| Some(Repair::new("x", || panic!("none"))));
    let doctor = Doctor::new().check(check);
    let report = doctor.run();
    assert_eq!(report.state(), State::Failed);
    for text in [report.to_string(), report.to_markdown(), report.to_json()] {
        assert!(text.contains("the check itself failed: no"), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }
    let repair = doctor.repairs().remove(0);
    assert_eq!(repair.apply(), Err("the check itself failed: none".into()));

    let throw = || -> Vec<Finding> { std::panic::resume_unwind(Box::new(Bomb)) };
    let check = Check::new("worse", "never", throw);
    let check = check.with_repair(|| std::panic::resume_unwind(Box::new(Bomb)));
    let doctor = Doctor::new().check(check);
    assert_eq!(messages(&doctor.run()), ["the check itself failed: it did not say why"]);
    assert!(doctor.repairs().is_empty());
}

#[test]
fn a_live_surface_and_its_manifest_look_the_same() {
    let registry = registry();
    let budget = Budget::new().tools(10);
    let live = Subject::live(registry.surface().budget(budget).build().unwrap());
    let written = Manifest::from_json(&registry.manifest().to_json()).unwrap();
    let written = Subject::written(written);
    let json = |subject: &Subject| serde_json::to_string(subject.tools()).unwrap();
    assert_eq!(json(&live), json(&written));
    assert_eq!((live.budget().max_tools(), written.budget().max_tools()), (Some(10), None));
    let query = Query::parse("say something", Mode::Auto).unwrap();
    for subject in [&live, &written] {
        assert_eq!(subject.search(&query, 5)[0].name, "speech");
        assert_eq!(subject.tool("run").unwrap().name, "exec_shell");
        assert!(subject.tool("shout").is_none());
        assert_eq!(subject.manifest(), &registry.manifest());
    }
    assert_eq!(live.usage().len(), 4);
    assert!(written.usage().is_empty());
}

#[test]
fn a_denied_tool_is_looked_at_and_not_found() {
    let surface = registry().surface().without(["speech"]).build().unwrap();
    let subject = Subject::live(surface);
    let speech = subject.tool("speech").unwrap();
    assert!(speech.denied.is_some() && !speech.is_visible());
    let query = Query::parse("say something", Mode::Auto).unwrap();
    assert!(subject.search(&query, 5).iter().all(|tool| tool.name != "speech"));
}

#[test]
fn a_dynamic_tool_is_found_by_its_name_on_the_wire() {
    use toolcrib::dynamic::{DynamicSource, handler_fn};

    // The second one is called as the first one is sent.
    let list = r#"[{"name": "fetch.page", "inputSchema": {}}, {"name": "fetch_-2e-page", "inputSchema": {}}]"#;
    let web = DynamicSource::from_mcp("web", list).unwrap();
    let web = web.handler(handler_fn(|_, _| Box::pin(async { Ok(toolcrib::Output::empty()) })));
    let rule = toolcrib::Rule::filter(|tool| tool.name != "fetch.page");
    let builder = registry().surface().provider(Provider::Anthropic).rule(rule);
    let subject = Subject::live(builder.source(web).build().unwrap());
    let names = subject.tools().iter().filter(|tool| tool.source.is_some());
    let names: Vec<_> = names.map(|tool| (&*tool.name, tool.denied.is_some())).collect();
    assert_eq!(names, [("fetch.page", true), ("web__fetch_-2e-page", false)]);
    let found = subject.tool("web__fetch_-5f--2e-page").unwrap();
    assert_eq!(found.name, "web__fetch_-2e-page");
}
