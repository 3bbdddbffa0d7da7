//! Encryption of the values of a column: with a random nonce for each, or as tokens, which are equal for equal values.

use super::compute::{Ends, Failed, How, Results, shared, zeros};
use crate::text::hex_into;
use bramah::{
    InOut,
    aead::{Aead, AnyScheme},
    random,
};
use bramah_arrow::{Canonical, Kind, Refused};
use std::sync::{Mutex, PoisonError};

/// The number of values after which a thread looks for a signal.
const BATCH: usize = 1024;

/// Whether values are encrypted or decrypted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Encrypt,
    Decrypt,
}

/// A cipher for values. A sealed value consists of its nonce (unless the nonce is fixed), the ciphertext and the tag.
pub(crate) struct Sealer {
    pub(crate) aead: Aead<AnyScheme>,
    /// The length of the random nonce before each sealed value; 0 for tokens.
    pub(crate) random: usize,
    /// The nonce of tokens.
    pub(crate) fixed: Vec<u8>,
    /// The associated data, which says what the values are.
    pub(crate) context: Vec<u8>,
    pub(crate) direction: Direction,
    /// Whether the results are strings: hexadecimal digits of sealed values, or decrypted values, which must be UTF-8.
    pub(crate) text: bool,
}

impl Sealer {
    /// Returns how many bytes longer a sealed value is than its plaintext.
    fn more(&self) -> usize {
        self.random + self.aead.verified_len()
    }

    /// Returns the length of the result for a value. If `hex` is true, sealed values are hexadecimal digits. Returns `None` if
    /// the value is too short or too long.
    fn len(&self, value: &[u8], hex: bool) -> Option<usize> {
        match (self.direction, hex) {
            (Direction::Encrypt, false) => value.len().checked_add(self.more()),
            (Direction::Encrypt, true) => value.len().checked_add(self.more())?.checked_mul(2),
            (Direction::Decrypt, false) => value.len().checked_sub(self.more()),
            (Direction::Decrypt, true) => (value.len() / 2).checked_sub(self.more()),
        }
    }

    /// Writes the result of the value in a row.
    fn write(
        &self,
        row: usize,
        (value, hex): (&[u8], bool),
        room: &mut Vec<u8>,
        generator: &mut random::Generator,
        out: &mut [u8],
    ) -> Result<(), Failed> {
        let failed = |error: bramah::Error| match error {
            bramah::Error::Unauthentic => unauthentic(row),
            error => Failed::Value(format!("row {row}: {error}")),
        };
        match self.direction {
            Direction::Encrypt if hex => {
                room.resize(out.len() / 2, 0);
                self.seal(value, generator, room).map_err(failed)?;
                hex_into(room, out);
            }
            Direction::Encrypt => self.seal(value, generator, out).map_err(failed)?,
            Direction::Decrypt => {
                let sealed = if hex {
                    room.clear();
                    decoded(value, room).ok_or_else(|| unauthentic(row))?;
                    room
                } else {
                    value
                };
                let (nonce, sealed) = sealed.split_at(self.random);
                let nonce = if self.random == 0 { &self.fixed[..] } else { nonce };
                let (text, tag) = sealed.split_at(out.len());
                let opened = InOut::new(text, &mut *out)
                    .and_then(|both| self.aead.open(nonce, &self.context, both, tag));
                opened.map_err(failed)?;
                if self.text && str::from_utf8(out).is_err() {
                    return Err(Failed::Value(format!(
                        "row {row}: the value is not UTF-8: decrypt it as binary"
                    )));
                }
            }
        }
        Ok(())
    }

    fn seal(
        &self,
        value: &[u8],
        generator: &mut random::Generator,
        out: &mut [u8],
    ) -> Result<(), bramah::Error> {
        let (nonce, sealed) = out.split_at_mut(self.random);
        generator.fill(nonce)?;
        let nonce = if self.random == 0 { &self.fixed[..] } else { nonce };
        let (text, tag) = sealed.split_at_mut(value.len());
        self.aead.seal(nonce, &self.context, InOut::new(value, text)?, tag)
    }
}

fn unauthentic(row: usize) -> Failed {
    Failed::Unauthentic(format!(
        "row {row}: the value is not authentic: it was changed, or sealed with another key, algorithm or context"
    ))
}

