//! Octets in eight 64-bit words, for portable code.
//!
//! S-boxes are computed in planes: eight words, where word `i` has bit `i` of every byte. The bytes are transposed into planes
//! and back for each S-box.
//!
//! A step of more than about ten instructions is a function that is called, not inlined in each place of a kernel: with inlining,
//! the rounds of SEED took 170 KB.

use super::{Affine, Inverting, Matrix, Octets, Places, Table, functions};
use crate::simd::{
    Portable,
    gf::{Aligned, Linear, circuit},
    memory::Bytes,
};

/// 64 bytes in memory order, in eight little-endian words.
#[derive(Clone, Copy)]
pub struct OctetsPortable([u64; 8]);

/// A mask of all bits except the highest bit of each byte.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Exchanges the bits of `x[b]` under a mask with the bits of `x[a]` that are `N` positions higher.
#[inline(always)]
fn swap<const N: u32>(x: &mut [u64; 8], a: usize, b: usize, mask: u64) {
    let t = (x[a] >> N ^ x[b]) & mask;
    x[b] ^= t;
    x[a] ^= t << N;
}

/// Transposes matrices of eight by eight bits: the bytes at one position of all eight words form a matrix. The transposition is
/// its own inverse.
#[inline(never)]
fn planes(mut x: [u64; 8]) -> [u64; 8] {
    for i in 0..4 {
        swap::<1>(&mut x, 2 * i, 2 * i + 1, 0x5555_5555_5555_5555);
    }
    for i in [0, 1, 4, 5] {
        swap::<2>(&mut x, i, i + 2, 0x3333_3333_3333_3333);
    }
    for i in 0..4 {
        swap::<4>(&mut x, i, i + 4, 0x0f0f_0f0f_0f0f_0f0f);
    }
    x
}

/// Applies an affine map to planes.
#[inline(always)]
fn mapped(x: [u64; 8], map: Linear, add: u8) -> [u64; 8] {
    let mut out = [0; 8];
    for i in 0..8 {
        // these branches depend only on the map, which is a constant
        let mut sum = if add >> i & 1 == 1 { !0 } else { 0 };
        for j in 0..8 {
            if map.0[j] >> i & 1 == 1 {
                sum ^= x[j];
            }
        }
        out[i] = sum;
    }
    out
}

/// A table as Boolean functions: see [`functions`].
type Functions = [[u8; 32]; 8];

/// Returns the planes of all Boolean functions of the lowest three bits.
#[inline(always)]
fn all_functions(x: &[u64; 8]) -> [u64; 256] {
    let mut minterms = [0; 8];
    for (i, minterm) in minterms.iter_mut().enumerate() {
        let literal = |bit: usize| if i >> bit & 1 == 1 { x[bit] } else { !x[bit] };
        *minterm = literal(0) & literal(1) & literal(2);
    }
    let mut functions = [0; 256];
    for number in 1..256_usize {
        // the function whose number lacks the lowest set bit was computed before
        functions[number] = functions[number & (number - 1)] ^ minterms[number.trailing_zeros() as usize % 8];
    }
    functions
}

/// Selects, for each bit position, one of 32 values by the bits of the upper five planes.
#[inline(always)]
fn chosen(mut level: [u64; 32], x: &[u64; 8]) -> u64 {
    let mut len = 16;
    for select in [x[7], x[6], x[5], x[4], x[3]] {
        let (low, high) = level.split_at_mut(len);
        for (low, high) in low.iter_mut().zip(high) {
            *low ^= (*low ^ *high) & select;
        }
        len /= 2;
    }
    level[0]
}

/// Looks up planes in a table. For each bit of the result, the table names 32 functions of the lowest three bits, and the upper
/// five bits select one of them. This is not inlined, so that kernels share the code.
#[inline(never)]
fn looked_up(x: &[u64; 8], table: &Functions) -> [u64; 8] {
    let functions = all_functions(x);
    let mut out = [0; 8];
    for (plane, numbers) in out.iter_mut().zip(table) {
        let mut level = [0; 32];
        for (value, number) in level.iter_mut().zip(numbers) {
            // the table is public, and the order in which it is read is fixed, so no address depends on the bytes
            *value = functions[usize::from(*number)];
        }
        *plane = chosen(level, x);
    }
    out
}

