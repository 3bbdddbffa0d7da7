//! scrypt: RFC 7914.

mod candidates;
pub(crate) mod mix;

use crate::{
    Error,
    kdf::{
        Job, PasswordKdf, check_output,
        keyed::{KeyedPrf, Keying},
        pbkdf2::pbkdf2,
    },
    mac::{Prf, hmac::Digest},
    simd::memory::{Line16, Pool},
    spread::spread,
    wipe::{self, wipe},
};
use alloc::vec::Vec;
use candidates::ROMIX;
#[cfg(feature = "registry")]
pub(super) use candidates::choice;
use mix::Lane;

/// scrypt with HMAC over a hash function, and its parameters.
///
/// ```
/// use bramah::kdf::{PasswordKdf, scrypt::Scrypt};
///
/// let mut key = [0; 64];
/// Scrypt::new(10, 8, 16)?.threads(2).derive(b"password", b"NaCl", &mut key)?;
/// assert_eq!(key[..4], [0xfd, 0xba, 0xbe, 0x1c]);
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scrypt {
    keying: Keying,
    log_n: u32,
    r: u32,
    p: u32,
    threads: usize,
}

impl Scrypt {
    /// Returns scrypt with HMAC-SHA-256, and `N` = 2^`log_n` blocks of `128 * r` bytes in each of `p` lanes.
    ///
    /// # Errors
    /// [`Error::Parameter`] if any parameter is 0, if `log_n` is not less than `16 * r` or not less than 64, or if `r * p` is not
    /// less than 2^30: RFC 7914, sections 2 and 6.
    pub fn new(log_n: u32, r: u32, p: u32) -> Result<Self, Error> {
        let within = |name, value: u32, max: u64| match value {
            1.. if u64::from(value) <= max => Ok(()),
            _ => Err(Error::Parameter { name, value: value.into(), min: 1, max }),
        };
        const MOST: u64 = (1 << 30) - 1;
        within("r", r, MOST)?;
        within("p", p, MOST / u64::from(r))?;
        within("the logarithm of N", log_n, (16 * u64::from(r) - 1).min(63))?;
        Ok(Self { keying: Keying::of::<crate::Sha256>(), log_n, r, p, threads: 1 })
    }

    /// Returns scrypt with the number `n` of blocks itself (`N`), instead of its logarithm.
    ///
    /// # Errors
    /// [`Error::PowerOfTwo`] if `n` is not a power of two; the errors of [`new`](Self::new).
    pub fn with_n(n: u64, r: u32, p: u32) -> Result<Self, Error> {
        if !n.is_power_of_two() {
            return Err(Error::PowerOfTwo { name: "N", value: n });
        }
        Self::new(n.trailing_zeros(), r, p)
    }

    /// Returns scrypt with `N` = 2^17, `r` = 8 and `p` = 1, which takes 128 MiB: the first recommendation of OWASP's Password
    /// Storage Cheat Sheet (2023).
    pub fn recommended() -> Self {
        Self { keying: Keying::of::<crate::Sha256>(), log_n: 17, r: 8, p: 1, threads: 1 }
    }

    /// Replaces the hash function of HMAC. With a function other than SHA-256 this is not the RFC's scrypt.
    #[must_use]
    pub fn hash<D: Digest + 'static>(self) -> Self {
        Self { keying: Keying::of::<D>(), ..self }
    }

    /// Replaces the hash function of HMAC by a hash function that was chosen by name.
    ///
    /// # Errors
    /// [`Error::OutputLength`] if HMAC is not defined over the hash function.
    #[cfg(feature = "registry")]
    pub fn with_hash(self, hash: crate::hash::Algorithm) -> Result<Self, Error> {
        Ok(Self { keying: Keying::named(hash)?, ..self })
    }

    /// Sets the number of threads, including the caller's; 0 means 1. Lanes and passwords are distributed over the threads,
    /// and each thread needs its own memory.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Returns the binary logarithm of `N`, then `r` and `p`.
    pub fn parameters(&self) -> [u32; 3] {
        [self.log_n, self.r, self.p]
    }

    /// Derives the results of all jobs, several side by side.
    ///
    /// # Errors
    /// The errors of [`PasswordKdf::derive`] for any of the jobs; nothing is written then.
    pub fn derive_many(&self, jobs: &mut [Job<'_>]) -> Result<(), Error> {
        wipe::after(|| self.derive_all(jobs))
    }

    /// Returns the number of lanes that each thread runs side by side, and the number of threads that have lanes to run, for
    /// `jobs` jobs.
    fn shares(&self, jobs: usize) -> (usize, usize) {
        let lanes = jobs.saturating_mul(self.p as usize).max(1);
        let some = lanes.div_ceil(self.threads).min(ROMIX.get().ops().lanes);
        (some, self.threads.min(lanes.div_ceil(some)))
    }

    fn derive_all(&self, jobs: &mut [Job<'_>]) -> Result<(), Error> {
        let keys: Vec<KeyedPrf> =
            jobs.iter().map(|job| self.keying.keyed(job.password)).collect::<Result<_, _>>()?;
        let keys: Vec<&dyn Prf> = keys.iter().filter_map(KeyedPrf::prf).collect();
        for (job, key) in jobs.iter().zip(&keys) {
            check_output(job.out.len(), u64::from(u32::MAX) * key.output_len() as u64)?;
        }
        let (some, threads) = self.shares(jobs.len());
        let error = Error::NoMemory { bytes: self.memory() };
        let no_memory = || error.clone();
        let sizes = Sizes::new(self.log_n, self.r, self.p).ok_or_else(no_memory)?;
        let Sizes { block: len, blocks: count, lane } = sizes;
        let room = some.checked_mul(lane).ok_or_else(no_memory)?;
        let (bytes, lines) = (64 * count, count.checked_mul(jobs.len()).ok_or_else(no_memory)?);
        let mut blocks = Wiped(Vec::<Line16>::new());
        blocks.0.try_reserve_exact(lines).map_err(|_| no_memory())?;
        let mut buffer = Wiped(Vec::<u8>::new());
        buffer.0.try_reserve_exact(bytes).map_err(|_| no_memory())?;
        // if memory runs out, use fewer threads, at least one
        let mut pools = Vec::new();
        for _ in 0..threads {
            let mut pool = Pool::new();
            match pool.reserve(room.div_ceil(Pool::PER_BLOCK)) {
                Ok(()) => pools.push(pool),
                Err(_) if !pools.is_empty() => break,
                Err(error) => return Err(error),
            }
        }
        blocks.0.resize(lines, Line16::ZERO);
        buffer.0.resize(bytes, 0);
        for ((job, key), lines) in jobs.iter().zip(&keys).zip(blocks.0.chunks_mut(count)) {
            pbkdf2(*key, job.salt, 1, &mut buffer.0)?;
            for (line, bytes) in lines.iter_mut().zip(buffer.0.as_chunks::<64>().0) {
                mix::read_turned(line, bytes);
            }
        }
        let backend = ROMIX.get();
        spread(blocks.0.chunks_mut(some * len), &mut pools, |group, pool| {
            let rooms = pool.lines().chunks_mut(lane);
            let mut lanes = Vec::with_capacity(some);
            lanes.extend(group.chunks_mut(len).zip(rooms).filter_map(|(b, v)| Lane::new(b, v)));
            candidates::run(backend, &mut lanes, 1 << self.log_n, self.r as usize);
        });
        for pool in &mut pools {
            wipe(&mut pool.lines()[..room]);
        }
        for ((job, key), lines) in jobs.iter_mut().zip(&keys).zip(blocks.0.chunks(count)) {
            for (line, bytes) in lines.iter().zip(buffer.0.as_chunks_mut::<64>().0) {
                mix::write_turned(line, bytes);
            }
            pbkdf2(*key, &buffer.0, 1, job.out)?;
        }
        Ok(())
    }
}

/// The sizes of the memory of scrypt and yescrypt, in lines of 64 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    /// The number of lines of a block.
    pub(super) block: usize,
    /// The number of lines of the `p` blocks of input and output.
    pub(super) blocks: usize,
    /// The number of lines of a lane's memory: `N` blocks and one block more.
    pub(super) lane: usize,
}

