//! The rounds of SHA-1 (FIPS 180-4, section 6.1.2), generic over 32-bit words: with single words they are the portable
//! code; with vectors, each lane takes a message.
//!
//! The five working variables stay in registers and rotate by renaming, so a round moves nothing. The schedule is kept
//! as sixteen words; each is replaced just before the round that needs the new word.

use crate::{
    frame::{loop_entries, words_entries},
    simd::words::Words,
};

/// The constants of the rounds, one for each twenty rounds (section 4.2.1).
pub(super) const K: [u32; 4] = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

#[rustfmt::skip]
#[inline(always)]
fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 5], mut w: [V; 16]) {
    let [mut a, mut b, mut c, mut d, mut e] = *state;
    // the functions of section 4.1.1
    macro_rules! ch {
        ($b:ident $c:ident $d:ident) => { $b.choose($c, $d) };
    }
    macro_rules! parity {
        ($b:ident $c:ident $d:ident) => { $c.xor($d).xor($b) };
    }
    macro_rules! maj {
        ($b:ident $c:ident $d:ident) => { $c.majority($d, $b) };
    }
    macro_rules! round {
        ($f:ident; $a:ident $b:ident $c:ident $d:ident $e:ident; $k:ident, $t:expr) => {
            if $t >= 16 {
                let x = w[($t + 13) % 16].xor(w[($t + 8) % 16]).xor(w[($t + 2) % 16]).xor(w[$t % 16]);
                w[$t % 16] = x.rotl::<1>();
            }
            $e = $e.add($k).add(w[$t % 16]).add($f!($b $c $d)).add($a.rotl::<5>());
            $b = $b.rotl::<30>();
        };
    }
    macro_rules! twenty {
        ($f:ident, $k:ident; $($t:literal)*) => { $(
            round!($f; a b c d e; $k, $t);
            round!($f; e a b c d; $k, $t + 1);
            round!($f; d e a b c; $k, $t + 2);
            round!($f; c d e a b; $k, $t + 3);
            round!($f; b c d e a; $k, $t + 4);
        )* };
    }
    let k = V::splat(isa, K[0]);
    twenty!(ch, k; 0 5 10 15);
    let k = V::splat(isa, K[1]);
    twenty!(parity, k; 20 25 30 35);
    let k = V::splat(isa, K[2]);
    twenty!(maj, k; 40 45 50 55);
    let k = V::splat(isa, K[3]);
    twenty!(parity, k; 60 65 70 75);
    for (s, v) in state.iter_mut().zip([a, b, c, d, e]) {
        *s = s.add(v);
    }
}

words_entries!(block: [u32; 5], u32, words_be next_be);
loop_entries!(block: 5 u32);
