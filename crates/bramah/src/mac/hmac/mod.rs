//! HMAC over any hash function: RFC 2104, FIPS 198-1.
//!
//! The states after the two blocks that contain the key are precomputed; each message begins in one of them. A key longer than a
//! block is hashed first.

mod keyed;
#[cfg(feature = "alloc")]
mod many;
#[cfg(feature = "registry")]
mod named;
#[cfg(feature = "registry")]
mod rare;

pub(crate) use keyed::HmacKey;
#[cfg(feature = "alloc")]
use many::each;
#[cfg(feature = "registry")]
pub(crate) use named::Over;

use super::{
    Prf,
    prf::{of_kind, one_by_one},
    tag_lengths, verified,
};
use crate::{
    Error,
    backend::Backend,
    hash::{Frame, Hash, Hasher, Options, Start},
    wipe,
};
use core::fmt;

/// A hash function, given as a type, for [`Hmac`]: [`Sha256`](crate::Sha256), [`Blake2b256`](crate::Blake2b256) and all other
/// [`Hasher`]s. The exceptions are checksums, and the functions of NIST SP 800-185, which take keys, customization strings or
/// tuples: a program that uses one of these does not compile.
///
/// ```compile_fail
/// bramah::Hmac::<bramah::CShake128>::mac(b"key", b"message");
/// ```
/// ```compile_fail
/// bramah::Hmac::<bramah::Kmac256>::mac(b"key", b"message");
/// ```
pub trait Digest {
    /// The hash function.
    type Hash: Hash;
    /// The type of a digest: an array of bytes.
    type Output: AsRef<[u8]> + AsMut<[u8]> + Copy + Send + Sync;
    /// A digest whose bytes are all zero.
    const ZERO: Self::Output;
    /// The length of a digest in bytes.
    const LEN: usize;
    /// Returns all bytes of several digests, concatenated.
    #[doc(hidden)]
    fn flat(digests: &mut [Self::Output]) -> &mut [u8];
}

impl<H: Hash, const N: usize> Digest for Hasher<H, N> {
    type Hash = H;
    type Output = [u8; N];
    const ZERO: [u8; N] = [0; N];
    const LEN: usize = {
        assert!(H::INFO.plain, "HMAC and key derivation are defined over hash functions of a message alone");
        Self::LENGTH
    };
    fn flat(digests: &mut [[u8; N]]) -> &mut [u8] {
        digests.as_flattened_mut()
    }
}

type FrameOf<D> = <<D as Digest>::Hash as Hash>::Frame;
type OpsOf<D> = <FrameOf<D> as Frame>::Ops;

/// A message being authenticated by HMAC with the hash function `D`: RFC 2104.
///
/// ```
/// use bramah::{Hmac, Sha256};
///
/// let mut hmac = Hmac::<Sha256>::new(b"a key of any length");
/// hmac.update(b"a ");
/// hmac.update(b"message");
/// let tag = hmac.finalize();
/// assert_eq!(tag, Hmac::<Sha256>::mac(b"a key of any length", b"a message"));
///
/// // one key, many messages
/// let hmac = Hmac::<Sha256>::new(b"a key of any length");
/// assert_eq!(hmac.tag(b"a message"), tag);
/// hmac.check(b"a message", &tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct Hmac<D: Digest> {
    keyed: HmacKey<FrameOf<D>>,
    frame: FrameOf<D>,
}

impl<D: Digest> Hmac<D> {
    /// The length in bytes of a block of the hash function; the key is padded to this length.
    const BLOCK: usize = {
        let block = D::Hash::INFO.block_len;
        assert!(D::LEN <= block, "HMAC is defined for digests that are not longer than a block");
        block
    };

