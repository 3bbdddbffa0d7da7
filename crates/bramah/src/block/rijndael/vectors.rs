//! AES in vectors without instructions for it: for CPUs that lack them.
//!
//! Eight registers of whole blocks become eight planes by exchanging bit `i` of register `j` with bit `j` of
//! register `i`, and back by the same: bytes stay in their place, and the bits of a byte become eight blocks.
//! Whatever moves bytes is one shuffle.

use super::{
    sbox::CONSTANT,
    sliced::{self, Sliced},
};
use core::ops::{BitAnd, BitXor};

/// A register of blocks. A value of it is the proof that the CPU has the instructions.
pub(super) trait Vector: Copy {
    /// Exclusive or.
    fn xor(self, o: Self) -> Self;
    /// And.
    fn and(self, o: Self) -> Self;
    /// Words of 16 or more bits shifted to the left.
    fn shl<const N: u32>(self) -> Self;
    /// Words of 16 or more bits shifted to the right.
    fn shr<const N: u32>(self) -> Self;
    /// In byte `i` of each block its byte `order[i]`.
    fn shuffle(self, order: &'static [u8; 16]) -> Self;
    /// All ones in each byte that has one of the bits that are set in `mask`, a power of two.
    fn test(self, mask: u8) -> Self;
    /// The same byte everywhere.
    fn fill(self, byte: u8) -> Self;
    /// The same block everywhere.
    fn splat(self, block: &[u8; 16]) -> Self;
}

/// A plane in a register.
#[derive(Clone, Copy)]
struct Bits<V>(V);

impl<V: Vector> BitXor for Bits<V> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, o: Self) -> Self {
        Self(self.0.xor(o.0))
    }
}

impl<V: Vector> BitAnd for Bits<V> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, o: Self) -> Self {
        Self(self.0.and(o.0))
    }
}

/// In the place of each byte of a block the one `rows` rows and `columns` columns further, and `skew` columns
/// for each row before its own.
const fn order(rows: usize, columns: usize, skew: usize) -> [u8; 16] {
    let mut order = [0; 16];
    let mut i = 0;
    while i < 16 {
        order[i] = ((i / 4 + columns + skew * (i % 4)) % 4 * 4 + (i + rows) % 4) as u8;
        i += 1;
    }
    order
}

impl<V: Vector> Sliced for Bits<V> {
    type Key = [u8; 16];

    #[inline(always)]
    fn add<const PLANE: usize>(self, key: &[u8; 16]) -> Self {
        Self(self.0.xor(self.0.splat(key).test(1 << PLANE)))
    }
    #[inline(always)]
    fn further<const ROWS: u32, const COLUMNS: u32>(self) -> Self {
        Self(self.0.shuffle(const { &order(ROWS as usize, COLUMNS as usize, 0) }))
    }
    #[inline(always)]
    fn shift_rows<const TIMES: usize>(self) -> Self {
        Self(self.0.shuffle(const { &order(0, 0, TIMES) }))
    }
}

/// Exchanges the bits of `b` under a mask with those of `a` that lie `N` higher.
#[inline(always)]
fn swap<V: Vector, const N: u32>(x: &mut [Bits<V>; 8], a: usize, b: usize, mask: V) {
    let t = x[a].0.shr::<N>().xor(x[b].0).and(mask);
    x[b].0 = x[b].0.xor(t);
    x[a].0 = x[a].0.xor(t.shl::<N>());
}

/// Planes of registers, or registers of planes.
#[inline(always)]
fn transpose<V: Vector>(x: &mut [Bits<V>; 8]) {
    let mask = x[0].0.fill(0x0f);
    for i in [0, 1, 2, 3] {
        swap::<V, 4>(x, i, i + 4, mask);
    }
    let mask = x[0].0.fill(0x33);
    for i in [0, 1, 4, 5] {
        swap::<V, 2>(x, i, i + 2, mask);
    }
    let mask = x[0].0.fill(0x55);
    for i in [0, 2, 4, 6] {
        swap::<V, 1>(x, i, i + 1, mask);
    }
}

