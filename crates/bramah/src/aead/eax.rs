//! EAX: Bellare, Rogaway and Wagner, "The EAX mode of operation", 2004, over ciphers with blocks of any
//! length.

use super::{Aead, sealed::Scheme};
use crate::{
    block::{Keyed, MAX_BLOCK, Pass, Typed, whole_blocks},
    mac::{Kind, Omac, Subkeys},
    mode::Direction,
    names::ByteLengths,
    simd::{InOut, increment_secret},
    wipe,
};

/// Messages in EAX mode, under one key.
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
pub type Eax<K> = Aead<EaxScheme<K>>;

/// The nonces: of any length, the empty one too.
pub(super) const NONCE: ByteLengths = ByteLengths { min: 0, max: usize::MAX, step: 1 };

/// The tags over a cipher with such blocks.
pub(super) const fn tags(block: usize) -> ByteLengths {
    ByteLengths { min: 1, max: block, step: 1 }
}

/// EAX over a cipher with its key.
#[derive(Clone)]
pub struct EaxScheme<K> {
    cipher: K,
    /// The bytes of a block.
    block: usize,
    subkeys: Subkeys,
    /// The chaining values after the blocks that OMAC of the nonce and of the header begin with, and OMAC of each if
    /// nothing follows.
    begun: [[u8; MAX_BLOCK]; 2],
    empty: [[u8; MAX_BLOCK]; 2],
}

/// A message in EAX mode. Of the blocks only the bytes of the cipher's blocks are used.
pub struct Message {
    /// The bytes of a block.
    block: usize,
    /// OMAC of the nonce, then with that of the header added.
    sum: [u8; MAX_BLOCK],
    /// OMAC in progress, of the nonce, the header and the end of the text in turn.
    omac: Omac,
    counter: [u8; MAX_BLOCK],
    /// OMAC of the ciphertext: what the last encryption gave, and the block to be added next.
    chained: [u8; MAX_BLOCK],
    pending: [u8; MAX_BLOCK],
    /// A block of keystream, the ciphertext of its part that was used, and how much that is.
    keystream: [u8; MAX_BLOCK],
    part: [u8; MAX_BLOCK],
    count: usize,
}

impl<K: Typed> Eax<K> {
    /// The mode under this key.
    pub fn new(key: &K::Key) -> Self {
        Self::with_scheme(EaxScheme::with_cipher(K::keyed(key, false)))
    }
}

impl<K: Keyed> EaxScheme<K> {
    fn with_cipher(cipher: K) -> Self {
        let subkeys = Subkeys::new(&cipher, Kind::Cmac);
        let block = cipher.block_len();
        let (mut begun, mut empty) = ([[0; MAX_BLOCK]; 2], [[0; MAX_BLOCK]; 2]);
        for (number, (begun, empty)) in begun.iter_mut().zip(&mut empty).enumerate() {
            let (mut omac, mut prefix) = (Omac::EMPTY, [0; MAX_BLOCK]);
            prefix[block - 1] = number as u8;
            omac.resume(&[0; MAX_BLOCK], &prefix[..block]);
            empty[..block].copy_from_slice(omac.finish(&cipher, block, &subkeys));
            cipher.mac(&mut begun[..block], &prefix[..block]);
        }
        Self { cipher, block, subkeys, begun, empty }
    }

    /// Goes over bytes of one block of keystream.
    fn within(&self, message: &mut Message, direction: Direction, mut data: InOut<'_>) {
        let (block, from, len) = (self.block, message.count, data.len());
        let part = &mut message.part[from..][..len];
        match direction {
            Direction::Encrypt => {
                data.xor(&message.keystream[from..]);
                part.copy_from_slice(data.output());
            }
            Direction::Decrypt => {
                part.copy_from_slice(data.input());
                data.xor(&message.keystream[from..]);
            }
        }
        message.count += len;
        if message.count == block {
            self.cipher.mac(&mut message.chained[..block], &message.pending[..block]);
            message.pending = message.part;
            message.count = 0;
        }
    }
}

#[cfg(feature = "registry")]
impl EaxScheme<crate::block::AnyCipher> {
    /// The scheme over a cipher chosen by name.
    pub(super) fn any(cipher: crate::block::AnyCipher) -> super::AnyScheme {
        super::AnyScheme::new(Self::with_cipher(cipher))
    }
}

impl<K: Keyed> Scheme for EaxScheme<K> {
    type Message = Message;

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
    fn begin(&self, nonce: &[u8], _tag_len: usize) -> Message {
        let block = self.block;
        let mut new = Message {
            block,
            sum: [0; MAX_BLOCK],
            omac: Omac::EMPTY,
            counter: [0; MAX_BLOCK],
            chained: [0; MAX_BLOCK],
            pending: [0; MAX_BLOCK],
            keystream: [0; MAX_BLOCK],
            part: [0; MAX_BLOCK],
            count: 0,
        };
        if nonce.is_empty() {
            new.sum = self.empty[0];
        } else {
            new.omac.resume(&self.begun[0], &[]);
            new.omac.update(&self.cipher, block, nonce);
            new.sum[..block].copy_from_slice(new.omac.finish(&self.cipher, block, &self.subkeys));
        }
        new.counter = new.sum;
        new.omac.resume(&self.begun[1], &[]);
        new.pending[block - 1] = 2;
        new
    }

    fn header(&self, message: &mut Message, data: &[u8]) {
        message.omac.update(&self.cipher, self.block, data);
    }

    fn end_header(&self, message: &mut Message) {
        let block = self.block;
        let header = match message.omac.is_empty() {
            true => &self.empty[1][..block],
            false => message.omac.finish(&self.cipher, block, &self.subkeys),
        };
        for (sum, header) in message.sum.iter_mut().zip(header) {
            *sum ^= header;
        }
    }

    fn text(&self, message: &mut Message, direction: Direction, data: &mut InOut<'_>) {
        let block = self.block;
        if message.count > 0 {
            let part = data.take(block - message.count);
            self.within(message, direction, part);
        }
        let mut whole = data.take(whole_blocks(data.len(), block));
        if !whole.is_empty() {
            self.cipher.eax(
                direction == Direction::Decrypt,
                &mut message.counter[..block],
                &mut message.chained[..block],
                &mut message.pending[..block],
                &mut whole,
            );
        }
        if !data.is_empty() {
            message.keystream = message.counter;
            increment_secret(&mut message.counter[..block]);
            let keystream = &mut message.keystream[..block];
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(keystream));
            self.within(message, direction, data.reborrow());
        }
    }

    fn end(&self, message: &mut Message, tag: &mut [u8]) {
        let block = self.block;
        // what is pending is the last block, unless a part of one follows
        message.omac.resume(&message.chained, &message.pending[..block]);
        message.omac.update(&self.cipher, block, &message.part[..message.count]);
        let text = message.omac.finish(&self.cipher, block, &self.subkeys);
        for ((tag, sum), text) in tag.iter_mut().zip(&message.sum).zip(text) {
            *tag = sum ^ text;
        }
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        for secret in [
            &mut self.sum,
            &mut self.counter,
            &mut self.chained,
            &mut self.pending,
            &mut self.keystream,
            &mut self.part,
        ] {
            wipe::wipe(&mut secret[..self.block]);
        }
    }
}
