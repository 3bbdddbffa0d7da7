//! OCB, offset codebook mode: RFC 7253 over ciphers with blocks of 16 bytes, and draft-krovetz-ocb-wideblock-00 over ciphers with
//! longer blocks. The draft has no parameters for blocks of 20 and 28 bytes; the parameters here follow its rules.

use super::{
    Aead, KeyLimit,
    sealed::{Scheme, Tag, Whole},
};
use crate::{
    block::{
        Authenticated, Keyed, MAX_BLOCK, Pass, Typed,
        ocb::{HEADER, MULTIPLES, Message as OcbMessage, SUMS, Whole as WholeMessage, stretched},
        whole_blocks,
    },
    mode::Direction,
    names::ByteLengths,
    simd::{
        blocks::double_be,
        memory::{Bytes, InOut, Room, add, copy_short, short_le},
    },
    wipe,
};

/// Authenticated encryption with OCB (version 3), under one key. Reusing a nonce reveals equal blocks of the messages and lets
/// tags be forged.
///
/// Over ciphers with blocks of 16 bytes, nonces have 1 to 15 bytes, usually 12, and tags have 8, 12 or 16 bytes. Over ciphers
/// with longer blocks, a nonce has at least 1 byte and at most two bytes fewer than a block; a tag has at least 8 bytes, at most
/// as many as a block, in steps of 4. The cipher's input contains the length of the tag, so a short tag is not the beginning of a
/// longer one. One key should encrypt at most 2^48 blocks (RFC 7253, section 5). A text has fewer than 2^32 blocks, and a message
/// must be available as a whole.
///
/// ```
/// use bramah::{Aes256, Ocb};
///
/// let ocb = Ocb::<Aes256>::new(&[7; 32]);
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// ocb.seal(b"first nonce.", b"to everyone", &mut text[..], &mut tag)?;
/// ocb.open(b"first nonce.", b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Ocb<K> = Aead<OcbScheme<K, <K as Typed>::Block>>;

/// Returns the lengths of nonces in bytes, for blocks of `block` bytes. The encoded length of the tag and a separating bit take
/// the rest of the block.
const fn nonces(block: usize) -> ByteLengths {
    ByteLengths { min: 1, max: if block == 16 { 15 } else { block - 2 }, step: 1 }
}

/// Returns the lengths of tags in bytes, for blocks of `block` bytes.
const fn tags(block: usize) -> ByteLengths {
    ByteLengths { min: 8, max: block, step: 4 }
}

/// The size in bytes of the buffer for a short text, its tail and the block for the tag. 512 bytes suffice for blocks of 16
/// bytes.
const ROOM: usize = 512;
const _: () = assert!(ROOM / 16 <= SUMS);

/// The lengths in bytes of the blocks for which [`stretch`] has parameters.
const BLOCKS: ByteLengths = ByteLengths { min: 16, max: MAX_BLOCK, step: 4 };

/// Returns two parameters for blocks of `block` bytes: the number of bits by which the stretched block is shifted, and the
/// number of bits of the nonce that select a part of the stretched block (RFC 7253, section 4.2;
/// draft-krovetz-ocb-wideblock-00, section 3).
const fn stretch(block: usize) -> (usize, usize) {
    match block {
        16 => (8, 6),
        20 => (24, 7),
        24 => (40, 7),
        28 => (80, 7),
        32 => (1, 8),
        64 => (176, 8),
        _ => (352, 9),
    }
}

/// The registry's entry for OCB.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = super::Mode {
    name: "ocb",
    title: "offset codebook: an encryption for each block, which makes the tag too",
    specification: "RFC 7253",
    block_len: BLOCKS,
    ciphers: "",
    cipher_keys: super::ANY_KEYS,
    keys: 1,
    in_parts: false,
    misuse_resistant: false,
    aliases: |_| &[],
    nonce_len: nonces,
    tag_len: tags,
    over,
};

