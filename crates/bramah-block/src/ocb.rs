//! The offsets of OCB (RFC 7253, section 4.1), which each table of functions XORs in before and after the cipher.

use crate::simd::memory::{Bytes, add};

/// The number of precomputed multiples of L for each key, `L_0` to `L_31`: enough for messages of fewer than 2^32 blocks.
pub const MULTIPLES: usize = 32;

/// The number of precomputed XORs of multiples, which are stored after the multiples: the maximum number of blocks that a backend
/// processes at once.
pub const SUMS: usize = 32;

/// Returns `L_i`, where `i` is the number of trailing zeros of a block's number; the first block is number 1.
#[inline(always)]
pub(crate) fn multiple<B: Bytes>(multiples: &[B; MULTIPLES], number: u64) -> &B {
    &multiples[(number.trailing_zeros() as usize).min(MULTIPLES - 1)]
}

/// Returns the XOR of two blocks.
#[inline(always)]
pub(crate) fn xored<B: Bytes>(mut block: B, other: &B) -> B {
    add(block.as_mut(), other.as_ref());
    block
}

/// XORs every block of `blocks` into `sum`. The XOR is kept in registers, because in memory each block would wait for the store
/// of the previous one.
#[inline(always)]
pub(crate) fn add_all<B: Bytes>(sum: &mut B, blocks: &[u8]) {
    const { assert!(B::LEN <= 128 && B::LEN.is_multiple_of(4)) };
    let mut words = [0; 32];
    let words = &mut words[..B::LEN / 4];
    for block in B::split(blocks).0 {
        for (word, bytes) in words.iter_mut().zip(block.as_ref().as_chunks().0) {
            *word ^= u32::from_ne_bytes(*bytes);
        }
    }
    for (bytes, word) in sum.as_mut().as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = (u32::from_ne_bytes(*bytes) ^ *word).to_ne_bytes();
    }
}

/// The maximum length in bytes of the associated data when a whole message is processed in one call.
pub const HEADER: usize = 64;

/// The parts of a whole message besides its text, for ciphers with 16-byte blocks.
pub struct Whole<'a> {
    /// The lowest bits of the nonce, which select a part of the stretched block (RFC 7253, section 4.2).
    pub bottom: u32,
    /// The block `L_*` of RFC 7253.
    pub star: &'a [u8; 16],
    /// The block `L_$` of RFC 7253.
    pub dollar: &'a [u8; 16],
    /// The associated data, at most [`HEADER`] bytes.
    pub header: &'a [u8],
}

/// The state of a message besides its text. If one of the slices has a wrong length, the functions do nothing.
pub struct Message<'a> {
    /// `L_0`, `L_1` and so on, [`MULTIPLES`] blocks, followed by [`SUMS`] XORs of multiples.
    pub multiples: &'a [u8],
    /// The offset, and the checksum of the plaintext (the XOR of all its blocks). A call reads the offset of the block before its
    /// first block, and leaves the offset of its last block. For a whole message, both blocks must be zero before the call, and
    /// are meaningless after it.
    pub blocks: [&'a mut [u8]; 2],
    /// The other parts of a message that is processed in one call, and the buffer for its tag; only for 16-byte blocks. If this
    /// is `None`, the text consists of whole blocks.
    pub whole: Option<(&'a Whole<'a>, &'a mut [u8; 16])>,
}

/// Returns the first offset of a message (RFC 7253, section 4.2): the stretched block, shifted by `bottom` bits.
#[inline(always)]
pub fn stretched(block: &[u8; 16], bottom: u32) -> [u8; 16] {
    let top = u128::from_be_bytes(*block);
    let rest = (top ^ top << 8) >> 64;
    (top << bottom | rest << 64 >> 1 >> (127 - bottom)).to_be_bytes()
}

/// The state of a message, with typed blocks. The first block of a message has number 1.
pub(crate) struct Offsets<'a, B> {
    /// The multiples of L: `L_0`, `L_1` and so on.
    pub(crate) multiples: &'a [B; MULTIPLES],
    /// The XOR of the offset of block 0 with the offsets of blocks 1, 2 and so on.
    pub(crate) sums: &'a [B; SUMS],
    /// The offset of the last block that was processed, or of block 0 at the beginning.
    pub(crate) offset: &'a mut B,
    /// The XOR of all blocks of plaintext.
    pub(crate) sum: &'a mut B,
    /// The other parts of a message that is processed in one call, and the buffer for its tag. `None` if the text
    /// consists of whole blocks.
    pub(crate) whole: Option<(&'a Whole<'a>, &'a mut [u8; 16])>,
}

impl<'a, B: Bytes> Offsets<'a, B> {
    /// Returns a reference to this state for a part of the message, without `whole`.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> Offsets<'_, B> {
        let Self { multiples, sums, offset, sum, .. } = self;
        Offsets { multiples, sums, offset, sum, whole: None }
    }

    /// Makes the state from slices of bytes. Returns `None` if one of the slices has a wrong length.
    #[inline(always)]
    pub(crate) fn new(message: &'a mut Message<'_>) -> Option<Self> {
        let Message { multiples, blocks: [offset, sum], whole } = message;
        #[allow(clippy::manual_map)]
        // not in a closure, because a closure would be compiled without the CPU features of the kernel around it
        let whole = match whole {
            Some((whole, tag)) => Some((*whole, &mut **tag)),
            None => None,
        };
        let (multiples, sums) = B::split(multiples).0.split_first_chunk()?;
        match (sums.first_chunk(), B::split_mut(offset).0, B::split_mut(sum).0) {
            (Some(sums), [offset], [sum]) => Some(Self { multiples, sums, offset, sum, whole }),
            _ => None,
        }
    }
}
