//! Byte arrays as types, loads and stores of whole registers, and messages side by side.

use core::marker::PhantomData;

/// `[u8; N]` as a type that knows its length.
#[allow(unreachable_pub)] // named in a public trait
pub trait Bytes: Copy + AsRef<[u8]> + AsMut<[u8]> + Send + Sync + 'static {
    /// The number of bytes.
    const LEN: usize;
    /// All zero.
    const ZERO: Self;
    /// The whole arrays at the front of `bytes`, and what is left.
    fn split(bytes: &[u8]) -> (&[Self], &[u8]);
    /// The same, to write to.
    fn split_mut(bytes: &mut [u8]) -> (&mut [Self], &mut [u8]);
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
}

/// Copies `from`, at most 256 bytes, to the front of `to` with moves of fixed sizes that overlap:
/// a call of `memcpy` costs more than the copy.
///
/// # Panics
/// If `from` is longer than `to`.
#[inline(always)]
pub(crate) fn copy_short(to: &mut [u8], from: &[u8]) {
    debug_assert!(from.len() <= 256);
    let to = &mut to[..from.len()];
    macro_rules! two {
        ($($n:literal)*) => { $(
            if let (Some(first), Some(last)) = (from.first_chunk::<$n>(), from.last_chunk::<$n>()) {
                if let Some(to) = to.first_chunk_mut() {
                    *to = *first;
                }
                if let Some(to) = to.last_chunk_mut() {
                    *to = *last;
                }
                return;
            }
        )* };
    }
    two!(128 64 32 16 8 4 2 1);
}

/// Less than 16 bytes as a number, little-endian, without a way through memory.
#[inline(always)]
pub(crate) fn short_le(bytes: &[u8]) -> u128 {
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

/// Writes by one store, so that a register that is loaded next gets what is still in the CPU's
/// queue of stores. From several, narrower ones it cannot, and waits until all have left it.
macro_rules! whole {
    ($($(#[$doc:meta])* $name:ident($array:ty, $value:ty), $store:ident, |$to:ident, $x:ident| $set:expr, $plain:expr;)*) => { $(
        $(#[$doc])*
        #[inline(always)]
        pub(crate) fn $name($to: &mut $array, $x: $value) {
            #[cfg(target_arch = "x86_64")]
            {
                use super::{arch::*, opaque128};
                // SAFETY: SSE2 is part of the architecture.
                $store($to, unsafe { opaque128($set) });
            }
            #[cfg(not(target_arch = "x86_64"))]
            {
                *$to = $plain;
            }
        }
    )* };
}
whole! {
    /// Sixteen bytes, little-endian.
    store_whole([u8; 16], u128), store128, |to, x| _mm_set_epi64x((x >> 64) as i64, x as i64), x.to_le_bytes();
    /// Four words.
    store_whole32([u32; 4], [u32; 4]), store4x32,
        |to, x| _mm_setr_epi32(x[0] as i32, x[1] as i32, x[2] as i32, x[3] as i32), x;
    /// Two words.
    store_whole64([u64; 2], [u64; 2]), store2x64, |to, x| _mm_set_epi64x(x[1] as i64, x[0] as i64), x;
}

/// Copies `from` and the byte `mark` behind it to the front of `to`, which is zero and a multiple of
/// 16 bytes, by whole stores. Returns what the last of them stored.
#[inline(always)]
pub(crate) fn copy_whole(to: &mut [u8], from: &[u8], mark: u8) -> u128 {
    debug_assert!(from.len() < to.len());
    let (whole, part) = from.as_chunks::<16>();
    let end = short_le(part) | u128::from(mark) << (8 * part.len());
    let chunks = to.as_chunks_mut::<16>().0;
    for i in 0..chunks.len() {
        if let Some(bytes) = whole.get(i) {
            chunks[i] = *bytes;
        }
    }
    if let Some(chunk) = chunks.get_mut(whole.len()) {
        store_whole(chunk, end);
    }
    end
}

/// The most messages that any batch kernel takes at once.
pub(crate) const MAX_LANES: usize = 16;

/// Equally long runs of bytes, one a lane, that a batch kernel reads side by side.
///
/// All [`MAX_LANES`] lanes can be read; those beyond the ones given repeat the first.
#[derive(Clone, Copy)]
pub(crate) struct Streams<'a> {
    lanes: [*const u8; MAX_LANES],
    at: usize,
    len: usize,
    borrow: PhantomData<&'a [u8]>,
}

impl<'a> Streams<'a> {
    /// The first `len` bytes of each of `lanes`.
    ///
    /// # Panics
    /// If `lanes` is empty or longer than [`MAX_LANES`], or a lane is shorter than `len`.
    #[inline(always)]
    pub(crate) fn new(lanes: impl IntoIterator<Item = &'a [u8]>, len: usize) -> Self {
        let mut lanes = lanes.into_iter();
        let mut next = || {
            let lane = lanes.next()?;
            assert!(lane.len() >= len);
            Some(lane.as_ptr())
        };
        let first = next().expect("a lane");
        let mut streams = Self { lanes: [first; MAX_LANES], at: 0, len, borrow: PhantomData };
        let mut count = 1;
        while let Some(lane) = next() {
            streams.lanes[count] = lane;
            count += 1;
        }
        streams
    }

    /// The bytes left in each lane.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len - self.at
    }

    /// Whether nothing is left.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.at == self.len
    }

    /// The lanes from `first` on, seen at the same place.
    #[inline(always)]
    pub(crate) fn lanes_from(&self, first: usize) -> Self {
        let mut lanes = self.lanes;
        lanes.copy_within(first.min(MAX_LANES).., 0);
        Self { lanes, ..*self }
    }

    /// The next `N` bytes of each of the first `L` lanes; `None` when fewer than `N` are left.
    #[inline(always)]
    pub(crate) fn next<const L: usize, const N: usize>(&mut self) -> Option<[&'a [u8; N]; L]> {
        const { assert!(L <= MAX_LANES && L > 0) };
        if self.len - self.at < N {
            return None;
        }
        // SAFETY: every lane is `self.len` readable bytes for `'a`, and `self.at + N` is not more.
        let mut blocks = [unsafe { &*self.lanes[0].add(self.at).cast::<[u8; N]>() }; L];
        for (block, lane) in blocks.iter_mut().zip(&self.lanes) {
            // SAFETY: as above.
            *block = unsafe { &*lane.add(self.at).cast::<[u8; N]>() };
        }
        self.at += N;
        Some(blocks)
    }
}

