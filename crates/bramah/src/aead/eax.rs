//! EAX: Bellare, Rogaway and Wagner, "The EAX mode of operation", 2004, over ciphers with blocks of any
//! length.

use super::{
    Aead,
    sealed::{InParts, Scheme, Tag, Whole},
};
use crate::{
    block::{Authenticated, Keyed, Pass, Typed, whole_blocks},
    mac::{Construction, Omac, Subkeys},
    mode::Direction,
    names::ByteLengths,
    simd::{
        blocks::{Increment, increment_secret},
        memory::{Bytes, InOut, add, copy_short},
    },
    wipe,
};

/// Authenticated encryption with EAX, under one key.
///
/// ```
/// use bramah::{Aes128, Eax};
///
/// let eax = Eax::<Aes128>::new(&[0; 16]);
/// let mut text = *b"secret";
/// let mut tag = [0; 16];
/// eax.seal(b"number 1", b"to everyone", &mut text[..], &mut tag)?;
/// eax.open(b"number 1", b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"secret");
/// assert!(eax.open(b"number 2", b"to everyone", &mut text[..], &tag).is_err());
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Eax<K> = Aead<EaxScheme<K, <K as Typed>::Block>>;

/// The lengths of nonces in bytes: any, including 0.
const NONCE: ByteLengths = ByteLengths { min: 0, max: usize::MAX, step: 1 };

/// Returns the lengths of tags in bytes, for blocks of `block` bytes.
const fn tags(block: usize) -> ByteLengths {
    ByteLengths { min: 1, max: block, step: 1 }
}

/// EAX over a cipher with its key. `B` is an array that a block fits into.
#[derive(Clone)]
pub struct EaxScheme<K, B: Bytes> {
    cipher: K,
    /// The length of a block in bytes.
    block: usize,
    subkeys: Subkeys,
    /// The chaining values of two OMACs, one of the nonce and one of the associated data, each after its first block,
    /// which contains only the number 0 or 1. The next field, `empty`, holds the results of both OMACs if nothing follows
    /// the first block.
    begun: [B; 2],
    empty: [B; 2],
}

/// The state of one message that is encrypted or decrypted with EAX.
pub struct Message<B: Bytes> {
    /// OMAC of the nonce, onto which OMAC of the associated data is XORed later.
    sum: B,
    /// OMAC in progress: of the nonce, then of the associated data, and at the end of the last bytes of the ciphertext,
    /// after the blocks in `chained`.
    omac: Omac,
    counter: B,
    /// OMAC of the ciphertext in progress: the chaining value, and the pending block that will be XORed onto it next.
    chained: B,
    pending: B,
    /// A block of keystream, the ciphertext for its used part, and the number of bytes used.
    keystream: B,
    part: B,
    count: usize,
}

impl<K: Typed> Eax<K> {
    /// Sets up the mode under this key.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        Self::with_scheme(EaxScheme::with_cipher(K::keyed(key, false)))
    }
}

impl<K, B: Bytes> Drop for EaxScheme<K, B> {
    fn drop(&mut self) {
        // these blocks are encryptions under the key, and CMAC's subkeys are computed from the first
        for block in self.begun.iter_mut().chain(&mut self.empty) {
            wipe::wipe(block.as_mut());
        }
    }
}

impl<K: Keyed, B: Bytes> EaxScheme<K, B> {
    fn with_cipher(cipher: K) -> Self {
        let subkeys = Subkeys::new(&cipher, Construction::Cmac);
        let block = cipher.block_len();
        let (mut begun, mut empty) = ([B::ZERO; 2], [B::ZERO; 2]);
        for (number, (begun, empty)) in begun.iter_mut().zip(&mut empty).enumerate() {
            let (mut omac, mut prefix) = (Omac::EMPTY, B::ZERO);
            prefix.as_mut()[block - 1] = number as u8;
            omac.resume(B::ZERO.as_ref(), &prefix.as_ref()[..block]);
            empty.as_mut()[..block].copy_from_slice(omac.finish(&cipher, block, &subkeys));
            cipher.mac(&mut begun.as_mut()[..block], &prefix.as_ref()[..block]);
        }
        Self { cipher, block, subkeys, begun, empty }
    }

    /// Encrypts or decrypts bytes within one block of keystream.
    fn within(&self, message: &mut Message<B>, direction: Direction, mut data: InOut<'_>) {
        let (from, len) = (message.count, data.len());
        let part = &mut message.part.as_mut()[from..][..len];
        match direction {
            Direction::Encrypt => {
                data.xor(&message.keystream.as_ref()[from..]);
                part.copy_from_slice(data.output());
            }
            Direction::Decrypt => {
                part.copy_from_slice(data.input());
                data.xor(&message.keystream.as_ref()[from..]);
            }
        }
        self.end_part(message, len);
    }

    /// Records that `len` more bytes of ciphertext were stored in `part`. A complete block becomes the pending one.
    fn end_part(&self, message: &mut Message<B>, len: usize) {
        message.count += len;
        if message.count == self.block {
            let part = message.part;
            self.authenticate(message, &part.as_ref()[..self.block]);
            message.count = 0;
        }
    }

    /// Feeds the pending block, and whole blocks except the last, to OMAC of the ciphertext. The last becomes pending.
    fn authenticate(&self, message: &mut Message<B>, blocks: &[u8]) {
        let block = self.block;
        let Some(before) = blocks.len().checked_sub(block) else { return };
        let chained = &mut message.chained.as_mut()[..block];
        self.cipher.mac(chained, &message.pending.as_ref()[..block]);
        if before > 0 {
            self.cipher.mac(chained, &blocks[..before]);
        }
        copy_short(message.pending.as_mut(), &blocks[before..]);
    }
}

