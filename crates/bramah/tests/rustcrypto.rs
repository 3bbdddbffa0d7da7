//! RustCrypto's traits: our hashers where theirs are expected.

use bramah::Sha256;
use digest::{Digest, FixedOutputReset};
use hmac::{KeyInit, Mac, SimpleHmac};

fn generic<D: Digest>(message: &[u8]) -> Vec<u8> {
    let mut hasher = D::new();
    hasher.update(&message[..message.len() / 2]);
    hasher.update(&message[message.len() / 2..]);
    hasher.finalize().to_vec()
}

#[test]
fn digest_is_theirs() {
    let message: Vec<u8> = (0..500).map(|i| (i % 251) as u8).collect();
    assert_eq!(generic::<Sha256>(&message), generic::<sha2::Sha256>(&message));
    let mut hasher = <Sha256 as Digest>::new_with_prefix(&message);
    let first = hasher.finalize_fixed_reset();
    Digest::update(&mut hasher, &message);
    assert_eq!(Digest::finalize(hasher), first);
}

#[test]
fn hmac_is_theirs() {
    for key_len in [0, 1, 63, 64, 65, 200] {
        let key: Vec<u8> = (0..key_len).map(|i| i as u8).collect();
        let mut ours = SimpleHmac::<Sha256>::new_from_slice(&key).unwrap();
        let mut theirs = SimpleHmac::<sha2::Sha256>::new_from_slice(&key).unwrap();
        ours.update(b"message");
        theirs.update(b"message");
        assert_eq!(ours.finalize().into_bytes(), theirs.finalize().into_bytes(), "key of {key_len} bytes");
    }
}
