//! Key derivation with a pseudorandom function: NIST SP 800-108r1.

use super::{MAX_DIGEST, check_output, value_len};
use crate::{Error, mac::Prf, wipe::wipe};

/// The position of the counter within the input of the pseudorandom function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Before the fixed input, and after the previous value if there is one.
    #[default]
    Before,
    /// After the fixed input.
    After,
    /// After this number of bytes of the fixed input.
    Within(usize),
}

/// A big-endian counter that starts at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The counter's length in bytes, 1 to 4: r / 8 in the specification.
    pub bytes: usize,
    /// The counter's position.
    pub place: Place,
}

impl Default for Counter {
    /// Returns a counter of 32 bits before the fixed input.
    fn default() -> Self {
        Self { bytes: 4, place: Place::Before }
    }
}

/// The mode of key derivation: how each value is computed from the preceding ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sp800108<'a> {
    /// Counter mode, section 4.1: each value is computed from the counter and the fixed input.
    Counter(Counter),
    /// Feedback mode, section 4.2: each value is computed from the previous value, the counter if there is one, and the fixed
    /// input.
    Feedback {
        /// The initial value, which takes the place of the value before the first one; it may be empty.
        iv: &'a [u8],
        /// The counter.
        counter: Option<Counter>,
    },
    /// Double-pipeline mode, section 4.3: each value is computed from the value of a first chain, the counter if there is one,
    /// and the fixed input. The first chain begins with the fixed input.
    Pipeline {
        /// The counter.
        counter: Option<Counter>,
    },
}

impl Sp800108<'_> {
    /// Derives `out` with the pseudorandom function `prf`, which has the key already, and the fixed input. The fixed input is
    /// usually a label, a zero byte, a context and the number of bits of the output as 32 bits; [`fixed_input`] concatenates
    /// them.
    ///
    /// ```
    /// use bramah::{Hmac, Sha256, kdf::{Counter, Sp800108, sp800_108::fixed_input}};
    ///
    /// let mut key = [0; 48];
    /// let fixed = fixed_input(b"label", b"context", key.len())?;
    /// Sp800108::Counter(Counter::default()).derive(&Hmac::<Sha256>::new(b"a key"), &fixed, &mut key)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::DerivedLength`] if `out` is empty or needs more values than the counter can count (2^32 without a counter);
    /// [`Error::Parameter`] if the counter does not have 1 to 4 bytes, or if its position is beyond the fixed input.
    pub fn derive(&self, prf: &dyn Prf, fixed: &[u8], out: &mut [u8]) -> Result<(), Error> {
        let (counter, iv) = match *self {
            Self::Counter(counter) => (Some(counter), &[][..]),
            Self::Feedback { iv, counter } => (counter, iv),
            Self::Pipeline { counter } => (counter, &[][..]),
        };
        let Counter { bytes, place } = counter.unwrap_or_default();
        let parameter = |name, value: usize, min, max: usize| {
            Err(Error::Parameter { name, value: value as u64, min, max: max as u64 })
        };
        if !(1..=4).contains(&bytes) {
            return parameter("the number of bytes of the counter", bytes, 1, 4);
        }
        let (head, tail) = match place {
            Place::Before => (&[][..], fixed),
            Place::After => (fixed, &[][..]),
            Place::Within(at) if at <= fixed.len() => fixed.split_at(at),
            Place::Within(at) => return parameter("the place of the counter", at, 0, fixed.len()),
        };
        let len = value_len(prf)?;
        check_output(out.len(), len as u64 * (u64::MAX >> (64 - 8 * bytes)))?;
        // the previous value, the previous value of the first chain, and the new value
        let mut room = [[0; MAX_DIGEST]; 3];
        let [before, chain, value] = &mut room;
        for (i, piece) in out.chunks_mut(len).enumerate() {
            // cannot overflow: the output has no more pieces than the counter can count
            let count = (i as u32).wrapping_add(1).to_be_bytes();
            let count = if counter.is_some() { &count[4 - bytes..] } else { &[] };
            let first = match self {
                Self::Counter(_) => &[][..],
                Self::Feedback { .. } if i == 0 => iv,
                Self::Feedback { .. } => &before[..len],
                Self::Pipeline { .. } => {
                    let from = if i == 0 { fixed } else { &before[..len] };
                    prf.mac(&[from], &mut chain[..len]);
                    before[..len].copy_from_slice(&chain[..len]);
                    &chain[..len]
                }
            };
            prf.mac(&[first, head, count, tail], &mut value[..len]);
            piece.copy_from_slice(&value[..piece.len()]);
            if let Self::Feedback { .. } = self {
                before[..len].copy_from_slice(&value[..len]);
            }
        }
        room.iter_mut().for_each(|value| wipe(value));
        crate::wipe::stack();
        Ok(())
    }
}

/// Returns the fixed input of section 4: the concatenation of a label, a zero byte, a context, and the number of bits of an
/// output of `length` bytes, as 32 big-endian bits.
///
/// # Errors
/// [`Error::DerivedLength`] if the number of bits does not fit into 32 bits.
#[cfg(feature = "alloc")]
pub fn fixed_input(label: &[u8], context: &[u8], length: usize) -> Result<alloc::vec::Vec<u8>, Error> {
    check_output(length, u64::from(u32::MAX / 8))?;
    let bits = (8 * length as u64) as u32;
    Ok([label, &[0], context, &bits.to_be_bytes()].concat())
}
