//! Nothing: see `tests/model`.
