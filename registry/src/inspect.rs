//! What there is to be looked at by people: a live surface, or a manifest that was written down.
//!
//! The command line and the admin API ask here and nowhere else, so that both say the same of both. Feature
//! `doctor`.

use std::sync::OnceLock;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::provider::{Provider, ToolSpec, WriteOptions};
use crate::search::{Query, SearchIndex};
use crate::surface::tokens;
use crate::{AnyTool, Budget, Manifest, ManifestName, NameState, Surface};

/// A live surface, or a manifest, to be looked at.
///
/// ```
/// use toolcrib::inspect::Subject;
/// use toolcrib::{Manifest, NameState, Registry, tool};
///
/// /// Run a command.
/// #[tool(register = false, alias(name = "exec", lifecycle = "deprecated", since = "0.9.0"))]
/// fn exec_shell(command: String) -> String {
///     command
/// }
///
/// let registry = Registry::builder().tool::<exec_shell>().build()?;
/// let live = Subject::live(registry.surface().build()?);
/// let written = Subject::written(Manifest::from_json(&registry.manifest().to_json())?);
/// for subject in [live, written] {
///     let tool = subject.tool("exec").unwrap();
///     assert_eq!((&*tool.name, tool.state), ("exec_shell", NameState::Active));
///     assert_eq!(tool.names[1].name, "exec");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Subject {
    manifest: Manifest,
    tools: Vec<InspectedTool>,
    budget: Budget,
    surface: Option<Surface>,
    /// Over `tools`, built when first searched.
    index: OnceLock<SearchIndex>,
}

/// A tool, with what people want to know of it.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct InspectedTool {
    /// Its canonical name.
    pub name: String,
    /// Its state; never that of a retired name.
    pub state: NameState,
    /// The source of a dynamic tool.
    pub source: Option<String>,
    /// Why a session may not use it, where the surface says so.
    pub denied: Option<String>,
    /// What a model reads about it.
    pub description: String,
    /// The schema of its arguments.
    pub input_schema: Box<RawValue>,
    /// Its bytes as the provider is sent them.
    pub bytes: usize,
    /// An estimate of its tokens: a quarter of its bytes.
    pub tokens: usize,
    /// All its names with their states, the canonical one first.
    pub names: Vec<ManifestName>,
}

/// How often a name was called that is not active.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Calls {
    /// The name.
    pub name: String,
    /// Its state.
    pub state: NameState,
    /// The calls since the registry was built.
    pub calls: u64,
}

impl Subject {
    /// A surface of the running program.
    #[must_use]
    pub fn live(surface: Surface) -> Self {
        let manifest = surface.registry().manifest();
        let tools = surface.tools_and_denials().map(|(tool, denied)| {
            let (definition, state, source) = match tool {
                AnyTool::Native(tool) => {
                    (tool.definition(), tool.entry().lifecycle().state(), None)
                }
                AnyTool::Dynamic(tool) => {
                    let state = match tool.exposure() {
                        crate::dynamic::Exposure::Active => NameState::Active,
                        crate::dynamic::Exposure::Deferred => NameState::Deferred,
                    };
                    (tool.definition(), state, Some(tool.source().to_owned()))
                }
            };
            InspectedTool {
                source,
                denied: denied.map(str::to_owned),
                bytes: surface.entry_of(tool).get().len(),
                ..InspectedTool::of(
                    definition.name(),
                    state,
                    definition.description(),
                    definition.input_schema(),
                )
            }
        });
        let tools = tools.collect();
        Self { budget: surface.budget(), surface: Some(surface), ..Self::of(manifest, tools) }
    }

