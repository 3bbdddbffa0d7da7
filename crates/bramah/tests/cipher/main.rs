//! Tests of block ciphers, modes, MACs over ciphers, stream ciphers and authenticated encryption, for every entry of
//! the registry and every backend that this CPU can run, by name. All tests apply to an algorithm as soon as it is
//! registered.

mod aead;
mod aegis;
mod ascon;
#[path = "../common/mod.rs"]
mod common;
mod contract;
mod counters;
mod counts;
mod deoxys;
mod dstu;
mod encrypt_only;
mod encrypt_then_mac;
mod errors;
mod forced;
mod fpe;
#[cfg(unix)]
mod guarded;
mod key_wrap;
#[path = "../common/kinds.rs"]
mod kinds;
mod kit;
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod long_headers;
mod mac;
mod many;
mod metered;
mod mgm;
mod ocb;
mod once;
mod packets;
mod reference;
mod reference_blocks;
mod reference_streams;
mod registers;
mod sections;
mod segments;
mod several_passes;
mod stealing;
mod stream_counters;
mod streams;
mod tampering;
mod typed;
mod vectors;
mod writer;
mod wycheproof;
mod xaes;
