//! The work that the verification of a string requires. It is computed and compared with the [`Limits`] before any of the work is
//! done.

use super::{Limits, Scheme, kept::Kept, scheme::threads};
use crate::{
    Error,
    kdf::{
        PasswordKdf,
        scrypt::Scrypt,
        yescrypt::{Flavor, Yescrypt},
    },
};

/// An amount of work, in the units of [`Limits`]. Each number is an upper bound, or `u128::MAX` if the bound is too large for the
/// type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Work {
    pub(super) memory: u128,
    pub(super) written: u128,
    pub(super) iterations: u128,
    pub(super) hashed: u128,
    pub(super) cost: u128,
}

impl Limits {
    /// Refuses work that exceeds any of the limits.
    pub(super) fn check(&self, work: &Work) -> Result<(), Error> {
        for (name, value, limit) in [
            ("the cost", work.cost, self.cost.into()),
            ("the number of iterations", work.iterations, self.iterations.into()),
            ("the number of bytes of memory", work.memory, self.memory.into()),
            ("the number of bytes written to memory", work.written, self.written.into()),
            ("the number of bytes hashed", work.hashed, self.hashed.into()),
        ] {
            if value > limit {
                return Err(Error::Limit { name, value, limit });
            }
        }
        Ok(())
    }
}

/// The two lengths of a hash function that determine the cost of its calls.
#[derive(Clone, Copy)]
struct Sizes {
    /// The length of a digest in bytes.
    digest: u128,
    /// The length of a block in bytes.
    block: u128,
}

impl Sizes {
    const SHA1: Self = Self { digest: 20, block: 64 };
    const SHA256: Self = Self { digest: 32, block: 64 };
    const SHA512: Self = Self { digest: 64, block: 128 };

    const fn of_digest(digest: usize) -> Self {
        match digest {
            20 => Self::SHA1,
            32 => Self::SHA256,
            _ => Self::SHA512,
        }
    }

    /// Returns the number of bytes that are hashed for a message of `length` bytes: its blocks, including the padding and the
    /// length at the end.
    fn padded(self, length: u128) -> u128 {
        let end = 1 + self.block / 8;
        length.saturating_add(end).div_ceil(self.block).saturating_mul(self.block)
    }

    /// Returns the number of bytes that PBKDF2 over HMAC hashes. For each block of output, it hashes the salt once and two blocks
    /// in each iteration.
    fn pbkdf2(self, salt: u128, iterations: u128, output: u128) -> u128 {
        let first = self.padded(salt.saturating_add(4)).saturating_add(self.block);
        let rest = iterations.saturating_sub(1).saturating_mul(2 * self.block);
        output.div_ceil(self.digest).saturating_mul(first.saturating_add(rest))
    }
}

/// Returns the number of bytes that scrypt hashes. PBKDF2 derives the blocks of all lanes from the salt, and then the output from
/// these blocks.
fn hashed_by_scrypt(r: u32, p: u32, salt: usize, output: usize) -> u128 {
    let blocks = 128 * u128::from(r) * u128::from(p);
    let before = Sizes::SHA256.pbkdf2(salt as u128, 1, blocks);
    before.saturating_add(Sizes::SHA256.pbkdf2(blocks, 1, output as u128))
}

/// Returns the number of bytes in `N` blocks of scrypt, where `N` is 2^`log_n`.
fn blocks(log_n: u32, r: u32) -> u128 {
    u128::from(r) << (7 + log_n.min(64))
}

impl Kept<'_> {
    /// Returns the work of verifying a password of `password` bytes. Invalid parameters, which the scheme's function refuses, are
    /// counted like valid ones.
    pub(super) fn work(&self, password: usize) -> Work {
        match self {
            // the length of the password does not matter, because bcrypt reads only the first 72 bytes
            Self::Bcrypt(stored, _) => Work { cost: stored.cost().into(), ..Work::default() },
            Self::Yescrypt(setting, hash) => of_yescrypt(&setting.kdf(), setting.salt().len(), hash.len()),
            Self::ShaCrypt(parts) => {
                let sizes = Sizes::of_digest(parts.kind.digest_len());
                let (rounds, salt, password) =
                    (u128::from(parts.rounds), parts.salt.len() as u128, password as u128);
                // a round hashes the last digest, the password at most twice, and the salt at most once
                let round = sizes.padded(password.saturating_mul(2).saturating_add(sizes.digest + salt));
                // The digests before the rounds: one is of the password, repeated as many times as it has bytes; one is of the
                // salt, repeated up to 271 times; one contains the password or a digest for each bit of the password's length.
                let first = password.saturating_mul(password.saturating_add(80)).saturating_add(271 * salt);
                let hashed = rounds.saturating_mul(round).saturating_add(first).saturating_add(1 << 14);
                // the repetitions are stored as a list of slices, one for each byte of the password
                let memory = password.saturating_mul(1 + size_of::<&[u8]>() as u128);
                Work { memory, iterations: rounds, hashed, ..Work::default() }
            }
            Self::Derived(derived) => match derived.scheme {
                Scheme::Argon2 { memory, passes, .. } => {
                    let memory = u128::from(memory) << 10;
                    Work { memory, written: memory.saturating_mul(passes.into()), ..Work::default() }
                }
                Scheme::Pbkdf2 { iterations, .. } => {
                    let sizes = Sizes::of_digest(derived.digest_len);
                    let (iterations, output) = (u128::from(iterations), derived.hash.len() as u128);
                    let hashed = sizes.pbkdf2(derived.salt.len() as u128, iterations, output);
                    let iterations = iterations.saturating_mul(output.div_ceil(sizes.digest));
                    Work { iterations, hashed, ..Work::default() }
                }
                Scheme::Scrypt { log_n, r, p } => {
                    // lanes that run at the same time need several times the memory of one lane
                    let scrypt = Scrypt::new(log_n, r, p).map(|scrypt| scrypt.threads(threads(p)).memory());
                    Work {
                        memory: blocks(log_n, r).max(scrypt.unwrap_or(0).into()),
                        written: blocks(log_n, r).saturating_mul(p.into()),
                        hashed: hashed_by_scrypt(r, p, derived.salt.len(), derived.hash.len()),
                        ..Work::default()
                    }
                }
                // these schemes never occur here: other arms of the outer `match` handle them
                Scheme::Yescrypt { .. } | Scheme::Bcrypt { .. } | Scheme::ShaCrypt { .. } => Work::default(),
            },
        }
    }
}

fn of_yescrypt(kdf: &Yescrypt, salt: usize, output: usize) -> Work {
    /// The number of bytes in the tables of one lane.
    const TABLES: u128 = 12 << 10;
    let ([log_n, r, p, t], p_wide) = (kdf.costs(), u128::from(kdf.costs()[2]));
    let n_blocks = blocks(log_n, r);
    // the first half writes N blocks, the second at most (1 + t) * N
    let passes = 2 + u128::from(t);
    let (lanes, tables) = match kdf.kind() {
        // the lanes share the memory, so together they write it once
        Flavor::ReadWrite => (1, p_wide.saturating_mul(TABLES)),
        Flavor::Scrypt | Flavor::WriteOnce => (p_wide, 0),
    };
    let written = n_blocks.saturating_mul(lanes).saturating_mul(passes).saturating_add(tables);
    // if the memory is large, a first run uses less memory, and the output is computed twice
    let hashed = hashed_by_scrypt(r, p, salt, 2 * output).saturating_mul(2);
    Work { memory: n_blocks.max(kdf.memory().into()), written, hashed, ..Work::default() }
}
