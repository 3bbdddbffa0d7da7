//! The offsets of OCB, which each table of functions adds before and after the cipher: RFC 7253, section 4.1.

use crate::simd::memory::{Bytes, add};

/// The number of multiples of L that a key keeps, `L_0` to `L_31`: enough for messages of fewer than 2^32 blocks.
pub const MULTIPLES: usize = 32;

/// The number of sums of multiples that a key keeps after the multiples themselves: the largest number of blocks that a
/// backend processes at once.
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

/// XORs every block of `blocks` into `sum`. It uses words that stay in registers: a sum in memory would wait for its
/// own store at every block.
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

/// The longest header that a call for a whole message can have, in bytes.
pub const HEADER: usize = 64;

/// A whole message apart from its text, for ciphers with blocks of 16 bytes.
pub struct Whole<'a> {
    /// The lowest bits of the nonce, which choose a part of the stretched block.
    pub bottom: u32,
    /// `L_*`.
    pub star: &'a [u8; 16],
    /// `L_$`.
    pub dollar: &'a [u8; 16],
    /// The associated data, at most [`HEADER`] bytes.
    pub header: &'a [u8],
}

/// A message apart from its text. If one of the slices has a wrong length, nothing is done.
pub struct Message<'a> {
    /// `L_0`, `L_1` and so on, [`MULTIPLES`] of them, and then [`SUMS`].
    pub multiples: &'a [u8],
    /// The offset, before the call that of the block before the first and after it that of the last block; and the sum
    /// to which the plaintext is added. For a whole message, both must be zero before, and are meaningless after.
    pub blocks: [&'a mut [u8]; 2],
    /// The rest of a message that is processed in one call, and the place of its tag; only for blocks of 16 bytes. If
    /// this is `None`, the text is whole blocks.
    pub whole: Option<(&'a Whole<'a>, &'a mut [u8; 16])>,
}

/// Returns the first offset of a message (RFC 7253, section 4.2): the stretched block, shifted by `bottom` bits.
#[inline(always)]
pub fn stretched(block: &[u8; 16], bottom: u32) -> [u8; 16] {
    let top = u128::from_be_bytes(*block);
    let rest = (top ^ top << 8) >> 64;
    (top << bottom | rest << 64 >> 1 >> (127 - bottom)).to_be_bytes()
}

/// The state of a message, whose first block is number 1.
pub(crate) struct Offsets<'a, B> {
    /// `L_0`, `L_1` and so on.
    pub(crate) multiples: &'a [B; MULTIPLES],
    /// The XOR of the offset of block 0 with the offsets of blocks 1, 2 and so on.
    pub(crate) sums: &'a [B; SUMS],
    /// The offset, before the first block and then that of the last block.
    pub(crate) offset: &'a mut B,
    /// The XOR of all blocks of plaintext.
    pub(crate) sum: &'a mut B,
    /// The rest of a message that is processed in one call, and the place of its tag. If this is `None`, the text is
    /// whole blocks.
    pub(crate) whole: Option<(&'a Whole<'a>, &'a mut [u8; 16])>,
}

impl<'a, B: Bytes> Offsets<'a, B> {
    /// Returns the same state, as part of a message that is not whole.
    #[inline(always)]
    pub(crate) fn reborrow(&mut self) -> Offsets<'_, B> {
        let Self { multiples, sums, offset, sum, .. } = self;
        Offsets { multiples, sums, offset, sum, whole: None }
    }

    /// Makes the state from slices of bytes; none if one of them has a wrong length.
    #[inline(always)]
    pub(crate) fn new(message: &'a mut Message<'_>) -> Option<Self> {
        let Message { multiples, blocks: [offset, sum], whole } = message;
        #[allow(clippy::manual_map)]
        // a closure would be compiled without the CPU features of the kernel around it
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
