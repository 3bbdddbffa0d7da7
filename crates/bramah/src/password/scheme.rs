//! The password hashing schemes, their parameters, and their encoded hash strings.

use super::{Limits, sha_crypt, text};
use crate::{
    Error, Sha1, Sha256, Sha512,
    kdf::{
        PasswordKdf,
        argon2::{Argon2, Variant, Version},
        bcrypt::{Bcrypt, Stored},
        pbkdf2::Pbkdf2,
        scrypt::Scrypt,
        yescrypt::{Setting, Yescrypt},
    },
    wipe::wipe,
};
use alloc::{format, string::String, vec, vec::Vec};

/// The hash function of PBKDF2, with the prefix of its strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pbkdf2Hash {
    /// `$pbkdf2$`
    Sha1,
    /// `$pbkdf2-sha256$`
    Sha256,
    /// `$pbkdf2-sha512$`
    Sha512,
}

impl Pbkdf2Hash {
    /// Each hash function, its name, the prefix of its strings, and the length of its digest in bytes.
    pub(super) const ALL: [(Self, &'static str, &'static str, usize); 3] = [
        (Self::Sha1, "pbkdf2-sha1", "pbkdf2", 20),
        (Self::Sha256, "pbkdf2-sha256", "pbkdf2-sha256", 32),
        (Self::Sha512, "pbkdf2-sha512", "pbkdf2-sha512", 64),
    ];

    fn pbkdf2(self, iterations: u32) -> Result<Pbkdf2, Error> {
        match self {
            Self::Sha1 => Pbkdf2::new::<Sha1>(iterations),
            Self::Sha256 => Pbkdf2::new::<Sha256>(iterations),
            Self::Sha512 => Pbkdf2::new::<Sha512>(iterations),
        }
    }
}

/// A scheme for storing passwords, with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// Argon2, `$argon2id$v=19$m=..,t=..,p=..$salt$hash`.
    Argon2 {
        /// The variant of Argon2.
        kind: Variant,
        /// The version.
        version: Version,
        /// The memory in KiB.
        memory: u32,
        /// The number of passes.
        passes: u32,
        /// The number of lanes.
        lanes: u32,
    },
    /// scrypt, `$scrypt$ln=..,r=..,p=..$salt$hash`.
    Scrypt {
        /// The binary logarithm of the cost parameter N.
        log_n: u32,
        /// The size of a block, in units of 128 bytes.
        r: u32,
        /// The number of lanes.
        p: u32,
    },
    /// yescrypt, `$y$`, which current Linux distributions use. scrypt in the format `$7$` is only verified.
    Yescrypt {
        /// The binary logarithm of the cost parameter N.
        log_n: u32,
        /// The size of a block, in units of 128 bytes.
        r: u32,
        /// The number of lanes.
        p: u32,
        /// Additional time without more memory; 0 for none.
        t: u32,
    },
    /// bcrypt, `$2b$`.
    Bcrypt {
        /// The binary logarithm of the number of rounds.
        cost: u32,
    },
    /// SHA-256-crypt and SHA-512-crypt, `$5$` and `$6$`.
    ShaCrypt {
        /// The hash function of SHA-crypt.
        kind: sha_crypt::Sha2,
        /// The number of rounds.
        rounds: u32,
    },
    /// PBKDF2, `$pbkdf2-sha256$iterations$salt$hash`.
    Pbkdf2 {
        /// The hash function.
        hash: Pbkdf2Hash,
        /// The number of iterations.
        iterations: u32,
    },
}

/// The minimum memory of Argon2, in KiB, that OWASP's Password Storage Cheat Sheet recommends.
pub(super) const MIN_MEMORY: u32 = 7168;
/// The minimum product of memory in KiB and passes of Argon2 in the cheat sheet's recommendations.
pub(super) const MIN_WORK: u32 = 7168 * 5;

/// Returns the minimum number of lanes of scrypt that the cheat sheet recommends for a binary logarithm of N. With less
/// memory, more lanes are required.
pub(super) fn min_lanes(log_n: u32) -> u32 {
    match log_n {
        0..=12 => u32::MAX,
        13 => 10,
        14 => 5,
        15 => 3,
        16 => 2,
        _ => 1,
    }
}

