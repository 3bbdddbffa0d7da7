//! Blowfish: B. Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher (Blowfish)", 1993. Only the
//! rounds, for the functions built on them; several keys at once, since every round waits for the one before it.
//!
//! The S-boxes are derived from the key and indexed by secrets: every other way is far slower.

mod pi;

use crate::{simd::words::Words, wipe::wipe};

/// The subkeys, followed by the S-boxes, after a key.
#[derive(Clone)]
pub(crate) struct Blowfish([u32; WORDS]);

const P: usize = 18;
const WORDS: usize = P + 4 * 256;

impl Blowfish {
    /// An unused cipher, all zero.
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    /// Sets the state before any key, except that `added` is XORed into the first subkey.
    pub(crate) fn reset(&mut self, added: u32) {
        self.0.copy_from_slice(&pi::WORDS);
        self.0[0] ^= added;
    }

    #[inline(always)]
    fn f(&self, x: u32) -> u32 {
        // not as an array of bytes, whose order would be swapped first
        macro_rules! s {
            ($box:literal $shift:literal) => {
                self.0[P + 256 * $box + (x >> $shift & 0xff) as usize]
            };
        }
        (s!(0 24).wrapping_add(s!(1 16)) ^ s!(2 8)).wrapping_add(s!(3 0))
    }
}

impl Drop for Blowfish {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

/// Returns the words of bytes that are repeated as often as needed, highest byte first.
pub(crate) fn cycled<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    let mut bytes = bytes.iter().cycle();
    for word in &mut words {
        for _ in 0..4 {
            *word = *word << 8 | bytes.next().map_or(0, |byte| u32::from(*byte));
        }
    }
    words
}

/// Encrypts a block with each cipher.
#[inline(always)]
pub(crate) fn encrypt<const N: usize>(ciphers: &[Blowfish; N], blocks: &mut [[u32; 2]; N]) {
    macro_rules! rounds {
        ($($i:literal)*) => { $(
            // subkeys are added before the other half is ready: opaque, or they would be added last
            for n in 0..N {
                blocks[n][1] = (blocks[n][1] ^ ciphers[n].0[2 * $i + 1]).opaque() ^ ciphers[n].f(blocks[n][0]);
            }
            for n in 0..N {
                blocks[n][0] = (blocks[n][0] ^ ciphers[n].0[2 * $i + 2]).opaque() ^ ciphers[n].f(blocks[n][1]);
            }
        )* };
    }
    for n in 0..N {
        blocks[n][0] ^= ciphers[n].0[0];
    }
    rounds!(0 1 2 3 4 5 6 7);
    for n in 0..N {
        blocks[n] = [blocks[n][1] ^ ciphers[n].0[17], blocks[n][0]];
    }
}

/// Mixes a key into each cipher, which is the key schedule: the key is XORed into the subkeys, and everything is
/// replaced by encrypted blocks; if `SALTED`, each block is XORed with the next words of the salt.
#[inline(always)]
pub(crate) fn expand<const N: usize, const SALTED: bool>(
    ciphers: &mut [Blowfish; N],
    keys: &[&[u32; P]; N],
    salts: &[&[u32; 16]; N],
) {
    for n in 0..N {
        for (p, key) in ciphers[n].0.iter_mut().zip(keys[n]) {
            *p ^= key;
        }
    }
    let mut blocks = [[0; 2]; N];
    for i in 0..WORDS / 2 {
        if SALTED {
            for n in 0..N {
                blocks[n][0] ^= salts[n][2 * i % 16];
                blocks[n][1] ^= salts[n][(2 * i + 1) % 16];
            }
        }
        encrypt(ciphers, &mut blocks);
        for n in 0..N {
            ciphers[n].0.as_chunks_mut().0[i] = blocks[n];
        }
    }
}
