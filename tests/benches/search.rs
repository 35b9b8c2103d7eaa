//! How well the search finds, what each part of it gains, and how long it takes.
//!
//! `cargo bench -p toolcrib-tests --bench search`. Quality is over data/seal-tools and
//! data/tool-catalogs, beside a plain BM25 in the same run. The queries that are longer than a
//! query may be are cut, for both.

#[allow(dead_code, reason = "used by another bench")]
mod measure;
#[path = "search/plain.rs"]
mod plain;
#[path = "search/quality.rs"]
mod quality;

use std::hint::black_box;
use std::time::Instant;

use measure::{Case, measure};
use plain::Plain;
use quality::{Asked, Quality, Set, names_of};
use toolcrib::search::{MAX_QUERY, Mode, Query, Ranking, SearchIndex};

fn main() {
    // Cargo tells a test run of benches from a measurement by this.
    let is_measured = std::env::args().any(|arg| arg == "--bench");
    let seal = Set::read("seal-tools", "queries-dev.jsonl");
    let all = Set::read("tool-catalogs", "queries.jsonl");
    let later = Set::with_queries(&all, "tool-catalogs", "queries-second.jsonl");
    let github = names_of(include_str!("../data/catalogs/github-mcp-server.json"));
    let is_github = |name: &str| github.contains(name);
    let old_names = include_str!("../../examples/github/data/github-mcp-server-aliases.json");
    // The thesaurus was extended with the first queries in view; nothing was tuned to the others.
    let sets = [
        ("seal-tools", &seal),
        ("eight servers", &all.only(|name| !is_github(name))),
        ("GitHub", &all.only(is_github)),
        ("eight servers, later", &later.only(|name| !is_github(name))),
        ("GitHub, later", &later.only(is_github)),
        ("GitHub's old names", &Set::by_old_names(&all, old_names)),
    ];

    println!("\nrecall@5 / nDCG@5");
    for (name, set) in sets {
        println!("  {name}: {} tools, {} queries", set.tools.len(), set.queries.len());
        let plain = Plain::new(&set.tools);
        table("plain BM25", &set.judge(|query| plain.search(query, 5)));
        table("search", &set.judge(|query| search(&index(set, Ranking::default()), query)));
    }

    println!("\nwhat each part gains: the change of recall@5 / nDCG@5 of all queries without it");
    println!("  {:<30}{}", "", sets.map(|(name, _)| format!("  {name:<20}")).concat());
    let whole = sets.map(|(_, set)| of_all(set, Ranking::default()));
    for (part, ranking) in without() {
        print!("  without {part:<22}");
        for ((_, set), whole) in sets.iter().zip(&whole) {
            let left = of_all(set, ranking.clone());
            let (recall, ndcg) = (left.recall - whole.recall, left.ndcg - whole.ndcg);
            print!("  {:<20}", format!("{recall:+.3} / {ndcg:+.3}"));
        }
        println!();
    }

    println!(
        "\nhow many searches say that their hits are weak: as it is, and without what answers"
    );
    for (name, set) in sets {
        let index = index(set, Ranking::default());
        let [as_it_is, without] = [false, true].map(|without| weak(set, &index, without));
        println!("  {name:<22}{as_it_is:.3}  {without:.3}");
    }
    speed(&seal, if is_measured { 20 } else { 1 });
}

fn index(set: &Set, ranking: Ranking) -> SearchIndex {
    let documents = set.tools.iter().map(|(name, text, schema)| (&**name, &**text, schema));
    SearchIndex::with_ranking(documents, ranking)
}

fn parse(query: &str) -> Query {
    let query: String = query.chars().take(MAX_QUERY).collect();
    Query::parse(&query, Mode::Auto).expect("it is short enough")
}

fn search(index: &SearchIndex, query: &str) -> Vec<u32> {
    index.search(&parse(query), 5, |_| true).hits.iter().map(|hit| hit.id).collect()
}

