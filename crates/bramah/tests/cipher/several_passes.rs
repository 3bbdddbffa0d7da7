//! SIV, CCM and GCM-SIV: properties that the vectors do not test.

use crate::kit::{aeads, pattern};
use bramah::{Aes128, Aes256, ByteLengths, Ccm, Error, GcmSiv, InOut, Siv, aead, block};

/// Tests the vector of RFC 5297, appendix A.2, which has two strings of associated data and a nonce.
#[test]
fn siv_with_several_strings() {
    let key: [[u8; 16]; 2] =
        [0x7f7e7d7c7b7a79787776757473727170u128, 0x404142434445464748494a4b4c4d4e4f].map(u128::to_be_bytes);
    let strings: [&[u8]; 3] = [
        b"\x00\x11\x22\x33\x44\x55\x66\x77\x88\x99\xaa\xbb\xcc\xdd\xee\xff\xde\xad\xda\xda\xde\xad\xda\xda\
          \xff\xee\xdd\xcc\xbb\xaa\x99\x88\x77\x66\x55\x44\x33\x22\x11\x00",
        b"\x10\x20\x30\x40\x50\x60\x70\x80\x90\xa0",
        b"\x09\xf9\x11\x02\x9d\x74\xe3\x5b\xd8\x41\x56\xc5\x63\x56\x88\xc0",
    ];
    let siv = Siv::<Aes128>::new([&key[0], &key[1]]);
    let plaintext = *b"this is some plaintext to encrypt using SIV-AES";
    let (mut text, mut tag) = (plaintext, [0; 16]);
    siv.seal_strings(&strings, &mut text[..], &mut tag).unwrap();
    assert_eq!(u128::from_be_bytes(tag), 0x7bdb6e3b432667eb06f4d14bff2fbd0f);
    assert_eq!(text[..4], [0xcb, 0x90, 0x0f, 0x2f]);
    assert_eq!(text[43..], [0xa3, 0xfd, 0x5c, 0x0d]);
    let sealed = text;
    siv.open_strings(&strings, &mut text[..], &tag).unwrap();
    assert_eq!(text, plaintext);
    // the strings in another order, or without the last one, are refused
    for other in [[1, 0, 2].map(|i| strings[i]).to_vec(), strings[..2].to_vec()] {
        let mut text = sealed;
        assert_eq!(siv.open_strings(&other, &mut text[..], &tag), Err(Error::Unauthentic));
        assert!(text.iter().all(|byte| *byte == 0));
    }
    // one string and a nonce are two strings; an empty nonce does not count, and an empty string counts
    for (nonce, strings) in [(&b"n"[..], &[&b"h"[..], b"n"][..]), (b"", &[b"h"]), (b"n", &[b"h", b"n"])] {
        let (mut a, mut b, mut tags) = (plaintext, plaintext, [[0; 16]; 2]);
        siv.seal(nonce, b"h", &mut a[..], &mut tags[0]).unwrap();
        siv.seal_strings(strings, &mut b[..], &mut tags[1]).unwrap();
        assert_eq!((a, tags[0]), (b, tags[1]));
    }
    let (mut none, mut empty) = ([0; 16], [0; 16]);
    siv.seal_strings(&[], &mut [][..], &mut none).unwrap();
    siv.seal(b"", b"", &mut [][..], &mut empty).unwrap();
    assert_ne!(none, empty);
}

#[test]
fn siv_counts_its_strings() {
    let siv = Siv::<Aes256>::new([&[1; 32], &[2; 32]]);
    let (mut text, mut tag) = ([3; 40], [4; 16]);
    let error = |value| {
        let name = "the number of strings of associated data";
        Err(Error::Parameter { name, value, min: 0, max: 126 })
    };
    assert_eq!(siv.seal_strings(&[&[][..]; 127], &mut text[..], &mut tag), error(127));
    assert_eq!(siv.open_strings(&[&[][..]; 128], &mut text[..], &tag), error(128));
    assert_eq!((text, tag), ([3; 40], [4; 16]), "something was written");
    siv.seal_strings(&[&[][..]; 126], &mut text[..], &mut tag).unwrap();
    siv.open_strings(&[&[][..]; 126], &mut text[..], &tag).unwrap();
    assert_eq!(text, [3; 40]);
}