/// The planes of up to eight registers.
#[inline(always)]
fn slice<V: Vector, const N: usize>(v: &[V; N]) -> [Bits<V>; 8] {
    const { assert!(N <= 8 && N > 0) };
    let mut x = [Bits(v[0]); 8];
    for i in 1..N {
        x[i] = Bits(v[i]);
    }
    transpose(&mut x);
    x
}

/// The registers of planes.
#[inline(always)]
fn unslice<V: Vector, const N: usize>(mut x: [Bits<V>; 8], v: &mut [V; N]) {
    transpose(&mut x);
    for i in 0..N {
        v[i] = x[i].0;
    }
}

/// Encrypts what is in up to eight registers, given all round keys.
#[inline(always)]
pub(super) fn encrypt<V: Vector, const N: usize>(keys: &[[u8; 16]], v: &mut [V; N]) {
    unslice(sliced::encrypt(slice(v), keys), v);
}

/// Decrypts what is in up to eight registers, given all round keys.
#[inline(always)]
pub(super) fn decrypt<V: Vector, const N: usize>(keys: &[[u8; 16]], v: &mut [V; N]) {
    unslice(sliced::decrypt(slice(v), keys), v);
}

/// The round keys as the rounds want them, from the words of the key expansion.
#[inline(always)]
pub(super) fn arrange_keys(words: &[u32], keys: &mut [[u8; 16]]) {
    // The first round key goes without the constant of an S-box.
    let mut constant = 0;
    for (round, (key, words)) in keys.iter_mut().zip(words.as_chunks::<4>().0).enumerate() {
        let mut bytes = [0; 16];
        for (to, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *to = word.to_le_bytes();
        }
        for (i, to) in key.iter_mut().enumerate() {
            // Each row from where ShiftRows would have brought it in as many rounds.
            *to = bytes[(i + 16 - 4 * (round * i % 4)) % 16] ^ constant;
        }
        constant = CONSTANT;
    }
}

#[cfg(test)]
mod tests {
    use super::{super::expand, *};

    /// A register of one block, byte by byte.
    impl Vector for u128 {
        fn xor(self, o: u128) -> u128 {
            self ^ o
        }
        fn and(self, o: u128) -> u128 {
            self & o
        }
        fn shl<const N: u32>(self) -> u128 {
            self << N
        }
        fn shr<const N: u32>(self) -> u128 {
            self >> N
        }
        fn shuffle(self, order: &'static [u8; 16]) -> u128 {
            u128::from_le_bytes(order.map(|i| self.to_le_bytes()[usize::from(i)]))
        }
        fn test(self, mask: u8) -> u128 {
            u128::from_le_bytes(self.to_le_bytes().map(|x| if x & mask != 0 { 0xff } else { 0 }))
        }
        fn fill(self, byte: u8) -> u128 {
            u128::from_le_bytes([byte; 16])
        }
        fn splat(self, block: &[u8; 16]) -> u128 {
            u128::from_le_bytes(*block)
        }
    }

    /// The examples of FIPS 197, appendix C, beside other blocks.
    #[test]
    fn examples() {
        let encrypted = [
            (16, 0x69c4e0d86a7b0430d8cdb78070b4c55a_u128),
            (24, 0xdda97ca4864cdfe06eaf70a0ec0d7191),
            (32, 0x8ea2b7ca516745bfeafc49904b496089),
        ];
        for (length, want) in encrypted {
            let mut key = [0; 32];
            for (i, byte) in key.iter_mut().enumerate() {
                *byte = i as u8;
            }
            let mut words = [0; 60];
            let count = 1 + expand::rounds(length / 4, 4);
            expand::expand(&key[..length], &mut words[..4 * count], expand::sub_word);
            let mut keys = [[0; 16]; 15];
            arrange_keys(&words[..4 * count], &mut keys[..count]);
            let plain = 0x00112233445566778899aabbccddeeff_u128.swap_bytes();
            let mut v = [0, plain, 1];
            encrypt(&keys[..count], &mut v);
            assert_eq!(v[1], want.swap_bytes());
            decrypt(&keys[..count], &mut v);
            assert_eq!(v, [0, plain, 1]);
        }
    }
}
