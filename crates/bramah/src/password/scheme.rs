//! The schemes, with their parameters: reading strings, making them.

use super::{
    Limits,
    phc::{self, Parts},
    sha_crypt, text, told,
};
use crate::{
    Error, Sha1, Sha256, Sha512,
    kdf::{
        PasswordKdf,
        argon2::{Argon2, Kind, Version},
        bcrypt::{Bcrypt, Stored},
        pbkdf2::Pbkdf2,
        scrypt::Scrypt,
        yescrypt::{Setting, Yescrypt},
    },
    wipe::wipe,
};
use alloc::{format, string::String, vec, vec::Vec};

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
    const ALL: [(Self, &'static str, &'static str, usize); 3] = [
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

/// A way to keep passwords, with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scheme {
    /// Argon2, `$argon2id$v=19$m=..,t=..,p=..$salt$hash`.
    Argon2 {
        /// Which one.
        kind: Kind,
        /// The version.
        version: Version,
        /// KiB of memory.
        memory: u32,
        /// Passes.
        passes: u32,
        /// Lanes.
        lanes: u32,
    },
    /// scrypt, `$scrypt$ln=..,r=..,p=..$salt$hash`.
    Scrypt {
        /// The logarithm of N.
        log_n: u32,
        /// Blocks of 128 bytes.
        r: u32,
        /// Lanes.
        p: u32,
    },
    /// yescrypt, `$y$`, as systems of today keep passwords; and scrypt as `$7$` has it, which is only verified.
    Yescrypt {
        /// The logarithm of N.
        log_n: u32,
        /// Blocks of 128 bytes.
        r: u32,
        /// Lanes.
        p: u32,
        /// More time without more memory; 0 for none.
        t: u32,
    },
    /// bcrypt, `$2b$`.
    Bcrypt {
        /// The logarithm of the rounds.
        cost: u32,
    },
    /// SHA-256-crypt and SHA-512-crypt, `$5$` and `$6$`.
    ShaCrypt {
        /// Which one.
        kind: sha_crypt::Kind,
        /// Rounds.
        rounds: u32,
    },
    /// PBKDF2, `$pbkdf2-sha256$iterations$salt$hash`.
    Pbkdf2 {
        /// The hash function.
        hash: Pbkdf2Hash,
        /// Iterations.
        iterations: u32,
    },
}

/// A string, in its parts.
struct Kept<'a> {
    scheme: Scheme,
    salt: Vec<u8>,
    hash: Vec<u8>,
    /// Argon2's associated data.
    data: Vec<u8>,
    /// Where the scheme's own type does all the rest.
    string: &'a str,
}

/// The least bytes of a hash that counts: that of the PHC string format. Fewer could be found by trying.
const MIN_HASH: usize = 10;

const MALFORMED: Error = Error::Malformed { name: "string for a password" };

impl Scheme {
    /// The names that [`named`](Self::named) knows.
    pub const NAMES: [&'static str; 11] = [
        "argon2id",
        "argon2i",
        "argon2d",
        "scrypt",
        "yescrypt",
        "bcrypt",
        "sha256-crypt",
        "sha512-crypt",
        "pbkdf2-sha1",
        "pbkdf2-sha256",
        "pbkdf2-sha512",
    ];

    /// The scheme of a name, with the parameters to choose today: for Argon2 the second recommendation of RFC 9106; for
    /// scrypt, bcrypt and PBKDF2 the least that OWASP's Password Storage Cheat Sheet (2023) gives; for yescrypt what
    /// systems take; for the two on SHA what passlib takes.
    pub fn named(name: &str) -> Option<Self> {
        let wanted = crate::names::folded(name);
        let name = Self::NAMES.into_iter().find(|name| crate::names::folded(name) == wanted)?;
        Some(match name {
            "argon2id" => Self::argon2(Kind::Id),
            "argon2i" => Self::argon2(Kind::I),
            "argon2d" => Self::argon2(Kind::D),
            "scrypt" => {
                let [log_n, r, p] = Scrypt::recommended().parameters();
                Self::Scrypt { log_n, r, p }
            }
            "yescrypt" => {
                let [log_n, r, p, t] = Yescrypt::recommended().costs();
                Self::Yescrypt { log_n, r, p, t }
            }
            "bcrypt" => Self::Bcrypt { cost: Bcrypt::recommended().cost() },
            "sha256-crypt" => Self::ShaCrypt { kind: sha_crypt::Kind::Sha256, rounds: SHA_CRYPT_ROUNDS },
            "sha512-crypt" => Self::ShaCrypt { kind: sha_crypt::Kind::Sha512, rounds: SHA_CRYPT_ROUNDS },
            "pbkdf2-sha1" => Self::Pbkdf2 { hash: Pbkdf2Hash::Sha1, iterations: 1_300_000 },
            "pbkdf2-sha256" => Self::Pbkdf2 { hash: Pbkdf2Hash::Sha256, iterations: 600_000 },
            _ => Self::Pbkdf2 { hash: Pbkdf2Hash::Sha512, iterations: 210_000 },
        })
    }

