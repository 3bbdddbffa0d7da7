//! Reading the values of a column of strings or bytes in any of Arrow's layouts.
//!
//! Apache Arrow, "Arrow columnar format", section "Physical memory layout".

use super::ffi::{Array, Schema};
use std::{ffi::CStr, slice};

/// Why the digests of a column cannot be computed, in words.
pub(crate) enum Refused {
    /// The column has a type that is neither strings nor bytes.
    Type(String),
    /// The column is malformed, or memory is missing.
    Value(String),
}

impl From<String> for Refused {
    fn from(message: String) -> Self {
        Self::Value(message)
    }
}

impl From<&str> for Refused {
    fn from(message: &str) -> Self {
        Self::Value(message.into())
    }
}

/// Bits of validity: bit i, from the lowest of each byte on, is 1 if value i is not null.
#[derive(Clone, Copy)]
struct Validity<'a> {
    bits: &'a [u8],
    offset: usize,
}

impl Validity<'_> {
    #[inline]
    fn is_valid(&self, i: usize) -> bool {
        let i = self.offset + i;
        self.bits[i / 8] >> (i % 8) & 1 == 1
    }
}

/// The place of the values in the buffers. Indices begin with the first value of the column.
enum Layout<'a> {
    /// Values between offsets of 32 bits.
    Short { offsets: &'a [i32], data: *const u8 },
    /// Values between offsets of 64 bits.
    Long { offsets: &'a [i64], data: *const u8 },
    /// Views: values of up to 12 bytes, and places of longer ones in the buffers.
    Views { views: &'a [[u8; 16]], buffers: Vec<&'a [u8]> },
    /// Values of one length.
    Fixed { width: usize, data: &'a [u8] },
    /// Nulls only.
    Nulls,
}

/// A column of strings or bytes.
pub(crate) struct Values<'a> {
    len: usize,
    validity: Option<Validity<'a>>,
    /// The validity of the one-column table that the column is from.
    outer: Option<Validity<'a>>,
    layout: Layout<'a>,
}

// SAFETY: the buffers are only read, and stay unchanged while the array exists, as the specification demands
unsafe impl Send for Values<'_> {}
// SAFETY: as above
unsafe impl Sync for Values<'_> {}

/// A column, or one of indices into a column.
pub(crate) enum Column<'a> {
    /// The values themselves.
    Plain(Values<'a>),
    /// Each value is the place of the real one in a dictionary.
    Dictionary { indices: Indices<'a>, values: Values<'a> },
}

/// The indices of a column with a dictionary.
pub(crate) struct Indices<'a> {
    len: usize,
    validity: Option<Validity<'a>>,
    outer: Option<Validity<'a>>,
    width: usize,
    signed: bool,
    data: &'a [u8],
}

/// Returns the format string of a type.
fn format(schema: &Schema) -> Result<&str, Refused> {
    if schema.format.is_null() {
        return Err("an Arrow schema without a format".into());
    }
    // SAFETY: the specification demands a string that ends with a zero byte
    unsafe { CStr::from_ptr(schema.format) }.to_str().map_err(|_| "an Arrow format that is not UTF-8".into())
}

/// Returns a number of the structure that must not be negative.
fn number(value: i64, name: &str) -> Result<usize, Refused> {
    usize::try_from(value).map_err(|_| format!("an Arrow array whose {name} is {value}").into())
}

/// Returns a buffer with `count` items.
fn buffer<'a, T>(array: &Array, i: usize, count: usize) -> Result<&'a [T], Refused> {
    if i >= number(array.n_buffers, "number of buffers")? || array.buffers.is_null() {
        return Err(format!("an Arrow array without the buffer {i}").into());
    }
    // SAFETY: the array has so many buffers
    let start = unsafe { *array.buffers.add(i) }.cast::<T>();
    if count == 0 {
        return Ok(&[]);
    }
    if start.is_null() || !start.is_aligned() {
        return Err(format!("an Arrow array whose buffer {i} is missing or not aligned").into());
    }
    // SAFETY: the layout gives the buffer so many items, and the array keeps it while it exists; the callers use the
    // result only during that time
    Ok(unsafe { slice::from_raw_parts(start, count) })
}

