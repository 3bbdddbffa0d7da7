//! The S-box and the linear transformation of Kuznyechik over pieces, for the rounds and the key schedule: RFC 7801, 4.2.

use super::field::{AesInversePi, AesPi, InverseTransformation, Transformation};
use crate::simd::octets::Octets;

/// Applies the S-box to every byte of pieces, or its inverse if `BACK` is set.
#[inline(always)]
pub(super) fn substituted<V: Octets, const BACK: bool, const N: usize>(mut x: [V; N]) -> [V; N] {
    for i in 0..N {
        x[i] = if BACK { x[i].look_up::<AesInversePi>() } else { x[i].look_up::<AesPi>() };
    }
    x
}

/// Applies the linear transformation to the blocks of pieces, or its inverse if `BACK` is set.
#[inline(always)]
pub(super) fn linear<V: Octets, const BACK: bool, const N: usize>(isa: V::Isa, mut x: [V; N]) -> [V; N] {
    for i in 0..N {
        x[i] = match BACK {
            false => x[i].multiplied::<Transformation>(isa),
            true => x[i].multiplied::<InverseTransformation>(isa),
        };
    }
    x
}
