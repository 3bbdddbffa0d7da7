//! HMAC over a hash function chosen by name.

use super::Keyed;
use crate::{
    hash::{Backends, Frame},
    mac::{Object, Prf},
    wipe,
};
use alloc::boxed::Box;

/// HMAC over a frame.
#[derive(Clone)]
pub(crate) struct Named<F: Frame> {
    keyed: Keyed<F>,
    frame: F,
}

impl<F: Frame> Named<F> {
    /// Behind `start`, with digests of `len` bytes, at most a block.
    pub(crate) fn boxed(
        start: &F::Start,
        backends: Backends<F>,
        key: &[u8],
        block_len: usize,
        len: usize,
    ) -> Box<dyn Object> {
        Self::clean(|| {
            wipe::behind(|| {
                let keyed = Keyed::new(start, backends.one, key, block_len, len).with_many(backends.many);
                let frame = keyed.begin();
                Box::new(Self { keyed, frame }) as Box<dyn Object>
            })
        })
    }
}

impl<F: Frame> Named<F> {
    /// Large frames, those of trees and stripes, are kept as they are and copied: what copies left is erased.
    fn clean<T>(f: impl FnOnce() -> T) -> T {
        wipe::behind_large(size_of::<F>(), f)
    }
}

impl<F: Frame> Object for Named<F> {
    fn backend(&self) -> &'static str {
        self.frame.backend().name()
    }
    fn update(&mut self, data: &[u8]) {
        self.frame.update(data);
    }
    fn finish(&mut self, tag: &mut [u8]) {
        Self::clean(|| self.keyed.finish(&mut self.frame, tag));
    }
    fn reset(&mut self) {
        Self::clean(|| self.frame = self.keyed.begin());
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        Self::clean(|| Box::new(self.clone()) as Box<dyn Object>)
    }
    fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
        Self::clean(|| self.keyed.mac(message, tag));
    }
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], _: usize) {
        Self::clean(|| self.keyed.many(messages, tags));
    }
    fn prf(&self) -> Option<&dyn Prf> {
        Some(&self.keyed)
    }
}
