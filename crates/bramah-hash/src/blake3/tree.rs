//! BLAKE3's tree (section 2.1 of the paper): chunks of 1 KiB, joined in pairs.
//!
//! A run of chunks is joined, level by level and in lanes, to complete subtrees of the message's tree. The trunk is a
//! stack of subtrees that get smaller from the bottom up. Two subtrees of equal size are joined only when another one
//! is pushed, because the last pair of a message must be joined to the root.

use super::{
    Blake3Hash, Blake3Ops,
    abreast::{Block, CHUNK, Marks, Value, Words8, flag},
    many::{self, Position},
    start::{Start, Tree, words},
};
use crate::blake3::Blake3Calls;
use crate::{
    backend::{Backend, Dispatch},
    frame::{Backends, Batch, Reader, State, TreeHash, TreeParams, With, agrees_on, digest_agrees, pattern},
    simd::memory::{FixedStack, Room, copy_short},
    wipe::wipe,
};

/// The maximum number of chunks in a run.
const RUN: usize = 128;
/// The maximum number of subtrees in a run: one of each size in ascending order, and one of each size in descending
/// order.
const BRANCHES: usize = 2 * RUN.ilog2() as usize;
/// The maximum number of subtrees in the trunk: the subtrees of 2^64 bytes of message, and one subtree that is not
/// joined yet.
const HEIGHT: usize = 55;

/// Converts a chaining value from words to bytes.
#[inline(always)]
fn bytes(words: &Words8) -> Value {
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_le_bytes();
    }
    bytes
}

/// A chunk in progress, with its chaining value.
#[derive(Clone)]
pub struct Chunk {
    value: Words8,
    counter: u64,
    /// The last block of the chunk. Its first `held` bytes are valid. The block stays buffered even if it is full,
    /// because the last block of a chunk is processed differently.
    block: Block,
    held: usize,
    /// Whether a block of the chunk has been compressed.
    begun: bool,
}

impl Drop for Chunk {
    #[inline]
    fn drop(&mut self) {
        wipe(&mut self.value);
        wipe(&mut self.block);
    }
}

impl Chunk {
    pub(super) fn update(&mut self, backend: Backend<Blake3Ops>, start: &Start, mut data: &[u8]) {
        if data.is_empty() {
            return;
        }
        let mut marks = Marks { last: 0, ..start.chunks(self.counter) };
        if self.begun {
            marks.first = 0;
        }
        if self.held > 0 {
            let (head, rest) = data.split_at(data.len().min(64 - self.held));
            copy_short(&mut self.block[self.held..], head);
            self.held += head.len();
            if rest.is_empty() {
                return;
            }
            backend.chain(&mut self.value, core::slice::from_ref(&self.block), &marks);
            (self.begun, marks.first) = (true, 0);
            data = rest;
        }
        let (blocks, rest) = data.split_at((data.len() - 1) / 64 * 64);
        if !blocks.is_empty() {
            backend.chain(&mut self.value, blocks.as_chunks().0, &marks);
            self.begun = true;
        }
        copy_short(&mut self.block, rest);
        self.held = rest.len();
    }

    /// Returns the chunk as a node (its last block is not yet compressed), which may become the root.
    pub(super) fn node(&mut self, start: &Start) -> Node {
        self.block[self.held..].fill(0);
        let mut marks = start.chunks(self.counter);
        if self.begun {
            marks.first = 0;
        }
        marks.last_len = self.held as u32;
        Node { value: self.value, block: self.block, marks }
    }
}

/// The last block of a chunk, or the only block of a parent, with all inputs to its compression.
#[derive(Clone)]
pub(super) struct Node {
    value: Words8,
    block: Block,
    marks: Marks,
}

impl Node {
    /// Returns the parent of two chaining values.
    pub(super) fn parent(start: &Start, left: &Value, right: &Value) -> Self {
        let mut block = [0; 64];
        block[..32].copy_from_slice(left);
        block[32..].copy_from_slice(right);
        Self { value: start.key, block, marks: start.parents() }
    }
    /// Makes the node the root of the tree, whose chaining value is the hash.
    #[cfg(feature = "std")]
    pub(super) fn make_root(&mut self) {
        self.marks.flags |= flag::ROOT;
    }
    /// Returns the chaining value of the node.
    pub(super) fn compress(&self, backend: Backend<Blake3Ops>) -> Value {
        let mut value = self.value;
        backend.chain(&mut value, core::slice::from_ref(&self.block), &self.marks);
        bytes(&value)
    }
}

