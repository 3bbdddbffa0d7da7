//! Tests that an output of any length does not depend on the pieces in which it is read, and that only functions which
//! define such an output return it.

use crate::kit::{Random, bare, pattern};
use bramah::hash;
use std::io::Read;

#[test]
fn any_reading_of_the_output() {
    let mut read = 0;
    for entry in hash::entries() {
        let algorithm = entry.algorithm();
        for backend in algorithm.backends_available() {
            let on = algorithm.with_backend(backend).unwrap();
            if !entry.extendable() {
                assert!(bare(on).hasher().finalize_xof().is_none(), "{} on {backend}", entry.info.name);
                continue;
            }
            let mut random = Random(3);
            let message = pattern(entry.info.block_len + 3);
            let total = 5 * entry.info.block_len + 1;
            let mut expected = vec![0; total];
            bare(on.with_bits(8 * total).unwrap()).digest(&message, &mut expected);
            let mut hasher = bare(on).hasher();
            hasher.update(&message);
            let reader = hasher.finalize_xof().unwrap();
            for longest in [1, 2, 9, entry.info.block_len, entry.info.block_len + 1, total] {
                let mut reader = reader.clone();
                let mut out = Vec::new();
                while out.len() < total {
                    let n = random.below(longest + 1).min(total - out.len());
                    let mut piece = vec![0; n];
                    reader.read(&mut piece);
                    out.extend_from_slice(&piece);
                    reader = reader.clone();
                    read += 1;
                }
                assert_eq!(out, expected, "{} on {backend}, at most {longest} at once", entry.info.name);
            }
            // outputs of every length, each in one call, up to two blocks
            for length in 1..=2 * entry.info.block_len + 1 {
                let mut out = vec![0; length];
                bare(on.with_bits(8 * length).unwrap()).digest(&message, &mut out);
                assert_eq!(out, expected[..length], "{} on {backend}: {length} bytes", entry.info.name);
            }
            let mut all = Vec::new();
            Read::take(reader.clone(), total as u64).read_to_end(&mut all).unwrap();
            assert_eq!(all, expected, "{} on {backend}, as a reader", entry.info.name);
        }
    }
    assert!(read > 0);
}

#[test]
fn no_output_at_all_is_refused() {
    for entry in hash::entries().filter(|entry| entry.extendable()) {
        let error = entry.algorithm().with_bits(0).unwrap_err();
        assert_eq!(error.to_string(), "invalid digest length: 0 bits (must be at least 8)");
        let huge = entry.algorithm().with_bits(usize::MAX).unwrap_err();
        assert!(!huge.to_string().is_empty());
    }
}

/// The outputs of BLAKE2X end after 2^32 nodes. Every position can be reached by reading and by seeking, also after
/// more nodes than a number of 8, 16 or 24 bits counts. After the last byte, zeros are read.
#[test]
fn far_into_the_output() {
    for (name, node) in [("blake2xb-xof", 64_u64), ("blake2xs-xof", 32)] {
        let function = hash::lookup(name).unwrap();
        for backend in function.backends_available() {
            let mut hasher = bare(function.with_backend(backend).unwrap()).hasher();
            hasher.update(b"message");
            let mut reader = hasher.finalize_xof().unwrap();
            let end = node << 32;
            let from = |reader: &mut hash::AnyReader, at: u64, len: usize| {
                assert!(reader.seek(at), "{name} on {backend}: {at}");
                let mut out = vec![7; len];
                reader.read(&mut out);
                out
            };
            let front = from(&mut reader, 0, 300 * node as usize);
            for number in [1, 2, 255, 256, 257] {
                let at = number * node;
                assert_eq!(from(&mut reader, at, 64), front[at as usize..][..64], "{name} on {backend}");
            }
            // nodes whose numbers have equal low bytes differ, and are the same if computed one after another and in
            // lanes
            let mut seen = Vec::new();
            for number in [0, 1 << 8, 1 << 16, 1 << 24, 1 << 31] {
                let many = from(&mut reader, number * node, 40 * node as usize);
                for (i, one) in many.chunks(node as usize).enumerate() {
                    assert_eq!(from(&mut reader, (number + i as u64) * node, node as usize), one, "{name}");
                    assert!(!seen.contains(&one.to_vec()), "{name} on {backend}: node {number} + {i}");
                    seen.push(one.to_vec());
                }
            }
            let last = from(&mut reader, end - 5, 200);
            assert_ne!(last[..5], [0; 5], "{name} on {backend}");
            assert_eq!(last[5..], [0; 195], "{name} on {backend}");
            assert_eq!(from(&mut reader, end, 3), [0; 3]);
            assert!(!reader.seek(end + 1) && !reader.seek(u64::MAX), "{name} on {backend}");
        }
    }
}
