//! One block of Threefish-1024 in vector registers (section 3.3 of Skein 1.3). Shorter blocks are processed word by
//! word: without rotations of vectors this was measured to be no slower, and a model of the CPU predicts the same with
//! them.
//!
//! Even words and odd words are in separate registers, so that all MIX functions of a round are one addition, one
//! rotation by a count for each lane, and one XOR for each pair of registers. They are arranged so that the permutation
//! between rounds only uses another register or rotates the even words within their register. The even words are ready
//! before the odd ones, which wait for the rotation of their bits, so this takes no extra time. After four rounds, when
//! a subkey is added, every word is back in its place. The registers are the narrowest ones possible: rotating lanes
//! across the halves of a wider one takes three cycles, and none otherwise.

use super::*;
use crate::simd::{
    arch::*,
    memory::{load4x64, load256, store4x64},
};

mod block1024;

pub use block1024::{avx2, avx512};

/// Returns, for each of eight rounds, the counts by which each lane of a register with these odd words is shifted to
/// the left and to the right. `mixed` are the odd words of the MIX functions of four rounds.
const fn counts<const N: usize, const M: usize>(
    words: [usize; N],
    rotations: &[[u32; M]; 8],
    mixed: &[[usize; M]; 4],
) -> [[[u64; N]; 2]; 8] {
    let mut counts = [[[0; N]; 2]; 8];
    let mut d = 0;
    while d < 8 {
        let mut lane = 0;
        while lane < N {
            let mut j = 0;
            while mixed[d % 4][j] != words[lane] {
                j += 1;
            }
            let count = rotations[d][j] as u64;
            (counts[d][0][lane], counts[d][1][lane]) = (count, 64 - count);
            lane += 1;
        }
        d += 1;
    }
    counts
}

/// Returns the numbers of the subkeys, in the lane of the last word.
const fn numbers<const N: usize, const SUBKEYS: usize>() -> [[u64; N]; SUBKEYS] {
    let mut numbers = [[0; N]; SUBKEYS];
    let mut s = 0;
    while s < SUBKEYS {
        numbers[s][N - 1] = s as u64;
        s += 1;
    }
    numbers
}
