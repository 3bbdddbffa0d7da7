//! What arrays of all types have: a number of values, the position of the first value, a bitmap of nulls, and buffers.

use crate::{ArrowArray, Refused, malformed};
use core::slice;

/// The largest size of a buffer in bytes. No system has more memory for a process than this, so a larger count is an
/// error of the producer.
const MOST: usize = if usize::BITS > 47 { 1 << 47 } else { isize::MAX as usize };

/// An array whose length, offset and numbers of buffers and nulls have been checked.
pub(crate) struct Rows<'a> {
    array: &'a ArrowArray,
    pub(crate) places: Places<'a>,
}

/// The positions of values in the buffers of an array.
#[derive(Clone, Copy)]
pub(crate) struct Places<'a> {
    /// The number of values.
    pub(crate) len: usize,
    /// The number of values in the buffers before the first value of the array.
    pub(crate) offset: usize,
    /// One bit for each value, 0 if it is null, beginning with the first value in the buffers; `None` if no value is
    /// null.
    validity: Option<&'a [u8]>,
}

/// Returns a number of an array that must not be negative.
fn number(value: i64, name: &str) -> Result<usize, Refused> {
    usize::try_from(value).map_err(|_| malformed(format_args!("its {name} is {value}")))
}

impl<'a> Rows<'a> {
    /// Reads and checks the length, the offset and the other numbers of an array, which must have `buffers` buffers.
    ///
    /// # Safety
    /// The array is as Arrow's C data interface defines it, and does not change for `'a`.
    pub(crate) unsafe fn new(array: &'a ArrowArray, buffers: i64) -> Result<Self, Refused> {
        let (len, offset) = (number(array.length, "length")?, number(array.offset, "offset")?);
        // SAFETY: the caller upholds the contract of this function.
        let mut rows = unsafe { Self::part(array, buffers, offset, len) }?;
        rows.places.check_nulls(array.null_count)?;
        Ok(rows)
    }

    /// Reads and checks the numbers of an array that is a column of a table. The rows of the table cover `len` of the
    /// array's values, from index `skip` on.
    ///
    /// # Safety
    /// As for [`new`](Self::new).
    pub(crate) unsafe fn within(
        array: &'a ArrowArray,
        buffers: i64,
        skip: usize,
        len: usize,
    ) -> Result<Self, Refused> {
        let (own, offset) = (number(array.length, "length")?, number(array.offset, "offset")?);
        if skip.checked_add(len).is_none_or(|end| end > own) {
            return Err(malformed(format_args!(
                "the table has {len} rows from row {skip} on, but a column has {own}"
            )));
        }
        let offset = offset.checked_add(skip).ok_or_else(|| malformed("its offset is impossible"))?;
        // SAFETY: the caller upholds the contract of this function.
        unsafe {
            Self::new(array, buffers)?;
            Self::part(array, buffers, offset, len)
        }
    }

    /// # Safety
    /// As for [`new`](Self::new).
    unsafe fn part(array: &'a ArrowArray, buffers: i64, offset: usize, len: usize) -> Result<Self, Refused> {
        if array.release.is_none() {
            return Err(malformed("it was released"));
        }
        let end = offset.checked_add(len).filter(|end| *end <= MOST);
        let end = end.ok_or_else(|| {
            malformed(format_args!("{len} values from offset {offset} on do not fit in memory"))
        })?;
        if array.n_buffers < buffers || (buffers > 0 && array.buffers.is_null()) {
            return Err(malformed(format_args!("it has {} buffers instead of {buffers}", array.n_buffers)));
        }
        if array.null_count < -1 || array.null_count > array.length {
            return Err(malformed(format_args!("{} nulls in {} values", array.null_count, array.length)));
        }
        let mut rows = Self { array, places: Places { len, offset, validity: None } };
        if buffers == 0 || len == 0 {
            return Ok(rows);
        }
        // SAFETY: there is a first buffer; its pointer may be null if no value is null.
        if unsafe { !(*array.buffers).is_null() } {
            // SAFETY: the bitmap has a bit for each value.
            rows.places.validity = Some(unsafe { rows.buffer(0, 0, end.div_ceil(8)) }?);
        } else if array.null_count > 0 {
            return Err(malformed(format_args!("it has {} nulls but no validity bitmap", array.null_count)));
        }
        Ok(rows)
    }

    /// Returns `count` items of a buffer from the item `skip` on; none if the array is empty.
    ///
    /// # Safety
    /// The layout of the type promises that the buffer has these items.
    pub(crate) unsafe fn buffer<T>(&self, i: usize, skip: usize, count: usize) -> Result<&'a [T], Refused> {
        if self.places.len == 0 || count == 0 {
            return Ok(&[]);
        }
        let bytes = skip.checked_add(count).and_then(|items| items.checked_mul(size_of::<T>()));
        // SAFETY: the number of buffers was checked, and the caller passes a buffer of the layout.
        let start = unsafe { *self.array.buffers.add(i) }.cast::<T>();
        if start.is_null() || !start.is_aligned() {
            return Err(malformed(format_args!("its buffer {i} is missing or not aligned")));
        }
        if bytes.is_none_or(|bytes| bytes > MOST || (start as usize).checked_add(bytes).is_none()) {
            return Err(malformed(format_args!("its buffer {i} is larger than memory")));
        }
        // SAFETY: the pointer is not null and is aligned, the items are within memory, and the caller promises the
        // rest.
        Ok(unsafe { slice::from_raw_parts(start.add(skip), count) })
    }

    /// Returns the number of buffers.
    pub(crate) fn buffers(&self) -> usize {
        usize::try_from(self.array.n_buffers).unwrap_or(0)
    }
}

impl Places<'_> {
    /// Compares the number of nulls with the bitmap, and drops a bitmap that contains no null.
    fn check_nulls(&mut self, told: i64) -> Result<(), Refused> {
        let Some(bits) = self.validity else { return Ok(()) };
        let end = self.offset + self.len;
        let mut valid = 0;
        let mut place = self.offset;
        // count single bits before the first whole byte and after the last, and whole bytes between them
        while place < end {
            if place.is_multiple_of(8) && end - place >= 8 {
                let whole = &bits[place / 8..end / 8];
                valid += whole.iter().map(|byte| byte.count_ones() as usize).sum::<usize>();
                place = end / 8 * 8;
            } else {
                valid += usize::from(bits[place / 8] >> (place % 8) & 1);
                place += 1;
            }
        }
        let nulls = self.len - valid;
        if told != -1 && usize::try_from(told) != Ok(nulls) {
            return Err(malformed(format_args!("it has {nulls} nulls, but declares {told}")));
        }
        if nulls == 0 {
            self.validity = None;
        }
        Ok(())
    }

    /// Returns whether a value may be null.
    pub(crate) fn has_nulls(&self) -> bool {
        self.validity.is_some()
    }

    /// Returns whether a value is not null.
    #[inline]
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        let place = self.offset + row;
        self.validity.is_none_or(|bits| bits[place / 8] >> (place % 8) & 1 == 1)
    }
}
