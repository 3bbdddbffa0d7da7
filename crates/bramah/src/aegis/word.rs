//! The words of a state. Each word consists of one AES block of every instance that runs in parallel.

#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
use crate::simd::blocks::{AesRounds, And, Blocks};
use crate::{
    block::rijndael::rounds_without_key,
    simd::{
        Portable,
        memory::{Bytes, store_whole},
    },
};

/// An AES block for each of [`DEGREE`](Self::DEGREE) instances of AEGIS (draft, section 5.1).
pub(super) trait Word: Copy {
    /// The token for the CPU features that this type needs.
    type Isa: Copy;
    /// The bytes of all blocks, in the order of the message.
    type Bytes: Bytes;
    /// The degree of parallelism: the number of blocks in a word.
    const DEGREE: usize = Self::Bytes::LEN / 16;
    /// Whether a loop of two steps is faster than a loop of one step, because no registers are moved between the two steps.
    const IN_PAIRS: bool;

    /// Reads the blocks from memory.
    fn load(isa: Self::Isa, bytes: &Self::Bytes) -> Self;
    /// Writes the blocks to memory.
    fn store(self) -> Self::Bytes;
    /// Returns a word with this block in each instance.
    fn splat(isa: Self::Isa, block: &[u8; 16]) -> Self;
    /// Returns the XOR of two words.
    fn xor(self, o: Self) -> Self;
    /// Returns the bitwise AND of two words.
    fn and(self, o: Self) -> Self;
    /// Performs one step of a state (sections 3.3 and 4.3). Each word is replaced by the result of an AES round on the preceding
    /// word (for the first word, on the last one); the round key is the word itself. The words of the message are XORed onto
    /// words of the state that are equally far apart, beginning with the first. The words of the message are `input`, or if there
    /// is a keystream, the XOR of `input` and the keystream.
    fn step<const N: usize, const RATE: usize>(
        state: &mut [Self; N],
        input: [Self; RATE],
        keystream: Option<[Self; RATE]>,
    );

    /// Returns the XOR of the blocks of all instances.
    #[inline(always)]
    fn sum(self) -> [u8; 16] {
        let bytes = self.store();
        if let ([block], _) = bytes.as_ref().as_chunks() {
            return *block;
        }
        let mut sum = 0;
        for block in bytes.as_ref().as_chunks().0 {
            sum ^= u128::from_le_bytes(*block);
        }
        let mut block = [0; 16];
        store_whole(&mut block, sum);
        block
    }
}

/// A word in `K` registers.
///
/// A step depends on the step before, so its latency determines the speed. Where a word of the message is added, the round could
/// have the XOR of the state's word and the message as its key, but the next XOR would then wait for it. So the key of the round
/// is the input, which waits for no step, and the state's word and the keystream are XORed onto the result of the round. With a
/// word in one register, this encrypts faster on Zen 3 than with the XOR as the key and than with a round without a key, and
/// decrypts as fast. Decryption takes one XOR more than with the XOR as the key: with two registers to a word (16 KiB), its speed
/// was 0.83 to 1.08 times as high.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
#[derive(Clone, Copy)]
pub(super) struct Registers<B, const K: usize>([B; K]);

/// Implements words of one register, with the number of its bytes, and words of several such registers, with the number of all
/// bytes.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! registers {
    ($($block:ident $bytes:literal: $($count:literal $all:literal)+;)+) => { $($(
        impl Word for Registers<$block, $count> {
            type Isa = <$block as Blocks>::Isa;
            type Bytes = [u8; $all];
            const IN_PAIRS: bool = $count == 1;

            #[inline(always)]
            fn load(isa: Self::Isa, bytes: &[u8; $all]) -> Self {
                let (registers, _) = bytes.as_chunks::<$bytes>();
                let mut word = [$block::load(isa, &registers[0]); $count];
                for (word, bytes) in word.iter_mut().zip(registers) {
                    *word = $block::load(isa, bytes);
                }
                Self(word)
            }
            #[inline(always)]
            fn store(self) -> [u8; $all] {
                let mut bytes = [0; $all];
                for (bytes, register) in bytes.as_chunks_mut::<$bytes>().0.iter_mut().zip(self.0) {
                    *bytes = register.store();
                }
                bytes
            }
            #[inline(always)]
            fn splat(isa: Self::Isa, block: &[u8; 16]) -> Self {
                Self([$block::splat(isa, block); $count])
            }
            #[inline(always)]
            fn xor(mut self, o: Self) -> Self {
                for i in 0..$count {
                    self.0[i] = self.0[i].xor(o.0[i]);
                }
                self
            }
            #[inline(always)]
            fn and(mut self, o: Self) -> Self {
                for i in 0..$count {
                    self.0[i] = self.0[i].and(o.0[i]);
                }
                self
            }
            #[inline(always)]
            fn step<const N: usize, const RATE: usize>(
                state: &mut [Self; N],
                input: [Self; RATE],
                keystream: Option<[Self; RATE]>,
            ) {
                let old = *state;
                for n in 0..N {
                    // words of several registers are computed from the last to the first, so that each new word can be
                    // stored in the registers of the old word
                    let i = if $count > 1 { N - 1 - n } else { n };
                    let before = old[(i + N - 1) % N];
                    for j in 0..$count {
                        let (mut word, before) = (old[i].0[j], before.0[j]);
                        state[i].0[j] = if i % (N / RATE) == 0 {
                            let taken = i / (N / RATE);
                            if let Some(keystream) = &keystream {
                                word = word.xor(keystream[taken].0[j]);
                            }
                            before.round(input[taken].0[j]).xor(word)
                        } else {
                            before.round(word)
                        };
                    }
                }
            }
        }
    )+)+ };
}

