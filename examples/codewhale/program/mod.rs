//! What the program adds to the tools.

pub(crate) mod conversation;
pub(crate) mod demo;
pub(crate) mod mode;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod setup;
