//! The contract of message authentication codes, for every entry of the registry and every backend that this CPU has,
//! by name. A MAC that is registered is tested by all of it. MACs over block ciphers are tested in `tests/cipher` too.

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
