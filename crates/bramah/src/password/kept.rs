//! Stored password strings, read and verified.

use super::{
    Limits, MAX_STRING, Pbkdf2Hash, Scheme, compare, forms,
    phc::{self, Parts},
    sha_crypt, text,
};
use crate::{
    Error, Hmac, Sha256,
    kdf::{
        self, HashFunction,
        argon2::{Variant, Version},
        bcrypt::Stored,
        yescrypt::Setting,
    },
    wipe::{self, wipe},
};
use alloc::{string::String, vec, vec::Vec};
use core::ops::RangeInclusive;

/// A stored string, in its parts.
pub(super) enum Kept<'a> {
    Bcrypt(Stored, Before),
    Yescrypt(Setting, [u8; 32]),
    ShaCrypt(sha_crypt::Parts<'a>),
    Derived(Derived),
}

/// The treatment of a password before bcrypt, which reads 72 bytes of it and no byte that is 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// The password itself.
    Nothing,
    /// Django: SHA-256, in hexadecimal digits.
    HexSha256,
    /// passlib's first version: SHA-256, in Base64 with padding.
    Sha256,
    /// passlib's second version: HMAC-SHA-256 under the characters of the salt, in Base64 with padding.
    HmacSha256,
}

impl Before {
    /// Compares a password with a stored one.
    fn verify(self, stored: &Stored, password: &[u8]) -> Result<bool, Error> {
        let mut digest = [0; 32];
        match self {
            Self::Nothing => return stored.verify(password),
            Self::HexSha256 | Self::Sha256 => {
                wipe::after(|| kdf::of::<Sha256>().hash(&[password], &mut digest))
            }
            Self::HmacSha256 => {
                // `$2b$12$` and the salt
                let string = alloc::format!("{stored}");
                digest = Hmac::<Sha256>::mac(&string.as_bytes()[7..29], password);
            }
        }
        let text = if self == Self::HexSha256 { text::hex(&digest) } else { text::padded_base64(&digest) };
        wipe(&mut digest);
        let mut text = text.into_bytes();
        let verdict = stored.verify(&text);
        wipe(&mut text);
        verdict
    }
}

/// Reads a string of bcrypt over SHA-256, as Django (`bcrypt_sha256$$2b$..`) and passlib (`$bcrypt-sha256$`) write it.
fn bcrypt_sha256(string: &str) -> Option<Result<Kept<'_>, Error>> {
    if let Some(rest) = string.strip_prefix("bcrypt_sha256$") {
        return Some(rest.parse().map(|stored| Kept::Bcrypt(stored, Before::HexSha256)));
    }
    let rest = string.strip_prefix("$bcrypt-sha256$")?;
    let read = || {
        let mut fields = rest.split('$');
        let [parameters, salt, hash] = [fields.next()?, fields.next()?, fields.next()?];
        let (ident, cost, before) = match parameters.split_once(',')? {
            (ident @ ("2a" | "2b" | "2y"), cost) => (ident, cost, Before::Sha256),
            _ => {
                let value = |name: &str| {
                    let mut found = parameters.split(',').filter_map(|pair| pair.strip_prefix(name));
                    found.next().filter(|_| found.next().is_none())
                };
                let known = value("v=")? == "2" && parameters.split(',').count() == 3;
                (value("t=").filter(|_| known)?, value("r=")?, Before::HmacSha256)
            }
        };
        let cost = phc::number(cost)?;
        let sound = fields.next().is_none() && salt.len() == 22 && hash.len() == 31;
        let stored = alloc::format!("${ident}${cost:02}${salt}{hash}").parse().ok().filter(|_| sound)?;
        Some(Kept::Bcrypt(stored, before))
    };
    Some(read().ok_or(MALFORMED))
}

/// The result of a function for passwords, as a string contains it.
pub(super) struct Derived {
    pub(super) scheme: Scheme,
    pub(super) salt: Vec<u8>,
    pub(super) hash: Vec<u8>,
    /// The lengths in bytes of a hash that the scheme allows.
    lengths: RangeInclusive<usize>,
    /// The length in bytes of a digest of PBKDF2's hash function; 0 for the other schemes.
    pub(super) digest_len: usize,
    /// Argon2's associated data.
    data: Vec<u8>,
}

/// The lengths in bytes of a hash of Argon2: 12 or more (PHC string format, "Argon2 encoding"). The format allows up to
/// 64, but libargon2 writes longer ones.
const ARGON2_HASH: RangeInclusive<usize> = 12..=usize::MAX;
/// The length in bytes of a hash of scrypt in passlib's format, which defines this length. A truncated hash is refused:
/// as a prefix of the whole hash, it would be verified.
const SCRYPT_HASH: RangeInclusive<usize> = 32..=32;
/// The lengths in bytes of a hash of PBKDF2, in forms that do not fix it: 112 bits or more (NIST SP 800-132, section
/// 5).
const PBKDF2_HASH: RangeInclusive<usize> = 14..=usize::MAX;

