//! Trees: a message is divided into leaves of equal length. The leaves are hashed separately, several in lanes and on
//! several threads, to chaining values, which are joined to one value. BLAKE3, Skein's trees, ParallelHash and
//! KangarooTwelve work in this way.
//!
//! The hash function defines the parts of a tree ([`TreeParams`]); this frame divides the message, counts, and
//! distributes the work:
//!
//! - **A leaf** is the part of the message in progress: a hash that is updated piece by piece. Leaves may have any length,
//!   because this frame buffers no bytes; only the hash of a leaf does.
//! - **A run** consists of up to `RUN` adjacent whole leaves in memory, and never crosses a multiple of `RUN`. One call
//!   hashes a run, in lanes, on one thread. Its result is a *branch*: the chaining values of its leaves, or one value
//!   if they are already joined. A run depends only on the start and its index, so any thread may hash it.
//! - **The trunk** is the result of all earlier leaves: a stack of chaining values, or their hash. Branches are joined
//!   to it in order, on one thread.
//! - **The root** is computed from the trunk and the last leaf, and determines the output.
//!
//! A message that is not longer than a leaf is a single leaf and never a run, because its root may be computed
//! differently. In a longer message, every whole leaf is part of a run or is closed, at the latest when more of the
//! message follows. So the last leaf may be empty when the root is computed, but only if there were at least two leaves
//! before it.

#[cfg(feature = "std")]
mod threads;

#[cfg(feature = "std")]
use super::ReadAt;
use super::{Backends, Extendable, Frame, Parallel, Reader};
use crate::{
    backend::{Backend, Dispatch},
    simd::memory::Bytes,
};

/// The parts of a tree that a hash function defines.
pub trait TreeParams: Send + Sync + Sized + 'static {
    /// Everything that is fixed before the first byte: key, leaf length, fan-out and output length. Every frame
    /// contains a start; a start with a key erases it on drop.
    type Start: Clone + Send + Sync + 'static;
    /// The type of a block of the inner function: an array of bytes.
    type Block: Bytes;
    /// The function table for one message, with the functions for leaf, runs and trunk, so that choosing a backend by
    /// name chooses it for all of them.
    type Ops: Sync + 'static;
    /// The function table for batches of messages.
    type Many: Sync + 'static;
    /// A leaf in progress. Leaf, branch, trunk and output are erased on drop if they live longer than a call.
    type Leaf: Clone + Send + Sync + 'static;
    /// The result of a run.
    type Branch: Clone + Send + Sync;
    /// The joined result of all leaves before the leaf in progress.
    type Trunk: Clone + Send + Sync + 'static;
    /// The root, with the position of the next byte of its output.
    type Output: Clone + Send + Sync + 'static;

    /// The maximum number of leaves in a run: a power of two, large enough for the lanes of every backend.
    const RUN: usize;
    /// The number of leaves at the beginning that are never part of a run but are closed one by one: 0, or 1 if the
    /// trunk itself absorbs the first leaf.
    const ALONE: u64 = 0;

    /// Returns the candidates for one message.
    fn dispatch() -> &'static Dispatch<Self::Ops>;
    /// Returns the candidates for batches of messages.
    fn batch() -> &'static Dispatch<Self::Many>;

    /// Returns whether the start contains a key.
    fn secret(_: &Self::Start) -> bool {
        false
    }
    /// Returns the length of a leaf in bytes, at least 1.
    fn leaf_len(start: &Self::Start) -> usize;
    /// Whether the function appends a suffix to the message. This is a constant because a test for an empty suffix
    /// would read an uninitialised length in a start without a suffix.
    const SUFFIXED: bool = false;
    /// Returns the suffix, which is hashed as the end of the message.
    fn suffix(_: &Self::Start) -> &[u8] {
        &[]
    }
    /// Returns the trunk before the first leaf.
    fn trunk(start: &Self::Start) -> Self::Trunk;
    /// Returns leaf number `index`, counted from 0, without any bytes.
    fn leaf(start: &Self::Start, index: u64) -> Self::Leaf;
    /// Appends bytes to a leaf. The leaf does not become longer than [`leaf_len`](Self::leaf_len).
    fn grow(with: With<'_, Self>, leaf: &mut Self::Leaf, bytes: &[u8]);
    /// Joins a whole leaf to the trunk; it is not the last leaf. Afterwards the leaf may only be dropped.
    fn close(with: With<'_, Self>, leaf: &mut Self::Leaf, index: u64, trunk: &mut Self::Trunk);
    /// Hashes whole leaves. The first leaf has the number `first`. If `first` is 0, the leaves may be the whole
    /// message; there are then at least two leaves.
    fn run(with: With<'_, Self>, first: u64, leaves: &[u8]) -> Self::Branch;
    /// Joins a branch to the trunk.
    fn join(with: With<'_, Self>, trunk: &mut Self::Trunk, branch: &Self::Branch);
    /// Returns the root of a message whose last leaf has number `index` and `used` bytes. Afterwards trunk and leaf may
    /// only be dropped.
    fn root(
        with: With<'_, Self>,
        trunk: &mut Self::Trunk,
        leaf: &mut Self::Leaf,
        index: u64,
        used: usize,
    ) -> Self::Output;
    /// Writes the next bytes of the output.
    fn squeeze(with: With<'_, Self>, output: &mut Self::Output, out: &mut [u8]);
    /// Moves to a byte of the output, counted from 0; returns false if the function cannot seek.
    fn seek(_: &mut Self::Output, _: u64) -> bool {
        false
    }

    /// Computes the digest of a whole message and returns true, if there is a faster way than the general one. Otherwise
    /// returns false.
    #[inline(always)]
    fn digest(_: With<'_, Self>, _message: &[u8], _out: &mut [u8]) -> bool {
        false
    }
    /// Computes the digests of a batch of messages, `length` bytes each.
    fn many(
        start: &Self::Start,
        with: Backends<TreeHash<Self>>,
        messages: &[&[u8]],
        length: usize,
        out: &mut [u8],
    ) {
        super::one_by_one::<TreeHash<Self>>(start, with.one, messages, length, out);
    }

    /// Writes the bytes that [`restore`](Self::restore) needs. The leaf contains `used` bytes.
    fn save(trunk: &Self::Trunk, leaf: &Self::Leaf, used: usize, put: &mut dyn FnMut(&[u8]));
    /// Reads the trunk and the leaf that `save` wrote; `None` if they are not valid.
    fn restore(
        start: &Self::Start,
        index: u64,
        used: usize,
        saved: &mut Reader<'_>,
    ) -> Option<(Self::Trunk, Self::Leaf)>;
}

/// The start and the backend of a message. Every operation needs both.
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

/// A hash in progress over a tree.
pub struct TreeHash<P: TreeParams> {
    start: P::Start,
    trunk: P::Trunk,
    leaf: P::Leaf,
    /// The number of the leaf in progress, counted from 0.
    index: u64,
    /// The number of bytes in the leaf in progress.
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
    /// Appends data to the message. `runs` hashes the whole leaves in the data.
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

    /// Joins the leaf in progress, which is whole and not the last, to the trunk and starts the next leaf.
    fn close(&mut self) {
        let with = With { start: &self.start, backend: self.backend };
        P::close(with, &mut self.leaf, self.index, &mut self.trunk);
        self.index = self.index.wrapping_add(1);
        self.leaf = P::leaf(&self.start, self.index);
        self.used = 0;
    }

    /// Hashes whole leaves on this thread, in runs.
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

    /// Writes the number of message bytes so far, whether the leaf in progress is complete, and the bytes of
    /// [`TreeParams::save`]. The output is not saved.
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
