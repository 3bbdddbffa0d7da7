//! The modes of DSTU 7624: comparison with their definitions over single blocks, and refused input.

use crate::kit::{Cipher, each_cipher, pattern, quick, whole};
use bramah::{
    ByteLengths, DstuCmac, DstuKeyWrap, Error, Kalyna128_128, Kalyna256_256, Kalyna256_512, Kalyna512_512,
    Kccm, Kctr, Kgcm, Kxts, aead,
    block::{self, AnyCipher},
    key_wrap::{self, Form},
    mac,
    mode::{self, Direction},
};
use std::collections::VecDeque;

/// Runs a test on every variant of Kalyna on every backend; the test also receives the cipher on another backend, for
/// single blocks.
fn each_kalyna(test: impl Fn(&Cipher, &AnyCipher, &[u8]) + Sync) {
    each_cipher(|cipher| {
        if cipher.on.info().family == "kalyna" {
            let key = pattern(cipher.on.key_len());
            test(cipher, &cipher.other.keyed(&key).unwrap(), &key);
        }
    });
}

fn encrypted(cipher: &AnyCipher, block: &[u8]) -> Vec<u8> {
    let mut block = block.to_vec();
    cipher.encrypt_blocks(&mut block).unwrap();
    block
}

fn xor(one: &[u8], other: &[u8]) -> Vec<u8> {
    one.iter().zip(other).map(|(one, other)| one ^ other).collect()
}

/// Pads a message unless it consists of whole blocks.
fn padded(message: &[u8], block: usize) -> Vec<u8> {
    let mut padded = message.to_vec();
    if !message.len().is_multiple_of(block) {
        padded.push(0x80);
        padded.resize(padded.len().next_multiple_of(block), 0);
    }
    padded
}

/// Returns the CBC-MAC of blocks, which begins with a block of zeros.
fn chained(cipher: &AnyCipher, block: usize, blocks: &[u8]) -> Vec<u8> {
    blocks.chunks(block).fold(vec![0; block], |chain, part| encrypted(cipher, &xor(&chain, part)))
}

/// Encrypts a text in the counter mode of section 7.
fn counted(cipher: &AnyCipher, iv: &[u8], text: &[u8]) -> Vec<u8> {
    counted_from(cipher, iv, 0, text)
}

