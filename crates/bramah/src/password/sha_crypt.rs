//! SHA-256-crypt and SHA-512-crypt, `$5$` and `$6$`: U. Drepper, "Unix crypt using SHA-256 and SHA-512".
//!
//! By the definition of the scheme, the number of repetitions of the salt depends on a byte of a digest, so the time depends
//! on this byte, too. Apart from this byte, the time reveals only the password's length.

use super::{phc, text};
use crate::{
    Sha256, Sha512,
    ct::declassify,
    kdf::{self, HashFunction},
    mac::hmac::Digest,
    wipe::{self, wipe},
};
use alloc::{vec, vec::Vec};

/// The number of rounds if a string does not contain one.
pub const DEFAULT_ROUNDS: u32 = 5000;
/// The allowed range of the number of rounds. A string with a number outside this range is refused.
pub const ROUNDS: core::ops::RangeInclusive<u32> = 1000..=999_999_999;
/// The maximum number of characters of a salt. A string with a longer salt is refused.
pub const MAX_SALT: usize = 16;

/// The hash function of SHA-crypt, with the prefix of its strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sha2 {
    /// `$5$`
    Sha256,
    /// `$6$`
    Sha512,
}

impl Sha2 {
    /// Returns the prefix of the strings with this hash function.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Sha256 => "$5$",
            Self::Sha512 => "$6$",
        }
    }

    /// Returns the length of a digest in bytes.
    pub(super) const fn digest_len(self) -> usize {
        match self {
            Self::Sha256 => 32,
            Self::Sha512 => 64,
        }
    }
}

/// A string of SHA-crypt, parsed into its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts<'a> {
    pub(crate) kind: Sha2,
    /// The number of rounds in the string, or the default if the string has none.
    pub(crate) rounds: u32,
    pub(crate) salt: &'a str,
    /// The hash, decoded from its characters.
    pub(crate) hash: Vec<u8>,
}

impl<'a> Parts<'a> {
    /// Parses a string; `None` if it is not a valid string of SHA-crypt.
    pub(crate) fn read(string: &'a str) -> Option<Self> {
        let kind = [Sha2::Sha256, Sha2::Sha512].into_iter().find(|kind| string.starts_with(kind.prefix()))?;
        let mut rest = &string[kind.prefix().len()..];
        let mut rounds = DEFAULT_ROUNDS;
        if let Some(named) = rest.strip_prefix("rounds=") {
            let (number, after) = named.split_once('$')?;
            rounds = phc::number(number).filter(|rounds| ROUNDS.contains(rounds))?;
            rest = after;
        }
        let (salt, hash) = rest.split_once('$')?;
        let hash = text::from_crypt64(hash).filter(|hash| hash.len() == kind.digest_len())?;
        let sound = salt.len() <= MAX_SALT && !salt.contains([':', '\n', '\0']);
        sound.then_some(Self { kind, rounds, salt, hash })
    }
}

/// Fails with the reason if the part of a string after its prefix is malformed.
pub(super) fn flaw(rest: &str, kind: Sha2) -> Result<(), &'static str> {
    const MISSING: &str = "a part is missing";
    let mut rest = rest;
    if let Some(named) = rest.strip_prefix("rounds=") {
        let (number, after) = named.split_once('$').ok_or(MISSING)?;
        let rounds = phc::number(number).ok_or("a number is malformed or too large")?;
        if !ROUNDS.contains(&rounds) {
            return Err("the number of rounds is not from 1000 to 999999999");
        }
        rest = after;
    }
    let (salt, hash) = rest.split_once('$').ok_or(MISSING)?;
    if hash.is_empty() {
        return Err(MISSING);
    }
    if salt.len() > MAX_SALT {
        return Err("the salt is longer than 16 characters");
    }
    if hash.len() != (8 * kind.digest_len()).div_ceil(6) {
        return Err("the hash does not have the length of the scheme");
    }
    text::from_crypt64(hash).ok_or("the hash is malformed")?;
    if salt.contains([':', '\n', '\0']) { Err("the salt is malformed") } else { Ok(()) }
}

/// Computes the hash of a password, with its bytes in the order in which strings encode them.
pub(crate) fn value(kind: Sha2, password: &[u8], salt: &[u8], rounds: u32) -> Vec<u8> {
    wipe::after(|| match kind {
        Sha2::Sha256 => ordered(&mut digest::<Sha256>(password, salt, rounds)),
        Sha2::Sha512 => ordered(&mut digest::<Sha512>(password, salt, rounds)),
    })
}

/// Returns `len` bytes: `bytes`, repeated as often as needed.
fn repeated(bytes: &[u8], len: usize) -> Vec<u8> {
    bytes.iter().copied().cycle().take(len).collect()
}

fn digest<D: Digest>(password: &[u8], salt: &[u8], rounds: u32) -> D::Output {
    let of = |parts: &[&[u8]], out: &mut D::Output| kdf::of::<D>().hash(parts, out.as_mut());
    let [mut a, mut b, mut p, mut s] = [D::ZERO; 4];
    of(&[password, salt, password], &mut b);
    let mut stretched = repeated(b.as_ref(), password.len());
    let bits = usize::BITS - password.len().leading_zeros();
    let mut parts = vec![password, salt, &stretched];
    parts.extend((0..bits).map(|i| if password.len() >> i & 1 == 1 { b.as_ref() } else { password }));
    of(&parts, &mut a);
    wipe(&mut stretched);

    of(&vec![password; password.len()], &mut p);
    let mut p_bytes = repeated(p.as_ref(), password.len());
    // this byte of the digest determines how often the scheme repeats the salt, so the byte cannot stay
    // secret
    let more = declassify(a.as_ref()[0].into());
    of(&vec![salt; 16 + more as usize], &mut s);
    let mut s_bytes = repeated(s.as_ref(), salt.len());

    for i in 0..rounds {
        let c = a;
        let odd = i % 2 == 1;
        let parts: [&[u8]; 4] = [
            if odd { &p_bytes } else { c.as_ref() },
            if i % 3 != 0 { &s_bytes } else { &[] },
            if i % 7 != 0 { &p_bytes } else { &[] },
            if odd { c.as_ref() } else { &p_bytes },
        ];
        of(&parts, &mut a);
    }
    wipe(&mut p_bytes);
    wipe(&mut s_bytes);
    for secret in [&mut b, &mut p, &mut s] {
        wipe(secret.as_mut());
    }
    a
}

/// Reorders the bytes of a digest for the encoding. They are taken in groups of three, one byte from each third of the digest,
/// the last third first; after each group the thirds rotate.
fn ordered(digest: &mut [u8]) -> Vec<u8> {
    let whole = digest.len() / 3;
    let mut bytes = Vec::with_capacity(digest.len());
    let (mut one, mut two, mut three) = (0, whole, 2 * whole);
    for _ in 0..whole {
        bytes.extend([digest[three], digest[two], digest[one]]);
        (one, two, three) = match digest.len() {
            32 => (three + 1, one + 1, two + 1),
            _ => (two + 1, three + 1, one + 1),
        };
    }
    bytes.extend_from_slice(&digest[3 * whole..]);
    wipe(digest);
    bytes
}
