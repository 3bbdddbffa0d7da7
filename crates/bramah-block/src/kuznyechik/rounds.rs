//! The rounds of Kuznyechik over octets: RFC 7801, 4.4.
//!
//! For byte-sliced blocks, the linear transformation is the shift register of the standard, which is shifted by renaming
//! registers. Each of sixteen steps replaces one register by a XOR of products, in which bytes with equal factors are XORed
//! before they are multiplied. A step XORs a function of the other registers into one register, so it is its own inverse. The
//! inverse transformation is the steps in the opposite order.
//!
//! In pieces, the linear transformation is a matrix over the field of AES, in which the state is stored.

use super::{
    KuznyechikCipher,
    field::{By16, By32, By133, By148, By192, By194, By251, Enter, InversePi, Leave, Pi},
    keys::{Keys, expand},
    pieces::{linear, substituted},
};
use crate::{octets::Rounds, simd::octets::Octets};

/// A step of the shift register, which XORs the sum of products into byte 15, counted from the current end.
macro_rules! step {
    ($x:ident $step:literal) => {{
        macro_rules! at {
            ($i:literal) => {
                $x[($i + 16 - $step) % 16]
            };
        }
        let a = at!(0).xor(at!(14)).affine::<By148>();
        let b = at!(1).xor(at!(13)).affine::<By32>();
        let c = at!(2).xor(at!(12)).affine::<By133>();
        let d = at!(3).xor(at!(11)).affine::<By16>();
        let e = at!(4).xor(at!(10)).affine::<By194>();
        let f = at!(5).xor(at!(9)).affine::<By192>();
        let g = at!(7).affine::<By251>();
        let (one, two) = (a.xor3(b, c), d.xor3(e, f));
        at!(15) = at!(15).xor3(at!(6), at!(8)).xor3(one, two).xor(g);
    }};
}
macro_rules! steps {
    ($x:ident $($step:literal)*) => {{ $(step!($x $step);)* }};
}

impl<V: Octets> Rounds<V> for KuznyechikCipher {
    type Keys = Keys;
    type Block = [u8; 16];
    // with carry-less products each step waits for the previous one, so two registers side by side are faster; with table
    // look-ups in one register nothing waits, and a second register gained nothing
    const PAIRS: bool = V::CARRYLESS;

    #[inline(always)]
    fn expand(isa: V::Isa, key: &[u8], _decrypts: bool, keys: &mut Keys) {
        expand::<V>(isa, key, keys);
    }

    #[inline(always)]
    fn slices<const BACK: bool>(isa: V::Isa, keys: &Keys, mut x: [V; 16]) -> [V; 16] {
        let (first, rest) = match BACK {
            false => (&keys.spread[..9], &keys.spread[9]),
            true => (&keys.spread[1..], &keys.spread[0]),
        };
        for at in 0..9 {
            let key = &first[if BACK { 8 - at } else { at }];
            if BACK {
                for i in 0..16 {
                    x[i] = x[i].xor(V::splat(isa, key[i]));
                }
                steps!(x 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0);
                for i in 0..16 {
                    x[i] = x[i].look_up::<InversePi>();
                }
            } else {
                for i in 0..16 {
                    x[i] = x[i].xor(V::splat(isa, key[i])).look_up::<Pi>();
                }
                steps!(x 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
            }
        }
        for i in 0..16 {
            x[i] = x[i].xor(V::splat(isa, rest[i]));
        }
        x
    }

    #[inline(always)]
    fn pieces<const BACK: bool, const N: usize>(isa: V::Isa, keys: &Keys, mut x: [V; N]) -> [V; N] {
        for i in 0..N {
            x[i] = x[i].affine::<Enter>();
        }
        let (first, rest) = match BACK {
            false => (&keys.whole[..9], &keys.whole[9]),
            true => (&keys.whole[1..], &keys.whole[0]),
        };
        for at in 0..9 {
            let key = V::piece(isa, &first[if BACK { 8 - at } else { at }]);
            for i in 0..N {
                x[i] = x[i].xor(key);
            }
            x = if BACK {
                substituted::<V, true, N>(linear::<V, true, N>(isa, x))
            } else {
                linear::<V, false, N>(isa, substituted::<V, false, N>(x))
            };
        }
        let rest = V::piece(isa, rest);
        for i in 0..N {
            x[i] = x[i].xor(rest).affine::<Leave>();
        }
        x
    }
}
