//! The canonical bytes of a value of any type: the same on every engine, whatever the width of its integers, the unit of
//! its timestamps or the layout of its strings. `docs/columns.md` defines them.

mod nested;
mod read;
mod scaled;

pub(crate) use scaled::Fixed;

use crate::{Refused, column::Indices, malformed, rows::Places, values::Values};
use core::ops::Range;
use nested::{Ends, Runs};
use scaled::{Booleans, Floats, Scaled};

/// The kind of a value, which is the first byte of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A null: no bytes.
    Null = 0,
    /// A Boolean: a byte, 0 or 1.
    Boolean = 1,
    /// An integer or a decimal number: its shortest decimal digits.
    Number = 2,
    /// A floating-point number: binary64, big-endian.
    Float = 3,
    /// A string: UTF-8, as it is.
    Text = 4,
    /// Bytes, as they are.
    Bytes = 5,
    /// A date: days since 1970-01-01, as a number.
    Date = 6,
    /// A time of day: seconds since midnight, as a number.
    Time = 7,
    /// A timestamp with a time zone: seconds since 1970-01-01T00:00:00Z, as a number.
    Instant = 8,
    /// A timestamp without a time zone: seconds since 1970-01-01T00:00:00 on the same clock, as a number.
    Local = 9,
    /// A duration: seconds, as a number.
    Duration = 10,
    /// A list: its values, as items.
    List = 11,
    /// A struct: its fields in order, as items.
    Struct = 12,
    /// A map: its entries as structs and items, in the order of their bytes.
    Map = 13,
}

/// A column of any type whose values have canonical bytes.
pub struct Canonical<'a> {
    kind: Kind,
    values: Of<'a>,
}

