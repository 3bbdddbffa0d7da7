//! BLAKE2, one message in vector registers.
//!
//! A register holds a row of the working vector, so the four columns advance together. What
//! limits a single message is the chain of dependent steps. Hence, for the diagonals, the rows
//! a, c and d turn and b stays: b is the last to be ready, and their turns are done by then.
//! The message words are in no such hurry, and are gathered beside the chain.

use super::rounds::{Blake2, Order};
use crate::simd::Row;

/// The rounds, on the four rows of the working vector; constants as for the other kernels.
#[rustfmt::skip]
#[inline(always)]
pub(in crate::hash) fn mix<V: Row, O: Order, const R1: u32, const R2: u32, const R3: u32, const R4: u32>(
    isa: V::Isa,
    v: &mut [V; 4],
    bytes: &V::Block,
    constants: Option<&[V::Word; 16]>,
) {
    let mut m = V::block(isa, bytes);
    let [mut a, mut b, mut c, mut d] = *v;
    macro_rules! words {
        ($r:literal: $($i:literal)*) => {{
            let [x, y] = V::gather(&mut m, const { [$(O::SIGMA[$r][$i]),*] });
            match constants {
                None => [x, y],
                Some(k) => {
                    let [k0, k1, k2, k3, k4, k5, k6, k7] = [$(k[const { O::SIGMA[$r][$i ^ 1] }]),*];
                    [x.xor(V::new(isa, [k0, k1, k2, k3])), y.xor(V::new(isa, [k4, k5, k6, k7]))]
                }
            }
        }};
    }
    macro_rules! four {
        ($r:literal: $($i:literal)*) => {
            let [m0, m1] = words!($r: $($i)*);
            a = a.add(m0).add(b);
            d = d.xor(a).rotr::<R1>();
            c = c.add(d);
            b = b.xor(c).rotr::<R2>();
            a = a.add(m1).add(b);
            d = d.xor(a).rotr::<R3>();
            c = c.add(d);
            b = b.xor(c).rotr::<R4>();
        };
    }
    macro_rules! rounds {
        ($($r:literal)*) => { $(
            four!($r: 0 2 4 6  1 3 5 7);
            (a, c, d) = (a.turn::<3>(), c.turn::<1>(), d.turn::<2>());
            // lane i is the diagonal that begins in column i - 1
            four!($r: 14 8 10 12  15 9 11 13);
            (a, c, d) = (a.turn::<1>(), c.turn::<3>(), d.turn::<2>());
        )* };
    }
    rounds!(0 1 2 3 4 5 6);
    if O::ROUNDS > 7 {
        rounds!(7 8 9);
    }
    if O::ROUNDS > 10 {
        rounds!(10 11);
    }
    if O::ROUNDS > 12 {
        rounds!(12 13);
    }
    if O::ROUNDS > 14 {
        rounds!(14 15);
    }
    *v = [a, b, c, d];
}

/// One block: `h` is the state's two rows, `extra` as for the other kernels.
#[inline(always)]
pub(super) fn block<V: Row, const ROUNDS: usize, const R1: u32, const R2: u32, const R3: u32, const R4: u32>(
    isa: V::Isa,
    iv: [V; 2],
    h: &mut [V; 2],
    bytes: &V::Block,
    extra: [V::Word; 4],
) {
    let mut v = [h[0], h[1], iv[0], iv[1].xor(V::new(isa, extra))];
    mix::<V, Blake2<ROUNDS>, R1, R2, R3, R4>(isa, &mut v, bytes, None);
    let [a, b, c, d] = v;
    *h = [h[0].xor(a).xor(c), h[1].xor(b).xor(d)];
}
