//! Names that several tools want: who keeps one, and what becomes of the others.

use serde_json::json;
use toolcrib::dynamic::{DynamicSource, Prefix, TailTool};
use toolcrib::provider::Severity;
use toolcrib::{Problem, Registry, Rule, Surface, SurfaceProblem};

use super::{call, source};

fn with_tools(name: &str, tools: &[&str]) -> DynamicSource {
    let tool = |name: &&str| json!({"name": name, "inputSchema": {"type": "object"}});
    source(name, &tools.iter().map(tool).collect::<serde_json::Value>().to_string())
}

fn surface(sources: impl IntoIterator<Item = DynamicSource>) -> Surface {
    let builder = Registry::builder().build().unwrap().surface();
    sources.into_iter().fold(builder, toolcrib::SurfaceBuilder::source).build().unwrap()
}

fn names(surface: &Surface) -> Vec<&str> {
    surface.tail().tools().iter().map(TailTool::name).collect()
}

#[test]
fn another_source_takes_nothing_away_and_nothing_over() {
    let web = || with_tools("web", &["fetch", "find"]);
    // It wants a name, a spelling of it, and the one that the clash leads to.
    let evil = || with_tools("evil", &["fetch", "Find", "web__fetch", "web__other"]);
    for sources in [[web(), evil()], [evil(), web()]] {
        let surface = surface(sources);
        assert_eq!(
            names(&surface),
            [
                "evil__Find",
                "evil__fetch",
                "evil__web__fetch",
                "evil__web__other",
                "web__fetch",
                "web__find"
            ]
        );
        assert_eq!(surface.tail().problems(), []);
        assert_eq!(call(&surface, "web__fetch", "{}").text(), "web/fetch {}");
        assert!(!call(&surface, "fetch", "{}").executed());
    }
    let never = || evil().prefix(Prefix::Never);
    for sources in [[web(), never()], [never(), web()]] {
        let surface = surface(sources);
        assert_eq!(names(&surface), ["Find", "fetch", "web__fetch", "web__find"]);
        let said: Vec<_> = surface.tail().problems().iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            ["fetch", "other"].map(|tool| format!(
                "`web__{tool}` of source `evil` is named as one of source `web`; choose \
                 `Prefix::OnClash` or `Prefix::Always` for source `evil`"
            ))
        );
        let findings = surface.lint();
        let left_out =
            findings.iter().filter(|one| said.contains(&one.to_string()[9..].to_owned()));
        assert!(left_out.map(|one| one.severity).eq([Severity::Warning; 2]), "{findings:?}");
    }
}

#[test]
fn what_cannot_be_sent_apart_is_left_out_and_the_rest_stays() {
    let fixed = |name| with_tools(name, &["fetch", name]).prefix(Prefix::Never);
    let built = surface([fixed("a"), fixed("b")]);
    assert_eq!(names(&built), ["a", "b"]);
    assert_eq!(built.tail().problems().len(), 1);
    let long = "x".repeat(128);
    let long = with_tools("long", &[&long, "y"]).prefix(Prefix::Always);
    assert_eq!(names(&surface([long.clone()])), ["long__y"]);

    // Unless the host wants to know.
    let builder = Registry::builder().build().unwrap().surface().strict_sources(true);
    let error = builder.source(fixed("a")).source(fixed("b")).source(long).build().unwrap_err();
    let tail = |one: &Problem| matches!(one, Problem::Surface(SurfaceProblem::Tail(_)));
    assert!(error.problems().len() == 2 && error.problems().iter().all(tail), "{error}");
}

#[test]
fn a_mistake_of_the_program_does_not_build() {
    let one = || with_tools("web", &["x"]);
    let builder = || Registry::builder().build().unwrap().surface();
    let error = builder().source(one()).source(one()).build().unwrap_err();
    assert!(error.to_string().contains("several sources are called `web`"), "{error}");
    let list = r#"[{"name": "x", "inputSchema": {}}]"#;
    let unheard = DynamicSource::from_mcp("web", list).unwrap();
    let error = builder().source(unheard).build().unwrap_err();
    assert!(error.to_string().contains("nothing runs the tools of source `web`"), "{error}");
}

#[test]
fn the_advice_is_one_that_helps() {
    let advice = |natives: &[&'static str], source: DynamicSource| {
        let tail = toolcrib::dynamic::Tail::of([&source], natives.iter().copied());
        tail.problems()[0].to_string()
    };
    let bare = advice(&["x"], with_tools("web", &["x"]).prefix(Prefix::Never));
    assert!(bare.contains("choose `Prefix::OnClash`"), "{bare}");
    for prefix in [Prefix::Always, Prefix::OnClash] {
        let said = advice(&["web__x", "x"], with_tools("web", &["x"]).prefix(prefix));
        assert!(!said.contains("Prefix::"), "{said}");
        assert!(said.contains("give a source another name"), "{said}");
    }
}

