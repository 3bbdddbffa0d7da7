//! Tests of the type `Ocb` with several block ciphers, and the test of RFC 7253, appendix A, with many messages.

use crate::kit::{aeads, pattern};
use bramah::{Aes128, Aes256, Error, InOut, Ocb, Threefish256, Threefish512, aead};

/// RFC 7253, appendix A, the last part: 384 messages and associated data of 0 to 127 bytes, and the tag of all of them.
#[test]
fn many_messages() {
    let expected: [(usize, usize, &[u8]); 9] = [
        (128, 16, b"\x67\xe9\x44\xd2\x32\x56\xc5\xe0\xb6\xc6\x1f\xa2\x2f\xdf\x1e\xa2"),
        (192, 16, b"\xf6\x73\xf2\xc3\xe7\x17\x4a\xae\x7b\xae\x98\x6c\xa9\xf2\x9e\x17"),
        (256, 16, b"\xd9\x0e\xb8\xe9\xc9\x77\xc8\x8b\x79\xdd\x79\x3d\x7f\xfa\x16\x1c"),
        (128, 12, b"\x77\xa3\xd8\xe7\x35\x89\x15\x8d\x25\xd0\x12\x09"),
        (192, 12, b"\x05\xd5\x6e\xad\x27\x52\xc8\x6b\xe6\x93\x2c\x5e"),
        (256, 12, b"\x54\x58\x35\x9a\xc2\x3b\x0c\xba\x9e\x63\x30\xdd"),
        (128, 8, b"\x19\x2c\x9b\x7b\xd9\x0b\xa0\x6a"),
        (192, 8, b"\x00\x66\xbc\x6e\x0e\xf3\x4e\x24"),
        (256, 8, b"\x7d\x4e\xa5\xd4\x45\x50\x1c\xbe"),
    ];
    for aead in aeads() {
        for (bits, tag_len, expected) in expected {
            if aead.on.name() != format!("aes-{bits}-ocb") {
                continue;
            }
            let mut key = vec![0; bits / 8];
            key[bits / 8 - 1] = 8 * tag_len as u8;
            let on = aead.on.keyed(&key).unwrap();
            let mut all = Vec::new();
            let append = |all: &mut Vec<u8>, number: usize, header: &[u8], text: &[u8]| {
                let (mut nonce, mut tag) = ([0; 12], vec![0; tag_len]);
                nonce[10..].copy_from_slice(&(number as u16).to_be_bytes());
                let start = all.len();
                all.extend(text);
                on.seal(&nonce, header, &mut all[start..], &mut tag).unwrap();
                all.extend(tag);
            };
            for length in 0..128 {
                let zeros = vec![0; length];
                append(&mut all, 3 * length + 1, &zeros, &zeros);
                append(&mut all, 3 * length + 2, &[], &zeros);
                append(&mut all, 3 * length + 3, &zeros, &[]);
            }
            let mut output = Vec::new();
            append(&mut output, 385, &all, &[]);
            assert_eq!(output, expected, "{}, tags of {tag_len} bytes", aead.name);
        }
    }
}

/// Types and names give the same results, in place and from one buffer to another, for lengths around whole wide
/// groups.
#[test]
fn as_types() {
    let ocb = Ocb::<Aes256>::new(&pattern(32).try_into().unwrap());
    for aead in aeads().into_iter().filter(|aead| aead.on.name() == "aes-256-ocb") {
        let named = aead.on.keyed(&pattern(32)).unwrap();
        for blocks in [0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 500] {
            for len in [16 * blocks, 16 * blocks + 1, 16 * blocks + 15] {
                let (text, nonce) = (pattern(len), [blocks as u8; 12]);
                let (mut a, mut b, mut tags) = (text.clone(), vec![0; len], [[0; 16]; 2]);
                ocb.seal(&nonce, &text, &mut a[..], &mut tags[0]).unwrap();
                named.seal(&nonce, &text, InOut::new(&text, &mut b).unwrap(), &mut tags[1]).unwrap();
                assert_eq!((&a, tags[0]), (&b, tags[1]), "{}: {len} bytes", aead.name);
                named.open(&nonce, &text, &mut b[..], &tags[0]).unwrap();
                ocb.open(&nonce, &text, &mut a[..], &tags[0]).unwrap();
                assert_eq!((&a, &b), (&text, &text), "{}: {len} bytes", aead.name);
            }
        }
    }
    let wide = Ocb::<Threefish512>::new(&pattern(64).try_into().unwrap());
    let named = aead::lookup("threefish-512-ocb").unwrap().keyed(&pattern(64)).unwrap();
    let (mut a, mut b, mut tags) = (pattern(1000), pattern(1000), [[0; 64]; 2]);
    wide.seal(&[1; 62], b"header", &mut a[..], &mut tags[0]).unwrap();
    named.seal(&[1; 62], b"header", &mut b[..], &mut tags[1]).unwrap();
    assert_eq!((&a, tags[0]), (&b, tags[1]));
    wide.open(&[1; 62], b"header", &mut a[..], &tags[0]).unwrap();
    assert_eq!(a, pattern(1000));
}

/// Tags of different lengths differ from the first byte, and one key can compute all lengths.
#[test]
fn the_length_of_the_tag_counts() {
    let mut ocb = Ocb::<Aes128>::new(&[1; 16]);
    let mut tags = [[0; 16]; 3];
    for (tag, length) in tags.iter_mut().zip([8, 12, 16]) {
        ocb.seal(&[2; 12], b"", &mut [][..], &mut tag[..length]).unwrap();
    }
    assert!(tags[0][..8] != tags[1][..8] && tags[1][..8] != tags[2][..8] && tags[0][..8] != tags[2][..8]);
    assert_eq!(ocb.open(&[2; 12], b"", &mut [][..], &tags[2]), Ok(()));
    ocb.set_tag_len(8).unwrap();
    assert_eq!(ocb.open(&[2; 12], b"", &mut [][..], &tags[0][..8]), Ok(()));
    assert_eq!(ocb.open(&[2; 12], b"", &mut [][..], &tags[2][..8]), Err(Error::Unauthentic));
}

/// Ciphers with too short blocks are refused by name.
#[test]
fn short_blocks() {
    let error = Error::Parameter { name: "the cipher's block in bits", value: 64, min: 128, max: 1024 };
    assert_eq!(aead::lookup("xtea-ocb").err(), Some(error));
    assert!(aead::lookup("rijndael-256-256-ocb").is_ok());
    let wide = Ocb::<Threefish256>::new(&[3; 32]);
    assert_eq!((wide.tag_len(), wide.nonce_len().max), (32, 30));
}
