//! Ciphers over words in lanes: each register has one word of every block, and each block is in one lane. A block has 2 or 4
//! words.

use super::{Cipher, serial::InWords};
use crate::simd::{
    Portable,
    memory::{Group, Run, align_frame},
    words::{Columns, columns, store_columns},
};

/// The rounds of a cipher with blocks of `N` words, over registers that hold one word of each block.
pub(crate) trait LaneRounds<V: Columns, const N: usize>: Cipher {
    /// Whether words are big-endian; otherwise they are little-endian.
    const BIG: bool;
    /// Encrypts blocks, or decrypts them if `BACK` is set. There are `G` groups of `N` registers, and register `i` of a group has
    /// word `i` of a block in each lane. The groups are independent of each other.
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Self::Schedule,
        x: [[V; N]; G],
    ) -> [[V; N]; G];
}

impl<C: LaneRounds<W, N>, W: Columns<Token = Portable>, const N: usize> InWords<W, N> for C {
    const BIG: bool = <C as LaneRounds<W, N>>::BIG;
    #[inline(always)]
    fn encrypt(keys: &C::Schedule, x: [W; N]) -> [W; N] {
        let [x] = C::rounds::<false, 1>(Portable, keys, [x]);
        x
    }
}

/// Reads the words of the blocks, from register `from` of the group on. This is a function because the compiler would build a
/// closure without the CPU features of the kernel.
#[inline(always)]
fn read<C: LaneRounds<V, N>, V: Columns, const N: usize>(
    token: V::Token,
    group: &Group<'_, V::Bytes>,
    from: usize,
) -> [V; N] {
    match C::BIG {
        true => columns::<V, N, true>(token, group, from),
        false => columns::<V, N, false>(token, group, from),
    }
}

/// Encrypts or decrypts a group of blocks.
#[inline(always)]
pub(super) fn blocks<C: LaneRounds<V, N>, V: Columns, const N: usize, const G: usize, const BACK: bool>(
    token: V::Token,
    keys: &C::Schedule,
    group: &Group<'_, V::Bytes>,
) {
    let mut x = [read::<C, V, N>(token, group, 0); G];
    for i in 1..G {
        x[i] = read::<C, V, N>(token, group, N * i);
    }
    let x = C::rounds::<BACK, G>(token, keys, x);
    for i in 0..G {
        match C::BIG {
            true => store_columns::<V, N, true>(token, x[i], group, N * i),
            false => store_columns::<V, N, false>(token, x[i], group, N * i),
        }
    }
}

/// Encrypts or decrypts a run: `G` groups of registers at a time, then one group, then single blocks.
#[inline(always)]
pub(crate) fn run<
    C: LaneRounds<V, N> + LaneRounds<W, N>,
    V: Columns,
    W: Columns<Token = Portable>,
    const N: usize,
    const G: usize,
    const BACK: bool,
>(
    token: V::Token,
    keys: &C::Schedule,
    mut run: Run<'_>,
) {
    if V::BLOCKS > 1 {
        align_frame();
    }
    while let Some(group) = run.next(G * N) {
        blocks::<C, V, N, G, BACK>(token, keys, &group);
    }
    if V::BLOCKS > 1 {
        while let Some(group) = run.next(N) {
            blocks::<C, V, N, 1, BACK>(token, keys, &group);
        }
    }
    if !run.is_empty() {
        single::<C, W, N, 1, BACK>(keys, run);
    }
}

/// Encrypts or decrypts a run, `G` blocks side by side, then one block after another. This is a separate function because with
/// the CPU features of a vector kernel the compiler would put the words of a block into vectors.
#[inline(never)]
pub(super) fn single<
    C: LaneRounds<W, N>,
    W: Columns<Token = Portable>,
    const N: usize,
    const G: usize,
    const BACK: bool,
