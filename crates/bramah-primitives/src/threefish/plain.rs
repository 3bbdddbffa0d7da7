//! Threefish as the paper specifies it, for computing constants and for tests.

use super::*;

/// Returns the index of the word that the permutation moves to index `i` (table 3).
const fn permuted<const N: usize>(i: usize) -> usize {
    match N {
        4 => [0, 3, 2, 1][i],
        8 => [2, 1, 4, 7, 6, 5, 0, 3][i],
        16 => [0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1][i],
        _ => panic!("a block has 4, 8 or 16 words"),
    }
}

/// Encrypts a block of 4, 8 or 16 words (section 3.3).
pub const fn encrypt<const N: usize>(key: &[u64; N], tweak: [u64; 2], block: &[u64; N]) -> [u64; N] {
    let tweak = [tweak[0], tweak[1], tweak[0] ^ tweak[1]];
    let mut parity = C240;
    let mut i = 0;
    while i < N {
        parity ^= key[i];
        i += 1;
    }
    let mut x = *block;
    let rounds = if N == 16 { 80 } else { 72 };
    let mut d = 0;
    while d <= rounds {
        if d % 4 == 0 {
            let s = d / 4;
            let mut i = 0;
            while i < N {
                let j = (s + i) % (N + 1);
                x[i] = x[i].wrapping_add(if j == N { parity } else { key[j] });
                i += 1;
            }
            x[N - 3] = x[N - 3].wrapping_add(tweak[s % 3]);
            x[N - 2] = x[N - 2].wrapping_add(tweak[(s + 1) % 3]);
            x[N - 1] = x[N - 1].wrapping_add(s as u64);
        }
        if d == rounds {
            break;
        }
        let mut y = [0; N];
        let mut j = 0;
        while j < N / 2 {
            let rotation = match N {
                4 => ROTATIONS_256[d % 8][j],
                8 => ROTATIONS_512[d % 8][j],
                _ => ROTATIONS_1024[d % 8][j],
            };
            y[2 * j] = x[2 * j].wrapping_add(x[2 * j + 1]);
            y[2 * j + 1] = x[2 * j + 1].rotate_left(rotation) ^ y[2 * j];
            j += 1;
        }
        let mut i = 0;
        while i < N {
            x[i] = y[permuted::<N>(i)];
            i += 1;
        }
        d += 1;
    }
    x
}
