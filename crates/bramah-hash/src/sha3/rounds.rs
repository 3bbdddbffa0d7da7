//! The rounds of Keccak-p\[1600\] (FIPS 202, section 3), generic over 64-bit words: one state, or one state in each
//! lane.
//!
//! A state is an array of 25 words: word `x + 5 * y` is at column `x` of plane `y`. A round reads one array and writes
//! another, and the next round writes back to the first, so nothing is moved. For a row of the new array, theta, rho and pi are
//! applied to five words of the old array, and chi to the five results. Each row is finished before the next row begins. So at
//! most fifteen words are needed at once (five words of the row, the parities of the five columns, and the next parities):
//! sixteen registers nearly hold them.

use crate::{
    frame::Shape,
    simd::{
        Portable,
        memory::{MAX_LANES, Streams},
        words::{Pieces, Words},
    },
};

crate::backend::only! {
    x86: {
        use crate::simd::{Avx2, Avx512, words::{U64x4, U64x8}};
        pub(super) use x86::*;
    }
    aarch64: { use crate::simd::{Neon, words::U64x2}; }
    wasm: { use crate::simd::{Simd128, words::U64x2}; }
}

/// The state as words (section 3.1.2).
pub(super) type State = [u64; 25];

/// The round constants of iota (section 3.2.5), computed by its shift register (algorithm 5).
pub(super) const RC: [u64; 24] = {
    let mut constants = [0; 24];
    let (mut bits, mut round) = (1u32, 0);
    while round < 24 {
        let mut j = 0;
        while j <= 6 {
            constants[round] |= ((bits & 1) as u64) << ((1 << j) - 1);
            bits = (bits << 1) ^ (if bits >> 7 & 1 == 1 { 0x171 } else { 0 });
            j += 1;
        }
        round += 1;
    }
    constants
};

/// A way to compute a round, for a kind of CPU.
trait Form {
    /// Whether the parities of the columns are computed together with the new state, which saves loads if the registers
    /// do not hold the whole state; otherwise they are computed before the round.
    const EARLY: bool;
    /// Applies chi to plane `y` (section 3.2.4).
    fn row<V: Words<Word = u64>>(y: usize, b: [V; 5]) -> [V; 5];
    /// Converts between the plain state and the representation that the rounds use, in either direction.
    fn convert(state: &mut State);
}

/// The rounds as specified, for CPUs that have an and-not instruction.
struct Plain;
impl Form for Plain {
    const EARLY: bool = true;
    #[inline(always)]
    fn row<V: Words<Word = u64>>(_: usize, [b0, b1, b2, b3, b4]: [V; 5]) -> [V; 5] {
        [
            b0.xor(b1.andnot(b2)),
            b1.xor(b2.andnot(b3)),
            b2.xor(b3.andnot(b4)),
            b3.xor(b4.andnot(b0)),
            b4.xor(b0.andnot(b1)),
        ]
    }
    #[inline(always)]
    fn convert(_: &mut State) {}
}

/// The rounds as specified, for CPUs with 32 registers.
struct Wide;
impl Form for Wide {
    const EARLY: bool = false;
    #[inline(always)]
    fn row<V: Words<Word = u64>>(y: usize, b: [V; 5]) -> [V; 5] {
        Plain::row(y, b)
    }
    #[inline(always)]
    fn convert(_: &mut State) {}
}

/// The rounds on a state with six words inverted, so that a plane takes one inversion instead of five (the Keccak
/// implementation overview 3.2, section 2.2, "lane complementing").
struct Complemented;
impl Form for Complemented {
    const EARLY: bool = true;
    #[inline(always)]
    fn row<V: Words<Word = u64>>(y: usize, [b0, b1, b2, b3, b4]: [V; 5]) -> [V; 5] {
        match y {
            0 => [
                b0.xor(b1.or(b2)),
                b1.xor(b2.not().or(b3)),
                b2.xor(b3.and(b4)),
                b3.xor(b4.or(b0)),
                b4.xor(b0.and(b1)),
            ],
            1 => [
                b0.xor(b1.or(b2)),
                b1.xor(b2.and(b3)),
                b2.xor(b3.or(b4.not())),
                b3.xor(b4.or(b0)),
                b4.xor(b0.and(b1)),
            ],
            2 => {
                let n3 = b3.not();
                [
                    b0.xor(b1.or(b2)),
                    b1.xor(b2.and(b3)),
                    b2.xor(n3.and(b4)),
                    n3.xor(b4.or(b0)),
                    b4.xor(b0.and(b1)),
                ]
            }
            3 => {
                let n3 = b3.not();
                [
                    b0.xor(b1.and(b2)),
                    b1.xor(b2.or(b3)),
                    b2.xor(n3.or(b4)),
                    n3.xor(b4.and(b0)),
                    b4.xor(b0.or(b1)),
                ]
            }
            _ => {
                let n1 = b1.not();
                [
                    b0.xor(n1.and(b2)),
                    n1.xor(b2.or(b3)),
                    b2.xor(b3.and(b4)),
                    b3.xor(b4.or(b0)),
                    b4.xor(b0.and(b1)),
                ]
            }
        }
    }
    #[inline(always)]
    fn convert(state: &mut State) {
        for i in [1, 2, 8, 12, 17, 20] {
            state[i] = !state[i];
        }
    }
}

