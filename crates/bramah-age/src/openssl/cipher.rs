//! The ciphers of `openssl enc`: their names in OpenSSL, the lengths of their keys and IVs, and encryption with them.

use crate::{Error, Payload};
use bramah::{
    Standing,
    mode::{Algorithm, Crypter, Direction, Ending, Mode, Padding},
    stream::{self, AnyKeystream, Stream},
};

/// Names that OpenSSL uses differently from Bramah, or that only OpenSSL has, and the corresponding names in Bramah.
const NAMES: &[(&str, &str)] = &[
    ("aes128", "aes-128-cbc"),
    ("aes192", "aes-192-cbc"),
    ("aes256", "aes-256-cbc"),
    ("aria128", "aria-128-cbc"),
    ("aria192", "aria-192-cbc"),
    ("aria256", "aria-256-cbc"),
    ("camellia128", "camellia-128-cbc"),
    ("camellia192", "camellia-192-cbc"),
    ("camellia256", "camellia-256-cbc"),
    ("bf", "blowfish-cbc"),
    ("blowfish", "blowfish-cbc"),
    ("cast", "cast-128-cbc"),
    ("cast-cbc", "cast-128-cbc"),
    ("des", "des-cbc"),
    ("des3", "3des-cbc"),
    // `des-ede` and `des-ede3` mean ECB, whereas OpenSSL's other names of block ciphers without a mode mean CBC
    ("des-ede", "3des-2key-ecb"),
    ("des-ede3", "3des-ecb"),
    ("idea", "idea-cbc"),
    ("rc2", "rc2-cbc"),
    ("rc2-128", "rc2-cbc"),
    ("seed", "seed-cbc"),
    ("sm4", "sm4-cbc"),
];

/// Ciphers with shorter keys than usual: the name in OpenSSL, the name in Bramah, and the length of the key in bytes.
/// All bits of the key are effective.
const SHORT: &[(&str, &str, usize)] = &[
    ("rc2-40", "rc2-cbc", 5),
    ("rc2-40-cbc", "rc2-cbc", 5),
    ("rc2-64", "rc2-cbc", 8),
    ("rc2-64-cbc", "rc2-cbc", 8),
    ("rc4-40", "rc4", 5),
];

/// The modes that OpenSSL supports for all block ciphers. It supports the modes in `BITS` and `CTR` for some ciphers only.
const MODES: &[&str] = &["cbc", "cfb", "ecb", "ofb"];
const BITS: &[&str] = &["cfb1", "cfb8"];
const CTR: &[&str] = &["ctr"];

/// The block ciphers that OpenSSL has, by the beginnings of their names in Bramah, each with its modes.
const CIPHERS: &[(&str, &[&[&str]])] = &[
    ("aes-", &[MODES, BITS, CTR]),
    ("aria-", &[MODES, BITS, CTR]),
    ("camellia-", &[MODES, BITS, CTR]),
    ("sm4", &[MODES, CTR]),
    ("3des-2key", &[MODES]),
    ("3des", &[MODES, BITS]),
    ("des", &[MODES, BITS]),
    ("blowfish", &[MODES]),
    ("cast-128", &[MODES]),
    ("idea", &[MODES]),
    ("rc2", &[MODES]),
    ("seed", &[MODES]),
];

#[derive(Clone, Copy, Debug)]
pub(super) enum Cipher {
    /// A block cipher in a mode, and the length of its key in bytes.
    Block(Algorithm, usize),
    /// ChaCha20 with an IV as in OpenSSL: 16 bytes, which are a counter of 8 bytes, little-endian, and a nonce of 8
    /// bytes.
    ChaCha20(stream::Algorithm),
    /// RC4, and the length of its key in bytes.
    Rc4(stream::Algorithm, usize),
}

