//! Blocks one by one, for ciphers with a kernel for single blocks. Only its latency matters in CBC and CFB encryption,
//! OFB and MACs, where each block waits for the one before.
//!
//! A kernel of this kind keeps a block in registers, in any form that is linear in the block. The result of a block is
//! not loaded again, and stays in that form: only the text has to be converted to it, which is done ahead of time.

use super::Cipher;
use crate::simd::{
    Portable,
    memory::{Plain, Run},
    words::Columns,
};
use core::{hint::black_box, marker::PhantomData};

/// A cipher whose kernel processes one block at a time, in registers of type `V`.
pub(crate) trait Serial<V> {
    /// The token: proof that the CPU has the instructions of the kernel.
    type Isa: Copy;
    /// The round keys.
    type Keys;
    /// A block.
    type Block: Plain + 'static;
    /// A block in registers.
    type State: Copy;
    /// Makes the round keys for single blocks from those of the other kernels.
    #[cfg_attr(not(any(target_arch = "x86", target_arch = "x86_64")), allow(dead_code))] // used by kernels of vectors
    #[inline(always)]
    fn expand(_isa: Self::Isa, _keys: &mut Self::Keys) {}
    /// Converts a block to the form of the kernel by a linear map.
    fn enter(isa: Self::Isa, keys: &Self::Keys, block: &Self::Block) -> Self::State;
    /// Returns the XOR of two blocks.
    fn sum(a: Self::State, b: Self::State) -> Self::State;
    /// Encrypts a block.
    fn encrypt(isa: Self::Isa, keys: &Self::Keys, x: Self::State) -> Self::State;
    /// Undoes [`enter`](Self::enter).
    fn leave(isa: Self::Isa, keys: &Self::Keys, x: Self::State) -> Self::Block;
}

/// Encrypts a serial run.
#[inline(always)]
pub(crate) fn encrypt<C: Serial<V>, V>(isa: C::Isa, keys: &C::Keys, run: Run<'_>) {
    let mut chain = run.chain::<C::Block>();
    let Some(previous) = chain.previous() else { return };
    let mut x = C::enter(isa, keys, &previous);
    // keeps the pointers of the chain in memory, and the registers free for the block
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

/// The kernel over AES instructions, shared by all candidates of a cipher that have these instructions.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) mod with_aes {
    use super::{Run, Serial};
    use crate::simd::{AesNi, octets::SingleAes};

    /// Makes the round keys for single blocks from those of the other kernels.
    #[inline(never)]
    #[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
    pub(crate) fn expand<C: Serial<SingleAes, Isa = AesNi>>(keys: &mut C::Keys) {
        C::expand(AesNi::here(), keys);
    }
    /// Encrypts a serial run.
    #[inline(never)]
    #[target_feature(enable = "aes,pclmulqdq,sse4.1,ssse3")]
    pub(crate) fn encrypt<C: Serial<SingleAes, Isa = AesNi>>(keys: &C::Keys, run: Run<'_>) {
        super::encrypt::<C, SingleAes>(AesNi::here(), keys, run);
    }
}

/// A cipher whose kernel processes one block at a time as `N` single words, in the order of the block.
pub(crate) trait InWords<W, const N: usize>: Cipher {
    /// Whether words are read big-endian.
    const BIG: bool;
    /// Encrypts a block.
    fn encrypt(keys: &Self::Schedule, x: [W; N]) -> [W; N];
}

/// Converts a word from the order of memory to that of the cipher, or back.
#[inline(always)]
fn ordered<C: InWords<W, N>, W: Columns, const N: usize>(word: W) -> W {
    if C::BIG { word.ordered::<true>() } else { word.ordered::<false>() }
}

/// The kernel over `N` single words, as a type.
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
            // kept apart: the compiler would join the words of a block for the XORs, which delays the next block
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
        // round keys are read where they are used: otherwise the compiler would copy them to the stack before the first
        // block
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

/// Encrypts a serial run in words. It is a separate function because with the features of a vector kernel the compiler
/// would put the words of a block into vectors.
#[inline(never)]
pub(crate) fn in_words<C: InWords<W, N>, W: Columns<Token = Portable>, const N: usize>(
    keys: &C::Schedule,
    run: Run<'_>,
) {
    encrypt::<C, Single<W, N>>(Portable, keys, run);
}
