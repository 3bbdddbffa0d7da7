//! The formats in which programs write password strings: a table of the formats of PBKDF2 and scrypt, the prefixes that
//! other programs put before a string, and the names of schemes that this library cannot verify.

use super::{Pbkdf2Hash, Scheme, phc, sha_crypt, text};
use crate::Error;
use alloc::vec::Vec;

/// A field of a string.
#[derive(Clone, Copy)]
enum Field {
    Iterations,
    /// N of scrypt itself, not its logarithm; it must be a power of two.
    N,
    R,
    P,
    Salt(Code),
    Hash(Code),
}

/// An encoding of bytes in a string.
#[derive(Clone, Copy)]
enum Code {
    /// The bytes are the characters themselves.
    Text,
    /// Base64 with padding.
    Base64,
    /// Base64 without padding, with `.` for `+`, as passlib writes it.
    Ab64,
    /// Hexadecimal digits.
    Hex,
}

use Code::{Ab64, Base64, Hex, Text};
use Field::{Hash, Iterations, N, P, R, Salt};

impl Code {
    fn decode(self, text: &str) -> Option<Vec<u8>> {
        match self {
            Self::Text => Some(text.as_bytes().to_vec()),
            Self::Base64 => text::from_padded_base64(text),
            Self::Ab64 => text::from_ab64(text),
            Self::Hex => text::from_hex(text),
        }
    }
}

/// The key derivation function of a format.
#[derive(Clone, Copy)]
enum Of {
    Pbkdf2(Pbkdf2Hash),
    Scrypt,
}

const SHA1: Of = Of::Pbkdf2(Pbkdf2Hash::Sha1);
const SHA256: Of = Of::Pbkdf2(Pbkdf2Hash::Sha256);
const SHA512: Of = Of::Pbkdf2(Pbkdf2Hash::Sha512);

/// The fields of a string in their order, each with the character that ends it. The last field ends with the string; its
/// character is ignored.
type Fields = &'static [(Field, char)];

const PASSLIB: Fields = &[(Iterations, '$'), (Salt(Ab64), '$'), (Hash(Ab64), '$')];
const DJANGO: Fields = &[(Iterations, '$'), (Salt(Text), '$'), (Hash(Base64), '$')];
const DJANGO_SCRYPT: Fields = &[(N, '$'), (Salt(Text), '$'), (R, '$'), (P, '$'), (Hash(Base64), '$')];
const WERKZEUG: Fields = &[(Iterations, '$'), (Salt(Text), '$'), (Hash(Hex), '$')];
const WERKZEUG_SCRYPT: Fields = &[(N, ':'), (R, ':'), (P, '$'), (Salt(Text), '$'), (Hash(Hex), '$')];
const DOVECOT: Fields = &[(Salt(Text), '$'), (Iterations, '$'), (Hash(Hex), '$')];
const MOSQUITTO: Fields = &[(Iterations, '$'), (Salt(Base64), '$'), (Hash(Base64), '$')];
const GRUB: Fields = &[(Iterations, '.'), (Salt(Hex), '.'), (Hash(Hex), '.')];

/// The table of formats: a prefix, the function, and the fields after the prefix.
const FORMS: [(&str, Of, Fields); 19] = [
    ("$pbkdf2$", SHA1, PASSLIB),
    ("$pbkdf2-sha256$", SHA256, PASSLIB),
    ("$pbkdf2-sha512$", SHA512, PASSLIB),
    ("{PBKDF2}", SHA1, PASSLIB),
    ("{PBKDF2-SHA1}", SHA1, PASSLIB),
    ("{PBKDF2-SHA256}", SHA256, PASSLIB),
    ("{PBKDF2-SHA512}", SHA512, PASSLIB),
    ("{PBKDF2}$1$", SHA1, DOVECOT),
    ("$1$", SHA1, DOVECOT),
    ("pbkdf2_sha1$", SHA1, DJANGO),
    ("pbkdf2_sha256$", SHA256, DJANGO),
    ("pbkdf2_sha512$", SHA512, DJANGO),
    ("pbkdf2:sha1:", SHA1, WERKZEUG),
    ("pbkdf2:sha256:", SHA256, WERKZEUG),
    ("pbkdf2:sha512:", SHA512, WERKZEUG),
    ("$7$", SHA512, MOSQUITTO),
    ("grub.pbkdf2.sha512.", SHA512, GRUB),
    ("scrypt$", Of::Scrypt, DJANGO_SCRYPT),
    ("scrypt:", Of::Scrypt, WERKZEUG_SCRYPT),
];

