//! ChaCha-Poly1305 of a whole message by AVX-512, in one call, so that a message of the size of a packet pays for few calls and
//! no copies.
//!
//! The blocks of keystream that fill no group of sixteen come first, together with the block of Poly1305's key. All other groups
//! are then full, or only their last block is incomplete. Encryption and authentication take turns, slice by slice: both need the
//! same units of the CPU. One loop that does both was not tried.

use crate::{
    mac::poly1305::{State, ifma as authenticate, one_by_one},
    simd::{
        Avx512,
        memory::{InOut, Scratch, short_le, whole_bytes},
        rows::Rows32Z,
        words::U32x16,
    },
    stream::arx::{BLOCK, ChaCha, avx512 as groups, beside_lanes, count},
    wipe::wipe,
};

/// The number of bytes in a group, which fills all lanes.
const GROUP: usize = 16 * BLOCK;
/// The maximum number of bytes that one step processes: a group, and four blocks beside it.
const MOST: usize = GROUP + 4 * BLOCK;
/// The length in bytes of the slices that are encrypted and then authenticated, and stay in the first-level cache in between.
const SLICE: usize = 4 * GROUP;
/// The number of blocks for which a full group is faster than these blocks in rows.
const NEARLY: usize = 13;
/// The input of the cipher where only its keystream is needed.
static ZEROS: [u8; MOST] = [0; MOST];

/// Writes the next `blocks` blocks of keystream to the front of `to`. More keystream may follow them.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn keystream(state: &mut [u32; 16], rounds: u32, to: &mut [u8; MOST], blocks: usize) {
    let computed = if blocks < NEARLY { blocks } else { blocks.max(GROUP / BLOCK) };
    let to = &mut to[..computed * BLOCK];
    if let Ok(mut to) = InOut::new(&ZEROS[..to.len()], to) {
        if blocks * BLOCK > GROUP {
            return beside_lanes::<ChaCha, U32x16, Rows32Z>(Avx512::here(), state, rounds, &mut to);
        }
        groups::<ChaCha>(state, rounds, &mut to);
        // back to the block that follows
        count::<ChaCha>(state, blocks.wrapping_sub(computed));
    }
}

/// Encrypts or decrypts a message, and computes its tag. `state` is the cipher's state at its first block.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512ifma,bmi2")]
pub(super) fn run<const DECRYPT: bool>(
    state: &mut [u32; 16],
    rounds: u32,
    header: &[u8],
    data: &mut InOut<'_>,
    tag: &mut [u8; 16],
) {
    let mut room = Scratch::<u8, MOST, 1>::new();
    let [buffer] = room.rows();
    let len = data.len();
    let mut head = len.div_ceil(BLOCK) * BLOCK % GROUP;
    if head < MOST - GROUP && len > GROUP - BLOCK {
        head += GROUP;
    }
    keystream(state, rounds, buffer, 1 + head / BLOCK);
    let [r, s, ..] = buffer.as_chunks::<16>().0 else { unreachable!("longer") };
    let (mut mac, s) = (State::new(r), u128::from_le_bytes(*s));
    absorb(&mut mac, header);
    while !data.is_empty() {
        let mut slice = data.take(head + SLICE);
        if DECRYPT {
            absorb(&mut mac, slice.input());
        }
        let mut text = slice.reborrow();
        text.take(head).xor(&buffer[BLOCK..]);
        head = 0;
        // if the last block is incomplete, the keystream of the last group goes through the buffer
        let whole = if text.len().is_multiple_of(BLOCK) { text.len() } else { text.len() / GROUP * GROUP };
        groups::<ChaCha>(state, rounds, &mut text.take(whole));
        if !text.is_empty() {
            keystream(state, rounds, buffer, text.len().div_ceil(BLOCK));
            text.xor(buffer);
        }
        if !DECRYPT {
            absorb(&mut mac, slice.output());
        }
    }
    let lengths = whole_bytes(header.len() as u128 | (len as u128) << 64);
    one_by_one(&mut mac, &[lengths], 1);
    *tag = mac.tag(s);
    mac.wipe();
    let used = 1 + len.div_ceil(BLOCK);
    wipe(if used < NEARLY { &mut buffer[..used * BLOCK] } else { buffer });
}

/// Authenticates `bytes`, padded with zeros to whole blocks of Poly1305.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512ifma,bmi2")]
fn absorb(mac: &mut State, bytes: &[u8]) {
    let (blocks, rest) = bytes.as_chunks();
    if !blocks.is_empty() {
        authenticate(mac, blocks, 1);
    }
    if !rest.is_empty() {
        one_by_one(mac, &[short_le(rest).to_le_bytes()], 1);
    }
}
