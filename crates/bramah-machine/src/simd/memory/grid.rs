//! A grid of blocks in memory, which several threads fill (Argon2). A row is a lane. Every lane is divided into four segments,
//! and the segments at one position of all lanes are a slice. The grid is filled slice by slice. One thread writes each segment,
//! and it may read everything that no other thread is writing at the time.

#[cfg(feature = "std")]
mod meeting;
mod spot;
#[cfg(feature = "std")]
mod sync;
#[cfg(feature = "std")]
mod threads;

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
use crate::simd::gf::{Carryless, Halves};
use crate::simd::{
    blocks::Counter,
    cells::Matrix,
    memory::{Bytes, prefetch_line},
    words::{Pairs, Words},
};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::{
    products::Products,
    rows::{Gathered, Row, Shuffled, Squares},
};
use crate::{Error, wipe::wipe};
use alloc::alloc::{Layout, alloc, dealloc};
use core::{marker::PhantomData, ptr::NonNull};
pub use spot::{SLICES, Shape, Spot};

/// A block, aligned to a cache line.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub struct Block(pub Matrix);

impl Block {
    /// A block of zeros.
    pub const ZERO: Self = Self([0; 128]);
}

/// Memory of at least this many bytes is aligned to this number, and large pages are requested for it from the system.
const LARGE: usize = 2 << 20;

/// Uninitialised memory for blocks. The writer must erase it.
pub struct Pool {
    at: NonNull<Block>,
    len: usize,
}

// SAFETY: a pool owns the memory to which it points.
unsafe impl Send for Pool {}
// SAFETY: through a shared reference to a pool no block can be read.
unsafe impl Sync for Pool {}

impl Pool {
    /// Makes an empty pool.
    pub const fn new() -> Self {
        Self { at: NonNull::dangling(), len: 0 }
    }

    fn layout(len: usize) -> Option<Layout> {
        let bytes = len.checked_mul(size_of::<Block>())?;
        let align = if bytes >= 2 * LARGE { LARGE } else { align_of::<Block>() };
        Layout::from_size_align(bytes, align).ok()
    }

    /// Returns the number of blocks in the pool.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the blocks, whose contents are unspecified.
    pub fn blocks(&mut self) -> &mut [Block] {
        // SAFETY: this pool owns `len` blocks, whose words count as initialised since `reserve`.
        unsafe { core::slice::from_raw_parts_mut(self.at.as_ptr(), self.len) }
    }

    /// Allocates `len` blocks, unless the pool already has that many.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if there is not enough memory.
    pub fn reserve(&mut self, len: usize) -> Result<(), Error> {
        if len <= self.len {
            return Ok(());
        }
        *self = Self::new(); // frees the old memory before the new memory is allocated
        let error = Error::NoMemory { bytes: (len as u64).saturating_mul(size_of::<Block>() as u64) };
        let Some(layout) = Self::layout(len) else { return Err(error) };
        // SAFETY: `len` is not 0, so the layout has a size.
        let Some(at) = NonNull::new(unsafe { alloc(layout) }) else { return Err(error) };
        ask_for_large_pages(at, layout);
        // SAFETY: the assembly is only a comment, but to the compiler it may have written all of the memory. So the memory counts
        // as initialised with the bytes that it happens to hold, and any bytes are valid words.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
        unsafe {
            core::arch::asm!("/* {0} */", in(reg) at.as_ptr(), options(nostack, preserves_flags));
        }
        // SAFETY: the memory has the size of the layout.
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")))]
        unsafe {
            at.write_bytes(0, layout.size());
        }
        *self = Self { at: at.cast(), len };
        Ok(())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        if let (1.., Some(layout)) = (self.len, Self::layout(self.len)) {
            // SAFETY: the memory was allocated with this layout.
            unsafe { dealloc(self.at.as_ptr().cast(), layout) }
        }
    }
}

