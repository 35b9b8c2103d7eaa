//! A sign of life while something takes long.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Shown on stderr until it is dropped, where that is a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Something that takes as long as it takes. The text is shown as it is: no foreign one.
    pub(super) fn spinner(what: &'static str) -> Self {
        let bar = ProgressBar::new_spinner().with_message(what);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
            bar.set_style(style);
        }
        bar.tick();
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { bar }
    }
}

impl Progress {
    /// Something of which it is known how much there is, once it is told.
    pub(super) fn bar(what: &'static str) -> Self {
        let bar = ProgressBar::new(0).with_message(what);
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {pos} of {len} {elapsed}") {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// So much is done of so much.
    pub(super) fn set(&self, done: usize, all: usize) {
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