/// Looks up planes in four tables: byte `i` in table `i % 4`.
#[inline(never)]
fn looked_up_in_turn(x: &[u64; 8], tables: [&Functions; 4]) -> [u64; 8] {
    // a mask of the bits of every fourth byte: byte `k` of a plane has one bit of byte `k` of each of the eight words
    const TURN: u64 = 0x0000_00ff_0000_00ff;
    let functions = all_functions(x);
    let mut out = [0; 8];
    for (bit, plane) in out.iter_mut().enumerate() {
        let mut level = [0; 32];
        for (i, value) in level.iter_mut().enumerate() {
            for (turn, table) in tables.iter().enumerate() {
                *value |= functions[usize::from(table[bit][i])] & TURN << (8 * turn);
            }
        }
        *plane = chosen(level, x);
    }
    out
}

/// Multiplies four 16-byte pieces, each in a pair of words, by a matrix that is given by the images of single bits. This is not
/// inlined, so that kernels share the code.
#[inline(never)]
fn multiplied(x: [u64; 8], images: &[[[u8; 16]; 16]; 8]) -> [u64; 8] {
    // the first words of the four pairs, and the second words, so that four equal steps are computed side by side
    let halves = [[x[0], x[2], x[4], x[6]], [x[1], x[3], x[5], x[7]]];
    let mut sums = [[0; 4]; 2];
    for (bit, images) in images.iter().enumerate() {
        for (half, images) in halves.iter().zip(images.as_chunks::<8>().0) {
            for (byte, image) in images.iter().enumerate() {
                let [low, high] = [0, 1].map(|i: usize| u64::from_le_bytes(image.as_chunks().0[i]));
                for i in 0..4 {
                    let mask = (half[i] >> (8 * byte + bit) & 1).wrapping_neg();
                    sums[0][i] ^= mask & low;
                    sums[1][i] ^= mask & high;
                }
            }
        }
    }
    let [low, high] = sums;
    [low[0], high[0], low[1], high[1], low[2], high[2], low[3], high[3]]
}

impl OctetsPortable {
    #[inline(always)]
    fn bytes(self) -> [u8; 64] {
        let mut bytes = [0; 64];
        for (to, word) in bytes.as_chunks_mut().0.iter_mut().zip(self.0) {
            *to = word.to_le_bytes();
        }
        bytes
    }
    #[inline(always)]
    fn of(bytes: &[u8; 64]) -> Self {
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Self(words)
    }
    #[inline(always)]
    fn with(mut self, o: Self, work: impl Fn(u64, u64) -> u64) -> Self {
        for (x, o) in self.0.iter_mut().zip(o.0) {
            *x = work(*x, o);
        }
        self
    }
}

impl Octets for OctetsPortable {
    type Isa = Portable;
    type Bytes = [u8; 64];
    const PIECES: usize = 4;

