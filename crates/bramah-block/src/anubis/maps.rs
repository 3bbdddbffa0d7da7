//! The S-box and the linear maps of Anubis: sections 3.2 to 3.5 of the paper.
//!
//! The S-box has three layers of two 4-bit S-boxes. Between layers, two bits of one half are exchanged with two bits of the
//! other. For each nibble, one table of 16 bytes computes a layer and the exchange after it.

use crate::octets::maps;
use crate::simd::{
    gf::{Aligned, Linear},
    octets::{Octets, Table},
};

/// The polynomial of the field.
const POLYNOMIAL: u16 = 0x11d;

/// The two 4-bit S-boxes.
const P: [u8; 16] = [3, 15, 14, 0, 5, 4, 11, 12, 13, 10, 9, 6, 7, 8, 2, 1];
const Q: [u8; 16] = [9, 14, 5, 6, 10, 2, 3, 12, 15, 0, 4, 13, 7, 11, 1, 8];

/// Exchanges the low two bits of the high nibble and the high two bits of the low nibble.
const fn exchanged(x: u8) -> u8 {
    x & 0xc3 | x >> 2 & 0x0c | x << 2 & 0x30
}

/// Returns the tables of a layer for the low and the high nibble. Unless it is the last layer, the tables include the exchange
/// after it.
const fn layer(low: &[u8; 16], high: &[u8; 16], last: bool) -> Aligned<32> {
    let (mut tables, mut i) = ([0; 32], 0);
    while i < 16 {
        let (low, high) = (low[i], high[i] << 4);
        tables[i] = if last { low } else { exchanged(low) };
        tables[16 + i] = if last { high } else { exchanged(high) };
        i += 1;
    }
    Aligned(tables)
}
static LAYERS: [Aligned<32>; 3] = SBOX_LAYERS;
const SBOX_LAYERS: [Aligned<32>; 3] = [layer(&Q, &P, false), layer(&P, &Q, false), layer(&Q, &P, true)];

/// Returns the S-box as a table of 256 bytes.
pub(super) const fn table() -> [u8; 256] {
    let (mut table, mut i) = ([0; 256], 0);
    while i < 256 {
        let (mut x, mut layer) = (i, 0);
        while layer < 3 {
            let tables = &SBOX_LAYERS[layer].0;
            x = (tables[x % 16] ^ tables[16 + x / 16]) as usize;
            layer += 1;
        }
        table[i] = x as u8;
        i += 1;
    }
    table
}

/// The S-box, which is its own inverse.
pub(super) struct Sbox;
impl Table for Sbox {
    const TABLE: &'static Aligned<256> = {
        static TABLE: Aligned<256> = Aligned(table());
        &TABLE
    };
}

/// Replaces every byte by its S-box value.
#[inline(always)]
pub(super) fn substituted<V: Octets>(x: V) -> V {
    if V::LOOKS_UP {
        x.look_up::<Sbox>()
    } else {
        x.by_nibbles(&LAYERS[0]).by_nibbles(&LAYERS[1]).by_nibbles(&LAYERS[2])
    }
}

maps! {
    /// Multiplications by 2, 4 and 8 in the field.
    By2 = Linear::times(2, POLYNOMIAL);
    By4 = Linear::times(4, POLYNOMIAL);
    By8 = Linear::times(8, POLYNOMIAL);
}

/// The shuffle indices of the transposition tau of a square of four rows of four bytes.
pub(super) static TAU: [u8; 16] = [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15];

/// Three sets of shuffle indices. The sets exchange the bytes of each row whose positions in the row differ by XOR with 1, with
/// 2 and with 3.
pub(super) static EXCHANGES: [[u8; 16]; 3] = {
    let (mut orders, mut i) = ([[0; 16]; 3], 0);
    while i < 48 {
        orders[i / 16][i % 16] = ((i % 16) ^ (i / 16 + 1)) as u8;
        i += 1;
    }
    orders
};

/// Multiplies each row of pieces by the matrix theta, which is its own inverse. In the sum for a byte, the bytes whose
/// positions in the row differ from its position by XOR with 1, 2 and 3 have the factors 2, 4 and 6.
#[inline(always)]
pub(super) fn theta<V: Octets>(x: V) -> V {
    let [one, two] = [x.shuffled(&EXCHANGES[0]), x.shuffled(&EXCHANGES[1])];
    let three = x.shuffled(&EXCHANGES[2]);
    x.xor3(one.xor(three).affine::<By2>(), two.xor(three).affine::<By4>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_s_box_is_the_published_one() {
        let table = table();
        assert_eq!(table[..8], [0xba, 0x54, 0x2f, 0x74, 0x53, 0xd3, 0xd2, 0x4d]);
        assert!((0..256).all(|x| table[table[x] as usize] as usize == x));
    }
}
