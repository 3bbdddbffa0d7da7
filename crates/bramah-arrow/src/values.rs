//! The values of a column of strings or bytes.
//!
//! Apache Arrow, "Arrow columnar format", section "Physical memory layout".

use crate::{
    Refused, malformed,
    rows::{Places, Rows},
    type_name,
};
use core::ops::Range;

/// The positions of the values in the buffers. Indices begin with the first value of the column.
enum Layout<'a> {
    /// Values between offsets of 32 bits.
    Short(&'a [i32], &'a [u8]),
    /// Values between offsets of 64 bits.
    Long(&'a [i64], &'a [u8]),
    /// Views: values of up to 12 bytes, and the positions of longer ones in the buffers.
    Views(&'a [[u8; 16]], Vec<&'a [u8]>),
    /// The length of each value, and all values.
    Fixed(usize, &'a [u8]),
    /// Nulls only.
    Nulls,
}

/// A column of strings or bytes.
pub struct Values<'a> {
    places: Places<'a>,
    layout: Layout<'a>,
}

/// Returns the smallest number of buffers of a layout.
///
/// # Errors
/// [`Refused::Type`] with the name of the type, if it is neither strings nor bytes.
pub(crate) fn buffers(format: &str) -> Result<i64, Refused> {
    match format {
        "u" | "z" | "U" | "Z" | "vu" | "vz" => Ok(3),
        "n" => Ok(0),
        _ if width(format).is_some() => Ok(2),
        _ => Err(Refused::Type(format!(
            "unsupported column type {}: cast it to strings or binary first",
            type_name(format)
        ))),
    }
}

fn width(format: &str) -> Option<usize> {
    format.strip_prefix("w:")?.parse().ok()
}

/// Returns the end of the last value, which is the length of the buffer of values.
fn end(last: Option<i64>) -> Result<usize, Refused> {
    let last = last.unwrap_or(0);
    usize::try_from(last).map_err(|_| malformed(format_args!("its last offset is {last}")))
}

impl<'a> Values<'a> {
    /// Reads rows as values of the Arrow type that `format` names.
    ///
    /// # Safety
    /// The array of `rows` has that Arrow type, and does not change for `'a`.
    pub(crate) unsafe fn new(format: &str, rows: Rows<'a>) -> Result<Self, Refused> {
        let Places { len, offset, .. } = rows.places;
        // SAFETY: the caller's promise; every buffer below has the size that Arrow defines for the layout of the type.
        let layout = unsafe {
            match format {
                "u" | "z" => {
                    let offsets: &[i32] = rows.buffer(1, offset, len + 1)?;
                    let end = end(offsets.last().map(|last| i64::from(*last)))?;
                    Layout::Short(offsets, rows.buffer(2, 0, end)?)
                }
                "U" | "Z" => {
                    let offsets: &[i64] = rows.buffer(1, offset, len + 1)?;
                    Layout::Long(offsets, rows.buffer(2, 0, end(offsets.last().copied())?)?)
                }
                "vu" | "vz" => {
                    let views = rows.buffer(1, offset, len)?;
                    // the last buffer holds the sizes of the buffers between the views and itself
                    let count = rows.buffers() - 3;
                    let sizes: &[i64] = rows.buffer(2 + count, 0, count)?;
                    let mut buffers = Vec::with_capacity(sizes.len());
                    for (i, size) in sizes.iter().enumerate() {
                        let size = usize::try_from(*size);
                        let size = size.map_err(|_| {
                            malformed(format_args!("its buffer {} has a negative size", i + 2))
                        })?;
                        buffers.push(rows.buffer(2 + i, 0, size)?);
                    }
                    Layout::Views(views, buffers)
                }
                "n" => Layout::Nulls,
                _ => {
                    let width = width(format).unwrap_or(0);
                    let (Some(skip), Some(bytes)) = (width.checked_mul(offset), width.checked_mul(len))
                    else {
                        return Err(malformed(format_args!(
                            "{len} values of {width} bytes do not fit in memory"
                        )));
                    };
                    Layout::Fixed(width, rows.buffer(1, skip, bytes)?)
                }
            }
        };
        Ok(Self { places: rows.places, layout })
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.places.len
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns whether a value may be null.
    pub fn has_nulls(&self) -> bool {
        self.places.has_nulls() || matches!(self.layout, Layout::Nulls)
    }

    /// Returns whether a value is null.
    #[inline]
    pub fn is_null(&self, row: usize) -> bool {
        matches!(self.layout, Layout::Nulls) || !self.places.is_valid(row)
    }

    /// Returns a value, or `None` if it is null.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if the value is not within its buffer.
    #[inline]
    pub fn get(&self, row: usize) -> Result<Option<&'a [u8]>, Refused> {
        if self.is_null(row) {
            return Ok(None);
        }
        let value = match &self.layout {
            Layout::Short(offsets, bytes) => between(bytes, offsets[row].into(), offsets[row + 1].into()),
            Layout::Long(offsets, bytes) => between(bytes, offsets[row], offsets[row + 1]),
            Layout::Views(views, buffers) => viewed(&views[row], buffers),
            Layout::Fixed(width, bytes) => bytes.get(row * width..(row + 1) * width),
            Layout::Nulls => None,
        };
        match value {
            Some(value) => Ok(Some(value)),
            None => Err(outside(row)),
        }
    }

