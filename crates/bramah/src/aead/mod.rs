//! Authenticated encryption with associated data.

#[cfg(feature = "aes")]
mod aes;
#[cfg(feature = "registry")]
mod any;
#[cfg(feature = "_blocks")]
mod ccm;
#[cfg(feature = "_blocks")]
mod eax;
mod frame;
#[cfg(feature = "_blocks")]
mod gcm;
#[cfg(feature = "_blocks")]
mod gcm_siv;
#[cfg(feature = "_blocks")]
mod kccm;
#[cfg(feature = "_blocks")]
mod kgcm;
mod message;
mod metered;
#[cfg(feature = "_blocks")]
mod mgm;
mod nonces;
#[cfg(feature = "_blocks")]
mod ocb;
mod once;
#[cfg(feature = "registry")]
mod over;
mod packets;
#[cfg(feature = "registry")]
mod registry;
mod segments;
#[cfg(feature = "_blocks")]
mod siv;

#[cfg(feature = "aes")]
pub use aes::{Aes128Gcm, Aes128GcmSiv, Aes256Gcm, Aes256GcmSiv};
#[cfg(feature = "registry")]
pub use any::AnyScheme;
#[doc(inline)]
pub use bramah_machine::simd::memory::Packet;
#[cfg(feature = "_blocks")]
pub use ccm::{Ccm, CcmScheme};
#[cfg(feature = "_blocks")]
pub use eax::{Eax, EaxScheme};
pub use frame::Aead;
#[cfg(feature = "_blocks")]
pub use gcm::{Gcm, GcmScheme};
#[cfg(feature = "_blocks")]
pub use gcm_siv::{GcmSiv, GcmSivScheme};
#[cfg(feature = "_blocks")]
pub use kccm::{Kccm, KccmScheme};
#[cfg(feature = "_blocks")]
pub use kgcm::{Kgcm, KgcmScheme};
pub use message::Message;
pub use metered::{KeyLimit, Metered};
#[cfg(feature = "_blocks")]
pub use mgm::{Mgm, MgmScheme};
pub use nonces::CountedNonces;
#[cfg(feature = "random")]
pub use nonces::RandomNonces;
#[cfg(feature = "_blocks")]
pub use ocb::{Ocb, OcbScheme};
pub use once::Once;
#[cfg(feature = "registry")]
use over::ANY_KEYS;
#[cfg(feature = "registry")]
pub use over::Mode;
#[cfg(feature = "registry")]
pub use registry::{Algorithm, Entry, MODES, algorithms, entries, lookup};
pub use segments::{Layout, Segments};
#[cfg(feature = "std")]
pub use segments::{OpenReader, SealWriter};
#[cfg(feature = "_blocks")]
pub use siv::{Siv, SivScheme};

use crate::{
    backend::{Backend, Dispatch},
    names::{ByteLengths, Standing},
};

/// A scheme of authenticated encryption, used through [`Aead`]: for example [`EaxScheme`], or a scheme chosen by name.
pub trait Scheme: sealed::Scheme {}
impl<S: sealed::Scheme + ?Sized> Scheme for S {}

/// A [`Scheme`] that makes only one pass over a message, and can therefore process it in parts ([`Aead::begin`]).
pub trait InParts: Scheme + sealed::InParts {}
impl<S: sealed::InParts> InParts for S {}

/// The length in bytes of the slices of a ciphertext that is decrypted only to be authenticated. A slice stays in the first-level
/// cache.
const SLICE: usize = 1024;

pub(crate) mod sealed {
    pub(crate) use super::frame::Tag;
    use crate::{Error, mode::Direction, names::ByteLengths, simd::memory::InOut};

