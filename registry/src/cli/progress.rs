//! A sign of life while something takes long.

use std::fmt::Display;
use std::time::Duration;

use indicatif::ProgressBar;

/// Shown on stderr until it is dropped, where that is a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Something that takes as long as it takes.
    pub(super) fn spinner(what: impl Display) -> Self {
        let bar = ProgressBar::new_spinner().with_message(what.to_string());
        bar.tick();
        bar.enable_steady_tick(Duration::from_millis(100));
        Self { bar }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
