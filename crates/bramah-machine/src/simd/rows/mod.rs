//! Rows: four words of one message in a register, for kernels whose state is a square of words (BLAKE, BLAKE2, ChaCha).

#![allow(unused_imports)] // the architecture decides which of the names are used

use crate::simd::memory::InOut;

crate::simd::architectures::only! {
    x86: {
        mod shuffled; mod squares; mod x86;
        pub use shuffled::{Rows32, Rows32V};
        pub use squares::Rows32Z;
        pub(in crate::simd) use squares::quarters512;
        pub use x86::{Row32, Row32V, Row64, Row64Pair};
    }
    wasm: { mod wasm; pub use wasm::{Row32, Row64}; }
}

/// Four words of one message that are processed together and whose lanes can rotate, or four such words of each of several
/// messages.
pub trait Row: Copy {
    /// The type of the token, which proves that the CPU has the instructions for this type.
    type Isa: Copy;

    /// Adds words modulo 2^32 or 2^64.
    fn add(self, o: Self) -> Self;
    /// Returns the XOR of both rows.
    fn xor(self, o: Self) -> Self;
    /// Rotates each word to the right by `N` bits.
    fn rotr<const N: u32>(self) -> Self;
    /// Returns the two shifts whose sum is a rotation, or `None` if the rotation is computed in another way.
    #[inline(always)]
    fn shifts<const N: u32>(self) -> Option<[Self; 2]> {
        None
    }
    /// Returns the sum of this row and two other rows, added in this order.
    #[inline(always)]
    fn add_both(self, others: [Self; 2]) -> Self {
        self.add(others[0]).add(others[1])
    }
    /// Rotates the lanes: lane `i` of the result is lane `(i + N) % 4`, where `N` is 1, 2 or 3.
    fn turn<const N: usize>(self) -> Self;
}

/// A row of one message, which can be gathered from the words of a block by their indices in the block.
pub trait Gathered: Row {
    /// The type of a word: `u32` or `u64`.
    type Word: Copy;
    /// A block of sixteen words as little-endian bytes.
    type Block;
    /// A block in the form from which its words are gathered.
    type Form<'a>: Copy;

    /// Makes a row of four words, the first in lane 0.
    fn new(isa: Self::Isa, words: [Self::Word; 4]) -> Self;
    /// Returns the four words of the row.
    fn words(self) -> [Self::Word; 4];
    /// Returns the block with the bytes of each word reversed.
    fn swapped(isa: Self::Isa, block: &Self::Block) -> Self::Block;
    /// Converts a block to the form from which words are gathered.
    fn block(isa: Self::Isa, block: &Self::Block) -> Self::Form<'_>;
    /// Gathers two rows of words of the block, by their indices in the block. `at` must be a constant at the call.
    fn gather(block: &mut Self::Form<'_>, at: [usize; 8]) -> [Self; 2];
}

/// A row of four 32-bit words of each of [`MESSAGES`](Self::MESSAGES) messages. The words of a message can be reordered, in the
/// same way for all messages. An order has two bits for each lane of the result, with the first lane in the lowest bits.
pub trait Shuffled: Row {
    /// The number of messages: one, two or four.
    const MESSAGES: usize;

    /// Makes a row from four words of each message.
    fn new(isa: Self::Isa, words: [[u32; 4]; 4]) -> Self;
    /// Loads one quarter of the block of each message.
    fn load(isa: Self::Isa, blocks: [&[u8; 64]; 4], quarter: usize) -> Self;
    /// Returns the words of each message, and zeros for messages that do not exist.
    fn words(self) -> [[u32; 4]; 4];
    /// Reorders the lanes of each message.
    fn order<const ORDER: i32>(self) -> Self;
    /// Returns two lanes of this row, followed by two lanes of `o`.
    fn pick<const ORDER: i32>(self, o: Self) -> Self;
    /// Interleaves lanes 0 and 1 of this row and of `o`.
    fn zip(self, o: Self) -> Self;
    /// Returns lane `LANE` of `o`, and the other lanes of this row.
    fn lane_of<const LANE: usize>(self, o: Self) -> Self;
}

/// One row of each of [`COUNT`](Self::COUNT) squares of 32-bit words.
pub trait Squares: Row {
    /// The number of squares.
    const COUNT: usize;

