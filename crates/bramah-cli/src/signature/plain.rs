//! The file formats of minisign and signify: a comment line, and a line of base64 with the algorithm, the key number,
//! and the key or the signature. Sources: the page *Minisign* by its author, and the manual of signify.

use super::{
    Proof,
    ed25519::{KEY, PublicKey, SIGNATURE, SecretKey},
};
use base64ct::{Base64, Encoding as _};
use bramah::Blake2b512;

pub(super) const COMMENT: &[u8] = b"untrusted comment: ";
const TRUSTED: &[u8] = b"trusted comment: ";
/// The maximum length, in bytes, of a comment line that minisign reads.
const MOST_COMMENT: usize = 1024;
/// The maximum length, in bytes, of a line with a trusted comment that minisign reads.
pub(crate) const MOST_TRUSTED: usize = 8192;

/// A key number, which signatures contain to name their key.
pub(super) type Number = [u8; 8];

/// A public key of minisign or signify, which use the same format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainKey {
    number: Number,
    key: PublicKey,
    /// Whether the key is a minisign key according to its file; minisign's signatures must have a trusted comment.
    with_comment: bool,
}

impl PlainKey {
    pub(super) fn new(number: Number, key: PublicKey) -> Self {
        Self { number, key, with_comment: true }
    }

    /// Parses a public key in base64, which is the second line of its file; returns `None` if `line` is not such a key.
    pub(super) fn from_line(line: &[u8]) -> Option<Self> {
        let bytes: [u8; 42] = decoded(line)?;
        let (head, key) = bytes.split_at(10);
        let (algorithm, number) = head.split_at(2);
        let key = PublicKey(key.try_into().ok()?);
        (algorithm == b"Ed").then_some(Self { number: number.try_into().ok()?, key, with_comment: false })
    }

    /// Parses a file with a public key.
    pub(super) fn from_file(text: &[u8]) -> Result<Self, String> {
        const WRONG: &str = "not a minisign or signify public key";
        let mut lines = Lines(text);
        let comment = lines.comment(COMMENT, MOST_COMMENT)?;
        let mut key = lines.next().and_then(Self::from_line).ok_or_else(|| {
            let secret = comment.windows(6).any(|word| word == b"secret");
            if secret { format!("{WRONG}, but a secret key") } else { String::from(WRONG) }
        })?;
        if !lines.0.trim_ascii().is_empty() {
            return Err("a minisign or signify key file must contain only one key".into());
        }
        if !key.key.is_usable() {
            return Err("unsafe public key (small order): any signature could be forged for it".into());
        }
        key.with_comment = comment.starts_with(b"minisign ");
        Ok(key)
    }

    /// Returns the key in base64, as minisign prints it.
    pub(super) fn to_line(&self) -> String {
        Base64::encode_string(&[b"Ed", &self.number[..], &self.key.0].concat())
    }

    /// Returns the key number as minisign prints it.
    pub(super) fn id(&self) -> String {
        shown(self.number)
    }

    /// Verifies a detached signature, of minisign or signify.
    pub(super) fn verify(&self, signature: &Signature<'_>, message: &[u8]) -> Result<Proof, String> {
        if signature.number != self.number {
            return Err(format!(
                "signed with the key {}, but the given key is {}",
                shown(signature.number),
                shown(self.number)
            ));
        }
        let right = match signature.hashed {
            true => self.key.verify(&Blake2b512::digest(message), &signature.bytes),
            false => self.key.verify(message, &signature.bytes),
        };
        if !right {
            return Err(super::WRONG.into());
        }
        let Some((comment, global)) = &signature.trusted else {
            return match self.with_comment {
                true => Err("the minisign signature has no trusted comment".into()),
                false => Ok(Proof { signer: self.id(), comment: None }),
            };
        };
        if !self.key.verify(&[&signature.bytes[..], comment].concat(), global) {
            return Err("the signature of the trusted comment does not match: the comment was changed".into());
        }
        let comment = str::from_utf8(comment).ok().filter(|text| !text.contains(is_hidden));
        let comment = comment.ok_or("the trusted comment is not UTF-8 or contains control characters")?;
        Ok(Proof { signer: self.id(), comment: Some(comment.into()) })
    }
}

pub(crate) fn is_hidden(character: char) -> bool {
    character.is_control() && character != '\t'
}

