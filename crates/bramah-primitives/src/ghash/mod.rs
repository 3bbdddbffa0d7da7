//! GHASH: NIST SP 800-38D, section 6.4. It is a part of GMAC and GCM, and not a MAC by itself. Its backends also sum the
//! products that MGM needs (`linear.rs`). The longer products for GCM of DSTU 7624 consist of such products (`wide.rs`).
//!
//! Numbers are stored in the form of POLYVAL (RFC 8452, appendix A). A block is read big-endian, and the hash key is
//! multiplied by x once. Then products do not have to be shifted by a bit, and they are reduced from the lowest bits
//! on.

mod linear;
mod polyval;
mod portable;
mod wide;
crate::backend::only! { aes: { mod carryless; pub use carryless::powers; } }

pub use linear::{Products, Sum};
pub use polyval::polyval;
pub use wide::{Multiplier, WIDE};

use crate::{
    backend::{Backend, Candidate, Dispatch, Entry, candidate, candidates, table_calls},
    simd::memory::{copy_short, store_whole, store_whole64, whole_bytes},
    wipe::wipe,
};

/// The length of a block in bytes.
pub const BLOCK: usize = 16;

/// Returns the number of blocks that GHASH or POLYVAL processes for associated data and a text of these lengths in
/// bytes, including the block of lengths.
pub fn hashed_blocks(header: usize, text: usize) -> usize {
    header.div_ceil(BLOCK) + text.div_ceil(BLOCK) + 1
}

/// The maximum number of powers of the key. They suffice for a group of 32 blocks, or for fewer blocks and a tail of
/// two.
pub const POWERS: usize = 33;

/// The length of the arrays of powers. After the powers come zeros, for the unused lanes of a vector.
const PADDED: usize = POWERS + 3;

/// The powers of a key, or the XORed halves of each power.
pub type Numbers = [[u64; 2]; PADDED];

/// The powers of the hash key, and the XORed halves of each power for Karatsuba multiplication.
#[derive(Clone, Copy)]
pub struct Powers {
    /// The powers of the key, the highest first. Portable code stores only the last, which is the key itself.
    pub powers: Numbers,
    /// The XORed halves of each power, in the low half of a number. The high half is not used.
    pub sums: Numbers,
}

/// The functions of a backend.
pub struct GhashOps {
    /// Computes at least the given number of powers of the key. The last power in the array must be the key itself.
    prepare: Entry<unsafe fn(&mut Powers, usize)>,
    /// The number of powers that are in the form of POLYVAL. GCM needs them to hash and encrypt in one loop. The number
    /// is 0 if the powers have another form, or if there is only one.
    polyval_powers: usize,
    /// Hashes the blocks of the first slice, and then the blocks of the second, which is a tail of at most two blocks. For each
    /// block, `y = (y + block) * h`. A backend may keep `y` in another order of bits until the message ends with a
    /// non-empty tail.
    blocks: Entry<unsafe fn(&Powers, &mut [u64; 2], &[[u8; BLOCK]], &[[u8; BLOCK]])>,
    /// Adds the products of the blocks of two slices of equal length, pair by pair, for MGM. The result is in
    /// [`Products`].
    products: Entry<unsafe fn(&mut Products, &[[u8; BLOCK]], &[[u8; BLOCK]])>,
}

table_calls! {
    /// The calls of a GHASH backend.
    trait GhashCalls: Backend<GhashOps> {
        fn prepare(key: &mut Powers, count: usize) = prepare;
        fn blocks(key: &Powers, y: &mut [u64; 2], blocks: &[[u8; BLOCK]], tail: &[[u8; BLOCK]]) = blocks;
        fn products(sums: &mut Products, these: &[[u8; BLOCK]], those: &[[u8; BLOCK]]) = products;
    }
}

macro_rules! ghash_candidate {
    ($name:literal, $($features:literal,)? $prepare:path, $blocks:path, $products:path, $powers:literal) => {
        candidate!($name, $($features,)? GhashOps {
            prepare: $prepare = fn(key: &mut Powers, count: usize),
            blocks: $blocks = fn(key: &Powers, y: &mut [u64; 2], blocks: &[[u8; BLOCK]], tail: &[[u8; BLOCK]]),
            products: $products = fn(sums: &mut Products, these: &[[u8; BLOCK]], those: &[[u8; BLOCK]]);
            polyval_powers: $powers
        })
    };
}