/// Returns the validity of the values from `offset` on.
fn validity<'a>(array: &Array, offset: usize, len: usize) -> Result<Option<Validity<'a>>, Refused> {
    // SAFETY: the first buffer is that of validity, if there is any
    let missing = array.n_buffers < 1 || array.buffers.is_null() || unsafe { *array.buffers }.is_null();
    if missing || array.null_count == 0 {
        return Ok(None);
    }
    buffer(array, 0, (offset + len).div_ceil(8)).map(|bits| Some(Validity { bits, offset }))
}

/// Reads a column of strings or bytes, or a table with only one column.
///
/// # Errors
/// A message that names the type, if the column has none of these.
pub(crate) fn read<'a>(schema: &Schema, array: &'a Array) -> Result<Column<'a>, Refused> {
    let (offset, len) = (number(array.offset, "offset")?, number(array.length, "length")?);
    if format(schema)? != "+s" {
        return column(schema, array, offset, len, None);
    }
    if schema.n_children != 1 || array.n_children != 1 {
        return Err(Refused::Type(format!("a table of {} columns: choose one of them", schema.n_children)));
    }
    let outer = validity(array, offset, len)?;
    // SAFETY: both have one child, which lives as long as they
    let (schema, child) = unsafe { (&**schema.children, &**array.children) };
    column(schema, child, number(child.offset, "offset")? + offset, len, outer)
}

fn column<'a>(
    schema: &Schema,
    array: &'a Array,
    offset: usize,
    len: usize,
    outer: Option<Validity<'a>>,
) -> Result<Column<'a>, Refused> {
    let format = format(schema)?;
    if schema.dictionary.is_null() {
        return values(format, array, offset, len, outer).map(Column::Plain);
    }
    if array.dictionary.is_null() {
        return Err("an Arrow array without its dictionary".into());
    }
    let (width, signed) = match format {
        "c" => (1, true),
        "C" => (1, false),
        "s" => (2, true),
        "S" => (2, false),
        "i" => (4, true),
        "I" => (4, false),
        "l" => (8, true),
        "L" => (8, false),
        _ => return Err(format!("a dictionary with indices of the Arrow type {format:?}").into()),
    };
    let data = buffer(array, 1, width * (offset + len))?;
    let data = &data[width * offset..];
    let indices = Indices { len, validity: validity(array, offset, len)?, outer, width, signed, data };
    // SAFETY: both have a dictionary, which lives as long as they
    let (schema, dictionary) = unsafe { (&*schema.dictionary, &*array.dictionary) };
    if !schema.dictionary.is_null() {
        return Err("a dictionary in a dictionary".into());
    }
    let (offset, len) = (number(dictionary.offset, "offset")?, number(dictionary.length, "length")?);
    let values = values(self::format(schema)?, dictionary, offset, len, None)?;
    Ok(Column::Dictionary { indices, values })
}

fn values<'a>(
    format: &str,
    array: &'a Array,
    offset: usize,
    len: usize,
    outer: Option<Validity<'a>>,
) -> Result<Values<'a>, Refused> {
    let data = |i: usize| {
        if array.n_buffers <= i as i64 {
            return std::ptr::null();
        }
        // SAFETY: the array has so many buffers
        unsafe { *array.buffers.add(i) }.cast()
    };
    let ends = if len == 0 { 0 } else { offset + len + 1 };
    let layout = match format {
        "u" | "z" => {
            let offsets: &[i32] = buffer(array, 1, ends)?;
            Layout::Short { offsets: offsets.get(offset..).unwrap_or_default(), data: data(2) }
        }
        "U" | "Z" => {
            let offsets: &[i64] = buffer(array, 1, ends)?;
            Layout::Long { offsets: offsets.get(offset..).unwrap_or_default(), data: data(2) }
        }
        "vu" | "vz" => {
            let views: &[[u8; 16]] = buffer(array, 1, offset + len)?;
            let count = number(array.n_buffers, "number of buffers")?.saturating_sub(3);
            // the last buffer has the lengths of the buffers of data
            let lengths: &[i64] = buffer(array, 2 + count, count)?;
            let buffers = lengths.iter().enumerate();
            let buffers =
                buffers.map(|(i, length)| buffer(array, 2 + i, number(*length, "buffer's length")?));
            Layout::Views { views: &views[offset..], buffers: buffers.collect::<Result<_, _>>()? }
        }
        "n" => Layout::Nulls,
        _ => match format.strip_prefix("w:").and_then(|width| width.parse::<usize>().ok()) {
            Some(width) => {
                let data = buffer(array, 1, width.saturating_mul(offset + len))?;
                Layout::Fixed { width, data: &data[width * offset..] }
            }
            None => {
                let message =
                    format!("a column of the Arrow type {format:?}: cast it to strings or binary first");
                return Err(Refused::Type(message));
            }
        },
    };
    Ok(Values { len, validity: validity(array, offset, len)?, outer, layout })
}