    /// A whole message.
    #[allow(unreachable_pub)] // named in a public trait
    #[allow(missing_docs)]
    pub struct Whole<'a, 'd> {
        pub direction: Direction,
        /// The nonce, of a length that the scheme takes.
        pub nonce: &'a [u8],
        pub header: &'a [u8],
        /// The text, no longer than the scheme's limit.
        pub data: &'a mut InOut<'d>,
        /// The number of bytes of the tag that the caller will use.
        pub tag_len: usize,
        /// The tag that was received with a message to be decrypted, on which the keystream of some schemes depends; empty if the
        /// message is to be encrypted.
        pub received: &'a [u8],
    }

    /// A scheme under one key. It does not change while it processes messages, and may make several passes over a message.
    #[allow(missing_docs)] // described where they are called, in `Aead`
    pub trait Scheme: Send + Sync {
        fn nonce_len(&self) -> ByteLengths;
        /// Returns the lengths of a tag in bytes; the maximum is the length of a whole tag.
        fn tag_len(&self) -> ByteLengths;
        /// Returns the maximum length of a text in bytes, for a nonce of `nonce_len` bytes.
        fn limit(&self, _nonce_len: usize) -> u128 {
            u128::MAX
        }
        /// Returns whether tags depend on the nonce. Only the nonce distinguishes the segments of a message.
        fn binds_nonce(&self) -> bool {
            true
        }
        /// Returns the limit that the standard sets on the use of one key.
        fn key_limit(&self) -> Option<super::KeyLimit> {
            None
        }
        /// Returns how much of the key's limit a message uses, from the lengths in bytes of its nonce, associated data and text.
        fn key_cost(&self, _direction: Direction, _nonce: usize, _header: usize, _text: usize) -> u128 {
            0
        }
        fn takes_header(&self) -> bool {
            true
        }
        /// Returns whether [`check_nonce`](Self::check_nonce) or [`check_lengths`](Self::check_lengths) can refuse anything.
        fn has_rules(&self) -> bool {
            false
        }
        /// Refuses nonces that have a valid length but that the scheme does not take.
        fn check_nonce(&self, _nonce: &[u8]) -> Result<(), Error> {
            Ok(())
        }
        /// Refuses a combination of lengths, in bytes, of associated data and text that the scheme does not take.
        fn check_lengths(&self, _header: u128, _text: u128) -> Result<(), Error> {
            Ok(())
        }
        fn backend(&self) -> &'static str;
        /// Encrypts or decrypts a message and writes the right tag. The caller uses the first `tag_len` bytes of the tag. In
        /// a decryption, the caller must still compare this tag with the received tag.
        fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag);
        /// Encrypts or decrypts several messages if the scheme has a function for that; returns whether it has. If not, nothing
        /// is done.
        fn many(&self, _direction: Direction, _packets: &mut [super::Packet<'_>]) -> bool {
            false
        }
    }

    /// The methods of [`InParts`](super::InParts). The state of a message is in a [`Message`](Self::Message).
    #[allow(missing_docs)] // described where they are called, in `Message`
    pub trait InParts: Scheme {
        /// The state of one message. The state erases itself on drop; the caller that drops the state erases
        /// the stack.
        type Message: Send;

