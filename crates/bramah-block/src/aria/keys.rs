//! The key schedule of ARIA: RFC 5794, 2.2.

use super::{
    maps::{AFTER, BEFORE, diffused, sum},
    pieces::{diffusion, layer},
};
use crate::{
    Schedule,
    octets::{BY_PLACE, spread},
    simd::octets::Inverting,
    wipe,
};

/// The maximum number of round keys.
const MAX_KEYS: usize = 17;

/// The round keys, into which the constants of the S-boxes have been XORed.
#[derive(Clone)]
pub struct Keys {
    /// The keys for encryption, followed by the keys for decryption.
    pub(super) whole: [[[u8; 16]; MAX_KEYS]; 2],
    /// The keys in `whole`, with each byte repeated four times in a word, for byte-sliced kernels and quarters. The bytes are in
    /// the order [`BY_PLACE`], as in quarters.
    pub(super) spread: [[[u32; 16]; MAX_KEYS]; 2],
    /// The number of rounds: 12, 14 or 16.
    pub(super) rounds: usize,
}

impl Schedule for Keys {
    const EMPTY: Self = Self { whole: [[[0; 16]; MAX_KEYS]; 2], spread: [[[0; 16]; MAX_KEYS]; 2], rounds: 0 };
    fn wipe(&mut self) {
        wipe::wipe(self.whole.as_flattened_mut().as_flattened_mut());
        wipe::wipe(self.spread.as_flattened_mut().as_flattened_mut());
    }
}

/// The constants C1, C2, C3, C1 and C2, in this order.
const CONSTANTS: [u128; 5] = {
    const C1: u128 = 0x517c_c1b7_2722_0a94_fe13_abe8_fa9a_6ee0;
    const C2: u128 = 0x6db1_4acc_9e21_c820_ff28_b1d5_ef5d_e2b0;
    const C3: u128 = 0xdb92_371d_2126_e970_0324_9775_04e8_c90e;
    [C1, C2, C3, C1, C2]
};

/// The constants that are XORed into the key of a round: the constants that the S-boxes of the round add to their inputs, and the
/// constants that the S-boxes of the previous round add to their outputs, after the diffusion A.
static FIRST: [u8; 16] = BEFORE[0];
static MIDDLE: [[u8; 16]; 2] = [sum(BEFORE[0], diffused(AFTER[1])), sum(BEFORE[1], diffused(AFTER[0]))];
/// The constant that is XORed into the last key, before which there is no diffusion A.
static LAST: [u8; 16] = AFTER[1];
/// The constants that the S-boxes of the two kinds of rounds add to their outputs, after the diffusion A.
static THROUGH: [[u8; 16]; 2] = [diffused(AFTER[0]), diffused(AFTER[1])];

/// Applies the function FO of the key schedule, or FE if `KIND` is 1, to a number.
#[inline(always)]
fn f<V: Inverting, const KIND: usize>(isa: V::Isa, number: u128, constant: u128) -> u128 {
    let x = V::piece(isa, &(number ^ constant).to_be_bytes()).xor(V::piece(isa, &BEFORE[KIND]));
    let x = diffusion::<V>(layer::<V, KIND>(isa, x)).xor(V::piece(isa, &THROUGH[KIND]));
    u128::from_be_bytes(x.first())
}

/// Expands a key: only for encryption, unless `decrypts` is set.
#[inline(always)]
pub(super) fn expand<V: Inverting>(isa: V::Isa, key: &[u8], decrypts: bool, keys: &mut Keys) {
    let mut bytes = [[0; 16]; 2];
    for (to, from) in bytes.as_flattened_mut().iter_mut().zip(key) {
        *to = *from;
    }
    let longer = (key.len() / 8).clamp(2, 4) - 2;
    keys.rounds = 12 + 2 * longer;
    let [kl, kr] = [u128::from_be_bytes(bytes[0]), u128::from_be_bytes(bytes[1])];
    let w1 = f::<V, 0>(isa, kl, CONSTANTS[longer]) ^ kr;
    let w2 = f::<V, 1>(isa, w1, CONSTANTS[longer + 1]) ^ kl;
    let w3 = f::<V, 0>(isa, w2, CONSTANTS[longer + 2]) ^ w1;
    let mut numbers = [kl, w1, w2, w3];

    let [encrypting, decrypting] = &mut keys.whole;
    for (at, key) in encrypting.iter_mut().enumerate() {
        // the rotations: by 19 and 31 bits to the right, and by 61, 31 and 19 bits to the left
        let by = [128 - 19, 128 - 31, 61, 31, 19][at / 4];
        *key = (numbers[at % 4] ^ numbers[(at + 1) % 4].rotate_left(by)).to_be_bytes();
        if at % 4 == 3 {
            // the first number follows the last one, and is rotated
            *key = (numbers[3] ^ numbers[0].rotate_left(by)).to_be_bytes();
        }
    }
    let rounds = keys.rounds;
    if decrypts {
        for at in 0..=rounds {
            let key = V::piece(isa, &encrypting[rounds - at]);
            decrypting[at] = if at == 0 || at == rounds { key.first() } else { diffusion::<V>(key).first() };
        }
    }
    let directions = if decrypts { 2 } else { 1 };
    for (whole, words) in keys.whole.iter_mut().zip(&mut keys.spread).take(directions) {
        for at in 0..=rounds {
            let correction = match at {
                0 => &FIRST,
                _ if at == rounds => &LAST,
                _ => &MIDDLE[at % 2],
            };
            let key = V::piece(isa, &whole[at]).xor(V::piece(isa, correction));
            whole[at] = key.first();
            spread(key.shuffled(&BY_PLACE), &mut words[at]);
        }
    }
    wipe::wipe(&mut numbers);
    wipe::wipe(bytes.as_flattened_mut());
}
