//! The rounds of Camellia over octets: RFC 3713, 2.3 and 2.4.
//!
//! The state is stored under the map `IN` of [`field`](super::field), and without the constants that the S-boxes add. The round
//! keys cancel the missing constants, except at the end of a group of six rounds, where each half has received three results and
//! lacks the constants of one. Decryption undoes the rounds in place, in the opposite order. Each round XORs a function of one
//! half into the other half, so it is its own inverse under its key.
//!
//! For byte-sliced blocks, a round is eight S-boxes and the XORs of P, which share partial results. The half that a round reads
//! already contains the round key. The other half contains the key of the previous round, and the round's addends change it
//! into the key of the next round. The addends are the XOR of both keys, taken back through P. Each S-box XORs one byte of the
//! addends into its result, which costs nothing where the S-box uses AES instructions. These instructions also permute bytes.
//! The second half keeps the byte order in which these instructions leave it. Only the rounds that read the second half have to
//! shuffle first, by the inverse of the permutations of two rounds.
//!
//! In pieces, a half is eight bytes of a register. The S-boxes are applied to both halves. The shuffles that compute P read
//! only the results of the half that the round reads, and write to the other half.

use super::{
    CamelliaCipher,
    field::{Before4, Box1, Box2, Box3, Enter, Leave, Lowest, LowestIn, Upper, UpperIn},
    keys::{Keys, expand},
    pieces::{BOTH_CONSTANTS, NONE, round},
};
use crate::{
    octets::Rounds,
    simd::octets::{Inverting, Octets},
};

/// Three sets of shuffle indices for each of the two steps of the layer between groups of rounds. The first set moves the
/// result of the AND to the word into which it is XORed. The second set does the same, and rotates this result by a byte. The
/// third set moves the result of the OR to the word into which it is XORed. In the first step, the AND is in the left half and
/// the OR in the right half.
static MOVES: [[[u8; 16]; 3]; 2] = {
    const fn moved(from: u8, to: usize, rotated: u8) -> [u8; 16] {
        let (mut order, mut i) = ([NONE; 16], 0);
        while i < 4 {
            order[to + i as usize] = from + (i + rotated) % 4;
            i += 1;
        }
        order
    }
    [[moved(0, 4, 0), moved(0, 4, 1), moved(12, 8, 0)], [moved(8, 12, 0), moved(8, 12, 1), moved(4, 0, 0)]]
};

/// Applies the layer between groups of rounds: FL to the first half, and the inverse of FL to the second half (RFC 3713, 2.4.2
/// and 2.4.3). Applies the inverse of this layer if `BACK` is set.
#[inline(always)]
fn layer<V: Inverting, const BACK: bool, const N: usize>(
    isa: V::Isa,
    key: &[u8; 16],
    mut x: [V; N],
) -> [V; N] {
    let key = V::piece(isa, key);
    for i in 0..N {
        let mut y = x[i].affine::<Leave>();
        for step in 0..2 {
            // each step XORs a function of words that it does not change, so it is its own inverse
            let [plain, rotated, other] = &MOVES[if BACK { 1 - step } else { step }];
            let (and, or) = (y.and(key), y.or(key));
            let and = and.shuffled(plain).affine::<Upper>().xor(and.shuffled(rotated).affine::<Lowest>());
            y = y.xor3(and, or.shuffled(other));
        }
        x[i] = y.affine::<Enter>();
    }
    x
}

/// XORs these 16 bytes into every piece.
#[inline(always)]
fn added<V: Octets, const N: usize>(isa: V::Isa, bytes: &[u8; 16], mut x: [V; N]) -> [V; N] {
    let bytes = V::piece(isa, bytes);
    for i in 0..N {
        x[i] = x[i].xor(bytes);
    }
    x
}

