//! GCM, Galois/counter mode: NIST SP 800-38D, over ciphers with blocks of 16 bytes.
//!
//! With AES, one loop encrypts and hashes (`block/fused/gcm.rs`). Over other ciphers, a text is processed in slices
//! that are first encrypted, then hashed, and stay in the first-level cache in between.

mod many;

use super::{
    Aead, KeyLimit, Packet,
    once::sealed as once,
    sealed::{InParts, Scheme, Tag, Whole},
};
use crate::{
    Error,
    block::{Authenticated, GcmPart, GcmWhole, Keyed, MAX_GCM_HEADER, Pass, Typed},
    mode::Direction,
    names::ByteLengths,
    primitives::ghash::{BLOCK, HashKey, State, hashed_blocks},
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut, short_le, store_whole64},
    },
    wipe,
};

/// Authenticated encryption with GCM, under one key. Reusing a nonce reveals the XOR of the messages and lets tags be forged.
///
/// Nonces of 12 bytes are best. With a nonce of another length, GHASH computes the first counter from it, and the time that a
/// message takes may then depend on whether the counter passes a multiple of 2^32.
///
/// ```
/// use bramah::{Aes256, Gcm};
///
/// let gcm = Gcm::<Aes256>::new(&[7; 32]);
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// gcm.seal(b"first nonce.", b"to everyone", &mut text[..], &mut tag)?;
/// gcm.open(b"first nonce.", b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Gcm<K> = Aead<GcmScheme<K>>;

/// The lengths of nonces in bytes: 12 bytes are best, because nonces of other lengths must first be hashed to a block.
const NONCE: ByteLengths = ByteLengths { min: 1, max: usize::MAX, step: 1 };
/// The lengths of tags in bytes (section 5.2.1.2). Shorter tags are not offered: they can be forged step by step, so the
/// section limits the messages and keys for these tags.
const TAG: ByteLengths = ByteLengths { min: 12, max: 16, step: 1 };

/// The maximum length of a text in bytes: 2^39 - 256 bits (section 5.2.1.1).
pub(super) const LIMIT: u128 = (1 << 36) - 32;

/// The registry's entry for GCM.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = super::Mode {
    name: "gcm",
    title: "Galois/counter: counter, with a tag by GHASH",
    specification: "NIST SP 800-38D",
    block_len: ByteLengths::fixed(BLOCK),
    ciphers: "",
    cipher_keys: super::ANY_KEYS,
    nonce_len: |_| NONCE,
    tag_len: |_| TAG,
    keys: 1,
    in_parts: true,
    misuse_resistant: false,
    aliases: |_| &[],
    over: |cipher, key| {
        let cipher = cipher.for_use(key, crate::block::Use::Encryption)?;
        Ok(super::AnyScheme::new(GcmScheme::for_blocks(cipher, usize::MAX)))
    },
};

/// The length in bytes of the slices that are encrypted and then hashed.
const SLICE: usize = 8 << 10;

/// The length in bytes of the longest text that is encrypted in one call together with the block that masks the tag.
const SHORT: usize = 512;

/// GCM over a cipher with its key.
#[derive(Clone)]
pub struct GcmScheme<K> {
    cipher: K,
    hash: HashKey,
}

/// The state of one message that is encrypted or decrypted with GCM.
pub struct Message {
    hash: State,
    /// The encrypted first counter block, which is XORed with the hash to give the tag.
    mask: [u8; BLOCK],
    counter: [u8; BLOCK],
    /// The lengths of the associated data and of the text so far, in bytes.
    header: u64,
    text: u64,
    /// A block of keystream. Its first `used` bytes have been used; if `used` is 0, the block is invalid.
    keystream: [u8; BLOCK],
    used: usize,
}

impl<K: Typed> Gcm<K> {
    /// Sets up the mode under this key. It does not compile unless the cipher's blocks have 16 bytes.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        let mut new = Self::without_key();
        new.take_key(key, usize::MAX);
        new.scheme.cipher.will_move();
        new
    }

    #[inline(always)]
    fn without_key() -> Self {
        const { assert!(<K::Block as Bytes>::LEN == BLOCK, "GCM is defined for blocks of 128 bits") };
        Self::with_scheme(GcmScheme::without_key(K::without_key()))
    }

    /// Stores the key in place, for messages of at most `blocks` blocks of GHASH's input.
    #[inline(always)]
    fn take_key(&mut self, key: &K::Key, blocks: usize) {
        self.scheme.cipher.set_key(key, false);
        self.scheme.set_hash_key(blocks);
    }
}

impl<K: Typed> once::Once for GcmScheme<K> {
    type Key = K::Key;

