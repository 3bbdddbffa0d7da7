//! Results for the values of a column, or for the rows of a table.

use super::job::Job;
use crate::{interrupt::Stop, text::hex_into};
use bramah_arrow::{Canonical, Fields, Kind, Refused, Values};
use std::{
    ops::Range,
    sync::{Mutex, PoisonError},
};

/// The number of values that are processed by one call.
const BATCH: usize = 1024;

/// The reason why there are no results, in words.
pub(crate) enum Failed {
    /// The column has a type that is not supported.
    Type(String),
    /// The column is malformed, or a value is refused.
    Value(String),
    /// A value is not authentic.
    Unauthentic(String),
    /// Memory is missing.
    Memory(String),
    /// A signal has ended the call.
    Stopped,
}

impl From<Refused> for Failed {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Type(text) => Self::Type(text),
            Refused::Malformed(text) => Self::Value(text),
        }
    }
}

impl From<String> for Failed {
    fn from(message: String) -> Self {
        Self::Value(message)
    }
}

/// The messages: values or rows.
pub(crate) enum Source<'a> {
    /// The values of a column.
    Column(Canonical<'a>),
    /// The rows of a table, or of a column of structs.
    Rows(Fields<'a>),
}

/// The results for a column.
pub(crate) struct Results {
    /// The number of values.
    pub(crate) len: usize,
    /// The results one after another. For a null there are zeros if all results have one length, otherwise nothing.
    pub(crate) data: Vec<u8>,
    pub(crate) ends: Ends,
    /// One bit for each value, 0 if it is null; `None` if no value is null.
    pub(crate) validity: Option<Vec<u8>>,
    /// The number of nulls.
    pub(crate) nulls: usize,
}

/// Where results begin and end.
pub(crate) enum Ends {
    /// Every result has this length, in bytes or in hexadecimal digits.
    Every(usize),
    /// The index at which each result begins, and the end of the last result.
    At(Vec<i64>),
}

impl Ends {
    /// Returns the range of result `i` among all results.
    pub(crate) fn range(&self, i: usize) -> Range<usize> {
        match self {
            Self::Every(width) => i * width..(i + 1) * width,
            Self::At(places) => places[i] as usize..places[i + 1] as usize,
        }
    }
}

impl Results {
    /// Returns result `i`, or `None` if it is null or if there are fewer results.
    pub(crate) fn get(&self, i: usize) -> Option<&[u8]> {
        (i < self.len && self.is_valid(i)).then(|| &self.data[self.ends.range(i)])
    }

    /// Returns whether result `i` is not null.
    pub(crate) fn is_valid(&self, i: usize) -> bool {
        self.validity.as_ref().is_none_or(|bits| bits[i / 8] >> (i % 8) & 1 == 1)
    }
}

/// How results are computed: on how many threads at most, and whether to stop.
pub(crate) struct How<'a> {
    pub(crate) threads: usize,
    pub(crate) stop: &'a Stop,
}

/// Computes the results for a column or for rows.
///
/// # Errors
/// A message, if the column is malformed or memory is missing.
pub(crate) fn results(source: &Source<'_>, job: &Job, hex: bool, how: &How<'_>) -> Result<Results, Failed> {
    match source {
        Source::Rows(rows) => {
            let rows = Written(rows.len(), |row, out: &mut Vec<u8>| job.write(rows, row, out));
            of_messages(&rows, job, hex, how)
        }
        Source::Column(column) => of_column(column, job, hex, how),
    }
}

fn of_column(column: &Canonical<'_>, job: &Job, hex: bool, how: &How<'_>) -> Result<Results, Failed> {
    // if the dictionary has more values than the column, as with a small part of a column, compute only the column's values
    if let Some(distinct) = column.distinct().filter(|distinct| distinct.len() <= column.len()) {
        return shared(column, &of_column(distinct, job, hex, how)?, how.stop);
    }
    match column.values() {
        Some(values) => of_messages(values, job, hex, how),
        None => {
            let write = |row, out: &mut Vec<u8>| Ok(column.write(row, out)? != Kind::Null);
            of_messages(&Written(column.len(), write), job, hex, how)
        }
    }
}

