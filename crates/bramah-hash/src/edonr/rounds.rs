//! The compression function of EDON-R: four rows of two quasigroup operations each. An operation takes two vectors of
//! eight words. Each vector is multiplied by a Latin square, which adds up five words for each result, and its words
//! are rotated. Then three words of each vector are XORed, and the results for the two vectors are added.

/// Defines the functions for one word type: `q`, with the constants and rotations of the two squares, and `compress`.
macro_rules! edon {
    ($word:ident, $block:literal, $a:literal [$($left:literal)*], $b:literal [$($right:literal)*]) => {
        pub(super) mod $word {
            type Half = [$word; 8];

            /// Applies the quasigroup operation to two vectors of eight words.
            #[inline(always)]
            fn q(x: Half, y: Half) -> Half {
                let sum = |v: &Half, places: [usize; 5]| places.into_iter().fold(0, |s: $word, i| s.wrapping_add(v[i]));
                let mut t = [
                    sum(&x, [0, 1, 2, 4, 7]).wrapping_add($a), sum(&x, [0, 1, 3, 4, 7]), sum(&x, [0, 1, 4, 6, 7]),
                    sum(&x, [2, 3, 5, 6, 7]), sum(&x, [1, 2, 3, 5, 6]), sum(&x, [0, 2, 3, 4, 5]), sum(&x, [0, 1, 5, 6, 7]),
                    sum(&x, [2, 3, 4, 5, 6]),
                ];
                for (t, rotation) in t.iter_mut().zip([$($left),*]) {
                    *t = t.rotate_left(rotation);
                }
                let mut u = [
                    sum(&y, [0, 1, 2, 5, 7]).wrapping_add($b), sum(&y, [0, 1, 3, 4, 6]), sum(&y, [0, 1, 2, 3, 5]),
                    sum(&y, [2, 3, 4, 6, 7]), sum(&y, [0, 1, 3, 4, 5]), sum(&y, [2, 4, 5, 6, 7]), sum(&y, [1, 2, 5, 6, 7]),
                    sum(&y, [0, 3, 4, 6, 7]),
                ];
                for (u, rotation) in u.iter_mut().zip([$($right),*]) {
                    *u = u.rotate_left(rotation);
                }
                let three = |a: usize, b: usize, c: usize, d: usize, e: usize, f: usize| {
                    (t[a] ^ t[b] ^ t[c]).wrapping_add(u[d] ^ u[e] ^ u[f])
                };
                [
                    three(0, 1, 4, 0, 1, 5), three(0, 4, 7, 2, 6, 7), three(1, 6, 7, 0, 1, 3), three(2, 3, 4, 0, 3, 4),
                    three(0, 1, 7, 1, 2, 5), three(3, 5, 6, 3, 4, 6), three(2, 5, 6, 2, 5, 7), three(2, 3, 5, 4, 6, 7),
                ]
            }

            /// Compresses blocks of one message.
            #[inline(always)]
            pub(in super::super) fn compress(state: &mut [$word; 16], blocks: &[[u8; $block]]) {
                let [mut low, mut high] = [[0; 8]; 2];
                low.copy_from_slice(&state[..8]);
                high.copy_from_slice(&state[8..]);
                for block in blocks {
                    let [mut first, mut last] = [[0; 8]; 2];
                    for (word, bytes) in first.iter_mut().chain(&mut last).zip(block.as_chunks().0) {
                        *word = <$word>::from_le_bytes(*bytes);
                    }
                    let reversed = |mut half: Half| {
                        half.reverse();
                        half
                    };
                    let a = q(reversed(last), first);
                    let b = q(a, last);
                    let a = q(high, a);
                    let b = q(a, b);
                    let a = q(a, low);
                    let b = q(b, a);
                    low = q(reversed(first), a);
                    high = q(low, b);
                }
                state[..8].copy_from_slice(&low);
                state[8..].copy_from_slice(&high);
            }
        }
    };
}

edon!(u32, 64, 0xaaaa_aaaa [0 5 11 13 17 19 29 31], 0x5555_5555 [0 3 7 11 17 19 23 29]);
edon!(u64, 128, 0xaaaa_aaaa_aaaa_aaaa [0 5 19 29 31 41 57 61], 0x5555_5555_5555_5555 [0 3 17 23 31 37 45 59]);
