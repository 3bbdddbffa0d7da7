//! Skein's trees (Skein 1.3, section 3.5.6): leaves, nodes over leaves, and nodes over nodes, level by level. Each leaf
//! and each node is a separate UBI computation.

use super::{
    Batch, Held, Reader, State, TreeParams, With,
    batch::save_state,
    ubi::{Chaining, Tweak, UbiCipher, UbiOps, UbiStart, output},
};
use crate::frame::BatchCalls;
use crate::frame::ubi::InLanes;
use crate::frame::ubi::UbiCalls;
use crate::{
    simd::memory::{Bytes, MAX_LANES, Streams},
    wipe::wipe,
};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The tree mode of Skein over the block cipher `C`.
pub struct UbiTree<C>(PhantomData<C>);

/// The start of a message, and the shape of its tree.
pub struct UbiTreeStart<C: UbiCipher> {
    chain: UbiStart<C>,
    leaf_len: usize,
    /// The maximum number of blocks of a node, each the value of a child.
    fan_out: u64,
    /// The maximum number of levels. If it is reached, the top level is a single node with any number of blocks.
    max_height: u8,
}

impl<C: UbiCipher> UbiTreeStart<C> {
    /// Returns a start for leaves of 2^`leaf` blocks and nodes of 2^`fan_out` blocks. Lengths that no message can reach
    /// are replaced by the maximum.
    pub(crate) fn new(chain: UbiStart<C>, leaf: u8, fan_out: u8, max_height: u8) -> Self {
        let blocks = 1usize.checked_shl(leaf.into()).unwrap_or(usize::MAX);
        // the maximum length of a leaf must be a multiple of the block length too
        let most = usize::MAX / C::Block::LEN;
        let fan_out = 1u64.checked_shl(fan_out.into()).unwrap_or(u64::MAX);
        Self { chain, leaf_len: blocks.min(most) * C::Block::LEN, fan_out, max_height }
    }
}

impl<C: UbiCipher> Clone for UbiTreeStart<C> {
    fn clone(&self) -> Self {
        Self { chain: self.chain.clone(), ..*self }
    }
}

/// The node in progress of one level.
pub struct Node<C: UbiCipher> {
    chaining: Chaining<C>,
    /// The number of blocks of the node so far.
    blocks: u64,
}

impl<C: UbiCipher> Clone for Node<C> {
    fn clone(&self) -> Self {
        Self { chaining: self.chaining.clone(), ..*self }
    }
}

/// The chaining values of the leaves of one run.
#[derive(Clone)]
pub struct Values<S> {
    values: [S; MAX_LANES],
    count: usize,
}

impl<C: UbiCipher> UbiTree<C> {
    /// Returns the tweak at the beginning of leaf number `index`.
    fn leaf_tweak(start: &UbiTreeStart<C>, index: u64) -> Tweak {
        Tweak::node(1, u128::from(index).wrapping_mul(start.leaf_len as u128))
    }

    /// Appends a value to the node in progress of level `lowest`, where level 0 is the level above the leaves. If the
    /// node is already full, it is ended first and its value is appended to the next level.
    fn push(with: With<'_, Self>, trunk: &mut Vec<Node<C>>, lowest: usize, mut value: C::State) {
        let (start, backend) = (with.start, with.backend);
        let mut bytes = C::Block::ZERO;
        for index in lowest.. {
            let level = (index + 2) as u8;
            if index == trunk.len() {
                trunk.push(Node {
                    chaining: Chaining::new(start.chain.state, Tweak::node(level, 0)),
                    blocks: 0,
                });
            }
            value.write_le(bytes.as_mut());
            let node = &mut trunk[index];
            let full = node.blocks == start.fan_out && level < start.max_height;
            if full {
                node.chaining.end(backend);
                value = node.chaining.held.state;
                let position = node.chaining.position();
                *node = Node {
                    chaining: Chaining::new(start.chain.state, Tweak::node(level, position)),
                    blocks: 0,
                };
            }
            node.chaining.update(backend, bytes.as_ref());
            node.blocks += 1;
            if !full {
                break;
            }
        }
        value.wipe();
        wipe(bytes.as_mut());
    }
}

impl<C: UbiCipher> TreeParams for UbiTree<C> {
    type Start = UbiTreeStart<C>;
    type Block = C::Block;
    type Ops = UbiOps<C>;
    type Many = Batch<C::State, Tweak>;
    type Leaf = Chaining<C>;
    type Branch = Values<C::State>;
    type Trunk = Vec<Node<C>>;
    type Output = Chaining<C>;

    const RUN: usize = MAX_LANES;

    super::lists_of!(C);