/// Builds the scheme over a cipher chosen by name.
#[cfg(feature = "registry")]
fn over(cipher: crate::block::Algorithm, key: &[u8]) -> Result<super::AnyScheme, crate::Error> {
    use crate::block::sealed::Keyed as _;
    let cipher = cipher.for_use(key, crate::block::Use::Both)?;
    Ok(match cipher.block_len() {
        ..=16 => boxed::<[u8; 16]>(cipher),
        17..=32 => wipe::after_deep(|| boxed::<[u8; 32]>(cipher)),
        _ => wipe::after_deep(|| boxed::<[u8; MAX_BLOCK]>(cipher)),
    })
}

/// Builds and boxes the scheme for blocks of at most `B::LEN` bytes. It has a stack frame of its own because the masks for the
/// longest blocks take 8 KiB.
#[cfg(feature = "registry")]
#[inline(never)]
fn boxed<B: Bytes>(cipher: crate::block::AnyCipher) -> super::AnyScheme {
    super::AnyScheme::of_whole(OcbScheme::<_, B>::with_cipher(cipher))
}

/// OCB over a cipher with its key. `B` is an array that a block fits into.
#[derive(Clone)]
pub struct OcbScheme<K, B: Bytes> {
    cipher: K,
    /// The length of a block in bytes.
    block: usize,
    masks: Masks<B>,
}

/// The masks computed from the encrypted block of zeros (RFC 7253, section 4.1).
#[derive(Clone)]
struct Masks<B: Bytes> {
    /// `L_*`; the next field is `L_$`.
    star: B,
    dollar: B,
    /// First `L_0`, `L_1` and so on; then, for each of the blocks 1, 2 and so on, the XOR of its offset and the offset of
    /// block 0. The entries lie next to each other for every length of `B`.
    multiples: [B; MULTIPLES + SUMS],
}

impl<B: Bytes> Drop for Masks<B> {
    fn drop(&mut self) {
        for secret in [&mut self.star, &mut self.dollar].into_iter().chain(&mut self.multiples) {
            wipe::wipe(secret.as_mut());
        }
    }
}

/// The offset and the checksum of a message or of its associated data, and a block to be encrypted.
struct State<B: Bytes> {
    offset: B,
    sum: B,
    last: B,
}

impl<B: Bytes> State<B> {
    const EMPTY: Self = Self { offset: B::ZERO, sum: B::ZERO, last: B::ZERO };
}

impl<B: Bytes> Drop for State<B> {
    fn drop(&mut self) {
        for secret in [&mut self.offset, &mut self.sum, &mut self.last] {
            wipe::wipe(secret.as_mut());
        }
    }
}

impl<K: Typed> Ocb<K> {
    /// Sets up the mode under this key. It does not compile for ciphers with blocks of 8 bytes, nor for keys that can only
    /// encrypt.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        const {
            assert!(
                BLOCKS.contains(<K::Block as Bytes>::LEN),
                "OCB is defined for blocks of 128 bits and more"
            )
        };
        const { assert!(K::DECRYPTS, "OCB decrypts blocks: the keys must be for both directions") };
        Self::with_scheme(OcbScheme::with_cipher(K::keyed(key, true)))
    }
}

