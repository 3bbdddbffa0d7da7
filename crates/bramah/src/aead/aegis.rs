//! The AEGIS family: draft-irtf-cfrg-aegis-aead-18, after H. Wu and B. Preneel, *AEGIS: A Fast Authenticated Encryption
//! Algorithm*, version 1.1, 2016. Section numbers are the draft's.

#[cfg(feature = "registry")]
use super::Entry;
use super::{
    Aead, Dedicated, Info,
    sealed::{InParts, Scheme, Tag, Whole},
};
#[doc(inline)]
pub use crate::aegis::{AegisOps, AegisScheme, Member, Parallel128, Parallel256};
use crate::{
    aegis::{Message, TAG},
    backend::{Backend, Dispatch},
    mode::Direction,
    names::{ByteLengths, Standing},
    simd::memory::InOut,
};

/// The maximum length in bytes of the associated data, and also of the text (section 3: `A_MAX` and `P_MAX`).
const LIMIT: u128 = (1 << 61) - 1;

/// Authenticated encryption with AEGIS-128L (section 3): keys of 16 bytes, nonces of 16, tags of 16 or 32.
///
/// Under one key, 2^48 messages with random nonces can be encrypted before the probability that two nonces are equal reaches
/// 2^-33. Reusing a nonce lets the state be recovered. A tag of 16 bytes is not the beginning of the tag of 32 bytes: see
/// [`Aead::set_tag_len`].
///
/// ```
/// use bramah::Aegis128L;
///
/// let mut aegis = Aegis128L::new(&[7; 16])?;
/// let (mut text, mut tag) = (*b"for you alone", [0; 32]);
/// aegis.seal(&[1; 16], b"to everyone", &mut text[..], &mut tag)?;
/// aegis.open(&[1; 16], b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
///
/// let mut tag = [0; 16];
/// aegis.seal(&[2; 16], b"to everyone", &mut text[..], &mut tag)?;
/// aegis.set_tag_len(16)?;
/// aegis.open(&[2; 16], b"to everyone", &mut text[..], &tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Aegis128L = Aead<AegisScheme<Parallel128<1>>>;
/// Authenticated encryption with AEGIS-256 (section 4): keys of 32 bytes, nonces of 32, which may be random for any number of
/// messages, tags of 16 or 32.
///
/// Reusing a nonce lets the state be recovered.
pub type Aegis256 = Aead<AegisScheme<Parallel256<1>>>;
/// Authenticated encryption with AEGIS-128X2 (section 5.4): two instances of [`Aegis128L`] side by side, for CPUs that process
/// two AES blocks in a register. Keys, nonces and tags have the same lengths as in AEGIS-128L.
pub type Aegis128X2 = Aead<AegisScheme<Parallel128<2>>>;
/// Authenticated encryption with AEGIS-128X4 (section 5.4): four instances of [`Aegis128L`] side by side, for CPUs that process
/// four AES blocks in a register. Keys, nonces and tags have the same lengths as in AEGIS-128L.
pub type Aegis128X4 = Aead<AegisScheme<Parallel128<4>>>;
/// Authenticated encryption with AEGIS-256X2 (section 5.5): two instances of [`Aegis256`] side by side, for CPUs that process two
/// AES blocks in a register. Keys, nonces and tags have the same lengths as in AEGIS-256.
pub type Aegis256X2 = Aead<AegisScheme<Parallel256<2>>>;
/// Authenticated encryption with AEGIS-256X4 (section 5.5): four instances of [`Aegis256`] side by side, for CPUs that process
/// four AES blocks in a register. Keys, nonces and tags have the same lengths as in AEGIS-256.
pub type Aegis256X4 = Aead<AegisScheme<Parallel256<4>>>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    Entry::of::<AegisScheme<Parallel128<1>>>(),
    Entry::of::<AegisScheme<Parallel128<2>>>(),
    Entry::of::<AegisScheme<Parallel128<4>>>(),
    Entry::of::<AegisScheme<Parallel256<1>>>(),
    Entry::of::<AegisScheme<Parallel256<2>>>(),
    Entry::of::<AegisScheme<Parallel256<4>>>(),
];

impl<M: Member> Dedicated for AegisScheme<M> {
    const INFO: Info = Info {
        name: M::NAME,
        aliases: &[],
        specification: M::SPECIFICATION,
        standing: Standing::Current,
        key_len: ByteLengths::fixed(M::KEY_LEN),
        nonce_len: ByteLengths::fixed(M::KEY_LEN),
        tag_len: ByteLengths { min: 16, max: TAG, step: 16 },
        header: true,
        misuse_resistant: false,
    };
    type Table = AegisOps;

    fn dispatch() -> &'static Dispatch<AegisOps> {
        M::dispatch()
    }
    fn keyed(backend: Backend<AegisOps>, key: &[u8]) -> Self {
        Self::of(backend, key)
    }
}

impl<M: Member> Scheme for AegisScheme<M> {
    fn nonce_len(&self) -> ByteLengths {
        <Self as Dedicated>::INFO.nonce_len
    }
    fn tag_len(&self) -> ByteLengths {
        <Self as Dedicated>::INFO.tag_len
    }
    fn limit(&self, _nonce_len: usize) -> u128 {
        LIMIT
    }
    fn backend(&self) -> &'static str {
        self.backend_name()
    }
    #[inline]
    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let Whole { direction, nonce, header, data, tag_len, .. } = message;
        let Some(tag) = tag.first_chunk_mut() else { return };
        self.at_once(direction, nonce, header, data, tag_len, tag);
    }
}

impl<M: Member> InParts for AegisScheme<M> {
    type Message = Message;

    fn begin(&self, nonce: &[u8], _tag_len: usize) -> Message {
        self.begun(nonce)
    }
    fn header(&self, message: &mut Message, data: &[u8]) {
        self.associate(message, data);
    }
    fn end_header(&self, message: &mut Message) {
        self.end_associated(message);
    }
    fn text(&self, message: &mut Message, direction: Direction, data: &mut InOut<'_>) {
        self.crypt(message, direction, data);
    }
    fn end(&self, message: &mut Message, tag_len: usize, tag: &mut Tag) {
        let Some(tag) = tag.first_chunk_mut() else { return };
        self.finish(message, tag_len, tag);
    }
    fn skip(&self, message: &mut Message, header: u64, text: u64) {
        message.skip(header, text);
    }
}