/// The length of a scrypt hash in bytes, in the formats of the table.
const SCRYPT_HASH: usize = 64;

/// A string in one of the formats of the table, parsed into its parts.
pub(super) struct Found {
    pub(super) scheme: Scheme,
    pub(super) salt: Vec<u8>,
    pub(super) hash: Vec<u8>,
    /// The only length in bytes that the format allows for the hash.
    pub(super) length: usize,
    /// The length in bytes of a digest of PBKDF2's hash function; 0 for scrypt.
    pub(super) digest_len: usize,
}

/// Parses a string of PBKDF2 or scrypt in one of the formats of the table.
pub(super) fn read(string: &str) -> Option<Found> {
    FORMS.into_iter().find_map(|(prefix, of, fields)| parts(after(string, prefix)?, of, fields).ok())
}

const NUMBERS: &str = "a number is malformed or too large";
const MISSING: &str = "a part is missing";
const SALT: &str = "the salt is malformed";
const HASH: &str = "the hash is malformed";
const LENGTH: &str = "the hash does not have the length of the scheme";

/// Parses the fields after the prefix of a format. The error is the reason, as text.
fn parts(mut rest: &str, of: Of, fields: Fields) -> Result<Found, &'static str> {
    let number = |text: &str| phc::number(text).ok_or(NUMBERS);
    let [mut iterations, mut n, mut r, mut p] = [0; 4];
    let (mut salt, mut hash) = (Vec::new(), Vec::new());
    for (i, (field, end)) in fields.iter().enumerate() {
        let (text, after) =
            if i + 1 == fields.len() { (rest, "") } else { rest.split_once(*end).ok_or(MISSING)? };
        rest = after;
        match field {
            Iterations => iterations = number(text)?,
            N => n = number(text)?,
            R => r = number(text)?,
            P => p = number(text)?,
            Salt(code) => salt = code.decode(text).ok_or(SALT)?,
            Hash(code) => hash = code.decode(text).ok_or(HASH)?,
        }
    }
    let (scheme, length, digest_len) = match of {
        Of::Pbkdf2(of) => {
            let (hash, .., len) = Pbkdf2Hash::ALL[of as usize];
            (Scheme::Pbkdf2 { hash, iterations }, len, len)
        }
        Of::Scrypt if n.is_power_of_two() => {
            (Scheme::Scrypt { log_n: n.trailing_zeros(), r, p }, SCRYPT_HASH, 0)
        }
        Of::Scrypt => return Err("N is not a power of two"),
    };
    Ok(Found { scheme, salt, hash, length, digest_len })
}

/// Returns the part of a string after a prefix. Prefixes in braces, as in LDAP, may be in upper or lower case.
fn after<'a>(string: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = string.split_at_checked(prefix.len())?;
    let braces = prefix.starts_with('{') && start.eq_ignore_ascii_case(prefix);
    (braces || start == prefix).then_some(rest)
}

/// The prefixes that programs put before the string of another scheme. The string itself begins with `$`. The last two
/// prefixes are Django's.
const BEFORE: [&str; 10] = [
    "{CRYPT}", "{BLF-CRYPT}", "{BCRYPT}", "{SHA256-CRYPT}", "{SHA512-CRYPT}", "{ARGON2}", "{ARGON2I}",
    "{ARGON2ID}", "argon2", "bcrypt$",
];

/// Returns the string without what programs add to it. Before the string this may be a user name and a colon, as in files of
/// htpasswd and mosquitto_passwd, and the name of the scheme, as LDAP, Dovecot and Django write it. After the string it may be
/// the fields of shadow(5).
pub(super) fn bare(string: &str) -> &str {
    let string = match string.split_once(':') {
        Some((user, rest)) if rest.starts_with(['$', '{']) && !user.contains(['$', '{']) => {
            rest.split(':').next().unwrap_or(rest)
        }
        _ => string,
    };
    let rest =
        BEFORE.into_iter().find_map(|prefix| after(string, prefix).filter(|rest| rest.starts_with('$')));
    rest.unwrap_or(string)
}

/// The result for an unknown scheme after `{CRYPT}`.
const UNKNOWN: &str = "an unknown crypt(3) scheme";

