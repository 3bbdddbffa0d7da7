//! A choice between two constructions over one compression function, made when a hash begins: the message as one
//! string, or a message divided into a tree.

use super::{Backends, Frame};
use crate::backend::Backend;
use alloc::boxed::Box;

/// A plain hash, or a tree hash. The tree is boxed, so that plain hashes do not pay for its size.
#[derive(Clone)]
pub enum Either<F, T> {
    Plain(F),
    Tree(Box<T>),
}

/// A tree construction over the function tables of another construction.
pub trait TreeOf<F: Frame>: Frame<Block = F::Block, Ops = F::Ops, Many = F::Many> {}
impl<F: Frame, T: Frame<Block = F::Block, Ops = F::Ops, Many = F::Many>> TreeOf<F> for T {}

impl<F, T> From<F> for Either<F, T> {
    #[inline(always)]
    fn from(plain: F) -> Self {
        Self::Plain(plain)
    }
}

impl<F: Frame, T: TreeOf<F>> Frame for Either<F, T> {
    type Start = Either<F::Start, T::Start>;
    type Block = F::Block;
    type Ops = F::Ops;
    type Many = F::Many;
    const PARALLEL: bool = T::PARALLEL;

    super::lists_of!(F);

    #[inline]
    fn new(start: &Self::Start, backend: Backend<Self::Ops>) -> Self {
        match start {
            Either::Plain(start) => Self::Plain(F::new(start, backend)),
            Either::Tree(start) => Self::Tree(Box::new(T::new(start, backend))),
        }
    }
    #[inline]
    fn backend(&self) -> Backend<Self::Ops> {
        match self {
            Self::Plain(frame) => frame.backend(),
            Self::Tree(frame) => frame.backend(),
        }
    }
    #[inline]
    fn update(&mut self, data: &[u8]) {
        match self {
            Self::Plain(frame) => frame.update(data),
            Self::Tree(frame) => frame.update(data),
        }
    }
    #[cfg(feature = "std")]
    fn update_parallel(&mut self, data: &[u8], threads: usize) {
        match self {
            Self::Plain(frame) => frame.update(data),
            Self::Tree(frame) => frame.update_parallel(data, threads),
        }
    }
    #[inline]
    fn finish(&mut self, out: &mut [u8]) {
        match self {
            Self::Plain(frame) => frame.finish(out),
            Self::Tree(frame) => frame.finish(out),
        }
    }
    #[inline]
    fn secret(start: &Self::Start) -> bool {
        match start {
            Either::Plain(start) => F::secret(start),
            Either::Tree(start) => T::secret(start),
        }
    }
    #[inline]
    fn digest(start: &Self::Start, backend: Backend<Self::Ops>, message: &[u8], out: &mut [u8]) {
        match start {
            Either::Plain(start) => F::digest(start, backend, message, out),
            Either::Tree(start) => T::digest(start, backend, message, out),
        }
    }
    fn many(start: &Self::Start, with: Backends<Self>, messages: &[&[u8]], length: usize, out: &mut [u8]) {
        let Backends { one, many } = with;
        match start {
            Either::Plain(start) => F::many(start, Backends { one, many }, messages, length, out),
            Either::Tree(start) => T::many(start, Backends { one, many }, messages, length, out),
        }
    }
    fn save(&self, put: &mut dyn FnMut(&[u8])) {
        match self {
            Self::Plain(frame) => frame.save(put),
            Self::Tree(frame) => frame.save(put),
        }
    }
    fn restore(start: &Self::Start, backend: Backend<Self::Ops>, saved: &[u8]) -> Option<Self> {
        Some(match start {
            Either::Plain(start) => Self::Plain(F::restore(start, backend, saved)?),
            Either::Tree(start) => Self::Tree(Box::new(T::restore(start, backend, saved)?)),
        })
    }
}
