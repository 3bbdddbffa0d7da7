//! The strings of bcrypt: `$2b$`, the cost in two digits, `$`, the salt in 22 characters and the result in 31.

use super::{Bcrypt, Way};
use crate::{Error, ct::same};
use base64ct::{Base64Bcrypt, Encoding};
use core::{fmt, str::FromStr};

/// The version of bcrypt that a stored hash names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `$2a$`: from before 2011, or of unknown origin. The different results that crypt_blowfish computes for some passwords with
    /// bytes from 128 on are accepted too.
    A,
    /// `$2b$`: the version of new hashes.
    B,
    /// `$2y$`: the same results as `$2b$`. It was introduced by implementations that had the fault marked by `$2x$`.
    Y,
    /// `$2x$`: a fault lets bytes from 128 on alter the bytes before them. Only for verifying old hashes.
    X,
}

impl Prefix {
    const ALL: [(Self, &'static str); 4] =
        [(Self::A, "$2a$"), (Self::B, "$2b$"), (Self::Y, "$2y$"), (Self::X, "$2x$")];
}

/// A stored hash of bcrypt: its version, cost, salt and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    prefix: Prefix,
    cost: u32,
    salt: [u8; 16],
    result: [u8; 23],
}

impl Bcrypt {
    /// Hashes a password to a [`Stored`], which can be written as a string. The salt should be random, and must be used only
    /// once.
    ///
    /// # Errors
    /// The errors of [`derive`](Self::derive).
    pub fn hash(self, password: &[u8], salt: &[u8; 16]) -> Result<Stored, Error> {
        let mut result = [0; 23];
        self.derive(password, salt, &mut result)?;
        Ok(Stored { prefix: Prefix::B, cost: self.cost, salt: *salt, result })
    }
}

impl Stored {
    /// Returns the stored hash with this cost, salt and result; the result has 23 bytes.
    pub(crate) fn made(cost: u32, salt: &[u8; 16], result: &[u8]) -> Self {
        let mut stored = Self { prefix: Prefix::B, cost, salt: *salt, result: [0; 23] };
        stored.result.copy_from_slice(result);
        stored
    }

    /// Returns whether the string is a hash of this password. Only the first 72 bytes of the password are compared, because
    /// other libraries ignored the rest when they made the string.
    ///
    /// # Errors
    /// [`Error::ZeroByte`] for a password with a zero byte.
    pub fn verify(&self, password: &[u8]) -> Result<bool, Error> {
        let ways: &[Way] = match self.prefix {
            // some of the implementations that wrote `$2a$` mark certain passwords
            Prefix::A => &[Way::Usual, Way::Marked],
            Prefix::B | Prefix::Y => &[Way::Usual],
            Prefix::X => &[Way::Signed],
        };
        for way in ways {
            let bcrypt = Bcrypt { truncating: true, way: *way, ..Bcrypt::new(self.cost)? };
            if *way == Way::Marked && !bcrypt.is_marked(password) {
                break;
            }
            let mut result = [0; 23];
            bcrypt.derive(password, &self.salt, &mut result)?;
            if same(&result, &self.result) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the version.
    pub const fn prefix(&self) -> Prefix {
        self.prefix
    }
    /// Returns the cost, the binary logarithm of the number of rounds.
    pub const fn cost(&self) -> u32 {
        self.cost
    }
    /// Returns the salt.
    pub const fn salt(&self) -> &[u8; 16] {
        &self.salt
    }
}

/// Decodes `N` bytes; `None` if the text has invalid characters or another length, or if bits remain after the last byte.
fn decode<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let len = Base64Bcrypt::decode(text, &mut bytes).ok()?.len();
    (len == N).then_some(bytes)
}

impl FromStr for Stored {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        parse(text).ok_or(Error::Malformed { name: "bcrypt string" })
    }
}

fn parse(text: &str) -> Option<Stored> {
    let (prefix, rest) =
        Prefix::ALL.iter().find_map(|(prefix, said)| Some((*prefix, text.strip_prefix(said)?)))?;
    let (cost, rest) = rest.as_bytes().split_first_chunk::<3>()?;
    let (mut salt, result) = rest.split_first_chunk::<22>().map(|(salt, result)| (*salt, result))?;
    let [tens @ b'0'..=b'3', ones @ b'0'..=b'9', b'$'] = *cost else { return None };
    let cost = u32::from(tens - b'0') * 10 + u32::from(ones - b'0');
    Bcrypt::new(cost).ok()?;
    // only two bits of the last character belong to the salt, but there are salts in which its other bits are set, so clear them
    salt[21] = match salt[21] {
        b'.' | b'/' | b'A'..=b'N' => b'.',
        b'O'..=b'Z' | b'a'..=b'd' => b'O',
        b'e'..=b't' => b'e',
        b'u'..=b'z' | b'0'..=b'9' => b'u',
        _ => return None,
    };
    Some(Stored { prefix, cost, salt: decode(&salt)?, result: decode(result)? })
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, said) = Prefix::ALL.iter().find(|(prefix, _)| *prefix == self.prefix).ok_or(fmt::Error)?;
        let (mut salt, mut result) = ([0; 22], [0; 31]);
        let salt = Base64Bcrypt::encode(&self.salt, &mut salt).map_err(|_| fmt::Error)?;
        let result = Base64Bcrypt::encode(&self.result, &mut result).map_err(|_| fmt::Error)?;
        write!(f, "{said}{:02}${salt}{result}", self.cost)
    }
}
