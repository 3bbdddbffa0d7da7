//! Reading columns of any type.

use super::{
    Canonical, Fields, Kind, Of,
    nested::{self, Ends, Runs},
    scaled::{Booleans, Fixed, Floats, Scaled},
};
use crate::{
    ArrowArray, ArrowSchema, NULLABLE, Refused,
    column::{Indices, format},
    malformed,
    rows::Rows,
    type_name,
    values::{self, Values},
};
use core::ffi::CStr;

/// The maximum depth of nested lists and structs.
const DEEPEST: usize = 32;

/// Returns the children of an array with their types.
///
/// # Safety
/// The schema and the array are as Arrow's C data interface defines them, and do not change for `'a`.
unsafe fn children<'a, 's>(
    schema: &'s ArrowSchema,
    array: &'a ArrowArray,
) -> Result<Vec<(&'s ArrowSchema, &'a ArrowArray)>, Refused> {
    let count = usize::try_from(schema.n_children).unwrap_or(0);
    if schema.n_children != array.n_children {
        return Err(malformed("the array and the schema disagree about children"));
    }
    if count > 0 && (schema.children.is_null() || array.children.is_null()) {
        return Err(malformed("its children are missing"));
    }
    (0..count)
        .map(|i| {
            // SAFETY: the schema and the array both have `count` children, which live as long as their parents.
            let pair = unsafe { ((*schema.children.add(i)).as_ref(), (*array.children.add(i)).as_ref()) };
            match pair {
                (Some(schema), Some(array)) => Ok((schema, array)),
                _ => Err(malformed("its children are missing")),
            }
        })
        .collect()
}

/// Returns the name of a field.
///
/// # Safety
/// The name is null or a string that ends with a zero byte.
unsafe fn name(schema: &ArrowSchema) -> String {
    if schema.name.is_null() {
        return String::new();
    }
    // SAFETY: the caller upholds the contract of this function.
    unsafe { CStr::from_ptr(schema.name) }.to_string_lossy().into_owned()
}

impl<'a> Fields<'a> {
    /// Reads the columns of a table, or the fields of a column of structs.
    ///
    /// # Errors
    /// [`Refused`] if it is neither, if a column has no canonical bytes, or if the array is malformed.
    ///
    /// # Safety
    /// The schema and the array are as Arrow's C data interface defines them, and do not change for `'a`.
    pub unsafe fn read(schema: &ArrowSchema, array: &'a ArrowArray) -> Result<Self, Refused> {
        // SAFETY: the caller upholds the contract of this function.
        unsafe {
            match Canonical::read(schema, array)?.into_fields() {
                Ok(fields) => Ok(fields),
                Err(_) => Err(Refused::Type(format!(
                    "a table or a column of structs is required, not {}",
                    type_name(format(schema)?)
                ))),
            }
        }
    }
}

impl<'a> Canonical<'a> {
    /// Returns whether the chunks of a stream with this schema are tables. They are columns of structs instead if a row
    /// may be null.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if there is no format.
    ///
    /// # Safety
    /// The format is null or a string that ends with a zero byte.
    pub unsafe fn is_table(schema: &ArrowSchema) -> Result<bool, Refused> {
        // SAFETY: the caller upholds the contract of this function.
        let is_struct = unsafe { format(schema) }? == "+s";
        Ok(is_struct && schema.flags & NULLABLE == 0 && schema.dictionary.is_null())
    }

    /// Reads a column of any type except unions and intervals. Intervals are refused because months differ in length.
    ///
    /// # Errors
    /// [`Refused`] if the type has no canonical bytes, or the array is malformed.
    ///
    /// # Safety
    /// The schema and the array are as Arrow's C data interface defines them, and do not change for `'a`.
    pub unsafe fn read(schema: &ArrowSchema, array: &'a ArrowArray) -> Result<Self, Refused> {
        // SAFETY: the caller upholds the contract of this function.
        unsafe { Self::of(schema, array, None, 0) }
    }

