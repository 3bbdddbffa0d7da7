//! Octets: bytes in a register, for ciphers whose S-boxes and linear maps are computed for all bytes at once, without addresses
//! that depend on the bytes.
//!
//! A kernel over [`Octets`] uses a register in one of two ways:
//!
//! - *a block in each 16-byte piece*, permuted within the piece by [`Octets::shuffled`]: for few blocks, and for blocks that
//!   depend on each other;
//! - *one byte of many blocks, with a block for each byte of the register*: [`transposed`] converts sixteen registers of blocks
//!   to sixteen registers, where register `i` has byte `i` of every block, and back. A permutation of the bytes of a block then
//!   only changes which register is read.
//!
//! An S-box that is an inversion between affine maps is computed by [`Inverting::inverted`], and any other by
//! [`Octets::look_up`].

#![allow(unused_imports)] // the architecture and the features decide which of the names are used

mod joined;
mod matrix;
mod places;
mod polynomials;
mod portable;
crate::simd::architectures::only! {
    x86: {
        mod aes;
        mod halves;
        mod nibbles;
        mod single;
        mod sixes;
        mod whole;
        mod x86;
        pub use halves::TablesOfHalves;
        pub use single::{Single, Single512, SingleAes, SingleAvx2, Twice512, folded};
        pub use whole::Whole512;
        pub use x86::{
            Octets128, Octets128Aes, Octets256, Octets256Aes, Octets256Gfni, Octets256Vaes, Octets512,
        };
    }
    aarch64: {
        mod neon;
        pub use neon::{OctetsNeon, OctetsNeonAes};
    }
    wasm: { mod wasm; pub use wasm::{OctetsWasm, bits_transposed}; }
}

pub use joined::Joined;
pub use matrix::Matrix;
pub use places::Places;
pub use polynomials::Products;
pub use portable::OctetsPortable;

use crate::simd::{
    gf::{Aligned, Linear},
    memory::{Bytes, Group, Plain},
};

/// An affine map of bytes: a linear map, followed by the XOR of a constant.
pub trait Affine {
    /// The linear part of the map.
    const MAP: Linear;
    /// The constant that is XORed.
    const ADD: u8 = 0;
}

/// A table of 256 bytes, indexed by a byte.
pub trait Table {
    /// The 256 bytes of the table.
    const TABLE: &'static Aligned<256>;
    /// The table as Boolean functions, for planes: see [`functions`].
    const FUNCTIONS: &'static [[u8; 32]; 8] = &functions(&Self::TABLE.0);
}

/// Splits a table into Boolean functions of the lower three bits of the index, one for each bit of the result and each value of
/// the upper five bits of the index. Bit `i` of a function is its value for the input `i`.
pub const fn functions(table: &[u8; 256]) -> [[u8; 32]; 8] {
    let (mut functions, mut i) = ([[0; 32]; 8], 0);
    while i < 2048 {
        let (bit, index) = (i / 256, i % 256);
        functions[bit][index / 8] |= (table[index] >> bit & 1) << (index % 8);
        i += 1;
    }
    functions
}

/// Returns the inverse of a table that is a permutation.
pub const fn inverse(table: &[u8; 256]) -> [u8; 256] {
    let (mut inverse, mut i) = ([0; 256], 0);
    while i < 256 {
        inverse[table[i] as usize] = i as u8;
        i += 1;
    }
    inverse
}

/// The linear map of the S-box of AES, and its constant: FIPS 197, 5.1.1.
const AES_LINEAR: Linear = Linear([0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3, 0xc7, 0x8f]);
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
const AES_CONSTANT: u8 = 0x63;

/// The shuffle indices that undo ShiftRows: FIPS 197, 5.1.2.
#[cfg(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64"))]
static UNSHIFTED: [u8; 16] = [0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3];

