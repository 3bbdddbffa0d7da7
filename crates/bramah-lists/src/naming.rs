//! Determines the algorithm of a digest from tags, names of lists and lengths.

use super::{
    Flaw, base32, base64,
    strength::{By, Use, counts, usual},
};
use bramah::hash::{self, Algorithm};
use std::{cell::RefCell, path::Path};

/// An expected algorithm, and the digest lengths that are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The lengths that digests may have.
    pub lengths: Lengths,
}

/// The lengths that digests of an expected algorithm may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// Only the digest length of the expected algorithm itself.
    This,
    /// The usual length of the function, or a length that a tag names.
    Usual,
    /// Any length that the function defines. As in coreutils' tools, the number of hexadecimal digits of a digest
    /// determines the length.
    Any,
    /// Like [`Any`](Self::Any), but the number of base64 characters of a digest also determines the length.
    AnyEncoded,
    /// The lengths of the functions with these names.
    Of(&'static [&'static str]),
}

thread_local! {
    /// A cache of the first names that were looked up, because all lines of a list have the same few names.
    static KNOWN: RefCell<Vec<(String, Expected)>> = const { RefCell::new(Vec::new()) };
}
/// The maximum number of names in the cache.
const KNOWN_MOST: usize = 16;

/// Returns only the letters and digits of a name, in lower case, so that names can be compared.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Expected {
    /// Returns the algorithm with this name. If the function has several digest lengths and the name does not contain one,
    /// the usual length is expected.
    ///
    /// # Errors
    /// Fails if the name is unknown, or if the function does not define digests of this length.
    pub fn named(name: &str) -> Result<Self, bramah::Error> {
        KNOWN.with_borrow_mut(|known| {
            if let Some((_, expected)) = known.iter().find(|(known, _)| known == name) {
                return Ok(*expected);
            }
            let expected = Self::looked_up(name)?;
            if known.len() < KNOWN_MOST {
                known.push((name.into(), expected));
            }
            Ok(expected)
        })
    }

    fn looked_up(name: &str) -> Result<Self, bramah::Error> {
        let algorithm = hash::lookup(name)?;
        let bits = (8 * algorithm.output_len()).to_string();
        let name = folded(name);
        let bare = name == folded(algorithm.info().name) || !name.ends_with(&bits);
        let any = bare && !algorithm.info().lengths.is_fixed();
        Ok(Self { algorithm, lengths: if any { Lengths::Usual } else { Lengths::This } })
    }

    /// Expects exactly this algorithm.
    pub fn exactly(algorithm: Algorithm) -> Self {
        Self { algorithm, lengths: Lengths::This }
    }

    /// Returns whether lines whose tag names `other` are expected.
    fn admits(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.algorithm.info().name, other.algorithm.info().name);
        // two lengths of SHA-512/t are algorithms of their own in the registry
        self.algorithm.name() == other.algorithm.name()
            || match self.lengths {
                Lengths::This => other.lengths == Lengths::Usual && ours == theirs,
                // several algorithms of the registry may share a name
                Lengths::Usual | Lengths::Any | Lengths::AnyEncoded => ours == theirs,
                Lengths::Of(names) => names.contains(&theirs),
            }
    }

    /// Returns the algorithm for a digest of `length` bytes, if this length is expected.
    fn of_length(&self, length: usize) -> Option<Algorithm> {
        if length == self.algorithm.output_len() {
            return Some(self.algorithm);
        }
        match self.lengths {
            Lengths::This => None,
            Lengths::Usual if usual(self.algorithm).contains(&length) => {
                self.algorithm.with_bits(8 * length).ok()
            }
            Lengths::Any | Lengths::AnyEncoded if length > 0 => self.algorithm.with_bits(8 * length).ok(),
            Lengths::Usual | Lengths::Any | Lengths::AnyEncoded => None,
            Lengths::Of(names) => names
                .iter()
                .filter_map(|name| hash::lookup(name).ok())
                .find(|algorithm| algorithm.output_len() == length),
        }
    }

    /// Decodes a digest. Its length must be acceptable by the rule in `strength.rs`.
    pub fn digest(&self, text: &[u8], by: By, used: Use) -> Result<(Algorithm, Vec<u8>), Flaw> {
        let (algorithm, digest) = self.decoded(text)?;
        // a length that only the digest determines was chosen by the list
        let by = if algorithm == self.algorithm { by } else { By::List };
        strong(algorithm, by, used)?;
        Ok((algorithm, digest))
    }

    fn decoded(&self, text: &[u8]) -> Result<(Algorithm, Vec<u8>), Flaw> {
        // hexadecimal comes first, because hexadecimal digits are also valid base64
        if let Some(bytes) = read_hex(text)
            && let Some(algorithm) = self.of_length(bytes.len())
        {
            return Ok((algorithm, bytes));
        }
        let short = matches!(self.lengths, Lengths::This | Lengths::Usual | Lengths::Any);
        if let Some(bytes) = base64::read(text)
            && let Some(algorithm) = self.of_length(bytes.len())
            && (!short || algorithm == self.algorithm)
        {
            return Ok((algorithm, bytes));
        }
        // a short word may be valid base32 by chance
        if let Some(bytes) = base32::read(text)
            && bytes.len() >= 16
            && bytes.len() == self.algorithm.output_len()
        {
            return Ok((self.algorithm, bytes));
        }
        if text.iter().all(u8::is_ascii_hexdigit) {
            return Err(Flaw::Length { algorithm: self.algorithm, digits: text.len() });
        }
        Err(Flaw::Digits)
    }
}