const MALFORMED: Error = Error::Malformed { name: "string for a password" };

impl<'a> Kept<'a> {
    pub(super) fn read(string: &'a str) -> Result<Self, Error> {
        if string.len() > MAX_STRING {
            let length = string.len();
            return Err(Error::ParameterLength { name: "string", length, min: 0, max: MAX_STRING });
        }
        let string = forms::bare(string);
        if let Some(kept) = bcrypt_sha256(string) {
            return kept;
        }
        let begins = |prefix: &str| string.starts_with(prefix);
        if begins("$2") {
            return string.parse().map(|stored| Self::Bcrypt(stored, Before::Nothing));
        }
        let derived = Derived::of_form(string);
        if derived.is_none() && (begins("$y$") || begins("$7$")) {
            let (setting, hash) = Setting::parse(string)?;
            return Ok(Self::Yescrypt(setting, hash.ok_or(MALFORMED)?));
        }
        if begins("$5$") || begins("$6$") {
            return sha_crypt::Parts::read(string).map(Self::ShaCrypt).ok_or(MALFORMED);
        }
        let derived = derived.or_else(|| Derived::phc(string)).ok_or(MALFORMED)?;
        let (min, max) = (*derived.lengths.start(), *derived.lengths.end());
        if !derived.lengths.contains(&derived.hash.len()) {
            let length = derived.hash.len();
            return Err(Error::ParameterLength { name: "hash", length, min, max });
        }
        Ok(Self::Derived(derived))
    }

    pub(super) fn scheme(&self) -> Scheme {
        match self {
            Self::Bcrypt(stored, _) => Scheme::Bcrypt { cost: stored.cost() },
            Self::Yescrypt(setting, _) => {
                let [log_n, r, p, t] = setting.kdf().costs();
                Scheme::Yescrypt { log_n, r, p, t }
            }
            Self::ShaCrypt(parts) => Scheme::ShaCrypt { kind: parts.kind, rounds: parts.rounds },
            Self::Derived(derived) => derived.scheme,
        }
    }

    /// Compares a password with the password of the string.
    fn verify(&self, password: &[u8]) -> Result<(), Error> {
        match self {
            Self::Bcrypt(stored, before) => match before.verify(stored, password)? {
                true => Ok(()),
                false => Err(Error::WrongPassword),
            },
            Self::Yescrypt(setting, hash) => {
                let mut value = setting.hash(password)?;
                let verdict = compare(&value, hash);
                wipe(&mut value);
                verdict
            }
            Self::ShaCrypt(parts) => {
                let mut value = sha_crypt::value(parts.kind, password, parts.salt.as_bytes(), parts.rounds);
                let verdict = compare(&value, &parts.hash);
                wipe(&mut value);
                verdict
            }
            Self::Derived(derived) => {
                let mut value = vec![0; derived.hash.len()];
                derived.scheme.value(password, &derived.salt, &derived.data, &mut value)?;
                let verdict = compare(&value, &derived.hash);
                wipe(&mut value);
                verdict
            }
        }
    }
}

impl Derived {
    /// Reads a string in one of the forms of the table.
    fn of_form(string: &str) -> Option<Self> {
        let forms::Found { scheme, salt, hash, length, digest_len } = forms::read(string)?;
        Some(Self { scheme, salt, hash, lengths: length..=length, digest_len, data: vec![] })
    }

    /// Reads a string in the PHC format.
    fn phc(string: &str) -> Option<Self> {
        let parts = Parts::read(string)?;
        let (salt, hash) = (text::from_base64(parts.salt)?, text::from_base64(parts.hash)?);
        let (mut data, mut digest_len) = (vec![], 0);
        let (scheme, lengths) = match parts.name {
            "scrypt" if parts.version.is_none() => {
                let ([log_n, r, p], rest) = parts.numbers(["ln", "r", "p"])?;
                if !rest.is_empty() {
                    return None;
                }
                (Scheme::Scrypt { log_n, r, p }, SCRYPT_HASH)
            }
            "pbkdf2-sha1" | "pbkdf2-sha256" | "pbkdf2-sha512" if parts.version.is_none() => {
                let (of, .., len) = Pbkdf2Hash::ALL.into_iter().find(|(_, name, ..)| *name == parts.name)?;
                digest_len = len;
                let ([iterations, length], rest) = parts.numbers(["i", "l"])?;
                if !rest.is_empty() || hash.len() != length as usize {
                    return None;
                }
                (Scheme::Pbkdf2 { hash: of, iterations }, PBKDF2_HASH)
            }
            name => {
                let kind =
                    [Variant::D, Variant::I, Variant::Id].into_iter().find(|kind| kind.name() == name)?;
                let version = match parts.version {
                    None | Some(0x10) => Version::V10,
                    Some(0x13) => Version::V13,
                    Some(_) => return None,
                };
                let ([memory, passes, lanes], rest) = parts.numbers(["m", "t", "p"])?;
                match rest[..] {
                    [] => {}
                    [("data", value)] => data = text::from_base64(value)?,
                    _ => return None,
                }
                (Scheme::Argon2 { kind, version, memory, passes, lanes }, ARGON2_HASH)
            }
        };
        Some(Self { scheme, salt, hash, lengths, digest_len, data })
    }
}

