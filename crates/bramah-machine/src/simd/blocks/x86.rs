//! 16-byte blocks in x86 registers: one, two or four blocks.

use super::{
    AddWords, AesRounds, And, Blocks, Counter, EachPower, Halved, Increment, ModeBlocks, Partial, Shuffle,
    powers_x86::{Powers1, Powers2},
};
use crate::simd::{
    AesNi, Vaes256, Vaes512,
    arch::*,
    memory::{load128, load256, load512, store128, store256, store512},
};

/// Writes consecutive little-endian numbers, from `start` on, that differ by `step`, each with one store of 16 bytes. The
/// compiler would store each number as two words, which takes more than twice as long. No addition may carry from the low half
/// of a number into its high half.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn count16(start: &[u8; 16], step: u128, values: &mut [[u8; 16]]) {
    let (mut number, step) = (load128(start), load128(&step.to_le_bytes()));
    for value in values {
        store128(value, number);
        number = _mm_add_epi64(number, step);
    }
}

/// Declares a register of blocks, and its counter. A counter holds little-endian numbers (`now`), of which only the low 64-bit
/// words change; the shuffle indices for the byte order of the blocks (`order`); and the low byte of the first number (`low`).
/// While the low bytes of a group do not carry, the steps are added to the bytes of the blocks, which saves reversing the bytes
/// of each block.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features; a register and the
/// array from which it is loaded, or to which it is stored, have equal sizes.
macro_rules! blocks {
    ($(#[$doc:meta])* $name:ident($register:ident), $counter:ident, $group:ty, $token:ty, $count:literal, $bytes:literal,
     $load:ident $store:ident $xor:ident $shuffle:ident $add:ident $add_bytes:ident $left:ident $right:ident $up:ident $down:ident $multiply:ident,
     broadcast |$x:ident| $broadcast:expr, some |$from:ident| $some:expr, |$to:ident, $out:ident| $put:expr,
     gather |$block:ident| $gather:expr, scatter |$of:ident| $lanes:expr, last |$all:ident| $last:expr, after |$now:ident, $before:ident| $after:expr,
     steps $steps:expr, powers |$t:ident| $powers:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub(in crate::simd) $register);

        /// A counter in a register of this type.
        #[derive(Clone, Copy)]
        pub struct $counter {
            now: $register,
            order: $register,
            step: $register,
            low: u8,
        }

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Counter<$name> for $counter {
            #[inline(always)]
            fn new(isa: $token, start: &[u8; 16], increment: Increment) -> Self {
                let order = match increment.big_endian() {
                    true => $name::splat(isa, &[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]).0,
                    false => $name::splat(isa, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]).0,
                };
                let low = start[if increment.big_endian() { 15 } else { 0 }];
                let start = $name::splat(isa, start).0;
                let mut step = [0; 16];
                step[0] = $count;
                let step = $name::splat(isa, &step).0;
                Self { now: unsafe { $add($shuffle(start, order), $steps) }, order, step, low }
            }
            #[inline(always)]
            fn next(&mut self) -> $name {
                let now = $name(unsafe { $shuffle(self.now, self.order) });
                self.now = unsafe { $add(self.now, self.step) };
                self.low = self.low.wrapping_add($count);
                now
            }
            #[inline(always)]
            fn group<const K: usize>(&mut self) -> [$name; K] {
                let before = self.now;
                let mut values = [self.next(); K];
                if usize::from(self.low.wrapping_sub($count)) + $count * K <= 256 {
                    unsafe {
                        let step = $shuffle(self.step, self.order);
                        for i in 1..K {
                            values[i] = $name($add_bytes(values[i - 1].0, step));
                        }
                        // adds `K` steps in one addition: `K` is a power of two, so a shift multiplies the step by `K`
                        let all = $left(self.step, _mm_cvtsi32_si128(K.trailing_zeros() as i32));
                        self.now = $add(before, all);
                    }
                    self.low = self.low.wrapping_add(($count * (K - 1)) as u8);
                } else {
                    for i in 1..K {
                        values[i] = self.next();
                    }
                }
                values
            }
        }

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Blocks for $name {
            type Isa = $token;
            type Block = [u8; 16];
            type Bytes = [u8; $bytes];
            const COUNT: usize = $count;

            #[inline(always)]
            fn load(_: $token, bytes: &[u8; $bytes]) -> Self {
                Self(unsafe { $load(bytes) })
            }
            #[inline(always)]
            fn store(self) -> [u8; $bytes] {
                let mut bytes = [0; $bytes];
                unsafe { $store(&mut bytes, self.0) };
                bytes
            }
            #[inline(always)]
            fn splat(_: $token, block: &[u8; 16]) -> Self {
                Self(unsafe {
                    let $x = load128(block);
                    $broadcast
                })
            }
            calls! { fn xor(o) = $xor; }
        }

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl ModeBlocks for $name {
            type Counter = $counter;
            type Powers = $group;

            #[inline(always)]
            fn load_some(_: $token, $from: &[u8]) -> Self {
                #[allow(unused_unsafe)]
                Self(unsafe { $some })
            }
            #[inline(always)]
            fn store_some(self, $out: &mut [u8]) {
                let $to = self.0;
                #[allow(unused_unsafe)]
                unsafe { $put }
            }
            #[inline(always)]
            fn gather(_: $token, mut $block: impl FnMut(usize) -> [u8; 16]) -> Self {
                #[allow(unused_unsafe)]
                Self(unsafe { $gather })
            }
            #[inline(always)]
            fn scatter(self, mut put: impl FnMut(usize, [u8; 16])) {
                let $of = self.0;
                #[allow(unused_unsafe)]
                for (i, lane) in unsafe { $lanes }.into_iter().enumerate() {
                    let mut block = [0; 16];
                    unsafe { store128(&mut block, lane) };
                    put(i, block);
                }
            }
            #[inline(always)]
            fn last(self) -> [u8; 16] {
                let $all = self.0;
                let mut block = [0; 16];
                #[allow(unused_unsafe)]
                unsafe { store128(&mut block, $last) };
                block
            }
            #[inline(always)]
            fn after(self, before: Self) -> Self {
                let ($now, $before) = (self.0, before.0);
                #[allow(unused_unsafe)]
                Self(unsafe { $after })
            }
            #[inline(always)]
            fn powers(isa: $token, t: &[u8; 16]) -> Self {
                let $t = |n| Self::splat(isa, t).times_x(isa, n).0;
                #[allow(unused_unsafe)]
                Self(unsafe { $powers })
            }
            // The bits shifted out of the low half enter the high half. The bits shifted out of the high half are multiplied by
            // the polynomial and enter the low half.
            #[inline(always)]
            fn times_x(self, _: $token, n: u32) -> Self {
                if n == 0 {
                    return self;
                }
                unsafe {
                    let $x = _mm_cvtsi32_si128(0x87);
                    // a shift by whole bytes takes two instructions less, because a byte shift also moves bytes between the
                    // halves
                    let (shifted, out) = match n {
                        8 => ($up::<1>(self.0), $down::<15>(self.0)),
                        16 => ($up::<2>(self.0), $down::<14>(self.0)),
                        32 => ($up::<4>(self.0), $down::<12>(self.0)),
                        _ => {
                            let out = $right(self.0, _mm_cvtsi32_si128(64 - n as i32));
                            let inner = $xor($left(self.0, _mm_cvtsi32_si128(n as i32)), $up::<8>(out));
                            return Self($xor(inner, $multiply::<0x01>(out, $broadcast)));
                        }
                    };
                    Self($xor(shifted, $multiply::<0x00>(out, $broadcast)))
                }
            }
        }
    };
}

