//! Trees: a message is divided into leaves of equal length. Each is hashed separately, several in lanes and on several
//! threads, to chaining values that are joined to one. BLAKE3, Skein's trees, ParallelHash and KangarooTwelve are such
//! functions.
//!
//! A function defines the parts of a tree ([`TreeParams`]); the frame divides, counts and distributes:
//!
//! - **A leaf** is the part of the message in progress: a hash that takes bytes as they come, so leaves may have any
//!   length, and only the hash of a leaf buffers bytes.
//! - **A run** is a number of adjacent whole leaves in memory: up to `RUN` of them, never across a multiple of `RUN`.
//!   It is the work of one call, in lanes, and of one thread; its result is a *branch*: the chaining values of its
//!   leaves, or one value to which they are already joined. A run depends only on the start and its index, so any
//!   thread may process it.
//! - **The trunk** is the result of all earlier leaves. Branches are joined to it in their order, on one thread: it is
//!   a stack of chaining values, or the hash of them.
//! - **The root** is computed from the trunk and the last leaf, and determines the output.
//!
//! A message that is not longer than a leaf is one leaf, and never a run, so that its root may be computed differently.
//! In a longer one, every whole leaf is in a run or closed, at the latest when more of the message comes; so the last
//! leaf may be empty when the root is computed, which happens only if there were two or more before it.

#[cfg(feature = "std")]
mod threads;

#[cfg(feature = "std")]
use super::ReadAt;
use super::{Backends, Extendable, Frame, Parallel, Reader};
use crate::{
    backend::{Backend, Dispatch},
    simd::memory::Bytes,
};

