//! Accumulators: words that absorb stripes of the message. The tail of the message is buffered, because finalization
//! needs all of it. Short messages are buffered entirely.

use super::{Backends, Frame, Held, Reader, State, one_by_one, running};
use crate::{
    backend::{Backend, Dispatch, Entry, table_calls},
    simd::memory::Bytes,
};

/// A hash function over accumulators.
pub trait Accumulators: Send + Sync + Sized + 'static {
    /// The accumulators, as words.
    type State: State;
    /// The buffer for the tail of the message. Its length is a multiple of the length of a stripe, and at least [`Self::SHORT`]
    /// bytes.
    type End: Bytes;
    /// The length of a stripe in bytes.
    const STRIPE: usize;
    /// The minimum number of bytes that stay buffered if the message is longer than [`Self::SHORT`].
    const LEAST: usize;
    /// The maximum length in bytes of a message that is buffered entirely.
    const SHORT: usize;
    /// Returns the candidates.
    fn dispatch() -> &'static Dispatch<StripeOps<Self>>;
    /// Returns the accumulators for this seed, before the first stripe.
    fn begin(seed: u64) -> Self::State;
    /// Writes the digest of a message of `length` bytes; `end` is the buffered tail of the message.
    fn finish(state: &Self::State, seed: u64, length: u64, end: &[u8], out: &mut [u8]);

    /// Returns how many bytes of a message of `length` bytes stay buffered.
    #[inline(always)]
    fn held(length: u128) -> usize {
        if length <= Self::SHORT as u128 {
            return length as usize;
        }
        Self::LEAST + (length as usize).wrapping_sub(Self::LEAST) % Self::STRIPE
    }
}

/// The function table: `absorb` absorbs whole stripes, given the seed and the number of stripes before them.
pub struct StripeOps<A: Accumulators> {
    pub(crate) absorb: Entry<unsafe fn(&mut A::State, u64, u64, &[u8])>,
}

table_calls! {
    /// The calls of a backend for accumulators.
    pub(crate) trait StripeCalls[A: Accumulators]: Backend<StripeOps<A>> {
        fn absorb(state: &mut A::State, seed: u64, before: u64, stripes: &[u8]) = absorb;
    }
}

/// A hash in progress over accumulators.
pub struct Accumulating<A: Accumulators> {
    held: Held<A::State, A::End>,
    seed: u64,
    /// The number of message bytes so far.
    total: u128,
    backend: Backend<StripeOps<A>>,
}

impl<A: Accumulators> Clone for Accumulating<A> {
    fn clone(&self) -> Self {
        Self { held: self.held.clone(), ..*self }
    }
}

impl<A: Accumulators> Frame for Accumulating<A> {
    /// The seed of the function.
    type Start = u64;
    type Block = [u8; 64];
    type Ops = StripeOps<A>;
    type Many = running::Many;

    fn dispatch() -> &'static Dispatch<Self::Ops> {
        A::dispatch()
    }
    fn batch() -> &'static Dispatch<Self::Many> {
        running::many(Self::dispatch())
    }
    #[inline]
    fn new(seed: &u64, backend: Backend<Self::Ops>) -> Self {
        Self { held: Held::new(A::begin(*seed)), seed: *seed, total: 0, backend }
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.backend
    }

    fn update(&mut self, mut data: &[u8]) {
        const { assert!(A::End::LEN.is_multiple_of(A::STRIPE) && A::End::LEN >= A::SHORT) };
        let used = A::held(self.total);
        let mut before = ((self.total - used as u128) / A::STRIPE as u128) as u64;
        let (mut total, over) = self.total.overflowing_add(data.len() as u128);
        if over {
            // the length overflowed: set the top bit, so that the message is never mistaken for a short one
            total |= 1 << 127;
        }
        self.total = total;
        let rest = A::held(total);
        let end = self.held.block.as_mut();
        // the number of bytes of the stripes to absorb now
        let mut taken = (used + data.len()).saturating_sub(rest);
        if used > 0 {
            let (head, more) = data.split_at(data.len().min(A::End::LEN - used));
            end[used..][..head.len()].copy_from_slice(head);
            let filled = used + head.len();
            let whole = taken.min(filled / A::STRIPE * A::STRIPE);
            self.backend.absorb(&mut self.held.state, self.seed, before, &end[..whole]);
            taken -= whole;
            if taken == 0 {
                end.copy_within(whole..filled, 0);
                let left = filled - whole;
                end[left..][..more.len()].copy_from_slice(more);
                return;
            }
            before = before.wrapping_add((whole / A::STRIPE) as u64);
            data = more;
        }
        let (stripes, data) = data.split_at(taken);
        self.backend.absorb(&mut self.held.state, self.seed, before, stripes);
        end[..data.len()].copy_from_slice(data);
    }

    fn finish(&mut self, out: &mut [u8]) {
        let end = self.held.bytes(A::held(self.total));
        A::finish(&self.held.state, self.seed, self.total as u64, end, out);
    }

    fn digest(seed: &u64, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        let (stripes, end) = message.split_at(message.len() - A::held(message.len() as u128));
        let mut state = A::begin(*seed);
        if !stripes.is_empty() {
            backend.absorb(&mut state, *seed, 0, stripes);
        }
        A::finish(&state, *seed, message.len() as u64, end, out);
        state.wipe();
    }

    fn many(start: &u64, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        one_by_one::<Self>(start, with.one, messages, length, out);
    }

    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        self.held.save(self.total, A::held(self.total), put);
    }
    fn restore(seed: &u64, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let total = saved.number()?;
        let held = Held::restore(&mut saved, A::held(total))?;
        saved.0.is_empty().then_some(Self { held, seed: *seed, total, backend })
    }
}