/// A register of bytes, with the operations that ciphers need.
pub trait Octets: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;
    /// An array as long as the register: a multiple of 16 bytes.
    type Bytes: Plain + 'static;
    /// The number of 16-byte pieces in a register.
    const PIECES: usize;

    /// Loads a register.
    fn load(isa: Self::Isa, bytes: &Self::Bytes) -> Self;
    /// Stores a register.
    fn store(self) -> Self::Bytes;
    /// Returns the four bytes of a little-endian word, repeated to fill the register.
    fn splat(isa: Self::Isa, word: u32) -> Self;
    /// Returns these 16 bytes in every piece.
    fn piece(isa: Self::Isa, bytes: &[u8; 16]) -> Self;
    /// Returns the first piece of the register.
    fn first(self) -> [u8; 16];
    /// Returns these 32 bytes in each pair of pieces. The register must have at least two pieces.
    fn pair(_isa: Self::Isa, _bytes: &[u8; 32]) -> Self {
        unreachable!("a register of one piece")
    }
    /// Returns the first two pieces of the register.
    fn first_pair(self) -> [u8; 32] {
        unreachable!("a register of one piece")
    }
    /// Returns as many copies of a block of 16, 32 or 64 bytes as fit in the register, which must be at least as long.
    #[inline(always)]
    fn block<B: Bytes>(isa: Self::Isa, block: &B) -> Self {
        let bytes = block.as_ref();
        match (bytes.first_chunk(), bytes.first_chunk(), Self::bytes_of(block)) {
            (Some(piece), _, _) if B::LEN == 16 => Self::piece(isa, piece),
            (_, Some(pair), _) if B::LEN == 32 && Self::PIECES > 2 => Self::pair(isa, pair),
            (_, _, Some(all)) => Self::load(isa, all),
            _ => unreachable!("a block that the register has no room for"),
        }
    }
    /// Returns the first block of the register.
    #[inline(always)]
    fn first_block<B: Bytes>(self) -> B {
        let mut block = B::ZERO;
        match B::LEN {
            16 => block.as_mut().copy_from_slice(&self.first()),
            32 if Self::PIECES > 2 => block.as_mut().copy_from_slice(&self.first_pair()),
            _ => {
                if let Some(all) = Self::bytes_of_mut(&mut block) {
                    *all = self.store();
                }
            }
        }
        block
    }
    /// Returns the bytes of a block if it has the length of the register.
    fn bytes_of<B: Bytes>(block: &B) -> Option<&Self::Bytes>;
    /// Returns the mutable bytes of a block if it has the length of the register.
    fn bytes_of_mut<B: Bytes>(block: &mut B) -> Option<&mut Self::Bytes>;
    /// Rotates the pieces of each group of `P` pieces: piece `i` of the result is piece `i - by`. The register must have at least
    /// `P` pieces.
    fn turned<const P: usize>(self, by: usize) -> Self;
    /// Returns the last piece of `o`, followed by all pieces of this register except the last.
    fn after(self, o: Self) -> Self;
    /// Fills piece `i` with four copies of `words[i % 4]`.
    fn by_piece(isa: Self::Isa, words: &[u32; 4]) -> Self;
    /// Returns the XOR of both registers.
    fn xor(self, o: Self) -> Self;
    /// Returns the XOR of three registers.
    #[inline(always)]
    fn xor3(self, a: Self, b: Self) -> Self {
        self.xor(a).xor(b)
    }
    /// Returns the register unchanged. On x86 the compiler moves no shuffle across this call.
    #[inline(always)]
    fn opaque(self) -> Self {
        self
    }
    /// Returns the bitwise AND of both registers.
    fn and(self, o: Self) -> Self;
    /// Returns the bitwise OR of both registers.
    fn or(self, o: Self) -> Self;
    /// Applies an affine map to every byte.
    fn affine<M: Affine>(self) -> Self;
    /// Whether [`times`](Self::times) is available, as an instruction.
    const MULTIPLIES: bool = false;
    /// Multiplies bytes in the field of AES.
    fn times(self, _: Self) -> Self {
        unreachable!("not an instruction of this CPU")
    }
    /// Whether [`carryless`](Self::carryless) is available, as an instruction.
    const CARRYLESS: bool = false;
    /// Multiplies polynomials over GF(2) in each piece. Bit 0 of `WORDS` is the index of the 64-bit word of this register, and
    /// bit 4 is the index of the 64-bit word of `o`.
    fn carryless<const WORDS: i32>(self, _: Self) -> Self {
        unreachable!("not an instruction of this CPU")
    }
    /// Replaces every byte by its entry in the table.
    fn look_up<T: Table>(self) -> Self;
    /// Replaces bytes like [`look_up`](Self::look_up), with four tables: byte `i` of a piece is looked up in table `i % 4`.
    #[inline(always)]
    fn look_up_in_turn<A: Table, B: Table, C: Table, D: Table>(self, isa: Self::Isa) -> Self {
        let turn = |i: usize| Self::piece(isa, &TURNS[i]);
        let (a, b) = (self.look_up::<A>().and(turn(0)), self.look_up::<B>().and(turn(1)));
        let (c, d) = (self.look_up::<C>().and(turn(2)), self.look_up::<D>().and(turn(3)));
        a.xor3(b, c).xor(d)
    }
    /// Replaces every byte by its entry in a table. The bytes and the table may be secret, so every look-up reads the whole table.
    /// The portable type does not implement this function.
    fn look_up_in(self, _table: &Aligned<256>) -> Self {
        unreachable!("not an instruction of every CPU")
    }
    /// Whether [`look_up`](Self::look_up) takes fewer instructions than three calls of [`by_nibbles`](Self::by_nibbles).
    const LOOKS_UP: bool = false;
    /// Returns, for each byte, the XOR of two entries: its low nibble selects one among the first 16 bytes, and its high nibble
    /// selects one among the other 16.
    fn by_nibbles(self, tables: &'static Aligned<32>) -> Self;
    /// Looks up each nibble of 32-bit words, each in the table for its position in the word.
    fn by_places(self, places: &Places) -> Self;
    /// Shuffles the bytes of each piece: byte `i` of the result is byte `order[i]`, or 0 if this index is 128 or more.
    fn shuffled(self, order: &[u8; 16]) -> Self;
    /// Repeats each byte of a piece four times. The first register has the first four bytes of the piece, the second register the
    /// next four, and so on.
    #[inline(always)]
    fn fours(self) -> [Self; 4] {
        let [first, second, third, fourth] = &FOURS;
        [self.shuffled(first), self.shuffled(second), self.shuffled(third), self.shuffled(fourth)]
    }
    /// Multiplies each piece, as a column, by a matrix.
    #[inline(always)]
    fn multiplied<M: Matrix>(self, isa: Self::Isa) -> Self {
        match M::PRODUCTS {
            _ if Self::MULTIPLIES => matrix::by_columns::<Self, M>(isa, self),
            Some(products) if Self::CARRYLESS => polynomials::by_products(isa, self, products),
            _ => matrix::by_shuffles::<Self, M>(self),
        }
    }
    /// Interleaves the bytes of this register and of `o` in each piece. The first result has the low eight bytes of both, and the
    /// second has the high eight bytes.
    fn zip(self, o: Self) -> [Self; 2];
    /// Returns two registers. In each piece, the first has the 32-bit words with even index of this register and then of `o`, and
    /// the second has the words with odd index.
    fn unzip32(self, o: Self) -> [Self; 2];
    /// Undoes [`unzip32`](Self::unzip32).
    fn zip32(self, o: Self) -> [Self; 2];
    /// Adds little-endian 32-bit words.
    fn add32(self, o: Self) -> Self;
    /// Rotates 32-bit words to the left by `N` bits, from 1 to 31.
    fn rotl32<const N: u32>(self) -> Self;
    /// Adds little-endian 64-bit words.
    fn add64(self, o: Self) -> Self;
    /// Subtracts little-endian 64-bit words.
    fn sub64(self, o: Self) -> Self;
    /// Adds bytes modulo 2^8.
    fn add8(self, o: Self) -> Self;
    /// Subtracts bytes modulo 2^8.
    fn sub8(self, o: Self) -> Self;
}

