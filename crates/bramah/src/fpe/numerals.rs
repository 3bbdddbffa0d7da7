//! Numbers of up to 4096 bits and their numerals, in a time that depends only on the radix and on lengths.
//!
//! A number is stored in limbs of 32 bits, the lowest first. Numerals are joined to groups below 2^16, so that each step
//! multiplies or divides by a power of the radix. A division is a multiplication by the reciprocal, because the time of a
//! division instruction depends on its operands. With `m = ceil(2^64 / d)`, the quotient of `x` and `d` is `x * m / 2^64`,
//! rounded down, if `x < 2^48` and `d <= 2^16`: `m * d` exceeds 2^64 by less than `d`, so that `x * m / 2^64` exceeds `x / d` by
//! less than `x / 2^64 < 1 / d`. No operation here overflows. Operations on secrets are wrapping operations nevertheless, because
//! a check for overflow is a branch.

use crate::{Error, wipe::wipe};
use core::iter::repeat_n;

/// The maximum length in bytes of half of a text, converted to a number.
pub(super) const MOST_BYTES: usize = 512;
/// The number of limbs of the longest number, which a round computes from d bytes (SP 800-38G, 5.1): one limb more than
/// [`MOST_BYTES`] bytes need.
const LIMBS: usize = MOST_BYTES / 4 + 1;

/// A divisor for numbers below 2^48.
#[derive(Clone, Copy, Default)]
struct Divisor {
    number: u32,
    reciprocal: u64,
}

impl Divisor {
    /// Returns the divisor `number`, which must be from 2 to 2^16.
    const fn new(number: u32) -> Self {
        // 2^64 / number, rounded up
        Self { number, reciprocal: (u64::MAX / number as u64) + 1 }
    }

    /// Returns the quotient and the remainder.
    #[inline(always)]
    fn divide(self, x: u64) -> (u64, u32) {
        let quotient = (u128::from(x).wrapping_mul(u128::from(self.reciprocal)) >> 64) as u64;
        (quotient, x.wrapping_sub(quotient.wrapping_mul(self.number.into())) as u32)
    }
}

/// A radix, prepared for divisions.
#[derive(Clone, Copy, Default)]
pub(super) struct Radix {
    one: Divisor,
    /// The largest power of the radix that is at most 2^16. The next field is its exponent, which is the number of
    /// numerals in a group.
    group: Divisor,
    numerals: usize,
}

impl Radix {
    /// Returns the radix `number`, which must be from 2 to 2^16.
    pub(super) fn new(number: u32) -> Result<Self, Error> {
        let (min, max) = (2, 1 << 16);
        if !(min..=max).contains(&number) {
            let [value, min, max] = [number, min, max].map(u64::from);
            return Err(Error::Parameter { name: "the radix", value, min, max });
        }
        let (mut power, mut numerals) = (number, 1);
        while power <= max / number {
            (power, numerals) = (power * number, numerals + 1);
        }
        Ok(Self { one: Divisor::new(number), group: Divisor::new(power), numerals })
    }

    /// Returns the radix as a number.
    pub(super) fn number(self) -> u32 {
        self.one.number
    }

    /// Returns the number of bytes into which every number of `len` numerals fits: SP 800-38G, 5.1, the number b.
    pub(super) fn bytes(self, len: usize) -> usize {
        self.bits(len).div_ceil(8)
    }

    /// Returns whether every number of `len` numerals fits into [`MOST_BYTES`] bytes.
    pub(super) fn fits(self, len: usize) -> bool {
        self.bits(len) <= 8 * MOST_BYTES
    }

    /// Returns the maximum number of numerals whose numbers all fit into [`MOST_BYTES`] bytes.
    pub(super) fn most(self) -> usize {
        // a numeral has at least this many bits, and at most one bit more
        let bits = self.number().ilog2() as usize;
        let (mut fits, mut fails) = (8 * MOST_BYTES / (bits + 1), 8 * MOST_BYTES / bits + 1);
        while fits + 1 < fails {
            let middle = fits.midpoint(fails);
            if self.fits(middle) { fits = middle } else { fails = middle }
        }
        fits
    }

    /// Returns the number of bits of the largest number of `len` numerals. If that number does not fit, returns any value above
    /// the bits of the numbers that fit.
    fn bits(self, len: usize) -> usize {
        if self.number().is_power_of_two() {
            return len.saturating_mul(self.number().ilog2() as usize);
        }
        // the largest number is the power minus one, and the power is not a power of two, so both have the same number of bits
        let at_most = len.saturating_mul(self.number().ilog2() as usize + 1);
        let mut power = Number { limbs: [0; LIMBS], used: (at_most / 32 + 1).min(LIMBS) };
        power.limbs[0] = 1;
        let (groups, rest) = (len / self.numerals, len % self.numerals);
        let factors = repeat_n(self.group.number, groups).chain(repeat_n(self.number(), rest));
        for factor in factors {
            power.multiply_add(factor, 0);
            if power.limbs[LIMBS - 1] != 0 {
                // the number does not fit: stop before its high bits are lost
                break;
            }
        }
        power.bits()
    }
}

