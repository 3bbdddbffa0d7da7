//! MGM: comparison with its definition over single blocks, and refused input.

use crate::kit::{Aead, Cipher, aeads, each_cipher, pattern, quick};
use bramah::{Error, Kuznyechik, Magma, Mgm, aead, block::AnyCipher, mode::Direction};

/// Returns the product of two blocks in the field of RFC 9058, section 3, computed a bit at a time.
fn product(x: &[u8], y: &[u8]) -> Vec<u8> {
    let mut z = vec![0u8; x.len()];
    let below = if x.len() == 16 { 0x87 } else { 0x1b };
    for byte in x {
        for bit in (0..8).rev() {
            let over = z[0] >> 7;
            for i in 0..z.len() {
                z[i] = z[i] << 1 | z.get(i + 1).map_or(0, |next| next >> 7);
            }
            if over == 1 {
                *z.last_mut().unwrap() ^= below;
            }
            if byte >> bit & 1 == 1 {
                z.iter_mut().zip(y).for_each(|(z, y)| *z ^= y);
            }
        }
    }
    z
}

/// Increments a big-endian number.
fn increment(number: &mut [u8]) {
    for byte in number.iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return;
        }
    }
}

fn encrypted(cipher: &AnyCipher, block: &[u8]) -> Vec<u8> {
    let mut block = block.to_vec();
    cipher.encrypt_blocks(&mut block).unwrap();
    block
}

/// Adds `by` to a big-endian number.
fn add(number: &mut [u8], mut by: u64) {
    for byte in number.iter_mut().rev() {
        let sum = u64::from(*byte) + (by & 0xff);
        *byte = sum as u8;
        by = (by >> 8) + (sum >> 8);
    }
}

/// Returns the ciphertext and the tag of RFC 9058, section 4.1.
fn expected(cipher: &AnyCipher, nonce: &[u8], header: &[u8], text: &[u8]) -> (Vec<u8>, Vec<u8>) {
    expected_skipping(cipher, nonce, header, text, 0, [0, 0])
}

/// Returns the ciphertext and the tag of a message with bytes skipped after the associated data and after the first
/// bytes of the text.
pub(crate) fn expected_skipping(
    cipher: &AnyCipher,
    nonce: &[u8],
    header: &[u8],
    text: &[u8],
    first: usize,
    skipped: [u64; 2],
) -> (Vec<u8>, Vec<u8>) {
    let block = nonce.len();
    let mut y = encrypted(cipher, nonce);
    let mut ciphertext = text.to_vec();
    for (number, part) in ciphertext.chunks_mut(block).enumerate() {
        if number * block == first {
            add(&mut y[block / 2..], skipped[1] / block as u64);
        }
        part.iter_mut().zip(encrypted(cipher, &y)).for_each(|(byte, key)| *byte ^= key);
        increment(&mut y[block / 2..]);
    }
    let mut other = nonce.to_vec();
    other[0] |= 0x80;
    let mut z = encrypted(cipher, &other);
    let lengths = [header.len() as u64 + skipped[0], text.len() as u64 + skipped[1]];
    let [a, c] = lengths.map(|bytes| (8 * bytes).to_be_bytes());
    let lengths = [&a[8 - block / 2..], &c[8 - block / 2..]].concat();
    let mut sum = vec![0; block];
    let mut take = |z: &mut [u8], bytes: &[u8]| {
        for part in bytes.chunks(block) {
            let mut padded = part.to_vec();
            padded.resize(block, 0);
            let product = product(&encrypted(cipher, z), &padded);
            sum.iter_mut().zip(product).for_each(|(sum, byte)| *sum ^= byte);
            increment(&mut z[..block / 2]);
        }
    };
    take(&mut z, header);
    add(&mut z[..block / 2], skipped[0] / block as u64);
    take(&mut z, &ciphertext[..first]);
    add(&mut z[..block / 2], skipped[1] / block as u64);
    take(&mut z, &ciphertext[first..]);
    take(&mut z, &lengths);
    (ciphertext, encrypted(cipher, &sum))
}

fn mode(name: &str) -> &'static aead::Mode {
    aead::MODES.iter().find(|mode| mode.name == name).unwrap()
}

#[test]
fn every_length_is_the_definition() {
    each_cipher(|Cipher { name, on, other, .. }| {
        let Ok(mgm) = aead::Algorithm::new(*on, mode("mgm")) else { return };
        let key = pattern(on.key_len());
        let (cipher, mgm) = (other.keyed(&key).unwrap(), mgm.keyed(&key).unwrap());
        let block = on.block_len();
        let lengths = (0..3 * block + 2).chain([1023, 1024, 1025, 1032, 2060]);
        for (i, length) in lengths.enumerate().step_by(if quick() { 7 } else { 1 }) {
            let (header, text) = (pattern((i * i + 1) % 77), pattern(length));
            // counters that soon carry out of their halves
            for nonce in [pattern(block + 1)[1..].to_vec(), vec![i as u8 / 2; block]] {
                let (ciphertext, tag) = expected(&cipher, &nonce, &header, &text);
                let (mut found, mut found_tag) = (text.clone(), vec![0; block]);
                mgm.seal(&nonce, &header, &mut found[..], &mut found_tag).unwrap();
                assert_eq!((found, found_tag), (ciphertext, tag), "{name}: {length} bytes");
            }
        }
    });
}

