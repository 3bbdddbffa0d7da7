//! ChaCha and Salsa20 as stream ciphers: their names, and the positions of key, nonce and counter in the state.

use super::{ArxOps, run};
use crate::stream::arx::ArxCalls;
use crate::{
    backend::{Backend, Dispatch},
    names::{ByteLengths, Standing},
    simd::memory::{InOut, read_le32, store_whole32},
    stream::{Info, StreamCipher},
    wipe,
};
use core::marker::PhantomData;

/// The positions of words in the state of a cipher.
pub trait Layout: Clone + Send + Sync + 'static {
    /// The positions of the words of the constant, of the key, and of the nonce with the counter.
    const CONSTANT: [usize; 4];
    const KEY: [usize; 8];
    const INPUT: [usize; 4];
    /// The index in `INPUT` of the counter's low word; the high word follows.
    const COUNT: usize;
    /// The members of the family that have names: their number of rounds, the length of their nonces in bytes, and their
    /// properties.
    const NAMED: &'static [(u32, usize, Info)];

    /// Returns the candidates, with the backend in use.
    fn dispatch() -> &'static Dispatch<ArxOps>;
}

/// Returns the entry of a member of a family, with its number of rounds and the length of its nonces in bytes.
pub(in super::super) const fn info(
    name: &'static str,
    aliases: &'static [&'static str],
    specification: &'static str,
    (rounds, nonce): (u32, usize),
) -> (u32, usize, Info) {
    let info = Info {
        name,
        aliases,
        specification,
        // a smaller number of rounds has a smaller security margin, but none of the ciphers here is broken
        standing: Standing::Current,
        key_len: if nonce == 24 { ByteLengths::fixed(32) } else { ByteLengths::either(16, 32) },
        nonce_len: ByteLengths::fixed(nonce),
        rounds: Some(rounds),
    };
    (rounds, nonce, info)
}

/// ChaCha or Salsa20 with a key. `ROUNDS` is the number of rounds, which must be even. `NONCE` is the length of a nonce in bytes:
/// 8, with a counter of 64 bits; 12, with a counter of 32 bits; or 24, whose first 16 bytes are used to derive the key.
#[derive(Clone)]
pub struct Arx<L, const ROUNDS: u32, const NONCE: usize> {
    key: [u32; 8],
    rounds: u32,
    /// The words of nonce and counter at the beginning of the keystream.
    input: [u32; 4],
    /// The number of the next block, which `state` contains too.
    number: u64,
    state: [u32; 16],
    layout: PhantomData<L>,
}

/// The constants "expand 16-byte k" and "expand 32-byte k", as little-endian words.
const CONSTANTS: [[u32; 4]; 2] = [
    [0x6170_7865, 0x3120_646e, 0x7962_2d36, 0x6b20_6574],
    [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574],
];

/// Returns the state for a key and the words of nonce and counter. `long` is true if the key has 32 bytes, and
/// false if it has 16.
#[inline(always)]
fn lay<L: Layout>(long: bool, key: &[u32; 8], input: [u32; 4]) -> [u32; 16] {
    let mut state = [0; 16];
    for i in 0..4 {
        state[L::CONSTANT[i]] = CONSTANTS[usize::from(long)][i];
        state[L::INPUT[i]] = input[i];
    }
    for i in 0..8 {
        state[L::KEY[i]] = key[i];
    }
    state
}

/// Returns the words of nonce and counter at the beginning of the keystream. If the nonce has 24 bytes, only the last 8
/// bytes are included.
#[inline(always)]
fn input<L: Layout>(nonce: &[u8]) -> [u32; 4] {
    let nonce = nonce.get(nonce.len() / 24 * 16..).unwrap_or(&[]);
    // the counter comes before ChaCha's nonce, and after Salsa20's
    let after = if L::COUNT == 0 { 4 - nonce.len() / 4 } else { 0 };
    let mut input = [0; 4];
    read_le32(&mut input[after..], nonce);
    input
}

/// Stores a new state, or only a new nonce and counter, in whole rows. Kernels load whole rows next, and after stores of single
/// words such a load would wait until all of these stores have left the queue.
#[inline(always)]
fn place<L: Layout>(state: &mut [u32; 16], new: [u32; 16], whole: bool) {
    let (rows, new) = (state.as_chunks_mut().0, new.as_chunks().0);
    for i in 0..4 {
        if whole || L::INPUT[0] / 4 == i || L::INPUT[3] / 4 == i {
            store_whole32(&mut rows[i], new[i]);
        }
    }
}

/// Computes HChaCha or HSalsa20 from a key and four words of input.
#[inline(always)]
fn derived<L: Layout>(backend: Backend<ArxOps>, key: &[u32; 8], input: [u32; 4], rounds: u32) -> [u32; 8] {
    let mut state = [0; 16];
    place::<L>(&mut state, lay::<L>(true, key, input), true);
    backend.core(&mut state, rounds);
    let mut derived = [0; 8];
    for i in 0..4 {
        derived[i] = state[L::CONSTANT[i]];
        derived[i + 4] = state[L::INPUT[i]];
    }
    wipe::wipe(&mut state);
    derived
}

