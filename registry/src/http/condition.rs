//! `If-Match`: nobody deletes what they have not seen, <https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1>.

use axum::http::HeaderMap;
use axum::http::header::IF_MATCH;

use super::problem::{Kind, Problem};

/// The entity tag of what is described by `digest`.
pub(super) fn etag(digest: &str) -> String {
    format!("\"{digest}\"")
}

/// What a request says that it has seen: the digests of strong entity tags. Weak ones are equal to nothing
/// here, as what is deleted must be the same to the byte.
#[derive(Debug)]
pub(super) struct Seen(Vec<String>);

impl Seen {
    /// Reads `If-Match`.
    ///
    /// # Errors
    ///
    /// Where it is not there, cannot be read, or says nothing.
    pub(super) fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        let required = |detail| Problem::new(Kind::PreconditionRequired, detail);
        let mut seen = None;
        for value in headers.get_all(IF_MATCH) {
            let value = value.to_str().unwrap_or_default().trim();
            if value == "*" {
                return Err(required(
                    "`If-Match: *` fits anything: it does not say what the request has seen",
                ));
            }
            let tags = tags(value).ok_or_else(|| {
                let detail = "`If-Match` holds no entity tags: they stand in double quotes";
                Problem::new(Kind::BadRequest, detail)
            })?;
            seen.get_or_insert_with(Vec::new).extend(tags);
        }
        let missing =
            "this removes what GET shows, and the request does not say that it has seen it";
        seen.map(Self).ok_or_else(|| required(missing))
    }

    /// # Errors
    ///
    /// Where something else was seen than what has this digest.
    pub(super) fn holds(&self, digest: &str) -> Result<(), Problem> {
        if self.0.iter().any(|seen| seen == digest) {
            return Ok(());
        }
        let detail = "the plugins are no longer as they were shown, and nothing was touched";
        Err(Problem::new(Kind::PreconditionFailed, detail))
    }
}

/// The strong entity tags of a list; none where it is no list of entity tags.
fn tags(value: &str) -> Option<Vec<String>> {
    let mut tags = Vec::new();
    let mut rest = value.trim_start_matches([' ', '\t', ',']);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let weak = rest.strip_prefix("W/");
        let (tag, after) = weak.unwrap_or(rest).strip_prefix('"')?.split_once('"')?;
        if weak.is_none() {
            tags.push(tag.to_owned());
        }
        let after = after.trim_start_matches([' ', '\t']);
        if !after.is_empty() && !after.starts_with(',') {
            return None;
        }
        rest = after.trim_start_matches([' ', '\t', ',']);
    }
    Some(tags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entity_tags_are_read_as_they_are_written() {
        let strong = |tags: &[&str]| Some(tags.iter().map(|&tag| tag.to_owned()).collect());
        assert_eq!(tags("\"a\""), strong(&["a"]));
        assert_eq!(tags("\"a,b\" ,, W/\"c\", \"\","), strong(&["a,b", ""]));
        assert_eq!(tags("W/\"a\""), strong(&[]));
        for bad in ["", ",", "a", "\"a", "\"a\" \"b\"", "\"a\", *", "w/\"a\"", "W/a", "\"a\"b"] {
            assert_eq!(tags(bad), None, "{bad}");
        }
    }
}