/// Tests associated data of about one or two slices of 1024 bytes, in which MGM hashes it, with an empty or short text.
#[test]
fn long_headers() {
    for Aead { name, on, other, .. } in aeads().into_iter().filter(Aead::is_mgm) {
        let (cipher, key) = (other.cipher().unwrap(), pattern(other.key_len().max));
        if cipher.info().key_len != 32 {
            continue;
        }
        let (cipher, keyed) = (cipher.keyed(&key).unwrap(), on.keyed(&key).unwrap());
        for (header, text) in [(1023, 0), (1024, 3), (1025, 0), (2049, 17)] {
            let (nonce, header, text) = (vec![1; on.nonce_len().max], pattern(header), pattern(text));
            let (_, tag) = expected(&cipher, &nonce, &header, &text);
            let (mut found, mut found_tag) = (text.clone(), vec![0; nonce.len()]);
            keyed.seal(&nonce, &header, &mut found[..], &mut found_tag).unwrap();
            assert_eq!(found_tag, tag, "{name}: {} bytes", header.len());
        }
    }
}

#[test]
fn what_is_refused() {
    let empty = |max| Error::Parameter {
        name: "the number of bytes of associated data and text",
        value: 0,
        min: 1,
        max,
    };
    let (long, short) = (Mgm::<Kuznyechik>::new(&[1; 32]), Mgm::<Magma>::new(&[1; 32]));
    let mut tag = [9; 16];
    assert_eq!(long.seal(&[0; 16], b"", &mut [][..], &mut tag), Err(empty((1 << 61) - 1)));
    assert_eq!(short.seal(&[0; 8], b"", &mut [][..], &mut tag[..8]), Err(empty((1 << 29) - 1)));
    assert_eq!(long.open(&[0; 16], b"", &mut [][..], &[0; 16]), Err(empty((1 << 61) - 1)));
    assert_eq!(
        empty((1 << 29) - 1).to_string(),
        "the number of bytes of associated data and text is 0, but must be from 1 to 536870911"
    );
    let mut message = short.begin(&[0; 8]).unwrap();
    message.update(Direction::Encrypt, &mut [][..]).unwrap();
    assert_eq!(message.finish(&mut tag[..8]), Err(empty((1 << 29) - 1)));
    assert_eq!(short.begin(&[0; 8]).unwrap().verify(&[0; 8]), Err(empty((1 << 29) - 1)));
    // only the first bit of the nonce is restricted
    let mut text = *b"text";
    for (bit, refused) in [(0x80, true), (0x40, false), (0xff, true), (0x7f, false)] {
        let mut nonce = [0; 16];
        nonce[0] = bit;
        let expected = if refused { Err(Error::NonceBit) } else { Ok(()) };
        assert_eq!(long.seal(&nonce, b"x", &mut text[..], &mut tag), expected);
        assert_eq!(long.begin(&nonce).map(drop), expected);
        assert_eq!(short.seal(&nonce[..8], b"x", &mut text[..], &mut tag[..8]), expected);
    }
    assert_eq!(
        Error::NonceBit.to_string(),
        "the most significant bit of the nonce must be 0: its first byte must be below 0x80"
    );
    let named = bramah::aead::lookup("magma-mgm").unwrap().keyed(&[1; 32]).unwrap();
    assert_eq!(named.seal(&[0x80; 8], b"x", &mut text[..], &mut tag[..8]), Err(Error::NonceBit));
    assert_eq!(named.begin(&[0x80; 8]).map(drop), Err(Error::NonceBit));
    assert_eq!(named.seal(&[0; 8], b"", &mut [][..], &mut tag[..8]), Err(empty((1 << 29) - 1)));
}

/// With blocks of 8 bytes, associated data and text have fewer than 2^32 bits together.
#[test]
fn lengths_are_limited_together() {
    let short = Mgm::<Magma>::new(&[1; 32]);
    let zeros = vec![0; 1 << 29];
    let mut tag = [0; 8];
    let too_long = |value| Error::Parameter {
        name: "the number of bytes of associated data and text",
        value,
        min: 1,
        max: (1 << 29) - 1,
    };
    assert_eq!(short.seal(&[0; 8], &zeros, &mut [][..], &mut tag), Err(too_long(1 << 29)));
    let refused = short.seal(&[0; 8], &zeros[..(1 << 29) - 4], &mut [0; 4][..], &mut tag);
    assert_eq!(refused, Err(too_long(1 << 29)));
    let mut message = short.begin(&[0; 8]).unwrap();
    assert_eq!(message.header(&zeros), Err(too_long(1 << 29)));
    message.header(&[0; 9]).unwrap();
    let long = (1 << 29) - 9;
    let mut text = zeros;
    assert_eq!(message.update(Direction::Encrypt, &mut text[..long]), Err(too_long(1 << 29)));
    message.update(Direction::Encrypt, &mut text[..9]).unwrap();
    message.finish(&mut tag).unwrap();
}
