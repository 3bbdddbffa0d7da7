//! Columns of strings in Arrow's C data interface (<https://arrow.apache.org/docs/format/CDataInterface.html>). Each
//! value of a column is hashed as a message.

mod result;

pub use bramah_arrow::{ArrowArray, ArrowSchema};

use crate::{
    hash::Hash,
    mac::Mac,
    memory::null,
    status::{Failure, MALFORMED},
};
use bramah_arrow::{Column, Refused, Values};

exported! {
    /// Hashes every value of an Arrow array, several at once if the CPU supports it, to an array of fixed-size binary
    /// values. Null values stay null. The array contains strings or binary values, in any layout: with 32-bit or 64-bit
    /// offsets, as views, or of fixed size. Of a dictionary, each value is hashed once. The caller still owns `array`
    /// and `schema`, and must release `out_array` and `out_schema` as Arrow defines it. `BRAMAH_MALFORMED` for other
    /// types, for inconsistent counts, and for decreasing offsets.
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

    /// Computes the full tag of every value of an Arrow array, in the way of `bramah_hash_arrow`, and discards the
    /// message in progress.
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

/// Marks both output structs as released, which makes them empty.
///
/// # Safety
/// If a pointer is not null, an Arrow struct can be written there.
unsafe fn emptied(array: *mut ArrowArray, schema: *mut ArrowSchema) -> Result<(), Failure> {
    if array.is_null() || schema.is_null() {
        return Err(null("out_array or out_schema"));
    }
    // SAFETY: not null, and the caller upholds the rest of the contract.
    unsafe {
        array.write(ArrowArray::released());
        schema.write(ArrowSchema::released());
    }
    Ok(())
}

/// The number of values in one batch: enough to fill all lanes, few enough for the cache.
const RUN: usize = 1024;

/// A function that takes a batch of messages and writes one result for each.
type Many<'a> = &'a mut dyn FnMut(&[&[u8]], &mut [u8]) -> Result<(), Failure>;

/// Returns an array of the results of `many`, `len` bytes each, for the values of an Arrow array.
///
/// # Safety
/// Each pointer is null, or points to a struct as Arrow's C data interface defines it, which does not change during the
/// call.
unsafe fn turned(
    array: *const ArrowArray,
    schema: *const ArrowSchema,
    len: usize,
    many: Many<'_>,
) -> Result<result::Made, Failure> {
    // SAFETY: the caller upholds the contract of this function.
    let (array, schema) = unsafe { (array.as_ref(), schema.as_ref()) };
    let (Some(array), Some(schema)) = (array, schema) else { return Err(null("array or schema")) };
    // SAFETY: the caller upholds the contract of this function.
    match unsafe { Column::read(schema, array) }? {
        Column::Plain(values) => over_values(&values, len, many),
        Column::Dictionary { indices, values } => {
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
    }
}

impl From<Refused> for Failure {
    #[cold]
    fn from(refused: Refused) -> Self {
        Self::new(MALFORMED, refused.to_string())
    }
}

fn over_values(values: &Values<'_>, len: usize, many: Many<'_>) -> Result<result::Made, Failure> {
    let mut made = result::Made::new(values.len(), len)?;
    let mut messages: Vec<&[u8]> = Vec::with_capacity(RUN);
    for begin in (0..values.len()).step_by(RUN) {
        let end = values.len().min(begin + RUN);
        messages.clear();
        for row in begin..end {
            // hash a null value as an empty message and discard the result, so that all lanes stay busy
            messages.push(values.get(row)?.unwrap_or_default());
        }
        many(&messages, made.values(begin, end))?;
    }
    for row in (0..values.len()).filter(|row| values.is_null(*row)) {
        made.set_null(row);
    }
    Ok(made)
}
