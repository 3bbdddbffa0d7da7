//! Self-tests that a candidate must pass before it is used.

use super::{Backends, Frame, digest};
use crate::{Hash, Options, backend::Backend};

/// Returns the bytes that self-tests hash: 0 to 250, repeated.
#[inline(never)]
pub(crate) fn pattern<const N: usize>() -> [u8; N] {
    let mut data = [0; N];
    for (i, byte) in data.iter_mut().enumerate() {
        *byte = (i % 251) as u8;
    }
    data
}

type One<H> = Backend<<<H as Hash>::Frame as Frame>::Ops>;
type Many<H> = Backend<<<H as Hash>::Frame as Frame>::Many>;

/// Returns whether a candidate computes the `expected` digest (hexadecimal) of 1,000 bytes of the pattern, both from
/// one piece and from two uneven pieces. The message has several blocks and an incomplete one.
pub(crate) fn digest_agrees<H: Hash>(one: One<H>, expected: &str) -> bool {
    agrees_on::<H>(one, &pattern::<1000>(), expected)
}

/// The maximum length in bytes of a digest that a self-test computes.
const LONGEST: usize = 160;

/// Returns whether a candidate computes the `expected` digest of `data`, 77 bytes or more, from one piece and from two
/// uneven pieces.
pub(crate) fn agrees_on<H: Hash>(one: One<H>, data: &[u8], expected: &str) -> bool {
    let start = |length| H::start(&Options::default(), length);
    let whole = |out: &mut [u8]| digest::<H::Frame>(&start(out.len()), one, data, out);
    // the modules of single functions for WebAssembly, which have no registry, call `digest` nowhere else, and are to be small
    let whole: Option<&dyn Fn(&mut [u8])> =
        if cfg!(target_arch = "wasm32") && cfg!(not(feature = "registry")) { None } else { Some(&whole) };
    let parts = |parts: [&[u8]; 2], out: &mut [u8]| {
        let mut frame = H::Frame::new(&start(out.len()), one);
        for part in parts {
            frame.update(part);
        }
        frame.finish(out);
    };
    agree(data, expected, whole, &parts)
}

/// Returns whether both functions compute the `expected` digest: `whole` from one piece and `parts` from two. Without `whole`,
/// `parts` computes both digests.
#[inline(never)] // not inlined, because otherwise the compiler would make a copy for each hash function
fn agree(
    data: &[u8],
    expected: &str,
    whole: Option<&dyn Fn(&mut [u8])>,
    parts: &dyn Fn([&[u8]; 2], &mut [u8]),
) -> bool {
    let mut bytes = [0; LONGEST];
    let expected = from_hex(expected, &mut bytes);
    let mut out = [0; LONGEST];
    let out = &mut out[..expected.len()];
    match whole {
        Some(whole) => whole(out),
        None => parts([data, &[]], out),
    }
    let agrees = out == expected;
    out.fill(0);
    parts(data.split_at(77).into(), out);
    agrees && out == expected
}

fn from_hex<'a>(digits: &str, room: &'a mut [u8; LONGEST]) -> &'a [u8] {
    for (byte, pair) in room.iter_mut().zip(digits.as_bytes().as_chunks::<2>().0) {
        let digit = |c: u8| (c as char).to_digit(16).expect("a digest in hexadecimal") as u8;
        *byte = digit(pair[0]) << 4 | digit(pair[1]);
    }
    &room[..digits.len() / 2]
}

/// Returns whether a batch candidate computes the same digests as the candidate for one message, which has passed its
/// own test. There are more messages than lanes, of many lengths.
pub(crate) fn batch_agrees<H: Hash>(many: Many<H>) -> bool {
    let length = H::INFO.lengths.default.min(64);
    let start = H::start(&Options::default(), length);
    let one = H::Frame::dispatch().get();
    many_agree(
        length,
        &|messages, out| H::Frame::many(&start, Backends { one, many }, messages, length, out),
        &|message, out| digest::<H::Frame>(&start, one, message, out),
    )
}

#[inline(never)]
fn many_agree(length: usize, many: &dyn Fn(&[&[u8]], &mut [u8]), one: &dyn Fn(&[u8], &mut [u8])) -> bool {
    const COUNT: usize = 40;
    let data = pattern::<700>();
    let mut messages: [&[u8]; COUNT] = [&[]; COUNT];
    for (i, message) in messages.iter_mut().enumerate() {
        *message = &data[i..][..i * 37 % 600];
    }
    let (mut all, mut single) = ([0; COUNT * 64], [0; 64]);
    let (all, single) = (&mut all[..COUNT * length], &mut single[..length]);
    many(&messages, all);
    messages.iter().zip(all.chunks_exact(length)).all(|(message, digest)| {
        one(message, single);
        single == digest
    })
}