impl<'a> Values<'a> {
    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether a value may be null.
    pub(crate) fn has_nulls(&self) -> bool {
        self.validity.is_some() || self.outer.is_some() || matches!(self.layout, Layout::Nulls)
    }

    /// Returns value `i`, or `None` if it is null.
    ///
    /// # Errors
    /// A message, if the value is not within the buffers.
    #[inline]
    pub(crate) fn get(&self, i: usize) -> Result<Option<&'a [u8]>, Refused> {
        let valid = |validity: &Option<Validity<'_>>| validity.is_none_or(|validity| validity.is_valid(i));
        if !(valid(&self.validity) && valid(&self.outer)) {
            return Ok(None);
        }
        let between = |data: *const u8, begin: i64, end: i64| {
            if begin < 0 || end < begin || (data.is_null() && end > begin) {
                return Err(Refused::from("an Arrow array whose offsets do not ascend"));
            }
            if begin == end {
                return Ok(&[][..]);
            }
            // SAFETY: the layout puts the value between these offsets of the buffer
            Ok(unsafe { slice::from_raw_parts(data.add(begin as usize), (end - begin) as usize) })
        };
        match &self.layout {
            Layout::Short { offsets, data } => {
                between(*data, offsets[i].into(), offsets[i + 1].into()).map(Some)
            }
            Layout::Long { offsets, data } => between(*data, offsets[i], offsets[i + 1]).map(Some),
            Layout::Views { views, buffers } => viewed(&views[i], buffers).map(Some),
            Layout::Fixed { width, data } => Ok(Some(&data[i * width..][..*width])),
            Layout::Nulls => Ok(None),
        }
    }
}

/// Returns the value of a view.
fn viewed<'a>(view: &'a [u8; 16], buffers: &[&'a [u8]]) -> Result<&'a [u8], Refused> {
    let word = |i: usize| view[i..].first_chunk().map_or(0, |word| u32::from_ne_bytes(*word)) as usize;
    let len = word(0);
    if len <= 12 {
        return Ok(&view[4..][..len]);
    }
    let bytes = buffers.get(word(8)).and_then(|buffer| buffer.get(word(12)..)?.get(..len));
    bytes.ok_or_else(|| "an Arrow array with a view outside of its buffers".into())
}

impl Indices<'_> {
    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the place of value `i` in the dictionary, or `None` if it is null.
    pub(crate) fn get(&self, i: usize) -> Option<usize> {
        let valid = |validity: &Option<Validity<'_>>| validity.is_none_or(|validity| validity.is_valid(i));
        if !(valid(&self.validity) && valid(&self.outer)) {
            return None;
        }
        let bytes = &self.data[i * self.width..][..self.width];
        let negative =
            self.signed && bytes.last().is_some_and(|last| cfg!(target_endian = "little") && *last >= 0x80);
        let mut word = [0; 8];
        if cfg!(target_endian = "little") {
            word[..self.width].copy_from_slice(bytes);
        } else {
            word[8 - self.width..].copy_from_slice(bytes);
        }
        // an index that is negative is outside of every dictionary
        if negative { Some(usize::MAX) } else { Some(u64::from_ne_bytes(word) as usize) }
    }
}
