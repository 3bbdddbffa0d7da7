//! Byte arrays as types, loads and stores of whole registers, and messages side by side.

use core::marker::PhantomData;

/// `[u8; N]` as a type that knows its length.
pub trait Bytes: Copy + AsRef<[u8]> + AsMut<[u8]> + Send + Sync + 'static {
    /// The number of bytes.
    const LEN: usize;
    /// All zero.
    const ZERO: Self;
    /// The whole arrays at the front of `bytes`, and what is left.
    fn split(bytes: &[u8]) -> (&[Self], &[u8]);
}

impl<const N: usize> Bytes for [u8; N] {
    const LEN: usize = N;
    const ZERO: Self = [0; N];
    #[inline(always)]
    fn split(bytes: &[u8]) -> (&[Self], &[u8]) {
        bytes.as_chunks()
    }
}

/// The most messages that any batch kernel takes at once.
pub(crate) const MAX_LANES: usize = 16;

/// Equally long runs of bytes, one a lane, that a batch kernel reads side by side.
///
/// All [`MAX_LANES`] lanes can be read; those beyond the ones given repeat the first.
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
    #[inline]
    pub(crate) fn new(lanes: &[&'a [u8]], len: usize) -> Self {
        assert!(lanes.iter().all(|lane| lane.len() >= len));
        let mut pointers = [lanes[0].as_ptr(); MAX_LANES];
        for (pointer, lane) in pointers[..lanes.len()].iter_mut().zip(lanes) {
            *pointer = lane.as_ptr();
        }
        Self { lanes: pointers, at: 0, len, borrow: PhantomData }
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

/// Registers seen as bytes: each copy compiles to one unaligned move.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! load_store {
    ($($load:ident $store:ident $register:ident $n:literal;)*) => { $(
        #[doc = concat!("A register of ", $n, " bytes.")]
        #[inline(always)]
        pub(crate) fn $load(bytes: &[u8; $n]) -> super::arch::$register {
            // SAFETY: the array is as long as the register, and any bytes are a valid register.
            unsafe { bytes.as_ptr().cast::<super::arch::$register>().read_unaligned() }
        }
        #[doc = concat!("The ", $n, " bytes of a register.")]
        #[inline(always)]
        pub(crate) fn $store(bytes: &mut [u8; $n], register: super::arch::$register) {
            // SAFETY: the array is as long as the register.
            unsafe { bytes.as_mut_ptr().cast::<super::arch::$register>().write_unaligned(register) }
        }
    )* };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
load_store! {
    load128 store128 __m128i 16;
    load256 store256 __m256i 32;
    load512 store512 __m512i 64;
}

#[cfg(target_arch = "aarch64")]
load_store! {
    load128 store128 uint8x16_t 16;
}

/// Four words as a register, the first in lane 0.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn load_words(words: &[u32; 4]) -> super::arch::uint32x4_t {
    // SAFETY: the array is as long as the register, and any bytes are a valid register.
    unsafe { words.as_ptr().cast::<super::arch::uint32x4_t>().read_unaligned() }
}
/// The four words of a register.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn store_words(register: super::arch::uint32x4_t) -> [u32; 4] {
    let mut words = [0; 4];
    // SAFETY: the array is as long as the register.
    unsafe { words.as_mut_ptr().cast::<super::arch::uint32x4_t>().write_unaligned(register) }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_step_through_all_lanes() {
        let data: Vec<u8> = (0..=255).collect();
        let lanes = [&data[0..100], &data[1..101], &data[2..110]];
        let mut streams = Streams::new(&lanes, 99);
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
    #[should_panic]
    fn short_lanes_are_refused() {
        Streams::new(&[&[0; 7]], 8);
    }
}