/// XORs F of the half that begins at register `$a`, which already contains the round key, into the half at `$b`, together with
/// the addends of the round.
macro_rules! sliced_round {
    ($isa:ident $x:ident $a:literal $b:literal $addends:expr, $inverted:ident) => {{
        let addends: &[u32; 8] = $addends;
        let addend = |i: usize| V::splat($isa, addends[i]);
        let t1 = $x[$a].$inverted::<Box1>(addend(0));
        let t2 = $x[$a + 1].$inverted::<Box2>(addend(1));
        let t3 = $x[$a + 2].$inverted::<Box3>(addend(2));
        let t4 = $x[$a + 3].affine::<Before4>().$inverted::<Box1>(addend(3));
        let t5 = $x[$a + 4].$inverted::<Box2>(addend(4));
        let t6 = $x[$a + 5].$inverted::<Box3>(addend(5));
        let t7 = $x[$a + 6].affine::<Before4>().$inverted::<Box1>(addend(6));
        let t8 = $x[$a + 7].$inverted::<Box1>(addend(7));
        // the map P, computed as XORs of shared XORs
        let [u1, u2, u3, u4] = [t1.xor(t6), t2.xor(t7), t3.xor(t8), t4.xor(t5)];
        let [u5, u6, u7, u8] = [t5.xor(u3), t6.xor(u4), t7.xor(u1), t8.xor(u2)];
        let [v1, v2, v3, v4] = [u1.xor(u8), u2.xor(u5), u3.xor(u6), u4.xor(u7)];
        $x[$b] = $x[$b].xor3(u5, v4);
        $x[$b + 1] = $x[$b + 1].xor3(u6, v1);
        $x[$b + 2] = $x[$b + 2].xor3(u7, v2);
        $x[$b + 3] = $x[$b + 3].xor3(u8, v3);
        $x[$b + 4] = $x[$b + 4].xor(v1);
        $x[$b + 5] = $x[$b + 5].xor(v2);
        $x[$b + 6] = $x[$b + 6].xor(v3);
        $x[$b + 7] = $x[$b + 7].xor(v4);
    }};
}

/// ANDs the first word of the half that begins at register `$a` with its key, rotates the result by one bit, and XORs it into the
/// second word.
macro_rules! sliced_and {
    ($isa:ident $x:ident $a:literal $key:ident) => {{
        let mut word = [$x[$a]; 4];
        for i in 0..4 {
            word[i] = $x[$a + i].affine::<Leave>().and(V::splat($isa, $key[$a + i]));
        }
        for i in 0..4 {
            let lowest = word[(i + 1) % 4].affine::<LowestIn>();
            $x[$a + 4 + i] = $x[$a + 4 + i].xor3(word[i].affine::<UpperIn>(), lowest);
        }
    }};
}
/// ORs the second word of the half that begins at register `$a` with its key, and XORs the result into the first word.
macro_rules! sliced_or {
    ($isa:ident $x:ident $a:literal $key:ident) => {
        for i in 0..4 {
            let word = $x[$a + 4 + i].affine::<Leave>().or(V::splat($isa, $key[$a + 4 + i]));
            $x[$a + i] = $x[$a + i].xor(word.affine::<Enter>());
        }
    };
}

impl<V: Inverting> Rounds<V> for CamelliaCipher {
    type Keys = Keys;
    type Block = [u8; 16];

    #[inline(always)]
    fn expand(isa: V::Isa, key: &[u8], _decrypts: bool, keys: &mut Keys) {
        expand::<V>(isa, key, keys);
    }

