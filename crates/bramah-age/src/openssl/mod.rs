//! Files of `openssl enc`, with a passphrase: as bytes, which usually begin with `Salted__` and a salt, or as their base64
//! (`-a`, `-A`).
//!
//! They are not authenticated, and contain neither the cipher nor the derivation of the key from the passphrase: the
//! caller of [`OpensslEnc`] chooses both. Use them for programs that read nothing else; new files should have age's
//! format.
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

/// The first bytes of a file, before eight bytes of salt.
pub const MAGIC: &[u8; 8] = b"Salted__";
/// The base64 of [`MAGIC`], up to the last character that does not depend on the next byte.
const MAGIC_AS_TEXT: &[u8; 10] = b"U2FsdGVkX1";

/// Returns whether a file with this beginning is one of `openssl enc`, as bytes or as base64 (`-a`). Ten bytes are
/// enough. A file without a salt at its beginning ([`Salt`]) cannot be distinguished from random bytes.
pub fn is_openssl(start: &[u8]) -> bool {
    start.starts_with(MAGIC) || start.starts_with(MAGIC_AS_TEXT)
}

/// The number of rounds of PBKDF2 unless `-iter` sets another.
pub const ITERATIONS: u32 = 10_000;
/// The length of a salt in bytes.
pub const SALT: usize = 8;
/// The number of bytes that are processed at a time.
const PIECE: usize = 1 << 18;
/// The number of bytes at the beginning that are used to check whether a file makes sense.
const START: usize = 4096;

/// The place of a file's salt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Salt {
    /// At the beginning of the file, after `Salted__`. A new file gets a random salt.
    #[default]
    InFile,
    /// Not in the file: the salt is this one (`-S` of OpenSSL 3). A file that begins with `Salted__` and the same salt,
    /// as OpenSSL 1 wrote it, is read too.
    Given([u8; SALT]),
    /// There is no salt (`-nosalt`): key and IV depend only on the passphrase.
    None,
}

/// The form of a new file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Bytes.
    #[default]
    Bytes,
    /// Base64 in lines of 64 characters (`-a`).
    Lines,
    /// Base64 in one line without a line break (`-a -A`).
    OneLine,
}

/// The parameters of encryption.
#[derive(Clone, Copy, Debug)]
pub struct OpensslEnc {
    cipher: Cipher,
    digest: hash::Algorithm,
    derivation: Derivation,
    salt: Salt,
    base64: bool,
}

impl OpensslEnc {
    /// Makes the parameters from the names of a cipher with its mode, such as `aes-256-cbc`, `chacha20` or `rc4`, and
    /// of a digest, such as `sha256`, and the number of rounds of PBKDF2 (`-pbkdf2`, `-iter`). OpenSSL's names are
    /// accepted too.
    ///
    /// # Errors
    /// [`Error::Primitive`] if a name is unknown, or the number of rounds is 0.
    pub fn new(cipher: &str, digest: &str, iterations: u32) -> Result<Self, Error> {
        Self::with(cipher, digest, Derivation::Pbkdf2 { iterations })
    }

    /// Makes the parameters from the names of a cipher and a digest, as [`new`](Self::new) does, and a derivation.
    ///
    /// # Errors
    /// [`Error::Primitive`] if a name is unknown, the number of rounds is 0, or HMAC is not defined over the digest.
    pub fn with(cipher: &str, digest: &str, derivation: Derivation) -> Result<Self, Error> {
        let (cipher, digest) = (Cipher::lookup(cipher)?, derive::digest(digest)?);
        if let Derivation::Pbkdf2 { iterations } = derivation {
            Pbkdf2::with_hash(digest, iterations)?;
        }
        Ok(Self { cipher, digest, derivation, salt: Salt::InFile, base64: false })
    }

    /// Sets the place of the salt, [`Salt::InFile`] by default.
    #[must_use]
    pub fn salt(self, salt: Salt) -> Self {
        Self { salt, ..self }
    }

    /// Omits the padding of ECB and CBC (`-nopad`): the text must consist of whole blocks.
    #[must_use]
    pub fn without_padding(self) -> Self {
        Self { cipher: self.cipher.without_padding(), ..self }
    }

    /// Requires base64 in decryption (`-a`): needed for a file without a salt that is too short to be recognised as
    /// base64.
    #[must_use]
    pub fn base64(self) -> Self {
        Self { base64: true, ..self }
    }

