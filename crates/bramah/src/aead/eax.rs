//! EAX: Bellare, Rogaway and Wagner, "The EAX mode of operation", 2004, over ciphers with blocks of any
//! length.

use crate::{
    Error,
    block::{Keyed, MAX_BLOCK, Pass, Typed, whole_blocks},
    mac::{Kind, Omac, Subkeys},
    mode::{Direction, same},
    simd::{InOut, increment_secret},
    wipe,
};
use core::fmt;

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
pub struct Eax<K> {
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
    stage: Stage,
}

/// What may come next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Idle,
    Header,
    Text(Direction),
}

impl<K: Typed> Eax<K> {
    /// The mode under this key.
    pub fn new(key: &K::Key) -> Self {
        Self::with_cipher(K::keyed(key, false))
    }
}

impl<K: Keyed> Eax<K> {
    pub(crate) fn with_cipher(cipher: K) -> Self {
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
            stage: Stage::Idle,
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

    /// The bytes of a whole tag: those of a block.
    pub fn tag_len(&self) -> usize {
        self.block
    }

    /// The name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    /// Encrypts a message, and writes its tag, which may be cut down to as few bytes as the caller thinks
    /// enough. No nonce, of any length, may come twice under one key.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if `tag` is empty or longer than a block.
    pub fn seal<'a>(
        &mut self,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &mut [u8],
    ) -> Result<(), Error> {
        self.check_tag(tag.len())?;
        self.begin(nonce);
        self.header(header)?;
        self.update(Direction::Encrypt, data)?;
        self.finish(tag)
    }

    /// Decrypts a message whose tag is right. If it is not, the output is all zeros.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ParameterLength`] if it has a length that no tag
    /// has.
    pub fn open<'a>(
        &mut self,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        self.check_tag(tag.len())?;
        let mut data = data.into();
        self.begin(nonce);
        self.header(header)?;
        self.update(Direction::Decrypt, data.reborrow())?;
        let verified = self.verify(tag);
        if verified.is_err() {
            wipe::wipe(data.output());
        }
        verified
    }

    /// Begins a message in parts: then come [`header`](Self::header), [`update`](Self::update), and
    /// [`finish`](Self::finish) or [`verify`](Self::verify).
    #[inline]
    pub fn begin(&mut self, nonce: &[u8]) {
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
        self.stage = Stage::Header;
    }

    /// Appends to the header, which is authenticated and not encrypted.
    ///
    /// # Errors
    /// [`Error::Ended`] once the text has begun, and before [`begin`](Self::begin).
    pub fn header(&mut self, data: &[u8]) -> Result<(), Error> {
        if self.stage != Stage::Header {
            return Err(Error::Ended);
        }
        self.omac.update(&self.cipher, self.block, data);
        Ok(())
    }

    /// Encrypts or decrypts more of the text. What is decrypted so must not be used before
    /// [`verify`](Self::verify) has said that it is authentic.
    ///
    /// # Errors
    /// [`Error::Ended`] before [`begin`](Self::begin), or if the direction changes within a message.
    pub fn update<'a>(&mut self, direction: Direction, data: impl Into<InOut<'a>>) -> Result<(), Error> {
        match self.stage {
            Stage::Header => self.end_header(direction),
            Stage::Text(begun) if begun == direction => {}
            _ => return Err(Error::Ended),
        }
        let mut data = data.into();
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
            self.within(direction, data);
        }
        Ok(())
    }

    /// Ends the message and writes its tag, or as much of it as is asked for.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if `tag` is empty or longer than a block; [`Error::Ended`] before
    /// [`begin`](Self::begin).
    pub fn finish(&mut self, tag: &mut [u8]) -> Result<(), Error> {
        self.check_tag(tag.len())?;
        self.end()?;
        tag.copy_from_slice(&self.sum[..tag.len()]);
        Ok(())
    }

    /// Ends the message and compares its tag, in constant time.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if it is another; and those of [`finish`](Self::finish).
    pub fn verify(&mut self, tag: &[u8]) -> Result<(), Error> {
        self.check_tag(tag.len())?;
        self.end()?;
        if same(&self.sum[..tag.len()], tag) { Ok(()) } else { Err(Error::Unauthentic) }
    }

    fn check_tag(&self, length: usize) -> Result<(), Error> {
        let max = self.tag_len();
        if length == 0 || length > max {
            return Err(Error::ParameterLength { name: "tag", length, min: 1, max });
        }
        Ok(())
    }

    fn end_header(&mut self, direction: Direction) {
        let block = self.block;
        let header = match self.omac.is_empty() {
            true => &self.empty[1][..block],
            false => self.omac.finish(&self.cipher, block, &self.subkeys),
        };
        for (sum, header) in self.sum.iter_mut().zip(header) {
            *sum ^= header;
        }
        self.stage = Stage::Text(direction);
    }

    /// The tag, into `sum`.
    fn end(&mut self) -> Result<(), Error> {
        match self.stage {
            Stage::Header => self.end_header(Direction::Encrypt),
            Stage::Text(_) => {}
            Stage::Idle => return Err(Error::Ended),
        }
        let block = self.block;
        // what is pending is the last block, unless a part of one follows
        self.omac.resume(&self.chained, &self.pending[..block]);
        self.omac.update(&self.cipher, block, &self.part[..self.count]);
        let text = self.omac.finish(&self.cipher, block, &self.subkeys);
        for (sum, text) in self.sum.iter_mut().zip(text) {
            *sum ^= text;
        }
        self.stage = Stage::Idle;
        Ok(())
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

impl<K> Drop for Eax<K> {
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

impl<K> fmt::Debug for Eax<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Eax").finish_non_exhaustive()
    }
}
