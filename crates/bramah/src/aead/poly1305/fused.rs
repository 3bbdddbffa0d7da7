//! ChaCha20, and Poly1305 of the ciphertext, in one loop.
//!
//! Eight blocks of ChaCha lie in the lanes of vectors and keep the vector units busy. Poly1305 processes one block after another
//! in general registers, whose units would be idle otherwise. Three blocks of Poly1305 fit between the steps of two rounds,
//! thirty between the steps of twenty rounds. In each turn of the loop, encryption authenticates the ciphertext of the preceding
//! turn, and decryption the ciphertext that it is about to decrypt. With fewer than twenty rounds there is too little time for
//! that: vectors then encrypt and authenticate one after the other.
//!
//! An encryption ends with up to four blocks in rows: each vector holds a row of the states of one or two blocks. The
//! steps of these blocks wait for each other, and the ciphertext of the last turn is authenticated meanwhile. So the
//! first step of an encryption fills all lanes, and the remainder comes last. A decryption has all of its ciphertext
//! from the beginning, so its first step takes the remainder.

use crate::{
    mac::poly1305::{Chain, PARTS, State, avx2 as authenticate, one_by_one},
    simd::{
        Avx2,
        memory::{InOut, Line},
        rows::{Row32, Rows32, Squares},
        words::U32x8,
    },
    stream::arx::{BLOCK, ChaCha, Weave, advance, avx2 as blocks, count, finish, group_beside, start},
    wipe::wipe,
};

/// The number of bytes in a chunk. One chunk fills all lanes.
const CHUNK: usize = 512;
/// The minimum number of bytes for which a decryption is faster if it fills all lanes than if it processes blocks in
/// rows.
const LEAST: usize = 256;
/// The maximum number of bytes at the end of a message that are encrypted in rows.
const FEW: usize = 4 * BLOCK;
/// The length in bytes of the slices that are encrypted and then authenticated, if one loop cannot do both.
const SLICE: usize = 8 * CHUNK;
/// The number of rounds of ChaCha for which the cipher and Poly1305 share a loop. With other numbers they run one after the other.
const ROUNDS: u32 = 20;
/// The number of blocks of Poly1305 that are processed during two rounds.
const WOVEN: usize = 3;

/// The blocks of Poly1305 that are processed during two rounds of ChaCha.
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