blocks!(
    /// One block in an SSE register.
    Block1(__m128i), Counter1, Powers1, AesNi, 1, 16,
    load128 store128 _mm_xor_si128 _mm_shuffle_epi8 _mm_add_epi64 _mm_add_epi8 _mm_sll_epi64 _mm_srl_epi64
    _mm_slli_si128 _mm_srli_si128 _mm_clmulepi64_si128,
    broadcast |x| x, some |_bytes| _mm_setzero_si128(), |_x, _bytes| (),
    gather |block| load128(&block(0)), scatter |x| [x], last |x| x, after |_now, before| before,
    steps _mm_setzero_si128(), powers |t| t(0)
);
blocks!(
    /// Two blocks in an AVX2 register.
    Block2(__m256i), Counter2, Powers2, Vaes256, 2, 32,
    load256 store256 _mm256_xor_si256 _mm256_shuffle_epi8 _mm256_add_epi64 _mm256_add_epi8 _mm256_sll_epi64 _mm256_srl_epi64
    _mm256_bslli_epi128 _mm256_bsrli_epi128 _mm256_clmulepi64_epi128,
    broadcast |x| _mm256_broadcastsi128_si256(x),
    some |bytes| match bytes.first_chunk() {
        Some(block) => _mm256_castsi128_si256(load128(block)),
        None => _mm256_setzero_si256(),
    },
    |x, bytes| if let Some(block) = bytes.first_chunk_mut() {
        store128(block, _mm256_castsi256_si128(x));
    },
    gather |block| _mm256_set_m128i(load128(&block(1)), load128(&block(0))),
    scatter |x| [_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x)],
    last |x| _mm256_extracti128_si256::<1>(x),
    after |now, before| _mm256_permute2x128_si256::<0x21>(before, now),
    steps _mm256_setr_epi64x(0, 0, 1, 0),
    powers |t| _mm256_blend_epi32::<0xf0>(t(0), t(1))
);
blocks!(
    /// Four blocks in an AVX-512 register.
    Block4(__m512i), Counter4, EachPower<Self>, Vaes512, 4, 64,
    load512 store512 _mm512_xor_si512 _mm512_shuffle_epi8 _mm512_add_epi64 _mm512_add_epi8 _mm512_sll_epi64 _mm512_srl_epi64
    _mm512_bslli_epi128 _mm512_bsrli_epi128 _mm512_clmulepi64_epi128,
    broadcast |x| _mm512_broadcast_i32x4(x),
    // loads of one block and stores of two, because the CPU forwards a recent store only to a load within it; and no masks, because
    // it forwards neither a recent store to a masked load, nor a masked store to a load
    some |bytes| match bytes.as_chunks().0 {
        [one, two, three, ..] => _mm512_inserti32x4::<2>(
            _mm512_zextsi256_si512(_mm256_set_m128i(load128(two), load128(one))),
            load128(three),
        ),
        [one, two] => _mm512_zextsi256_si512(_mm256_set_m128i(load128(two), load128(one))),
        [one] => _mm512_zextsi128_si512(load128(one)),
        [] => _mm512_setzero_si512(),
    },
    |x, bytes| match bytes.split_first_chunk_mut() {
        Some((two, rest)) => {
            store256(two, _mm512_castsi512_si256(x));
            if let Some(three) = rest.first_chunk_mut() {
                store128(three, _mm512_extracti32x4_epi32::<2>(x));
            }
        }
        None => {
            if let Some(one) = bytes.first_chunk_mut() {
                store128(one, _mm512_castsi512_si128(x));
            }
        }
    },
    gather |block| {
        let low = _mm256_set_m128i(load128(&block(1)), load128(&block(0)));
        _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), _mm256_set_m128i(load128(&block(3)), load128(&block(2))))
    },
    scatter |x| [
        _mm512_castsi512_si128(x),
        _mm512_extracti32x4_epi32::<1>(x),
        _mm512_extracti32x4_epi32::<2>(x),
        _mm512_extracti32x4_epi32::<3>(x),
    ],
    last |x| _mm512_extracti32x4_epi32::<3>(x),
    after |now, before| _mm512_alignr_epi64::<6>(now, before),
    steps _mm512_setr_epi64(0, 0, 1, 0, 2, 0, 3, 0),
    powers |t| _mm512_mask_blend_epi64(
        0xf0,
        _mm512_mask_blend_epi64(0x0c, t(0), t(1)),
        _mm512_mask_blend_epi64(0xc0, t(2), t(3)),
    )
);

