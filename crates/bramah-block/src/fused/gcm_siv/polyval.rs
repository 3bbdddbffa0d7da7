//! POLYVAL of a message with its own hash key. The powers of the key are used for one message only, and computing a power takes
//! as long as hashing a block.
//!
//! A short message is hashed two blocks at a time, with the key and its square. A long message uses the loop of GHASH, with one
//! power for each block, up to the number of blocks in a group.

use crate::{
    fused::gcm::{GROUP, Hashing},
    primitives::ghash::{Numbers, POWERS, powers as make},
    simd::{
        gf::{Carryless, Little, Stored},
        memory::{Bytes, short_le},
    },
};

/// Returns the length block: the length of the header and that of the text, in bits, as the two 64-bit words of a field
/// element, the low word first.
#[inline(always)]
fn lengths(header: &[u8], text: &[u8]) -> [u64; 2] {
    [header, text].map(|data| (data.len() as u64).wrapping_mul(8))
}

/// Loads the last bytes of a text, fewer than a block, padded with zeros.
#[inline(always)]
fn padded<G: Stored>(isa: G::Isa, bytes: &[u8]) -> G::One {
    // padded in registers: a load of bytes that were just stored in pieces would wait for the stores
    let number = short_le(bytes);
    G::one(isa, &[number as u64, (number >> 64) as u64])
}

/// The POLYVAL of a short message so far, with the key and its square, and the sums of the halves of both.
struct Few<G: Stored> {
    isa: G::Isa,
    key: [G::One; 2],
    square: [G::One; 2],
    sum: G::One,
}

impl<G: Stored> Few<G> {
    #[inline(always)]
    fn new(isa: G::Isa, h: [u64; 2]) -> Self {
        let h = G::one(isa, &h);
        let key = [h, G::folded_one(h)];
        let square = G::reduce_soon(isa, G::products(h, key[0], key[1]));
        Self { isa, key, square: [square, G::folded_one(square)], sum: G::zero(isa).sum() }
    }

    #[inline(always)]
    fn block(&mut self, x: G::One) {
        let products = G::products(G::add(self.sum, x), self.key[0], self.key[1]);
        self.sum = G::reduce_soon(self.isa, products);
    }

    #[inline(always)]
    fn two(&mut self, x: G::One, y: G::One) {
        // the products of the second block do not depend on the hash so far
        let [low, middle, high] = G::products(y, self.key[0], self.key[1]);
        let [l, m, h] = G::products(G::add(self.sum, x), self.square[0], self.square[1]);
        self.sum = G::reduce_soon(self.isa, [G::add(low, l), G::add(middle, m), G::add(high, h)]);
    }

    /// Adds whole blocks to the hash.
    #[inline(always)]
    fn blocks(&mut self, mut blocks: &[[u8; 16]]) {
        let load = |block| G::load_one_little(self.isa, block);
        if blocks.len() % 2 == 1
            && let Some((first, others)) = blocks.split_first()
        {
            let x = load(first);
            self.block(x);
            blocks = others;
        }
        for [x, y] in blocks.as_chunks::<2>().0 {
            let [x, y] = [x, y].map(|block| G::load_one_little(self.isa, block));
            self.two(x, y);
        }
    }
}

/// Returns the POLYVAL of a short message.
#[inline(always)]
pub(super) fn of_short<G: Stored>(isa: G::Isa, h: [u64; 2], header: &[u8], text: &[u8]) -> G::One {
    let mut hash = Few::<G>::new(isa, h);
    if !header.is_empty() {
        let (whole, rest) = header.as_chunks();
        hash.blocks(whole);
        if !rest.is_empty() {
            hash.block(padded::<G>(isa, rest));
        }
    }
    let lengths = G::one(isa, &lengths(header, text));
    let (whole, rest) = text.as_chunks();
    if !rest.is_empty() {
        hash.blocks(whole);
        hash.two(padded::<G>(isa, rest), lengths);
    } else if let Some((last, others)) = whole.split_last() {
        hash.blocks(others);
        hash.two(G::load_one_little(isa, last), lengths);
    } else {
        hash.block(lengths);
    }
    hash.sum
}

/// The maximum length in bytes of a text for [`of_few`].
pub(super) const FEW: usize = 64;

/// Returns the POLYVAL of a text of at most [`FEW`] bytes without associated data, with one power of the key for each block.
/// Computing the powers takes longer than hashing two blocks at a time, but the powers do not depend on the text. Therefore this
/// is for a text that must be decrypted first.
#[inline(always)]
pub(super) fn of_few<G: Stored>(isa: G::Isa, h: [u64; 2], text: &[u8]) -> G::One {
    let power = |x, [y, folded]: [G::One; 2]| {
        let power = G::reduce_soon(isa, G::products(x, y, folded));
        [power, G::folded_one(power)]
    };
    let h = G::one(isa, &h);
    let first = [h, G::folded_one(h)];
    let second = power(h, first);
    let third = power(second[0], first);
    let powers = [second, third, power(second[0], second), power(third[0], second)];
    let [mut low, mut middle, mut high] = G::products(G::one(isa, &lengths(&[], text)), first[0], first[1]);
    let (whole, rest) = text.as_chunks();
    let blocks = whole.len() + usize::from(!rest.is_empty());
    // from the last block to the first
    for i in 0..FEW / 16 {
        if i < blocks {
            let x = match whole.get(blocks - 1 - i) {
                Some(block) => G::load_one_little(isa, block),
                None => padded::<G>(isa, rest),
            };
            let [l, m, h] = G::products(x, powers[i][0], powers[i][1]);
            (low, middle, high) = (G::add(low, l), G::add(middle, m), G::add(high, h));
        }
    }
    G::reduce_soon(isa, [low, middle, high])
}

