//! Blowfish by tables in memory, at addresses that depend on the text and the key, and its key schedule: several keys or
//! several blocks at once, since every round waits for the one before it.

use super::{BlowfishCipher, Keys, pi};
use crate::{
    block::serial::InWords,
    simd::{
        memory::{Group, Run},
        words::Words,
    },
    wipe::wipe,
};

/// The subkeys, followed by the S-boxes, after a key.
#[derive(Clone)]
pub(crate) struct State(pub(super) [u32; WORDS]);

/// The number of subkeys.
pub(super) const P: usize = 18;
/// The number of subkeys and words of the S-boxes.
pub(super) const WORDS: usize = P + 4 * 256;

impl State {
    /// An unused state, all zero.
    pub(crate) const EMPTY: Self = Self([0; WORDS]);

    /// Sets the state before any key, except that `added` is XORed into the first subkey.
    pub(crate) fn reset(&mut self, added: u32) {
        self.0.copy_from_slice(&pi::WORDS);
        self.0[0] ^= added;
    }

    #[inline(always)]
    fn f(&self, x: u32) -> u32 {
        // not as an array of bytes, whose order would be swapped first
        macro_rules! s {
            ($box:literal $shift:literal) => {
                self.0[P + 256 * $box + (x >> $shift & 0xff) as usize]
            };
        }
        (s!(0 24).wrapping_add(s!(1 16)) ^ s!(2 8)).wrapping_add(s!(3 0))
    }
}

impl Drop for State {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

/// Returns the words of bytes that are repeated as often as needed, highest byte first.
pub(crate) fn cycled<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    let mut bytes = bytes.iter().cycle();
    for word in &mut words {
        for _ in 0..4 {
            *word = *word << 8 | bytes.next().map_or(0, |byte| u32::from(*byte));
        }
    }
    words
}

/// The states of blocks side by side.
pub(crate) trait States {
    /// Returns the state of block `n`.
    fn of(&self, n: usize) -> &State;
}
impl States for State {
    #[inline(always)]
    fn of(&self, _: usize) -> &State {
        self
    }
}
impl<const N: usize> States for [State; N] {
    #[inline(always)]
    fn of(&self, n: usize) -> &State {
        &self[n]
    }
}

/// Encrypts or decrypts blocks, each under its state.
#[inline(always)]
pub(crate) fn crypt<const BACK: bool, const N: usize>(states: &impl States, blocks: &mut [[u32; 2]; N]) {
    let subkey = |n: usize, i: usize| states.of(n).0[if BACK { P - 1 - i } else { i }];
    macro_rules! rounds {
        ($($i:literal)*) => { $(
            // subkeys are added before the other half is ready: opaque, or they would be added last
            for n in 0..N {
                blocks[n][1] = (blocks[n][1] ^ subkey(n, 2 * $i + 1)).opaque() ^ states.of(n).f(blocks[n][0]);
            }
            for n in 0..N {
                blocks[n][0] = (blocks[n][0] ^ subkey(n, 2 * $i + 2)).opaque() ^ states.of(n).f(blocks[n][1]);
            }
        )* };
    }
    for n in 0..N {
        blocks[n][0] ^= subkey(n, 0);
    }
    rounds!(0 1 2 3 4 5 6 7);
    for n in 0..N {
        blocks[n] = [blocks[n][1] ^ subkey(n, 17), blocks[n][0]];
    }
}

/// Mixes a key into each state, which is the key schedule: the key is XORed into the subkeys, and everything is
/// replaced by encrypted blocks; if `SALTED`, each block is XORed with the next words of the salt.
#[inline(always)]
pub(crate) fn expand<const N: usize, const SALTED: bool>(
    states: &mut [State; N],
    keys: &[&[u32; P]; N],
    salts: &[&[u32; 16]; N],
) {
    for n in 0..N {
        for (p, key) in states[n].0.iter_mut().zip(keys[n]) {
            *p ^= key;
        }
    }
    let mut blocks = [[0; 2]; N];
    for i in 0..WORDS / 2 {
        if SALTED {
            for n in 0..N {
                blocks[n][0] ^= salts[n][2 * i % 16];
                blocks[n][1] ^= salts[n][(2 * i + 1) % 16];
            }
        }
        crypt::<false, N>(states, &mut blocks);
        for n in 0..N {
            states[n].0.as_chunks_mut().0[i] = blocks[n];
        }
    }
}

/// The number of blocks that go side by side under one key.
const SIDE_BY_SIDE: usize = 4;

/// Returns the words of a block.
#[inline(always)]
fn words(bytes: [u8; 8]) -> [u32; 2] {
    let number = u64::from_be_bytes(bytes);
    [(number >> 32) as u32, number as u32]
}

/// Encrypts or decrypts a group of blocks under one key.
#[inline(always)]
fn group<const BACK: bool, const N: usize>(state: &State, group: Group<'_, [u8; 8]>) {
    let mut blocks = [[0; 2]; N];
    for n in 0..N {
        let [a, b] = words(group.get(n));
        let [c, d] = group.pre(n).map_or([0; 2], words);
        blocks[n] = [a ^ c, b ^ d];
    }
    crypt::<BACK, N>(state, &mut blocks);
    for n in 0..N {
        let [a, b] = blocks[n];
        let [c, d] = group.post(n).map_or([0; 2], words);
        group.put(n, (u64::from(a ^ c) << 32 | u64::from(b ^ d)).to_be_bytes());
    }
}

impl InWords<u32, 2> for BlowfishCipher {
    const BIG: bool = true;
    #[inline(always)]
    fn encrypt(keys: &Keys, x: [u32; 2]) -> [u32; 2] {
        let mut blocks = [x];
        crypt::<false, 1>(&keys.state, &mut blocks);
        blocks[0]
    }
}

/// Takes a run through the cipher.
#[inline(never)]
pub(super) fn run<const BACK: bool>(state: &State, mut run: Run<'_>) {
    while let Some(blocks) = run.next(SIDE_BY_SIDE) {
        group::<BACK, SIDE_BY_SIDE>(state, blocks);
    }
    while let Some(block) = run.next(1) {
        group::<BACK, 1>(state, block);
    }
}

/// Expands a key.
#[inline(never)]
pub(super) fn expand_key(key: &[u8], state: &mut State) {
    state.reset(0);
    let mut words = cycled(key);
    expand::<1, false>(core::array::from_mut(state), &[&words], &[&[0; 16]]);
    wipe(&mut words);
}
