//! The compression function G (RFC 9106, section 3.5), and the filling of a segment with it (section 3.4).
//!
//! A block is an 8x8 matrix of cells of two words each. P mixes the eight cells of each row, and then in the same way the eight
//! cells of each column. Rows do not depend on each other, and neither do columns, so a register holds one cell of each of
//! `CELLS` rows or columns. Columns have this order in memory already; rows are transposed when they are loaded. P's eight
//! registers hold BLAKE2b's sixteen words in pairs. For the diagonals, b and d are rotated by one word, which takes one
//! instruction for each register, and the two registers of c change places.
//!
//! The column pass begins with the columns that contain the block's first word. Where addresses depend on data, this word
//! determines which block is read next: that block is prefetched while the other columns are processed.

use super::Variant;
use crate::simd::{
    Portable,
    cells::{Cell, Cells, Matrix},
    memory::{Block, GROUP, SLICES, Segment, Spot},
};

/// The parameters that do not change from segment to segment.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) kind: Variant,
    pub(super) passes: u32,
    /// Whether later passes overwrite the memory, as versions before 0x13 do.
    pub(super) overwrite: bool,
}

/// Applies Argon2's variant of BLAKE2b's function G to two groups of four registers each. In this variant each addition also
/// adds twice the product of the lower halves of the operands. Each step is done for both groups before the next step.
macro_rules! quarters {
    ($v:ident $w:ident: $($a:literal $b:literal $c:literal $d:literal),*) => {
        $($v[$a] = $v[$a].mix($v[$b]);)*
        $($w[$a] = $w[$a].mix($w[$b]);)*
        $($v[$d] = $v[$d].xor($v[$a]).rotr::<32>();)*
        $($w[$d] = $w[$d].xor($w[$a]).rotr::<32>();)*
        $($v[$c] = $v[$c].mix($v[$d]);)*
        $($w[$c] = $w[$c].mix($w[$d]);)*
        $($v[$b] = $v[$b].xor($v[$c]).rotr::<24>();)*
        $($w[$b] = $w[$b].xor($w[$c]).rotr::<24>();)*
        $($v[$a] = $v[$a].mix($v[$b]);)*
        $($w[$a] = $w[$a].mix($w[$b]);)*
        $($v[$d] = $v[$d].xor($v[$a]).rotr::<16>();)*
        $($w[$d] = $w[$d].xor($w[$a]).rotr::<16>();)*
        $($v[$c] = $v[$c].mix($v[$d]);)*
        $($w[$c] = $w[$c].mix($w[$d]);)*
        $($v[$b] = $v[$b].xor($v[$c]).rotr::<63>();)*
        $($w[$b] = $w[$b].xor($w[$c]).rotr::<63>();)*
    };
}

/// Applies P (RFC 9106, section 3.6) to two groups of registers. Each cell of a register belongs to a different row or column.
#[inline(always)]
fn permute<V: Cells>([v, w]: &mut [[V; 8]; 2]) {
    quarters!(v w: 0 2 4 6, 1 3 5 7);
    for v in [&mut *v, w] {
        (v[2], v[3]) = (v[2].join(v[3]), v[3].join(v[2]));
        (v[6], v[7]) = (v[7].join(v[6]), v[6].join(v[7]));
    }
    quarters!(v w: 0 2 5 6, 1 3 4 7);
    for v in [&mut *v, w] {
        (v[2], v[3]) = (v[3].join(v[2]), v[2].join(v[3]));
        (v[6], v[7]) = (v[6].join(v[7]), v[7].join(v[6]));
    }
}

/// The two input blocks of G.
#[derive(Clone, Copy)]
struct Pair<'a>(&'a Matrix, &'a Matrix);

impl Pair<'_> {
    #[inline(always)]
    fn load<V: Cells>(self, isa: V::Isa, at: usize) -> V {
        V::load(isa, self.0, at).xor(V::load(isa, self.1, at))
    }
}

/// Runs the row pass: computes Q from R, the XOR of the two blocks.
#[inline(always)]
fn rows<V: Cells>(isa: V::Isa, pair: Pair<'_>, q: &mut Matrix) {
    for at in (0..64).step_by(16 * V::CELLS) {
        let mut v = [[pair.load(isa, at); 8]; 2];
        for g in 0..2 {
            for i in 0..8 {
                v[g][i] = pair.load(isa, at + (8 * g + i) * V::CELLS);
            }
            v[g] = V::turned(v[g]);
        }
        permute(&mut v);
        for g in 0..2 {
            v[g] = V::returned(v[g]);
            for i in 0..8 {
                v[g][i].store(q, at + (8 * g + i) * V::CELLS);
            }
        }
    }
}

/// Runs the column pass on `2 * CELLS` columns, beginning with column `at`. The result is XORed onto these columns of `block`,
/// or overwrites them if `overwrite` is true.
#[inline(always)]
fn columns<V: Cells>(
    isa: V::Isa,
    at: usize,
    q: &Matrix,
    pair: Pair<'_>,
    block: &mut Matrix,
    overwrite: bool,
) {
    let mut v = [[V::load(isa, q, at); 8]; 2];
    for g in 0..2 {
        for i in 0..8 {
            v[g][i] = V::load(isa, q, at + 8 * i + g * V::CELLS);
        }
    }
    permute(&mut v);
    for g in 0..2 {
        for i in 0..8 {
            let at = at + 8 * i + g * V::CELLS;
            let mut v = v[g][i].xor(pair.load(isa, at));
            if !overwrite {
                v = v.xor(V::load(isa, block, at));
            }
            v.store(block, at);
        }
    }
}

