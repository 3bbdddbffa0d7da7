//! The CCM of DSTU 7624:2014, section 13: the counter mode of section 7 encrypts the text and its CBC-MAC.
//!
//! Incomplete blocks are padded, and the keystream for the tag begins right after the keystream for the last byte of the text, as
//! in the standard's examples. Bouncy Castle agrees if associated data and text consist of whole blocks.

use super::{
    Aead,
    sealed::{Scheme, Tag, Whole},
};
#[cfg(feature = "registry")]
use crate::block::KALYNA;
use crate::{
    Error,
    block::{Keyed, Pass, Typed},
    mode::{Direction, count_before, next_of_kctr},
    names::ByteLengths,
    simd::memory::{Bytes, InOut, copy_short},
    wipe,
};

/// Authenticated encryption with the CCM of DSTU 7624, under one key. Nonce reuse reveals the XOR of the messages.
///
/// A nonce has as many bytes as a block. The lengths of the text and of the associated data are encoded in 4 bytes
/// each, unless another number is [chosen](Aead::with_length_bytes). CBC-MAC omits the end of the nonce, which is one
/// byte longer than an encoded length. The bytes before that end must therefore differ from message to message. A tag
/// has 8 or 16 bytes over blocks of 16, 16 or 32 bytes over blocks of 32, and 16, 32, 48 or 64 bytes over blocks of 64.
/// A message must be available as a whole.
///
/// ```
/// use bramah::{Kalyna128_128, Kccm};
///
/// let ccm = Kccm::<Kalyna128_128>::new(&[7; 16]);
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// ccm.seal(b"sixteen bytes, 1", b"to everyone", &mut text[..], &mut tag)?;
/// ccm.open(b"sixteen bytes, 1", b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Kccm<K> = Aead<KccmScheme<K>>;

/// The length of the longest block in bytes.
const BLOCK: usize = 64;
/// The numbers of bytes in which a length may be encoded. One byte is excluded: the scheme would then not accept every text
/// that all schemes must accept (`TAKEN_BY_ALL`).
const LENGTH: ByteLengths = ByteLengths { min: 2, max: 8, step: 1 };
/// The usual number of bytes in which a length is encoded.
const USUAL: usize = 4;

/// Returns the lengths of tags in bytes, for blocks of `block` bytes: those lengths of the standard that are multiples of
/// half a block.
const fn tags(block: usize) -> ByteLengths {
    let step = if block == 16 { 8 } else { 16 };
    ByteLengths { min: step, max: block, step }
}

/// The registry's entries for the CCM of DSTU 7624 with lengths encoded in 4, 6 and 8 bytes.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = named::<USUAL>("kccm", "counter of DSTU 7624, with a tag by CBC-MAC");
#[cfg(feature = "registry")]
pub(super) const MODE_6: super::Mode = named::<6>("kccm-6", "kccm with lengths of 6 bytes");
#[cfg(feature = "registry")]
pub(super) const MODE_8: super::Mode = named::<8>("kccm-8", "kccm with lengths of 8 bytes");

/// Returns an entry of the registry, whose lengths are encoded in `LENGTH` bytes.
#[cfg(feature = "registry")]
const fn named<const LENGTH: usize>(name: &'static str, title: &'static str) -> super::Mode {
    super::Mode {
        name,
        title,
        specification: "DSTU 7624:2014, 13",
        block_len: ByteLengths { min: 16, max: BLOCK, step: 16 },
        ciphers: KALYNA,
        cipher_keys: super::ANY_KEYS,
        keys: 1,
        in_parts: false,
        misuse_resistant: false,
        aliases: |_| &[],
        nonce_len: ByteLengths::fixed,
        tag_len: tags,
        over: |cipher, key| {
            let cipher = cipher.for_use(key, crate::block::Use::Encryption)?;
            Ok(super::AnyScheme::of_whole(KccmScheme::with_cipher(cipher, LENGTH)))
        },
    }
}

/// The CCM of DSTU 7624 over a cipher with its key.
#[derive(Clone)]
pub struct KccmScheme<K> {
    cipher: K,
    /// The length of a block in bytes, and the number of bytes in which a length is encoded.
    block: usize,
    length: usize,
}

impl<K: Typed> Kccm<K> {
    /// Sets up the mode under this key. It does not compile unless the cipher's blocks have 16, 32 or 64 bytes.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        const { assert!(matches!(<K::Block as Bytes>::LEN, 16 | 32 | BLOCK), "defined for 128, 256 and 512 bits") };
        Self::with_scheme(KccmScheme::with_cipher(K::keyed(key, false), USUAL))
    }

    /// Sets up the mode under this key, with lengths encoded in `length` bytes, from 2 to 8: `N_B` of the standard, on which both
    /// sides must agree. The text and the associated data each have fewer than 2^(8 `length`) bytes.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if `length` is less than 2 or more than 8.
    pub fn with_length_bytes(key: &K::Key, length: usize) -> Result<Self, Error> {
        LENGTH.check("length", length)?;
        let mut new = Self::new(key);
        new.scheme.length = length;
        Ok(new)
    }
}

