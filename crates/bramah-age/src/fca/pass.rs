//! One pass over the contents of a file, piece by piece: the cipher and the MAC together.

use super::PIECE;
use crate::{Error, Payload, key::TAG};
use bramah::{
    aead::{AnyScheme, Message},
    block::AnyCipher,
    mac::AnyMac,
    mode::{Crypter, Direction},
};
use flate2::write::ZlibDecoder;
use std::io::{self, Write};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

/// A message that is encrypted or decrypted piece by piece.
pub(super) enum Pass<'a> {
    /// EAX. The message is `None` once its tag has been computed.
    Eax(Option<Message<'a, AnyScheme>>, Direction),
    /// CTR, with HMAC over the ciphertext.
    Ctr(Box<Crypter<AnyCipher>>, AnyMac, Direction),
}

impl Pass<'_> {
    /// Encrypts or decrypts the next piece.
    pub(super) fn update(&mut self, piece: &mut [u8]) -> Result<(), Error> {
        match self {
            Self::Eax(Some(message), direction) => message.update(*direction, piece)?,
            Self::Eax(None, _) => return Err(Error::header("a message that has ended")),
            Self::Ctr(ctr, hmac, Direction::Encrypt) => {
                ctr.apply(&mut *piece)?;
                hmac.update(&*piece);
            }
            Self::Ctr(ctr, hmac, Direction::Decrypt) => {
                hmac.update(&*piece);
                ctr.apply(piece)?;
            }
        }
        Ok(())
    }

    /// Finishes the message, and returns its tag.
    pub(super) fn tag(&mut self) -> Result<[u8; TAG], Error> {
        let mut tag = [0; TAG];
        match self {
            Self::Eax(message, _) => {
                let message = message.take().ok_or_else(|| Error::header("a message that has ended"))?;
                message.finish(&mut tag)?;
            }
            Self::Ctr(_, hmac, _) => {
                let mut whole = vec![0; hmac.tag_len()];
                hmac.finalize(&mut whole)?;
                tag.copy_from_slice(&whole[..TAG]);
            }
        }
        Ok(tag)
    }

    /// Finishes the message, and compares its tag with the received tag in constant time.
    pub(super) fn verify(&mut self, received: &[u8; TAG]) -> Result<(), Error> {
        let same = match self {
            Self::Eax(message, _) => {
                let message = message.take().ok_or_else(|| Error::header("a message that has ended"))?;
                message.verify(received).is_ok()
            }
            // compared here, because the library rejects tags shorter than half of Whirlpool's digest
            Self::Ctr(..) => self.tag()?.ct_eq(received).into(),
        };
        if same { Ok(()) } else { Err(Payload::Tag.into()) }
    }
}

/// A writer that encrypts the plaintext that is written to it.
pub(super) struct Sealed<'a, 'b> {
    pub(super) pass: &'a mut Pass<'b>,
    pub(super) writer: &'a mut dyn Write,
    /// The buffered plaintext, which is not encrypted yet.
    pub(super) buffer: Zeroizing<Vec<u8>>,
}

impl Write for Sealed<'_, '_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.buffer.len() == PIECE {
            self.flush()?;
        }
        let taken = text.len().min(PIECE - self.buffer.len());
        self.buffer.extend_from_slice(&text[..taken]);
        Ok(taken)
    }

    /// Encrypts the buffered plaintext, and writes the ciphertext.
    fn flush(&mut self) -> io::Result<()> {
        self.pass.update(&mut self.buffer)?;
        self.writer.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }
}

/// A writer that decompresses a zlib stream. It only records an error in the stream, and reports it at the end, because
/// before the tag was verified, an error may come from a forger.
pub(super) struct Inflating<W: Write> {
    zlib: ZlibDecoder<W>,
    failed: bool,
}

impl<W: Write> Inflating<W> {
    /// Starts a new stream.
    pub(super) fn new(writer: W) -> Self {
        Self { zlib: ZlibDecoder::new(writer), failed: false }
    }

    /// Finishes the stream, and returns whether it was complete and valid.
    pub(super) fn ends_whole(mut self) -> bool {
        !self.failed && self.zlib.try_finish().is_ok()
    }
}

impl<W: Write> Write for Inflating<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed {
            return Ok(bytes.len());
        }
        match self.zlib.write(bytes) {
            // bytes follow the end of the stream
            Ok(0) if !bytes.is_empty() => self.failed = true,
            Err(error) if is_of_stream(&error) => self.failed = true,
            result => return result,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A writer that passes bytes on, and checks whether they are a zlib stream.
pub(super) struct Watched<W> {
    pub(super) writer: W,
    pub(super) zlib: Inflating<io::Sink>,
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.writer.write(bytes)?;
        self.zlib.write_all(&bytes[..count])?;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Returns whether an error means that the zlib stream is malformed. All other errors come from the inner writer.
fn is_of_stream(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData)
}