>(
    keys: &C::Schedule,
    mut run: Run<'_>,
) {
    if G > 1 {
        while let Some(group) = run.next(G * N) {
            blocks::<C, W, N, G, BACK>(Portable, keys, &group);
        }
    }
    while let Some(group) = run.next(N) {
        blocks::<C, W, N, 1, BACK>(Portable, keys, &group);
    }
}

/// Makes the list of candidates of a cipher that implements [`LaneRounds`], with blocks of `N` words of type `u16`, `u32` or
/// `u64`: `lanes_dispatch!(Cipher, u32 by 2, groups 4 2 2, expand, 0x1234)`. The numbers after `groups` say how many groups of
/// registers are processed side by side: with AVX-512; with AVX2, NEON or SIMD128; and in portable code. The last number is the
/// expected result of the self-test.
macro_rules! lanes_dispatch {
    ($cipher:ty, u16 by $n:literal, $($rest:tt)*) => {
        $crate::lanes::lanes_dispatch!(@ $cipher, u16, $n, U16x32 32 U16x16 16 U16x8 8, $($rest)*)
    };
    ($cipher:ty, u32 by $n:literal, $($rest:tt)*) => {
        $crate::lanes::lanes_dispatch!(@ $cipher, u32, $n, U32x16 16 U32x8 8 U32x4 4, $($rest)*)
    };
    ($cipher:ty, u64 by $n:literal, $($rest:tt)*) => {
        $crate::lanes::lanes_dispatch!(@ $cipher, u64, $n, U64x8 8 U64x4 4 U64x2 2, $($rest)*)
    };
    (@ $cipher:ty, $word:ident, $n:literal, $wide:ident $w:literal $middle:ident $m:literal $short:ident $s:literal,
     groups $many:literal $some:literal $few:literal, $expand:path, $check:literal) => {{
        use $crate::{backend::{Dispatch, candidates}, Cipher, Lean, lanes::run, lean::lean_candidate, self_test, serial::in_words, simd::{self, words}};
        static DISPATCH: Dispatch<Lean<$cipher>> = Dispatch::new(
            <$cipher as Cipher>::NAME,
            candidates! {
                x86: [
                    lean_candidate!(
                        $cipher, "avx512", "avx512f,avx512bw,avx512vl", lanes: $w,
                        serial: |keys, data| in_words::<$cipher, $word, $n>(keys, data), $expand,
                        |keys, data| run::<$cipher, words::$wide, $word, $n, $many, BACK>(simd::Avx512::here(), keys, data)
                    ).with_stack(&$crate::wipe::SHALLOW),
                    lean_candidate!(
                        $cipher, "avx2", "avx2", lanes: $m,
                        serial: |keys, data| in_words::<$cipher, $word, $n>(keys, data), $expand,
                        |keys, data| run::<$cipher, words::$middle, $word, $n, $some, BACK>(simd::Avx2::here(), keys, data)
                    ),
                ],
                aarch64: [
                    lean_candidate!(
                        $cipher, "neon", "neon", lanes: $s,
                        serial: |keys, data| in_words::<$cipher, $word, $n>(keys, data), $expand,
                        |keys, data| run::<$cipher, words::$short, $word, $n, $some, BACK>(simd::Neon::here(), keys, data)
                    ),
                ],
                wasm: [
                    lean_candidate!(
                        $cipher, "simd128", "simd128", lanes: $s,
                        serial: |keys, data| in_words::<$cipher, $word, $n>(keys, data), $expand,
                        |keys, data| run::<$cipher, words::$short, $word, $n, $some, BACK>(simd::Simd128::here(), keys, data)
                    ),
                ],
                any: [
                    lean_candidate!(
                        $cipher, portable, lanes: 1, serial: |keys, data| in_words::<$cipher, $word, $n>(keys, data), $expand,
                        |keys, data| run::<$cipher, $word, $word, $n, $few, BACK>(simd::Portable, keys, data)
                    ),
                ],
            },
            |backend| self_test::agrees::<$cipher>(backend, $check),
        );
        &DISPATCH
    }};
}
pub(crate) use lanes_dispatch;