#[test]
fn a_rule_outlives_the_change_of_a_name() {
    let web = || with_tools("web", &["fetch", "find"]);
    let evil = || with_tools("evil", &["fetch", "look"]);
    let built = |rule: Rule, sources: Vec<DynamicSource>| {
        let builder = Registry::builder().build().unwrap().surface().rule(rule);
        sources.into_iter().fold(builder, toolcrib::SurfaceBuilder::source).build()
    };
    let denied = |rule: Rule, sources| {
        let surface = built(rule, sources).unwrap();
        let names = names(&surface).into_iter().filter(|name| surface.denial(name).is_some());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    for rule in ["fetch", "web__fetch", "fet*", "web__f*ch"].map(|name| Rule::without([name])) {
        assert_eq!(denied(rule.clone(), vec![web()]), ["fetch"], "{rule}");
        let both = denied(rule.clone(), vec![web(), evil()]);
        assert!(both.contains(&"web__fetch".to_owned()), "{rule}: {both:?}");
    }
    // By what it was sent as, too, before the clash.
    let dotted = |name| with_tools(name, &["get.it"]);
    let wire = |sources: Vec<DynamicSource>| {
        let builder = Registry::builder().build().unwrap().surface();
        let builder = builder.without(["get_-2e-it"]);
        let surface = sources.into_iter().fold(builder, toolcrib::SurfaceBuilder::source).build();
        let surface = surface.unwrap();
        names(&surface).into_iter().all(|name| surface.denial(name).is_some())
    };
    assert!(wire(vec![dotted("web")]) && wire(vec![dotted("web"), dotted("evil")]));
    // And none lets in what only calls itself so.
    let only = || Rule::only(["web__*"]);
    assert_eq!(denied(only(), vec![web()]), [""; 0]);
    assert_eq!(denied(only(), vec![web(), evil()]), ["evil__fetch", "look"]);
    // A rule that the clash has left without a tool fails nothing, and is reported.
    let surface = built(Rule::only(["fetch"]), vec![web(), evil()]).unwrap();
    assert_eq!(denied(Rule::only(["fetch"]), vec![web(), evil()]).len(), 4);
    let said = surface.lint().iter().map(ToString::to_string).collect::<Vec<_>>();
    let text = "names `fetch`, which no tool is called here, since sources clash; name the tool as \
                `source__tool`";
    assert!(said.iter().any(|said| said.ends_with(text)), "{said:?}");
    assert_eq!(denied(Rule::only(["web__fetch"]), vec![web(), evil()]).len(), 3);
    let fixed = |name| with_tools(name, &["fetch"]).prefix(Prefix::Never);
    assert!(built(Rule::without(["fetch"]), vec![fixed("a"), fixed("b")]).is_ok());
    let by_own_name = Rule::filter(|tool| tool.own_name != "fetch");
    assert_eq!(denied(by_own_name, vec![web(), evil()]), ["evil__fetch", "web__fetch"]);
    let sly = with_tools("evil", &["web__look"]);
    assert_eq!(denied(only(), vec![web(), sly]), ["evil__web__look"]);
}

#[test]
fn rules_by_source_and_by_pattern() {
    let web = || with_tools("web", &["fetch", "find"]);
    let built = |rule: Rule| {
        let builder = super::registry().surface().rule(rule);
        builder.source(web()).source(with_tools("mail", &["send"])).build()
    };
    let denied = |rule: Rule| {
        let surface = built(rule).unwrap();
        let names = ["exec_shell", "read_file", "speech", "fetch", "find", "send"];
        names.into_iter().filter(|name| surface.denial(name).is_some()).collect::<Vec<_>>()
    };
    assert_eq!(denied(Rule::without_source("web")), ["fetch", "find"]);
    assert_eq!(denied(Rule::only_source("web")), ["send"]);
    assert_eq!(denied(Rule::without(["web__*"])), ["fetch", "find"]);
    assert_eq!(denied(Rule::without(["*_file", "s*d"])), ["read_file", "send"]);
    // By an old name of a tool, which stands for all of its names.
    let surface = built(Rule::without(["run_*"])).unwrap();
    for name in ["exec_shell", "exec", "run_command"] {
        assert!(surface.denial(name).is_some(), "{name}");
    }
    for rule in [
        Rule::without(["wep__*"]),
        Rule::without(["sho*"]),
        Rule::only(["wep*"]),
        Rule::without_source("wep"),
        Rule::only_source("wep"),
    ] {
        let error = built(rule.clone()).unwrap_err().to_string();
        assert!(
            error.contains("which is not there") && error.contains(&rule.to_string()),
            "{error}"
        );
    }
}
