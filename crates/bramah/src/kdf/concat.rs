//! Key derivation by hashing the secret and a counter for each piece of output: ISO/IEC 18033-2, IEEE 1363a, ANSI X9.63, SP
//! 800-56C, PKCS #1.

use super::{HashFunction, MAX_DIGEST, check_output};
use crate::{Error, wipe::wipe};

/// The layout of the input that is hashed for each piece of output. The input consists of the secret, a big-endian counter of 32
/// bits, and other information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Concatenation {
    /// The counter's first value.
    pub first: u32,
    /// Whether the counter comes before the secret.
    pub counter_first: bool,
}

impl Concatenation {
    /// KDF1 of ISO/IEC 18033-2, section 6.2.2.
    pub const KDF1: Self = Self { first: 0, counter_first: false };
    /// KDF2 of ISO/IEC 18033-2, section 6.2.3, and IEEE 1363a; also the function of ANSI X9.63 and SEC 1, section
    /// 3.6.1.
    pub const KDF2: Self = Self { first: 1, counter_first: false };
    /// KDF3 of ANSI X9.44, with a counter of 4 bytes.
    pub const KDF3: Self = Self { first: 0, counter_first: true };
    /// The one-step function of NIST SP 800-56C, section 4, and SP 800-56A.
    pub const ONE_STEP: Self = Self { first: 1, counter_first: true };

    /// Derives `out` from a secret and other information.
    ///
    /// # Errors
    /// [`Error::DerivedLength`] if `out` is empty or needs more digests than 32 bits can count; [`Error::OutputLength`] if a
    /// digest is longer than [`MAX_DIGEST`].
    pub fn derive(
        &self,
        hash: &dyn HashFunction,
        secret: &[u8],
        info: &[u8],
        out: &mut [u8],
    ) -> Result<(), Error> {
        let len = super::digest_len(hash)?;
        check_output(out.len(), len as u64 * u64::from(u32::MAX - self.first))?;
        let mut last = [0; MAX_DIGEST];
        let last = &mut last[..len];
        for (i, piece) in out.chunks_mut(len).enumerate() {
            // cannot overflow: the output has no more pieces than the counter can count
            let counter = self.first.wrapping_add(i as u32).to_be_bytes();
            let parts: [&[u8]; 3] =
                if self.counter_first { [&counter, secret, info] } else { [secret, &counter, info] };
            hash.hash(&parts, last);
            piece.copy_from_slice(&last[..piece.len()]);
        }
        wipe(last);
        crate::wipe::stack();
        Ok(())
    }
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident $which:ident)*) => { $(
        $(#[$doc])*
        ///
        /// # Errors
        /// [`Error::DerivedLength`] if `out` is empty or needs more digests than 32 bits can count.
        pub fn $name(
            hash: &dyn HashFunction,
            secret: &[u8],
            info: &[u8],
            out: &mut [u8],
        ) -> Result<(), Error> {
            Concatenation::$which.derive(hash, secret, info, out)
        }
    )* };
}
functions! {
    /// KDF1 of ISO/IEC 18033-2: [`Concatenation::KDF1`].
    kdf1 KDF1
    /// KDF2 of ISO/IEC 18033-2, the function of ANSI X9.63: [`Concatenation::KDF2`].
    ///
    /// ```
    /// use bramah::{Sha256, kdf};
    ///
    /// let mut key = [0; 48];
    /// kdf::kdf2(&kdf::of::<Sha256>(), b"a shared secret", b"what the key is for", &mut key)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    kdf2 KDF2
    /// KDF3 of ANSI X9.44: [`Concatenation::KDF3`].
    kdf3 KDF3
    /// The one-step function of SP 800-56C: [`Concatenation::ONE_STEP`].
    one_step ONE_STEP
}

/// Computes MGF1, the mask generation function of PKCS #1: RFC 8017, appendix B.2.1.
///
/// # Errors
/// [`Error::DerivedLength`] if `mask` is empty or needs more digests than 32 bits can count.
pub fn mgf1(hash: &dyn HashFunction, seed: &[u8], mask: &mut [u8]) -> Result<(), Error> {
    Concatenation::KDF1.derive(hash, seed, &[], mask)
}
