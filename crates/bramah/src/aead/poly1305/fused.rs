//! ChaCha20 and Poly1305 of the ciphertext in one loop.
//!
//! Eight blocks of ChaCha lie in lanes of vectors, whose units are busy then; Poly1305 goes block after block
//! in words, whose units are not. Three of its blocks fit between the steps of two rounds, thirty between
//! those of twenty. Encryption authenticates what it encrypted one turn before, decryption what it is
//! about to decrypt. With fewer rounds there is not the time for that, and vectors do both, one after the other.

use crate::{
    mac::poly1305::{Chain, PARTS, State, avx2 as authenticate},
    simd::{Avx2, InOut, Line, U32x8},
    stream::arx::{self, ChaCha, Weave, avx2 as blocks, count, finish, start},
};

/// The bytes that fill all lanes.
const CHUNK: usize = 512;
/// What is encrypted and authenticated before the next where that is not done at once.
const SLICE: usize = 8 * CHUNK;
/// The fewest rounds that the blocks of Poly1305 fit in.
const ROUNDS: u32 = 18;
/// Its blocks in two rounds.
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

/// All rounds, and the blocks of `text`, which may be as many as a chunk has.
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

/// The next chunk of `data`, and the blocks of `text`.
#[inline(always)]
fn chunk(isa: Avx2, state: &mut [u32; 16], rounds: u32, mac: &mut State, text: &[u8], data: &mut InOut<'_>) {
    let mut v = start::<ChaCha, U32x8>(isa, state);
    let mut line = Line::new(v);
    let start = line.get();
    weave(&mut v, rounds, mac, text);
    finish(v, start, data);
    count::<ChaCha>(state, CHUNK / arx::BLOCK);
}

/// Encrypts whole blocks, and authenticates `before`, at most a chunk, and what was written.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn seal(state: &mut [u32; 16], rounds: u32, mac: &mut State, before: &[u8], data: &mut InOut<'_>) {
    if rounds < ROUNDS || data.len() < CHUNK {
        authenticate(mac, before.as_chunks().0, 1);
        while !data.is_empty() {
            let mut slice = data.take(SLICE);
            blocks::<ChaCha>(state, rounds, &mut slice.reborrow());
            authenticate(mac, slice.output().as_chunks().0, 1);
        }
        return;
    }
    let mut before = before;
    while !data.is_empty() {
        // the last with what follows it
        let len = if data.len() < 2 * CHUNK { data.len() } else { CHUNK };
        let mut slice = data.take(len);
        let mut rest = slice.reborrow();
        chunk(Avx2::here(), state, rounds, mac, before, &mut rest);
        if !rest.is_empty() {
            blocks::<ChaCha>(state, rounds, &mut rest);
        }
        before = slice.into_output();
    }
    authenticate(mac, before.as_chunks().0, 1);
}

/// Authenticates `before`, and decrypts whole blocks that are authenticated first.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn open(state: &mut [u32; 16], rounds: u32, mac: &mut State, before: &[u8], data: &mut InOut<'_>) {
    authenticate(mac, before.as_chunks().0, 1);
    while rounds >= ROUNDS && data.len() >= CHUNK {
        let mut slice = data.take(CHUNK);
        let isa = Avx2::here();
        let mut v = start::<ChaCha, U32x8>(isa, state);
        let mut line = Line::new(v);
        let start = line.get();
        weave(&mut v, rounds, mac, slice.input());
        finish(v, start, &mut slice);
        count::<ChaCha>(state, CHUNK / arx::BLOCK);
    }
    while !data.is_empty() {
        let mut slice = data.take(SLICE);
        authenticate(mac, slice.input().as_chunks().0, 1);
        blocks::<ChaCha>(state, rounds, &mut slice);
    }
}
