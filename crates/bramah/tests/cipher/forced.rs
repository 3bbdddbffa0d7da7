//! Tests the candidates of GHASH, which the backend names of schemes do not choose. Each candidate is forced in turn,
//! and tested with every backend of the cipher, since the code of both uses the same powers of the hash key.

use crate::kit::{Aead, aeads, pattern, quick};
use bramah::{Error, aead::Algorithm, backend};

/// The modes that hash with these candidates. Some ciphers encrypt and hash in one call; others do so separately.
const MODES: [&str; 9] = [
    "aes-128-gcm", "aes-256-gcm", "aes-128-gcm-siv", "aes-256-gcm-siv", "serpent-gcm", "kuznyechik-mgm",
    "magma-mgm", "kalyna-128-128-kgcm", "kalyna-512-512-kgcm",
];

const LENGTHS: [[usize; 2]; 9] =
    [[5, 0], [0, 5], [16, 64], [13, 130], [70, 255], [3, 512], [300, 600], [0, 1057], [1100, 2100]];

/// Returns ciphertext and tag.
fn sealed(on: &Algorithm, key: &[u8], nonce: &[u8], [header, text]: [usize; 2]) -> (Vec<u8>, Vec<u8>) {
    let keyed = on.keyed(key).unwrap();
    let (mut text, mut tag) = (pattern(text), vec![0; keyed.tag_len()]);
    keyed.seal(nonce, &pattern(header), &mut text[..], &mut tag).unwrap();
    (text, tag)
}

/// Other tests of this program run at the same time; their results must not depend on the candidate either.
#[test]
fn ghash() {
    let choice = backend::all().into_iter().find(|choice| choice.name() == "ghash").unwrap();
    let usable = |index: &usize| choice.info(*index).is_some_and(|info| info.available);
    let best = (0..choice.count()).find(|index| choice.info(*index).is_some_and(|info| info.chosen)).unwrap();
    let all: Vec<Aead> = aeads().into_iter().filter(|aead| MODES.contains(&&*aead.on.name())).collect();
    let portable = (0..choice.count()).filter(usable).last().unwrap();
    assert!(choice.force(portable));
    let sealed = |aead: &Aead, on, lengths| sealed(on, &aead.key(), &aead.nonce(11), lengths);
    let expected: Vec<_> =
        all.iter().map(|aead| LENGTHS.map(|lengths| sealed(aead, &aead.other, lengths))).collect();
    for index in (0..choice.count()).filter(usable) {
        let name = choice.info(index).unwrap().name;
        assert!(choice.force(index), "{name}");
        for (aead, expected) in all.iter().zip(&expected) {
            let keyed = aead.on.keyed(&aead.key()).unwrap();
            for (lengths, expected) in LENGTHS.into_iter().zip(expected).step_by(if quick() { 3 } else { 1 })
            {
                let what = format!("{} with {name}: {lengths:?}", aead.name);
                assert!(&sealed(aead, &aead.on, lengths) == expected, "{what}");
                let (mut text, mut tag) = expected.clone();
                let header = pattern(lengths[0]);
                keyed.open(&aead.nonce(11), &header, &mut text[..], &tag).unwrap();
                assert!(text == pattern(lengths[1]), "{what}");
                for bit in (0..8 * tag.len()).step_by(13) {
                    tag[bit / 8] ^= 1 << (bit % 8);
                    let mut text = expected.0.clone();
                    let opened = keyed.open(&aead.nonce(11), &header, &mut text[..], &tag);
                    assert_eq!(opened, Err(Error::Unauthentic), "{what}, bit {bit}");
                    tag[bit / 8] ^= 1 << (bit % 8);
                }
            }
        }
    }
    assert!(choice.force(best));
}
