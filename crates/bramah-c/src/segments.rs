//! Long messages in segments under authenticated encryption.

use crate::{
    aead::{Aead, check_tag},
    handle::Kind,
    status::{BAD_ARGUMENT, FINISHED, Failure},
};
use bramah::aead::{self, AnyScheme};
use std::sync::Arc;

/// The form of a segment's nonce: a prefix, the number of the segment, and whether it is the last.
pub type Layout = i32;
/// The prefix, the number in 4 bytes, big-endian, and a byte that is 1 for the last segment, else 0.
pub const LAYOUT_BE32: Layout = 0;
/// The prefix, and 4 bytes, little-endian: the number in 31 bits, and the highest bit, which is 1 for the last segment.
pub const LAYOUT_LE31: Layout = 1;
/// The prefix, the number in 11 bytes, big-endian, and a byte that is 1 for the last segment, else 0. With nonces of 12
/// bytes the prefix is empty, as in age files, and each message needs another key.
pub const LAYOUT_BE88: Layout = 2;

/// A message in segments.
pub struct SegmentsKind;

impl Kind for SegmentsKind {
    const TAG: u32 = 0xb4a6_000c;
    const NAME: &'static str = "a message in segments";
    type Fixed = (Arc<aead::Aead<AnyScheme>>, aead::Layout, Vec<u8>);
    type Moving = Place;
}

/// A long message in segments, each with its own tag (STREAM). Segments that are missing, come in another order, or
/// follow the last one are refused. Both sides pass the same associated data for a segment, and agree on the length of
/// segments.
pub type Segments = crate::handle::Handle<SegmentsKind>;

/// The progress of a message.
#[derive(Default)]
pub struct Place {
    /// The number of the next segment.
    number: u128,
    ended: bool,
}

/// Seals or opens the next segment. The progress changes only if that succeeds.
fn next<'a>(
    (aead, layout, prefix): &'a <SegmentsKind as Kind>::Fixed,
    place: &mut Place,
    last: bool,
    work: impl FnOnce(aead::Segments<'a, AnyScheme>) -> Result<(), bramah::Error>,
) -> Result<(), Failure> {
    if place.ended {
        return Err(Failure::new(FINISHED, "the message has ended with its last segment"));
    }
    let mut segments = aead.segments(*layout, prefix)?;
    segments.seek(place.number)?;
    work(segments)?;
    place.number += 1;
    place.ended = last;
    Ok(())
}

/// Returns whether a number means that a segment is the last.
fn is_last(last: i32) -> Result<bool, Failure> {
    match last {
        0 | 1 => Ok(last == 1),
        other => Err(Failure::new(BAD_ARGUMENT, format!("last is {other}, but must be 0 or 1"))),
    }
}

exported! {
    /// Begins a message in segments under authenticated encryption. The handle of the encryption may be freed before
    /// the message. `layout` is `BRAMAH_LAYOUT_BE32` or another. `prefix` is shorter than a nonce by the bytes of the
    /// layout, 5, 4 or 12, and must never be used twice under one key.
    fn bramah_segments_new(
        segments: *mut *mut Segments,
        aead: *const Aead,
        layout: Layout,
        prefix: *const u8,
        prefix_len: usize,
    )
        makes segments reads [prefix: prefix_len]
    {
        let known = usize::try_from(layout).ok().and_then(|place| aead::Layout::ALL.get(place));
        let layout = *known.ok_or_else(|| {
            Failure::new(BAD_ARGUMENT, format!("the layout is {layout}, but must be from 0 to 2"))
        })?;
        let aead = Handle::fixed(aead)?.clone();
        aead.segments(layout, prefix)?;
        segments.fill((aead, layout, prefix.to_vec()), Place::default());
        Ok(())
    }

    /// Frees a message in segments and sets the caller's pointer to null. Its key is erased once nothing else uses it.
    /// A null pointer is ignored.
    fn bramah_segments_free(segments: *mut *mut Segments) {
        Handle::free(segments)
    }

    /// Encrypts the next segment and writes its tag, of `bramah_aead_tag` bytes. `last` is 1 for the last segment, else
    /// 0. `aad` is authenticated but not encrypted. `output` has the length of `input`, and may begin at the same byte.
    fn bramah_segments_seal(
        segments: *mut Segments,
        last: i32,
        aad: *const u8,
        aad_len: usize,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
        tag: *mut u8,
        tag_len: usize,
    )
        reads [aad: aad_len] turns [input: input_len => output: output_len] writes [tag: tag_len]
    {
        let mut place = Handle::lock(segments)?;
        let (last, fixed, data) = (is_last(last)?, Handle::fixed(segments)?, output.equal()?);
        check_tag(&fixed.0, tag.len())?;
        next(fixed, &mut place, last, |mut segments| match last {
            true => segments.seal_last(aad, data, tag),
            false => segments.seal_next(aad, data, tag),
        })
    }

    /// Decrypts the next segment. `last` is 1 for the last segment, else 0. If the tag is wrong or `last` is, the
    /// output is zeros, the result is `BRAMAH_UNAUTHENTIC`, and the same segment is expected again. The message is
    /// complete only after its last segment was decrypted. `output` has the length of `input`, and may begin at the
    /// same byte.
    fn bramah_segments_open(
        segments: *mut Segments,
        last: i32,
        aad: *const u8,
        aad_len: usize,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
        tag: *const u8,
        tag_len: usize,
    )
        reads [aad: aad_len, tag: tag_len] turns [input: input_len => output: output_len]
    {
        let mut place = Handle::lock(segments)?;
        let (last, fixed, data) = (is_last(last)?, Handle::fixed(segments)?, output.equal()?);
        next(fixed, &mut place, last, |mut segments| match last {
            true => segments.open_last(aad, data, tag),
            false => segments.open_next(aad, data, tag),
        })
    }

    /// Sets the number of the next segment, the first being 0, to open it without the segments before it. No two
    /// segments may be sealed under one number.
    fn bramah_segments_seek(segments: *mut Segments, number: u64) {
        let mut place = Handle::lock(segments)?;
        let (aead, layout, prefix) = Handle::fixed(segments)?;
        aead.segments(*layout, prefix)?.seek(number.into())?;
        *place = Place { number: number.into(), ended: place.ended };
        Ok(())
    }
}