    /// Begins an empty message under this key.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &[u8]) -> Self {
        Self::with_backend(FrameOf::<D>::dispatch().get(), key)
    }

    /// Begins an empty message under this key, on this backend.
    #[inline(never)]
    pub fn with_backend(backend: Backend<OpsOf<D>>, key: &[u8]) -> Self {
        let keyed = Self::keyed(backend, key);
        let frame = keyed.begin();
        Self { keyed, frame }
    }

    fn keyed(backend: Backend<OpsOf<D>>, key: &[u8]) -> HmacKey<FrameOf<D>> {
        match D::Hash::START {
            Some(start) => HmacKey::new(start, backend, key, Self::BLOCK, D::LEN),
            None => HmacKey::new(&Self::start(), backend, key, Self::BLOCK, D::LEN),
        }
    }

    fn start() -> Start<D::Hash> {
        D::Hash::start(Options::NONE, D::LEN)
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.frame.backend().name()
    }

    /// Appends to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.frame.update(data.as_ref());
    }

    /// Ends the message and returns its tag.
    #[inline]
    pub fn finalize(mut self) -> D::Output {
        self.finish()
    }

    /// Ends the message, returns its tag, and begins an empty message under the same key.
    #[inline]
    pub fn finalize_reset(&mut self) -> D::Output {
        let tag = self.finish();
        self.reset();
        tag
    }

    fn finish(&mut self) -> D::Output {
        let mut tag = D::ZERO;
        let Self { keyed, frame } = self;
        keyed.clean(|| keyed.finish(frame, tag.as_mut()));
        tag
    }

    /// Discards the message, and begins an empty one under the same key.
    #[inline(never)] // not inlined: a copy of the state after the key must lie below the caller's frame
    pub fn reset(&mut self) {
        let Self { keyed, frame } = self;
        keyed.clean(|| *frame = keyed.begin());
    }

    /// Ends the message and compares `tag` with its whole tag in constant time.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have the length of a digest.
    pub fn verify(self, tag: &[u8]) -> Result<(), Error> {
        self.verify_truncated(tag, D::LEN)
    }

    /// Ends the message and compares `tag`, which was truncated to `tag_len` bytes, with its tag in constant time. `tag_len`
    /// must be at least half of the length of the whole tag, and at least ten (RFC 2104, section 5). Do not take this length
    /// from the received tag: both sides must agree on it in advance.
    ///
    /// ```
    /// use bramah::{Hmac, Sha256};
    ///
    /// let mut hmac = Hmac::<Sha256>::new(b"a key");
    /// hmac.update(b"a message");
    /// let tag = hmac.clone().finalize();
    /// hmac.clone().verify_truncated(&tag[..16], 16)?;
    /// assert!(hmac.verify(&tag[..16]).is_err());
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`verify`](Self::verify); [`Error::ByteLength`] if `tag_len` is not a valid length of a tag, or if `tag`
    /// does not have `tag_len` bytes.
    pub fn verify_truncated(mut self, tag: &[u8], tag_len: usize) -> Result<(), Error> {
        verified(tag, tag_len, self.finish().as_mut(), tag_lengths(D::LEN))
    }

    /// Computes the tag of a whole message under a key.
    #[inline]
    pub fn mac(key: &[u8], message: &[u8]) -> D::Output {
        let mut tag = D::ZERO;
        let backend = FrameOf::<D>::dispatch().get();
        // the bytes that kernels have spilled are erased when the key is dropped
        wipe::apart(|| {
            let keyed = Self::keyed(backend, key);
            keyed.clean(|| keyed.mac(message, tag.as_mut()));
        });
        tag
    }

    /// Computes the tag of another, whole message under this key. The message in progress does not change.
    #[inline]
    pub fn tag(&self, message: &[u8]) -> D::Output {
        let mut tag = D::ZERO;
        self.keyed.clean(|| self.keyed.mac(message, tag.as_mut()));
        tag
    }

    /// Compares the whole tag of another, whole message, as [`verify`](Self::verify) does.
    ///
    /// # Errors
    /// The errors of [`verify`](Self::verify).
    pub fn check(&self, message: &[u8], tag: &[u8]) -> Result<(), Error> {
        self.check_truncated(message, tag, D::LEN)
    }

    /// Compares the truncated tag of another, whole message, as [`verify_truncated`](Self::verify_truncated) does.
    ///
    /// # Errors
    /// The errors of [`verify_truncated`](Self::verify_truncated).
    pub fn check_truncated(&self, message: &[u8], tag: &[u8], tag_len: usize) -> Result<(), Error> {
        verified(tag, tag_len, self.tag(message).as_mut(), tag_lengths(D::LEN))
    }
}

#[cfg(feature = "alloc")]
impl<D: Digest> Hmac<D> {
    /// Computes the tags of many whole messages under this key, several in parallel where the CPU can. The message in
    /// progress does not change.
    ///
    /// # Panics
    /// If `tags` is not as long as `messages`.
    pub fn many(&self, messages: &[&[u8]], tags: &mut [D::Output]) {
        assert_eq!(messages.len(), tags.len(), "one tag for each message");
        self.keyed.many(messages, D::flat(tags));
    }

    /// Computes the tags of many messages, each under its own key, several in parallel where the CPU can.
    ///
    /// ```
    /// use bramah::{Hmac, Sha256};
    ///
    /// let mut tags = [[0; 32]; 2];
    /// Hmac::<Sha256>::mac_many(&[b"key 1", b"key 2"], &[b"one", b"another"], &mut tags);
    /// assert_eq!(tags[1], Hmac::<Sha256>::mac(b"key 2", b"another"));
    /// ```
    ///
    /// # Panics
    /// If `keys`, `messages` and `tags` do not all have the same length.
    pub fn mac_many(keys: &[&[u8]], messages: &[&[u8]], tags: &mut [D::Output]) {
        let counts = (keys.len(), messages.len());
        assert_eq!(counts, (tags.len(), tags.len()), "a key and a tag for each message");
        wipe::after_deep(|| {
            let lengths = (Self::BLOCK, D::LEN);
            each::<FrameOf<D>>(
                &Self::start(),
                crate::hash::Backends::get(),
                lengths,
                keys,
                messages,
                D::flat(tags),
            );
        });
    }
}

impl<D: Digest + 'static> Prf for Hmac<D> {
    fn output_len(&self) -> usize {
        D::LEN
    }
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]) {
        self.keyed.parts(parts, out);
    }
    fn iterate(&self, count: u32, u: &mut [u8], sum: &mut [u8]) {
        Prf::iterate(&self.keyed, count, u, sum);
    }
    fn iterate_each(&self, functions: &[&dyn Prf], count: u32, u: &mut [u8], sum: &mut [u8]) {
        match of_kind::<Self>(functions) {
            Some(all) => self.keyed.chains(&mut all.map(|hmac| &hmac.keyed), count, u, sum),
            None => one_by_one(D::LEN, functions, count, u, sum),
        }
    }
}

impl<D: Digest> Clone for Hmac<D> {
    fn clone(&self) -> Self {
        Self { keyed: self.keyed.clone(), frame: self.frame.clone() }
    }
}

impl<D: Digest> fmt::Debug for Hmac<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hmac").field("algorithm", &D::Hash::INFO.name).finish_non_exhaustive()
    }
}
