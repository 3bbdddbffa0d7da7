//! The password hashing schemes with their parameters, and the strings that they write.

use super::{kept::Kept, sha_crypt, text};
use crate::{
    Error, Sha1, Sha256, Sha512,
    kdf::{
        PasswordKdf,
        argon2::{Argon2, Variant, Version},
        bcrypt::Bcrypt,
        pbkdf2::Pbkdf2,
        scrypt::Scrypt,
        yescrypt::{Setting, Yescrypt},
    },
    wipe::wipe,
};
use alloc::{format, string::String};

/// The hash function of PBKDF2's strings.
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
    /// Each hash function, its name, the prefix of its strings, and the length of a digest in bytes.
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
        /// The kind of Argon2.
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
        /// The logarithm of N.
        log_n: u32,
        /// The number of 128-byte units in a block.
        r: u32,
        /// The number of lanes.
        p: u32,
    },
    /// yescrypt, `$y$`, the scheme of current systems; and scrypt in the form `$7$`, which is only verified.
    Yescrypt {
        /// The logarithm of N.
        log_n: u32,
        /// The number of 128-byte units in a block.
        r: u32,
        /// The number of lanes.
        p: u32,
        /// Additional time without more memory; 0 for none.
        t: u32,
    },
    /// bcrypt, `$2b$`.
    Bcrypt {
        /// The logarithm of the number of rounds.
        cost: u32,
    },
    /// SHA-256-crypt and SHA-512-crypt, `$5$` and `$6$`.
    ShaCrypt {
        /// The kind of SHA-crypt.
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

/// The smallest memory of Argon2 that the cheat sheet recommends, in KiB.
pub(super) const MIN_MEMORY: u32 = 7168;
/// The smallest product of memory and passes of Argon2 in the cheat sheet's recommendations.
pub(super) const MIN_WORK: u32 = 7168 * 5;

/// Returns the smallest number of lanes of scrypt that the cheat sheet recommends for a logarithm of N: more where there
/// is less memory.
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
    /// The names that [`named`](Self::named) knows.
    pub const NAMES: [&'static str; 11] = [
        "argon2id", "argon2i", "argon2d", "scrypt", "yescrypt", "bcrypt", "sha256-crypt", "sha512-crypt",
        "pbkdf2-sha1", "pbkdf2-sha256", "pbkdf2-sha512",
    ];

    /// Returns the scheme of a name, with the parameters to choose today: for Argon2 the second recommendation of RFC
    /// 9106; for scrypt, bcrypt and PBKDF2 the smallest that OWASP's Password Storage Cheat Sheet (2023) recommends;
    /// for yescrypt those of current systems; for the two SHA-crypt schemes those of passlib for SHA-512.
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

    fn argon2(kind: Variant) -> Self {
        let (version, memory, passes, lanes) = Argon2::recommended().costs();
        // Argon2i, none of whose reads depend on the password, takes three passes or more: RFC 9106
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

    /// Returns the scheme of a string, with the parameters that the string was made with.
    ///
    /// # Errors
    /// [`Error::Malformed`]; [`Error::ParameterLength`] for a string of more than
    /// [`MAX_STRING`](super::MAX_STRING) bytes, or one with a hash of a length that the scheme does not have.
    pub fn of(string: &str) -> Result<Self, Error> {
        Kept::read(string).map(|kept| kept.scheme())
    }

    /// Returns whether the parameters are below the smallest that the cheat sheet recommends: the password should be
    /// hashed anew when it is available.
    pub fn is_outdated(&self) -> bool {
        let least = Self::named(self.name());
        match (*self, least) {
            (Self::Argon2 { version, memory, passes, .. }, _) => {
                // less memory is compensated by more passes, as in the cheat sheet's own recommendations
                let work = u64::from(memory) * u64::from(passes);
                version == Version::V10 || memory < MIN_MEMORY || work < u64::from(MIN_WORK)
            }
            (Self::Scrypt { log_n, r, p }, Some(Self::Scrypt { .. })) => r < 8 || p < min_lanes(log_n),
            (Self::Yescrypt { log_n, r, .. }, Some(Self::Yescrypt { log_n: least, r: least_r, .. })) => {
                u128::from(r) << log_n.min(64) < u128::from(least_r) << least
            }
            (Self::Bcrypt { cost }, Some(Self::Bcrypt { cost: least })) => cost < least,
            // not memory-hard, and not recommended by NIST or OWASP
            (Self::ShaCrypt { .. }, _) => true,
            (Self::Pbkdf2 { iterations, .. }, Some(Self::Pbkdf2 { iterations: least, .. })) => {
                iterations < least
            }
            _ => true,
        }
    }

    /// Returns the parameters, in words.
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

    /// Returns the number of bytes of memory that the scheme takes, apart from what all schemes take.
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
        // the salt of SHA-crypt has 16 characters of six bits
        if let Self::ShaCrypt { .. } = self { 12 } else { 16 }
    }

    /// Returns the string for a password, with a new random salt.
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
    /// The errors of [`hash_with_salt`](Self::hash_with_salt); [`Error::NoEntropy`].
    #[cfg(feature = "random")]
    pub fn hash(&self, password: &[u8]) -> Result<String, Error> {
        let mut salt = [0; 16];
        let salt = &mut salt[..self.salt_len()];
        crate::random::Generator::new()?.fill(salt)?;
        self.hash_with_salt(password, salt)
    }

    /// Returns the string for a password, with a salt of [`salt_len`](Self::salt_len) bytes, which must be used once
    /// only; all schemes except bcrypt accept other lengths too.
    ///
    /// # Errors
    /// The errors of the function: parameters out of range, [`Error::NoMemory`].
    pub fn hash_with_salt(&self, password: &[u8], salt: &[u8]) -> Result<String, Error> {
        Ok(match *self {
            Self::Argon2 { kind, version, memory, passes, lanes } => {
                let mut hash = [0; 32];
                self.value(password, salt, &[], &mut hash)?;
                let version = version as u32;
                let (salt, hash) = (text::base64(salt), encoded(&mut hash, text::base64));
                format!("${}$v={version}$m={memory},t={passes},p={lanes}${salt}${hash}", kind.name())
            }
            Self::Scrypt { log_n, r, p } => {
                let mut hash = [0; 32];
                self.value(password, salt, &[], &mut hash)?;
                let (salt, hash) = (text::base64(salt), encoded(&mut hash, text::base64));
                format!("$scrypt$ln={log_n},r={r},p={p}${salt}${hash}")
            }
            Self::Yescrypt { log_n, r, p, t } => {
                let yescrypt = Yescrypt::new(log_n, r)?.lanes(p)?.time(t)?;
                Setting::new(yescrypt, salt)?.crypt(password)?
            }
            Self::Bcrypt { cost } => {
                let salt = salt.try_into().map_err(|_| Error::ParameterLength {
                    name: "salt",
                    length: salt.len(),
                    min: 16,
                    max: 16,
                })?;
                format!("{}", Bcrypt::new(cost)?.hash(password, salt)?)
            }
            Self::ShaCrypt { kind, rounds } => {
                let range = sha_crypt::ROUNDS;
                if !range.contains(&rounds) {
                    let (min, max) = ((*range.start()).into(), (*range.end()).into());
                    return Err(Error::Parameter {
                        name: "the number of rounds",
                        value: rounds.into(),
                        min,
                        max,
                    });
                }
                let salt = text::crypt64(salt);
                let salt = &salt[..salt.len().min(sha_crypt::MAX_SALT)];
                let hash = sha_crypt::hash(kind, password, salt.as_bytes(), rounds);
                format!("{}rounds={rounds}${salt}${hash}", kind.prefix())
            }
            Self::Pbkdf2 { hash, iterations } => {
                let (_, _, prefix, len) = Pbkdf2Hash::ALL[hash as usize];
                let mut value = [0; 64];
                let value = &mut value[..len];
                self.value(password, salt, &[], value)?;
                let (salt, value) = (text::ab64(salt), encoded(value, text::ab64));
                format!("${prefix}${iterations}${salt}${value}")
            }
        })
    }

    /// Computes the value of a password, for schemes whose strings have no type of their own.
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

/// The number of rounds of SHA-crypt, which passlib uses for SHA-512.
const SHA_CRYPT_ROUNDS: u32 = 656_000;

/// Returns the number of threads that a derivation with so many lanes may use.
pub(super) fn threads(lanes: u32) -> usize {
    // a lane is computed by one thread, so for one lane the system need not be asked
    if lanes <= 1 {
        return 1;
    }
    #[cfg(feature = "std")]
    return std::thread::available_parallelism().map_or(1, usize::from);
    #[cfg(not(feature = "std"))]
    1
}

/// Encodes a value as text, and erases the value.
fn encoded(value: &mut [u8], encode: fn(&[u8]) -> String) -> String {
    let text = encode(value);
    wipe(value);
    text
}
