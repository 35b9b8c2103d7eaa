//! The tools of codewhale.