    fn argon2(kind: Kind) -> Self {
        let (version, memory, passes, lanes) = Argon2::recommended().costs();
        // without the first pass that reads what the password does not tell, one more is needed: RFC 9106
        let passes = if kind == Kind::I { passes.max(3) } else { passes };
        Self::Argon2 { kind, version, memory, passes, lanes }
    }

    /// Its name, one of [`NAMES`](Self::NAMES).
    pub fn name(&self) -> &'static str {
        match self {
            Self::Argon2 { kind, .. } => kind.name(),
            Self::Scrypt { .. } => "scrypt",
            Self::Yescrypt { .. } => "yescrypt",
            Self::Bcrypt { .. } => "bcrypt",
            Self::ShaCrypt { kind: sha_crypt::Kind::Sha256, .. } => "sha256-crypt",
            Self::ShaCrypt { kind: sha_crypt::Kind::Sha512, .. } => "sha512-crypt",
            Self::Pbkdf2 { hash: Pbkdf2Hash::Sha1, .. } => "pbkdf2-sha1",
            Self::Pbkdf2 { hash: Pbkdf2Hash::Sha256, .. } => "pbkdf2-sha256",
            Self::Pbkdf2 { hash: Pbkdf2Hash::Sha512, .. } => "pbkdf2-sha512",
        }
    }

    /// The scheme of a string, with the parameters that it was made with.
    ///
    /// # Errors
    /// [`Error::Malformed`].
    pub fn of(string: &str) -> Result<Self, Error> {
        Kept::read(string).map(|kept| kept.scheme)
    }

    /// Whether it is below the least that the cheat sheet gives: the string should be made anew when the password is
    /// at hand.
    pub fn is_outdated(&self) -> bool {
        let least = Self::named(self.name());
        match (*self, least) {
            (Self::Argon2 { version, memory, passes, .. }, _) => {
                // less memory is made good by more passes, as the cheat sheet's own choices show
                let work = u64::from(memory) * u64::from(passes);
                version == Version::V10 || memory < 7168 || work < 7168 * 5
            }
            (Self::Scrypt { log_n, r, p }, Some(Self::Scrypt { .. })) => {
                // more lanes where there is less memory, as the cheat sheet has it
                let least = match log_n {
                    0..=12 => u32::MAX,
                    13 => 10,
                    14 => 5,
                    15 => 3,
                    16 => 2,
                    _ => 1,
                };
                r < 8 || p < least
            }
            (Self::Yescrypt { log_n, r, .. }, Some(Self::Yescrypt { log_n: least, r: least_r, .. })) => {
                u128::from(r) << log_n.min(64) < u128::from(least_r) << least
            }
            (Self::Bcrypt { cost }, Some(Self::Bcrypt { cost: least })) => cost < least,
            // not memory-hard, and not what NIST or OWASP name
            (Self::ShaCrypt { .. }, _) => true,
            (Self::Pbkdf2 { iterations, .. }, Some(Self::Pbkdf2 { iterations: least, .. })) => {
                iterations < least
            }
            _ => true,
        }
    }

    /// The parameters, in words.
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

    /// The bytes of memory that it takes, but for what all take.
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

    /// The bytes of a new salt.
    pub fn salt_len(&self) -> usize {
        // SHA-crypt's has 16 characters of six bits
        if let Self::ShaCrypt { .. } = self { 12 } else { 16 }
    }

    /// The string for a password, with a new random salt.
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
    /// Those of [`hash_with_salt`](Self::hash_with_salt); [`Error::NoEntropy`].
    #[cfg(feature = "random")]
    pub fn hash(&self, password: &[u8]) -> Result<String, Error> {
        let mut salt = [0; 16];
        let salt = &mut salt[..self.salt_len()];
        crate::random::Generator::new()?.fill(salt)?;
        self.hash_with_salt(password, salt)
    }

    /// The same with a salt of [`salt_len`](Self::salt_len) bytes, which must be used once only; the schemes but
    /// bcrypt take other lengths too.
    ///
    /// # Errors
    /// Those of the function: parameters out of range, [`Error::NoMemory`].
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

    /// What a password comes to.
    fn value(&self, password: &[u8], salt: &[u8], data: &[u8], out: &mut [u8]) -> Result<(), Error> {
        match *self {
            Self::Argon2 { kind, version, memory, passes, lanes } => {
                let argon2 = Argon2::new(kind, memory, passes, lanes)?.version(version).data(data)?;
                argon2.threads(threads()).derive(password, salt, out)
            }
            Self::Scrypt { log_n, r, p } => {
                Scrypt::new(log_n, r, p)?.threads(threads()).derive(password, salt, out)
            }
            Self::Pbkdf2 { hash, iterations } => hash.pbkdf2(iterations)?.derive(password, salt, out),
            // these have types of their own for their strings
            Self::Yescrypt { .. } | Self::Bcrypt { .. } | Self::ShaCrypt { .. } => Err(MALFORMED),
        }
    }

    /// Refuses what asks for more than the limits.
    fn check(&self, limits: &Limits) -> Result<(), Error> {
        let memory = |bytes: u128, times: u128| {
            Limits::check("the number of bytes of memory", bytes, limits.memory.into())?;
            let written = bytes.saturating_mul(times);
            Limits::check("the number of bytes written to memory", written, limits.written.into())
        };
        match *self {
            Self::Argon2 { memory: kib, passes, .. } => memory(u128::from(kib) << 10, passes.into()),
            Self::Scrypt { log_n, r, p } => memory(u128::from(r) << (7 + log_n.min(64)), p.into()),
            Self::Yescrypt { log_n, r, p, t } => {
                let times = u128::from(p).saturating_mul(2 + u128::from(t));
                memory(u128::from(r) << (7 + log_n.min(64)), times)
            }
            Self::Bcrypt { cost } => Limits::check("the cost", cost.into(), limits.cost.into()),
            Self::ShaCrypt { rounds, .. } => {
                Limits::check("the number of rounds", rounds.into(), limits.iterations.into())
            }
            Self::Pbkdf2 { iterations, .. } => {
                Limits::check("the number of iterations", iterations.into(), limits.iterations.into())
            }
        }
    }
}

