//! SHA-256-crypt and SHA-512-crypt, `$5$` and `$6$`: U. Drepper, "Unix crypt using SHA-256 and SHA-512".
//!
//! How long a part of the work takes depends on a byte of a first digest: that is how the scheme is defined.

use super::text;
use crate::{
    Sha256, Sha512,
    hash::{Frame, Hash, Options},
    mac::hmac::Digest,
    wipe::{self, wipe},
};
use alloc::{string::String, vec::Vec};

/// The rounds of a string that names none.
pub const DEFAULT_ROUNDS: u32 = 5000;
/// The rounds that there may be. What asks for more or fewer gets the nearest.
pub const ROUNDS: core::ops::RangeInclusive<u32> = 1000..=999_999_999;
/// The most characters of a salt; those behind them mean nothing.
pub const MAX_SALT: usize = 16;

/// Which hash function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `$5$`
    Sha256,
    /// `$6$`
    Sha512,
}

impl Kind {
    /// What its strings begin with.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Sha256 => "$5$",
            Self::Sha512 => "$6$",
        }
    }
}

/// A string of the scheme, in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts<'a> {
    pub(crate) kind: Kind,
    /// If the string names them.
    pub(crate) rounds: Option<u32>,
    pub(crate) salt: &'a str,
    pub(crate) hash: &'a str,
}

impl<'a> Parts<'a> {
    /// Takes a string apart; `None` if it is not of the scheme.
    pub(crate) fn read(string: &'a str) -> Option<Self> {
        let kind = [Kind::Sha256, Kind::Sha512].into_iter().find(|kind| string.starts_with(kind.prefix()))?;
        let mut rest = &string[kind.prefix().len()..];
        let mut rounds = None;
        if let Some(named) = rest.strip_prefix("rounds=") {
            let (number, behind) = named.split_once('$')?;
            // no sign, no zeros in front: one number, one string
            let canonical = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
            rounds = Some(number.parse().ok().filter(|rounds| canonical && ROUNDS.contains(rounds))?);
            rest = behind;
        }
        let (salt, hash) = rest.split_once('$')?;
        let sound = salt.len() <= MAX_SALT && !salt.contains([':', '\n', '\0']) && !hash.contains('$');
        sound.then_some(Self { kind, rounds, salt, hash })
    }
}

/// What a password comes to, in the characters of the scheme.
pub(crate) fn hash(kind: Kind, password: &[u8], salt: &[u8], rounds: u32) -> String {
    wipe::behind(|| match kind {
        Kind::Sha256 => encoded(&mut digest::<Sha256>(password, salt, rounds)),
        Kind::Sha512 => encoded(&mut digest::<Sha512>(password, salt, rounds)),
    })
}

/// The digest of parts.
fn of<D: Digest>(parts: &mut dyn Iterator<Item = &[u8]>, out: &mut D::Output) {
    type FrameOf<D> = <<D as Digest>::Hash as Hash>::Frame;
    let mut frame = FrameOf::<D>::new(&D::Hash::start(Options::NONE, D::LEN), FrameOf::<D>::dispatch().get());
    for part in parts {
        frame.update(part);
    }
    frame.finish(out.as_mut());
}

/// The bytes again and again, `len` of them.
fn repeated(bytes: &[u8], len: usize) -> Vec<u8> {
    bytes.iter().copied().cycle().take(len).collect()
}

fn digest<D: Digest>(password: &[u8], salt: &[u8], rounds: u32) -> D::Output {
    let mut b = D::ZERO;
    of::<D>(&mut [password, salt, password].into_iter(), &mut b);
    let mut a = D::ZERO;
    let mut stretched = repeated(b.as_ref(), password.len());
    let bits = usize::BITS - password.len().leading_zeros();
    let by_bits = (0..bits).map(|i| if password.len() >> i & 1 == 1 { b.as_ref() } else { password });
    of::<D>(&mut [password, salt, &stretched].into_iter().chain(by_bits), &mut a);
    wipe(&mut stretched);

    let mut p = D::ZERO;
    of::<D>(&mut core::iter::repeat_n(password, password.len()), &mut p);
    let mut p_bytes = repeated(p.as_ref(), password.len());
    let mut s = D::ZERO;
    of::<D>(&mut core::iter::repeat_n(salt, 16 + usize::from(a.as_ref()[0])), &mut s);
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
        of::<D>(&mut parts.into_iter(), &mut a);
    }
    wipe(&mut p_bytes);
    wipe(&mut s_bytes);
    for secret in [&mut b, &mut p, &mut s] {
        wipe(secret.as_mut());
    }
    a
}

/// The bytes of a digest in threes, one from each third of it, the last third first. For the next three the thirds
/// have changed places.
fn encoded(digest: &mut [u8]) -> String {
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
    let text = text::crypt64(&bytes);
    wipe(&mut bytes);
    wipe(digest);
    text
}
