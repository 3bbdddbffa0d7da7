//! MGM, multilinear Galois mode: RFC 9058, over ciphers with blocks of 8 or 16 bytes.
//!
//! Two counters begin with an encryption of the nonce. Encryptions of the first counter are the keystream; encryptions of the
//! second are the multipliers, one for each authenticated block. One call encrypts both for a slice of the message. The products
//! of the blocks and their multipliers are summed up without reduction; the sum is reduced once, at the end.

use super::{
    Aead,
    frame::check_together,
    sealed::{InParts, Scheme, Tag, Whole},
};
use crate::{
    Error,
    backend::Backend,
    block::{Keyed, Pass, Typed},
    mode::Direction,
    names::ByteLengths,
    primitives::ghash::{GHASH, GhashOps, Sum},
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut, copy_short},
    },
    wipe,
};

/// Authenticated encryption with MGM, under one key. Nonce reuse reveals the XOR of the messages and lets tags be forged.
///
/// A nonce has as many bytes as a block, and its most significant bit is 0. A tag has at least 4 bytes and at most as many as a
/// block. Associated data and text must not both be empty, because the tag of an empty message would not depend on the nonce.
/// Together they have fewer than 2^29 bytes over blocks of 8 bytes, and fewer than 2^61 over blocks of 16.
///
/// ```
/// use bramah::{Kuznyechik, Mgm};
///
/// let mgm = Mgm::<Kuznyechik>::new(&[7; 32]);
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// mgm.seal(b"sixteen bytes, 1", b"to everyone", &mut text[..], &mut tag)?;
/// mgm.open(b"sixteen bytes, 1", b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Mgm<K> = Aead<MgmScheme<K>>;

/// The length of the longest block in bytes.
const BLOCK: usize = 16;
/// The lengths in bytes of the blocks for which RFC 9058 defines fields.
const BLOCKS: ByteLengths = ByteLengths { min: 8, max: BLOCK, step: 8 };

/// Returns the lengths of tags in bytes, for blocks of `block` bytes: at least 32 bits.
const fn tags(block: usize) -> ByteLengths {
    ByteLengths { min: 4, max: block, step: 1 }
}

/// Returns the maximum length in bytes of associated data and text together: fewer than 2^(n/2) bits, for blocks of n bits.
const fn limit(block: usize) -> u64 {
    (1 << (4 * block - 3)) - 1
}

/// The registry's entry for MGM.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = super::Mode {
    name: "mgm",
    title: "counter, with a tag by products with the blocks of another counter",
    specification: "RFC 9058",
    block_len: BLOCKS,
    ciphers: "",
    cipher_keys: super::ANY_KEYS,
    keys: 1,
    in_parts: true,
    misuse_resistant: false,
    aliases: |_| &[],
    nonce_len: ByteLengths::fixed,
    tag_len: tags,
    over: |cipher, key| {
        let cipher = cipher.for_use(key, crate::block::Use::Encryption)?;
        Ok(super::AnyScheme::new(MgmScheme::with_cipher(cipher)))
    },
};

/// The length of a slice in bytes. Each slice is encrypted and authenticated before the next slice.
const SLICE: usize = 1024;

/// MGM over a cipher with its key.
#[derive(Clone)]
pub struct MgmScheme<K> {
    cipher: K,
    /// The length of a block in bytes.
    block: usize,
    backend: Backend<GhashOps>,
}

/// The state of one message that is encrypted or decrypted with MGM.
pub struct Message {
    /// The counter of the keystream, `Y`, and the counter of the multipliers, `Z`.
    counter: [u8; BLOCK],
    multiplier: [u8; BLOCK],
    sum: Sum,
    /// The lengths of the associated data and of the text so far, in bytes.
    header: u64,
    text: u64,
    /// The first `count` bytes of an incomplete block of associated data or ciphertext, and the block of keystream for an
    /// incomplete block of text.
    held: [u8; BLOCK],
    count: usize,
    keystream: [u8; BLOCK],
}