/// Appends the bytes of hexadecimal digits, in either case.
fn decoded(digits: &[u8], out: &mut Vec<u8>) -> Option<()> {
    if digits.len() % 2 == 1 {
        return None;
    }
    let number = |digit: u8| char::from(digit).to_digit(16).map(|number| number as u8);
    for pair in digits.chunks_exact(2) {
        out.push(number(pair[0])? << 4 | number(pair[1])?);
    }
    Some(())
}

/// Returns the results for a column of strings or bytes.
///
/// # Errors
/// A message, if the column has another type, a value is not authentic, or memory is missing.
pub(crate) fn results(column: &Canonical<'_>, sealer: &Sealer, how: &How<'_>) -> Result<Results, Failed> {
    // equal values have equal tokens, so each distinct value is processed only once; but each ciphertext with a random nonce
    // must be different
    let distinct = column.distinct().filter(|distinct| {
        distinct.len() <= column.len() && (sealer.random == 0 || sealer.direction == Direction::Decrypt)
    });
    if let Some(distinct) = distinct {
        return shared(column, &results(distinct, sealer, how)?, how.stop);
    }
    let spread = column.distinct();
    let Some(values) = spread.unwrap_or(column).values() else {
        return Err(Failed::Type(
            "only strings and binary values are encrypted: cast the column first".into(),
        ));
    };
    let get = |row| match spread {
        Some(_) => column.place(row)?.map_or(Ok(None), |place| values.get(place)),
        None => values.get(row),
    };
    let hex = match sealer.direction {
        Direction::Encrypt => sealer.text,
        Direction::Decrypt => column.kind() == Kind::Text,
    };
    of_values(column.len(), &get, (sealer, hex), how)
}

/// A part of the results, which one thread computes.
struct Part<'a> {
    first: usize,
    places: &'a [i64],
    data: &'a mut [u8],
}

type Get<'a> = dyn Fn(usize) -> Result<Option<&'a [u8]>, Refused> + Sync + 'a;

fn of_values<'a>(
    len: usize,
    get: &Get<'a>,
    (sealer, hex): (&Sealer, bool),
    how: &How<'_>,
) -> Result<Results, Failed> {
    let mut places = Vec::with_capacity(len + 1);
    places.push(0_i64);
    let mut validity = vec![0; len.div_ceil(8)];
    let (mut end, mut nulls) = (0_usize, 0);
    for row in 0..len {
        match get(row)? {
            Some(value) => {
                validity[row / 8] |= 1 << (row % 8);
                let len = match sealer.len(value, hex) {
                    Some(len) => len,
                    None if sealer.direction == Direction::Decrypt => return Err(unauthentic(row)),
                    None => return Err(Failed::Memory("the column is too long".into())),
                };
                end = end.checked_add(len).ok_or_else(|| Failed::Memory("the column is too long".into()))?;
            }
            None => nulls += 1,
        }
        places.push(end as i64);
    }
    let mut data = zeros(end)?;
    let count = how.threads.clamp(1, len.div_ceil(BATCH).max(1));
    let rows = len.div_ceil(count).next_multiple_of(BATCH).max(BATCH);
    let mut parts = Vec::new();
    let mut rest = &mut data[..];
    for first in (0..len).step_by(rows) {
        let places = &places[first..=len.min(first + rows)];
        let (own, more) = rest.split_at_mut((places[places.len() - 1] - places[0]) as usize);
        parts.push(Part { first, places, data: own });
        rest = more;
    }
    let parts = Mutex::new(parts);
    let work = || {
        let failed = |error: bramah::Error| Failed::Value(error.to_string());
        let mut generator = random::Generator::new().map_err(failed)?;
        let mut room = Vec::new();
        while let Some(part) = { parts.lock().unwrap_or_else(PoisonError::into_inner).pop() } {
            let mut rest = part.data;
            for (i, ends) in part.places.windows(2).enumerate() {
                if i % BATCH == 0 && how.stop.stopped() {
                    return Err(Failed::Stopped);
                }
                let (out, more) = rest.split_at_mut((ends[1] - ends[0]) as usize);
                if let Some(value) = get(part.first + i)? {
                    sealer.write(part.first + i, (value, hex), &mut room, &mut generator, out)?;
                }
                rest = more;
            }
        }
        Ok(())
    };
    for done in how.stop.spread(count, work) {
        done?;
    }
    Ok(Results { len, data, ends: Ends::At(places), validity: Some(validity).filter(|_| nulls > 0), nulls })
}
