//! The GCM of DSTU 7624:2014, section 12, over ciphers with blocks of 16, 32 and 64 bytes.
//!
//! A polynomial, whose coefficients are the blocks of associated data and of ciphertext, is evaluated at the encrypted block of
//! zeros. The lengths are XORed onto its value, and the result is encrypted: this is the tag. Incomplete blocks are padded, as in
//! the standard's example of GMAC with 139 bits. Bouncy Castle agrees if associated data and text consist of whole blocks.

use super::{
    Aead,
    frame::check_together,
    sealed::{InParts, Scheme, Tag, Whole},
};
#[cfg(feature = "registry")]
use crate::block::KALYNA;
use crate::{
    Error,
    block::{Keyed, Pass, Typed},
    mode::{Direction, count_before, next_of_kctr},
    names::ByteLengths,
    primitives::ghash::{Multiplier, WIDE},
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut, copy_short},
    },
    wipe,
};

/// Authenticated encryption with the GCM of DSTU 7624, under one key. Nonce reuse reveals the XOR of the messages.
///
/// **The tag does not depend on the nonce.** A message passes verification under any nonce, and decrypts to a wrong text if the
/// nonce is wrong. If the nonce is sent with the message, make it a part of the associated data too. [Messages in
/// segments](Aead::segments) are refused.
///
/// A nonce has as many bytes as a block. A tag has at least 8 bytes and at most as many as a block. Associated data and text must
/// not both be empty, because their tag would be the key of the polynomial. Over blocks of 16 bytes, they have fewer than 2^61
/// bytes together. The tag of a message without text is the standard's GMAC.
///
/// ```
/// use bramah::{Kalyna256_256, Kgcm};
///
/// let (gcm, nonce) = (Kgcm::<Kalyna256_256>::new(&[7; 32]), [1; 32]);
/// let (mut text, mut tag) = (*b"for you alone", [0; 32]);
/// gcm.seal(&nonce, &nonce, &mut text[..], &mut tag)?;
/// gcm.open(&nonce, &nonce, &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Kgcm<K> = Aead<KgcmScheme<K>>;

/// Returns the lengths of tags in bytes, for blocks of `block` bytes.
const fn tags(block: usize) -> ByteLengths {
    ByteLengths { min: 8, max: block, step: 1 }
}

/// Returns the maximum length in bytes of associated data and text together. Each of the two lengths, in bits, is encoded in
/// half a block.
const fn limit(block: usize) -> u64 {
    if block == 16 { u64::MAX >> 3 } else { u64::MAX }
}

/// The registry's entry for the GCM of DSTU 7624.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = super::Mode {
    name: "kgcm",
    title: "counter of DSTU 7624, with a tag by a polynomial",
    specification: "DSTU 7624:2014, 12",
    block_len: ByteLengths { min: 16, max: WIDE, step: 16 },
    ciphers: KALYNA,
    cipher_keys: super::ANY_KEYS,
    keys: 1,
    in_parts: true,
    misuse_resistant: false,
    aliases: |_| &[],
    nonce_len: ByteLengths::fixed,
    tag_len: tags,
    over: |cipher, key| {
        let cipher = cipher.for_use(key, crate::block::Use::Encryption)?;
        Ok(super::AnyScheme::new(KgcmScheme::with_cipher(cipher)))
    },
};

/// The length of a slice in bytes. Each slice is encrypted and authenticated before the next slice.
const SLICE: usize = 1024;

/// The GCM of DSTU 7624 over a cipher with its key.
#[derive(Clone)]
pub struct KgcmScheme<K> {
    cipher: K,
    /// The length of a block in bytes.
    block: usize,
    key: Multiplier,
}

/// The state of one message that is encrypted or decrypted with the GCM of DSTU 7624.
pub struct Message {
    counter: [u8; WIDE],
    /// The value of the polynomial so far.
    sum: [u8; WIDE],
    /// The lengths of the associated data and of the text so far, in bytes.
    header: u64,
    text: u64,
    /// The first `count` bytes of an incomplete block of associated data or ciphertext, and the block of keystream for an
    /// incomplete block of text.
    held: [u8; WIDE],
    count: usize,
    keystream: [u8; WIDE],
}

impl<K: Typed> Kgcm<K> {
    /// Sets up the mode under this key. It does not compile unless the cipher's blocks have 16, 32 or 64 bytes.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        const { assert!(matches!(<K::Block as Bytes>::LEN, 16 | 32 | WIDE), "defined for 128, 256 and 512 bits") };
        Self::with_scheme(KgcmScheme::with_cipher(K::keyed(key, false)))
    }
}

