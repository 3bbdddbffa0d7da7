//! A grid of blocks in memory, which several threads fill: a row is a lane, every lane is cut into four
//! segments, and the segments of one place in all lanes are a slice. Slice by slice, each segment is written
//! by one thread, which may read all that is not being written by another meanwhile.

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
pub(crate) use spot::{SLICES, Shape, Spot};

/// A block, which begins a line of the cache.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(crate) struct Block(pub(crate) Matrix);

impl Block {
    pub(crate) const ZERO: Self = Self([0; 128]);
}

/// From here on memory begins at a multiple of this, and the system is asked for pages of this size.
const LARGE: usize = 2 << 20;

/// Room for blocks, which is not cleared when it is had. Whoever writes to it erases it.
pub(crate) struct Pool {
    at: NonNull<Block>,
    len: usize,
}

// SAFETY: it owns what it points to.
unsafe impl Send for Pool {}
// SAFETY: nothing is read through a shared reference.
unsafe impl Sync for Pool {}

impl Pool {
    /// No room.
    pub(crate) const fn new() -> Self {
        Self { at: NonNull::dangling(), len: 0 }
    }

    fn layout(len: usize) -> Option<Layout> {
        let bytes = len.checked_mul(size_of::<Block>())?;
        let align = if bytes >= 2 * LARGE { LARGE } else { align_of::<Block>() };
        Layout::from_size_align(bytes, align).ok()
    }

    /// The blocks that there is room for.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The blocks, holding anything.
    pub(crate) fn blocks(&mut self) -> &mut [Block] {
        // SAFETY: `len` blocks that this owns, of words that `reserve` has seen to be initialised.
        unsafe { core::slice::from_raw_parts_mut(self.at.as_ptr(), self.len) }
    }

    /// Makes room for `len` blocks, if there is less.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if there is not that much.
    pub(crate) fn reserve(&mut self, len: usize) -> Result<(), Error> {
        if len <= self.len {
            return Ok(());
        }
        *self = Self::new(); // what there is goes first
        let error = Error::NoMemory { bytes: (len as u64).saturating_mul(size_of::<Block>() as u64) };
        let Some(layout) = Self::layout(len) else { return Err(error) };
        // SAFETY: `len` is not 0.
        let Some(at) = NonNull::new(unsafe { alloc(layout) }) else { return Err(error) };
        ask_for_large_pages(at, layout);
        // SAFETY: to the compiler the assembly, a comment, has written all of it with the bytes that happen
        // to be there; any are valid words.
        #[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
        unsafe {
            core::arch::asm!("/* {0} */", in(reg) at.as_ptr(), options(nostack, preserves_flags));
        }
        // SAFETY: the memory is as large as the layout says.
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
            // SAFETY: it was had with this layout.
            unsafe { dealloc(self.at.as_ptr().cast(), layout) }
        }
    }
}

/// Fewer, larger pages: blocks are read at places all over the memory, and the CPU knows where few pages are.
#[cfg(all(feature = "std", target_os = "linux"))]
fn ask_for_large_pages(at: NonNull<u8>, layout: Layout) {
    if layout.align() == LARGE {
        // SAFETY: advice about memory that is ours and begins with a page. Where it is not taken, nothing
        // is lost.
        unsafe { libc::madvise(at.as_ptr().cast(), layout.size(), libc::MADV_HUGEPAGE) };
    }
}
#[cfg(not(all(feature = "std", target_os = "linux")))]
fn ask_for_large_pages(_: NonNull<u8>, _: Layout) {}

/// The segments of a slice that one thread may be given at once.
pub(crate) const GROUP: usize = 2;

/// What is done with segments, at most [`GROUP`] of one slice.
pub(crate) type Work<'a> = dyn Fn(&mut [Segment<'_>]) + Sync + 'a;

/// A segment that is being written, and what may be read meanwhile.
pub(crate) struct Segment<'a> {
    first: NonNull<Block>,
    spot: Spot,
    /// The next block to be written, counted from the lane's first.
    at: u32,
    grid: PhantomData<&'a mut Block>,
}

/// A block to be written, the one before it in the lane, and one more.
pub(crate) struct Next<'a> {
    pub(crate) before: &'a Matrix,
    pub(crate) reference: &'a Matrix,
    pub(crate) block: &'a mut Matrix,
    place: Place,
}