impl Scheme {
    /// The names that [`named`](Self::named) accepts.
    pub const NAMES: [&'static str; 11] = [
        "argon2id", "argon2i", "argon2d", "scrypt", "yescrypt", "bcrypt", "sha256-crypt", "sha512-crypt",
        "pbkdf2-sha1", "pbkdf2-sha256", "pbkdf2-sha512",
    ];

    /// Returns the scheme with this name, with parameters that are recommended today. For Argon2 they are the second
    /// recommendation of RFC 9106; for scrypt, bcrypt and PBKDF2 the minimums that OWASP's Password Storage Cheat Sheet
    /// (2023) recommends; for yescrypt the parameters of current systems; for both SHA-crypt schemes the parameters that
    /// passlib uses for SHA-512.
    pub fn named(name: &str) -> Option<Self> {
        let wanted = crate::names::folded(name);
        let name = Self::NAMES.into_iter().find(|name| crate::names::folds_to(name, &wanted))?;
        Some(match name {
            "argon2id" => Self::argon2(Variant::Id),
            "argon2i" => Self::argon2(Variant::I),
            "argon2d" => Self::argon2(Variant::D),
            "scrypt" => {
                let [log_n, r, p] = Scrypt::recommended().parameters();
                Self::Scrypt { log_n, r, p }
            }
            "yescrypt" => {
                let [log_n, r, p, t] = Yescrypt::recommended().costs();
                Self::Yescrypt { log_n, r, p, t }
            }
            "bcrypt" => Self::Bcrypt { cost: Bcrypt::recommended().cost() },
            "sha256-crypt" => Self::ShaCrypt { kind: sha_crypt::Sha2::Sha256, rounds: SHA_CRYPT_ROUNDS },
            "sha512-crypt" => Self::ShaCrypt { kind: sha_crypt::Sha2::Sha512, rounds: SHA_CRYPT_ROUNDS },
            "pbkdf2-sha1" => Self::Pbkdf2 { hash: Pbkdf2Hash::Sha1, iterations: 1_300_000 },
            "pbkdf2-sha256" => Self::Pbkdf2 { hash: Pbkdf2Hash::Sha256, iterations: 600_000 },
            _ => Self::Pbkdf2 { hash: Pbkdf2Hash::Sha512, iterations: 210_000 },
        })
    }

    /// Returns the scheme for new passwords: Argon2id with the second recommendation of RFC 9106, section 4: 64 MiB of memory,
    /// three passes, four lanes.
    ///
    /// ```
    /// use bramah::password::Scheme;
    ///
    /// assert_eq!(Some(Scheme::recommended()), Scheme::named("argon2id"));
    /// ```
    pub fn recommended() -> Self {
        Self::argon2(Variant::Id)
    }

    fn argon2(kind: Variant) -> Self {
        let (version, memory, passes, lanes) = Argon2::recommended().costs();
        // RFC 9106 requires at least three passes of Argon2i, whose reads do not depend on the password
        let passes = if kind == Variant::I { passes.max(3) } else { passes };
        Self::Argon2 { kind, version, memory, passes, lanes }
    }