        /// Returns whether a message in parts can begin. Some schemes that are chosen by name only take whole messages.
        #[inline(always)]
        fn takes_parts(&self) -> bool {
            true
        }
        /// Begins a message whose tag will have `tag_len` bytes. Called only if the scheme [takes parts](Self::takes_parts).
        fn begin(&self, nonce: &[u8], tag_len: usize) -> Self::Message;
        fn header(&self, message: &mut Self::Message, data: &[u8]);
        /// Ends the associated data. Called exactly once, before the text.
        fn end_header(&self, message: &mut Self::Message);
        fn text(&self, message: &mut Self::Message, direction: Direction, data: &mut InOut<'_>);
        /// Authenticates a part of the ciphertext, and outputs no plaintext. Called for all parts of a text, or for none: the
        /// keystream does not advance if the tag does not depend on it. Schemes whose tag depends on the plaintext decrypt
        /// to a buffer on the stack, which is erased.
        fn ciphertext(&self, message: &mut Self::Message, data: &[u8]) {
            let mut room = [0; super::SLICE];
            for slice in data.chunks(super::SLICE) {
                if let Ok(mut part) = InOut::new(slice, &mut room[..slice.len()]) {
                    self.text(message, Direction::Decrypt, &mut part);
                }
            }
            crate::wipe::wipe(&mut room);
        }
        /// Writes the tag. The caller uses the first `tag_len` bytes of the tag. In some schemes the tag itself depends on
        /// `tag_len`.
        fn end(&self, message: &mut Self::Message, tag_len: usize, tag: &mut Tag);
        /// Advances lengths and counters as if this many bytes of associated data and of text, in whole blocks, had been
        /// processed. Tests use this function to reach counter values that would otherwise take hours of input.
        fn skip(&self, message: &mut Self::Message, header: u64, text: u64);
        /// Implements [`Scheme::whole`] by calls of the methods for parts.
        #[inline(always)]
        fn part_by_part(&self, whole: Whole<'_, '_>, tag: &mut Tag) {
            let mut message = self.begin(whole.nonce, whole.tag_len);
            if !whole.header.is_empty() {
                self.header(&mut message, whole.header);
            }
            self.end_header(&mut message);
            self.text(&mut message, whole.direction, whole.data);
            self.end(&mut message, whole.tag_len, tag);
        }
    }
}

/// Declares the families. Each line contains the condition under which a family is compiled, and the name of the folder with
/// the `ENTRIES` of its schemes.
macro_rules! families {
    ($($when:meta: $family:ident;)*) => {
        $(
            #[cfg($when)]
            pub mod $family;
        )*
        /// The entries of all schemes that are not modes of block ciphers, family by family.
        #[cfg(feature = "registry")]
        pub(crate) static FAMILIES: &[&[Entry]] = &[$(
            #[cfg($when)]
            $family::ENTRIES,
        )*];
    };
}

families! {
    feature = "aegis": aegis;
    feature = "ascon": ascon;
    feature = "deoxys": deoxys;
    feature = "phelix": phelix;
    any(feature = "chacha", feature = "salsa20"): poly1305;
    feature = "aes": xaes;
}

/// The properties of a scheme, and its names.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name, in lower case.
    pub name: &'static str,
    /// Other names. Comparisons of names ignore case and everything except letters and digits.
    pub aliases: &'static [&'static str],
    /// The specification.
    pub specification: &'static str,
    /// The standing of this scheme, which states whether it is recommended for new designs.
    pub standing: Standing,
    /// The lengths of a key in bytes.
    pub key_len: ByteLengths,
    /// The lengths of a nonce in bytes.
    pub nonce_len: ByteLengths,
    /// The lengths of a tag in bytes; the maximum is the length of a whole tag.
    pub tag_len: ByteLengths,
    /// Whether the scheme authenticates associated data.
    pub header: bool,
    /// Whether two messages under one nonce reveal no more than whether they are the same (RFC 8452, section 1), so that a
    /// constant nonce makes tokens.
    pub misuse_resistant: bool,
}

/// A scheme that is not a mode of block ciphers, and its candidates.
pub trait Dedicated: Scheme + Sized + 'static {
    /// The names, lengths and standing of the scheme.
    const INFO: Info;
    /// The table of functions that a backend has.
    type Table: Sync + 'static;

    /// Returns the candidates, with the backend in use.
    fn dispatch() -> &'static Dispatch<Self::Table>;
    /// Sets up the scheme with a key, whose length the caller has checked.
    fn keyed(backend: Backend<Self::Table>, key: &[u8]) -> Self;
}

impl<S: Dedicated> Aead<S> {
    /// Sets up the scheme with this key.
    ///
    /// # Errors
    /// [`Error::ByteLength`](crate::Error::ByteLength) if the key does not have a length that the scheme takes.
    pub fn new(key: &[u8]) -> Result<Self, crate::Error> {
        S::INFO.key_len.check("key", key.len())?;
        Ok(Self::with_scheme(S::keyed(S::dispatch().get(), key)))
    }
}
