//! A headless Chromium, driven by the `DevTools` protocol through two pipes,
//! <https://chromedevtools.github.io/devtools-protocol/>.

use std::fs::{File, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

/// How long the browser may take for anything before it counts as hung.
const HUNG: Duration = Duration::from_secs(60);

/// A tab of a browser that ends with it.
pub(crate) struct Tab {
    browser: Child,
    to: File,
    from: Receiver<Value>,
    session: Option<String>,
    id: u64,
    /// What the page complained about: exceptions, refused policies.
    pub(crate) complaints: Vec<String>,
    _folder: TempDir,
}

impl Tab {
    pub(crate) fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (to, from) = (path("to"), path("from"));
        assert!(Command::new("mkfifo").args([&to, &from]).status().unwrap().success());
        // The browser reads file descriptor 3 and writes to 4.
        let browser = Command::new("sh")
            .args(["-c", r#"exec chromium "$@" 3<"$TO" 4>"$FROM""#, "chromium"])
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", path("profile").display()))
            .envs([("TO", &to), ("FROM", &from)])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let to = OpenOptions::new().write(true).open(to).unwrap();
        let messages = BufReader::new(File::open(from).unwrap()).split(0);
        let (send, from) = channel();
        thread::spawn(move || {
            for message in messages.map_while(Result::ok) {
                let _ = send.send(serde_json::from_slice(&message).unwrap());
            }
        });
        let (complaints, session) = (Vec::new(), None);
        let mut tab = Self { browser, to, from, session, id: 0, complaints, _folder: folder };
        let target = tab.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = tab.call("Target.attachToTarget", &attach);
        tab.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            tab.call(&format!("{domain}.enable"), &json!({}));
        }
        tab
    }

    pub(crate) fn call(&mut self, method: &str, params: &Value) -> Value {
        self.id += 1;
        let mut message = json!({"id": self.id, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        loop {
            let message = self.from.recv_timeout(HUNG).expect("the browser answers");
            if message["id"] == self.id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
            if let Some("Runtime.exceptionThrown" | "Log.entryAdded") = message["method"].as_str() {
                self.complaints.push(message["params"].to_string());
            }
        }
    }

    pub(crate) fn visit(&mut self, address: &str) {
        self.call("Page.navigate", &json!({"url": address}));
    }

    /// The value of an expression in the page, or of what it promises.
    pub(crate) fn ask(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.call("Runtime.evaluate", &params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression holds.
    pub(crate) fn until(&mut self, expression: &str) {
        for _ in 0..500 {
            // Between two pages there may be nothing to ask.
            let holds =
                format!("(() => {{ try {{ return Boolean({expression}); }} catch {{}} }})()");
            if self.ask(&holds) == true {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        let page = self.ask("document.body.innerText");
        panic!("{expression} does not come true: {page}\n{:#?}", self.complaints);
    }

    pub(crate) fn write(&mut self, text: &str) {
        self.call("Input.insertText", &json!({"text": text}));
    }

    pub(crate) fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Enter" => (13, "\r"),
            "Tab" => (9, ""),
            "Escape" => (27, ""),
            " " => (32, " "),
            other => panic!("{other} is no key of ours"),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut params = json!({"type": kind, "key": key, "windowsVirtualKeyCode": code});
            if kind == "keyDown" && !text.is_empty() {
                params["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", &params);
        }
    }

    /// Goes from element to element until one that fits `selector` has the focus.
    pub(crate) fn tab_to(&mut self, selector: &str) {
        for _ in 0..100 {
            self.press("Tab");
            if self.ask(&format!("document.activeElement.matches('{selector}')")) == true {
                return;
            }
        }
        panic!("{selector} cannot be reached by keyboard");
    }

    pub(crate) fn is_dark(&mut self, dark: bool) {
        let value = if dark { "dark" } else { "light" };
        let features = json!([{"name": "prefers-color-scheme", "value": value}]);
        self.call("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }
}

impl Drop for Tab {
    fn drop(&mut self) {
        let _ = self.browser.kill();
        let _ = self.browser.wait();
    }
}
