//! Sums of products in GF(2^128) and GF(2^64), which MGM uses: RFC 9058, section 3.
//!
//! Bits are in their natural order here, so the last bit of a block is the coefficient of x^0. Each product in
//! GF(2^128) consists of three products of halves (Karatsuba). They are summed over the whole message, and only the sum
//! is reduced. In GF(2^64), each half of a block is one element. The products of the low halves and of the high halves
//! are then two separate products, whose sums are added, and the third product is not used.

use super::{BLOCK, GhashOps};
use crate::ghash::GhashCalls;
use crate::{backend::Backend, wipe::wipe};

/// Three sums: of the products of the low halves, of the XORed halves, and of the high halves. In each, the low word
/// comes first.
#[derive(Clone)]
pub struct Products([[u64; 2]; 3]);

impl Products {
    /// Adds the three products of the halves of two blocks.
    #[inline(always)]
    pub(super) fn add(&mut self, products: [[u64; 2]; 3]) {
        for (sum, product) in self.0.iter_mut().zip(products) {
            sum[0] ^= product[0];
            sum[1] ^= product[1];
        }
    }

    /// Returns the three sums as integers.
    fn numbers(&self) -> [u128; 3] {
        self.0.map(|[low, high]| u128::from(high) << 64 | u128::from(low))
    }
}

/// A sum of products of blocks, which have 8 or 16 bytes.
#[derive(Clone)]
pub struct Sum {
    products: Products,
}

impl Sum {
    /// The sum of no products.
    pub const ZERO: Self = Self { products: Products([[0; 2]; 3]) };

    /// Adds the products of the blocks of two strings, pair by pair. The shorter string is padded with zeros.
    pub fn add(&mut self, by: Backend<GhashOps>, these: &[u8], those: &[u8]) {
        let len = these.len().min(those.len());
        let whole = len / BLOCK * BLOCK;
        let [(these, few), (those, others)] = [these.split_at(whole), those.split_at(whole)];
        if whole > 0 {
            by.products(&mut self.products, these.as_chunks().0, those.as_chunks().0);
        }
        if len > whole {
            let mut last = [[0; BLOCK]; 2];
            for (last, rest) in last.iter_mut().zip([few, others]) {
                let rest = &rest[..rest.len().min(BLOCK)];
                last[..rest.len()].copy_from_slice(rest);
            }
            by.products(&mut self.products, &last[..1], &last[1..]);
            wipe(last.as_flattened_mut());
        }
    }

    /// Returns the sum of products of 16-byte blocks before the reduction: its low and its high 128 bits.
    pub(super) fn wide(&self) -> [u128; 2] {
        let [low, middle, high] = self.products.numbers();
        let middle = middle ^ low ^ high;
        [low ^ middle << 64, high ^ middle >> 64]
    }

    /// Returns the sum of products of 16-byte blocks, modulo x^128 + x^7 + x^2 + x + 1.
    pub fn reduced128(&self) -> u128 {
        let [low, high] = self.wide();
        let folded = |x: u128| x ^ x << 1 ^ x << 2 ^ x << 7;
        low ^ folded(high) ^ folded(high >> 127 ^ high >> 126 ^ high >> 121)
    }

    /// Returns the sum of products of 8-byte blocks, modulo x^64 + x^4 + x^3 + x + 1.
    pub fn reduced64(&self) -> u64 {
        let [low, _, high] = self.products.numbers();
        let sum = low ^ high;
        let (low, high) = (sum as u64, (sum >> 64) as u64);
        let folded = |x: u64| x ^ x << 1 ^ x << 3 ^ x << 4;
        low ^ folded(high) ^ folded(high >> 63 ^ high >> 61 ^ high >> 60)
    }
}

impl Drop for Sum {
    fn drop(&mut self) {
        wipe(self.products.0.as_flattened_mut());
    }
}

/// Returns whether a backend computes the expected sums of products of parts of a string. The parts begin at different
/// bytes.
pub(super) fn agrees(backend: Backend<GhashOps>, string: &[u8]) -> bool {
    let mut sum = Sum::ZERO;
    sum.add(backend, &string[..1008], &string[303..]);
    sum.add(backend, &string[5..12], &string[20..]);
    sum.reduced128() == EXPECTED128 && sum.reduced64() == EXPECTED64
}

/// The sums that [`agrees`] expects.
const EXPECTED128: u128 = 0xe094_7bf4_ab5e_60e8_7cfe_ea3f_75ac_7d9b;
const EXPECTED64: u64 = 0x12a9_a969_ee22_8ae7;
