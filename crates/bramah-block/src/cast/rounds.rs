//! The rounds of CAST-128 and CAST-256: RFC 2144, 2.2; RFC 2612, 2.2.

use super::{Cast128Cipher, Cast256Cipher, Keys128, Keys256, functions::with_f};
use crate::{
    lanes::LaneRounds,
    simd::words::{Boxed, Columns, Words},
};

impl<V: Boxed + Columns<Token = <V as Words>::Isa>> LaneRounds<V, 2> for Cast128Cipher {
    const BIG: bool = true;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Keys128,
        x: [[V; 2]; G],
    ) -> [[V; 2]; G] {
        let (mut left, mut right) = ([x[0][0]; G], [x[0][1]; G]);
        for i in 0..G {
            [left[i], right[i]] = x[i];
        }
        macro_rules! round {
            ($kind:expr, $pair:expr) => {{
                (left, right) = (right, with_f(token, $kind, left, right, $pair));
            }};
        }
        let pairs = &keys.pairs[..keys.rounds.min(keys.pairs.len())];
        if V::BLOCKS == 1 {
            // With words, a round is faster if its kind is a constant: 1.4 to 1.7 times as fast on Zen 1. There are 12 or 16
            // rounds, so they are unrolled in groups of six.
            macro_rules! rounds {
                ($pairs:expr, $($kind:literal $i:literal),*) => {{ $( round!($kind, $pairs[$i]); )* }};
            }
            let (sixes, rest) = pairs.as_chunks::<6>();
            if BACK {
                if let Some(four) = rest.first_chunk::<4>() {
                    rounds!(four, 0 3, 2 2, 1 1, 0 0);
                }
                for six in sixes.iter().rev() {
                    rounds!(six, 2 5, 1 4, 0 3, 2 2, 1 1, 0 0);
                }
            } else {
                for six in sixes {
                    rounds!(six, 0 0, 1 1, 2 2, 0 3, 1 4, 2 5);
                }
                if let Some(four) = rest.first_chunk::<4>() {
                    rounds!(four, 0 0, 1 1, 2 2, 0 3);
                }
            }
        } else {
            // The code of look-ups in vector registers is long, so it is compiled once in a loop over all rounds.
            for i in 0..pairs.len() {
                let number = if BACK { pairs.len() - 1 - i } else { i };
                round!(number % 3, pairs[number]);
            }
        }
        let mut out = x;
        for i in 0..G {
            out[i] = [right[i], left[i]];
        }
        out
    }
}

/// XORs the round function of word `$from` into word `$to`, in every group.
macro_rules! add {
    ($token:ident $x:ident $kind:literal, $from:literal to $to:literal, $pair:expr) => {{
        let (mut from, mut to) = ([$x[0][$from]; G], [$x[0][$to]; G]);
        for i in 1..G {
            (from[i], to[i]) = ($x[i][$from], $x[i][$to]);
        }
        to = with_f($token, $kind, to, from, $pair);
        for i in 0..G {
            $x[i][$to] = to[i];
        }
    }};
}

impl<V: Boxed + Columns<Token = <V as Words>::Isa>> LaneRounds<V, 4> for Cast256Cipher {
    const BIG: bool = true;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Keys256,
        mut x: [[V; 4]; G],
    ) -> [[V; 4]; G] {
        for i in 0..12 {
            let quad = &keys.0[if BACK { 11 - i } else { i }];
            // the first six quad-rounds are forward, and the last six are reversed: the inverses of forward quad-rounds under
            // their keys
            if i < 6 {
                add!(token x 0, 3 to 2, quad[0]);
                add!(token x 1, 2 to 1, quad[1]);
                add!(token x 2, 1 to 0, quad[2]);
                add!(token x 0, 0 to 3, quad[3]);
            } else {
                add!(token x 0, 0 to 3, quad[3]);
                add!(token x 2, 1 to 0, quad[2]);
                add!(token x 1, 2 to 1, quad[1]);
                add!(token x 0, 3 to 2, quad[0]);
            }
        }
        x
    }
}
