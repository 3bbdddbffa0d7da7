//! An output of any length is the same in whatever pieces it is read, and only functions that define one return it.

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
            // every length alone, the whole blocks and between
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
        assert_eq!(error.to_string(), "a digest of 0 bits, but at least 8 are needed");
        let huge = entry.algorithm().with_bits(usize::MAX).unwrap_err();
        assert!(!huge.to_string().is_empty());
    }
}