/// The values of a column.
enum Of<'a> {
    Bytes(Values<'a>),
    Booleans(Booleans<'a>),
    Floats(Floats<'a>),
    Scaled(Scaled<'a>),
    /// Lists or maps: the position of the values of each in the child array, and the child array.
    Lists(Ends<'a>, Box<Canonical<'a>>),
    Struct(Fields<'a>),
    Dictionary(Indices<'a>, Box<Canonical<'a>>),
    Runs(Runs<'a>),
}

/// The fields of a column of structs, or the columns of a table, with their rows.
pub struct Fields<'a> {
    rows: Places<'a>,
    fields: Vec<Canonical<'a>>,
}

impl<'a> Fields<'a> {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.rows.len
    }

    /// Returns whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of fields.
    pub fn count(&self) -> usize {
        self.fields.len()
    }

    /// Returns the column of a table that has only one.
    ///
    /// # Errors
    /// [`Refused`] if there are several, or rows are null.
    pub fn into_only(mut self) -> Result<Canonical<'a>, Refused> {
        match self.fields.pop() {
            _ if self.rows.has_nulls() => Err(malformed("the table contains null rows")),
            Some(only) if self.fields.is_empty() => Ok(only),
            Some(_) => Err(Refused::Type(format!(
                "the table has {} columns: choose one of them, or compute digests of its rows",
                self.fields.len() + 1
            ))),
            None => Err(Refused::Type("the table has 0 columns: choose one of them".into())),
        }
    }

    /// Appends the values of a row as items; returns false, and appends nothing, if the row is null.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if a value is not within its buffer.
    pub fn write(&self, row: usize, out: &mut Vec<u8>) -> Result<bool, Refused> {
        self.write_strings(row, out, with_length)
    }

    /// Appends the values of a row, each as its kind and its canonical bytes, and after each calls `encode` with the
    /// index in `out` at which these bytes begin, and with `out`; returns false, and appends nothing, if the row is
    /// null.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if a value is not within its buffer.
    pub fn write_strings(
        &self,
        row: usize,
        out: &mut Vec<u8>,
        encode: impl Fn(usize, &mut Vec<u8>),
    ) -> Result<bool, Refused> {
        let valid = self.rows.is_valid(row);
        if valid {
            for field in &self.fields {
                field.string(row, out, &encode)?;
            }
        }
        Ok(valid)
    }
}

impl<'a> Canonical<'a> {
    /// Returns the number of values.
    pub fn len(&self) -> usize {
        match &self.values {
            Of::Bytes(values) => values.len(),
            Of::Booleans(values) => values.len(),
            Of::Floats(values) => values.len(),
            Of::Scaled(values) => values.len(),
            Of::Lists(ends, _) => ends.len(),
            Of::Struct(fields) => fields.len(),
            Of::Dictionary(indices, _) => indices.len(),
            Of::Runs(runs) => runs.len(),
        }
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the kind of the values that are not null.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the fields of a column of structs.
    ///
    /// # Errors
    /// The column itself, if it has another type or a dictionary.
    pub fn into_fields(self) -> Result<Fields<'a>, Box<Self>> {
        match self.values {
            Of::Struct(fields) => Ok(fields),
            values => Err(Box::new(Self { values, ..self })),
        }
    }

    /// Returns the values of strings or bytes, which need not be copied; `None` for other types.
    pub fn values(&self) -> Option<&Values<'a>> {
        match &self.values {
            Of::Bytes(values) => Some(values),
            _ => None,
        }
    }

    /// Returns the distinct values of a dictionary or of runs; `None` for other layouts.
    pub fn distinct(&self) -> Option<&Self> {
        match &self.values {
            Of::Dictionary(_, values) => Some(values),
            Of::Runs(runs) => Some(runs.values()),
            _ => None,
        }
    }

    /// Returns the index of a value among the [`distinct`](Self::distinct) values; `None` for a null, and in layouts
    /// without distinct values.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if there is no distinct value with this index.
    #[inline]
    pub fn place(&self, row: usize) -> Result<Option<usize>, Refused> {
        match &self.values {
            Of::Dictionary(indices, values) => indices.get(row, values.len()),
            Of::Runs(runs) => Ok(Some(runs.place(row))),
            _ => Ok(None),
        }
    }

    /// Appends for each row in `rows` the index that [`place`](Self::place) returns, or `usize::MAX` if it returns
    /// `None`.
    ///
    /// # Errors
    /// The errors of [`place`](Self::place).
    pub fn places(&self, rows: Range<usize>, out: &mut Vec<usize>) -> Result<(), Refused> {
        match &self.values {
            Of::Dictionary(indices, values) => indices.extend(rows, values.len(), out)?,
            Of::Runs(runs) => runs.extend(rows, out),
            _ => out.resize(out.len() + rows.len(), usize::MAX),
        }
        Ok(())
    }

    /// Appends the canonical bytes of a value and returns its kind; for a null, appends nothing.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if a value is not within its buffer.
    pub fn write(&self, row: usize, out: &mut Vec<u8>) -> Result<Kind, Refused> {
        let valid = match &self.values {
            Of::Bytes(values) => match values.get(row)? {
                Some(value) => {
                    out.extend_from_slice(value);
                    true
                }
                None => false,
            },
            Of::Booleans(values) => values.write(row, out),
            Of::Floats(values) => values.write(row, out),
            Of::Scaled(values) => values.write(row, out)?,
            Of::Lists(ends, values) => match ends.get(row, values.len())? {
                Some(range) if self.kind == Kind::Map => {
                    nested::sorted(values, range, out)?;
                    true
                }
                Some(range) => {
                    for place in range {
                        values.item(place, out)?;
                    }
                    true
                }
                None => false,
            },
            Of::Struct(fields) => fields.write(row, out)?,
            Of::Dictionary(indices, values) => match indices.get(row, values.len())? {
                Some(place) => return values.write(place, out),
                None => false,
            },
            Of::Runs(runs) => return runs.write(row, out),
        };
        Ok(if valid { self.kind } else { Kind::Null })
    }

    /// Appends a value as an item: its kind, its bytes, and the length of both as a little-endian number of 16 bytes.
    ///
    /// # Errors
    /// The errors of [`write`](Self::write).
    pub fn item(&self, row: usize, out: &mut Vec<u8>) -> Result<(), Refused> {
        self.string(row, out, &with_length)
    }

    fn string(
        &self,
        row: usize,
        out: &mut Vec<u8>,
        encode: &impl Fn(usize, &mut Vec<u8>),
    ) -> Result<(), Refused> {
        let begin = out.len();
        out.push(0);
        out[begin] = self.write(row, out)? as u8;
        encode(begin, out);
        Ok(())
    }
}

/// Appends the number of bytes in `out` from index `begin` on, as a little-endian number of 16 bytes.
fn with_length(begin: usize, out: &mut Vec<u8>) {
    let len = (out.len() - begin) as u128;
    out.extend_from_slice(&len.to_le_bytes());
}