/// The rounds of SHA-crypt: what Debian and others took before they went over to yescrypt is 5000; passlib's are these.
const SHA_CRYPT_ROUNDS: u32 = 656_000;

/// The threads that a derivation may use.
fn threads() -> usize {
    #[cfg(feature = "std")]
    return std::thread::available_parallelism().map_or(1, usize::from);
    #[cfg(not(feature = "std"))]
    1
}

/// A value as text, and erased.
fn encoded(value: &mut [u8], encode: fn(&[u8]) -> String) -> String {
    let text = encode(value);
    wipe(value);
    text
}

impl<'a> Kept<'a> {
    fn new(scheme: Scheme, string: &'a str) -> Self {
        Self { scheme, salt: vec![], hash: vec![], data: vec![], string }
    }

    fn read(string: &'a str) -> Result<Self, Error> {
        let prefix = |end: &str| string.starts_with(end);
        if prefix("$2") {
            let cost = string.parse::<Stored>()?.cost();
            return Ok(Self::new(Scheme::Bcrypt { cost }, string));
        }
        if prefix("$y$") || prefix("$7$") {
            let (setting, hash) = Setting::parse(string)?;
            let hash = hash.ok_or(MALFORMED)?;
            let [log_n, r, p, t] = setting.kdf().costs();
            let scheme = Scheme::Yescrypt { log_n, r, p, t };
            return Ok(Self { hash: hash.to_vec(), ..Self::new(scheme, string) });
        }
        if prefix("$5$") || prefix("$6$") {
            let parts = sha_crypt::Parts::read(string).ok_or(MALFORMED)?;
            let rounds = parts.rounds.unwrap_or(sha_crypt::DEFAULT_ROUNDS);
            return Ok(Self::new(Scheme::ShaCrypt { kind: parts.kind, rounds }, string));
        }
        Self::read_pbkdf2(string).or_else(|| Self::read_phc(string)).ok_or(MALFORMED)
    }

