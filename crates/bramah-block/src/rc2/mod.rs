//! RC2: RFC 2268. Keys have 1 to 128 bytes, and their strength is reduced to a number of effective bits. The default of this
//! number is the number of bits of the key.

mod keys;

use super::{
    Cipher, EffectiveBits, Lean,
    declare::{entries, types},
    lanes::{LaneRounds, lanes_dispatch},
};
use crate::{backend::Dispatch, names::ByteLengths, simd::words::Shorts};
pub use keys::Keys;
use keys::expand;

/// The cipher RC2.
pub struct Rc2Cipher;

impl Cipher for Rc2Cipher {
    const NAME: &'static str = "rc2";
    type Block = [u8; 8];
    type Schedule = Keys;
    const KEYS: ByteLengths = ByteLengths { min: 1, max: 128, step: 1 };
    type Table = Lean<Self>;

    fn dispatch() -> &'static Dispatch<Lean<Self>> {
        lanes_dispatch!(Rc2Cipher, u16 by 4, groups 4 2 2, expand, 0xc4bc_cb5f_4ca8_cd91)
    }
}

impl EffectiveBits for Rc2Cipher {}

/// Returns the value that a mixing step adds to a word (section 3.1). `c`, `b` and `a` are the words one, two and three before
/// it.
#[inline(always)]
fn mixed<V: Shorts>(c: V, b: V, a: V, key: V) -> V {
    key.add(c.and(b)).add(c.andnot(a))
}

impl<V: Shorts> LaneRounds<V, 4> for Rc2Cipher {
    const BIG: bool = false;

    #[inline(always)]
    fn rounds<const BACK: bool, const G: usize>(
        token: V::Token,
        keys: &Keys,
        mut x: [[V; 4]; G],
    ) -> [[V; 4]; G] {
        let words = keys.words.as_chunks::<4>().0;
        for step in 0..16 {
            let round = if BACK { 15 - step } else { step };
            let [p, q, r, s] = words[round];
            let k = [V::splat(token, p), V::splat(token, q), V::splat(token, r), V::splat(token, s)];
            // a mashing round follows the fifth and the eleventh mixing round
            let mashes = round == 4 || round == 10;
            for i in 0..G {
                let [mut a, mut b, mut c, mut d] = x[i];
                if BACK {
                    if mashes {
                        d = d.sub(c.look_up(token, &keys.words));
                        c = c.sub(b.look_up(token, &keys.words));
                        b = b.sub(a.look_up(token, &keys.words));
                        a = a.sub(d.look_up(token, &keys.words));
                    }
                    d = d.rotl::<11>().sub(mixed(c, b, a, k[3]));
                    c = c.rotl::<13>().sub(mixed(b, a, d, k[2]));
                    b = b.rotl::<14>().sub(mixed(a, d, c, k[1]));
                    a = a.rotl::<15>().sub(mixed(d, c, b, k[0]));
                } else {
                    a = a.add(mixed(d, c, b, k[0])).rotl::<1>();
                    b = b.add(mixed(a, d, c, k[1])).rotl::<2>();
                    c = c.add(mixed(b, a, d, k[2])).rotl::<3>();
                    d = d.add(mixed(c, b, a, k[3])).rotl::<5>();
                    if mashes {
                        a = a.add(d.look_up(token, &keys.words));
                        b = b.add(a.look_up(token, &keys.words));
                        c = c.add(b.look_up(token, &keys.words));
                        d = d.add(c.look_up(token, &keys.words));
                    }
                }
                x[i] = [a, b, c, d];
            }
        }
        x
    }
}

types! {
    /// RC2 with a key of `KEY` bytes (1 to 128) and 8-byte blocks.
    /// [`with_effective_bits`](crate::BlockCipher::with_effective_bits) reduces the strength of a key to fewer bits.
    ///
    /// After 2^32 blocks under one key, two blocks of ciphertext are likely to be equal, which reveals a relation between their
    /// plaintexts. A key of 40 effective bits can be found by trying all keys. Do not use it in new designs.
    Rc2 Rc2Enc<KEY> = Rc2Cipher, KEY;
}

entries! {
    "rc2", "RFC 2268", Legacy, 8 {
        of_any_key Rc2Cipher, "rc2", ["arc2", "rc2-128"], 16;
    }
}
