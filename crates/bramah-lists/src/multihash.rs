//! Multihashes, digests whose first bytes name the function (the table `multicodec` of Multiformats), content identifiers
//! (CIDv1) of raw bytes, and the base32 of Nix.

use super::{base32, naming::read_hex};
use bramah::hash::{Algorithm, lookup};

/// The multicodec codes and the names of their hash functions.
const CODES: [(u64, &str); 20] = [
    (0x11, "sha1"),
    (0x12, "sha256"),
    (0x13, "sha512"),
    (0x14, "sha3-512"),
    (0x15, "sha3-384"),
    (0x16, "sha3-256"),
    (0x17, "sha3-224"),
    (0x1b, "keccak-256"),
    (0x1e, "blake3-256"),
    (0x20, "sha384"),
    (0xd4, "md4"),
    (0xd5, "md5"),
    (0x1013, "sha224"),
    (0x1014, "sha512-224"),
    (0x1015, "sha512-256"),
    (0x1053, "ripemd160"),
    (0x534d, "sm3"),
    (0xb220, "blake2b-256"),
    (0xb240, "blake2b-512"),
    (0xb260, "blake2s-256"),
];

/// Appends a number as groups of seven bits, lowest group first.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Removes a number in groups of seven bits from the beginning of `bytes`. Returns `None` if the number has needless
/// groups or more than nine groups.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for at in 0..9 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << (7 * at);
        if byte < 0x80 {
            return (byte != 0 || at == 0).then_some(number);
        }
    }
    None
}

/// Returns the bytes that precede the digest in a multihash; `None` if there is no code for the algorithm.
pub fn multihash(algorithm: Algorithm) -> Option<Vec<u8>> {
    let is_it = |name: &str| lookup(name).is_ok_and(|known| known == algorithm);
    let (code, _) = CODES.iter().find(|(_, name)| is_it(name))?;
    let mut out = Vec::new();
    put(&mut out, *code);
    put(&mut out, algorithm.output_len() as u64);
    Some(out)
}

/// Returns the name of the function and the digest in a multihash; `None` if the code is unknown or the digest is
/// incomplete.
fn split(mut bytes: &[u8]) -> Option<(&'static str, Vec<u8>)> {
    let code = take(&mut bytes)?;
    let length = take(&mut bytes)?;
    let (_, name) = CODES.iter().find(|(known, _)| *known == code)?;
    let algorithm = lookup(name).ok()?;
    let whole = length == bytes.len() as u64 && bytes.len() == algorithm.output_len();
    whole.then(|| (*name, bytes.to_vec()))
}

/// Decodes a multihash in hexadecimal, or a content identifier of raw bytes in base32.
pub(super) fn read(word: &[u8]) -> Option<(&'static str, Vec<u8>)> {
    if let Some(bytes) = read_hex(word) {
        return split(&bytes);
    }
    let bytes =
        base32::read(word.strip_prefix(b"b").filter(|rest| !rest.iter().any(u8::is_ascii_uppercase))?)?;
    split(bytes.strip_prefix(&[0x01, 0x55])?)
}

/// The digits of Nix's base32.
const NIX: &[u8; 32] = b"0123456789abcdfghijklmnpqrsvwxyz";

/// Appends `bytes` in Nix's base32: the bytes are a little-endian number, whose highest digit is written first.
pub fn write_nix(out: &mut Vec<u8>, bytes: &[u8]) {
    for digit in (0..(8 * bytes.len()).div_ceil(5)).rev() {
        let (byte, shift) = (digit * 5 / 8, digit * 5 % 8);
        let two = u16::from(bytes[byte]) | u16::from(bytes.get(byte + 1).copied().unwrap_or(0)) << 8;
        out.push(NIX[usize::from(two >> shift & 31)]);
    }
}

/// Decodes `bytes` bytes in Nix's base32. Returns `None` for any other text.
pub(super) fn read_nix(text: &[u8], bytes: usize) -> Option<Vec<u8>> {
    if text.len() != (8 * bytes).div_ceil(5) {
        return None;
    }
    let mut out = vec![0; bytes + 1];
    for (place, digit) in text.iter().rev().enumerate() {
        let value = NIX.iter().position(|known| known == digit)? as u16;
        let (byte, shift) = (place * 5 / 8, place * 5 % 8);
        let two = value << shift;
        out[byte] |= two as u8;
        if two > 0xff {
            *out.get_mut(byte + 1)? |= (two >> 8) as u8;
        }
    }
    // the bits after the last byte must be zero
    (out.pop() == Some(0)).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the example of multihash's page, SHA-256 of `multihash`, and digests of `abc`. The digest in Nix's base32
    /// was computed with another program, by the rule in the manual of Nix.
    #[test]
    fn published() {
        let sha256 = lookup("sha256").unwrap();
        let digest = read_hex(b"9cbc07c3f991725836a3aa2a581ca2029198aa420b9d99bc0e131d9f3e2cbe47").unwrap();
        let whole = [multihash(sha256).unwrap(), digest.clone()].concat();
        assert_eq!(whole[..2], [0x12, 0x20]);
        assert_eq!(split(&whole), Some(("sha256", digest)));
        for damaged in [&whole[..33], &[&whole[..], &[0]].concat(), &[0x12, 0x80, 0x00], &[]] {
            assert_eq!(split(damaged), None);
        }
        let mut out = Vec::new();
        write_nix(&mut out, &bramah::Sha256::digest(b"abc"));
        assert_eq!(String::from_utf8_lossy(&out), "1b8m03r63zqhnjf7l5wnldhh7c134ap5vpj0850ymkq1iyzicy5s");
        assert_eq!(read_nix(&out, 32).unwrap(), bramah::Sha256::digest(b"abc"));
        out[0] = b'z';
        assert_eq!(read_nix(&out, 32), None);
    }

    #[test]
    fn every_code_has_its_function() {
        for (code, name) in CODES {
            let algorithm = lookup(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            let bytes = [multihash(algorithm).unwrap(), vec![7; algorithm.output_len()]].concat();
            assert_eq!(take(&mut &bytes[..]), Some(code));
            assert_eq!(split(&bytes).unwrap().0, name);
        }
    }
}
