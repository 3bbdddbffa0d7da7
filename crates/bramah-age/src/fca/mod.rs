//! The formats of W. Ehrhardt's programs fca, fca256 and fzca (2003 to 2017), for existing files. A file is encrypted
//! with AES in EAX mode, or in CTR mode with HMAC. Its keys are derived from a passphrase by 1,000 rounds of PBKDF2.
//! The published sources of the programs define the formats.
//!
//! The only tag of a file is at its end, and the header is not authenticated. Do not use the output of [`Fca::decrypt`]
//! before the call has returned without an error. A thousand rounds of PBKDF2 are too few to stop an attacker from
//! guessing passphrases, so use age's format for new files.

mod pass;

use crate::{
    Error, Payload,
    key::{TAG, random},
};
use bramah::{
    Sha1, Whirlpool, aead,
    kdf::{PasswordKdf as _, Pbkdf2},
    mac,
    mode::Direction,
};
use flate2::{Compression, write::ZlibEncoder};
use pass::{Inflating, Pass, Sealed, Watched};
use std::io::{self, Read, Write};
use zeroize::Zeroizing;

/// The length of a header in bytes.
pub const HEADER: usize = 16;
/// The number of rounds of PBKDF2. It is fixed, and the file does not contain it.
pub const ITERATIONS: u32 = 1000;
/// The maximum length in bytes of the passphrase of a new file, because the original programs accept no longer one.
pub const MOST_PASSPHRASE: usize = 255;
/// The number of bytes that are encrypted or decrypted at a time.
const PIECE: usize = 1 << 18;

const MAGIC: u8 = 0xfc;
const FLAGS: u8 = 0xa0;
const EAX: u8 = 1;
const ZLIB: u8 = 2;
const STRONG: u8 = 4;

/// The block cipher. The header does not record it, so the caller must know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cipher {
    /// AES: FCA and FCA256.
    #[default]
    Aes,
    /// Serpent: the related programs fcs and fcs256.
    Serpent,
    /// Twofish: the related programs fct and fct256.
    Twofish,
}

impl Cipher {
    /// Returns the name of the cipher in Bramah's registry, without the length of the key.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Aes => "aes",
            Self::Serpent => "serpent",
            Self::Twofish => "twofish",
        }
    }
}

/// The options that a file's header records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Whether keys have 256 bits (FCA256, which uses Whirlpool) instead of 128 (FCA, which uses SHA-1).
    pub strong: bool,
    /// Whether the mode is EAX instead of CTR with HMAC.
    pub eax: bool,
    /// Whether the plaintext was compressed before encryption (FZCA).
    pub compressed: bool,
}

/// The form of a file's plaintext, once it has been verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Contents {
    /// The plaintext itself.
    Text,
    /// A complete zlib stream, although according to the header the plaintext is not compressed. Because the header is
    /// not authenticated, somebody may have cleared the flag of compression. If so, the actual plaintext is inside the
    /// stream.
    Zlib,
}

/// The header of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FcaHeader {
    kind: Kind,
    salt: [u8; 12],
    verifier: [u8; 2],
}

impl FcaHeader {
    /// Parses a header.
    ///
    /// # Errors
    /// [`Error::Header`] if the bytes are not an FCA header.
    pub fn parse(bytes: &[u8; HEADER]) -> Result<Self, Error> {
        let [magic, flags, rest @ ..] = bytes;
        let [a, b, c, d, e, f, g, h, i, j, k, l, verifier @ ..] = *rest;
        // the upper five bits are fixed, and the lower three are the flags
        if *magic != MAGIC || flags & 0xf8 != FLAGS {
            return Err(Error::header("this is not an FCA file"));
        }
        let has = |flag| flags & flag != 0;
        let kind = Kind { strong: has(STRONG), eax: has(EAX), compressed: has(ZLIB) };
        Ok(Self { kind, salt: [a, b, c, d, e, f, g, h, i, j, k, l], verifier })
    }

    /// Returns the options that the header records.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Serializes the header.
    pub fn to_bytes(&self) -> [u8; HEADER] {
        let Kind { strong, eax, compressed } = self.kind;
        let flags = [(strong, STRONG), (eax, EAX), (compressed, ZLIB)];
        let flags = flags.iter().filter(|(set, _)| *set).fold(FLAGS, |flags, (_, flag)| flags | flag);
        let mut bytes = [0; HEADER];
        bytes[..2].copy_from_slice(&[MAGIC, flags]);
        bytes[2..14].copy_from_slice(&self.salt);
        bytes[14..].copy_from_slice(&self.verifier);
        bytes
    }
}

