//! EAX in any pieces, and what tampering does to it.

use crate::kit::{Random, each_cipher, pattern, quick};
use bramah::{Error, InOut, aead::Algorithm, mode::Direction};

#[test]
fn any_pieces() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let key = pattern(cipher.on.key_len());
        let mut on = Algorithm::new(cipher.on).keyed(&key).unwrap();
        let mut portable = Algorithm::new(cipher.portable).keyed(&key).unwrap();
        let mut random = Random(11);
        for length in (0..4 * block + 2).step_by(if quick() { 5 } else { 1 }) {
            let (nonce, header) = (pattern(length % 37), pattern(3 * length % 100));
            let message = pattern(length);
            let (mut expected, mut tag) = (message.clone(), vec![0; block]);
            portable.seal(&nonce, &header, &mut expected[..], &mut tag).unwrap();
            let (mut sealed, mut again) = (message.clone(), vec![0; block]);
            on.seal(&nonce, &header, InOut::new(&message, &mut sealed).unwrap(), &mut again).unwrap();
            assert_eq!((&sealed, &again), (&expected, &tag), "{}: {length} bytes", cipher.name);
            for direction in [Direction::Encrypt, Direction::Decrypt] {
                let (from, to) = match direction {
                    Direction::Encrypt => (&message, &sealed),
                    Direction::Decrypt => (&sealed, &message),
                };
                on.begin(&nonce);
                for piece in header.chunks(1 + random.below(20)) {
                    on.header(piece).unwrap();
                }
                let mut text = from.clone();
                for piece in text.chunks_mut(1 + random.below(2 * block)) {
                    on.update(direction, piece).unwrap();
                }
                assert_eq!(text, *to, "{}: {length} bytes in pieces", cipher.name);
                on.verify(&tag).unwrap();
            }
            on.open(&nonce, &header, &mut sealed[..], &tag).unwrap();
            assert_eq!(sealed, message);
        }
    });
}

/// Each bit of tag, nonce, header and ciphertext; and nothing of the message is left.
#[test]
fn tampering_is_seen() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let mut eax = Algorithm::new(cipher.on).keyed(&pattern(cipher.on.key_len())).unwrap();
        for length in (0..=33).step_by(if quick() { 11 } else { 1 }) {
            let parts = [pattern(13), pattern(length / 2), pattern(length), vec![0; block]];
            let [nonce, header, mut text, mut tag] = parts;
            eax.seal(&nonce, &header, &mut text[..], &mut tag).unwrap();
            for part in 0..4 {
                let bits = 8 * [&nonce, &header, &text, &tag][part].len();
                for bit in 0..bits {
                    let mut changed = [nonce.clone(), header.clone(), text.clone(), tag.clone()];
                    changed[part][bit / 8] ^= 1 << (bit % 8);
                    let [nonce, header, text, tag] = &mut changed;
                    let opened = eax.open(nonce, header, &mut text[..], tag);
                    assert_eq!(opened, Err(Error::Unauthentic), "{}: part {part}, bit {bit}", cipher.name);
                    assert!(text.iter().all(|byte| *byte == 0), "{}: something is left", cipher.name);
                }
            }
            eax.open(&nonce, &header, &mut text[..], &tag).unwrap();
            assert_eq!(text, pattern(length));
        }
    });
}

/// An empty header and none, an empty nonce, an empty message: each has a tag of its own.
#[test]
fn what_is_empty_counts() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let mut eax = Algorithm::new(cipher.on).keyed(&pattern(cipher.on.key_len())).unwrap();
        let mut tags = Vec::new();
        for (nonce, header, text) in [("", "", ""), ("0", "", ""), ("", "0", ""), ("", "", "0")] {
            let (mut text, mut tag) = (text.as_bytes().to_vec(), vec![0; block]);
            eax.seal(nonce.as_bytes(), header.as_bytes(), &mut text[..], &mut tag).unwrap();
            assert!(!tags.contains(&tag), "{}", cipher.name);
            tags.push(tag);
        }
        eax.begin(b"");
        let mut tag = vec![0; block];
        eax.finish(&mut tag).unwrap();
        assert_eq!(tag, tags[0], "{}: no text and an empty one", cipher.name);
    });
}

#[test]
fn calls_out_of_order() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let mut eax = Algorithm::new(cipher.on).keyed(&pattern(cipher.on.key_len())).unwrap();
        let mut text = [1; 5];
        assert_eq!(eax.header(b"x"), Err(Error::Ended));
        assert_eq!(eax.update(Direction::Encrypt, &mut text[..]), Err(Error::Ended));
        assert_eq!(eax.verify(&vec![0; block]), Err(Error::Ended));
        eax.begin(b"nonce");
        eax.update(Direction::Encrypt, &mut text[..]).unwrap();
        assert_eq!(eax.header(b"x"), Err(Error::Ended));
        assert_eq!(eax.update(Direction::Decrypt, &mut text[..]), Err(Error::Ended));
        for length in [0, block + 1] {
            let error = Error::ParameterLength { name: "tag", length, min: 1, max: block };
            assert_eq!(eax.finish(&mut vec![0; length]), Err(error.clone()));
            assert_eq!(eax.seal(b"", b"", &mut text[..], &mut vec![0; length]), Err(error));
        }
        eax.finish(&mut vec![0; block]).unwrap();
        assert_eq!(eax.finish(&mut vec![0; block]), Err(Error::Ended));
    });
}