/// Returns an error if the rule in `strength.rs` does not accept digests of the length of `algorithm`.
pub(super) fn strong(algorithm: Algorithm, by: By, used: Use) -> Result<(), Flaw> {
    match counts(algorithm, by, used) {
        true => Ok(()),
        false => Err(Flaw::Weak { algorithm, keyed: used == Use::ComparedUnderKey }),
    }
}

/// The value of each byte as a hexadecimal digit in upper or lower case; more than 15 for all other bytes.
static VALUES: [u8; 256] = {
    let mut values = [0xff; 256];
    let mut at = 0;
    while at < 16 {
        let digit = b"0123456789abcdef"[at];
        values[digit as usize] = at as u8;
        values[digit.to_ascii_uppercase() as usize] = at as u8;
        at += 1;
    }
    values
};

/// Decodes hexadecimal digits in upper or lower case. Returns `None` for any other text.
pub fn read_hex(text: &[u8]) -> Option<Vec<u8>> {
    let (pairs, []) = text.as_chunks::<2>() else { return None };
    let mut bytes = vec![0; pairs.len()];
    for (byte, pair) in bytes.iter_mut().zip(pairs) {
        let (high, low) = (VALUES[usize::from(pair[0])], VALUES[usize::from(pair[1])]);
        if high | low > 15 {
            return None;
        }
        *byte = high << 4 | low;
    }
    Some(bytes)
}

/// The suffix of the tag of a digest that was computed with a key.
const KEYED: &str = "-keyed";

/// Returns the tag for digests of an algorithm, with a suffix if they were computed with a key.
pub fn tag(algorithm: Algorithm, keyed: bool) -> String {
    algorithm.tag() + if keyed { KEYED } else { "" }
}

/// Returns a tag without the suffix for digests that were computed with a key; `None` if it has no such suffix.
pub(crate) fn without_key(tag: &[u8]) -> Option<&[u8]> {
    let (plain, end) = tag.split_at_checked(tag.len().checked_sub(KEYED.len())?)?;
    end.eq_ignore_ascii_case(KEYED.as_bytes()).then_some(plain)
}

/// Returns a tag of xxhsum without the suffix for little-endian numbers; `None` if it has no such suffix.
pub(super) fn without_little(tag: &[u8]) -> Option<&[u8]> {
    let plain = tag.strip_suffix(b"_LE")?;
    [&b"XXH32"[..], b"XXH64", b"XXH128", b"XXH3"].contains(&plain).then_some(plain)
}

/// Returns the algorithm that a tag names. A tag without a length in bits means the usual length of the function.
fn from_tag(tag: &[u8]) -> Result<Expected, Flaw> {
    let unknown = || Flaw::UnknownTag(String::from_utf8_lossy(tag).into_owned());
    let tag = without_little(tag).unwrap_or(tag);
    let name = str::from_utf8(tag).map_err(|_| unknown())?;
    // some releases of uutils write this tag
    let name = if name == "BLAKE2" { "blake2b" } else { name };
    Expected::named(name).map_err(|error| match error {
        bramah::Error::UnknownName(_) => unknown(),
        other => Flaw::Refused(other),
    })
}

