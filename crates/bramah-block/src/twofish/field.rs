//! The fixed parts of Twofish: the permutations q0 and q1 (section 4.3.5), the matrix MDS (4.3.2) and the code RS (4.3.1).

use crate::simd::{
    gf::{Aligned, Linear, product},
    octets::{Affine, Octets, Table},
};

/// The polynomial of the field of MDS: x^8 + x^6 + x^5 + x^3 + 1.
const POLYNOMIAL: u16 = 0x169;

/// The 4-bit tables t0 to t3 from which q0 and q1 are built.
const NIBBLES: [[[u8; 16]; 4]; 2] = [
    [
        [8, 1, 7, 13, 6, 15, 3, 2, 0, 11, 5, 9, 14, 12, 10, 4],
        [14, 12, 11, 8, 1, 2, 3, 5, 15, 4, 10, 6, 7, 0, 9, 13],
        [11, 10, 5, 14, 6, 13, 9, 0, 12, 8, 15, 3, 2, 4, 7, 1],
        [13, 7, 15, 4, 1, 2, 6, 14, 9, 11, 3, 0, 8, 5, 12, 10],
    ],
    [
        [2, 8, 11, 13, 15, 7, 6, 14, 3, 1, 9, 4, 0, 10, 12, 5],
        [1, 14, 2, 11, 4, 12, 3, 7, 6, 13, 10, 5, 15, 9, 0, 8],
        [4, 12, 7, 5, 1, 6, 9, 10, 0, 14, 13, 8, 2, 11, 3, 15],
        [11, 9, 5, 1, 12, 3, 13, 14, 6, 4, 7, 15, 2, 0, 8, 10],
    ],
];

/// Returns the two nibbles after the XORs that come before each pair of tables, with the nibble of `a` in the high bits.
const fn sums(a: u8, b: u8) -> u8 {
    // b rotated to the right by one bit
    let rotated = b >> 1 | (b & 1) << 3;
    (a ^ b) << 4 | a ^ rotated ^ (a << 3 & 15)
}

/// Returns a permutation as three steps on the two nibbles of a byte: the XORs, the tables t0 and t1 with the XORs after them,
/// and the tables t2 and t3. The XORs are linear, so each step is the XOR of two entries: the low nibble selects one among the
/// first 16 bytes, and the high nibble selects one among the other 16.
const fn steps(t: &[[u8; 16]; 4]) -> [Aligned<32>; 3] {
    let (mut steps, mut i) = ([[0; 32]; 3], 0);
    while i < 16 {
        let nibble = i as u8;
        (steps[0][i], steps[0][16 + i]) = (sums(0, nibble), sums(nibble, 0));
        (steps[1][i], steps[1][16 + i]) = (sums(0, t[1][i]), sums(t[0][i], 0));
        (steps[2][i], steps[2][16 + i]) = (t[3][i] << 4, t[2][i]);
        i += 1;
    }
    let [one, two, three] = steps;
    [Aligned(one), Aligned(two), Aligned(three)]
}
static STEPS: [[Aligned<32>; 3]; 2] = [steps(&NIBBLES[0]), steps(&NIBBLES[1])];

/// Returns a permutation as a table of 256 bytes.
const fn permutation(steps: &[Aligned<32>; 3]) -> [u8; 256] {
    let (mut all, mut i) = ([0; 256], 0);
    while i < 256 {
        let (mut x, mut step) = (i as u8, 0);
        while step < 3 {
            x = steps[step].0[(x & 15) as usize] ^ steps[step].0[16 + (x >> 4) as usize];
            step += 1;
        }
        all[i] = x;
        i += 1;
    }
    all
}

/// The permutation q0 as a table.
pub(super) static Q0: Aligned<256> = Aligned(permutation(&STEPS[0]));
/// The permutation q1 as a table.
pub(super) static Q1: Aligned<256> = Aligned(permutation(&STEPS[1]));

