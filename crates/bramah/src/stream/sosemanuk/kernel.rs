//! The steps of Sosemanuk, 28 at a time.
//!
//! The linear register does not depend on the finite state machine, and each of the two is a chain of dependent steps. The next
//! seven words of the linear register are computed while the finite state machine, seven words behind, takes seven steps. The
//! output is stored in four rows, one for each bit of the S-box, so that the S-box processes the words of all steps together.

use super::{
    Cipher,
    field::{self, GROUP, KNOWN, ROOM, STEPS, load, store},
};
use crate::{
    block::serpent,
    simd::{
        Portable,
        memory::{InOut, MAX_LANES, Room},
        words::Words,
    },
};

crate::backend::only! {
    x86: { use crate::simd::{Avx2, Sse41, words::{U32x4, U32x8}}; }
    aarch64: { use crate::simd::{Neon, words::U32x4}; }
    wasm: { use crate::simd::{Simd128, words::U32x4}; }
}

/// The maximum number of blocks that go through the S-box together. The inputs of the S-box are written word by word, and must
/// have reached memory before they are loaded as vectors. With several blocks, fewer loads have to wait.
const MOST: usize = 8;

pub(super) fn portable(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<u32>(Portable, cipher, data);
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "avx2")]
pub(super) fn avx2(cipher: &mut Cipher, data: &mut InOut<'_>) {
    crate::simd::memory::align_frame();
    blocks::<U32x8>(Avx2::here(), cipher, data);
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
#[target_feature(enable = "sse4.1")]
pub(super) fn sse41(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<U32x4>(Sse41::here(), cipher, data);
}

#[cfg(target_arch = "aarch64")]
#[target_feature(enable = "neon")]
pub(super) fn neon(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<U32x4>(Neon::here(), cipher, data);
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[target_feature(enable = "simd128")]
pub(super) fn simd128(cipher: &mut Cipher, data: &mut InOut<'_>) {
    blocks::<U32x4>(Simd128::here(), cipher, data);
}

/// The input of the S-box in four rows: row `i` has the words of steps `i`, `i + 4`, `i + 8` and so on, followed by free space
/// for the longest vector.
type Rows = [[u32; MOST * GROUP + MAX_LANES]; 4];
/// The words of the linear register for the steps of [`MOST`] blocks.
type Register = [u32; ROOM + (MOST - 1) * STEPS];

#[inline(always)]
fn blocks<V: Words<Word = u32>>(isa: V::Isa, cipher: &mut Cipher, data: &mut InOut<'_>) {
    let mut room = Room::<u32, { ROOM + (MOST - 1) * STEPS }>::new();
    let s: &mut Register = room.rows();
    s[..KNOWN].copy_from_slice(&cipher.s);
    let mut room = Room::<[u32; MOST * GROUP + MAX_LANES], 4>::new();
    let f: &mut Rows = room.rows();
    while data.len() >= MOST * 4 * STEPS {
        several::<V, MOST>(isa, &mut cipher.r, s, f, data);
    }
    while data.len() >= 4 * STEPS {
        several::<V, 1>(isa, &mut cipher.r, s, f, data);
    }
    cipher.s.copy_from_slice(&s[..KNOWN]);
}

/// Encrypts or decrypts `COUNT` blocks of `data`, of 28 steps each.
#[inline(always)]
fn several<V: Words<Word = u32>, const COUNT: usize>(
    isa: V::Isa,
    r: &mut [u32; 2],
    s: &mut Register,
    f: &mut Rows,
    data: &mut InOut<'_>,
) {
    for block in 0..COUNT {
        if let Some(s) = s[STEPS * block..].first_chunk_mut() {
            *r = steps::<V>(isa, *r, s, f, GROUP * block);
        }
    }
    for at in (0..GROUP * COUNT).step_by(V::LANES) {
        let mut words = [V::splat(isa, 0); 4];
        for (word, row) in words.iter_mut().zip(f.iter()) {
            *word = load(isa, row, at);
        }
        let words = serpent::substituted::<2, V>(words);
        for (row, word) in f.iter_mut().zip(words) {
            store(row, at, word);
        }
    }
    for i in 0..GROUP * COUNT {
        if let Some(four) = data.next::<[u8; 4], 4>() {
            for j in 0..4 {
                four.put(j, (u32::from_le_bytes(four.get(j)) ^ f[j][i] ^ s[4 * i + j]).to_le_bytes());
            }
        }
    }
    s.copy_within(STEPS * COUNT..STEPS * COUNT + KNOWN, 0);
}

/// Runs the 28 steps of one block, and returns R1 and R2 after them. On entry, the first [`KNOWN`] words of `s` are the words
/// of the linear register that are known already; the function appends the following words. It writes the inputs of the S-box
/// to the rows `f`, from column `at` on.
#[inline(always)]
fn steps<V: Words<Word = u32>>(
    isa: V::Isa,
    [mut r1, mut r2]: [u32; 2],
    s: &mut [u32; ROOM],
    f: &mut Rows,
    at: usize,
) -> [u32; 2] {
    macro_rules! groups {
        ($($t:literal)*) => { $(
            field::extend::<V>(isa, s, $t + GROUP);
            groups!(@ $t: 0 1 2 3 4 5 6);
        )* };
        (@ $t:literal: $($i:literal)*) => { $({
            const T: usize = $t + $i;
            // selects, without a branch: s[T + 1], XOR s[T + 8] if R1 is odd
            let chosen = s[T + 1] ^ s[T + 8] & (r1 & 1).wrapping_neg();
            (r1, r2) = (r2.wrapping_add(chosen), r1.wrapping_mul(0x5465_5307).rotate_left(7));
            f[T % 4][at + T / 4] = s[T + 9].wrapping_add(r1) ^ r2;
        })* };
    }
    groups!(0 7 14 21);
    [r1, r2]
}
