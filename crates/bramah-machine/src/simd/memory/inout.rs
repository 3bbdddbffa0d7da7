//! Pairs of input and output of equal length, which may be the same bytes.

use crate::Error;
use crate::simd::memory::{Plain, apart};
use core::marker::PhantomData;

mod run;
pub use run::{Group, Run};

/// Input and output of equal length: either the same bytes, which are replaced in place, or two byte slices that do not overlap.
///
/// ```
/// use bramah::InOut;
///
/// let mut bytes = [1, 2, 3];
/// assert_eq!(InOut::from(&mut bytes[..]).len(), 3);
/// let mut other = [0; 3];
/// assert!(InOut::new(&bytes, &mut other).is_ok());
/// assert!(InOut::new(&bytes, &mut other[..2]).is_err());
///
/// // functions that take an `InOut` accept arrays and vectors too
/// assert_eq!(InOut::from(&mut bytes).len(), 3);
/// assert_eq!(InOut::from(&mut bytes.to_vec()).len(), 3);
/// ```
pub struct InOut<'a> {
    input: *const u8,
    output: *mut u8,
    len: usize,
    borrow: PhantomData<(&'a [u8], &'a mut [u8])>,
}

// SAFETY: an `InOut` is like a shared slice and an exclusive slice, or one exclusive slice, all of which are `Send`.
unsafe impl Send for InOut<'_> {}
// SAFETY: through `&InOut` the bytes are only read.
unsafe impl Sync for InOut<'_> {}

impl<'a> From<&'a mut [u8]> for InOut<'a> {
    /// Makes an `InOut` whose input and output are these bytes, which are replaced in place.
    #[inline]
    fn from(bytes: &'a mut [u8]) -> Self {
        let output = bytes.as_mut_ptr();
        Self { input: output, output, len: bytes.len(), borrow: PhantomData }
    }
}

