//! Encrypt-then-MAC: encryption without authentication, and a MAC over its ciphertext (Bellare and Namprempre, "Authenticated
//! encryption: relations among notions and analysis of the generic composition paradigm", 2000).
//!
//! [`EncryptThenMac`] combines an [`Encryption`] with a MAC that can authenticate any number of messages under one key ([`Prf`]),
//! such as HMAC or CMAC. The two keys are independent. The named compositions of RFC 7518, section 5.2, are [`A128CbcHs256`],
//! [`A192CbcHs384`] and [`A256CbcHs512`], which split one key into two.
//!
//! A composition is not an [`Aead`](crate::aead::Aead), because its ciphertext may be longer than the plaintext: CBC pads the
//! last block. A sealed message is the ciphertext followed by the tag.

mod encryption;
#[cfg(feature = "registry")]
mod registry;

pub use encryption::{Counter, Encryption, PaddedCbc};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, AnyEncryptThenMac, Info, algorithms, lookup};

#[cfg(all(feature = "aes", feature = "sha2"))]
use crate::{Aes128, Aes192, Aes256, Hmac, Sha256, Sha384, Sha512};
use crate::{
    Error,
    block::Typed,
    ct::same,
    mac::{MAX_PRF, Prf},
    names::ByteLengths,
    wipe,
};
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use core::fmt;

/// An encryption and a MAC over nonce, associated data and ciphertext, each with its key.
///
/// The input of the MAC is three byte strings: the nonce, the associated data and the ciphertext. Each string comes after its
/// length in bytes, a little-endian number of 64 bits, so that different messages have different inputs. The tag is the whole
/// output of the MAC. For the compositions of RFC 7518, the RFC defines another input, and a shorter tag.
///
/// A message is decrypted, and its padding is checked, only after its tag was found right.
///
/// ```
/// use bramah::{Aes256, Cmac, EncryptThenMac, encrypt_then_mac::Counter};
///
/// // two keys that have nothing in common
/// let make = || (Counter::<Aes256>::new(&[7; 32]), Cmac::<Aes256>::new(&[8; 32]));
/// let composed = EncryptThenMac::compose(make);
/// let sealed = composed.encrypt(b"sixteen byte IV.", b"to everyone", b"for you alone")?;
/// assert_eq!(sealed.len(), 13 + 16);
/// assert_eq!(composed.decrypt(b"sixteen byte IV.", b"to everyone", &sealed)?, b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct EncryptThenMac<E, M> {
    encryption: E,
    mac: M,
    input: Input,
    /// The length of a tag in bytes.
    tag_len: usize,
}

/// The format of the MAC's input.
#[derive(Clone, Copy)]
enum Input {
    /// Nonce, associated data and ciphertext, each after its length.
    Prefixed,
    /// Associated data, nonce and ciphertext, followed by the number of bits of the associated data as a big-endian number of 64
    /// bits: RFC 7518, section 5.2.2.1.
    Rfc7518,
}

impl<E: Encryption, M: Prf> EncryptThenMac<E, M> {
    /// Combines an encryption and a MAC. `make` returns both, with their keys. The keys must be independent, because equal or
    /// related keys may reveal both. The stack that `make` used is erased, because moves of the two values leave copies of their
    /// keys there.
    #[inline(never)] // a copy that the compiler makes must lie in this frame, which is erased on drop, and not in the caller's
    pub fn compose(make: impl FnOnce() -> (E, M)) -> Self {
        wipe::after(|| {
            // in a separate stack frame, so that no spilled key remains in the padding of the result
            let (encryption, mac) = wipe::apart(make);
            Self { tag_len: mac.output_len(), encryption, mac, input: Input::Prefixed }
        })
    }

    /// Combines an encryption and a MAC as RFC 7518 does: a tag is the first half of the MAC's output.
    fn rfc7518(encryption: E, mac: M) -> Self {
        Self { tag_len: mac.output_len() / 2, encryption, mac, input: Input::Rfc7518 }
    }

    /// Returns the lengths of a nonce in bytes. The nonce of [`PaddedCbc`] is its IV, which must be random for each message.
    pub fn nonce_len(&self) -> ByteLengths {
        self.encryption.nonce_len()
    }

    /// Returns the length of a tag in bytes.
    pub fn tag_len(&self) -> usize {
        self.tag_len
    }

    /// Returns the length in bytes of the sealed message for a text of `text_len` bytes: the ciphertext and the tag.
    pub fn sealed_len(&self, text_len: usize) -> usize {
        self.encryption.ciphertext_len(text_len).saturating_add(self.tag_len)
    }

