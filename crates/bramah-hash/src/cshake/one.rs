//! TupleHash of a single string: how TupleHash hashes a message when it is chosen by name.
//!
//! The length of the string is hashed before the string, so a message that comes in pieces is stored until it ends. A
//! message that is hashed in one call is not stored.

use super::{bits, left_encode};
use crate::{
    Backends, Extendable, Frame, Hash, Info, Options, Start,
    backend::{Backend, Dispatch},
    frame::{Reader, one_by_one},
    wipe::wipe,
};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// A hash function of tuples, restricted to tuples of a single string.
pub struct One<H>(PhantomData<H>);

impl<H: Hash<Frame: Extendable>> Hash for One<H> {
    type Frame = OneString<H::Frame>;
    const INFO: Info = H::INFO;
    fn start(options: &Options<'_>, length: usize) -> Start<Self> {
        H::start(options, length)
    }
}

/// A hash in progress over a single string.
pub struct OneString<F: Frame> {
    frame: F,
    /// The string so far; `None` after it has been hashed.
    string: Option<Vec<u8>>,
}

impl<F: Frame> OneString<F> {
    /// Hashes the length of the string, and then the string.
    fn append(frame: &mut F, string: &[u8]) {
        frame.update(left_encode(bits(string.len())).as_slice());
        frame.update(string);
    }

    /// Hashes the stored string, and erases it.
    fn end(&mut self) {
        if let Some(mut string) = self.string.take() {
            Self::append(&mut self.frame, &string);
            wipe(&mut string);
        }
    }
}

impl<F: Frame> Clone for OneString<F> {
    fn clone(&self) -> Self {
        Self { frame: self.frame.clone(), string: self.string.clone() }
    }
}

impl<F: Frame> Drop for OneString<F> {
    fn drop(&mut self) {
        if let Some(string) = &mut self.string {
            wipe(string);
        }
    }
}

impl<F: Frame + Extendable> Frame for OneString<F> {
    type Start = F::Start;
    type Block = F::Block;
    type Ops = F::Ops;
    type Many = F::Many;

    fn dispatch() -> &'static Dispatch<Self::Ops> {
        F::dispatch()
    }
    fn batch() -> &'static Dispatch<Self::Many> {
        F::batch()
    }
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        Self { frame: F::new(start, backend), string: Some(Vec::new()) }
    }
    fn backend(&self) -> Backend<Self::Ops> {
        self.frame.backend()
    }
    fn update(&mut self, data: &[u8]) {
        let Some(string) = &mut self.string else { return };
        if data.len() > string.capacity() - string.len() {
            // reallocate in this function: the vector itself would leave a copy in freed memory
            let mut longer = Vec::with_capacity(2 * string.len() + data.len());
            longer.extend_from_slice(string);
            wipe(string);
            *string = longer;
        }
        string.extend_from_slice(data);
    }
    fn finish(&mut self, out: &mut [u8]) {
        self.end();
        self.frame.finish(out);
    }
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        let mut frame = F::new(start, backend);
        Self::append(&mut frame, message);
        frame.finish(out);
    }
    /// Copies short messages, each after its length, to a buffer, and hashes them as a batch.
    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        const AT_ONCE: usize = 64;
        const LONGEST: usize = 16 << 10;
        let with = Backends::<F> { one: with.one, many: with.many };
        for (messages, out) in messages.chunks(AT_ONCE).zip(out.chunks_mut(AT_ONCE * length)) {
            if messages.iter().any(|message| message.len() > LONGEST) {
                one_by_one::<Self>(start, with.one, messages, length, out);
                continue;
            }
            let total: usize = messages.iter().map(|message| message.len() + size_of::<u128>() + 1).sum();
            let mut copies = Vec::with_capacity(total);
            let mut ends = [0; AT_ONCE];
            for (message, end) in messages.iter().zip(&mut ends) {
                copies.extend_from_slice(left_encode(bits(message.len())).as_slice());
                copies.extend_from_slice(message);
                *end = copies.len();
            }
            let (mut strings, mut begin) = ([&[][..]; AT_ONCE], 0);
            for (string, end) in strings.iter_mut().zip(ends).take(messages.len()) {
                *string = copies.get(begin..end).unwrap_or_default();
                begin = end;
            }
            F::many(start, with, strings.get(..messages.len()).unwrap_or_default(), length, out);
            wipe(&mut copies);
        }
    }
    fn extendable(&mut self) -> Option<&mut dyn Extendable> {
        Some(self)
    }
    /// Writes the length of the string, and the string.
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        let string = self.string.as_deref().unwrap_or_default();
        put(&(string.len() as u128).to_le_bytes());
        put(string);
    }
    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        let mut saved = Reader(saved);
        let length = usize::try_from(saved.number()?).ok()?;
        let mut frame = Self::new(start, backend);
        frame.update(saved.take(length)?);
        saved.0.is_empty().then_some(frame)
    }
}

impl<F: Frame + Extendable> Extendable for OneString<F> {
    fn pad(&mut self) {
        self.end();
        self.frame.pad();
    }
    fn squeeze(&mut self, out: &mut [u8]) {
        self.end();
        self.frame.squeeze(out);
    }
}
