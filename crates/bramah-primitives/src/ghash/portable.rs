//! GHASH without tables. It runs in constant time if the CPU's multiplication does.
//!
//! Integers multiply like polynomials as long as no carry reaches a bit of the result. So each factor is split into
//! four parts, each with every fourth bit. A bit of a product of two parts is then the sum of at most 16 bits, and its
//! carries go to the three bits above it, which are masked off. Only the low 64 bits of a product are computed in this
//! way, and the carry out of the highest bit is lost, which does no harm. The high bits of the product are the low bits
//! of the product of the bit-reversed factors, in reverse.

use super::{BLOCK, POWERS, Powers, Products};

/// Does nothing, because this backend uses only the key itself.
pub(super) fn prepare(_: &mut Powers, _: usize) {}

/// Returns the low 64 bits of the carry-less product.
#[inline(always)]
fn low(x: u64, y: u64) -> u64 {
    const MASK: u64 = 0x1111_1111_1111_1111;
    macro_rules! cut {
        ($x:ident) => {
            [$x & MASK, $x & MASK << 1, $x & MASK << 2, $x & MASK << 3]
        };
    }
    let ([a, b, c, d], [e, f, g, h]) = (cut!(x), cut!(y));
    macro_rules! sum {
        ($x0:ident $y0:ident, $x1:ident $y1:ident, $x2:ident $y2:ident, $x3:ident $y3:ident, $shift:literal) => {
            ($x0.wrapping_mul($y0) ^ $x1.wrapping_mul($y1) ^ $x2.wrapping_mul($y2) ^ $x3.wrapping_mul($y3))
                & MASK << $shift
        };
    }
    sum!(a e, b h, c g, d f, 0)
        | sum!(a f, b e, c h, d g, 1)
        | sum!(a g, b f, c e, d h, 2)
        | sum!(a h, b g, c f, d e, 3)
}

/// Returns the carry-less product.
#[inline(always)]
fn product(x: u64, y: u64) -> u128 {
    let high = low(x.reverse_bits(), y.reverse_bits()).reverse_bits() >> 1;
    u128::from(high) << 64 | u128::from(low(x, y))
}

/// Returns `x * y / x^128` modulo x^128 + x^127 + x^126 + x^121 + 1.
#[inline(always)]
fn multiply(x: u128, [y0, y1]: [u64; 2]) -> u128 {
    let (x0, x1) = (x as u64, (x >> 64) as u64);
    let (mut low, mut high) = (product(x0, y0), product(x1, y1));
    let middle = product(x0 ^ x1, y0 ^ y1) ^ low ^ high;
    low ^= middle << 64;
    high ^= middle >> 64;
    // twice, adds a multiple of the modulus that makes the lowest word zero, and drops this word
    for _ in 0..2 {
        let word = u128::from(low as u64);
        low = low.rotate_right(64) ^ word << 63 ^ word << 62 ^ word << 57;
    }
    low ^ high
}

/// Hashes blocks.
pub(super) fn blocks(key: &Powers, y: &mut [u64; 2], blocks: &[[u8; BLOCK]], tail: &[[u8; BLOCK]]) {
    let h = key.powers[POWERS - 1];
    let mut sum = u128::from(y[0]) | u128::from(y[1]) << 64;
    for block in blocks.iter().chain(tail) {
        sum = multiply(sum ^ u128::from_be_bytes(*block), h);
    }
    *y = [sum as u64, (sum >> 64) as u64];
}

/// Adds to `sums` the product of each block of `these` and the block of `those` with the same index.
pub(super) fn products(sums: &mut Products, these: &[[u8; BLOCK]], those: &[[u8; BLOCK]]) {
    for (one, other) in these.iter().zip(those) {
        let halves = |block: &[u8; BLOCK]| {
            let number = u128::from_be_bytes(*block);
            (number as u64, (number >> 64) as u64)
        };
        let ((x0, x1), (y0, y1)) = (halves(one), halves(other));
        sums.add(
            [product(x0, y0), product(x0 ^ x1, y0 ^ y1), product(x1, y1)]
                .map(|sum| [sum as u64, (sum >> 64) as u64]),
        );
    }
}