    /// Returns a register with these words as the row of every square.
    fn splat(isa: Self::Isa, words: &[u32; 4]) -> Self;
    /// Adds `first` to the 64-bit number in the first two words of the first square, `first + 1` to the number of the next
    /// square, and so on.
    fn numbered(self, first: u64) -> Self;
    /// Returns lanes 1 and 3 of `o`, and lanes 0 and 2 of this row.
    fn odd_of(self, o: Self) -> Self;
    /// Returns lanes 2 and 3 of `o`, and lanes 0 and 1 of this row.
    fn high_of(self, o: Self) -> Self;
    /// Stores the row of the first square.
    fn first(self, words: &mut [u32; 4]);
    /// XORs the squares, as little-endian, into the next blocks of `data`: all squares, or one for each block that is left.
    fn xor_le(rows: [Self; 4], data: &mut InOut<'_>);

    /// Converts rows to diagonals: lane `i` of row `j` of the result is lane `i` of row `(i + j) % 4`.
    #[inline(always)]
    fn diagonals([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let (ab, cd, bc, da) = (a.odd_of(b), c.odd_of(d), b.odd_of(c), d.odd_of(a));
        [ab.high_of(cd), bc.high_of(da), cd.high_of(ab), da.high_of(bc)]
    }
    /// Converts diagonals back to rows.
    #[inline(always)]
    fn rows([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let (ad, cb, ba, dc) = (a.odd_of(d), c.odd_of(b), b.odd_of(a), d.odd_of(c));
        [ad.high_of(cb), ba.high_of(dc), cb.high_of(ad), dc.high_of(ba)]
    }
}

/// Declares a type of register as rows.
///
/// SAFETY of every unsafe block, here and in the macros for further operations of these rows: a token, or a value made with one,
/// proves that the CPU has the features; the register and the array have equal sizes, and any bits are valid in both.
macro_rules! row {
    ($(#[$doc:meta])* $name:ident($register:ty), $token:ty, $add:ident, $xor:ident, turns $turn:ident half $half:ident,
     |$x:ident, $n:ident| rotr $rotr:expr $(, shifts $shifts:ident $opaque:ident)?) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub struct $name(pub(in crate::simd) $register);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Row for $name {
            type Isa = $token;

            calls! {
                fn add(o) = $add;
                fn xor(o) = $xor;
            }
            #[inline(always)]
            fn rotr<const N: u32>(self) -> Self {
                let ($x, $n) = (self.0, N as i32);
                Self(unsafe { $rotr })
            }
            $(
                #[inline(always)]
                fn shifts<const N: u32>(self) -> Option<[Self; 2]> {
                    let [right, left] = unsafe { $shifts(self.0, N as i32)? };
                    Some([Self(right), Self(left)])
                }
                #[inline(always)]
                fn add_both(self, others: [Self; 2]) -> Self {
                    Self(unsafe { $add($opaque($add(self.0, others[0].0)), others[1].0) })
                }
            )?
            #[inline(always)]
            fn turn<const N: usize>(self) -> Self {
                Self(unsafe {
                    match N {
                        1 => $turn::<0x39>(self.0),
                        2 => $half(self.0),
                        3 => $turn::<0x93>(self.0),
                        _ => self.0,
                    }
                })
            }
        }
    };
}
pub(super) use row;

/// Declares a type of register as rows that can be gathered from a block.
#[allow(unused_macros)] // not used on all architectures
macro_rules! rows {
    ($(#[$doc:meta])* $name:ident($register:ty), $token:ty, $word:ident, $block:literal, $set:ident as $signed:ident, $add:ident, $xor:ident,
     turns $turn:ident half $half:ident, |$x:ident, $n:ident| rotr $rotr:expr $(, shifts $shifts:ident $opaque:ident)?; swap $swap:expr, gather<$a:lifetime> $form:ty: |$bytes:ident| $prepare:expr, |$from:ident, $at:ident| $gather:expr) => {
        $crate::simd::rows::row!($(#[$doc])* $name($register), $token, $add, $xor, turns $turn half $half, |$x, $n| rotr $rotr $(, shifts $shifts $opaque)?);

        #[allow(clippy::undocumented_unsafe_blocks)] // see "SAFETY of every unsafe block" above
        impl Gathered for $name {
            type Word = $word;
            type Block = [u8; $block];
            type Form<$a> = $form;

            #[inline(always)]
            fn new(_: $token, words: [$word; 4]) -> Self {
                Self(unsafe { $set(words[0] as $signed, words[1] as $signed, words[2] as $signed, words[3] as $signed) })
            }
            #[inline(always)]
            fn words(self) -> [$word; 4] {
                let mut words = [0; 4];
                unsafe { words.as_mut_ptr().cast::<$register>().write_unaligned(self.0) }
                words
            }
            #[inline(always)]
            fn swapped(_: $token, block: &[u8; $block]) -> [u8; $block] {
                unsafe { $swap(block) }
            }
            #[inline(always)]
            fn block<$a>(_: $token, $bytes: &$a [u8; $block]) -> $form {
                #[allow(unused_unsafe)]
                unsafe { $prepare }
            }
            #[inline(always)]
            fn gather<$a>($from: &mut $form, $at: [usize; 8]) -> [Self; 2] {
                let [x, y] = unsafe { $gather };
                [Self(x), Self(y)]
            }
        }
    };
}
pub(super) use rows;