macro_rules! rounds {
    ($($name:ident $encrypt:ident $last:ident $decrypt:ident $undo:ident $and:ident $add:ident $shuffle:ident;)*) => { $(
        // SAFETY: this value was made with a token, so the CPU has the instructions that this code needs.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl AesRounds for $name {
            calls! {
                fn round(key) = $encrypt;
                fn last_round(key) = $last;
                fn inverse_round(key) = $decrypt;
                fn last_inverse_round(key) = $undo;
            }
        }

        // SAFETY: this value was made with a token, so the CPU has the instructions that this code needs.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl And for $name {
            calls! { fn and(o) = $and; }
        }

        // SAFETY: this value was made with a token, so the CPU has the instructions that this code needs.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl AddWords for $name {
            calls! { fn add_words(o) = $add; }
        }

        // SAFETY: this value was made with a token, so the CPU has the instructions that this code needs.
        #[allow(clippy::undocumented_unsafe_blocks)]
        impl Shuffle for $name {
            calls! { fn shuffle(order) = $shuffle; }
        }
    )* };
}
rounds! {
    Block1 _mm_aesenc_si128 _mm_aesenclast_si128 _mm_aesdec_si128 _mm_aesdeclast_si128 _mm_and_si128 _mm_add_epi32 _mm_shuffle_epi8;
    Block2 _mm256_aesenc_epi128 _mm256_aesenclast_epi128 _mm256_aesdec_epi128 _mm256_aesdeclast_epi128 _mm256_and_si256 _mm256_add_epi32 _mm256_shuffle_epi8;
    Block4 _mm512_aesenc_epi128 _mm512_aesenclast_epi128 _mm512_aesdec_epi128 _mm512_aesdeclast_epi128 _mm512_and_si512 _mm512_add_epi32 _mm512_shuffle_epi8;
}

