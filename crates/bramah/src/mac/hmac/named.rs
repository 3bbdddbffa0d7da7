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
        let boxed = wipe::behind(|| {
            let keyed = Keyed::new(start, backends.one, key, block_len, len).with_many(backends.many);
            let frame = keyed.begin();
            Box::new(Self { keyed, frame })
        });
        // and what is deeper
        boxed.keyed.clean(|| ());
        boxed
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
        let Self { keyed, frame } = self;
        keyed.clean(|| keyed.finish(frame, tag));
    }
    fn reset(&mut self) {
        let Self { keyed, frame } = self;
        keyed.clean(|| *frame = keyed.begin());
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        self.keyed.clean(|| Box::new(self.clone()) as Box<dyn Object>)
    }
    fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
        self.keyed.clean(|| self.keyed.mac(message, tag));
    }
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], _: usize) {
        self.keyed.clean(|| self.keyed.many(messages, tags));
    }
    fn prf(&self) -> Option<&dyn Prf> {
        Some(&self.keyed)
    }
}