    /// Appends the values of `rows` that are not null to `out` and, if a row is null, to `places` their indices among `rows`.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if a value is not within its buffer. What was appended until then is of no use.
    ///
    /// # Panics
    /// If there are fewer rows.
    pub fn extend(
        &self,
        rows: Range<usize>,
        out: &mut Vec<&'a [u8]>,
        places: &mut Vec<usize>,
    ) -> Result<(), Refused> {
        if !self.has_nulls() && !rows.is_empty() {
            // most columns have offsets; the layout is looked up once, and not for each value
            let whole = match &self.layout {
                Layout::Short(offsets, bytes) => all_between(bytes, &offsets[rows.start..=rows.end], out),
                Layout::Long(offsets, bytes) => all_between(bytes, &offsets[rows.start..=rows.end], out),
                _ => false,
            };
            if whole {
                return Ok(());
            }
        }
        for (place, row) in rows.enumerate() {
            if let Some(value) = self.get(row)? {
                out.push(value);
                places.push(place);
            }
        }
        Ok(())
    }
}

/// Appends the slices of `bytes` between neighbouring offsets to `out`. Returns false, and appends nothing, if a slice is
/// outside of `bytes`.
fn all_between<'a, T: Copy + Into<i64>>(bytes: &'a [u8], offsets: &[T], out: &mut Vec<&'a [u8]>) -> bool {
    let begin = out.len();
    let mut within = true;
    out.extend(offsets.iter().zip(&offsets[1..]).map(|(from, to)| {
        between(bytes, (*from).into(), (*to).into()).unwrap_or_else(|| {
            within = false;
            &[]
        })
    }));
    if !within {
        out.truncate(begin);
    }
    within
}

#[cold]
fn outside(row: usize) -> Refused {
    malformed(format_args!("the value in row {row} is outside its buffer"))
}

#[inline]
fn between(bytes: &[u8], from: i64, to: i64) -> Option<&[u8]> {
    bytes.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)
}

/// Returns the value of a view: up to 12 bytes are in the view itself, longer values in a buffer.
fn viewed<'a>(view: &'a [u8; 16], buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
    let number = |i: usize| {
        let number = i32::from_ne_bytes([view[i], view[i + 1], view[i + 2], view[i + 3]]);
        usize::try_from(number).ok()
    };
    let len = number(0)?;
    if len <= 12 {
        return view.get(4..4 + len);
    }
    let (buffer, begin) = (buffers.get(number(8)?)?, number(12)?);
    buffer.get(begin..begin.checked_add(len)?)
}
