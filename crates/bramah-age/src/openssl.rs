//! Files that `openssl enc -pbkdf2` wrote, which begin with `Salted__`, or with its base64 if `-a` was given. They can only be read: nothing authenticates
//! them, and they name neither the cipher nor the digest nor the rounds of PBKDF2.

use crate::{Error, Payload};
use base64ct::{Base64, Encoding as _};
use bramah::{
    kdf::{PasswordKdf as _, Pbkdf2},
    mode::{Algorithm, Crypter, Direction, Ending, Mode, Padding},
    stream::{self, AnyKeystream, Stream},
};
use std::io::{self, Read, Write};
use zeroize::Zeroizing;

/// The first bytes of a file, before eight bytes of salt.
pub const MAGIC: &[u8; 8] = b"Salted__";
/// The base64 of [`MAGIC`], as far as nothing else decides on it.
const MAGIC_AS_TEXT: &[u8; 10] = b"U2FsdGVkX1";

/// Returns whether a file that begins so is of `openssl enc`, as bytes or as base64 (`-a`). Ten bytes are enough.
pub fn is_openssl(start: &[u8]) -> bool {
    start.starts_with(MAGIC) || start.starts_with(MAGIC_AS_TEXT)
}

/// The rounds of PBKDF2 unless `-iter` says another number.
pub const ITERATIONS: u32 = 10_000;
/// The bytes that are processed at a time.
const PIECE: usize = 1 << 18;

/// How a file was encrypted.
#[derive(Clone, Copy, Debug)]
pub struct OpensslEnc {
    cipher: Cipher,
    digest: bramah::hash::Algorithm,
    iterations: u32,
}

#[derive(Clone, Copy, Debug)]
enum Cipher {
    Block(Algorithm),
    /// ChaCha20 as OpenSSL takes it: its IV of 16 bytes is a counter of 8 bytes, little-endian, and a nonce of 8.
    ChaCha20(stream::Algorithm),
    /// RC4 with a key of 16 bytes.
    Rc4(stream::Algorithm),
}

impl Cipher {
    fn lookup(name: &str) -> Result<Self, Error> {
        match bramah::cipher(name) {
            Ok(cipher) => Ok(Self::Block(match cipher.mode() {
                Mode::Ecb(_) | Mode::Cbc(_) => cipher.with_ending(Ending::Padded(Padding::Pkcs7))?,
                _ => cipher,
            })),
            // the only ciphers of OpenSSL that have no blocks
            Err(error) => match stream::lookup(name) {
                Ok(cipher) if cipher.info().name == "chacha20" => Ok(Self::ChaCha20(cipher)),
                Ok(cipher) if cipher.info().name == "rc4" => Ok(Self::Rc4(cipher)),
                _ => Err(error.into()),
            },
        }
    }

    /// Returns the lengths of the key and of the IV.
    fn lengths(&self) -> (usize, usize) {
        match self {
            Self::Block(cipher) => (cipher.key_len(), cipher.iv_len().1),
            Self::ChaCha20(_) => (32, 16),
            Self::Rc4(_) => (16, 0),
        }
    }

    fn begin(&self, key: &[u8], iv: &[u8]) -> Result<Running, Error> {
        Ok(match self {
            Self::Block(cipher) => Running::Block(Box::new(cipher.begin(key, iv, Direction::Decrypt)?)),
            Self::ChaCha20(cipher) => {
                let (counter, nonce) = iv.split_first_chunk().expect("an IV has 16 bytes");
                let mut stream = cipher.begin(key, nonce)?;
                stream.seek(u128::from(u64::from_le_bytes(*counter)) * 64)?;
                Running::Stream(stream)
            }
            Self::Rc4(cipher) => Running::Stream(cipher.begin(key, iv)?),
        })
    }
}

/// A decryption.
enum Running {
    Block(Box<Crypter<bramah::block::AnyCipher>>),
    Stream(Stream<AnyKeystream>),
}

impl Running {
    fn block_len(&self) -> usize {
        match self {
            Self::Block(crypter) => crypter.block_len(),
            Self::Stream(_) => 1,
        }
    }

    /// Decrypts a part, and returns the number of bytes of text.
    fn update(&mut self, part: &[u8], text: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Block(crypter) => Ok(crypter.update(part, text)?),
            Self::Stream(stream) => {
                text[..part.len()].copy_from_slice(part);
                stream.apply(&mut text[..part.len()])?;
                Ok(part.len())
            }
        }
    }

    fn finalize(&mut self, text: &mut [u8]) -> Result<usize, Error> {
        match self {
            Self::Block(crypter) => crypter.finalize(text).map_err(|_| Payload::Padding.into()),
            Self::Stream(_) => Ok(0),
        }
    }
}

/// A reader of base64 in lines of any length, as `openssl enc -a` and `-A` write it.
struct Text<R> {
    reader: R,
    /// The bytes that were read and not decoded: at the beginning those that tell the form.
    coded: Vec<u8>,
    decoded: Vec<u8>,
    from: usize,
    ended: bool,
}

