//! The AEGIS family: comparison with another implementation, and properties that the vectors do not test.

use crate::{
    common::wanted,
    kit::{Random, aeads, pattern, quick},
};
use bramah::{Aegis128L, Aegis256X4, InOut, aead, mode::Direction};

/// Encrypts a text in place with the crate `aegis`, from a key, a nonce and associated data, and returns the tag of
/// this length in bytes.
type Other = fn(&[u8], &[u8], &[u8], &mut [u8], usize) -> Vec<u8>;

macro_rules! others {
    ($($name:literal $module:ident $type:ident;)+) => {
        [$(($name, |key, nonce, header, text, tag_len| {
            use aegis::$module::$type;
            let (key, nonce) = (key.try_into().unwrap(), nonce.try_into().unwrap());
            match tag_len {
                16 => $type::<16>::new(key, nonce).encrypt_in_place(text, header).to_vec(),
                _ => $type::<32>::new(key, nonce).encrypt_in_place(text, header).to_vec(),
            }
        }),)+]
    };
}
const OTHERS: [(&str, Other); 6] = others! {
    "aegis-128l" aegis128l Aegis128L;
    "aegis-128x2" aegis128x2 Aegis128X2;
    "aegis-128x4" aegis128x4 Aegis128X4;
    "aegis-256" aegis256 Aegis256;
    "aegis-256x2" aegis256x2 Aegis256X2;
    "aegis-256x4" aegis256x4 Aegis256X4;
};

#[test]
fn as_the_crate_aegis_has_it() {
    for (name, other) in OTHERS {
        let algorithm = aead::lookup(name).unwrap();
        for backend in algorithm.backends_available().into_iter().filter(|backend| wanted(backend)) {
            let on = algorithm.with_backend(backend).unwrap();
            let mut random = Random(name.len() as u64);
            for length in (0..200).chain(1000..1050).step_by(if quick() { 7 } else { 1 }) {
                let (key, nonce) = (random.bytes(on.key_len().max), random.bytes(on.nonce_len().max));
                let header = random.below(300);
                let (header, message) = (random.bytes(header), random.bytes(length));
                for tag_len in [16, 32] {
                    let what = format!("{name} on {backend}, {length} bytes, a tag of {tag_len}");
                    let (mut found, mut tag, mut expected) =
                        (vec![0; length], vec![0; tag_len], message.clone());
                    let mut keyed = on.keyed(&key).unwrap();
                    keyed.set_tag_len(tag_len).unwrap();
                    let data = InOut::new(&message, &mut found).unwrap();
                    keyed.seal(&nonce, &header, data, &mut tag).unwrap();
                    let their_tag = other(&key, &nonce, &header, &mut expected, tag_len);
                    assert_eq!((&found, &tag), (&expected, &their_tag), "{what}");
                    keyed.open(&nonce, &header, &mut found[..], &tag).unwrap();
                    assert_eq!(found, message, "{what}");
                }
            }
        }
    }
}

/// The tag of 16 bytes is not a half of the tag of 32 bytes. A message in parts has a tag of the requested length,
/// whatever length was set before.
#[test]
fn both_lengths_of_tags() {
    for aead in aeads().into_iter().filter(|aead| aead.on.name().starts_with("aegis")) {
        let (nonce, header) = (aead.nonce(0), pattern(77));
        let mut keyed = aead.on.keyed(&aead.key()).unwrap();
        let (mut long, mut short) = ([0; 32], [0; 16]);
        keyed.seal(&nonce, &header, &mut pattern(150)[..], &mut long).unwrap();
        keyed.seal(&nonce, &header, &mut pattern(150)[..], &mut short).unwrap();
        assert!(short != long[..16] && short != long[16..], "{}", aead.name);
        for set in [16, 32] {
            keyed.set_tag_len(set).unwrap();
            for tag in [&short[..], &long] {
                let mut message = keyed.begin(&nonce).unwrap();
                message.header(&header).unwrap();
                message.update(Direction::Encrypt, &mut pattern(150)[..]).unwrap();
                let mut found = vec![0; tag.len()];
                message.finish(&mut found).unwrap();
                assert_eq!(found, tag, "{}: {set} bytes were set", aead.name);
            }
        }
    }
}

/// Associated data in pieces, of every length around a block, gives the same tag as associated data in one piece.
#[test]
fn associated_data_in_pieces() {
    for aead in aeads().into_iter().filter(|aead| aead.on.name().starts_with("aegis")) {
        let (nonce, header) = (aead.nonce(0), pattern(400));
        let keyed = aead.on.keyed(&aead.key()).unwrap();
        let mut expected = [0; 32];
        keyed.seal(&nonce, &header, &mut [][..], &mut expected).unwrap();
        for piece in (1..140).chain([399, 400]).step_by(if quick() { 9 } else { 1 }) {
            let mut message = keyed.begin(&nonce).unwrap();
            for piece in header.chunks(piece) {
                message.header(piece).unwrap();
            }
            message.verify(&expected).unwrap();
        }
    }
}

/// The schemes give the same results as types and by name.
#[test]
fn by_type_and_by_name() {
    let (key, mut texts, mut tags) = (pattern(32), [[3; 300]; 2], [[0; 32]; 2]);
    let typed = Aegis256X4::new(&key).unwrap();
    let named = aead::lookup("AEGIS256X4").unwrap().keyed(&key).unwrap();
    typed.seal(&[1; 32], b"header", &mut texts[0][..], &mut tags[0]).unwrap();
    named.seal(&[1; 32], b"header", &mut texts[1][..], &mut tags[1]).unwrap();
    assert_eq!((texts[0], tags[0]), (texts[1], tags[1]));
    assert!(Aegis128L::new(&key).is_err() && Aegis128L::new(&key[..16]).is_ok());
}
