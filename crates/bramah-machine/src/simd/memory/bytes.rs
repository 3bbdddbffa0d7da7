//! A trait for byte arrays, functions that copy, XOR and convert short byte slices, loads and stores of whole registers, and
//! the streams from which a batch kernel reads several messages side by side.

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::simd::arch;
use crate::simd::memory::Plain;
use core::{marker::PhantomData, num::NonZeroUsize};

/// A byte array `[u8; N]` of any length, for generic code.
#[allow(unreachable_pub)] // used in a public trait
pub trait Bytes: Plain + AsRef<[u8]> + AsMut<[u8]> + Send + Sync + 'static {
    /// The length in bytes.
    const LEN: usize;
    /// The array with all bytes zero.
    const ZERO: Self;
    /// Splits `bytes` into whole arrays, and the rest after them.
    fn split(bytes: &[u8]) -> (&[Self], &[u8]);
    /// Splits mutable `bytes` into whole arrays, and the rest after them.
    fn split_mut(bytes: &mut [u8]) -> (&mut [Self], &mut [u8]);
    /// Returns the bytes of several arrays.
    fn flat(arrays: &[Self]) -> &[u8];
    /// Returns the mutable bytes of several arrays.
    fn flat_mut(arrays: &mut [Self]) -> &mut [u8];
}

impl<const N: usize> Bytes for [u8; N] {
    const LEN: usize = N;
    const ZERO: Self = [0; N];
    #[inline(always)]
    fn split(bytes: &[u8]) -> (&[Self], &[u8]) {
        bytes.as_chunks()
    }
    #[inline(always)]
    fn split_mut(bytes: &mut [u8]) -> (&mut [Self], &mut [u8]) {
        bytes.as_chunks_mut()
    }
    #[inline(always)]
    fn flat(arrays: &[Self]) -> &[u8] {
        arrays.as_flattened()
    }
    #[inline(always)]
    fn flat_mut(arrays: &mut [Self]) -> &mut [u8] {
        arrays.as_flattened_mut()
    }
}

/// Reads little-endian words from bytes, until the words or the bytes end.
#[inline(always)]
pub fn read_le32(words: &mut [u32], bytes: &[u8]) {
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_le_bytes(*bytes);
    }
}

/// Copies `from`, at most 256 bytes, to the front of `to` with overlapping moves of fixed sizes, because a call of `memcpy` costs
/// more than the copy.
///
/// # Panics
/// If `from` is longer than `to`.
#[inline(always)]
pub fn copy_short(to: &mut [u8], from: &[u8]) {
    let len = from.len();
    debug_assert!(len <= 256);
    let to = &mut to[..len];
    macro_rules! two {
        ($($n:literal)*) => { $(
            // one comparison and one jump; `first_chunk` and `last_chunk` would take seven instructions
            if len >= $n {
                let last = len - $n;
                to[..$n].copy_from_slice(&from[..$n]);
                to[last..last + $n].copy_from_slice(&from[last..last + $n]);
                return;
            }
        )* };
    }
    two!(128 64 32 16 8 4 2 1);
}

/// Returns the little-endian number in `bytes`, at most 16 bytes. The bytes are loaded directly into registers, and not copied
/// to a buffer first.
#[inline(always)]
pub fn short_le(bytes: &[u8]) -> u128 {
    let shift = |read: usize| 8 * (bytes.len() - read) as u32;
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << shift(8)
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        u128::from(u64::from(first) | u64::from(last) << shift(4))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u16::from_le_bytes(*first), u16::from_le_bytes(*last));
        u128::from(u32::from(first) | u32::from(last) << shift(2))
    } else {
        bytes.first().map_or(0, |byte| u128::from(*byte))
    }
}

/// Declares functions that write a value with one store, so that the CPU can forward the value from its store queue to a
/// register that is loaded from there next. Several narrower stores cannot be forwarded to one load: it would wait until all of
/// them have left the queue.
macro_rules! whole {
    ($($(#[$doc:meta])* $name:ident($array:ty, $value:ty), $store:ident, |$to:ident, $x:ident| $set:expr, $plain:expr;)*) => { $(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name($to: &mut $array, $x: $value) {
            #[cfg(target_arch = "x86_64")]
            {
                use crate::simd::{arch::*, opaque::opaque128};
                // SAFETY: SSE2 is part of the architecture.
                unsafe { $store($to, opaque128($set)) };
            }
            #[cfg(not(target_arch = "x86_64"))]
            {
                *$to = $plain;
            }
        }
    )* };
}
whole! {
    /// Writes a little-endian number of sixteen bytes with one store.
    store_whole([u8; 16], u128), store128, |to, x| _mm_set_epi64x((x >> 64) as i64, x as i64), x.to_le_bytes();
    /// Writes four words with one store.
    store_whole32([u32; 4], [u32; 4]), store4x32,
        |to, x| _mm_setr_epi32(x[0] as i32, x[1] as i32, x[2] as i32, x[3] as i32), x;
    /// Writes two words with one store.
    store_whole64([u64; 2], [u64; 2]), store2x64, |to, x| _mm_set_epi64x(x[1] as i64, x[0] as i64), x;
}

