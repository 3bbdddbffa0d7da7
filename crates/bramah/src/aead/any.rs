//! A scheme chosen by name, whose type is not known to the compiler.

use super::sealed::Scheme;
use crate::{mode::Direction, names::ByteLengths, simd::memory::InOut};
use alloc::{boxed::Box, sync::Arc};

/// A scheme with its key, of whichever type.
#[derive(Clone)]
pub struct AnyScheme(Arc<dyn Erased>);

impl AnyScheme {
    pub(super) fn new(scheme: impl Scheme + 'static) -> Self {
        Self(Arc::new(scheme))
    }
}

/// A [`Scheme`] without the type of its messages.
trait Erased: Send + Sync {
    fn nonce_len(&self) -> ByteLengths;
    fn tag_len(&self) -> ByteLengths;
    fn limit(&self) -> u128;
    fn takes_header(&self) -> bool;
    fn backend(&self) -> &'static str;
    fn begin(self: Arc<Self>, nonce: &[u8], tag_len: usize) -> Box<dyn InProgress>;
    fn whole(
        &self,
        direction: Direction,
        nonce: &[u8],
        header: &[u8],
        data: &mut InOut<'_>,
        tag_len: usize,
        tag: &mut [u8],
    );
}

impl<S: Scheme + 'static> Erased for S {
    fn nonce_len(&self) -> ByteLengths {
        Scheme::nonce_len(self)
    }
    fn tag_len(&self) -> ByteLengths {
        Scheme::tag_len(self)
    }
    fn limit(&self) -> u128 {
        Scheme::limit(self)
    }
    fn takes_header(&self) -> bool {
        Scheme::takes_header(self)
    }
    fn backend(&self) -> &'static str {
        Scheme::backend(self)
    }
    fn begin(self: Arc<Self>, nonce: &[u8], tag_len: usize) -> Box<dyn InProgress> {
        let state = Scheme::begin(&*self, nonce, tag_len);
        Box::new(Begun { scheme: self, state })
    }
    #[inline]
    fn whole(
        &self,
        direction: Direction,
        nonce: &[u8],
        header: &[u8],
        data: &mut InOut<'_>,
        tag_len: usize,
        tag: &mut [u8],
    ) {
        Scheme::whole(self, direction, nonce, header, data, tag_len, tag);
    }
}

/// The state of a message under an [`AnyScheme`].
#[allow(unreachable_pub)] // named in a public trait
pub trait InProgress: Send {
    #[allow(missing_docs)] // those of `Scheme`
    fn header(&mut self, data: &[u8]);
    #[allow(missing_docs)]
    fn end_header(&mut self);
    #[allow(missing_docs)]
    fn text(&mut self, direction: Direction, data: &mut InOut<'_>);
    #[allow(missing_docs)]
    fn end(&mut self, tag: &mut [u8]);
}

/// A scheme and a message of it.
struct Begun<S: Scheme> {
    scheme: Arc<S>,
    state: S::Message,
}

impl<S: Scheme> InProgress for Begun<S> {
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
    type Message = Box<dyn InProgress>;

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
    #[inline]
    fn whole(
        &self,
        direction: Direction,
        nonce: &[u8],
        header: &[u8],
        data: &mut InOut<'_>,
        tag_len: usize,
        tag: &mut [u8],
    ) {
        self.0.whole(direction, nonce, header, data, tag_len, tag);
    }
}
