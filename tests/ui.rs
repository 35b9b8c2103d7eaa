//! Misuse, and what the compiler says of it.
