//! Several messages of one length, in rows.

use super::InOut;
use crate::simd::memory::Bytes;
use core::marker::PhantomData;

/// Input and output of up to `MANY` messages, with the same number of blocks of each. The places after the last message
/// repeat it: what is written there must be what is written to the last message.
pub(crate) struct Several<'a, B, const MANY: usize> {
    input: [*const B; MANY],
    output: [*mut B; MANY],
    blocks: usize,
    borrow: PhantomData<(&'a [B], &'a mut [B])>,
}

/// Four of these messages, from some place on.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a, B> {
    input: [*const B; 4],
    output: [*mut B; 4],
    blocks: usize,
    borrow: PhantomData<(&'a [B], &'a mut [B])>,
}

impl<'a, B: Bytes, const MANY: usize> Several<'a, B, MANY> {
    /// Takes the first `blocks` of each of the messages.
    ///
    /// # Panics
    /// If there are no messages or more than `MANY`, or one is shorter.
    pub(crate) fn new(messages: &'a mut [InOut<'_>], blocks: usize) -> Self {
        const { assert!(align_of::<B>() == 1) };
        assert!(messages.iter().all(|message| message.len / size_of::<B>() >= blocks));
        let (last, count) = (messages.len() - 1, messages.len());
        assert!(count <= MANY);
        let place = |i: usize| &messages[i.min(last)];
        Self {
            input: core::array::from_fn(|i| place(i).input.cast()),
            output: core::array::from_fn(|i| place(i).output.cast()),
            blocks,
            borrow: PhantomData,
        }
    }

    /// Returns the number of blocks of each.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns four messages from the `first` on; the last place is repeated if there are not so many.
    #[inline(always)]
    pub(crate) fn row(&self, first: usize) -> Row<'_, B> {
        let place = |i: usize| if first + i < MANY { first + i } else { MANY - 1 };
        Row {
            input: core::array::from_fn(|i| self.input[place(i)]),
            output: core::array::from_fn(|i| self.output[place(i)]),
            blocks: self.blocks,
            borrow: PhantomData,
        }
    }
}

impl<B: Bytes> Row<'_, B> {
    /// Returns the number of blocks of each.
    #[inline(always)]
    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns a block of the input of a message, or zeros after the last: a copy, since input and output may be the same
    /// bytes.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize, at: usize) -> B {
        if at >= self.blocks {
            return B::ZERO;
        }
        // SAFETY: every message has `blocks` blocks of input, of bytes, so any place will do.
        unsafe { *self.input[lane].add(at) }
    }

    /// Writes a block of the output of a message, unless it is after the last.
    #[inline(always)]
    pub(crate) fn put(&self, lane: usize, at: usize, block: B) {
        if at < self.blocks {
            // SAFETY: every message has room for `blocks` blocks, to which nothing refers but this row and repetitions of it.
            unsafe { *self.output[lane].add(at) = block }
        }
    }
}
