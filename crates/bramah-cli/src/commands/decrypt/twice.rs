//! A file that is read twice: first to verify its tag, then to decrypt it. Digests of the file's parts show that the
//! file did not change in between.

use crate::{
    buffer,
    commands::same::{Digest, Same},
    exit::Stop,
    input::CHANGED,
};
use std::{
    io::{self, Read},
    vec,
};
use zeroize::Zeroizing;

/// The length of a part in bytes; each part has a digest.
const PART: usize = 1 << 20;

/// A reader that reads a file in parts.
struct Parts<R> {
    reader: R,
    part: Zeroizing<Vec<u8>>,
    from: usize,
    to: usize,
}

impl<R: Read> Parts<R> {
    fn new(reader: R) -> Result<Self, Stop> {
        Ok(Self { reader, part: buffer::zeroed(PART)?, from: 0, to: 0 })
    }

    /// Reads into `to`. Calls `seen` with each part before returning bytes of the part, and with an empty slice at
    /// the end.
    fn read(&mut self, to: &mut [u8], seen: impl FnOnce(&[u8]) -> io::Result<()>) -> io::Result<usize> {
        if self.from == self.to {
            (self.from, self.to) = (0, 0);
            while self.to < PART {
                match self.reader.read(&mut self.part[self.to..])? {
                    0 => break,
                    count => self.to += count,
                }
            }
            if let Err(error) = seen(&self.part[..self.to]) {
                self.to = 0;
                return Err(error);
            }
        }
        let taken = to.len().min(self.to - self.from);
        to[..taken].copy_from_slice(&self.part[self.from..][..taken]);
        self.from += taken;
        Ok(taken)
    }
}

/// The first reading.
pub(super) struct First<R> {
    parts: Parts<R>,
    seen: Seen,
}

/// The digests of the parts as the first reading found them, and the function that computed the digests.
#[derive(Clone)]
pub(super) struct Seen {
    same: Same,
    digests: Vec<Digest>,
}

impl<R: Read> First<R> {
    /// Begins to read.
    pub(super) fn new(reader: R) -> Result<Self, Stop> {
        let seen = Seen { same: Same::new()?, digests: Vec::new() };
        Ok(Self { parts: Parts::new(reader)?, seen })
    }

    /// Returns the digests of the parts that were read.
    pub(super) fn seen(self) -> Seen {
        self.seen
    }
}

impl<R: Read> Read for First<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Self { parts, seen: Seen { same, digests } } = self;
        parts.read(to, |part| {
            if !part.is_empty() {
                digests.push(same.digest(part));
            }
            Ok(())
        })
    }
}

/// The second reading. It fails before it returns a part that differs from the first reading.
pub(super) struct Second<R> {
    parts: Parts<R>,
    same: Same,
    digests: vec::IntoIter<Digest>,
}

impl<R: Read> Second<R> {
    /// Begins to read the file again; its parts must have these digests.
    pub(super) fn new(reader: R, Seen { same, digests }: Seen) -> Result<Self, Stop> {
        Ok(Self { parts: Parts::new(reader)?, same, digests: digests.into_iter() })
    }
}

impl<R: Read> Read for Second<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let Self { parts, same, digests } = self;
        parts.read(to, |part| {
            let expected = digests.next();
            let found = (!part.is_empty()).then(|| same.digest(part));
            if expected == found { Ok(()) } else { Err(io::Error::other(CHANGED)) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_bytes_are_read_again() {
        let bytes: Vec<u8> = (0..PART + 1000).map(|i| (i % 251) as u8).collect();
        let mut first = First::new(&bytes[..]).unwrap();
        let mut out = Vec::new();
        first.read_to_end(&mut out).unwrap();
        assert!(out == bytes);
        let seen = first.seen();
        let again = |bytes: &[u8]| {
            let mut out = Vec::new();
            let result = Second::new(bytes, seen.clone()).unwrap().read_to_end(&mut out);
            result.map(|_| out)
        };
        assert!(again(&bytes).unwrap() == bytes);
        let mut changed = bytes.clone();
        changed[PART + 1] ^= 1;
        for wrong in [&changed[..], &bytes[..PART], &bytes[..PART + 999], &[&bytes[..], b"x"].concat()] {
            assert!(again(wrong).is_err());
        }
    }
}
