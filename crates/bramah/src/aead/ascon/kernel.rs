//! Ascon over blocks of sixteen bytes. The state stays in registers from the beginning of a message to its end (NIST SP 800-232,
//! section 4.1).

use crate::{
    primitives::ascon::{State, permute8, permute12},
    simd::{
        Portable,
        memory::{InOut, copy_short, short_le, whole_bytes},
    },
};

/// The length of a block of associated data or text, in bytes.
pub(super) const RATE: usize = 16;
/// The length of a tag in bytes.
pub(super) const TAG: usize = 16;
/// The initial value of Ascon-AEAD128 (section 4.1.1).
const IV: u64 = 0x0000_1000_808c_0001;

/// The inputs and the output of a whole message, except its text.
pub(super) struct Job<'a> {
    pub(super) key: &'a [u64; 2],
    /// The nonce, of 16 bytes.
    pub(super) nonce: &'a [u8],
    pub(super) associated: &'a [u8],
    pub(super) tag: &'a mut [u8; TAG],
}

/// Returns the first two words of the state, onto which blocks are XORed.
#[inline(always)]
fn outer(state: &State) -> u128 {
    u128::from(state[0]) | u128::from(state[1]) << 64
}

/// XORs a block onto the first two words of the state.
#[inline(always)]
fn add(state: &mut State, block: u128) {
    state[0] ^= block as u64;
    state[1] ^= (block >> 64) as u64;
}

/// Returns the initial state before the permutation. The caller applies the permutation, and then [XORs the key](key_again)
/// again.
#[inline(always)]
pub(super) fn initial(key: &[u64; 2], nonce: &[u8]) -> State {
    let nonce = short_le(nonce);
    [IV, key[0], key[1], nonce as u64, (nonce >> 64) as u64]
}

/// XORs the key onto the state after the permutation that begins or ends a message.
#[inline(always)]
pub(super) fn key_again(state: &mut State, key: &[u64; 2]) {
    state[3] ^= key[0];
    state[4] ^= key[1];
}

/// Marks the end of the associated data (the domain separation).
#[inline(always)]
pub(super) fn separate(state: &mut State) {
    state[4] ^= 1 << 63;
}

/// XORs the key onto the state before the permutation that ends a message.
#[inline(always)]
pub(super) fn close(state: &mut State, key: &[u64; 2]) {
    state[2] ^= key[0];
    state[3] ^= key[1];
}

/// Returns the tag from a state onto which the key was XORed at the end.
#[inline(always)]
pub(super) fn tag(state: &State) -> [u8; TAG] {
    whole_bytes(u128::from(state[3]) | u128::from(state[4]) << 64)
}

/// Permutes a state: by 12 rounds if `long`, otherwise by 8.
#[inline(always)]
pub(super) fn permute(state: &mut State, long: bool) {
    let mut s = *state;
    if long {
        permute12::<u64>(Portable, &mut s);
    } else {
        permute8::<u64>(Portable, &mut s);
    }
    *state = s;
}

/// Absorbs whole blocks of associated data.
#[inline(always)]
pub(super) fn absorb(state: &mut State, blocks: &[u8]) {
    let mut s = *state;
    for block in blocks.as_chunks().0 {
        add(&mut s, u128::from_le_bytes(*block));
        permute8::<u64>(Portable, &mut s);
    }
    *state = s;
}

/// Encrypts or decrypts whole blocks.
#[inline(always)]
pub(super) fn text<const DECRYPT: bool>(state: &mut State, data: &mut InOut<'_>) {
    let mut s = *state;
    while let Some(block) = data.next::<[u8; RATE], 1>() {
        let input = u128::from_le_bytes(block.get(0));
        let output = input ^ outer(&s);
        add(&mut s, if DECRYPT { output } else { input });
        block.put(0, output.to_le_bytes());
        permute8::<u64>(Portable, &mut s);
    }
    *state = s;
}

/// Encrypts or decrypts the last bytes of a text, fewer than a block, and absorbs them with their padding.
#[inline(always)]
fn end_text<const DECRYPT: bool>(state: &mut State, data: &mut InOut<'_>) {
    let len = data.len();
    let end = 1 << (8 * len);
    let input = short_le(data.input());
    let output = (input ^ outer(state)) & (end - 1);
    copy_short(data.output(), &output.to_le_bytes()[..len]);
    add(state, end | if DECRYPT { output } else { input });
}

/// Encrypts or decrypts a message, and writes its tag.
#[inline(always)]
pub(super) fn whole<const DECRYPT: bool>(job: Job<'_>, data: &mut InOut<'_>) {
    let Job { key, nonce, associated, tag: to } = job;
    let mut state = initial(key, nonce);
    permute12::<u64>(Portable, &mut state);
    key_again(&mut state, key);
    if !associated.is_empty() {
        let (blocks, rest) = associated.split_at(associated.len() - associated.len() % RATE);
        absorb(&mut state, blocks);
        add(&mut state, short_le(rest) | 1 << (8 * rest.len()));
        permute8::<u64>(Portable, &mut state);
    }
    separate(&mut state);
    text::<DECRYPT>(&mut state, data);
    end_text::<DECRYPT>(&mut state, data);
    close(&mut state, key);
    permute12::<u64>(Portable, &mut state);
    key_again(&mut state, key);
    *to = tag(&state);
}