crate::backend::only! {
    x86: {
        use crate::simd::blocks::{Block1, Block2, Block4};
        registers! { Block1 16: 1 16 2 32 4 64; Block2 32: 1 32 2 64; Block4 64: 1 64; }
    }
    aarch64: {
        use crate::simd::blocks::Block1;
        registers! { Block1 16: 1 16 2 32 4 64; }
    }
}

/// A word in memory, for portable code, which processes the blocks of all words together in an AES round.
#[derive(Clone, Copy)]
pub(super) struct InMemory<const DEGREE: usize>([[u8; 16]; DEGREE]);

/// Implements words of this many blocks in memory, with the length of their bytes.
macro_rules! in_memory {
    ($($degree:literal $bytes:literal)+) => { $(
        impl Word for InMemory<$degree> {
            type Isa = Portable;
            type Bytes = [u8; $bytes];
            const IN_PAIRS: bool = false;

            #[inline(always)]
            fn load(_: Portable, bytes: &[u8; $bytes]) -> Self {
                let mut word = [[0; 16]; $degree];
                word.as_flattened_mut().copy_from_slice(bytes);
                Self(word)
            }
            #[inline(always)]
            fn store(self) -> [u8; $bytes] {
                let mut bytes = [0; $bytes];
                bytes.copy_from_slice(self.0.as_flattened());
                bytes
            }
            #[inline(always)]
            fn splat(_: Portable, block: &[u8; 16]) -> Self {
                Self([*block; $degree])
            }
            #[inline(always)]
            fn xor(mut self, o: Self) -> Self {
                for (a, b) in self.0.iter_mut().zip(&o.0) {
                    add(a, b);
                }
                self
            }
            #[inline(always)]
            fn and(mut self, o: Self) -> Self {
                for (a, b) in self.0.iter_mut().zip(&o.0) {
                    *a = (u128::from_ne_bytes(*a) & u128::from_ne_bytes(*b)).to_ne_bytes();
                }
                self
            }
            #[inline(always)]
            fn step<const N: usize, const RATE: usize>(
                state: &mut [Self; N],
                mut input: [Self; RATE],
                keystream: Option<[Self; RATE]>,
            ) {
                for (word, other) in input.iter_mut().zip(keystream.iter().flatten()) {
                    *word = word.xor(*other);
                }
                step(state, &input);
            }
        }
    )+ };
}
in_memory! { 1 16 2 32 4 64 }

/// Performs [`Word::step`] in a separate function, because a call costs nothing compared with the rounds.
#[inline(never)]
fn step<const DEGREE: usize, const N: usize, const RATE: usize>(
    state: &mut [InMemory<DEGREE>; N],
    input: &[InMemory<DEGREE>; RATE],
) {
    let mut blocks = [[[0; 16]; DEGREE]; N];
    for i in 0..N {
        blocks[(i + 1) % N] = state[i].0;
    }
    rounds_without_key(blocks.as_flattened_mut());
    for i in 0..N {
        for j in 0..DEGREE {
            add(&mut state[i].0[j], &blocks[i][j]);
            if i % (N / RATE) == 0 {
                add(&mut state[i].0[j], &input[i / (N / RATE)].0[j]);
            }
        }
    }
}

/// XORs `other` onto `block`.
#[inline(always)]
fn add(block: &mut [u8; 16], other: &[u8; 16]) {
    *block = (u128::from_ne_bytes(*block) ^ u128::from_ne_bytes(*other)).to_ne_bytes();
}
