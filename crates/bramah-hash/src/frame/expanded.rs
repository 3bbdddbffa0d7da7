//! Output of any length from a hash function and a counter, as in BLAKE2X. The digest of the message is the root. The
//! output consists of digests of the root, called nodes, whose starts differ in the number of the node. Nodes do not
//! depend on one another, so batch kernels compute them in lanes.

use super::{
    Backends, Batch, BatchCalls, Context, Extendable, Frame, Haifa, State,
    haifa::{Compress, HaifaCalls, HaifaOps, Start},
};
use crate::{
    backend::Backend,
    simd::memory::{Bytes, MAX_LANES, Streams},
    wipe::{self, wipe},
};
use core::slice::from_ref;

/// The maximum number of nodes of an output whose length is not known in advance: node numbers have 32 bits.
const NODES: u64 = 1 << 32;
/// The positions in the parameter block of two fields: the length of the digest, and the number of the node.
const LENGTH: usize = 0;
const NUMBER: usize = 8;

/// The start of a message.
pub struct ExpandedStart<C: Compress> {
    /// The start of the root.
    root: Start<C>,
    /// The initial state of every node, before the node's number and the length of its digest are XORed in.
    node: C::State,
    /// Whether the length of the output is known in advance, so that the last node may be shorter than the others.
    ends: bool,
}

impl<C: Compress> ExpandedStart<C> {
    /// Returns a start, given the start of the root and the initial state of the nodes, with zero for their number and
    /// length.
    pub(crate) fn new(root: Start<C>, node: C::State, ends: bool) -> Self {
        Self { root, node, ends }
    }

    /// Adds a key. This is done in place, because moving a start with a key would leave copies of the key.
    pub(crate) fn key(&mut self, key: &[u8]) {
        self.root.key(key);
    }
}

impl<C: Compress> Clone for ExpandedStart<C> {
    fn clone(&self) -> Self {
        Self { root: self.root.clone(), ..*self }
    }
}

/// A hash in progress with an expanded output.
pub struct Expanded<C: Compress> {
    root: Haifa<C>,
    node: C::State,
    ends: bool,
    secret: bool,
    /// Whether the message has ended, so that `digest` is valid. `digest` is not an `Option`, because the unused bytes
    /// of `None` would copy old stack bytes to the heap.
    ended: bool,
    /// The digest of the message, padded to a block: it is the message of every node.
    digest: Root<C::Block>,
    /// The position in the output of the next byte to write.
    at: u64,
}

/// A root padded to a block, which is erased on drop.
#[derive(Clone)]
struct Root<B: Bytes>(B);

impl<B: Bytes> Drop for Root<B> {
    fn drop(&mut self) {
        wipe(self.0.as_mut());
    }
}

/// The parameters that all nodes of an output share, and the backends.
struct Nodes<'a, C: Compress> {
    node: &'a C::State,
    ends: bool,
    one: Backend<HaifaOps<C>>,
    many: Backend<Batch<C::State, Context>>,
}

impl<C: Compress> Nodes<'_, C> {
    /// The length in bytes of the digest of a node, and of the root.
    const LEN: usize = C::State::LEN;
    const CONTEXT: Context = Context { before: 0, length: C::State::LEN as u128, last_node: false };

    /// Returns the initial state of node `number`, whose digest has `length` bytes.
    fn state(&self, number: u64, length: usize) -> C::State {
        let mut state = *self.node;
        state.xor_byte(LENGTH, if self.ends { length } else { Self::LEN } as u8);
        state.xor_le(NUMBER, &(number as u32).to_le_bytes());
        state
    }

    /// Writes the outputs of several roots to `out`, which is divided into one part of equal length for each root. Each part
    /// begins with node number `first` of its root.
    fn write(&self, roots: &[C::Block], first: u64, out: &mut [u8]) {
        let each = out.len() / roots.len().max(1);
        let (lanes, least) = (self.many.ops().lanes, self.many.ops().least.max(2));
        let mut all = roots.len() * each.div_ceil(Self::LEN);
        let mut done = 0;
        while all > 0 {
            let count = if all < least { 1 } else { all.min(lanes) };
            let places = Places { each, len: Self::LEN, done };
            if count == 1 {
                self.alone(roots, first, places, out);
            } else {
                self.in_lanes(roots, first, places, count, out);
            }
            (done, all) = (done + count, all - count);
        }
    }

    /// Writes the digest of one node.
    fn alone(&self, roots: &[C::Block], first: u64, places: Places, out: &mut [u8]) {
        let Place { root, number, from, len } = places.of(0);
        let mut state = self.state(first + number, len);
        self.one.compress(&mut state, from_ref(&roots[root]), &Self::CONTEXT);
        state.write_le(&mut out[from..][..len]);
        state.wipe();
    }

    /// Writes the digests of `count` nodes, one in each lane. This is a separate function so that the output of a
    /// single node does not take the stack of all lanes.
    #[inline(never)]
    fn in_lanes(&self, roots: &[C::Block], first: u64, places: Places, count: usize, out: &mut [u8]) {
        let mut rows = C::State::NO_ROWS;
        for lane in 0..count {
            let Place { number, len, .. } = places.of(lane);
            self.state(first + number, len).put(&mut rows, lane);
        }
        let blocks = (0..count).map(|lane| roots[places.of(lane).root].as_ref());
        self.many.compress(&mut rows, &Streams::new(blocks, C::Block::LEN), &[Self::CONTEXT; MAX_LANES]);
        for lane in 0..count {
            let Place { from, len, .. } = places.of(lane);
            C::State::take(&rows, lane).write_le(&mut out[from..][..len]);
        }
        rows = C::State::NO_ROWS;
        zeroize::optimization_barrier(&rows);
    }
}

