//! Memory that the caller lends for the duration of a call. Before a slice is made from a pointer and a length, the
//! pointer is checked for null, the length for its maximum, and the memory for overlap.

use crate::status::{BAD_ARGUMENT, Failure, NULL_POINTER, OVERLAP};
use bramah::InOut;
use core::{
    ffi::{CStr, c_char},
    slice,
};
use zeroize::Zeroize;

/// A range of bytes in memory.
#[derive(Clone, Copy)]
pub(crate) struct Region {
    address: usize,
    len: usize,
}

impl Region {
    /// Returns whether two regions overlap, that is, whether the first byte of one is in the other.
    #[inline]
    fn overlaps(self, other: Self) -> bool {
        // no branches, because a call compares up to seven pairs
        (self.len != 0) & (self.address.wrapping_sub(other.address) < other.len)
            | (other.len != 0) & (other.address.wrapping_sub(self.address) < self.len)
    }

    /// Returns an error for a null pointer with a length, and for a length beyond the size of memory.
    fn check(self, name: &str) -> Result<(), Failure> {
        if self.address == 0 && self.len > 0 {
            return Err(null(name));
        }
        if isize::try_from(self.len).is_err() || self.address.checked_add(self.len).is_none() {
            return Err(Failure::new(
                BAD_ARGUMENT,
                format!("{name} has {} bytes, more than any memory", self.len),
            ));
        }
        Ok(())
    }
}

#[cold]
pub(crate) fn null(name: &str) -> Failure {
    Failure::new(NULL_POINTER, format!("{name} is null"))
}

/// An argument that is read: a pointer and a length.
pub(crate) struct Input<T = u8> {
    pub(crate) name: &'static str,
    pub(crate) pointer: *const T,
    pub(crate) len: usize,
}

impl<T> Clone for Input<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Input<T> {}

impl<T> Input<T> {
    fn region(self) -> Region {
        Region { address: self.pointer as usize, len: self.len.saturating_mul(size_of::<T>()) }
    }

    /// Returns the argument as a slice.
    ///
    /// # Safety
    /// If the pointer is not null, the values can be read, and do not change, for `'a`.
    #[inline]
    pub(crate) unsafe fn get<'a>(self) -> Result<&'a [T], Failure> {
        self.region().check(self.name)?;
        if self.len == 0 {
            return Ok(&[]);
        }
        if !self.pointer.is_aligned() {
            return Err(Failure::new(BAD_ARGUMENT, format!("{} is not aligned", self.name)));
        }
        // SAFETY: not null, aligned, of a possible length, and the caller upholds the rest of the contract.
        Ok(unsafe { slice::from_raw_parts(self.pointer, self.len) })
    }
}

/// An argument that is written: a pointer and a length.
#[derive(Clone, Copy)]
pub(crate) struct Output {
    pub(crate) name: &'static str,
    pub(crate) pointer: *mut u8,
    pub(crate) len: usize,
}

impl Output {
    fn region(self) -> Region {
        Region { address: self.pointer as usize, len: self.len }
    }

    /// Fills the bytes with zeros, unless the pointer is null.
    ///
    /// # Safety
    /// If the pointer is not null, the bytes can be written.
    #[cold]
    pub(crate) unsafe fn clear(self) {
        if self.len > 0 && self.region().check(self.name).is_ok() {
            // SAFETY: `check` has excluded null and impossible lengths, and the caller upholds the rest of the contract.
            unsafe { slice::from_raw_parts_mut(self.pointer, self.len) }.zeroize();
        }
    }

    /// Returns the argument as a slice.
    ///
    /// # Safety
    /// If the pointer is not null, the bytes can be written, and nothing else uses them, for `'a`.
    #[inline]
    unsafe fn get<'a>(self) -> Result<&'a mut [u8], Failure> {
        self.region().check(self.name)?;
        if self.len == 0 {
            return Ok(&mut []);
        }
        // SAFETY: `check` has excluded null and impossible lengths, and the caller upholds the rest of the contract.
        Ok(unsafe { slice::from_raw_parts_mut(self.pointer, self.len) })
    }
}

/// Returns inputs and outputs as slices, after checking that no output overlaps an input or another output.
///
/// # Safety
/// The contract of the C interface holds for all inputs and outputs.
// always inlined: as a separate function, `apart` made a call of SHA-256 take 20 ns more on a Zen 4
#[inline(always)]
pub(crate) unsafe fn apart<'a, const I: usize, const O: usize>(
    inputs: [Input; I],
    outputs: [Output; O],
) -> Result<([&'a [u8]; I], [&'a mut [u8]; O]), Failure> {
    let mut read: [&[u8]; I] = [&[]; I];
    for (read, input) in read.iter_mut().zip(inputs) {
        // SAFETY: the contract of the C interface holds, and the code below checks that no output overlaps this input.
        *read = unsafe { input.get() }?;
    }
    let mut written: [&mut [u8]; O] = core::array::from_fn(|_| &mut [][..]);
    for (i, output) in outputs.into_iter().enumerate() {
        output.region().check(output.name)?;
        for input in inputs {
            if output.region().overlaps(input.region()) {
                return Err(overlap(output.name, input.name));
            }
        }
        for other in &outputs[..i] {
            if output.region().overlaps(other.region()) {
                return Err(overlap(output.name, other.name));
            }
        }
        // SAFETY: the contract of the C interface holds, and this output overlaps no input and no earlier output.
        written[i] = unsafe { output.get() }?;
    }
    Ok((read, written))
}