impl<K: Keyed> KccmScheme<K> {
    /// Sets up the mode over a cipher with blocks of 16, 32 or 64 bytes.
    fn with_cipher(cipher: K, length: usize) -> Self {
        Self { block: cipher.block_len(), cipher, length }
    }

    /// Returns the largest length that can be encoded, in bytes.
    fn greatest(&self) -> u64 {
        u64::MAX >> (64 - 8 * self.length)
    }

    /// Feeds the first blocks to CBC-MAC: a part of the nonce, the length of the text and the flags. If there is associated data,
    /// its length, zeros up to a whole block, and the associated data follow.
    fn begin(&self, chain: &mut [u8], message: &Whole<'_, '_>) {
        let (block, length) = (self.block, self.length);
        let Whole { nonce, header, data, tag_len, .. } = message;
        let code: u8 = match tag_len {
            8 => 2,
            16 => 3,
            32 => 4,
            48 => 5,
            _ => 6,
        };
        let number = |length: usize| (length as u64).to_le_bytes();
        let mut first = [0; 2 * BLOCK];
        let (salt, end) = first[..block].split_at_mut(block - 1 - length);
        copy_short(salt, &nonce[..salt.len()]);
        copy_short(end, &number(data.len())[..length]);
        end[length] = u8::from(!header.is_empty()) << 7 | code << 4 | (length - 1) as u8;
        self.cipher.mac(chain, &first[..block]);
        if header.is_empty() {
            return;
        }
        let (head, rest) = header.split_at(header.len() % block);
        let used = (length + head.len()).next_multiple_of(block);
        first[..used].fill(0);
        copy_short(&mut first, &number(header.len())[..length]);
        copy_short(&mut first[used - head.len()..], head);
        self.cipher.mac(chain, &first[..used]);
        if !rest.is_empty() {
            self.cipher.mac(chain, rest);
        }
    }

    /// Feeds the last bytes of the text, which do not fill a block, to CBC-MAC, padded.
    fn last(&self, chain: &mut [u8], bytes: &[u8]) {
        let mut last = [0; BLOCK];
        copy_short(&mut last, bytes);
        last[bytes.len()] = 0x80;
        self.cipher.mac(chain, &last[..self.block]);
        wipe::wipe(&mut last);
    }
}

/// The length of a slice in bytes. Each slice is authenticated and encrypted before the next slice.
const SLICE: usize = 1024;

impl<K: Keyed> Scheme for KccmScheme<K> {
    fn nonce_len(&self) -> ByteLengths {
        ByteLengths::fixed(self.block)
    }

    fn tag_len(&self) -> ByteLengths {
        tags(self.block)
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        self.greatest().into()
    }

    fn has_rules(&self) -> bool {
        true
    }

    fn check_lengths(&self, header: u128, _text: u128) -> Result<(), Error> {
        let max = self.greatest();
        if header <= max.into() {
            return Ok(());
        }
        let value = u64::try_from(header).unwrap_or(u64::MAX);
        Err(Error::Parameter { name: "the number of bytes of associated data", value, min: 0, max })
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let block = self.block;
        let [mut chain, mut counter] = [[0; BLOCK]; 2];
        let (chained, counted) = (&mut chain[..block], &mut counter[..block]);
        self.begin(chained, &message);
        let Whole { direction, nonce, data, tag_len, .. } = message;
        counted.copy_from_slice(nonce);
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *counted));
        let mut whole = data.take(data.len() / block * block);
        while !whole.is_empty() {
            let mut slice = whole.take(SLICE);
            if direction == Direction::Encrypt {
                self.cipher.mac(chained, slice.input());
            }
            count_before(&self.cipher, next_of_kctr, counted, &mut slice.reborrow());
            if direction == Direction::Decrypt {
                self.cipher.mac(chained, slice.output());
            }
        }
        // the keystream for the last bytes of the text and for the tag
        let mut keystream = [0; 2 * BLOCK];
        let keystream = &mut keystream[..2 * block];
        count_before(&self.cipher, next_of_kctr, counted, &mut InOut::from(&mut *keystream));
        let tail = data.len();
        if tail > 0 {
            if direction == Direction::Encrypt {
                self.last(chained, data.input());
            }
            data.xor(keystream);
            if direction == Direction::Decrypt {
                self.last(chained, data.output());
            }
        }
        for ((tag, chained), mask) in tag.iter_mut().zip(chained).zip(&keystream[tail..]).take(tag_len) {
            *tag = *chained ^ mask;
        }
        wipe::wipe(keystream);
        wipe::wipe(&mut chain);
        wipe::wipe(&mut counter);
    }
}
