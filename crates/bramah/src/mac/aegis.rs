//! AEGIS-MAC: draft-irtf-cfrg-aegis-aead-18, section "AEGIS as a MAC". A message is absorbed as associated data, and
//! nothing is encrypted.

use super::verified;
use crate::{
    ByteLengths, Error,
    aegis::{AegisOps, AegisScheme, Member, Message, Parallel128, Parallel256},
    backend::Backend,
};
use core::fmt;

/// A message being authenticated by AEGIS-MAC with tags of `TAG` bytes, 16 or 32. The tag of 16 bytes is not the beginning of the
/// tag of 32 bytes. Key and nonce have the same lengths as in the AEAD; do not use one key for both.
///
/// All messages under a key may have the same nonce. Anyone who knows the key can find messages that have the same tag, so
/// AEGIS-MAC is neither a hash function nor a key derivation function.
///
/// ```
/// use bramah::AegisMac128L;
///
/// let mut mac = AegisMac128L::new(&[7; 16], &[0; 16])?;
/// mac.update(b"a ");
/// mac.update(b"message");
/// let tag = mac.finalize();
///
/// let mut mac = AegisMac128L::new(&[7; 16], &[0; 16])?;
/// mac.update(b"a message");
/// mac.verify(&tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct AegisMac<M: Member, const TAG: usize> {
    scheme: AegisScheme<M>,
    /// The state after key and nonce were absorbed, in which every message begins.
    begun: Message,
    message: Message,
}

/// AEGISMAC-128L with tags of 32 bytes.
pub type AegisMac128L = AegisMac<Parallel128<1>, 32>;
/// AEGISMAC-128X2 with tags of 32 bytes.
pub type AegisMac128X2 = AegisMac<Parallel128<2>, 32>;
/// AEGISMAC-128X4 with tags of 32 bytes.
pub type AegisMac128X4 = AegisMac<Parallel128<4>, 32>;
/// AEGISMAC-256 with tags of 32 bytes.
pub type AegisMac256 = AegisMac<Parallel256<1>, 32>;
/// AEGISMAC-256X2 with tags of 32 bytes.
pub type AegisMac256X2 = AegisMac<Parallel256<2>, 32>;
/// AEGISMAC-256X4 with tags of 32 bytes.
pub type AegisMac256X4 = AegisMac<Parallel256<4>, 32>;

impl<M: Member, const TAG: usize> AegisMac<M, TAG> {
    /// Begins an empty message under this key and nonce.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the key or the nonce does not have the length that the AEAD requires.
    pub fn new(key: &[u8], nonce: &[u8]) -> Result<Self, Error> {
        ByteLengths::fixed(M::KEY_LEN).check("key", key.len())?;
        ByteLengths::fixed(M::KEY_LEN).check("nonce", nonce.len())?;
        Ok(Self::with_backend(M::dispatch().get(), key, nonce))
    }

    /// Begins an empty message, under a key and a nonce whose lengths the caller has checked.
    fn with_backend(backend: Backend<AegisOps>, key: &[u8], nonce: &[u8]) -> Self {
        const { assert!(TAG == 16 || TAG == 32, "AEGIS-MAC has tags of 128 and 256 bits") };
        let scheme = AegisScheme::<M>::of(backend, key);
        let begun = scheme.begin_mac(nonce);
        Self { scheme, message: begun.clone(), begun }
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.scheme.backend_name()
    }

    /// Discards the message, and begins an empty one under the same key and nonce.
    pub fn reset(&mut self) {
        self.message = self.begun.clone();
    }

    /// Appends to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.scheme.update_mac(&mut self.message, data.as_ref());
    }

    /// Ends the message and returns its tag.
    pub fn finalize(mut self) -> [u8; TAG] {
        self.finish()
    }

    fn finish(&mut self) -> [u8; TAG] {
        let mut tag = [0; TAG];
        self.scheme.end_mac(&mut self.message, &mut tag);
        tag
    }

    /// Ends the message and compares `tag` with its tag in constant time.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have `TAG` bytes.
    pub fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        verified(tag, TAG, &mut self.finish(), ByteLengths::fixed(TAG))
    }
}

impl<M: Member, const TAG: usize> fmt::Debug for AegisMac<M, TAG> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AegisMac").finish_non_exhaustive()
    }
}

#[cfg(feature = "registry")]
pub(super) mod named {
    //! AEGIS-MAC by name.

    use super::*;
    use crate::{
        mac::{Entry, Info, Make, Object},
        names::Standing,
        registry, wipe,
    };
    use alloc::boxed::Box;

    macro_rules! entries {
        ($($entry:ident $name:literal $member:ty, $tag:literal;)*) => { $(
            pub(crate) static $entry: Entry = Entry {
                info: Info {
                    name: $name,
                    aliases: &[],
                    specification: "draft-irtf-cfrg-aegis-aead-18",
                    key_len: ByteLengths::fixed(<$member>::KEY_LEN),
                    nonce_len: ByteLengths::fixed(<$member>::KEY_LEN),
                    tag_len: ByteLengths::fixed($tag),
                    standing: Standing::Current,
                    once: false,
                    caution: Some("anyone who knows the key can find two messages with the same tag; use a different \
                                   key for encryption"),
                },
                choices: || registry::backends::both(<$member>::dispatch()),
                make: Make(|index, key, nonce| {
                    let backend = <$member>::dispatch().at_or_chosen(index);
                    wipe::after(|| Box::new(AegisMac::<$member, $tag>::with_backend(backend, key, nonce)) as _)
                }),
            };
        )* };
    }
    entries! {
        E128L "aegismac-128l" Parallel128<1>, 32;
        E128L128 "aegismac-128l-128" Parallel128<1>, 16;
        E128X2 "aegismac-128x2" Parallel128<2>, 32;
        E128X2128 "aegismac-128x2-128" Parallel128<2>, 16;
        E128X4 "aegismac-128x4" Parallel128<4>, 32;
        E128X4128 "aegismac-128x4-128" Parallel128<4>, 16;
        E256 "aegismac-256" Parallel256<1>, 32;
        E256128 "aegismac-256-128" Parallel256<1>, 16;
        E256X2 "aegismac-256x2" Parallel256<2>, 32;
        E256X2128 "aegismac-256x2-128" Parallel256<2>, 16;
        E256X4 "aegismac-256x4" Parallel256<4>, 32;
        E256X4128 "aegismac-256x4-128" Parallel256<4>, 16;
    }

    impl<M: Member, const TAG: usize> Object for AegisMac<M, TAG> {
        fn backend(&self) -> &'static str {
            Self::backend(self)
        }
        fn update(&mut self, data: &[u8]) {
            wipe::after(|| Self::update(self, data));
        }
        fn finish(&mut self, tag: &mut [u8]) {
            wipe::after(|| self.scheme.end_mac(&mut self.message, tag));
        }
        fn reset(&mut self) {
            wipe::after(|| Self::reset(self));
        }
        fn renew(&mut self, nonce: &[u8]) {
            wipe::after(|| {
                self.begun = self.scheme.begin_mac(nonce);
                Self::reset(self);
            });
        }
        fn boxed_clone(&self) -> Box<dyn Object> {
            wipe::after(|| Box::new(self.clone()) as Box<dyn Object>)
        }
        fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
            wipe::after(|| {
                Self::reset(self);
                self.scheme.mac(&mut self.message, message, tag);
            });
        }
    }
}
