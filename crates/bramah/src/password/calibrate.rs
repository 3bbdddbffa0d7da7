//! Parameters by measurement.

use super::{Scheme, sha_crypt};
use crate::Error;
use std::time::{Duration, Instant};

impl Scheme {
    /// The same scheme with parameters that take about as long as `target` on this machine, and no longer where it
    /// goes by powers of two; `max_memory` is the most bytes of memory. What it is called with is where it begins, and
    /// only its kind, its blocks and its lanes count: what takes too long with the least parameters stays at those.
    ///
    /// Memory comes first, as it is what makes guessing dear; what time is left then goes into passes or lanes.
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
    /// Those of [`hash_with_salt`](Self::hash_with_salt).
    pub fn calibrate(&self, target: Duration, max_memory: u64) -> Result<Self, Error> {
        let mut scheme = self.least();
        let mut time = scheme.time()?;
        while let Some(next) = scheme.doubled().filter(|next| next.memory() <= max_memory) {
            // half of it is known already
            if 2 * time > target {
                break;
            }
            (scheme, time) = (next, next.time()?);
        }
        // as many times as there is room for
        let times = |least: u32| {
            let times = target.as_secs_f64() / time.as_secs_f64().max(1e-9);
            (times * f64::from(least)).min(f64::from(u32::MAX)) as u32
        };
        Ok(match scheme {
            Self::Argon2 { kind, version, memory, passes, lanes } => {
                Self::Argon2 { kind, version, memory, passes: times(passes).max(passes), lanes }
            }
            // no more than there can be, and no fewer than were asked for
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
        })
    }

    /// The least parameters that anyone should take.
    fn least(&self) -> Self {
        match *self {
            Self::Argon2 { kind, version, lanes, .. } => {
                let passes = if kind == crate::kdf::argon2::Kind::I { 3 } else { 1 };
                Self::Argon2 { kind, version, memory: lanes.saturating_mul(8).max(7168), passes, lanes }
            }
            Self::Scrypt { r, p, .. } => Self::Scrypt { log_n: 13, r, p },
            Self::Yescrypt { r, p, t, .. } => Self::Yescrypt { log_n: 10, r, p, t },
            Self::Bcrypt { .. } => Self::Bcrypt { cost: 10 },
            Self::ShaCrypt { kind, .. } => Self::ShaCrypt { kind, rounds: 5000 },
            Self::Pbkdf2 { hash, .. } => Self::Pbkdf2 { hash, iterations: 10_000 },
        }
    }

    /// With twice the memory, or where there is none, twice the time; `None` for what is found without.
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

    /// How long it takes: the better of two times, since a disturbance makes it longer.
    fn time(&self) -> Result<Duration, Error> {
        let mut best = Duration::MAX;
        for _ in 0..2 {
            let start = Instant::now();
            self.hash_with_salt(b"a password", &[0x5a; 16][..self.salt_len()])?;
            best = best.min(start.elapsed());
        }
        Ok(best)
    }
}
