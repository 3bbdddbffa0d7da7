//! Digests of objects that were uploaded in parts: the digest of the concatenated digests of the parts.

use super::{AnyHasher, Function};
use crate::wipe::wipe;
use alloc::{vec, vec::Vec};
use bramah_machine::Hex;
use core::{fmt, num::NonZeroU64};

/// A message in progress whose parts are hashed separately: the result is the digest of the concatenated digests of the
/// parts.
///
/// Amazon S3 and compatible services use this for objects that were uploaded in parts. With MD5 the result is the ETag;
/// with CRC-32, CRC-32C, SHA-1 and SHA-256 it is the checksum of the type COMPOSITE (Amazon S3 User Guide, "Checking
/// object integrity"). A checksum of the type FULL_OBJECT is the plain digest of the object instead. All parts except
/// the last have the same length; an empty message consists of one empty part.
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
    /// The number of bytes of the current part so far.
    held: u64,
    parts: u64,
    digest: Vec<u8>,
}

impl Multipart {
    /// Starts a message whose parts have `size` bytes each.
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

    /// Appends bytes to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let mut data = data.as_ref();
        while !data.is_empty() {
            // a number that does not fit into `usize` may become `usize::MAX`, because `data` is never longer
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
    /// Erases the digest, which may depend on a key.
    fn drop(&mut self) {
        wipe(&mut self.digest[..]);
    }
}

/// The digest of a message that was hashed in parts.
///
/// [`Display`](fmt::Display) writes an ETag: the digest in hexadecimal, a hyphen and the number of parts. An S3
/// checksum has the digest in base64 instead, followed by the same hyphen and number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Composite {
    /// The digest of the concatenated digests of all parts.
    pub digest: Vec<u8>,
    /// The number of parts, at least 1.
    pub parts: u64,
}

impl fmt::Display for Composite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", Hex(&self.digest), self.parts)
    }
}
