//! The page in a real browser.

use std::thread;

use toolcrib::http::Server;

use crate::devtools::Tab;
use crate::fixture::{TOKEN, admin};

/// A server over the fixture's folder, and the page's address.
fn served() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::bind(admin(folder.path()), ([127, 0, 0, 1], 0).into()).unwrap();
    let address = format!("http://{}/", server.address());
    thread::spawn(move || server.run());
    (folder, address)
}

const READY: &str = "document.documentElement.dataset.ready";

fn text(tab: &mut Tab, selector: &str) -> String {
    let text = tab.ask(&format!("document.querySelector('{selector}').innerText"));
    text.as_str().unwrap().to_owned()
}

#[test]
#[ignore = "needs chromium; where it is: cargo test --test http -- --ignored"]
fn it_shows_what_there_is_and_foreign_text_as_text() {
    let (_folder, address) = served();
    let mut tab = Tab::open();
    tab.visit(&format!("{address}#token={TOKEN}"));
    tab.until(READY);
    assert_eq!(tab.ask("location.href"), *address, "the token does not stay in the address");

    let names = text(&mut tab, "#names");
    for part in [
        "exec_shell",
        "is read_file",
        "since 0.9.0 → goes in 1.0.0",
        "use speech",
        "no replacement",
    ] {
        assert!(names.contains(part), "{part}: {names}");
    }
    assert!(names.contains(r"<b>use</b> \u{202e}the shell"), "{names}");
    let weight = text(&mut tab, "#weight");
    assert!(weight.contains("of a budget of 2,000 bytes") && weight.contains("speech"), "{weight}");
    let usage = text(&mut tab, "#usage");
    assert!(usage.contains("exec") && usage.contains("2 calls"), "{usage}");
    let doctor = text(&mut tab, "#doctor");
    assert!(doctor.contains("<script>3 MB</script> are left"), "{doctor}");
    let plugins = text(&mut tab, "#plugins");
    assert!(plugins.contains(r"<i>odd\u{202e}") && plugins.contains("old"), "{plugins}");
    let bidi = tab.ask(r"/[\u202a-\u202e\u2066-\u2069]/.test(document.body.textContent)");
    assert_eq!(bidi, false);
    assert_eq!(tab.ask("document.scripts.length"), 1);
    // Nothing becomes markup, not even by mistake.
    assert_eq!(tab.ask("(() => { try { document.body.innerHTML = ''; return 'done'; } catch { return 'refused'; } })()"), "refused");
    assert_eq!(tab.ask("Object.keys(localStorage).length + Object.keys(sessionStorage).length + document.cookie.length"), 0);

    // What the policy refused above is the one complaint.
    let ours = tab.complaints.iter().filter(|one| !one.contains("TrustedHTML"));
    assert_eq!(ours.count(), 0, "{:#?}", tab.complaints);
}

#[test]
#[ignore = "needs chromium; where it is: cargo test --test http -- --ignored"]
fn the_keyboard_is_enough_to_remove_what_was_seen() {
    let (folder, address) = served();
    let there = || folder.path().join("plugins/old").exists();
    let mut tab = Tab::open();
    tab.visit(&address);
    tab.until("document.activeElement.id === 'token'");
    tab.write("this-is-not-the-token");
    tab.press("Enter");
    tab.until("document.getElementById('wrong').textContent.includes('token')");
    tab.until("document.activeElement.id === 'token'");
    tab.write(TOKEN);
    tab.press("Enter");
    tab.until(READY);

    tab.tab_to("#filter");
    tab.write("deprecated");
    tab.until("document.querySelectorAll('#names tbody:not([hidden])').length === 1");
    tab.tab_to("#review");
    tab.press("Enter");
    tab.until("document.getElementById('dialog').open");
    assert_eq!(tab.ask("document.activeElement.id"), "cancel");
    let dialog = text(&mut tab, "#dialog");
    assert!(dialog.contains("2 plugins") && dialog.contains("config.toml"), "{dialog}");
    tab.press("Escape");
    tab.until("!document.getElementById('dialog').open");
    assert!(there());

    tab.ask("document.getElementById('review').focus()");
    tab.press(" ");
    tab.until("document.getElementById('dialog').open");
    // Somebody else changes a plugin while it is looked at.
    crate::fixture::write(folder.path(), "plugins/old/new.txt", "new\n");
    tab.tab_to("#remove");
    tab.press("Enter");
    tab.until("document.querySelector('#plugins [role=alert]')");
    assert!(text(&mut tab, "#plugins [role=alert]").contains("no longer as they were shown"));
    assert!(there());

    tab.tab_to("#review");
    tab.press("Enter");
    tab.until("document.getElementById('dialog').open");
    tab.tab_to("#remove");
    tab.press("Enter");
    tab.until("document.activeElement.id === 'report'");
    assert!(text(&mut tab, "#report").starts_with("Done"));
    assert!(!there() && folder.path().join("plugins/new").exists());
    assert!(text(&mut tab, "#plugins").contains("No plugin in 1 store"));
}

