//! States of eight rows by eight or sixteen columns, a column to a word with row 0 in its lowest
//! byte: what Grøstl and Kupyna share (the second follows the first).
//!
//! A round substitutes every byte, shifts row `i` by columns and multiplies each column by a
//! circulant. Here all three are one sum of eight words per column, each read from a table by a
//! byte: the fastest way without vectors, and not constant-time.

use crate::simd::products;

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
        fn p(mut x: [u64; $n], r: u64) -> [u64; $n] {
            $( x[$column] = { let ($x, $j, $r) = (x[$column], $column as u64, r); $p }; )*
            [$($crate::hash::columns::columns!(column $tables, x, $p_shift, $column, $n)),*]
        }
        #[inline(always)]
        fn q(mut x: [u64; $n], r: u64) -> [u64; $n] {
            $( x[$column] = { let ($x, $j, $r) = (x[$column], $column as u64, r); $q }; )*
            [$($crate::hash::columns::columns!(column $tables, x, $q_shift, $column, $n)),*]
        }

        pub(in crate::hash) fn compress(state: &mut [u64; $n], blocks: &[[u8; 8 * $n]]) {
            let mut h = *state;
            for block in blocks {
                let mut b = $crate::hash::columns::load(block);
                let mut a = h;
                $( a[$column] ^= b[$column]; )*
                for r in 0..$rounds {
                    a = p(a, r);
                    b = q(b, r);
                }
                $( h[$column] ^= a[$column] ^ b[$column]; )*
            }
            *state = h;
        }

        pub(in crate::hash) fn transform(state: &mut [u64; $n]) {
            let mut a = *state;
            for r in 0..$rounds {
                a = p(a, r);
            }
            $( state[$column] ^= a[$column]; )*
        }
    };
    (column $tables:expr, $x:expr, $shift:expr, $j:literal, $n:literal) => {
        $crate::hash::columns::columns!(byte $tables, $x, $shift, $j, $n, 0)
            ^ $crate::hash::columns::columns!(byte $tables, $x, $shift, $j, $n, 1)
            ^ $crate::hash::columns::columns!(byte $tables, $x, $shift, $j, $n, 2)
            ^ $crate::hash::columns::columns!(byte $tables, $x, $shift, $j, $n, 3)
            ^ $crate::hash::columns::columns!(byte $tables, $x, $shift, $j, $n, 4)
            ^ $crate::hash::columns::columns!(byte $tables, $x, $shift, $j, $n, 5)
            ^ $crate::hash::columns::columns!(byte $tables, $x, $shift, $j, $n, 6)
            ^ $crate::hash::columns::columns!(byte $tables, $x, $shift, $j, $n, 7)
    };
    (byte $tables:expr, $x:expr, $shift:expr, $j:literal, $n:literal, $i:literal) => {
        $tables[$i][usize::from(($x[const { ($j + $shift[$i]) % $n }] >> (8 * $i)) as u8)]
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
