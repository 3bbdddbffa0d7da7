//! RustCrypto's hash traits: crate `digest` 0.11, for every [`Hasher`] at once.
//!
//! `Digest` follows from these. `SimpleHmac` takes any of them; `Hmac` requires block-level parts that only
//! RustCrypto's own buffers offer.

use super::Size;
use crate::hash::{Frame, Hash, Hasher};
use digest::array::{ArraySize, AssocArraySize};

/// The block of a hash as an array.
type Block<H> = <<H as Hash>::Frame as Frame>::Block;

impl<H: Hash, const N: usize> digest::HashMarker for Hasher<H, N> {}

impl<H: Hash, const N: usize> digest::Update for Hasher<H, N> {
    #[inline]
    fn update(&mut self, data: &[u8]) {
        Hasher::update(self, data);
    }
}

impl<H: Hash, const N: usize> digest::Reset for Hasher<H, N> {
    #[inline]
    fn reset(&mut self) {
        Hasher::reset(self);
    }
}

impl<H: Hash, const N: usize> digest::OutputSizeUser for Hasher<H, N>
where
    [u8; N]: AssocArraySize<Size: ArraySize>,
{
    type OutputSize = Size<[u8; N]>;
}

impl<H: Hash, const N: usize> digest::common::BlockSizeUser for Hasher<H, N>
where
    Block<H>: AssocArraySize<Size: ArraySize>,
{
    type BlockSize = Size<Block<H>>;
}

impl<H: Hash, const N: usize> digest::FixedOutput for Hasher<H, N>
where
    [u8; N]: AssocArraySize<Size: ArraySize>,
{
    #[inline]
    fn finalize_into(self, out: &mut digest::Output<Self>) {
        out.copy_from_slice(&self.finalize());
    }
}

impl<H: Hash, const N: usize> digest::FixedOutputReset for Hasher<H, N>
where
    [u8; N]: AssocArraySize<Size: ArraySize>,
{
    #[inline]
    fn finalize_into_reset(&mut self, out: &mut digest::Output<Self>) {
        out.copy_from_slice(&self.finalize_reset());
    }
}

impl<H: Hash, const N: usize> digest::common::AlgorithmName for Hasher<H, N> {
    fn write_alg_name(f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(H::INFO.name)
    }
}