static CANDIDATES: &[Candidate<GhashOps>] = candidates! {
    x86: [
        ghash_candidate!(
            "vpclmulqdq512-gfni",
            "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq,gfni",
            carryless::prepare_gfni,
            carryless::blocks_gfni,
            carryless::products512,
            0
        ),
        ghash_candidate!(
            "vpclmulqdq512",
            "avx512f,avx512bw,avx512vl,pclmulqdq,vpclmulqdq",
            carryless::prepare512,
            carryless::blocks512,
            carryless::products512,
            33
        ).first_on(crate::simd::features::Design::Zen5),
        ghash_candidate!(
            "vpclmulqdq",
            "avx2,pclmulqdq,vpclmulqdq",
            carryless::prepare256,
            carryless::blocks256,
            carryless::products256,
            17
        ),
        ghash_candidate!(
            "pclmulqdq",
            "pclmulqdq,sse4.1,ssse3",
            carryless::prepare128,
            carryless::blocks128,
            carryless::products128,
            9
        ),
    ],
    aarch64: [ghash_candidate!(
        "pmull",
        "neon,aes",
        carryless::prepare_neon,
        carryless::blocks_neon,
        carryless::products_neon,
        9
    )],
    any: [ghash_candidate!("portable", portable::prepare, portable::blocks, portable::products, 0)],
};

/// The list of implementations of GHASH.
pub static GHASH: Dispatch<GhashOps> = Dispatch::new("ghash", CANDIDATES, agrees);

/// Returns whether a backend computes the expected hash of a message in parts of different lengths. One part is long
/// enough for the lanes to stay separate after a group, and the last blocks are all ones.
fn agrees(backend: Backend<GhashOps>) -> bool {
    let mut h = [0; BLOCK];
    for (byte, i) in h.iter_mut().zip(0u8..) {
        *byte = u8::wrapping_mul(i, 113).wrapping_add(59);
    }
    let mut message = [0xff; 1311];
    for (i, byte) in message[..700].iter_mut().enumerate() {
        *byte = (i % 251) as u8;
    }
    let mut ghash = Ghash::new(backend, &h);
    let mut rest = &message[..];
    for n in [1, 15, 17, 0, 1072, 160, 46] {
        let (part, more) = rest.split_at(n);
        ghash.update(part);
        rest = more;
    }
    let found = ghash.end(&[], &[0x0123456789abcdefu64, 0xfedcba9876543210]);
    u128::from_be_bytes(found) == EXPECTED && linear::agrees(backend, &message)
}

/// The hash that [`agrees`] expects.
const EXPECTED: u128 = 0x495a4eff575fd944d8982878245e672c;

/// A hash key, and the backend that computed its powers.
#[derive(Clone)]
pub struct HashKey {
    backend: Backend<GhashOps>,
    key: Powers,
    /// The maximum number of powers that was requested so far.
    made: usize,
}

impl HashKey {
    /// Creates a key of zeros, which must be set before it is used.
    #[inline(always)]
    pub fn empty(backend: Backend<GhashOps>) -> Self {
        Self { backend, key: Powers::EMPTY, made: 0 }
    }

    /// Sets the hash key, which is the encrypted zero block, for messages of any length. It is set in place, because
    /// moving a key would leave a copy in memory.
    pub fn set(&mut self, h: &[u8; BLOCK]) {
        self.set_for(h, usize::MAX);
    }

    /// Sets the hash key, which is the encrypted zero block, for a message of at most `blocks` blocks, including padded blocks
    /// and the block of lengths. A short message needs fewer powers.
    pub fn set_for(&mut self, h: &[u8; BLOCK], blocks: usize) {
        let h = u128::from_be_bytes(*h);
        // multiply by x modulo x^128 + x^127 + x^126 + x^121 + 1
        let mask = (h >> 127).wrapping_neg();
        self.set_number(h << 1 ^ (mask & (0xc2 << 120 | 1)), blocks);
    }

    /// Sets a hash key of POLYVAL for a message of at most `blocks` blocks. Its numbers are already in the form in
    /// which they are stored here.
    pub fn set_polyval_for(&mut self, h: &[u8; BLOCK], blocks: usize) {
        self.set_number(u128::from_le_bytes(*h), blocks);
    }

    fn set_number(&mut self, h: u128, blocks: usize) {
        // stored with one store, because the number is loaded again immediately to compute the powers
        store_whole64(&mut self.key.powers[POWERS - 1], [h as u64, (h >> 64) as u64]);
        self.key.sums[POWERS - 1] = [h as u64 ^ (h >> 64) as u64, 0];
        let count = blocks.min(POWERS);
        self.made = self.made.max(count);
        self.backend.prepare(&mut self.key, count);
    }

    /// Returns the powers if the backend computes at least `at_least` of them in the form of POLYVAL. If the key was
    /// set for short messages, only the powers that they need are computed, and the others are zero.
    #[inline]
    pub fn powers(&self, at_least: usize) -> Option<&Powers> {
        (at_least > 0 && self.backend.ops().polyval_powers >= at_least).then_some(&self.key)
    }
}

