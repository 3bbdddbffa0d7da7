//! pwxform and the mixing of blocks with it.
//!
//! A line is four lanes of two 64-bit words. In each round a lane's first word selects, in two tables, the operands of
//! the whole lane; the results of the middle rounds are written to a third table, and the tables then rotate. The lanes
//! do not depend on each other, so four look-ups run at a time; the CPU waits for them, and vectors would not make it
//! faster. As in scrypt, words are in the order of Salsa20's diagonals, in the tables too.

use crate::{
    kdf::scrypt::mix::{integerify, salsa},
    simd::memory::{Line16, prefetch_lines},
};

/// The rows of a table: PWXsimple words each, 2^Swidth of them.
pub(super) type Table = [[u32; 4]; 256];

/// The three tables, and the position where the next rows are written, sixteen at a time.
pub(super) struct Boxes<'a> {
    pub(super) tables: [&'a mut Table; 3],
    pub(super) next: usize,
}

/// The blocks being mixed, the memory, and the tables.
pub(super) struct Work<'a, 'b> {
    /// The `2 * r` lines of input and output.
    pub(super) b: &'a mut [Line16],
    /// The memory.
    pub(super) v: &'a mut [Line16],
    pub(super) boxes: &'a mut Boxes<'b>,
}

/// The two words of a lane.
type Pair = [u64; 2];

/// Converts words of 32 bits, the lower first, to the two words of a lane.
#[inline(always)]
fn pair([a, b, c, d]: &[u32; 4]) -> Pair {
    [u64::from(*a) | u64::from(*b) << 32, u64::from(*c) | u64::from(*d) << 32]
}

#[inline(always)]
fn unpair([x, y]: Pair, row: &mut [u32; 4]) {
    *row = [x as u32, (x >> 32) as u32, y as u32, (y >> 32) as u32];
}

/// Multiplies the lower half of each word by the upper half, adds the word of `add`, and XORs the word of `other`.
#[inline(always)]
fn multiply(x: Pair, add: Pair, other: Pair) -> Pair {
    let word =
        |x: u64, add: u64, other: u64| u64::from(x as u32).wrapping_mul(x >> 32).wrapping_add(add) ^ other;
    [word(x[0], add[0], other[0]), word(x[1], add[1], other[1])]
}

/// Applies pwxform: six rounds.
#[inline(always)]
fn pwxform(x: &mut [Pair; 4], boxes: &mut Boxes<'_>) {
    let [s0, s1, s2] = &mut boxes.tables;
    let Some(written) = s2.as_chunks_mut::<16>().0.get_mut(boxes.next % 16) else { return };
    macro_rules! round {
        ($($j:literal)*; $($to:literal)*) => { $(
            let places = x[$j][0];
            let add = pair(&s0[usize::from((places >> 4) as u8)]);
            let other = pair(&s1[usize::from((places >> 36) as u8)]);
            x[$j] = multiply(x[$j], add, other);
        )* $(
            unpair(x[$to % 4], &mut written[$to]);
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
fn load(line: &Line16) -> [Pair; 4] {
    let rows = line.0.as_chunks().0;
    [pair(&rows[0]), pair(&rows[1]), pair(&rows[2]), pair(&rows[3])]
}

#[inline(always)]
fn xor(x: [Pair; 4], y: [Pair; 4]) -> [Pair; 4] {
    [
        [x[0][0] ^ y[0][0], x[0][1] ^ y[0][1]],
        [x[1][0] ^ y[1][0], x[1][1] ^ y[1][1]],
        [x[2][0] ^ y[2][0], x[2][1] ^ y[2][1]],
        [x[3][0] ^ y[3][0], x[3][1] ^ y[3][1]],
    ]
}

#[inline(always)]
fn store(x: &[Pair; 4], line: &mut Line16) {
    for (x, row) in x.iter().zip(line.0.as_chunks_mut().0) {
        unpair(*x, row);
    }
}

/// Ends blockmix_pwxform: the last line goes through Salsa20/2.
#[inline(always)]
fn end(b: &mut [Line16]) {
    if let Some(line) = b.last_mut() {
        salsa::<1>(&mut line.0);
    }
}

/// Returns a position among the first `i` blocks: Wrap.
#[inline(always)]
fn wrap(b: &[Line16], i: usize) -> usize {
    let n = 1 << i.ilog2();
    integerify(b, n) + (i - n)
}

/// Runs smix1 with pwxform: writes `n` blocks of the memory; all but the first two also mix in an earlier block.
pub(super) fn fill(work: Work<'_, '_>, n: usize) -> Option<()> {
    let Work { b, v, boxes } = work;
    let len = b.len();
    v.get_mut(..len)?.copy_from_slice(b);
    for i in 0..n {
        let (done, rest) = v.split_at_mut_checked((i + 1) * len)?;
        let from = done.get(i * len..)?;
        let to = if i + 1 == n { &mut *b } else { rest.get_mut(..len)? };
        let mut x = load(from.last()?);
        if i > 1 {
            let at = wrap(from, i) * len;
            let also = done.get(at..at + len)?;
            prefetch_lines(also);
            x = xor(x, load(also.last()?));
            for ((from, also), to) in from.iter().zip(also).zip(&mut *to) {
                x = xor(x, xor(load(from), load(also)));
                pwxform(&mut x, boxes);
                store(&x, to);
            }
        } else {
            for (from, to) in from.iter().zip(&mut *to) {
                x = xor(x, load(from));
                pwxform(&mut x, boxes);
                store(&x, to);
            }
        }
        end(to);
    }
    Some(())
}

/// Runs smix2 with pwxform: `steps` steps, each of which reads one of the first `n` blocks and, with `WRITE`, writes
/// the XOR back to it.
fn steps<const WRITE: bool>(work: Work<'_, '_>, n: usize, steps: u64) -> Option<()> {
    let Work { b, v, boxes } = work;
    let len = b.len();
    for _ in 0..steps {
        let at = integerify(b, n) * len;
        let also = v.get_mut(at..at + len)?;
        prefetch_lines(also);
        let mut x = xor(load(b.last()?), load(also.last()?));
        for (b, also) in b.iter_mut().zip(also) {
            let sum = xor(load(b), load(also));
            if WRITE {
                store(&sum, also);
            }
            x = xor(x, sum);
            pwxform(&mut x, boxes);
            store(&x, b);
        }
        end(b);
    }
    Some(())
}

/// Calls [`steps`], with or without writing.
pub(super) fn reread(work: Work<'_, '_>, n: usize, count: u64, write: bool) -> Option<()> {
    match write {
        true => steps::<true>(work, n, count),
        false => steps::<false>(work, n, count),
    }
}
