//! RC6: Rivest, Robshaw, Sidney and Yin, "The RC6 Block Cipher", 1998, version 1.1, with the parameters of the AES submission:
//! 32-bit words and 20 rounds. Keys have 16, 24 or 32 bytes in the registry, and 1 to 255 bytes as types.

use super::{
    Cipher, Lean, Schedule,
    declare::{entries, types},
    lanes::{LaneRounds, lanes_dispatch},
};
use crate::{
    backend::Dispatch,
    names::ByteLengths,
    simd::words::{Columns, Turning, Words},
    wipe,
};

/// The number of rounds.
const ROUNDS: usize = 20;
/// The number of round keys.
const KEYS: usize = 2 * ROUNDS + 4;
/// The maximum number of words of a key.
const MOST: usize = 64;
/// The magic constants P32 and Q32: section 2.1.
const P: u32 = 0xb7e1_5163;
const Q: u32 = 0x9e37_79b9;

/// The round keys in pairs: one pair before the rounds, one for each round, and one after the rounds.
#[derive(Clone)]
pub struct Keys([[u32; 2]; KEYS / 2]);

impl Schedule for Keys {
    const EMPTY: Self = Self([[0; 2]; KEYS / 2]);
    fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut());
    }
}

/// The cipher RC6.
pub struct Rc6Cipher;

impl Cipher for Rc6Cipher {
    const NAME: &'static str = "rc6";
    type Block = [u8; 16];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 1, max: 255, step: 1 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        lanes_dispatch!(Rc6Cipher, u32 by 4, groups 4 2 2, expand, 0xf224_50a2_7a2d_0eab)
    }
}

/// Expands a key: section 2.2.
#[inline(always)]
fn expand(key: &[u8], _: bool, keys: &mut Keys) {
    let mut words = [0_u32; MOST];
    for (i, byte) in key.iter().enumerate().take(4 * MOST) {
        words[i / 4] |= u32::from(*byte) << (8 * (i % 4));
    }
    let used = key.len().div_ceil(4).clamp(1, MOST);
    let s = keys.0.as_flattened_mut();
    for (i, word) in s.iter_mut().enumerate() {
        *word = P.wrapping_add(Q.wrapping_mul(i as u32));
    }
    let (mut a, mut b) = (0_u32, 0_u32);
    for step in 0..3 * used.max(KEYS) {
        let (i, j) = (step % KEYS, step % used);
        a = s[i].wrapping_add(a).wrapping_add(b).rotate_left(3);
        s[i] = a;
        let sum = a.wrapping_add(b);
        b = words[j].wrapping_add(sum).rotate_left(sum % 32);
        words[j] = b;
    }
    wipe::wipe(&mut words);
}

/// Returns two round keys, each repeated in every lane.
#[inline(always)]
fn both<V: Words<Word = u32>>(isa: V::Isa, [a, b]: [u32; 2]) -> [V; 2] {
    [V::splat(isa, a), V::splat(isa, b)]
}

/// Returns `x * (2 * x + 1)`, rotated to the left by 5.
#[inline(always)]
fn mixed<V: Turning>(x: V, one: V) -> V {
    x.times(x.add(x).add(one)).rotl::<5>()
}

impl<V: Turning + Columns<Token = <V as Words>::Isa>> LaneRounds<V, 4> for Rc6Cipher {
    const BIG: bool = false;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Keys,
        mut x: [[V; 4]; G],
    ) -> [[V; 4]; G] {
        let one = V::splat(token, 1);
        let [before, rounds @ .., after] = &keys.0;
        let (before, after) = (both::<V>(token, *before), both::<V>(token, *after));
        if BACK {
            for i in 0..G {
                let [a, b, c, d] = x[i];
                x[i] = [a.sub(after[0]), b, c.sub(after[1]), d];
            }
            for pair in rounds.iter().rev() {
                let key = both::<V>(token, *pair);
                for i in 0..G {
                    let [b, c, d, a] = x[i];
                    let (t, u) = (mixed(b, one), mixed(d, one));
                    let a = a.sub(key[0]).turned_right(u).xor(t);
                    let c = c.sub(key[1]).turned_right(t).xor(u);
                    x[i] = [a, b, c, d];
                }
            }
            for i in 0..G {
                let [a, b, c, d] = x[i];
                x[i] = [a, b.sub(before[0]), c, d.sub(before[1])];
            }
        } else {
            for i in 0..G {
                let [a, b, c, d] = x[i];
                x[i] = [a, b.add(before[0]), c, d.add(before[1])];
            }
            for pair in rounds {
                let key = both::<V>(token, *pair);
                for i in 0..G {
                    let [a, b, c, d] = x[i];
                    let (t, u) = (mixed(b, one), mixed(d, one));
                    let a = a.xor(t).turned_left(u).add(key[0]);
                    let c = c.xor(u).turned_left(t).add(key[1]);
                    x[i] = [b, c, d, a];
                }
            }
            for i in 0..G {
                let [a, b, c, d] = x[i];
                x[i] = [a.add(after[0]), b, c.add(after[1]), d];
            }
        }
        x
    }
}

types! {
    /// RC6 with a key of `KEY` bytes (1 to 255) and 16-byte blocks. Usual keys have 16, 24 or 32 bytes.
    Rc6 Rc6Enc<KEY> = Rc6Cipher, KEY;
}

entries! {
    "rc6", "Rivest, Robshaw, Sidney, Yin: The RC6 Block Cipher (1998)", Legacy, 16 {
        of Rc6Cipher, "rc6-128", ["rc6-128-128"], 16;
        of Rc6Cipher, "rc6-192", ["rc6-128-192"], 24;
        of Rc6Cipher, "rc6-256", ["rc6-128-256"], 32;
    }
}
