//! The functions for keys that serve a single message give the same results as an object with the key.

use crate::kit::pattern;
use bramah::{
    Aegis128L, Aes128, Aes128Enc, Aes192, Aes256, Aria256, AsconAead128, Ccm, ChaCha20, ChaCha20Ietf,
    ChaCha20Poly1305, Ctr, DeoxysII256, Eax, Error, Gcm, GcmSiv, InOut, Kalyna128_256, Kalyna256_512, Kccm,
    Kgcm, Kuznyechik, Mgm, Ocb, Salsa20, Siv, Threefish512, XChaCha20, XChaCha20Poly1305, XSalsa20,
    Xaes256Gcm,
    aead::{Aead, Once},
};

/// Lengths around a block, a group of blocks, and the longest message that a scheme processes in one call.
const TEXTS: [usize; 16] = [0, 1, 15, 16, 17, 63, 64, 65, 127, 129, 256, 511, 512, 513, 1000, 4097];
const HEADERS: [usize; 6] = [0, 1, 16, 100, 513, 1000];

/// Compares the results, and the errors for refused input, with those of an object with the same key.
// not inlined: one function with the calls of twenty types would take much longer to compile
#[inline(never)]
fn same<S: Once>(aead: &Aead<S>, key: &S::Key, nonces: &[usize]) {
    let (tag_len, mut taken) = (aead.tag_len(), 0);
    let lengths = TEXTS.into_iter().flat_map(|text| HEADERS.map(|header| (text, header)));
    for (nonce, (text, header)) in
        nonces.iter().flat_map(|&nonce| lengths.clone().map(move |both| (nonce, both)))
    {
        let (nonce, header, plain) = (pattern(nonce), pattern(header), pattern(text));
        let (mut one, mut other) = (plain.clone(), plain.clone());
        let (mut tag, mut expected) = (vec![0; tag_len], vec![0; tag_len]);
        let sealed = aead.seal(&nonce, &header, &mut other[..], &mut expected);
        assert_eq!(
            Aead::<S>::seal_once(key, &nonce, &header, &mut one[..], &mut tag),
            sealed,
            "{text} bytes"
        );
        assert_eq!((&one, &tag), (&other, &expected), "{text} bytes");
        if sealed.is_err() {
            continue;
        }
        taken += 1;
        Aead::<S>::open_once(key, &nonce, &header, &mut one[..], &tag).unwrap();
        assert_eq!(one, plain, "{text} bytes");
        tag[tag_len - 1] ^= 1;
        let refused = Aead::<S>::open_once(key, &nonce, &header, &mut other[..], &tag);
        assert_eq!(refused, Err(Error::Unauthentic));
        assert!(other.iter().all(|byte| *byte == 0), "{text} bytes of a message that was refused");
    }
    assert!(taken >= TEXTS.len() - 1, "{taken} messages were taken");
}

#[test]
fn aeads() {
    macro_rules! modes {
        ($($mode:ident<$cipher:ident> $nonces:expr;)*) => { $({
            let bytes = pattern(64);
            let key = bytes.first_chunk().unwrap();
            same(&$mode::<$cipher>::new(key), key, &$nonces);
        })* };
    }
    modes! {
        Ccm<Aes128> [13];
        Eax<Aes128> [16];
        Eax<Threefish512> [64];
        Gcm<Aes128> [1, 12, 16, 100, 700];
        Gcm<Aes192> [12];
        Gcm<Aes256> [12, 60];
        Gcm<Aria256> [12, 600];
        GcmSiv<Aes256> [12];
        Kccm<Kalyna128_256> [16];
        Kgcm<Kalyna256_512> [32];
        Mgm<Kuznyechik> [16];
        Ocb<Aes256> [12];
    }
    let keys = [[1; 16], [2; 16]];
    same(&Siv::<Aes128>::new([&keys[0], &keys[1]]), &keys, &[16]);
    macro_rules! dedicated {
        ($($scheme:ident $key:literal $nonce:literal;)*) => { $(
            let key = pattern($key);
            same(&$scheme::new(&key).unwrap(), &key, &[$nonce]);
        )* };
    }
    dedicated! {
        Aegis128L 16 16;
        AsconAead128 16 16;
        ChaCha20Poly1305 32 12;
        DeoxysII256 32 15;
        XChaCha20Poly1305 32 24;
        Xaes256Gcm 32 24;
    }
}

