//! The traits of RustCrypto: `cipher` 0.5, `digest` 0.11 and `aead` 0.6, each for all types of a kind at once. Those of hash
//! functions and block ciphers stand beside them.

mod aead;
mod mac;
mod stream;

use bramah_block::compat::{key_sizes, keyed};
use bramah_machine::compat::{Size, array};
