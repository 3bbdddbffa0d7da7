//! Files that `openssl enc -pbkdf2` wrote, which begin with `Salted__`. They can only be read: nothing authenticates
//! them, and they name neither the cipher nor the digest nor the rounds of PBKDF2.

use crate::{Error, Payload};
use bramah::{
    kdf::{PasswordKdf as _, Pbkdf2},
    mode::{Algorithm, Direction, Ending, Mode, Padding},
};
use std::io::{Read, Write};
use zeroize::Zeroizing;

/// The first bytes of a file, before eight bytes of salt.
pub const MAGIC: &[u8; 8] = b"Salted__";
/// The rounds of PBKDF2 unless `-iter` says another number.
pub const ITERATIONS: u32 = 10_000;
/// The bytes that are processed at a time.
const PIECE: usize = 1 << 18;

/// How a file was encrypted.
#[derive(Clone, Copy, Debug)]
pub struct OpensslEnc {
    cipher: Algorithm,
    digest: bramah::hash::Algorithm,
    iterations: u32,
}

impl OpensslEnc {
    /// Makes it of the names of a cipher with its mode, such as `aes-256-cbc`, and a digest, such as `sha256`, and the
    /// rounds of PBKDF2.
    ///
    /// # Errors
    /// [`Error::Primitive`] if a name is unknown.
    pub fn new(cipher: &str, digest: &str, iterations: u32) -> Result<Self, Error> {
        let (mut cipher, digest) = (bramah::cipher(cipher)?, bramah::hash::lookup(digest)?);
        if let Mode::Ecb(_) | Mode::Cbc(_) = cipher.mode() {
            cipher = cipher.with_ending(Ending::Padded(Padding::Pkcs7))?;
        }
        Pbkdf2::with_hash(digest, iterations)?;
        Ok(Self { cipher, digest, iterations })
    }

    /// Decrypts a file from its beginning. Nothing shows whether the result is what was encrypted: a wrong passphrase,
    /// cipher or digest is noticed only if the padding of the last block is wrong, and a change to the file may not be
    /// noticed at all.
    ///
    /// # Errors
    /// [`Error::Header`] if the file does not begin with `Salted__` and a salt; [`Error::Payload`] if the last block is
    /// not padded; the errors of the reader and the writer.
    pub fn decrypt(
        &self,
        reader: &mut dyn Read,
        writer: &mut dyn Write,
        passphrase: &[u8],
    ) -> Result<(), Error> {
        let mut start = [0; 16];
        if crate::stream::fill(reader, &mut start, 0)? < start.len() || !start.starts_with(MAGIC) {
            return Err(Error::header("this is not a file of openssl enc"));
        }
        let (key_len, iv_len) = (self.cipher.key_len(), self.cipher.iv_len().1);
        let mut derived = Zeroizing::new(vec![0; key_len + iv_len]);
        Pbkdf2::with_hash(self.digest, self.iterations)?.derive(passphrase, &start[8..], &mut derived)?;
        let (key, iv) = derived.split_at(key_len);
        let mut crypter = self.cipher.begin(key, iv, Direction::Decrypt)?;
        let mut buffer = Zeroizing::new(vec![0; PIECE]);
        let mut text = Zeroizing::new(vec![0; PIECE + 2 * crypter.block_len()]);
        loop {
            let count = crate::stream::fill(reader, &mut buffer, 0)?;
            if count == 0 {
                break;
            }
            let len = crypter.update(&buffer[..count], &mut text)?;
            writer.write_all(&text[..len])?;
        }
        let len = crypter.finalize(&mut text).map_err(|_| Payload::Padding)?;
        writer.write_all(&text[..len])?;
        Ok(())
    }
}