impl<K: Keyed, B: Bytes> OcbScheme<K, B> {
    fn with_cipher(cipher: K) -> Self {
        let block = cipher.block_len();
        let masks = Masks { star: B::ZERO, dollar: B::ZERO, multiples: [B::ZERO; MULTIPLES + SUMS] };
        let mut new = Self { cipher, block, masks };
        new.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut new.masks.star.as_mut()[..block]));
        let mut multiple = new.masks.star;
        double_be(&mut multiple.as_mut()[..block]);
        new.masks.dollar = multiple;
        let (multiples, sums) = B::flat_mut(&mut new.masks.multiples).split_at_mut(MULTIPLES * block);
        for to in multiples.chunks_exact_mut(block) {
            double_be(&mut multiple.as_mut()[..block]);
            copy_short(to, &multiple.as_ref()[..block]);
        }
        multiple = B::ZERO;
        for (to, number) in sums.chunks_exact_mut(block).zip(1..=SUMS) {
            add(multiple.as_mut(), &multiples[number.trailing_zeros() as usize * block..][..block]);
            copy_short(to, &multiple.as_ref()[..block]);
        }
        wipe::wipe(multiple.as_mut());
        new
    }

    /// Returns the length of a block in bytes. It is a constant if `B` has 16 bytes, because only blocks of 16 bytes fit then.
    #[inline(always)]
    fn block(&self) -> usize {
        if B::LEN == 16 { 16 } else { self.block }
    }

    /// Returns the multiples of L, `L_0` first, and after them the XORs of offsets.
    #[inline(always)]
    fn multiples(&self) -> &[u8] {
        &B::flat(&self.masks.multiples)[..(MULTIPLES + SUMS) * self.block()]
    }

    #[inline(always)]
    fn encrypt(&self, blocks: &mut [u8]) {
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(blocks));
    }

    /// Computes the offset of block 0 from a nonce, for tags of `tag_len` bytes.
    #[inline]
    fn first_offset(&self, nonce: &[u8], tag_len: usize, offset: &mut [u8]) {
        let (block, bits) = (self.block(), 8 * self.block());
        let (shift, chosen) = stretch(block);
        offset[block - nonce.len()..].copy_from_slice(nonce);
        offset[block - nonce.len() - 1] = 1;
        // the length of the tag in bits, modulo the length of a block in bits, in the leading bits: as many as the largest
        // such number needs
        let room = (bits - 1).ilog2() + 1;
        let length = ((8 * tag_len % bits) as u16) << (16 - room);
        add(offset, &length.to_be_bytes());
        let bottom =
            usize::from(u16::from_be_bytes([offset[block - 2], offset[block - 1]])) & ((1 << chosen) - 1);
        offset[block - 2] &= !((bottom >> 8) as u8);
        offset[block - 1] &= !(bottom as u8);
        self.encrypt(offset);

        if let Ok(offset) = <&mut [u8; 16]>::try_from(&mut *offset) {
            *offset = stretched(offset, bottom as u32);
            return;
        }
        // the block, followed by the part of (block XOR shifted block) from which bytes may be chosen
        let mut stretched = [0; MAX_BLOCK + MAX_BLOCK / 2 + 2];
        stretched[..block].copy_from_slice(offset);
        let shifted = |bytes: &[u8], at: usize, by: usize| {
            let [high, low] = [at + by / 8, at + by / 8 + 1].map(|at| bytes.get(at).copied().unwrap_or(0));
            (u16::from_be_bytes([high, low]) << (by % 8) >> 8) as u8
        };
        for at in 0..(1 << chosen) / 8 {
            stretched[block + at] = offset[at] ^ shifted(offset, at, shift);
        }
        for (at, byte) in offset.iter_mut().enumerate() {
            *byte = shifted(&stretched, at, bottom);
        }
        wipe::wipe(&mut stretched);
    }

    /// Encrypts or decrypts a whole message in one call if the cipher has a function for that; returns whether it has.
    #[inline]
    fn in_one_call(&self, message: &mut Whole<'_, '_>, tag: &mut [u8]) -> bool {
        let [star, dollar] = [&self.masks.star, &self.masks.dollar].map(|mask| mask.as_ref().first_chunk());
        let (16, Some(star), Some(dollar), Some(tag)) = (B::LEN, star, dollar, tag.first_chunk_mut()) else {
            return false;
        };
        // computed in registers, because a load that spans several recent small stores would stall
        let (bytes, length) = (short_le(message.nonce), message.nonce.len() as u32);
        let nonce = match length {
            12 => bytes << 32 | 1 << 24,
            _ => bytes << (8 * (16 - length)) | 1 << (8 * (15 - length)),
        };
        let nonce = nonce | (2 * (8 * message.tag_len % 128)) as u128;
        let bottom = (nonce >> 120) as u32 & 0x3f;
        let header = if message.header.len() <= HEADER { message.header } else { &[] };
        let nonce = nonce ^ u128::from(bottom) << 120;
        let whole = WholeMessage { bottom, star, dollar, header };
        let decrypt = message.direction == Direction::Decrypt;
        let [mut offset, mut sum] = [B::ZERO; 2];
        let mut operation = Authenticated::Ocb(OcbMessage {
            multiples: self.multiples(),
            blocks: [offset.as_mut(), sum.as_mut()],
            whole: Some((&whole, &mut *tag)),
        });
        if !self.cipher.authenticated(decrypt, nonce, &mut operation, message.data) {
            return false;
        }
        wipe::wipe(offset.as_mut());
        wipe::wipe(sum.as_mut());
        if message.header.len() > HEADER {
            let mut long = State::<B>::EMPTY;
            self.hash(message.header, &mut long);
            add(tag, long.sum.as_ref());
        }
        true
    }

    /// Encrypts a text of few blocks, and writes the block that becomes the tag to `sum`; `offset` is the offset of block 0. The
    /// block for the tag depends only on the text, so one call encrypts it together with the blocks of the text. The function is
    /// not inlined: with its buffers in the frame of [`whole`](Scheme::whole), the kernels for whole messages would reach below
    /// the part of the stack that is erased after them.
    #[inline(never)]
    fn seal_few(&self, offset: &[u8], sum: &mut [u8], mut data: InOut<'_>) {
        let (block, count) = (self.block(), data.len() / self.block());
        let mut room = Room::<[u8; ROOM], 2>::new();
        let [blocks, masks] = room.rows().each_mut();
        let tail = data.len() - count * block;
        // the blocks of the text, the block that masks an incomplete last block, and the block that becomes the tag
        let used = (count + 1 + usize::from(tail > 0)) * block;
        let (blocks, masks) = (&mut blocks[..used], &mut masks[..count * block]);
        let sums = &self.multiples()[MULTIPLES * block..];
        let mut last = B::ZERO;
        let last = &mut last.as_mut()[..block];
        last.copy_from_slice(offset);
        if let Some(before) = count.checked_sub(1) {
            add(last, &sums[before * block..]);
        }
        let text = data.input();
        for at in (0..count * block).step_by(block) {
            let (mask, to) = (&mut masks[at..][..block], &mut blocks[at..][..block]);
            mask.copy_from_slice(&sums[at..][..block]);
            add(mask, offset);
            to.copy_from_slice(&text[at..][..block]);
            add(sum, to);
            add(to, mask);
        }
        if tail > 0 {
            add(last, self.masks.star.as_ref());
            blocks[count * block..][..block].copy_from_slice(last);
            add(sum, &text[count * block..]);
            sum[tail] ^= 0x80;
        }
        add(sum, last);
        add(sum, self.masks.dollar.as_ref());
        blocks[used - block..].copy_from_slice(sum);
        self.encrypt(blocks);
        sum.copy_from_slice(&blocks[used - block..]);
        add(blocks, masks);
        let mut whole = data.take(count * block);
        whole.output().copy_from_slice(&blocks[..count * block]);
        data.xor(&blocks[count * block..]);
        wipe::wipe(last);
        wipe::wipe(blocks);
        wipe::wipe(masks);
    }

    /// Writes the tag, possibly truncated: the encrypted checksum `sum` XOR the hash of the associated data.
    fn tag(&self, header: &[u8], sum: &[u8], tag: &mut [u8]) {
        let mut state = State::<B>::EMPTY;
        if !header.is_empty() {
            self.hash(header, &mut state);
        }
        let tag = &mut tag[..sum.len()];
        copy_short(tag, sum);
        add(tag, state.sum.as_ref());
    }

    /// XORs the encrypted blocks of the associated data onto the state's sum (section 4.1, HASH).
    fn hash(&self, header: &[u8], state: &mut State<B>) {
        let (block, multiples) = (self.block(), self.multiples());
        let State { offset, sum, last } = state;
        let (offset, sum, last) =
            (&mut offset.as_mut()[..block], &mut sum.as_mut()[..block], &mut last.as_mut()[..block]);
        let mut room = [0; 1024];
        let (whole, rest) = header.split_at(whole_blocks(header.len(), block));
        let mut number = 0u64;
        for part in whole.chunks(room.len() / block * block) {
            let room = &mut room[..part.len()];
            room.copy_from_slice(part);
            for data in room.chunks_exact_mut(block) {
                number += 1;
                let zeros = number.trailing_zeros() as usize;
                let (kept, more) = (zeros.min(MULTIPLES - 1), zeros.saturating_sub(MULTIPLES - 1));
                last.copy_from_slice(&multiples[kept * block..][..block]);
                for _ in 0..more {
                    double_be(last);
                }
                add(offset, last);
                add(data, offset);
            }
            self.encrypt(room);
            for encrypted in room.chunks_exact(block) {
                add(sum, encrypted);
            }
        }
        if !rest.is_empty() {
            last.fill(0);
            last[..rest.len()].copy_from_slice(rest);
            last[rest.len()] = 0x80;
            add(last, &offset[..]);
            add(last, self.masks.star.as_ref());
            self.encrypt(last);
            add(sum, last);
        }
        wipe::wipe(&mut room);
    }
}

