//! scryptROMix and scryptBlockMix: RFC 7914, sections 4 and 5.
//!
//! A line is a 64-byte block, to which Salsa20/8 is applied. It lies in four rows, each of four 32-bit words. The rows are the
//! diagonals of Salsa20's square, on which its rounds work: the words of a line are reordered once before and once after
//! scryptROMix, and keep this order in all of the memory. The rounds of one of scrypt's lanes depend on each other, so several
//! lanes go through each step together: one lane in each half of a register, and several registers. Each lane has its own
//! memory, because each reads at its own addresses.
//!
//! The first half of scryptROMix writes each block by mixing the preceding one. The second half reads blocks. The address of a
//! block is known only after the previous mixing; then all lines of the block are prefetched immediately.

use crate::{
    simd::{
        Portable,
        memory::{Line16, MOST_LINES, prefetch_lines},
    },
    stream::arx::{Rounds, Salsa20},
};

crate::backend::only! { rows: { use crate::{simd::memory::Apart, stream::arx::RowRounds}; } }

/// The data of one of scrypt's lanes.
pub(crate) struct Lane<'a> {
    /// The `2 * r` lines of input and output.
    b: &'a mut [Line16],
    /// The memory: `n` blocks of `2 * r` lines each, and one block more.
    v: &'a mut [Line16],
}

impl<'a> Lane<'a> {
    /// Returns a lane whose memory `v` begins with a copy of its lines `b`; `None` if the memory is too small for them.
    pub(crate) fn new(b: &'a mut [Line16], v: &'a mut [Line16]) -> Option<Self> {
        v.get_mut(..b.len())?.copy_from_slice(b);
        Some(Self { b, v })
    }
}

/// Returns the index in a reordered line of word `i` of the line: element `c` of diagonal `d` is the word in column `c` and row
/// `c + d` modulo 4.
pub(super) const fn place(i: usize) -> usize {
    let (row, column) = (i / 4, i % 4);
    4 * ((row + 4 - column) % 4) + column
}

/// Reads the words of a line from `bytes`, and reorders them into diagonals.
pub(crate) fn read_turned(line: &mut Line16, bytes: &[u8; 64]) {
    for (i, bytes) in bytes.as_chunks().0.iter().enumerate() {
        line.0[place(i)] = u32::from_le_bytes(*bytes);
    }
}

/// Writes the words of a line to `bytes` in their original order.
pub(crate) fn write_turned(line: &Line16, bytes: &mut [u8; 64]) {
    for (i, bytes) in bytes.as_chunks_mut().0.iter_mut().enumerate() {
        *bytes = line.0[place(i)].to_le_bytes();
    }
}

/// The mixing of one line, or of several lines side by side.
pub(crate) trait Core {
    /// The number of lines that are mixed side by side.
    const LINES: usize;
    type Isa: Copy;
    /// The lines in registers.
    type X: Copy;
    fn load(isa: Self::Isa, lines: [&Line16; MOST_LINES]) -> Self::X;
    fn xor(x: Self::X, y: Self::X) -> Self::X;
    /// Applies Salsa20/8 to the lines of each element of `x`.
    fn salsa<const N: usize>(x: &mut [Self::X; N]);
    fn store(x: &Self::X, line: usize, to: &mut Line16);
}

/// The mixing of one line at a time, in sixteen words.
pub(crate) struct Scalar;

impl Core for Scalar {
    const LINES: usize = 1;
    type Isa = Portable;
    type X = [u32; 16];

    #[inline(always)]
    fn load(_: Portable, [line, ..]: [&Line16; MOST_LINES]) -> [u32; 16] {
        line.0
    }
    #[inline(always)]
    fn xor(mut x: [u32; 16], y: [u32; 16]) -> [u32; 16] {
        for i in 0..16 {
            x[i] ^= y[i];
        }
        x
    }
    #[inline(always)]
    fn salsa<const N: usize>(x: &mut [[u32; 16]; N]) {
        for x in x {
            salsa::<4>(x);
        }
    }
    #[inline(always)]
    fn store(x: &[u32; 16], _: usize, to: &mut Line16) {
        to.0 = *x;
    }
}