impl<K: Typed> Mgm<K> {
    /// Sets up the mode under this key. It does not compile unless the cipher's blocks have 8 or 16 bytes.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        const {
            assert!(BLOCKS.contains(<K::Block as Bytes>::LEN), "MGM is defined for blocks of 64 and 128 bits")
        };
        Self::with_scheme(MgmScheme::with_cipher(K::keyed(key, false)))
    }
}

impl<K: Keyed> MgmScheme<K> {
    /// Sets up the mode over a cipher with blocks of 8 or 16 bytes.
    fn with_cipher(cipher: K) -> Self {
        Self { block: cipher.block_len(), cipher, backend: GHASH.get() }
    }

    fn encrypt(&self, blocks: &mut [u8]) {
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(blocks));
    }

    /// Authenticates a part of the associated data or of the ciphertext as whole blocks: the last block is padded with zeros.
    fn authenticate(&self, message: &mut Message, data: &[u8]) {
        let mut room = [0; SLICE];
        for slice in data.chunks(SLICE) {
            let room = &mut room[..slice.len().next_multiple_of(self.block)];
            next_multipliers(self.block, &mut message.multiplier, room);
            self.encrypt(room);
            message.sum.add(self.backend, room, slice);
        }
        wipe::wipe(&mut room);
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
        self.authenticate(message, whole);
        copy_short(&mut message.held, rest);
        message.count = rest.len();
    }

    /// Encrypts or decrypts a part of the text of at most one slice, from the beginning of a block. If the part ends within a
    /// block, the keystream of that block is stored for the bytes that follow.
    fn slice(
        &self,
        message: &mut Message,
        direction: Direction,
        mut slice: InOut<'_>,
        room: &mut [u8; 2 * SLICE],
    ) {
        let (block, len) = (self.block, slice.len());
        let whole = len / block * block;
        let used = len.next_multiple_of(block);
        let (counters, multipliers) = room[..used + whole].split_at_mut(used);
        next_counters(block, &mut message.counter, counters);
        next_multipliers(block, &mut message.multiplier, multipliers);
        self.encrypt(&mut room[..used + whole]);
        let (keystream, multipliers) = room[..used + whole].split_at(used);
        if len > whole {
            message.keystream[..block].copy_from_slice(&keystream[whole..]);
        }
        let mut blocks = slice.take(whole);
        if direction == Direction::Decrypt {
            message.sum.add(self.backend, multipliers, blocks.input());
        }
        blocks.xor(keystream);
        if direction == Direction::Encrypt {
            message.sum.add(self.backend, multipliers, blocks.output());
        }
        if len > whole {
            self.within(message, direction, slice);
        }
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

    /// Authenticates the stored incomplete block, padded with zeros, if there is one.
    fn end_block(&self, message: &mut Message) {
        let held = message.held;
        self.authenticate(message, &held[..message.count]);
        message.count = 0;
    }
}

impl<K: Keyed> Scheme for MgmScheme<K> {
    fn nonce_len(&self) -> ByteLengths {
        ByteLengths::fixed(self.block)
    }

    fn tag_len(&self) -> ByteLengths {
        tags(self.block)
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        limit(self.block).into()
    }

    fn has_rules(&self) -> bool {
        true
    }

