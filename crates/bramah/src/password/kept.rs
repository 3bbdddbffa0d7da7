//! Strings, read and verified.

use super::{
    Limits, Pbkdf2Hash, Scheme,
    phc::{self, Parts},
    sha_crypt, text, told,
};
use crate::{
    Error,
    kdf::{
        argon2::{Kind, Version},
        bcrypt::Stored,
        yescrypt::Setting,
    },
    wipe::wipe,
};
use alloc::{vec, vec::Vec};

/// A string, in its parts.
pub(super) enum Kept<'a> {
    Bcrypt(Stored),
    Yescrypt(Setting, [u8; 32]),
    ShaCrypt(sha_crypt::Parts<'a>),
    Derived(Derived),
}

/// What a function for passwords has made.
pub(super) struct Derived {
    scheme: Scheme,
    salt: Vec<u8>,
    hash: Vec<u8>,
    /// Argon2's associated data.
    data: Vec<u8>,
}

/// The least bytes of a hash that counts: that of the PHC string format. Fewer could be found by trying.
const MIN_HASH: usize = 10;

const MALFORMED: Error = Error::Malformed { name: "string for a password" };

impl<'a> Kept<'a> {
    pub(super) fn read(string: &'a str) -> Result<Self, Error> {
        let begins = |prefix: &str| string.starts_with(prefix);
        if begins("$2") {
            return string.parse().map(Self::Bcrypt);
        }
        if begins("$y$") || begins("$7$") {
            let (setting, hash) = Setting::parse(string)?;
            return Ok(Self::Yescrypt(setting, hash.ok_or(MALFORMED)?));
        }
        if begins("$5$") || begins("$6$") {
            return sha_crypt::Parts::read(string).map(Self::ShaCrypt).ok_or(MALFORMED);
        }
        let derived = Derived::pbkdf2(string).or_else(|| Derived::phc(string));
        derived.map(Self::Derived).ok_or(MALFORMED)
    }

    pub(super) fn scheme(&self) -> Scheme {
        match self {
            Self::Bcrypt(stored) => Scheme::Bcrypt { cost: stored.cost() },
            Self::Yescrypt(setting, _) => {
                let [log_n, r, p, t] = setting.kdf().costs();
                Scheme::Yescrypt { log_n, r, p, t }
            }
            Self::ShaCrypt(parts) => Scheme::ShaCrypt { kind: parts.kind, rounds: parts.rounds },
            Self::Derived(derived) => derived.scheme,
        }
    }

    /// Whether a password is the one.
    fn verify(&self, password: &[u8]) -> Result<(), Error> {
        match self {
            Self::Bcrypt(stored) => match stored.verify(password)? {
                true => Ok(()),
                false => Err(Error::WrongPassword),
            },
            Self::Yescrypt(setting, hash) => {
                let mut value = setting.hash(password)?;
                let verdict = told(&value, hash);
                wipe(&mut value);
                verdict
            }
            Self::ShaCrypt(parts) => {
                let value = sha_crypt::hash(parts.kind, password, parts.salt.as_bytes(), parts.rounds);
                told(value.as_bytes(), parts.hash.as_bytes())
            }
            Self::Derived(derived) => {
                let mut value = vec![0; derived.hash.len()];
                derived.scheme.value(password, &derived.salt, &derived.data, &mut value)?;
                let verdict = told(&value, &derived.hash);
                wipe(&mut value);
                verdict
            }
        }
    }
}

impl Derived {
    /// `$pbkdf2-sha256$iterations$salt$hash`, as passlib writes it.
    fn pbkdf2(string: &str) -> Option<Self> {
        let mut fields = string.strip_prefix('$')?.split('$');
        let name = fields.next()?;
        let (hash, .., len) = Pbkdf2Hash::ALL.into_iter().find(|(_, _, prefix, _)| *prefix == name)?;
        let iterations = phc::number(fields.next()?)?;
        let [salt, value] = [fields.next()?, fields.next()?].map(text::from_ab64);
        let value = value.filter(|value| value.len() == len && fields.next().is_none());
        Some(Self { scheme: Scheme::Pbkdf2 { hash, iterations }, salt: salt?, hash: value?, data: vec![] })
    }

    /// Those in the format of PHC.
    fn phc(string: &str) -> Option<Self> {
        let parts = Parts::read(string)?;
        let (salt, hash) = (text::from_base64(parts.salt)?, text::from_base64(parts.hash)?);
        let mut data = vec![];
        let scheme = match parts.name {
            "scrypt" if parts.version.is_none() => {
                let ([log_n, r, p], []) = parts.numbers(["ln", "r", "p"])? else { return None };
                Scheme::Scrypt { log_n, r, p }
            }
            "pbkdf2-sha1" | "pbkdf2-sha256" | "pbkdf2-sha512" if parts.version.is_none() => {
                let (of, ..) = Pbkdf2Hash::ALL.into_iter().find(|(_, name, ..)| *name == parts.name)?;
                let ([iterations, length], []) = parts.numbers(["i", "l"])? else { return None };
                if hash.len() != length as usize {
                    return None;
                }
                Scheme::Pbkdf2 { hash: of, iterations }
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
        (hash.len() >= MIN_HASH).then_some(Self { scheme, salt, hash, data })
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
        kept.scheme().check(self)?;
        kept.verify(password)
    }
}