impl Drop for Node {
    #[inline]
    fn drop(&mut self) {
        wipe(&mut self.value);
        wipe(&mut self.block);
    }
}

/// The root, and the position of the next byte in its output.
#[derive(Clone)]
pub struct Output {
    root: Node,
    at: u64,
}

/// The subtrees of a run, from left to right.
#[derive(Clone)]
pub struct Branch {
    values: [Value; BRANCHES],
    /// The number of chunks in each subtree.
    sizes: [u64; BRANCHES],
    len: usize,
    first: u64,
}

/// Subtrees from left to right, each larger than the next; only the last two may have equal sizes.
#[derive(Clone)]
pub struct Stack(FixedStack<32, HEIGHT>);

impl Drop for Stack {
    #[inline]
    fn drop(&mut self) {
        let traces = self.0.traces();
        if !traces.is_empty() {
            wipe(traces.as_flattened_mut());
        }
    }
}

impl Stack {
    /// Joins all complete pairs of subtrees before the chunk with number `before`.
    fn settle(&mut self, with: With<'_, Tree>, before: u64) {
        while self.0.len() > before.count_ones() as usize || self.0.len() == HEIGHT {
            let (Some(right), Some(left)) = (self.0.pop(), self.0.pop()) else { break };
            let joined = Node::parent(with.start, &left, &right).compress(with.backend);
            let room = self.0.push(joined);
            debug_assert!(room);
        }
    }
    /// Pushes a subtree that is preceded by `before` chunks.
    fn push(&mut self, with: With<'_, Tree>, value: Value, before: u64) {
        self.settle(with, before);
        let room = self.0.push(value);
        debug_assert!(room);
    }
}

/// Joins pairs of chaining values, and writes the chaining values of their parents. The number of values is even.
fn join_pairs(with: With<'_, Tree>, values: &[Value], parents: &mut [Value]) {
    let marks = with.start.parents();
    with.backend.nodes(&with.start.key, values.as_flattened(), 64, &marks, parents);
}

/// Returns the root of a message of 2 to `N` chunks.
#[inline(never)]
fn root_of<const N: usize>(with: With<'_, Tree>, message: &[u8]) -> Node {
    let start = with.start;
    let (mut values, mut above) = (Room::<Value, N>::new(), Room::<Value, N>::new());
    let (mut values, mut above) = (values.rows(), above.rows());
    let (chunks, rest) = message.split_at(message.len() - message.len() % CHUNK);
    let mut count = chunks.len() / CHUNK;
    with.backend.nodes(&start.key, chunks, CHUNK, &start.chunks(0), &mut values[..count]);
    if !rest.is_empty() {
        let mut chunk = Tree::leaf(start, count as u64);
        chunk.update(with.backend, start, rest);
        values[count] = chunk.node(start).compress(with.backend);
        count += 1;
    }
    // if the number of values is odd, the last value is joined on a higher level
    while count > 2 {
        let pairs = count / 2;
        join_pairs(with, &values[..2 * pairs], &mut above[..pairs]);
        if count % 2 == 1 {
            above[pairs] = values[count - 1];
        }
        count = count.div_ceil(2);
        (values, above) = (above, values);
    }
    let root = Node::parent(start, &values[0], &values[1]);
    if start.flags != 0 {
        wipe(values.as_flattened_mut());
        wipe(above.as_flattened_mut());
    }
    root
}

/// Writes the first `out.len()` bytes of the root's output.
fn output_of(with: With<'_, Tree>, mut root: Node, out: &mut [u8]) {
    root.marks.flags |= flag::ROOT;
    Tree::squeeze(with, &mut Output { root, at: 0 }, out);
}

impl TreeParams for Tree {
    type Start = Start;
    type Block = Block;
    type Ops = Blake3Ops;
    type Many = Batch<Words8, Position>;
    type Leaf = Chunk;
    type Branch = Branch;
    type Trunk = Stack;
    type Output = Output;

    const RUN: usize = RUN;