/// The share of searches without a strong hit, as it is or `without` the tools that answer.
fn weak(set: &Set, index: &SearchIndex, without: bool) -> f64 {
    let is_weak = |asked: &&Asked| {
        let answers = |id: u32| {
            index.name(id).is_some_and(|name| asked.relevant.iter().any(|one| one == name))
        };
        let found = index.search(&parse(&asked.text), 5, |id| !(without && answers(id)));
        found.weak || found.hits.is_empty()
    };
    let count = |count: usize| f64::from(u32::try_from(count).expect("there are few"));
    count(set.queries.iter().filter(is_weak).count()) / count(set.queries.len())
}

fn of_all(set: &Set, ranking: Ranking) -> Quality {
    let index = index(set, ranking);
    set.judge(|query| search(&index, query)).remove("all").expect("there are queries")
}

fn table(what: &str, judged: &std::collections::BTreeMap<String, Quality>) {
    print!("    {what:<12}");
    for (kind, quality) in judged {
        print!("  {kind} {quality}");
    }
    println!();
}

/// The ranking without one part at a time.
fn without() -> Vec<(&'static str, Ranking)> {
    let whole = Ranking::default;
    vec![
        ("weights of fields", Ranking { fields: [256; 5], ..whole() }),
        ("arguments", Ranking { fields: [768, 240, 96, 0, 0], ..whole() }),
        ("weakening long fields", Ranking { shortness: 0, ..whole() }),
        ("stemming", Ranking { stemming: false, ..whole() }),
        ("parts of identifiers", Ranking { name_parts: false, ..whole() }),
        ("stop words", Ranking { stop_words: false, ..whole() }),
        ("neighbours", Ranking { pairs: 0, ..whole() }),
        ("thesaurus", Ranking { related: 0, ..whole() }),
        ("typing errors", Ranking { typos: 0, ..whole() }),
        ("beginnings of words", Ranking { prefixes: 0, ..whole() }),
        ("cover of the name", Ranking { name_cover: 0, ..whole() }),
        ("cover of the query", Ranking { query_cover: 0, ..whole() }),
        ("sentences", Ranking { sentences: false, ..whole() }),
        ("levelling sentences", Ranking { level: 0, ..whole() }),
    ]
}

fn speed(set: &Set, rounds: usize) {
    let case = Case::new("the index", 1, || {
        black_box(index(set, Ranking::default()));
    });
    let measured = measure(vec![case], rounds.min(10));
    println!("\n{} tools, best of {rounds} rounds", set.tools.len());
    println!("  the index: {:.1} ms (bar 100)", measured[0].1 / 1e6);
    let index = index(set, Ranking::default());
    let half = |id: u32| id.is_multiple_of(2);
    let long: Vec<_> = set.queries.iter().map(|query| parse(&query.text)).collect();
    let first_sentence = |text: &str| parse(text.split_inclusive(". ").next().unwrap_or(text));
    let short: Vec<_> = set.queries.iter().map(|query| first_sentence(&query.text)).collect();
    times("the queries", &long, rounds, |query| index.search(query, 5, |_| true).hits.len());
    times("their first sentences", &short, rounds, |query| {
        index.search(query, 5, |_| true).hits.len()
    });
    times("the queries, half visible", &long, rounds, |query| {
        index.search(query, 5, half).hits.len()
    });
    let patterns = [parse("/forecast|weather/"), parse(r"/^get.*\bstatus\b/")];
    times("regular expressions", &patterns, rounds, |query| {
        index.search(query, 5, |_| true).hits.len()
    });
}

/// Prints how long queries take: the best time of each, and then the share of queries.
fn times(what: &str, queries: &[Query], rounds: usize, search: impl Fn(&Query) -> usize) {
    let mut best = vec![f64::MAX; queries.len()];
    for _ in 0..rounds {
        for (query, best) in queries.iter().zip(&mut best) {
            let start = Instant::now();
            black_box(search(black_box(query)));
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    best.sort_by(f64::total_cmp);
    let at = |percent: usize| best[(best.len() - 1) * percent / 100];
    println!("  {what}: p50 {:.0} µs, p90 {:.0} µs, p99 {:.0} µs", at(50), at(90), at(99));
}
