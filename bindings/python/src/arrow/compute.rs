//! Digests of the values of a column.

use crate::{interrupt::Stop, text::hex_into};
use bramah::{hash::Function, mac::AnyMac};
use bramah_arrow::{Column, Refused, Values};
use std::sync::{Mutex, PoisonError};

/// The number of values that are hashed by one call.
const BATCH: usize = 1024;

/// The reason why there are no results, in words.
pub(crate) enum Failed {
    /// The column has a type that is neither strings nor bytes.
    Type(String),
    /// The column is malformed.
    Value(String),
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

/// The function that is computed of each value.
#[derive(Clone)]
pub(crate) enum Job {
    /// The digest of a hash function.
    Hash(Function),
    /// The tag of a MAC.
    Mac(AnyMac),
}

impl Job {
    /// Returns the length of a result in bytes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Hash(function) => function.algorithm().output_len(),
            Self::Mac(mac) => mac.tag_len(),
        }
    }

    fn many(&mut self, messages: &[&[u8]], out: &mut [u8]) -> Result<(), Failed> {
        match self {
            Self::Hash(function) => function.hash_many(messages, out),
            Self::Mac(mac) => mac.many(messages, out).map_err(|error| error.to_string())?,
        }
        Ok(())
    }
}

/// The results for a column.
pub(crate) struct Digests {
    /// The number of values.
    pub(crate) len: usize,
    /// The length of each result in bytes, or in digits.
    pub(crate) width: usize,
    /// The results one after another; zeros for a null.
    pub(crate) data: Vec<u8>,
    /// Bits that are 1 for what is not null; `None` if nothing is.
    pub(crate) validity: Option<Vec<u8>>,
    /// The number of nulls.
    pub(crate) nulls: usize,
}

/// Computes the results for a column.
///
/// # Errors
/// A message, if the column is malformed or memory is missing.
pub(crate) fn digests(
    column: &Column<'_>,
    job: &Job,
    hex: bool,
    threads: usize,
    stop: &Stop,
) -> Result<Digests, Failed> {
    match column {
        Column::Plain(values) => of_values(values, job, hex, threads, stop),
        Column::Dictionary { indices, values } => {
            let dictionary = of_values(values, job, hex, threads, stop)?;
            let width = dictionary.width;
            let mut data = zeros(indices.len(), width)?;
            let mut validity = vec![0; indices.len().div_ceil(8)];
            let mut nulls = 0;
            for (i, out) in data.chunks_exact_mut(width).enumerate() {
                if i % (BATCH * BATCH) == 0 && stop.stopped() {
                    return Err(Failed::Stopped);
                }
                let Some(place) = indices.get(i, dictionary.len)? else {
                    nulls += 1;
                    continue;
                };
                if dictionary.validity.as_ref().is_none_or(|bits| bits[place / 8] >> (place % 8) & 1 == 1) {
                    validity[i / 8] |= 1 << (i % 8);
                    out.copy_from_slice(&dictionary.data[place * width..][..width]);
                } else {
                    nulls += 1;
                }
            }
            let validity = Some(validity).filter(|_| nulls > 0);
            Ok(Digests { len: indices.len(), width, data, validity, nulls })
        }
    }
}

/// Returns room for so many results.
fn zeros(len: usize, width: usize) -> Result<Vec<u8>, Failed> {
    let bytes = len.saturating_mul(width);
    let mut probe = Vec::<u8>::new();
    let missing = |_| Failed::Memory(format!("not enough memory: {bytes} bytes are needed"));
    probe.try_reserve_exact(bytes).map_err(missing)?;
    drop(probe);
    // from the system, pages of zeros come without being written
    Ok(vec![0; bytes])
}

fn of_values(
    values: &Values<'_>,
    job: &Job,
    hex: bool,
    count: usize,
    stop: &Stop,
) -> Result<Digests, Failed> {
    let len = values.len();
    let width = if hex { 2 * job.len() } else { job.len() };
    let mut data = zeros(len, width)?;
    let has_nulls = values.has_nulls();
    let mut validity = vec![0; if has_nulls { len.div_ceil(8) } else { 0 }];
    // parts of whole batches, and so of whole bytes of validity
    let count = count.clamp(1, len.div_ceil(BATCH).max(1));
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
            nulls += run(values, &mut job, hex, width, part, stop)?;
        }
        Ok::<usize, Failed>(nulls)
    };
    let mut nulls = 0;
    for found in stop.spread(count, work) {
        nulls += found?;
    }
    let validity = Some(validity).filter(|_| nulls > 0);
    Ok(Digests { len, width, data, validity, nulls })
}

/// A part of the results, which one thread computes.
struct Part<'a> {
    /// The place of the first value.
    first: usize,
    data: &'a mut [u8],
    /// The bits of validity; empty if no value can be null.
    bits: &'a mut [u8],
}

/// Computes the results of a part, and returns how many values are null.
fn run(
    values: &Values<'_>,
    job: &mut Job,
    hex: bool,
    width: usize,
    part: Part<'_>,
    stop: &Stop,
) -> Result<usize, Failed> {
    let size = job.len();
    let mut messages: Vec<&[u8]> = Vec::with_capacity(BATCH);
    let mut places: Vec<usize> = Vec::with_capacity(BATCH);
    let mut scratch = vec![0; BATCH * size];
    let mut nulls = 0;
    for (n, out) in part.data.chunks_mut(BATCH * width).enumerate() {
        let first = n * BATCH;
        let count = out.len() / width;
        if stop.stopped() {
            return Err(Failed::Stopped);
        }
        messages.clear();
        places.clear();
        for i in 0..count {
            if let Some(value) = values.get(part.first + first + i)? {
                messages.push(value);
                places.push(i);
            }
        }
        if !part.bits.is_empty() {
            for i in &places {
                part.bits[(first + i) / 8] |= 1 << (i % 8);
            }
        }
        nulls += count - messages.len();
        if messages.len() == count && !hex {
            job.many(&messages, out)?;
            continue;
        }
        let digests = &mut scratch[..messages.len() * size];
        job.many(&messages, digests)?;
        for (digest, i) in digests.chunks_exact(size).zip(&places) {
            let out = &mut out[i * width..][..width];
            if hex { hex_into(digest, out) } else { out.copy_from_slice(digest) }
        }
    }
    Ok(nulls)
}
