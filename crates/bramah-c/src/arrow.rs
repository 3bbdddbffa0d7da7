//! Columns of strings in Arrow's C data interface (<https://arrow.apache.org/docs/format/CDataInterface.html>): each
//! value is a message.

mod abi;
mod column;
mod result;

pub use abi::{ArrowArray, ArrowSchema};

use crate::{hash::Hash, mac::Mac, memory::null, status::Failure};
use column::Column;

exported! {
    /// Hashes every value of an Arrow array, several at once where the CPU can, and makes an array of fixed-size binary
    /// values. Null values stay null. The array has strings or binary values in any layout: with offsets of 32 or 64 bits,
    /// as views, or of fixed size; the values of a dictionary are hashed once. `array` and `schema` stay the caller's;
    /// `out_array` and `out_schema` are set, and are released by the caller as Arrow defines it. Refused
    /// (`BRAMAH_MALFORMED`) for other arrays and for offsets that run backwards.
    fn bramah_hash_arrow(
        hash: *const Hash,
        array: *const ArrowArray,
        schema: *const ArrowSchema,
        out_array: *mut ArrowArray,
        out_schema: *mut ArrowSchema,
    ) {
        emptied(out_array, out_schema)?;
        let hash = Handle::fixed(hash)?;
        let len = hash.digest_len();
        let made = turned(array, schema, len, &mut |messages, out| hash.many(messages, out))?;
        made.give(out_array, out_schema);
        Ok(())
    }

    /// Writes the whole tag of every value of an Arrow array, as `bramah_hash_arrow` writes digests, and discards the message
    /// in progress.
    fn bramah_mac_arrow(
        mac: *mut Mac,
        array: *const ArrowArray,
        schema: *const ArrowSchema,
        out_array: *mut ArrowArray,
        out_schema: *mut ArrowSchema,
    ) {
        emptied(out_array, out_schema)?;
        let mut mac = Handle::lock(mac)?;
        let len = mac.mac.tag_len();
        let made = turned(array, schema, len, &mut |messages, out| mac.many(messages, out))?;
        made.give(out_array, out_schema);
        Ok(())
    }
}

/// Marks both outputs as released, which is what an empty one is.
///
/// # Safety
/// If a pointer is not null, such a struct can be written there.
unsafe fn emptied(array: *mut ArrowArray, schema: *mut ArrowSchema) -> Result<(), Failure> {
    if array.is_null() || schema.is_null() {
        return Err(null("out_array or out_schema"));
    }
    // SAFETY: not null, and the caller promises the rest.
    unsafe {
        array.write(ArrowArray::released());
        schema.write(ArrowSchema::released());
    }
    Ok(())
}

/// The number of values that are hashed by a call: enough for all lanes, few enough for the cache.
const RUN: usize = 1024;

/// A function of many messages that writes a value for each.
type Many<'a> = &'a mut dyn FnMut(&[&[u8]], &mut [u8]) -> Result<(), Failure>;

/// Returns the values of a function over the values of an array.
///
/// # Safety
/// Each pointer is null or a struct as Arrow's C data interface defines it, which nothing changes during the call.
unsafe fn turned(
    array: *const ArrowArray,
    schema: *const ArrowSchema,
    len: usize,
    many: Many<'_>,
) -> Result<result::Made, Failure> {
    // SAFETY: the caller's promise.
    let (array, schema) = unsafe { (array.as_ref(), schema.as_ref()) };
    let (Some(array), Some(schema)) = (array, schema) else { return Err(null("array or schema")) };
    // SAFETY: the caller's promise.
    let dictionary = unsafe { (array.dictionary.as_ref(), schema.dictionary.as_ref()) };
    match dictionary {
        (None, None) => {
            // SAFETY: the caller's promise.
            let column = unsafe { Column::new(array, schema) }?;
            over_values(&column, len, many)
        }
        (Some(values), Some(of)) => {
            // SAFETY: the caller's promise.
            let (values, indices) =
                unsafe { (Column::new(values, of)?, column::Indices::new(array, schema)?) };
            let known = over_values(&values, len, many)?;
            let mut made = result::Made::new(indices.len(), len)?;
            for row in 0..indices.len() {
                match indices.get(row, values.len())?.and_then(|index| known.get(index)) {
                    Some(value) => made.value(row).copy_from_slice(value),
                    None => made.set_null(row),
                }
            }
            Ok(made)
        }
        _ => Err(column::malformed("a dictionary in the array or the schema alone")),
    }
}

fn over_values(column: &Column<'_>, len: usize, many: Many<'_>) -> Result<result::Made, Failure> {
    let mut made = result::Made::new(column.len(), len)?;
    let mut messages: Vec<&[u8]> = Vec::with_capacity(RUN);
    for begin in (0..column.len()).step_by(RUN) {
        let end = column.len().min(begin + RUN);
        messages.clear();
        for row in begin..end {
            // a null is hashed as an empty message, and its value erased: that keeps all lanes busy
            messages.push(column.get(row)?.unwrap_or_default());
        }
        many(&messages, made.values(begin, end))?;
    }
    for row in (0..column.len()).filter(|row| !column.is_valid(*row)) {
        made.set_null(row);
    }
    Ok(made)
}