    /// Returns the scheme's name, one of [`NAMES`](Self::NAMES).
    pub fn name(&self) -> &'static str {
        match self {
            Self::Argon2 { kind, .. } => kind.name(),
            Self::Scrypt { .. } => "scrypt",
            Self::Yescrypt { .. } => "yescrypt",
            Self::Bcrypt { .. } => "bcrypt",
            Self::ShaCrypt { kind: sha_crypt::Sha2::Sha256, .. } => "sha256-crypt",
            Self::ShaCrypt { kind: sha_crypt::Sha2::Sha512, .. } => "sha512-crypt",
            Self::Pbkdf2 { hash: Pbkdf2Hash::Sha1, .. } => "pbkdf2-sha1",
            Self::Pbkdf2 { hash: Pbkdf2Hash::Sha256, .. } => "pbkdf2-sha256",
            Self::Pbkdf2 { hash: Pbkdf2Hash::Sha512, .. } => "pbkdf2-sha512",
        }
    }

    /// Returns whether the parameters are below the minimum that OWASP's Password Storage Cheat Sheet recommends. If they are,
    /// hash the password again when the user next enters it.
    pub fn is_outdated(&self) -> bool {
        let least = Self::named(self.name());
        match (*self, least) {
            (Self::Argon2 { version, memory, passes, .. }, _) => {
                // more passes make up for less memory, as in the cheat sheet's own recommendations
                let work = u64::from(memory) * u64::from(passes);
                version == Version::V10 || memory < MIN_MEMORY || work < u64::from(MIN_WORK)
            }
            (Self::Scrypt { log_n, r, p }, Some(Self::Scrypt { .. })) => r < 8 || p < min_lanes(log_n),
            (Self::Yescrypt { log_n, r, .. }, Some(Self::Yescrypt { log_n: least, r: least_r, .. })) => {
                u128::from(r) << log_n.min(64) < u128::from(least_r) << least
            }
            (Self::Bcrypt { cost }, Some(Self::Bcrypt { cost: least })) => cost < least,
            // SHA-crypt is not memory-hard, and neither NIST nor OWASP recommends it
            (Self::ShaCrypt { .. }, _) => true,
            (Self::Pbkdf2 { iterations, .. }, Some(Self::Pbkdf2 { iterations: least, .. })) => {
                iterations < least
            }
            _ => true,
        }
    }

    /// Returns the parameters as text, such as `m=65536,t=3,p=4`.
    pub fn parameters(&self) -> String {
        match self {
            Self::Argon2 { memory, passes, lanes, .. } => format!("m={memory},t={passes},p={lanes}"),
            Self::Scrypt { log_n, r, p } => format!("ln={log_n},r={r},p={p}"),
            Self::Yescrypt { log_n, r, p, t } => format!("ln={log_n},r={r},p={p},t={t}"),
            Self::Bcrypt { cost } => format!("cost={cost}"),
            Self::ShaCrypt { rounds, .. } => format!("rounds={rounds}"),
            Self::Pbkdf2 { iterations, .. } => format!("c={iterations}"),
        }
    }

    /// Returns the parameters that are numbers, for changes, with the names that the interfaces to C and WebAssembly use: for
    /// Argon2 `memory` (KiB), `iterations` (passes) and `lanes`; for scrypt `log_n`, `r` and `lanes` (p); for yescrypt these and
    /// `t`; for bcrypt `cost`; for SHA-crypt `rounds`; for PBKDF2 `iterations`. Values out of range are refused by
    /// [`hash`](Self::hash).
    ///
    /// ```
    /// use bramah::password::Scheme;
    ///
    /// let mut scheme = Scheme::Scrypt { log_n: 17, r: 8, p: 1 };
    /// for (name, value) in scheme.parameters_mut() {
    ///     if name == "lanes" {
    ///         *value = 2;
    ///     }
    /// }
    /// assert_eq!(scheme, Scheme::Scrypt { log_n: 17, r: 8, p: 2 });
    /// ```
    pub fn parameters_mut(&mut self) -> Vec<(&'static str, &mut u32)> {
        match self {
            Self::Argon2 { memory, passes, lanes, .. } => {
                vec![("memory", memory), ("iterations", passes), ("lanes", lanes)]
            }
            Self::Scrypt { log_n, r, p } => vec![("log_n", log_n), ("r", r), ("lanes", p)],
            Self::Yescrypt { log_n, r, p, t } => vec![("log_n", log_n), ("r", r), ("lanes", p), ("t", t)],
            Self::Bcrypt { cost } => vec![("cost", cost)],
            Self::ShaCrypt { rounds, .. } => vec![("rounds", rounds)],
            Self::Pbkdf2 { iterations, .. } => vec![("iterations", iterations)],
        }
    }

    /// Returns the number of bytes of memory that the parameters require; small buffers are not counted.
    pub fn memory(&self) -> u64 {
        let blocks =
            |log_n: u32, r: u32| u64::try_from(u128::from(r) << (7 + log_n.min(64))).unwrap_or(u64::MAX);
        match *self {
            Self::Argon2 { memory, .. } => u64::from(memory) << 10,
            Self::Scrypt { log_n, r, .. } | Self::Yescrypt { log_n, r, .. } => blocks(log_n, r),
            Self::Bcrypt { .. } => 4 << 10,
            Self::ShaCrypt { .. } | Self::Pbkdf2 { .. } => 0,
        }
    }

    /// Returns the length of a new salt in bytes.
    pub fn salt_len(&self) -> usize {
        // SHA-crypt's salt has 16 characters of six bits each
        if let Self::ShaCrypt { .. } = self { 12 } else { 16 }
    }

    /// Hashes a password with a new random salt, and returns the string to store.
    ///
    /// ```
    /// use bramah::password::{self, Scheme};
    ///
    /// let scheme = Scheme::Scrypt { log_n: 10, r: 8, p: 1 };
    /// let string = scheme.hash(b"correct horse")?;
    /// assert!(string.starts_with("$scrypt$ln=10,r=8,p=1$"));
    /// password::verify(b"correct horse", &string)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`hash_with_salt`](Self::hash_with_salt); [`Error::NoEntropy`] if the operating system returns no random
    /// bytes.
    #[cfg(feature = "random")]
    pub fn hash(&self, password: &[u8]) -> Result<String, Error> {
        Limits::default().hash(self, password)
    }

    /// Hashes a password with a salt, and returns the string to store. The salt must be used only once, and should have
    /// [`salt_len`](Self::salt_len) bytes. All schemes except bcrypt accept other lengths too.
    ///
    /// # Errors
    /// The errors of the function, such as parameters out of range, and [`Error::NoMemory`]. The errors of
    /// [`password::verify`](super::verify) for the new string: [`Error::Limit`] if the string requires more work than the default
    /// [`Limits`] allow (use [`Limits::hash_with_salt`] for more); [`Error::ParameterLength`] if the salt makes the string longer
    /// than [`MAX_STRING`](super::MAX_STRING).
    pub fn hash_with_salt(&self, password: &[u8], salt: &[u8]) -> Result<String, Error> {
        Limits::default().hash_with_salt(self, password, salt)
    }

    /// Refuses parameters that are out of range.
    pub(super) fn check(&self) -> Result<(), Error> {
        match *self {
            Self::Argon2 { kind, memory, passes, lanes, .. } => {
                Argon2::new(kind, memory, passes, lanes).map(drop)
            }
            Self::Scrypt { log_n, r, p } => Scrypt::new(log_n, r, p).map(drop),
            Self::Yescrypt { log_n, r, p, t } => yescrypt(log_n, r, p, t).map(drop),
            Self::Bcrypt { cost } => Bcrypt::new(cost).map(drop),
            Self::ShaCrypt { rounds, .. } => {
                let (name, range) = ("the number of rounds", sha_crypt::ROUNDS);
                let (value, min, max) = (rounds.into(), (*range.start()).into(), (*range.end()).into());
                if range.contains(&rounds) { Ok(()) } else { Err(Error::Parameter { name, value, min, max }) }
            }
            Self::Pbkdf2 { hash, iterations } => hash.pbkdf2(iterations).map(drop),
        }
    }

    /// Returns the length in bytes of the hashes in new strings.
    pub(super) fn value_len(&self) -> usize {
        match *self {
            Self::Argon2 { .. } | Self::Scrypt { .. } | Self::Yescrypt { .. } => 32,
            Self::Bcrypt { .. } => 23,
            Self::ShaCrypt { kind, .. } => kind.digest_len(),
            Self::Pbkdf2 { hash, .. } => Pbkdf2Hash::ALL[hash as usize].3,
        }
    }

    /// Returns the string with this salt and this hash, which has [`value_len`](Self::value_len) bytes.
    pub(super) fn string(&self, salt: &[u8], value: &[u8]) -> Result<String, Error> {
        Ok(match *self {
            Self::Argon2 { kind, version, memory, passes, lanes } => {
                let (name, version) = (kind.name(), version as u32);
                let (salt, value) = (text::base64(salt), text::base64(value));
                format!("${name}$v={version}$m={memory},t={passes},p={lanes}${salt}${value}")
            }
            Self::Scrypt { log_n, r, p } => {
                let (salt, value) = (text::base64(salt), text::base64(value));
                format!("$scrypt$ln={log_n},r={r},p={p}${salt}${value}")
            }
            Self::Yescrypt { log_n, r, p, t } => {
                Setting::new(yescrypt(log_n, r, p, t)?, salt)?.with_hash(value)
            }
            Self::Bcrypt { cost } => format!("{}", Stored::made(cost, bcrypt_salt(salt)?, value)),
            Self::ShaCrypt { kind, rounds } => {
                let (salt, value) = (sha_crypt_salt(salt), text::crypt64(value));
                format!("{}rounds={rounds}${salt}${value}", kind.prefix())
            }
            Self::Pbkdf2 { hash, iterations } => {
                let (_, _, prefix, _) = Pbkdf2Hash::ALL[hash as usize];
                let (salt, value) = (text::ab64(salt), text::ab64(value));
                format!("${prefix}${iterations}${salt}${value}")
            }
        })
    }

    /// Computes the hash of a password for a new string.
    pub(super) fn new_value(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        match *self {
            Self::Yescrypt { log_n, r, p, t } => yescrypt(log_n, r, p, t)?.derive(password, salt, out),
            Self::Bcrypt { cost } => {
                let mut value = [0; 23];
                Bcrypt::new(cost)?.derive(password, bcrypt_salt(salt)?, &mut value)?;
                out.copy_from_slice(&value);
                wipe(&mut value);
                Ok(())
            }
            Self::ShaCrypt { kind, rounds } => {
                let salt = sha_crypt_salt(salt);
                let mut value = sha_crypt::value(kind, password, salt.as_bytes(), rounds);
                out.copy_from_slice(&value);
                wipe(&mut value);
                Ok(())
            }
            _ => self.value(password, salt, &[], out),
        }
    }

    /// Computes the hash of a password, for schemes that have no type of their own for their strings.
    pub(super) fn value(
        &self,
        password: &[u8],
        salt: &[u8],
        data: &[u8],
        out: &mut [u8],
    ) -> Result<(), Error> {
        match *self {
            Self::Argon2 { kind, version, memory, passes, lanes } => {
                let argon2 = Argon2::new(kind, memory, passes, lanes)?.version(version).data(data)?;
                argon2.threads(threads(lanes)).derive(password, salt, out)
            }
            Self::Scrypt { log_n, r, p } => {
                Scrypt::new(log_n, r, p)?.threads(threads(p)).derive(password, salt, out)
            }
            Self::Pbkdf2 { hash, iterations } => hash.pbkdf2(iterations)?.derive(password, salt, out),
            Self::Yescrypt { .. } | Self::Bcrypt { .. } | Self::ShaCrypt { .. } => Err(Error::NoPasswordKdf),
        }
    }
}