/// Returns whether a file that begins with these bytes may be an FCA file.
pub fn is_fca(start: &[u8]) -> bool {
    start.first_chunk().is_some_and(|header| FcaHeader::parse(header).is_ok())
}

/// The keys of a file, derived from its passphrase.
struct Keys {
    cipher: Zeroizing<Vec<u8>>,
    /// The key of HMAC or the nonce of EAX, depending on the mode.
    second: Zeroizing<Vec<u8>>,
    verifier: [u8; 2],
}

impl Keys {
    fn derive(kind: Kind, salt: &[u8; 12], passphrase: &[u8]) -> Result<Self, Error> {
        let len = if kind.strong { 32 } else { 16 };
        let mut all = Zeroizing::new(vec![0; 2 * len + 2]);
        let pbkdf2 = match kind.strong {
            true => Pbkdf2::new::<Whirlpool>(ITERATIONS)?,
            false => Pbkdf2::new::<Sha1>(ITERATIONS)?,
        };
        pbkdf2.derive(passphrase, salt, &mut all)?;
        let part = |at: usize| Zeroizing::new(all[at * len..][..len].to_vec());
        Ok(Self { cipher: part(0), second: part(1), verifier: [all[2 * len], all[2 * len + 1]] })
    }
}

/// Returns an error if the original programs cannot read files with this passphrase. [`NewFca::new`] calls this
/// function, so that they can open every new file. [`Fca::open`] also accepts longer passphrases, for existing files.
///
/// # Errors
/// [`Error::Key`] for a passphrase of more than [`MOST_PASSPHRASE`] bytes.
pub fn check_passphrase(passphrase: &[u8]) -> Result<(), Error> {
    match passphrase.len() {
        0..=MOST_PASSPHRASE => Ok(()),
        _ => Err(Error::key(format!(
            "the passphrase is too long: this format allows at most {MOST_PASSPHRASE} bytes"
        ))),
    }
}

/// A new file and its keys. It can encrypt only once, because a second plaintext under the same keys would reveal both.
pub struct NewFca(Fca);

impl NewFca {
    /// Generates a salt, and derives the keys of a new file from the passphrase.
    ///
    /// # Errors
    /// The errors of [`check_passphrase`]; [`Error::Primitive`] if the operating system returns no random bytes;
    /// [`Error::Key`] if the library was built without the cipher.
    pub fn new(kind: Kind, cipher: Cipher, passphrase: &[u8]) -> Result<Self, Error> {
        check_passphrase(passphrase)?;
        let salt = random()?;
        let keys = Keys::derive(kind, &salt, passphrase)?;
        let header = FcaHeader { kind, salt, verifier: keys.verifier };
        let new = Fca { header, keys, cipher };
        new.begin(Direction::Encrypt, |_| Ok(()))?;
        Ok(Self(new))
    }

    /// Encrypts all bytes of a reader, and writes the whole file: header, ciphertext and tag. Returns the length of the
    /// plaintext in bytes.
    ///
    /// # Errors
    /// The errors of the reader and the writer.
    pub fn encrypt(self, reader: &mut dyn Read, writer: &mut dyn Write) -> Result<u64, Error> {
        let Self(fca) = self;
        writer.write_all(&fca.header.to_bytes())?;
        let mut tag = [0; TAG];
        let len = fca.begin(Direction::Encrypt, |pass| {
            let buffer = Zeroizing::new(Vec::with_capacity(PIECE));
            let mut sealed = Sealed { pass, writer: &mut *writer, buffer };
            let len = match fca.header.kind.compressed {
                true => {
                    let mut zlib = ZlibEncoder::new(&mut sealed, Compression::default());
                    let len = io::copy(reader, &mut zlib)?;
                    zlib.finish()?;
                    len
                }
                false => io::copy(reader, &mut sealed)?,
            };
            sealed.flush()?;
            tag = sealed.pass.tag()?;
            Ok(len)
        })?;
        writer.write_all(&tag)?;
        Ok(len)
    }
}

