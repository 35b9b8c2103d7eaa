//! Gathers errors, so that all mistakes are reported at once.

use std::cell::RefCell;
use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The errors of one expansion. They must be taken out with [`Ctxt::finish`].
pub(crate) struct Ctxt {
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Self { errors: RefCell::new(Some(Vec::new())) }
    }

    /// Adds an error at `tokens`, from the first to the last.
    pub(crate) fn error_at(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    /// Adds an error at `span`.
    pub(crate) fn error(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Adds an error that a parser made.
    pub(crate) fn push(&self, error: syn::Error) {
        self.errors.borrow_mut().as_mut().expect("finish comes last").push(error);
    }

    /// The value, or `None` and an error.
    pub(crate) fn take<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// The errors as tokens; `Ok` where there are none.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        let errors = self.errors.take().unwrap_or_default();
        match errors.into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        }) {
            None => Ok(()),
            Some(all) => Err(all.into_compile_error()),
        }
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        let finished = self.errors.borrow().is_none();
        assert!(finished || std::thread::panicking(), "errors were not looked at");
    }
}