/// Computes HChaCha or HSalsa20 from a key and sixteen bytes of input, and returns bytes.
pub(in super::super) fn derive<L: Layout>(key: &[u8; 32], input: &[u8; 16], rounds: u32) -> [u8; 32] {
    // the derivation runs in a separate function call, because the stack on which that call saves registers must be erased, too
    wipe::after(|| {
        let (mut words, mut nonce) = ([0; 8], [0; 4]);
        read_le32(&mut words, key);
        read_le32(&mut nonce, input);
        let mut derived = derived::<L>(L::dispatch().get(), &words, nonce, rounds);
        let mut out = [0; 32];
        for (bytes, word) in out.as_chunks_mut().0.iter_mut().zip(derived) {
            *bytes = word.to_le_bytes();
        }
        wipe::wipe(&mut words);
        wipe::wipe(&mut derived);
        out
    })
}

impl<L: Layout, const ROUNDS: u32, const NONCE: usize> Arx<L, ROUNDS, NONCE> {
    /// Returns the state and the number of rounds for a caller that will process `blocks` blocks; advances the block
    /// number.
    #[inline(always)]
    pub(crate) fn parts(&mut self, blocks: usize) -> (&mut [u32; 16], u32) {
        self.number = self.number.wrapping_add(blocks as u64);
        (&mut self.state, self.rounds)
    }
}

impl<L: Layout, const ROUNDS: u32, const NONCE: usize> StreamCipher for Arx<L, ROUNDS, NONCE> {
    const INFO: Info = {
        assert!(ROUNDS > 0 && ROUNDS.is_multiple_of(2), "the number of rounds is even");
        let mut found = L::NAMED[0].2;
        let mut i = 0;
        while i < L::NAMED.len() {
            let (rounds, nonce, info) = L::NAMED[i];
            if nonce == NONCE && (rounds == ROUNDS || found.nonce_len.max != NONCE) {
                found = info;
            }
            i += 1;
        }
        assert!(found.nonce_len.max == NONCE, "the family has no nonces of this length");
        found
    };
    const BLOCK: usize = super::BLOCK;
    const GROUP: usize = 16;
    const LIMIT: u128 = if NONCE == 12 { 1 << 38 } else { 1 << 70 };
    type Table = ArxOps;

    fn dispatch() -> &'static Dispatch<ArxOps> {
        L::dispatch()
    }

    #[inline]
    fn keyed(_: Backend<ArxOps>, key: &[u8]) -> Self {
        let mut words = [0; 8];
        read_le32(&mut words, key);
        let long = key.len() == 32;
        if !long {
            words.copy_within(..4, 4);
        }
        // stored in whole rows, because the first message may load the state immediately afterwards: see `place`
        let (mut key, mut state) = ([0; 8], [0; 16]);
        for (row, words) in key.as_chunks_mut().0.iter_mut().zip(words.as_chunks().0) {
            store_whole32(row, *words);
        }
        place::<L>(&mut state, lay::<L>(long, &words, [0; 4]), true);
        Self { key, rounds: ROUNDS, input: [0; 4], number: 0, state, layout: PhantomData }
    }

    fn set_rounds(&mut self, rounds: u32) {
        self.rounds = rounds;
    }

    #[inline]
    fn begin(&mut self, backend: Backend<ArxOps>, nonce: &[u8]) {
        // converted to an array, because the compiler then reads the nonce without a function call
        let Some(nonce) = nonce.first_chunk::<NONCE>() else { unreachable!("its length has been checked") };
        let input = input::<L>(nonce);
        if NONCE == 24 {
            let mut deriving = [0; 4];
            read_le32(&mut deriving, &nonce[..16]);
            let mut key = derived::<L>(backend, &self.key, deriving, self.rounds);
            place::<L>(&mut self.state, lay::<L>(true, &key, input), true);
            wipe::wipe(&mut key);
        } else {
            let mut new = self.state;
            for (at, word) in L::INPUT.into_iter().zip(input) {
                new[at] = word;
            }
            place::<L>(&mut self.state, new, false);
        }
        store_whole32(&mut self.input, input);
        self.number = 0;
    }

    #[inline]
    fn blocks(&mut self, backend: Backend<ArxOps>, data: &mut InOut<'_>) {
        while let Some((mut part, blocks)) = run(self.number, data) {
            self.number = self.number.wrapping_add(blocks);
            backend.blocks(&mut self.state, self.rounds, &mut part);
        }
    }

    /// Processes a message of at most one block under a key of 32 bytes. The state is on the part of the stack that is erased.
    #[inline]
    fn once(backend: Backend<ArxOps>, key: &[u8], nonce: &[u8], data: &mut InOut<'_>) -> bool {
        let (Some(key), Some(nonce)) = (key.first_chunk::<32>(), nonce.first_chunk::<NONCE>()) else {
            return false;
        };
        if NONCE == 24 || data.len() > Self::BLOCK {
            return false;
        }
        wipe::TINY.after(|| {
            let mut words = [0; 8];
            read_le32(&mut words, key);
            let start = lay::<L>(true, &words, input::<L>(nonce));
            let mut block = [0; 16];
            place::<L>(&mut block, start, true);
            backend.core(&mut block, ROUNDS);
            for (word, start) in block.iter_mut().zip(start) {
                *word = word.wrapping_add(start);
            }
            data.xor(block.map(u32::to_le_bytes).as_flattened());
        });
        true
    }

    fn seek(&mut self, block: u128) -> bool {
        // stores all words of nonce and counter, because after the last block of the keystream the counter carries into the nonce
        self.number = block as u64;
        let mut input = self.input;
        input[L::COUNT] = block as u32;
        if NONCE != 12 {
            input[L::COUNT + 1] = (block >> 32) as u32;
        }
        for (at, word) in L::INPUT.into_iter().zip(input) {
            self.state[at] = word;
        }
        true
    }

    fn wipe(&mut self) {
        wipe::wipe(&mut self.key);
        wipe::wipe(&mut self.state);
    }
}
