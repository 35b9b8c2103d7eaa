//! Values of the host and of the registry, by type: a value and an `Arc` of it are one.

use std::sync::Arc;

use toolcrib::{Context, Problem, Registry, State, Surface, Tool, ToolCall, ToolError, tool};

/// Whose session it is.
struct Session(u32);

trait Files: Send + Sync {
    fn root(&self) -> String;
}

impl Files for Session {
    fn root(&self) -> String {
        format!("/{}", self.0)
    }
}

/// Whose session is it?
#[tool(register = false)]
fn whose(session: State<Session>) -> u32 {
    session.0.0
}

/// Whose session is it, asked in another way?
#[tool(register = false)]
fn whose_shared(session: State<Arc<Session>>) -> u32 {
    session.0.0
}

/// Where are its files?
#[tool(register = false)]
fn files(files: State<dyn Files>) -> String {
    files.root()
}

/// Whose session is it, and does the context say so?
#[tool(register = false)]
fn asked(cx: &Context) -> Option<u32> {
    cx.get::<Session>().map(|session| session.0)
}

/// Answers with the session that it is.
#[tool(register = false, name = "own", from_state)]
impl Tool for Session {
    type Args = ();
    type Output = u32;

    async fn call(&self, (): (), _: &Context<'_>) -> Result<u32, ToolError> {
        Ok(self.0)
    }
}

fn surface(registry: toolcrib::RegistryBuilder) -> Surface {
    let registry =
        registry.tool::<whose>().tool::<whose_shared>().tool::<asked>().tool::<Session>();
    registry.build().unwrap().surface().build().unwrap()
}

fn say(surface: &Surface, name: &str, cx: &Context<'_>) -> String {
    let outcome = pollster::block_on(surface.call(ToolCall::new(name, "{}"), cx));
    assert!(outcome.is_success(), "{}", outcome.text());
    outcome.text().into_owned()
}

#[test]
fn the_hosts_value_comes_first_in_whatever_form_it_is_given() {
    for surface in [
        surface(Registry::builder().state(Session(1))),
        surface(Registry::builder().state(Arc::new(Session(1)))),
        surface(Registry::builder().shared_state(Arc::new(Session(1)))),
    ] {
        for name in ["whose", "whose_shared", "asked", "own"] {
            assert_eq!(say(&surface, name, &Context::new()), "1", "{name}");
        }
        for cx in [
            Context::new().with(Session(7)),
            Context::new().with(Arc::new(Session(7))),
            Context::new().with_shared(Arc::new(Session(7))),
            // The one that is given last.
            Context::new().with(Session(6)).with(Arc::new(Session(7))),
            Context::new().with(Arc::new(Session(6))).with(Session(7)),
            Context::new().with_shared(Arc::new(Session(6))).with(Arc::new(Session(7))),
        ] {
            for name in ["whose", "whose_shared", "asked"] {
                assert_eq!(say(&surface, name, &cx), "7", "{name}");
            }
        }
    }
}

#[test]
fn a_value_may_be_known_by_a_trait_only() {
    let own: Arc<dyn Files> = Arc::new(Session(1));
    for builder in [
        Registry::builder().shared_state(Arc::clone(&own)),
        Registry::builder().state(Arc::clone(&own)),
    ] {
        let surface = builder.tool::<files>().build().unwrap().surface().build().unwrap();
        assert_eq!(say(&surface, "files", &Context::new()), "/1");
        let given: Arc<dyn Files> = Arc::new(Session(7));
        assert_eq!(say(&surface, "files", &Context::new().with_shared(Arc::clone(&given))), "/7");
        assert_eq!(say(&surface, "files", &Context::new().with(given)), "/7");
    }
    // A `Session` is one, but nobody has said so.
    let error = Registry::builder().state(Session(1)).tool::<files>().build().unwrap_err();
    assert!(matches!(error.problems(), [Problem::MissingState { .. }]), "{error}");
}

#[test]
fn a_registry_has_one_value_of_a_type() {
    for builder in [
        Registry::builder().state(Session(1)).state(Session(2)),
        Registry::builder().state(Session(1)).state(Arc::new(Session(2))),
        Registry::builder().state(Arc::new(Session(1))).shared_state(Arc::new(Session(2))),
    ] {
        let error = builder.build().unwrap_err();
        assert!(matches!(error.problems(), [Problem::DuplicateState { .. }]), "{error}");
    }
}