/// The schemes that this library cannot verify: the prefix of their strings, and their names.
const OTHERS: [(&str, &str); 46] = [
    ("$1$", "md5-crypt"),
    ("$apr1$", "Apache's md5-crypt"),
    ("$3$", "NT-hash"),
    ("$md5", "Sun's md5-crypt"),
    ("$sha1$", "sha1-crypt"),
    ("$gy$", "gost-yescrypt"),
    ("$sm3$", "sm3-crypt"),
    ("$P$", "phpass"),
    ("$H$", "phpass"),
    ("$S$", "Drupal's SHA-512"),
    ("$p5k2$", "PBKDF2 in the form of p5k2"),
    ("$scram$", "SCRAM"),
    ("$fshp", "FSHP"),
    ("{SSHA}", "LDAP's salted SHA-1"),
    ("{SHA}", "LDAP's SHA-1"),
    ("{SSHA256}", "LDAP's salted SHA-256"),
    ("{SSHA384}", "LDAP's salted SHA-384"),
    ("{SSHA512}", "LDAP's salted SHA-512"),
    ("{SHA256}", "LDAP's SHA-256"),
    ("{SHA384}", "LDAP's SHA-384"),
    ("{SHA512}", "LDAP's SHA-512"),
    ("{SMD5}", "LDAP's salted MD5"),
    ("{MD5}", "LDAP's MD5"),
    ("{PBKDF2", "PBKDF2 in a form of LDAP or Dovecot"),
    ("{PKCS5S2}", "Atlassian's PBKDF2"),
    ("{SCRAM-", "SCRAM"),
    ("SCRAM-SHA-", "SCRAM"),
    ("{FSHP", "FSHP"),
    ("{MD5-CRYPT}", "md5-crypt"),
    ("{DES-CRYPT}", "DES crypt"),
    ("{SCRYPT}", "scrypt in a form of LDAP"),
    ("{NTLM}", "NT-hash"),
    ("{LANMAN}", "LAN Manager's hash"),
    ("{CRAM-MD5}", "CRAM-MD5"),
    ("{DIGEST-MD5}", "DIGEST-MD5"),
    ("{CRYPT}", UNKNOWN),
    ("{PLAIN}", "passwords in plain text"),
    ("{CLEARTEXT}", "passwords in plain text"),
    ("pbkdf2:", "PBKDF2 with another hash function, or without its iterations"),
    ("pbkdf2_", "Django's PBKDF2 with another hash function"),
    ("grub.pbkdf2.", "GRUB's PBKDF2 with another hash function"),
    ("unsalted_md5$", "Django's MD5 without a salt"),
    ("unsalted_sha1$", "Django's SHA-1 without a salt"),
    ("md5$", "Django's salted MD5"),
    ("sha1$", "Django's salted SHA-1"),
    ("_", "BSDi's extended DES crypt"),
];

/// Returns the name of the scheme of a string that this library cannot verify, by the beginning of the string. Returns
/// `None` if the string can be verified, if it is [`damaged`], or if its beginning is unknown.
///
/// ```
/// assert_eq!(bramah::password::unsupported("$apr1$VOiyxH2K$2Euc8rfyuNXPegSxs9cYF."), Some("Apache's md5-crypt"));
/// ```
pub fn unsupported(string: &str) -> Option<&'static str> {
    if Scheme::of(string).is_ok() || damaged(string).is_some() {
        return None;
    }
    let (whole, string) = (string, bare(string));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"./".contains(&byte));
    let string = match after(string, "{CRYPT}") {
        Some(rest) if rest.len() == 13 || rest.starts_with('_') => rest,
        _ => string,
    };
    let begins = |(prefix, _): &&(&str, &str)| match *prefix {
        "_" => string.len() == 20 && after(string, "_").is_some_and(digits),
        // `$1$SALT$ITERATIONS$HASH` is a format of PBKDF2, not MD5-crypt
        "$1$" => string.starts_with("$1$") && string.split('$').count() <= 4,
        prefix => after(string, prefix).is_some(),
    };
    match OTHERS.iter().find(begins) {
        Some((_, name)) => Some(name),
        None if string.len() == 13 && digits(string) => Some("DES crypt"),
        None => after(whole, "{CRYPT}").map(|_| UNKNOWN),
    }
}

/// The prefixes of the table that other schemes use too. A string with one of these prefixes that does not fit the format may
/// belong to another scheme.
const SHARED: [&str; 4] = ["{PBKDF2}", "{PBKDF2}$1$", "$1$", "$7$"];

