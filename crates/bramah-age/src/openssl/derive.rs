//! The ways in which `openssl enc` derives keys from passphrases, including those to try if the chosen one does not
//! work.

use super::ITERATIONS;
use crate::{Error, derivation::Derivation};
use bramah::{
    hash::{self, Algorithm},
    kdf::{HashFunction as _, PasswordKdf as _, Pbkdf2},
};
use zeroize::Zeroizing;

/// The digests that OpenSSL has, by their names in Bramah.
const DIGESTS: &[&str] = &[
    "sha256", "md5", "sha1", "sha512", "md4", "ripemd160", "sha224", "sha384", "sha512-224", "sha512-256",
    "sha3-224", "sha3-256", "sha3-384", "sha3-512", "blake2b-512", "blake2s-256", "sm3", "whirlpool",
    "shake128", "shake256",
];

/// Finds a digest by its name in OpenSSL or in Bramah.
pub(super) fn digest(name: &str) -> Result<Algorithm, Error> {
    let name = name.to_ascii_lowercase();
    let found = match &*name {
        "rmd160" | "ripemd" | "rmd" => hash::lookup("ripemd160")?,
        // the output lengths that OpenSSL used for these digests before version 3.4
        "shake128" => hash::lookup(&name)?.with_bits(128)?,
        "shake256" => hash::lookup(&name)?.with_bits(256)?,
        name => hash::lookup(name)?,
    };
    found.check()?;
    Ok(found)
}

/// Returns whether OpenSSL has the digest.
pub(super) fn is_in_openssl(algorithm: &Algorithm) -> bool {
    DIGESTS.iter().any(|name| digest(name).is_ok_and(|known| known.name() == algorithm.name()))
}

impl Derivation {
    /// Derives the key followed by the IV.
    pub(super) fn derive(
        self,
        digest: Algorithm,
        passphrase: &[u8],
        salt: &[u8],
        out: &mut [u8],
    ) -> Result<(), Error> {
        match self {
            Self::Pbkdf2 { iterations } => {
                Pbkdf2::with_hash(digest, iterations)?.derive(passphrase, salt, out)?;
            }
            Self::BytesToKey => {
                let mut block = Zeroizing::new(vec![0_u8; digest.output_len()]);
                let mut before: Zeroizing<Vec<u8>> = Zeroizing::new(Vec::new());
                for part in out.chunks_mut(digest.output_len()) {
                    digest.hash(&[&before, passphrase, salt], &mut block);
                    part.copy_from_slice(&block[..part.len()]);
                    before = block.clone();
                }
            }
        }
        Ok(())
    }
}

/// Returns the derivations to try if the chosen one does not work, the most common ones first.
pub(super) fn usual() -> impl Iterator<Item = (Derivation, &'static str)> {
    const USUAL: [&str; 4] = ["sha256", "md5", "sha512", "sha1"];
    let old = USUAL.into_iter().map(|digest| (Derivation::BytesToKey, digest));
    let rounds = [ITERATIONS, 1000, 100_000].map(|iterations| Derivation::Pbkdf2 { iterations });
    let new = rounds.into_iter().flat_map(|rounds| USUAL.into_iter().map(move |digest| (rounds, digest)));
    old.chain(new)
}

/// The first bytes of common binary file formats.
const FORMATS: &[&[u8]] = &[
    b"\x1f\x8b\x08", b"PK\x03\x04", b"\xfd7zXZ\0", b"BZh", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf\x27\x1c",
    b"%PDF-", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"SQLite format 3\0", b"\x7fELF", b"Salted__", b"RIFF",
    b"OggS",
];
/// The minimum length in bytes of a text that is unlikely to be valid by chance.
const TEXT: usize = 16;

