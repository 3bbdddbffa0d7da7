//! What is stored: `$2b$`, the cost in two digits, `$`, the salt in 22 characters and the result in 31.

use super::Bcrypt;
use crate::Error;
use core::{fmt, str::FromStr};

/// The version that a stored password says it is of. All are computed alike but the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// `$2a$`: of before 2011, or of what does not tell.
    A,
    /// `$2b$`: the one to write.
    B,
    /// `$2y$`: the same, by those who had the fault that `$2x$` is marked for.
    Y,
    /// `$2x$`: bytes from 128 on spoil those before them. To verify what is old.
    X,
}

impl Prefix {
    const ALL: [(Self, &'static str); 4] =
        [(Self::A, "$2a$"), (Self::B, "$2b$"), (Self::Y, "$2y$"), (Self::X, "$2x$")];
}

/// A password as bcrypt stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    prefix: Prefix,
    cost: u32,
    salt: [u8; 16],
    result: [u8; 23],
}

impl Bcrypt {
    /// What is stored of a password, with a salt that is used once: [`Stored`] as a string. Made of random
    /// bytes it is fit for anything.
    ///
    /// # Errors
    /// As [`derive`](Self::derive).
    pub fn hash(self, password: &[u8], salt: &[u8; 16]) -> Result<Stored, Error> {
        let mut result = [0; 23];
        self.derive(password, salt, &mut result)?;
        Ok(Stored { prefix: Prefix::B, cost: self.cost, salt: *salt, result })
    }
}

impl Stored {
    /// Whether this is the password. As others did when they stored it, only its first 72 bytes count.
    ///
    /// # Errors
    /// [`Error::ZeroByte`] for a password with a byte that is zero.
    pub fn verify(&self, password: &[u8]) -> Result<bool, Error> {
        let bcrypt = Bcrypt { truncating: true, signed: self.prefix == Prefix::X, ..Bcrypt::new(self.cost)? };
        let mut result = [0; 23];
        bcrypt.derive(password, &self.salt, &mut result)?;
        let differing = result.iter().zip(&self.result).fold(0, |all, (x, y)| all | (x ^ y));
        Ok(core::hint::black_box(differing) == 0)
    }

    /// The version.
    pub const fn prefix(&self) -> Prefix {
        self.prefix
    }
    /// The logarithm of the rounds.
    pub const fn cost(&self) -> u32 {
        self.cost
    }
    /// The salt.
    pub const fn salt(&self) -> &[u8; 16] {
        &self.salt
    }
}

const DIGITS: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Three bytes as four characters, and fewer as one more than they are.
struct Base64<'a>(&'a [u8]);

impl fmt::Display for Base64<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for bytes in self.0.chunks(3) {
            let all = bytes.iter().enumerate().fold(0, |all, (i, byte)| all | u32::from(*byte) << (16 - 8 * i));
            for i in 0..=bytes.len() {
                f.write_char(char::from(DIGITS[(all >> (18 - 6 * i)) as usize % 64]))?;
            }
        }
        Ok(())
    }
}

/// The bytes; `None` for other characters, for other lengths, and, if `strict`, for bits behind the last byte.
fn decode<const N: usize>(text: &[u8], strict: bool) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    let (mut all, mut bits, mut at) = (0u32, 0, 0);
    for c in text {
        all = (all << 6 | DIGITS.iter().position(|digit| digit == c)? as u32) & 0xfff;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            *bytes.get_mut(at)? = (all >> bits) as u8;
            at += 1;
        }
    }
    (at == N && bits < 6 && !(strict && all & ((1 << bits) - 1) > 0)).then_some(bytes)
}

impl FromStr for Stored {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        parse(text).ok_or(Error::Malformed { name: "bcrypt string" })
    }
}

fn parse(text: &str) -> Option<Stored> {
    let (prefix, rest) = Prefix::ALL.iter().find_map(|(prefix, said)| Some((*prefix, text.strip_prefix(said)?)))?;
    let (cost, rest) = rest.as_bytes().split_first_chunk::<3>()?;
    let (salt, result) = rest.split_first_chunk::<22>()?;
    let [tens @ b'0'..=b'3', ones @ b'0'..=b'9', b'$'] = *cost else { return None };
    let cost = u32::from(tens - b'0') * 10 + u32::from(ones - b'0');
    Bcrypt::new(cost).ok()?;
    // there are salts with such bits about
    Some(Stored { prefix, cost, salt: decode(salt, false)?, result: decode(result, true)? })
}

impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, said) = Prefix::ALL.iter().find(|(prefix, _)| *prefix == self.prefix).ok_or(fmt::Error)?;
        write!(f, "{said}{:02}${}{}", self.cost, Base64(&self.salt), Base64(&self.result))
    }
}
