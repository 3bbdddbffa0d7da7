//! Tests the lengths and counts that schemes encode, in bytes or in bits, around every value from which on the encoding
//! needs another byte. Long lengths are simulated by messages in parts that skip bytes between two parts; whole
//! messages are as long as time allows. The results are compared with the definitions, whose arithmetic shares no code
//! with the library.

mod aegis;
mod phelix;
mod whole;

use crate::{
    dstu,
    kit::{Aead, each_aead, pattern, quick},
    mgm,
};
use bramah::{Poly1305, block::AnyCipher, mac, mode::Direction, stream};

/// The tested lengths as base-2 logarithms of bytes: 2^13 bytes are 2^16 bits, and so on.
const BORDERS: [u32; 13] = [8, 13, 16, 21, 24, 29, 32, 37, 40, 45, 48, 53, 56];

/// The length in bytes of the first part of the associated data and of the text: a multiple of every scheme's block.
const FIRST: usize = 128;

/// A message of which some bytes are skipped.
struct Skipping {
    header: Vec<u8>,
    text: Vec<u8>,
    /// The number of bytes that are skipped after the associated data, and after the first part of the text.
    skipped: [u64; 2],
}

impl Skipping {
    /// Returns the lengths in bytes of associated data and text, including skipped bytes.
    fn lengths(&self) -> [u64; 2] {
        [self.header.len() as u64 + self.skipped[0], self.text.len() as u64 + self.skipped[1]]
    }
}

/// Returns messages with lengths just below, at and just above each of [`BORDERS`], up to the limits of a scheme for
/// associated data and for texts.
fn messages(header: bool, most: [u32; 2]) -> Vec<Skipping> {
    let mut all = Vec::new();
    for border in BORDERS.into_iter().step_by(if quick() { 4 } else { 1 }) {
        let [a, t] = most.map(|most| 1u64 << border.min(most));
        for (associated, text, tail) in [(a - 128, t - 256, 40), (a, t - 256, 128), (a + 128, t - 128, 40)] {
            all.push(Skipping {
                header: pattern(if header { FIRST } else { 0 }),
                text: pattern(FIRST + tail),
                skipped: [if header { associated - FIRST as u64 } else { 0 }, text],
            });
        }
    }
    all
}

/// Seals a message with skipped bytes, and returns ciphertext and tag.
fn sealed(aead: &Aead, nonce: &[u8], message: &Skipping) -> (Vec<u8>, Vec<u8>) {
    let keyed = aead.on.keyed(&aead.key()).unwrap();
    let mut begun = keyed.begin(nonce).unwrap();
    begun.header(&message.header).unwrap();
    begun.skip(message.skipped[0], 0);
    let mut text = message.text.clone();
    let (first, last) = text.split_at_mut(FIRST);
    begun.update(Direction::Encrypt, first).unwrap();
    begun.skip(0, message.skipped[1]);
    begun.update(Direction::Encrypt, last).unwrap();
    let mut tag = vec![0; keyed.tag_len()];
    begun.finish(&mut tag).unwrap();
    (text, tag)
}

/// Runs a test on every scheme for whose name `chosen` returns true; the test also receives its cipher on another
/// backend, if it has one.
fn each(chosen: impl Fn(&str) -> bool + Sync, test: impl Fn(&Aead, Option<AnyCipher>) + Sync) {
    each_aead(|aead| {
        if chosen(&aead.on.name()) {
            test(aead, aead.other.cipher().map(|cipher| cipher.keyed(&aead.key()).unwrap()));
        }
    });
}

fn encrypted(cipher: &AnyCipher, block: u128) -> u128 {
    let mut block = block.to_be_bytes();
    cipher.encrypt_blocks(&mut block).unwrap();
    u128::from_be_bytes(block)
}

/// Returns the product of `a` and `b` in GF(2^128), where the first bit of a block is the coefficient of x^0: SP
/// 800-38D, 6.3.
fn times(a: u128, mut b: u128) -> u128 {
    let mut product = 0;
    for bit in (0..128).rev() {
        if a >> bit & 1 == 1 {
            product ^= b;
        }
        b = b >> 1 ^ if b & 1 == 1 { 0xe1 << 120 } else { 0 };
    }
    product
}

