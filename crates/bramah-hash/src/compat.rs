//! The hash traits of RustCrypto (crate `digest` 0.11), implemented for every [`Hasher`].
//!
//! `Digest` and `EagerHash` follow from these traits. So `hmac::Hmac` and `pbkdf2::pbkdf2_hmac` accept every hash
//! function with blocks of at most 255 bytes, and `hmac::SimpleHmac` accepts all of them.

use crate::{Frame, Hash, Hasher};
use bramah_machine::compat::Size;
use digest::{
    array::{ArraySize, AssocArraySize},
    block_api::{Buffer, BufferKindUser, CoreProxy, Eager, FixedOutputCore, SmallBlockSizeUser, UpdateCore},
};

/// The block of a hash function, as an array of bytes.
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

/// The hash function is its own block-level core. It buffers internally, so whole blocks are hashed like any other
/// data.
impl<H: Hash, const N: usize> UpdateCore for Hasher<H, N>
where
    Self: digest::common::BlockSizeUser,
{
    #[inline]
    fn update_blocks(&mut self, blocks: &[digest::common::Block<Self>]) {
        Hasher::update(self, digest::array::Array::slice_as_flattened(blocks));
    }
}

impl<H: Hash, const N: usize> BufferKindUser for Hasher<H, N>
where
    Self: SmallBlockSizeUser,
{
    type BufferKind = Eager;
}

impl<H: Hash, const N: usize> FixedOutputCore for Hasher<H, N>
where
    Self: BufferKindUser<BufferKind = Eager> + UpdateCore,
    [u8; N]: AssocArraySize<Size: ArraySize>,
{
    #[inline]
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut digest::Output<Self>) {
        Hasher::update(self, buffer.get_data());
        buffer.reset();
        out.copy_from_slice(&self.finalize_reset());
    }
}

impl<H: Hash, const N: usize> CoreProxy for Hasher<H, N>
where
    Self: BufferKindUser<BufferKind = Eager>,
{
    type Core = Self;

    fn compose(mut core: Self, buffer: Buffer<Self>) -> Self {
        Hasher::update(&mut core, buffer.get_data());
        core
    }

    fn decompose(self) -> (Self, Buffer<Self>) {
        (self, Buffer::<Self>::default())
    }
}
