//! PBKDF2 as an object with its parameters: for many passwords, and on several threads.

use super::{SOME, blocks, check};
use crate::{
    Error,
    kdf::{
        Job, PasswordKdf,
        keyed::{KeyedPrf, Keying},
    },
    mac::{Prf, hmac::Digest},
    spread::spread,
};
use alloc::vec::Vec;

/// PBKDF2 with HMAC over a hash function, and its parameters.
///
/// ```
/// use bramah::{Sha512, kdf::{Job, PasswordKdf, pbkdf2::Pbkdf2}};
///
/// let pbkdf2 = Pbkdf2::new::<Sha512>(1000)?;
/// let (mut one, mut other) = ([0; 32], [0; 64]);
/// pbkdf2.derive(b"password", b"salt", &mut one)?;
///
/// // several passwords, side by side
/// pbkdf2.derive_many(&mut [Job::new(b"password", b"salt", &mut other), Job::new(b"another", b"salt", &mut one)])?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pbkdf2 {
    keying: Keying,
    /// The length in bytes of a block, the output of HMAC.
    len: usize,
    iterations: u32,
    threads: usize,
}

impl Pbkdf2 {
    /// Returns PBKDF2 with HMAC over the hash function `D`, and `iterations` iterations.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `iterations` is 0.
    pub fn new<D: Digest + 'static>(iterations: u32) -> Result<Self, Error> {
        check(D::LEN, iterations, D::LEN)?;
        Ok(Self { keying: Keying::of::<D>(), len: D::LEN, iterations, threads: 1 })
    }

    /// Returns PBKDF2 with HMAC over a hash function that was chosen by name, and `iterations` iterations.
    ///
    /// # Errors
    /// [`Error::Parameter`] if `iterations` is 0; [`Error::OutputLength`] if HMAC is not defined over the hash function.
    #[cfg(feature = "registry")]
    pub fn with_hash(hash: crate::hash::Algorithm, iterations: u32) -> Result<Self, Error> {
        check(hash.output_len(), iterations, hash.output_len())?;
        Ok(Self { keying: Keying::named(hash)?, len: hash.output_len(), iterations, threads: 1 })
    }

    /// Returns PBKDF2 with HMAC-SHA-256 and 600,000 iterations, the minimum that OWASP's Password Storage Cheat Sheet (2023)
    /// recommends for this hash function.
    pub fn recommended() -> Self {
        Self { keying: Keying::of::<crate::Sha256>(), len: 32, iterations: 600_000, threads: 1 }
    }

    /// Sets the number of threads, including the caller's; 0 means 1. Blocks of output and passwords are distributed over
    /// the threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Returns the number of iterations.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Derives the results of all jobs, several side by side.
    ///
    /// # Errors
    /// The errors of [`PasswordKdf::derive`] for any of the jobs; nothing is written then.
    pub fn derive_many(&self, jobs: &mut [Job<'_>]) -> Result<(), Error> {
        for job in &*jobs {
            check(self.len, self.iterations, job.out.len())?;
        }
        let blocks: usize = jobs.iter().map(|job| job.out.len().div_ceil(self.len)).sum();
        // the number of blocks that run side by side; fewer than the maximum if otherwise threads would have no work
        let some = blocks.div_ceil(self.threads).min(SOME);
        let mut pieces: Vec<Piece<'_>> = Vec::new();
        for job in jobs {
            for (run, out) in job.out.chunks_mut(some * self.len).enumerate() {
                pieces.push(Piece {
                    password: job.password,
                    salt: job.salt,
                    before: (run * some) as u32,
                    out,
                });
            }
        }
        // each group takes as many pieces as fit into it; only the first piece of a group may continue an output that an
        // earlier group began
        let mut left = &mut pieces[..];
        let groups = core::iter::from_fn(move || {
            let mut room = some - left.first()?.blocks(self.len);
            let mut n = 1;
            while let Some(next) = left.get(n)
                && next.before == 0
                && next.blocks(self.len) <= room
            {
                (n, room) = (n + 1, room - next.blocks(self.len));
            }
            let (now, later) = core::mem::take(&mut left).split_at_mut(n);
            left = later;
            Some(now)
        });
        let mut threads = Vec::new();
        threads.resize(self.threads.min(blocks), ());
        // this cannot fail, because the arguments have been checked
        spread(groups, &mut threads, |group, ()| self.run(group).unwrap_or_default());
        Ok(())
    }

    /// Computes the blocks of a group of pieces side by side.
    fn run(&self, group: &mut [Piece<'_>]) -> Result<(), Error> {
        let keys: Vec<KeyedPrf> =
            group.iter().map(|piece| self.keying.keyed(piece.password)).collect::<Result<_, _>>()?;
        let functions: Vec<&dyn Prf> = keys.iter().filter_map(KeyedPrf::prf).collect();
        let salts: Vec<&[u8]> = group.iter().map(|piece| piece.salt).collect();
        let before = group.first().map_or(0, |piece| piece.before);
        let mut outs: Vec<&mut [u8]> = group.iter_mut().map(|piece| &mut *piece.out).collect();
        blocks(&functions, &salts, self.len, self.iterations, before, &mut outs);
        Ok(())
    }
}

/// A run of consecutive blocks of one output.
struct Piece<'a> {
    password: &'a [u8],
    salt: &'a [u8],
    /// The number of blocks of the output before this run.
    before: u32,
    out: &'a mut [u8],
}

impl Piece<'_> {
    fn blocks(&self, len: usize) -> usize {
        self.out.len().div_ceil(len)
    }
}

impl PasswordKdf for Pbkdf2 {
    /// # Errors
    /// [`Error::DerivedLength`] if `out` is empty or longer than 2^32 - 1 digests.
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.derive_many(&mut [Job { password, salt, out }])
    }
    /// Returns 0, because PBKDF2 needs hardly any memory.
    fn memory(&self) -> u64 {
        0
    }
}