/// Returns the backend for GCM with a cipher that encrypts and hashes in one loop, and needs `powers` powers in the form of
/// POLYVAL: the backend in use, or another one if the powers of the backend in use have another form.
pub fn beside(powers: usize) -> Backend<GhashOps> {
    let chosen = GHASH.get();
    let enough = |backend: &Backend<GhashOps>| backend.ops().polyval_powers >= powers;
    match chosen.ops().polyval_powers {
        0 if powers > 0 && chosen.name() != "portable" => GHASH.available().find(enough).unwrap_or(chosen),
        _ => chosen,
    }
}

impl Drop for HashKey {
    fn drop(&mut self) {
        // powers are computed a register at a time, and a register contains at most four
        let from = POWERS.saturating_sub(self.made.next_multiple_of(4));
        wipe(self.key.powers[from..].as_flattened_mut());
        wipe(self.key.sums[from..].as_flattened_mut());
    }
}

/// A hash in progress, without its key.
#[derive(Clone)]
pub struct State {
    y: [u64; 2],
    /// The buffered bytes of an incomplete block.
    held: [u8; BLOCK],
    count: usize,
}

impl State {
    /// A new hash of an empty message.
    pub const EMPTY: Self = Self { y: [0; 2], held: [0; BLOCK], count: 0 };

    /// Starts a new, empty message.
    #[inline]
    pub fn reset(&mut self) {
        self.y = [0; 2];
        self.count = 0;
    }

    /// Returns the hash of the message so far, or `None` if its last block is incomplete.
    #[inline]
    pub fn whole_blocks(&mut self) -> Option<&mut [u64; 2]> {
        (self.count == 0).then_some(&mut self.y)
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, by: &HashKey, mut data: &[u8]) {
        if self.count > 0 {
            let (more, rest) = data.split_at(data.len().min(BLOCK - self.count));
            copy_short(&mut self.held[self.count..], more);
            self.count += more.len();
            if self.count < BLOCK {
                return;
            }
            by.backend.blocks(&by.key, &mut self.y, &[self.held], &[]);
            self.count = 0;
            data = rest;
        }
        let (blocks, rest) = data.as_chunks();
        if !blocks.is_empty() {
            by.backend.blocks(&by.key, &mut self.y, blocks, &[]);
        }
        copy_short(&mut self.held, rest);
        self.count = rest.len();
    }

    /// Pads an incomplete last block with zeros.
    #[inline]
    pub fn pad(&mut self, by: &HashKey) {
        if self.count > 0 {
            self.held[self.count..].fill(0);
            by.backend.blocks(&by.key, &mut self.y, &[self.held], &[]);
            self.count = 0;
        }
    }

    /// Appends the last part of the message, pads its last block with zeros, appends a block of two lengths, and
    /// returns the hash.
    #[inline]
    pub fn end(&mut self, by: &HashKey, data: &[u8], lengths: &[u64; 2]) -> [u8; BLOCK] {
        let mut blocks = &[][..];
        if self.count > 0 {
            self.update(by, data);
        } else {
            let (whole, rest) = data.as_chunks();
            blocks = whole;
            copy_short(&mut self.held, rest);
            self.count = rest.len();
        }
        let mut tail = [[0; BLOCK]; 2];
        copy_short(&mut tail[0], &self.held[..self.count]);
        let [high, low] = *lengths;
        store_whole(&mut tail[1], (u128::from(high) << 64 | u128::from(low)).swap_bytes());
        by.backend.blocks(&by.key, &mut self.y, blocks, &tail[usize::from(self.count == 0)..]);
        wipe(&mut tail[0]);
        let [low, high] = self.y;
        whole_bytes((u128::from(high) << 64 | u128::from(low)).swap_bytes())
    }
}

impl Drop for State {
    fn drop(&mut self) {
        wipe(&mut self.y);
        wipe(&mut self.held);
    }
}

/// A hash in progress, with its key.
#[derive(Clone)]
pub struct Ghash {
    key: HashKey,
    state: State,
}

impl Ghash {
    /// Starts a new message under a hash key, which is the encrypted zero block.
    #[inline]
    pub fn new(backend: Backend<GhashOps>, h: &[u8; BLOCK]) -> Self {
        let mut new = Self { key: HashKey::empty(backend), state: State::EMPTY };
        new.set(h);
        new
    }

    /// Sets another hash key, and starts a new message.
    pub fn set(&mut self, h: &[u8; BLOCK]) {
        self.key.set(h);
        self.reset();
    }

    /// Starts a new, empty message.
    #[inline]
    pub fn reset(&mut self) {
        self.state.reset();
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, data: &[u8]) {
        self.state.update(&self.key, data);
    }

    /// Appends the last part of the message, and returns the hash, as [`State::end`] does.
    #[inline]
    pub fn end(&mut self, data: &[u8], lengths: &[u64; 2]) -> [u8; BLOCK] {
        self.state.end(&self.key, data, lengths)
    }
}

impl Powers {
    const EMPTY: Self = Self { powers: [[0; 2]; PADDED], sums: [[0; 2]; PADDED] };
}

#[cfg(test)]
mod tests;