/// Encrypts a text in the counter mode of section 7, after `before` earlier blocks.
pub(crate) fn counted_from(cipher: &AnyCipher, iv: &[u8], before: u128, text: &[u8]) -> Vec<u8> {
    let mut counter = encrypted(cipher, iv);
    let mut carry = 0;
    for (byte, more) in counter.iter_mut().zip(before.to_le_bytes().into_iter().chain([0; 48])) {
        let sum = u16::from(*byte) + u16::from(more) + carry;
        (*byte, carry) = (sum as u8, sum >> 8);
    }
    let mut out = Vec::new();
    for part in text.chunks(iv.len()) {
        for byte in &mut counter {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
        out.extend(xor(part, &encrypted(cipher, &counter)));
    }
    out
}

/// Returns the block whose encryption begins with this byte, followed by bytes of all ones.
fn nearly_full(cipher: &AnyCipher, block: usize, first: u8) -> Vec<u8> {
    let mut full = vec![0xff; block];
    full[0] = first;
    cipher.decrypt_blocks(&mut full).unwrap();
    full
}

#[test]
fn cmac_is_the_definition() {
    each_kalyna(|cipher, blocks, key| {
        let block = cipher.on.block_len();
        let on = mac::Algorithm::new(mac::Construction::DstuCmac, cipher.on);
        let lengths = (0..4 * block + 2).chain([40 * block, 40 * block + 1]);
        for length in lengths.step_by(if quick() { 5 } else { 1 }) {
            let message = pattern(length);
            let mut text = padded(&message, block);
            if length == 0 {
                // the standard does not define empty messages
                text = vec![0; block];
                text[0] = 0x80;
            }
            let mut mask = vec![0; block];
            mask[0] = u8::from(text != message);
            let (head, last) = text.split_at(text.len() - block);
            let chain = chained(blocks, block, head);
            let expected = encrypted(blocks, &xor(&xor(&chain, last), &encrypted(blocks, &mask)));
            let mut mac = on.keyed(key).unwrap();
            mac.update(&message);
            assert_eq!(mac.verify(&expected), Ok(()), "{}: {length} bytes", cipher.name);
        }
    });
}

#[test]
fn ctr_is_the_definition() {
    each_kalyna(|cipher, blocks, key| {
        let block = cipher.on.block_len();
        let info = mode::MODES.iter().find(|info| info.name == "kctr").unwrap();
        let on = mode::Algorithm::new(cipher.on, info);
        for iv in [pattern(block + 1)[1..].to_vec(), nearly_full(blocks, block, 0xfe)] {
            for length in [0, 1, block, 5 * block + 3, 70 * block + 1] {
                let text = pattern(length);
                let mut crypter = on.begin(key, &iv, Direction::Encrypt).unwrap();
                let expected = counted(blocks, &iv, &text);
                assert_eq!(whole(&mut crypter, &text), Ok(expected), "{}: {length} bytes", cipher.name);
            }
        }
    });
}

/// Returns the ciphertext and the tag of section 13, with length fields of `number` bytes.
pub(crate) fn ccm(
    cipher: &AnyCipher,
    number: usize,
    tag_len: usize,
    nonce: &[u8],
    header: &[u8],
    text: &[u8],
) -> (Vec<u8>, Vec<u8>) {
    let block = nonce.len();
    let code = [8, 16, 32, 48, 64].iter().position(|len| *len == tag_len).unwrap() + 2;
    let length = |bytes: &[u8]| (bytes.len() as u64).to_le_bytes()[..number].to_vec();
    let mut first = nonce[..block - number - 1].to_vec();
    first.extend(length(text));
    first.push((usize::from(!header.is_empty()) << 7 | code << 4 | (number - 1)) as u8);
    if !header.is_empty() {
        first.extend(length(header));
        while !(first.len() + header.len()).is_multiple_of(block) {
            first.push(0);
        }
        first.extend(header);
    }
    first.extend(padded(text, block));
    let mut tag = chained(cipher, block, &first);
    tag.truncate(tag_len);
    let mut both = counted(cipher, nonce, &[text, &tag].concat());
    let tag = both.split_off(text.len());
    (both, tag)
}

/// Returns the product of two elements of the field of section 12, computed a bit at a time.
fn product(x: &[u8], y: &[u8]) -> Vec<u8> {
    let mut z = vec![0u8; x.len()];
    let below: u16 = match x.len() {
        16 => 1 << 7 | 1 << 2 | 1 << 1 | 1,
        32 => 1 << 10 | 1 << 5 | 1 << 2 | 1,
        _ => 1 << 8 | 1 << 5 | 1 << 2 | 1,
    };
    for byte in x.iter().rev() {
        for bit in (0..8).rev() {
            let over = z.last().unwrap() >> 7;
            for i in (0..z.len()).rev() {
                z[i] = z[i] << 1 | if i > 0 { z[i - 1] >> 7 } else { 0 };
            }
            if over == 1 {
                z.iter_mut().zip(below.to_le_bytes()).for_each(|(z, byte)| *z ^= byte);
            }
            if byte >> bit & 1 == 1 {
                z.iter_mut().zip(y).for_each(|(z, y)| *z ^= y);
            }
        }
    }
    z
}

/// Returns the ciphertext and the tag of section 12.
fn gcm(cipher: &AnyCipher, nonce: &[u8], header: &[u8], text: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let ciphertext = counted(cipher, nonce, text);
    let tag =
        gcm_tag(cipher, nonce.len(), [header, &ciphertext], [header, text].map(|bytes| bytes.len() as u64));
    (ciphertext, tag)
}

/// Returns the tag of section 12, with these lengths in bytes of associated data and text.
pub(crate) fn gcm_tag(
    cipher: &AnyCipher,
    block: usize,
    [header, ciphertext]: [&[u8]; 2],
    lengths: [u64; 2],
) -> Vec<u8> {
    let key = encrypted(cipher, &vec![0; block]);
    let all = [padded(header, block), padded(ciphertext, block)].concat();
    let mut sum = all.chunks(block).fold(vec![0; block], |sum, part| product(&xor(&sum, part), &key));
    for (place, bytes) in [0, block / 2].into_iter().zip(lengths) {
        let bits = (8 * bytes).to_le_bytes();
        sum.iter_mut().skip(place).zip(bits).for_each(|(sum, byte)| *sum ^= byte);
    }
    encrypted(cipher, &sum)
}

fn aead_mode(cipher: block::Algorithm, name: &str) -> Result<aead::Algorithm, Error> {
    aead::Algorithm::new(cipher, aead::MODES.iter().find(|mode| mode.name == name).unwrap())
}

#[test]
fn ccm_and_gcm_are_the_definitions() {
    each_kalyna(|cipher, blocks, key| {
        let block = cipher.on.block_len();
        for (name, number) in [("kccm", 4), ("kccm-6", 6), ("kccm-8", 8), ("kgcm", 0)] {
            let on = aead_mode(cipher.on, name).unwrap();
            let keyed = on.keyed(key).unwrap();
            let tags = on.tag_len();
            let tags: Vec<usize> = (tags.min..=tags.max).step_by(tags.step).collect();
            let texts = [0, 1, block - 1, block, block + 1, 3 * block, 3 * block + 5, 1023, 1024, 1100];
            let step = if quick() { 9 } else { block / 8 };
            let headers = (0..2 * block + 2).step_by(step).chain([1023, 1024, 1100]);
            for (i, text) in texts.into_iter().enumerate() {
                for header in headers.clone().map(|header| header + i % step) {
                    // products by the definition are slow
                    if name == "kgcm" && (header + text == 0 || header > 40 && text > 200) {
                        continue;
                    }
                    let (header, text) = (pattern(header), pattern(text));
                    let nonce = match i {
                        3 => nearly_full(blocks, block, 0xff),
                        _ => pattern(block + 2)[2..].to_vec(),
                    };
                    let tag_len = tags[(i + header.len()) % tags.len()];
                    let (ciphertext, mut tag) = match number {
                        0 => gcm(blocks, &nonce, &header, &text),
                        _ => ccm(blocks, number, tag_len, &nonce, &header, &text),
                    };
                    tag.truncate(tag_len);
                    let (mut found, mut found_tag) = (text.clone(), vec![0; tag_len]);
                    keyed.seal(&nonce, &header, &mut found[..], &mut found_tag).unwrap();
                    let what = (&cipher.name, name, header.len(), text.len());
                    assert_eq!((found, found_tag), (ciphertext, tag), "{what:?}");
                }
            }
        }
    });
}

/// Encrypts a text of at least a block in the XTS of section 14, with ciphertext stealing: the last whole block of
/// ciphertext is divided; its beginning ends the result, and its rest fills the last block of the text, which is
/// encrypted before it.
fn in_xts(cipher: &AnyCipher, iv: &[u8], text: &[u8]) -> Vec<u8> {
    let block = iv.len();
    let mut two = vec![0; block];
    two[0] = 2;
    let mut tweak = encrypted(cipher, iv);
    let mut next = |plain: &[u8]| {
        tweak = product(&two, &tweak);
        xor(&tweak, &encrypted(cipher, &xor(&tweak, plain)))
    };
    let (whole, last) = text.split_at(text.len() / block * block);
    let mut out: Vec<u8> = whole.chunks(block).flat_map(&mut next).collect();
    if !last.is_empty() {
        let end = out.split_off(whole.len() - block);
        let (front, rest) = end.split_at(last.len());
        out.extend(next(&[last, rest].concat()));
        out.extend(front);
    }
    out
}

#[test]
fn xts_is_the_definition() {
    each_kalyna(|cipher, blocks, key| {
        let block = cipher.on.block_len();
        let info = mode::MODES.iter().find(|info| info.name == "kxts").unwrap();
        let on = mode::Algorithm::new(cipher.on, info);
        let iv = pattern(block + 1)[1..].to_vec();
        for length in [block, block + 1, 2 * block - 1, 2 * block, 5 * block + 3, 70 * block + 1] {
            let text = pattern(length);
            let begin = |direction| on.begin(key, &iv, direction).unwrap();
            let expected = in_xts(blocks, &iv, &text);
            assert_eq!(whole(&mut begin(Direction::Decrypt), &expected).as_ref(), Ok(&text));
            let found = whole(&mut begin(Direction::Encrypt), &text);
            assert_eq!(found, Ok(expected), "{}: {length} bytes", cipher.name);
        }
    });
}

/// Wraps a key according to section 15, with a queue of half blocks.
fn wrapped(cipher: &AnyCipher, block: usize, key: &[u8]) -> Vec<u8> {
    let all = [key, &vec![0; block]].concat();
    let mut halves: VecDeque<_> = all.chunks(block / 2).map(<[u8]>::to_vec).collect();
    let mut first = halves.pop_front().unwrap();
    for step in 1..=6 * halves.len() {
        let both = encrypted(cipher, &[first, halves.pop_front().unwrap()].concat());
        let (last, next) = both.split_at(block / 2);
        halves.push_back(last.to_vec());
        first = next.to_vec();
        first[0] ^= step as u8;
    }
    halves.push_front(first);
    Vec::from(halves).concat()
}

#[test]
fn key_wrap_is_the_definition() {
    each_kalyna(|cipher, blocks, key| {
        let block = cipher.on.block_len();
        let keyed = key_wrap::Algorithm::new(cipher.on, Form::DstuKw).unwrap().keyed(key).unwrap();
        for count in [1, 2, 3, 20] {
            let wrapping = pattern(count * block);
            let expected = wrapped(blocks, block, &wrapping);
            assert_eq!(keyed.wrap(&wrapping).as_ref(), Ok(&expected), "{}: {count} blocks", cipher.name);
            assert_eq!(keyed.unwrap(&expected), Ok(wrapping), "{}: {count} blocks", cipher.name);
        }
    });
}

/// Flips each bit of a wrapped key: every change is detected, and no part of the key is output.
#[test]
fn key_wrap_sees_tampering() {
    let kw = DstuKeyWrap::<Kalyna128_128>::new(&[1; 16]);
    let mut wrapped = kw.wrap_vec(&pattern(32)).unwrap();
    for bit in 0..8 * wrapped.len() {
        wrapped[bit / 8] ^= 1 << (bit % 8);
        let mut out = [7; 32];
        assert_eq!(kw.unwrap(&wrapped, &mut out), Err(Error::Unauthentic), "bit {bit}");
        assert_eq!(out, [0; 32], "bit {bit}");
        wrapped[bit / 8] ^= 1 << (bit % 8);
    }
    let mut out = [7; 32];
    assert_eq!(kw.unwrap(&wrapped, &mut out), Ok(32));
    assert_eq!(out[..], pattern(32));
    assert_eq!(DstuKeyWrap::<Kalyna128_128>::new(&[2; 16]).unwrap_vec(&wrapped), Err(Error::Unauthentic));
}

#[test]
fn types() {
    let message = pattern(1000);
    macro_rules! same {
        ($($cipher:ident $name:literal $key:literal $block:literal;)*) => { $( {
            let (key, nonce) = ([7; $key], [5; $block]);
            let (mut ctr, mut text) = (Kctr::<$cipher>::new(&key, &nonce).unwrap(), message.clone());
            ctr.apply(&mut text[..777]).unwrap();
            ctr.apply(&mut text[777..]).unwrap();
            let named = bramah::cipher(concat!($name, "-kctr")).unwrap();
            named.begin(&key, &nonce, Direction::Decrypt).unwrap().apply(&mut text[..]).unwrap();
            assert_eq!(text, message);
            let named = |mode: &str| {
                aead::lookup(&format!("{}-{mode}", $name)).unwrap().keyed(&key).unwrap()
            };
            let mut tag = [0; $block];
            for (mode, length) in [("kccm", 4), ("kccm-6", 6), ("kccm-8", 8)] {
                let ccm = Kccm::<$cipher>::with_length_bytes(&key, length).unwrap();
                ccm.seal(&nonce, b"header", &mut text[..], &mut tag).unwrap();
                if length == 4 {
                    Kccm::<$cipher>::new(&key).open(&nonce, b"header", &mut text.clone()[..], &tag).unwrap();
                }
                named(mode).open(&nonce, b"header", &mut text[..], &tag).unwrap();
                assert_eq!(text, message);
            }
            Kxts::<$cipher>::new(&key, &nonce, Direction::Encrypt).unwrap().apply(&mut text[..]).unwrap();
            let kxts = bramah::cipher(concat!($name, "-kxts")).unwrap();
            kxts.begin(&key, &nonce, Direction::Decrypt).unwrap().apply(&mut text[..]).unwrap();
            assert_eq!(text, message);
            let wrapped = DstuKeyWrap::<$cipher>::new(&key).wrap_vec(&[3; 2 * $block]).unwrap();
            let kw = key_wrap::lookup(concat!($name, "-dstu7624-kw")).unwrap();
            assert_eq!(kw.keyed(&key).unwrap().unwrap(&wrapped), Ok(vec![3; 2 * $block]));
            Kgcm::<$cipher>::new(&key).seal(&nonce, b"header", &mut text[..], &mut tag).unwrap();
            named("kgcm").open(&nonce, b"header", &mut text[..], &tag).unwrap();
            assert_eq!(text, message);
        } )* };
    }
    same! {
        Kalyna128_128 "kalyna-128-128" 16 16;
        Kalyna256_512 "kalyna-256-512" 64 32;
        Kalyna512_512 "kalyna-512-512" 64 64;
    }
}

/// The tag of this GCM depends only on the associated data and the ciphertext.
#[test]
fn another_nonce_is_not_seen_by_gcm() {
    let gcm = Kgcm::<Kalyna256_256>::new(&[1; 32]);
    let (mut text, mut tag) = (*b"for you alone", [0; 32]);
    gcm.seal(&[0; 32], b"header", &mut text[..], &mut tag).unwrap();
    gcm.open(&[9; 32], b"header", &mut text[..], &tag).unwrap();
    assert_ne!(text, *b"for you alone");
}

#[test]
fn what_is_refused() {
    // other ciphers, by name and as a pair
    let aes = block::lookup("aes-256").unwrap();
    let other = |mode| Some(Error::OtherCipher { mode, ciphers: "kalyna" });
    assert_eq!(bramah::cipher("aes-256-kctr").err(), other("kctr"));
    assert_eq!(bramah::cipher("aes-256-kxts").err(), other("kxts"));
    assert_eq!(key_wrap::lookup("aes-256-dstu7624-kw").err(), other("dstu7624-kw"));
    assert_eq!(mac::lookup("dstu7624-cmac-aes-256").err(), other("dstu7624-cmac"));
    assert_eq!(
        mac::Algorithm::new(mac::Construction::DstuCmac, aes).keyed(&[0; 32]).err(),
        other("dstu7624-cmac")
    );
    for mode in ["kccm", "kccm-6", "kccm-8", "kgcm"] {
        assert_eq!(aead_mode(aes, mode).err(), other(mode));
        assert_eq!(aead::lookup(&format!("aes-256-{mode}")).err(), other(mode));
    }
    // IVs, tags and length fields of wrong lengths
    let error = Error::ParameterLength { name: "IV", length: 15, min: 16, max: 16 };
    assert_eq!(Kctr::<Kalyna128_128>::new(&[0; 16], &[0; 15]).err(), Some(error));
    let error = Error::ParameterLength { name: "IV", length: 17, min: 16, max: 16 };
    assert_eq!(Kxts::<Kalyna128_128>::new(&[0; 16], &[0; 17], Direction::Encrypt).err(), Some(error));
    let mut xts = Kxts::<Kalyna256_256>::new(&[0; 32], &[0; 32], Direction::Encrypt).unwrap();
    assert_eq!(xts.apply(&mut [0; 31][..]), Err(Error::InputShort { length: 31, min: 32 }));
    // keys to wrap, and wrapped keys
    let kw = DstuKeyWrap::<Kalyna256_256>::new(&[0; 32]);
    for length in [0, 16, 31, 33, 48, 21 * 32] {
        let lengths = ByteLengths { min: 32, max: 20 * 32, step: 32 };
        let error = Error::ByteLength { name: "key to be wrapped", length, lengths };
        assert_eq!(kw.wrap_vec(&vec![0; length]), Err(error));
    }
    for length in [0, 32, 63, 65, 22 * 32] {
        let lengths = ByteLengths { min: 64, max: 21 * 32, step: 32 };
        let error = Error::ByteLength { name: "wrapped key", length, lengths };
        assert_eq!(kw.unwrap_vec(&vec![0; length]), Err(error));
    }
    let lengths = ByteLengths { min: 16, max: 32, step: 16 };
    let error = Error::ByteLength { name: "tag", length: 24, lengths };
    let ccm = Kccm::<Kalyna256_256>::new(&[0; 32]);
    assert_eq!(ccm.seal(&[0; 32], b"", &mut [][..], &mut [0; 24]), Err(error));
    for length in [0, 1, 9] {
        let lengths = ByteLengths { min: 2, max: 8, step: 1 };
        let error = Error::ByteLength { name: "length", length, lengths };
        assert_eq!(Kccm::<Kalyna128_128>::with_length_bytes(&[0; 16], length).err(), Some(error));
    }
    // texts and associated data whose lengths do not fit into the length field
    let short = Kccm::<Kalyna128_128>::with_length_bytes(&[0; 16], 2).unwrap();
    let (mut long, mut tag) = (vec![0; 1 << 16], [0; 16]);
    let refused = short.seal(&[0; 16], b"", &mut long[..], &mut tag);
    assert_eq!(refused, Err(Error::KeystreamEnd { limit: 65535 }));
    let name = "the number of bytes of associated data";
    let error = Error::Parameter { name, value: 65536, min: 0, max: 65535 };
    assert_eq!(short.seal(&[0; 16], &long, &mut [][..], &mut tag), Err(error));
    short.seal(&[0; 16], &long[1..], &mut long.clone()[1..], &mut tag).unwrap();
    // empty messages
    let name = "the number of bytes of associated data and text";
    let empty = |max| Error::Parameter { name, value: 0, min: 1, max };
    let gcm = Kgcm::<Kalyna128_128>::new(&[0; 16]);
    assert_eq!(gcm.seal(&[0; 16], b"", &mut [][..], &mut tag), Err(empty((1 << 61) - 1)));
    assert_eq!(gcm.begin(&[0; 16]).unwrap().finish(&mut tag), Err(empty((1 << 61) - 1)));
    let gcm = Kgcm::<Kalyna512_512>::new(&[0; 64]);
    assert_eq!(gcm.open(&[0; 64], b"", &mut [][..], &[0; 64]), Err(empty(u64::MAX)));
    // tags that are truncated below the limit for MACs
    let mut cmac = DstuCmac::<Kalyna512_512>::new(&[0; 64]);
    cmac.update(b"message");
    assert!(matches!(cmac.verify_truncated(&[0; 31], 31), Err(Error::ByteLength { .. })));
}