    /// Returns whether to choose the cipher for something new.
    pub fn standing(&self) -> Standing {
        self.cipher.standing()
    }

    /// Returns whether the cipher adds a keystream to the text, so that two files under the same passphrase and salt reveal the
    /// difference of their texts.
    pub fn is_stream(&self) -> bool {
        self.cipher.is_stream()
    }

    /// Refuses a cipher or digest that `openssl enc` does not have, so that every new file can be read by OpenSSL.
    /// [`encrypt`](Self::encrypt) calls this.
    ///
    /// # Errors
    /// [`Error::Key`] if OpenSSL has no such cipher or digest.
    pub fn check_new(&self) -> Result<(), Error> {
        let (cipher, digest) = (self.cipher.name(), self.digest.name());
        if !self.cipher.is_in_openssl() {
            return Err(Error::key(format!("openssl enc does not have the cipher {cipher}")));
        }
        if !derive::is_in_openssl(&self.digest) {
            return Err(Error::key(format!("openssl enc does not have the digest {digest}")));
        }
        if self.derivation != Derivation::BytesToKey && self.digest.entry().extendable() {
            return Err(Error::key(format!("OpenSSL does not have PBKDF2 with {digest}")));
        }
        Ok(())
    }

    /// Derives the key of a file with this salt and, after it, the IV.
    fn keys(&self, passphrase: &[u8], salt: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        let (key, iv) = self.cipher.lengths();
        let mut derived = Zeroizing::new(vec![0; key + iv]);
        self.derivation.derive(self.digest, passphrase, salt, &mut derived)?;
        Ok(derived)
    }

    /// Encrypts everything that a reader supplies to a whole file.
    ///
    /// # Errors
    /// The errors of [`check_new`](Self::check_new); [`Payload::Blocks`] if the text does not consist of whole blocks and is not
    /// padded; the errors of the operating system's random bytes, the reader and the writer.
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

    /// Passes everything that a reader supplies through the cipher. `seen` is called for each part before it is
    /// written, with the input and the output.
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

    /// Decrypts a file from its beginning, which may be base64. Nothing proves that the result is the original text. A
    /// wrong passphrase, cipher, digest or derivation is noticed if the padding of the last block is wrong, or if the
    /// beginning makes no sense and would make sense under one of the usual derivations. A change to the file may not
    /// be noticed at all.
    ///
    /// # Errors
    /// [`Error::Header`] if the salt is not in its place, or if base64 is malformed; [`Payload::Padding`] and
    /// [`Payload::Blocks`]; [`Payload::Derivation`] if the passphrase fits with another derivation; the errors of the
    /// reader and the writer.
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

    /// Returns the salt of a file that begins with these bytes, and the bytes that are ciphertext.
    fn salted<'a>(&'a self, head: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), Error> {
        let found = head.strip_prefix(MAGIC).filter(|salt| salt.len() == SALT);
        match (&self.salt, found) {
            (Salt::InFile, Some(salt)) => Ok((salt, &[][..])),
            (Salt::InFile, None) => {
                Err(Error::header("not a file of openssl enc, or made with -nosalt or -S"))
            }
            (Salt::Given(given), Some(salt)) if salt == given => Ok((salt, &[][..])),
            (Salt::Given(_), Some(_)) => {
                Err(Error::header("the salt of the file differs from the one given"))
            }
            (Salt::None, Some(_)) => {
                Err(Error::header("the file begins with a salt: it was not made with -nosalt"))
            }
            (Salt::Given(given), None) => Ok((&given[..], head)),
            (Salt::None, None) => Ok((&[][..], head)),
        }
    }

    /// Returns the first of the usual derivations for which `fits` returns true, called with the keys. If `sure` is
    /// set, slow derivations are skipped: then the file is probably right, and they would only cost time.
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

    /// Returns whether the text of a file with this beginning makes sense.
    fn makes_sense(&self, start: &[u8], keys: &[u8]) -> bool {
        let (key, iv) = keys.split_at(self.cipher.lengths().0);
        let mut out = Zeroizing::new(vec![0; start.len() + 2 * self.cipher.block_len()]);
        let running = self.cipher.begin(key, iv, Direction::Decrypt);
        let len = running.and_then(|mut running| running.update(start, &mut out));
        len.is_ok_and(|len| derive::makes_sense(&out[..len]) == Some(true))
    }

    /// Returns whether the padding of a file with these last blocks is right.
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