#[test]
fn the_names_of_the_rfc() {
    for (other, name, key) in [
        ("AEAD_AES_SIV_CMAC_256", "aes-128-siv", 32),
        ("aes-siv-cmac-384", "aes-192-siv", 48),
        ("AES-SIV-CMAC-512", "aes-256-siv", 64),
    ] {
        let found = aead::lookup(other).unwrap();
        assert_eq!((found.name().as_str(), found.key_len().max), (name, key));
    }
    assert!(aead::lookup("aes-siv-cmac-128").is_err());
}

/// Types and names give the same results.
#[test]
fn as_types() {
    let siv = Siv::<Aes256>::new([&pattern(32).try_into().unwrap(), &pattern(64)[32..].try_into().unwrap()]);
    let mut ccm = Ccm::<Aes128>::new(&pattern(16).try_into().unwrap());
    ccm.set_tag_len(10).unwrap();
    let (mut texts, mut tags) = ([[7; 50]; 4], [[0; 16]; 4]);
    let [of_siv, named_siv, of_ccm, named_ccm] = &mut texts;
    siv.seal(b"7 bytes", b"header", &mut of_siv[..], &mut tags[0]).unwrap();
    let named = aead::lookup("aes-256-siv").unwrap().keyed(&pattern(64)).unwrap();
    named.seal(b"7 bytes", b"header", &mut named_siv[..], &mut tags[1]).unwrap();
    ccm.seal(b"7 bytes", b"header", &mut of_ccm[..], &mut tags[2][..10]).unwrap();
    let named = aead::lookup("aes-128-ccm").unwrap().keyed(&pattern(16)).unwrap();
    named.seal(b"7 bytes", b"header", &mut named_ccm[..], &mut tags[3][..10]).unwrap();
    assert_eq!((&of_siv, tags[0]), (&named_siv, tags[1]));
    assert_eq!((&of_ccm, tags[2]), (&named_ccm, tags[3]));
    siv.open(b"7 bytes", b"header", &mut of_siv[..], &tags[0]).unwrap();
    ccm.open(b"7 bytes", b"header", &mut of_ccm[..], &tags[2][..10]).unwrap();
    assert_eq!([*of_siv, *of_ccm], [[7; 50]; 2]);
}

/// With the longest nonces, the longest text is accepted, and one byte more is refused, on every backend.
#[test]
fn ccm_writes_the_length_beside_the_nonce() {
    for aead in aeads().into_iter().filter(|aead| aead.on.name() == "aes-128-ccm") {
        let on = aead.on.keyed(&aead.key()).unwrap();
        let (mut text, mut tag) = (vec![5; 65536], [0; 16]);
        let refused = on.seal(&[1; 13], b"", &mut text[..], &mut tag);
        assert_eq!(refused, Err(Error::KeystreamEnd { limit: 65535 }), "{}", aead.name);
        assert_eq!(on.open(&[1; 13], b"", &mut text[..], &tag), Err(Error::KeystreamEnd { limit: 65535 }));
        assert_eq!((&text, tag), (&vec![5; 65536], [0; 16]), "{}: something was written", aead.name);
        on.seal(&[1; 13], b"", &mut text[..65535], &mut tag).unwrap();
        on.open(&[1; 13], b"", &mut text[..65535], &tag).unwrap();
        on.seal(&[1; 12], b"", &mut text[..], &mut tag).unwrap();
        on.open(&[1; 12], b"", &mut text[..], &tag).unwrap();
        assert_eq!(text, vec![5; 65536]);
    }
}