/// The number of rounds of SHA-crypt: passlib's default for SHA-512.
const SHA_CRYPT_ROUNDS: u32 = 656_000;

/// Returns the maximum number of threads for a derivation with this number of lanes.
pub(super) fn threads(lanes: u32) -> usize {
    // each lane is computed by one thread, so with one lane there is no need to ask the system for the number
    // of CPUs
    if lanes <= 1 {
        return 1;
    }
    #[cfg(feature = "std")]
    return std::thread::available_parallelism().map_or(1, usize::from);
    #[cfg(not(feature = "std"))]
    1
}

/// Returns yescrypt with these parameters.
fn yescrypt(log_n: u32, r: u32, p: u32, t: u32) -> Result<Yescrypt, Error> {
    Yescrypt::new(log_n, r)?.lanes(p)?.time(t)
}

/// Returns the salt as an array if it has 16 bytes, as bcrypt requires.
fn bcrypt_salt(salt: &[u8]) -> Result<&[u8; 16], Error> {
    let length = salt.len();
    salt.try_into().map_err(|_| Error::ParameterLength { name: "salt", length, min: 16, max: 16 })
}

/// Encodes a salt for SHA-crypt, in at most [`sha_crypt::MAX_SALT`] characters.
fn sha_crypt_salt(salt: &[u8]) -> String {
    let mut salt = text::crypt64(salt);
    salt.truncate(sha_crypt::MAX_SALT);
    salt
}