impl<R: Read> Text<R> {
    fn new(reader: R, start: &[u8]) -> Self {
        let (coded, decoded) = (start.to_vec(), Vec::new());
        Self { reader, coded, decoded, from: 0, ended: false }
    }

    /// Decodes the next whole groups of four characters.
    fn decode(&mut self) -> Result<(), Error> {
        const WRONG: &str = "malformed base64 of openssl enc -a";
        let old = self.coded.len();
        self.coded.resize(old + PIECE, 0);
        let count = crate::stream::fill(&mut self.reader, &mut self.coded[old..], 0)?;
        self.coded.truncate(old + count);
        self.coded.retain(|byte| !byte.is_ascii_whitespace());
        self.ended = count < PIECE;
        let whole = self.coded.len() / 4 * 4;
        if self.ended && whole < self.coded.len() {
            return Err(Error::header(WRONG));
        }
        let text = std::str::from_utf8(&self.coded[..whole]).map_err(|_| Error::header(WRONG))?;
        // the character that fills up the last group is the end
        if !self.ended && text.ends_with('=') {
            self.ended = true;
            if whole < self.coded.len() {
                return Err(Error::header(WRONG));
            }
        }
        self.decoded = Base64::decode_vec(text).map_err(|_| Error::header(WRONG))?;
        self.from = 0;
        self.coded.drain(..whole);
        Ok(())
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.from == self.decoded.len() && !self.ended {
            self.decode()?;
        }
        let rest = &self.decoded[self.from..];
        let count = to.len().min(rest.len());
        to[..count].copy_from_slice(&rest[..count]);
        self.from += count;
        Ok(count)
    }
}

impl OpensslEnc {
    /// Makes it of the names of a cipher with its mode, such as `aes-256-cbc`, or `chacha20` or `rc4`, and a digest, such
    /// as `sha256`, and the rounds of PBKDF2.
    ///
    /// # Errors
    /// [`Error::Primitive`] if a name is unknown.
    pub fn new(cipher: &str, digest: &str, iterations: u32) -> Result<Self, Error> {
        let (cipher, digest) = (Cipher::lookup(cipher)?, bramah::hash::lookup(digest)?);
        Pbkdf2::with_hash(digest, iterations)?;
        Ok(Self { cipher, digest, iterations })
    }

    /// Decrypts a file from its beginning. Nothing shows whether the result is what was encrypted: a wrong passphrase,
    /// cipher or digest is noticed only if the padding of the last block is wrong, and a change to the file may not be
    /// noticed at all.
    ///
    /// # Errors
    /// [`Error::Header`] if the file does not begin with `Salted__` and a salt, as bytes or as base64, or if the base64 is
    /// malformed; [`Error::Payload`] if the last block is
    /// not padded; the errors of the reader and the writer.
    pub fn decrypt(
        &self,
        reader: &mut dyn Read,
        writer: &mut dyn Write,
        passphrase: &[u8],
    ) -> Result<(), Error> {
        let mut start = [0; 16];
        let count = crate::stream::fill(reader, &mut start, 0)?;
        let mut decoded = start.starts_with(MAGIC_AS_TEXT).then(|| Text::new(&mut *reader, &start[..count]));
        let (reader, count): (&mut dyn Read, usize) = match &mut decoded {
            Some(text) => {
                let count = crate::stream::fill(text, &mut start, 0)?;
                (text, count)
            }
            None => (reader, count),
        };
        if count < start.len() || !start.starts_with(MAGIC) {
            return Err(Error::header("this is not a file of openssl enc"));
        }
        let (key_len, iv_len) = self.cipher.lengths();
        let mut derived = Zeroizing::new(vec![0; key_len + iv_len]);
        Pbkdf2::with_hash(self.digest, self.iterations)?.derive(passphrase, &start[8..], &mut derived)?;
        let (key, iv) = derived.split_at(key_len);
        let mut crypter = self.cipher.begin(key, iv)?;
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
        let len = crypter.finalize(&mut text)?;
        writer.write_all(&text[..len])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The keystream of OpenSSL 3.0 for IVs whose lowest 32 bits overflow within the message, or nearly do.
    #[test]
    fn counters_of_chacha20_are_those_of_openssl() {
        for (counter, expected) in [
            (0xffff_ffff_u64, "c0c4e58799375e188c63258c1d5f24e50e6951a0f60295f13c54e733739cd135"),
            (0xa_ffff_fffe, "95019232ff85e39d37603e4a2383082b1ccce289d5db71a9f756e0b013d7aba9"),
        ] {
            let key: Vec<u8> = (0..32).collect();
            let iv = [counter.to_le_bytes(), [1, 2, 3, 4, 5, 6, 7, 8]].concat();
            let mut running = Cipher::lookup("chacha20").unwrap().begin(&key, &iv).unwrap();
            let mut text = [0; 160];
            assert_eq!(running.update(&[0; 160], &mut text).unwrap(), 160);
            let digest: String =
                bramah::Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(digest, expected);
        }
    }
}
