//! Stored password strings: reading and verification.

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

/// A stored string, parsed into its parts.
pub(super) enum Kept<'a> {
    Bcrypt(Stored, Before),
    Yescrypt(Setting, [u8; 32]),
    ShaCrypt(sha_crypt::Parts<'a>),
    Derived(Derived),
}

/// The conversion of a password before it is passed to bcrypt. bcrypt ignores everything after 72 bytes and refuses
/// zero bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    /// No conversion: bcrypt gets the password itself.
    Nothing,
    /// Django: bcrypt gets SHA-256 of the password, in hexadecimal digits.
    HexSha256,
    /// passlib, first version: bcrypt gets SHA-256 of the password, in Base64 with padding.
    Sha256,
    /// passlib, second version: bcrypt gets HMAC-SHA-256 of the password, in Base64 with padding. The key of HMAC is the
    /// characters of the salt.
    HmacSha256,
}

impl Before {
    /// Returns whether a password matches a stored hash.
    fn verify(self, stored: &Stored, password: &[u8]) -> Result<bool, Error> {
        let mut digest = [0; 32];
        match self {
            Self::Nothing => return stored.verify(password),
            Self::HexSha256 | Self::Sha256 => {
                wipe::after(|| kdf::of::<Sha256>().hash(&[password], &mut digest))
            }
            Self::HmacSha256 => {
                // skips the 7 characters `$2b$12$`, and takes the 22 of the salt
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

/// Parses a string of bcrypt over SHA-256, in Django's format (`bcrypt_sha256$$2b$..`) or passlib's (`$bcrypt-sha256$`).
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

/// The hash of a password in a string, if a key derivation function computed it.
pub(super) struct Derived {
    pub(super) scheme: Scheme,
    pub(super) salt: Vec<u8>,
    pub(super) hash: Vec<u8>,
    /// The range of lengths in bytes of a hash that the scheme allows.
    lengths: RangeInclusive<usize>,
    /// The length in bytes of a digest of PBKDF2's hash function; 0 for the other schemes.
    pub(super) digest_len: usize,
    /// The associated data of Argon2; empty for the other schemes.
    data: Vec<u8>,
}

/// The valid lengths of an Argon2 hash in bytes: 12 or more (PHC string format, "Argon2 encoding"). The specification allows
/// at most 64, but libargon2 writes longer hashes.
const ARGON2_HASH: RangeInclusive<usize> = 12..=usize::MAX;
/// The length of a scrypt hash in bytes, as passlib's format defines it. A truncated hash is refused, because it would be
/// verified as a prefix of the whole hash.
const SCRYPT_HASH: RangeInclusive<usize> = 32..=32;
/// The valid lengths of a PBKDF2 hash in bytes, in formats that do not define one length: 112 bits or more (NIST SP 800-132,
/// section 5).
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

    /// Checks whether the string is a hash of the password.
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
    /// Parses a string in one of the formats of `forms`.
    fn of_form(string: &str) -> Option<Self> {
        let forms::Found { scheme, salt, hash, length, digest_len } = forms::read(string)?;
        Some(Self { scheme, salt, hash, lengths: length..=length, digest_len, data: vec![] })
    }

    /// Parses a string in the PHC format.
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
    /// Parses a string, and checks that the work of verifying it is within the limits, for a password of `password` bytes. This
    /// function checks everything that can be checked without the password itself, so functions that create strings call it too.
    fn accepted<'a>(&self, string: &'a str, password: usize) -> Result<Kept<'a>, Error> {
        let kept = Kept::read(string)?;
        self.check(&kept.work(password))?;
        Ok(kept)
    }

    /// Checks whether a stored string is a hash of a password.
    ///
    /// # Errors
    /// [`Error::WrongPassword`] if the password is a different one; [`Error::Malformed`] if the string is malformed or of an
    /// unknown scheme; [`Error::ParameterLength`] if the string has more than [`MAX_STRING`] bytes, or if its hash has a length
    /// that the scheme does not allow; [`Error::Limit`] if the string requires more work than these limits allow; the errors of
    /// the scheme's function.
    pub fn verify(&self, password: &[u8], string: &str) -> Result<(), Error> {
        self.accepted(string, password.len())?.verify(password)
    }

    /// Hashes a password with a new random salt, and returns the string to store. Fails if [`verify`](Self::verify) with these
    /// limits would refuse the string.
    ///
    /// # Errors
    /// The errors of [`hash_with_salt`](Self::hash_with_salt); [`Error::NoEntropy`] if the operating system returns no random
    /// bytes.
    #[cfg(feature = "random")]
    pub fn hash(&self, scheme: &Scheme, password: &[u8]) -> Result<String, Error> {
        let mut salt = [0; 16];
        let salt = &mut salt[..scheme.salt_len()];
        crate::random::Generator::new()?.fill(salt)?;
        self.hash_with_salt(scheme, password, salt)
    }

    /// Hashes a password with a salt as [`Scheme::hash_with_salt`] does, and returns the string to store. Fails if
    /// [`verify`](Self::verify) with these limits would refuse the string.
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
    /// The errors of the function, such as parameters out of range, and [`Error::NoMemory`]; before any work is done, the errors
    /// of [`verify`](Self::verify) for the string.
    pub fn hash_with_salt(&self, scheme: &Scheme, password: &[u8], salt: &[u8]) -> Result<String, Error> {
        self.string(scheme, password, salt, true)
    }

    /// Hashes a password and returns the string to store. `checked` is false only if the time of hashing is measured, and then
    /// the limits are ignored.
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
        // a string with the same parameters but a wrong hash, which is refused if and only if the real string would be refused
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
    /// Returns the scheme and the parameters of a stored string.
    ///
    /// # Errors
    /// [`Error::Malformed`]; [`Error::ParameterLength`] if the string has more than [`MAX_STRING`](super::MAX_STRING) bytes, or
    /// if its hash has a length that the scheme does not allow.
    pub fn of(string: &str) -> Result<Self, Error> {
        Kept::read(string).map(|kept| kept.scheme())
    }
}