/// Texts that are hard to read on what is behind them, by the rule of WCAG 2.2, 1.4.3.
const FAINT: &str = r"(() => {
    const parse = (color) => { const [r, g, b, a = 1] = color.match(/[\d.]+/g).map(Number); return { r, g, b, a }; };
    const light = ({ r, g, b }) => [r, g, b].map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (element) => {
        for (let at = element; at; at = at.parentElement) {
            const color = parse(getComputedStyle(at).backgroundColor);
            if (color.a === 1) return color;
        }
        return { r: 255, g: 255, b: 255 };
    };
    const faint = [];
    for (const element of document.querySelectorAll('body *')) {
        const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!own || !element.checkVisibility()) continue;
        const [a, b] = [parse(getComputedStyle(element).color), behind(element)].map(light);
        const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        if (contrast < 4.5) faint.push(`${element.tagName}.${element.className} ${contrast.toFixed(2)} ${element.textContent}`);
    }
    return faint;
})()";

#[test]
#[ignore = "needs chromium; where it is: cargo test --test http -- --ignored"]
fn everybody_can_read_it() {
    let (_folder, address) = served();
    let mut tab = Tab::open();
    for dark in [false, true] {
        tab.is_dark(dark);
        tab.visit("about:blank");
        tab.visit(&address);
        tab.until("document.activeElement?.id === 'token'");
        assert_eq!(tab.ask(FAINT), serde_json::json!([]), "the question, dark: {dark}");
        tab.write(TOKEN);
        tab.press("Enter");
        tab.until(READY);
        tab.ask("document.getElementById('review').click()");
        assert_eq!(tab.ask(FAINT), serde_json::json!([]), "dark: {dark}");
        let paper = tab.ask("getComputedStyle(document.body).backgroundColor");
        assert_eq!(paper == "rgb(22, 23, 21)", dark, "{paper}");
        tab.press("Escape");
    }
    for width in [320, 700, 1280] {
        tab.resize(width, 800);
        let wider = tab.ask("document.documentElement.scrollWidth - innerWidth");
        assert!(wider.as_i64().unwrap() <= 0, "{width} is too narrow by {wider}");
    }
    let count = |tab: &mut Tab, selector: &str| {
        tab.ask(&format!("document.querySelectorAll('{selector}').length"))
    };
    for landmark in ["header", "main", "nav[aria-label]", "h1"] {
        assert_eq!(count(&mut tab, landmark), 1, "{landmark}");
    }
    assert_eq!(tab.ask("document.documentElement.lang"), "en");
    for nameless in
        ["section:not([aria-labelledby])", "img:not([alt])", "button:empty", "th:not([scope])"]
    {
        assert_eq!(count(&mut tab, nameless), 0, "{nameless}");
    }
    assert_eq!(
        tab.ask(
            "[...document.querySelectorAll('input')].filter((input) => !input.labels.length).length"
        ),
        0
    );
    let twice = tab.ask("[...document.querySelectorAll('[id]')].map((one) => one.id).filter((id, i, all) => all.indexOf(id) !== i)");
    assert_eq!(twice, serde_json::json!([]));
    // Whoever goes by keyboard sees where they are.
    tab.tab_to("#reload");
    assert_ne!(tab.ask("getComputedStyle(document.activeElement).outlineStyle"), "none");
}
