//! States of eight rows by eight or sixteen columns, a column to a word with row 0 in its lowest
//! byte: what Grøstl and Kupyna share (the second follows the first).
//!
//! A round substitutes every byte, shifts row `i` by columns and multiplies each column by a
//! circulant. Here all three are one sum of eight words per column, each read from a table by a
//! byte: the fastest way without vectors, and not constant-time. A column is taken apart once, and
//! its words go to the sums of eight columns, which is what registers hold: a long state is gone
//! through twice.

crate::backend::only! {
    x86: { pub(super) mod rows; }
    x86_64: { pub(super) use crate::simd::opaque::pinned; }
}

use crate::simd::gf::products;

/// Elsewhere the compiler's order does.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn pinned(x: u64) -> u64 {
    x
}

/// For each row the words that its bytes become in a column.
pub(super) type Tables = [[u64; 256]; 8];

/// The tables of S-boxes, the one of row `i` at `i % N`, and of a matrix whose row `r` is `first`
/// turned right by `r`.
pub(super) const fn tables<const N: usize>(
    sboxes: &[[u8; 256]; N],
    first: [u8; 8],
    polynomial: u16,
) -> Tables {
    let (mut tables, mut i) = ([[0; 256]; 8], 0);
    while i < 8 {
        let (mut column, mut r) = ([0; 8], 0);
        while r < 8 {
            column[r] = first[(i + 8 - r) % 8];
            r += 1;
        }
        tables[i] = products(&sboxes[i % N], column, polynomial);
        i += 1;
    }
    tables
}

/// Declares `compress` and `transform` for states of `$n` columns: `f(h, m) = P(h + m) + Q(m) + h`
/// and `P(h) + h`. The names between the bars are a column before a round's constant, its number
/// and the round's; `shift` says for each row how many columns further on it comes from in P and in Q.
macro_rules! columns {
    ($n:literal, $rounds:literal, $tables:expr, |$x:ident, $j:ident, $r:ident| p $p:expr, q $q:expr,
     shift $p_shift:expr, $q_shift:expr; $($column:literal)*) => {
        #[inline(always)]
        fn p(x: &[u64; $n], r: u64) -> [u64; $n] {
            let (mut x, mut out) = (*x, [0; $n]);
            $( x[$column] = { let ($x, $j, $r) = (x[$column], $column as u64, r); $p }; )*
            $( $crate::hash::columns::columns!(spread 0, $tables, x, out, $p_shift, $column, $n); )*
            if $n > 8 {
                $( $crate::hash::columns::columns!(spread 1, $tables, x, out, $p_shift, $column, $n); )*
            }
            out
        }
        #[inline(always)]
        fn q(x: &[u64; $n], r: u64) -> [u64; $n] {
            let (mut x, mut out) = (*x, [0; $n]);
            $( x[$column] = { let ($x, $j, $r) = (x[$column], $column as u64, r); $q }; )*
            $( $crate::hash::columns::columns!(spread 0, $tables, x, out, $q_shift, $column, $n); )*
            if $n > 8 {
                $( $crate::hash::columns::columns!(spread 1, $tables, x, out, $q_shift, $column, $n); )*
            }
            out
        }

        pub(in crate::hash) fn compress(state: &mut [u64; $n], blocks: &[[u8; 8 * $n]]) {
            let mut h = *state;
            for block in blocks {
                let mut b = $crate::hash::columns::load(block);
                let mut a = h;
                $( a[$column] ^= b[$column]; )*
                // one after the other: the sums of both are more than there are registers
                for r in 0..$rounds {
                    a = p(&a, r);
                }
                for r in 0..$rounds {
                    b = q(&b, r);
                }
                $( h[$column] ^= a[$column] ^ b[$column]; )*
            }
            *state = h;
        }

        pub(in crate::hash) fn transform(state: &mut [u64; $n]) {
            let mut a = *state;
            for r in 0..$rounds {
                a = p(&a, r);
            }
            $( state[$column] ^= a[$column]; )*
        }
    };
    (spread $half:literal, $tables:expr, $x:expr, $out:expr, $shift:expr, $j:literal, $n:literal) => {
        // in this order, or the bytes of all columns wait in memory
        let x = $crate::hash::columns::pinned($x[$j]);
        for i in 0..8 {
            let to = ($j + $n - $shift[i]) % $n;
            if to / 8 == $half {
                $out[to] ^= $tables[i][usize::from((x >> (8 * i)) as u8)];
            }
        }
    };
}
pub(super) use columns;

/// The columns of a block.
#[inline(always)]
pub(super) fn load<const N: usize>(block: &[u8]) -> [u64; N] {
    let mut columns = [0; N];
    for (column, bytes) in columns.iter_mut().zip(block.as_chunks().0) {
        *column = u64::from_le_bytes(*bytes);
    }
    columns
}