    /// Sets up the mode with only as many powers of the hash key as the message needs.
    #[inline]
    fn once(
        key: &K::Key,
        lengths: once::Lengths,
        work: impl FnOnce(&Gcm<K>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut new = Gcm::without_key();
        let nonce = if lengths.nonce == 12 { 0 } else { lengths.nonce.div_ceil(BLOCK) + 1 };
        new.take_key(key, nonce.max(hashed_blocks(lengths.header, lengths.text)));
        work(&new)
    }
}

impl<K: Keyed> GcmScheme<K> {
    /// Sets up the mode over a cipher with blocks of 16 bytes, for a message of at most `blocks` blocks of GHASH's input.
    pub(super) fn for_blocks(cipher: K, blocks: usize) -> Self {
        let mut new = Self::without_key(cipher);
        new.set_hash_key(blocks);
        new
    }

    /// Creates the mode with an empty hash key. The cipher need not have a key yet.
    #[inline(always)]
    fn without_key(cipher: K) -> Self {
        let backend = crate::primitives::ghash::beside(cipher.gcm_powers());
        Self { cipher, hash: HashKey::empty(backend) }
    }

    /// Computes the hash key, for a message of at most `blocks` blocks of GHASH's input.
    fn set_hash_key(&mut self, blocks: usize) {
        let mut h = [0; BLOCK];
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut h[..]));
        self.hash.set_for(&h, blocks);
        wipe::wipe(&mut h);
    }

    /// Encrypts or decrypts whole blocks by XOR with the next keystream. If `data` is zeros, the output is the keystream itself.
    #[inline(always)]
    fn count(&self, counter: &mut [u8; BLOCK], data: &mut InOut<'_>) {
        self.cipher.pass(Pass::Ctr(Increment::Be32), &mut counter[..], data);
    }

    /// Encrypts or decrypts a whole message in one call if the cipher has a function for that; returns whether it has.
    #[inline]
    fn stitched(&self, message: &mut Whole<'_, '_>, tag: &mut [u8]) -> bool {
        let Some(powers) = self.hash.powers(self.cipher.gcm_powers()) else { return false };
        let Some(tag) = tag.first_chunk_mut() else { return false };
        let counter = self.first_counter(message.nonce);
        let text = message.data.len();
        if Increment::Be32.run(&counter) < (text / BLOCK + 2) as u64 {
            return false;
        }
        let (mut hash, mut header) = (State::EMPTY, message.header);
        if header.len() > MAX_GCM_HEADER {
            hash.update(&self.hash, header);
            hash.pad(&self.hash);
            header = &[];
        }
        let Some(y) = hash.whole_blocks() else { return false };
        let mut whole = GcmWhole { header, lengths: [0; 2], tag };
        store_whole64(&mut whole.lengths, [text, message.header.len()].map(|bytes| bits(bytes as u64)));
        let mut part = Authenticated::Gcm(GcmPart { powers, y, whole: Some(whole) });
        let decrypt = message.direction == Direction::Decrypt;
        self.cipher.authenticated(decrypt, u128::from_le_bytes(counter), &mut part, message.data)
    }

    /// Computes the counter block whose encryption masks the tag (section 7.1, step 2).
    #[inline]
    fn first_counter(&self, nonce: &[u8]) -> [u8; BLOCK] {
        if nonce.len() == 12 {
            // computed in registers, because a load that spans several recent small stores would stall
            return (short_le(nonce) | 1 << 120).to_le_bytes();
        }
        let mut hash = State::EMPTY;
        hash.end(&self.hash, nonce, &[0, bits(nonce.len() as u64)])
    }

    /// Encrypts or decrypts a short message under a nonce of twelve bytes. The cipher is called once, for the block that masks
    /// the tag and for the text after it. GHASH is called once for the associated data, if there is any, and once for the text.
    fn short(&self, Whole { direction, nonce, header, data, .. }: Whole<'_, '_>, tag: &mut [u8]) {
        let (len, mut room) = (data.len(), [0; BLOCK + SHORT]);
        let room = &mut room[..BLOCK + len.next_multiple_of(BLOCK)];
        room[BLOCK..][..len].copy_from_slice(data.input());
        let mut counter = self.first_counter(nonce);
        self.count(&mut counter, &mut InOut::from(&mut room[..]));

        let mut hash = State::EMPTY;
        if !header.is_empty() {
            hash.update(&self.hash, header);
            hash.pad(&self.hash);
        }
        let (mask, text) = room.split_at(BLOCK);
        let ciphertext = match direction {
            Direction::Encrypt => &text[..len],
            Direction::Decrypt => data.input(),
        };
        let lengths = [header.len() as u64, len as u64].map(bits);
        let hash = hash.end(&self.hash, ciphertext, &lengths);
        data.output().copy_from_slice(&text[..len]);
        for ((tag, hash), mask) in tag.iter_mut().zip(hash).zip(mask) {
            *tag = hash ^ mask;
        }
        wipe::wipe(room);
    }

    /// Encrypts or decrypts the next part of a text, and hashes its ciphertext.
    #[inline]
    fn slice(&self, message: &mut Message, direction: Direction, slice: &mut InOut<'_>) {
        if direction == Direction::Decrypt {
            message.hash.update(&self.hash, slice.input());
        }
        self.crypt(message, &mut slice.reborrow());
        if direction == Direction::Encrypt {
            message.hash.update(&self.hash, slice.output());
        }
    }

    /// Encrypts or decrypts the next bytes of the text, in any number, by XOR with the keystream.
    #[inline]
    fn crypt(&self, message: &mut Message, data: &mut InOut<'_>) {
        if message.used > 0 {
            let mut part = data.take(BLOCK - message.used);
            part.xor(&message.keystream[message.used..]);
            message.used = (message.used + part.len()) % BLOCK;
        }
        let mut whole = data.take(data.len() / BLOCK * BLOCK);
        if !whole.is_empty() {
            self.count(&mut message.counter, &mut whole);
        }
        if !data.is_empty() {
            message.keystream = [0; BLOCK];
            self.count(&mut message.counter, &mut InOut::from(&mut message.keystream[..]));
            data.xor(&message.keystream);
            message.used = data.len();
        }
    }
}