/// Requests fewer, larger pages from the system, because blocks are read at addresses all over the memory, and the CPU caches the
/// addresses of only a few pages.
#[cfg(all(feature = "std", target_os = "linux"))]
fn ask_for_large_pages(at: NonNull<u8>, layout: Layout) {
    if layout.align() == LARGE {
        // SAFETY: the advice is about memory of this pool, which begins at a page boundary. A refusal has no effect.
        unsafe { libc::madvise(at.as_ptr().cast(), layout.size(), libc::MADV_HUGEPAGE) };
    }
}
#[cfg(not(all(feature = "std", target_os = "linux")))]
fn ask_for_large_pages(_: NonNull<u8>, _: Layout) {}

/// The maximum number of segments of a slice that one thread takes at a time.
pub const GROUP: usize = 2;

/// The function that does the work on segments, at most [`GROUP`] segments of one slice.
pub type Work<'a> = dyn Fn(&mut [Segment<'_>]) + Sync + 'a;

/// A segment that is being written, with access to the blocks that may be read at the time.
pub struct Segment<'a> {
    first: NonNull<Block>,
    spot: Spot,
    /// The index in the lane of the next block to be written.
    at: u32,
    grid: PhantomData<&'a mut Block>,
}

/// A block to be written, the previous block of the lane, and a reference block to be read.
pub struct Next<'a> {
    /// The previous block of the lane.
    pub before: &'a Matrix,
    /// The reference block.
    pub reference: &'a Matrix,
    /// The block to be written.
    pub block: &'a mut Matrix,
    place: Place,
}

/// The position of the blocks of a grid in memory.
#[derive(Clone, Copy)]
struct Place {
    first: NonNull<Block>,
    lane: u32,
}

impl Place {
    #[inline(always)]
    fn of(self, lane: u32, index: u32) -> *mut Block {
        self.first.as_ptr().wrapping_add(lane as usize * self.lane as usize + index as usize)
    }
}

impl Next<'_> {
    /// Prefetches a block that will be read soon.
    #[inline(always)]
    pub fn prefetch(&self, lane: u32, index: u32) {
        prefetch(self.place.of(lane, index));
    }
}

impl Segment<'_> {
    /// Returns the position of the segment.
    #[inline(always)]
    pub fn spot(&self) -> Spot {
        self.spot
    }

    /// Returns the index in the segment of the next block to be written.
    #[inline(always)]
    pub fn at(&self) -> u32 {
        self.at - self.spot.start()
    }

    /// Returns whether the whole segment has been written.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.at() >= self.spot.shape.segment
    }

    #[inline(always)]
    fn place(&self) -> Place {
        Place { first: self.first, lane: self.spot.shape.lane() }
    }

    /// Returns whether a block has been written and is not being overwritten.
    #[inline(always)]
    fn is_readable(&self, lane: u32, index: u32) -> bool {
        self.spot.is_readable(self.at, lane, index)
    }

    /// Returns the block before the next block to be written; `None` if it may not be read.
    #[inline(always)]
    pub fn before(&self) -> Option<&Matrix> {
        let Spot { shape, lane, .. } = self.spot;
        let before = if self.at == 0 { shape.lane() - 1 } else { self.at - 1 };
        // SAFETY: the block is within the grid, has been written, and is not being overwritten.
        self.is_readable(lane, before).then(|| unsafe { &(*self.place().of(lane, before)).0 })
    }

    /// Writes the next block.
    pub fn put(&mut self, block: &Matrix) {
        if !self.is_full() {
            // SAFETY: the block is within the segment, to which nothing else has access.
            unsafe { (*self.place().of(self.spot.lane, self.at)).0 = *block }
            self.at += 1;
        }
    }

    /// Returns the next block to be written, the previous block, and the block at `lane` and `index`. Returns `None` if the
    /// segment is full or one of the other blocks may not be read.
    #[inline(always)]
    pub fn next(&mut self, lane: u32, index: u32) -> Option<Next<'_>> {
        if self.is_full() || !self.is_readable(lane, index) {
            return None;
        }
        let place = self.place();
        let block = place.of(self.spot.lane, self.at);
        let reference = place.of(lane, index);
        let before = core::ptr::from_ref(self.before()?);
        self.at += 1;
        // SAFETY: all three blocks lie within the grid. Its memory is initialised, and during `'_` accessible only to this segment
        // and the segments of the other threads. `block` is in this segment. The two calls of `is_readable`, above and in
        // `before()`, have ensured that `before` and `reference` are not `block`, and not in a segment of another thread.
        Some(unsafe { Next { before: &*before, reference: &(*reference).0, block: &mut (*block).0, place } })
    }

    /// Prefetches a block that will be read soon.
    #[inline(always)]
    pub fn prefetch(&self, lane: u32, index: u32) {
        prefetch(self.place().of(lane, index));
    }
}