    fn dispatch() -> &'static Dispatch<Blake3Ops> {
        static DISPATCH: Dispatch<Blake3Ops> = Dispatch::new("blake3", super::CANDIDATES, agrees);
        &DISPATCH
    }
    fn batch() -> &'static Dispatch<Self::Many> {
        many::dispatch()
    }

    fn secret(start: &Start) -> bool {
        start.flags != 0
    }
    #[inline(always)]
    fn leaf_len(_: &Start) -> usize {
        CHUNK
    }
    #[inline(always)]
    fn trunk(_: &Start) -> Stack {
        Stack(FixedStack::new())
    }
    #[inline(always)]
    fn leaf(start: &Start, counter: u64) -> Chunk {
        Chunk { value: start.key, counter, block: [0; 64], held: 0, begun: false }
    }
    fn grow(with: With<'_, Self>, chunk: &mut Chunk, bytes: &[u8]) {
        chunk.update(with.backend, with.start, bytes);
    }
    fn close(with: With<'_, Self>, chunk: &mut Chunk, index: u64, trunk: &mut Stack) {
        trunk.push(with, chunk.node(with.start).compress(with.backend), index);
    }

    fn run(with: With<'_, Self>, first: u64, chunks: &[u8]) -> Branch {
        let mut branch = Branch { values: [[0; 32]; BRANCHES], sizes: [0; BRANCHES], len: 0, first };
        let (mut values, mut above) = (Room::<Value, RUN>::new(), Room::<Value, RUN>::new());
        let (mut values, mut above) = (values.rows(), above.rows());
        let count = chunks.len() / CHUNK;
        with.backend.nodes(&with.start.key, chunks, CHUNK, &with.start.chunks(first), &mut values[..count]);
        // `values[from..to]` are subtrees of `size` chunks; the first of them has number `at` among the subtrees of
        // this size. Subtrees that cannot be joined yet are set aside: those on the left are stored in the branch at once, by
        // `put`; those on the right are collected in `falling`, because they are stored last
        let (mut from, mut to, mut size, mut at) = (0, count, 1, first);
        let (mut falling, mut falls) = ([([0; 32], 0); BRANCHES / 2 + 1], 0);
        let mut put = |value, size| {
            branch.values[branch.len] = value;
            branch.sizes[branch.len] = size;
            branch.len += 1;
        };
        while from < to {
            if at % 2 == 1 {
                put(values[from], size);
                (from, at) = (from + 1, at + 1);
            }
            if (to - from) % 2 == 1 {
                to -= 1;
                falling[falls] = (values[to], size);
                falls += 1;
            }
            let pairs = (to - from) / 2;
            // this may be the whole message, whose last two values must be joined to the root
            if pairs == 1 && first == 0 && falls == 0 {
                put(values[from], size);
                put(values[from + 1], size);
                break;
            }
            join_pairs(with, &values[from..to], &mut above[..pairs]);
            (values, above) = (above, values);
            (from, to, size, at) = (0, pairs, 2 * size, at / 2);
        }
        for (value, size) in falling[..falls].iter().rev() {
            put(*value, *size);
        }
        branch
    }

    fn join(with: With<'_, Self>, trunk: &mut Stack, branch: &Branch) {
        let mut before = branch.first;
        for (value, size) in branch.values[..branch.len].iter().zip(branch.sizes) {
            trunk.push(with, *value, before);
            before = before.wrapping_add(size);
        }
    }

    fn root(with: With<'_, Self>, trunk: &mut Stack, chunk: &mut Chunk, index: u64, used: usize) -> Output {
        let mut node = chunk.node(with.start);
        if index > 0 {
            let mut right = if used > 0 {
                trunk.settle(with, index);
                Some(node.compress(with.backend))
            } else {
                trunk.0.pop()
            };
            while let (Some(value), Some(left)) = (right, trunk.0.pop()) {
                node = Node::parent(with.start, &left, &value);
                right = (trunk.0.len() > 0).then(|| node.compress(with.backend));
            }
        }
        node.marks.flags |= flag::ROOT;
        node.marks.counter = 0;
        Output { root: node, at: 0 }
    }

    fn squeeze(with: With<'_, Self>, output: &mut Output, mut out: &mut [u8]) {
        let Output { root, at } = output;
        while !out.is_empty() {
            root.marks.counter = *at / 64;
            let within = (*at % 64) as usize;
            let len = if within == 0 && out.len() >= 64 {
                let (blocks, _) = out.as_chunks_mut();
                with.backend.squeeze(&root.value, &root.block, &root.marks, blocks);
                64 * blocks.len()
            } else {
                let len = out.len().min(64 - within);
                let mut block = [0; 64];
                with.backend.squeeze(
                    &root.value,
                    &root.block,
                    &root.marks,
                    core::slice::from_mut(&mut block),
                );
                out[..len].copy_from_slice(&block[within..][..len]);
                wipe(&mut block);
                len
            };
            *at = at.wrapping_add(len as u64);
            out = &mut out[len..];
        }
    }

    fn seek(output: &mut Output, position: u64) -> bool {
        output.at = position;
        true
    }

    /// Computes the digest of a message that is at most one run long; returns false if the message is longer.
    #[inline]
    fn digest(with: With<'_, Self>, message: &[u8], out: &mut [u8]) -> bool {
        /// The maximum number of chunks of a message for which smaller buffers are used.
        const FEW: usize = 16;
        let start = with.start;
        if message.len() > RUN * CHUNK {
            return false;
        }
        if message.len() > CHUNK || out.len() > 32 {
            let root = if message.len() > FEW * CHUNK {
                root_of::<RUN>(with, message)
            } else if message.len() > CHUNK {
                root_of::<FEW>(with, message)
            } else {
                let mut chunk = Self::leaf(start, 0);
                chunk.update(with.backend, start, message);
                chunk.node(start)
            };
            output_of(with, root, out);
            return true;
        }
        let mut value = start.key;
        let mut marks = start.chunks(0);
        marks.last |= flag::ROOT;
        let (blocks, rest) = message.as_chunks::<64>();
        if rest.is_empty() && !blocks.is_empty() {
            with.backend.chain(&mut value, blocks, &marks);
        } else {
            if !blocks.is_empty() {
                with.backend.chain(&mut value, blocks, &Marks { last: 0, last_len: 64, ..marks });
                marks.first = 0;
            }
            let mut last = [0; 64];
            copy_short(&mut last, rest);
            marks.last_len = rest.len() as u32;
            with.backend.chain(&mut value, core::slice::from_ref(&last), &marks);
            wipe(&mut last);
        }
        State::write_le(&value, out);
        true
    }

    fn many(
        start: &Start,
        with: Backends<TreeHash<Self>>,
        messages: &[&[u8]],
        length: usize,
        out: &mut [u8],
    ) {
        many::hash(start, with, messages, length, out);
    }

    /// Writes the chunk in progress, and then the trunk. Nothing is written for an empty chunk; otherwise, its chaining
    /// value and its last block are.
    fn save(trunk: &Stack, chunk: &Chunk, used: usize, put: &mut dyn FnMut(&[u8])) {
        if used > 0 {
            put(&bytes(&chunk.value));
            put(&chunk.block[..chunk.held]);
        }
        put(trunk.0.items().as_flattened());
    }

    fn restore(start: &Start, index: u64, used: usize, saved: &mut Reader<'_>) -> Option<(Stack, Chunk)> {
        let mut chunk = Self::leaf(start, index);
        if used > 0 {
            chunk.value = words(saved.take(32)?.try_into().ok()?);
            chunk.held = (used - 1) % 64 + 1;
            chunk.block[..chunk.held].copy_from_slice(saved.take(chunk.held)?);
            chunk.begun = used > 64;
        }
        let mut trunk = Self::trunk(start);
        let (values, rest) = saved.take(saved.0.len())?.as_chunks();
        for value in values {
            if !trunk.0.push(*value) {
                return None;
            }
        }
        // `index` chunks consist of one complete subtree for each 1 bit of `index`. For each 0 bit after the last 1
        // bit, the last subtree may be stored as two halves that are not joined yet, which adds a value
        let bits = index.count_ones() as usize;
        let most = if index == 0 { 0 } else { bits + index.trailing_zeros() as usize };
        let valid = rest.is_empty() && (bits..=most).contains(&trunk.0.len());
        (valid && (index == 0 || used > 0 || trunk.0.len() > 1)).then_some((trunk, chunk))
    }
}

/// Tests a message of one chunk, and a message of five chunks and a byte with three blocks of output, which uses lanes
/// for chunks, parents and output (the 28th of the published vectors).
fn agrees(backend: Backend<Blake3Ops>) -> bool {
    digest_agrees::<Blake3Hash>(backend, "b43670a52d1af24abdac5d2c3ed19ff4e62b60a618e823ad555888b1b0b91cff")
        && agrees_on::<Blake3Hash>(
            backend,
            &pattern::<5121>(),
            "628bd2cb2004694adaab7bbd778a25df25c47b9d4155a55f8fbd79f2fe154cff\
             96adaab0613a6146cdaabe498c3a94e529d3fc1da2bd08edf54ed64d40dcd677\
             7647eac51d8277d70219a9694334a68bc8f0f23e20b0ff70ada6f844542dfa32\
             cd4204ca1846ef76d811cdb296f65e260227f477aa7aa008bac878f72257484f2b6c95",
        )
}
