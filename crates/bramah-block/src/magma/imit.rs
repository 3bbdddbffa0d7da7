//! IMIT, the chained rounds of the MAC of GOST 28147-89: RFC 5830, 8.
//!
//! A block is XORed to the chain, which then goes through the first 16 of the 32 rounds. Each of two registers has one
//! half of the chain, repeated in every word, and the rounds are those of `rounds.rs`.

use super::keys::Keys;
use crate::{
    backend::{Backend, Candidate, Dispatch, Entry, candidate, candidates, table_calls},
    simd::octets::Octets,
};

/// The function of a backend.
pub struct ImitOps {
    /// Adds blocks to a chain.
    blocks: Entry<unsafe fn(&Keys, &mut [u8; 8], &[[u8; 8]])>,
}

table_calls! {
    /// The calls of the backend of GOST 28147-89's MAC.
    pub trait ImitCalls: Backend<ImitOps> {
        fn blocks(keys: &Keys, chain: &mut [u8; 8], blocks: &[[u8; 8]]) = blocks;
    }
}

/// Returns the halves of a block as numbers.
fn halves(block: &[u8; 8]) -> [u32; 2] {
    let number = u64::from_le_bytes(*block);
    [number as u32, (number >> 32) as u32]
}

#[inline(always)]
fn chained<V: Octets>(isa: V::Isa, keys: &Keys, chain: &mut [u8; 8], blocks: &[[u8; 8]]) {
    let [mut a, mut b] = halves(chain).map(|half| V::splat(isa, half));
    let words = keys.words.map(|word| V::splat(isa, word));
    let boxes = &keys.set.boxes;
    for block in blocks {
        let [low, high] = halves(block);
        (a, b) = (a.xor(V::splat(isa, low)), b.xor(V::splat(isa, high)));
        for _ in 0..2 {
            for [first, second] in words.as_chunks().0 {
                b = b.xor(a.add32(*first).by_places(boxes).rotl32::<11>());
                a = a.xor(b.add32(*second).by_places(boxes).rotl32::<11>());
            }
        }
    }
    let [a, b] = [a, b].map(V::first);
    if let (Some(low), Some(high)) = (a.first_chunk::<4>(), b.first_chunk::<4>()) {
        chain[..4].copy_from_slice(low);
        chain[4..].copy_from_slice(high);
    }
}

/// Compiles the function for an instruction set.
macro_rules! entry {
    ($name:ident $features:literal $octets:ident $token:ident) => {
        #[inline(never)]
        #[target_feature(enable = $features)]
        pub(super) fn $name(keys: &Keys, chain: &mut [u8; 8], blocks: &[[u8; 8]]) {
            chained::<crate::simd::octets::$octets>(crate::simd::$token::here(), keys, chain, blocks);
        }
    };
}
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod x86 {
    use super::*;
    entry!(sse41 "sse4.1,ssse3" Octets128 Sse41);
}
#[cfg(target_arch = "aarch64")]
mod aarch64 {
    use super::*;
    entry!(neon "neon" OctetsNeon Neon);
}
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::*;
    entry!(simd128 "simd128" OctetsWasm Simd128);
}
#[inline(never)]
fn portable(keys: &Keys, chain: &mut [u8; 8], blocks: &[[u8; 8]]) {
    chained::<crate::simd::octets::OctetsPortable>(crate::simd::Portable, keys, chain, blocks);
}

macro_rules! imit_candidate {
    ($name:literal, $($features:literal,)? $blocks:path) => {
        candidate!($name, $($features,)? ImitOps {
            blocks: $blocks = fn(keys: &Keys, chain: &mut [u8; 8], blocks: &[[u8; 8]])
        })
    };
}

static CANDIDATES: &[Candidate<ImitOps>] = candidates! {
    x86: [imit_candidate!("sse4.1", "sse4.1,ssse3", x86::sse41)],
    aarch64: [imit_candidate!("neon", "neon", aarch64::neon)],
    wasm: [imit_candidate!("simd128", "simd128", wasm::simd128)],
    any: [imit_candidate!("portable", portable)],
};

/// The list of implementations, for every set of S-boxes.
pub static IMIT: Dispatch<ImitOps> = Dispatch::new("gost28147-imit", CANDIDATES, agrees);

/// Returns whether a chain over the S-boxes CryptoPro-A has the expected value.
fn agrees(backend: Backend<ImitOps>) -> bool {
    let mut keys = Keys { words: [0; 8], set: &super::boxes::SETS[3] };
    for (word, i) in keys.words.iter_mut().zip(1u32..) {
        *word = i.wrapping_mul(0x9e37_79b9);
    }
    let mut blocks = [[0u8; 8]; 5];
    for (byte, i) in blocks.as_flattened_mut().iter_mut().zip(0u8..) {
        *byte = i.wrapping_mul(113).wrapping_add(59);
    }
    let mut chain = [0; 8];
    backend.blocks(&keys, &mut chain, &blocks);
    u64::from_le_bytes(chain) == EXPECTED
}

/// The chain that [`agrees`] expects.
const EXPECTED: u64 = 0x7c98_45c0_e9ec_cb35;