impl<K: Keyed> Scheme for GcmScheme<K> {
    fn nonce_len(&self) -> ByteLengths {
        NONCE
    }

    fn tag_len(&self) -> ByteLengths {
        TAG
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        LIMIT
    }

    fn key_limit(&self) -> Option<KeyLimit> {
        // SP 800-38D, section 8.3
        Some(KeyLimit { limit: 1 << 32, unit: "messages" })
    }

    fn key_cost(&self, direction: Direction, _: usize, _: usize, _: usize) -> u128 {
        (direction == Direction::Encrypt).into()
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    #[inline]
    fn whole(&self, mut message: Whole<'_, '_>, tag: &mut Tag) {
        if self.stitched(&mut message, tag) {
            return;
        }
        if message.data.len() <= SHORT && message.nonce.len() == 12 {
            self.short(message, tag);
        } else {
            self.part_by_part(message, tag);
        }
    }

    fn many(&self, direction: Direction, packets: &mut [Packet<'_>]) -> bool {
        self.side_by_side(direction, packets)
    }
}

impl<K: Keyed> InParts for GcmScheme<K> {
    type Message = Message;

    #[inline]
    fn begin(&self, nonce: &[u8], _tag_len: usize) -> Message {
        let mut new = Message {
            hash: State::EMPTY,
            mask: [0; BLOCK],
            counter: self.first_counter(nonce),
            header: 0,
            text: 0,
            keystream: [0; BLOCK],
            used: 0,
        };
        self.count(&mut new.counter, &mut InOut::from(&mut new.mask[..]));
        new
    }

    #[inline]
    fn header(&self, message: &mut Message, data: &[u8]) {
        message.header = message.header.wrapping_add(data.len() as u64);
        message.hash.update(&self.hash, data);
    }

    #[inline]
    fn end_header(&self, message: &mut Message) {
        message.hash.pad(&self.hash);
    }

    #[inline]
    fn text(&self, message: &mut Message, direction: Direction, data: &mut InOut<'_>) {
        message.text += data.len() as u64;
        if message.used > 0 {
            let mut first = data.take(BLOCK - message.used);
            self.slice(message, direction, &mut first);
        }
        if let Some(powers) = self.hash.powers(self.cipher.gcm_powers())
            && Increment::Be32.run(&message.counter) > (data.len() / BLOCK) as u64
            && let Some(y) = message.hash.whole_blocks()
        {
            let (mut part, before) = (Authenticated::Gcm(GcmPart { powers, y, whole: None }), data.len());
            let counter = u128::from_le_bytes(message.counter);
            self.cipher.authenticated(direction == Direction::Decrypt, counter, &mut part, data);
            let blocks = (before - data.len()) / BLOCK;
            Increment::Be32.add(&mut message.counter, blocks as u128);
        }
        while !data.is_empty() {
            self.slice(message, direction, &mut data.take(SLICE));
        }
    }

    #[inline]
    fn ciphertext(&self, message: &mut Message, data: &[u8]) {
        message.text += data.len() as u64;
        message.hash.update(&self.hash, data);
    }

    #[inline]
    fn end(&self, message: &mut Message, _tag_len: usize, tag: &mut Tag) {
        let lengths = [message.header, message.text].map(bits);
        let hash = message.hash.end(&self.hash, &[], &lengths);
        for ((tag, hash), mask) in tag.iter_mut().zip(hash).zip(message.mask) {
            *tag = hash ^ mask;
        }
    }

    fn skip(&self, message: &mut Message, header: u64, text: u64) {
        message.header = message.header.wrapping_add(header);
        message.text = message.text.wrapping_add(text);
        Increment::Be32.add(&mut message.counter, u128::from(text) / BLOCK as u128);
    }
}

/// Returns the number of bits in `bytes` bytes, modulo 2^64.
fn bits(bytes: u64) -> u64 {
    bytes.wrapping_mul(8)
}

impl Drop for Message {
    fn drop(&mut self) {
        for secret in [&mut self.mask, &mut self.counter, &mut self.keystream] {
            wipe::wipe(secret);
        }
    }
}
