//! GCM-SIV: RFC 8452, over ciphers with blocks of 16 bytes and keys of 16 or 32.
//!
//! From the key and the nonce, two keys are derived for each message: one for POLYVAL and one for the cipher. A first
//! pass computes the tag. The second pass encrypts in counter mode; its counter begins with the tag. With AES, one call
//! does all of this (`block/fused/gcm_siv.rs`).

use super::{
    Aead,
    sealed::{Scheme, Tag, Whole},
    siv::published,
};
use crate::{
    block::{Authenticated, GcmSivMessage, Keyed, Pass, Typed, sealed, whole_blocks},
    mode::Direction,
    names::ByteLengths,
    primitives::ghash::{BLOCK, GHASH, HashKey, hashed_blocks, polyval},
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut, copy_short, short_le},
    },
    wipe,
};

/// Authenticated encryption with GCM-SIV, under one key. Nonces have 12 bytes, tags 16.
///
/// Nonce reuse reveals whether a message was sent again with the same associated data, and nothing else. If nonces are reused
/// often, the limits of RFC 8452, section 9, apply to the number of messages. A message must be available as a whole.
///
/// ```
/// use bramah::{Aes256, GcmSiv};
///
/// let gcm_siv = GcmSiv::<Aes256>::new(&[7; 32]);
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// gcm_siv.seal(b"first nonce.", b"to everyone", &mut text[..], &mut tag)?;
/// gcm_siv.open(b"first nonce.", b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type GcmSiv<K> = Aead<GcmSivScheme<K>>;

/// The length of a nonce in bytes.
const NONCE: usize = 12;
/// The length of the longest key in bytes.
const KEY: usize = 32;
/// The lengths of keys in bytes for which the RFC defines the derivation.
const KEYS: ByteLengths = ByteLengths { min: 16, max: KEY, step: 16 };

/// The registry's entry for GCM-SIV.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = super::Mode {
    name: "gcm-siv",
    title: "counter, which begins with a tag by POLYVAL: nonce reuse reveals only which messages are the same",
    specification: "RFC 8452",
    block_len: ByteLengths::fixed(BLOCK),
    ciphers: "",
    cipher_keys: KEYS,
    keys: 1,
    in_parts: false,
    misuse_resistant: true,
    aliases: |cipher| match cipher {
        "aes-128" => &["aead-aes-128-gcm-siv"],
        "aes-256" => &["aead-aes-256-gcm-siv"],
        _ => &[],
    },
    nonce_len: |_| ByteLengths::fixed(NONCE),
    tag_len: |_| ByteLengths::fixed(BLOCK),
    over: |cipher, key| {
        Ok(super::AnyScheme::of_whole(GcmSivScheme {
            cipher: cipher.for_use(key, crate::block::Use::Encryption)?,
            key_len: key.len(),
        }))
    },
};

/// GCM-SIV over a cipher whose key derives the keys of messages.
#[derive(Clone)]
pub struct GcmSivScheme<K> {
    cipher: K,
    key_len: usize,
}

impl<K: Typed> GcmSiv<K> {
    /// Sets up the mode under this key. It does not compile unless the cipher's blocks have 16 bytes and its keys 16 or 32.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        const { assert!(<K::Block as Bytes>::LEN == BLOCK, "GCM-SIV is defined for blocks of 128 bits") };
        const { assert!(KEYS.contains(K::KEY_LEN), "GCM-SIV is defined for keys of 128 and 256 bits") };
        Self::with_scheme(GcmSivScheme { cipher: K::keyed(key, false), key_len: K::KEY_LEN })
    }
}

/// The two keys of one message.
struct Keys<'a> {
    cipher: &'a dyn sealed::Keyed,
    hash: HashKey,
}

