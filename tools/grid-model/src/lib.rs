//! This crate has only tests: see `tests`.