impl Limits {
    /// Reads a string whose work, for a password of `password` bytes, is within the limits. This function checks
    /// everything that can be checked without the password, so functions that make strings call it too.
    fn accepted<'a>(&self, string: &'a str, password: usize) -> Result<Kept<'a>, Error> {
        let kept = Kept::read(string)?;
        self.check(&kept.work(password))?;
        Ok(kept)
    }

    /// Compares a password with the stored string of a password.
    ///
    /// # Errors
    /// [`Error::WrongPassword`] if the password is a different one; [`Error::Malformed`] if the string is malformed or
    /// of an unknown scheme; [`Error::ParameterLength`] if it has more than [`MAX_STRING`] bytes, or a hash of a length
    /// that the scheme does not have; [`Error::Limit`] if it requires more work than these limits allow; the errors of
    /// the scheme's function.
    pub fn verify(&self, password: &[u8], string: &str) -> Result<(), Error> {
        self.accepted(string, password.len())?.verify(password)
    }

    /// Returns the string for a password, with a new random salt, if [`verify`](Self::verify) with these limits would
    /// accept the string.
    ///
    /// # Errors
    /// The errors of [`hash_with_salt`](Self::hash_with_salt); [`Error::NoEntropy`].
    #[cfg(feature = "random")]
    pub fn hash(&self, scheme: &Scheme, password: &[u8]) -> Result<String, Error> {
        let mut salt = [0; 16];
        let salt = &mut salt[..scheme.salt_len()];
        crate::random::Generator::new()?.fill(salt)?;
        self.hash_with_salt(scheme, password, salt)
    }

    /// Returns the string for a password and a salt as [`Scheme::hash_with_salt`] takes it, if [`verify`](Self::verify)
    /// with these limits would accept the string.
    ///
    /// ```
    /// use bramah::password::{Limits, Scheme};
    ///
    /// let scheme = Scheme::Bcrypt { cost: 5 };
    /// let mut limits = Limits::default();
    /// limits.cost = 4;
    /// assert!(limits.hash_with_salt(&scheme, b"a password", &[7; 16]).is_err());
    /// limits.cost = 5;
    /// let string = limits.hash_with_salt(&scheme, b"a password", &[7; 16])?;
    /// limits.verify(b"a password", &string)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the function: parameters out of range, [`Error::NoMemory`]; the errors of
    /// [`verify`](Self::verify) for the string, before any work is done.
    pub fn hash_with_salt(&self, scheme: &Scheme, password: &[u8], salt: &[u8]) -> Result<String, Error> {
        self.string(scheme, password, salt, true)
    }

    /// Returns the string for a password. `checked` is false only if the time of making it is measured.
    pub(super) fn string(
        &self,
        scheme: &Scheme,
        password: &[u8],
        salt: &[u8],
        checked: bool,
    ) -> Result<String, Error> {
        scheme.check()?;
        let mut value = [0; 64];
        let value = &mut value[..scheme.value_len()];
        // a string with the same parameters for another password: it is refused if and only if the real one would be
        let other = scheme.string(salt, value)?;
        if checked && self.accepted(&other, password.len())?.scheme() != *scheme {
            return Err(MALFORMED);
        }
        let string = scheme.new_value(password, salt, value).and_then(|()| scheme.string(salt, value));
        wipe(value);
        string
    }
}

impl Scheme {
    /// Returns the scheme and the parameters of a string.
    ///
    /// # Errors
    /// [`Error::Malformed`]; [`Error::ParameterLength`] for a string of more than
    /// [`MAX_STRING`](super::MAX_STRING) bytes, or one with a hash of a length that the scheme does not have.
    pub fn of(string: &str) -> Result<Self, Error> {
        Kept::read(string).map(|kept| kept.scheme())
    }
}
