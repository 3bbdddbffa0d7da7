//! Authenticated encryption of long messages in segments.

use crate::{
    aead::{Aead, check_tag},
    handle::Kind,
    status::{BAD_ARGUMENT, FINISHED, Failure},
};
use bramah::aead::{self, AnyScheme};
use std::sync::Arc;

/// The layout of the nonce of a segment: it contains a prefix, the number of the segment, and whether it is the last.
pub type Layout = i32;
/// The prefix, the segment number as 4 big-endian bytes, and a byte that is 1 for the last segment and 0 otherwise.
pub const LAYOUT_BE32: Layout = 0;
/// The prefix, and 4 little-endian bytes: the segment number in 31 bits; the highest bit is 1 for the last segment.
pub const LAYOUT_LE31: Layout = 1;
/// The prefix, the segment number as 11 big-endian bytes, and a byte that is 1 for the last segment and 0 otherwise.
/// With nonces of 12 bytes, as in age files, the prefix is empty, and each message needs a fresh key.
pub const LAYOUT_BE88: Layout = 2;

/// A message in segments.
pub struct SegmentsKind;

impl Kind for SegmentsKind {
    const TAG: u32 = 0xb4a6_000c;
    const NAME: &'static str = "a message in segments";
    type Fixed = (Arc<aead::Aead<AnyScheme>>, aead::Layout, Vec<u8>);
    type Moving = Place;
}

/// A long message in segments, each with its own tag (STREAM). Missing segments, reordered segments, and segments after
/// the last one are detected. Both sides must pass the same associated data for a segment, and agree on the length of
/// segments.
pub type Segments = crate::handle::Handle<SegmentsKind>;

/// The position in a message.
#[derive(Default)]
pub struct Place {
    /// The number of the next segment, counted from 0.
    number: u128,
    ended: bool,
}

/// Seals or opens the next segment with `work`. The position changes only if `work` succeeds.
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

/// Returns whether `last`, 0 or 1, means that a segment is the last.
fn is_last(last: i32) -> Result<bool, Failure> {
    match last {
        0 | 1 => Ok(last == 1),
        other => Err(Failure::new(BAD_ARGUMENT, format!("last is {other}, but must be 0 or 1"))),
    }
}

exported! {
    /// Starts a message in segments under an AEAD. The handle of the AEAD may be freed before the message. `layout` is
    /// `BRAMAH_LAYOUT_BE32` or another constant of this type. `prefix` is shorter than a nonce: by 5 bytes for
    /// `BRAMAH_LAYOUT_BE32`, 4 for `BRAMAH_LAYOUT_LE31` and 12 for `BRAMAH_LAYOUT_BE88`. It must never be used twice
    /// under one key.
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

    /// Frees a message in segments and sets the caller's pointer to null. The key is erased when nothing else uses it.
    /// A null pointer is ignored.
    fn bramah_segments_free(segments: *mut *mut Segments) {
        Handle::free(segments)
    }

    /// Encrypts the next segment and writes its tag, `bramah_aead_tag` bytes. `last` is 1 for the last segment and 0
    /// otherwise. `aad` is authenticated but not encrypted. `output` must have the length of `input`, and may begin at
    /// the same byte.
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

    /// Verifies and decrypts the next segment. `last` is 1 for the last segment and 0 otherwise. If the tag or `last`
    /// is wrong, the output is zeros, the result is `BRAMAH_UNAUTHENTIC`, and the same segment is expected again. The
    /// message is complete only after its last segment has been decrypted. `output` must have the length of `input`,
    /// and may begin at the same byte.
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

    /// Sets the number of the next segment, counted from 0, to open a segment without the segments before it. No two
    /// segments may be sealed under one number.
    fn bramah_segments_seek(segments: *mut Segments, number: u64) {
        let mut place = Handle::lock(segments)?;
        let (aead, layout, prefix) = Handle::fixed(segments)?;
        aead.segments(*layout, prefix)?.seek(number.into())?;
        *place = Place { number: number.into(), ended: place.ended };
        Ok(())
    }
}