/// The order in which the function h applies q0 and q1 to each byte of a word. `LAYERS[i][j]` is 0 for q0 or 1 for q1: the
/// permutation for byte `j` before word `i` of the list is XORed in. `LAST[j]` is the permutation after all words. A list of
/// two words begins at index 1, and a list of four words at index 3: section 4.3.4.
pub(super) const LAYERS: [[u8; 4]; 4] = [[0, 0, 1, 1], [0, 1, 0, 1], [1, 1, 0, 0], [1, 0, 0, 1]];
pub(super) const LAST: [u8; 4] = [1, 0, 1, 0];

/// The matrix MDS, row by row.
const MDS: [[u8; 4]; 4] =
    [[0x01, 0xef, 0x5b, 0x5b], [0x5b, 0xef, 0xef, 0x01], [0xef, 0x5b, 0x01, 0xef], [0xef, 0x01, 0xef, 0x5b]];

/// Multiplication of bytes by the entry `C` of MDS.
pub(super) struct Times<const C: u8>;
impl<const C: u8> Affine for Times<C> {
    const MAP: Linear = Linear::times(C, POLYNOMIAL);
}

/// The last permutation and MDS combined, as tables of words: entry `x` of table `j` is column `j` times the permuted `x`.
pub(super) static MIXED: [[u32; 256]; 4] = {
    let (mut tables, mut i) = ([[0; 256]; 4], 0);
    while i < 1024 {
        let (j, x) = (i / 256, i % 256);
        let byte = if LAST[j] == 0 { Q0.0[x] } else { Q1.0[x] };
        let mut row = 0;
        while row < 4 {
            tables[j][x] |= (product(byte, MDS[row][j], POLYNOMIAL) as u32) << (8 * row);
            row += 1;
        }
        i += 1;
    }
    tables
};

/// Looks up bytes in q0 or q1: in a table, or in three steps on nibbles.
#[inline(always)]
pub(super) fn permuted<V: Octets>(x: V, number: u8) -> V {
    match number {
        0 if V::LOOKS_UP => x.look_up::<Q<0>>(),
        _ if V::LOOKS_UP => x.look_up::<Q<1>>(),
        0 => by_steps(x, &STEPS[0]),
        _ => by_steps(x, &STEPS[1]),
    }
}

/// Applies the steps of a permutation to bytes. This is not a `fold`, because a closure that is not inlined is compiled without
/// the CPU features of the kernel, and its registers pass through memory.
#[inline(always)]
fn by_steps<V: Octets>(x: V, [one, two, three]: &'static [Aligned<32>; 3]) -> V {
    x.by_nibbles(one).by_nibbles(two).by_nibbles(three)
}

/// The permutations q0 and q1 as tables for look-ups in registers.
struct Q<const N: u8>;
impl<const N: u8> Table for Q<N> {
    const TABLE: &'static Aligned<256> = if N == 0 { &Q0 } else { &Q1 };
}

/// Returns the word for eight bytes of the key under the code RS: the remainder of a polynomial over GF(2^8) modulo x^4 + (a +
/// 1/a) x^3 + a x^2 + (a + 1/a) x + 1, where a is the root 2 of x^8 + x^6 + x^3 + x^2 + 1.
pub(super) fn remainder(bytes: &[u8; 8]) -> u32 {
    const MODULUS: u32 = 0x14d;
    let [low, high]: [u32; 2] =
        [0, 4].map(|i| u32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]));
    let mut rest = 0;
    for word in [high, low] {
        rest ^= word;
        for _ in 0..4 {
            let top = rest >> 24;
            // the products of the top byte with `a`, with `1/a`, and with their XOR
            let times = top << 1 ^ (top >> 7).wrapping_neg() & MODULUS;
            let divided = top >> 1 ^ (top & 1).wrapping_neg() & MODULUS >> 1;
            let both = times ^ divided;
            rest = rest << 8 ^ both << 24 ^ times << 16 ^ both << 8 ^ top;
        }
    }
    rest
}