/// Returns the bytes of a little-endian number, written with one store.
#[inline(always)]
pub fn whole_bytes(x: u128) -> [u8; 16] {
    let mut bytes = [0; 16];
    store_whole(&mut bytes, x);
    bytes
}

/// XORs `more` into `bytes`, until one of them ends. Uses whole stores of 16 bytes and then words, because the compiler
/// would not combine stores of single bytes.
#[inline(always)]
pub fn add(bytes: &mut [u8], more: &[u8]) {
    let len = bytes.len().min(more.len());
    let (blocks, bytes) = bytes[..len].as_chunks_mut();
    let (more_blocks, more) = more[..len].as_chunks();
    for (block, more) in blocks.iter_mut().zip(more_blocks) {
        let sum = u128::from_le_bytes(*block) ^ u128::from_le_bytes(*more);
        store_whole(block, sum);
    }
    let (words, bytes) = bytes.as_chunks_mut();
    let (more_words, more) = more.as_chunks();
    for (word, more) in words.iter_mut().zip(more_words) {
        *word = (u64::from_ne_bytes(*word) ^ u64::from_ne_bytes(*more)).to_ne_bytes();
    }
    for (byte, more) in bytes.iter_mut().zip(more) {
        *byte ^= more;
    }
}

/// Copies `from` to `to`, which must have the same length, with whole stores of 16 bytes. `memcpy` would load more bytes at a
/// time than a kernel has just stored with one store, and such a load waits until the stores have left the CPU's store queue.
#[inline(always)]
pub fn copy_blocks(to: &mut [u8], from: &[u8]) {
    let (blocks, rest) = to.as_chunks_mut();
    let (from_blocks, from_rest) = from.as_chunks();
    for (block, from) in blocks.iter_mut().zip(from_blocks) {
        store_whole(block, u128::from_le_bytes(*from));
    }
    copy_short(rest, from_rest);
}

/// Returns the pointer unchanged. The call keeps the compiler from loading the pointer together with the value next to it in one
/// vector. Callers have just stored both separately, and a load of both would wait until the stores have left the CPU's store
/// queue.
#[inline(always)]
pub fn apart<T>(pointer: *const T) -> *const T {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    return crate::simd::opaque::read_again(pointer);
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    return pointer;
}

/// Returns the slice unchanged. The compiler loads its pointer and its length separately, as in [`apart`].
#[inline(always)]
pub fn apart_slice<T>(slice: &[T]) -> &[T] {
    // SAFETY: the pointer and the length come from the slice.
    unsafe { core::slice::from_raw_parts(apart(slice.as_ptr()), slice.len()) }
}

/// Returns `part`, the end of `from` with fewer than 16 bytes, followed by the byte `mark`, as a little-endian number. The number
/// is computed in halves, because shifts of 128 bits take many instructions. The bytes before `part` are read too where this
/// saves a case distinction.
#[inline(always)]
fn marked_end(from: &[u8], part: &[u8], mark: u8) -> u128 {
    let (mark, bits) = (u64::from(mark), 8 * (part.len() as u32 % 16));
    if let Ok(word) = <[u8; 4]>::try_from(part) {
        // reads no bytes before the last word, because the last word of a five-word digest may just have been stored on its own
        return u128::from(u64::from(u32::from_le_bytes(word)) | mark << 32);
    }
    match (part.first_chunk(), from.last_chunk()) {
        (Some(first), Some(last)) => {
            // `part` has 8 to 15 bytes, and the last word is shifted by 64 to 8 bits
            let high = u64::from_le_bytes(*last) >> 8 >> (120 - bits) | mark << (bits - 64);
            u128::from(u64::from_le_bytes(*first)) | u128::from(high) << 64
        }
        (None, Some(last)) => u128::from(u64::from_le_bytes(*last) >> 1 >> (63 - bits) | mark << bits),
        _ => u128::from(short_le(part) as u64 | mark << bits),
    }
}