#[cold]
fn overlap(output: &str, other: &str) -> Failure {
    Failure::new(OVERLAP, format!("{output} overlaps {other}"))
}

/// An input, and the output that is computed from it. They begin at the same byte, or do not overlap.
pub(crate) enum Turn<'a> {
    /// Input and output begin at the same byte.
    InPlace {
        /// The bytes of the longer of the two.
        bytes: &'a mut [u8],
        /// The length of the input in bytes.
        input: usize,
        /// The length of the output in bytes.
        output: usize,
    },
    /// Input and output do not overlap.
    Apart(&'a [u8], &'a mut [u8]),
}

impl<'a> Turn<'a> {
    /// Returns the pair, or an error if anything that is written overlaps another argument.
    ///
    /// # Safety
    /// The contract of the C interface holds for all arguments.
    #[inline(always)]
    pub(crate) unsafe fn new<const I: usize, const O: usize>(
        input: Input,
        output: Output,
        inputs: [Input; I],
        outputs: [Output; O],
    ) -> Result<Self, Failure> {
        for other in inputs {
            if output.region().overlaps(other.region()) {
                return Err(overlap(output.name, other.name));
            }
        }
        for other in outputs {
            if output.region().overlaps(other.region()) || input.region().overlaps(other.region()) {
                return Err(overlap(other.name, output.name));
            }
        }
        let (from, to) = (input.region(), output.region());
        if !from.overlaps(to) {
            // SAFETY: the contract of the C interface holds, and input and output do not overlap.
            return Ok(Self::Apart(unsafe { input.get() }?, unsafe { output.get() }?));
        }
        if from.address != to.address {
            return Err(overlap(output.name, input.name));
        }
        from.check(input.name)?;
        let bytes = Output { len: input.len.max(output.len), ..output };
        // SAFETY: the contract of the C interface holds. If the input is longer, its last bytes are only read.
        Ok(Self::InPlace { bytes: unsafe { bytes.get() }?, input: input.len, output: output.len })
    }

    /// Returns the input and the output, for a cipher whose output is as long as its input. Fails if the lengths differ.
    #[inline]
    pub(crate) fn equal(self) -> Result<InOut<'a>, Failure> {
        match self {
            Self::InPlace { bytes, input, output } if input == output => Ok(InOut::from(bytes)),
            Self::InPlace { input, output, .. } => Err(bramah::Error::Lengths { input, output }.into()),
            Self::Apart(input, output) => Ok(InOut::new(input, output)?),
        }
    }
}

/// Copies a result to the beginning of an output, which must be long enough.
pub(crate) fn store(result: &[u8], output: &mut [u8]) -> Result<(), Failure> {
    let (length, needed) = (output.len(), result.len());
    let room = output.get_mut(..needed).ok_or(bramah::Error::OutputRoom { length, needed })?;
    room.copy_from_slice(result);
    Ok(())
}

/// Returns the text at a pointer, which ends with a zero byte.
///
/// # Safety
/// If the pointer is not null, it points to text with a zero byte at its end, which does not change for `'a`.
pub(crate) unsafe fn text<'a>(name: &str, pointer: *const c_char) -> Result<&'a str, Failure> {
    if pointer.is_null() {
        return Err(null(name));
    }
    // SAFETY: not null, and the caller upholds the rest of the contract.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| Failure::new(BAD_ARGUMENT, format!("{name} is not UTF-8")))
}

/// Returns `count` byte strings, given an array of pointers and an array of lengths, after checking that none overlaps
/// `out`.
///
/// # Safety
/// The contract of the C interface holds for both arrays and for all byte strings.
pub(crate) unsafe fn several<'a>(
    name: &'static str,
    pointers: *const *const u8,
    lengths: *const usize,
    count: usize,
    out: &[u8],
) -> Result<Vec<&'a [u8]>, Failure> {
    let out = Region { address: out.as_ptr() as usize, len: out.len() };
    let pointers = Input { name, pointer: pointers, len: count };
    let lengths = Input { name: "lengths", pointer: lengths, len: count };
    if out.overlaps(pointers.region()) || out.overlaps(lengths.region()) {
        return Err(overlap("the output", name));
    }
    // SAFETY: the caller upholds the contract of this function, and the output does not overlap them.
    let (pointers, lengths) = unsafe { (pointers.get()?, lengths.get()?) };
    let mut all = Vec::new();
    all.try_reserve_exact(count).map_err(|_| bramah::Error::NoMemory { bytes: 16 * count as u64 })?;
    for (pointer, len) in pointers.iter().zip(lengths) {
        let bytes = Input { name, pointer: *pointer, len: *len };
        if out.overlaps(bytes.region()) {
            return Err(overlap("the output", name));
        }
        // SAFETY: the caller upholds the contract of this function, and the output does not overlap them.
        all.push(unsafe { bytes.get() }?);
    }
    Ok(all)
}
