//! Results as Arrow arrays, for any consumer of the C data interface.

use super::{
    compute::Digests,
    ffi::{Array, Owned, Released, Schema, Stream},
};
use bramah_arrow::NULLABLE;
use std::{
    ffi::{CStr, CString, c_char, c_int, c_void},
    ptr,
    sync::Arc,
};

/// A chunk of results, and the ends of its values if they are strings.
pub(crate) struct Chunk {
    digests: Digests,
    /// The offsets of the strings; `None` if the results are binary.
    offsets: Option<Vec<i64>>,
}

impl Chunk {
    /// Makes a chunk, of strings if `hex` says so.
    pub(crate) fn new(digests: Digests, hex: bool) -> Self {
        let width = digests.width as i64;
        let offsets = hex.then(|| (0..=digests.len as i64).map(|i| i * width).collect());
        Self { digests, offsets }
    }

    /// Returns chunks as one, each of whose values has so many bytes or digits.
    pub(crate) fn joined(chunks: &[Arc<Self>], width: usize, hex: bool) -> Self {
        let (len, nulls) =
            (chunks.iter().map(|chunk| chunk.len()).sum(), chunks.iter().map(|chunk| chunk.nulls()).sum());
        let mut data = Vec::with_capacity(len * width);
        let mut validity = vec![0; if nulls > 0 { usize::div_ceil(len, 8) } else { 0 }];
        let mut place = 0;
        for chunk in chunks {
            data.extend_from_slice(&chunk.digests.data);
            if nulls > 0 {
                for i in 0..chunk.len() {
                    validity[(place + i) / 8] |= u8::from(chunk.is_valid(i)) << ((place + i) % 8);
                }
            }
            place += chunk.len();
        }
        Self::new(Digests { len, width, data, validity: Some(validity).filter(|_| nulls > 0), nulls }, hex)
    }

    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        self.digests.len
    }

    /// Returns the number of nulls.
    pub(crate) fn nulls(&self) -> usize {
        self.digests.nulls
    }

    /// Returns value `i`, or `None` if it is null.
    pub(crate) fn get(&self, i: usize) -> Option<&[u8]> {
        let digests = &self.digests;
        self.is_valid(i).then(|| &digests.data[i * digests.width..][..digests.width])
    }

    fn is_valid(&self, i: usize) -> bool {
        self.digests.validity.as_ref().is_none_or(|bits| bits[i / 8] >> (i % 8) & 1 == 1)
    }
}

/// Returns the format of results: strings with offsets of 64 bits, or binary of one width.
pub(crate) fn format(width: usize, hex: bool) -> String {
    if hex { "U".into() } else { format!("w:{width}") }
}

/// Returns the type of a column with this format.
pub(crate) fn schema(format: &str) -> Owned<Schema> {
    unsafe extern "C" fn release(schema: *mut Schema) {
        // SAFETY: the consumer passes a structure of this module that is not released
        let schema = unsafe { &mut *schema };
        // SAFETY: the format was made by `CString::into_raw` below
        drop(unsafe { CString::from_raw(schema.format.cast_mut()) });
        schema.release = None;
    }
    let mut owned = Owned::<Schema>::empty();
    let mut schema = Schema::empty();
    schema.format = CString::new(format).unwrap_or_default().into_raw();
    schema.name = c"".as_ptr();
    schema.flags = NULLABLE;
    schema.release = Some(release);
    // SAFETY: the place holds a released structure, which needs no dropping
    unsafe { ptr::write(owned.place(), schema) };
    owned
}

/// The private data of an exported array: the chunk, and the list of its buffers.
struct Kept {
    _chunk: Arc<Chunk>,
    buffers: [*const c_void; 3],
}

/// Returns a chunk as an array, which keeps it until it is released.
pub(crate) fn array(chunk: &Arc<Chunk>) -> Owned<Array> {
    unsafe extern "C" fn release(array: *mut Array) {
        // SAFETY: the consumer passes a structure of this module that is not released
        let array = unsafe { &mut *array };
        // SAFETY: the pointer was made by `Box::into_raw` below
        drop(unsafe { Box::from_raw(array.private_data.cast::<Kept>()) });
        array.release = None;
    }
    let digests = &chunk.digests;
    let validity = digests.validity.as_ref().map_or(ptr::null(), |bits| bits.as_ptr().cast());
    let data = digests.data.as_ptr().cast();
    let (buffers, count) = match &chunk.offsets {
        Some(offsets) => ([validity, offsets.as_ptr().cast(), data], 3),
        None => ([validity, data, ptr::null()], 2),
    };
    let kept = Box::into_raw(Box::new(Kept { _chunk: chunk.clone(), buffers }));
    let mut owned = Owned::<Array>::empty();
    let mut array = Array::empty();
    array.length = digests.len as i64;
    array.null_count = digests.nulls as i64;
    array.n_buffers = count;
    // SAFETY: `kept` is valid until the array is released
    array.buffers = unsafe { (*kept).buffers.as_mut_ptr() };
    array.private_data = kept.cast();
    array.release = Some(release);
    // SAFETY: the place holds a released structure, which needs no dropping
    unsafe { ptr::write(owned.place(), array) };
    owned
}

/// The private data of an exported stream.
struct Source {
    format: String,
    chunks: Vec<Arc<Chunk>>,
    next: usize,
}

/// Returns chunks as a stream.
pub(crate) fn stream(format: &str, chunks: &[Arc<Chunk>]) -> Owned<Stream> {
    unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
        // SAFETY: the consumer passes a stream of this module that is not released
        let source = unsafe { &*(*stream).private_data.cast::<Source>() };
        hand_over(schema(&source.format), out)
    }
    unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
        // SAFETY: the consumer passes a stream of this module that is not released, from one thread at a time
        let source = unsafe { &mut *(*stream).private_data.cast::<Source>() };
        let next = source.chunks.get(source.next).map_or_else(Owned::empty, array);
        source.next += 1;
        hand_over(next, out)
    }
    unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
        const NONE: &CStr = c"";
        NONE.as_ptr()
    }
    unsafe extern "C" fn release(stream: *mut Stream) {
        // SAFETY: the consumer passes a stream of this module that is not released
        let stream = unsafe { &mut *stream };
        // SAFETY: the pointer was made by `Box::into_raw` below
        drop(unsafe { Box::from_raw(stream.private_data.cast::<Source>()) });
        stream.release = None;
    }
    let source = Source { format: format.to_owned(), chunks: chunks.to_vec(), next: 0 };
    let mut owned = Owned::<Stream>::empty();
    let mut stream = Stream::empty();
    stream.get_schema = Some(get_schema);
    stream.get_next = Some(get_next);
    stream.get_last_error = Some(get_last_error);
    stream.private_data = Box::into_raw(Box::new(source)).cast();
    stream.release = Some(release);
    // SAFETY: the place holds a released structure, which needs no dropping
    unsafe { ptr::write(owned.place(), stream) };
    owned
}

/// Moves a structure to the place of a consumer.
fn hand_over<T: Released>(mut owned: Owned<T>, out: *mut T) -> c_int {
    // SAFETY: the consumer passes a place that holds no structure. Ours is not dropped but forgotten, so that the
    // consumer alone releases it.
    unsafe { ptr::write(out, ptr::read(owned.place())) };
    std::mem::forget(owned);
    0
}
