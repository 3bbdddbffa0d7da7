//! Tests that several threads compute the same digest as one thread, and that an output can be read from any byte on.

use crate::{
    common::quick,
    kit::{Random, Subject, bare, each_subject, pattern},
};
use bramah::hash;

fn parallel(subject: &Subject) -> bool {
    subject.function.algorithm().entry().parallel()
}

/// Hashes messages of several runs of leaves of a tree, in one call and in pieces, on several threads.
#[test]
fn threads_agree_with_one() {
    let longest = if quick() { 150_000 } else { 900_000 };
    let data = pattern(longest);
    each_subject(|subject| {
        if !parallel(subject) {
            return;
        }
        let mut random = Random(6);
        // the code that divides a message among threads is the same on every backend
        let (rounds, threads) = match subject.splits {
            true => (if quick() { 2 } else { 6 }, &[0, 1, 2, 5][..]),
            false => (1, &[2][..]),
        };
        for round in 0..rounds {
            let message = &data[..longest - random.below(longest / 2)];
            let expected = subject.digest(message);
            for threads in threads.iter().copied() {
                let mut hasher = subject.function.hasher();
                hasher.update_parallel(message, threads);
                assert_eq!(hasher.finalize(), expected, "{}: {threads} threads, {round}", subject.name);
                let mut hasher = subject.function.hasher();
                let mut rest = message;
                while !rest.is_empty() {
                    let (piece, more) = rest.split_at(random.below(rest.len() + 1).max(1));
                    if random.below(4) == 0 {
                        hasher = subject.other.restore(&hasher.save()).unwrap();
                    }
                    if random.below(4) == 0 {
                        hasher.update(piece);
                    } else {
                        hasher.update_parallel(piece, threads);
                    }
                    rest = more;
                }
                assert_eq!(hasher.finalize(), expected, "{}: {threads} threads in pieces", subject.name);
            }
        }
    });
}

/// Hashes a source that several threads read, in small pieces and from different positions on, and a source that fails.
#[test]
fn threads_read_for_themselves() {
    let longest = if quick() { 300_000 } else { 1_200_000 };
    let data = pattern(longest);
    each_subject(|subject| {
        if !parallel(subject) && !subject.name.starts_with("sha256") {
            return;
        }
        let mut random = Random(8);
        let threads = if subject.splits { &[1, 3][..] } else { &[3] };
        for threads in threads.iter().copied() {
            let begun = [random.below(longest / 2), 0, 1, 1024, 128 << 10];
            for begun in &begun[..if subject.splits { begun.len() } else { 1 }] {
                let begun = *begun;
                let end = longest - random.below(longest / 3);
                let read = |at: u64, buffer: &mut [u8]| {
                    let rest = &data[..end][at as usize..];
                    let n = rest.len().min(buffer.len()).min(77_777);
                    buffer[..n].copy_from_slice(&rest[..n]);
                    Ok(n)
                };
                let mut hasher = subject.function.hasher();
                hasher.update(&data[..begun]);
                hasher.update_parallel_from(read, begun as u64..end as u64, threads).unwrap();
                let expected = subject.digest(&data[..end]);
                assert_eq!(hasher.finalize(), expected, "{}: {begun} to {end}", subject.name);
                let mut hasher = subject.function.hasher();
                let beyond = hasher.update_parallel_from(read, 0..end as u64 + 1, threads).unwrap_err();
                assert_eq!(beyond.kind(), std::io::ErrorKind::UnexpectedEof, "{}", subject.name);
            }
        }
    });
}

/// Hashes messages whose lengths are near the borders of leaves and of powers of two leaves, passed in different ways.
#[test]
fn borders_of_leaves() {
    const KIB: usize = 1024;
    let data = pattern(130 * KIB + 2);
    each_subject(|subject| {
        if !parallel(subject) {
            return;
        }
        for leaves in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 127, 128, 129] {
            for length in [leaves * KIB - 1, leaves * KIB, leaves * KIB + 1] {
                let message = &data[..length];
                let expected = subject.digest(message);
                let other = crate::kit::digest(&subject.other, message);
                assert_eq!(expected, other, "{}: {length} bytes", subject.name);
                let pieces = [3 * KIB + 5, KIB - 1, KIB, KIB + 1, 2 * KIB, 8 * KIB, 65 * KIB];
                for piece in pieces.into_iter().take(if subject.splits { pieces.len() } else { 1 }) {
                    let mut hasher = subject.function.hasher();
                    for piece in message.chunks(piece) {
                        hasher.update(piece);
                    }
                    assert_eq!(
                        hasher.finalize(),
                        expected,
                        "{}: {length} bytes, {piece} at a time",
                        subject.name
                    );
                }
            }
        }
    });
}

/// The output at a position is the same whether it is reached by reading or by seeking.
#[test]
fn outputs_are_sought() {
    let mut sought = 0;
    for entry in hash::entries().filter(|entry| entry.extendable()) {
        let algorithm = entry.algorithm();
        for backend in algorithm.backends_available() {
            let mut hasher = bare(algorithm.with_backend(backend).unwrap()).hasher();
            hasher.update(pattern(3000));
            let mut reader = hasher.finalize_xof().unwrap();
            let mut all = vec![0; 5000];
            reader.read(&mut all);
            let mut random = Random(7);
            for _ in 0..200 {
                let at = random.below(all.len());
                if !reader.seek(at as u64) {
                    break;
                }
                let mut out = vec![0; random.below(all.len() - at + 1)];
                reader.read(&mut out);
                assert_eq!(out, all[at..][..out.len()], "{} on {backend} at {at}", entry.info.name);
                sought += 1;
            }
        }
    }
    assert!(sought > 0);
}
