//! Deoxys-II: comparison with another implementation, and properties that the vectors do not test.

use crate::{
    common::wanted,
    kit::{Random, pattern, quick},
};
use bramah::{DeoxysII128, DeoxysII256, Error, InOut, aead};
use deoxys::aead::{Aead, KeyInit, Payload};

/// Encrypts a text with the crate `deoxys`, and returns the ciphertext followed by the tag.
fn other(key: &[u8], nonce: &[u8], header: &[u8], message: &[u8]) -> Vec<u8> {
    let payload = Payload { msg: message, aad: header };
    let nonce = nonce.try_into().unwrap();
    match key.len() {
        16 => deoxys::DeoxysII128::new_from_slice(key).unwrap().encrypt(nonce, payload).unwrap(),
        _ => deoxys::DeoxysII256::new_from_slice(key).unwrap().encrypt(nonce, payload).unwrap(),
    }
}

/// Compares messages of lengths around a block, a vector and a group of each backend.
#[test]
fn as_the_crate_deoxys_has_it() {
    let step = if quick() { 7 } else { 1 };
    for name in ["deoxys-ii-128", "deoxys-ii-256"] {
        let algorithm = aead::lookup(name).unwrap();
        for backend in algorithm.backends_available().into_iter().filter(|backend| wanted(backend)) {
            let on = algorithm.with_backend(backend).unwrap();
            let mut random = Random(name.len() as u64);
            for length in (0..290).chain(500..530).chain(1010..1050).step_by(step).chain([5000]) {
                let (key, nonce) = (random.bytes(on.key_len().max), random.bytes(15));
                for header in [random.below(40), random.below(1100)] {
                    let (header, message) = (random.bytes(header), random.bytes(length));
                    let what = format!("{name} on {backend}: {length} bytes, {} associated", header.len());
                    let (mut found, mut tag) = (vec![0; length], vec![0; 16]);
                    let keyed = on.keyed(&key).unwrap();
                    keyed.seal(&nonce, &header, InOut::new(&message, &mut found).unwrap(), &mut tag).unwrap();
                    let sealed = [&found[..], &tag].concat();
                    assert_eq!(sealed, other(&key, &nonce, &header, &message), "{what}");
                    keyed.open(&nonce, &header, &mut found[..], &tag).unwrap();
                    assert_eq!(found, message, "{what}");
                }
            }
        }
    }
}

#[test]
fn lengths_that_are_refused() {
    for length in 0..70 {
        assert_eq!(DeoxysII128::new(&pattern(length)).is_ok(), length == 16, "a key of {length} bytes");
        assert_eq!(DeoxysII256::new(&pattern(length)).is_ok(), length == 32, "a key of {length} bytes");
    }
    let deoxys = DeoxysII256::new(&pattern(32)).unwrap();
    let refused = |result| matches!(result, Err(Error::ByteLength { .. }));
    for length in (0..40).filter(|length| *length != 15) {
        let mut text = *b"text";
        assert!(
            refused(deoxys.seal(&pattern(length), b"", &mut text[..], &mut [0; 16])),
            "a nonce of {length}"
        );
        assert_eq!(text, *b"text");
    }
    for length in (0..40).filter(|length| *length != 16) {
        let mut text = *b"text";
        assert!(
            refused(deoxys.seal(&[1; 15], b"", &mut text[..], &mut vec![0; length])),
            "a tag of {length}"
        );
        assert_eq!(text, *b"text");
    }
}

/// The schemes give the same results as types and by name, and refuse messages in parts.
#[test]
fn by_type_and_by_name() {
    let (key, mut texts, mut tags) = (pattern(32), [[3; 300]; 2], [[0; 16]; 2]);
    let typed = DeoxysII256::new(&key).unwrap();
    let named = aead::lookup("Deoxys-II-256-128").unwrap().keyed(&key).unwrap();
    typed.seal(&[1; 15], b"header", &mut texts[0][..], &mut tags[0]).unwrap();
    named.seal(&[1; 15], b"header", &mut texts[1][..], &mut tags[1]).unwrap();
    assert_eq!((texts[0], tags[0]), (texts[1], tags[1]));
    assert!(matches!(named.begin(&[1; 15]), Err(Error::NotInParts)));
}