/// The parts of a tree.
pub trait TreeParams: Send + Sync + Sized + 'static {
    /// Everything that is decided before the first byte: key, length of a leaf, fan-out, length of the output. Every
    /// frame holds one; a start with a key erases it on drop.
    type Start: Clone + Send + Sync + 'static;
    /// The block of the inner function, as an array of bytes.
    type Block: Bytes;
    /// The function table for one message: the functions for the leaf, the runs and the trunk, so that choosing a
    /// backend by name chooses it for all of them.
    type Ops: Sync + 'static;
    /// The function table for many messages.
    type Many: Sync + 'static;
    /// A leaf in progress. It is erased on drop, like those of the three types below that live longer than a call.
    type Leaf: Clone + Send + Sync + 'static;
    /// The result of a run.
    type Branch: Clone + Send + Sync;
    /// The result of all leaves except the one in progress.
    type Trunk: Clone + Send + Sync + 'static;
    /// The root, and the position in its output.
    type Output: Clone + Send + Sync + 'static;

    /// The largest number of leaves in a run, a power of two: enough for the lanes of every backend.
    const RUN: usize;
    /// The number of leaves at the beginning that are never in a run, but closed one by one: 0, or 1 if the first leaf
    /// is absorbed by the trunk itself.
    const ALONE: u64 = 0;

    /// Returns the candidates for one message.
    fn dispatch() -> &'static Dispatch<Self::Ops>;
    /// Returns the candidates for many messages at once.
    fn batch() -> &'static Dispatch<Self::Many>;

    /// Returns whether the start holds a key.
    fn secret(_: &Self::Start) -> bool {
        false
    }
    /// Returns the length of a leaf in bytes, which is not 0.
    fn leaf_len(start: &Self::Start) -> usize;
    /// Whether the function appends a suffix to the message. A constant: a test for an empty suffix would read an
    /// uninitialised length in a start that has no suffix.
    const SUFFIXED: bool = false;
    /// Returns the suffix that the function appends to the message, as a part of it.
    fn suffix(_: &Self::Start) -> &[u8] {
        &[]
    }
    /// Returns the trunk before the first leaf.
    fn trunk(start: &Self::Start) -> Self::Trunk;
    /// Returns an empty leaf, the `index`th from 0.
    fn leaf(start: &Self::Start, index: u64) -> Self::Leaf;
    /// Appends to a leaf, at most up to its length.
    fn grow(with: With<'_, Self>, leaf: &mut Self::Leaf, bytes: &[u8]);
    /// Joins a whole leaf that is not the last to the trunk. Afterwards the leaf may only be dropped.
    fn close(with: With<'_, Self>, leaf: &mut Self::Leaf, index: u64, trunk: &mut Self::Trunk);
    /// Hashes whole leaves, the first of which is the `first`th. If that is 0 they may be the whole message, and are
    /// then two or more.
    fn run(with: With<'_, Self>, first: u64, leaves: &[u8]) -> Self::Branch;
    /// Joins a branch to the trunk.
    fn join(with: With<'_, Self>, trunk: &mut Self::Trunk, branch: &Self::Branch);
    /// Returns the root of a message that ends with the leaf of that index, which has `used` bytes. Afterwards trunk
    /// and leaf may only be dropped.
    fn root(
        with: With<'_, Self>,
        trunk: &mut Self::Trunk,
        leaf: &mut Self::Leaf,
        index: u64,
        used: usize,
    ) -> Self::Output;
    /// Writes the next bytes of the output.
    fn squeeze(with: With<'_, Self>, output: &mut Self::Output, out: &mut [u8]);
    /// Moves to a byte of the output; returns false if the output can only be read from its beginning.
    fn seek(_: &mut Self::Output, _: u64) -> bool {
        false
    }

    /// Computes the digest of a whole message and returns true, if there is a faster way than the general one.
    #[inline(always)]
    fn digest(_: With<'_, Self>, _message: &[u8], _out: &mut [u8]) -> bool {
        false
    }
    /// Computes the digests of many messages, `length` bytes each.
    fn many(
        start: &Self::Start,
        with: Backends<TreeHash<Self>>,
        messages: &[&[u8]],
        length: usize,
        out: &mut [u8],
    ) {
        super::one_by_one::<TreeHash<Self>>(start, with.one, messages, length, out);
    }

    /// Writes the data that [`restore`](Self::restore) needs. The leaf has `used` bytes.
    fn save(trunk: &Self::Trunk, leaf: &Self::Leaf, used: usize, put: &mut dyn FnMut(&[u8]));
    /// Reads the trunk and the leaf that `save` has written, up to the end; `None` if they are not valid.
    fn restore(
        start: &Self::Start,
        index: u64,
        used: usize,
        saved: &mut Reader<'_>,
    ) -> Option<(Self::Trunk, Self::Leaf)>;
}

/// The start and the backend of a message, which every step needs.
pub struct With<'a, P: TreeParams> {
    pub(crate) start: &'a P::Start,
    pub(crate) backend: Backend<P::Ops>,
}

impl<P: TreeParams> Clone for With<'_, P> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<P: TreeParams> Copy for With<'_, P> {}

/// The frame.
pub struct TreeHash<P: TreeParams> {
    start: P::Start,
    trunk: P::Trunk,
    leaf: P::Leaf,
    /// The number of the leaf in progress.
    index: u64,
    /// The number of bytes in it so far.
    used: usize,
    /// The root, once the message has ended.
    output: Option<P::Output>,
    backend: Backend<P::Ops>,
}

impl<P: TreeParams> Clone for TreeHash<P> {
    fn clone(&self) -> Self {
        Self {
            start: self.start.clone(),
            trunk: self.trunk.clone(),
            leaf: self.leaf.clone(),
            output: self.output.clone(),
            ..*self
        }
    }
}

impl<P: TreeParams> TreeHash<P> {
    /// Appends to the message; `runs` hashes whole leaves.
    #[inline(always)]
    fn append(&mut self, mut data: &[u8], runs: impl FnOnce(&mut Self, &[u8])) {
        let leaf_len = P::leaf_len(&self.start);
        while self.used > 0 || self.index < P::ALONE || (self.index == 0 && data.len() <= leaf_len) {
            let (head, rest) = data.split_at(data.len().min(leaf_len - self.used));
            P::grow(With { start: &self.start, backend: self.backend }, &mut self.leaf, head);
            self.used += head.len();
            if rest.is_empty() {
                return;
            }
            data = rest;
            self.close();
        }
        let (leaves, rest) = data.split_at(data.len() - data.len() % leaf_len);
        if !leaves.is_empty() {
            runs(self, leaves);
            self.leaf = P::leaf(&self.start, self.index);
        }
        if !rest.is_empty() {
            P::grow(With { start: &self.start, backend: self.backend }, &mut self.leaf, rest);
            self.used = rest.len();
        }
    }

    /// Joins the leaf, which is whole and not the last, to the trunk, and begins the next.
    fn close(&mut self) {
        let with = With { start: &self.start, backend: self.backend };
        P::close(with, &mut self.leaf, self.index, &mut self.trunk);
        self.index = self.index.wrapping_add(1);
        self.leaf = P::leaf(&self.start, self.index);
        self.used = 0;
    }

    /// Hashes whole leaves on this thread.
    fn runs(&mut self, mut leaves: &[u8]) {
        let leaf_len = P::leaf_len(&self.start);
        while !leaves.is_empty() {
            let to_border = P::RUN - self.index as usize % P::RUN;
            let count = to_border.min(leaves.len() / leaf_len);
            let (run, rest) = leaves.split_at(count * leaf_len);
            let with = With { start: &self.start, backend: self.backend };
            let branch = P::run(with, self.index, run);
            P::join(with, &mut self.trunk, &branch);
            self.index = self.index.wrapping_add(count as u64);
            leaves = rest;
        }
    }
}

impl<P: TreeParams> Frame for TreeHash<P> {
    type Start = P::Start;
    type Block = P::Block;
    type Ops = P::Ops;
    type Many = P::Many;
    const PARALLEL: bool = true;

    super::lists_of!(P);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self {
            start: start.clone(),
            trunk: P::trunk(start),
            leaf: P::leaf(start, 0),
            index: 0,
            used: 0,
            output: None,
            backend,
        }
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }

    #[inline]
    fn update(&mut self, data: &[u8]) {
        if !data.is_empty() {
            self.append(data, Self::runs);
        }
    }

    #[cfg(feature = "std")]
    fn update_parallel(&mut self, data: &[u8], threads: usize) {
        if !data.is_empty() {
            self.append(data, |frame, leaves| frame.runs_parallel(leaves, threads));
        }
    }

    #[cfg(feature = "std")]
    fn update_parallel_from(
        &mut self,
        read: &ReadAt<'_>,
        bytes: core::ops::Range<u64>,
        threads: usize,
    ) -> std::io::Result<()> {
        self.append_from(read, bytes, threads)
    }

    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        self.squeeze(out);
    }

    #[inline]
    fn secret(start: &Self::Start) -> bool {
        P::secret(start)
    }

    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        if !P::digest(With { start, backend }, message, out) {
            let mut frame = Self::new(start, backend);
            frame.update(message);
            frame.finish(out);
        }
        if P::secret(start) {
            crate::wipe::stack();
        }
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        if P::secret(start) {
            crate::wipe::after_deep(|| P::many(start, with, messages, length, out));
        } else {
            P::many(start, with, messages, length, out);
        }
    }

    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        Some(self)
    }

    /// Writes the number of bytes so far, whether the leaf is complete, and the data of [`TreeParams::save`]. The
    /// output is not saved.
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        let leaf_len = P::leaf_len(&self.start);
        let total = u128::from(self.index).wrapping_mul(leaf_len as u128).wrapping_add(self.used as u128);
        put(&total.to_le_bytes());
        put(&[u8::from(self.used == leaf_len)]);
        P::save(&self.trunk, &self.leaf, self.used, put);
    }

    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let total = saved.number()?;
        let leaf_len = P::leaf_len(start);
        let (index, used) = match saved.take(1)? {
            [0] => (total / leaf_len as u128, (total % leaf_len as u128) as usize),
            [1] if total > 0 && total % leaf_len as u128 == 0 => (total / leaf_len as u128 - 1, leaf_len),
            _ => return None,
        };
        let index = u64::try_from(index).ok()?;
        let (trunk, leaf) = P::restore(start, index, used, &mut saved)?;
        let frame = Self { trunk, leaf, index, used, ..Self::new(start, backend) };
        saved.0.is_empty().then_some(frame)
    }
}

impl<P: TreeParams> Parallel for TreeHash<P> {}

impl<P: TreeParams> Extendable for TreeHash<P> {
    fn pad(&mut self) {
        if self.output.is_none() {
            if P::SUFFIXED {
                let start = self.start.clone();
                self.update(P::suffix(&start));
            }
            let with = With { start: &self.start, backend: self.backend };
            self.output = Some(P::root(with, &mut self.trunk, &mut self.leaf, self.index, self.used));
        }
    }

    fn squeeze(&mut self, out: &mut [u8]) {
        self.pad();
        if let Some(output) = &mut self.output {
            P::squeeze(With { start: &self.start, backend: self.backend }, output, out);
        }
    }

    fn seek(&mut self, position: u64) -> bool {
        self.pad();
        self.output.as_mut().is_some_and(|output| P::seek(output, position))
    }
}
