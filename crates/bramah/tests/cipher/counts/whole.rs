//! Tests whole long messages. For polynomial hashes, these messages consist of zeros, so that the hash is only the
//! product of the length block and the key.

use super::{bits, blocks, encrypted, times};
use crate::{
    common::wanted,
    dstu,
    kit::{aeads, each_aead, pattern, quick, spread},
};
use bramah::{
    Aes128, ChaCha20Poly1305, Gcm,
    aead::Layout,
    block::AnyCipher,
    key_wrap::{self, Form},
};
use deoxys::aead::{Aead, KeyInit, Payload};

/// Returns whether a backend is fast enough for a text of this many bytes.
fn takes(backend: &str, length: usize) -> bool {
    length <= 1 << 17
        || !quick() && ["vaes", "aes", "armv8"].iter().any(|name| backend.contains(&format!(" on {name}")))
}

/// Returns lengths in bytes around those from which on the encoded length, in bytes or in bits, needs another byte.
fn lengths() -> impl Iterator<Item = usize> {
    [8, 13, 16, 21, 24].into_iter().flat_map(|border| [(1 << border) - 16, 1 << border, (1 << border) + 16])
}

/// With associated data and a ciphertext of zeros, the hash is the product of the length block and the key.
#[test]
fn gcm() {
    let names = ["aes-128-gcm", "aes-256-gcm"];
    for aead in aeads().into_iter().filter(|aead| names.contains(&&*aead.on.name())) {
        let (keyed, nonce) = (aead.on.keyed(&aead.key()).unwrap(), pattern(12));
        let cipher = aead.other.cipher().unwrap().keyed(&aead.key()).unwrap();
        let h = encrypted(&cipher, 0);
        let first = u128::from_be_bytes([&nonce[..], &[0, 0, 0, 1]].concat().try_into().unwrap());
        for length in lengths().filter(|length| takes(&aead.name, *length)) {
            let mut zeros = vec![0; length];
            for [header, text] in [[length, 0], [0, length], [16, 16]] {
                let tag = times(bits([header as u64, text as u64]), h) ^ encrypted(&cipher, first);
                let zeros = &mut zeros[..header + text];
                let (header, text) = zeros.split_at_mut(header);
                let opened = keyed.open(&nonce, header, &mut *text, &tag.to_be_bytes());
                assert_eq!(opened, Ok(()), "{}: {} and {} bytes", aead.name, header.len(), text.len());
                text.fill(0);
            }
        }
    }
}

/// As in [`gcm`], the input of POLYVAL is zeros and a length block (RFC 8452, sections 3 to 5, and appendix A).
#[test]
fn gcm_siv() {
    let names = ["aes-128-gcm-siv", "aes-256-gcm-siv"];
    for aead in aeads().into_iter().filter(|aead| names.contains(&&*aead.on.name())) {
        let (key, nonce) = (aead.key(), pattern(12));
        let on = aead.other.cipher().unwrap();
        let derived: Vec<u8> = (0..2 + key.len() as u32 / 8)
            .flat_map(|number| {
                let mut block = [&number.to_le_bytes()[..], &nonce].concat();
                on.keyed(&key).unwrap().encrypt_blocks(&mut block).unwrap();
                block.truncate(8);
                block
            })
            .collect();
        let cipher = on.keyed(&derived[16..]).unwrap();
        // computes POLYVAL with GHASH: the bytes of all blocks are reversed, and the key is multiplied by x
        let h = times(u128::from_le_bytes(*derived.first_chunk().unwrap()), 1 << 126);
        for length in lengths().filter(|length| takes(&aead.name, *length)) {
            let mut zeros = vec![0; length];
            for [header, text] in [[length, 0], [0, length], [16, 16]] {
                let lengths = u128::from(8 * header as u64) | u128::from(8 * text as u64) << 64;
                let mut tag = times(lengths, h).to_le_bytes();
                tag.iter_mut().zip(&nonce).for_each(|(tag, nonce)| *tag ^= nonce);
                tag[15] &= 0x7f;
                cipher.encrypt_blocks(&mut tag).unwrap();
                let (mut found, zeros) = ([0; 16], &mut zeros[..header + text]);
                let (header, text) = zeros.split_at_mut(header);
                aead.on.keyed(&key).unwrap().seal(&nonce, header, &mut *text, &mut found).unwrap();
                assert_eq!(found, tag, "{}: {} and {} bytes", aead.name, header.len(), text.len());
                text.fill(0);
            }
        }
    }
}