impl Cipher {
    /// Finds a cipher by its name in OpenSSL or in Bramah. Upper and lower case are equal.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the name is unknown.
    pub(super) fn lookup(name: &str) -> Result<Self, Error> {
        let name = name.to_ascii_lowercase();
        let known = NAMES.iter().find(|(alias, _)| *alias == name);
        let short = SHORT.iter().find(|(alias, ..)| *alias == name);
        let meant = short.map(|(_, meant, _)| *meant).or(known.map(|(_, meant)| *meant)).unwrap_or(&name);
        let key = short.map(|(.., key)| *key);
        match bramah::cipher(meant) {
            Ok(mut cipher) => {
                if let Some(key) = key {
                    cipher = cipher.with_effective_bits(8 * key as u16)?;
                }
                let cipher = match cipher.mode() {
                    Mode::Ecb(_) | Mode::Cbc(_) => cipher.with_ending(Ending::Padded(Padding::Pkcs7))?,
                    _ => cipher,
                };
                Ok(Self::Block(cipher, key.unwrap_or(cipher.key_len())))
            }
            // OpenSSL's only ciphers that are not block ciphers
            Err(error) => match stream::lookup(meant) {
                Ok(cipher) if cipher.info().name == "chacha20" => Ok(Self::ChaCha20(cipher)),
                Ok(cipher) if cipher.info().name == "rc4" => Ok(Self::Rc4(cipher, key.unwrap_or(16))),
                _ => Err(error.into()),
            },
        }
    }

    /// Disables padding. The plaintext must then consist of whole blocks.
    pub(super) fn without_padding(self) -> Self {
        match self {
            Self::Block(cipher, key) => Self::Block(cipher.with_ending(Ending::Whole).unwrap_or(cipher), key),
            other => other,
        }
    }

    /// Returns whether the cipher pads the plaintext to whole blocks.
    pub(super) fn is_padded(&self) -> bool {
        matches!(self, Self::Block(cipher, _) if matches!(cipher.mode(), Mode::Ecb(Ending::Padded(_)) | Mode::Cbc(Ending::Padded(_))))
    }

    /// Returns whether the cipher adds a key stream to the plaintext. If so, two ciphertexts under the same key and IV
    /// reveal the XOR of their plaintexts.
    pub(super) fn is_stream(&self) -> bool {
        match self {
            Self::Block(cipher, _) => matches!(cipher.mode(), Mode::Ctr(_) | Mode::Ofb),
            Self::ChaCha20(_) | Self::Rc4(..) => true,
        }
    }

    /// Returns the length of a block in bytes, or 1 for a stream cipher.
    pub(super) fn block_len(&self) -> usize {
        match self {
            Self::Block(cipher, _) => cipher.cipher().block_len(),
            Self::ChaCha20(_) | Self::Rc4(..) => 1,
        }
    }

    /// Returns whether OpenSSL has the cipher.
    pub(super) fn is_in_openssl(&self) -> bool {
        let Self::Block(cipher, _) = self else { return true };
        let (name, mode) = (cipher.cipher().info().name, cipher.info().name);
        let found = CIPHERS.iter().find(|(start, _)| match start.ends_with('-') {
            true => name.starts_with(start),
            false => name == *start,
        });
        found.is_some_and(|(_, modes)| modes.iter().any(|modes| modes.contains(&mode)))
    }

    /// Returns whether the cipher is still recommended for new files.
    pub(super) fn standing(&self) -> Standing {
        match self {
            Self::Block(cipher, key) if *key < cipher.key_len() => Standing::Broken,
            Self::Block(cipher, _) => cipher.cipher().info().standing,
            Self::ChaCha20(cipher) | Self::Rc4(cipher, _) => cipher.info().standing,
        }
    }

    /// Returns the cipher's name in Bramah.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Block(cipher, _) => cipher.name(),
            Self::ChaCha20(cipher) | Self::Rc4(cipher, _) => cipher.info().name.into(),
        }
    }

    /// Returns the lengths of the key and of the IV in bytes.
    pub(super) fn lengths(&self) -> (usize, usize) {
        match self {
            Self::Block(cipher, key) => (*key, cipher.iv_len().1),
            Self::ChaCha20(_) => (32, 16),
            Self::Rc4(_, key) => (*key, 0),
        }
    }

    /// Starts a message.
    pub(super) fn begin(&self, key: &[u8], iv: &[u8], direction: Direction) -> Result<Running, Error> {
        Ok(match self {
            Self::Block(cipher, _) => Running::Block(Box::new(cipher.begin(key, iv, direction)?)),
            Self::ChaCha20(cipher) => {
                let (counter, nonce) = iv.split_first_chunk().expect("an IV has 16 bytes");
                let mut stream = cipher.begin(key, nonce)?;
                stream.seek(u128::from(u64::from_le_bytes(*counter)) * 64)?;
                Running::Stream(stream)
            }
            Self::Rc4(cipher, _) => Running::Stream(cipher.begin(key, iv)?),
        })
    }
}