impl<K: Keyed> GcmSivScheme<K> {
    /// Calls `work` with the keys for a nonce, which are the first halves of encrypted blocks (section 4). `hashed` is the number
    /// of blocks that POLYVAL will process for the message.
    fn with_keys(&self, nonce: &[u8], hashed: usize, work: &mut dyn FnMut(&Keys<'_>)) {
        let mut blocks = [[0; BLOCK]; 2 + KEY / 8];
        let blocks = &mut blocks[..2 + self.key_len / 8];
        for (block, number) in blocks.iter_mut().zip(0u32..) {
            copy_short(block, &number.to_le_bytes());
            copy_short(&mut block[4..], nonce);
        }
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(blocks.as_flattened_mut()));
        let mut halves = [0; BLOCK + KEY];
        for (half, block) in halves.chunks_exact_mut(8).zip(&*blocks) {
            half.copy_from_slice(&block[..8]);
        }
        let (first, second) = halves.split_at(BLOCK);
        let Some(first) = first.first_chunk() else { unreachable!("a block") };
        self.cipher.with_key(&second[..self.key_len], &mut |cipher| {
            let mut keys = Keys { cipher, hash: HashKey::empty(GHASH.get()) };
            keys.hash.set_polyval_for(first, hashed);
            work(&keys);
        });
        wipe::wipe(blocks.as_flattened_mut());
        wipe::wipe(&mut halves);
    }
}

impl Keys<'_> {
    /// Returns the tag of a message.
    fn tag(&self, nonce: &[u8], header: &[u8], text: &[u8]) -> [u8; BLOCK] {
        let mut tag = polyval(&self.hash, header, text);
        for (byte, nonce) in tag.iter_mut().zip(nonce) {
            *byte ^= nonce;
        }
        tag[BLOCK - 1] &= 0x7f;
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut tag[..]));
        tag
    }

    /// Encrypts or decrypts the text by XOR with the keystream whose counter begins with `tag`.
    fn crypt(&self, tag: &[u8; BLOCK], data: &mut InOut<'_>) {
        let mut counter = *tag;
        counter[BLOCK - 1] |= 0x80;
        let ctr = Pass::Ctr(Increment::Le32);
        let mut whole = data.take(whole_blocks(data.len(), BLOCK));
        if !whole.is_empty() {
            self.cipher.pass(ctr, &mut counter, &mut whole);
        }
        if !data.is_empty() {
            let mut keystream = [0; BLOCK];
            self.cipher.pass(ctr, &mut counter, &mut InOut::from(&mut keystream[..]));
            data.xor(&keystream);
            wipe::wipe(&mut keystream);
        }
    }
}

impl<K: Keyed> Scheme for GcmSivScheme<K> {
    fn nonce_len(&self) -> ByteLengths {
        ByteLengths::fixed(NONCE)
    }

    fn tag_len(&self) -> ByteLengths {
        ByteLengths::fixed(BLOCK)
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        // section 6
        1 << 36
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    #[inline]
    fn whole(&self, mut message: Whole<'_, '_>, tag: &mut Tag) {
        if !self.at_once(&mut message, tag) {
            self.in_passes(message, tag);
        }
    }
}

impl<K: Keyed> GcmSivScheme<K> {
    /// Encrypts or decrypts a message in one call if the cipher has a function for that; returns whether it has.
    #[inline]
    fn at_once(&self, message: &mut Whole<'_, '_>, tag: &mut [u8]) -> bool {
        let Some(tag) = tag.first_chunk_mut() else { return false };
        let decrypt = message.direction == Direction::Decrypt;
        if decrypt && let Some(received) = message.received.first_chunk::<BLOCK>() {
            *tag = *received;
        }
        let mut whole = Authenticated::GcmSiv(GcmSivMessage::new(message.header, tag));
        self.cipher.authenticated(decrypt, short_le(message.nonce), &mut whole, message.data)
    }

    /// Encrypts or decrypts a message in two passes, one of POLYVAL and one of the cipher, with keys that are derived first.
    fn in_passes(&self, message: Whole<'_, '_>, tag: &mut [u8]) {
        let Whole { direction, nonce, header, data, received, .. } = message;
        self.with_keys(nonce, hashed_blocks(header.len(), data.len()), &mut |keys| {
            let right = match direction {
                Direction::Encrypt => {
                    let tag = published(keys.tag(nonce, header, data.input()));
                    keys.crypt(&tag, &mut data.reborrow());
                    tag
                }
                Direction::Decrypt => {
                    let mut counter = [0; BLOCK];
                    counter.copy_from_slice(received);
                    keys.crypt(&counter, &mut data.reborrow());
                    keys.tag(nonce, header, data.output())
                }
            };
            tag[..BLOCK].copy_from_slice(&right);
        });
    }
}
