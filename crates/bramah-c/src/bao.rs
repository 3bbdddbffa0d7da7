//! Bao (O'Connor, "The Bao Spec"): encodings of content with BLAKE3's tree, by which any part of the content can be
//! verified by itself.

use crate::{
    handle::Variable,
    status::{BAD_ARGUMENT, Failure, LENGTH, MALFORMED, Status, UNAUTHENTIC},
};
use bramah::bao::{self, Encoding, Range, Seeking};
use std::io::{self, Cursor, Write};

/// The form of an encoding of BLAKE3's tree.
pub type BaoForm = i32;

/// The encoding contains the content.
pub const BAO_COMBINED: BaoForm = 0;
/// The encoding contains only the length and the tree; the content is stored separately.
pub const BAO_OUTBOARD: BaoForm = 1;

exported! {
    /// Encodes content with the tree of BLAKE3, so that any part of it can be verified, and sets `written` to the
    /// length of the encoding, `bramah_bao_length`. `hash`, 32 bytes, is set to the BLAKE3 hash of the content, against
    /// which parts are verified. If `output` is too short, the call fails with `BRAMAH_LENGTH`, and `written` is the
    /// length that is needed.
    fn bramah_bao_encode(
        form: BaoForm,
        content: *const u8,
        content_len: usize,
        hash: *mut u8,
        hash_len: usize,
        output: *mut u8,
        output_len: usize,
        written: *mut usize,
    )
        sets [written] reads [content: content_len] writes [hash: hash_len, output: output_len]
    {
        let hash: &mut [u8; 32] = hash.try_into().map_err(|_| hash_length())?;
        let form = if outboard(form)? { bao::Form::Outboard } else { bao::Form::Combined };
        let mut out = Room::new(output);
        *hash = bao::encode(&mut Cursor::new(content), form, &mut out).map_err(refused(UNAUTHENTIC))?;
        out.end(&written)
    }

    /// Verifies a range of the content against the hash of the whole content, writes the range to `output`, and sets
    /// `written` to its length. `encoding` was written by `bramah_bao_encode` in the form `form`; `content` is the
    /// content if the form is outboard, otherwise null. The range begins after `start` bytes, and ends after `count`
    /// bytes more or at the end of the content. `BRAMAH_UNAUTHENTIC` if the content or the encoding does not match the
    /// hash or is truncated; bytes that the range does not need may be damaged. `BRAMAH_LENGTH` if `output` is too
    /// short, as for `bramah_bao_encode`.
    fn bramah_bao_decode(
        form: BaoForm,
        encoding: *const u8,
        encoding_len: usize,
        content: *const u8,
        content_len: usize,
        hash: *const u8,
        hash_len: usize,
        start: u64,
        count: u64,
        output: *mut u8,
        output_len: usize,
        written: *mut usize,
    )
        sets [written] reads [encoding: encoding_len, content: content_len, hash: hash_len] writes [output: output_len]
    {
        let hash = hash.try_into().map_err(|_| hash_length())?;
        let range = Range { start, count };
        with_encoding(form, encoding, content, |encoding| decoded(encoding, hash, range, output, &written))
    }

    /// Extracts a slice from an encoding: the bytes that `bramah_bao_decode_slice` needs to verify a range. Nothing is
    /// verified here. The arguments are those of `bramah_bao_decode`; an empty range is treated as a range of one byte.
    /// A slice is never longer than the combined encoding. `BRAMAH_MALFORMED` if the encoding is truncated;
    /// `BRAMAH_LENGTH` as for `bramah_bao_encode`.
    fn bramah_bao_slice(
        form: BaoForm,
        encoding: *const u8,
        encoding_len: usize,
        content: *const u8,
        content_len: usize,
        start: u64,
        count: u64,
        output: *mut u8,
        output_len: usize,
        written: *mut usize,
    )
        sets [written] reads [encoding: encoding_len, content: content_len] writes [output: output_len]
    {
        with_encoding(form, encoding, content, |encoding| {
            let mut out = Room::new(output);
            bao::slice(encoding, Range { start, count }, &mut out).map_err(refused(MALFORMED))?;
            out.end(&written)
        })
    }

    /// Verifies a slice against the hash of the whole content, writes the range that the slice was made for, and sets
    /// `written` to its length. `start` and `count` must be those given to `bramah_bao_slice`. Errors are as for
    /// `bramah_bao_decode`.
    fn bramah_bao_decode_slice(
        slice: *const u8,
        slice_len: usize,
        hash: *const u8,
        hash_len: usize,
        start: u64,
        count: u64,
        output: *mut u8,
        output_len: usize,
        written: *mut usize,
    )
        sets [written] reads [slice: slice_len, hash: hash_len] writes [output: output_len]
    {
        let hash = hash.try_into().map_err(|_| hash_length())?;
        let mut slice = Seeking::new(Cursor::new(slice));
        decoded(&mut Encoding::slice(&mut slice), hash, Range { start, count }, output, &written)
    }
}

