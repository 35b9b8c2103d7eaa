//! Text for people, into which foreign text comes only as text.

use std::fmt::{Display, Write};

use anstyle::{AnsiColor, Style};

use crate::name::code_span;

pub(super) const PLAIN: Style = Style::new();
pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = Style::new().dimmed();
pub(super) const NAME: Style = AnsiColor::Cyan.on_default();
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
pub(super) const WARN: Style = AnsiColor::Yellow.on_default();
pub(super) const BAD: Style = AnsiColor::Red.on_default();
pub(super) const FAINT: Style = AnsiColor::Blue.on_default();

/// A text that is being written.
///
/// Whatever is pushed stays within its line and cannot steer a terminal: line breaks, control
/// characters and invisible ones are escaped. Styles and line breaks come from the commands alone.
#[derive(Debug, Default)]
pub(super) struct Page {
    text: String,
}

/// A cell of a table.
pub(super) struct Cell {
    style: Style,
    text: String,
}

impl Page {
    pub(super) fn push(&mut self, text: impl Display) -> &mut Self {
        self.styled(PLAIN, text)
    }

    pub(super) fn styled(&mut self, style: Style, text: impl Display) -> &mut Self {
        let _ = write!(self.text, "{style}");
        push_escaped(&mut self.text, &text.to_string());
        let _ = write!(self.text, "{style:#}");
        self
    }

    /// Ends the line.
    pub(super) fn end(&mut self) -> &mut Self {
        self.text.push('\n');
        self
    }

    /// A text of several lines, each of them behind `indent`.
    pub(super) fn lines(&mut self, indent: &str, text: impl Display) {
        for line in text.to_string().lines() {
            if line.trim().is_empty() {
                self.end();
            } else {
                self.push(indent).push(line).end();
            }
        }
    }

    /// Rows of aligned cells, two spaces apart. The last cell of a row is as wide as it is.
    pub(super) fn table(&mut self, rows: &[Vec<Cell>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(Cell::width).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        for row in rows {
            // What follows the last cell that says something would only be spaces.
            let said = row.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |at| at + 1);
            for (at, cell) in row[..said].iter().enumerate() {
                self.styled(cell.style, &cell.text);
                if at + 1 < said {
                    let gap = widths[at] - cell.width() + 2;
                    self.text.extend(std::iter::repeat_n(' ', gap));
                }
            }
            self.end();
        }
    }

    /// A row of a Markdown table.
    pub(super) fn row<T: Display>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.text.push('|');
        for cell in cells {
            let cell = cell.to_string().replace('|', "\\|");
            self.push(" ").push(cell).push(" |");
        }
        self.end();
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

impl Cell {
    pub(super) fn new(style: Style, text: impl Display) -> Self {
        Self { style, text: escaped(&text.to_string()) }
    }

    pub(super) fn plain(text: impl Display) -> Self {
        Self::new(PLAIN, text)
    }

    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// A text as Markdown shows it, as it stands: no tag, no link, no picture.
pub(super) fn markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '[' | ']' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// A text as a Markdown code span.
pub(super) fn code(text: impl Display) -> String {
    code_span(&text.to_string())
}

/// `1 file`, `2 files`.
pub(super) fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The first line of a text, cut after so many characters.
pub(super) fn first_line(text: &str, most: usize) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    match line.char_indices().nth(most) {
        None => line.to_owned(),
        Some((cut, _)) => format!("{}…", line[..cut].trim_end()),
    }
}

/// A text in one line, with what is unfit for a terminal escaped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(&mut out, text);
    out
}

fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        if is_unfit(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
}

/// JSON in which what is unfit for a terminal is escaped: it can stand in strings only, so that the
/// value stays the same.
pub(super) fn escape_json(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        if c != '\n' && is_unfit(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character could steer a terminal, or change what a reader sees without being seen.
/// Variation selectors and combining marks are part of honest texts.
fn is_unfit(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_stays_text() {
        let mut page = Page::default();
        page.push("a\u{1b}[2Jb\r\nerror: c\u{9b}d\u{202e}").styled(BAD, "e").end();
        let text = page.into_text();
        assert_eq!(text, "a\\u{1b}[2Jb\\r\\nerror: c\\u{9b}d\\u{202e}\u{1b}[31me\u{1b}[0m\n",);
        let mut page = Page::default();
        page.push("Ünï ⚠\u{fe0f} e\u{301} \"c:\\d\"");
        assert_eq!(page.into_text(), "Ünï ⚠\u{fe0f} e\u{301} \"c:\\d\"");
    }

    #[test]
    fn json_keeps_its_value() {
        let value = "a\u{1b}\u{7f}\u{9b}\u{202e}\u{e0041}\n\"ü";
        let json = escape_json(&serde_json::to_string(value).unwrap());
        assert!(json.chars().all(|c| !is_unfit(c)), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), value);
    }

    #[test]
    fn tables_are_aligned_and_end_where_they_say_nothing() {
        let cell = |text: &str| Cell::plain(text);
        let mut page = Page::default();
        page.table(&[
            vec![cell("ab"), cell("c"), cell("")],
            vec![cell("ü"), cell(""), cell("d e")],
        ]);
        assert_eq!(page.into_text(), "ab  c\nü      d e\n");
    }

    #[test]
    fn markdown_shows_it_as_it_stands() {
        assert_eq!(code("a`b"), "``a`b``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(markdown("<img> [x](y)"), "&lt;img> \\[x\\](y)");
        assert_eq!(first_line("one two\nthree", 5), "one t…");
    }
}