/// Returns ciphertext and tag of CCM by its definition (SP 800-38C, appendix A). The length field may have any size,
/// and the associated data may have more than 2^16 bytes.
fn ccm(cipher: &AnyCipher, nonce: &[u8], header: &[u8], text: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let width = 15 - nonce.len();
    let block = |flags: u8, number: usize| {
        let number = (number as u128).to_be_bytes();
        u128::from_be_bytes([&[flags], nonce, &number[16 - width..]].concat().try_into().unwrap())
    };
    let prefix = match header.len() {
        0 => vec![],
        1..0xff00 => (header.len() as u16).to_be_bytes().to_vec(),
        _ => [&[0xff, 0xfe][..], &(header.len() as u32).to_be_bytes()].concat(),
    };
    let flags = 64 * u8::from(!header.is_empty()) + 8 * 7 + width as u8 - 1;
    let all = [block(flags, text.len())]
        .into_iter()
        .chain(blocks(&[prefix, header.to_vec()].concat()).collect::<Vec<_>>());
    let mac = all.chain(blocks(text)).fold(0, |chain, block| encrypted(cipher, chain ^ block));
    let keystream: Vec<u8> = (0..text.len().div_ceil(16) + 1)
        .flat_map(|number| block(width as u8 - 1, number).to_be_bytes())
        .collect();
    let mut keystream = keystream;
    cipher.encrypt_blocks(&mut keystream).unwrap();
    let (mask, keystream) = keystream.split_at(16);
    let tag = (mac ^ u128::from_be_bytes(mask.try_into().unwrap())).to_be_bytes().to_vec();
    (super::xored(text, keystream.iter().copied()), tag)
}

fn check(aead: &crate::kit::Aead, nonce: &[u8], [header, text]: [&[u8]; 2], expected: &(Vec<u8>, Vec<u8>)) {
    let keyed = aead.on.keyed(&aead.key()).unwrap();
    let (mut found, mut tag) = (text.to_vec(), vec![0; keyed.tag_len()]);
    keyed.seal(nonce, header, &mut found[..], &mut tag).unwrap();
    let what = format!("{}: {} and {} bytes", aead.name, header.len(), text.len());
    assert!(&(found, tag.clone()) == expected, "{what}");
    let mut opened = expected.0.clone();
    keyed.open(nonce, header, &mut opened[..], &tag).unwrap();
    assert!(opened == text, "{what}");
}

#[test]
fn ccm_of_long_texts() {
    let all = aeads();
    let all: Vec<_> =
        all.iter().filter(|aead| ["aes-128-ccm", "seed-ccm"].contains(&&*aead.on.name())).collect();
    for name in ["aes-128-ccm", "seed-ccm"] {
        let Some(one) = all.iter().find(|aead| aead.on.name() == name) else { continue };
        let cipher = one.other.cipher().unwrap().keyed(&one.key()).unwrap();
        for (nonce, header, text) in
            [(13, 255, 0xffff), (12, 0x1_0001, 0x1_0000), (7, 3, 0x1_0011), (11, 0, 4112)]
        {
            let (nonce, header, text) = (pattern(nonce), pattern(header), pattern(text));
            let expected = ccm(&cipher, &nonce, &header, &text);
            for aead in all.iter().filter(|aead| aead.on.name() == name) {
                check(aead, &nonce, [&header, &text], &expected);
            }
        }
    }
}

#[test]
fn ccm_of_dstu() {
    let all = aeads();
    for (name, number) in [("kalyna-128-128-kccm", 4), ("kalyna-128-128-kccm-8", 8)] {
        let all: Vec<_> = all.iter().filter(|aead| aead.on.name() == name).collect();
        let Some(one) = all.first() else { continue };
        let cipher = one.on.cipher().unwrap().keyed(&one.key()).unwrap();
        let nonce = pattern(one.block());
        for (header, text) in [(255, 0x1_0001), (0x1_0000, 256)] {
            let (header, text) = (pattern(header), pattern(text));
            let tag_len = one.on.tag_len().max;
            let expected = dstu::ccm(&cipher, number, tag_len, &nonce, &header, &text);
            all.iter().for_each(|aead| check(aead, &nonce, [&header, &text], &expected));
        }
    }
}

