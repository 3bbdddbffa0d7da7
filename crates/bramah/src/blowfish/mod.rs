//! Blowfish: B. Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher (Blowfish)", 1993. The
//! rounds, for what is made of them; several keys at once, as every round waits for the one before it.
//!
//! The S-boxes are made of the key and looked up at secret places: there is no other way that is not far slower.

mod pi;

use crate::{simd::words::Words, wipe::wipe};

/// The subkeys and behind them the S-boxes, that a key comes to.
#[derive(Clone)]
pub(crate) struct Blowfish([u32; WORDS]);

const P: usize = 18;
const WORDS: usize = P + 4 * 256;

impl Blowfish {
    /// Room for one.
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    /// As it is before any key, but for what is added to the first subkey.
    pub(crate) fn reset(&mut self, added: u32) {
        self.0.copy_from_slice(&pi::WORDS);
        self.0[0] ^= added;
    }

    #[inline(always)]
    fn f(&self, x: u32) -> u32 {
        // no bytes of it as an array: they would be turned first
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

/// The words of bytes that are repeated as often as is needed, highest byte first.
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

/// A block of each cipher.
#[inline(always)]
pub(crate) fn encrypt<const N: usize>(ciphers: &[Blowfish; N], blocks: &mut [[u32; 2]; N]) {
    macro_rules! rounds {
        ($($i:literal)*) => { $(
            // subkeys are added before what waits for the other half is there: opaque, or they would come last
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

/// Works a key into each cipher, which is what a key schedule is: the subkeys take it in, and everything is
/// replaced by what is encrypted, each block with the next words of the salt added if it is `SALTED`.
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
