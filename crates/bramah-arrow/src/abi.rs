//! The two structs of Arrow's C data interface, whose layout is fixed.
//!
//! The fields have the names that the specification gives them: Apache Arrow, "The Arrow C data interface".

use core::{
    ffi::{c_char, c_void},
    ptr::null_mut,
};

/// The type of an array.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrowSchema {
    /// The type, as a format string.
    pub format: *const c_char,
    /// The name of the field, or null.
    pub name: *const c_char,
    /// Key-value pairs, or null.
    pub metadata: *const c_char,
    /// Flags: 2 if values may be null.
    pub flags: i64,
    /// The number of children.
    pub n_children: i64,
    /// The children.
    pub children: *mut *mut Self,
    /// The type of the values of a dictionary, or null.
    pub dictionary: *mut Self,
    /// Releases the struct's memory; null if it was released.
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    /// Private data of the producer.
    pub private_data: *mut c_void,
}

/// The values of an array.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct ArrowArray {
    /// The number of values.
    pub length: i64,
    /// The number of nulls, or -1 if it is not known.
    pub null_count: i64,
    /// The number of values in the buffers before the first value of the array.
    pub offset: i64,
    /// The number of buffers.
    pub n_buffers: i64,
    /// The number of children.
    pub n_children: i64,
    /// The buffers.
    pub buffers: *mut *const c_void,
    /// The children.
    pub children: *mut *mut Self,
    /// The values of a dictionary, or null.
    pub dictionary: *mut Self,
    /// Releases the struct's memory; null if it was released.
    pub release: Option<unsafe extern "C" fn(*mut Self)>,
    /// Private data of the producer.
    pub private_data: *mut c_void,
}

impl ArrowSchema {
    /// Returns a struct that counts as released, for a producer to fill in.
    pub const fn released() -> Self {
        Self {
            format: null_mut(),
            name: null_mut(),
            metadata: null_mut(),
            flags: 0,
            n_children: 0,
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private_data: null_mut(),
        }
    }
}

impl ArrowArray {
    /// Returns a struct that counts as released, for a producer to fill in.
    pub const fn released() -> Self {
        Self {
            length: 0,
            null_count: 0,
            offset: 0,
            n_buffers: 0,
            n_children: 0,
            buffers: null_mut(),
            children: null_mut(),
            dictionary: null_mut(),
            release: None,
            private_data: null_mut(),
        }
    }
}

/// The flag of a type whose values may be null.
pub const NULLABLE: i64 = 2;
