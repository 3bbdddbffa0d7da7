//! The determination of the algorithm of a digest.

use super::{Flaw, base64};
use bramah::hash::{self, Algorithm};
use std::path::Path;

/// An expected algorithm, perhaps with any digest length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    /// The algorithm.
    pub(crate) algorithm: Algorithm,
    /// Whether the digest itself may determine its length.
    pub(crate) any_length: bool,
}

/// Returns the letters and digits of a name in lower case, by which names are compared.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Expected {
    /// Returns the algorithm of a name; a name without bits, of a function that has several lengths, means any of them.
    ///
    /// # Errors
    /// The name is unknown, or the length is not defined.
    pub(crate) fn named(name: &str) -> Result<Self, bramah::Error> {
        let algorithm = hash::lookup(name)?;
        let bits = (8 * algorithm.output_len()).to_string();
        let name = folded(name);
        let bare = name == folded(algorithm.info().name) || !name.ends_with(&bits);
        Ok(Self { algorithm, any_length: bare && !algorithm.info().lengths.is_fixed() })
    }

    /// Expects exactly this algorithm.
    pub(crate) fn exactly(algorithm: Algorithm) -> Self {
        Self { algorithm, any_length: false }
    }

    /// Returns whether lines of `algorithm` are expected.
    pub(crate) fn admits(&self, algorithm: Algorithm) -> bool {
        algorithm == self.algorithm
            || self.any_length && std::ptr::eq(algorithm.entry(), self.algorithm.entry())
    }

    /// Decodes a digest.
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

/// Decodes a hexadecimal number of either case.
pub(crate) fn read_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let (pairs, []) = text.as_chunks::<2>() else { return None };
    pairs.iter().map(|[high, low]| Some(digit(*high)? << 4 | digit(*low)?)).collect()
}

/// Returns the algorithm of a tag. A tag without bits means the length that is written so, or any if the output is
/// extendable: OpenSSL writes `SHAKE-128(name)= ` before as many digits as it was asked for.
pub(crate) fn from_tag(tag: &[u8]) -> Result<Expected, Flaw> {
    let unknown = || Flaw::UnknownTag(String::from_utf8_lossy(tag).into_owned());
    let name = str::from_utf8(tag).map_err(|_| unknown())?;
    let named = Expected::named(name).map_err(|error| match error {
        bramah::Error::UnknownName(_) => unknown(),
        other => Flaw::Refused(other),
    })?;
    Ok(Expected { any_length: named.any_length && named.algorithm.entry().extendable(), ..named })
}

/// Returns the algorithm that the length of a digest implies: of the functions in common use, MD5, SHA-1 and those of
/// SHA-2 differ in length.
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

/// Returns the algorithm that the name of a list implies: `SHA256SUMS`, `md5sums.txt`, `file.iso.sha512`,
/// `tool_1.0_SHA256SUMS`, `checksums-sha3-256.txt`.
pub(crate) fn from_list_name(list: &Path) -> Option<Expected> {
    let mut name = list.file_name()?.to_str()?.to_ascii_lowercase();
    for extension in [".txt", ".asc"] {
        if let Some(rest) = name.strip_suffix(extension) {
            name.truncate(rest.len());
        }
    }
    // longest first, so that `sha3-256` is not missed; cut at ASCII alone, so at boundaries of characters
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