/// Returns the algorithm that a tag names, and who has chosen its digest length. Fails if another algorithm was asked for.
pub(super) fn tagged(tag: &[u8], given: Option<Expected>) -> Result<(Expected, By), Flaw> {
    let tagged = from_tag(tag)?;
    let Some(given) = given else { return Ok((tagged, By::List)) };
    if !given.admits(&tagged) {
        return Err(Flaw::OtherAlgorithm {
            tag: String::from_utf8_lossy(tag).into_owned(),
            expected: given.algorithm.name(),
        });
    }
    // a tag without a length in bits takes the length that the caller has chosen
    let open = tagged.lengths == Lengths::Usual && given.lengths == Lengths::This;
    let named = tagged.algorithm == given.algorithm && given.lengths != Lengths::Usual;
    Ok(if open { (given, By::Caller) } else { (tagged, if named { By::Caller } else { By::List }) })
}

/// Returns the algorithm that the length of a digest implies: MD5, SHA-1 or a function of SHA-2, whose lengths all
/// differ.
pub(crate) fn from_length(text: &[u8]) -> Result<Expected, Flaw> {
    match implied(text) {
        Some(name) => Expected::named(name).map_err(Flaw::Refused),
        // a word in another encoding is not a digest
        None if text.iter().all(u8::is_ascii_hexdigit) => Err(Flaw::NoAlgorithm { digits: text.len() }),
        None => Err(Flaw::Form),
    }
}

/// Returns the name of MD5, SHA-1 or the function of SHA-2 whose digests have the length of this one, which may be in
/// hexadecimal, base64 or base32.
pub(super) fn implied(text: &[u8]) -> Option<&'static str> {
    let of = |bytes: usize| {
        let index = [16, 20, 28, 32, 48, 64].iter().position(|length| *length == bytes)?;
        Some(["md5", "sha1", "sha224", "sha256", "sha384", "sha512"][index])
    };
    if text.len() < 24 || text.len() > 128 {
        return None;
    }
    if text.iter().all(u8::is_ascii_hexdigit) {
        return of(text.len() / 2).filter(|_| text.len().is_multiple_of(2));
    }
    // a text may be valid in both encodings
    [base64::read(text), base32::read(text)].into_iter().flatten().find_map(|digest| of(digest.len()))
}

/// Returns the algorithm that the name of a list implies: `SHA256SUMS`, `md5sums.txt`, `file.iso.sha512`,
/// `tool_1.0_SHA256SUMS`, `checksums-sha3-256.txt`.
pub fn from_list_name(list: &Path) -> Option<Expected> {
    let mut name = list.file_name()?.to_str()?.to_ascii_lowercase();
    for extension in [".txt", ".asc"] {
        if let Some(rest) = name.strip_suffix(extension) {
            name.truncate(rest.len());
        }
    }
    // the longest end comes first, so that `sha3-256` is found; the name is cut only after ASCII characters, and
    // therefore at boundaries of characters
    let cuts = name.bytes().enumerate().filter(|(_, byte)| b"._- ".contains(byte)).map(|(at, _)| at + 1);
    std::iter::once(0).chain(cuts).find_map(|from| of_list(&name[from..]))
}

/// Returns the file that the name of a list refers to: `FILE` for `FILE.sha256` and `FILE.sha256.txt`. For any other
/// extension, `FILE` must exist.
pub(crate) fn listed_file(list: &Path) -> Option<std::path::PathBuf> {
    let name = list.file_name()?.to_str()?;
    let text = [".txt", ".asc"].into_iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    let (file, end) = text.rsplit_once('.').filter(|(file, _)| !file.is_empty())?;
    let beside = list.with_file_name(file);
    let plain = list.with_extension("");
    if of_list(&end.to_ascii_lowercase()).is_some() {
        return Some(beside);
    }
    plain.is_file().then_some(plain)
}

/// Returns whether a list is a BagIt manifest according to its name. File names in such a manifest have BagIt's escapes.
pub(crate) fn is_bagit(list: &Path) -> bool {
    let name = list.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".txt"));
    let name = name.and_then(|name| name.strip_prefix("tag").unwrap_or(name).strip_prefix("manifest-"));
    name.is_some_and(|name| Expected::named(name).is_ok())
}

/// Returns whether a list is in the format SFV according to its name.
pub(crate) fn is_sfv(list: &Path) -> bool {
    list.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sfv"))
}

fn of_list(name: &str) -> Option<Expected> {
    let name = name.trim_end_matches("sums").trim_end_matches("sum");
    let name = name.trim_end_matches(['.', '_', '-']);
    match name {
        "b2" => Expected::named("blake2b").ok(),
        "b3" => Expected::named("blake3").ok(),
        // cfv and other tools write CRC-32 into lists with these names
        "sfv" | "crc" => Expected::named("crc32").ok(),
        name => Expected::named(name).ok(),
    }
}
