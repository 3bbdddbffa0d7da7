//! One block of Threefish-1024 in vector registers (section 3.3 of Skein 1.3). Shorter blocks are processed word by
//! word. On CPUs without vector rotations this was measured to be no slower, and a model of a CPU with them predicts the
//! same.
//!
//! Even words and odd words are in separate registers. So all MIX functions of a round take one addition, one rotation
//! with a count for each lane, and one XOR for each pair of registers. The words are arranged so that the permutation
//! between rounds only swaps the roles of registers or rotates the even words within their register. The even words are
//! ready before the odd words, which wait for their bits to be rotated, so this takes no extra time. After four rounds,
//! when a subkey is added, every word is back in its place. The registers are as narrow as possible, because rotating
//! lanes across the halves of a wider register would take three cycles.

use super::*;
use crate::simd::{
    arch::*,
    memory::{load4x64, load256, store4x64},
};

mod block1024;

pub use block1024::{avx2, avx512};

/// Returns the counts of the shifts to the left and to the right for each of eight rounds and each lane of a register.
/// `words` are the indices of the register's odd words, and `mixed` are the odd words of the MIX functions of four
/// rounds.
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

/// Returns the number of each subkey in the lane of a block's last word, with zeros in the other lanes.
const fn numbers<const N: usize, const SUBKEYS: usize>() -> [[u64; N]; SUBKEYS] {
    let mut numbers = [[0; N]; SUBKEYS];
    let mut s = 0;
    while s < SUBKEYS {
        numbers[s][N - 1] = s as u64;
        s += 1;
    }
    numbers
}
