//! The compression function G (RFC 9106, section 3.5), and filling a segment with it (3.4).
//!
//! A block is an 8x8 matrix of cells of two words. P works on the eight cells of a row, then on those of a
//! column, in the same way, so a register holds one cell of each of `CELLS` rows, or columns: columns lie in
//! memory so, rows are turned when they are loaded. Within a cell's eight registers P's diagonals are those of
//! BLAKE2b in pairs of words: b and d move on by a word, which takes one instruction, c by a register.
//!
//! The column pass begins with the columns that the block's first word is in. From that word follows, where
//! addresses depend on data, which block is read next: it is fetched while the other columns are worked on.

use super::Kind;
use crate::simd::{Block, Cell, Cells, Matrix, Portable, SLICES, Segment, Shape};

/// What does not change from segment to segment.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    pub(super) passes: u32,
    /// Whether later passes write over what there is, which they did before version 0x13.
    pub(super) overwrite: bool,
}

/// BLAKE2b's G with a product in each sum, on four registers, and the rotation of the rows behind it.
macro_rules! quarter {
    ($v:ident: $($a:literal $b:literal $c:literal $d:literal),*) => {
        $($v[$a] = $v[$a].mix($v[$b]);)*
        $($v[$d] = $v[$d].xor($v[$a]).rotr::<32>();)*
        $($v[$c] = $v[$c].mix($v[$d]);)*
        $($v[$b] = $v[$b].xor($v[$c]).rotr::<24>();)*
        $($v[$a] = $v[$a].mix($v[$b]);)*
        $($v[$d] = $v[$d].xor($v[$a]).rotr::<16>();)*
        $($v[$c] = $v[$c].mix($v[$d]);)*
        $($v[$b] = $v[$b].xor($v[$c]).rotr::<63>();)*
    };
}

/// P (RFC 9106, section 3.6) on the cells of a row or column in each cell of the registers.
#[inline(always)]
fn permute<V: Cells>(v: &mut [V; 8]) {
    quarter!(v: 0 2 4 6, 1 3 5 7);
    (v[2], v[3]) = (v[2].join(v[3]), v[3].join(v[2]));
    (v[6], v[7]) = (v[7].join(v[6]), v[6].join(v[7]));
    quarter!(v: 0 2 5 6, 1 3 4 7);
    (v[2], v[3]) = (v[3].join(v[2]), v[2].join(v[3]));
    (v[6], v[7]) = (v[6].join(v[7]), v[7].join(v[6]));
}

/// The blocks that G is of.
#[derive(Clone, Copy)]
struct Pair<'a>(&'a Matrix, &'a Matrix);

impl Pair<'_> {
    #[inline(always)]
    fn load<V: Cells>(self, isa: V::Isa, at: usize) -> V {
        V::load(isa, self.0, at).xor(V::load(isa, self.1, at))
    }
}

/// The row pass: Q out of R, the sum of the two blocks.
#[inline(always)]
fn rows<V: Cells>(isa: V::Isa, pair: Pair<'_>, q: &mut Matrix) {
    for at in (0..64).step_by(8 * V::CELLS) {
        let mut v = [pair.load(isa, at); 8];
        for (i, v) in v.iter_mut().enumerate() {
            *v = pair.load(isa, at + i * V::CELLS);
        }
        v = V::turned(v);
        permute(&mut v);
        for (i, v) in V::returned(v).into_iter().enumerate() {
            v.store(q, at + i * V::CELLS);
        }
    }
}

/// The column pass on `CELLS` columns from the given one on: their part of G, XORed onto `block` if that is
/// not to be written over.
#[inline(always)]
fn columns<V: Cells>(
    isa: V::Isa,
    at: usize,
    q: &Matrix,
    pair: Pair<'_>,
    block: &mut Matrix,
    overwrite: bool,
) {
    let mut v = [V::load(isa, q, at); 8];
    for (i, v) in v.iter_mut().enumerate() {
        *v = V::load(isa, q, at + 8 * i);
    }
    permute(&mut v);
    for (i, v) in v.into_iter().enumerate() {
        let mut v = v.xor(pair.load(isa, at + 8 * i));
        if !overwrite {
            v = v.xor(V::load(isa, block, at + 8 * i));
        }
        v.store(block, at + 8 * i);
    }
}

/// G of the two blocks.
#[inline(always)]
fn compress<V: Cells>(isa: V::Isa, q: &mut Matrix, pair: Pair<'_>, block: &mut Matrix) {
    rows::<V>(isa, pair, q);
    for at in (0..8).step_by(V::CELLS) {
        columns::<V>(isa, at, q, pair, block, true);
    }
}

/// Which block is read for the one that stands in the segment at `at`, by the word that chooses it: lane and
/// index (RFC 9106, section 3.4.2).
#[inline(always)]
fn reference(shape: Shape, pass: u32, slice: u32, own: u32, at: u32, word: u64) -> (u32, u32) {
    let lane = if pass == 0 && slice == 0 { own } else { (word >> 32) as u32 % shape.lanes };
    // the blocks that may be read: whole segments, and what there is of this one in the same lane
    let segments = if pass == 0 { slice } else { SLICES - 1 };
    let mut area = segments * shape.segment;
    if lane == own {
        area = area.wrapping_add(at).wrapping_sub(1);
    } else if at == 0 {
        area = area.wrapping_sub(1);
    }
    let square = (word & 0xffff_ffff).wrapping_mul(word & 0xffff_ffff) >> 32;
    let back = (square.wrapping_mul(area.into()) >> 32) as u32;
    let oldest = if pass == 0 { 0 } else { (slice + 1) % SLICES * shape.segment };
    let index = u64::from(oldest) + u64::from(area.wrapping_sub(1).wrapping_sub(back));
    let length = u64::from(shape.lane());
    (lane, if index >= length { index - length } else { index } as u32)
}

