//! Files of `openssl enc`, encrypted with a passphrase. A file usually begins with `Salted__` and a salt, and may be
//! encoded in base64 (`-a`, `-A`).
//!
//! These files are not authenticated. They record neither the cipher nor how the key is derived from the passphrase, so
//! the caller of [`OpensslEnc`] must choose both. Use them only for programs that can read nothing else; use age's
//! format for new files.
//!
//! ```
//! use bramah_age::openssl::{Form, OpensslEnc};
//!
//! // openssl enc -aes-256-cbc -pbkdf2 -iter 600000 -a
//! let enc = OpensslEnc::new("aes-256-cbc", "sha256", 600_000)?;
//! let (mut file, mut text) = (Vec::new(), Vec::new());
//! enc.encrypt(&mut &b"hello"[..], &mut file, b"passphrase", Form::Lines)?;
//! enc.decrypt(&mut &file[..], &mut text, b"passphrase")?;
//! assert_eq!(text, b"hello");
//! # Ok::<(), bramah_age::Error>(())
//! ```

mod cipher;
mod derive;
mod text;

pub use crate::derivation::{Derivation, Fitting};

use crate::{Error, Payload, key::random};
use bramah::{Standing, hash, kdf::Pbkdf2, mode::Direction};
use cipher::Cipher;
use std::io::{Cursor, Read, Write};
use text::{Coded, Decoded};
use zeroize::Zeroizing;

/// The first bytes of a file, which eight bytes of salt follow.
pub const MAGIC: &[u8; 8] = b"Salted__";
/// The beginning of [`MAGIC`] in base64, without the last character, which depends on the next byte.
const MAGIC_AS_TEXT: &[u8; 10] = b"U2FsdGVkX1";

/// Returns whether a file that begins with these bytes comes from `openssl enc`, as bytes or in base64 (`-a`). Ten
/// bytes are enough. A file that does not begin with a salt ([`Salt`]) cannot be distinguished from random bytes.
pub fn is_openssl(start: &[u8]) -> bool {
    start.starts_with(MAGIC) || start.starts_with(MAGIC_AS_TEXT)
}

/// The number of rounds of PBKDF2 if `-iter` is not given.
pub const ITERATIONS: u32 = 10_000;
/// The length of a salt in bytes.
pub const SALT: usize = 8;
/// The number of bytes that are encrypted or decrypted at a time.
const PIECE: usize = 1 << 18;
/// The number of bytes at the beginning of a file by which decryption detects wrong keys.
const START: usize = 4096;

/// Where a file's salt comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Salt {
    /// The salt is at the beginning of the file, after `Salted__`. A new file gets a random salt.
    #[default]
    InFile,
    /// The file does not contain the salt, so it is given here (`-S` of OpenSSL 3). Decryption also accepts a file that
    /// begins with `Salted__` and this salt, as OpenSSL 1 wrote it.
    Given([u8; SALT]),
    /// There is no salt (`-nosalt`), so the key and the IV depend only on the passphrase.
    None,
}

/// The encoding of a new file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Bytes, without base64.
    #[default]
    Bytes,
    /// Base64 in lines of 64 characters (`-a`).
    Lines,
    /// Base64 in one line without a line break (`-a -A`).
    OneLine,
}

/// The parameters of encryption and decryption.
#[derive(Clone, Copy, Debug)]
pub struct OpensslEnc {
    cipher: Cipher,
    digest: hash::Algorithm,
    derivation: Derivation,
    salt: Salt,
    base64: bool,
}

impl OpensslEnc {
    /// Creates the parameters for PBKDF2 (`-pbkdf2`, `-iter`). `cipher` is the name of a cipher with its mode, such as
    /// `aes-256-cbc`, `chacha20` or `rc4`. `digest` is the name of a digest, such as `sha256`. `iterations` is the
    /// number of rounds. OpenSSL's names are accepted too.
    ///
    /// # Errors
    /// [`Error::Primitive`] if a name is unknown, or if the number of rounds is 0.
    pub fn new(cipher: &str, digest: &str, iterations: u32) -> Result<Self, Error> {
        Self::with(cipher, digest, Derivation::Pbkdf2 { iterations })
    }