/// The registry's entry for EAX.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = super::Mode {
    name: "eax",
    title: "counter, with a tag by CMAC",
    specification: "Bellare, Rogaway, Wagner (2004)",
    block_len: ByteLengths { min: 1, max: crate::block::MAX_BLOCK, step: 1 },
    ciphers: "",
    cipher_keys: super::ANY_KEYS,
    nonce_len: |_| NONCE,
    tag_len: tags,
    keys: 1,
    in_parts: true,
    misuse_resistant: false,
    aliases: |_| &[],
    over,
};

/// Builds the scheme over a cipher chosen by name.
#[cfg(feature = "registry")]
fn over(cipher: crate::block::Algorithm, key: &[u8]) -> Result<super::AnyScheme, crate::Error> {
    use super::AnyScheme;
    use crate::block::sealed::Keyed as _;
    let cipher = cipher.for_use(key, crate::block::Use::Encryption)?;
    Ok(match cipher.block_len() {
        ..=16 => AnyScheme::new(EaxScheme::<_, [u8; 16]>::with_cipher(cipher)),
        17..=32 => AnyScheme::new(EaxScheme::<_, [u8; 32]>::with_cipher(cipher)),
        _ => AnyScheme::new(EaxScheme::<_, [u8; crate::block::MAX_BLOCK]>::with_cipher(cipher)),
    })
}

impl<K: Keyed, B: Bytes> Scheme for EaxScheme<K, B> {
    fn nonce_len(&self) -> ByteLengths {
        NONCE
    }

    fn tag_len(&self) -> ByteLengths {
        tags(self.block)
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    #[inline]
    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        self.part_by_part(message, tag);
    }
}

impl<K: Keyed, B: Bytes> InParts for EaxScheme<K, B> {
    type Message = Message<B>;

    #[inline]
    fn begin(&self, nonce: &[u8], _tag_len: usize) -> Message<B> {
        let block = self.block;
        let mut new = Message {
            sum: B::ZERO,
            omac: Omac::EMPTY,
            counter: B::ZERO,
            chained: B::ZERO,
            pending: B::ZERO,
            keystream: B::ZERO,
            part: B::ZERO,
            count: 0,
        };
        if nonce.is_empty() {
            new.sum = self.empty[0];
        } else {
            new.omac.resume(self.begun[0].as_ref(), &[]);
            new.omac.update(&self.cipher, block, nonce);
            new.sum.as_mut()[..block].copy_from_slice(new.omac.finish(&self.cipher, block, &self.subkeys));
        }
        new.counter = new.sum;
        new.omac.resume(self.begun[1].as_ref(), &[]);
        new.pending.as_mut()[block - 1] = 2;
        new
    }

    fn header(&self, message: &mut Message<B>, data: &[u8]) {
        message.omac.update(&self.cipher, self.block, data);
    }

    fn end_header(&self, message: &mut Message<B>) {
        let block = self.block;
        let header = match message.omac.is_empty() {
            true => &self.empty[1].as_ref()[..block],
            false => message.omac.finish(&self.cipher, block, &self.subkeys),
        };
        add(message.sum.as_mut(), header);
    }

    fn text(&self, message: &mut Message<B>, direction: Direction, data: &mut InOut<'_>) {
        let block = self.block;
        if message.count > 0 {
            let part = data.take(block - message.count);
            self.within(message, direction, part);
        }
        let mut whole = data.take(whole_blocks(data.len(), block));
        if !whole.is_empty() {
            let Message { counter, chained, pending, .. } = message;
            let blocks = [counter, chained, pending].map(|value| &mut value.as_mut()[..block]);
            let decrypt = direction == Direction::Decrypt;
            self.cipher.authenticated(decrypt, 0, &mut Authenticated::Eax(blocks), &mut whole);
        }
        if !data.is_empty() {
            message.keystream = message.counter;
            increment_secret(&mut message.counter.as_mut()[..block]);
            let keystream = &mut message.keystream.as_mut()[..block];
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(keystream));
            self.within(message, direction, data.reborrow());
        }
    }

    fn ciphertext(&self, message: &mut Message<B>, mut data: &[u8]) {
        let block = self.block;
        if message.count > 0 {
            let (more, rest) = data.split_at(data.len().min(block - message.count));
            copy_short(&mut message.part.as_mut()[message.count..], more);
            self.end_part(message, more.len());
            data = rest;
        }
        let (whole, rest) = data.split_at(whole_blocks(data.len(), block));
        self.authenticate(message, whole);
        if !rest.is_empty() {
            copy_short(message.part.as_mut(), rest);
            message.count = rest.len();
        }
    }

    fn end(&self, message: &mut Message<B>, _tag_len: usize, tag: &mut Tag) {
        let block = self.block;
        // the pending block is the last one, unless an incomplete block follows
        message.omac.resume(message.chained.as_ref(), &message.pending.as_ref()[..block]);
        message.omac.update(&self.cipher, block, &message.part.as_ref()[..message.count]);
        let text = message.omac.finish(&self.cipher, block, &self.subkeys);
        tag[..block].copy_from_slice(&message.sum.as_ref()[..block]);
        add(&mut tag[..block], text);
    }

    fn skip(&self, message: &mut Message<B>, _header: u64, text: u64) {
        let (block, blocks) = (self.block, u128::from(text) / self.block as u128);
        Increment::Be.add(&mut message.counter.as_mut()[..block], blocks);
    }
}

impl<B: Bytes> Drop for Message<B> {
    fn drop(&mut self) {
        for secret in [
            &mut self.sum, &mut self.counter, &mut self.chained, &mut self.pending, &mut self.keystream,
            &mut self.part,
        ] {
            wipe::wipe(secret.as_mut());
        }
    }
}