/// Computes the powers of the key that a message with these lengths in bytes needs.
#[inline(always)]
pub(super) fn prepare<G: Stored>(
    isa: G::Isa,
    h: [u64; 2],
    header: usize,
    text: usize,
    [powers, sums]: &mut [Numbers; 2],
) {
    let blocks = header.div_ceil(16) + text.div_ceil(16) + 1;
    // stored whole, so that the loads in `powers` do not wait for several stores
    let h = G::one(isa, &h);
    powers[POWERS - 1] = G::number(h);
    sums[POWERS - 1] = G::number(G::folded_one(h));
    match G::COUNT {
        4 => make::<Little<G>, 32>(isa, powers, sums, blocks),
        2 => make::<Little<G>, 16>(isa, powers, sums, blocks),
        _ => make::<Little<G>, 8>(isa, powers, sums, blocks),
    }
}

/// The POLYVAL of a long message so far.
struct Many<'a, G: Stored> {
    isa: G::Isa,
    hashing: Hashing<'a, Little<G>>,
}

impl<G: Stored> Many<'_, G> {
    /// Adds whole blocks, and then the last `tail` blocks of `ends`.
    #[inline(always)]
    fn part(&mut self, whole: &[[u8; 16]], ends: [G::One; 2], tail: usize) {
        let vectors = G::Blocks::split(whole.as_flattened()).0;
        let groups = vectors.as_chunks::<GROUP>().0;
        for group in groups {
            // the first vector is hashed last, because it needs the hash of the previous group
            for i in (0..GROUP).rev() {
                let mut x = Little::<G>::load(self.isa, &group[i]);
                if i == 0 {
                    x = x.xor(Little::first(self.isa, self.hashing.sum));
                }
                self.hashing.multiply(x, POWERS - (GROUP - i) * G::COUNT);
            }
            self.hashing.reduce();
        }
        let rest = whole.get(groups.len() * GROUP * G::COUNT..).unwrap_or(&[]);
        if rest.len() + tail > 0 {
            self.rest(rest, ends, tail);
        }
    }

    /// Adds the blocks after the last group. The first ones are added one by one, so that a whole number of vectors follow. Then
    /// the powers of these vectors are loaded in the pieces in which they were stored, because a load that spans two stores would
    /// wait for both. The last vector is joined from blocks of the text and the tail.
    #[inline(always)]
    fn rest(&mut self, whole: &[[u8; 16]], ends: [G::One; 2], tail: usize) {
        let isa = self.isa;
        let blocks = whole.len() + tail;
        let zero = G::zero(isa).sum();
        let block = |i: usize| match whole.get(i) {
            Some(block) => G::load_one_little(isa, block),
            None if i + 1 == blocks => ends[1],
            None => ends[0],
        };
        let mut sum = self.hashing.sum;
        let [mut low, mut middle, mut high] = [zero; 3];
        let mut at = POWERS.saturating_sub(blocks);
        let mut next = 0;
        for _ in 0..blocks % G::COUNT {
            let (Some(power), Some(sums)) = (self.hashing.powers.get(at), self.hashing.sums.get(at)) else {
                break;
            };
            let x = G::add(block(next), sum);
            sum = zero;
            let [l, m, h] = G::products(x, G::one(isa, power), G::one(isa, sums));
            (low, middle, high) = (G::add(low, l), G::add(middle, m), G::add(high, h));
            (at, next) = (at + 1, next + 1);
        }
        while let Some(vector) = whole.get(next..next + G::COUNT) {
            let Some(vector) = G::Blocks::split(vector.as_flattened()).0.first() else { break };
            self.hashing.multiply(Little::<G>::load(isa, vector).xor(Little::first(isa, sum)), at);
            sum = zero;
            (at, next) = (at + G::COUNT, next + G::COUNT);
        }
        while next < blocks {
            let last = if G::COUNT == 4 {
                [block(next), block(next + 1), block(next + 2), block(next + 3)]
            } else {
                [block(next), block(next + G::COUNT - 1), zero, zero]
            };
            let last = Little::<G>::joined(isa, last).xor(Little::first(isa, sum));
            self.hashing.multiply(last, at);
            sum = zero;
            (at, next) = (at + G::COUNT, next + G::COUNT);
        }
        let [l, m, h] = self.hashing.products;
        let products = [G::add(l.sum(), low), G::add(m.sum(), middle), G::add(h.sum(), high)];
        self.hashing.sum = G::reduce_soon(isa, products);
        self.hashing.products = [Little::zero(isa); 3];
    }
}

/// Returns the POLYVAL of a long message.
#[inline(always)]
pub(super) fn of_long<G: Stored>(
    isa: G::Isa,
    [powers, sums]: &[Numbers; 2],
    header: &[u8],
    text: &[u8],
) -> G::One {
    let lengths = G::one(isa, &lengths(header, text));
    let mut hash = Many::<G> { isa, hashing: Hashing::with(isa, powers, sums, [0; 2]) };
    // in a loop, so that the code is compiled only once
    let mut data = header;
    let first = usize::from(header.is_empty());
    for part in first..2 {
        let is_last = part == 1;
        if is_last {
            data = text;
        }
        let (whole, rest) = data.as_chunks();
        let last = padded::<G>(isa, rest);
        let tail = usize::from(!rest.is_empty()) + usize::from(is_last);
        hash.part(whole, if is_last { [last, lengths] } else { [last, last] }, tail);
    }
    hash.hashing.sum
}
