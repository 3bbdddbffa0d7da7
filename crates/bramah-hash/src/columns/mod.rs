//! States of eight rows by eight or sixteen columns, where each column is a 64-bit word with row 0 in its lowest byte.
//! Grøstl and Kupyna, which follows Grøstl's design, share this code.
//!
//! A round substitutes every byte, shifts row `i` by a number of columns, and multiplies each column by a circulant
//! matrix. Here all three steps are one XOR of eight words for each column; each word is read from a table, indexed by
//! a byte. This is the fastest way without vectors, but it is not constant-time. The bytes of a column are extracted
//! once, and the table words are XORed into eight columns, as many as the registers hold. So a long state needs two
//! passes.

crate::backend::only! {
    x86: { pub(super) mod registers; pub(super) mod rows; }
    x86_64: { pub(super) use crate::simd::opaque::pinned; }
}

use crate::simd::gf::products;

/// Returns `x`. On x86-64 the function of this name also fixes the order of the instructions; here the compiler chooses it.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn pinned(x: u64) -> u64 {
    x
}

/// For each row, the contribution of each byte value to its column.
pub(super) type Tables = [[u64; 256]; 8];

/// Returns the tables. Row `i` uses the S-box `i % N`. Row `r` of the matrix is `first` rotated right by `r`.
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

/// Declares `compress`, `f(h, m) = P(h ^ m) ^ Q(m) ^ h`, and `transform`, `P(h) ^ h`, for states of `$n` columns. `p`
/// and `q` add the round constant: the names between the bars are a column, the number of the column and the number of
/// the round. `shift` defines, for each row of P and of Q, how many columns further on its bytes come from.
macro_rules! columns {
    ($n:literal, $rounds:literal, $tables:expr, |$x:ident, $j:ident, $r:ident| p $p:expr, q $q:expr,
     shift $p_shift:expr, $q_shift:expr; $($column:literal)*) => {
        #[inline(always)]
        fn p(x: &[u64; $n], r: u64) -> [u64; $n] {
            let (mut x, mut out) = (*x, [0; $n]);
            $( x[$column] = { let ($x, $j, $r) = (x[$column], $column as u64, r); $p }; )*
            $( $crate::columns::columns!(spread 0, $tables, x, out, $p_shift, $column, $n); )*
            if $n > 8 {
                $( $crate::columns::columns!(spread 1, $tables, x, out, $p_shift, $column, $n); )*
            }
            out
        }
        #[inline(always)]
        fn q(x: &[u64; $n], r: u64) -> [u64; $n] {
            let (mut x, mut out) = (*x, [0; $n]);
            $( x[$column] = { let ($x, $j, $r) = (x[$column], $column as u64, r); $q }; )*
            $( $crate::columns::columns!(spread 0, $tables, x, out, $q_shift, $column, $n); )*
            if $n > 8 {
                $( $crate::columns::columns!(spread 1, $tables, x, out, $q_shift, $column, $n); )*
            }
            out
        }

        pub(crate) fn compress(state: &mut [u64; $n], blocks: &[[u8; 8 * $n]]) {
            let mut h = *state;
            for block in blocks {
                let mut b = $crate::columns::load(block);
                let mut a = h;
                $( a[$column] ^= b[$column]; )*
                // run P first and then Q, because both together need more registers than there are
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

        pub(crate) fn transform(state: &mut [u64; $n]) {
            let mut a = *state;
            for r in 0..$rounds {
                a = p(&a, r);
            }
            $( state[$column] ^= a[$column]; )*
        }
    };
    (spread $half:literal, $tables:expr, $x:expr, $out:expr, $shift:expr, $j:literal, $n:literal) => {
        // pinned to this order, because otherwise the bytes of all columns would be spilled to memory
        let x = $crate::columns::pinned($x[$j]);
        for i in 0..8 {
            let to = ($j + $n - $shift[i]) % $n;
            if to / 8 == $half {
                $out[to] ^= $tables[i][usize::from((x >> (8 * i)) as u8)];
            }
        }
    };
}
pub(super) use columns;

/// Returns the columns of a block as little-endian words.
#[inline(always)]
pub(super) fn load<const N: usize>(block: &[u8]) -> [u64; N] {
    let mut columns = [0; N];
    for (column, bytes) in columns.iter_mut().zip(block.as_chunks().0) {
        *column = u64::from_le_bytes(*bytes);
    }
    columns
}

/// Declares the compression functions for short and for long states, with their candidates, padding and output.
/// Arguments: the sections of the specification, the constants of [`Params`](crate::frame::Params), and for x86 the
/// name, the features and the module of each candidate; then for each function its types, its module, its number of
/// columns, its name, the name of its batch list, the digest of its self-test, and its batch candidates.
macro_rules! compressions {
    ($section:literal, $constants:tt, $x86:tt;
     $($(#[$doc:meta])* $compress:ident, $params:ident, $hash:ident, $size:ident $columns:literal, $name:literal, $many_name:literal,
       $digest:expr, $many:expr;)*) => { $(
        $(#[$doc])*
        pub struct $compress;
        impl Compress for $compress {
            type State = [u64; $columns];
            type Block = [u8; 8 * $columns];
            lists! {
                $hash;
                $name, CompressOps<$compress>, $crate::columns::compressions!(@ $compress $size $x86), $digest;
                $many_name, Batch<[u64; $columns], ()>, $many
            }
        }

        $crate::columns::compressions!(@ $compress $params $section $constants);
    )* };
    (@ $compress:ident $params:ident $section:literal { $($constants:tt)* }) => {
        #[doc = concat!("The padding and output over [`", stringify!($compress), "`]: ", $section, ".")]
        pub struct $params;
        impl Params for $params {
            type Compress = $compress;
            $($constants)*
            #[inline(always)]
            fn output(
                backend: $crate::backend::Backend<CompressOps<$compress>>,
                state: &mut <$compress as Compress>::State,
                out: &mut [u8],
            ) {
                backend.transform(state);
                state.write_end_le(out);
            }
        }
    };
    (@ $compress:ident $size:ident [$($name:tt $features:tt $($module:ident)::+),*]) => {
        $crate::backend::candidates! {
            x86: [$(compress_candidate!(
                $compress, $name, $features, $($module)::+::$size::compress; $($module)::+::$size::transform
            )),*],
            any: [
                compress_candidate!($compress, "portable", tables::$size::compress; tables::$size::transform).indexing(),
            ],
        }
    };
}
pub(super) use compressions;
