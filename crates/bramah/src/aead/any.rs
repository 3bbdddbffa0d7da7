//! A scheme chosen by name, whose type is not known to the compiler.

use super::sealed::{InParts, Scheme, Whole};
use crate::{mode::Direction, names::ByteLengths, simd::memory::InOut};
use alloc::{boxed::Box, sync::Arc};

/// A scheme with its key, of whichever type.
#[derive(Clone)]
pub struct AnyScheme(Arc<dyn Erased>);

impl AnyScheme {
    pub(super) fn new(scheme: impl InParts + 'static) -> Self {
        Self(Arc::new(scheme))
    }
}

/// A scheme without the type of its messages in parts.
trait Erased: Scheme {
    fn begin(self: Arc<Self>, nonce: &[u8], tag_len: usize) -> Box<dyn InProgress>;
}

impl<S: InParts + 'static> Erased for S {
    fn begin(self: Arc<Self>, nonce: &[u8], tag_len: usize) -> Box<dyn InProgress> {
        let state = InParts::begin(&*self, nonce, tag_len);
        Box::new(Begun { scheme: self, state })
    }
}

/// The state of a message under an [`AnyScheme`].
#[allow(unreachable_pub)] // named in a public trait
#[allow(missing_docs)] // the methods of `InParts`
pub trait InProgress: Send {
    fn header(&mut self, data: &[u8]);
    fn end_header(&mut self);
    fn text(&mut self, direction: Direction, data: &mut InOut<'_>);
    fn end(&mut self, tag: &mut [u8]);
}

/// A scheme and a message of it.
struct Begun<S: InParts> {
    scheme: Arc<S>,
    state: S::Message,
}

impl<S: InParts> InProgress for Begun<S> {
    fn header(&mut self, data: &[u8]) {
        self.scheme.header(&mut self.state, data);
    }
    fn end_header(&mut self) {
        self.scheme.end_header(&mut self.state);
    }
    fn text(&mut self, direction: Direction, data: &mut InOut<'_>) {
        self.scheme.text(&mut self.state, direction, data);
    }
    fn end(&mut self, tag: &mut [u8]) {
        self.scheme.end(&mut self.state, tag);
    }
}

impl Scheme for AnyScheme {
    #[inline]
    fn nonce_len(&self) -> ByteLengths {
        self.0.nonce_len()
    }
    #[inline]
    fn tag_len(&self) -> ByteLengths {
        self.0.tag_len()
    }
    #[inline]
    fn limit(&self) -> u128 {
        self.0.limit()
    }
    fn takes_header(&self) -> bool {
        self.0.takes_header()
    }
    fn backend(&self) -> &'static str {
        self.0.backend()
    }
    #[inline]
    fn whole(&self, message: Whole<'_, '_>, tag: &mut [u8]) {
        self.0.whole(message, tag);
    }
}

impl InParts for AnyScheme {
    type Message = Box<dyn InProgress>;

    fn begin(&self, nonce: &[u8], tag_len: usize) -> Self::Message {
        self.0.clone().begin(nonce, tag_len)
    }
    fn header(&self, message: &mut Self::Message, data: &[u8]) {
        message.header(data);
    }
    fn end_header(&self, message: &mut Self::Message) {
        message.end_header();
    }
    fn text(&self, message: &mut Self::Message, direction: Direction, data: &mut InOut<'_>) {
        message.text(direction, data);
    }
    fn end(&self, message: &mut Self::Message, tag: &mut [u8]) {
        message.end(tag);
    }
}
