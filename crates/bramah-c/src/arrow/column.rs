//! Reading columns: strings and binary values in every layout, and the indices of dictionaries.

use super::{ArrowArray, ArrowSchema};
use crate::{
    memory::{Input, text},
    status::{Failure, MALFORMED},
};

#[cold]
pub(super) fn malformed(what: &str) -> Failure {
    Failure::new(MALFORMED, format!("Arrow array: {what}"))
}

/// The parts that arrays of all types have.
struct Rows<'a> {
    array: &'a ArrowArray,
    /// A bit for each value, 0 for null; empty if none is null.
    validity: &'a [u8],
    len: usize,
    offset: usize,
}

impl<'a> Rows<'a> {
    /// # Safety
    /// The array is as Arrow's C data interface defines it, and nothing changes it, for `'a`.
    unsafe fn new(array: &'a ArrowArray, buffers: i64) -> Result<Self, Failure> {
        if array.release.is_none() {
            return Err(malformed("it was released"));
        }
        let (Ok(len), Ok(offset)) = (usize::try_from(array.length), usize::try_from(array.offset)) else {
            return Err(malformed("a negative length or offset"));
        };
        let end = len.checked_add(offset).filter(|end| *end < isize::MAX as usize / 16);
        let end = end.ok_or_else(|| malformed("more values than memory has"))?;
        if array.n_buffers < buffers || array.buffers.is_null() {
            return Err(malformed("a buffer is missing"));
        }
        let mut rows = Self { array, validity: &[], len, offset };
        // SAFETY: the caller's promise; the first buffer may be null if no value is.
        let bits = unsafe { *array.buffers };
        if array.null_count != 0 && !bits.is_null() {
            // SAFETY: as many bits as there are values.
            rows.validity = unsafe { rows.buffer(0, end.div_ceil(8)) }?;
        } else if array.null_count > 0 {
            return Err(malformed("nulls without a bitmap"));
        }
        Ok(rows)
    }

    /// Returns the values of a buffer; there is none if the array is empty.
    ///
    /// # Safety
    /// The buffer has so many values, by the caller's contract.
    unsafe fn buffer<T>(&self, place: usize, len: usize) -> Result<&'a [T], Failure> {
        if self.len == 0 {
            return Ok(&[]);
        }
        // SAFETY: `new` has checked that there are so many buffers.
        let pointer = unsafe { *self.array.buffers.add(place) };
        // SAFETY: the caller's promise.
        unsafe { Input { name: "a buffer of an Arrow array", pointer: pointer.cast(), len }.get() }
    }

    fn is_valid(&self, row: usize) -> bool {
        let place = self.offset + row;
        self.validity.get(place / 8).is_none_or(|bits| bits >> (place % 8) & 1 == 1)
    }
}

/// Where the bytes of values are.
enum Layout<'a> {
    Offsets32(&'a [i32], &'a [u8]),
    Offsets64(&'a [i64], &'a [u8]),
    /// Views, and the buffers of long values.
    Views(&'a [[u8; 16]], Vec<&'a [u8]>),
    /// The size of a value, and all values.
    Fixed(usize, &'a [u8]),
}

/// A column of strings or binary values.
pub(super) struct Column<'a> {
    rows: Rows<'a>,
    layout: Layout<'a>,
}

impl<'a> Column<'a> {
    /// # Safety
    /// Both are as Arrow's C data interface defines them, and nothing changes them, for `'a`.
    pub(super) unsafe fn new(array: &'a ArrowArray, schema: &'a ArrowSchema) -> Result<Self, Failure> {
        // SAFETY: the caller's promise; every buffer below has the size that Arrow's layout of the type says.
        unsafe {
            let format = text("the format of the Arrow schema", schema.format)?;
            let (rows, layout);
            match format {
                "u" | "z" => {
                    rows = Rows::new(array, 3)?;
                    let offsets: &[i32] = rows.buffer(1, rows.offset + rows.len + 1)?;
                    let end = offsets.last().map_or(Ok(0), |end| usize::try_from(*end));
                    let end = end.map_err(|_| malformed("a negative offset"))?;
                    layout = Layout::Offsets32(offsets, rows.buffer(2, end)?);
                }
                "U" | "Z" => {
                    rows = Rows::new(array, 3)?;
                    let offsets: &[i64] = rows.buffer(1, rows.offset + rows.len + 1)?;
                    let end = offsets.last().map_or(Ok(0), |end| usize::try_from(*end));
                    let end = end.map_err(|_| malformed("a negative offset"))?;
                    layout = Layout::Offsets64(offsets, rows.buffer(2, end)?);
                }
                "vu" | "vz" => {
                    rows = Rows::new(array, 3)?;
                    // the last buffer has the sizes of those between the views and it
                    let long = usize::try_from(array.n_buffers - 3).unwrap_or(0);
                    let sizes: &[i64] = rows.buffer(2 + long, long)?;
                    let mut buffers = Vec::with_capacity(long);
                    for (i, size) in sizes.iter().enumerate() {
                        let size = usize::try_from(*size).map_err(|_| malformed("a negative size"))?;
                        buffers.push(rows.buffer(2 + i, size)?);
                    }
                    layout = Layout::Views(rows.buffer(1, rows.offset + rows.len)?, buffers);
                }
                _ => {
                    let size = format.strip_prefix("w:").and_then(|size| size.parse::<usize>().ok());
                    let size = size.ok_or_else(|| {
                        malformed(&format!(
                            "the format is {format:?}, but must be of strings or binary values"
                        ))
                    })?;
                    rows = Rows::new(array, 2)?;
                    let bytes = (rows.offset + rows.len).checked_mul(size);
                    layout = Layout::Fixed(size, rows.buffer(1, bytes.ok_or_else(|| malformed("a size"))?)?);
                }
            }
            Ok(Self { rows, layout })
        }
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len
    }

