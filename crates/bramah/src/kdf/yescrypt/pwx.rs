//! yescrypt's function pwxform, and the mixing of blocks with it.
//!
//! A line, which is a 64-byte block, consists of four lanes of two 64-bit words. In each round, the first word of a lane
//! selects the operands of the whole lane, one in each of two tables. The results of the middle rounds are written to a third
//! table; after all rounds the three tables rotate. The lanes do not depend on each other, so four look-ups run at a time. The
//! CPU waits for the look-ups, so vectors would not be faster. As in scrypt, and in the tables too, words have the order of
//! Salsa20's diagonals.

use crate::{
    kdf::scrypt::mix::{integerify, salsa},
    simd::memory::{Line16, prefetch_lines},
};

/// A table of 2^Swidth rows, each of PWXsimple words.
pub(super) type Table = [[u32; 4]; 256];

/// The three tables, and the number of the group of sixteen rows that is written next.
pub(super) struct Boxes<'a> {
    pub(super) tables: [&'a mut Table; 3],
    pub(super) next: usize,
}

/// The block that is mixed, the memory, and the tables.
pub(super) struct Work<'a, 'b> {
    /// The `2 * r` lines of input and output.
    pub(super) b: &'a mut [Line16],
    /// The memory.
    pub(super) v: &'a mut [Line16],
    pub(super) boxes: &'a mut Boxes<'b>,
}

/// The two words of a lane.
type Pair = [u64; 2];

/// Converts four 32-bit words, the lower half of each word first, to the two words of a lane.
#[inline(always)]
fn pair([a, b, c, d]: &[u32; 4]) -> Pair {
    [u64::from(*a) | u64::from(*b) << 32, u64::from(*c) | u64::from(*d) << 32]
}

#[inline(always)]
fn unpair([x, y]: Pair, row: &mut [u32; 4]) {
    *row = [x as u32, (x >> 32) as u32, y as u32, (y >> 32) as u32];
}

/// Multiplies the lower half of each word of `x` by its upper half, adds the word of `add`, and XORs the word of `other`.
#[inline(always)]
fn multiply(x: Pair, add: Pair, other: Pair) -> Pair {
    let word =
        |x: u64, add: u64, other: u64| u64::from(x as u32).wrapping_mul(x >> 32).wrapping_add(add) ^ other;
    [word(x[0], add[0], other[0]), word(x[1], add[1], other[1])]
}

/// Applies pwxform, of six rounds, to a line.
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

/// Ends blockmix_pwxform: applies Salsa20/2 to the last line.
#[inline(always)]
fn end(b: &mut [Line16]) {
    if let Some(line) = b.last_mut() {
        salsa::<1>(&mut line.0);
    }
}

/// Returns the index of one of the first `i` blocks. The block `b` determines which one. The specification
/// calls this function Wrap.
#[inline(always)]
fn wrap(b: &[Line16], i: usize) -> usize {
    let n = 1 << i.ilog2();
    integerify(b, n) + (i - n)
}

/// Runs smix1 with pwxform: computes `n` blocks of the memory, each from the preceding one. All but the first two also mix in an
/// earlier block.
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

/// Runs smix2 with pwxform. Each of the `steps` steps mixes one of the first `n` blocks of the memory into `b`; if `WRITE` is
/// true, it also writes the result back to that block.
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

/// Calls [`steps`], with writing if `write` is true.
pub(super) fn reread(work: Work<'_, '_>, n: usize, count: u64, write: bool) -> Option<()> {
    match write {
        true => steps::<true>(work, n, count),
        false => steps::<false>(work, n, count),
    }
}
