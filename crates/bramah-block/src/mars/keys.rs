//! The key schedule of MARS (see `mod.rs` for the paper).

use super::BOXES;
use crate::{Schedule, simd::words::Boxed, wipe};
use core::hint::black_box;

/// The 40 round keys.
#[derive(Clone)]
pub struct Keys(pub(super) [u32; 40]);

impl Schedule for Keys {
    const EMPTY: Self = Self([0; 40]);
    fn wipe(&mut self) {
        wipe::wipe(&mut self.0);
    }
}

/// The words B, entries 265 to 268 of the S-box, with which the keys for multiplications are corrected.
const FIXING: [u32; 4] = [0xa4a8_d57b, 0x5b5d_193b, 0xc8a8_309b, 0x73f9_a978];

/// Returns a mask of the bits of a word that are inside a run of ten or more equal bits. The first and last bit of a run are not
/// inside. The two lowest bits and the highest bit of the word are not inside either.
fn inside(word: u32) -> u32 {
    // bit `i` is set if bits `i` and `i + 1` are equal
    let equal = !(word ^ word >> 1) & 0x7fff_ffff;
    let three = equal & equal >> 1 & equal >> 2;
    let nine = three & three >> 3 & three >> 6;
    // every bit of the runs that begin at a bit of `nine`
    let two = nine | nine << 1;
    let five = two | two << 2 | nine << 4;
    let runs = five | five << 5;
    runs & equal & equal << 1 & 0x7fff_fffc
}

/// Expands a key of 16 to 56 bytes.
#[inline(always)]
pub(super) fn expand<V: Boxed>(token: V::Isa, key: &[u8], keys: &mut Keys) {
    let mut t = [0_u32; 15];
    let words = key.as_chunks().0;
    for (to, bytes) in t.iter_mut().zip(words) {
        *to = u32::from_le_bytes(*bytes);
    }
    t[words.len().min(14)] = words.len() as u32;
    for part in 0..4 {
        for i in 0..15 {
            t[i] ^= (t[(i + 8) % 15] ^ t[(i + 13) % 15]).rotate_left(3) ^ (4 * i + part) as u32;
        }
        for _ in 0..4 {
            for i in 0..15 {
                let [found] = V::look_up_in_halves(token, [V::splat(token, t[(i + 14) % 15])], &BOXES);
                t[i] = t[i].wrapping_add(found.first()).rotate_left(9);
            }
        }
        for i in 0..10 {
            keys.0[10 * part + i] = t[4 * i % 15];
        }
    }
    fix(&mut keys.0);
    wipe::wipe(&mut t);
}

/// Changes the keys for multiplications so that they have no long runs of equal bits. This is a separate function because with
/// the CPU features of a kernel the compiler would use mask registers that depend on the key.
#[inline(never)]
fn fix(keys: &mut [u32; 40]) {
    for i in (5..36).step_by(2) {
        // opaque: otherwise the compiler would rotate several keys in one vector, and convert secrets to floating point for
        // this
        let key = black_box(keys[i]);
        let word = key | 3;
        let mut pattern = 0;
        for (number, fixing) in FIXING.iter().enumerate() {
            // all ones if the two lowest bits of the key are equal to this number
            let chosen = ((key & 3 ^ number as u32).wrapping_sub(1) >> 31).wrapping_neg();
            pattern |= fixing & chosen;
        }
        keys[i] = word ^ pattern.rotate_left(keys[i - 1] % 32) & inside(word);
    }
}