/// Returns the parities (XORs) of the columns (section 3.2.1).
#[inline(always)]
fn columns<V: Words<Word = u64>>(a: &[V; 25]) -> [V; 5] {
    let mut c = [a[0], a[1], a[2], a[3], a[4]];
    for x in 0..5 {
        c[x] = c[x].xor(a[5 + x]).xor(a[10 + x]).xor(a[15 + x]).xor(a[20 + x]);
    }
    c
}

/// Applies Keccak-p\[1600, `rounds`\]: the last `rounds` rounds of Keccak-f, an even number (section 3.3). The number
/// is not a type parameter, so that one copy of the code serves all numbers.
#[inline(always)]
fn permute<V: Words<Word = u64>, F: Form>(isa: V::Isa, a: &mut [V; 25], rounds: usize) {
    let e = &mut { *a };
    let mut c = columns(a);
    // one round, from `$a` to `$e`. `c` contains the parities of the columns of `$a`, and later of the columns of `$e`
    macro_rules! round {
        ($a:ident $e:ident, $constant:expr) => {
            if !F::EARLY {
                c = columns(&*$a);
            }
            let d0 = c[4].xor(c[1].rotl::<1>());
            let d1 = c[0].xor(c[2].rotl::<1>());
            let d2 = c[1].xor(c[3].rotl::<1>());
            let d3 = c[2].xor(c[4].rotl::<1>());
            let d4 = c[3].xor(c[0].rotl::<1>());
            // plane y of the result: pi takes each of its words from another plane, and rho rotates the word (table 2)
            macro_rules! plane {
                ($y:literal, $i0:literal $d0:ident $n0:literal, $i1:literal $d1:ident $n1:literal,
                 $i2:literal $d2:ident $n2:literal, $i3:literal $d3:ident $n3:literal,
                 $i4:literal $d4:ident $n4:literal) => {
                    let b0 = $a[$i0].xor($d0);
                    let b0 = if $n0 == 0 { b0 } else { b0.rotl::<$n0>() };
                    let b1 = $a[$i1].xor($d1).rotl::<$n1>();
                    let b2 = $a[$i2].xor($d2).rotl::<$n2>();
                    let b3 = $a[$i3].xor($d3).rotl::<$n3>();
                    let b4 = $a[$i4].xor($d4).rotl::<$n4>();
                    let [mut e0, e1, e2, e3, e4] = F::row($y, [b0, b1, b2, b3, b4]);
                    if $y == 0 {
                        e0 = e0.xor(V::splat(isa, $constant));
                    }
                    if F::EARLY && $y == 0 {
                        c = [e0, e1, e2, e3, e4];
                    } else if F::EARLY {
                        c = [c[0].xor(e0), c[1].xor(e1), c[2].xor(e2), c[3].xor(e3), c[4].xor(e4)];
                    }
                    $e[5 * $y] = e0;
                    $e[5 * $y + 1] = e1;
                    $e[5 * $y + 2] = e2;
                    $e[5 * $y + 3] = e3;
                    $e[5 * $y + 4] = e4;
                };
            }
            plane!(0, 0 d0 0, 6 d1 44, 12 d2 43, 18 d3 21, 24 d4 14);
            plane!(1, 3 d3 28, 9 d4 20, 10 d0 3, 16 d1 45, 22 d2 61);
            plane!(2, 1 d1 1, 7 d2 6, 13 d3 25, 19 d4 8, 20 d0 18);
            plane!(3, 4 d4 27, 5 d0 36, 11 d1 10, 17 d2 15, 23 d3 56);
            plane!(4, 2 d2 62, 8 d3 55, 14 d4 39, 15 d0 41, 21 d1 2);
        };
    }
    let mut next = 12usize.wrapping_sub(rounds / 2);
    while let Some(pair) = RC.as_chunks::<2>().0.get(next) {
        round!(a e, pair[0]);
        round!(e a, pair[1]);
        next += 1;
    }
}