fn blocks(bytes: &[u8]) -> impl Iterator<Item = u128> {
    bytes.chunks(16).map(|part| {
        let mut block = [0; 16];
        block[..part.len()].copy_from_slice(part);
        u128::from_be_bytes(block)
    })
}

fn xored(bytes: &[u8], keystream: impl IntoIterator<Item = u8>) -> Vec<u8> {
    bytes.iter().zip(keystream).map(|(byte, key)| byte ^ key).collect()
}

/// Returns the block with two lengths in bits: SP 800-38D, 7.1.
fn bits([header, text]: [u64; 2]) -> u128 {
    u128::from(8 * header) << 64 | u128::from(8 * text)
}

#[test]
fn gcm() {
    let chosen = |name: &str| ["aes-128-gcm", "aes-256-gcm", "serpent-gcm", "kuznyechik-gcm"].contains(&name);
    each(chosen, |aead, cipher| {
        let (cipher, nonce) = (cipher.unwrap(), pattern(12));
        let first = u128::from_be_bytes([&nonce[..], &[0, 0, 0, 1]].concat().try_into().unwrap());
        let h = encrypted(&cipher, 0);
        // a text has fewer than 2^36 bytes
        for message in messages(true, [56, 32]) {
            let counter = |block: u64| first >> 32 << 32 | u128::from((1 + block + 1) as u32);
            let skipped = message.skipped[1] / 16;
            let keystream = (0..message.text.len() as u64 / 16 + 1)
                .map(|block| if block < FIRST as u64 / 16 { block } else { block + skipped })
                .flat_map(|block| encrypted(&cipher, counter(block)).to_be_bytes());
            let ciphertext = xored(&message.text, keystream);
            let all = blocks(&message.header).chain(blocks(&ciphertext)).chain([bits(message.lengths())]);
            let tag = all.fold(0, |sum, block| times(sum ^ block, h)) ^ encrypted(&cipher, first);
            let expected = (ciphertext, tag.to_be_bytes().to_vec());
            assert_eq!(sealed(aead, &nonce, &message), expected, "{} {:?}", aead.name, message.lengths());
        }
    });
}

#[test]
fn gcm_of_dstu() {
    each(
        |name| name.ends_with("kgcm"),
        |aead, cipher| {
            let (cipher, block) = (cipher.unwrap(), aead.block());
            let nonce = pattern(block);
            for message in messages(true, [56, 56]).into_iter().step_by(2) {
                let at = u128::from(message.skipped[1]) / block as u128;
                let (first, last) = message.text.split_at(FIRST);
                let from = FIRST as u128 / block as u128 + at;
                let mut ciphertext = dstu::counted_from(&cipher, &nonce, 0, first);
                ciphertext.extend(dstu::counted_from(&cipher, &nonce, from, last));
                let tag = dstu::gcm_tag(&cipher, block, [&message.header, &ciphertext], message.lengths());
                let expected = (ciphertext, tag);
                assert_eq!(sealed(aead, &nonce, &message), expected, "{} {:?}", aead.name, message.lengths());
            }
        },
    );
}

#[test]
fn mgm() {
    let chosen = |name: &str| ["kuznyechik-mgm", "magma-mgm", "aes-256-mgm"].contains(&name);
    each(chosen, |aead, cipher| {
        let (cipher, block) = (cipher.unwrap(), aead.block());
        let nonce = pattern(block);
        // with blocks of 8 bytes, associated data and text together have fewer than 2^29 bytes
        let most = if block == 8 { 24 } else { 56 };
        for message in messages(true, [most, most]) {
            let expected = mgm::expected_skipping(
                &cipher, &nonce, &message.header, &message.text, FIRST, message.skipped,
            );
            assert_eq!(sealed(aead, &nonce, &message), expected, "{} {:?}", aead.name, message.lengths());
        }
    });
}

