//! The contract of message authentication codes, for every entry of the registry and every backend that this
//! CPU has, by name. One gets all of it by being registered. Those over block ciphers are in `tests/cipher` too.

mod aegis;
#[path = "../common/mod.rs"]
mod common;
mod constructed;
mod contract;
mod errors;
mod kit;
mod many;
mod reference;
mod typed;
mod vectors;
mod wycheproof;