/// The position in the nodes of several outputs, one after another: `each` is the length of an output and `len` the
/// length of a node, both in bytes; `done` is the number of nodes that are done.
#[derive(Clone, Copy)]
struct Places {
    each: usize,
    len: usize,
    done: usize,
}

/// The position of a node: the index of its root, its number in the output of that root, and its range in all outputs.
struct Place {
    root: usize,
    number: u64,
    from: usize,
    len: usize,
}

impl Places {
    /// Returns the position of node number `node`, counted from the first node that is not done.
    fn of(&self, node: usize) -> Place {
        let of_each = self.each.div_ceil(self.len);
        let (root, number) = ((self.done + node) / of_each, (self.done + node) % of_each);
        let at = number * self.len;
        Place { root, number: number as u64, from: root * self.each + at, len: self.len.min(self.each - at) }
    }
}

impl<C: Compress> Expanded<C> {
    /// Returns the parameters of the nodes of this output.
    fn nodes(&self) -> Nodes<'_, C> {
        Nodes { node: &self.node, ends: self.ends, one: self.root.backend(), many: C::batch().get() }
    }
}

impl<C: Compress> Clone for Expanded<C> {
    fn clone(&self) -> Self {
        Self { root: self.root.clone(), digest: self.digest.clone(), ..*self }
    }
}

impl<C: Compress> Frame for Expanded<C> {
    type Start = ExpandedStart<C>;
    type Block = C::Block;
    type Ops = HaifaOps<C>;
    type Many = Batch<C::State, Context>;
    const AFTER: bool = true;
    /// True, because the start of the root may still contain the key block.
    const SHOWS: bool = true;

    super::lists_of!(C);

    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self {
            root: Haifa::new(&start.root, backend),
            node: start.node,
            ends: start.ends,
            secret: Self::secret(start),
            ended: false,
            digest: Root(C::Block::ZERO),
            at: 0,
        }
    }
    fn after(start: &Self::Start, backend: Backend<Self::Ops>, block: &[u8]) -> Option<Self::Start> {
        let root = Haifa::<C>::after(&start.root, backend, block)?;
        Some(ExpandedStart { root, ..*start })
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.root.backend()
    }
    fn update(&mut self, data: &[u8]) {
        self.root.update(data);
    }
    fn finish(&mut self, out: &mut [u8]) {
        self.pad();
        self.nodes().write(from_ref(&self.digest.0), 0, out);
        if self.secret {
            wipe::stack();
        }
    }
    fn secret(start: &Self::Start) -> bool {
        Haifa::<C>::secret(&start.root)
    }
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        let mut digest = || {
            let mut frame = Self::new(start, backend);
            frame.update(message);
            frame.finish(out);
        };
        // the hash state begins as a copy of the start, which contains the key
        if Self::secret(start) { wipe::after(digest) } else { digest() }
    }

    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        let nodes = Nodes::<C> { node: &start.node, ends: start.ends, one: with.one, many: with.many };
        let with = Backends::<Haifa<C>> { one: with.one, many: with.many };
        let mut roots = [C::Block::ZERO; MAX_LANES];
        let mut digests = [[0; 64]; MAX_LANES];
        for (messages, out) in messages.chunks(MAX_LANES).zip(out.chunks_mut(MAX_LANES * length)) {
            let digests = &mut digests.as_flattened_mut()[..messages.len() * C::State::LEN];
            Haifa::<C>::many(&start.root, with, messages, C::State::LEN, digests);
            for (root, digest) in roots.iter_mut().zip(digests.chunks_exact(C::State::LEN)) {
                root.as_mut()[..digest.len()].copy_from_slice(digest);
            }
            nodes.write(&roots[..messages.len()], 0, out);
        }
        wipe(digests.as_flattened_mut());
        wipe(C::Block::flat_mut(&mut roots));
        if Self::secret(start) {
            wipe::stack();
        }
    }

    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        Some(self)
    }

    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.root.save(put);
    }
    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let root = Haifa::<C>::restore(&start.root, backend, saved)?;
        Some(Self { root, ..Self::new(start, backend) })
    }
}

impl<C: Compress> Extendable for Expanded<C> {
    fn pad(&mut self) {
        if !self.ended {
            self.ended = true;
            self.root.finish(&mut self.digest.0.as_mut()[..C::State::LEN]);
        }
    }

    fn squeeze(&mut self, out: &mut [u8]) {
        self.pad();
        let len = C::State::LEN as u64;
        let nodes = self.nodes();
        let mut at = self.at;
        let left = NODES * len - at;
        let within = usize::try_from(left).unwrap_or(usize::MAX).min(out.len());
        let (mut out, beyond) = out.split_at_mut(within);
        beyond.fill(0);
        let root = from_ref(&self.digest.0);
        // first write the remaining bytes of a node that was read in part, then whole nodes, and of the last node only the
        // bytes needed
        let begun = (at % len) as usize;
        if begun > 0 {
            let mut node = [0; 64];
            nodes.write(root, at / len, &mut node[..len as usize]);
            let part;
            (part, out) = out.split_at_mut(out.len().min(len as usize - begun));
            part.copy_from_slice(&node[begun..][..part.len()]);
            at += part.len() as u64;
            wipe(&mut node);
        }
        nodes.write(root, at / len, out);
        self.at = at + out.len() as u64;
        if self.secret {
            wipe::stack();
        }
    }

    fn seek(&mut self, position: u64) -> bool {
        self.pad();
        let exists = position <= NODES * C::State::LEN as u64;
        if exists {
            self.at = position;
        }
        exists
    }
}