    /// Reads a column. If it is a field of a struct, `part` is the offset of the first row of the struct, and the
    /// number of its rows.
    ///
    /// # Safety
    /// As for [`read`](Self::read).
    unsafe fn of(
        schema: &ArrowSchema,
        array: &'a ArrowArray,
        part: Option<(usize, usize)>,
        depth: usize,
    ) -> Result<Self, Refused> {
        if depth > DEEPEST {
            return Err(malformed(format_args!("it is nested more than {DEEPEST} times")));
        }
        // SAFETY: the caller upholds the contract of this function.
        unsafe {
            let rows = |buffers| match part {
                Some((skip, len)) => Rows::within(array, buffers, skip, len),
                None => Rows::new(array, buffers),
            };
            let format = format(schema)?;
            match (schema.dictionary.as_ref(), array.dictionary.as_ref()) {
                (None, None) => {}
                (Some(of), Some(dictionary)) => {
                    let indices = Indices::new(format, rows(2)?)?;
                    let values = Self::of(of, dictionary, None, depth + 1)?;
                    return Ok(Self { kind: values.kind, values: Of::Dictionary(indices, Box::new(values)) });
                }
                _ => return Err(malformed("the array and the schema disagree about a dictionary")),
            }
            if let Some((kind, width, values)) = number(format) {
                let numbers = Fixed::new(rows(2)?, width)?;
                let values = match values {
                    None => Of::Floats(Floats(numbers)),
                    Some((signed, scale, unit)) => Of::Scaled(Scaled { numbers, signed, scale, unit }),
                };
                return Ok(Self { kind, values });
            }
            if let Ok(buffers) = values::buffers(format) {
                let kind = match format {
                    "n" => Kind::Null,
                    "u" | "U" | "vu" => Kind::Text,
                    _ => Kind::Bytes,
                };
                return Ok(Self { kind, values: Of::Bytes(Values::new(format, rows(buffers)?)?) });
            }
            if let Some(buffers) = nested::buffers(format) {
                let kind = if format == "+m" { Kind::Map } else { Kind::List };
                let ends = Ends::new(format, rows(buffers)?)?;
                let [(of, child)] = children(schema, array)?[..] else {
                    return Err(malformed("a list does not have one child"));
                };
                let values = Box::new(Self::of(of, child, None, depth + 1)?);
                return Ok(Self { kind, values: Of::Lists(ends, values) });
            }
            match format {
                "b" => Ok(Self { kind: Kind::Boolean, values: Of::Booleans(Booleans::new(rows(2)?)?) }),
                "+s" => {
                    let rows = rows(1)?;
                    let part = Some((rows.places.offset, rows.places.len));
                    let mut fields = Vec::new();
                    for (schema, child) in children(schema, array)? {
                        let field = Self::of(schema, child, part, depth + 1);
                        fields.push(field.map_err(|refused| match refused {
                            Refused::Type(text) => Refused::Type(format!("{}: {text}", name(schema))),
                            malformed => malformed,
                        })?);
                    }
                    Ok(Self { kind: Kind::Struct, values: Of::Struct(Fields { rows: rows.places, fields }) })
                }
                "+r" => {
                    let [(ends_of, ends), (of, child)] = children(schema, array)?[..] else {
                        return Err(malformed("its runs or their values are missing"));
                    };
                    let width = match self::format(ends_of)? {
                        "s" => 2,
                        "i" => 4,
                        "l" => 8,
                        other => {
                            return Err(malformed(format_args!("its runs end at {}", type_name(other))));
                        }
                    };
                    let ends = Fixed::new(Rows::new(ends, 2)?, width)?;
                    let values = Self::of(of, child, None, depth + 1)?;
                    let kind = values.kind;
                    Ok(Self { kind, values: Of::Runs(Runs::new(rows(0)?.places, ends, values)?) })
                }
                _ => Err(Refused::Type(format!(
                    "unsupported column type {}: cast it to another type first",
                    type_name(format)
                ))),
            }
        }
    }
}

/// Returns the kind and the width of a number in bytes, and for all but floating-point numbers, whether it has a sign,
/// how many of its digits are after the decimal point, and by which number it is divided first.
fn number(format: &str) -> Option<(Kind, usize, Option<(bool, i32, i128)>)> {
    const DAY: i128 = 24 * 60 * 60 * 1000;
    let whole = Some((true, 0, 1));
    let known = match format {
        "c" => (Kind::Number, 1, whole),
        "s" => (Kind::Number, 2, whole),
        "i" => (Kind::Number, 4, whole),
        "l" => (Kind::Number, 8, whole),
        "C" => (Kind::Number, 1, Some((false, 0, 1))),
        "S" => (Kind::Number, 2, Some((false, 0, 1))),
        "I" => (Kind::Number, 4, Some((false, 0, 1))),
        "L" => (Kind::Number, 8, Some((false, 0, 1))),
        "e" => (Kind::Float, 2, None),
        "f" => (Kind::Float, 4, None),
        "g" => (Kind::Float, 8, None),
        "tdD" => (Kind::Date, 4, whole),
        "tdm" => (Kind::Date, 8, Some((true, 0, DAY))),
        "tts" => (Kind::Time, 4, whole),
        "ttm" => (Kind::Time, 4, Some((true, 3, 1))),
        "ttu" => (Kind::Time, 8, Some((true, 6, 1))),
        "ttn" => (Kind::Time, 8, Some((true, 9, 1))),
        _ => {
            if let Some(decimal) = format.strip_prefix("d:") {
                let mut parts = decimal.split(',');
                let (_, scale) = (parts.next()?, parts.next()?.parse().ok()?);
                // no engine has more digits than 76, and a scale beyond them would print that many zeros
                if !(-128..=128).contains(&scale) {
                    return None;
                }
                let width = match parts.next() {
                    Some("32") => 4,
                    Some("64") => 8,
                    None | Some("128") => 16,
                    Some("256") => 32,
                    _ => return None,
                };
                return Some((Kind::Number, width, Some((true, scale, 1))));
            }
            let scale = |letter| match letter {
                's' => Some(0),
                'm' => Some(3),
                'u' => Some(6),
                'n' => Some(9),
                _ => None,
            };
            let stamp = |text: &str| Some((true, scale(text.chars().next()?)?, 1));
            if let Some(unit) = format.strip_prefix("tD") {
                return Some((Kind::Duration, 8, Some(stamp(unit)?)));
            }
            let (unit, zone) = format.strip_prefix("ts")?.split_once(':')?;
            (if zone.is_empty() { Kind::Local } else { Kind::Instant }, 8, Some(stamp(unit)?))
        }
    };
    Some(known)
}
