//! Magma and GOST 28147-89 one block at a time, with VBMI in 16-byte registers: RFC 8891, 4.4; RFC 5830, 5.
//!
//! **The state** is a register for each half. Only the lowest word of a register is used, as a little-endian number.
//!
//! **A round** takes at least 10 cycles on Zen 4, from half to half. The addition of the key takes 1. A shift that moves the high
//! nibbles down, and adding each nibble's position, take 2. One look-up among 64 entries for the four low nibbles, and one
//! for the high nibbles, take 5. The rotation is two shifts of each result, which are XORed into the other half without being
//! joined before (2). The low nibbles are a cycle ahead. 32 rounds would take 40 cycles per byte; 46 were measured.

use super::keys::Keys;
use crate::{
    serial::{self, Serial},
    simd::{
        Avx512Vbmi,
        memory::Run,
        octets::{Single, Single512},
    },
};

/// The cipher with any set of S-boxes.
struct AnySet;

/// Returns the XOR of a half and the round function of the other half.
#[inline(always)]
fn round(
    isa: <Single512 as Single>::Isa,
    keys: &Keys,
    key: u32,
    x: Single512,
    other: Single512,
) -> Single512 {
    let [low, high] = x.add32(Single512::splat(isa, key)).by_places(&keys.set.boxes);
    let sum = other.xor3(low.shl32::<11>(), low.shr32::<21>());
    sum.xor3(high.shl32::<11>(), high.shr32::<21>())
}

impl Serial<Single512> for AnySet {
    type Isa = <Single512 as Single>::Isa;
    type Keys = Keys;
    type Block = [u8; 8];
    type State = [Single512; 2];

    #[inline(always)]
    fn enter(isa: <Single512 as Single>::Isa, keys: &Keys, block: &[u8; 8]) -> [Single512; 2] {
        let x = Single512::quads(isa, [u64::from_le_bytes(*block), 0]).shuffled(&keys.set.order);
        [x, x.shuffled32::<0b01_01_01_01>()]
    }

    #[inline(always)]
    fn sum([a, b]: [Single512; 2], [c, d]: [Single512; 2]) -> [Single512; 2] {
        [a.xor(c), b.xor(d)]
    }

    #[inline(always)]
    fn encrypt(
        isa: <Single512 as Single>::Isa,
        keys: &Keys,
        [mut a, mut b]: [Single512; 2],
    ) -> [Single512; 2] {
        // encryption uses the keys three times in order and once in reverse order
        for turn in 0..4 {
            for at in 0..4 {
                let [first, second] = match turn < 3 {
                    true => [keys.words[2 * at], keys.words[2 * at + 1]],
                    false => [keys.words[7 - 2 * at], keys.words[6 - 2 * at]],
                };
                b = round(isa, keys, first, a, b);
                a = round(isa, keys, second, b, a);
            }
        }
        // the last round does not exchange the halves
        [b, a]
    }

    #[inline(always)]
    fn leave(_: <Single512 as Single>::Isa, keys: &Keys, [a, b]: [Single512; 2]) -> [u8; 8] {
        let bytes = a.zipped32(b).shuffled(&keys.set.order).store();
        bytes.first_chunk().copied().unwrap_or_default()
    }
}

/// Encrypts a run in which each block depends on the previous one. Compiled once for all sets of S-boxes.
#[inline(never)]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
pub(super) fn avx512(keys: &Keys, run: Run<'_>) {
    serial::encrypt::<AnySet, Single512>(Avx512Vbmi::here(), keys, run);
}