/// The words that choose blocks, where they do not depend on data: 128 at a time.
struct Addresses {
    input: Block,
    words: Block,
    q: Block,
}

impl Addresses {
    #[inline(always)]
    fn new(plan: &Plan, segment: &Segment<'_>) -> Self {
        let mut input = Block::ZERO;
        let shape = segment.shape();
        let fields = [
            segment.pass.into(),
            segment.lane.into(),
            segment.slice.into(),
            shape.blocks(),
            plan.passes.into(),
            plan.kind as u64,
        ];
        input.0[..6].copy_from_slice(&fields);
        Self { input, words: Block::ZERO, q: Block::ZERO }
    }

    /// The words of the 128 blocks with this one among them.
    #[inline(always)]
    fn make<V: Cells>(&mut self, isa: V::Isa, at: u32) {
        self.input.0[6] = u64::from(at / 128) + 1;
        let Self { input, words, q } = self;
        let mut once = Block::ZERO;
        compress::<V>(isa, &mut q.0, Pair(&Block::ZERO.0, &input.0), &mut once.0);
        compress::<V>(isa, &mut q.0, Pair(&Block::ZERO.0, &once.0), &mut words.0);
    }
}

/// Fills a segment.
#[inline(always)]
pub(super) fn fill<V: Cells>(isa: V::Isa, segment: &mut Segment<'_>, plan: &Plan) {
    let independent = match plan.kind {
        Kind::D => false,
        Kind::I => true,
        Kind::Id => segment.pass == 0 && segment.slice < 2,
    };
    let overwrite = plan.overwrite || segment.pass == 0;
    if independent {
        independently::<V>(isa, segment, plan, overwrite);
    } else {
        dependently::<V>(isa, segment, overwrite);
    }
}

/// With addresses that depend on nothing secret.
#[inline(always)]
fn independently<V: Cells>(isa: V::Isa, segment: &mut Segment<'_>, plan: &Plan, overwrite: bool) {
    let (shape, pass, slice, own) = (segment.shape(), segment.pass, segment.slice, segment.lane);
    let mut addresses = Addresses::new(plan, segment);
    let mut q = Block::ZERO;
    let mut at = segment.at();
    addresses.make::<V>(isa, at);
    let (mut lane, mut index) = reference(shape, pass, slice, own, at, addresses.words.0[at as usize % 128]);
    loop {
        at += 1;
        if at % 128 == 0 {
            addresses.make::<V>(isa, at);
        }
        let next = reference(shape, pass, slice, own, at, addresses.words.0[at as usize % 128]);
        segment.prefetch(next.0, next.1);
        let Some(step) = segment.next(lane, index) else { return };
        let pair = Pair(step.before, step.reference);
        rows::<V>(isa, pair, &mut q.0);
        for column in (0..8).step_by(V::CELLS) {
            columns::<V>(isa, column, &q.0, pair, step.block, overwrite);
        }
        (lane, index) = next;
    }
}

/// With addresses from the blocks themselves.
#[inline(always)]
fn dependently<V: Cells>(isa: V::Isa, segment: &mut Segment<'_>, overwrite: bool) {
    let (shape, pass, slice, own) = (segment.shape(), segment.pass, segment.slice, segment.lane);
    let mut q = Block::ZERO;
    let mut at = segment.at();
    let Some(before) = segment.before() else { return };
    let (mut lane, mut index) = reference(shape, pass, slice, own, at, before[0]);
    while let Some(step) = segment.next(lane, index) {
        at += 1;
        let pair = Pair(step.before, step.reference);
        rows::<V>(isa, pair, &mut q.0);
        columns::<V>(isa, 0, &q.0, pair, step.block, overwrite);
        (lane, index) = reference(shape, pass, slice, own, at, step.block[0]);
        step.prefetch(lane, index);
        for column in (V::CELLS..8).step_by(V::CELLS) {
            columns::<V>(isa, column, &q.0, pair, step.block, overwrite);
        }
    }
}

/// The kernel for an instruction set.
macro_rules! kernels {
    ($($(#[$cfg:meta])* $name:ident $features:literal $cells:ident $token:ident;)*) => { $(
        $(#[$cfg])*
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(segment: &mut Segment<'_>, plan: &Plan) {
            fill::<crate::simd::$cells>(crate::simd::$token::here(), segment, plan);
        }
    )* };
}
kernels! {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    avx512 "avx512f,avx512bw,avx512vl" Cells4 Avx512;
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    avx2 "avx2" Cells2 Avx2;
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    sse41 "sse4.1,ssse3" Cells1 Sse41;
    #[cfg(target_arch = "aarch64")]
    neon "neon" CellNeon Neon;
}

/// Without anything special.
pub(super) fn portable(segment: &mut Segment<'_>, plan: &Plan) {
    fill::<Cell>(Portable, segment, plan);
}
