//! Trees over another hash function, whose leaves are pieces of the message. The digests of complete leaves are stored
//! in a list; the leaf in progress is a hash in progress of the other function.

use super::{Backends, Frame, Reader, one_by_one, running};
use crate::{
    Hash, Options, Start,
    backend::{Backend, Dispatch},
    wipe::wipe,
};
use alloc::vec::Vec;

/// A function that computes the digest of a message with the hash function of the leaves.
pub(crate) type Digest<'a> = &'a dyn Fn(&[u8], &mut [u8]);

/// The maximum length of the digest of a leaf in bytes.
const LONGEST: usize = 24;

/// The parameters of a tree.
pub trait Tree: Send + Sync + Sized + 'static {
    /// The hash function of the leaves and nodes.
    type Over: Hash;
    /// The bytes that precede each leaf in its hash.
    const PREFIX: &'static [u8] = &[];

    /// Returns the position of the first byte of the leaf that contains byte `at` of the message.
    fn start(at: u128) -> u128;
    /// Returns the number of bytes of a full leaf that begins at byte `start`.
    fn len(start: u128) -> usize;
    /// Returns the number of bytes of stored digests (`kept` below) when the message so far ends at byte `end`, the end of a
    /// leaf.
    fn kept(end: u128) -> u128;
    /// Stores `leaf`, the digest of the leaf that ends before byte `end`, in `kept`. This leaf is not the last one of the
    /// message.
    fn push(kept: &mut Vec<u8>, end: u128, leaf: &[u8], digest: Digest<'_>);
    /// Writes the root of the tree over a message of `total` bytes; `leaf` is the digest of the last leaf.
    fn root(kept: &mut Vec<u8>, total: u128, leaf: &[u8], digest: Digest<'_>, out: &mut [u8]);
}

/// Appends bytes. If the vector has to grow, its old memory is erased before it is freed.
pub(crate) fn append(kept: &mut Vec<u8>, bytes: &[u8]) {
    if kept.capacity() - kept.len() < bytes.len() {
        let mut larger = Vec::with_capacity((2 * kept.len() + bytes.len()).max(128));
        larger.extend_from_slice(kept);
        wipe(kept);
        *kept = larger;
    }
    kept.extend_from_slice(bytes);
}

type Inner<T> = <<T as Tree>::Over as Hash>::Frame;

/// A hash in progress over such a tree of leaves.
pub struct Leafwise<T: Tree> {
    /// The leaf in progress. It may be full: it is ended only when more bytes follow, because it may be the last.
    leaf: Inner<T>,
    /// The digests of the preceding leaves that are needed for the root.
    kept: Vec<u8>,
    /// The number of bytes of the message so far.
    total: u128,
}

impl<T: Tree> Clone for Leafwise<T> {
    fn clone(&self) -> Self {
        Self { leaf: self.leaf.clone(), kept: self.kept.clone(), total: self.total }
    }
}

impl<T: Tree> Drop for Leafwise<T> {
    fn drop(&mut self) {
        wipe(&mut self.kept);
    }
}

impl<T: Tree> Leafwise<T> {
    /// The length of the digest of a leaf in bytes.
    const LEN: usize = {
        assert!(T::Over::INFO.lengths.default <= LONGEST);
        T::Over::INFO.lengths.default
    };

    fn over() -> Start<T::Over> {
        T::Over::start(Options::NONE, Self::LEN)
    }

    /// Returns a new leaf, which has absorbed only the prefix.
    fn begin(backend: Backend<<Inner<T> as Frame>::Ops>) -> Inner<T> {
        let mut leaf = Inner::<T>::new(&Self::over(), backend);
        leaf.update(T::PREFIX);
        leaf
    }

    /// Returns the position in the message of the first byte of the leaf in progress.
    fn start(total: u128) -> u128 {
        T::start(total.saturating_sub(1))
    }

    /// Ends the leaf in progress, and calls `then` with the list of stored digests, the digest of the leaf and the hash
    /// function.
    fn end(&mut self, then: impl FnOnce(&mut Vec<u8>, &[u8], Digest<'_>)) {
        let mut leaf = [0; LONGEST];
        let leaf = &mut leaf[..Self::LEN];
        self.leaf.finish(leaf);
        let (backend, over) = (self.leaf.backend(), Self::over());
        then(&mut self.kept, leaf, &|message, out| Inner::<T>::digest(&over, backend, message, out));
        wipe(leaf);
    }
}

impl<T: Tree> Frame for Leafwise<T> {
    type Start = ();
    type Block = [u8; 64];
    type Ops = <Inner<T> as Frame>::Ops;
    type Many = running::Many;

    fn dispatch() -> &'static Dispatch<Self::Ops> {
        Inner::<T>::dispatch()
    }
    fn batch() -> &'static Dispatch<Self::Many> {
        running::many(Self::dispatch())
    }
    fn new(_: &(), backend: Backend<Self::Ops>) -> Self {
        Self { leaf: Self::begin(backend), kept: Vec::new(), total: 0 }
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.leaf.backend()
    }

    fn update(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            let start = Self::start(self.total);
            let mut room = T::len(start).wrapping_sub(self.total.wrapping_sub(start) as usize);
            if room == 0 {
                let total = self.total;
                self.end(|kept, leaf, digest| T::push(kept, total, leaf, digest));
                self.leaf = Self::begin(self.leaf.backend());
                room = T::len(total);
            }
            let (part, rest) = data.split_at(room.min(data.len()));
            self.leaf.update(part);
            self.total = self.total.wrapping_add(part.len() as u128);
            data = rest;
        }
    }

    fn finish(&mut self, out: &mut [u8]) {
        let total = self.total;
        self.end(|kept, leaf, digest| T::root(kept, total, leaf, digest, out));
    }

    fn many(_: &(), with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        one_by_one::<Self>(&(), with.one, messages, length, out);
    }

    /// Writes the number of bytes so far, the stored digests of complete leaves, and the leaf in progress.
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        put(&self.total.to_le_bytes());
        put(&self.kept);
        self.leaf.save(put);
    }
    fn restore(_: &(), backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let total = saved.number()?;
        let start = Self::start(total);
        let kept = saved.take(usize::try_from(T::kept(start)).ok()?)?;
        // the leaf contains its own byte count, which must agree
        let count = Reader(saved.0).number()?;
        if count != total - start + T::PREFIX.len() as u128 {
            return None;
        }
        let leaf = Inner::<T>::restore(&Self::over(), backend, saved.0)?;
        Some(Self { leaf, kept: kept.to_vec(), total })
    }
}