impl<'a, const N: usize> From<&'a mut [u8; N]> for InOut<'a> {
    /// Makes an `InOut` whose input and output are an array, which is replaced in place.
    #[inline]
    fn from(bytes: &'a mut [u8; N]) -> Self {
        bytes.as_mut_slice().into()
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<&'a mut alloc::vec::Vec<u8>> for InOut<'a> {
    /// Makes an `InOut` whose input and output are a vector, which is replaced in place. Its length does not change.
    #[inline]
    fn from(bytes: &'a mut alloc::vec::Vec<u8>) -> Self {
        bytes.as_mut_slice().into()
    }
}

#[cfg(feature = "rustcrypto")]
impl<'a> From<cipher::InOutBuf<'a, 'a, u8>> for InOut<'a> {
    /// Converts RustCrypto's corresponding type.
    #[inline]
    fn from(bytes: cipher::InOutBuf<'a, 'a, u8>) -> Self {
        let len = bytes.len();
        let (input, output) = bytes.into_raw();
        Self { input, output, len, borrow: PhantomData }
    }
}

#[cfg(feature = "rustcrypto")]
impl<'a, N: cipher::array::ArraySize> From<cipher::InOutBuf<'a, 'a, cipher::Array<u8, N>>> for InOut<'a> {
    /// Converts RustCrypto's corresponding type for arrays.
    #[inline]
    fn from(arrays: cipher::InOutBuf<'a, 'a, cipher::Array<u8, N>>) -> Self {
        // arrays of bytes lie next to each other without gaps
        let len = arrays.len() * N::USIZE;
        let (input, output) = arrays.into_raw();
        Self { input: input.cast(), output: output.cast(), len, borrow: PhantomData }
    }
}

impl<'a> InOut<'a> {
    /// Makes an `InOut` that reads from `input` and writes to `output`.
    ///
    /// # Errors
    /// [`Error::Lengths`] if the slices do not have equal lengths.
    #[inline]
    pub fn new(input: &'a [u8], output: &'a mut [u8]) -> Result<Self, Error> {
        if input.len() != output.len() {
            return Err(Error::Lengths { input: input.len(), output: output.len() });
        }
        Ok(Self { input: input.as_ptr(), output: output.as_mut_ptr(), len: input.len(), borrow: PhantomData })
    }

    /// Makes an `InOut` from a caller's argument. The caller has just stored the two pointers separately. The compiler would copy
    /// both with one load, which would wait until both stores have left the CPU's store queue; this function prevents that.
    #[inline(always)]
    pub fn passed(data: impl Into<Self>) -> Self {
        let data = data.into();
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        let data = Self { output: crate::simd::opaque::opaque_pointer(data.output), ..data };
        data
    }

    /// Returns the number of bytes that are left.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no bytes are left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns an `InOut` of these bytes with a shorter lifetime.
    #[inline(always)]
    pub fn reborrow(&mut self) -> InOut<'_> {
        InOut {
            input: apart(self.input),
            output: apart(self.output).cast_mut(),
            borrow: PhantomData,
            ..*self
        }
    }

    /// Returns the input bytes that are still to be read.
    #[inline(always)]
    pub fn input(&self) -> &[u8] {
        // SAFETY: the input has `len` readable bytes for `'a`; while this is borrowed nothing writes to them.
        unsafe { core::slice::from_raw_parts(self.input, self.len) }
    }

    /// Returns the output bytes that are still to be written.
    #[inline(always)]
    pub fn output(&mut self) -> &mut [u8] {
        // SAFETY: the output has `len` writable bytes for `'a`, and nothing else refers to them while this is borrowed.
        unsafe { core::slice::from_raw_parts_mut(self.output, self.len) }
    }

    /// Returns the output with the lifetime of the borrow.
    #[inline(always)]
    pub fn into_output(self) -> &'a [u8] {
        // SAFETY: the output has `len` bytes for `'a`, and nothing is left that could write to them.
        unsafe { core::slice::from_raw_parts(self.output, self.len) }
    }

    /// Splits off the first `n` bytes, or all bytes if there are fewer.
    #[inline(always)]
    pub fn take(&mut self, n: usize) -> Self {
        let n = n.min(self.len);
        let first = InOut { len: n, ..*self };
        // SAFETY: input and output have at least `n` bytes.
        (self.input, self.output) = unsafe { (self.input.add(n), self.output.add(n)) };
        self.len -= n;
        first
    }

    /// Splits off the next `K` arrays, or returns `None` if fewer are left.
    #[inline(always)]
    pub fn next<B: Plain, const K: usize>(&mut self) -> Option<Step<'a, B, K>> {
        const { assert!(size_of::<B>() > 0 && align_of::<B>() == 1 && K > 0) };
        if self.len < K * size_of::<B>() {
            return None;
        }
        let step = self.take(K * size_of::<B>());
        Some(Step { input: step.input.cast(), output: step.output.cast(), borrow: PhantomData })
    }

    /// XORs each byte with the byte of `stream` at the same position. `stream` must be at least as long as the data.
    #[inline(always)]
    pub fn xor(&mut self, stream: &[u8]) {
        let mut data = self.reborrow();
        // the compiler does not vectorise a loop over bytes by itself, because input and output may be the same bytes
        macro_rules! steps {
            ($($n:literal $stream:ident $rest:ident;)*) => { $(
                let (whole, $rest) = $stream.as_chunks::<$n>();
                for stream in whole {
                    let Some(step) = data.next::<[u8; $n], 1>() else { return };
                    let mut bytes = step.get(0);
                    for (byte, stream) in bytes.iter_mut().zip(stream) {
                        *byte ^= stream;
                    }
                    step.put(0, bytes);
                }
            )* };
        }
        let stream = &stream[..data.len];
        steps!(64 stream rest; 16 rest rest; 8 rest rest; 4 rest rest; 1 rest _rest;);
    }

    /// Copies the input to the output.
    pub fn copy(&mut self) {
        // SAFETY: input and output have `len` bytes each, and `copy` allows that they are the same bytes.
        unsafe { core::ptr::copy(self.input, self.output, self.len) }
    }
}

/// `K` arrays of the input, and their positions in the output.
#[derive(Clone, Copy)]
pub struct Step<'a, B, const K: usize> {
    input: *const B,
    output: *mut B,
    borrow: PhantomData<&'a mut [B; K]>,
}