/// Where blocks lie.
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
    /// Says that a block will be read soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, lane: u32, index: u32) {
        prefetch(self.place.of(lane, index));
    }
}

impl Segment<'_> {
    /// Which it is.
    #[inline(always)]
    pub(crate) fn spot(&self) -> Spot {
        self.spot
    }

    /// The next block to be written, counted from the segment's first.
    #[inline(always)]
    pub(crate) fn at(&self) -> u32 {
        self.at - self.spot.start()
    }

    /// Whether all of it is written.
    #[inline(always)]
    fn is_full(&self) -> bool {
        self.at() >= self.spot.shape.segment
    }

    #[inline(always)]
    fn place(&self) -> Place {
        Place { first: self.first, lane: self.spot.shape.lane() }
    }

    /// Whether a block has been written and is not being written.
    #[inline(always)]
    fn is_readable(&self, lane: u32, index: u32) -> bool {
        self.spot.is_readable(self.at, lane, index)
    }

    /// The block before the one that is to be written next; `None` if there is none.
    #[inline(always)]
    pub(crate) fn before(&self) -> Option<&Matrix> {
        let Spot { shape, lane, .. } = self.spot;
        let before = if self.at == 0 { shape.lane() - 1 } else { self.at - 1 };
        // SAFETY: within the grid, written, and not being written.
        self.is_readable(lane, before).then(|| unsafe { &(*self.place().of(lane, before)).0 })
    }

    /// Writes the next block.
    pub(crate) fn put(&mut self, block: &Matrix) {
        if !self.is_full() {
            // SAFETY: within the segment, which this alone has.
            unsafe { (*self.place().of(self.spot.lane, self.at)).0 = *block }
            self.at += 1;
        }
    }

    /// The next block, which is to be written, the one before it, and that of `lane` and `index`; `None` if
    /// the segment is full or one of them may not be read.
    #[inline(always)]
    pub(crate) fn next(&mut self, lane: u32, index: u32) -> Option<Next<'_>> {
        if self.is_full() || !self.is_readable(lane, index) {
            return None;
        }
        let place = self.place();
        let block = place.of(self.spot.lane, self.at);
        let reference = place.of(lane, index);
        let before = core::ptr::from_ref(self.before()?);
        self.at += 1;
        // SAFETY: all lie within the grid, whose memory is initialised and for `'_` only this and the other
        // threads' segments have; the first is of this segment, and the others, as was asked, are neither it
        // nor in another's.
        Some(unsafe { Next { before: &*before, reference: &(*reference).0, block: &mut (*block).0, place } })
    }

    /// Says that a block will be read soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, lane: u32, index: u32) {
        prefetch(self.place().of(lane, index));
    }
}

/// Fetches a block into the cache, if it is one.
#[inline(always)]
fn prefetch(block: *const Block) {
    for line in 0..size_of::<Block>() / 64 {
        prefetch_line(block.cast::<u8>().wrapping_add(64 * line));
    }
}

/// Goes over the grid of that shape in `blocks`, `passes` times, with up to `threads` threads, one of them this:
/// `work` is done with every segment, all of a slice before any of the next. XORs the last block of every
/// lane onto `sum`, and erases the grid.
///
/// # Panics
/// If there are too few blocks, a lane has more than 32 bits can number, or `work` panics.
pub(crate) fn fill(
    blocks: &mut Pool,
    shape: Shape,
    passes: u32,
    threads: usize,
    work: &Work<'_>,
    sum: &mut Block,
) {
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
            // SAFETY: no other is at work.
            unsafe { grid.work(step, lane, GROUP as u32, work) };
        }
    }
    for lane in 0..shape.lanes {
        // SAFETY: as above.
        unsafe { grid.end(lane, sum) };
    }
}

/// Blocks that are a grid.
struct Grid {
    first: NonNull<Block>,
    shape: Shape,
}

// SAFETY: a pointer, used by the rules of the methods.
unsafe impl Sync for Grid {}

impl Grid {
    /// Does the work with the segments of up to `count` lanes.
    ///
    /// # Safety
    /// All of the earlier steps are done, and nobody else has them or does a later step.
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

    /// Adds a lane's last block to the sum and erases the lane.
    ///
    /// # Safety
    /// All steps are done, and nobody else has the lane.
    unsafe fn end(&self, lane: u32, sum: &mut Block) {
        let len = self.shape.lane() as usize;
        // SAFETY: within the grid, initialised, and the caller's alone.
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
