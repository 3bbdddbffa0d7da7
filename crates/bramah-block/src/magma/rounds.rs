//! The rounds of Magma and GOST 28147-89 over octets: RFC 8891, 4.4; RFC 5830, 5.
//!
//! A pair of registers holds the two halves of several blocks, one block in each word. A round adds the key to one half, looks
//! up the eight nibbles of the sum in registers, each in the table for its position, rotates, and XORs the result into the
//! other half. The next round exchanges the halves. Each round depends on the previous one, so four pairs of registers are
//! processed side by side.

use super::keys::Keys;
use crate::{
    octets::Narrower,
    simd::{
        memory::{Run, align_frame},
        octets::{Octets, OctetsPortable, loaded, stored},
    },
};

/// Applies the 32 rounds to the blocks of several pairs of registers.
#[inline(always)]
fn rounds<V: Octets, const BACK: bool, const R: usize>(isa: V::Isa, keys: &Keys, mut x: [V; R]) -> [V; R] {
    let set = keys.set;
    for i in 0..R {
        x[i] = x[i].shuffled(&set.order);
    }
    for pair in x.as_chunks_mut::<2>().0 {
        *pair = pair[0].unzip32(pair[1]);
    }
    // encryption uses the keys three times in order and once in the opposite order; decryption uses them once in order and three
    // times in the opposite order
    let forward = if BACK { 1 } else { 3 };
    for turn in 0..4 {
        for at in 0..4 {
            let [first, second] = match turn < forward {
                true => [keys.words[2 * at], keys.words[2 * at + 1]],
                false => [keys.words[7 - 2 * at], keys.words[6 - 2 * at]],
            };
            let [first, second] = [V::splat(isa, first), V::splat(isa, second)];
            for [a, b] in x.as_chunks_mut::<2>().0 {
                *b = b.xor(a.add32(first).by_places(&set.boxes).rotl32::<11>());
            }
            for [a, b] in x.as_chunks_mut::<2>().0 {
                *a = a.xor(b.add32(second).by_places(&set.boxes).rotl32::<11>());
            }
        }
    }
    // the last round does not exchange the halves
    for pair in x.as_chunks_mut::<2>().0 {
        *pair = pair[1].zip32(pair[0]);
    }
    for i in 0..R {
        x[i] = x[i].shuffled(&set.order);
    }
    x
}

/// Encrypts or decrypts a run: eight registers at a time, then two, then two narrower registers of type `O`, then single blocks
/// in registers of type `O`.
#[inline(always)]
pub(super) fn run<V: Octets, O: Narrower<V>, const BACK: bool>(isa: V::Isa, keys: &Keys, mut run: Run<'_>) {
    while let Some(group) = run.next::<V::Bytes>(8) {
        let x = loaded::<V, 8>(isa, &group);
        stored(isa, rounds::<V, BACK, 8>(isa, keys, x), &group);
    }
    if O::PIECES == V::PIECES {
        return pairs::<V, BACK>(isa, keys, run);
    }
    while let Some(group) = run.next::<V::Bytes>(2) {
        stored(isa, rounds::<V, BACK, 2>(isa, keys, loaded::<V, 2>(isa, &group)), &group);
    }
    pairs::<O, BACK>(isa.into(), keys, run);
}

/// Encrypts or decrypts a run: two registers at a time, then single blocks.
#[inline(always)]
fn pairs<V: Octets, const BACK: bool>(isa: V::Isa, keys: &Keys, mut run: Run<'_>) {
    loop {
        // the same code processes two registers of blocks and a single block, so that it is compiled only once
        let whole = run.next::<V::Bytes>(2);
        let one = if whole.is_none() { run.next::<[u8; 8]>(1) } else { None };
        let alone = |bytes: [u8; 8]| {
            let mut piece = [0; 16];
            piece.as_chunks_mut().0[0] = bytes;
            V::piece(isa, &piece)
        };
        let x = match (&whole, &one) {
            (Some(group), _) => loaded::<V, 2>(isa, group),
            (None, Some(block)) => {
                let x = alone(block.get(0));
                [block.pre(0).map_or(x, |pre| x.xor(alone(pre))), V::splat(isa, 0)]
            }
            (None, None) => break,
        };
        let x = rounds::<V, BACK, 2>(isa, keys, x);
        if let Some(group) = &whole {
            stored(isa, x, group);
        } else if let Some(block) = &one {
            let x = block.post(0).map_or(x[0], |post| x[0].xor(alone(post)));
            if let Some(bytes) = x.first().first_chunk() {
                block.put(0, *bytes);
            }
        }
    }
}

/// Compiles the function that processes a run for one instruction set, once for all sets of S-boxes.
macro_rules! entry {
    ($name:ident $features:literal $octets:ident $token:ident, alone $alone:ident) => {
        #[inline(never)]
        #[target_feature(enable = $features)]
        pub(in super::super) fn $name<const BACK: bool>(keys: &Keys, data: Run<'_>) {
            use crate::simd::octets::*;
            align_frame();
            run::<$octets, $alone, BACK>(crate::simd::$token::here(), keys, data);
        }
    };
}
/// The functions for x86.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod x86 {
    use super::*;
    entry!(avx512 "avx512f,avx512bw,avx512vl,avx512vbmi,gfni" Octets512 Avx512Vbmi, alone Octets512);
    entry!(avx2 "avx2" Octets256 Avx2, alone Octets128);
    entry!(sse41 "sse4.1,ssse3" Octets128 Sse41, alone Octets128);
}
/// The function for ARM.
#[cfg(target_arch = "aarch64")]
pub(super) mod aarch64 {
    use super::*;
    entry!(neon "neon" OctetsNeon Neon, alone OctetsNeon);
}
/// The entry for WebAssembly.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) mod wasm {
    use super::*;
    entry!(simd128 "simd128" OctetsWasm Simd128, alone OctetsWasm);
}
/// Encrypts a run with the code that runs on every CPU, or decrypts it if `BACK` is set.
#[inline(never)]
pub(super) fn portable<const BACK: bool>(keys: &Keys, data: Run<'_>) {
    run::<OctetsPortable, OctetsPortable, BACK>(crate::simd::Portable, keys, data);
}
