//! Kuznyechik one block at a time, with VBMI and GFNI in 32-byte registers: RFC 7801, 4.4.
//!
//! **The state** is a register with two copies of the block, in the field of AES.
//!
//! **A round** takes at least 22 cycles on Zen 4. The S-box is looked up in registers (8 cycles: 5 for each half of the table,
//! the second two cycles late, and the selection between them). The linear transformation is a matrix. Each byte is copied to all
//! positions and multiplied by a column, eight columns in each copy of the block (2 + 3, and 3 cycles late, because two units
//! begin two shuffles in a cycle). The XOR of the columns (2) goes to the other copy (4), where it is XORed with the other eight
//! columns and the key (1). A 16-byte register would not need to exchange copies, but would need twice as many shuffles and
//! products. 9 rounds would take 12.5 cycles per byte; 15.2 were measured.

use super::{
    KuznyechikCipher,
    field::{AesPi, COLUMNS, Enter, Leave},
    keys::Keys,
};
use crate::{
    serial::Serial,
    simd::{
        Avx512Vbmi,
        octets::{Affine, Single512, Twice512},
    },
};

/// The columns of the linear transformation in pairs: columns `i` and `i + 8`.
static PAIRS: [[u8; 32]; 8] = {
    let (mut pairs, mut i) = ([[0; 32]; 8], 0);
    while i < 256 {
        pairs[i / 32][i % 32] = COLUMNS[0][i / 32 + i % 32 / 16 * 8][i % 16];
        i += 1;
    }
    pairs
};

impl Serial<Single512> for KuznyechikCipher {
    type Isa = Avx512Vbmi;
    type Keys = Keys;
    type Block = [u8; 16];
    type State = Twice512;

    #[inline(always)]
    fn enter(isa: Avx512Vbmi, _: &Keys, block: &[u8; 16]) -> Twice512 {
        Twice512::load(isa, block).affine(const { Enter::MAP.matrix() })
    }

    #[inline(always)]
    fn sum(a: Twice512, b: Twice512) -> Twice512 {
        a.xor(b)
    }

    #[inline(always)]
    fn encrypt(isa: Avx512Vbmi, keys: &Keys, x: Twice512) -> Twice512 {
        let [first, rest @ ..] = &keys.whole;
        let mut x = x.xor(Twice512::load(isa, first));
        for key in rest {
            x = x.look_up::<AesPi>().multiplied(&PAIRS, Twice512::load(isa, key));
        }
        x
    }

    #[inline(always)]
    fn leave(_: Avx512Vbmi, _: &Keys, x: Twice512) -> [u8; 16] {
        x.affine(const { Leave::MAP.matrix() }).store()
    }
}