/// Returns the result of each value, copied from the results of the distinct values.
pub(super) fn shared(column: &Canonical<'_>, distinct: &Results, stop: &Stop) -> Result<Results, Failed> {
    let len = column.len();
    let mut validity = Vec::with_capacity(len.div_ceil(8));
    let mut nulls = 0;
    let mut places = Vec::with_capacity(BATCH);
    let mut data = match distinct.ends {
        Ends::Every(width) => zeros(len.saturating_mul(width))?,
        Ends::At(_) => Vec::new(),
    };
    let mut ends = vec![0];
    for first in (0..len).step_by(BATCH) {
        if first % (BATCH * BATCH) == 0 && stop.stopped() {
            return Err(Failed::Stopped);
        }
        places.clear();
        column.places(first..len.min(first + BATCH), &mut places)?;
        // an index is below the number of values, so only `usize::MAX` has the highest bit
        let none_null = places.iter().fold(0, |all, place| all | place) <= usize::MAX >> 1;
        if none_null && distinct.nulls == 0 {
            validity.extend((0..places.len()).step_by(8).map(|i| all_valid(places.len() - i)));
        } else {
            for places in places.chunks_mut(8) {
                let mut bits = 0;
                for (i, place) in places.iter_mut().enumerate() {
                    if *place != usize::MAX && distinct.is_valid(*place) {
                        bits |= 1 << i;
                    } else {
                        *place = usize::MAX;
                    }
                }
                nulls += places.len() - u8::count_ones(bits) as usize;
                validity.push(bits);
            }
        }
        match distinct.ends {
            Ends::Every(width) => {
                let out = &mut data[first * width..][..places.len() * width];
                match width {
                    32 => copied::<32>(&places, &distinct.data, out),
                    64 => copied::<64>(&places, &distinct.data, out),
                    _ => {
                        for (out, place) in out.chunks_exact_mut(width.max(1)).zip(&places) {
                            if let Some(result) = distinct.get(*place) {
                                out.copy_from_slice(result);
                            }
                        }
                    }
                }
            }
            Ends::At(_) => {
                for place in &places {
                    data.extend_from_slice(distinct.get(*place).unwrap_or_default());
                    ends.push(data.len() as i64);
                }
            }
        }
    }
    let ends = match distinct.ends {
        Ends::Every(width) => Ends::Every(width),
        Ends::At(_) => Ends::At(ends),
    };
    Ok(Results { len, data, ends, validity: Some(validity).filter(|_| nulls > 0), nulls })
}

/// Returns the next byte of a bitmap if none of the `left` values that remain is null.
fn all_valid(left: usize) -> u8 {
    u8::MAX >> 8usize.saturating_sub(left)
}

/// Copies to `out`, for each index in `places`, the result with this index. For an index without a result, as of a null, `out`
/// keeps its zeros.
fn copied<const WIDTH: usize>(places: &[usize], results: &[u8], out: &mut [u8]) {
    let results = results.as_chunks::<WIDTH>().0;
    for (out, place) in out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(places) {
        if let Some(result) = results.get(*place) {
            *out = *result;
        }
    }
}

/// Reserves memory.
fn reserve(data: &mut Vec<u8>, bytes: usize) -> Result<(), Failed> {
    let missing = |_| Failed::Memory(format!("not enough memory: {bytes} bytes are needed"));
    data.try_reserve_exact(bytes).map_err(missing)
}

/// Returns this number of zero bytes.
pub(super) fn zeros(bytes: usize) -> Result<Vec<u8>, Failed> {
    let mut probe = Vec::<u8>::new();
    reserve(&mut probe, bytes)?;
    drop(probe);
    // the system supplies pages of zeros, so they are not written here
    // Large pages are not requested. In a virtual machine NumPy, which requests them, took 17 to 82 ns for 32 bytes at their first
    // use and 4 to 8 later. With small pages 32 bytes take 15 to 21 ns.
    Ok(vec![0; bytes])
}

/// Messages, of which some may be null.
trait Messages: Sync {
    fn count(&self) -> usize;
    /// Whether a message may be null.
    fn may_be_null(&self) -> bool;
    /// Collects the messages of `rows` that are not null and, if a row is null, in `places` their indices among these rows.
    /// `room` is a buffer for messages that must be encoded first.
    fn collect<'b>(
        &'b self,
        rows: Range<usize>,
        room: &'b mut Vec<u8>,
        messages: &mut Vec<&'b [u8]>,
        places: &mut Vec<usize>,
    ) -> Result<(), Failed>;
}

impl Messages for Values<'_> {
    fn count(&self) -> usize {
        self.len()
    }
    fn may_be_null(&self) -> bool {
        self.has_nulls()
    }
    fn collect<'b>(
        &'b self,
        rows: Range<usize>,
        _: &'b mut Vec<u8>,
        messages: &mut Vec<&'b [u8]>,
        places: &mut Vec<usize>,
    ) -> Result<(), Failed> {
        Ok(self.extend(rows, messages, places)?)
    }
}

