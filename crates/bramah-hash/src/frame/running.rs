//! Checksums whose state consists of one number, which each byte of the message changes, and of the length of the message.
//! There are no blocks, so nothing is buffered.

use super::{Backends, Batch, Frame, Reader, one_by_one};
use crate::backend::{Backend, Dispatch, Entry, table_calls};
use core::marker::PhantomData;

/// A checksum algorithm.
pub trait Sum: Send + Sync + Sized + 'static {
    /// The initial value of the state.
    const START: u64;
    /// The length of the checksum in bytes.
    const LEN: usize;
    /// Returns the candidates.
    fn dispatch() -> &'static Dispatch<SumOps>;
    /// Returns the checksum of a message of `length` bytes; `sum` is the state after its last byte.
    fn finish(sum: u64, length: u128) -> u64;
}

/// The function table: `update` updates the state with more bytes of the message.
pub struct SumOps {
    pub(crate) update: Entry<unsafe fn(&mut u64, &[u8])>,
}

table_calls! {
    /// The calls of a backend for a checksum.
    pub(crate) trait SumCalls: Backend<SumOps> {
        fn update(sum: &mut u64, data: &[u8]) = update;
    }
}

/// The function table for batches, whose messages are hashed one after another.
pub(super) type Many = Batch<[u32; 4], ()>;

/// Returns the list for batches. Its only candidate hashes one message after another, and is marked as reading tables if a
/// candidate for one message does.
pub(super) fn many<T: Sync>(one: &Dispatch<T>) -> &'static Dispatch<Many> {
    use crate::backend::Candidate;
    const ONE_BY_ONE: Candidate<Many> = Candidate::portable(Batch::ONE_BY_ONE);
    static DISPATCH: Dispatch<Many> = Dispatch::new("checksum.many", &[ONE_BY_ONE], |_| true);
    static INDEXING: Dispatch<Many> =
        Dispatch::new("checksum-tables.many", &[ONE_BY_ONE.indexing()], |_| true);
    if one.is_constant_time() { &DISPATCH } else { &INDEXING }
}

/// A checksum in progress.
pub struct Running<S: Sum> {
    sum: u64,
    /// The number of message bytes so far.
    total: u128,
    backend: Backend<SumOps>,
    params: PhantomData<S>,
}

impl<S: Sum> Clone for Running<S> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<S: Sum> Frame for Running<S> {
    type Start = ();
    type Block = [u8; 64];
    type Ops = SumOps;
    type Many = Many;

    fn dispatch() -> &'static Dispatch<SumOps> {
        S::dispatch()
    }
    fn batch() -> &'static Dispatch<Many> {
        many(Self::dispatch())
    }
    #[inline]
    fn new(_: &(), backend: Backend<SumOps>) -> Self {
        Self { sum: S::START, total: 0, backend, params: PhantomData }
    }
    fn backend(&self) -> Backend<SumOps> {
        self.backend
    }
    #[inline]
    fn update(&mut self, data: &[u8]) {
        self.backend.update(&mut self.sum, data);
        self.total = self.total.wrapping_add(data.len() as u128);
    }
    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        let bytes = S::finish(self.sum, self.total).to_be_bytes();
        out.copy_from_slice(&bytes[bytes.len() - S::LEN..]);
    }
    fn many(start: &(), with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        one_by_one::<Self>(start, with.one, messages, length, out);
    }
    /// Writes the number of message bytes so far, and the state.
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        put(&self.total.to_le_bytes());
        put(&self.sum.to_le_bytes());
    }
    fn restore(start: &(), backend: Backend<SumOps>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let mut frame = Self::new(start, backend);
        frame.total = saved.number()?;
        frame.sum = u64::from_le_bytes(saved.0.try_into().ok()?);
        Some(frame)
    }
}