impl<B: Plain, const K: usize> Step<'_, B, K> {
    /// Returns array `i` of the input.
    #[inline(always)]
    pub fn get(&self, i: usize) -> B {
        assert!(i < K);
        // SAFETY: the input has `K` arrays of bytes, which need no alignment.
        unsafe { *self.input.add(i) }
    }

    /// Returns an array of the input that begins `n` bytes before array `i`.
    #[inline(always)]
    pub fn before(&self, i: usize, n: usize) -> B {
        assert!(0 < i && i < K && n <= size_of::<B>());
        // SAFETY: the previous array has the first `n` bytes, and array `i` has the others; arrays of bytes need no alignment.
        unsafe { *self.input.add(i).byte_sub(n) }
    }

    /// Writes array `i` of the output.
    #[inline(always)]
    pub fn put(&self, i: usize, bytes: B) {
        assert!(i < K);
        // SAFETY: the output has `K` arrays of bytes, which need no alignment, and nothing else refers to them.
        unsafe { *self.output.add(i) = bytes }
    }

    /// Returns array `i` of the output in its current state.
    #[inline(always)]
    pub fn written(&self, i: usize) -> B {
        assert!(i < K);
        // SAFETY: the output has `K` arrays of bytes, which need no alignment.
        unsafe { *self.output.add(i) }
    }
}

/// The maximum number of messages that any backend of a cipher processes side by side.
pub const MAX_CHAINS: usize = 32;

/// Input and output of several messages, with an equal number of blocks of each. All [`MAX_CHAINS`] lanes can be read and
/// written: lanes without a message read the first message, and writes to them are ignored.
pub struct Lanes<'a, B> {
    input: [*const B; MAX_CHAINS],
    output: [*mut B; MAX_CHAINS],
    /// The number of lanes that are written to.
    count: usize,
    blocks: usize,
    borrow: PhantomData<(&'a [B], &'a mut [B])>,
}

impl<'a, B: Plain> Lanes<'a, B> {
    /// Makes lanes from the first `blocks` blocks of each message.
    ///
    /// # Panics
    /// If there are no messages or more than [`MAX_CHAINS`], or one of them is shorter than `blocks` blocks.
    pub fn new<'m>(messages: impl IntoIterator<Item = &'a mut InOut<'m>>, blocks: usize) -> Self
    where
        'm: 'a,
    {
        let mut output = [core::ptr::null_mut(); MAX_CHAINS];
        let mut count = 0;
        let input = messages.into_iter().map(|message| {
            output[count] = message.output.cast();
            count += 1;
            // SAFETY: the message has `len` readable bytes for `'a`. They may be the bytes to which the output is written, but
            // nothing except this type refers to them, and it reads and writes only through pointers.
            unsafe { core::slice::from_raw_parts(message.input, message.len) }
        });
        let lanes = Self::reading(input, blocks);
        Self { output, count, ..lanes }
    }

    /// Makes lanes that can only be read, from the first `blocks` blocks of each message.
    ///
    /// # Panics
    /// If there are no messages or more than [`MAX_CHAINS`], or one of them is shorter than `blocks` blocks.
    pub fn reading(messages: impl IntoIterator<Item = &'a [u8]>, blocks: usize) -> Self {
        const { assert!(align_of::<B>() == 1) };
        let mut input = [core::ptr::null(); MAX_CHAINS];
        let mut count = 0;
        for message in messages {
            assert!(message.len() / size_of::<B>() >= blocks);
            input[count] = message.as_ptr().cast();
            count += 1;
        }
        assert!(count > 0);
        let first = input[0];
        input[count..].fill(first);
        Self { input, output: [core::ptr::null_mut(); MAX_CHAINS], count: 0, blocks, borrow: PhantomData }
    }

    /// Returns the number of blocks of each message.
    #[inline(always)]
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// Returns block `at` of the input of a lane. This is a copy because input and output may be the same bytes.
    #[inline(always)]
    pub fn get(&self, lane: usize, at: usize) -> B {
        assert!(at < self.blocks);
        // SAFETY: every lane has `blocks` blocks of input, which are bytes and need no alignment.
        unsafe { *self.input[lane].add(at) }
    }

    /// Writes block `at` of the output of a lane.
    #[inline(always)]
    pub fn put(&self, lane: usize, at: usize, block: B) {
        assert!(at < self.blocks);
        if lane < self.count {
            // SAFETY: the output of every message has `blocks` blocks, and nothing else refers to them.
            unsafe { *self.output[lane].add(at) = block }
        }
    }
}