    /// Returns the name of the backend of the encryption.
    pub fn backend(&self) -> &'static str {
        self.encryption.backend()
    }

    /// Encrypts and authenticates a message from one buffer to another. `sealed` must have [`sealed_len`](Self::sealed_len)
    /// bytes.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of the nonce is not valid; [`Error::KeystreamEnd`] if the text is too long;
    /// [`Error::OutputRoom`] if `sealed` has a wrong length. Nothing is written then.
    pub fn seal(&self, nonce: &[u8], aad: &[u8], text: &[u8], sealed: &mut [u8]) -> Result<(), Error> {
        self.check_seal(nonce, text.len(), sealed.len())?;
        sealed[..text.len()].copy_from_slice(text);
        self.seal_checked(nonce, aad, sealed, text.len());
        Ok(())
    }

    /// Encrypts and authenticates the first `text_len` bytes of a buffer in place. The buffer must have
    /// [`sealed_len`](Self::sealed_len) bytes.
    ///
    /// # Errors
    /// The errors of [`seal`](Self::seal).
    pub fn seal_in_place(
        &self,
        nonce: &[u8],
        aad: &[u8],
        buffer: &mut [u8],
        text_len: usize,
    ) -> Result<(), Error> {
        self.check_seal(nonce, text_len, buffer.len())?;
        self.seal_checked(nonce, aad, buffer, text_len);
        Ok(())
    }

    fn check_seal(&self, nonce: &[u8], text_len: usize, room: usize) -> Result<(), Error> {
        self.encryption.nonce_len().check("nonce", nonce.len())?;
        let limit = self.encryption.limit();
        if text_len as u128 > limit {
            return Err(Error::KeystreamEnd { limit });
        }
        let needed = self.sealed_len(text_len);
        if room != needed {
            return Err(Error::OutputRoom { length: room, needed });
        }
        Ok(())
    }

    fn seal_checked(&self, nonce: &[u8], aad: &[u8], buffer: &mut [u8], text_len: usize) {
        let (ciphertext, tag) = buffer.split_at_mut(buffer.len() - self.tag_len);
        self.encryption.encrypt(nonce, ciphertext, text_len);
        self.tag(nonce, aad, ciphertext, tag);
    }

    /// Verifies the tag of a sealed message and decrypts the message, from one buffer to another. `text` must be as long as the
    /// ciphertext: [`tag_len`](Self::tag_len) bytes shorter than the sealed message. Returns the length in bytes of the
    /// plaintext, which is at the beginning of `text`. The bytes after the plaintext are zero.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::Padding`] if the tag is right but the padding is not, which only a
    /// sender with both keys can cause. The output is all zeros then. [`Error::ByteLength`] if the length of the nonce or of the
    /// message is not valid; [`Error::InputLength`] if the ciphertext does not consist of whole blocks in a mode that requires
    /// them; [`Error::OutputRoom`] if `text` has a wrong length. Nothing is written then.
    pub fn open(&self, nonce: &[u8], aad: &[u8], sealed: &[u8], text: &mut [u8]) -> Result<usize, Error> {
        let (ciphertext, tag) = sealed.split_at(self.check_open(nonce, sealed.len())?);
        if text.len() != ciphertext.len() {
            return Err(Error::OutputRoom { length: text.len(), needed: ciphertext.len() });
        }
        if !self.is_authentic(nonce, aad, ciphertext, tag) {
            text.fill(0);
            return Err(Error::Unauthentic);
        }
        text.copy_from_slice(ciphertext);
        self.decrypted(nonce, text)
    }

    /// Verifies and decrypts a sealed message in place, as [`open`](Self::open) does. Returns the length in bytes of the
    /// plaintext, which is at the beginning of the buffer. All bytes after the plaintext, including the tag, become zero.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open), except [`Error::OutputRoom`].
    pub fn open_in_place(&self, nonce: &[u8], aad: &[u8], buffer: &mut [u8]) -> Result<usize, Error> {
        let (ciphertext, tag) = buffer.split_at_mut(self.check_open(nonce, buffer.len())?);
        let authentic = self.is_authentic(nonce, aad, ciphertext, tag);
        tag.fill(0);
        if !authentic {
            ciphertext.fill(0);
            return Err(Error::Unauthentic);
        }
        self.decrypted(nonce, ciphertext)
    }

    /// Checks the lengths of a nonce and a sealed message, and returns the length of the ciphertext in bytes.
    fn check_open(&self, nonce: &[u8], sealed: usize) -> Result<usize, Error> {
        self.encryption.nonce_len().check("nonce", nonce.len())?;
        let lengths = ByteLengths { min: self.sealed_len(0), max: usize::MAX, step: 1 };
        lengths.check("sealed message", sealed)?;
        let ciphertext = sealed - self.tag_len;
        self.encryption.check_ciphertext(ciphertext)?;
        Ok(ciphertext)
    }

    fn is_authentic(&self, nonce: &[u8], aad: &[u8], ciphertext: &[u8], tag: &[u8]) -> bool {
        let mut right = [0; MAX_PRF];
        let right = &mut right[..self.tag_len];
        self.tag(nonce, aad, ciphertext, right);
        let authentic = same(right, tag);
        // the right tag must not stay on the stack: it would authenticate the forged message
        wipe::wipe(right);
        authentic
    }

    /// Decrypts a ciphertext whose tag was found right.
    fn decrypted(&self, nonce: &[u8], text: &mut [u8]) -> Result<usize, Error> {
        let Some(len) = self.encryption.decrypt(nonce, text) else {
            wipe::wipe(text);
            return Err(Error::Padding);
        };
        text[len..].fill(0);
        Ok(len)
    }

    fn tag(&self, nonce: &[u8], aad: &[u8], ciphertext: &[u8], tag: &mut [u8]) {
        match self.input {
            Input::Prefixed => {
                let lengths = [nonce, aad, ciphertext].map(|part| (part.len() as u64).to_le_bytes());
                let parts = [&lengths[0], nonce, &lengths[1], aad, &lengths[2], ciphertext];
                self.mac.mac(&parts, tag);
            }
            Input::Rfc7518 => {
                let bits = (8 * aad.len() as u64).to_be_bytes();
                self.mac.mac(&[aad, nonce, ciphertext, &bits], tag);
            }
        }
    }

    /// Encrypts and authenticates a message into a new vector: the ciphertext, followed by the tag.
    ///
    /// # Errors
    /// The errors of [`seal`](Self::seal), except [`Error::OutputRoom`].
    #[cfg(feature = "alloc")]
    pub fn encrypt(&self, nonce: &[u8], aad: &[u8], text: &[u8]) -> Result<Vec<u8>, Error> {
        let mut sealed = vec![0; self.sealed_len(text.len())];
        self.seal(nonce, aad, text, &mut sealed)?;
        Ok(sealed)
    }

    /// Verifies and decrypts a message that [`encrypt`](Self::encrypt) returned, into a new vector.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open), except [`Error::OutputRoom`].
    #[cfg(feature = "alloc")]
    pub fn decrypt(&self, nonce: &[u8], aad: &[u8], sealed: &[u8]) -> Result<Vec<u8>, Error> {
        let mut text = vec![0; self.check_open(nonce, sealed.len())?];
        let len = self.open(nonce, aad, sealed, &mut text)?;
        text.truncate(len);
        Ok(text)
    }
}

