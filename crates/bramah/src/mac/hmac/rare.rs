//! HMAC over hash functions that are chosen by name and seldom used with HMAC. This code is compiled once for all of
//! them. It allocates for each message, and processes many messages one after another.

use super::keyed::{MAX_BLOCK, pad, turn};
use crate::{
    hash::{Algorithm, AnyHasher},
    mac::{MAX_PRF, Object, Prf},
    wipe::{self, wipe},
};
use alloc::boxed::Box;

/// Begins an empty message under a key. `large` must be true for functions that have no start after a block
/// ([`Frame::AFTER`](crate::hash::Frame::AFTER)), because their objects are so large that moving them uses more of the stack.
pub(super) fn keyed(hash: Algorithm, key: &[u8], large: bool) -> Box<dyn Object> {
    wipe::after_deep(|| Box::new(Rare::new(hash, key, large)))
}

/// Computes the tags of messages, each under its own key. The caller erases the stack.
pub(super) fn each(hash: Algorithm, keys: &[&[u8]], messages: &[&[u8]], tags: &mut [u8]) {
    let tags = tags.chunks_exact_mut(hash.output_len());
    for ((key, message), tag) in keys.iter().zip(messages).zip(tags) {
        Rare::new(hash, key, false).mac(&[message], tag);
    }
}

/// Two hashers that have absorbed the inner and the outer key block, and one that absorbs the message. They erase themselves on
/// drop.
#[derive(Clone)]
struct Rare {
    inner: AnyHasher,
    outer: AnyHasher,
    hasher: AnyHasher,
    large: bool,
}

impl Drop for Rare {
    fn drop(&mut self) {
        // clones and kernels have left states after the key blocks on the stack
        clean(self.large, || ());
    }
}

/// Calls `f`, and erases what `f` left on the stack.
fn clean<T>(large: bool, f: impl FnOnce() -> T) -> T {
    if large { wipe::after_deep(f) } else { wipe::after(f) }
}

impl Rare {
    /// Precomputes a key. The caller erases the stack.
    fn new(hash: Algorithm, key: &[u8], large: bool) -> Self {
        let mut room = [0; MAX_BLOCK];
        let block = &mut room[..hash.info().block_len];
        pad(&|key, digest| hash.digest(key, digest), key, block, hash.output_len());
        // erased here: a hasher that is copied later also copies its padding, which may contain old bytes of the stack
        let begun = |block: &[u8]| {
            let mut hasher = hash.hasher();
            clean(large, || hasher.update(block));
            hasher
        };
        let inner = begun(block);
        turn(block);
        let outer = begun(block);
        wipe(&mut room);
        Self { hasher: inner.clone(), inner, outer, large }
    }

    /// Ends a message and writes the first bytes of its tag, as many as `tag` has.
    fn close(outer: &AnyHasher, hasher: &mut AnyHasher, tag: &mut [u8]) {
        let mut digest = [0; MAX_PRF];
        let digest = &mut digest[..hasher.algorithm().output_len()];
        hasher.finalize_reset_into(digest);
        let mut outer = outer.clone();
        outer.update(&*digest);
        outer.finalize_reset_into(digest);
        tag.copy_from_slice(&digest[..tag.len()]);
        wipe(digest);
    }
}

impl Prf for Rare {
    fn output_len(&self) -> usize {
        self.hasher.algorithm().output_len()
    }
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]) {
        let mut hasher = self.inner.clone();
        for part in parts {
            hasher.update(part);
        }
        Self::close(&self.outer, &mut hasher, out);
    }
}

impl Object for Rare {
    fn backend(&self) -> &'static str {
        self.hasher.backend()
    }
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }
    fn finish(&mut self, tag: &mut [u8]) {
        let Self { outer, hasher, large, .. } = self;
        clean(*large, || Self::close(outer, hasher, tag));
    }
    fn reset(&mut self) {
        clean(self.large, || self.hasher = self.inner.clone());
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        clean(self.large, || Box::new(self.clone()) as Box<dyn Object>)
    }
    fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
        clean(self.large, || self.mac(&[message], tag));
    }
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], len: usize) {
        clean(self.large, || {
            for (message, tag) in messages.iter().zip(tags.chunks_exact_mut(len)) {
                self.mac(&[message], tag);
            }
        });
    }
    fn prf(&self) -> Option<&dyn Prf> {
        Some(self)
    }
}