/// Applies G to the two blocks of `pair`, and writes the result to `block`.
#[inline(always)]
fn compress<V: Cells>(isa: V::Isa, q: &mut Matrix, pair: Pair<'_>, block: &mut Matrix) {
    rows::<V>(isa, pair, q);
    for at in (0..8).step_by(2 * V::CELLS) {
        columns::<V>(isa, at, q, pair, block, true);
    }
}

/// Returns the lane and the index of the reference block for the block at index `at` of the segment. `word` is the pseudorandom
/// number that chooses it (RFC 9106, section 3.4.2).
#[inline(always)]
fn reference(Spot { shape, pass, slice, lane: own }: Spot, at: u32, word: u64) -> (u32, u32) {
    let lane = if pass == 0 && slice == 0 { own } else { (word >> 32) as u32 % shape.lanes.max(1) };
    // the number of complete segments that may be read; in the own lane, the preceding blocks of this segment may be read too
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

/// The number of blocks between the block that is computed and the block whose reference block is prefetched meanwhile, if
/// addresses do not depend on data: enough to hide the latency of the memory.
const AHEAD: usize = 4;

/// The reference blocks of a segment whose addresses do not depend on data. They are computed from pseudorandom words, which are
/// generated 128 at a time.
struct Addresses {
    input: Block,
    words: Block,
    /// The index of the block whose reference block is looked up next. The next field has the last [`AHEAD`] results.
    ahead: u32,
    found: [(u32, u32); AHEAD],
}

impl Addresses {
    #[inline(always)]
    fn new(plan: &Plan, segment: &Segment<'_>) -> Self {
        let mut input = Block::ZERO;
        let Spot { shape, pass, slice, lane } = segment.spot();
        let fields =
            [pass.into(), lane.into(), slice.into(), shape.blocks(), plan.passes.into(), plan.kind as u64];
        input.0[..6].copy_from_slice(&fields);
        Self { input, words: Block::ZERO, ahead: segment.at(), found: [(0, 0); AHEAD] }
    }

    /// Returns the reference block for the next block of the segment, and prefetches the reference block of a later one.
    #[inline(always)]
    fn next<V: Cells>(&mut self, isa: V::Isa, q: &mut Matrix, segment: &Segment<'_>) -> (u32, u32) {
        let at = segment.at();
        while self.ahead < at + AHEAD as u32 {
            let ahead = self.ahead;
            if ahead.is_multiple_of(128) || self.input.0[6] == 0 {
                self.input.0[6] = u64::from(ahead / 128) + 1;
                let mut from = self.input;
                for _ in 0..2 {
                    compress::<V>(isa, q, Pair(&Block::ZERO.0, &from.0), &mut self.words.0);
                    from = self.words;
                }
            }
            let (lane, index) = reference(segment.spot(), ahead, self.words.0[ahead as usize % 128]);
            segment.prefetch(lane, index);
            self.found[ahead as usize % AHEAD] = (lane, index);
            self.ahead += 1;
        }
        self.found[at as usize % AHEAD]
    }
}

/// Fills segments of one slice.
#[inline(always)]
fn fill<V: Cells>(isa: V::Isa, segments: &mut [Segment<'_>], plan: &Plan) {
    let Some(first) = segments.first() else { return };
    let Spot { pass, slice, .. } = first.spot();
    let independent = match plan.kind {
        Variant::D => false,
        Variant::I => true,
        Variant::Id => pass == 0 && slice < 2,
    };
    let overwrite = plan.overwrite || pass == 0;
    for segments in segments.chunks_mut(if independent { 1 } else { GROUP }) {
        let addresses = if independent { Some(Addresses::new(plan, &segments[0])) } else { None };
        run::<V>(isa, segments, addresses, overwrite);
    }
}

/// Writes the blocks of several segments: one block of each segment, then the next block of each segment, and so on. The
/// block that was written last in a segment determines the block that is read next there; that block is prefetched while the
/// other segments are processed. If addresses do not depend on data, there is only one segment.
#[inline(always)]
fn run<V: Cells>(
    isa: V::Isa,
    segments: &mut [Segment<'_>],
    mut addresses: Option<Addresses>,
    overwrite: bool,
) {
    let mut q = Block::ZERO;
    let mut places = [(0, 0); GROUP];
    if addresses.is_none() {
        for (segment, place) in segments.iter().zip(&mut places) {
            let Some(before) = segment.before() else { return };
            *place = reference(segment.spot(), segment.at(), before[0]);
        }
    }
    loop {
        for (segment, place) in segments.iter_mut().zip(&mut places) {
            if let Some(addresses) = &mut addresses {
                *place = addresses.next::<V>(isa, &mut q.0, segment);
            }
            let (spot, at) = (segment.spot(), segment.at());
            let Some(step) = segment.next(place.0, place.1) else { return };
            let pair = Pair(step.before, step.reference);
            rows::<V>(isa, pair, &mut q.0);
            columns::<V>(isa, 0, &q.0, pair, step.block, overwrite);
            if addresses.is_none() {
                *place = reference(spot, at + 1, step.block[0]);
                step.prefetch(place.0, place.1);
            }
            for column in (2 * V::CELLS..8).step_by(2 * V::CELLS) {
                columns::<V>(isa, column, &q.0, pair, step.block, overwrite);
            }
        }
    }
}

/// Declares the kernel for each instruction set.
macro_rules! kernels {
    ($($(#[$cfg:meta])* $name:ident $features:literal $cells:ident $token:ident;)*) => { $(
        $(#[$cfg])*
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(segments: &mut [Segment<'_>], plan: &Plan) {
            fill::<crate::simd::cells::$cells>(crate::simd::$token::here(), segments, plan);
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
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    simd128 "simd128" CellWasm Simd128;
}

/// Fills segments with portable code.
pub(super) fn portable(segments: &mut [Segment<'_>], plan: &Plan) {
    fill::<Cell>(Portable, segments, plan);
}
