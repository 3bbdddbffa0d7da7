//! HMAC of many messages: the inner hashes side by side, then the outer ones.

use super::{
    Keyed,
    keyed::{pad, turn},
};
use crate::{
    hash::{Backends, Frame},
    mac::Prf,
    wipe::{self, wipe},
};
use alloc::{vec, vec::Vec};

/// Messages that are worked on together, so that their inner digests stay in the cache.
const GROUP: usize = 512;

impl<F: Frame> Keyed<F> {
    /// The whole tags of many messages, one after another.
    pub(crate) fn many(&self, messages: &[&[u8]], tags: &mut [u8]) {
        let len = self.output_len();
        match self.starts() {
            Some([inner, outer]) => {
                let with = self.backends();
                side_by_side(
                    len,
                    messages,
                    tags,
                    &|messages, digests| F::many(inner, with, messages, len, digests),
                    &|digests, tags| F::many(outer, with, digests, len, tags),
                );
            }
            None => {
                for (message, tag) in messages.iter().zip(tags.chunks_exact_mut(len)) {
                    self.mac(message, tag);
                }
            }
        }
    }
}

/// The outer digests of the inner ones.
fn side_by_side(
    len: usize,
    messages: &[&[u8]],
    tags: &mut [u8],
    inner: &dyn Fn(&[&[u8]], &mut [u8]),
    outer: &dyn Fn(&[&[u8]], &mut [u8]),
) {
    let mut digests = vec![0; len * messages.len().min(GROUP)];
    for (messages, tags) in messages.chunks(GROUP).zip(tags.chunks_mut(GROUP * len)) {
        let digests = &mut digests[..len * messages.len()];
        inner(messages, digests);
        let list: Vec<&[u8]> = digests.chunks_exact(len).collect();
        outer(&list, tags);
    }
    wipe(&mut digests);
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
    let one = with.one;
    each_with(
        &Functions {
            pad: &|key, block| pad::<F>(start, one, key, block, len),
            behind: &|blocks, messages, digests| {
                let starts = wipe::behind(|| F::behind_each(start, with, blocks));
                starts.map(|starts| F::many_each(&starts, with, messages, len, digests)).is_some()
            },
            alone: &|key, message, tag| {
                wipe::behind_deep(|| Keyed::<F>::new(start, one, key, block_len, len).mac(message, tag));
            },
        },
        (block_len, len),
        keys,
        messages,
        tags,
    );
}

/// What [`each`] takes of a frame.
struct Functions<'a> {
    /// Works a key into a block.
    pad: &'a dyn Fn(&[u8], &mut [u8]),
    /// The digests of as many messages as blocks, each behind its own; false if messages cannot begin behind a block.
    behind: &'a dyn Fn(&[&[u8]], &[&[u8]], &mut [u8]) -> bool,
    /// The tag of one message under its key.
    alone: &'a dyn Fn(&[u8], &[u8], &mut [u8]),
}

fn each_with(
    functions: &Functions<'_>,
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
                (functions.pad)(key, block);
            }
        });
        let behind = |blocks: &[u8], messages: &[&[u8]], out: &mut [u8]| {
            let blocks: Vec<&[u8]> = blocks.chunks_exact(block_len).collect();
            (functions.behind)(&blocks, messages, out)
        };
        let digests = &mut digests[..keys.len() * len];
        if behind(blocks, messages, digests) {
            turn(blocks);
            let list: Vec<&[u8]> = digests.chunks_exact(len).collect();
            behind(blocks, &list, tags);
        } else {
            for ((key, message), tag) in keys.iter().zip(messages).zip(tags.chunks_exact_mut(len)) {
                (functions.alone)(key, message, tag);
            }
        }
    }
    wipe(&mut blocks);
    wipe(&mut digests);
}
