//! How each instruction set processes a message: as many blocks as possible in lanes (one block in each lane), and the rest in
//! rows (a block in four rows), in as few registers as possible. Within a call the low word of the counter does not carry, so
//! lanes advance only that word.

use super::{Rounds, lanes};
use crate::simd::{Portable, memory::InOut};

crate::backend::only! {
    vectors: { use crate::simd::words::U32x4; }
    rows: {
        use super::BLOCK;
        use super::rows::{self, RowRounds};
        use crate::simd::rows::Row32;
    }
    x86: {
        use crate::simd::{
            Avx2, Avx512, Sse41,
            rows::{Rows32, Rows32V, Rows32Z},
            words::{U32x8, U32x16},
        };
    }
    aarch64: { use crate::simd::Neon; }
    wasm: { use crate::simd::Simd128; }
}

#[inline(always)]
pub(super) fn portable<R: Rounds>(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) {
    lanes::blocks::<R, u32>(Portable, state, rounds, data);
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn avx2<R: RowRounds>(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) {
    let isa = Avx2::here();
    let blocks = data.len() / BLOCK;
    // whether the last eight blocks in lanes run at the same time as the one or two blocks that remain, which are in rows
    let beside = blocks > 8 && matches!(blocks % 8, 1 | 2);
    let mut lanes = data.take((blocks / 8 - usize::from(beside)) * 8 * BLOCK);
    lanes::blocks::<R, U32x8>(isa, state, rounds, &mut lanes);
    match data.len() / BLOCK {
        0 => {}
        // one block in half a register: CPUs that process a register in two halves need half as many operations for it
        1 => rows::group::<R, Row32, 1>(isa.into(), state, rounds, data),
        2 => rows::group::<R, Rows32, 1>(isa, state, rounds, data),
        3 | 4 => rows::group::<R, Rows32, 2>(isa, state, rounds, data),
        5 | 6 => rows::group::<R, Rows32, 3>(isa, state, rounds, data),
        7 => rows::group::<R, Rows32, 4>(isa, state, rounds, data),
        _ => rows::beside_lanes::<R, U32x8, Rows32>(isa, state, rounds, data),
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn core_avx2<R: RowRounds>(state: &mut [u32; 16], rounds: u32) {
    rows::core::<R, Row32>(Avx2::here().into(), state, rounds)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(crate) fn avx512<R: RowRounds>(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) {
    let isa = Avx512::here();
    lanes::blocks::<R, U32x16>(isa, state, rounds, data);
    match data.len().div_ceil(2 * BLOCK) {
        0 => {}
        1 => rows::group::<R, Rows32V, 1>(isa, state, rounds, data),
        2 => rows::group::<R, Rows32Z, 1>(isa, state, rounds, data),
        3 | 4 => rows::group::<R, Rows32Z, 2>(isa, state, rounds, data),
        5 | 6 => rows::group::<R, Rows32Z, 3>(isa, state, rounds, data),
        _ => rows::group::<R, Rows32Z, 4>(isa, state, rounds, data),
    }
}

/// Processes blocks on a CPU whose vector steps take two cycles instead of one: with two registers of lanes for each word of
/// the state. A few remaining blocks run in rows at the same time as the lanes, and a single block with many rounds runs in
/// general registers.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn avx512_zen5<R: RowRounds>(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) {
    let isa = Avx512::here();
    if data.len() == BLOCK && rounds > R::IN_ROWS {
        return lanes::blocks::<R, u32>(Portable, state, rounds, data);
    }
    lanes::twice::<R, U32x16>(isa, state, rounds, data);
    match data.len() / BLOCK {
        17..=20 => rows::beside_lanes::<R, U32x16, Rows32Z>(isa, state, rounds, data),
        _ => avx512::<R>(state, rounds, data),
    }
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn core_avx512<R: RowRounds>(state: &mut [u32; 16], rounds: u32) {
    rows::core::<R, Rows32V>(Avx512::here(), state, rounds)
}

/// Defines the function of a candidate with registers of 128 bits.
#[allow(unused_macros)] // not used on all architectures
macro_rules! quarters {
    ($name:ident $features:literal $isa:ident) => {
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name<R: RowRounds>(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) {
            let isa = $isa::here();
            lanes::blocks::<R, U32x4>(isa, state, rounds, data);
            match data.len() / BLOCK {
                0 => {}
                1 => rows::group::<R, Row32, 1>(isa, state, rounds, data),
                2 => rows::group::<R, Row32, 2>(isa, state, rounds, data),
                _ => rows::group::<R, Row32, 3>(isa, state, rounds, data),
            }
        }
    };
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
quarters!(sse41 "sse4.1,ssse3" Sse41);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
quarters!(simd128 "simd128" Simd128);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[inline]
#[target_feature(enable = "sse4.1,ssse3")]
pub(super) fn core_sse41<R: RowRounds>(state: &mut [u32; 16], rounds: u32) {
    rows::core::<R, Row32>(Sse41::here(), state, rounds)
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[inline]
#[target_feature(enable = "simd128")]
pub(super) fn core_simd128<R: RowRounds>(state: &mut [u32; 16], rounds: u32) {
    rows::core::<R, Row32>(Simd128::here(), state, rounds)
}

#[cfg(target_arch = "aarch64")]
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn neon<R: Rounds>(state: &mut [u32; 16], rounds: u32, data: &mut InOut<'_>) {
    lanes::blocks::<R, U32x4>(Neon::here(), state, rounds, data);
    lanes::blocks::<R, u32>(Portable, state, rounds, data);
}
