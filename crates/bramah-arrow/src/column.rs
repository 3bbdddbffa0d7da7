//! Columns: values, or the indices of values in a dictionary.

use crate::{
    ArrowArray, ArrowSchema, NULLABLE, Refused, canonical::Fixed, malformed, rows::Rows, type_name, values,
    values::Values,
};
use core::{ffi::CStr, ops::Range};

/// A column of strings or bytes.
pub enum Column<'a> {
    /// The values themselves.
    Plain(Values<'a>),
    /// Indices of the values in a dictionary.
    Dictionary {
        /// The index of each value.
        indices: Indices<'a>,
        /// The values of the dictionary.
        values: Values<'a>,
    },
}

/// Returns the format of a type.
///
/// # Errors
/// [`Refused::Malformed`] if there is none.
///
/// # Safety
/// The format is null or a string that ends with a zero byte, and does not change for `'a`.
pub unsafe fn format(schema: &ArrowSchema) -> Result<&str, Refused> {
    if schema.format.is_null() {
        return Err(malformed("its schema has no format"));
    }
    // SAFETY: the format is not null, so it is a string that ends with a zero byte and does not change, as the
    // caller guarantees.
    unsafe { CStr::from_ptr(schema.format) }.to_str().map_err(|_| malformed("its format is not UTF-8"))
}

impl<'a> Column<'a> {
    /// Reads a column.
    ///
    /// # Errors
    /// [`Refused`] if it is neither strings nor bytes, or malformed.
    ///
    /// # Safety
    /// The schema and the array are as Arrow's C data interface defines them, and do not change for `'a`.
    pub unsafe fn read(schema: &ArrowSchema, array: &'a ArrowArray) -> Result<Self, Refused> {
        // SAFETY: the caller guarantees that the array and the schema are as `of` requires.
        unsafe { Self::of(schema, array, None) }
    }

    /// Reads the only column of a table, which is an array of the type struct that cannot be null.
    ///
    /// # Errors
    /// [`Refused`] if it is not a table, has several columns, or its column is refused.
    ///
    /// # Safety
    /// As for [`read`](Self::read).
    pub unsafe fn of_table(schema: &ArrowSchema, array: &'a ArrowArray) -> Result<Self, Refused> {
        // SAFETY: the caller guarantees that the schema is as `format` requires.
        let is_struct = unsafe { format(schema) }? == "+s";
        if !is_struct || schema.flags & NULLABLE != 0 {
            return Err(Refused::Type("the column is a struct: choose one of its fields".into()));
        }
        if schema.n_children != 1 || array.n_children != 1 {
            return Err(Refused::Type(format!(
                "the table has {} columns: choose one of them",
                schema.n_children
            )));
        }
        // SAFETY: the caller guarantees that the array is as Arrow's C data interface defines it, and does not change
        // for `'a`.
        let rows = unsafe { Rows::new(array, 1) }?;
        if rows.places.has_nulls() {
            return Err(malformed("the table contains null rows"));
        }
        if schema.children.is_null() || array.children.is_null() {
            return Err(malformed("the column of the table is missing"));
        }
        // SAFETY: the schema and the array both have one child, which lives as long as its parent.
        unsafe {
            let (schema, child) = ((*schema.children).as_ref(), (*array.children).as_ref());
            let (Some(schema), Some(child)) = (schema, child) else {
                return Err(malformed("the column of the table is missing"));
            };
            Self::of(schema, child, Some((rows.places.offset, rows.places.len)))
        }
    }

    /// Reads a column, or the part of it that the rows of a table cover.
    ///
    /// # Safety
    /// As for [`read`](Self::read).
    unsafe fn of(
        schema: &ArrowSchema,
        array: &'a ArrowArray,
        part: Option<(usize, usize)>,
    ) -> Result<Self, Refused> {
        // SAFETY: the caller guarantees that the schema and the array are as Arrow's C data interface defines them, and
        // do not change for `'a`.
        unsafe {
            let rows = |buffers| match part {
                Some((skip, len)) => Rows::within(array, buffers, skip, len),
                None => Rows::new(array, buffers),
            };
            let format = format(schema)?;
            match (schema.dictionary.as_ref(), array.dictionary.as_ref()) {
                (None, None) => {
                    let rows = rows(values::buffers(format)?)?;
                    Values::new(format, rows).map(Self::Plain)
                }
                (Some(of), Some(dictionary)) => {
                    let indices = Indices::new(format, rows(2)?)?;
                    if !of.dictionary.is_null() {
                        return Err(malformed("nested dictionaries are not supported"));
                    }
                    let format = self::format(of)?;
                    let values = Values::new(format, Rows::new(dictionary, values::buffers(format)?)?)?;
                    Ok(Self::Dictionary { indices, values })
                }
                _ => Err(malformed("the array and the schema disagree about a dictionary")),
            }
        }
    }
}

/// The indices of a column with a dictionary, of any integer type.
pub struct Indices<'a> {
    numbers: Fixed<'a>,
    signed: bool,
}

impl<'a> Indices<'a> {
    /// # Safety
    /// The array of the rows has the type of the format, and does not change for `'a`.
    pub(crate) unsafe fn new(format: &str, rows: Rows<'a>) -> Result<Self, Refused> {
        let (width, signed) = match format {
            "c" => (1, true),
            "C" => (1, false),
            "s" => (2, true),
            "S" => (2, false),
            "i" => (4, true),
            "I" => (4, false),
            "l" => (8, true),
            "L" => (8, false),
            _ => {
                return Err(malformed(format_args!(
                    "unsupported type of dictionary indices: {}",
                    type_name(format)
                )));
            }
        };
        // SAFETY: the caller guarantees that the array has values of the type that `format` names, which are `width`
        // bytes long, and that it does not change for `'a`.
        Ok(Self { numbers: unsafe { Fixed::new(rows, width) }?, signed })
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.numbers.places.len
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the index of a value in a dictionary of `count` values, or `None` if the value is null.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if the index is outside of the dictionary.
    pub fn get(&self, row: usize, count: usize) -> Result<Option<usize>, Refused> {
        let Some(number) = self.numbers.get(row, self.signed) else { return Ok(None) };
        match usize::try_from(number) {
            Ok(index) if index < count => Ok(Some(index)),
            _ => Err(malformed(format_args!("the index in row {row} is outside the dictionary"))),
        }
    }

    /// Appends for each row in `rows` the index of its value in the dictionary, which has `count` values, or `usize::MAX`
    /// if the row is null.
    pub(crate) fn extend(
        &self,
        rows: Range<usize>,
        count: usize,
        out: &mut Vec<usize>,
    ) -> Result<(), Refused> {
        let begin = out.len();
        // most dictionaries have indices of 32 bits
        if let Some(indices) = self.numbers.words(rows.clone()) {
            out.extend(indices.map(|index| {
                if self.signed { index as isize as usize } else { index.cast_unsigned() as usize }
            }));
            if out[begin..].iter().max().is_none_or(|most| *most < count) {
                return Ok(());
            }
            out.truncate(begin); // an index is outside of the dictionary: find its row below
        }
        for row in rows {
            out.push(self.get(row, count)?.unwrap_or(usize::MAX));
        }
        Ok(())
    }
}