/// An existing file's header and keys, for decryption.
pub struct Fca {
    header: FcaHeader,
    keys: Keys,
    cipher: Cipher,
}

impl Fca {
    /// Derives the keys of a file from its header and its passphrase, and checks the passphrase against the header.
    ///
    /// # Errors
    /// [`Error::WrongPassphrase`] if the header shows that the passphrase is wrong. One wrong passphrase in 65,536
    /// passes this check, and is noticed only when the tag is verified. [`Error::Key`] if the library was built without
    /// the cipher.
    pub fn open(header: FcaHeader, cipher: Cipher, passphrase: &[u8]) -> Result<Self, Error> {
        let keys = Keys::derive(header.kind, &header.salt, passphrase)?;
        let new = Self { header, keys, cipher };
        new.begin(Direction::Decrypt, |_| Ok(()))?;
        if new.keys.verifier != header.verifier {
            return Err(Error::WrongPassphrase);
        }
        Ok(new)
    }

    /// Returns the header.
    pub fn header(&self) -> &FcaHeader {
        &self.header
    }

    /// Decrypts the part of a file after the header, and returns whether the output is compressed. Do not use the
    /// output before this call has returned without an error, because the tag is at the end of the file.
    ///
    /// # Errors
    /// [`Error::Payload`] if the tag is wrong or the file is truncated; the errors of the reader and the writer.
    pub fn decrypt(&self, reader: &mut dyn Read, writer: &mut dyn Write) -> Result<Contents, Error> {
        if !self.header.kind.compressed {
            let mut watched = Watched { writer, zlib: Inflating::new(io::sink()) };
            self.open_all(reader, &mut watched)?;
            return Ok(if watched.zlib.ends_whole() { Contents::Zlib } else { Contents::Text });
        }
        let mut zlib = Inflating::new(writer);
        self.open_all(reader, &mut zlib)?;
        // a damaged stream is reported only after the tag was verified, because before that a forger may have damaged
        // it
        if zlib.ends_whole() { Ok(Contents::Text) } else { Err(Payload::Compressed.into()) }
    }

    /// Verifies the tag of a file without writing the decrypted text.
    ///
    /// # Errors
    /// The errors of [`decrypt`](Self::decrypt).
    pub fn verify(&self, reader: &mut dyn Read) -> Result<(), Error> {
        self.open_all(reader, &mut io::sink())
    }

    fn open_all(&self, reader: &mut dyn Read, writer: &mut dyn Write) -> Result<(), Error> {
        self.begin(Direction::Decrypt, |pass| {
            let mut buffer = Zeroizing::new(vec![0; PIECE + TAG]);
            let mut held = 0;
            loop {
                let count = crate::stream::fill(reader, &mut buffer, held)?;
                let len = count.checked_sub(TAG).ok_or(Payload::Short)?;
                pass.update(&mut buffer[..len])?;
                writer.write_all(&buffer[..len])?;
                let ended = count < buffer.len();
                buffer.copy_within(len..count, 0);
                held = TAG;
                if ended {
                    let received: [u8; TAG] = buffer[..TAG].try_into().expect("16 bytes");
                    return pass.verify(&received);
                }
            }
        })
    }

    /// Creates the cipher and the MAC of a message, and calls `work` with them.
    fn begin<T>(
        &self,
        direction: Direction,
        work: impl FnOnce(&mut Pass<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let Self { header, keys, cipher } = self;
        let name = format!("{}-{}", cipher.name(), 8 * keys.cipher.len());
        let missing = |_| Error::key(format!("this build does not contain the cipher {name}"));
        if header.kind.eax {
            let eax = aead::lookup(&format!("{name}-eax")).map_err(missing)?;
            let eax = eax.keyed(&keys.cipher)?;
            let message = eax.begin(&keys.second)?;
            return work(&mut Pass::Eax(Some(message), direction));
        }
        let ctr = bramah::cipher(&format!("{name}-ctr")).map_err(missing)?;
        let ctr = ctr.begin(&keys.cipher, &[0; 16], direction)?;
        let hmac = mac::lookup(if header.kind.strong { "hmac-whirlpool" } else { "hmac-sha1" })?;
        let hmac = hmac.keyed(&keys.second)?;
        work(&mut Pass::Ctr(Box::new(ctr), hmac, direction))
    }
}

#[cfg(test)]
mod tests;
