//! Absorbing blocks of eight bytes with Ascon-p\[12\] (NIST SP 800-232, section 5), for one state or for one in each
//! lane.

use crate::{
    frame::Shape,
    primitives::ascon::{State, permute12},
    simd::Portable,
};

/// Absorbs whole blocks: XORs each block into the state and permutes the state.
#[inline(always)]
pub(super) fn absorb(state: &mut State, _: Shape, blocks: &[u8]) {
    let mut s = *state;
    for block in blocks.as_chunks().0 {
        s[0] ^= u64::from_le_bytes(*block);
        permute12::<u64>(Portable, &mut s);
    }
    *state = s;
}

/// Permutes a state, without a block.
#[inline(always)]
pub(super) fn permute(state: &mut State, _: Shape) {
    let mut s = *state;
    permute12::<u64>(Portable, &mut s);
    *state = s;
}

crate::backend::only! {
    x86: {
        pub(super) use lanes::{avx2, avx512};
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod lanes {
    use super::*;
    use crate::simd::{
        Avx2, Avx512,
        memory::{MAX_LANES, Streams},
        words::{Pieces, U64x4, U64x8},
    };

    /// Absorbs blocks of several messages, one in each lane.
    #[inline(always)]
    fn absorb<V: Pieces>(isa: V::Isa, rows: &mut [[u64; MAX_LANES]; 5], mut streams: Streams<'_>) {
        let mut s = [V::splat(isa, 0); 5];
        for (word, row) in s.iter_mut().zip(&*rows) {
            *word = V::load(isa, row);
        }
        while let Some(block) = V::next_one(isa, &mut streams) {
            s[0] = s[0].xor(block);
            permute12(isa, &mut s);
        }
        for (word, row) in s.into_iter().zip(rows) {
            word.store(row);
        }
    }

    /// Defines the entry function of an instruction set, which absorbs with that set's vector type.
    macro_rules! entry {
        ($features:literal $isa:ident $words:ident: $name:ident) => {
            #[inline]
            #[target_feature(enable = $features)]
            pub(in super::super) fn $name(
                rows: &mut [[u64; MAX_LANES]; 5],
                streams: Streams<'_>,
                _: &[Shape; MAX_LANES],
            ) {
                absorb::<$words>($isa::here(), rows, streams);
            }
        };
    }
    entry! { "avx512f,avx512bw,avx512vl" Avx512 U64x8: avx512 }
    entry! { "avx2" Avx2 U64x4: avx2 }
}