/// Copies `from`, followed by the byte `mark` and zeros, to all of `to`, whose length must be a multiple of 16 bytes. Uses few
/// and whole stores, because the stores at the end of one message share the CPU's store queue with the stores of the next
/// message, which the CPU begins only as far as the queue has room. Returns the sixteen bytes that contain the mark.
#[inline(always)]
pub fn copy_whole(to: &mut [u8], from: &[u8], mark: u8) -> u128 {
    debug_assert!(from.len() < to.len());
    let (whole, part) = from.as_chunks::<16>();
    let end = marked_end(from, part, mark);
    let chunks = to.as_chunks_mut::<16>().0;
    for i in 0..chunks.len() {
        // each case stores in its own branch, because the compiler would write a value chosen from several cases to memory
        // first
        if let Some(bytes) = whole.get(i) {
            chunks[i] = *bytes;
        } else {
            chunks[i] = [0; 16];
        }
    }
    if let Some(chunk) = chunks.get_mut(whole.len()) {
        store_whole(chunk, end);
    }
    end
}

/// Erases the front of `to`, to which [`copy_whole`] wrote a `from` of `length` bytes.
#[inline(always)]
pub fn wipe_whole(to: &mut [u8], length: usize) {
    let chunks = to.as_chunks_mut::<16>().0;
    for i in 0..chunks.len() {
        if length > 16 * i {
            chunks[i] = [0; 16];
        }
    }
    zeroize::optimization_barrier(to);
}

/// Prefetches the cache line at an address, which may be invalid.
#[inline(always)]
pub(in crate::simd) fn prefetch_line(line: *const u8) {
    // SAFETY: a prefetch never faults, not even for an invalid address. Every kernel except the portable one runs only if
    // SSE was detected, and this block is compiled only for CPUs with SSE.
    #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse"))]
    unsafe {
        arch::_mm_prefetch::<{ arch::_MM_HINT_T0 }>(line.cast());
    }
    // SAFETY: a prefetch never faults, not even for an invalid address, and every AArch64 CPU has `prfm`.
    #[cfg(target_arch = "aarch64")]
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{0}]", in(reg) line, options(nostack, readonly, preserves_flags));
    }
    let _ = line;
}

/// The maximum number of messages that any batch kernel processes at once.
pub const MAX_LANES: usize = 32;

/// Byte streams of equal length, one for each lane, which a batch kernel reads side by side.
///
/// All [`MAX_LANES`] lanes can be read. The lanes beyond the given ones repeat the first lane.
#[derive(Clone, Copy)]
pub struct Streams<'a> {
    lanes: [*const u8; MAX_LANES],
    at: usize,
    len: usize,
    /// The number of bytes between two blocks of a lane. If it is not 0, `block` is the block length, and `row` is the sum of the
    /// block length and the gap.
    gap: usize,
    block: usize,
    row: NonZeroUsize,
    borrow: PhantomData<&'a [u8]>,
}

impl<'a> Streams<'a> {
    /// Makes streams from the first `len` bytes of each of `lanes`.
    ///
    /// # Panics
    /// If `lanes` is empty or longer than [`MAX_LANES`], or a lane is shorter than `len`.
    #[inline(always)]
    pub fn new(lanes: impl IntoIterator<Item = &'a [u8]>, len: usize) -> Self {
        let mut lanes = lanes.into_iter();
        let mut next = || {
            let lane = lanes.next()?;
            assert!(lane.len() >= len);
            Some(lane.as_ptr())
        };
        let first = next().expect("a lane");
        let mut streams = Self::repeated(first, len);
        let mut count = 1;
        while let Some(lane) = next() {
            streams.lanes[count] = lane;
            count += 1;
        }
        streams
    }

    /// Makes streams in which every lane reads these `len` bytes.
    #[inline(always)]
    fn repeated(lane: *const u8, len: usize) -> Self {
        Self {
            lanes: [lane; MAX_LANES],
            at: 0,
            len,
            gap: 0,
            block: 1,
            row: NonZeroUsize::MIN,
            borrow: PhantomData,
        }
    }

    /// Makes streams of adjacent parts of `data`: `count` lanes of `len` bytes each.
    ///
    /// # Panics
    /// If `count` is 0 or more than [`MAX_LANES`], or `data` is too short.
    #[inline(always)]
    pub fn adjacent(data: &'a [u8], len: usize, count: usize) -> Self {
        let all = count.checked_mul(len);
        assert!(count > 0 && count <= MAX_LANES && all.is_some_and(|all| all <= data.len()));
        let mut streams = Self::repeated(data.as_ptr(), len);
        for (lane, pointer) in streams.lanes.iter_mut().enumerate() {
            let before = if lane < count { lane * len } else { 0 };
            *pointer = pointer.wrapping_add(before);
        }
        streams
    }