/// Applies Salsa20 with `ROUNDS` double rounds to a reordered line.
#[inline(always)]
pub(crate) fn salsa<const ROUNDS: usize>(x: &mut [u32; 16]) {
    let mut v = [0u32; 16];
    for i in 0..16 {
        v[i] = x[place(i)];
    }
    for _ in 0..ROUNDS {
        Salsa20::double(&mut v);
    }
    for i in 0..16 {
        x[place(i)] = x[place(i)].wrapping_add(v[i]);
    }
}

/// The mixing of several lines side by side: each vector holds one row of each line.
#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
pub(crate) struct Rows<V>(core::marker::PhantomData<V>);

#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
impl<V: Apart> Core for Rows<V> {
    const LINES: usize = V::COUNT;
    type Isa = V::Isa;
    type X = [V; 4];

    #[inline(always)]
    fn load(isa: V::Isa, [a, b, c, d]: [&Line16; MOST_LINES]) -> [V; 4] {
        let [a, b, c, d] = [a.0.as_chunks().0, b.0.as_chunks().0, c.0.as_chunks().0, d.0.as_chunks().0];
        [
            V::gather(isa, [&a[0], &b[0], &c[0], &d[0]]),
            V::gather(isa, [&a[1], &b[1], &c[1], &d[1]]),
            V::gather(isa, [&a[2], &b[2], &c[2], &d[2]]),
            V::gather(isa, [&a[3], &b[3], &c[3], &d[3]]),
        ]
    }
    #[inline(always)]
    fn xor(x: [V; 4], y: [V; 4]) -> [V; 4] {
        [x[0].xor(y[0]), x[1].xor(y[1]), x[2].xor(y[2]), x[3].xor(y[3])]
    }
    #[inline(always)]
    fn salsa<const N: usize>(x: &mut [[V; 4]; N]) {
        let mut v = *x;
        for _ in 0..4 {
            Salsa20::first_rows(&mut v);
            Salsa20::second_rows(&mut v);
        }
        for i in 0..N {
            for j in 0..4 {
                x[i][j] = x[i][j].add(v[i][j]);
            }
        }
    }
    #[inline(always)]
    fn store(x: &[V; 4], line: usize, to: &mut Line16) {
        for (x, words) in x.iter().zip(to.0.as_chunks_mut().0) {
            x.part(line, words);
        }
    }
}

/// Computes scryptBlockMix (section 4) of `from`, or if `ALSO` is true, of the XOR of `from` and `also`.
#[inline(always)]
fn block_mix<C: Core, const N: usize, const ALSO: bool>(
    isa: C::Isa,
    from: &[&[Line16]; MOST_LINES],
    also: &[&[Line16]; MOST_LINES],
    to: &mut [&mut [Line16]; MOST_LINES],
) -> Option<()> {
    let none = &Line16::ZERO;
    // loads the lines at index `$i` of the lanes in register `$n`
    macro_rules! lines {
        ($i:expr, $n:expr) => {{
            let mut lines = [none; MOST_LINES];
            let mut others = [none; MOST_LINES];
            for lane in 0..C::LINES {
                lines[lane] = from[$n * C::LINES + lane].get($i)?;
                if ALSO {
                    others[lane] = also[$n * C::LINES + lane].get($i)?;
                }
            }
            let line = C::load(isa, lines);
            if ALSO { C::xor(line, C::load(isa, others)) } else { line }
        }};
    }
    let r = from[0].len() / 2;
    let mut x = [C::load(isa, [none; MOST_LINES]); N];
    for n in 0..N {
        x[n] = lines!(2 * r - 1, n);
    }
    for i in 0..r {
        for half in 0..2 {
            for n in 0..N {
                x[n] = C::xor(x[n], lines!(2 * i + half, n));
            }
            C::salsa(&mut x);
            for n in 0..N {
                for lane in 0..C::LINES {
                    C::store(&x[n], lane, to[n * C::LINES + lane].get_mut(half * r + i)?);
                }
            }
        }
    }
    Some(())
}

