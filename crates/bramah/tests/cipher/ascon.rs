//! Ascon-AEAD128: comparison with another implementation, and properties that the vectors do not test.

use crate::{
    common::wanted,
    kit::{Random, pattern, quick},
};
use ascon_aead::aead::{Aead, KeyInit, Payload};
use bramah::{AsconAead128, Error, InOut, aead, mode::Direction};

#[test]
fn as_the_crate_ascon_aead_has_it() {
    let algorithm = aead::lookup("ascon-aead128").unwrap();
    for backend in algorithm.backends_available().into_iter().filter(|backend| wanted(backend)) {
        let on = algorithm.with_backend(backend).unwrap();
        let mut random = Random(128);
        for length in (0..200).chain(1000..1050).step_by(if quick() { 7 } else { 1 }) {
            let (key, nonce) = (random.bytes(16), random.bytes(16));
            let header = random.below(100);
            let (header, message) = (random.bytes(header), random.bytes(length));
            let payload = Payload { msg: &message, aad: &header };
            let other = ascon_aead::AsconAead128::new_from_slice(&key).unwrap();
            let expected = other.encrypt((&nonce[..]).try_into().unwrap(), payload).unwrap();
            for tag_len in [8, 13, 16] {
                let what = format!("{backend}, {length} bytes, a tag of {tag_len}");
                let (mut found, mut tag) = (vec![0; length], vec![0; tag_len]);
                let mut keyed = on.keyed(&key).unwrap();
                keyed.set_tag_len(tag_len).unwrap();
                keyed.seal(&nonce, &header, InOut::new(&message, &mut found).unwrap(), &mut tag).unwrap();
                assert_eq!([&found[..], &tag].concat(), expected[..length + tag_len], "{what}");
                keyed.open(&nonce, &header, &mut found[..], &tag).unwrap();
                assert_eq!(found, message, "{what}");
            }
        }
    }
}

/// Associated data and texts in pieces, of every length around a block, give the same result as in one piece, in both
/// directions.
#[test]
fn in_pieces() {
    let (ascon, data) = (AsconAead128::new(&pattern(16)).unwrap(), pattern(100));
    let (mut sealed, mut tag) = (data.clone(), [0; 16]);
    ascon.seal(&pattern(16), &data, &mut sealed[..], &mut tag).unwrap();
    for piece in 1..40 {
        for (direction, from, to) in
            [(Direction::Encrypt, &data, &sealed), (Direction::Decrypt, &sealed, &data)]
        {
            let mut text = from.clone();
            let mut message = ascon.begin(&pattern(16)).unwrap();
            for piece in data.chunks(piece) {
                message.header(piece).unwrap();
            }
            for piece in text.chunks_mut(piece) {
                message.update(direction, piece).unwrap();
            }
            message.verify(&tag).unwrap();
            assert_eq!(&text, to, "{piece} bytes");
        }
    }
}

#[test]
fn lengths_that_are_refused() {
    for length in (0..40).filter(|length| *length != 16) {
        assert!(AsconAead128::new(&pattern(length)).is_err(), "a key of {length} bytes");
    }
    let mut ascon = AsconAead128::new(&pattern(16)).unwrap();
    let refused = |result| matches!(result, Err(Error::ByteLength { .. }));
    for length in (0..40).filter(|length| *length != 16) {
        let mut text = *b"text";
        assert!(
            refused(ascon.seal(&pattern(length), b"", &mut text[..], &mut [0; 16])),
            "a nonce of {length}"
        );
        assert_eq!(text, *b"text");
    }
    for length in (0..8).chain(17..40) {
        let mut text = *b"text";
        assert!(refused(ascon.seal(&[1; 16], b"", &mut text[..], &mut vec![0; length])), "a tag of {length}");
        assert!(refused(ascon.set_tag_len(length)), "a tag of {length}");
        assert_eq!(text, *b"text");
    }
}