    /// Makes streams of length 0.
    pub fn none() -> Self {
        Self::repeated(core::ptr::dangling(), 0)
    }

    /// Replaces these streams by [`Streams::adjacent`], in a separate function and without a copy.
    #[inline(never)]
    pub fn set_adjacent(&mut self, data: &'a [u8], len: usize, count: usize) {
        *self = Self::adjacent(data, len, count);
    }

    /// Makes streams that distribute the blocks of `data` over the lanes. A row is `count` blocks of `block` bytes, one for
    /// each lane. The streams have the lanes from `first` on. An incomplete row at the end is left out.
    ///
    /// # Panics
    /// If `first` is not less than `count`, `count` is more than [`MAX_LANES`], or a row is empty.
    #[inline(always)]
    pub fn striped(data: &'a [u8], count: usize, block: usize, first: usize) -> Self {
        let row = NonZeroUsize::new(count * block).expect("lanes and a block");
        assert!(first < count && count <= MAX_LANES);
        let len = data.len() - data.len() % row;
        let data = &data[..len];
        if len == 0 {
            return Self::new([data], 0);
        }
        let mut streams = Self::new([data], len);
        for (lane, pointer) in streams.lanes.iter_mut().enumerate() {
            let lane = if first + lane < count { first + lane } else { first };
            *pointer = data[lane * block..].as_ptr();
        }
        Self { gap: row.get() - block, block, row, ..streams }
    }

    /// Returns the number of bytes left in each lane.
    #[inline(always)]
    pub fn len(&self) -> usize {
        match self.gap {
            0 => self.len - self.at,
            _ => (self.len - self.at) / self.row * self.block,
        }
    }

    /// Returns whether no bytes are left.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.at == self.len
    }

    /// Returns streams of the lanes from `first` on, at the current position.
    #[inline(always)]
    pub fn lanes_from(&self, first: usize) -> Self {
        let mut lanes = self.lanes;
        lanes.copy_within(first.min(MAX_LANES).., 0);
        Self { lanes, ..*self }
    }

    /// Prefetches the bytes `distance` after the position of each of the first `count` lanes. The distance must not go beyond the
    /// message, because prefetching invalid addresses takes long.
    #[inline(always)]
    pub fn prefetch(&self, count: usize, distance: usize) {
        for lane in &self.lanes[..count] {
            prefetch_line(lane.wrapping_add(self.at + distance));
        }
    }

    /// Returns the next `N` bytes of each of the first `L` lanes, or `None` if fewer than `N` bytes are left.
    #[inline(always)]
    pub fn next<const L: usize, const N: usize>(&mut self) -> Option<[&'a [u8; N]; L]> {
        const { assert!(L <= MAX_LANES && L > 0) };
        if self.len - self.at < N + self.gap {
            return None;
        }
        // SAFETY: every lane has `self.len` readable bytes for `'a`, except for a gap at the end, and `self.at + N` does not
        // exceed these bytes.
        let mut blocks = [unsafe { &*self.lanes[0].add(self.at).cast::<[u8; N]>() }; L];
        for (block, lane) in blocks.iter_mut().zip(&self.lanes) {
            // SAFETY: every lane has at least `self.at + N` readable bytes.
            *block = unsafe { &*lane.add(self.at).cast::<[u8; N]>() };
        }
        self.at += N + self.gap;
        Some(blocks)
    }
}

