//! Blocks that are transposed while the preceding blocks are processed.

use crate::simd::memory::Line;
use core::mem::MaybeUninit;

/// The blocks that a loop processes, transposed one step in advance.
///
/// Transposing the words of sixteen messages into lanes takes many shuffles, for which a CPU may have only one execution unit.
/// The work that follows is additions and rotations, which use other units. If transposing and this work are interleaved, each
/// uses the execution units that the other leaves free. Therefore the next blocks are stored in memory before the current ones
/// are processed, and are loaded when the loop reaches them. Two buffers are used alternately. They are aligned to cache lines,
/// and so are the registers that the compiler spills next to them.
pub struct Ahead<B> {
    held: [Line<MaybeUninit<B>>; 2],
    /// Whether the second buffer was written last.
    second: bool,
    /// Whether the buffer that was written last holds blocks that are still to be processed.
    more: bool,
}

impl<B: Copy> Ahead<B> {
    /// Stores the first blocks, if there are any.
    #[inline(always)]
    pub fn new(first: Option<B>) -> Self {
        let held = [Line::new(MaybeUninit::uninit()), Line::new(MaybeUninit::uninit())];
        let mut ahead = Self { held, second: false, more: false };
        ahead.turn(first);
        ahead
    }

    /// Stores the next blocks, if there are any, and returns the blocks that were stored before.
    #[inline(always)]
    pub fn turn(&mut self, next: Option<B>) -> Option<B> {
        let (before, second) = (self.more, self.second);
        self.more = next.is_some();
        if let Some(blocks) = next {
            self.second = !second;
            *self.held[usize::from(!second)].get() = MaybeUninit::new(blocks);
        }
        if before {
            // SAFETY: the previous call wrote blocks to this buffer.
            Some(unsafe { self.held[usize::from(second)].get().assume_init() })
        } else {
            None
        }
    }

    /// Returns whether the blocks that were returned last are the last ones.
    #[inline(always)]
    pub fn at_end(&self) -> bool {
        !self.more
    }
}