/// Masks of every fourth byte, beginning with byte 0, 1, 2 and 3.
pub static TURNS: [[u8; 16]; 4] = {
    let (mut masks, mut i) = ([[0; 16]; 4], 0);
    while i < 16 {
        masks[i % 4][i] = 255;
        i += 1;
    }
    masks
};

/// The shuffle indices of [`Octets::fours`].
static FOURS: [[u8; 16]; 4] = {
    let (mut orders, mut i) = ([[0; 16]; 4], 0);
    while i < 64 {
        orders[i / 16][i % 16] = (i / 4) as u8;
        i += 1;
    }
    orders
};

/// Shuffle indices that copy one byte to all positions of its piece.
pub static COPIES: [[u8; 16]; 16] = {
    let (mut orders, mut i) = ([[0; 16]; 16], 0);
    while i < 16 {
        orders[i] = [i as u8; 16];
        i += 1;
    }
    orders
};

/// The map of each byte to itself.
pub struct Identity;
impl Affine for Identity {
    const MAP: Linear = Linear::IDENTITY;
}

/// Registers whose bytes can be inverted in the field of AES.
pub trait Inverting: Octets {
    /// Replaces every byte by its inverse in the field of AES (0 by 0), and applies an affine map to the result.
    fn inverted<M: Affine>(self) -> Self;
    /// Applies three affine maps to the inverse of every byte, like [`inverted`](Self::inverted).
    #[inline(always)]
    fn inverted_thrice<A: Affine, B: Affine, C: Affine>(self) -> [Self; 3] {
        [self.inverted::<A>(), self.inverted::<B>(), self.inverted::<C>()]
    }
    /// Converts bytes to the form in which [`inverted_to_permuted`](Self::inverted_to_permuted) and
    /// [`inverted_from_permuted`](Self::inverted_from_permuted) XOR them into the result of a map. The map must have an
    /// inverse.
    #[inline(always)]
    fn addend<M: Affine>(self) -> Self {
        self
    }
    /// Permutes the bytes of each piece into the order in which an instruction for inversions leaves them.
    #[inline(always)]
    fn permuted(self) -> Self {
        self
    }
    /// Undoes [`permuted`](Self::permuted).
    #[inline(always)]
    fn restored(self) -> Self {
        self
    }
    /// Returns the [`inverted`](Self::inverted) bytes in [`permuted`](Self::permuted) order, XORed with `addend`, which must be
    /// in the form of [`addend`](Self::addend) and have the same byte in all positions.
    #[inline(always)]
    fn inverted_to_permuted<M: Affine>(self, addend: Self) -> Self {
        self.inverted::<M>().xor(addend)
    }
    /// Takes bytes in [`permuted`](Self::permuted) order, and returns the [`inverted`](Self::inverted) bytes in the original
    /// order, XORed with `addend`, which must be in the form of [`addend`](Self::addend) and have the same byte in all
    /// positions.
    #[inline(always)]
    fn inverted_from_permuted<M: Affine>(self, addend: Self) -> Self {
        self.inverted::<M>().xor(addend)
    }
    /// Applies an affine map to every byte, and replaces the result by its inverse in the field of AES (0 by 0).
    #[inline(always)]
    fn affine_inverted<M: Affine>(self) -> Self {
        self.affine::<M>().inverted::<Identity>()
    }
}