    /// `$pbkdf2-sha256$iterations$salt$hash`, as passlib writes it.
    fn read_pbkdf2(string: &'a str) -> Option<Self> {
        let mut fields = string.strip_prefix('$')?.split('$');
        let name = fields.next()?;
        let (hash, .., len) = Pbkdf2Hash::ALL.into_iter().find(|(_, _, prefix, _)| *prefix == name)?;
        let iterations = phc::number(fields.next()?)?;
        let [salt, value] = [fields.next()?, fields.next()?].map(text::from_ab64);
        let value = value.filter(|value| value.len() == len && fields.next().is_none());
        let new = Self::new(Scheme::Pbkdf2 { hash, iterations }, string);
        Some(Self { salt: salt?, hash: value?, ..new })
    }

    /// Those in the format of PHC.
    fn read_phc(string: &'a str) -> Option<Self> {
        let parts = Parts::read(string)?;
        let mut data = vec![];
        let scheme = match parts.name {
            "scrypt" if parts.version.is_none() => {
                let ([log_n, r, p], []) = parts.numbers(["ln", "r", "p"])? else { return None };
                Scheme::Scrypt { log_n, r, p }
            }
            "pbkdf2-sha1" | "pbkdf2-sha256" | "pbkdf2-sha512" if parts.version.is_none() => {
                let (hash, ..) = Pbkdf2Hash::ALL.into_iter().find(|(_, name, ..)| *name == parts.name)?;
                let ([iterations, length], []) = parts.numbers(["i", "l"])? else { return None };
                if text::from_base64(parts.hash)?.len() != length as usize {
                    return None;
                }
                Scheme::Pbkdf2 { hash, iterations }
            }
            name => {
                let kind = [Kind::D, Kind::I, Kind::Id].into_iter().find(|kind| kind.name() == name)?;
                let version = match parts.version {
                    None | Some(0x10) => Version::V10,
                    Some(0x13) => Version::V13,
                    Some(_) => return None,
                };
                let ([memory, passes, lanes], rest) = parts.numbers(["m", "t", "p"])?;
                match rest {
                    [] => {}
                    [("data", value)] => data = text::from_base64(value)?,
                    _ => return None,
                }
                Scheme::Argon2 { kind, version, memory, passes, lanes }
            }
        };
        let (salt, hash) = (text::from_base64(parts.salt)?, text::from_base64(parts.hash)?);
        (hash.len() >= MIN_HASH).then_some(())?;
        Some(Self { salt, hash, data, ..Self::new(scheme, string) })
    }

    /// Whether a password is the one.
    fn verify(&self, password: &[u8]) -> Result<(), Error> {
        match self.scheme {
            Scheme::Bcrypt { .. } => match self.string.parse::<Stored>()?.verify(password)? {
                true => Ok(()),
                false => Err(Error::WrongPassword),
            },
            Scheme::Yescrypt { .. } => {
                let mut value = Setting::parse(self.string)?.0.hash(password)?;
                let verdict = told(&value, &self.hash);
                wipe(&mut value);
                verdict
            }
            Scheme::ShaCrypt { .. } => {
                let parts = sha_crypt::Parts::read(self.string).ok_or(MALFORMED)?;
                let rounds = parts.rounds.unwrap_or(sha_crypt::DEFAULT_ROUNDS);
                let value = sha_crypt::hash(parts.kind, password, parts.salt.as_bytes(), rounds);
                told(value.as_bytes(), parts.hash.as_bytes())
            }
            _ => {
                let mut value = vec![0; self.hash.len()];
                self.scheme.value(password, &self.salt, &self.data, &mut value)?;
                let verdict = told(&value, &self.hash);
                wipe(&mut value);
                verdict
            }
        }
    }
}

impl Limits {
    /// Compares a password with the string of another.
    ///
    /// # Errors
    /// [`Error::WrongPassword`] if it is another; [`Error::Malformed`] if the string is of no known scheme or
    /// malformed; [`Error::Limit`] if it asks for more than these limits; those of the scheme's function.
    pub fn verify(&self, password: &[u8], string: &str) -> Result<(), Error> {
        let kept = Kept::read(string)?;
        kept.scheme.check(self)?;
        kept.verify(password)
    }
}