impl<K: Keyed, B: Bytes> Scheme for OcbScheme<K, B> {
    fn nonce_len(&self) -> ByteLengths {
        nonces(self.block)
    }

    fn tag_len(&self) -> ByteLengths {
        tags(self.block)
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        ((1 << MULTIPLES) - 1) * self.block as u128
    }

    fn key_limit(&self) -> Option<KeyLimit> {
        // RFC 7253, section 5; the draft for longer blocks sets no limit
        (self.block == 16).then_some(KeyLimit { limit: 1 << 48, unit: "blocks" })
    }

    fn key_cost(&self, direction: Direction, _: usize, header: usize, text: usize) -> u128 {
        match direction {
            Direction::Encrypt => (header.div_ceil(self.block) + text.div_ceil(self.block) + 1) as u128,
            Direction::Decrypt => 0,
        }
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    #[inline]
    fn whole(&self, mut message: Whole<'_, '_>, tag: &mut Tag) {
        if self.in_one_call(&mut message, tag) {
            return;
        }
        let (block, decrypt) = (self.block(), message.direction == Direction::Decrypt);
        let mut state = State::<B>::EMPTY;
        let State { offset, sum, last } = &mut state;
        let (offset, sum, last) =
            (&mut offset.as_mut()[..block], &mut sum.as_mut()[..block], &mut last.as_mut()[..block]);
        self.first_offset(message.nonce, message.tag_len, offset);

        let mut data = message.data.reborrow();
        if B::LEN == 16 && !decrypt && data.len() + 2 * block <= ROOM {
            self.seal_few(offset, sum, data);
            return self.tag(message.header, sum, tag);
        }
        let mut whole = data.take(whole_blocks(data.len(), block));
        if !whole.is_empty() {
            let blocks = [&mut *offset, &mut *sum];
            let operation = OcbMessage { multiples: self.multiples(), blocks, whole: None };
            self.cipher.authenticated(decrypt, 0, &mut Authenticated::Ocb(operation), &mut whole);
        }
        if !data.is_empty() {
            let len = data.len();
            add(offset, self.masks.star.as_ref());
            last.copy_from_slice(offset);
            self.encrypt(last);
            if !decrypt {
                add(sum, data.input());
            }
            data.xor(last);
            if decrypt {
                add(sum, data.output());
            }
            sum[len] ^= 0x80;
        }
        add(sum, offset);
        add(sum, self.masks.dollar.as_ref());
        self.encrypt(sum);
        self.tag(message.header, sum, tag);
    }
}