/// Transposes sixteen registers: in each 16-byte piece, byte `i` of register `j` becomes byte `j` of register `i`.
///
/// To see why this works, give each byte of one piece of all registers a number of eight bits: four bits for the register, and
/// four bits for the position in the piece. A round of interleaving rotates the bits of each number by one, so four rounds
/// exchange the register and the position.
#[inline(always)]
pub fn transposed<V: Octets>(mut x: [V; 16]) -> [V; 16] {
    macro_rules! round {
        ($($i:literal)*) => {{
            let y = x;
            $([x[2 * $i], x[2 * $i + 1]] = y[$i].zip(y[$i + 8]);)*
        }};
    }
    round!(0 1 2 3 4 5 6 7);
    round!(0 1 2 3 4 5 6 7);
    round!(0 1 2 3 4 5 6 7);
    round!(0 1 2 3 4 5 6 7);
    x
}

/// Transposes eight registers with two 8-byte blocks in each piece: register `i` gets byte `i` of every block.
///
/// This works like [`transposed`], with seven bits: four rounds bring the bits of the byte position to the front.
#[inline(always)]
pub fn halves_transposed<V: Octets>(mut x: [V; 8]) -> [V; 8] {
    for _ in 0..4 {
        x = interleaved(x);
    }
    x
}

/// Undoes [`halves_transposed`].
#[inline(always)]
pub fn halves_restored<V: Octets>(mut x: [V; 8]) -> [V; 8] {
    for _ in 0..3 {
        x = interleaved(x);
    }
    x
}

/// Performs a round of interleaving on eight registers.
#[inline(always)]
fn interleaved<V: Octets>(x: [V; 8]) -> [V; 8] {
    let ([a, b], [c, d]) = (x[0].zip(x[4]), x[1].zip(x[5]));
    let ([e, f], [g, h]) = (x[2].zip(x[6]), x[3].zip(x[7]));
    [a, b, c, d, e, f, g, h]
}

/// Loads the registers of a group of blocks, and XORs the stream `pre` into them.
#[inline(always)]
pub fn loaded<V: Octets, const N: usize>(isa: V::Isa, group: &Group<'_, V::Bytes>) -> [V; N] {
    let mut x = [V::load(isa, &group.get(0)); N];
    for i in 1..N {
        x[i] = V::load(isa, &group.get(i));
    }
    if group.has_pre() {
        for i in 0..N {
            if let Some(pre) = group.pre(i) {
                x[i] = x[i].xor(V::load(isa, &pre));
            }
        }
    }
    x
}

/// XORs the stream `post` into the registers of a group of blocks, and stores them.
#[inline(always)]
pub fn stored<V: Octets, const N: usize>(isa: V::Isa, x: [V; N], group: &Group<'_, V::Bytes>) {
    if group.has_post() {
        for i in 0..N {
            if let Some(post) = group.post(i) {
                group.put(i, x[i].xor(V::load(isa, &post)).store());
            }
        }
    } else {
        for i in 0..N {
            group.put(i, x[i].store());
        }
    }
}

#[cfg(test)]
mod tests;
