//! Blocks that are put in order before the ones in front of them are worked on.

use crate::simd::memory::Line;
use core::mem::MaybeUninit;

/// The blocks that a loop works on, read ahead.
///
/// To turn the words of sixteen messages into lanes takes a row of shuffles, for which a CPU may have one unit, and
/// what is done with them then are additions and rotations, which that unit does not do. Side by side each
/// fills the gaps of the other. So the next blocks are laid aside in memory before those at hand are worked on, and are
/// loaded when it is their turn: in two places, that are written in turns. These begin lines, and so do the registers
/// that the compiler keeps on the stack beside them.
pub(crate) struct Ahead<B> {
    held: [Line<MaybeUninit<B>>; 2],
    /// Whether the second place was written last.
    second: bool,
    /// Whether that is yet to be worked on.
    more: bool,
}

impl<B: Copy> Ahead<B> {
    /// Lays the first blocks aside, if there are any.
    #[inline(always)]
    pub(crate) fn new(first: Option<B>) -> Self {
        let held = [Line::new(MaybeUninit::uninit()), Line::new(MaybeUninit::uninit())];
        let mut ahead = Self { held, second: false, more: false };
        ahead.turn(first);
        ahead
    }

    /// Lays the next blocks aside, if there are any, and gives the ones before them.
    #[inline(always)]
    pub(crate) fn turn(&mut self, next: Option<B>) -> Option<B> {
        let (before, second) = (self.more, self.second);
        self.more = next.is_some();
        if let Some(blocks) = next {
            self.second = !second;
            *self.held[usize::from(!second)].get() = MaybeUninit::new(blocks);
        }
        if before {
            // SAFETY: there were blocks before, and this is where they were written.
            Some(unsafe { self.held[usize::from(second)].get().assume_init() })
        } else {
            None
        }
    }

    /// Whether the blocks given last are the end.
    #[inline(always)]
    pub(crate) fn at_end(&self) -> bool {
        !self.more
    }
}
