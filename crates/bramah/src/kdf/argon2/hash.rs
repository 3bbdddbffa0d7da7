//! The uses of BLAKE2b in Argon2: the first hash, and H', whose output can have any length (RFC 9106, sections 3.2 and 3.3).

use crate::{
    hash::{Frame, Hash, Options, blake2::Blake2bHash},
    simd::memory::{Block, Segment},
    wipe::wipe,
};

type Blake2b = <Blake2bHash as Hash>::Frame;

/// Writes BLAKE2b of the concatenation of `parts` to `out`, which has at most 64 bytes. The length of `out` is the length of
/// the digest.
pub(super) fn blake2b(parts: &[&[u8]], out: &mut [u8]) {
    let start = Blake2bHash::start(Options::NONE, out.len());
    let mut frame = Blake2b::new(&start, Blake2b::dispatch().get());
    for part in parts {
        frame.update(part);
    }
    frame.finish(out);
}

/// Writes H' of the concatenation of `parts` to `out`. The last piece of the output has at most `last` bytes, 64 in the
/// specification.
fn variable(parts: [&[u8]; 3], out: &mut [u8], last: usize) {
    let length = (out.len() as u32).to_le_bytes();
    let parts = [&length, parts[0], parts[1], parts[2]];
    if out.len() <= 64 {
        return blake2b(&parts, out);
    }
    let mut v = [0; 64];
    blake2b(&parts, &mut v);
    let mut rest = out;
    loop {
        let (half, after) = rest.split_at_mut(32);
        half.copy_from_slice(&v[..32]);
        rest = after;
        let before = &mut v.clone();
        if rest.len() <= last {
            blake2b(&[before], rest);
            wipe(before);
            break;
        }
        blake2b(&[before], &mut v);
        wipe(before);
    }
    wipe(&mut v);
}

/// Writes the first two blocks of a lane.
pub(super) fn begin(first: &[u8; 64], segment: &mut Segment<'_>) {
    let mut bytes = [0; 1024];
    let mut block = Block::ZERO;
    for column in 0..2u32 {
        variable([first, &column.to_le_bytes(), &segment.spot().lane.to_le_bytes()], &mut bytes, 64);
        for (word, bytes) in block.0.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        segment.put(&block.0);
    }
    wipe(&mut bytes);
    wipe(&mut block.0);
}

/// Writes the tag to `out`, computed from the XOR of the lanes' last blocks. If `cppcrypto` is true, the tag is the one of
/// cppcrypto 0.12: if a tag of more than 64 bytes has a length of 1 to 32 modulo 64, that version inserts one more piece of 32
/// bytes before the last piece.
pub(super) fn end(last: &Block, out: &mut [u8], cppcrypto: bool) {
    let mut bytes = [0; 1024];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(&last.0) {
        *bytes = word.to_le_bytes();
    }
    let one_more = cppcrypto && out.len() > 64 && (1..=32).contains(&(out.len() % 64));
    variable([&bytes, &[], &[]], out, if one_more { 32 } else { 64 });
    wipe(&mut bytes);
}