/// Compares a message of `len` bytes, in place and from one buffer to another, with the result of an object.
fn same_stream(
    len: usize,
    once: impl Fn(InOut<'_>) -> Result<(), Error>,
    object: impl FnOnce(&mut [u8]) -> Result<(), Error>,
) {
    let (plain, mut expected) = (pattern(len), pattern(len));
    object(&mut expected).unwrap();
    let (mut one, mut other) = (plain.clone(), vec![0; len]);
    once((&mut one[..]).into()).unwrap();
    once(InOut::new(&plain, &mut other).unwrap()).unwrap();
    assert_eq!((&one, &other), (&expected, &expected), "{len} bytes");
}

#[test]
fn keystreams() {
    // all lengths up to a few blocks: for such short messages, round keys are not stored
    for len in (0..=140).chain(TEXTS) {
        macro_rules! counters {
            ($($cipher:ident $key:literal)*) => { $(
                // counters that do not carry, that carry out of a half of the block, and out of the block
                for iv in [pattern(16), pattern(8), [&[3; 8][..], &[255; 8]].concat(), vec![255; 16], vec![]] {
                    same_stream(
                        len,
                        |data| Ctr::<$cipher>::apply_once(&[7; $key], &iv, data),
                        |text| Ctr::<$cipher>::new(&[7; $key], &iv)?.apply(text),
                    );
                }
            )* };
        }
        counters!(Aes128 16 Aes192 24 Aes256 32 Aes128Enc 16 Kuznyechik 32);
        macro_rules! streams {
            ($($stream:ident $key:literal $nonce:literal)*) => { $(
                let (key, nonce) = (pattern($key), pattern($nonce));
                same_stream(
                    len,
                    |data| $stream::apply_once(&key, &nonce, data),
                    |text| $stream::new(&key, &nonce)?.apply(text),
                );
            )* };
        }
        streams!(ChaCha20 32 8 ChaCha20 16 8 ChaCha20Ietf 32 12 XChaCha20 32 24 Salsa20 32 8 Salsa20 16 8 XSalsa20 32 24);
    }
}

#[test]
fn what_is_not_taken() {
    let (mut text, mut tag) = ([3; 20], [4; 16]);
    let sealed = ChaCha20Poly1305::seal_once(&[0; 31], &[0; 12], b"", &mut text[..], &mut tag);
    assert!(matches!(sealed, Err(Error::ByteLength { name: "key", length: 31, .. })), "{sealed:?}");
    let sealed = Gcm::<Aes128>::seal_once(&[0; 16], b"", b"", &mut text[..], &mut tag);
    assert!(matches!(sealed, Err(Error::ByteLength { name: "nonce", length: 0, .. })), "{sealed:?}");
    let opened = Gcm::<Aes128>::open_once(&[0; 16], &[0; 12], b"", &mut text[..], &tag[..12]);
    assert!(matches!(opened, Err(Error::ByteLength { name: "tag", length: 12, .. })), "{opened:?}");
    let applied = Ctr::<Aes128>::apply_once(&[0; 16], &[0; 17], &mut text[..]);
    assert!(matches!(applied, Err(Error::ParameterLength { name: "IV", length: 17, .. })), "{applied:?}");
    for (key, nonce, name) in [(31, 8, "key"), (32, 9, "nonce")] {
        let applied = ChaCha20::apply_once(&pattern(key), &pattern(nonce), &mut text[..]);
        assert!(
            matches!(applied, Err(Error::ByteLength { name: wrong, .. }) if wrong == name),
            "{applied:?}"
        );
    }
    assert_eq!((text, tag), ([3; 20], [4; 16]), "nothing is written");
}
