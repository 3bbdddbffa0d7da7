//! The rounds of SM3 (GB/T 32905-2016, section 5.3), generic over words: with single words they are the portable code;
//! with vectors, each lane takes a message.
//!
//! The eight working variables and sixteen words of the expanded message stay in registers; the variables exchange
//! places by renaming. Word `j + 4` is computed just before round `j`, which is the first to use it, and replaces word
//! `j - 12`.

use crate::{frame::words_entries, simd::words::Words};

/// The constants of section 4.2, each rotated as its round needs it.
pub(super) const T: [[u32; 16]; 4] = {
    let mut t = [[0; 16]; 4];
    let mut j = 0;
    while j < 64 {
        let t0: u32 = if j < 16 { 0x79cc4519 } else { 0x7a879d8a };
        t[j / 16][j % 16] = t0.rotate_left(j as u32 % 32);
        j += 1;
    }
    t
};

/// Compresses the words of a block into the states.
#[rustfmt::skip]
#[inline(always)]
fn block<V: Words<Word = u32>>(isa: V::Isa, state: &mut [V; 8], mut w: [V; 16]) {
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    // rotations by 9 and 17, or by 15 and 23, are computed as one rotation and another rotation by a whole byte
    macro_rules! word {
        ($i:expr) => {
            let x = w[$i % 16].xor(w[($i + 7) % 16]).xor(w[($i + 13) % 16].rotl::<15>());
            let y = x.rotl::<15>();
            w[$i % 16] = x.xor(y).xor(y.rotl::<8>()).xor(w[($i + 3) % 16].rotl::<7>()).xor(w[($i + 10) % 16]);
        };
    }
    macro_rules! round {
        ($t:expr, $first:literal, $i:literal, $a:ident $b:ident $c:ident $d:ident $e:ident $f:ident $g:ident $h:ident) => {
            if !$first || $i >= 12 {
                word!($i + 4);
            }
            let turned = $a.rotl::<12>();
            let ss1 = turned.add(V::splat(isa, $t[$i])).add($e).rotl::<7>();
            let (ff, gg) = if $first {
                ($a.xor($b).xor($c), $e.xor($f).xor($g))
            } else {
                ($a.majority($b, $c), $e.choose($f, $g))
            };
            $d = $d.add(w[$i].xor(w[($i + 4) % 16])).add(ff).add(ss1.xor(turned));
            let tt2 = $h.add(w[$i]).add(gg).add(ss1);
            let x = tt2.rotl::<9>();
            $h = tt2.xor(x).xor(x.rotl::<8>());
            $b = $b.rotl::<9>();
            $f = $f.rotl::<19>();
        };
    }
    macro_rules! sixteen {
        ($t:expr, $first:literal) => {
            round!($t, $first, 0, a b c d e f g h);
            round!($t, $first, 1, d a b c h e f g);
            round!($t, $first, 2, c d a b g h e f);
            round!($t, $first, 3, b c d a f g h e);
            round!($t, $first, 4, a b c d e f g h);
            round!($t, $first, 5, d a b c h e f g);
            round!($t, $first, 6, c d a b g h e f);
            round!($t, $first, 7, b c d a f g h e);
            round!($t, $first, 8, a b c d e f g h);
            round!($t, $first, 9, d a b c h e f g);
            round!($t, $first, 10, c d a b g h e f);
            round!($t, $first, 11, b c d a f g h e);
            round!($t, $first, 12, a b c d e f g h);
            round!($t, $first, 13, d a b c h e f g);
            round!($t, $first, 14, c d a b g h e f);
            round!($t, $first, 15, b c d a f g h e);
        };
    }
    let [first, others @ ..] = &T;
    sixteen!(first, true);
    for t in others {
        sixteen!(t, false);
    }
    for (s, v) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *s = s.xor(v);
    }
}

words_entries!(block: [u32; 8], u32, words_be next_be);
