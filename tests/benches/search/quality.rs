//! Queries with known answers, and how well a search answers them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use toolcrib::serde_json::{self, Value};

/// How many results are judged.
const AT: usize = 5;

/// Tools, and queries over them.
pub(crate) struct Set {
    /// Name, description and input schema.
    pub(crate) tools: Vec<(String, String, Value)>,
    pub(crate) queries: Vec<Asked>,
}

/// The names of the tools of a catalog that is a list of them.
pub(crate) fn names_of(catalog: &str) -> BTreeSet<String> {
    let tools: Vec<Value> = serde_json::from_str(catalog).expect("a list of tools");
    tools.iter().map(|tool| text(&tool["name"])).collect()
}

/// A query with the names of the tools that answer it.
#[derive(Clone)]
pub(crate) struct Asked {
    kind: String,
    pub(crate) text: String,
    pub(crate) relevant: Vec<String>,
}

/// Means over queries.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quality {
    /// Of the tools that answer, at most five: how many are among the first five.
    pub(crate) recall: f64,
    /// The same, with more for the first places.
    pub(crate) ndcg: f64,
    queries: f64,
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} / {:.3}", self.recall, self.ndcg)
    }
}

impl Set {
    pub(crate) fn read(directory: &str, queries: &str) -> Self {
        let tool = |tool: &Value| {
            (text(&tool["name"]), text(&tool["description"]), tool["inputSchema"].clone())
        };
        let tools = lines(directory, "tools.jsonl").iter().map(tool).collect();
        Self { tools, queries: asked(directory, queries) }
    }

    /// The same tools with other queries.
    pub(crate) fn with_queries(other: &Self, directory: &str, queries: &str) -> Self {
        Self { tools: other.tools.clone(), queries: asked(directory, queries) }
    }

    /// The same tools with the queries for whose first answer `holds`.
    pub(crate) fn only(&self, holds: impl Fn(&str) -> bool) -> Self {
        let queries = self.queries.iter().filter(|asked| holds(&asked.relevant[0])).cloned();
        Self { tools: self.tools.clone(), queries: queries.collect() }
    }

    /// The same tools, asked for by the names that some of them had before.
    pub(crate) fn by_old_names(other: &Self, json: &str) -> Self {
        let old: BTreeMap<String, String> = serde_json::from_str(json).expect("names by name");
        let kind = "old name".to_owned();
        let queries = old.into_iter().map(|(text, name)| Asked {
            kind: kind.clone(),
            text,
            relevant: vec![name],
        });
        Self { tools: other.tools.clone(), queries: queries.collect() }
    }

    /// Judges the numbers of tools that `search` answers each query with: by kind of query, by half
    /// of the set, and for all.
    pub(crate) fn judge(&self, search: impl Fn(&str) -> Vec<u32>) -> BTreeMap<String, Quality> {
        let mut judged = BTreeMap::<_, Quality>::new();
        for (number, asked) in self.queries.iter().enumerate() {
            let found = search(&asked.text);
            let name = |id: &u32| &self.tools[*id as usize].0;
            let is_right = |id: &u32| asked.relevant.contains(name(id));
            let right: Vec<_> = found.iter().take(AT).map(is_right).collect();
            let best = vec![true; asked.relevant.len().min(AT)];
            let half = ["even half", "odd half"][number % 2].to_owned();
            for kind in [asked.kind.clone(), half, "all".to_owned()] {
                let sum = judged.entry(kind).or_default();
                sum.recall += count(&right) / count(&best);
                sum.ndcg += gain(&right) / gain(&best);
                sum.queries += 1.0;
            }
        }
        for mean in judged.values_mut() {
            mean.recall /= mean.queries;
            mean.ndcg /= mean.queries;
        }
        judged
    }
}

fn count(right: &[bool]) -> f64 {
    right.iter().map(|right| f64::from(u8::from(*right))).sum()
}

fn gain(right: &[bool]) -> f64 {
    let places = (2_u32..).map(|place| 1.0 / f64::from(place).log2());
    right.iter().zip(places).filter(|(right, _)| **right).map(|(_, gain)| gain).sum()
}

fn asked(directory: &str, file: &str) -> Vec<Asked> {
    let asked = |query: &Value| {
        let relevant: Vec<_> =
            query["relevant"].as_array().expect("a list").iter().map(text).collect();
        let by_count = if relevant.len() == 1 { "one tool" } else { "several tools" };
        let kind = query["kind"].as_str().unwrap_or(by_count).to_owned();
        Asked { kind, text: text(&query["query"]), relevant }
    };
    lines(directory, file).iter().map(asked).collect()
}

fn lines(directory: &str, file: &str) -> Vec<Value> {
    let path = format!("{}/data/{directory}/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn text(value: &Value) -> String {
    value.as_str().expect("a string").to_owned()
}
