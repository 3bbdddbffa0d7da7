//! Kernels that process one block at a time. In encryption in CBC and CFB, in OFB and in MACs each block needs the result of the
//! previous one, and only the latency of the cipher counts.
//!
//! Such a kernel keeps a block in registers, in a representation that is a linear map of the block. The result of each block
//! stays in this representation. Only the text has to be converted to it, which is done before the previous block is finished.

use super::Cipher;
use crate::simd::{
    Portable,
    memory::{Plain, Run},
    words::Columns,
};
use core::{hint::black_box, marker::PhantomData};

/// A cipher whose kernel processes one block at a time, in registers of type `V`.
pub(crate) trait Serial<V> {
    /// The type of the token, which proves that the CPU has the instructions of the kernel.
    type Isa: Copy;
    /// The round keys.
    type Keys;
    /// The type of a block in memory.
    type Block: Plain + 'static;
    /// The type of a block in registers.
    type State: Copy;
    /// Computes the round keys for single blocks from the round keys of the other kernels.
    #[cfg_attr(not(any(target_arch = "x86", target_arch = "x86_64")), allow(dead_code))] // only vector kernels use it
    #[inline(always)]
    fn expand(_isa: Self::Isa, _keys: &mut Self::Keys) {}
    /// Converts a block to the kernel's representation by a linear map.
    fn enter(isa: Self::Isa, keys: &Self::Keys, block: &Self::Block) -> Self::State;
    /// Returns the XOR of two blocks.
    fn sum(a: Self::State, b: Self::State) -> Self::State;
    /// Encrypts a block.
    fn encrypt(isa: Self::Isa, keys: &Self::Keys, x: Self::State) -> Self::State;
    /// Undoes [`enter`](Self::enter).
    fn leave(isa: Self::Isa, keys: &Self::Keys, x: Self::State) -> Self::Block;
}

/// Encrypts the blocks of a run, in which each block depends on the previous one.
#[inline(always)]
pub(crate) fn encrypt<C: Serial<V>, V>(isa: C::Isa, keys: &C::Keys, run: Run<'_>) {
    let mut chain = run.chain::<C::Block>();
    let Some(previous) = chain.previous() else { return };
    let mut x = C::enter(isa, keys, &previous);
    // hides the chain from the compiler, so that its pointers stay in memory and leave the registers to the block
    while let Some((before, after, output)) = black_box(&mut chain).step() {
        if let Some(before) = &before {
            x = C::sum(x, C::enter(isa, keys, before));
        }
        x = C::encrypt(isa, keys, x);
        if let Some(after) = &after {
            x = C::sum(x, C::enter(isa, keys, after));
        }
        *output = C::leave(isa, keys, x);
    }
}

/// The kernel that uses AES instructions, shared by all candidates of a cipher that have these instructions.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) mod with_aes {
    use super::{Run, Serial};
    use crate::simd::{AesNi, octets::SingleAes};

    /// Computes the round keys for single blocks from the round keys of the other kernels.
    #[inline(never)]
    #[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
    pub(crate) fn expand<C: Serial<SingleAes, Isa = AesNi>>(keys: &mut C::Keys) {
        C::expand(AesNi::here(), keys);
    }
    /// Encrypts the blocks of a run, in which each block depends on the previous one.
    #[inline(never)]
    #[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
    pub(crate) fn encrypt<C: Serial<SingleAes, Isa = AesNi>>(keys: &C::Keys, run: Run<'_>) {
        super::encrypt::<C, SingleAes>(AesNi::here(), keys, run);
    }
}

/// A cipher whose kernel processes one block at a time as `N` single words, in the order of the block.
pub(crate) trait InWords<W, const N: usize>: Cipher {
    /// Whether words are big-endian; otherwise they are little-endian.
    const BIG: bool;
    /// Encrypts a block.
    fn encrypt(keys: &Self::Schedule, x: [W; N]) -> [W; N];
}

/// Converts a word from the byte order of memory to the byte order of the cipher, or back.
#[inline(always)]
fn ordered<C: InWords<W, N>, W: Columns, const N: usize>(word: W) -> W {
    if C::BIG { word.ordered::<true>() } else { word.ordered::<false>() }
}

/// The kernel that uses `N` single words, as a type for [`Serial`].
pub(crate) struct Single<W, const N: usize>(PhantomData<W>);

impl<C: InWords<W, N>, W: Columns<Token = Portable>, const N: usize> Serial<Single<W, N>> for C {
    type Isa = Portable;
    type Keys = C::Schedule;
    type Block = [W::Bytes; N];
    type State = [W; N];

    #[inline(always)]
    fn enter(isa: Portable, _: &C::Schedule, block: &[W::Bytes; N]) -> [W; N] {
        let mut x = [W::raw(isa, &block[0]); N];
        for i in 0..N {
            // keeps the words apart: otherwise the compiler would join the words of a block for the XORs, which delays the next
            // block
            x[i] = ordered::<C, W, N>(W::raw(isa, &block[i])).apart();
        }
        x
    }

    #[inline(always)]
    fn sum(mut a: [W; N], b: [W; N]) -> [W; N] {
        for i in 0..N {
            a[i] = a[i].added(b[i]);
        }
        a
    }

    #[inline(always)]
    fn encrypt(_: Portable, keys: &C::Schedule, x: [W; N]) -> [W; N] {
        // hides `keys` so that round keys are loaded where they are used: otherwise the compiler would copy them to the stack
        // before the first block
        <C as InWords<W, N>>::encrypt(black_box(keys), x).map(W::apart)
    }

    #[inline(always)]
    fn leave(_: Portable, _: &C::Schedule, x: [W; N]) -> [W::Bytes; N] {
        let mut block = [x[0].bytes(); N];
        for i in 0..N {
            block[i] = ordered::<C, W, N>(x[i]).bytes();
        }
        block
    }
}

/// Encrypts a run whose blocks depend on each other, in words. This is a separate function because with the CPU features of a
/// vector kernel the compiler would put the words of a block into vectors.
#[inline(never)]
pub(crate) fn in_words<C: InWords<W, N>, W: Columns<Token = Portable>, const N: usize>(
    keys: &C::Schedule,
    run: Run<'_>,
) {
    encrypt::<C, Single<W, N>>(Portable, keys, run);
}
