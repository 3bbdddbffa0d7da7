//! ChaCha20 and Poly1305 of the ciphertext in one loop.
//!
//! Eight blocks of ChaCha lie in lanes of vectors and keep the vector units busy; Poly1305 processes block after block
//! in general registers, whose units are idle otherwise. Three blocks of Poly1305 fit between the steps of two rounds,
//! thirty between those of twenty rounds. Encryption authenticates the ciphertext of the turn before, decryption the
//! ciphertext that it is about to decrypt. With fewer rounds there is not enough time for that, and vectors do both,
//! one after the other.

use crate::{
    mac::poly1305::{Chain, PARTS, State, avx2 as authenticate},
    simd::{
        Avx2,
        memory::{InOut, Line},
        words::U32x8,
    },
    stream::arx::{self, ChaCha, Weave, avx2 as blocks, count, finish, start},
    wipe::wipe,
};

/// The number of bytes that fill all lanes.
const CHUNK: usize = 512;
/// The smallest number of bytes for which all lanes are faster.
const LEAST: usize = 256;
/// The length in bytes of the slices that are encrypted and then authenticated, if one loop does not do both.
const SLICE: usize = 8 * CHUNK;
/// The smallest number of rounds between whose steps the blocks of Poly1305 fit.
const ROUNDS: u32 = 18;
/// The number of blocks of Poly1305 in two rounds.
const WOVEN: usize = 3;

/// Blocks of Poly1305 between the steps of two rounds.
struct Blocks<'a> {
    chain: Chain,
    next: &'a [[u8; 16]; WOVEN],
}

impl Weave for Blocks<'_> {
    #[inline(always)]
    fn part<const PART: usize>(&mut self) {
        const { assert!(PART < WOVEN * PARTS) };
        self.chain.part(PART % PARTS, &self.next[PART / PARTS]);
    }
}

/// Computes all rounds, and authenticates the blocks of `text`, which cost little if they are about as many as a chunk
/// has.
#[inline(always)]
fn weave(v: &mut [U32x8; 16], rounds: u32, mac: &mut State, text: &[u8]) {
    let mut left = rounds / 2;
    if let Some((first, next)) = text.as_chunks().0.split_first() {
        let mut chain = Chain::new(mac, first);
        let mut next = next;
        while left > 0 {
            let Some((now, rest)) = next.split_first_chunk() else { break };
            let mut w = Blocks { chain, next: now };
            ChaCha::woven(v, &mut w);
            (chain, next, left) = (w.chain, rest, left - 1);
        }
        for next in next {
            chain.step(next);
        }
        chain.end(mac);
    }
    for _ in 0..left {
        ChaCha::woven(v, &mut ());
    }
}

/// XORs the keystream of the next chunk onto `data`, and authenticates `text`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn chunk(state: &mut [u32; 16], rounds: u32, mac: &mut State, text: &[u8], data: &mut InOut<'_>) {
    let mut v = start::<ChaCha, U32x8>(Avx2::here(), state);
    let mut line = Line::new(v);
    let start = line.get();
    weave(&mut v, rounds, mac, text);
    finish(v, start, data);
}

/// Returns the keystream of the next chunk, which is used only in part. This is a separate function, so that the loops
/// have all registers for themselves.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn part(state: &mut [u32; 16], rounds: u32, mac: &mut State, text: &[u8]) -> [u8; CHUNK] {
    let mut keystream = [0; CHUNK];
    chunk(state, rounds, mac, text, &mut InOut::from(&mut keystream[..]));
    keystream
}

/// Encrypts, and authenticates `before` and the ciphertext, except for an end that is not a whole block of the MAC. If
/// fewer than [`LEAST`] bytes follow the last chunk, they must be whole blocks of the cipher.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn seal(state: &mut [u32; 16], rounds: u32, mac: &mut State, before: &[u8], data: &mut InOut<'_>) {
    let mut before = before;
    if rounds >= ROUNDS {
        while data.len() >= CHUNK {
            let mut slice = data.take(CHUNK);
            chunk(state, rounds, mac, before, &mut slice.reborrow());
            count::<ChaCha>(state, CHUNK / arx::BLOCK);
            before = slice.into_output();
        }
    } else {
        authenticate(mac, before.as_chunks().0, 1);
        before = &[];
        while data.len() >= CHUNK {
            let mut slice = data.take(SLICE.min(data.len() / CHUNK * CHUNK));
            blocks::<ChaCha>(state, rounds, &mut slice.reborrow());
            authenticate(mac, slice.output().as_chunks().0, 1);
        }
    }
    if data.len() >= LEAST {
        let mut slice = data.take(CHUNK);
        let mut keystream = part(state, rounds, mac, before);
        count::<ChaCha>(state, slice.len().div_ceil(arx::BLOCK));
        slice.xor(&keystream);
        wipe(&mut keystream);
        before = slice.into_output();
    }
    authenticate(mac, before.as_chunks().0, 1);
    if !data.is_empty() {
        blocks::<ChaCha>(state, rounds, &mut data.reborrow());
        authenticate(mac, data.output().as_chunks().0, 1);
    }
}

/// Authenticates `before` and the ciphertext, except for an end that is not a whole block of the MAC, and decrypts the
/// ciphertext. If fewer than [`LEAST`] bytes follow the last chunk, they must be whole blocks of the cipher.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn open(state: &mut [u32; 16], rounds: u32, mac: &mut State, before: &[u8], data: &mut InOut<'_>) {
    authenticate(mac, before.as_chunks().0, 1);
    if rounds >= ROUNDS {
        while data.len() >= CHUNK {
            let mut slice = data.take(CHUNK);
            let mut v = start::<ChaCha, U32x8>(Avx2::here(), state);
            let mut line = Line::new(v);
            let start = line.get();
            weave(&mut v, rounds, mac, slice.input());
            finish(v, start, &mut slice);
            count::<ChaCha>(state, CHUNK / arx::BLOCK);
        }
    } else {
        while data.len() >= CHUNK {
            let mut slice = data.take(SLICE.min(data.len() / CHUNK * CHUNK));
            authenticate(mac, slice.input().as_chunks().0, 1);
            blocks::<ChaCha>(state, rounds, &mut slice);
        }
    }
    if data.len() >= LEAST {
        let mut slice = data.take(CHUNK);
        let mut keystream = part(state, rounds, mac, slice.input());
        count::<ChaCha>(state, slice.len().div_ceil(arx::BLOCK));
        slice.xor(&keystream);
        wipe(&mut keystream);
    } else if !data.is_empty() {
        authenticate(mac, data.input().as_chunks().0, 1);
        blocks::<ChaCha>(state, rounds, data);
    }
}
