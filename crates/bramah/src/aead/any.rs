//! A scheme chosen by name: a trait object, whose type the compiler does not know.

use super::{
    KeyLimit, Packet,
    sealed::{InParts, Scheme, Tag, Whole},
};
use crate::{Error, mode::Direction, names::ByteLengths, simd::memory::InOut};
use alloc::{boxed::Box, sync::Arc};

/// A scheme of any type, with its key.
#[derive(Clone)]
pub struct AnyScheme {
    scheme: Arc<dyn Erased>,
    /// The lengths of nonces in bytes. They are stored here because every message is checked against them, and asking the scheme
    /// would cost an indirect call.
    nonce_len: ByteLengths,
    tag_len: ByteLengths,
    takes_header: bool,
    has_rules: bool,
}

impl AnyScheme {
    /// Boxes a scheme that takes messages in parts.
    pub(super) fn new(scheme: impl InParts + 'static) -> Self {
        Self::erased(Arc::new(scheme))
    }

    /// Boxes a scheme that only takes whole messages.
    pub(super) fn of_whole(scheme: impl Scheme + 'static) -> Self {
        Self::erased(Arc::new(WholeAlone(scheme)))
    }

    fn erased(scheme: Arc<dyn Erased>) -> Self {
        Self {
            nonce_len: scheme.nonce_len(),
            tag_len: scheme.tag_len(),
            takes_header: scheme.takes_header(),
            has_rules: scheme.has_rules(),
            scheme,
        }
    }
}

/// A scheme as a trait object: the type of its messages in parts is erased.
trait Erased: Scheme {
    /// Returns whether the scheme takes messages in parts.
    fn takes_parts(&self) -> bool;
    /// Begins a message in parts, if the scheme takes them.
    fn begin(self: Arc<Self>, nonce: &[u8], tag_len: usize) -> Option<Box<dyn InProgress>>;
}

impl<S: InParts + 'static> Erased for S {
    fn takes_parts(&self) -> bool {
        true
    }
    fn begin(self: Arc<Self>, nonce: &[u8], tag_len: usize) -> Option<Box<dyn InProgress>> {
        let state = InParts::begin(&*self, nonce, tag_len);
        Some(Box::new(Begun { scheme: self, state }))
    }
}

/// A scheme that only takes whole messages.
struct WholeAlone<S>(S);

impl<S: Scheme + 'static> Erased for WholeAlone<S> {
    fn takes_parts(&self) -> bool {
        false
    }
    fn begin(self: Arc<Self>, _: &[u8], _: usize) -> Option<Box<dyn InProgress>> {
        None
    }
}

/// Delegates the methods of [`Scheme`] to a field, except for the methods whose results are stored in [`AnyScheme`].
macro_rules! delegated {
    ($field:tt) => {
        #[inline]
        fn limit(&self, nonce_len: usize) -> u128 {
            self.$field.limit(nonce_len)
        }
        fn binds_nonce(&self) -> bool {
            self.$field.binds_nonce()
        }
        fn key_limit(&self) -> Option<KeyLimit> {
            self.$field.key_limit()
        }
        fn key_cost(&self, direction: Direction, nonce: usize, header: usize, text: usize) -> u128 {
            self.$field.key_cost(direction, nonce, header, text)
        }
        fn check_nonce(&self, nonce: &[u8]) -> Result<(), Error> {
            self.$field.check_nonce(nonce)
        }
        fn check_lengths(&self, header: u128, text: u128) -> Result<(), Error> {
            self.$field.check_lengths(header, text)
        }
        fn backend(&self) -> &'static str {
            self.$field.backend()
        }
        #[inline]
        fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
            self.$field.whole(message, tag);
        }
        fn many(&self, direction: Direction, packets: &mut [Packet<'_>]) -> bool {
            self.$field.many(direction, packets)
        }
    };
}

impl<S: Scheme> Scheme for WholeAlone<S> {
    #[inline]
    fn nonce_len(&self) -> ByteLengths {
        self.0.nonce_len()
    }
    #[inline]
    fn tag_len(&self) -> ByteLengths {
        self.0.tag_len()
    }
    #[inline]
    fn takes_header(&self) -> bool {
        self.0.takes_header()
    }
    #[inline]
    fn has_rules(&self) -> bool {
        self.0.has_rules()
    }
    delegated!(0);
}

/// The state of one message in parts under an [`AnyScheme`].
#[allow(unreachable_pub)] // named in a public trait
#[allow(missing_docs)] // the methods of `InParts`
pub trait InProgress: Send {
    fn header(&mut self, data: &[u8]);
    fn end_header(&mut self);
    fn text(&mut self, direction: Direction, data: &mut InOut<'_>);
    fn ciphertext(&mut self, data: &[u8]);
    fn end(&mut self, tag_len: usize, tag: &mut Tag);
    fn skip(&mut self, header: u64, text: u64);
}

/// A message in parts, with its scheme.
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
    fn ciphertext(&mut self, data: &[u8]) {
        self.scheme.ciphertext(&mut self.state, data);
    }
    fn end(&mut self, tag_len: usize, tag: &mut Tag) {
        self.scheme.end(&mut self.state, tag_len, tag);
    }
    fn skip(&mut self, header: u64, text: u64) {
        self.scheme.skip(&mut self.state, header, text);
    }
}

impl Scheme for AnyScheme {
    #[inline]
    fn nonce_len(&self) -> ByteLengths {
        self.nonce_len
    }
    #[inline]
    fn tag_len(&self) -> ByteLengths {
        self.tag_len
    }
    #[inline]
    fn takes_header(&self) -> bool {
        self.takes_header
    }
    #[inline]
    fn has_rules(&self) -> bool {
        self.has_rules
    }
    delegated!(scheme);
}

impl InParts for AnyScheme {
    type Message = Box<dyn InProgress>;

    fn takes_parts(&self) -> bool {
        self.scheme.takes_parts()
    }
    fn begin(&self, nonce: &[u8], tag_len: usize) -> Self::Message {
        self.scheme.clone().begin(nonce, tag_len).expect("`Aead::begin` has asked whether there are parts")
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
    fn ciphertext(&self, message: &mut Self::Message, data: &[u8]) {
        message.ciphertext(data);
    }
    fn end(&self, message: &mut Self::Message, tag_len: usize, tag: &mut Tag) {
        message.end(tag_len, tag);
    }
    fn skip(&self, message: &mut Self::Message, header: u64, text: u64) {
        message.skip(header, text);
    }
}
