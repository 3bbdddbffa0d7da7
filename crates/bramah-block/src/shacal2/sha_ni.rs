//! Encryption with the SHA instructions. Four blocks are processed at a time, because each pair of rounds depends on the previous
//! one. Up to three blocks are processed at the end.
//!
//! The words of a block are in two registers, in the order that the instructions need: ABEF and CDGH.

use super::keys::Keys;
use crate::primitives::sha2::K256;
use crate::simd::{
    arch::*,
    memory::{Group, Run, load4x32, load128, store4x32, store128},
    opaque::opaque_ref,
};

/// Returns the two halves of a block as big-endian words.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn halves(bytes: &[u8; 32]) -> [__m128i; 2] {
    let halves = bytes.as_chunks().0;
    [load128(&halves[0]), load128(&halves[1])]
}

/// Encrypts `N` blocks.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
fn blocks<const N: usize>(keys: &Keys, group: Group<'_, [u8; 32]>) {
    let swap = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
    let (mut abef, mut cdgh) = ([_mm_setzero_si128(); N], [_mm_setzero_si128(); N]);
    for i in 0..N {
        let [mut low, mut high] = halves(&group.get(i));
        if let Some(pre) = group.pre(i) {
            let pre = halves(&pre);
            (low, high) = (_mm_xor_si128(low, pre[0]), _mm_xor_si128(high, pre[1]));
        }
        let badc = _mm_shuffle_epi32::<0xb1>(_mm_shuffle_epi8(low, swap));
        let hgfe = _mm_shuffle_epi32::<0x1b>(_mm_shuffle_epi8(high, swap));
        abef[i] = _mm_alignr_epi8::<8>(badc, hgfe);
        cdgh[i] = _mm_blend_epi16::<0xf0>(hgfe, badc);
    }
    // For many groups the compiler splits all round keys into pairs once, and keeps the pairs on the stack. For a last group of
    // fewer blocks this takes longer than it saves, so the keys are hidden from the compiler here and read where they are.
    let keys = if N < 4 { opaque_ref(keys) } else { keys };
    for key in keys.0.as_chunks::<4>().0 {
        let one = load4x32(key);
        let two = _mm_shuffle_epi32::<0x0e>(one);
        for i in 0..N {
            cdgh[i] = _mm_sha256rnds2_epu32(cdgh[i], abef[i], one);
        }
        for i in 0..N {
            abef[i] = _mm_sha256rnds2_epu32(abef[i], cdgh[i], two);
        }
    }
    for i in 0..N {
        let (feba, dchg) = (_mm_shuffle_epi32::<0x1b>(abef[i]), _mm_shuffle_epi32::<0xb1>(cdgh[i]));
        let mut low = _mm_shuffle_epi8(_mm_blend_epi16::<0xf0>(feba, dchg), swap);
        let mut high = _mm_shuffle_epi8(_mm_alignr_epi8::<8>(dchg, feba), swap);
        if let Some(post) = group.post(i) {
            let post = halves(&post);
            (low, high) = (_mm_xor_si128(low, post[0]), _mm_xor_si128(high, post[1]));
        }
        let mut bytes = [0; 32];
        let [first, second] = bytes.as_chunks_mut().0 else { unreachable!("32 bytes") };
        store128(first, low);
        store128(second, high);
        group.put(i, bytes);
    }
}

/// Expands a key, which the caller has padded with zeros.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn expand(key: &[u8; 64], keys: &mut Keys) {
    let swap = _mm_set_epi64x(0x0c0d0e0f_08090a0b, 0x04050607_00010203);
    let [a, b, c, d] = key.as_chunks().0 else { unreachable!("64 bytes") };
    let mut w = [a, b, c, d].map(|bytes| _mm_shuffle_epi8(load128(bytes), swap));
    for (keys, constants) in keys.0.as_chunks_mut().0.iter_mut().zip(K256.as_flattened().as_chunks().0) {
        let [w0, w1, w2, w3] = w;
        store4x32(keys, _mm_add_epi32(w0, load4x32(constants)));
        let sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8::<4>(w3, w2));
        w = [w1, w2, w3, _mm_sha256msg2_epu32(sum, w3)];
    }
}

/// Encrypts a run.
#[inline]
#[target_feature(enable = "sha,sse4.1,ssse3")]
pub(super) fn run(keys: &Keys, mut run: Run<'_>) {
    while let Some(group) = run.next(4) {
        blocks::<4>(keys, group);
    }
    if let Some(group) = run.next(3) {
        blocks::<3>(keys, group);
    } else if let Some(group) = run.next(2) {
        blocks::<2>(keys, group);
    } else if let Some(group) = run.next(1) {
        blocks::<1>(keys, group);
    }
}
