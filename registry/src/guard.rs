//! Code that is not ours: tools, handlers, rules, reporters, and all that they return. It runs when such
//! a value is called, printed or dropped, and wherever it runs it may panic.
//!
//! One function for each of the three, and a future that holds for its whole life. What nobody can
//! contain: panics that abort, and a `Drop` that panics in the course of another panic.

use std::any::Any;
use std::fmt::{self, Display, Write};
use std::mem::{forget, needs_drop};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::name::printable;

/// How much of a panic's message is repeated, in characters.
const MAX_PANIC: usize = 300;

/// Stands at the end of a text that was cut.
const CUT: &str = " … (the rest is left out)";

/// A panic that was contained, and what it said where that was text, fit to be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Panicked(Option<Box<str>>);

impl Panicked {
    #[cold]
    fn of(payload: Box<dyn Any + Send>) -> Self {
        let said = payload.downcast_ref::<&str>().copied();
        let said = said.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let said = said.map(|said| printable(said, MAX_PANIC).into());
        // A payload is a value like any other. What its `Drop` throws is leaked: it could go on for ever.
        if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            forget(second);
        }
        Self(said)
    }

    /// What it said.
    pub(crate) fn message(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// `panicked`, and what it said.
impl Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.message() {
            Some(said) => write!(f, "panicked: {said}"),
            None => f.write_str("panicked"),
        }
    }
}

/// Calls foreign code.
#[inline]
pub(crate) fn call<T>(run: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(run)).map_err(Panicked::of)
}

/// Drops a foreign value. What it was used for is over, so that a panic changes nothing any more.
#[inline]
pub(crate) fn discard<T>(value: T) {
    if needs_drop::<T>() {
        let _ = call(|| drop(value));
    }
}

/// The result of a foreign future, or its panic. Dropping it drops what is inside, which may panic too:
/// before its end, where a call is cancelled, or after.
pub(crate) struct Contained<'a, T>(Option<Pin<Box<dyn Future<Output = T> + Send + 'a>>>);

impl<'a, T> Contained<'a, T> {
    pub(crate) fn new(future: Pin<Box<dyn Future<Output = T> + Send + 'a>>) -> Self {
        Self(Some(future))
    }
}

impl<T> Future for Contained<'_, T> {
    type Output = Result<T, Panicked>;

    fn poll(mut self: Pin<&mut Self>, task: &mut Context<'_>) -> Poll<Self::Output> {
        let Some(running) = &mut self.0 else {
            return Poll::Pending;
        };
        let done = match call(|| running.as_mut().poll(task)) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(value)) => Ok(value),
            Err(panicked) => Err(panicked),
        };
        discard(self.0.take());
        Poll::Ready(done)
    }
}

impl<T> Drop for Contained<'_, T> {
    fn drop(&mut self) {
        discard(self.0.take());
    }
}

/// Gathers what foreign values say of themselves, up to so many bytes.
pub(crate) struct Told {
    text: String,
    most: usize,
    is_cut: bool,
}

impl Told {
    pub(crate) const fn new(most: usize) -> Self {
        Self { text: String::new(), most, is_cut: false }
    }

    /// Adds text of our own.
    pub(crate) fn add(&mut self, text: &str) {
        let _ = self.write_str(text);
    }

    /// Adds what `value` says, or that it cannot be said: its `Display` may panic, and it may fail.
    pub(crate) fn add_foreign(&mut self, value: &dyn Display) {
        let before = self.text.len();
        let said = call(|| write!(self, "{value}"));
        if self.is_cut {
            return;
        }
        let why = match said {
            Ok(Ok(())) => return,
            Ok(Err(fmt::Error)) => "failed".to_owned(),
            Err(panicked) => panicked.to_string(),
        };
        let what = if self.text.len() == before { "an error" } else { " … and more" };
        let _ = write!(self, "{what} that cannot be shown, since its `Display` {why}");
    }

    /// Whether there was too much of it.
    pub(crate) const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The text: as much of it as fits, and then a note that there was more.
    pub(crate) fn finish(self) -> String {
        let Self { mut text, most, is_cut } = self;
        if is_cut {
            text.truncate(floor(&text, most.saturating_sub(CUT.len())));
            text.push_str(CUT);
        }
        text
    }
}

impl Write for Told {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let fits = floor(text, self.most - self.text.len());
        self.text.push_str(&text[..fits]);
        if fits < text.len() {
            self.is_cut = true;
        }
        // A `Display` that heeds errors ends here, however much it has to say.
        if self.is_cut { Err(fmt::Error) } else { Ok(()) }
    }
}

/// The last place up to `most` at which a character of `text` begins or ends.
fn floor(text: &str, most: usize) -> usize {
    if most >= text.len() {
        return text.len();
    }
    (0..=most).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Panics when it is dropped, with a payload that panics when it is dropped, and so on.
    struct Bomb(usize);

    impl Drop for Bomb {
        fn drop(&mut self) {
            std::panic::resume_unwind(Box::new(Self(self.0 + 1)));
        }
    }

    #[test]
    fn a_payload_that_panics_is_contained() {
        let panicked = call(|| std::panic::resume_unwind(Box::new(Bomb(0)))).unwrap_err();
        assert_eq!(panicked.to_string(), "panicked");
        discard(Bomb(0));
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        let mut told = Told::new(100);
        told.add_foreign(&"ä".repeat(10_000));
        assert!(told.is_cut());
        told.add("more");
        let text = told.finish();
        assert!(text.len() <= 100 && text.ends_with(CUT), "{text}");
        let mut told = Told::new(20);
        told.add_foreign(&"ä".repeat(10));
        assert_eq!((told.is_cut(), told.finish()), (false, "ä".repeat(10)));
    }
}
