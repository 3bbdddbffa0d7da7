//! The structures of the Arrow C data interface and C stream interface, and who releases them.
//!
//! The names of the fields are those of the specification, Apache Arrow, "The Arrow C stream interface". With these structures
//! the module exchanges columns with other libraries without depending on any of them.

use std::{
    ffi::{CStr, c_char, c_int, c_void},
    ptr,
};

pub(crate) use bramah_arrow::{ArrowArray as Array, ArrowSchema as Schema};

/// A column in chunks of one type.
#[repr(C)]
pub(crate) struct Stream {
    pub(crate) get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    pub(crate) get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    pub(crate) get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    pub(crate) release: Option<unsafe extern "C" fn(*mut Stream)>,
    pub(crate) private_data: *mut c_void,
}

/// A structure that has a release callback.
pub(crate) trait Released: Sized {
    /// The name of a capsule with the structure.
    const NAME: &'static CStr;
    /// Returns a structure that is already released.
    fn empty() -> Self;
    /// Takes the callback.
    fn take(&mut self) -> Option<unsafe extern "C" fn(*mut Self)>;
    /// Puts a callback back.
    fn put(&mut self, release: unsafe extern "C" fn(*mut Self));
}

macro_rules! released {
    ($type:ident, $name:literal, $empty:expr) => {
        impl Released for $type {
            const NAME: &'static CStr = $name;
            fn empty() -> Self {
                $empty
            }
            fn take(&mut self) -> Option<unsafe extern "C" fn(*mut Self)> {
                self.release.take()
            }
            fn put(&mut self, release: unsafe extern "C" fn(*mut Self)) {
                self.release = Some(release);
            }
        }
        // SAFETY: the specification lets any thread read and release a structure, one at a time
        unsafe impl Send for Owned<$type> {}
    };
}
released!(Schema, c"arrow_schema", Schema::released());
released!(Array, c"arrow_array", Array::released());
released!(
    Stream,
    c"arrow_array_stream",
    Stream {
        get_schema: None,
        get_next: None,
        get_last_error: None,
        release: None,
        private_data: ptr::null_mut(),
    }
);

/// A structure that is released when it is dropped.
pub(crate) struct Owned<T: Released>(T);

impl<T: Released> Owned<T> {
    /// Returns a released structure, to be filled by a callback.
    pub(crate) fn empty() -> Self {
        Self(T::empty())
    }

    /// Moves a structure out of its place, which afterwards counts as released, as the specification requires for moves.
    /// Returns `None` if it was already released.
    ///
    /// # Safety
    /// `place` points to a valid structure that nobody else uses at the same time.
    pub(crate) unsafe fn take(place: *mut T) -> Option<Self> {
        // SAFETY: the caller's promise
        let moved = unsafe { ptr::read(place) };
        // SAFETY: the caller's promise; the callback in the place is removed, so that only the copy is released
        let release = unsafe { (*place).take() };
        let mut owned = Self(moved);
        owned.0.take();
        release.map(|release| {
            owned.0.put(release);
            owned
        })
    }

    /// Returns the structure.
    pub(crate) fn get(&self) -> &T {
        &self.0
    }

    /// Returns the place of the structure.
    pub(crate) fn place(&mut self) -> *mut T {
        &mut self.0
    }
}

impl<T: Released> Drop for Owned<T> {
    fn drop(&mut self) {
        if let Some(release) = self.0.take() {
            // the callback expects that the structure still contains it
            self.0.put(release);
            // SAFETY: the structure is not released yet, and nobody uses it after this
            unsafe { release(&mut self.0) };
        }
    }
}

impl Owned<Stream> {
    /// Returns the type of the chunks.
    ///
    /// # Errors
    /// The message of the producer.
    pub(crate) fn schema(&mut self) -> Result<Owned<Schema>, String> {
        let mut schema = Owned::<Schema>::empty();
        let get = self.0.get_schema.ok_or("the Arrow stream was already released")?;
        // SAFETY: the stream is not released, and the schema is a place to be filled
        let status = unsafe { get(&mut self.0, schema.place()) };
        if status == 0 { Ok(schema) } else { Err(self.message(status)) }
    }

    /// Returns the next chunk, or `None` after the last.
    ///
    /// # Errors
    /// The message of the producer.
    pub(crate) fn next(&mut self) -> Result<Option<Owned<Array>>, String> {
        let mut array = Owned::<Array>::empty();
        let get = self.0.get_next.ok_or("the Arrow stream was already released")?;
        // SAFETY: the stream is not released, and the array is a place to be filled
        let status = unsafe { get(&mut self.0, array.place()) };
        match status {
            0 if array.0.release.is_none() => Ok(None),
            0 => Ok(Some(array)),
            status => Err(self.message(status)),
        }
    }

    fn message(&mut self, status: c_int) -> String {
        let text = self.0.get_last_error.map_or(ptr::null(), |last| {
            // SAFETY: the stream is not released, and its last call failed
            unsafe { last(&mut self.0) }
        });
        if text.is_null() {
            return format!("the Arrow stream failed with the error {status}");
        }
        // SAFETY: the text ends with a zero byte, and stays until the next call on the stream
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }
}