/// Returns the scheme of an invalid string of PBKDF2, scrypt, Argon2, SHA-crypt or yescrypt, by the beginning of the string, and
/// the reason why the string is invalid. Returns `None` if the string can be verified, if its beginning does not belong to these
/// schemes, or if the error of [`Scheme::of`] already contains the reason.
///
/// ```
/// let damaged = bramah::password::damaged("grub.pbkdf2.sha512.10000.abc.00");
/// assert_eq!(damaged, Some(("grub.pbkdf2.sha512", "the salt is malformed")));
/// ```
pub fn damaged(string: &str) -> Option<(&'static str, &'static str)> {
    let Err(error) = Scheme::of(string) else { return None };
    if after(string, "{CRYPT}").and_then(|rest| after(rest, "{CRYPT}")).is_some() {
        return Some(("{CRYPT}", "this prefix occurs twice"));
    }
    let string = bare(string);
    if matches!(error, Error::Malformed { .. })
        && let Some((name, rest)) =
            string.strip_prefix('$').map(|rest| rest.split_once('$').unwrap_or((rest, "")))
        && let Some((_, scheme, flaw)) = CRYPT.into_iter().find(|(given, ..)| *given == name)
        && let Some(what) = flaw(rest)
    {
        return Some((scheme, what));
    }
    FORMS.into_iter().filter(|(prefix, ..)| !SHARED.contains(prefix)).find_map(|(prefix, of, fields)| {
        let what = match parts(after(string, prefix)?, of, fields) {
            Ok(found) if found.hash.len() == found.length => "it is malformed",
            Ok(_) => LENGTH,
            Err(what) => what,
        };
        Some((prefix.trim_end_matches(['.', ':', '$']), what))
    })
}

/// A function that returns the reason why the part of a string after its prefix is malformed, or `None` if it finds no reason.
type Flaw = fn(&str) -> Option<&'static str>;

/// The schemes of crypt(3) and of the PHC format whose strings [`damaged`] explains: the name in the string, the scheme, and the
/// function that finds the reason.
const CRYPT: [(&str, &str, Flaw); 7] = [
    ("argon2d", "argon2d", |rest| argon2_flaw(rest).err()),
    ("argon2i", "argon2i", |rest| argon2_flaw(rest).err()),
    ("argon2id", "argon2id", |rest| argon2_flaw(rest).err()),
    ("scrypt", "scrypt", |rest| phc_flaw(rest, &["ln", "r", "p"], false).err()),
    ("5", "sha256-crypt", |rest| sha_crypt::flaw(rest, sha_crypt::Sha2::Sha256).err()),
    ("6", "sha512-crypt", |rest| sha_crypt::flaw(rest, sha_crypt::Sha2::Sha512).err()),
    ("y", "yescrypt", |rest| {
        (rest.splitn(3, '$').filter(|part| !part.is_empty()).count() < 3).then_some(MISSING)
    }),
];

/// Fails with the reason if the part of a string of Argon2 after its name is malformed.
fn argon2_flaw(rest: &str) -> Result<(), &'static str> {
    let Some(version) = rest.strip_prefix("v=") else { return phc_flaw(rest, &["m", "t", "p"], true) };
    let (version, rest) = version.split_once('$').ok_or(MISSING)?;
    match version {
        "16" | "19" => phc_flaw(rest, &["m", "t", "p"], true),
        _ => Err("the version is unknown; expected v=16 or v=19"),
    }
}

/// Fails with the reason if the part of a PHC string after its name and its version is malformed. `names` are the names of its
/// parameters; if `data` is true, a parameter `data` is allowed too.
fn phc_flaw(rest: &str, names: &[&str], data: bool) -> Result<(), &'static str> {
    let mut fields = rest.split('$');
    let mut field = || fields.next().filter(|field| !field.is_empty());
    let mut given = Vec::new();
    for parameter in field().ok_or(MISSING)?.split(',') {
        let (name, value) = parameter.split_once('=').ok_or("a parameter has no value")?;
        if given.contains(&name) {
            return Err("a parameter occurs twice");
        }
        match name {
            name if names.contains(&name) => _ = phc::number(value).ok_or(NUMBERS)?,
            "data" if data => _ = text::from_base64(value).ok_or("the data is malformed")?,
            _ => return Err("a parameter is unknown"),
        }
        given.push(name);
    }
    if names.iter().any(|name| !given.contains(name)) {
        return Err("a parameter is missing");
    }
    text::from_base64(field().ok_or(MISSING)?).ok_or(SALT)?;
    text::from_base64(field().ok_or(MISSING)?).ok_or(HASH)?;
    if fields.next().is_some() { Err("it has too many parts") } else { Ok(()) }
}
