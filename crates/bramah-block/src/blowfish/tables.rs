//! Blowfish with tables in memory, at addresses that depend on the text and the key, and its key schedule. Several keys or blocks
//! are processed side by side, because every round depends on the previous one.

use super::{BlowfishCipher, Keys, pi};
use crate::{
    serial::InWords,
    simd::{
        memory::{Group, Run},
        words::Words,
    },
    wipe::wipe,
};

/// Returns the bytes of a word, the lowest byte first.
///
/// On x86-64, one instruction can read the second byte of some registers, which saves a shift for each word. If several blocks
/// are processed side by side (`beside`), their words are in other registers, and would have to be copied first. In this case,
/// their bytes are shifted down instead.
#[inline(always)]
fn bytes(x: u32, beside: bool) -> [usize; 4] {
    let byte = |x: u32| (x & 0xff) as usize;
    if beside && cfg!(target_arch = "x86_64") {
        let second = (x >> 8).opaque();
        return [byte(x), byte(second), byte((second >> 8).opaque()), byte(x >> 24)];
    }
    // shifts instead of an array of bytes: for an array the compiler would reverse the byte order first
    [byte(x), byte(x >> 8), byte(x >> 16), byte(x >> 24)]
}

/// The subkeys of a key, followed by its S-boxes.
#[derive(Clone)]
pub struct State(pub(super) [u32; WORDS]);

/// The number of subkeys.
pub(super) const P: usize = 18;
/// The number of words of the subkeys and the S-boxes together.
pub(super) const WORDS: usize = P + 4 * 256;

impl State {
    /// An unused state, all zero.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Sets the initial state before a key is mixed in, with `added` XORed into the first subkey.
    pub fn reset(&mut self, added: u32) {
        self.0.copy_from_slice(&pi::WORDS);
        self.0[0] ^= added;
    }

    /// Erases the state.
    pub fn wipe(&mut self) {
        wipe(&mut self.0);
    }

    /// Applies the round function to a half of a block, and returns the result. `beside` is true if other blocks are processed
    /// side by side with this block.
    #[inline(always)]
    fn f(&self, x: u32, beside: bool) -> u32 {
        let [low, second, third, top] = bytes(x, beside);
        let word = |number: usize, byte: usize| self.0[P + 256 * number + byte];
        (word(0, top).wrapping_add(word(1, third)) ^ word(2, second)).wrapping_add(word(3, low))
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// Returns the bytes as big-endian words. The bytes are repeated to fill `N` words.
pub fn cycled<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    let mut bytes = bytes.iter().cycle();
    for word in &mut words {
        for _ in 0..4 {
            *word = *word << 8 | bytes.next().map_or(0, |byte| u32::from(*byte));
        }
    }
    words
}

/// The states of the blocks that are processed side by side.
pub trait States {
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

/// Encrypts or decrypts blocks. Each block has its own state.
#[inline(always)]
pub fn crypt<const BACK: bool, const N: usize>(states: &impl States, blocks: &mut [[u32; 2]; N]) {
    let subkey = |n: usize, i: usize| states.of(n).0[if BACK { P - 1 - i } else { i }];
    macro_rules! rounds {
        ($($i:literal)*) => { $(
            // XORs the subkey before the other half is ready; opaque because otherwise the compiler would XOR the subkey last
            for n in 0..N {
                blocks[n][1] = (blocks[n][1] ^ subkey(n, 2 * $i + 1)).opaque() ^ states.of(n).f(blocks[n][0], N > 1);
            }
            for n in 0..N {
                blocks[n][0] = (blocks[n][0] ^ subkey(n, 2 * $i + 2)).opaque() ^ states.of(n).f(blocks[n][1], N > 1);
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

/// Mixes a key into each state, as the key schedule does: XORs the key into the subkeys, and then replaces all subkeys and
/// S-boxes by encrypted blocks. If `SALTED`, the next words of the salt are XORed into each block before it is encrypted.
#[inline(always)]
pub fn expand<const N: usize, const SALTED: bool>(
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

/// Encrypts or decrypts a group of blocks under one key.
#[inline(always)]
fn group<const BACK: bool, const N: usize>(state: &State, group: Group<'_, [u8; 8]>) {
    // the value that is XORed into a block has the block's byte order
    let number = |bytes: Option<[u8; 8]>| bytes.map_or(0, u64::from_ne_bytes);
    let mut blocks = [[0; 2]; N];
    for n in 0..N {
        let block = u64::from_be(u64::from_ne_bytes(group.get(n)) ^ number(group.pre(n)));
        blocks[n] = [(block >> 32) as u32, block as u32];
    }
    crypt::<BACK, N>(state, &mut blocks);
    for n in 0..N {
        let block = u64::from(blocks[n][0]) << 32 | u64::from(blocks[n][1]);
        group.put(n, (block.to_be() ^ number(group.post(n))).to_ne_bytes());
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

/// Encrypts or decrypts a run.
#[inline(never)]
pub(super) fn run<const BACK: bool>(state: &State, mut run: Run<'_>) {
    // six blocks side by side are faster than four, but six at a time could leave two blocks that are processed one by one
    while run.len() > 8 * 8 {
        let Some(blocks) = run.next(6) else { break };
        group::<BACK, 6>(state, blocks);
    }
    while let Some(blocks) = run.next(4) {
        group::<BACK, 4>(state, blocks);
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