#[test]
fn gcm_siv_has_keys_of_two_lengths() {
    for (other, name, key) in [
        ("AEAD_AES_128_GCM_SIV", "aes-128-gcm-siv", 16),
        ("aead-aes-256-gcm-siv", "aes-256-gcm-siv", 32),
        ("AES256GCMSIV", "aes-256-gcm-siv", 32),
    ] {
        let found = aead::lookup(other).unwrap();
        assert_eq!((found.name().as_str(), found.key_len().max), (name, key));
    }
    let mode = aead::MODES.iter().find(|mode| mode.name == "gcm-siv").unwrap();
    let mut refused = 0;
    for entry in block::entries().filter(|entry| entry.info.block_len == 16) {
        let cipher = entry.algorithm();
        // the error for a cipher with a range of key lengths names the shortest
        let length = cipher.key_lengths().min;
        if [16, 32].contains(&length) {
            assert!(mode.takes(&cipher), "{}", entry.info.name);
            continue;
        }
        let lengths = ByteLengths { min: 16, max: 32, step: 16 };
        let error = Error::ByteLength { name: "key of the cipher", length, lengths };
        let name = format!("{}-gcm-siv", entry.info.name);
        assert_eq!(aead::lookup(&name).err(), Some(error.clone()), "{name}");
        assert_eq!(aead::Algorithm::new(cipher, mode).err(), Some(error), "{name}");
        assert!(!mode.takes(&cipher), "{name}");
        refused += 1;
    }
    assert!(refused > 0);
}

/// GCM-SIV has the same results as a type and by name, on every backend, in place and from one buffer to another.
#[test]
fn gcm_siv_as_a_type() {
    let gcm_siv = GcmSiv::<Aes256>::new(&pattern(32).try_into().unwrap());
    for aead in aeads().into_iter().filter(|aead| aead.on.name() == "aes-256-gcm-siv") {
        let named = aead.on.keyed(&pattern(32)).unwrap();
        for len in [0, 1, 15, 16, 17, 500, 512, 513, 1024, 5000] {
            let nonce = [len as u8; 12];
            let (mut a, mut b, mut tags) = (pattern(len), vec![0; len], [[0; 16]; 2]);
            gcm_siv.seal(&nonce, b"header", &mut a[..], &mut tags[0]).unwrap();
            let text = pattern(len);
            named.seal(&nonce, b"header", InOut::new(&text, &mut b).unwrap(), &mut tags[1]).unwrap();
            assert_eq!((&a, tags[0]), (&b, tags[1]), "{}: {len} bytes", aead.name);
            gcm_siv.open(&nonce, b"header", &mut b[..], &tags[0]).unwrap();
            assert_eq!(b, text, "{}: {len} bytes", aead.name);
        }
    }
}

/// All backends agree for associated data and text of any lengths: POLYVAL processes groups of blocks, vectors, single
/// blocks and partial blocks.
#[test]
fn gcm_siv_of_any_lengths() {
    let lengths =
        [0, 1, 16, 31, 32, 47, 64, 65, 127, 129, 160, 193, 240, 256, 257, 300, 496, 511, 513, 545, 1041];
    for name in ["aes-128-gcm-siv", "aes-256-gcm-siv"] {
        let all: Vec<_> = aeads().into_iter().filter(|aead| aead.on.name() == name).collect();
        let keyed: Vec<_> =
            all.iter().map(|aead| aead.on.keyed(&pattern(aead.on.key_len().max)).unwrap()).collect();
        for (header_len, len) in lengths.iter().flat_map(|header| lengths.map(|text| (*header, text))) {
            let (header, nonce) = (pattern(header_len), [(header_len ^ len) as u8; 12]);
            let mut first = None;
            for (aead, keyed) in all.iter().zip(&keyed) {
                let (mut text, mut tag) = (pattern(len), [0; 16]);
                keyed.seal(&nonce, &header, &mut text[..], &mut tag).unwrap();
                let place = format!("{}: {header_len} and {len} bytes", aead.name);
                let expected = first.get_or_insert_with(|| (text.clone(), tag));
                assert_eq!((&text, &tag), (&expected.0, &expected.1), "{place}");
                keyed.open(&nonce, &header, &mut text[..], &tag).unwrap();
                assert_eq!(text, pattern(len), "{place}");
            }
        }
    }
}
