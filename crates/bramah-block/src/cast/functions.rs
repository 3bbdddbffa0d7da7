//! The round functions of CAST-128 and CAST-256, of three kinds: RFC 2144, 2.2; RFC 2612, 2.2.

use super::BOXES;
use crate::simd::words::Boxed;

/// A masking key and the number of bits of the rotation.
pub(super) type Pair = [u32; 2];

/// XORs the round function of kind 0, 1 or 2 of each word of `x` into the word of `to` with the same index, and returns the
/// results.
///
/// The second look-up is ready last, because extracting its byte takes two instructions. Therefore everything that does not need
/// it is combined first, as far as the operations of this kind of function can be reordered.
#[inline(always)]
pub(super) fn with_f<V: Boxed, const G: usize>(
    token: V::Isa,
    kind: usize,
    mut to: [V; G],
    mut x: [V; G],
    [mask, by]: Pair,
) -> [V; G] {
    let (mask, by) = (V::splat(token, mask), V::splat(token, by));
    for i in 0..G {
        let mixed = match kind {
            0 => mask.add(x[i]),
            1 => mask.xor(x[i]),
            _ => mask.sub(x[i]),
        };
        x[i] = mixed.turned_left(by);
    }
    let [a, b, c, d] = V::look_up(token, x, [(3, &BOXES[0]), (2, &BOXES[1]), (1, &BOXES[2]), (0, &BOXES[3])]);
    for i in 0..G {
        to[i] = match kind {
            0 => to[i].xor(a[i].xor(b[i]).add(d[i].sub(c[i]).opaque())),
            1 => to[i].xor(d[i]).opaque().xor(a[i].add(c[i]).opaque().sub(b[i])),
            _ => to[i].xor(a[i].add(b[i]).xor(c[i]).sub(d[i])),
        };
    }
    to
}