/// EAX encodes no lengths; its counter begins with a MAC of the nonce, and skipping does not change the keystream that
/// follows.
#[test]
fn eax() {
    let chosen = |name: &str| ["aes-128-eax", "serpent-eax"].contains(&name);
    each(chosen, |aead, cipher| {
        let (cipher, nonce) = (cipher.unwrap(), pattern(11));
        let omac = mac::lookup(&format!("cmac-{}", aead.on.cipher().unwrap().info().name)).unwrap();
        let mut first = [0; 16];
        omac.keyed(&aead.key()).unwrap().tag([&[0; 16][..], &nonce].concat(), &mut first).unwrap();
        let first = u128::from_be_bytes(first);
        for message in messages(true, [56, 56]) {
            let from = (FIRST as u64 + message.skipped[1]) / 16;
            let keystream = (0..9).flat_map(|block| {
                encrypted(&cipher, first.wrapping_add((from + block).into())).to_be_bytes()
            });
            let expected = xored(&message.text[FIRST..], keystream);
            let (found, _) = sealed(aead, &nonce, &message);
            assert_eq!(found[FIRST..], expected, "{} {:?}", aead.name, message.lengths());
        }
    });
}

#[test]
fn aegis_family() {
    each(
        |name| name.starts_with("aegis"),
        |aead, _| {
            let (key, nonce) = (aead.key(), aead.nonce(0));
            for message in messages(true, [56, 56]) {
                let parts = [&key[..], &nonce, &message.header, &message.text];
                let expected = aegis::sealed(&aead.on.name()[6..], parts, message.lengths(), 32);
                assert_eq!(sealed(aead, &nonce, &message), expected, "{} {:?}", aead.name, message.lengths());
            }
        },
    );
}

/// Ascon encodes no lengths, only whether there is associated data and where the last block ends, so skipping bytes
/// changes nothing.
#[test]
fn ascon() {
    each(
        |name| name.starts_with("ascon"),
        |aead, _| {
            let nonce = aead.nonce(0);
            for mut message in messages(true, [56, 53]) {
                let found = sealed(aead, &nonce, &message);
                let lengths = message.lengths();
                message.skipped = [0, 0];
                assert_eq!(found, sealed(aead, &nonce, &message), "{} {lengths:?}", aead.name);
            }
        },
    );
}

#[test]
fn phelix_of_its_paper() {
    each(
        |name| name == "phelix",
        |aead, _| {
            let (key, nonce) = (aead.key(), aead.nonce(0));
            for message in messages(true, [56, 56]) {
                let parts = [&key[..], &nonce, &message.header, &message.text];
                let expected = phelix::sealed(parts, FIRST, message.skipped);
                assert_eq!(sealed(aead, &nonce, &message), expected, "{} {:?}", aead.name, message.lengths());
            }
        },
    );
}

#[test]
fn with_poly1305() {
    each(
        |name| name.ends_with("poly1305"),
        |aead, _| {
            let name = aead.on.name();
            let cipher = name.strip_suffix("-poly1305").unwrap();
            let nacl = cipher.starts_with("xsalsa");
            let cipher = if cipher.starts_with('x') { cipher.to_string() } else { format!("{cipher}-ietf") };
            let on = stream::lookup(&cipher).unwrap().with_backend("portable").unwrap();
            let nonce = aead.nonce(0);
            let mut keystream = on.begin(&aead.key(), &nonce).unwrap();
            let (mut key, begin) = ([0; 32], if nacl { 32 } else { 64 });
            keystream.keystream(&mut key).unwrap();
            for message in messages(!nacl, [56, if nacl { 56 } else { 37 }]) {
                let mut ciphertext = message.text.clone();
                let (first, last) = ciphertext.split_at_mut(FIRST);
                keystream.seek(begin).unwrap();
                keystream.apply(first).unwrap();
                keystream.seek(begin + FIRST as u128 + u128::from(message.skipped[1])).unwrap();
                keystream.apply(last).unwrap();
                let mut input = [&message.header[..], &ciphertext].concat();
                if !nacl {
                    input.resize(input.len().next_multiple_of(16), 0);
                    input.extend(message.lengths().map(u64::to_le_bytes).concat());
                }
                let expected = (ciphertext, Poly1305::mac(&key, &input).to_vec());
                assert_eq!(sealed(aead, &nonce, &message), expected, "{} {:?}", aead.name, message.lengths());
            }
        },
    );
}