    pub(super) fn is_valid(&self, row: usize) -> bool {
        self.rows.is_valid(row)
    }

    /// Returns a value, `None` for null.
    #[inline]
    pub(super) fn get(&self, row: usize) -> Result<Option<&'a [u8]>, Failure> {
        if !self.is_valid(row) {
            return Ok(None);
        }
        let place = self.rows.offset + row;
        let value = match &self.layout {
            Layout::Offsets32(offsets, bytes) => {
                between(bytes, i64::from(offsets[place]), i64::from(offsets[place + 1]))
            }
            Layout::Offsets64(offsets, bytes) => between(bytes, offsets[place], offsets[place + 1]),
            Layout::Views(views, buffers) => viewed(&views[place], buffers),
            Layout::Fixed(size, bytes) => bytes.get(place * size..(place + 1) * size),
        };
        match value {
            Some(value) => Ok(Some(value)),
            None => Err(malformed(&format!("the value in row {row} is not in its buffer"))),
        }
    }
}

fn between(bytes: &[u8], from: i64, to: i64) -> Option<&[u8]> {
    bytes.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)
}

/// Returns the value of a view: of up to 12 bytes in the view, and of more in a buffer.
fn viewed<'a>(view: &'a [u8; 16], buffers: &[&'a [u8]]) -> Option<&'a [u8]> {
    let number = |i: usize| i32::from_le_bytes([view[i], view[i + 1], view[i + 2], view[i + 3]]);
    let len = usize::try_from(number(0)).ok()?;
    if len <= 12 {
        return view.get(4..4 + len);
    }
    let buffer = buffers.get(usize::try_from(number(8)).ok()?)?;
    let begin = usize::try_from(number(12)).ok()?;
    buffer.get(begin..begin.checked_add(len)?)
}

/// The indices of a dictionary, of any integer type.
pub(super) struct Indices<'a> {
    rows: Rows<'a>,
    bytes: &'a [u8],
    width: usize,
    signed: bool,
}

impl<'a> Indices<'a> {
    /// # Safety
    /// As for [`Column::new`].
    pub(super) unsafe fn new(array: &'a ArrowArray, schema: &'a ArrowSchema) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        let format = unsafe { text("the format of the Arrow schema", schema.format) }?;
        let (width, signed) = match format {
            "c" => (1, true),
            "C" => (1, false),
            "s" => (2, true),
            "S" => (2, false),
            "i" => (4, true),
            "I" => (4, false),
            "l" => (8, true),
            "L" => (8, false),
            _ => return Err(malformed(&format!("{format:?} is no type of an index"))),
        };
        // SAFETY: the caller's promise.
        let rows = unsafe { Rows::new(array, 2) }?;
        // SAFETY: the caller's promise.
        let bytes = unsafe { rows.buffer(1, (rows.offset + rows.len) * width) }?;
        Ok(Self { rows, bytes, width, signed })
    }

    pub(super) fn len(&self) -> usize {
        self.rows.len
    }

    /// Returns an index below `count`, `None` for null.
    pub(super) fn get(&self, row: usize, count: usize) -> Result<Option<usize>, Failure> {
        if !self.rows.is_valid(row) {
            return Ok(None);
        }
        let place = (self.rows.offset + row) * self.width;
        let mut number = [0; 8];
        let bytes = &self.bytes[place..place + self.width];
        // numbers are in the machine's byte order
        if cfg!(target_endian = "little") {
            number[..self.width].copy_from_slice(bytes);
        } else {
            number[8 - self.width..].copy_from_slice(bytes);
        }
        let unused = 64 - 8 * self.width as u32;
        let number = u64::from_ne_bytes(number);
        let negative = self.signed && (number << unused) >> 63 == 1;
        match usize::try_from(number) {
            Ok(index) if !negative && index < count => Ok(Some(index)),
            _ => Err(malformed(&format!("the index in row {row} is not in the dictionary"))),
        }
    }
}