    /// Creates the parameters as [`new`](Self::new) does, but with any derivation.
    ///
    /// # Errors
    /// [`Error::Primitive`] if a name is unknown, if the number of rounds is 0, or if the digest cannot be used with
    /// HMAC.
    pub fn with(cipher: &str, digest: &str, derivation: Derivation) -> Result<Self, Error> {
        let (cipher, digest) = (Cipher::lookup(cipher)?, derive::digest(digest)?);
        if let Derivation::Pbkdf2 { iterations } = derivation {
            Pbkdf2::with_hash(digest, iterations)?;
        }
        Ok(Self { cipher, digest, derivation, salt: Salt::InFile, base64: false })
    }

    /// Sets where the salt comes from. The default is [`Salt::InFile`].
    #[must_use]
    pub fn salt(self, salt: Salt) -> Self {
        Self { salt, ..self }
    }

    /// Disables the padding of ECB and CBC (`-nopad`). The plaintext must then consist of whole blocks.
    #[must_use]
    pub fn without_padding(self) -> Self {
        Self { cipher: self.cipher.without_padding(), ..self }
    }

    /// Makes decryption expect base64 (`-a`). This is needed only if a file has no salt and is too short for base64 to
    /// be detected.
    #[must_use]
    pub fn base64(self) -> Self {
        Self { base64: true, ..self }
    }

    /// Returns whether the cipher is still recommended for new files.
    pub fn standing(&self) -> Standing {
        self.cipher.standing()
    }

    /// Returns whether the cipher adds a key stream to the plaintext. If so, two files under the same passphrase and
    /// salt reveal the XOR of their plaintexts.
    pub fn is_stream(&self) -> bool {
        self.cipher.is_stream()
    }

    /// Returns an error if `openssl enc` does not have the cipher or the digest. [`encrypt`](Self::encrypt) calls this
    /// function, so that OpenSSL can read every new file.
    ///
    /// # Errors
    /// [`Error::Key`] if OpenSSL does not have the cipher or the digest.
    pub fn check_new(&self) -> Result<(), Error> {
        let (cipher, digest) = (self.cipher.name(), self.digest.name());
        if !self.cipher.is_in_openssl() {
            return Err(Error::key(format!("openssl enc does not support the cipher {cipher}")));
        }
        if !derive::is_in_openssl(&self.digest) {
            return Err(Error::key(format!("openssl enc does not support the digest {digest}")));
        }
        if self.derivation != Derivation::BytesToKey && self.digest.entry().extendable() {
            return Err(Error::key(format!("OpenSSL does not support PBKDF2 with {digest}")));
        }
        Ok(())
    }

    /// Derives a file's key followed by its IV.
    fn keys(&self, passphrase: &[u8], salt: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        let (key, iv) = self.cipher.lengths();
        let mut derived = Zeroizing::new(vec![0; key + iv]);
        self.derivation.derive(self.digest, passphrase, salt, &mut derived)?;
        Ok(derived)
    }

    /// Encrypts all bytes of a reader, and writes the whole file.
    ///
    /// # Errors
    /// The errors of [`check_new`](Self::check_new); [`Payload::Blocks`] if padding is disabled and the plaintext does
    /// not consist of whole blocks; [`Error::Primitive`] if the operating system returns no random bytes; the errors of
    /// the reader and the writer.
    pub fn encrypt(
        &self,
        reader: &mut dyn Read,
        writer: &mut dyn Write,
        passphrase: &[u8],
        form: Form,
    ) -> Result<(), Error> {
        if form == Form::Bytes {
            return self.encrypt_bytes(reader, writer, passphrase);
        }
        let mut coded = Coded::new(writer, form == Form::Lines);
        self.encrypt_bytes(reader, &mut coded, passphrase)?;
        Ok(coded.end()?)
    }

