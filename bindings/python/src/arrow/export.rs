//! Results as Arrow arrays, for any consumer of the C data interface.

use super::{
    compute::{Ends, Results},
    ffi::{Array, Owned, Released, Schema, Stream},
};
use bramah_arrow::NULLABLE;
use std::{
    ffi::{CStr, CString, c_char, c_int, c_void},
    ptr,
    sync::Arc,
};

/// The type of results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Type {
    /// Binary of one width in bytes.
    Fixed(usize),
    /// Binary of any length.
    Binary,
    /// Strings.
    Text,
}

impl Type {
    /// Returns the format: fixed-size binary, or with offsets of 64 bits.
    pub(crate) fn format(self) -> String {
        match self {
            Self::Fixed(width) => format!("w:{width}"),
            Self::Binary => "Z".into(),
            Self::Text => "U".into(),
        }
    }
}

/// A chunk of results, and the positions of its values if their type has offsets.
pub(crate) struct Chunk {
    results: Results,
    offsets: Option<Vec<i64>>,
}

impl Chunk {
    /// Makes a chunk.
    pub(crate) fn new(results: Results, of: Type) -> Self {
        let offsets = match &results.ends {
            Ends::Every(_) if matches!(of, Type::Fixed(_)) => None,
            Ends::Every(width) => Some((0..results.len as i64 + 1).map(|i| i * *width as i64).collect()),
            Ends::At(places) => Some(places.clone()),
        };
        Self { results, offsets }
    }

    /// Joins chunks to one chunk.
    pub(crate) fn joined(chunks: &[Arc<Self>], of: Type) -> Self {
        let (len, nulls) =
            (chunks.iter().map(|chunk| chunk.len()).sum(), chunks.iter().map(|chunk| chunk.nulls()).sum());
        let mut data = Vec::with_capacity(chunks.iter().map(|chunk| chunk.results.data.len()).sum());
        let mut validity = vec![0; if nulls > 0 { usize::div_ceil(len, 8) } else { 0 }];
        let mut places = vec![0];
        let mut place = 0;
        for chunk in chunks {
            if !matches!(of, Type::Fixed(_)) {
                let ends = (0..chunk.len()).map(|i| (data.len() + chunk.results.ends.range(i).end) as i64);
                places.extend(ends);
            }
            data.extend_from_slice(&chunk.results.data);
            if nulls > 0 {
                for i in 0..chunk.len() {
                    validity[(place + i) / 8] |= u8::from(chunk.results.is_valid(i)) << ((place + i) % 8);
                }
            }
            place += chunk.len();
        }
        let ends = if let Type::Fixed(width) = of { Ends::Every(width) } else { Ends::At(places) };
        Self::new(Results { len, data, ends, validity: Some(validity).filter(|_| nulls > 0), nulls }, of)
    }

    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        self.results.len
    }

    /// Returns the number of nulls.
    pub(crate) fn nulls(&self) -> usize {
        self.results.nulls
    }

    /// Returns value `i`, or `None` if it is null.
    pub(crate) fn get(&self, i: usize) -> Option<&[u8]> {
        self.results.get(i)
    }
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
    let results = &chunk.results;
    let validity = results.validity.as_ref().map_or(ptr::null(), |bits| bits.as_ptr().cast());
    let data = results.data.as_ptr().cast();
    let (buffers, count) = match &chunk.offsets {
        Some(offsets) => ([validity, offsets.as_ptr().cast(), data], 3),
        None => ([validity, data, ptr::null()], 2),
    };
    let kept = Box::into_raw(Box::new(Kept { _chunk: chunk.clone(), buffers }));
    let mut owned = Owned::<Array>::empty();
    let mut array = Array::empty();
    array.length = results.len as i64;
    array.null_count = results.nulls as i64;
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

/// Moves a structure to the memory of a consumer.
fn hand_over<T: Released>(mut owned: Owned<T>, out: *mut T) -> c_int {
    // SAFETY: the consumer passes a place that holds no structure. Ours is not dropped but forgotten, so that the
    // consumer alone releases it.
    unsafe { ptr::write(out, ptr::read(owned.place())) };
    std::mem::forget(owned);
    0
}
