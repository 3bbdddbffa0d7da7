//! HMAC of many messages: the inner hashes side by side, then the outer ones.

use super::{
    Keyed,
    keyed::{Pad, pad, turn},
};
use crate::{
    backend::Backend,
    hash::{Backends, Frame},
    wipe::{self, wipe},
};
use alloc::{vec, vec::Vec};

/// Messages that are worked on together, so that their inner digests stay in the cache.
const GROUP: usize = 512;

impl<F: Frame> Keyed<F> {
    /// The whole tags of many messages, one after another.
    pub(crate) fn many(&self, messages: &[&[u8]], tags: &mut [u8]) {
        let (Pad::Start(inner), Pad::Start(outer)) = (&self.inner, &self.outer) else {
            for (message, tag) in messages.iter().zip(tags.chunks_exact_mut(self.len)) {
                self.mac(message, tag);
            }
            return;
        };
        let mut digests = vec![0; self.len * messages.len().min(GROUP)];
        let with = self.backends();
        for (messages, tags) in messages.chunks(GROUP).zip(tags.chunks_mut(GROUP * self.len)) {
            let digests = &mut digests[..self.len * messages.len()];
            F::many(inner, with, messages, self.len, digests);
            let list: Vec<&[u8]> = digests.chunks_exact(self.len).collect();
            F::many(outer, with, &list, self.len, tags);
        }
        wipe(&mut digests);
    }
}

/// The tags of as many messages as keys, each under its own.
pub(crate) fn each<F: Frame>(
    start: &F::Start,
    with: Backends<F>,
    (block_len, len): (usize, usize),
    keys: &[&[u8]],
    messages: &[&[u8]],
    tags: &mut [u8],
) {
    let groups = keys.chunks(GROUP).zip(messages.chunks(GROUP)).zip(tags.chunks_mut(GROUP * len));
    let count = keys.len().min(GROUP);
    let (mut blocks, mut digests) = (vec![0; count * block_len], vec![0; count * len]);
    for ((keys, messages), tags) in groups {
        let blocks = &mut blocks[..keys.len() * block_len];
        // erased here, and not by the caller alone: a batch takes more of the stack than that
        wipe::behind(|| {
            for (key, block) in keys.iter().zip(blocks.chunks_exact_mut(block_len)) {
                pad::<F>(start, with.one, key, block, len);
            }
        });
        let behind = |blocks: &[u8]| {
            let blocks: Vec<&[u8]> = blocks.chunks_exact(block_len).collect();
            wipe::behind(|| F::behind_each(start, with, &blocks))
        };
        let inner = behind(blocks);
        turn(blocks);
        let (Some(inner), Some(outer)) = (inner, behind(blocks)) else {
            one_by_one::<F>(start, with.one, (block_len, len), keys, messages, tags);
            continue;
        };
        let digests = &mut digests[..keys.len() * len];
        F::many_each(&inner, with, messages, len, digests);
        let list: Vec<&[u8]> = digests.chunks_exact(len).collect();
        F::many_each(&outer, with, &list, len, tags);
    }
    wipe(&mut blocks);
    wipe(&mut digests);
}

/// The same where messages cannot begin behind a block.
fn one_by_one<F: Frame>(
    start: &F::Start,
    one: Backend<F::Ops>,
    (block_len, len): (usize, usize),
    keys: &[&[u8]],
    messages: &[&[u8]],
    tags: &mut [u8],
) {
    for ((key, message), tag) in keys.iter().zip(messages).zip(tags.chunks_exact_mut(len)) {
        wipe::behind_deep(|| Keyed::<F>::new(start, one, key, block_len, len).mac(message, tag));
    }
}
