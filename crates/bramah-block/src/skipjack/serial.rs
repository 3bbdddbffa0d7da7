//! Skipjack one block at a time, with VBMI in 16-byte registers. One register has the high bytes of the four words, and the other
//! one the low bytes.
//!
//! Rule A applies G to a word that depends on the previous result of G. Rule B does so with one word in four: G is applied to
//! the words of four rounds side by side. So a block waits for 80 look-ups in F, not for 128. Each takes about 9 cycles on Ice
//! Lake: 5 for the look-up in one half of the table, two more because the look-up in the other half begins two cycles late, and
//! one for the XOR with a mask. The key is XORed into the bytes before they are needed. A block would take 720 cycles; 780 were
//! measured. Look-ups in a table in memory, at addresses that depend on secrets, take as long.

use super::{Keys, SkipjackCipher, table::F};
use crate::{
    serial::Serial,
    simd::{
        gf::Aligned,
        octets::{Single, Single512, Table, folded},
    },
};

/// The token of the register.
type Isa = <Single512 as Single>::Isa;
/// The high bytes of words and their low bytes.
type State = [Single512; 2];

/// The folded table F.
struct Folded;
impl Table for Folded {
    const TABLE: &'static Aligned<256> = {
        static TABLE: Aligned<256> = Aligned(folded(F.0));
        &TABLE
    };
}

/// Returns shuffle indices for four words; `N` means zero.
const fn words(order: [u8; 4]) -> [u8; 16] {
    let (mut indices, mut i) = ([N; 16], 0);
    while i < 4 {
        indices[i] = order[i];
        i += 1;
    }
    indices
}
const N: u8 = 128;

/// Rule A: shuffle indices for the result of G and for the previous words, whose XOR is the new state.
static RESULT_A: [u8; 16] = words([0, 0, N, N]);
static WORDS_A: [u8; 16] = words([3, N, 1, 2]);
/// Four rounds of rule B: shuffle indices for the words to which G is applied and for the word that is XORed into the last of
/// them, then for the results of G and for the words before G, whose XOR is the new state.
static INPUTS_B: [u8; 16] = words([0, 3, 2, 0]);
static ADDED_B: [u8; 16] = words([N, N, N, 1]);
static RESULTS_B: [u8; 16] = words([0, 3, 2, 1]);
static WORDS_B: [u8; 16] = words([1, N, 3, 2]);

/// Shuffles words.
#[inline(always)]
fn shuffled([high, low]: State, order: &[u8; 16]) -> State {
    [high.shuffled(order), low.shuffled(order)]
}

/// Returns the XOR of words and of numbers of rounds, one byte for each word.
#[inline(always)]
fn sum(isa: Isa, [a, b]: State, [c, d]: State, numbers: [u8; 4]) -> State {
    [a.xor(c), b.xor3(d, Single512::splat(isa, u32::from_le_bytes(numbers)))]
}

/// Applies the permutation G of a round (counted from 0) to the first word, and the permutations of the next three rounds to
/// the other words.
#[inline(always)]
fn g(isa: Isa, keys: &Keys, round: usize, [high, low]: State) -> State {
    let [a, b, c, d] =
        [0, 1, 2, 3].map(|i| Single512::splat(isa, u32::from_le_bytes(keys.0[(4 * round + i) % 10])));
    // each byte is XORed with the key of its next look-up
    let one = low.xor(a).look_up_folded::<Folded>(high.xor(b));
    let two = one.look_up_folded::<Folded>(low.xor(c));
    let three = two.look_up_folded::<Folded>(one.xor3(b, d));
    [three.xor(d), three.look_up_folded::<Folded>(two.xor(c))]
}

/// A round by rule A.
#[inline(always)]
fn by_a(isa: Isa, keys: &Keys, round: usize, x: State) -> State {
    let new = g(isa, keys, round, x);
    sum(isa, shuffled(new, &RESULT_A), shuffled(x, &WORDS_A), [round as u8 + 1, 0, 0, 0])
}

/// Four rounds by rule B.
#[inline(always)]
fn by_b(isa: Isa, keys: &Keys, round: usize, x: State) -> State {
    let number = round as u8 + 1;
    let x = sum(isa, shuffled(x, &INPUTS_B), shuffled(x, &ADDED_B), [0, 0, 0, number]);
    let new = g(isa, keys, round, x);
    sum(isa, shuffled(new, &RESULTS_B), shuffled(x, &WORDS_B), [number + 1, 0, number + 3, number + 2])
}

impl Serial<Single512> for SkipjackCipher {
    type Isa = Isa;
    type Keys = Keys;
    type Block = [u8; 8];
    type State = State;

    #[inline(always)]
    fn enter(isa: Isa, _: &Keys, block: &[u8; 8]) -> State {
        const EVEN: [u8; 16] = words([0, 2, 4, 6]);
        const ODD: [u8; 16] = words([1, 3, 5, 7]);
        let x = Single512::quads(isa, [u64::from_le_bytes(*block), 0]);
        [x.shuffled(&EVEN), x.shuffled(&ODD)]
    }

    #[inline(always)]
    fn sum([a, b]: State, [c, d]: State) -> State {
        [a.xor(c), b.xor(d)]
    }

    #[inline(always)]
    fn encrypt(isa: Isa, keys: &Keys, mut x: State) -> State {
        // eight rounds by rule A, eight by rule B, eight by rule A, and eight by rule B
        macro_rules! rounds {
            ($($by:ident $($round:literal)*;)*) => { $($( x = $by(isa, keys, $round, x); )*)* };
        }
        rounds! {
            by_a 0 1 2 3 4 5 6 7; by_b 8 12;
            by_a 16 17 18 19 20 21 22 23; by_b 24 28;
        }
        x
    }

    #[inline(always)]
    fn leave(_: Isa, _: &Keys, [high, low]: State) -> [u8; 8] {
        const HIGH: [u8; 16] = [0, N, 1, N, 2, N, 3, N, N, N, N, N, N, N, N, N];
        const LOW: [u8; 16] = [N, 0, N, 1, N, 2, N, 3, N, N, N, N, N, N, N, N];
        let bytes = high.shuffled(&HIGH).xor(low.shuffled(&LOW)).store();
        let [a, b, c, d, e, f, g, h, ..] = bytes;
        [a, b, c, d, e, f, g, h]
    }
}