    #[inline(always)]
    fn slices<const BACK: bool>(isa: V::Isa, keys: &Keys, x: [V; 16]) -> [V; 16] {
        // the halves are exchanged after the last round
        let [first, last] = &keys.spread_white;
        let (first, last) = if BACK { (last, first) } else { (first, last) };
        let mut y = x;
        for i in 0..16 {
            let at = if BACK { (i + 8) % 16 } else { i };
            y[at] = x[i].xor(V::splat(isa, first[i])).affine::<Enter>();
        }
        for i in 8..16 {
            y[i] = y[i].permuted();
        }
        let groups = keys.groups.min(4);
        for group in 0..groups {
            let group = if BACK { groups - 1 - group } else { group };
            let pairs: &[[[u32; 8]; 2]; 3] = &keys.spread_rounds.as_chunks().0.as_chunks().0[group];
            let [begin, end] = &keys.spread_ends[group];
            if BACK {
                for i in 0..8 {
                    y[8 + i] = y[8 + i].xor(V::splat(isa, end[i]));
                }
                for [one, two] in pairs.iter().rev() {
                    sliced_round!(isa y 8 0 two, inverted_from_permuted);
                    sliced_round!(isa y 0 8 one, inverted_to_permuted);
                }
                for i in 0..8 {
                    y[i] = y[i].xor(V::splat(isa, begin[i]));
                }
                if group > 0 {
                    let key = &keys.spread_layers[group - 1];
                    sliced_or!(isa y 0 key);
                    sliced_and!(isa y 0 key);
                    sliced_and!(isa y 8 key);
                    sliced_or!(isa y 8 key);
                }
            } else {
                for i in 0..8 {
                    y[i] = y[i].xor(V::splat(isa, begin[i]));
                }
                for [one, two] in pairs {
                    sliced_round!(isa y 0 8 one, inverted_to_permuted);
                    sliced_round!(isa y 8 0 two, inverted_from_permuted);
                }
                for i in 0..8 {
                    y[8 + i] = y[8 + i].xor(V::splat(isa, end[i]));
                }
                if group + 1 < groups {
                    let key = &keys.spread_layers[group];
                    sliced_and!(isa y 0 key);
                    sliced_or!(isa y 0 key);
                    sliced_or!(isa y 8 key);
                    sliced_and!(isa y 8 key);
                }
            }
        }
        for i in 8..16 {
            y[i] = y[i].restored();
        }
        let mut x = y;
        for i in 0..16 {
            let at = if BACK { i } else { (i + 8) % 16 };
            x[i] = y[at].affine::<Leave>().xor(V::splat(isa, last[i]));
        }
        x
    }

    #[inline(always)]
    fn pieces<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Keys, x: [V; N]) -> [V; N] {
        static EXCHANGED: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7];
        let [first, last] = &keys.white;
        let (first, last) = if BACK { (last, first) } else { (first, last) };
        let mut x = added(isa, first, x);
        for i in 0..N {
            if BACK {
                x[i] = x[i].shuffled(&EXCHANGED);
            }
            x[i] = x[i].affine::<Enter>();
        }
        let groups = keys.groups.min(4);
        for group in 0..groups {
            let group = if BACK { groups - 1 - group } else { group };
            let pairs: &[[[u8; 16]; 2]; 3] = match keys.rounds.as_chunks().0.as_chunks().0.get(group) {
                Some(pairs) => pairs,
                None => return x, // there are at most four groups
            };
            if BACK {
                x = added(isa, &BOTH_CONSTANTS, x);
                for pair in 0..3 {
                    let [one, two] = &pairs[2 - pair];
                    x = round::<V, 1, N>(isa, two, x);
                    x = round::<V, 0, N>(isa, one, x);
                }
                if group > 0 {
                    x = layer::<V, true, N>(isa, &keys.layers[group - 1], x);
                }
            } else {
                for [one, two] in pairs {
                    x = round::<V, 0, N>(isa, one, x);
                    x = round::<V, 1, N>(isa, two, x);
                }
                x = added(isa, &BOTH_CONSTANTS, x);
                if group + 1 < groups {
                    x = layer::<V, false, N>(isa, &keys.layers[group], x);
                }
            }
        }
        for i in 0..N {
            x[i] = x[i].affine::<Leave>();
            if !BACK {
                x[i] = x[i].shuffled(&EXCHANGED);
            }
        }
        added(isa, last, x)
    }
}