/// Compares OCB over 2^16 blocks of text and of associated data with its definition (RFC 7253, section 4).
#[test]
fn ocb() {
    for name in ["aes-128-ocb", "serpent-ocb"] {
        let all: Vec<_> = aeads().into_iter().filter(|aead| aead.on.name() == name).collect();
        let Some(one) = all.first() else { continue };
        let cipher = one.on.cipher().unwrap().keyed(&one.key()).unwrap();
        let double = |block: u128| block << 1 ^ if block >> 127 == 1 { 0x87 } else { 0 };
        let star = encrypted(&cipher, 0);
        let dollar = double(star);
        let multiples: Vec<u128> =
            std::iter::successors(Some(double(dollar)), |last| Some(double(*last))).take(20).collect();
        let nonce = pattern(12);
        let mut first = u128::from_be_bytes([&[0, 0, 0, 1][..], &nonce].concat().try_into().unwrap());
        let bottom = first as u32 & 63;
        first = encrypted(&cipher, first & !63);
        let stretch = (first ^ first << 8) >> 64;
        let first = if bottom == 0 { first } else { first << bottom | stretch >> (64 - bottom) };
        // XORs each block with its offset before the cipher, and for text also after it
        let crypt = |from: u128, bytes: &[u8]| {
            let (mut offset, mut offsets) = (from, Vec::new());
            for number in 1..=bytes.len() / 16 {
                offset ^= multiples[number.trailing_zeros() as usize];
                offsets.push(offset);
            }
            let mut all: Vec<u8> = blocks(bytes)
                .zip(&offsets)
                .flat_map(|(block, offset)| (block ^ offset).to_be_bytes())
                .collect();
            cipher.encrypt_blocks(&mut all).unwrap();
            let all: Vec<u128> = blocks(&all).collect();
            (all, offsets, offset)
        };
        let (header, text) = (pattern((1 << 20) + 32), pattern((1 << 20) + 16));
        let (encrypted_text, offsets, last) = crypt(first, &text);
        let ciphertext: Vec<u8> = encrypted_text
            .iter()
            .zip(&offsets)
            .flat_map(|(block, offset)| (block ^ offset).to_be_bytes())
            .collect();
        let checksum = blocks(&text).fold(0, |sum, block| sum ^ block);
        let hash = crypt(0, &header).0.into_iter().fold(0, |sum, block| sum ^ block);
        let tag = encrypted(&cipher, checksum ^ last ^ dollar) ^ hash;
        let expected = (ciphertext, tag.to_be_bytes().to_vec());
        for aead in &all {
            check(aead, &nonce, [&header, &text], &expected);
        }
    }
}

/// Compares Deoxys-II over 2^16 blocks with the crate `deoxys`.
#[test]
fn deoxys_ii() {
    let (key, nonce) = (pattern(32), pattern(15));
    let all: Vec<_> = aeads().into_iter().filter(|aead| aead.on.name() == "deoxys-ii-256").collect();
    let (header, text) = (pattern((1 << 20) + 21), pattern((1 << 20) + 37));
    let other = deoxys::DeoxysII256::new_from_slice(&key).unwrap();
    let payload = Payload { msg: &text, aad: &header };
    let mut sealed = other.encrypt(nonce[..].try_into().unwrap(), payload).unwrap();
    let tag = sealed.split_off(text.len());
    for aead in &all {
        check(aead, &nonce, [&header, &text], &(sealed.clone(), tag.clone()));
    }
}

/// Compares whole messages of AEGIS and Ascon with messages in parts of the same lengths.
#[test]
fn as_in_parts() {
    let chosen = |name: &str| name.starts_with("aegis") || name.starts_with("ascon");
    each_aead(|aead| {
        if !chosen(&aead.on.name()) {
            return;
        }
        let (keyed, nonce) = (aead.on.keyed(&aead.key()).unwrap(), aead.nonce(0));
        let all = pattern((1 << 16) + 128);
        for border in [8, 13, 16] {
            for length in [(1 << border) - 128, 1 << border, (1 << border) + 1] {
                for [header, text] in [[length, 0], [0, length], [length, length]] {
                    let (header, text) = (&all[..header], &all[..text]);
                    let mut tag = vec![0; keyed.tag_len()];
                    let mut parts = keyed.begin(&nonce).unwrap();
                    header.chunks(1000).for_each(|part| parts.header(part).unwrap());
                    let mut sealed = text.to_vec();
                    for part in sealed.chunks_mut(1000) {
                        parts.update(bramah::mode::Direction::Encrypt, part).unwrap();
                    }
                    parts.finish(&mut tag).unwrap();
                    check(aead, &nonce, [header, text], &(sealed, tag));
                }
            }
        }
    });
}

