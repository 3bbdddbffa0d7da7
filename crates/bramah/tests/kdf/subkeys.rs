//! Tests HChaCha and HSalsa20, which derive a key from a key and the first bytes of a long nonce.

use crate::bytes;
use bramah::stream::{chacha::hchacha, salsa20::hsalsa};

/// A function that derives a key from a key, the first bytes of a nonce and a number of rounds.
type Subkey = fn(&[u8; 32], &[u8; 16], u32) -> [u8; 32];

fn meets(file: &str, function: Subkey) {
    let vectors = bramah_vectors::kdf(file).unwrap();
    assert!(!vectors.is_empty());
    for vector in vectors {
        let [key, nonce] = ["key", "nonce"].map(|field| bytes(&vector, field));
        let rounds = vector.number("rounds").unwrap() as u32;
        let out = function(key[..].try_into().unwrap(), nonce[..].try_into().unwrap(), rounds);
        assert_eq!(out[..], *vector.require("output").literal(), "{vector}");
    }
}

pub(crate) fn hchacha_vectors(file: &str) {
    meets(file, hchacha);
}

pub(crate) fn hsalsa20_vectors(file: &str) {
    meets(file, hsalsa);
}

#[test]
fn odd_numbers_of_rounds_are_refused() {
    for function in [hchacha as Subkey, hsalsa] {
        for rounds in [0, 1, 19] {
            assert!(std::panic::catch_unwind(|| function(&[0; 32], &[0; 16], rounds)).is_err(), "{rounds}");
        }
    }
}