    fn check_nonce(&self, nonce: &[u8]) -> Result<(), Error> {
        if nonce.first().is_some_and(|first| first >> 7 == 1) { Err(Error::NonceBit) } else { Ok(()) }
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

impl<K: Keyed> InParts for MgmScheme<K> {
    type Message = Message;

    fn begin(&self, nonce: &[u8], _tag_len: usize) -> Message {
        let block = self.block;
        let mut both = [0; 2 * BLOCK];
        let both = &mut both[..2 * block];
        for half in both.chunks_exact_mut(block) {
            half.copy_from_slice(nonce);
        }
        // the first bit, 0 for the keystream and 1 for the multipliers, distinguishes the two inputs
        both[block] |= 0x80;
        self.encrypt(both);
        let mut new = Message {
            counter: [0; BLOCK],
            multiplier: [0; BLOCK],
            sum: Sum::ZERO,
            header: 0,
            text: 0,
            held: [0; BLOCK],
            count: 0,
            keystream: [0; BLOCK],
        };
        copy_short(&mut new.counter, &both[..block]);
        copy_short(&mut new.multiplier, &both[block..]);
        wipe::wipe(both);
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
        message.text = message.text.wrapping_add(data.len() as u64);
        if message.count > 0 {
            let part = data.take(self.block - message.count);
            self.within(message, direction, part);
        }
        if data.is_empty() {
            return;
        }
        let mut room = [0; 2 * SLICE];
        while !data.is_empty() {
            let slice = data.take(SLICE);
            self.slice(message, direction, slice, &mut room);
        }
        wipe::wipe(&mut room);
    }

    fn ciphertext(&self, message: &mut Message, data: &[u8]) {
        message.text = message.text.wrapping_add(data.len() as u64);
        self.append(message, data);
    }

    fn end(&self, message: &mut Message, _tag_len: usize, tag: &mut Tag) {
        self.end_block(message);
        let [header, text] = [message.header, message.text].map(|bytes| bytes.wrapping_mul(8));
        let lengths = match self.block {
            BLOCK => (u128::from(header) << 64 | u128::from(text)).to_be_bytes(),
            _ => (u128::from(header) << 96 | u128::from(text) << 64).to_be_bytes(),
        };
        self.authenticate(message, &lengths[..self.block]);
        let mut last = match self.block {
            BLOCK => message.sum.reduced128().to_be_bytes(),
            _ => (u128::from(message.sum.reduced64()) << 64).to_be_bytes(),
        };
        self.encrypt(&mut last[..self.block]);
        copy_short(tag, &last[..self.block]);
        wipe::wipe(&mut last);
    }

    fn skip(&self, message: &mut Message, header: u64, text: u64) {
        message.header = message.header.wrapping_add(header);
        message.text = message.text.wrapping_add(text);
        let block = self.block;
        let [header, text] = [header, text].map(|bytes| u128::from(bytes) / block as u128);
        // `counter` advances in its right half, `multiplier` in its left half
        Increment::Be.add(&mut message.counter[block / 2..block], text);
        Increment::Be.add(&mut message.multiplier[..block / 2], header + text);
    }
}

/// Writes successive values of the keystream's counter, starting with the present one, and advances the counter. Only the right
/// half of a block counts.
fn next_counters(block: usize, counter: &mut [u8; BLOCK], room: &mut [u8]) {
    each(
        block,
        counter,
        room,
        |number| number & !0 << 64 | (number as u64).wrapping_add(1) as u128,
        |number| number & !0 << 32 | u64::from((number as u32).wrapping_add(1)),
    );
}

/// Writes successive values of the multipliers' counter, starting with the present one, and advances the counter. Only the left
/// half of a block counts.
fn next_multipliers(block: usize, counter: &mut [u8; BLOCK], room: &mut [u8]) {
    each(block, counter, room, |number| number.wrapping_add(1 << 64), |number| number.wrapping_add(1 << 32));
}

/// Fills `room` with successive values of a counter and advances the counter. The two functions return the successor of a
/// counter of 16 bytes and the successor of a counter of 8 bytes.
#[inline(always)]
fn each(
    block: usize,
    counter: &mut [u8; BLOCK],
    room: &mut [u8],
    next: impl Fn(u128) -> u128,
    next_short: impl Fn(u64) -> u64,
) {
    if block == BLOCK {
        let mut number = u128::from_be_bytes(*counter);
        for value in room.as_chunks_mut().0 {
            *value = number.to_be_bytes();
            number = next(number);
        }
        *counter = number.to_be_bytes();
    } else if let Some(counter) = counter.first_chunk_mut() {
        let mut number = u64::from_be_bytes(*counter);
        for value in room.as_chunks_mut().0 {
            *value = number.to_be_bytes();
            number = next_short(number);
        }
        *counter = number.to_be_bytes();
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        for secret in [&mut self.counter, &mut self.multiplier, &mut self.held, &mut self.keystream] {
            wipe::wipe(secret);
        }
    }
}