    fn secret(start: &Self::Start) -> bool {
        start.chain.secret
    }
    fn leaf_len(start: &Self::Start) -> usize {
        start.leaf_len
    }
    fn trunk(_: &Self::Start) -> Self::Trunk {
        Vec::new()
    }
    fn leaf(start: &Self::Start, index: u64) -> Self::Leaf {
        Chaining::new(start.chain.state, Self::leaf_tweak(start, index))
    }
    fn grow(with: With<'_, Self>, leaf: &mut Self::Leaf, bytes: &[u8]) {
        leaf.update(with.backend, bytes);
    }
    fn close(with: With<'_, Self>, leaf: &mut Self::Leaf, _: u64, trunk: &mut Self::Trunk) {
        leaf.end(with.backend);
        Self::push(with, trunk, 0, leaf.held.state);
    }

    fn run(with: With<'_, Self>, first: u64, leaves: &[u8]) -> Self::Branch {
        let (state, leaf_len) = (with.start.chain.state, with.start.leaf_len);
        let mut all = Values { values: [state; MAX_LANES], count: leaves.len() / leaf_len };
        let tweak = |leaf: usize| {
            let tweak = Self::leaf_tweak(with.start, first.wrapping_add(leaf as u64));
            tweak.ending(tweak.position() + leaf_len as u128)
        };
        let in_lanes = with.backend.in_lanes();
        let Batch { lanes, least, .. } = *in_lanes.ops();
        let parts = leaves.chunks(leaf_len.saturating_mul(lanes)).zip(all.values.chunks_mut(lanes));
        for (part, (leaves, values)) in parts.enumerate() {
            let leaves = leaves.chunks_exact(leaf_len);
            if lanes == 1 || leaves.len() < least {
                for ((leaf, bytes), value) in (part * lanes..).zip(leaves).zip(values) {
                    with.backend.compress(value, C::Block::split(bytes).0, tweak(leaf));
                }
                continue;
            }
            let mut rows = C::State::NO_ROWS;
            state.put_all(&mut rows, lanes);
            let mut tweaks = [Tweak::default(); MAX_LANES];
            for (lane, place) in tweaks[..lanes].iter_mut().enumerate() {
                *place = tweak(part * lanes + lane);
            }
            in_lanes.compress(&mut rows, &Streams::new(leaves, leaf_len), &tweaks);
            for (lane, value) in values.iter_mut().enumerate() {
                *value = C::State::take(&rows, lane);
            }
        }
        all
    }
    fn join(with: With<'_, Self>, trunk: &mut Self::Trunk, branch: &Self::Branch) {
        for value in &branch.values[..branch.count] {
            Self::push(with, trunk, 0, *value);
        }
    }

    fn root(
        with: With<'_, Self>,
        trunk: &mut Self::Trunk,
        leaf: &mut Self::Leaf,
        index: u64,
        used: usize,
    ) -> Self::Output {
        if used > 0 || index == 0 {
            Self::close(with, leaf, index, trunk);
            if index == 0 {
                return leaf.clone(); // the message is a single leaf: its value is the root
            }
        }
        // end each level and append its value to the level above; the top level has only one node
        let mut index = 0;
        loop {
            let node = &mut trunk[index].chaining;
            node.end(with.backend);
            let node = node.clone();
            index += 1;
            if index == trunk.len() {
                return node;
            }
            Self::push(with, trunk, index, node.held.state);
        }
    }
    fn squeeze(with: With<'_, Self>, root: &mut Self::Output, out: &mut [u8]) {
        output::<C>(&mut root.held.state, with.backend, out);
    }

    fn save(trunk: &Self::Trunk, leaf: &Self::Leaf, _: usize, put: &mut dyn FnMut(&[u8])) {
        leaf.save(put);
        for node in trunk {
            save_state(&node.chaining.held.state, node.chaining.tweak.position(), put);
            put(&node.blocks.to_le_bytes());
            put(node.chaining.held.block.as_ref());
        }
    }
    fn restore(
        start: &Self::Start,
        index: u64,
        used: usize,
        saved: &mut Reader<'_>,
    ) -> Option<(Self::Trunk, Self::Leaf)> {
        let mut leaf = Self::leaf(start, index);
        let position = saved.number().filter(|position| *position == leaf.position() + used as u128)?;
        let held = Held::<C::State, C::Block>::held_back(used as u128);
        leaf.restore(saved, position - held as u128, held)?;
        let mut trunk = Vec::new();
        for level in 2..=start.max_height {
            if saved.0.is_empty() {
                break;
            }
            let position = saved.number()?;
            let state = C::State::read_le(saved.take(C::State::LEN)?);
            let blocks = u64::from_le_bytes(*saved.take(8)?.first_chunk()?);
            let before = u128::from(blocks.checked_sub(1)?) * C::Block::LEN as u128;
            let mut chaining = Chaining::new(state, Tweak::node(level, position.checked_sub(before)?));
            chaining.hold(position, saved.take(C::Block::LEN)?);
            trunk.push(Node { chaining, blocks });
        }
        Some((trunk, leaf))
    }
}
