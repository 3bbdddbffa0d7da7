//! HMAC of many messages: computes first all inner hashes side by side, then all outer hashes.

use super::{
    HmacKey,
    keyed::{pad, turn},
};
use crate::{
    hash::{Backends, Frame, frame},
    mac::Prf,
    wipe::{self, wipe},
};
use alloc::{vec, vec::Vec};
use core::slice;

/// The number of keys that are processed together. It is limited so that their blocks stay in the cache.
const GROUP: usize = 512;

impl<F: Frame> HmacKey<F> {
    /// Computes the whole tags of many messages; `tags` receives their concatenation.
    pub(crate) fn many(&self, messages: &[&[u8]], tags: &mut [u8]) {
        let len = self.output_len();
        self.mark_batched();
        match self.starts() {
            Some(starts) => {
                nested::<F>(starts.map(slice::from_ref), self.backends(), messages, len, tags);
            }
            None => {
                for (message, tag) in messages.iter().zip(tags.chunks_exact_mut(len)) {
                    self.mac(message, tag);
                }
            }
        }
    }
}

/// Calls [`Frame::NESTED`], and erases keys that it may have left on the stack.
fn nested<F: Frame>(
    starts: [&[F::Start]; 2],
    with: Backends<F>,
    messages: &[&[u8]],
    len: usize,
    tags: &mut [u8],
) {
    if F::SHOWS {
        wipe::after_deep(|| (F::NESTED)(starts, with, messages, len, tags));
    } else {
        (F::NESTED)(starts, with, messages, len, tags);
    }
}

/// Computes the tags of as many messages as there are keys, each message under its own key.
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
            pad: &|key, block| {
                pad(&|key, digest| frame::digest::<F>(start, one, key, digest), key, block, len);
            },
            nested: &|inner, outer, messages, tags| {
                let after = |blocks| wipe::after_deep(|| F::after_each(start, with, blocks));
                let (Some(inner), Some(outer)) = (after(inner), after(outer)) else { return false };
                nested::<F>([&inner, &outer], with, messages, len, tags);
                true
            },
            alone: &|key, message, tag| {
                if F::AFTER {
                    unreachable!("a start is after every block");
                }
                wipe::after_deep(|| HmacKey::<F>::new(start, one, key, block_len, len).mac(message, tag));
            },
        },
        (block_len, len),
        keys,
        messages,
        tags,
    );
}

/// The functions of a hash construction that [`each`] needs.
struct Functions<'a> {
    /// Writes the inner key block of a key.
    pad: &'a dyn Fn(&[u8], &mut [u8]),
    /// Computes the tags of messages. The arguments are the inner key blocks, the outer key blocks, the messages, and the buffer
    /// for the tags. Returns false if the construction has no start after a block.
    nested: &'a dyn Fn(&[&[u8]], &[&[u8]], &[&[u8]], &mut [u8]) -> bool,
    /// Computes the tag of a single message; the first argument is its key.
    alone: &'a dyn Fn(&[u8], &[u8], &mut [u8]),
}

#[inline(never)]
fn each_with(
    functions: &Functions<'_>,
    (block_len, len): (usize, usize),
    keys: &[&[u8]],
    messages: &[&[u8]],
    tags: &mut [u8],
) {
    let groups = keys.chunks(GROUP).zip(messages.chunks(GROUP)).zip(tags.chunks_mut(GROUP * len));
    let count = keys.len().min(GROUP);
    let mut blocks = [vec![0; count * block_len], vec![0; count * block_len]];
    for ((keys, messages), tags) in groups {
        let [inner, outer] = blocks.each_mut().map(|blocks| &mut blocks[..keys.len() * block_len]);
        // erased here too, because a batch uses more of the stack than the caller erases
        wipe::after(|| {
            for (key, block) in keys.iter().zip(inner.chunks_exact_mut(block_len)) {
                (functions.pad)(key, block);
            }
        });
        outer.copy_from_slice(inner);
        turn(outer);
        let [inner, outer] = [inner, outer].map(|blocks| blocks.chunks_exact(block_len).collect::<Vec<_>>());
        if !(functions.nested)(&inner, &outer, messages, tags) {
            for ((key, message), tag) in keys.iter().zip(messages).zip(tags.chunks_exact_mut(len)) {
                (functions.alone)(key, message, tag);
            }
        }
    }
    for blocks in &mut blocks {
        wipe(blocks);
    }
}
