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
/// let mut eax = Eax::<Aes128>::new(&[0; 16]);
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
    /// The chains behind the blocks that OMAC of the nonce and of the header begin with, and the whole
    /// OMAC of each with nothing more.
    begun: [[u8; MAX_BLOCK]; 2],
    empty: [[u8; MAX_BLOCK]; 2],
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
        let mut new = Self {
            cipher,
            block,
            subkeys,
            begun: [[0; MAX_BLOCK]; 2],
            empty: [[0; MAX_BLOCK]; 2],
            sum: [0; MAX_BLOCK],
            omac: Omac::EMPTY,
            counter: [0; MAX_BLOCK],
            chained: [0; MAX_BLOCK],
            pending: [0; MAX_BLOCK],
            keystream: [0; MAX_BLOCK],
            part: [0; MAX_BLOCK],
            count: 0,
        };
        for (number, (begun, empty)) in new.begun.iter_mut().zip(&mut new.empty).enumerate() {
            let mut prefix = [0; MAX_BLOCK];
            prefix[block - 1] = number as u8;
            new.omac.resume(&[0; MAX_BLOCK], &prefix[..block]);
            empty[..block].copy_from_slice(new.omac.finish(&new.cipher, block, &new.subkeys));
            new.cipher.mac(&mut begun[..block], &prefix[..block]);
        }
        new
    }

    /// Goes over bytes of one block of keystream.
    fn within(&mut self, direction: Direction, mut data: InOut<'_>) {
        let (block, from, len) = (self.block, self.count, data.len());
        let part = &mut self.part[from..][..len];
        match direction {
            Direction::Encrypt => {
                data.xor(&self.keystream[from..]);
                part.copy_from_slice(data.output());
            }
            Direction::Decrypt => {
                part.copy_from_slice(data.input());
                data.xor(&self.keystream[from..]);
            }
        }
        self.count += len;
        if self.count == block {
            self.cipher.mac(&mut self.chained[..block], &self.pending[..block]);
            self.pending = self.part;
            self.count = 0;
        }
    }
}

#[cfg(feature = "registry")]
impl EaxScheme<crate::block::AnyCipher> {
    /// The scheme over a cipher chosen by name.
    pub(super) fn boxed(cipher: crate::block::AnyCipher) -> alloc::boxed::Box<dyn Scheme> {
        alloc::boxed::Box::new(Self::with_cipher(cipher))
    }
}

impl<K: Keyed> Scheme for EaxScheme<K> {
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
    fn begin(&mut self, nonce: &[u8], _tag_len: usize) {
        let block = self.block;
        if nonce.is_empty() {
            self.sum = self.empty[0];
        } else {
            self.omac.resume(&self.begun[0], &[]);
            self.omac.update(&self.cipher, block, nonce);
            self.sum[..block].copy_from_slice(self.omac.finish(&self.cipher, block, &self.subkeys));
        }
        self.counter = self.sum;
        self.omac.resume(&self.begun[1], &[]);
        self.chained = [0; MAX_BLOCK];
        self.pending = [0; MAX_BLOCK];
        self.pending[block - 1] = 2;
        self.count = 0;
    }

    fn header(&mut self, data: &[u8]) {
        self.omac.update(&self.cipher, self.block, data);
    }

    fn end_header(&mut self) {
        let block = self.block;
        let header = match self.omac.is_empty() {
            true => &self.empty[1][..block],
            false => self.omac.finish(&self.cipher, block, &self.subkeys),
        };
        for (sum, header) in self.sum.iter_mut().zip(header) {
            *sum ^= header;
        }
    }

    fn text(&mut self, direction: Direction, data: &mut InOut<'_>) {
        let block = self.block;
        if self.count > 0 {
            let part = data.take(block - self.count);
            self.within(direction, part);
        }
        let mut whole = data.take(whole_blocks(data.len(), block));
        if !whole.is_empty() {
            self.cipher.eax(
                direction == Direction::Decrypt,
                &mut self.counter[..block],
                &mut self.chained[..block],
                &mut self.pending[..block],
                &mut whole,
            );
        }
        if !data.is_empty() {
            self.keystream = self.counter;
            increment_secret(&mut self.counter[..block]);
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut self.keystream[..block]));
            self.within(direction, data.reborrow());
        }
    }

    fn end(&mut self, tag: &mut [u8]) {
        let block = self.block;
        // what is pending is the last block, unless a part of one follows
        self.omac.resume(&self.chained, &self.pending[..block]);
        self.omac.update(&self.cipher, block, &self.part[..self.count]);
        let text = self.omac.finish(&self.cipher, block, &self.subkeys);
        for ((tag, sum), text) in tag.iter_mut().zip(&self.sum).zip(text) {
            *tag = sum ^ text;
        }
    }
}

impl<K> Drop for EaxScheme<K> {
    fn drop(&mut self) {
        for secret in [
            &mut self.sum,
            &mut self.counter,
            &mut self.chained,
            &mut self.pending,
            &mut self.keystream,
            &mut self.part,
        ] {
            wipe::wipe(secret);
        }
    }
}
