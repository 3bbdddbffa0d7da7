//! Construction of an Arrow array of fixed-size binary values.

use super::{ArrowArray, ArrowSchema};
use crate::status::Failure;
use bramah_arrow::NULLABLE;
use core::ffi::{CStr, c_void};
use std::ffi::CString;

/// An array of fixed-size binary values under construction.
pub(super) struct Made {
    /// One bit for each value: 1 if it is valid, 0 if it is null.
    validity: Vec<u8>,
    values: Vec<u8>,
    count: usize,
    /// The length of a value in bytes.
    len: usize,
    nulls: usize,
}

impl Made {
    /// Returns an array of `count` values, each of `len` zero bytes.
    pub(super) fn new(count: usize, len: usize) -> Result<Self, Failure> {
        let bytes = count.saturating_mul(len);
        let mut values = Vec::new();
        values.try_reserve_exact(bytes).map_err(|_| bramah::Error::NoMemory { bytes: bytes as u64 })?;
        values.resize(bytes, 0);
        Ok(Self { validity: vec![0xff; count.div_ceil(8)], values, count, len, nulls: 0 })
    }

    /// Returns a value; `None` if it is null.
    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        let valid = self.validity[row / 8] >> (row % 8) & 1 == 1;
        valid.then(|| &self.values[row * self.len..][..self.len])
    }

    /// Returns a mutable slice of the value in this row.
    pub(super) fn value(&mut self, row: usize) -> &mut [u8] {
        &mut self.values[row * self.len..][..self.len]
    }

    /// Returns a mutable slice of the values in the rows `begin..end`, which are contiguous.
    pub(super) fn values(&mut self, begin: usize, end: usize) -> &mut [u8] {
        &mut self.values[begin * self.len..end * self.len]
    }

    /// Sets a value to null. It must not be null already.
    pub(super) fn set_null(&mut self, row: usize) {
        self.validity[row / 8] &= !(1 << (row % 8));
        self.value(row).fill(0);
        self.nulls += 1;
    }

    /// Passes the array and its schema to the caller, who must release both.
    ///
    /// # Safety
    /// Arrow structs can be written to both places.
    pub(super) unsafe fn give(self, array: *mut ArrowArray, schema: *mut ArrowSchema) {
        let format = CString::new(format!("w:{}", self.len)).unwrap_or_default();
        let (length, null_count) = (self.count as i64, self.nulls as i64);
        let mut owned = Box::new(Owned { buffers: [core::ptr::null(); 2], made: self });
        if null_count > 0 {
            owned.buffers[0] = owned.made.validity.as_ptr().cast();
        }
        owned.buffers[1] = owned.made.values.as_ptr().cast();
        let buffers = owned.buffers.as_mut_ptr();
        let (release, private_data) = (Some(release_array as _), Box::into_raw(owned).cast::<c_void>());
        let made = ArrowArray {
            length,
            null_count,
            n_buffers: 2,
            buffers,
            release,
            private_data,
            ..ArrowArray::released()
        };
        const NO_NAME: &CStr = c"";
        let format = format.into_raw();
        let of = ArrowSchema {
            format,
            name: NO_NAME.as_ptr(),
            flags: NULLABLE,
            release: Some(release_schema as _),
            private_data: format.cast(),
            ..ArrowSchema::released()
        };
        // SAFETY: the caller upholds the contract of this function.
        unsafe {
            array.write(made);
            schema.write(of);
        }
    }
}

/// The memory that an exported array owns.
struct Owned {
    buffers: [*const c_void; 2],
    made: Made,
}

/// Frees the memory of an exported array.
unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: by Arrow's contract, the array was made in this module, and is released only once.
    unsafe {
        drop(Box::from_raw((*array).private_data.cast::<Owned>()));
        *array = ArrowArray::released();
    }
}

/// Frees the memory of an exported schema.
unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: by Arrow's contract, the schema was made in this module, and is released only once.
    unsafe {
        drop(CString::from_raw((*schema).private_data.cast()));
        *schema = ArrowSchema::released();
    }
}
