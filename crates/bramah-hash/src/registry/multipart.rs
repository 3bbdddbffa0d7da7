//! Digests of objects that were uploaded in parts: the digest of the digests of the parts.

use super::{AnyHasher, Function};
use crate::wipe::wipe;
use alloc::{vec, vec::Vec};
use bramah_machine::Hex;
use core::{fmt, num::NonZeroU64};

/// A message in progress whose parts are hashed one by one: the digest is that of all their digests, one after another.
///
/// Amazon S3, and what speaks its language, names objects of several parts so: with MD5 it is the ETag, and with CRC-32,
/// CRC-32C, SHA-1 and SHA-256 the checksum of the type COMPOSITE (Amazon S3 User Guide, "Checking object integrity").
/// Checksums of the type FULL_OBJECT are the plain digests of the whole object. All parts but the last have the same length; an
/// empty message is one empty part.
///
/// ```
/// use bramah::hash::{Multipart, lookup};
/// use core::num::NonZeroU64;
///
/// let five = NonZeroU64::new(5).expect("a number above 0");
/// let mut upload = Multipart::new(&lookup("md5")?.function(), five);
/// upload.update(b"hello world");
/// assert_eq!(upload.finalize().to_string(), "df349a9519959b17a605009540f4b31d-3");
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Multipart {
    part: AnyHasher,
    whole: AnyHasher,
    size: u64,
    /// The bytes of the part in progress.
    held: u64,
    parts: u64,
    digest: Vec<u8>,
}

impl Multipart {
    /// Begins an empty message with parts of `size` bytes.
    pub fn new(function: &Function, size: NonZeroU64) -> Self {
        let digest = vec![0; function.algorithm().output_len()];
        Self {
            part: function.hasher(),
            whole: function.hasher(),
            size: size.get(),
            held: 0,
            parts: 0,
            digest,
        }
    }

    /// Appends to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let mut data = data.as_ref();
        while !data.is_empty() {
            // a part is at most as long as the data here
            let room = usize::try_from(self.size - self.held).unwrap_or(usize::MAX);
            let (now, rest) = data.split_at(room.min(data.len()));
            self.part.update(now);
            self.held += now.len() as u64;
            if self.held == self.size {
                self.close();
            }
            data = rest;
        }
    }

    fn close(&mut self) {
        self.part.finalize_reset_into(&mut self.digest);
        self.whole.update(&self.digest);
        self.held = 0;
        self.parts += 1;
    }

    /// Ends the message and returns its digest.
    pub fn finalize(mut self) -> Composite {
        if self.held > 0 || self.parts == 0 {
            self.close();
        }
        let mut digest = core::mem::take(&mut self.digest);
        self.whole.finalize_reset_into(&mut digest);
        Composite { digest, parts: self.parts }
    }
}

impl Drop for Multipart {
    /// Digests under a key are erased.
    fn drop(&mut self) {
        wipe(&mut self.digest[..]);
    }
}

/// The digest of a message of several parts.
///
/// It is shown as an ETag is written, in hexadecimal, with a hyphen and the number of parts. Checksums of S3 have the digest in
/// base64, and the same end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composite {
    /// The digest of the digests of all parts.
    pub digest: Vec<u8>,
    /// The number of parts, at least 1.
    pub parts: u64,
}

impl fmt::Display for Composite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", Hex(&self.digest), self.parts)
    }
}