/// Prefetches a block, whose address may be invalid.
#[inline(always)]
fn prefetch(block: *const Block) {
    for line in 0..size_of::<Block>() / 64 {
        prefetch_line(block.cast::<u8>().wrapping_add(64 * line));
    }
}

/// Fills the grid of shape `shape` in `blocks`, in `passes` passes, with up to `threads` threads, including the caller's.
/// Calls `work` for every segment: for all segments of a slice before any segment of the next slice. Then XORs the last
/// block of every lane into `sum`, and erases the grid.
///
/// # Panics
/// If there are too few blocks, if the blocks of a lane cannot be numbered in 32 bits, or if `work` panics.
pub fn fill(blocks: &mut Pool, shape: Shape, passes: u32, threads: usize, work: &Work<'_>, sum: &mut Block) {
    assert!(shape.is_numbered() && shape.blocks() <= blocks.len as u64);
    let grid = Grid { first: blocks.at, shape };
    let steps = u64::from(passes) * u64::from(SLICES);
    #[cfg(feature = "std")]
    if threads.min(shape.lanes as usize) > 1 {
        return threads::fill(&grid, steps, threads.min(shape.lanes as usize), work, sum);
    }
    let _ = threads;
    for step in 0..steps {
        for lane in (0..shape.lanes).step_by(GROUP) {
            // SAFETY: no other thread uses the grid.
            unsafe { grid.work(step, lane, GROUP as u32, work) };
        }
    }
    for lane in 0..shape.lanes {
        // SAFETY: no other thread uses the grid.
        unsafe { grid.end(lane, sum) };
    }
}

/// The blocks of a grid in memory, and the grid's shape.
struct Grid {
    first: NonNull<Block>,
    shape: Shape,
}

// SAFETY: a grid is a pointer, which is used only under the conditions of the methods.
unsafe impl Sync for Grid {}

impl Grid {
    /// Does the work of a step on the segments of up to `count` lanes, beginning with `lane`.
    ///
    /// # Safety
    /// All earlier steps are done, and no other thread has these segments or does a later step.
    unsafe fn work(&self, step: u64, lane: u32, count: u32, work: &Work<'_>) {
        let segment = |lane| {
            let spot = Spot::new(self.shape, step, lane);
            Segment { first: self.first, spot, at: spot.start(), grid: PhantomData }
        };
        match count.min(self.shape.lanes - lane) {
            1 => work(&mut [segment(lane)]),
            _ => work(&mut [segment(lane), segment(lane + 1)]),
        }
    }

    /// XORs the last block of a lane into `sum`, and erases the lane.
    ///
    /// # Safety
    /// All steps are done, and no other thread has the lane.
    unsafe fn end(&self, lane: u32, sum: &mut Block) {
        let len = self.shape.lane() as usize;
        // SAFETY: the lane is within the grid, initialised, and accessible only to the caller.
        let blocks = unsafe {
            core::slice::from_raw_parts_mut(
                self.first.as_ptr().add(lane as usize * len).cast::<u64>(),
                128 * len,
            )
        };
        if let Some(last) = blocks.last_chunk::<128>() {
            for (sum, word) in sum.0.iter_mut().zip(last) {
                *sum ^= word;
            }
        }
        wipe(blocks);
    }
}
