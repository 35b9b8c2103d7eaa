//! A plain BM25, to compare with: k1 1.2, b 0.75, one field, words parted at what is not a letter
//! or a digit.

use std::collections::HashMap;

use toolcrib::serde_json::Value;

/// How fast repetitions stop to count.
const K1: f64 = 1.2;
/// How much length weakens.
const B: f64 = 0.75;

/// An index.
pub(crate) struct Plain {
    /// How often a word is in each document that has it.
    postings: HashMap<String, Vec<(u32, f64)>>,
    lengths: Vec<f64>,
    mean_length: f64,
}

impl Plain {
    pub(crate) fn new(tools: &[(String, String, Value)]) -> Self {
        let mut postings = HashMap::<_, Vec<(u32, f64)>>::new();
        let mut lengths = Vec::new();
        for (id, (name, description, schema)) in (0..).zip(tools) {
            let mut text = format!("{name} {description}");
            arguments(schema, &mut text);
            let mut length = 0.0;
            for word in words(&text) {
                length += 1.0;
                let documents = postings.entry(word).or_default();
                match documents.last_mut() {
                    Some((last, count)) if *last == id => *count += 1.0,
                    _ => documents.push((id, 1.0)),
                }
            }
            lengths.push(length);
        }
        let mean_length = lengths.iter().sum::<f64>() / number(lengths.len());
        Self { postings, lengths, mean_length }
    }

    pub(crate) fn search(&self, query: &str, limit: usize) -> Vec<u32> {
        let mut scores = vec![0.0; self.lengths.len()];
        let query: String = query.chars().take(toolcrib::search::MAX_QUERY).collect();
        for word in words(&query) {
            let Some(documents) = self.postings.get(&word) else { continue };
            let with = number(documents.len());
            let idf = (1.0 + (number(scores.len()) - with + 0.5) / (with + 0.5)).ln();
            for (id, count) in documents {
                let length = self.lengths[*id as usize] / self.mean_length;
                scores[*id as usize] +=
                    idf * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length));
            }
        }
        let mut best: Vec<_> = (0..).zip(scores).filter(|(_, score)| *score > 0.0).collect();
        best.sort_by(|one: &(u32, f64), other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        best.into_iter().take(limit).map(|(id, _)| id).collect()
    }
}

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).expect("there are few"))
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase)
}

/// The names and descriptions of arguments, nested ones too.
fn arguments(schema: &Value, text: &mut String) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                if let (true, Value::Object(properties)) = (key == "properties", value) {
                    for name in properties.keys() {
                        text.push(' ');
                        text.push_str(name);
                    }
                }
                if let (true, Value::String(description)) = (key == "description", value) {
                    text.push(' ');
                    text.push_str(description);
                }
                arguments(value, text);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| arguments(value, text)),
        _ => {}
    }
}
