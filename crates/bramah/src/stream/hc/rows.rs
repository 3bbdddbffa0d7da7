//! The steps of HC-128 and HC-256, sixteen at a time.
//!
//! Sixteen steps change one row of a table. The words that a step reads from its own table are in the previous row, in the
//! results of the steps before it and, in one case, in the first word of the next row. These words are copied out, so that
//! every index is a constant, and only the look-ups in the other table compute addresses. Then the row is written back as a
//! whole.

use super::Hc;
use crate::simd::memory::InOut;

impl<const ROWS: usize> Hc<ROWS> {
    /// XORs keystream onto whole blocks.
    pub(super) fn xor(&mut self, data: &mut InOut<'_>) {
        while let Some(block) = data.next::<[u8; 4], 16>() {
            let words = self.next::<false>();
            for (i, word) in words.into_iter().enumerate() {
                block.put(i, (u32::from_le_bytes(block.get(i)) ^ word).to_le_bytes());
            }
        }
    }

    /// Runs the next sixteen steps, and returns their output. During the initialization of HC-128 (`START`), the output replaces
    /// the row.
    #[inline(always)]
    fn next<const START: bool>(&mut self) -> [u32; 16] {
        let at = self.row;
        self.row = (at + 1) % (2 * ROWS);
        let (row, [p, q]) = (at % ROWS, self.two());
        if at < ROWS {
            sixteen::<ROWS, true, START>(p, q, row)
        } else {
            sixteen::<ROWS, false, START>(q, p, row)
        }
    }

    /// Fills the tables from the key and a nonce. Key and nonce are the first sixteen words of W, and a recurrence computes the
    /// others. The first words of W are discarded, the next ones fill the tables, and then the cipher runs its own steps.
    pub(super) fn expand(&mut self, nonce: [u32; 8]) {
        let mut w = [0; 16];
        let (first, last) = w.split_at_mut(8);
        first.copy_from_slice(&self.key);
        last.copy_from_slice(&nonce);
        let mut number = 16;
        let mut row = || {
            recurrence(&mut w, number);
            number += 16;
            w
        };
        // skips W[0] to W[255] of HC-128, or W[0] to W[511] of HC-256
        for _ in 1..ROWS / 2 {
            row();
        }
        for out in self.two().as_flattened_mut() {
            *out = row();
        }
        crate::wipe::wipe(&mut w);
        self.row = 0;
        for _ in 0..if ROWS == 32 { 64 } else { 256 } {
            if ROWS == 32 {
                self.next::<true>();
            } else {
                self.next::<false>();
            }
        }
    }
}

/// Returns the next sixteen words of W. `number` is the index of the first of these words in W.
#[inline(always)]
fn recurrence(w: &mut [u32; 16], number: u32) {
    // the terms that do not depend on new words, for several words together; the last word still lacks f1 of the new w[0]
    let mut rest = [0; 16];
    for i in 0..16 {
        rest[i] = w[i].wrapping_add(f1(w[(i + 1) % 16])).wrapping_add(number + i as u32);
    }
    rest[15] = w[15].wrapping_add(number + 15);
    macro_rules! words {
        ($($i:literal)*) => { $({
            let a = w[($i + 14) % 16];
            let f2 = a.rotate_right(17) ^ a.rotate_right(19) ^ (a >> 10);
            w[$i] = rest[$i].wrapping_add(w[($i + 9) % 16]).wrapping_add(f2);
        })* };
    }
    words!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14);
    rest[15] = rest[15].wrapping_add(f1(w[0]));
    words!(15);
}

#[inline(always)]
fn f1(x: u32) -> u32 {
    x.rotate_right(7) ^ x.rotate_right(18) ^ (x >> 3)
}

/// Runs sixteen steps on a row of `own`, which is the table P if `FIRST`, otherwise Q.
#[inline(always)]
fn sixteen<const ROWS: usize, const FIRST: bool, const START: bool>(
    own: &mut [[u32; 16]; ROWS],
    other: &[[u32; 16]; ROWS],
    row: usize,
) -> [u32; 16] {
    // the previous row, the row, and the first word of the next row
    let mut w = [0; 33];
    w[..16].copy_from_slice(&own[row.wrapping_sub(1) % ROWS]);
    w[16..32].copy_from_slice(&own[row % ROWS]);
    w[32] = own[(row + 1) % ROWS][0];
    let mut out = [0; 16];
    let other = other.as_flattened();
    macro_rules! steps {
        ($($i:literal)*) => { $({
            let (three, twelve, after) = (w[$i + 13], w[$i + 4], w[$i + 17]);
            // the second table of HC-128 rotates in the opposite direction
            let g = if ROWS == 64 || FIRST {
                three.rotate_right(10) ^ after.rotate_right(23)
            } else {
                three.rotate_left(10) ^ after.rotate_left(23)
            };
            let look_up = |place: u32| other[place as usize % (16 * ROWS)];
            let byte = |n: u32| look_up((twelve >> (8 * n) & 255) + 256 * if ROWS == 64 { n } else { n / 2 });
            let (ten, h);
            if ROWS == 64 {
                ten = w[$i + 6].wrapping_add(look_up(three ^ after));
                h = byte(0).wrapping_add(byte(1)).wrapping_add(byte(2).wrapping_add(byte(3)));
            } else {
                ten = if FIRST { w[$i + 6].rotate_right(8) } else { w[$i + 6].rotate_left(8) };
                h = byte(0).wrapping_add(byte(2));
            }
            w[$i + 16] = w[$i + 16].wrapping_add(ten).wrapping_add(g);
            out[$i] = h ^ w[$i + 16];
            if START {
                w[$i + 16] = out[$i];
            }
        })* };
    }
    steps!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
    own[row % ROWS].copy_from_slice(&w[16..32]);
    out
}