/// Registers seen as arrays: each copy compiles to one unaligned move.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! load_store {
    ($($load:ident $store:ident $register:ident $array:ty;)*) => { $(
        #[doc = concat!("A register from `", stringify!($array), "`.")]
        #[inline(always)]
        pub(crate) fn $load(array: &$array) -> super::arch::$register {
            const { assert!(size_of::<$array>() == size_of::<super::arch::$register>()) };
            // SAFETY: the array is as long as the register, and any bytes are a valid register.
            unsafe { array.as_ptr().cast::<super::arch::$register>().read_unaligned() }
        }
        #[doc = concat!("A register to `", stringify!($array), "`.")]
        #[inline(always)]
        pub(crate) fn $store(array: &mut $array, register: super::arch::$register) {
            const { assert!(size_of::<$array>() == size_of::<super::arch::$register>()) };
            // SAFETY: the array is as long as the register, and any bytes are valid words.
            unsafe { array.as_mut_ptr().cast::<super::arch::$register>().write_unaligned(register) }
        }
    )* };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
load_store! {
    load128 store128 __m128i [u8; 16];
    load256 store256 __m256i [u8; 32];
    load512 store512 __m512i [u8; 64];
    load4x32 store4x32 __m128i [u32; 4];
    load8x32 store8x32 __m256i [u32; 8];
    load4x64 store4x64 __m256i [u64; 4];
    load8x64 store8x64 __m512i [u64; 8];
    load2x64 store2x64 __m128i [u64; 2];
}

#[cfg(target_arch = "aarch64")]
load_store! {
    load128 store128 uint8x16_t [u8; 16];
    load4x32 store4x32 uint32x4_t [u32; 4];
}

/// The four words of a register.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn words4x32(register: super::arch::uint32x4_t) -> [u32; 4] {
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
            let mut to = [0; 128];
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
