//! Self-tests: what a candidate must get right before it is used.

use super::{Backends, Frame, digest};
use crate::{Hash, Options, backend::Backend};

/// Returns the bytes that self-tests hash: 0, 1, .. 250, 0, 1, ..
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

/// Returns whether the digest of 1,000 bytes of the pattern, at once and in two uneven parts, is `expected`
/// (hexadecimal). The message has several blocks and a part of one.
pub(crate) fn digest_agrees<H: Hash>(one: One<H>, expected: &str) -> bool {
    agrees_on::<H>(one, &pattern::<1000>(), expected)
}

/// The longest digest that a self-test computes.
const LONGEST: usize = 160;

/// Returns whether the digest of `data`, 77 bytes or more, is `expected`, at once and in two uneven parts.
#[inline(never)]
pub(crate) fn agrees_on<H: Hash>(one: One<H>, data: &[u8], expected: &str) -> bool {
    let mut bytes = [0; LONGEST];
    let expected = from_hex(expected, &mut bytes);
    let start = H::start(&Options::default(), expected.len());
    let mut out = [[0; LONGEST]; 2];
    let [whole, parts] = &mut out;
    let (whole, parts) = (&mut whole[..expected.len()], &mut parts[..expected.len()]);
    digest::<H::Frame>(&start, one, data, whole);
    let mut frame = H::Frame::new(&start, one);
    let (front, back) = data.split_at(77);
    for part in [front, back] {
        frame.update(part);
    }
    frame.finish(parts);
    whole == expected && parts == expected
}

/// Computes the digest of 512 bytes: the sample on which rivals are timed.
pub(crate) fn digest_sample<H: Hash>(one: One<H>) {
    digest_of::<H, 512>(one);
}

/// Computes the digest of `N` bytes.
pub(crate) fn digest_of<H: Hash, const N: usize>(one: One<H>) {
    let mut out = [0; LONGEST];
    let length = H::INFO.lengths.default.min(LONGEST);
    digest::<H::Frame>(&H::start(&Options::default(), length), one, &[0x5a; N], &mut out[..length]);
    core::hint::black_box(&out);
}

/// Runs the sample on which rivals for many messages are timed: sixteen messages of 100 bytes.
pub(crate) fn batch_sample<H: Hash>(many: Many<H>) {
    const COUNT: usize = 16;
    let mut out = [0; COUNT * 64];
    let length = H::INFO.lengths.default.min(64);
    let start = H::start(&Options::default(), length);
    let one = H::Frame::dispatch().get();
    let messages: [&[u8]; COUNT] = [&[0x5a; 100]; COUNT];
    H::Frame::many(&start, Backends { one, many }, &messages, length, &mut out[..COUNT * length]);
    core::hint::black_box(&out);
}

fn from_hex<'a>(digits: &str, room: &'a mut [u8; LONGEST]) -> &'a [u8] {
    for (byte, pair) in room.iter_mut().zip(digits.as_bytes().as_chunks::<2>().0) {
        let digit = |c: u8| (c as char).to_digit(16).expect("a digest in hexadecimal") as u8;
        *byte = digit(pair[0]) << 4 | digit(pair[1]);
    }
    &room[..digits.len() / 2]
}

/// Returns whether a batch of messages of many lengths, more than there are lanes, agrees with the single path, which
/// has passed its own test.
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