    /// A manifest that was written down, looked at without the program.
    #[must_use]
    pub fn written(manifest: Manifest) -> Self {
        let tools = manifest.tools.iter().map(|tool| {
            let name = manifest.names.iter().find(|name| name.name == tool.name);
            // A manifest that was read has each of its tools among its names.
            let state = name.map_or(NameState::Active, |name| name.state);
            let spec = ToolSpec::canonical(&tool.name, &tool.description, &tool.input_schema);
            let entries = Provider::Neutral.entries(&[spec], &WriteOptions::new());
            InspectedTool {
                bytes: entries.first().map_or(0, |entry| entry.get().len()),
                ..InspectedTool::of(&tool.name, state, &tool.description, &tool.input_schema)
            }
        });
        let tools = tools.collect();
        Self::of(manifest, tools)
    }

    fn of(manifest: Manifest, mut tools: Vec<InspectedTool>) -> Self {
        for tool in &mut tools {
            tool.tokens = tokens(tool.bytes);
            let of_tool = |name: &&ManifestName| name.tool.as_ref() == Some(&tool.name);
            tool.names = manifest.names.iter().filter(of_tool).cloned().collect();
            tool.names.sort_by_key(|name| name.name != tool.name);
        }
        let (budget, surface, index) = (Budget::new(), None, OnceLock::new());
        Self { manifest, tools, budget, surface, index }
    }

    /// The record of all native names.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The tools: native ones by name, then dynamic ones by source and name.
    #[must_use]
    pub fn tools(&self) -> &[InspectedTool] {
        &self.tools
    }

    /// The tool of a name, be it an old one or, where there is a surface, the one on the wire.
    #[must_use]
    pub fn tool(&self, name: &str) -> Option<&InspectedTool> {
        let canonical = |name: &str| self.tools.iter().find(|tool| tool.name == name);
        let old =
            || self.tools.iter().find(|tool| tool.names.iter().any(|other| other.name == name));
        let called = || canonical(self.surface.as_ref()?.lookup(name).canonical()?);
        canonical(name).or_else(old).or_else(called)
    }

    /// At most `limit` tools that a query finds, the best first, among all that a model can get to see:
    /// active ones too, which a model's own search leaves out.
    #[must_use]
    pub fn search(&self, query: &Query, limit: usize) -> Vec<&InspectedTool> {
        let index = self.index.get_or_init(|| {
            let schema = |tool: &InspectedTool| serde_json::from_str(tool.input_schema.get());
            let schemas = self.tools.iter().map(|tool| schema(tool).unwrap_or_default());
            let schemas: Vec<Value> = schemas.collect();
            let tools = self.tools.iter().zip(&schemas);
            SearchIndex::new(tools.map(|(tool, schema)| (&*tool.name, &*tool.description, schema)))
        });
        let tool = |id: u32| self.tools.get(usize::try_from(id).ok()?);
        let found =
            index.search(query, limit, |id| tool(id).is_some_and(InspectedTool::is_visible));
        found.hits.iter().filter_map(|hit| tool(hit.id)).collect()
    }

    /// How often the names were called that are not active; none for a manifest.
    #[must_use]
    pub fn usage(&self) -> Vec<Calls> {
        let registry = self.surface.iter().map(Surface::registry);
        let usage = registry.flat_map(crate::Registry::usage).map(|usage| Calls {
            name: usage.name.to_owned(),
            state: usage.lifecycle.state(),
            calls: usage.calls,
        });
        usage.collect()
    }

    /// How much the head may hold.
    #[must_use]
    pub const fn budget(&self) -> Budget {
        self.budget
    }

    /// The surface, where there is one.
    #[must_use]
    pub const fn surface(&self) -> Option<&Surface> {
        self.surface.as_ref()
    }
}

impl InspectedTool {
    fn of(name: &str, state: NameState, description: &str, input_schema: &RawValue) -> Self {
        Self {
            name: name.to_owned(),
            state,
            source: None,
            denied: None,
            description: description.to_owned(),
            input_schema: input_schema.to_owned(),
            bytes: 0,
            tokens: 0,
            names: Vec::new(),
        }
    }

    /// Whether a model can get to see it.
    #[must_use]
    pub fn is_visible(&self) -> bool {
        self.denied.is_none() && self.state.is_visible()
    }
}