#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
#[inline(always)]
fn xor_block(state: &mut State, block: &[u8]) {
    for (word, bytes) in state.iter_mut().zip(block.as_chunks().0) {
        *word ^= u64::from_le_bytes(*bytes);
    }
}

/// Runs `$four!(i)` for words `i` to `i + 3` and `$one!(i)` for single words, for all words of a block of `$words`
/// words. All positions are literals, so that the state can stay in registers for every rate.
macro_rules! words_of_block {
    ($words:expr, $four:ident $one:ident) => {
        words_of_block!(@ $words, $four $one, 0 1 2);
        words_of_block!(@ $words, $four $one, 4 5 6);
        words_of_block!(@ $words, $four $one, 8 9 10);
        words_of_block!(@ $words, $four $one, 12 13 14);
        words_of_block!(@ $words, $four $one, 16 17 18);
        words_of_block!(@ $words, $four $one, 20 21 22);
    };
    (@ $words:expr, $four:ident $one:ident, $i0:literal $i1:literal $i2:literal) => {
        if $words > $i0 + 3 {
            $four!($i0);
        } else {
            if $words > $i0 {
                $one!($i0);
            }
            if $words > $i1 {
                $one!($i1);
            }
            if $words > $i2 {
                $one!($i2);
            }
        }
    };
}

/// Absorbs whole blocks into a state that is stored as 64-bit words.
///
/// Between blocks the state is in memory: with the words in variables, each branch on the rate would make an engine move them
/// all, which takes a sixth of the time.
#[cfg(target_arch = "wasm32")]
#[inline(always)]
fn absorb_words<F: Form>(state: &mut State, shape: Shape, mut blocks: &[u8]) {
    F::convert(state);
    while let Some((block, rest)) = blocks.split_at_checked(shape.rate()) {
        xor_block(state, block);
        let mut a = *state;
        permute::<u64, F>(Portable, &mut a, shape.rounds());
        *state = a;
        blocks = rest;
    }
    F::convert(state);
}

/// Absorbs whole blocks into a state that is stored as 64-bit words.
#[cfg(not(target_arch = "wasm32"))]
#[inline(always)]
fn absorb_words<F: Form>(state: &mut State, shape: Shape, mut blocks: &[u8]) {
    let mut a = *state;
    F::convert(&mut a);
    while let Some((block, rest)) = blocks.split_at_checked(shape.rate()) {
        let words = block.as_chunks::<8>().0;
        macro_rules! one {
            ($i:expr) => {
                a[$i] ^= u64::from_le_bytes(words[$i]);
            };
        }
        macro_rules! four {
            ($i:literal) => {
                one!($i);
                one!($i + 1);
                one!($i + 2);
                one!($i + 3);
            };
        }
        words_of_block!(words.len(), four one);
        permute::<u64, F>(Portable, &mut a, shape.rounds());
        blocks = rest;
    }
    F::convert(&mut a);
    *state = a;
}

#[inline(always)]
fn permute_words<F: Form>(state: &mut State, shape: Shape) {
    let mut a = *state;
    F::convert(&mut a);
    permute::<u64, F>(Portable, &mut a, shape.rounds());
    F::convert(&mut a);
    *state = a;
}

/// Absorbs whole blocks like [`absorb_words`], but with each word of the state in its own vector register during the
/// permutation. Between blocks the state is in memory, because keeping it in registers there would slow the rounds
/// down.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn absorb_registers<V: Words<Word = u64>>(isa: V::Isa, state: &mut State, shape: Shape, mut blocks: &[u8]) {
    while let Some((block, rest)) = blocks.split_at_checked(shape.rate()) {
        xor_block(state, block);
        permute_registers::<V>(isa, state, shape);
        blocks = rest;
    }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn permute_registers<V: Words<Word = u64>>(isa: V::Isa, state: &mut State, shape: Shape) {
    let mut a = spread::<V>(isa, state);
    permute::<V, Wide>(isa, &mut a, shape.rounds());
    gather(&a, state);
}