/// A number of up to `LIMBS` limbs, the lowest first.
pub(super) struct Number {
    limbs: [u32; LIMBS],
    /// The number of limbs that may differ from zero.
    used: usize,
}

impl Drop for Number {
    fn drop(&mut self) {
        wipe(&mut self.limbs[..self.used]);
    }
}

impl Number {
    /// Returns the number with these numerals, the highest first: NUM_radix(X). The number must fit into `bytes` bytes.
    pub(super) fn of(radix: Radix, numerals: &[u16], bytes: usize) -> Self {
        let mut number = Self { limbs: [0; LIMBS], used: bytes.div_ceil(4) };
        let (groups, rest) = numerals.split_at(numerals.len() / radix.numerals * radix.numerals);
        for group in groups.chunks_exact(radix.numerals) {
            let join =
                |sum: u32, numeral: &u16| sum.wrapping_mul(radix.number()).wrapping_add((*numeral).into());
            let joined = group.iter().fold(0, join);
            number.multiply_add(radix.group.number, joined);
        }
        for numeral in rest {
            number.multiply_add(radix.number(), (*numeral).into());
        }
        number
    }

    /// Returns the number that big-endian bytes represent. Their length must be a multiple of 4, the length of a limb.
    pub(super) fn read_be(bytes: &[u8]) -> Self {
        let (words, _) = bytes.as_chunks();
        let mut number = Self { limbs: [0; LIMBS], used: words.len() };
        for (limb, word) in number.limbs.iter_mut().zip(words.iter().rev()) {
            *limb = u32::from_be_bytes(*word);
        }
        number
    }

    /// Writes the lowest bytes of the number to `out`, as many as fit, in big-endian order.
    pub(super) fn write_be(&self, out: &mut [u8]) {
        for (bytes, limb) in out.rchunks_mut(4).zip(&self.limbs) {
            let limb = limb.to_be_bytes();
            bytes.copy_from_slice(&limb[4 - bytes.len()..]);
        }
    }

    /// Multiplies the number by `by` and adds `add`. Bits that do not fit are lost.
    #[inline(always)]
    fn multiply_add(&mut self, by: u32, add: u32) {
        let mut carry = u64::from(add);
        for limb in &mut self.limbs[..self.used] {
            carry = carry.wrapping_add(u64::from(*limb).wrapping_mul(by.into()));
            *limb = carry as u32;
            carry >>= 32;
        }
    }

    /// Divides the number by a divisor, and returns the remainder.
    #[inline(always)]
    fn divide(&mut self, by: Divisor) -> u32 {
        let mut remainder = 0;
        for limb in self.limbs[..self.used].iter_mut().rev() {
            let quotient;
            (quotient, remainder) = by.divide(u64::from(remainder) << 32 | u64::from(*limb));
            *limb = quotient as u32;
        }
        remainder
    }

    /// Returns the number of bits of a number that is not secret.
    fn bits(&self) -> usize {
        let highest = self.limbs.iter().rposition(|limb| *limb != 0);
        highest.map_or(0, |at| 32 * at + 32 - self.limbs[at].leading_zeros() as usize)
    }

    /// Adds this number to the number with the given numerals, the highest first, or subtracts it if `BACK` is true, modulo
    /// `radix` to the power of the number of numerals. This number is overwritten.
    pub(super) fn shift_numerals<const BACK: bool>(&mut self, radix: Radix, numerals: &mut [u16]) {
        let mut carry = 0;
        for group in numerals.rchunks_mut(radix.numerals) {
            let mut joined = self.divide(radix.group);
            for numeral in group.iter_mut().rev() {
                let digit;
                let quotient;
                (quotient, digit) = radix.one.divide(joined.into());
                joined = quotient as u32;
                // negative, or at most the radix minus one: in the negative case the radix is added
                let sum = if BACK {
                    u32::from(*numeral).wrapping_sub(digit).wrapping_sub(carry)
                } else {
                    u32::from(*numeral).wrapping_add(digit).wrapping_add(carry).wrapping_sub(radix.number())
                };
                let below = ((sum as i32) >> 31) as u32;
                *numeral = sum.wrapping_add(radix.number() & below) as u16;
                carry = if BACK { below & 1 } else { !below & 1 };
            }
        }
    }
}