impl Sizes {
    /// Returns the sizes for `N` = 2^`log_n`, where `log_n` is below 64; `None` if a number of bytes does not fit into a `usize`.
    pub(super) fn new(log_n: u32, r: u32, p: u32) -> Option<Self> {
        Self::within(log_n, r, p, usize::MAX as u64)
    }

    /// Returns the sizes; `None` if a number of bytes exceeds `most`. Nothing is computed in `usize`, because a number could
    /// wrap in a `usize` of 32 bits, and the derived key would then be the key for other parameters.
    fn within(log_n: u32, r: u32, p: u32, most: u64) -> Option<Self> {
        let block = 2 * u128::from(r);
        let fits =
            |lines: u128| usize::try_from(lines).ok().filter(|_| lines.saturating_mul(64) <= most.into());
        Some(Self {
            block: fits(block)?,
            blocks: fits(block * u128::from(p))?,
            lane: fits(block * ((1u128 << log_n) + 1))?,
        })
    }
}

/// A vector that is erased on drop.
pub(super) struct Wiped<T: Copy + Default>(pub(super) Vec<T>);

impl<T: Copy + Default> Drop for Wiped<T> {
    fn drop(&mut self) {
        wipe(&mut self.0);
    }
}

impl PasswordKdf for Scrypt {
    /// # Errors
    /// [`Error::DerivedLength`] if `out` is empty or longer than 2^32 - 1 digests; [`Error::NoMemory`].
    fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.derive_many(&mut [Job { password, salt, out }])
    }
    fn memory(&self) -> u64 {
        let (some, threads) = self.shares(1);
        let block = u128::from(self.r) * 128;
        let lanes = (some * threads) as u128 * ((1u128 << self.log_n) + 1) + 2 * u128::from(self.p);
        u64::try_from(block * lanes).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests on any platform what 32-bit platforms do: sizes in bytes that fit are exact, and all others are refused.
    #[test]
    fn sizes_do_not_wrap() {
        let small = Sizes { block: 2, blocks: 6, lane: 34 };
        for most in [u64::from(u32::MAX), u64::MAX] {
            assert_eq!(Sizes::within(4, 1, 3, most), Some(small));
        }
        let narrow = u64::from(u32::MAX);
        // parameters for which at least one of the sizes `64 * p`, `128 * r * p` and `128 * r * N` is 2^32 or more
        for (log_n, r, p) in [
            (1, 1, 1 << 25),
            (1, 1, (1 << 26) + 1),
            (1, 1, (1 << 30) - 1),
            (1, 3, 1 << 26),
            (25, 1, 1),
            (31, 1, 1),
            (32, 1, 1),
            (63, 1, 1),
            (1, 1 << 25, 1),
            (1, (1 << 30) - 1, 1),
            (63, (1 << 30) - 1, 1),
        ] {
            assert_eq!(Sizes::within(log_n, r, p, narrow), None, "N = 2^{log_n}, r = {r}, p = {p}");
        }
        // the largest values that fit
        assert!(Sizes::within(1, 1, (1 << 25) - 1, narrow).is_some());
        assert!(Sizes::within(24, 1, 1, narrow).is_some());
        assert_eq!(Sizes::within(63, 1, 1, u64::MAX), None);
    }
}
