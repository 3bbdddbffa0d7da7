//! A stack of fixed capacity that costs nothing while it is empty.

use core::mem::MaybeUninit;

/// A stack of up to `N` arrays of bytes. It is not erased on drop: its owner must do that.
pub struct FixedStack<const LEN: usize, const N: usize> {
    items: [MaybeUninit<[u8; LEN]>; N],
    len: usize,
    /// The maximum number of items so far: the number of initialised items at the front of `items`.
    top: usize,
}

impl<const LEN: usize, const N: usize> FixedStack<LEN, N> {
    /// Makes an empty stack.
    #[inline(always)]
    pub fn new() -> Self {
        Self { items: [MaybeUninit::uninit(); N], len: 0, top: 0 }
    }

    /// Returns the number of items.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the items, beginning with the bottom one.
    pub fn items(&self) -> &[[u8; LEN]] {
        // SAFETY: the first `len` items were initialised by `push`.
        unsafe { core::slice::from_raw_parts(self.items.as_ptr().cast(), self.len) }
    }

    /// Returns all items that the stack has or once had, so that they can be erased.
    pub fn traces(&mut self) -> &mut [[u8; LEN]] {
        // SAFETY: the first `top` items were initialised by `push`.
        unsafe { core::slice::from_raw_parts_mut(self.items.as_mut_ptr().cast(), self.top) }
    }

    /// Pushes an item. Returns false if the stack is full.
    #[must_use]
    pub fn push(&mut self, item: [u8; LEN]) -> bool {
        let Some(place) = self.items.get_mut(self.len) else { return false };
        place.write(item);
        self.len += 1;
        self.top = self.top.max(self.len);
        true
    }

    /// Pops the top item, if there is one.
    pub fn pop(&mut self) -> Option<[u8; LEN]> {
        let item = *self.items().last()?;
        self.len -= 1;
        Some(item)
    }
}

impl<const LEN: usize, const N: usize> Clone for FixedStack<LEN, N> {
    fn clone(&self) -> Self {
        let mut clone = Self::new();
        for (place, item) in clone.items.iter_mut().zip(self.items()) {
            place.write(*item);
        }
        (clone.len, clone.top) = (self.len, self.len);
        clone
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn last_in_first_out() {
        let mut stack = FixedStack::<2, 3>::new();
        assert_eq!((stack.pop(), stack.items().len(), stack.traces().len()), (None, 0, 0));
        for i in 0..3 {
            assert!(stack.push([i, i]));
        }
        assert!(!stack.push([9, 9]));
        assert_eq!(stack.pop(), Some([2, 2]));
        let mut clone = stack.clone();
        assert!(clone.push([3, 3]));
        assert_eq!(clone.items(), [[0, 0], [1, 1], [3, 3]]);
        assert_eq!(stack.items(), [[0, 0], [1, 1]]);
        assert_eq!(stack.traces(), [[0, 0], [1, 1], [2, 2]]);
    }
}
