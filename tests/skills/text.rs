//! Names in Markdown, in descriptions and in texts without markup.

use toolcrib::references::{FileKind, Severity, Site, State};

use super::{found, found_by, names};

fn sites(kind: FileKind, text: &str) -> Vec<(Site, String)> {
    let references = names().find(kind, "f", text.as_bytes());
    references.into_iter().map(|one| (one.site, one.name)).collect()
}

#[test]
fn all_of_markdown_is_searched_for_a_name_that_is_no_word() {
    let text = "# python_eval\n\nUse python_eval or `python_eval`.\n\n```sh\npython_eval 1\n```\n\n\
                \tindented python_eval\n\n> - ~~~\n>   python_eval\n>   ~~~\n\n\
                ``python_eval `x` ``\n\n<b>python_eval</b>\n\\`python_eval\\`\n";
    assert_eq!(
        found(FileKind::Markdown, text),
        [
            "1:3 warning python_eval",
            // Called.
            "3:5 error python_eval",
            "3:21 error python_eval",
            "6:1 error python_eval",
            "9:11 error python_eval",
            "12:5 error python_eval",
            "15:3 error python_eval",
            "17:4 warning python_eval",
            "18:3 warning python_eval",
        ]
    );
    // Of instructions, all is what a model is told; of a changelog, nothing.
    for (kind, severity) in
        [(FileKind::Skill, "error"), (FileKind::Command, "error"), (FileKind::About, "note")]
    {
        let all = found(kind, text);
        assert_eq!(all.len(), 9, "{all:?}");
        assert!(all.iter().all(|one| one.contains(severity)), "{all:?}");
    }
}

#[test]
fn a_call_is_no_plain_word() {
    for text in [
        "Write task(code=\"1+1\").",
        "Write task {\"code\": 1}.",
        "Call task with the code.",
        "Then use task to go on.",
        "Run **task**, then wait.",
        "Use the task tool.",
        "Send {\"name\": \"task\", \"arguments\": {}}.",
    ] {
        for kind in [FileKind::Skill, FileKind::Markdown] {
            let found = names().find(kind, "f", text.as_bytes());
            let [reference] = &found[..] else { panic!("{text}: {found:?}") };
            assert_eq!(
                (reference.site, reference.severity),
                (Site::Call, Severity::Error),
                "{text}"
            );
        }
        let description = format!("---\nname: f\ndescription: >-\n  {text}\n---\n");
        assert_eq!(found(FileKind::Skill, description).len(), 1, "{text}");
    }
    for text in ["The task(s) at hand.", "Use task lists.", "It runs a task.", "See task(1)."] {
        assert_eq!(found(FileKind::Skill, text), [""; 0], "{text}");
        assert_eq!(found_by(&names().plain_words(true), FileKind::Skill, text).len(), 1, "{text}");
    }
}

#[test]
fn frontmatter_that_cannot_be_read_is_searched_all_the_same() {
    for kind in [FileKind::Skill, FileKind::Agent, FileKind::Command] {
        let text = "---\nname: a\ntools: [bash, python_eval\n---\nGo on.\n";
        let found = names().find(kind, "f", text.as_bytes());
        let [unreadable, named] = &found[..] else { panic!("{found:?}") };
        // Where the parser gave up may be before or after it.
        let (named, unreadable) =
            if named.state == State::Removed { (named, unreadable) } else { (unreadable, named) };
        assert_eq!((unreadable.state, unreadable.severity), (State::Unreadable, Severity::Warning));
        assert_eq!((named.site, named.severity), (Site::Frontmatter, Severity::Error));
        assert_eq!((named.line, named.column), (3, 15));
        let allowed = text.replace("name: a", "# toolcrib: allow python_eval");
        assert_eq!(names().find(kind, "f", allowed.as_bytes()).len(), 1);
    }
    // Other Markdown may begin with a line, and has no frontmatter then.
    let ruled = "---\n\n: [ `python_eval`\n\n---\n";
    assert_eq!(found(FileKind::Markdown, ruled), ["3:6 error python_eval"]);
}

