//! Tests of the compression functions on every backend against the text of RFC 7693, section 3.2, with counters near
//! the limits of their words; and of parameters that are out of range.

use super::*;
use crate::frame::BatchCalls;
use crate::frame::HaifaCalls;
use crate::{
    Error,
    frame::Context,
    simd::memory::{MAX_LANES, Streams},
};

/// Declares the compression function as the RFC describes it, and a test that compares every backend with it.
macro_rules! against_the_rfc {
    ($test:ident, $compress:ty, $word:ident, $bytes:literal, $iv:expr, $rounds:literal, $r:expr) => {
        #[test]
        fn $test() {
            fn plain(h: &mut [$word; 8], block: &[u8], count: u128, last: bool, node: bool) {
                let r: [u32; 4] = $r;
                let mut m = [0; 16];
                for (m, bytes) in m.iter_mut().zip(block.as_chunks().0) {
                    *m = $word::from_le_bytes(*bytes);
                }
                let mut v = [0; 16];
                v[..8].copy_from_slice(h);
                v[8..].copy_from_slice(&$iv);
                v[12] ^= count as $word;
                v[13] ^= (count >> $word::BITS) as $word;
                v[14] ^= if last { !0 } else { 0 };
                v[15] ^= if last && node { !0 } else { 0 };
                for round in 0..$rounds {
                    let s = order::SIGMA[round % 10];
                    for i in 0..8 {
                        let [a, b, c, d] = if i < 4 {
                            [i, 4 + i, 8 + i, 12 + i]
                        } else {
                            [i - 4, 4 + (i - 3) % 4, 8 + (i - 2) % 4, 12 + (i - 1) % 4]
                        };
                        for (x, [rd, rb]) in [(s[2 * i], [r[0], r[1]]), (s[2 * i + 1], [r[2], r[3]])] {
                            v[a] = v[a].wrapping_add(v[b]).wrapping_add(m[x]);
                            v[d] = (v[d] ^ v[a]).rotate_right(rd);
                            v[c] = v[c].wrapping_add(v[d]);
                            v[b] = (v[b] ^ v[c]).rotate_right(rb);
                        }
                    }
                }
                for i in 0..8 {
                    h[i] ^= v[i] ^ v[i + 8];
                }
            }
            fn run(h: &mut [$word; 8], data: &[u8], context: &Context) {
                let mut at = context.before;
                for block in data.chunks($bytes) {
                    at = at.wrapping_add($bytes);
                    let last = at >= context.length;
                    plain(h, block, at.min(context.length), last, context.last_node);
                }
            }
            let data: Vec<u8> = (0..5 * $bytes + MAX_LANES).map(|i| (i % 251) as u8).collect();
            let start: [$word; 8] = core::array::from_fn(|i| (i as $word + 1).wrapping_mul(0x9e37_79b9));
            let borders = [31, 32, 63, 64, 96, 127].map(|bit| 1u128 << bit);
            let mut contexts = Vec::new();
            for before in
                borders.into_iter().flat_map(|b| [b, b - $bytes, b - 2 * $bytes, b - 5 * $bytes]).chain([0])
            {
                for blocks in [1, 2, 5] {
                    let end = before + blocks * $bytes;
                    for length in [end, end - 1, end + 1 - $bytes, u128::MAX] {
                        for last_node in [false, true] {
                            contexts.push((blocks as usize * $bytes, Context { before, length, last_node }));
                        }
                    }
                }
            }
            for backend in <$compress>::dispatch().available() {
                for (len, context) in &contexts {
                    let (mut ours, mut expected) = (start, start);
                    backend.compress(&mut ours, data[..*len].as_chunks().0, context);
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

against_the_rfc!(blake2b_counts, CompressB, u64, 128, rounds::IV_B, 12, [32, 24, 16, 63]);
against_the_rfc!(blake2s_counts, CompressS, u32, 64, rounds::IV_S, 10, [16, 12, 8, 7]);

#[test]
fn parameters_out_of_range_are_refused() {
    let refused = |options: &Options<'_>| Blake2s256::with_options(options).map(|_| ()).unwrap_err();
    let none = Options::default();
    let long = [0; 65];
    assert_eq!(
        refused(&Options { key: &long[..33], ..none }),
        Error::ParameterLength { name: "key", length: 33, min: 1, max: 32 }
    );
    assert_eq!(
        refused(&Options { salt: &long[..9], ..none }),
        Error::ParameterLength { name: "salt", length: 9, min: 1, max: 8 }
    );
    assert_eq!(
        refused(&Options { personal: &long[..9], ..none }),
        Error::ParameterLength { name: "personalisation", length: 9, min: 1, max: 8 }
    );
    let tree = |tree| Options { tree: Some(Tree::Node(tree)), ..none };
    let error = refused(&tree(Node { depth: 0, ..Node::default() }));
    assert_eq!(error, Error::Parameter { name: "depth", value: 0, min: 1, max: 255 });
    let error = refused(&tree(Node { inner_length: 33, ..Node::default() }));
    assert_eq!(error, Error::Parameter { name: "inner length", value: 33, min: 0, max: 32 });
    let error = refused(&tree(Node { node_offset: 1 << 48, ..Node::default() }));
    let max = (1 << 48) - 1;
    assert_eq!(error, Error::Parameter { name: "node offset", value: 1 << 48, min: 0, max });
    assert!(Blake2b::<64>::with_options(&Options { key: &long, ..none }).is_err());
    assert!(
        crate::sha2::Sha256::with_options(&tree(Node::default())).is_err_and(|error| error == Error::Tree)
    );
}

#[test]
fn short_salts_end_in_zeros() {
    let mac = |salt: &[u8], personal: &[u8]| {
        Blake2b::<20>::with_options(&Options { salt, personal, ..Options::default() }).unwrap().finalize()
    };
    assert_eq!(mac(&[1, 2], &[3]), mac(&[1, 2, 0, 0], &[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert_ne!(mac(&[1], &[]), mac(&[], &[1]));
}

#[test]
fn constant_starts_are_those_without_options() {
    fn same<H: Hash<Frame = Haifa<C>>, C: Compress<State: PartialEq + core::fmt::Debug>>() {
        let start = H::start(Options::NONE, H::INFO.lengths.default);
        assert_eq!(H::START.map(Start::state), Some(start.state()));
    }
    same::<Blake2bHash, _>();
    same::<Blake2sHash, _>();
}
