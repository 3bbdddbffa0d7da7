//! Octets in NEON registers.

use super::{AES_CONSTANT, AES_LINEAR, Affine, Inverting, Octets, Places, Table, UNSHIFTED};
use crate::simd::{
    Neon, NeonAes,
    arch::*,
    gf::Aligned,
    memory::{Bytes, load128, store128},
};

/// Declares a type of register.
///
/// SAFETY of every unsafe block: a token, or a value made with one, proves that the CPU has the features that this code needs.
macro_rules! octets {
    ($(#[$doc:meta])* $name:ident, $token:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(uint8x16_t);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Octets for $name {
            type Isa = $token;
            type Bytes = [u8; 16];
            const PIECES: usize = 1;

            #[inline(always)]
            fn load(_: $token, bytes: &[u8; 16]) -> Self {
                Self(unsafe { load128(bytes) })
            }
            #[inline(always)]
            fn store(self) -> [u8; 16] {
                self.first()
            }
            #[inline(always)]
            fn splat(_: $token, word: u32) -> Self {
                Self(unsafe { vreinterpretq_u8_u32(vdupq_n_u32(word)) })
            }
            #[inline(always)]
            fn piece(_: $token, bytes: &[u8; 16]) -> Self {
                Self(unsafe { load128(bytes) })
            }
            #[inline(always)]
            fn first(self) -> [u8; 16] {
                let mut first = [0; 16];
                unsafe { store128(&mut first, self.0) };
                first
            }
            #[inline(always)]
            fn bytes_of<B: Bytes>(block: &B) -> Option<&[u8; 16]> {
                block.as_ref().first_chunk()
            }
            #[inline(always)]
            fn bytes_of_mut<B: Bytes>(block: &mut B) -> Option<&mut [u8; 16]> {
                block.as_mut().first_chunk_mut()
            }
            #[inline(always)]
            fn turned<const P: usize>(self, _: usize) -> Self {
                self
            }
            #[inline(always)]
            fn after(self, o: Self) -> Self {
                o
            }
            #[inline(always)]
            fn by_piece(isa: $token, words: &[u32; 4]) -> Self {
                Self::splat(isa, words[0])
            }
            calls! {
                fn xor(o) = veorq_u8;
                fn and(o) = vandq_u8;
                fn or(o) = vorrq_u8;
            }
            #[inline(always)]
            fn affine<M: Affine>(self) -> Self {
                let [low, high] = const { M::MAP.nibble_tables() };
                Self(unsafe {
                    let low = vqtbl1q_u8(load128(&low), vandq_u8(self.0, vdupq_n_u8(15)));
                    let sum = veorq_u8(low, vqtbl1q_u8(load128(&high), vshrq_n_u8::<4>(self.0)));
                    if M::ADD == 0 { sum } else { veorq_u8(sum, vdupq_n_u8(M::ADD)) }
                })
            }
            const LOOKS_UP: bool = true;
            #[inline(always)]
            fn by_nibbles(self, tables: &'static Aligned<32>) -> Self {
                let [low, high] = tables.0.as_chunks().0 else { unreachable!("32 bytes") };
                Self(unsafe {
                    let low = vqtbl1q_u8(load128(low), vandq_u8(self.0, vdupq_n_u8(15)));
                    veorq_u8(low, vqtbl1q_u8(load128(high), vshrq_n_u8::<4>(self.0)))
                })
            }
            #[inline(always)]
            fn look_up<T: Table>(self) -> Self {
                self.look_up_in(T::TABLE)
            }
            #[inline(always)]
            fn look_up_in(self, table: &Aligned<256>) -> Self {
                let parts = table.0.as_chunks::<16>().0;
                unsafe {
                    let four = |i: usize| {
                        uint8x16x4_t(load128(&parts[i]), load128(&parts[i + 1]), load128(&parts[i + 2]), load128(&parts[i + 3]))
                    };
                    // an index that is out of range keeps the byte of the previous look-up
                    let found = vqtbl4q_u8(four(0), self.0);
                    let found = vqtbx4q_u8(found, four(4), vsubq_u8(self.0, vdupq_n_u8(64)));
                    let found = vqtbx4q_u8(found, four(8), vsubq_u8(self.0, vdupq_n_u8(128)));
                    Self(vqtbx4q_u8(found, four(12), vsubq_u8(self.0, vdupq_n_u8(192))))
                }
            }
            #[inline(always)]
            fn shuffled(self, order: &[u8; 16]) -> Self {
                Self(unsafe { vqtbl1q_u8(self.0, load128(order)) })
            }
            #[inline(always)]
            fn zip(self, o: Self) -> [Self; 2] {
                unsafe { [Self(vzip1q_u8(self.0, o.0)), Self(vzip2q_u8(self.0, o.0))] }
            }
            #[inline(always)]
            fn by_places(self, places: &Places) -> Self {
                let four = |table: &[u8; 64]| {
                    let parts = table.as_chunks::<16>().0;
                    unsafe {
                        uint8x16x4_t(load128(&parts[0]), load128(&parts[1]), load128(&parts[2]), load128(&parts[3]))
                    }
                };
                let [low, high] = &places.bytes;
                Self(unsafe {
                    let place = vreinterpretq_u8_u32(vdupq_n_u32(0x3020_1000));
                    let first = vorrq_u8(vandq_u8(self.0, vdupq_n_u8(15)), place);
                    let second = vorrq_u8(vshrq_n_u8::<4>(self.0), place);
                    veorq_u8(vqtbl4q_u8(four(&low.0), first), vqtbl4q_u8(four(&high.0), second))
                })
            }
            #[inline(always)]
            fn unzip32(self, o: Self) -> [Self; 2] {
                let words = |x| unsafe { vreinterpretq_u32_u8(x) };
                let bytes = |x| unsafe { vreinterpretq_u8_u32(x) };
                let (x, o) = (words(self.0), words(o.0));
                unsafe { [Self(bytes(vuzp1q_u32(x, o))), Self(bytes(vuzp2q_u32(x, o)))] }
            }
            #[inline(always)]
            fn zip32(self, o: Self) -> [Self; 2] {
                let words = |x| unsafe { vreinterpretq_u32_u8(x) };
                let bytes = |x| unsafe { vreinterpretq_u8_u32(x) };
                let (x, o) = (words(self.0), words(o.0));
                unsafe { [Self(bytes(vzip1q_u32(x, o))), Self(bytes(vzip2q_u32(x, o)))] }
            }
            #[inline(always)]
            fn add32(self, o: Self) -> Self {
                let words = |x| unsafe { vreinterpretq_u32_u8(x) };
                Self(unsafe { vreinterpretq_u8_u32(vaddq_u32(words(self.0), words(o.0))) })
            }
            #[inline(always)]
            fn rotl32<const N: u32>(self) -> Self {
                unsafe {
                    let words = vreinterpretq_u32_u8(self.0);
                    let left = vshlq_u32(words, vdupq_n_s32(N as i32));
                    Self(vreinterpretq_u8_u32(vorrq_u32(left, vshlq_u32(words, vdupq_n_s32(N as i32 - 32)))))
                }
            }
            #[inline(always)]
            fn add64(self, o: Self) -> Self {
                let words = |x| unsafe { vreinterpretq_u64_u8(x) };
                Self(unsafe { vreinterpretq_u8_u64(vaddq_u64(words(self.0), words(o.0))) })
            }
            #[inline(always)]
            fn sub64(self, o: Self) -> Self {
                let words = |x| unsafe { vreinterpretq_u64_u8(x) };
                Self(unsafe { vreinterpretq_u8_u64(vsubq_u64(words(self.0), words(o.0))) })
            }
            #[inline(always)]
            fn add8(self, o: Self) -> Self {
                Self(unsafe { vaddq_u8(self.0, o.0) })
            }
            #[inline(always)]
            fn sub8(self, o: Self) -> Self {
                Self(unsafe { vsubq_u8(self.0, o.0) })
            }
        }
    };
}

octets!(
    /// A NEON register.
    OctetsNeon, Neon
);
octets!(
    /// A NEON register that is inverted with AES instructions.
    OctetsNeonAes, NeonAes
);

impl Inverting for OctetsNeonAes {
    #[inline(always)]
    fn inverted<M: Affine>(self) -> Self {
        /// The map `M` of the inverse, as a map of the result of the S-box of AES.
        struct AfterAes<M>(core::marker::PhantomData<M>);
        impl<M: Affine> Affine for AfterAes<M> {
            const MAP: crate::simd::gf::Linear = M::MAP.after(AES_LINEAR.inverse());
            const ADD: u8 = M::ADD ^ Self::MAP.of(AES_CONSTANT);
        }
        // SAFETY: this value was made with a token, so the CPU has the features needed here.
        let sub = unsafe { vaeseq_u8(vqtbl1q_u8(self.0, load128(&UNSHIFTED)), vdupq_n_u8(0)) };
        Self(sub).affine::<AfterAes<M>>()
    }
}
