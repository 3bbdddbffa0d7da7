//! The choice of parameters for password hashing by measurement.

use super::{
    Limits, Scheme,
    scheme::{MIN_MEMORY, MIN_WORK, min_lanes},
    sha_crypt,
};
use crate::{Error, kdf::argon2::Version};
use std::time::{Duration, Instant};

impl Scheme {
    /// Returns this scheme with parameters for which hashing takes about `target` on this machine, and at most `max_memory`
    /// bytes of memory. If the parameters must be powers of two, hashing may take less time than `target`. Only the scheme,
    /// the block size and the number of lanes are taken from `self`. The parameters are never below the minimums of
    /// [`raised`](Self::raised), even if hashing with these minimums exceeds `target` or `max_memory`.
    ///
    /// The memory is raised first, because memory makes guessing expensive. Then more passes or lanes take up the remaining time.
    ///
    /// ```no_run
    /// use bramah::password::Scheme;
    /// use std::time::Duration;
    ///
    /// let least = Scheme::named("argon2id").unwrap();
    /// let scheme = least.calibrate(Duration::from_millis(250), 256 << 20)?;
    /// assert!(scheme.memory() <= 256 << 20);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the function, such as parameters out of range, and [`Error::NoMemory`].
    pub fn calibrate(&self, target: Duration, max_memory: u64) -> Result<Self, Error> {
        let mut scheme = self.least();
        let mut time = scheme.time()?;
        while let Some(next) = scheme.doubled().filter(|next| next.memory() <= max_memory) {
            // doubling is expected to double the measured time
            if 2 * time > target {
                break;
            }
            (scheme, time) = (next, next.time()?);
        }
        // computes the value that a parameter, now `least`, must have to use the remaining time
        let times = |least: u32| {
            let times = target.as_secs_f64() / time.as_secs_f64().max(1e-9);
            (times * f64::from(least)).min(f64::from(u32::MAX)) as u32
        };
        let found = match scheme {
            Self::Argon2 { kind, version, memory, passes, lanes } => {
                Self::Argon2 { kind, version, memory, passes: times(passes).max(passes), lanes }
            }
            // at most what scrypt allows, and at least what `self` has
            Self::Scrypt { log_n, r, p } => {
                let most = (((1 << 30) - 1) / r.max(1)).min(1 << 10);
                Self::Scrypt { log_n, r, p: times(p).min(most).max(p) }
            }
            Self::Pbkdf2 { hash, iterations } => {
                Self::Pbkdf2 { hash, iterations: times(iterations).max(iterations) }
            }
            Self::ShaCrypt { kind, rounds } => {
                Self::ShaCrypt { kind, rounds: times(rounds).clamp(rounds, *sha_crypt::ROUNDS.end()) }
            }
            Self::Yescrypt { .. } | Self::Bcrypt { .. } => scheme,
        };
        Ok(found.raised())
    }

    /// Returns the scheme with every parameter raised to the minimum that is not [outdated](Self::is_outdated). For Argon2 the
    /// memory is raised, and then the passes that this memory requires; for scrypt N, the block size and the lanes; for the
    /// other schemes the memory, the cost or the iterations. SHA-crypt, which is outdated with all parameters, gets the rounds
    /// of [`named`](Self::named).
    pub fn raised(&self) -> Self {
        if !self.is_outdated() {
            return *self;
        }
        match (*self, Self::named(self.name())) {
            (Self::Argon2 { kind, memory, passes, lanes, .. }, _) => {
                let memory = memory.max(MIN_MEMORY);
                let passes = passes.max(MIN_WORK.div_ceil(memory));
                Self::Argon2 { kind, version: Version::V13, memory, passes, lanes }
            }
            (Self::Scrypt { log_n, r, p }, _) => {
                let log_n = log_n.max(13);
                Self::Scrypt { log_n, r: r.max(8), p: p.max(min_lanes(log_n)) }
            }
            (Self::Yescrypt { r, p, t, .. }, Some(Self::Yescrypt { log_n: least, r: least_r, .. })) => {
                let log_n = (0..64).find(|log_n| u128::from(r) << log_n >= u128::from(least_r) << least);
                Self::Yescrypt { log_n: log_n.unwrap_or(least), r, p, t }
            }
            (Self::ShaCrypt { kind, rounds }, Some(Self::ShaCrypt { rounds: least, .. })) => {
                Self::ShaCrypt { kind, rounds: rounds.max(least) }
            }
            (Self::Bcrypt { .. } | Self::Pbkdf2 { .. }, Some(least)) => least,
            (scheme, _) => scheme,
        }
    }

    /// Returns the scheme with the smallest acceptable parameters, from which calibration starts.
    fn least(&self) -> Self {
        match *self {
            Self::Argon2 { kind, version, lanes, .. } => {
                let passes = if kind == crate::kdf::argon2::Variant::I { 3 } else { 1 };
                Self::Argon2 { kind, version, memory: lanes.saturating_mul(8).max(7168), passes, lanes }
            }
            Self::Scrypt { r, p, .. } => Self::Scrypt { log_n: 13, r, p },
            Self::Yescrypt { r, p, t, .. } => Self::Yescrypt { log_n: 10, r, p, t },
            Self::Bcrypt { .. } => Self::Bcrypt { cost: 10 },
            Self::ShaCrypt { kind, .. } => Self::ShaCrypt { kind, rounds: 5000 },
            Self::Pbkdf2 { hash, .. } => Self::Pbkdf2 { hash, iterations: 10_000 },
        }
    }

    /// Returns the scheme with twice the memory, or for bcrypt, with twice the rounds. Returns `None` for SHA-crypt and PBKDF2,
    /// whose rounds are computed from one measurement, and if the parameter cannot be doubled.
    fn doubled(&self) -> Option<Self> {
        Some(match *self {
            Self::Argon2 { kind, version, memory, passes, lanes } => {
                Self::Argon2 { kind, version, memory: memory.checked_mul(2)?, passes, lanes }
            }
            Self::Scrypt { log_n, r, p } => Self::Scrypt { log_n: log_n + 1, r, p },
            Self::Yescrypt { log_n, r, p, t } => Self::Yescrypt { log_n: log_n + 1, r, p, t },
            Self::Bcrypt { cost } if cost < 31 => Self::Bcrypt { cost: cost + 1 },
            Self::Bcrypt { .. } | Self::ShaCrypt { .. } | Self::Pbkdf2 { .. } => return None,
        })
    }

    /// Measures the time of hashing. It returns the shorter time of two runs, because a disturbance can only make a run longer.
    fn time(&self) -> Result<Duration, Error> {
        let mut best = Duration::MAX;
        for _ in 0..2 {
            let start = Instant::now();
            // without limits: the caller limits the memory, and the time is measured here
            Limits::default().string(self, b"a password", &[0x5a; 16][..self.salt_len()], false)?;
            best = best.min(start.elapsed());
        }
        Ok(best)
    }
}