    #[inline(always)]
    fn load(_: Portable, bytes: &[u8; 64]) -> Self {
        Self::of(bytes)
    }
    #[inline(always)]
    fn store(self) -> [u8; 64] {
        self.bytes()
    }
    #[inline(always)]
    fn splat(_: Portable, word: u32) -> Self {
        Self([u64::from(word) << 32 | u64::from(word); 8])
    }
    #[inline(always)]
    fn piece(_: Portable, bytes: &[u8; 16]) -> Self {
        let mut all = [0; 64];
        for piece in all.as_chunks_mut().0 {
            *piece = *bytes;
        }
        Self::of(&all)
    }
    #[inline(always)]
    fn first(self) -> [u8; 16] {
        let mut first = [0; 16];
        first.copy_from_slice(&self.bytes()[..16]);
        first
    }
    #[inline(always)]
    fn pair(_: Portable, bytes: &[u8; 32]) -> Self {
        let mut all = [0; 64];
        for pair in all.as_chunks_mut().0 {
            *pair = *bytes;
        }
        Self::of(&all)
    }
    #[inline(always)]
    fn first_pair(self) -> [u8; 32] {
        let mut first = [0; 32];
        first.copy_from_slice(&self.bytes()[..32]);
        first
    }
    #[inline(always)]
    fn bytes_of<B: Bytes>(block: &B) -> Option<&[u8; 64]> {
        block.as_ref().first_chunk()
    }
    #[inline(always)]
    fn bytes_of_mut<B: Bytes>(block: &mut B) -> Option<&mut [u8; 64]> {
        block.as_mut().first_chunk_mut()
    }
    #[inline(always)]
    fn turned<const P: usize>(self, by: usize) -> Self {
        let mut out = self;
        for piece in 0..4 {
            let from = piece / P * P + (piece + P - by % P) % P;
            out.0.as_chunks_mut::<2>().0[piece] = self.0.as_chunks().0[from];
        }
        out
    }
    #[inline(always)]
    fn after(self, o: Self) -> Self {
        let ([.., y, z], [a, b, c, d, e, f, _, _]) = (o.0, self.0);
        Self([y, z, a, b, c, d, e, f])
    }
    #[inline(always)]
    fn by_piece(_: Portable, words: &[u32; 4]) -> Self {
        let mut out = [0; 8];
        for i in 0..8 {
            out[i] = u64::from(words[i / 2]) << 32 | u64::from(words[i / 2]);
        }
        Self(out)
    }
    #[inline(always)]
    fn xor(self, o: Self) -> Self {
        self.with(o, |x, o| x ^ o)
    }
    #[inline(always)]
    fn and(self, o: Self) -> Self {
        self.with(o, |x, o| x & o)
    }
    #[inline(always)]
    fn or(self, o: Self) -> Self {
        self.with(o, |x, o| x | o)
    }
    #[inline(never)]
    fn affine<M: Affine>(self) -> Self {
        Self(planes(mapped(planes(self.0), M::MAP, M::ADD)))
    }
    const LOOKS_UP: bool = true;
    #[inline(never)]
    fn by_nibbles(self, tables: &'static Aligned<32>) -> Self {
        let (mut table, mut x) = ([0; 256], 0);
        while x < 256 {
            table[x] = tables.0[x % 16] ^ tables.0[16 + x / 16];
            x += 1;
        }
        Self(planes(looked_up(&planes(self.0), &functions(&table))))
    }
    #[inline(always)]
    fn look_up<T: Table>(self) -> Self {
        Self(planes(looked_up(&planes(self.0), T::FUNCTIONS)))
    }
    #[inline(always)]
    fn look_up_in_turn<A: Table, B: Table, C: Table, D: Table>(self, _: Portable) -> Self {
        let tables = [A::FUNCTIONS, B::FUNCTIONS, C::FUNCTIONS, D::FUNCTIONS];
        Self(planes(looked_up_in_turn(&planes(self.0), tables)))
    }
    #[inline(never)]
    fn shuffled(self, order: &[u8; 16]) -> Self {
        let (bytes, mut out) = (self.bytes(), [0; 64]);
        for (to, from) in out.as_chunks_mut::<16>().0.iter_mut().zip(bytes.as_chunks::<16>().0) {
            for (to, at) in to.iter_mut().zip(order) {
                if *at < 16 {
                    *to = from[usize::from(*at)];
                }
            }
        }
        Self::of(&out)
    }
    #[inline(never)]
    fn fours(self) -> [Self; 4] {
        // word `word` of every piece, with each of its bytes repeated four times
        [0, 1, 2, 3].map(|word| {
            let (bytes, mut out) = (self.bytes(), [0; 64]);
            for (to, from) in out.as_chunks_mut::<16>().0.iter_mut().zip(bytes.as_chunks::<16>().0) {
                for (to, from) in to.as_chunks_mut::<4>().0.iter_mut().zip(&from.as_chunks::<4>().0[word]) {
                    *to = [*from; 4];
                }
            }
            Self::of(&out)
        })
    }
    #[inline(always)]
    fn multiplied<M: Matrix>(self, _: Portable) -> Self {
        Self(multiplied(self.0, M::IMAGES))
    }
    #[inline(never)]
    fn zip(self, o: Self) -> [Self; 2] {
        let (x, o) = (self.bytes(), o.bytes());
        let mut out = [[0; 64]; 2];
        for piece in 0..4 {
            for i in 0..16 {
                let at = 16 * piece + i;
                let to = &mut out[i / 8].as_chunks_mut::<16>().0[piece].as_chunks_mut::<2>().0[i % 8];
                *to = [x[at], o[at]];
            }
        }
        [Self::of(&out[0]), Self::of(&out[1])]
    }
    #[inline(never)]
    fn by_places(self, places: &Places) -> Self {
        let x = planes(self.0);
        let mut out = [0; 8];
        for (bit, plane) in out.iter_mut().enumerate() {
            // the bits of the entries for all values of a nibble; the bits of the nibble select one of them
            let mut level = places.planes[bit];
            let mut len = 8;
            for select in &x[bit / 4 * 4..][..4] {
                for i in 0..len {
                    let [low, high] = [level[2 * i], level[2 * i + 1]];
                    level[i] = low ^ (low ^ high) & select;
                }
                len /= 2;
            }
            *plane = level[0];
        }
        Self(planes(out))
    }
    #[inline(never)]
    fn unzip32(self, o: Self) -> [Self; 2] {
        let mut out = [self, o];
        for piece in 0..4 {
            let [a, b, c, d] = [self.0[2 * piece], self.0[2 * piece + 1], o.0[2 * piece], o.0[2 * piece + 1]];
            let even = |x: u64, y: u64| x & 0xffff_ffff | y << 32;
            let odd = |x: u64, y: u64| x >> 32 | y >> 32 << 32;
            (out[0].0[2 * piece], out[0].0[2 * piece + 1]) = (even(a, b), even(c, d));
            (out[1].0[2 * piece], out[1].0[2 * piece + 1]) = (odd(a, b), odd(c, d));
        }
        out
    }
    #[inline(never)]
    fn zip32(self, o: Self) -> [Self; 2] {
        let mut out = [self, o];
        for piece in 0..4 {
            for half in 0..2 {
                let [even, odd] = [self.0[2 * piece + half], o.0[2 * piece + half]];
                out[half].0[2 * piece] = even & 0xffff_ffff | odd << 32;
                out[half].0[2 * piece + 1] = even >> 32 | odd >> 32 << 32;
            }
        }
        out
    }
    #[inline(always)]
    fn add32(self, o: Self) -> Self {
        self.with(o, |x, o| {
            let low = (x as u32).wrapping_add(o as u32);
            let high = ((x >> 32) as u32).wrapping_add((o >> 32) as u32);
            u64::from(high) << 32 | u64::from(low)
        })
    }
    #[inline(always)]
    fn rotl32<const N: u32>(self) -> Self {
        self.with(self, |x, _| {
            u64::from(((x >> 32) as u32).rotate_left(N)) << 32 | u64::from((x as u32).rotate_left(N))
        })
    }
    #[inline(always)]
    fn add64(self, o: Self) -> Self {
        self.with(o, u64::wrapping_add)
    }
    #[inline(always)]
    fn sub64(self, o: Self) -> Self {
        self.with(o, u64::wrapping_sub)
    }
    // the highest bits of bytes are processed separately, so that no byte carries or borrows into the next
    #[inline(always)]
    fn add8(self, o: Self) -> Self {
        self.with(o, |x, o| (x & LOW).wrapping_add(o & LOW) ^ ((x ^ o) & !LOW))
    }
    #[inline(always)]
    fn sub8(self, o: Self) -> Self {
        self.with(o, |x, o| (x | !LOW).wrapping_sub(o & LOW) ^ ((x ^ !o) & !LOW))
    }
}

// the circuit applies the linear map of AES after the inversion
impl Inverting for OctetsPortable {
    #[inline(never)]
    fn inverted<M: Affine>(self) -> Self {
        let map = const { M::MAP.after(super::AES_LINEAR.inverse()) };
        Self(planes(mapped(circuit::sub(planes(self.0)), map, M::ADD)))
    }
    #[inline(never)]
    fn inverted_thrice<A: Affine, B: Affine, C: Affine>(self) -> [Self; 3] {
        let x = circuit::sub(planes(self.0));
        macro_rules! map {
            ($map:ident) => {{
                let map = const { $map::MAP.after(super::AES_LINEAR.inverse()) };
                Self(planes(mapped(x, map, $map::ADD)))
            }};
        }
        [map!(A), map!(B), map!(C)]
    }
}
