//! Which algorithm a digest is of.

use super::{Flaw, base64};
use bramah::hash::{self, Algorithm};
use std::path::Path;

/// An algorithm, perhaps of whatever digest length a line has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// The algorithm.
    pub(crate) algorithm: Algorithm,
    /// Whether the digest itself may tell its length.
    pub(crate) any_length: bool,
}

/// Letters and digits in lower case: what names are compared by.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Expected {
    /// The algorithm of a name; a name without bits, of a function that has several lengths, means
    /// any of them.
    ///
    /// # Errors
    /// Nothing has the name, or the length is not defined.
    pub(crate) fn named(name: &str) -> Result<Self, bramah::Error> {
        let algorithm = hash::lookup(name)?;
        let bits = (8 * algorithm.output_len()).to_string();
        let name = folded(name);
        let bare = name == folded(algorithm.info().name) || !name.ends_with(&bits);
        Ok(Self { algorithm, any_length: bare && !algorithm.info().lengths.is_fixed() })
    }

    /// Exactly this algorithm.
    pub(crate) fn exactly(algorithm: Algorithm) -> Self {
        Self { algorithm, any_length: false }
    }

    /// Whether lines of `algorithm` are expected.
    pub(crate) fn admits(&self, algorithm: Algorithm) -> bool {
        algorithm == self.algorithm
            || self.any_length && std::ptr::eq(algorithm.entry(), self.algorithm.entry())
    }

    /// Reads a digest.
    pub(crate) fn digest(&self, text: &[u8]) -> Result<(Algorithm, Vec<u8>), Flaw> {
        let length = self.algorithm.output_len();
        let hex = read_hex(text);
        let algorithm = match &hex {
            Some(bytes) if bytes.len() == length => self.algorithm,
            Some(bytes) if self.any_length => match self.algorithm.with_bits(8 * bytes.len()) {
                Ok(algorithm) if !bytes.is_empty() => algorithm,
                _ => return Err(Flaw::Length { algorithm: self.algorithm, digits: text.len() }),
            },
            _ => {
                return match base64::read(text) {
                    Some(bytes) if bytes.len() == length => Ok((self.algorithm, bytes)),
                    _ if text.iter().all(u8::is_ascii_hexdigit) => {
                        Err(Flaw::Length { algorithm: self.algorithm, digits: text.len() })
                    }
                    _ => Err(Flaw::Digits),
                };
            }
        };
        Ok((algorithm, hex.unwrap_or_default()))
    }
}

/// The bytes of a hexadecimal number of either case.
pub(crate) fn read_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (pairs, []) = text.as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

/// The algorithm of a tag. One without bits means the length that is written so, or any if the
/// output is extendable: OpenSSL writes `SHAKE-128(name)= ` in front of as many digits as it was asked for.
pub(crate) fn from_tag(tag: &[u8]) -> Result<Expected, Flaw> {
    let unknown = || Flaw::UnknownTag(String::from_utf8_lossy(tag).into_owned());
    let name = str::from_utf8(tag).map_err(|_| unknown())?;
    let named = Expected::named(name).map_err(|error| match error {
        bramah::Error::UnknownName(_) => unknown(),
        other => Flaw::Refused(other),
    })?;
    Ok(Expected { any_length: named.any_length && named.algorithm.entry().extendable(), ..named })
}

/// The algorithm that the digits of a digest tell: of the functions in common use, those of MD5, SHA-1
/// and SHA-2 differ in length.
pub(crate) fn from_length(text: &[u8]) -> Result<Expected, Flaw> {
    let name = match text.len() {
        32 => "md5",
        40 => "sha1",
        56 => "sha224",
        64 => "sha256",
        96 => "sha384",
        128 => "sha512",
        digits => return Err(Flaw::NoAlgorithm { digits }),
    };
    if !text.iter().all(u8::is_ascii_hexdigit) {
        return Err(Flaw::NoAlgorithm { digits: text.len() });
    }
    Expected::named(name).map_err(Flaw::Refused)
}

/// The algorithm that the name of a list tells: `SHA256SUMS`, `md5sums.txt`, `file.iso.sha512`,
/// `tool_1.0_SHA256SUMS`, `checksums-sha3-256.txt`.
pub(crate) fn from_list_name(list: &Path) -> Option<Expected> {
    let mut name = list.file_name()?.to_str()?.to_ascii_lowercase();
    for extension in [".txt", ".asc"] {
        if let Some(rest) = name.strip_suffix(extension) {
            name.truncate(rest.len());
        }
    }
    // longest first, that `sha3-256` may not be missed; cut at ASCII alone, so on characters' borders
    let cuts = name.bytes().enumerate().filter(|(_, byte)| b"._- ".contains(byte)).map(|(at, _)| at + 1);
    std::iter::once(0).chain(cuts).find_map(|from| of_list(&name[from..]))
}

fn of_list(name: &str) -> Option<Expected> {
    let name = name.trim_end_matches("sums").trim_end_matches("sum");
    let name = name.trim_end_matches(['.', '_', '-']);
    match name {
        "b2" => Expected::named("blake2b").ok(),
        "b3" => Expected::named("blake3").ok(),
        name => Expected::named(name).ok(),
    }
}