/// Computes all rounds, and authenticates the blocks of `text` meanwhile. The blocks cost little if `text` is about as long as a
/// chunk.
#[inline(always)]
fn weave(v: &mut [U32x8; 16], rounds: u32, mac: &mut State, text: &[u8]) {
    let mut left = rounds / 2;
    if let Some((first, next)) = text.as_chunks().0.split_first() {
        let mut chain = Chain::new(mac, first);
        let (woven, next) = next.split_at((next.len() / WOVEN).min(left as usize) * WOVEN);
        for now in woven.as_chunks().0 {
            let mut w = Blocks { chain, next: now };
            ChaCha::woven(v, &mut w);
            (chain, left) = (w.chain, left - 1);
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

/// XORs the keystream of a chunk onto `data`, from the state `v` in registers and the same state `start` in memory. Meanwhile
/// authenticates `text`, or if it is `None`, the chunk's input. With a text whose length the compiler knows, the loop stores
/// fewer vectors.
#[inline(always)]
fn turn(
    mut v: [U32x8; 16],
    start: &[U32x8; 16],
    rounds: u32,
    mac: &mut State,
    text: Option<&[u8]>,
    data: &mut InOut<'_>,
) {
    weave(&mut v, rounds, mac, text.unwrap_or(&data.input()[..CHUNK]));
    finish(v, start, data);
}

/// Processes a chunk with a `text` of any length.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn any_turn(state: &mut [u32; 16], rounds: u32, mac: &mut State, text: &[u8], data: &mut InOut<'_>) {
    let v = start::<ChaCha, U32x8>(Avx2::here(), state);
    turn(v, Line::new(v).get(), rounds, mac, Some(text), data);
}

/// Takes all whole chunks from `data`. Calls `one` for each chunk, and passes the state for this chunk in registers, the
/// same state in memory, and the chunk.
#[inline(always)]
fn turns<'a>(
    isa: Avx2,
    state: &mut [u32; 16],
    data: &mut InOut<'a>,
    mut one: impl FnMut([U32x8; 16], &[U32x8; 16], InOut<'a>),
) {
    let mut chunks = data.take(data.len() / CHUNK * CHUNK);
    if chunks.is_empty() {
        return;
    }
    let mut v = start::<ChaCha, U32x8>(isa, state);
    let mut line = Line::new(v);
    count::<ChaCha>(state, chunks.len() / BLOCK);
    loop {
        one(v, line.get(), chunks.take(CHUNK));
        if chunks.is_empty() {
            return;
        }
        advance::<ChaCha, U32x8>(isa, line.get(), 1);
        v = *line.get();
    }
}

/// Returns the keystream of `blocks` blocks, at most one chunk, and authenticates `text` meanwhile.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
fn part(state: &mut [u32; 16], rounds: u32, mac: &mut State, text: &[u8], blocks: usize) -> [u8; CHUNK] {
    let mut keystream = [0; CHUNK];
    any_turn(state, rounds, mac, text, &mut InOut::from(&mut keystream[..]));
    count::<ChaCha>(state, blocks);
    keystream
}

/// XORs keystream onto `data`, the end of a message, at most `N * V::COUNT` blocks, and authenticates `text` meanwhile.
#[inline(always)]
fn few<V: Squares, const N: usize>(
    isa: V::Isa,
    state: &mut [u32; 16],
    rounds: u32,
    mac: &mut State,
    text: &[u8],
    data: &mut InOut<'_>,
) {
    let mut room = [0; FEW];
    let keystream = &mut room[..data.len().next_multiple_of(BLOCK)];
    let whole = &mut InOut::from(&mut *keystream);
    match text.as_chunks().0.split_first() {
        Some((first, next)) => {
            let mut chain = Chain::new(mac, first);
            let mut next = next.iter();
            group_beside::<ChaCha, V, N>(isa, state, rounds, whole, || {
                for next in next.by_ref().take(WOVEN) {
                    chain.step(next);
                }
            });
            for next in next {
                chain.step(next);
            }
            chain.end(mac);
        }
        None => group_beside::<ChaCha, V, N>(isa, state, rounds, whole, || ()),
    }
    data.xor(keystream);
    wipe(&mut room);
}

/// Encrypts `data`, and authenticates first `before` and then the ciphertext, except for an incomplete last block of Poly1305.
/// `data` must consist of whole blocks of the cipher, unless it is the end of a message.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn seal(state: &mut [u32; 16], rounds: u32, mac: &mut State, before: &[u8], data: &mut InOut<'_>) {
    let (isa, mut before) = (Avx2::here(), before);
    if rounds == ROUNDS {
        if data.len() >= CHUNK && before.len() != CHUNK {
            let mut first = data.take(CHUNK);
            any_turn(state, ROUNDS, mac, before, &mut first.reborrow());
            count::<ChaCha>(state, CHUNK / BLOCK);
            before = first.into_output();
        }
        turns(isa, state, data, |v, start, mut chunk| {
            turn(v, start, ROUNDS, mac, Some(&before[..CHUNK]), &mut chunk.reborrow());
            before = chunk.into_output();
        });
    } else {
        authenticate(mac, before.as_chunks().0, 1);
        before = &[];
        while data.len() >= CHUNK {
            let mut slice = data.take(SLICE.min(data.len() / CHUNK * CHUNK));
            blocks::<ChaCha>(state, rounds, &mut slice.reborrow());
            authenticate(mac, slice.output().as_chunks().0, 1);
        }
    }
    let mut last = data.reborrow();
    match last.len().div_ceil(BLOCK) {
        0 => return one_by_one(mac, before.as_chunks().0, 1),
        // one block takes half a register: CPUs that split registers need half as many operations for it
        1 => few::<Row32, 1>(isa.into(), state, rounds, mac, before, &mut last),
        2 => few::<Rows32, 1>(isa, state, rounds, mac, before, &mut last),
        3 | 4 => few::<Rows32, 2>(isa, state, rounds, mac, before, &mut last),
        left => {
            let mut keystream = part(state, rounds, mac, before, left);
            last.xor(&keystream);
            wipe(&mut keystream);
        }
    }
    one_by_one(mac, data.output().as_chunks().0, 1);
}

/// Authenticates first `before` and then the ciphertext, except for an incomplete last block of Poly1305, and decrypts the
/// ciphertext. If fewer than [`LEAST`] bytes follow the last chunk, they must be whole blocks of the cipher.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
pub(super) fn open(state: &mut [u32; 16], rounds: u32, mac: &mut State, before: &[u8], data: &mut InOut<'_>) {
    one_by_one(mac, before.as_chunks().0, 1);
    if rounds == ROUNDS {
        turns(Avx2::here(), state, data, |v, start, mut chunk| turn(v, start, ROUNDS, mac, None, &mut chunk));
    } else {
        while data.len() >= CHUNK {
            let mut slice = data.take(SLICE.min(data.len() / CHUNK * CHUNK));
            authenticate(mac, slice.input().as_chunks().0, 1);
            blocks::<ChaCha>(state, rounds, &mut slice);
        }
    }
    if data.len() >= LEAST {
        let mut keystream = part(state, rounds, mac, data.input(), data.len().div_ceil(BLOCK));
        data.xor(&keystream);
        wipe(&mut keystream);
    } else if !data.is_empty() {
        one_by_one(mac, data.input().as_chunks().0, 1);
        blocks::<ChaCha>(state, rounds, data);
    }
}