/// Returns the state with each word in its own vector register.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn spread<V: Words<Word = u64>>(isa: V::Isa, state: &State) -> [V; 25] {
    let mut a = [V::splat(isa, 0); 25];
    for (a, word) in a.iter_mut().zip(state) {
        *a = V::splat(isa, *word);
    }
    a
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
fn gather<V: Words<Word = u64>>(a: &[V; 25], state: &mut State) {
    for (word, a) in state.iter_mut().zip(a) {
        let mut row = [0; MAX_LANES];
        a.store(&mut row);
        *word = row[0];
    }
}

/// Absorbs blocks of several messages, one in each lane.
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
#[inline(always)]
fn lanes<V: Pieces>(isa: V::Isa, rows: &mut [[u64; MAX_LANES]; 25], mut streams: Streams<'_>, shape: Shape) {
    let mut a = [V::splat(isa, 0); 25];
    for (a, row) in a.iter_mut().zip(&*rows) {
        *a = V::load(isa, row);
    }
    while streams.len() >= shape.rate() {
        macro_rules! one {
            ($i:literal) => {
                if let Some(word) = V::next_one(isa, &mut streams) {
                    a[$i] = a[$i].xor(word);
                }
            };
        }
        macro_rules! four {
            ($i:literal) => {
                if let Some(words) = V::next_four(isa, &mut streams) {
                    a[$i] = a[$i].xor(words[0]);
                    a[$i + 1] = a[$i + 1].xor(words[1]);
                    a[$i + 2] = a[$i + 2].xor(words[2]);
                    a[$i + 3] = a[$i + 3].xor(words[3]);
                }
            };
        }
        words_of_block!(shape.rate() / 8, four one);
        permute::<V, Wide>(isa, &mut a, shape.rounds());
    }
    for (a, row) in a.into_iter().zip(rows) {
        a.store(row);
    }
}

/// Whether the portable code has no and-not instruction: in the baseline of x86, and for words of WebAssembly.
const AND_NOT_IS_TWO: bool = cfg!(any(target_arch = "x86", target_arch = "x86_64", target_arch = "wasm32"));

/// Absorbs whole blocks. If there is no and-not instruction, the state is [`Complemented`] meanwhile.
#[inline(always)]
pub(super) fn portable(state: &mut State, shape: Shape, blocks: &[u8]) {
    if AND_NOT_IS_TWO {
        absorb_words::<Complemented>(state, shape, blocks);
    } else {
        absorb_words::<Plain>(state, shape, blocks);
    }
}
#[inline(always)]
pub(super) fn portable_permute(state: &mut State, shape: Shape) {
    if AND_NOT_IS_TWO {
        permute_words::<Complemented>(state, shape);
    } else {
        permute_words::<Plain>(state, shape);
    }
}

/// Defines the entry functions of an instruction set.
macro_rules! entries {
    (one $features:literal $isa:ident $words:ident: $absorb:ident $permute:ident) => {
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $absorb(state: &mut State, shape: Shape, blocks: &[u8]) {
            absorb_registers::<$words>($isa::here(), state, shape, blocks);
        }
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $permute(state: &mut State, shape: Shape) {
            permute_registers::<$words>($isa::here(), state, shape);
        }
    };
    (many $features:literal $isa:ident $words:ident: $lanes:ident) => {
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $lanes(
            rows: &mut [[u64; MAX_LANES]; 25],
            streams: Streams<'_>,
            shapes: &[Shape; MAX_LANES],
        ) {
            // lane 0 always has a message, and all have the same shape
            lanes::<$words>($isa::here(), rows, streams, shapes[0]);
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;

    #[inline]
    #[target_feature(enable = "bmi1,bmi2")]
    pub(in super::super) fn bmi2(state: &mut State, shape: Shape, blocks: &[u8]) {
        absorb_words::<Plain>(state, shape, blocks);
    }
    #[inline]
    #[target_feature(enable = "bmi1,bmi2")]
    pub(in super::super) fn bmi2_permute(state: &mut State, shape: Shape) {
        permute_words::<Plain>(state, shape);
    }
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries! { many "avx512f,avx512bw,avx512vl" Avx512 U64x8: avx512_many }
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
entries! { many "avx2" Avx2 U64x4: avx2_many }

#[cfg(target_arch = "aarch64")]
entries! { one "neon,sha3" Neon U64x2: armv8 armv8_permute }
#[cfg(target_arch = "aarch64")]
entries! { many "neon,sha3" Neon U64x2: armv8_many }
#[cfg(target_arch = "aarch64")]
entries! { many "neon" Neon U64x2: neon_many }
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
entries! { many "simd128" Simd128 U64x2: simd128_many }
