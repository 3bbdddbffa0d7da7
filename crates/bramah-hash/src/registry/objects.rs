//! The traits behind [`Function`](super::Function) and [`AnyHasher`](super::AnyHasher), and their implementations for
//! every frame.

use super::Algorithm;
use crate::backend::Backend;
#[cfg(feature = "std")]
use crate::frame::ReadAt;
use crate::frame::{Backends, Extendable, Frame, digest};
use alloc::{boxed::Box, sync::Arc};

/// The operations of a [`Function`], independent of the type of the hash function.
pub(super) trait Prepared: Send + Sync {
    fn algorithm(&self) -> Algorithm;
    fn digest(&self, message: &[u8], out: &mut [u8]);
    fn many(&self, messages: &[&[u8]], out: &mut [u8]);
    fn hasher(self: Arc<Self>) -> Box<dyn Object>;
    fn after(&self, blocks: &[u8]) -> Option<Arc<dyn Prepared>>;
    fn restore(self: Arc<Self>, opened: Opened<'_>) -> Option<Box<dyn Object>>;
}

pub(super) struct Of<F: Frame> {
    pub(super) start: F::Start,
    pub(super) one: Backend<F::Ops>,
    pub(super) algorithm: Algorithm,
}

impl<F: Frame> Prepared for Of<F> {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
    fn digest(&self, message: &[u8], out: &mut [u8]) {
        digest::<F>(&self.start, self.one, message, out);
    }
    fn many(&self, messages: &[&[u8]], out: &mut [u8]) {
        // the backend for batches is chosen and tested on first use, because most functions are never used for batches
        let backends = Backends { one: self.one, many: F::batch().at_or_chosen(self.algorithm.on.many) };
        F::many(&self.start, backends, messages, self.algorithm.length, out);
    }
    fn hasher(self: Arc<Self>) -> Box<dyn Object> {
        let frame = F::new(&self.start, self.one);
        Box::new(Begun { of: self, frame, absorbed: Some(0) })
    }
    fn after(&self, blocks: &[u8]) -> Option<Arc<dyn Prepared>> {
        if F::SHOWS {
            return None; // a start of these frames stores one key block, so it cannot represent two blocks
        }
        let mut start = self.start.clone();
        for block in blocks.chunks(self.algorithm.info().block_len) {
            start = F::after(&start, self.one, block)?;
        }
        Some(Arc::new(Self { start, one: self.one, algorithm: self.algorithm }))
    }
    fn restore(self: Arc<Self>, opened: Opened<'_>) -> Option<Box<dyn Object>> {
        let frame = F::restore(&self.start, self.one, opened.body)?;
        Some(Box::new(Begun { of: self, frame, absorbed: opened.absorbed }))
    }
}

/// The operations of an [`AnyHasher`], independent of the type of the hash function.
pub(super) trait Object: Send + Sync {
    fn function(&self) -> Arc<dyn Prepared>;
    fn algorithm(&self) -> Algorithm;
    fn absorbed(&self) -> Option<u128>;
    fn backend(&self) -> &'static str;
    fn secret(&self) -> bool;
    fn update(&mut self, data: &[u8]);
    #[cfg(feature = "std")]
    fn update_parallel(&mut self, data: &[u8], threads: usize);
    #[cfg(feature = "std")]
    fn update_parallel_from(
        &mut self,
        read: &ReadAt<'_>,
        bytes: core::ops::Range<u64>,
        threads: usize,
    ) -> std::io::Result<()>;
    fn finish(&mut self, out: &mut [u8]);
    fn reset(&mut self);
    fn boxed_clone(&self) -> Box<dyn Object>;
    fn save(&self, put: &mut dyn FnMut(&[u8]));
    fn extendable(&mut self) -> Option<&mut dyn Extendable>;
}

pub(super) struct Begun<F: Frame> {
    pub(super) of: Arc<Of<F>>,
    pub(super) frame: F,
    /// The number of message bytes so far; `None` if a saved state without this number was restored.
    pub(super) absorbed: Option<u128>,
}

impl<F: Frame> Begun<F> {
    fn count(&mut self, bytes: u64) {
        self.absorbed = self.absorbed.map(|before| before.wrapping_add(bytes.into()));
    }
}

impl<F: Frame> Object for Begun<F> {
    fn function(&self) -> Arc<dyn Prepared> {
        self.of.clone()
    }
    fn absorbed(&self) -> Option<u128> {
        self.absorbed
    }
    fn algorithm(&self) -> Algorithm {
        self.of.algorithm
    }
    fn backend(&self) -> &'static str {
        self.frame.backend().name()
    }
    fn secret(&self) -> bool {
        F::secret(&self.of.start)
    }
    fn update(&mut self, data: &[u8]) {
        self.frame.update(data);
        self.count(data.len() as u64);
    }
    #[cfg(feature = "std")]
    fn update_parallel(&mut self, data: &[u8], threads: usize) {
        self.frame.update_parallel(data, threads);
        self.count(data.len() as u64);
    }
    #[cfg(feature = "std")]
    fn update_parallel_from(
        &mut self,
        read: &ReadAt<'_>,
        bytes: core::ops::Range<u64>,
        threads: usize,
    ) -> std::io::Result<()> {
        let len = bytes.end.saturating_sub(bytes.start);
        self.frame.update_parallel_from(read, bytes, threads)?;
        self.count(len);
        Ok(())
    }
    fn finish(&mut self, out: &mut [u8]) {
        self.frame.finish(out);
    }
    fn reset(&mut self) {
        self.frame = F::new(&self.of.start, self.of.one);
        self.absorbed = Some(0);
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        Box::new(Self { of: self.of.clone(), frame: self.frame.clone(), absorbed: self.absorbed })
    }
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.frame.save(put);
    }
    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        if self.of.algorithm.entry().extendable() { self.frame.extendable() } else { None }
    }
}

/// The parts of a saved state that are needed to restore it.
pub(super) struct Opened<'a> {
    /// The bytes that the frame wrote.
    pub(super) body: &'a [u8],
    /// The number of message bytes; `None` in version 1, which does not contain it.
    pub(super) absorbed: Option<u128>,
}
