//! Tests the contract of message authentication codes, for every entry of the registry and every available backend. All
//! tests apply to a MAC as soon as it is in the registry. MACs made of block ciphers are tested in `tests/cipher` too.

mod aegis;
#[path = "../common/mod.rs"]
mod common;
mod constructed;
mod contract;
mod errors;
#[cfg(unix)]
mod guarded;
mod kit;
mod many;
mod reference;
mod sections;
mod typed;
mod vectors;
mod wycheproof;
