//! The strings of yescrypt: `$y$` with parameters, salt and hash; and `$7$`, the strings of scrypt in a similar format.

use super::{Flavor, Yescrypt};
use crate::{Error, kdf::PasswordKdf, wipe::wipe};
use alloc::{string::String, vec::Vec};
use core::fmt;

/// The digits of the strings: the digit with value `i` is at index `i`.
const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The maximum length of a salt in bytes.
const MAX_SALT: usize = 64;

/// The parameters and the salt of a string, without the hash.
///
/// ```
/// use bramah::kdf::yescrypt::{Setting, Yescrypt};
///
/// let setting = Setting::new(Yescrypt::recommended(), b"sixteen bytes...")?;
/// assert!(setting.to_string().starts_with("$y$j9T$"));
/// assert_eq!(Setting::parse(&setting.to_string())?, (setting, None));
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    kdf: Yescrypt,
    /// The salt in bytes; in a string `$7$`, the characters of the salt themselves.
    salt: Vec<u8>,
    /// Whether the string begins with `$7$`.
    seven: bool,
}

/// Hashes a password, and returns the complete string. `setting` is a string without a hash, as [`Setting`] writes it, or a
/// complete string, whose hash is ignored.
///
/// ```
/// use bramah::kdf::yescrypt::crypt;
///
/// let string = crypt(b"password", "$y$j75$salt")?;
/// assert_eq!(crypt(b"password", &string)?, string);
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::Malformed`] if the string is malformed; the errors of [`Yescrypt`]'s parameters; [`Error::NoMemory`]. The string
/// determines how much memory and time the call takes: if the string comes from an untrusted source, check [`Setting::kdf`]
/// first.
pub fn crypt(password: &[u8], setting: &str) -> Result<String, Error> {
    Setting::parse(setting)?.0.crypt(password)
}

const MALFORMED: Error = Error::Malformed { name: "yescrypt string" };

impl Setting {
    /// Combines parameters and a salt, for a new string.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the salt has more than 64 bytes; [`Error::Parameter`] if `t` is more than 1,091,060,272, the
    /// maximum that a string can encode.
    pub fn new(kdf: Yescrypt, salt: &[u8]) -> Result<Self, Error> {
        if salt.len() > MAX_SALT {
            return Err(Error::ParameterLength { name: "salt", length: salt.len(), min: 0, max: MAX_SALT });
        }
        if kdf.t > MAX_NUMBER {
            return Err(Error::Parameter { name: "t", value: kdf.t.into(), min: 0, max: MAX_NUMBER.into() });
        }
        Ok(Self { kdf, salt: Vec::from(salt), seven: false })
    }

    /// Parses a string, and returns its hash too if there is one.
    ///
    /// # Errors
    /// [`Error::Malformed`] if the string is malformed; the errors of [`Yescrypt`]'s parameters.
    pub fn parse(string: &str) -> Result<(Self, Option<[u8; 32]>), Error> {
        let mut rest = string.as_bytes();
        let seven = match rest.split_at_checked(3) {
            Some((b"$y$", after)) => {
                rest = after;
                false
            }
            Some((b"$7$", after)) => {
                rest = after;
                true
            }
            _ => return Err(MALFORMED),
        };
        let kdf = if seven { read_seven(&mut rest)? } else { read(&mut rest)? };
        let (salt, hash) = match rest.iter().rposition(|byte| *byte == b'$') {
            Some(at) => (&rest[..at], Some(&rest[at + 1..])),
            None => (rest, None),
        };
        let salt = if seven { Vec::from(salt) } else { decode(salt).ok_or(MALFORMED)? };
        if salt.len() > if seven { usize::MAX } else { MAX_SALT } {
            return Err(MALFORMED);
        }
        let hash = match hash {
            None | Some([]) => None,
            Some(digits) => Some(decode(digits).and_then(|hash| hash.try_into().ok()).ok_or(MALFORMED)?),
        };
        Ok((Self { kdf, salt, seven }, hash))
    }

    /// Returns the parameters.
    pub fn kdf(&self) -> Yescrypt {
        self.kdf
    }

    /// Returns the salt.
    pub fn salt(&self) -> &[u8] {
        &self.salt
    }

    /// Returns the hash of a password, of 32 bytes.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn hash(&self, password: &[u8]) -> Result<[u8; 32], Error> {
        let mut hash = [0; 32];
        self.kdf.derive(password, &self.salt, &mut hash)?;
        Ok(hash)
    }

    /// Hashes a password, and returns the complete string.
    ///
    /// # Errors
    /// [`Error::NoMemory`].
    pub fn crypt(&self, password: &[u8]) -> Result<String, Error> {
        let mut hash = self.hash(password)?;
        let string = self.with_hash(&hash);
        wipe(&mut hash);
        Ok(string)
    }

    /// Returns the complete string with this hash.
    pub(crate) fn with_hash(&self, hash: &[u8]) -> String {
        let mut string = alloc::format!("{self}$");
        encode(hash, &mut string);
        string
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Yescrypt { flavor, log_n, r, p, t } = self.kdf;
        let mut text = String::new();
        if self.seven {
            text.push_str("$7$");
            digit(log_n, &mut text);
            fixed(r.into(), 30, &mut text);
            fixed(p.into(), 30, &mut text);
            text.extend(self.salt.iter().map(|byte| char::from(*byte)));
            return f.write_str(&text);
        }
        text.push_str("$y$");
        let number = match flavor {
            Flavor::Scrypt => 0,
            Flavor::WriteOnce => 1,
            Flavor::ReadWrite => PROPER,
        };
        write_number(number, 0, &mut text);
        write_number(log_n, 1, &mut text);
        write_number(r, 1, &mut text);
        let have = u32::from(p > 1) | u32::from(t > 0) << 1;
        if have > 0 {
            write_number(have, 1, &mut text);
        }
        if p > 1 {
            write_number(p, 2, &mut text);
        }
        if t > 0 {
            write_number(t, 1, &mut text);
        }
        text.push('$');
        encode(&self.salt, &mut text);
        f.write_str(&text)
    }
}

/// The number that stands for yescrypt proper in a string (six rounds, four lanes of two words, and tables of 12 KiB): its
/// flags 0xb4 without the lowest two bits, plus 2, because the numbers 0 and 1 stand for the two other flavors.
const PROPER: u32 = 2 + (0xb4 >> 2);

/// Parses the parameters after `$y$`, including the `$` that ends them.
fn read(rest: &mut &[u8]) -> Result<Yescrypt, Error> {
    let mut number = |min| read_number(rest, min).ok_or(MALFORMED);
    let flavor = match number(0)? {
        0 => Flavor::Scrypt,
        1 => Flavor::WriteOnce,
        PROPER => Flavor::ReadWrite,
        // the format has room for other numbers of rounds and lanes and other sizes of tables, but they are not defined
        _ => return Err(MALFORMED),
    };
    let (log_n, r) = (number(1)?, number(1)?);
    let mut kdf = Yescrypt { flavor, log_n, r, p: 1, t: 0 };
    if rest.first() != Some(&b'$') {
        let mut number = |min| read_number(rest, min).ok_or(MALFORMED);
        let have = number(1)?;
        if have & 1 != 0 {
            kdf.p = number(2)?;
        }
        if have & 2 != 0 {
            kdf.t = number(1)?;
        }
        // the other bits are for upgraded hashes and for read-only memory (ROM)
        if have > 3 {
            return Err(MALFORMED);
        }
    }
    match rest.split_first() {
        Some((b'$', after)) => *rest = after,
        _ => return Err(MALFORMED),
    }
    kdf.checked()
}

/// Parses the parameters after `$7$`.
fn read_seven(rest: &mut &[u8]) -> Result<Yescrypt, Error> {
    let log_n = take(rest).ok_or(MALFORMED)?;
    let mut number = || -> Option<u32> {
        let mut value = 0;
        for i in 0..5 {
            value |= take(rest)? << (6 * i);
        }
        Some(value)
    };
    let (r, p) = (number().ok_or(MALFORMED)?, number().ok_or(MALFORMED)?);
    Yescrypt { flavor: Flavor::Scrypt, log_n, r, p, t: 0 }.checked()
}

/// Takes the next digit from `rest`, and returns its value.
fn take(rest: &mut &[u8]) -> Option<u32> {
    let (first, after) = rest.split_first()?;
    *rest = after;
    DIGITS.iter().position(|digit| digit == first).map(|value| value as u32)
}

fn digit(value: u32, text: &mut String) {
    text.push(char::from(DIGITS[value as usize % 64]));
}

/// The numbers that are written with a certain number of digits. The value of the first digit, from `start` to `end`,
/// determines how many digits follow. Numbers up to 47 above the minimum take one digit; for each further digit, half of the
/// remaining values of the first digit are reserved.
struct Lengths {
    start: u32,
    end: u32,
    /// The number of bits in the digits after the first.
    bits: u32,
}

impl Lengths {
    const FIRST: Self = Self { start: 0, end: 47, bits: 0 };

    /// Returns how many numbers have this length.
    fn count(&self) -> u64 {
        u64::from(self.end + 1 - self.start) << self.bits
    }
    /// Returns the next length, with one digit more.
    fn next(&self) -> Option<Self> {
        let start = self.end + 1;
        (start <= 63).then(|| Self { start, end: start + (62 - self.end) / 2, bits: self.bits + 6 })
    }
}

/// The maximum number that a string can encode if the minimum is 1: the sum of the counts for one to six digits.
const MAX_NUMBER: u32 = 48 + (8 << 6) + (4 << 12) + (2 << 18) + (1 << 24) + (1 << 30);

fn read_number(rest: &mut &[u8], min: u32) -> Option<u32> {
    let first = take(rest)?;
    let (mut lengths, mut number) = (Lengths::FIRST, u64::from(min));
    while first > lengths.end {
        number += lengths.count();
        lengths = lengths.next()?;
    }
    number += u64::from(first - lengths.start) << lengths.bits;
    let mut bits = lengths.bits;
    while bits > 0 {
        bits -= 6;
        number += u64::from(take(rest)?) << bits;
    }
    u32::try_from(number).ok()
}

fn write_number(number: u32, min: u32, text: &mut String) {
    let mut left = u64::from(number.saturating_sub(min));
    let mut lengths = Lengths::FIRST;
    while left >= lengths.count()
        && let Some(next) = lengths.next()
    {
        left -= lengths.count();
        lengths = next;
    }
    digit(lengths.start + (left >> lengths.bits) as u32, text);
    let mut bits = lengths.bits;
    while bits > 0 {
        bits -= 6;
        digit((left >> bits) as u32 & 63, text);
    }
}

/// Appends the lowest `bits` bits of a number, six bits in each digit, the lowest first.
fn fixed(mut value: u64, bits: u32, text: &mut String) {
    for _ in 0..bits.div_ceil(6) {
        digit(value as u32 & 63, text);
        value >>= 6;
    }
}

/// Appends the encoding of bytes: four digits for each three bytes.
fn encode(bytes: &[u8], text: &mut String) {
    for three in bytes.chunks(3) {
        let value = three.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
        fixed(value, 8 * three.len() as u32, text);
    }
}

/// Decodes digits that [`encode`] wrote; `None` for all other strings.
fn decode(digits: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for mut four in digits.chunks(4) {
        let count = four.len() * 6 / 8;
        let (mut value, mut bits) = (0u32, 0);
        while !four.is_empty() {
            value |= take(&mut four)? << bits;
            bits += 6;
        }
        bytes.extend_from_slice(&value.to_le_bytes()[..count]);
        if count == 0 || value >> (8 * count) != 0 {
            return None;
        }
    }
    Some(bytes)
}