// SAFETY of every unsafe block: a value was made with a token, so the CPU has the instructions; a mask has one bit for each byte
// of the slice and no more, so no other memory is read or written.
#[allow(clippy::undocumented_unsafe_blocks)]
impl Partial for Block4 {
    #[inline(always)]
    fn load_bytes(_: Vaes512, bytes: &[u8]) -> Self {
        Self(unsafe { _mm512_maskz_loadu_epi8(mask(bytes.len()), bytes.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store_bytes(self, bytes: &mut [u8]) {
        unsafe { _mm512_mask_storeu_epi8(bytes.as_mut_ptr().cast(), mask(bytes.len()), self.0) }
    }
    #[inline(always)]
    fn first_bytes(self, _: Vaes512, n: usize) -> Self {
        Self(unsafe { _mm512_maskz_mov_epi8(mask(n), self.0) })
    }
}

/// Returns a mask of the first `n` bytes of a register, at most 64.
#[inline(always)]
fn mask(n: usize) -> u64 {
    if n < 64 { !(u64::MAX << n) } else { u64::MAX }
}

macro_rules! partial {
    ($($name:ident $and:ident $greater:ident $all:ident $token:ty;)*) => { $(
        impl Partial for $name {
            #[inline(always)]
            fn first_bytes(self, isa: $token, n: usize) -> Self {
                const PLACES: <$name as Blocks>::Bytes = {
                    let (mut places, mut i) = ([0; size_of::<$name>()], 0);
                    while i < places.len() {
                        places[i] = i as u8;
                        i += 1;
                    }
                    places
                };
                let places = Self::load(isa, &PLACES).0;
                // SAFETY: the token proves that the CPU has the features that this code needs.
                Self(unsafe { $and(self.0, $greater($all(n as i8), places)) })
            }
        }
    )* };
}
partial! {
    Block1 _mm_and_si128 _mm_cmpgt_epi8 _mm_set1_epi8 AesNi;
    Block2 _mm256_and_si256 _mm256_cmpgt_epi8 _mm256_set1_epi8 Vaes256;
}

impl Halved for Block1 {
    #[inline(always)]
    fn before(self, other: Self) -> Self {
        // SAFETY: this value was made with a token, so the CPU has the instructions that this code needs.
        Self(unsafe { _mm_blend_epi16::<0xf0>(self.0, other.0) })
    }
}
