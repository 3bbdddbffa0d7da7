//! Serpent's S-boxes and the functions built on them: R. Anderson, E. Biham and L. Knudsen, *Serpent: A Proposal for
//! the Advanced Encryption Standard*, 1998. Only the rounds, for the ciphers that use them.
//!
//! Bit `i` of four words is the input of an S-box, for every `i` at once, so that nothing is looked up. Each output bit
//! is a sum of products of the four input bits, which is computed from the tables at compile time.

mod rounds;

pub(crate) use rounds::{keys, round};

use crate::simd::words::Words;

/// The S-boxes.
#[rustfmt::skip]
const TABLES: [[u8; 16]; 8] = [
    [3, 8, 15, 1, 10, 6, 5, 11, 14, 13, 4, 2, 7, 0, 9, 12],
    [15, 12, 2, 7, 9, 0, 5, 10, 1, 11, 14, 8, 6, 13, 3, 4],
    [8, 6, 7, 9, 3, 12, 10, 15, 13, 1, 14, 4, 0, 11, 5, 2],
    [0, 15, 11, 8, 12, 9, 6, 3, 13, 1, 2, 4, 10, 7, 5, 14],
    [1, 15, 8, 3, 12, 0, 11, 6, 2, 5, 4, 10, 9, 14, 7, 13],
    [15, 5, 2, 11, 4, 10, 9, 12, 0, 3, 14, 8, 13, 6, 7, 1],
    [7, 2, 12, 5, 8, 4, 6, 11, 14, 9, 1, 15, 13, 3, 10, 0],
    [1, 13, 15, 0, 14, 8, 2, 11, 7, 4, 12, 10, 9, 3, 5, 6],
];

/// The products that make up the outputs: bit `j` of entry `m` says that output `j` contains the product of the inputs
/// whose bits are set in `m`.
const SUMS: [[u8; 16]; 8] = {
    let mut sums = TABLES;
    let mut table = 0;
    while table < 8 {
        let mut m = 0;
        while m < 64 {
            // the Moebius transform: one input at a time
            let (bit, at) = (1 << (m / 16), m % 16);
            if at & bit != 0 {
                sums[table][at] ^= sums[table][at ^ bit];
            }
            m += 1;
        }
        table += 1;
    }
    sums
};

/// Applies S-box `N`, 0 to 7; the words of the lowest bits come first.
#[inline(always)]
pub(crate) fn substitute<const N: usize, V: Words<Word = u32>>(isa: V::Isa, x: [V; 4]) -> [V; 4] {
    let [a, b, c, d] = x;
    let (ab, cd) = (a.and(b), c.and(d));
    let (ac, bc, ad, bd) = (a.and(c), b.and(c), a.and(d), b.and(d));
    let products = [ab.and(c), ab.and(d), a.and(cd), b.and(cd)];
    let mut out = [V::splat(isa, 0); 4];
    macro_rules! add {
        ($($m:literal $product:expr,)*) => { $(
            add!(@ $m $product, 0 1 2 3);
        )* };
        (@ $m:literal $product:expr, $($j:literal)*) => { $(
            if const { SUMS[N][$m] >> $j & 1 == 1 } {
                out[$j] = out[$j].xor($product);
            }
        )* };
    }
    add!(1 a, 2 b, 3 ab, 4 c, 5 ac, 6 bc, 7 products[0], 8 d, 9 ad, 10 bd, 11 products[1], 12 cd,);
    add!(13 products[2], 14 products[3],);
    macro_rules! constants {
        ($($j:literal)*) => { $(
            if const { SUMS[N][0] >> $j & 1 == 1 } {
                out[$j] = out[$j].not();
            }
        )* };
    }
    constants!(0 1 2 3);
    // an S-box is a permutation, so it has no product of all four
    const { assert!(SUMS[N][15] == 0) };
    out
}