/// Returns a key number in hexadecimal, with its last byte first.
fn shown(number: Number) -> String {
    format!("{:016X}", u64::from_le_bytes(number))
}

/// A signature of minisign or signify.
pub(super) struct Signature<'a> {
    number: Number,
    /// Whether the hash of the message was signed, instead of the message itself.
    hashed: bool,
    bytes: [u8; SIGNATURE],
    /// The trusted comment and its signature, in minisign signatures.
    trusted: Option<(&'a [u8], [u8; SIGNATURE])>,
}

impl<'a> Signature<'a> {
    /// Parses a signature at the beginning of a text; also returns the rest of the text, which in signify's embedded
    /// format is the message.
    pub(super) fn read(text: &'a [u8]) -> Result<(Self, &'a [u8]), String> {
        let mut lines = Lines(text);
        lines.comment(COMMENT, MOST_COMMENT)?;
        const WRONG: &str = "malformed minisign or signify signature";
        let bytes: [u8; 74] = lines.next().and_then(decoded).ok_or(WRONG)?;
        let hashed = match &bytes[..2] {
            b"Ed" => false,
            b"ED" => true,
            _ => return Err("unknown signature algorithm".into()),
        };
        let number = bytes[2..10].try_into().map_err(|_| WRONG)?;
        let mut signature =
            Self { number, hashed, bytes: bytes[10..].try_into().map_err(|_| WRONG)?, trusted: None };
        let rest = lines.0;
        if rest.starts_with(TRUSTED)
            && let Ok(comment) = lines.comment(TRUSTED, MOST_TRUSTED)
            && let Some(global) = lines.next().and_then(decoded)
        {
            signature.trusted = Some((comment, global));
            return Ok((signature, lines.0));
        }
        if hashed {
            return Err("the minisign signature has no trusted comment".into());
        }
        // signify ends this line with a line feed
        if !text[..text.len() - rest.len()].ends_with(b"\n") {
            return Err("the signify signature is truncated".into());
        }
        Ok((signature, rest))
    }

    /// Returns whether the signature has a trusted comment, as minisign's signatures do.
    pub(super) fn has_comment(&self) -> bool {
        self.trusted.is_some()
    }
}

/// Signs the hash of a message; returns the text of a minisign signature.
pub(super) fn sign(secret: &SecretKey, number: Number, digest: &[u8; 64], comment: &str) -> String {
    let bytes = secret.sign(digest);
    let global = secret.sign(&[&bytes[..], comment.as_bytes()].concat());
    let line = Base64::encode_string(&[b"ED", &number[..], &bytes].concat());
    let global = Base64::encode_string(&global);
    format!(
        "untrusted comment: signature from minisign secret key\n{line}\ntrusted comment: {comment}\n{global}\n"
    )
}

/// A reader of lines; the field is the rest of the text.
pub(super) struct Lines<'a>(pub(super) &'a [u8]);

impl<'a> Lines<'a> {
    /// Removes a line from the text, and returns it without its line end.
    pub(super) fn next(&mut self) -> Option<&'a [u8]> {
        if self.0.is_empty() {
            return None;
        }
        let end = self.0.iter().position(|&byte| byte == b'\n');
        let (line, rest) = match end {
            Some(end) => (&self.0[..end], &self.0[end + 1..]),
            None => (self.0, &b""[..]),
        };
        self.0 = rest;
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }

    /// Removes a comment line of at most `most` bytes from the text; returns the comment after `start`.
    pub(super) fn comment(&mut self, start: &[u8], most: usize) -> Result<&'a [u8], String> {
        let line = self.next().filter(|line| line.len() < most);
        line.and_then(|line| line.strip_prefix(start)).ok_or_else(|| {
            let start = str::from_utf8(start).unwrap_or_default().trim_end();
            format!("expected a line that begins with `{start}`")
        })
    }
}

/// Decodes base64 text that encodes exactly `N` bytes; `None` if it does not.
pub(super) fn decoded<const N: usize>(line: &[u8]) -> Option<[u8; N]> {
    // rejects a wrong length before decoding
    if line.len() != N.div_ceil(3) * 4 {
        return None;
    }
    let mut bytes = vec![0; N.div_ceil(3) * 3];
    Base64::decode(line, &mut bytes).ok()?.try_into().ok()
}

const _: () = assert!(KEY + 10 == 42 && SIGNATURE + 10 == 74);
