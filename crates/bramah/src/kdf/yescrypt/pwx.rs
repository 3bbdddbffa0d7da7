//! pwxform and the mixing of blocks with it.
//!
//! A line is four lanes of two 64-bit words. In each round a lane's first word says where in two tables the addends of
//! all of the lane are; what comes of the rounds in the middle is written to a third, and the tables then take turns. The
//! lanes do not depend on each other, so the look-ups of four are under way at a time. As in scrypt, words lie in the
//! order of Salsa20's diagonals, and so do those of the tables.

use crate::{
    kdf::scrypt::mix::{integerify, salsa},
    simd::*,
};

/// The rows of a table: PWXsimple words each, 2^Swidth of them.
pub(super) type Table = [[u32; 4]; 256];

/// The three tables and where the next rows are written, sixteen at a time.
pub(super) struct Boxes<'a> {
    pub(super) tables: [&'a mut Table; 3],
    pub(super) next: usize,
}

/// The blocks that pass through, and the tables.
pub(super) struct Work<'a, 'b> {
    /// The `2 * r` lines that go in and come out.
    pub(super) b: &'a mut [Line16],
    /// The memory.
    pub(super) v: &'a mut [Line16],
    pub(super) boxes: &'a mut Boxes<'b>,
}

/// pwxform: six rounds.
#[inline(always)]
fn pwxform<V: Double>(isa: V::Isa, x: &mut [V; 4], boxes: &mut Boxes<'_>) {
    let [s0, s1, s2] = &mut boxes.tables;
    let Some(written) = s2.as_chunks_mut::<16>().0.get_mut(boxes.next % 16) else { return };
    macro_rules! round {
        ($($j:literal)*; $($to:literal)*) => { $(
            let places = x[$j].first();
            let add = V::load(isa, &s0[usize::from((places >> 4) as u8)]);
            let other = V::load(isa, &s1[usize::from((places >> 36) as u8)]);
            x[$j] = x[$j].multiply(add).xor(other);
        )* $(
            x[$to % 4].store(&mut written[$to]);
        )* };
    }
    round!(0 1 2 3;);
    round!(0 1 2 3; 0 1 2 3);
    round!(0 1 2 3; 4 5 6 7);
    round!(0 1 2 3; 8 9 10 11);
    round!(0 1 2 3; 12 13 14 15);
    round!(0 1 2 3;);
    boxes.next += 1;
    boxes.tables.rotate_right(1);
}

#[inline(always)]
fn load<V: Double>(isa: V::Isa, line: &Line16) -> [V; 4] {
    let rows = line.0.as_chunks().0;
    [V::load(isa, &rows[0]), V::load(isa, &rows[1]), V::load(isa, &rows[2]), V::load(isa, &rows[3])]
}

#[inline(always)]
fn xor<V: Double>(x: [V; 4], y: [V; 4]) -> [V; 4] {
    [x[0].xor(y[0]), x[1].xor(y[1]), x[2].xor(y[2]), x[3].xor(y[3])]
}

#[inline(always)]
fn store<V: Double>(x: &[V; 4], line: &mut Line16) {
    for (x, row) in x.iter().zip(line.0.as_chunks_mut().0) {
        x.store(row);
    }
}

/// The end of blockmix_pwxform: the last line goes through Salsa20/2.
#[inline(always)]
fn end(b: &mut [Line16]) {
    if let Some(line) = b.last_mut() {
        salsa::<1>(&mut line.0);
    }
}

/// A place among the first `i` blocks: Wrap.
#[inline(always)]
fn wrap(b: &[Line16], i: usize) -> usize {
    let n = 1 << i.ilog2();
    integerify(b, n) + (i - n)
}

/// smix1 with pwxform: writes `n` blocks of the memory, of which each but the first two mixes in an earlier one.
#[inline(always)]
pub(super) fn fill<V: Double>(isa: V::Isa, work: Work<'_, '_>, n: usize) -> Option<()> {
    let Work { b, v, boxes } = work;
    let len = b.len();
    v.get_mut(..len)?.copy_from_slice(b);
    for i in 0..n {
        let (done, rest) = v.split_at_mut_checked((i + 1) * len)?;
        let from = done.get(i * len..)?;
        let to = if i + 1 == n { &mut *b } else { rest.get_mut(..len)? };
        let mut x = load::<V>(isa, from.last()?);
        if i > 1 {
            let at = wrap(from, i) * len;
            let also = done.get(at..at + len)?;
            prefetch_lines(also);
            x = xor(x, load(isa, also.last()?));
            for ((from, also), to) in from.iter().zip(also).zip(&mut *to) {
                x = xor(x, xor(load(isa, from), load(isa, also)));
                pwxform(isa, &mut x, boxes);
                store(&x, to);
            }
        } else {
            for (from, to) in from.iter().zip(&mut *to) {
                x = xor(x, load(isa, from));
                pwxform(isa, &mut x, boxes);
                store(&x, to);
            }
        }
        end(to);
    }
    Some(())
}

/// smix2 with pwxform: so many steps, each of which reads one of the first `n` blocks, and writes to it what comes of the
/// exclusive or, if `WRITE` says so.
#[inline(always)]
fn steps<V: Double, const WRITE: bool>(
    isa: V::Isa,
    work: Work<'_, '_>,
    n: usize,
    steps: u64,
) -> Option<()> {
    let Work { b, v, boxes } = work;
    let len = b.len();
    for _ in 0..steps {
        let at = integerify(b, n) * len;
        let also = v.get_mut(at..at + len)?;
        prefetch_lines(also);
        let mut x = xor(load::<V>(isa, b.last()?), load(isa, also.last()?));
        for (b, also) in b.iter_mut().zip(also) {
            let sum = xor(load(isa, b), load(isa, also));
            if WRITE {
                store(&sum, also);
            }
            x = xor(x, sum);
            pwxform(isa, &mut x, boxes);
            store(&x, b);
        }
        end(b);
    }
    Some(())
}

/// [`steps`].
#[inline(always)]
pub(super) fn reread<V: Double>(isa: V::Isa, work: Work<'_, '_>, n: usize, count: u64, write: bool) -> Option<()> {
    match write {
        true => steps::<V, true>(isa, work, n, count),
        false => steps::<V, false>(isa, work, n, count),
    }
}