/// Declares loads and stores of registers from and to arrays. Each copy compiles to one unaligned move. Each function has the
/// feature of its register, so safe code can call it only where it is compiled with that feature.
#[allow(unused_macros)] // not used on architectures without registers
macro_rules! load_store {
    ($($features:literal: $load:ident $store:ident $register:ident $array:ty;)*) => { $(
        #[doc = concat!("Loads a register from `", stringify!($array), "`.")]
        #[inline]
        #[target_feature(enable = $features)]
        pub fn $load(array: &$array) -> crate::simd::arch::$register {
            const { assert!(size_of::<$array>() == size_of::<crate::simd::arch::$register>()) };
            // SAFETY: the array is as long as the register, and any bytes are a valid register.
            unsafe { array.as_ptr().cast::<crate::simd::arch::$register>().read_unaligned() }
        }
        #[doc = concat!("Stores a register to `", stringify!($array), "`.")]
        #[inline]
        #[target_feature(enable = $features)]
        pub fn $store(array: &mut $array, register: crate::simd::arch::$register) {
            const { assert!(size_of::<$array>() == size_of::<crate::simd::arch::$register>()) };
            // SAFETY: the array is as long as the register, and any bytes are valid words.
            unsafe { array.as_mut_ptr().cast::<crate::simd::arch::$register>().write_unaligned(register) }
        }
    )* };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
load_store! {
    "sse2": load128 store128 __m128i [u8; 16];
    "avx": load256 store256 __m256i [u8; 32];
    "avx512f": load512 store512 __m512i [u8; 64];
    "sse2": load4x32 store4x32 __m128i [u32; 4];
    "avx": load8x32 store8x32 __m256i [u32; 8];
    "avx": load4x64 store4x64 __m256i [u64; 4];
    "avx512f": load8x64 store8x64 __m512i [u64; 8];
    "sse2": load2x64 store2x64 __m128i [u64; 2];
}

#[cfg(target_arch = "aarch64")]
load_store! {
    "neon": load128 store128 uint8x16_t [u8; 16];
    "neon": load4x32 store4x32 uint32x4_t [u32; 4];
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
load_store! {
    "simd128": load128 store128 v128 [u8; 16];
    "simd128": load4x32 store4x32 v128 [u32; 4];
}

/// Returns the four words of a register.
#[cfg(target_arch = "aarch64")]
#[inline]
#[target_feature(enable = "neon")]
pub fn words4x32(register: crate::simd::arch::uint32x4_t) -> [u32; 4] {
    let mut words = [0; 4];
    store4x32(&mut words, register);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_step_through_all_lanes() {
        let data: Vec<u8> = (0..=255).collect();
        let lanes = [&data[0..100], &data[1..101], &data[2..110]];
        let mut streams = Streams::new(lanes, 99);
        let mut at = 0;
        while let Some(blocks) = streams.next::<4, 8>() {
            for (lane, block) in blocks.iter().enumerate() {
                assert_eq!(block[0] as usize, at + lane % 3);
            }
            at += 8;
        }
        assert_eq!((at, streams.len()), (96, 3));
        assert!(!streams.is_empty());
    }

    #[test]
    fn adjacent_lanes_follow_one_another() {
        let data: Vec<u8> = (0..=255).collect();
        let mut streams = Streams::adjacent(&data, 70, 3);
        for at in [0, 32] {
            let blocks = streams.next::<4, 32>().unwrap();
            for (lane, block) in blocks.iter().enumerate() {
                assert_eq!(block[0] as usize, at + 70 * (lane % 3));
            }
        }
        assert!(streams.next::<4, 32>().is_none());
    }

    #[test]
    fn stripes_take_turns() {
        let data: Vec<u8> = (0..=255).collect();
        for (first, lanes) in [(0, 4), (2, 2), (3, 1)] {
            // five rows of 12 blocks of 4 bytes, and an incomplete row
            let mut streams = Streams::striped(&data, 12, 4, first);
            for row in 0..5 {
                assert_eq!(streams.len(), 4 * (5 - row));
                let blocks = streams.next::<4, 4>().unwrap();
                for (lane, block) in blocks.iter().enumerate().take(lanes) {
                    assert_eq!(block[0] as usize, 48 * row + 4 * (first + lane));
                }
            }
            assert!(streams.is_empty() && streams.next::<4, 4>().is_none());
        }
        assert!(Streams::striped(&data[..40], 12, 4, 0).next::<4, 4>().is_none());
    }

    #[test]
    fn short_copies_are_whole_and_no_more() {
        let from: Vec<u8> = (1..=255).collect();
        for n in 0..from.len() {
            let mut to = [0; 256];
            copy_short(&mut to, &from[..n]);
            assert_eq!((&to[..n], to[n..].iter().max()), (&from[..n], Some(&0)));
        }
    }

    #[test]
    fn whole_stores_copy_and_mark() {
        let from: Vec<u8> = (1..=127).collect();
        for n in 0..from.len() {
            let mut to = [1; 128];
            let end = copy_whole(&mut to, &from[..n], 0xff);
            assert_eq!((&to[..n], to[n]), (&from[..n], 0xff));
            assert_eq!(to[n + 1..].iter().max().copied().unwrap_or(0), 0);
            assert_eq!(to.as_chunks::<16>().0[n / 16], end.to_le_bytes());
        }
    }

    #[test]
    #[should_panic]
    fn short_lanes_are_refused() {
        Streams::new([[0; 7].as_slice()], 8);
    }
}