/// Tests every byte of STREAM's segment numbers, and the mark of the last segment.
#[test]
fn numbers_of_segments() {
    let (chacha, gcm) = (ChaCha20Poly1305::new(&[7; 32]).unwrap(), Gcm::<Aes128>::new(&[7; 16]));
    for layout in Layout::ALL {
        let prefix = pattern(12 - layout.counter_len());
        for number in
            (0..88).step_by(8).flat_map(|border| [(1u128 << border) - 1, 1 << border, (1 << border) + 1])
        {
            for last in [false, true] {
                let ends = match layout {
                    Layout::Be32 => [&number.to_be_bytes()[12..], &[last.into()]].concat(),
                    Layout::Le31 => (number as u32 | u32::from(last) << 31).to_le_bytes().to_vec(),
                    _ => [&number.to_be_bytes()[5..], &[last.into()]].concat(),
                };
                if number + 1 >= layout.limit() {
                    continue;
                }
                let nonce = [&prefix[..], &ends].concat();
                macro_rules! same {
                    ($aead:expr) => {{
                        let (mut found, mut expected) = ((*b"text", [0; 16]), (*b"text", [0; 16]));
                        $aead.seal(&nonce, b"header", &mut expected.0[..], &mut expected.1).unwrap();
                        let mut segments = $aead.segments(layout, &prefix).unwrap();
                        segments.seek(number).unwrap();
                        match last {
                            false => segments.seal_next(b"header", &mut found.0[..], &mut found.1).unwrap(),
                            true => segments.seal_last(b"header", &mut found.0[..], &mut found.1).unwrap(),
                        }
                        assert_eq!(found, expected, "{layout:?}, number {number}, {last}");
                    }};
                }
                same!(chacha);
                same!(gcm);
            }
        }
    }
}

/// Compares key wrap with its definition (SP 800-38F, sections 6 and 7), with step numbers of two and three bytes.
#[test]
fn steps_of_key_wrap() {
    let all: Vec<_> = key_wrap::algorithms()
        .filter(|on| on.form() == Form::Tkw || ["aes-128", "serpent"].contains(&on.cipher().info().name))
        .flat_map(|on| {
            let backends = on.cipher().backends_available().into_iter().filter(|name| wanted(name));
            backends.map(move |name| (format!("{} on {name}", on.name()), on.with_backend(name).unwrap()))
        })
        .collect();
    spread(
        &all,
        |(name, _)| name.clone(),
        |(name, on)| {
            let key = pattern(on.key_len() + 1)[1..].to_vec();
            let half = on.cipher().block_len() / 2;
            let (wrapping, cipher) = (on.keyed(&key).unwrap(), on.cipher().keyed(&key).unwrap());
            // six passes over 43 and over 10,923 half blocks take more than 2^8 and 2^16 steps; most ciphers share one
            // function for this
            let best = on.cipher().backends_available()[0];
            let long = !quick() && (on.cipher().info().family == "rijndael" || name.ends_with(best));
            for halves in [42, 43, 10_923].into_iter().take(if long { 3 } else { 2 }) {
                let length = half * halves - if on.form() == Form::Kwp { 3 } else { 0 };
                let data = pattern(length);
                let mut first = match on.form() {
                    Form::Kw => vec![0xa6; 8],
                    Form::Kwp => [&[0xa6, 0x59, 0x59, 0xa6][..], &(length as u32).to_be_bytes()].concat(),
                    _ => vec![0xa6; 4],
                };
                let mut rest: Vec<Vec<u8>> = data.chunks(half).map(<[u8]>::to_vec).collect();
                rest.last_mut().unwrap().resize(half, 0);
                let mut t = 0u64;
                for _ in 0..6 {
                    for value in &mut rest {
                        t += 1;
                        let mut block = [&first[..], value].concat();
                        cipher.encrypt_blocks(&mut block).unwrap();
                        value.copy_from_slice(&block[half..]);
                        first = block[..half].to_vec();
                        first.iter_mut().zip(&t.to_be_bytes()[8 - half..]).for_each(|(a, t)| *a ^= t);
                    }
                }
                let expected = [first, rest.concat()].concat();
                assert!(wrapping.wrap(&data).unwrap() == expected, "{name}: {length} bytes");
                assert!(wrapping.unwrap(&expected).unwrap() == data, "{name}: {length} bytes");
            }
        },
    );
}
