//! IVs longer than a block: in CBC, CFB and OFB of GOST R 34.13-2015, a register holds as many bytes as the IV. The first
//! block of the register is the chaining value, and each new block is appended at the end. So an IV of `z` blocks starts `z`
//! chains, and every `z`-th block of the message belongs to the same chain.

use crate::{
    block::{Keyed, Pass},
    direction::Direction,
    simd::memory::InOut,
    wipe,
};

/// The storage of a register; empty without `alloc`.
#[cfg(feature = "alloc")]
type Bytes = alloc::vec::Vec<u8>;
#[cfg(not(feature = "alloc"))]
type Bytes = [u8; 0];

/// The register of a message that has an IV longer than a block.
pub(super) struct Register(Bytes);

impl Register {
    /// Returns a register that contains the IV.
    #[cfg(feature = "alloc")]
    pub(super) fn new(iv: &[u8]) -> Self {
        Self(iv.into())
    }
    /// Returns an empty register, because without `alloc` no IV is longer than a block.
    #[cfg(not(feature = "alloc"))]
    pub(super) fn new(_: &[u8]) -> Self {
        Self([])
    }

    /// Returns all bytes of the register. CFB8 and CFB1 shift them.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// Discards the first block of the register, and appends a block.
    pub(super) fn push(&mut self, block: &[u8]) {
        let kept = self.0.len() - block.len();
        self.0.copy_within(block.len().., 0);
        self.0[kept..].copy_from_slice(block);
    }

    /// Encrypts or decrypts whole blocks in CBC with the register.
    pub(super) fn chain(&mut self, cipher: &impl Keyed, direction: Direction, data: &mut InOut<'_>) {
        let block = cipher.block_len();
        let pass = match direction {
            Direction::Encrypt => Pass::CbcEncrypt,
            Direction::Decrypt => Pass::CbcDecrypt,
        };
        while !data.is_empty() {
            // the pass replaces the first block of the register by the new block of ciphertext
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