impl<E, M> fmt::Debug for EncryptThenMac<E, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncryptThenMac").field("tag_len", &self.tag_len).finish_non_exhaustive()
    }
}

#[cfg(all(feature = "aes", feature = "sha2"))]
macro_rules! named {
    ($($(#[$doc:meta])* $name:ident $cipher:ident $hash:ident $key:literal)*) => { $(
        $(#[$doc])*
        pub type $name = EncryptThenMac<PaddedCbc<$cipher>, Hmac<$hash>>;

        impl $name {
            /// Sets up the composition: the first half of the key is HMAC's key, the second half is the key of AES.
            #[inline(never)] // as for `compose`
            pub fn new(key: &[u8; $key]) -> Self {
                wipe::after(|| {
                    // The round keys are expanded in the composition itself. If they were expanded elsewhere and moved
                    // here, a copy would stay on the stack. The padding between fields of a value might lie over this
                    // copy, and would then be moved with the value.
                    let mut new = Self::rfc7518(PaddedCbc($cipher::without_key()), Hmac::new(&key[..$key / 2]));
                    let Some(cipher) = key.last_chunk() else { unreachable!("half of a key is shorter") };
                    new.encryption.0.set_key(cipher, true);
                    new.encryption.0.will_move();
                    new
                })
            }
        }
    )* };
}
#[cfg(all(feature = "aes", feature = "sha2"))]
named! {
    /// AES-128 in CBC mode with HMAC-SHA-256, whose tag has 16 bytes: `A128CBC-HS256` of RFC 7518, section 5.2.3.
    ///
    /// ```
    /// use bramah::A128CbcHs256;
    ///
    /// let composed = A128CbcHs256::new(&[7; 32]);
    /// // a random IV for each message
    /// let sealed = composed.encrypt(&[9; 16], b"to everyone", b"for you alone")?;
    /// assert_eq!(sealed.len(), 16 + 16);
    /// assert_eq!(composed.decrypt(&[9; 16], b"to everyone", &sealed)?, b"for you alone");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    A128CbcHs256 Aes128 Sha256 32
    /// AES-192 in CBC mode with HMAC-SHA-384, whose tag has 24 bytes: `A192CBC-HS384` of RFC 7518, section 5.2.4.
    A192CbcHs384 Aes192 Sha384 48
    /// AES-256 in CBC mode with HMAC-SHA-512, whose tag has 32 bytes: `A256CBC-HS512` of RFC 7518, section 5.2.5.
    A256CbcHs512 Aes256 Sha512 64
}