#[test]
fn an_ordinary_word_counts_where_it_looks_like_a_name() {
    let text = "The task `task`, `a task`, `task(x)`, `` task ``, \"task\".\n\n```js\n// the task\ntask(1);\n\
                f({\"tool\": \"task\", \"task\" : 2, 'x': 'task'});\n```\n\nThe apply-patch, `apply-patch`.\n";
    assert_eq!(
        found(FileKind::Markdown, text),
        [
            "1:11 error task",
            "1:29 error task",
            "1:42 error task",
            "5:1 error task",
            "6:13 error task",
            "6:38 error task",
            // With a hyphen it is taken for a name.
            "9:5 warning apply-patch",
            "9:19 error apply-patch",
        ]
    );
    let all = found_by(&names().plain_words(true), FileKind::Markdown, text);
    assert_eq!(all.len(), 13, "{all:?}");
}

#[test]
fn within_something_longer_a_name_is_none() {
    let words = "python_eval2 xpython_eval _python_eval python_eval_ python-eval my-python_eval python_eval.rs \
                 src/python_eval python_eval/x $python_eval @python_eval crate::python_eval \
                 server:python_eval mcp__server__python_eval Python_Eval épython_eval";
    for kind in [FileKind::Text, FileKind::Mcp] {
        assert_eq!(found(kind, words), [""; 0]);
    }
    assert_eq!(found(FileKind::Markdown, format!("```\n{words}\n```\n")), [""; 0]);
}

#[test]
fn a_description_is_searched_as_text() {
    let text = "---\nname: task\ndescription: >-\n  Runs a task with\n  python_eval; see `task`.\n\
                metadata:\n  short: react_preview\n  task: x\n---\n";
    assert_eq!(
        sites(FileKind::Skill, text),
        [
            (Site::Description, "python_eval".to_owned()),
            (Site::Description, "task".to_owned()),
            (Site::Text, "react_preview".to_owned()),
        ]
    );
    assert_eq!(found(FileKind::Skill, text)[0], "5:3 error python_eval");
}

#[test]
fn values_of_other_configurations_are_texts() {
    let plugin = "{\"name\": \"python_eval\", \"description\": \"Uses python_eval.\",\n \
                  \"python_eval\": {\"prompt\": \"one\\npython_eval\\tand `task`\"}}";
    assert_eq!(
        found(FileKind::Plugin, plugin),
        ["1:46 error python_eval", "2:34 warning python_eval", "2:52 warning task"]
    );
    // The tools of a server are its own: a mention is told, and no more.
    let mcp = "{\"mcpServers\": {\"s\": {\"disabledTools\": [\"python_eval\"]}}}";
    assert_eq!(found(FileKind::Mcp, mcp), ["1:42 warning python_eval"]);
}

#[test]
fn comments_silence_names_in_markdown_and_in_texts() {
    let text = "`python_eval`\n\n<!-- toolcrib: allow python_eval -->\n`python_eval` `task`\n";
    assert_eq!(found(FileKind::Markdown, text), ["1:2 error python_eval", "4:16 error task"]);
    // A heading is no comment.
    let heading = "# toolcrib: allow python_eval\n`python_eval`\n";
    assert_eq!(
        found(FileKind::Markdown, heading),
        ["1:19 warning python_eval", "2:2 error python_eval"]
    );
    for comment in ["# toolcrib: allow task python_eval", "//toolcrib: allow python_eval,task"] {
        assert_eq!(found(FileKind::Text, format!("python_eval `task` {comment}")), [""; 0]);
    }
    for none in ["# toolcrib: allowed python_eval", "x toolcrib: allow python_eval", "# toolcrib:"]
    {
        assert!(!found(FileKind::Text, format!("{none}\npython_eval")).is_empty(), "{none}");
    }
}

#[test]
fn columns_are_right_whatever_stands_before() {
    let mark = "\u{feff}---\r\nname: f\r\ndescription: dé `task`\r\n---\r\n\t🚀 `task`\r\n";
    assert_eq!(found(FileKind::Skill, mark), ["3:18 error task", "5:5 error task"]);
    assert_eq!(found(FileKind::Text, "a\rb `task`"), ["2:4 warning task"]);
    assert_eq!(
        found(FileKind::Text, b"\xFF\xC3 `task`\x00\n\x00`task`"),
        ["1:5 warning task", "2:3 warning task"]
    );
}
