//! Words of the state: in each, one AES block of every instance that runs in parallel.

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
    /// Proof that the CPU has the instructions that this type compiles to.
    type Isa: Copy;
    /// All blocks, in the order in which they lie in a message.
    type Bytes: Bytes;
    /// The degree of parallelism: the number of blocks.
    const DEGREE: usize = Self::Bytes::LEN / 16;
    /// Whether a loop of two steps is faster than a loop of one step: between the two steps no register is moved.
    const IN_PAIRS: bool;

    /// Reads the blocks from memory.
    fn load(isa: Self::Isa, bytes: &Self::Bytes) -> Self;
    /// Writes the blocks to memory.
    fn store(self) -> Self::Bytes;
    /// Copies a block to each instance.
    fn splat(isa: Self::Isa, block: &[u8; 16]) -> Self;
    /// Returns the exclusive or.
    fn xor(self, o: Self) -> Self;
    /// Returns the conjunction.
    fn and(self, o: Self) -> Self;
    /// Performs the step of a state: each word becomes the result of a round of AES on the word before it (for the
    /// first word, the last one), with the word itself as the key. The words of the message are added to words of the
    /// state that are equally far apart, the first of them to the first (sections 3.3 and 4.3). They are `input`, or, if
    /// there is a keystream, the sums of `input` and the keystream.
    fn step<const N: usize, const RATE: usize>(
        state: &mut [Self; N],
        input: [Self; RATE],
        keystream: Option<[Self; RATE]>,
    );

    /// Returns the exclusive or of the blocks of all instances.
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
/// A step waits for the step before it, so its latency determines the speed. A word to which the message is added could have the
/// sum as the key of its round, but then the next sum would wait for it. So the key of its round is the input, which waits for no
/// step, and the word and the keystream are added to the result of the round. With a word in one register, this encrypts
/// faster on Zen 3 than with the sum as the key and than with a round without a key, and decrypts as fast. Decryption takes
/// one addition more than with the sum as the key: with two registers to a word (16 KiB), its speed was 0.83 to 1.08 times as high.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
#[derive(Clone, Copy)]
pub(super) struct Registers<B, const K: usize>([B; K]);

/// Implements words for a type of registers with its bytes, and for words of several such registers with their bytes.
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
                    // several registers from the last word to the first, so that each takes the place of the one it replaces
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

/// A word in memory, for portable code, which takes the blocks of all words through the AES round together.
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

/// Performs [`Word::step`] in a function of its own: compared with the rounds, a call costs nothing.
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

/// Adds a block to another.
#[inline(always)]
fn add(block: &mut [u8; 16], other: &[u8; 16]) {
    *block = (u128::from_ne_bytes(*block) ^ u128::from_ne_bytes(*other)).to_ne_bytes();
}
