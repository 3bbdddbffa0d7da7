//! Tests that the digest of a message does not depend on the pieces in which it is passed.

use crate::{
    common::quick,
    kit::{Random, bare, each_subject, pattern},
};

/// Hashes messages of every length up to 300 bytes, split at every position.
#[test]
fn every_split() {
    let data = pattern(300);
    each_subject(|subject| {
        // the code that processes pieces is the same on every backend
        if !subject.splits {
            return;
        }
        let mut hasher = subject.function.hasher();
        let mut out = vec![0; subject.function.algorithm().output_len()];
        // tests every length; for functions that differ from others only in the initial state or the output, not every
        // split
        let step = if quick() { 13 } else { 1 } + if subject.plain { 0 } else { 6 + out.len() / 65 };
        for length in 0..=data.len() {
            let message = &data[..length];
            let expected = subject.digest(message);
            for split in (0..=length).step_by(step) {
                hasher.update(&message[..split]);
                hasher.update(&message[split..]);
                hasher.finalize_reset_into(&mut out);
                assert_eq!(out, expected, "{}: {length} bytes split at {split}", subject.name);
            }
        }
    });
}

/// Hashes messages of every length up to four blocks and one byte, byte by byte, in pieces of three bytes, in one call,
/// and on another backend.
#[test]
fn every_length() {
    each_subject(|subject| {
        let data = pattern(4 * subject.block + 1);
        let mut bytewise = subject.function.hasher();
        for length in 0..=data.len() {
            let message = &data[..length];
            let expected = subject.digest(message);
            assert_eq!(bytewise.clone().finalize(), expected, "{}: {length} single bytes", subject.name);
            let mut threes = subject.function.hasher();
            for piece in message.chunks(3) {
                threes.update([]);
                threes.update(piece);
            }
            assert_eq!(threes.finalize(), expected, "{}: {length} bytes in threes", subject.name);
            assert_eq!(
                crate::kit::digest(&subject.other, message),
                expected,
                "{}: {length} bytes",
                subject.name
            );
            if let Some(byte) = data.get(length) {
                bytewise.update([*byte]);
            }
        }
    });
}

/// Hashes messages that begin at every offset in a cache line.
#[test]
fn every_offset() {
    each_subject(|subject| {
        let length = 5 * subject.block + 17;
        let data = pattern(length);
        let expected = subject.digest(&data);
        let mut buffer = vec![0; length + 64];
        for offset in 0..64 {
            buffer[offset..][..length].copy_from_slice(&data);
            assert_eq!(subject.digest(&buffer[offset..][..length]), expected, "{} at {offset}", subject.name);
        }
    });
}

/// Hashes random messages that are longer than most vectors, in random pieces.
#[test]
fn random_pieces_agree_with_another_backend() {
    each_subject(|subject| {
        let mut random = Random(1);
        for _ in 0..60 {
            let length = random.below(40 * subject.block);
            let message = random.bytes(length);
            let expected = crate::kit::digest(&subject.other, &message);
            assert_eq!(subject.digest(&message), expected, "{}: {length} bytes", subject.name);
            let mut hasher = subject.function.hasher();
            let mut rest = &message[..];
            while !rest.is_empty() {
                let (piece, more) = rest.split_at(random.below(rest.len() + 1).max(1));
                hasher.update(piece);
                rest = more;
            }
            assert_eq!(hasher.finalize(), expected, "{}: {length} bytes in pieces", subject.name);
        }
    });
}

/// A clone continues independently, a reset hasher forgets its message, and a saved state can be restored and
/// continued.
#[test]
fn clone_reset_save() {
    each_subject(|subject| {
        let data = pattern(3 * subject.block + 5);
        // the code that saves and restores is the same on every backend
        for split in (0..=data.len()).step_by(if subject.splits { 1 } else { 7 }) {
            let (front, back) = data.split_at(split);
            let expected = subject.digest(&data);
            let mut hasher = subject.function.hasher();
            hasher.update(front);

            let mut clone = hasher.clone();
            clone.update(back);
            clone.update(b"more");
            let saved = hasher.save();
            let mut restored = subject.other.restore(&saved).unwrap();
            restored.update(back);
            assert_eq!(restored.finalize(), expected, "{}: restored at {split}", subject.name);
            hasher.update(back);
            assert_eq!(hasher.clone().finalize(), expected, "{}: cloned at {split}", subject.name);
            hasher.reset();
            hasher.update(&data);
            assert_eq!(hasher.finalize(), expected, "{}: reset at {split}", subject.name);
        }
    });
}

/// A saved state is refused if it was truncated, extended, changed in any bit, or made for another function.
#[test]
fn damaged_states_are_refused() {
    each_subject(|subject| {
        let mut hasher = subject.function.hasher();
        hasher.update(pattern(subject.block / 2));
        let saved = hasher.save();
        assert!(subject.function.restore(&saved).is_ok());
        for length in 0..saved.len() {
            assert!(subject.function.restore(&saved[..length]).is_err(), "{}: {length} bytes", subject.name);
        }
        for bit in 0..8 * saved.len() {
            let mut saved = saved.clone();
            saved[bit / 8] ^= 1 << (bit % 8);
            assert!(subject.function.restore(&saved).is_err(), "{}: bit {bit}", subject.name);
        }
        let mut longer = saved.clone();
        longer.push(0);
        assert!(subject.function.restore(&longer).is_err(), "{}: a byte more", subject.name);
        for other in bramah::hash::entries().map(|entry| entry.algorithm()) {
            if other.name() != subject.function.algorithm().name() {
                assert!(bare(other).restore(&saved).is_err(), "{} as {other:?}", subject.name);
            }
        }
    });
}

#[test]
fn readers_and_writers() {
    use std::io::{self, Read, Write};
    /// A reader that alternately returns a byte and the error `Interrupted`.
    struct Hesitant<'a>(&'a [u8], bool);
    impl Read for Hesitant<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let n = self.0.len().min(1);
            self.0.read(&mut out[..n])
        }
    }
    each_subject(|subject| {
        let data = pattern(2 * subject.block + 3);
        let expected = subject.digest(&data);
        assert_eq!(
            subject.function.hash_reader(Hesitant(&data, false)).unwrap(),
            expected,
            "{}",
            subject.name
        );
        let mut hasher = subject.function.hasher();
        hasher.write_all(&data).unwrap();
        assert_eq!(hasher.finalize(), expected, "{}", subject.name);
        let failing = data.as_slice().chain(io::repeat(0).take(0)).chain(Failing);
        assert!(subject.function.hash_reader(failing).is_err());
    });
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
}
