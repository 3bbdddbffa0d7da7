//! Keys that are used for one message only, which is encrypted or decrypted in one call.

use super::{Aead, Dedicated, Scheme};
#[cfg(feature = "_blocks")]
use super::{CcmScheme, EaxScheme, GcmSivScheme, KccmScheme, KgcmScheme, MgmScheme, OcbScheme, SivScheme};
#[cfg(feature = "_blocks")]
use crate::block::Typed;
use crate::{Error, simd::memory::InOut, wipe};

pub(super) mod sealed {
    use super::{Aead, Error, Scheme};

    /// The lengths in bytes of a message.
    #[allow(unreachable_pub)] // named in a public trait
    #[allow(missing_docs)]
    #[derive(Clone, Copy)]
    pub struct Lengths {
        pub nonce: usize,
        pub header: usize,
        pub text: usize,
    }

    /// The method of the trait [`Once`](super::Once).
    #[allow(missing_docs)] // described there
    pub trait Once: Scheme + Sized {
        /// The key; for a scheme with several keys, the concatenation of the keys.
        type Key: ?Sized;
        /// Calls `work` with the scheme under this key, set up for one message of these lengths.
        fn once(
            key: &Self::Key,
            lengths: Lengths,
            work: impl FnOnce(&Aead<Self>) -> Result<(), Error>,
        ) -> Result<(), Error>;
    }
}
use sealed::Lengths;

/// A [`Scheme`] that can be set up for one message only: see [`Aead::seal_once`].
pub trait Once: sealed::Once {}
impl<S: sealed::Once> Once for S {}

impl<S: Once> Aead<S> {
    /// Encrypts the only message under a key, and writes its tag. The result is the same as with [`new`](Aead::new) and
    /// [`seal`](Self::seal). GCM takes less time this way, because it computes fewer powers of the hash key for a short message
    /// and moves no keys. No other message has this key, so the nonce may be any that the scheme takes.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the key does not have a length that the scheme takes; and the errors of [`seal`](Self::seal).
    ///
    /// ```
    /// use bramah::{Aes256, Gcm, aead::ascon::AsconAead128};
    ///
    /// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
    /// Gcm::<Aes256>::seal_once(&[7; 32], &[0; 12], b"to everyone", &mut text[..], &mut tag)?;
    /// Gcm::<Aes256>::open_once(&[7; 32], &[0; 12], b"to everyone", &mut text[..], &tag)?;
    /// assert_eq!(text, *b"for you alone");
    /// AsconAead128::seal_once(&[7; 16], &[0; 16], b"to everyone", &mut text[..], &mut tag)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    #[inline]
    pub fn seal_once<'a>(
        key: &S::Key,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &mut [u8],
    ) -> Result<(), Error> {
        let data = InOut::passed(data);
        let lengths = Lengths { nonce: nonce.len(), header: header.len(), text: data.len() };
        S::once(key, lengths, |aead| aead.seal(nonce, header, data, tag))
    }

    /// Decrypts the only message under a key. The message must have a whole tag. If the tag is wrong, the output is all
    /// zeros.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the key does not have a length that the scheme takes; and the errors of [`open`](Self::open).
    #[inline]
    pub fn open_once<'a>(
        key: &S::Key,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        let data = InOut::passed(data);
        let lengths = Lengths { nonce: nonce.len(), header: header.len(), text: data.len() };
        S::once(key, lengths, |aead| aead.open(nonce, header, data, tag))
    }
}

impl<S: Dedicated> sealed::Once for S {
    type Key = [u8];

    fn once(
        key: &[u8],
        _: Lengths,
        work: impl FnOnce(&Aead<Self>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // The scheme is used inside the `Result`: a move out of it would leave a copy of the key. The copies that `new`
        // leaves lie in a separate stack frame, which is erased together with the frames of the kernels.
        match &wipe::apart(|| Aead::<Self>::new(key)) {
            Ok(aead) => work(aead),
            Err(error) => Err(error.clone()),
        }
    }
}

/// Implements the trait for modes whose setup costs as much for one message as for many.
#[cfg(feature = "_blocks")]
macro_rules! modes {
    ($($scheme:ty)*) => { $(
        impl<K: Typed> sealed::Once for $scheme {
            type Key = K::Key;

            fn once(
                key: &K::Key,
                _: Lengths,
                work: impl FnOnce(&Aead<Self>) -> Result<(), Error>,
            ) -> Result<(), Error> {
                work(&wipe::apart(|| Aead::<Self>::new(key)))
            }
        }
    )* };
}
#[cfg(feature = "_blocks")]
modes! {
    CcmScheme<K>
    EaxScheme<K, K::Block>
    GcmSivScheme<K>
    KccmScheme<K>
    KgcmScheme<K>
    MgmScheme<K>
    OcbScheme<K, K::Block>
}

#[cfg(feature = "_blocks")]
impl<K: Typed> sealed::Once for SivScheme<K>
where
    K::Key: Sized,
{
    type Key = [K::Key; 2];

    fn once(
        [mac, counter]: &[K::Key; 2],
        _: Lengths,
        work: impl FnOnce(&Aead<Self>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        work(&wipe::apart(|| Aead::<Self>::new([mac, counter])))
    }
}