/// A message that is being encrypted or decrypted.
pub(super) enum Running {
    Block(Box<Crypter<bramah::block::AnyCipher>>),
    Stream(Stream<AnyKeystream>),
}

impl Running {
    pub(super) fn block_len(&self) -> usize {
        match self {
            Self::Block(crypter) => crypter.block_len(),
            Self::Stream(_) => 1,
        }
    }

    /// Encrypts or decrypts the next part of the message to `out`, which must be at least two blocks longer than the
    /// part. Returns the number of bytes that were written.
    pub(super) fn update(&mut self, part: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Block(crypter) => Ok(crypter.update(part, out)?),
            Self::Stream(stream) => {
                out[..part.len()].copy_from_slice(part);
                stream.apply(&mut out[..part.len()])?;
                Ok(part.len())
            }
        }
    }

    /// Finishes the message, writes its last bytes to `out`, and returns their number.
    ///
    /// # Errors
    /// [`Payload::Padding`] if the padding is wrong; [`Payload::Blocks`] if the length of the ciphertext (or without
    /// padding, of the plaintext) is not a multiple of the block length.
    pub(super) fn finalize(&mut self, out: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Block(crypter) => crypter.finalize(out).map_err(|error| match error {
                bramah::Error::Padding => Payload::Padding.into(),
                _ => Payload::Blocks.into(),
            }),
            Self::Stream(_) => Ok(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SHA-256 of OpenSSL 3.0's key stream for IVs whose counter overflows its lowest 32 bits within the message.
    #[test]
    fn counters_of_chacha20_are_those_of_openssl() {
        for (counter, expected) in [
            (0xffff_ffff_u64, "c0c4e58799375e188c63258c1d5f24e50e6951a0f60295f13c54e733739cd135"),
            (0xa_ffff_fffe, "95019232ff85e39d37603e4a2383082b1ccce289d5db71a9f756e0b013d7aba9"),
        ] {
            let key: Vec<u8> = (0..32).collect();
            let iv = [counter.to_le_bytes(), [1, 2, 3, 4, 5, 6, 7, 8]].concat();
            let cipher = Cipher::lookup("chacha20").unwrap();
            let mut running = cipher.begin(&key, &iv, Direction::Decrypt).unwrap();
            let mut text = [0; 160];
            assert_eq!(running.update(&[0; 160], &mut text).unwrap(), 160);
            let digest: String =
                bramah::Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(digest, expected);
        }
    }

    #[test]
    fn names_of_openssl_mean_what_they_mean_there() {
        for (name, meant, lengths) in [
            ("aes256", "aes-256-cbc", (32, 16)),
            ("AES-128-CFB", "aes-128-cfb", (16, 16)),
            ("des-ede3", "3des-ecb", (24, 0)),
            ("des-ede3-cbc", "3des-cbc", (24, 8)),
            ("des3", "3des-cbc", (24, 8)),
            ("des-ede-cfb", "3des-2key-cfb", (16, 8)),
            ("bf-ofb", "blowfish-ofb", (16, 8)),
            ("cast5-cbc", "cast-128-cbc", (16, 8)),
            ("rc2-40-cbc", "rc2-cbc", (5, 8)),
            ("rc2-64", "rc2-cbc", (8, 8)),
            ("rc2", "rc2-cbc", (16, 8)),
            ("rc4", "rc4", (16, 0)),
            ("rc4-40", "rc4", (5, 0)),
            ("sm4-ctr", "sm4-ctr", (16, 16)),
        ] {
            let cipher = Cipher::lookup(name).unwrap();
            assert_eq!((cipher.name().as_str(), cipher.lengths()), (meant, lengths), "{name}");
            assert!(cipher.is_in_openssl(), "{name}");
        }
        for name in ["serpent-256-cbc", "aes-256-xts", "des-ctr", "seed-cfb8", "cast-256-cbc"] {
            let cipher = Cipher::lookup(name);
            assert!(!cipher.is_ok_and(|cipher| cipher.is_in_openssl()), "{name}");
        }
    }
}