impl<K: Keyed> KgcmScheme<K> {
    /// Sets up the mode over a cipher with blocks of 16, 32 or 64 bytes.
    fn with_cipher(cipher: K) -> Self {
        let block = cipher.block_len();
        let mut zeros = [0; WIDE];
        cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut zeros[..block]));
        let new = Self { cipher, block, key: Multiplier::new(&zeros[..block]) };
        wipe::wipe(&mut zeros);
        new
    }

    /// Absorbs bytes into the polynomial as whole blocks: the last block is padded.
    fn authenticate(&self, sum: &mut [u8; WIDE], data: &[u8]) {
        for bytes in data.chunks(self.block) {
            for (sum, byte) in sum.iter_mut().zip(bytes) {
                *sum ^= byte;
            }
            if bytes.len() < self.block {
                sum[bytes.len()] ^= 0x80;
            }
            self.key.multiply(&mut sum[..self.block]);
        }
    }

    /// Appends a part of the associated data or of the ciphertext.
    fn append(&self, message: &mut Message, mut data: &[u8]) {
        if message.count > 0 {
            let (more, rest) = data.split_at(data.len().min(self.block - message.count));
            copy_short(&mut message.held[message.count..], more);
            message.count += more.len();
            if message.count < self.block {
                return;
            }
            self.end_block(message);
            data = rest;
        }
        let (whole, rest) = data.split_at(data.len() / self.block * self.block);
        self.authenticate(&mut message.sum, whole);
        copy_short(&mut message.held, rest);
        message.count = rest.len();
    }

    /// Encrypts or decrypts bytes with the stored block of keystream, and authenticates the block once it is complete.
    fn within(&self, message: &mut Message, direction: Direction, mut data: InOut<'_>) {
        let (from, len) = (message.count, data.len());
        if direction == Direction::Decrypt {
            copy_short(&mut message.held[from..], data.input());
        }
        data.xor(&message.keystream[from..]);
        if direction == Direction::Encrypt {
            copy_short(&mut message.held[from..], data.output());
        }
        message.count += len;
        if message.count == self.block {
            self.end_block(message);
        }
    }

    /// Authenticates the stored incomplete block, padded, if there is one.
    fn end_block(&self, message: &mut Message) {
        self.authenticate(&mut message.sum, &message.held[..message.count]);
        message.count = 0;
    }
}

impl<K: Keyed> Scheme for KgcmScheme<K> {
    fn nonce_len(&self) -> ByteLengths {
        ByteLengths::fixed(self.block)
    }

    fn tag_len(&self) -> ByteLengths {
        tags(self.block)
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        limit(self.block).into()
    }

    fn binds_nonce(&self) -> bool {
        false
    }

    fn has_rules(&self) -> bool {
        true
    }

    fn check_lengths(&self, header: u128, text: u128) -> Result<(), Error> {
        check_together(header, text, limit(self.block))
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        self.part_by_part(message, tag);
    }
}

impl<K: Keyed> InParts for KgcmScheme<K> {
    type Message = Message;

    fn begin(&self, nonce: &[u8], _tag_len: usize) -> Message {
        let mut new = Message {
            counter: [0; WIDE],
            sum: [0; WIDE],
            header: 0,
            text: 0,
            held: [0; WIDE],
            count: 0,
            keystream: [0; WIDE],
        };
        copy_short(&mut new.counter, nonce);
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut new.counter[..self.block]));
        new
    }

    fn header(&self, message: &mut Message, data: &[u8]) {
        message.header = message.header.wrapping_add(data.len() as u64);
        self.append(message, data);
    }

    fn end_header(&self, message: &mut Message) {
        self.end_block(message);
    }

    fn text(&self, message: &mut Message, direction: Direction, data: &mut InOut<'_>) {
        let block = self.block;
        message.text = message.text.wrapping_add(data.len() as u64);
        if message.count > 0 {
            let part = data.take(block - message.count);
            self.within(message, direction, part);
        }
        let pass = |counter: &mut [u8; WIDE], data: &mut InOut<'_>| {
            count_before(&self.cipher, next_of_kctr, &mut counter[..block], data);
        };
        let mut whole = data.take(data.len() / block * block);
        while !whole.is_empty() {
            let mut slice = whole.take(SLICE);
            if direction == Direction::Decrypt {
                self.authenticate(&mut message.sum, slice.input());
            }
            pass(&mut message.counter, &mut slice.reborrow());
            if direction == Direction::Encrypt {
                self.authenticate(&mut message.sum, slice.output());
            }
        }
        if !data.is_empty() {
            message.keystream.fill(0);
            pass(&mut message.counter, &mut InOut::from(&mut message.keystream[..block]));
            self.within(message, direction, data.reborrow());
        }
    }

    fn ciphertext(&self, message: &mut Message, data: &[u8]) {
        message.text = message.text.wrapping_add(data.len() as u64);
        self.append(message, data);
    }

    fn end(&self, message: &mut Message, _tag_len: usize, tag: &mut Tag) {
        self.end_block(message);
        let block = self.block;
        for (place, bytes) in [(0, message.header), (block / 2, message.text)] {
            let bits = (u128::from(bytes) << 3).to_le_bytes();
            for (sum, byte) in message.sum[place..][..block / 2].iter_mut().zip(bits) {
                *sum ^= byte;
            }
        }
        let last = &mut message.sum[..block];
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut *last));
        copy_short(tag, last);
    }

    fn skip(&self, message: &mut Message, header: u64, text: u64) {
        message.header = message.header.wrapping_add(header);
        message.text = message.text.wrapping_add(text);
        let (block, blocks) = (self.block, u128::from(text) / self.block as u128);
        Increment::Le.add(&mut message.counter[..block], blocks);
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        for secret in [&mut self.counter, &mut self.sum, &mut self.held, &mut self.keystream] {
            wipe::wipe(secret);
        }
    }
}