/// The number of messages, and a function that writes a message, or returns false for a null.
struct Written<F>(usize, F);

impl<F: Fn(usize, &mut Vec<u8>) -> Result<bool, Refused> + Sync> Messages for Written<F> {
    fn count(&self) -> usize {
        self.0
    }
    fn may_be_null(&self) -> bool {
        true
    }
    fn collect<'b>(
        &'b self,
        rows: Range<usize>,
        room: &'b mut Vec<u8>,
        messages: &mut Vec<&'b [u8]>,
        places: &mut Vec<usize>,
    ) -> Result<(), Failed> {
        room.clear();
        let mut ends = Vec::with_capacity(rows.len());
        for (place, row) in rows.enumerate() {
            if (self.1)(row, room)? {
                ends.push(room.len());
                places.push(place);
            }
        }
        let mut begin = 0;
        for end in ends {
            messages.push(&room[begin..end]);
            begin = end;
        }
        Ok(())
    }
}

fn of_messages(all: &dyn Messages, job: &Job, hex: bool, how: &How<'_>) -> Result<Results, Failed> {
    let len = all.count();
    let width = if hex { 2 } else { 1 } * job.len();
    let mut data = zeros(len.saturating_mul(width))?;
    let mut validity = vec![0; if all.may_be_null() { len.div_ceil(8) } else { 0 }];
    // each part consists of whole batches, and so of whole bytes of `validity`
    let count = how.threads.clamp(1, len.div_ceil(BATCH).max(1));
    let part = len.div_ceil(count).next_multiple_of(BATCH).max(BATCH);
    let mut bits = validity.chunks_mut(part / 8);
    let parts = data.chunks_mut((part * width).max(1)).enumerate();
    let parts: Vec<_> = parts
        .map(|(i, data)| Part { first: i * part, data, bits: bits.next().unwrap_or_default() })
        .collect();
    let parts = Mutex::new(parts);
    let work = || {
        let mut job = job.clone();
        let mut nulls = 0;
        while let Some(part) = { parts.lock().unwrap_or_else(PoisonError::into_inner).pop() } {
            nulls += run(all, &mut job, how, (width, hex), part)?;
        }
        Ok::<usize, Failed>(nulls)
    };
    let mut nulls = 0;
    for found in how.stop.spread(count, work) {
        nulls += found?;
    }
    let validity = Some(validity).filter(|_| nulls > 0);
    Ok(Results { len, data, ends: Ends::Every(width), validity, nulls })
}

/// A part of the results, which one thread computes.
struct Part<'a> {
    /// The index of the first value of the part.
    first: usize,
    data: &'a mut [u8],
    /// The part's bits of `validity`; empty if no value can be null.
    bits: &'a mut [u8],
}

/// Computes the results of a part, and returns how many values are null.
fn run(
    all: &dyn Messages,
    job: &mut Job,
    how: &How<'_>,
    (width, hex): (usize, bool),
    part: Part<'_>,
) -> Result<usize, Failed> {
    let size = job.len();
    let mut room = Vec::new();
    let mut places: Vec<usize> = Vec::with_capacity(BATCH);
    let mut scratch = vec![0; BATCH * size];
    let mut nulls = 0;
    for (n, out) in part.data.chunks_mut(BATCH * width).enumerate() {
        let first = n * BATCH;
        let count = out.len() / width;
        if how.stop.stopped() {
            return Err(Failed::Stopped);
        }
        let mut messages: Vec<&[u8]> = Vec::with_capacity(BATCH);
        places.clear();
        let rows = part.first + first..part.first + first + count;
        all.collect(rows, &mut room, &mut messages, &mut places)?;
        if messages.len() == count {
            for (i, bits) in part.bits.iter_mut().skip(first / 8).take(count.div_ceil(8)).enumerate() {
                *bits = all_valid(count - 8 * i);
            }
            if hex {
                let digests = &mut scratch[..count * size];
                job.many(&messages, digests)?;
                hex_into(digests, out);
            } else {
                job.many(&messages, out)?;
            }
            continue;
        }
        nulls += count - messages.len();
        let digests = &mut scratch[..messages.len() * size];
        job.many(&messages, digests)?;
        for (digest, i) in digests.chunks_exact(size).zip(&places) {
            part.bits[(first + i) / 8] |= 1 << (i % 8);
            let out = &mut out[i * width..][..width];
            if hex { hex_into(digest, out) } else { out.copy_from_slice(digest) }
        }
    }
    Ok(nulls)
}
