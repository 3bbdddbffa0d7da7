//! Vectors of blocks that go through the rounds of Deoxys-BC together.

use super::schedule::{BLOCK, H, permuted};
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
use crate::simd::blocks::Shuffle;
use crate::{
    block::rijndael::rounds_without_key,
    simd::{Portable, memory::Bytes},
};

/// Several blocks side by side in a vector.
pub(super) trait Lanes: Copy {
    /// The token for the CPU features that this type needs.
    type Isa: Copy;
    /// The bytes of all blocks, in the order of the message.
    type Bytes: Bytes;

    /// Reads the blocks from memory.
    fn load(isa: Self::Isa, bytes: &Self::Bytes) -> Self;
    /// Writes the blocks to memory.
    fn store(self) -> Self::Bytes;
    /// Returns a vector whose blocks are all equal to `block`.
    fn splat(isa: Self::Isa, block: &[u8; BLOCK]) -> Self;
    /// Returns the XOR of two vectors.
    fn xor(self, o: Self) -> Self;
    /// Returns the blocks with the bytes of each permuted by h.
    fn permuted(self, isa: Self::Isa) -> Self;
    /// Returns the blocks after one AES round with MixColumns; the round key `key` is XORed last.
    fn round(self, key: Self) -> Self;
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
impl<V: Shuffle<Bytes: Bytes>> Lanes for V {
    type Isa = V::Isa;
    type Bytes = V::Bytes;

    #[inline(always)]
    fn load(isa: V::Isa, bytes: &V::Bytes) -> Self {
        V::load(isa, bytes)
    }
    #[inline(always)]
    fn store(self) -> V::Bytes {
        V::store(self)
    }
    #[inline(always)]
    fn splat(isa: V::Isa, block: &[u8; BLOCK]) -> Self {
        V::splat(isa, block)
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        V::xor(self, o)
    }
    #[inline(always)]
    fn permuted(self, isa: V::Isa) -> Self {
        self.shuffle(V::splat(isa, &H))
    }
    #[inline(always)]
    fn round(self, key: Self) -> Self {
        V::round(self, key)
    }
}

/// Four blocks in memory, for portable code, which processes them together in an AES round.
#[derive(Clone, Copy)]
pub(super) struct Four([[u8; BLOCK]; 4]);

impl Lanes for Four {
    type Isa = Portable;
    type Bytes = [u8; 4 * BLOCK];

    #[inline(always)]
    fn load(_: Portable, bytes: &[u8; 4 * BLOCK]) -> Self {
        let mut four = [[0; BLOCK]; 4];
        four.as_flattened_mut().copy_from_slice(bytes);
        Self(four)
    }
    #[inline(always)]
    fn store(self) -> [u8; 4 * BLOCK] {
        let mut bytes = [0; 4 * BLOCK];
        bytes.copy_from_slice(self.0.as_flattened());
        bytes
    }
    #[inline(always)]
    fn splat(_: Portable, block: &[u8; BLOCK]) -> Self {
        Self([*block; 4])
    }
    #[inline(always)]
    fn xor(mut self, o: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(&o.0) {
            *a = (u128::from_ne_bytes(*a) ^ u128::from_ne_bytes(*b)).to_ne_bytes();
        }
        self
    }
    #[inline(always)]
    fn permuted(mut self, _: Portable) -> Self {
        for block in &mut self.0 {
            *block = permuted(*block);
        }
        self
    }
    #[inline(always)]
    fn round(mut self, key: Self) -> Self {
        rounds_without_key(&mut self.0);
        self.xor(key)
    }
}
