//! Tests of the compression functions on every backend against the text of the specification, sections 2.1.2 and 2.2.2,
//! with counters near the limits of their words; and of salts of wrong lengths.

use super::*;
use crate::frame::BatchCalls;
use crate::frame::Joined;
use crate::{
    Error,
    frame::{Compress, Context},
    simd::memory::{MAX_LANES, Streams},
};

/// Declares the compression function as the specification describes it, and a test that compares every backend with it.
macro_rules! against_the_text {
    ($test:ident, $compress:ty, $word:ident, $bytes:literal, $pi:expr, $rounds:literal, $r:expr) => {
        #[test]
        fn $test() {
            fn plain(state: &mut [$word; 12], block: &[u8], t: u128) {
                let (r, pi): ([u32; 4], [$word; 16]) = ($r, $pi);
                let mut m = [0; 16];
                for (m, bytes) in m.iter_mut().zip(block.as_chunks().0) {
                    *m = $word::from_be_bytes(*bytes);
                }
                let (h, s) = state.split_at_mut(8);
                let mut v = [0; 16];
                v[..8].copy_from_slice(h);
                for i in 0..4 {
                    v[8 + i] = s[i] ^ pi[i];
                    v[12 + i] = (t >> (i as u32 / 2 * $word::BITS)) as $word ^ pi[4 + i];
                }
                for round in 0..$rounds {
                    let sigma = super::super::blake2::order::SIGMA[round % 10];
                    for i in 0..8 {
                        let [a, b, c, d] = match i {
                            0..4 => [i, 4 + i, 8 + i, 12 + i],
                            _ => [i - 4, 4 + (i - 3) % 4, 8 + (i - 2) % 4, 12 + (i - 1) % 4],
                        };
                        let (x, y) = (sigma[2 * i], sigma[2 * i + 1]);
                        for (m, [rd, rb]) in [(m[x] ^ pi[y], [r[0], r[1]]), (m[y] ^ pi[x], [r[2], r[3]])] {
                            v[a] = v[a].wrapping_add(v[b]).wrapping_add(m);
                            v[d] = (v[d] ^ v[a]).rotate_right(rd);
                            v[c] = v[c].wrapping_add(v[d]);
                            v[b] = (v[b] ^ v[c]).rotate_right(rb);
                        }
                    }
                }
                for i in 0..8 {
                    h[i] ^= s[i % 4] ^ v[i] ^ v[i + 8];
                }
            }
            fn run(state: &mut [$word; 12], data: &[u8], context: &Context) {
                let mut before = context.before;
                for block in data.chunks($bytes) {
                    let end = before.saturating_add($bytes);
                    let seen = if before >= context.length { 0 } else { end.min(context.length) };
                    plain(state, block, seen.wrapping_mul(8));
                    before = before.wrapping_add($bytes);
                }
            }
            let data: Vec<u8> = (0..5 * $bytes + MAX_LANES).map(|i| (i % 251) as u8).collect();
            let start: [$word; 12] = core::array::from_fn(|i| (i as $word + 1).wrapping_mul(0x9e37_79b9));
            let borders = [28, 29, 32, 60, 61, 64, 96, 124].map(|bit| 1u128 << bit);
            let mut contexts = Vec::new();
            for before in
                borders.into_iter().flat_map(|b| [b, b - $bytes, b - 2 * $bytes, b - 5 * $bytes]).chain([0])
            {
                for blocks in [1, 2, 5] {
                    let end = before + blocks * $bytes;
                    // only runs of one or two blocks may contain padding
                    let lengths: &[u128] = match blocks {
                        1 => &[before, end - 1, end, u128::MAX],
                        2 => &[end - $bytes - 1, end - $bytes, end - 1, u128::MAX],
                        _ => &[end, u128::MAX],
                    };
                    for length in lengths {
                        let context = Context { before, length: *length, last_node: false };
                        contexts.push((blocks as usize * $bytes, context));
                    }
                }
            }
            for backend in <$compress>::dispatch().available() {
                for (len, context) in &contexts {
                    let (mut ours, mut expected) = (start, start);
                    backend.compress(&mut ours, data[..*len].as_chunks().0, &[], *context);
                    run(&mut expected, &data[..*len], context);
                    assert_eq!(ours, expected, "{} {context:?}", backend.name());
                }
            }
            for backend in <$compress>::batch().available().filter(|backend| backend.ops().lanes > 1) {
                for blocks in [1, 2, 5] {
                    let len = blocks * $bytes;
                    let these: Vec<Context> = contexts.iter().filter(|c| c.0 == len).map(|c| c.1).collect();
                    for some in these.windows(backend.ops().lanes) {
                        let mut lanes = [Context::default(); MAX_LANES];
                        lanes[..some.len()].copy_from_slice(some);
                        let pieces: Vec<&[u8]> = (0..some.len()).map(|lane| &data[lane..][..len]).collect();
                        let mut rows = start.map(|word| [word; MAX_LANES]);
                        backend.compress(&mut rows, &Streams::new(pieces.iter().copied(), len), &lanes);
                        for (lane, context) in some.iter().enumerate() {
                            let mut expected = start;
                            run(&mut expected, pieces[lane], context);
                            let ours = rows.map(|row| row[lane]);
                            assert_eq!(ours, expected, "{} lane {lane} {context:?}", backend.name());
                        }
                    }
                }
            }
        }
    };
}

against_the_text!(blake_256_counts, Compress256, u32, 64, rounds::PI_256, 14, [16, 12, 8, 7]);
against_the_text!(blake_512_counts, Compress512, u64, 128, rounds::PI_512, 16, [32, 25, 16, 11]);

#[test]
fn salts_of_other_lengths_are_refused() {
    let salt = [0; 33];
    let with = |salt| Options { salt, ..Options::default() };
    for len in [1, 15, 17, 32] {
        let error = Blake256::with_options(&with(&salt[..len])).map(|_| ()).unwrap_err();
        assert_eq!(error, Error::ParameterLength { name: "salt", length: len, min: 16, max: 16 });
    }
    for len in [1, 16, 31, 33] {
        let error = Blake512::with_options(&with(&salt[..len])).map(|_| ()).unwrap_err();
        assert_eq!(error, Error::ParameterLength { name: "salt", length: len, min: 32, max: 32 });
    }
    // no salt is the same as a salt of zeros
    assert_eq!(Blake256::with_options(&with(&salt[..16])).unwrap().finalize(), Blake256::digest(b""));
}
