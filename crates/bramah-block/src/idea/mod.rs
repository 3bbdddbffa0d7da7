//! IDEA: Lai, "On the Design and Security of Block Ciphers", 1992.

use super::{
    Cipher, Lean, Schedule,
    declare::{entries, types},
    lanes::{LaneRounds, lanes_dispatch},
};
use crate::{backend::Dispatch, names::ByteLengths, simd::words::Shorts, wipe};

/// The number of rounds before the output transformation.
const ROUNDS: usize = 8;

/// The subkeys for encryption, then for decryption: six for each round, and four for the output transformation.
#[derive(Clone)]
pub struct Keys([[[u16; 6]; ROUNDS + 1]; 2]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[[0; 6]; ROUNDS + 1]; 2]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut().as_flattened_mut());
    }
}

/// The cipher IDEA.
pub struct IdeaCipher;

impl Cipher for IdeaCipher {
    const NAME: &'static str = "idea";
    type Block = [u8; 8];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths::fixed(16);
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        lanes_dispatch!(IdeaCipher, u16 by 4, groups 4 2 2, expand, 0x24cc_6348_580e_20ba)
    }
}

/// Returns the inverse modulo 2^16 + 1, where 0 stands for 2^16: the power with exponent 2^16 - 1, in steps that do not depend on
/// the number.
fn inverse(x: u16) -> u16 {
    let mut power = x;
    for _ in 0..15 {
        power = power.times(power).times(x);
    }
    power
}

/// Expands a key.
#[inline(always)]
fn expand(key: &[u8], decrypts: bool, keys: &mut Keys) {
    let mut number = 0_u128;
    for byte in key {
        number = number << 8 | u128::from(*byte);
    }
    let [forward, back] = &mut keys.0;
    let mut place = 0;
    for subkeys in forward.iter_mut() {
        for subkey in subkeys {
            // the first eight subkeys are the key, and each next eight are the key rotated by 25 more bits
            *subkey = (number >> (112 - 16 * (place % 8))) as u16;
            place += 1;
            if place % 8 == 0 {
                number = number.rotate_left(25);
            }
        }
    }
    if decrypts {
        for round in 0..=ROUNDS {
            let [a, b, c, d, ..] = forward[ROUNDS - round];
            let [b, c] = [b.wrapping_neg(), c.wrapping_neg()];
            // the subkeys of the two middle words are exchanged because a round exchanges these words, except before the first
            // and after the last round
            let [b, c] = if round == 0 || round == ROUNDS { [b, c] } else { [c, b] };
            let [e, f] = match round {
                ROUNDS => [0; 2],
                _ => [forward[ROUNDS - 1 - round][4], forward[ROUNDS - 1 - round][5]],
            };
            back[round] = [inverse(a), b, c, inverse(d), e, f];
        }
    }
}

impl<V: Shorts> LaneRounds<V, 4> for IdeaCipher {
    const BIG: bool = true;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Keys,
        mut x: [[V; 4]; G],
    ) -> [[V; 4]; G] {
        let [rounds @ .., last] = &keys.0[usize::from(BACK)];
        for subkeys in rounds {
            let k = [
                V::splat(token, subkeys[0]),
                V::splat(token, subkeys[1]),
                V::splat(token, subkeys[2]),
                V::splat(token, subkeys[3]),
                V::splat(token, subkeys[4]),
                V::splat(token, subkeys[5]),
            ];
            for i in 0..G {
                let [a, b, c, d] = x[i];
                let (a, b, c, d) = (a.times(k[0]), b.add(k[1]), c.add(k[2]), d.times(k[3]));
                let e = a.xor(c).times(k[4]);
                let f = b.xor(d).add(e).times(k[5]);
                let e = e.add(f);
                x[i] = [a.xor(f), c.xor(f), b.xor(e), d.xor(e)];
            }
        }
        let k = [
            V::splat(token, last[0]),
            V::splat(token, last[1]),
            V::splat(token, last[2]),
            V::splat(token, last[3]),
        ];
        for i in 0..G {
            let [a, b, c, d] = x[i];
            x[i] = [a.times(k[0]), c.add(k[1]), b.add(k[2]), d.times(k[3])];
        }
        x
    }
}

types! {
    /// IDEA with a key of 16 bytes and 8-byte blocks.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
    /// plaintexts. Keys with long runs of zeros are weak. Do not use it in new designs.
    Idea IdeaEnc = IdeaCipher, 16;
}

entries! {
    "idea", "Lai: On the Design and Security of Block Ciphers (1992)", Legacy, 8 {
        of IdeaCipher, "idea", ["idea-128", "idea-64-128"], 16;
    }
}
