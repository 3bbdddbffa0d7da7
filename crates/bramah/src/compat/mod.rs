//! Implementations of RustCrypto's traits: crates `cipher` 0.5, `digest` 0.11 and `aead` 0.6. Each implementation is
//! for all types of a kind. The traits of hash functions and block ciphers are implemented in the crates that define
//! the functions and ciphers.

#[cfg(feature = "_aead")]
mod aead;
#[cfg(feature = "_macs")]
mod mac;
#[cfg(feature = "_blocks")]
mod modes;
#[cfg(feature = "_streams")]
mod stream;

#[cfg(feature = "_blocks")]
use bramah_block::compat::{key_sizes, keyed};
use bramah_machine::compat::{Size, array};

/// Implements encryption and decryption for the trait `AeadInOut`.
macro_rules! in_out {
    () => {
        fn encrypt_inout_detached(
            &self,
            nonce: &Nonce<Self>,
            associated_data: &[u8],
            buffer: InOutBuf<'_, '_, u8>,
        ) -> Result<Tag<Self>, Error> {
            let mut tag = Tag::<Self>::default();
            self.seal(nonce, associated_data, buffer, &mut tag).map_err(|_| Error)?;
            Ok(tag)
        }
        fn decrypt_inout_detached(
            &self,
            nonce: &Nonce<Self>,
            associated_data: &[u8],
            buffer: InOutBuf<'_, '_, u8>,
            tag: &Tag<Self>,
        ) -> Result<(), Error> {
            // the trait's type fixes the length of the tag, whatever length was set before
            self.open_with(tag.len(), nonce, associated_data, buffer, tag).map_err(|_| Error)
        }
    };
}
use in_out;
