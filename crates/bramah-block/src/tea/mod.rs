//! TEA: Wheeler and Needham, "TEA, a Tiny Encryption Algorithm", 1994, with big-endian words and 32 cycles, which are 64 rounds.

use super::{
    Cipher, Lean, Schedule,
    declare::{entries, types},
    lanes::{LaneRounds, lanes_dispatch},
};
use crate::{
    backend::Dispatch,
    names::ByteLengths,
    simd::words::{Columns, Words},
    wipe,
};

/// The constant that is added to `sum` in each cycle.
const DELTA: u32 = 0x9e37_79b9;
/// The number of cycles of two rounds.
const CYCLES: u32 = 32;

/// The words of a key, which is used without a key schedule.
#[derive(Clone)]
pub struct Keys([u32; 4]);

impl Schedule for Keys {
    const EMPTY: Self = Self([0; 4]);
    fn wipe(&mut self) {
        wipe::wipe(&mut self.0);
    }
}

/// Reads the words of a key.
#[inline(always)]
fn expand(key: &[u8], _: bool, keys: &mut Keys) {
    for (word, bytes) in keys.0.iter_mut().zip(key.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
}

/// The cipher TEA.
pub struct TeaCipher;

impl Cipher for TeaCipher {
    const NAME: &'static str = "tea";
    type Block = [u8; 8];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths::fixed(16);
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        lanes_dispatch!(TeaCipher, u32 by 2, groups 4 4 2, expand, 0xf124_24d9_6b31_d936)
    }
}

/// Returns the value that is added to the other word in a round, computed from `x`.
#[inline(always)]
fn mixed<V: Words<Word = u32>>(x: V, sum: V, [a, b]: [V; 2]) -> V {
    x.shl::<4>().add(a).xor(x.add(sum)).xor(x.shr::<5>().add(b))
}

impl<V: Words<Word = u32> + Columns<Token = <V as Words>::Isa>> LaneRounds<V, 2> for TeaCipher {
    const BIG: bool = true;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Keys,
        mut x: [[V; 2]; G],
    ) -> [[V; 2]; G] {
        let [a, b, c, d] = keys.0;
        let (one, two) = ([V::splat(token, a), V::splat(token, b)], [V::splat(token, c), V::splat(token, d)]);
        for cycle in 1..=CYCLES {
            let number = if BACK { CYCLES + 1 - cycle } else { cycle };
            let sum = V::splat(token, DELTA.wrapping_mul(number));
            for i in 0..G {
                let [y, z] = x[i];
                x[i] = if BACK {
                    let z = z.sub(mixed(y, sum, two));
                    [y.sub(mixed(z, sum, one)), z]
                } else {
                    let y = y.add(mixed(z, sum, one));
                    [y, z.add(mixed(y, sum, two))]
                };
            }
        }
        x
    }
}

types! {
    /// TEA with a key of 16 bytes and 8-byte blocks.
    ///
    /// Each key has three equivalent keys, and there are related-key attacks. Do not use it in new designs.
    Tea TeaEnc = TeaCipher, 16;
}

entries! {
    "tea", "Wheeler, Needham: TEA, a Tiny Encryption Algorithm (1994)", Legacy, 8 {
        of TeaCipher, "tea", ["tea-128", "tea-64-128"], 16;
    }
}