/// Returns Integerify modulo `n`, a power of two (section 5, step 3): the index of the block that is read next, taken from the
/// first 64 bits of the last line.
#[inline(always)]
pub(crate) fn integerify(b: &[Line16], n: usize) -> usize {
    let Some(last) = b.last() else { return 0 };
    let number = u64::from(last.0[place(0)]) | u64::from(last.0[place(1)]) << 32;
    number as usize & n.wrapping_sub(1)
}

/// The blocks `b` and the memories `v` of up to `MOST_LINES` lanes.
type Parts<'a> = [[&'a mut [Line16]; MOST_LINES]; 2];

#[inline(always)]
fn none<'a>() -> [&'a mut [Line16]; MOST_LINES] {
    [&mut [], &mut [], &mut [], &mut []]
}

#[inline(always)]
fn parts<'a>(lanes: &'a mut [Lane<'_>], count: usize) -> Parts<'a> {
    let (mut b, mut v) = (none(), none());
    for ((b, v), lane) in b.iter_mut().zip(&mut v).zip(lanes).take(count) {
        (*b, *v) = (&mut *lane.b, &mut *lane.v);
    }
    [b, v]
}

/// Runs the first half of scryptROMix (section 5, steps 1 and 2) on `N * C::LINES` lanes side by side; returns `None` if their
/// blocks or memories are too short.
#[inline(always)]
pub(crate) fn fill<C: Core, const N: usize>(
    isa: C::Isa,
    lanes: &mut [Lane<'_>],
    n: usize,
    r: usize,
) -> Option<()> {
    let count = N * C::LINES;
    let len = 2 * r;
    let [mut b, mut v] = parts(lanes, count);
    for i in 1..=n {
        let (mut from, mut to): ([&[Line16]; MOST_LINES], _) = ([&[]; MOST_LINES], none());
        let lanes = from.iter_mut().zip(&mut to).zip(v.iter_mut().zip(&mut b));
        for ((from, to), (v, b)) in lanes.take(count) {
            let (done, rest) = v.split_at_mut_checked(i * len)?;
            *from = done.get((i - 1) * len..)?;
            *to = if i == n { b } else { rest.get_mut(..len)? };
        }
        block_mix::<C, N, false>(isa, &from, &from, &mut to)?;
    }
    Some(())
}

/// Runs the second half of scryptROMix (section 5, step 3) with an even number of steps, which is `n` in scrypt.
#[inline(always)]
pub(crate) fn reread<C: Core, const N: usize>(
    isa: C::Isa,
    lanes: &mut [Lane<'_>],
    n: usize,
    r: usize,
    steps: u64,
) -> Option<()> {
    let count = N * C::LINES;
    let len = 2 * r;
    let [mut b, mut v] = parts(lanes, count);
    // each pair of steps mixes from `b` to the buffer after the memory, and back
    let mut y = none();
    for (v, y) in v.iter_mut().zip(&mut y).take(count) {
        let (memory, rest) = core::mem::take(v).split_at_mut_checked(n * len)?;
        (*v, *y) = (memory, rest.get_mut(..len)?);
    }
    for _ in 0..steps / 2 {
        for _ in 0..2 {
            let mut also: [&[Line16]; MOST_LINES] = [&[]; MOST_LINES];
            let mut from: [&[Line16]; MOST_LINES] = [&[]; MOST_LINES];
            for lane in 0..count {
                let at = integerify(b[lane], n) * len;
                also[lane] = v[lane].get(at..at + len)?;
                prefetch_lines(also[lane]);
                from[lane] = b[lane];
            }
            block_mix::<C, N, true>(isa, &from, &also, &mut y)?;
            core::mem::swap(&mut b, &mut y);
        }
    }
    Some(())
}

/// Runs scryptROMix (section 5) on `N * C::LINES` lanes side by side.
#[inline(always)]
pub(super) fn ro_mix<C: Core, const N: usize>(
    isa: C::Isa,
    lanes: &mut [Lane<'_>],
    n: usize,
    r: usize,
) -> Option<()> {
    fill::<C, N>(isa, lanes, n, r)?;
    reread::<C, N>(isa, lanes, n, r, n as u64)
}
