//! IVs longer than a block: GOST R 34.13-2015, whose CBC, CFB and OFB keep a register as long as the IV. The first
//! block of the register takes the place of the chained block, and each new block is appended at the end: an IV of `z`
//! blocks makes `z` chains that take turns.

use crate::{
    block::{Keyed, Pass},
    direction::Direction,
    simd::memory::InOut,
    wipe,
};

/// The bytes of a register; without `alloc` there is none.
#[cfg(feature = "alloc")]
type Bytes = alloc::vec::Vec<u8>;
#[cfg(not(feature = "alloc"))]
type Bytes = [u8; 0];

/// The register of a message whose IV is longer than a block.
pub(super) struct Register(Bytes);

impl Register {
    /// Makes a register of an IV.
    #[cfg(feature = "alloc")]
    pub(super) fn new(iv: &[u8]) -> Self {
        Self(iv.into())
    }
    /// Makes an empty register: no IV is longer than a block.
    #[cfg(not(feature = "alloc"))]
    pub(super) fn new(_: &[u8]) -> Self {
        Self([])
    }

    /// Returns all bytes of the register, which CFB8 and CFB1 shift.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// Discards the block at the beginning, and adds a block at the end.
    pub(super) fn push(&mut self, block: &[u8]) {
        let kept = self.0.len() - block.len();
        self.0.copy_within(block.len().., 0);
        self.0[kept..].copy_from_slice(block);
    }

    /// Encrypts or decrypts whole blocks in CBC.
    pub(super) fn chain(&mut self, cipher: &impl Keyed, direction: Direction, data: &mut InOut<'_>) {
        let block = cipher.block_len();
        let pass = match direction {
            Direction::Encrypt => Pass::CbcEncrypt,
            Direction::Decrypt => Pass::CbcDecrypt,
        };
        while !data.is_empty() {
            // the pass replaces the first block of the register by the block of ciphertext
            cipher.pass(pass, &mut self.0[..block], &mut data.take(block));
            self.0.rotate_left(block);
        }
    }
}

impl Drop for Register {
    fn drop(&mut self) {
        wipe::wipe(&mut self.0[..]);
    }
}
