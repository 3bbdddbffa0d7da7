//! BLAKE2 in rows: one message in vector registers.
//!
//! A register contains a row of the working vector, so the four columns advance together. The speed for a single
//! message is limited by the chain of dependent instructions. So for the diagonals the rows a, c and d are rotated and
//! b stays in place: b is computed last, and the rotations of the others are done by then. The message words are not in
//! the chain, and are gathered meanwhile.

use super::order::{Order, Sigma};
use crate::simd::rows::{Gathered, Row};

/// A row whose words were rotated, which is to be added to another row.
#[derive(Clone, Copy)]
pub(crate) struct Rotated<V> {
    pub(crate) whole: V,
    /// The two shifted rows that the rotation consists of, if they are added separately: the first is available one
    /// instruction before the second, and two before the complete rotation.
    shifts: Option<[V; 2]>,
}

impl<V: Row> Rotated<V> {
    /// Rotates the words of a row. If `alone` is set, the two shifted rows can be added separately (see `shifts`). This
    /// takes an extra instruction, which costs nothing if the CPU has no other work than this message and is partly
    /// idle.
    #[inline(always)]
    pub(crate) fn new<const R: u32>(row: V, alone: bool) -> Self {
        Self { whole: row.rotr::<R>(), shifts: if alone { row.shifts::<R>() } else { None } }
    }
    /// Returns the sum of the rotated row and another row.
    #[inline(always)]
    pub(crate) fn added(self, row: V) -> V {
        match self.shifts {
            Some(shifts) => row.add_both(shifts),
            None => row.add(self.whole),
        }
    }
}

/// Mixes all columns, or all diagonals, except for the first addition and the last rotation: the input `a` already
/// contains the first addition, and `b` of the result must still be rotated.
#[inline(always)]
pub(crate) fn mixed<V: Row, const R1: u32, const R2: u32, const R3: u32>(
    [mut a, mut b, mut c, mut d]: [V; 4],
    second: V,
    alone: bool,
) -> [V; 4] {
    d = d.xor(a).rotr::<R1>();
    c = c.add(d);
    (a, b) = (a.add(second), b.xor(c));
    let rotated = Rotated::new::<R2>(b, alone);
    (a, b) = (rotated.added(a), rotated.whole);
    d = d.xor(a).rotr::<R3>();
    c = c.add(d);
    [a, b.xor(c), c, d]
}

/// Turns columns into diagonals: lane `i` becomes the diagonal that begins in column `i - 1`.
#[inline(always)]
pub(crate) fn diagonals<V: Row>([a, b, c, d]: [V; 4]) -> [V; 4] {
    [a.turn::<3>(), b, c.turn::<1>(), d.turn::<2>()]
}

/// Turns diagonals back into columns.
#[inline(always)]
pub(crate) fn columns<V: Row>([a, b, c, d]: [V; 4]) -> [V; 4] {
    [a.turn::<1>(), b, c.turn::<3>(), d.turn::<2>()]
}

/// Applies the rounds to the rows of the working vector. `R1` to `R4` are the rotation distances; `constants` are XORed
/// into the message words, as BLAKE does.
#[rustfmt::skip]
#[inline(always)]
pub(crate) fn rounds<V: Gathered, O: Order, const R1: u32, const R2: u32, const R3: u32, const R4: u32>(
    isa: V::Isa,
    mut v: [V; 4],
    bytes: &V::Block,
    constants: Option<&[V::Word; 16]>,
) -> [V; 4] {
    let mut m = V::block(isa, bytes);
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
    // if there are constants to XOR into the message words, the CPU is not idle, and an extra instruction would take
    // time
    let alone = constants.is_none();
    let mut b;
    macro_rules! begin {
        (0 $first:ident) => { v[0] = v[0].add($first).add(v[1]) };
        ($r:literal $first:ident) => { v[0] = b.added(v[0].add($first)) };
    }
    macro_rules! rounds {
        ($($r:tt)*) => { $(
            let [first, second] = words!($r: 0 2 4 6  1 3 5 7);
            begin!($r first);
            v = mixed::<V, R1, R2, R3>(v, second, alone);
            b = Rotated::new::<R4>(v[1], alone);
            v = diagonals([v[0], b.whole, v[2], v[3]]);
            let [first, second] = words!($r: 14 8 10 12  15 9 11 13);
            v[0] = b.added(v[0].add(first));
            v = mixed::<V, R1, R2, R3>(v, second, alone);
            b = Rotated::new::<R4>(v[1], alone);
            v = columns([v[0], b.whole, v[2], v[3]]);
        )* };
    }
    rounds!(0 1 2 3 4 5 6);
    if O::ROUNDS >= 10 {
        rounds!(7 8 9);
    }
    if O::ROUNDS >= 12 {
        rounds!(10 11);
    }
    if O::ROUNDS >= 14 {
        rounds!(12 13);
    }
    if O::ROUNDS >= 16 {
        rounds!(14 15);
    }
    v
}

/// Compresses one block. `h` is the two rows of the state; `extra` is XORed into the last row of the working vector:
/// the counter and the flags.
#[inline(always)]
pub(super) fn block<
    V: Gathered,
    const ROUNDS: usize,
    const R1: u32,
    const R2: u32,
    const R3: u32,
    const R4: u32,
>(
    isa: V::Isa,
    iv: [V; 2],
    h: &mut [V; 2],
    bytes: &V::Block,
    extra: [V::Word; 4],
) {
    let rows = [h[0], h[1], iv[0], iv[1].xor(V::new(isa, extra))];
    let [a, b, c, d] = rounds::<V, Sigma<ROUNDS>, R1, R2, R3, R4>(isa, rows, bytes, None);
    *h = [h[0].xor(a).xor(c), h[1].xor(b).xor(d)];
}