returned! {
    /// Returns the length in bytes of an encoding of `content_len` bytes of content, or 0 if the form is unknown or the
    /// length overflows.
    fn bramah_bao_length(form: BaoForm, content_len: usize) -> usize, otherwise 0; {
        let parents = content_len.div_ceil(1024).max(1) - 1;
        let content = if outboard(form)? { 0 } else { content_len };
        let whole = parents.checked_mul(64).and_then(|parents| parents.checked_add(8)?.checked_add(content));
        Ok(whole.unwrap_or(0))
    }
}

fn hash_length() -> Failure {
    Failure::new(LENGTH, "the hash must have 32 bytes")
}

/// Returns whether the form is outboard, so that the content is separate.
fn outboard(form: BaoForm) -> Result<bool, Failure> {
    match form {
        BAO_COMBINED => Ok(false),
        BAO_OUTBOARD => Ok(true),
        other => Err(Failure::new(BAD_ARGUMENT, format!("the form is {other}, but must be 0 or 1"))),
    }
}

/// Calls `with` with an encoding in memory and, for the outboard form, the separate content.
fn with_encoding(
    form: BaoForm,
    encoding: &[u8],
    content: &[u8],
    with: impl FnOnce(&mut Encoding<'_>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let [mut tree, mut apart] = [encoding, content].map(|bytes| Seeking::new(Cursor::new(bytes)));
    if outboard(form)? {
        return with(&mut Encoding::outboard(&mut tree, &mut apart));
    }
    if !content.is_empty() {
        return Err(Failure::new(
            BAD_ARGUMENT,
            "the content is in the combined encoding, and must not be given apart",
        ));
    }
    with(&mut Encoding::combined(&mut tree))
}

fn decoded(
    encoding: &mut Encoding<'_>,
    hash: &[u8; 32],
    range: Range,
    output: &mut [u8],
    written: &Variable<usize>,
) -> Result<(), Failure> {
    let mut out = Room::new(output);
    bao::decode(encoding, hash, range, &mut out).map_err(refused(UNAUTHENTIC))?;
    out.end(written)
}

/// Returns a function that converts an error of decoding or slicing to a failure with this status.
fn refused(status: Status) -> impl Fn(io::Error) -> Failure {
    move |error| match error.kind() {
        io::ErrorKind::UnexpectedEof => Failure::new(status, "the encoding or the content is truncated"),
        _ => Failure::new(status, error.to_string()),
    }
}

/// An output that counts all bytes written to it, including those that do not fit.
struct Room<'a> {
    output: &'a mut [u8],
    count: usize,
}

impl<'a> Room<'a> {
    fn new(output: &'a mut [u8]) -> Self {
        Self { output, count: 0 }
    }

    /// Sets `written` to the number of bytes that were written or are needed; returns an error if they did not fit.
    fn end(self, written: &Variable<usize>) -> Result<(), Failure> {
        written.set(self.count);
        let (length, needed) = (self.output.len(), self.count);
        if needed > length {
            return Err(bramah::Error::OutputRoom { length, needed }.into());
        }
        Ok(())
    }
}

impl Write for Room<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(room) = self.output.get_mut(self.count..).filter(|room| room.len() >= bytes.len()) {
            room[..bytes.len()].copy_from_slice(bytes);
        }
        self.count += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
