//! XAES-256-GCM: properties that the vectors do not test.

use crate::kit::{aeads, pattern};
use bramah::{Xaes256Gcm, hash};

/// Returns `length` bytes of SHAKE128 output.
fn shake(message: &[u8], length: usize) -> Vec<u8> {
    let mut out = vec![0; length];
    hash::lookup("shake128").unwrap().with_bits(8 * length).unwrap().digest(message, &mut out);
    out
}

/// The accumulated test of the specification: SHAKE128 generates the keys, nonces, texts and associated data of ten
/// thousand messages, and another SHAKE128 hashes their ciphertexts and tags.
#[test]
fn accumulated() {
    const MESSAGES: usize = 10_000;
    let input = shake(b"", MESSAGES * (32 + 24 + 2 * 256));
    for aead in aeads().into_iter().filter(|aead| aead.on.name() == "xaes-256-gcm") {
        let (mut rest, mut sealed) = (&input[..], Vec::new());
        for _ in 0..MESSAGES {
            let mut take = |length: usize| rest.split_off(..length).unwrap();
            let (key, nonce) = (take(32), take(24));
            let length = take(1)[0];
            let mut text = take(length.into()).to_vec();
            let length = take(1)[0];
            let (header, mut tag) = (take(length.into()), [0; 16]);
            aead.on.keyed(key).unwrap().seal(nonce, header, &mut text[..], &mut tag).unwrap();
            sealed.extend(text);
            sealed.extend(tag);
        }
        let expected = u128::to_be_bytes(0xe6b9edf2df6cec60c8cbd864e2211b59);
        assert_eq!(shake(&sealed, 16), expected, "{}", aead.name);
    }
}

/// The result depends on both halves of the nonce, and is the same with the type and by name.
#[test]
fn the_whole_nonce_counts() {
    let xaes = Xaes256Gcm::new(&pattern(32)).unwrap();
    let named = bramah::aead::lookup("XAES256GCM").unwrap().keyed(&pattern(32)).unwrap();
    let mut seen = Vec::new();
    for at in [0, 11, 12, 23, 24] {
        let mut nonce = [7; 25];
        nonce[at] ^= 1;
        let (mut one, mut other, mut tags) = ([3; 700], [3; 700], [[0; 16]; 2]);
        xaes.seal(&nonce[..24], b"header", &mut one[..], &mut tags[0]).unwrap();
        named.seal(&nonce[..24], b"header", &mut other[..], &mut tags[1]).unwrap();
        assert_eq!((one, tags[0]), (other, tags[1]));
        assert!(!seen.contains(&(one, tags[0])), "byte {at} of the nonce");
        seen.push((one, tags[0]));
    }
}