    fn encrypt_bytes(
        &self,
        reader: &mut dyn Read,
        writer: &mut dyn Write,
        passphrase: &[u8],
    ) -> Result<(), Error> {
        self.check_new()?;
        let salt = match self.salt {
            Salt::InFile => random::<SALT>()?.to_vec(),
            Salt::Given(salt) => salt.to_vec(),
            Salt::None => Vec::new(),
        };
        let keys = self.keys(passphrase, &salt)?;
        if self.salt == Salt::InFile {
            writer.write_all(&[&MAGIC[..], &salt].concat())?;
        }
        self.pass(reader, writer, &keys, Direction::Encrypt, &mut |_, _| Ok(()))
    }

    /// Encrypts or decrypts all bytes of a reader. `seen` is called with the input and the output of each piece before
    /// the output is written.
    fn pass(
        &self,
        reader: &mut dyn Read,
        writer: &mut dyn Write,
        keys: &[u8],
        direction: Direction,
        seen: &mut dyn FnMut(&[u8], &[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (key, iv) = keys.split_at(self.cipher.lengths().0);
        let mut running = self.cipher.begin(key, iv, direction)?;
        let mut buffer = Zeroizing::new(vec![0; PIECE]);
        let mut out = Zeroizing::new(vec![0; PIECE + 2 * running.block_len()]);
        loop {
            let count = crate::stream::fill(reader, &mut buffer, 0)?;
            if count == 0 {
                break;
            }
            let len = running.update(&buffer[..count], &mut out)?;
            seen(&buffer[..count], &out[..len])?;
            writer.write_all(&out[..len])?;
        }
        let len = running.finalize(&mut out)?;
        writer.write_all(&out[..len])?;
        Ok(())
    }

    /// Decrypts a file, which may be encoded in base64. The format has no authentication, so a modified file may decrypt
    /// without an error. A wrong passphrase, cipher, digest or key derivation function is detected in two cases only: if
    /// the padding of the last block is invalid, or if the output does not begin plausibly, but would with another common
    /// key derivation function or digest.
    ///
    /// # Errors
    /// [`Error::Header`] if the salt is not where it should be, or if base64 is malformed; [`Payload::Padding`] if the
    /// padding is wrong; [`Payload::Blocks`] if the length is not a multiple of the block length;
    /// [`Payload::Derivation`] if the passphrase works with another derivation; the errors of the reader and the
    /// writer.
    pub fn decrypt(
        &self,
        reader: &mut dyn Read,
        writer: &mut dyn Write,
        passphrase: &[u8],
    ) -> Result<(), Error> {
        let mut start = [0; 64];
        let count = crate::stream::fill(reader, &mut start, 0)?;
        let start = &start[..count];
        let without = self.salt != Salt::InFile && !start.starts_with(MAGIC) && text::is_base64(start);
        let is_text = self.base64 || start.starts_with(MAGIC_AS_TEXT) || without;
        let reader = Cursor::new(start.to_vec()).chain(reader);
        let mut bytes: Box<dyn Read + '_> =
            if is_text { Box::new(Decoded::new(reader)) } else { Box::new(reader) };
        let mut head = [0; MAGIC.len() + SALT];
        let count = crate::stream::fill(&mut *bytes, &mut head, 0)?;
        let (salt, rest) = self.salted(&head[..count])?;
        let mut bytes = rest.chain(bytes);

        let keys = self.keys(passphrase, salt)?;
        // the beginning of the ciphertext, and its last two blocks
        let (mut start, mut tail) = (Vec::new(), Vec::new());
        let kept = 2 * self.cipher.block_len();
        let mut seen = |input: &[u8], text: &[u8]| -> Result<(), Error> {
            if start.is_empty() {
                start = input[..input.len().min(START)].to_vec();
                let text = &text[..text.len().min(START)];
                if derive::makes_sense(text) == Some(false)
                    && let Some(fitting) =
                        self.fitting(passphrase, salt, true, |other, keys| other.makes_sense(&start, keys))
                {
                    return Err(Payload::Derivation(fitting).into());
                }
            }
            tail.extend_from_slice(&input[input.len().saturating_sub(kept)..]);
            tail.drain(..tail.len().saturating_sub(kept));
            Ok(())
        };
        match self.pass(&mut bytes, writer, &keys, Direction::Decrypt, &mut seen) {
            Err(Error::Payload(Payload::Padding)) if self.cipher.is_padded() => {
                let fitting = self.fitting(passphrase, salt, false, |other, keys| other.is_end(&tail, keys));
                Err(fitting.map_or(Payload::Padding, Payload::Derivation).into())
            }
            done => done,
        }
    }

    /// Returns the salt of a file that begins with the bytes `head`, and the part of `head` that is already ciphertext.
    fn salted<'a>(&'a self, head: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), Error> {
        let found = head.strip_prefix(MAGIC).filter(|salt| salt.len() == SALT);
        match (&self.salt, found) {
            (Salt::InFile, Some(salt)) => Ok((salt, &[][..])),
            (Salt::InFile, None) => Err(Error::header(
                "the file does not begin with a salt: it is not from openssl enc, or was made with -nosalt or -S",
            )),
            (Salt::Given(given), Some(salt)) if salt == given => Ok((salt, &[][..])),
            (Salt::Given(_), Some(_)) => {
                Err(Error::header("the salt in the file differs from the given salt"))
            }
            (Salt::None, Some(_)) => {
                Err(Error::header("the file begins with a salt: it was not made with -nosalt"))
            }
            (Salt::Given(given), None) => Ok((&given[..], head)),
            (Salt::None, None) => Ok((&[][..], head)),
        }
    }

    /// Calls `fits` with the keys of each of the usual derivations, and returns the first derivation for which it
    /// returns true. If `sure` is set, slow derivations are skipped: the output only begins implausibly, as files of
    /// many formats do, so the chosen derivation is probably right and slow ones would only cost time.
    fn fitting(
        &self,
        passphrase: &[u8],
        salt: &[u8],
        sure: bool,
        fits: impl Fn(&Self, &[u8]) -> bool,
    ) -> Option<Fitting> {
        let mut others = derive::usual().filter_map(|(derivation, name)| {
            let digest = derive::digest(name).ok()?;
            let is_this = derivation == self.derivation && digest.name() == self.digest.name();
            let is_quick = match derivation {
                Derivation::Pbkdf2 { iterations } => iterations <= ITERATIONS,
                Derivation::BytesToKey => true,
            };
            (!is_this && (is_quick || !sure)).then_some((Self { derivation, digest, ..*self }, name))
        });
        let (other, digest) =
            others.find(|(other, _)| other.keys(passphrase, salt).is_ok_and(|keys| fits(other, &keys)))?;
        Some(Fitting { derivation: other.derivation, digest, sure })
    }

    /// Returns whether these keys decrypt the beginning of a file to something plausible.
    fn makes_sense(&self, start: &[u8], keys: &[u8]) -> bool {
        let (key, iv) = keys.split_at(self.cipher.lengths().0);
        let mut out = Zeroizing::new(vec![0; start.len() + 2 * self.cipher.block_len()]);
        let running = self.cipher.begin(key, iv, Direction::Decrypt);
        let len = running.and_then(|mut running| running.update(start, &mut out));
        len.is_ok_and(|len| derive::makes_sense(&out[..len]) == Some(true))
    }

    /// Returns whether the padding is right if these keys decrypt the last two blocks of a file.
    fn is_end(&self, tail: &[u8], keys: &[u8]) -> bool {
        let (key, iv) = keys.split_at(self.cipher.lengths().0);
        let block = self.cipher.block_len();
        let (before, last) = tail.split_at(tail.len().saturating_sub(block));
        let iv = if iv.len() == before.len() { before } else { iv };
        let mut out = Zeroizing::new(vec![0; 3 * block]);
        let running = self.cipher.begin(key, iv, Direction::Decrypt);
        running.is_ok_and(|mut running| {
            running.update(last, &mut out).is_ok_and(|len| running.finalize(&mut out[len..]).is_ok())
        })
    }
}