/// Returns whether the beginning of a decrypted file looks like text or like a common file format. Returns `None` if it
/// is too short to tell.
pub(super) fn makes_sense(start: &[u8]) -> Option<bool> {
    if start.len() < TEXT {
        return None;
    }
    let tar = start.get(257..262) == Some(&b"ustar"[..]);
    let known = FORMATS.iter().any(|format| start.starts_with(format));
    let text = match std::str::from_utf8(start) {
        Ok(text) => text,
        // the last character is truncated
        Err(error) if error.error_len().is_none() => {
            std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default()
        }
        Err(_) => "",
    };
    let control = |character: char| {
        character.is_control() && !matches!(character, '\n' | '\r' | '\t' | '\x0c' | '\x1b')
    };
    let text = text.len() + 3 >= TEXT && !text.contains(control);
    Some(tar || known || text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys and IVs that `openssl enc -P` of OpenSSL 3.0 printed.
    #[test]
    fn keys_of_evp_bytes_to_key_are_those_of_openssl() {
        for (name, salt, expected) in KEYS {
            let mut out = vec![0; expected.len() / 2];
            let salt: Vec<u8> = if *salt { (1..=8).collect() } else { Vec::new() };
            Derivation::BytesToKey.derive(digest(name).unwrap(), b"secret", &salt, &mut out).unwrap();
            let found: String = out.iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(found, *expected, "{name}");
        }
    }

    #[test]
    fn what_is_text_or_a_format_makes_sense() {
        for (start, sense) in [
            (&b"short"[..], None),
            (b"sixteen bytes or more", Some(true)),
            ("nineteen bytes, \u{e4}".as_bytes(), Some(true)),
            (b"sixteen bytes, \xc3", Some(true)),
            (b"sixteen bytes \xc3 or more", Some(false)),
            (b"sixteen bytes\0 or more", Some(false)),
            (b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x80\x81\x82\x83\x84\x85", Some(true)),
            (&[0x90; 16], Some(false)),
        ] {
            assert_eq!(makes_sense(start), sense, "{start:?}");
        }
    }

    #[test]
    fn all_digests_of_openssl_are_there() {
        for name in DIGESTS.iter().chain(&["rmd160", "ripemd", "SHA256", "blake2b512", "blake2s256"]) {
            assert!(is_in_openssl(&digest(name).unwrap()), "{name}");
        }
        assert!(!is_in_openssl(&digest("blake3").unwrap()));
    }

    const KEYS: &[(&str, bool, &str)] = &[
        (
            "sha256",
            true,
            "03b375940cb96c16f84faa87f5ef39cc0bc7066ccd3e14456d9d74e438e35832904aebc6e588fdb49fd15806bb4fee6f",
        ),
        (
            "sha256",
            false,
            "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b015e42ff678b2b90b743111a396ef850",
        ),
        (
            "md5",
            true,
            "c9e5a1bd216dbe1317e230cef48f38ee7f0e17ad64022144bccec4a1aa2879abe24b32bbbc4ef02ecbcb6576523ad893",
        ),
        (
            "md5",
            false,
            "5ebe2294ecd0e0f08eab7690d2a6ee6926ae5cc854e36b6bdfca366848dea6bbe8c80b4b831fbb64b0d5c6c8499e541a",
        ),
        (
            "sha1",
            true,
            "9471735ee978c27cd122db2c55c4e7bd75918cd88e52c548c9e1d45aeb71a2339afbddd979490616b897b6510bab48e5",
        ),
        (
            "sha1",
            false,
            "e5e9fa1ba31ecd1ae84f75caaa474f3a663f05f412028f81da65d26ee56424b2e93da465b309c53fec5ff93c9637da58",
        ),
        (
            "sha512",
            true,
            "28ef04b0c3d04f066bc716ce90300e39711e54273682b310835a676706610b56c140b6f2f330a6167eea4d946fa1377e",
        ),
        (
            "sha512",
            false,
            "bd2b1aaf7ef4f09be9f52ce2d8d599674d81aa9d6a4421696dc4d93dd0619d682ce56b4d64a9ef097761ced99e0f6726",
        ),
        (
            "md4",
            true,
            "dd1686497010a7aa69940ea242b12dcc43314d0305dd4964e6a1058eee99d97b6f8ecb6f763a35ba1c810c7c457da8a4",
        ),
        (
            "md4",
            false,
            "67d3dafef63ff00603aeef3769cfbf0d76660e3cb0cd29b595ae276a7937f9c1c022a7cfc28166ebc82e4cd7bca5687a",
        ),
        (
            "ripemd160",
            true,
            "2fd899ca79b4defe3c601f13fcccee08e603f5cf3cb8dd3b100f9fdd4d966dc2be072e3be108c8323714ac912044e3d6",
        ),
        (
            "ripemd160",
            false,
            "cd98bf0202ef07e38e87f6bd9445e5e7331e2c78c24d328cddf1d8d9487131ff0c87cb010e796fbfcbb10901e97efa09",
        ),
        (
            "sha3-256",
            true,
            "48b9a5586de6912687da4284e634e238380b755b7060c91acb7df786b699785f042d7bc8aa016735542e338413db54cf",
        ),
        (
            "sha3-256",
            false,
            "f5a5207a8729b1f709cb710311751eb2fc8acad5a1fb8ac991b736e69b6529a3dd045226523bb3bbdf785834de3bc808",
        ),
        (
            "shake128",
            true,
            "90422e2293a12e91d4fb203f9d8fa9b1e39a770cebe1dce99c236edf589672a7f89e397941b869bbd17a63eeb7bfa046",
        ),
        (
            "shake128",
            false,
            "4f3a646e26b2693ef34bf458fa97d2c70bf564239e03fab6a98e9313987ab87e3db5fc4d88885a6b4e74958887d2e494",
        ),
        (
            "blake2s256",
            true,
            "081058091e01abd2b6db8d99f3ed56d10ce32c80588860e22aeaabdc1de20e67e40991a64b43ef4cd571fb3735ed4651",
        ),
        (
            "blake2s256",
            false,
            "66e754709229a1a76f12b770d612d4dba1d51e28894e2dce1b53ca15104f84c042687d9f62f97f53429cd4657a75de53",
        ),
    ];
}
