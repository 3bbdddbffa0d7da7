//! Permutations of the bytes of a block, in registers that hold blocks of 20 to 32 bytes.

use super::AesRounds;

/// A permutation of the bytes of a block, given by the source of every byte of its two 16-byte pieces.
pub struct Permutation {
    /// The shuffle indices for each piece, applied before or after the blends.
    pub(super) shuffles: [[u8; 16]; 2],
    /// For each new piece, a mask (0xff) of the bytes that it takes from the second piece.
    pub(super) blends: [[u8; 16]; 2],
    /// Whether the blends come before the shuffles.
    pub(super) blends_first: bool,
    /// The indices of the permutation for two blocks in one register.
    pub(super) whole: [u8; 64],
}

/// Blocks whose bytes can be permuted.
pub trait Permute: AesRounds {
    /// Permutes the bytes of each block by `p`.
    fn permute(self, p: &Permutation) -> Self;
    /// Returns a block, given by its two pieces, in every position.
    fn from_pieces(isa: Self::Isa, pieces: &[u8; 32]) -> Self;
}

/// Returns, for a block of `len` bytes, the indices of the columns in its two pieces.
pub const fn columns(len: usize) -> [[u8; 4]; 2] {
    match len {
        20 => [[0, 1, 0, 1], [2, 3, 4, 4]],
        24 => [[0, 2, 1, 0], [3, 3, 4, 5]],
        28 => [[0, 1, 2, 3], [3, 4, 5, 6]],
        _ => [[0, 1, 4, 5], [2, 3, 6, 7]],
    }
}

/// Returns, for each byte of the pieces, its position in the block.
pub(super) const fn places(len: usize) -> [[u8; 16]; 2] {
    let (mut places, mut i) = ([[0; 16]; 2], 0);
    while i < 32 {
        places[i / 16][i % 16] = 4 * columns(len)[i / 16][i / 4 % 4] + (i % 4) as u8;
        i += 1;
    }
    places
}

/// The index that stands for no position: a shuffle returns zero for this index.
const NOWHERE: u8 = 0x80;

/// Returns the position in a piece of byte `wanted` of the block.
const fn find(piece: &[u8; 16], wanted: u8) -> u8 {
    let mut i = 0;
    while i < 16 {
        if piece[i] == wanted {
            return i as u8;
        }
        i += 1;
    }
    NOWHERE
}

impl Permutation {
    /// Makes the permutation for blocks of `len` bytes. `from` has, for each byte of the pieces, its source position in the
    /// block.
    ///
    /// # Panics
    /// If the permutation needs more than one shuffle and one blend for each piece. In a constant, this is a compile error.
    pub const fn new(len: usize, from: [[u8; 16]; 2]) -> Self {
        let places = places(len);
        let (first, second) = (Self::shuffled(&places, &from), Self::blended(&places, &from));
        let mut new = if first.1 <= second.1 { first.0 } else { second.0 };
        assert!(first.1 <= 16 || second.1 <= 16, "a shuffle and a blend of each piece are not enough");
        let mut i = 0;
        while i < 64 {
            let wanted = from[i / 16 % 2][i % 16];
            let first = find(&places[0], wanted);
            let at = if first == NOWHERE { find(&places[1], wanted) + 16 } else { first };
            new.whole[i] = at + (i / 32 * 32) as u8;
            i += 1;
        }
        new
    }

    const NONE: Self =
        Self { shuffles: [[NOWHERE; 16]; 2], blends: [[0; 16]; 2], blends_first: false, whole: [0; 64] };

    /// Tries a shuffle of each piece, then blends of both. Also returns the number of pairs of bytes that are not blended as a
    /// whole, or a huge number if the permutation is impossible this way.
    const fn shuffled(places: &[[u8; 16]; 2], from: &[[u8; 16]; 2]) -> (Self, usize) {
        let (mut new, mut parted) = (Self::NONE, 0);
        let mut i = 0;
        while i < 16 {
            let pair = sources(places, from, i) & sources(places, from, i + 1);
            parted += if pair == 0 { 1 } else { 0 };
            let mut byte = i;
            while byte < i + 2 {
                let all = if pair == 0 { sources(places, from, byte) } else { pair };
                if all == 0 {
                    return (Self::NONE, usize::MAX);
                }
                let choice = all.trailing_zeros() as usize;
                let mut to = 0;
                while to < 2 {
                    let source = choice >> to & 1;
                    new.shuffles[source][byte] = find(&places[source], from[to][byte]);
                    new.blends[to][byte] = if source == 1 { 0xff } else { 0 };
                    to += 1;
                }
                byte += 1;
            }
            i += 2;
        }
        (new, parted)
    }

    /// Tries blends of both pieces, then a shuffle of each. Also returns the number of pairs of bytes that are not blended as a
    /// whole.
    const fn blended(places: &[[u8; 16]; 2], from: &[[u8; 16]; 2]) -> (Self, usize) {
        let (mut new, mut parted) = (Self::NONE, 0);
        new.blends_first = true;
        let mut i = 0;
        while i < 4 {
            // the piece, and the first byte of a pair of bytes in every column
            let (to, row) = (i / 2, i % 2 * 2);
            let pair = covers(places, &from[to], row) & covers(places, &from[to], row + 1);
            parted += if pair == 0 { 4 } else { 0 };
            let mut byte = row;
            while byte < row + 2 {
                let all = if pair == 0 { covers(places, &from[to], byte) } else { pair };
                if all == 0 {
                    return (Self::NONE, usize::MAX);
                }
                let choice = all.trailing_zeros() as usize;
                let mut at = 0;
                while at < 16 {
                    let source = choice >> (at / 4) & 1;
                    if at % 4 == byte {
                        new.blends[to][at] = if source == 1 { 0xff } else { 0 };
                        let mut i = 0;
                        while i < 16 {
                            if from[to][i] == places[source][at] {
                                new.shuffles[to][i] = at as u8;
                            }
                            i += 1;
                        }
                    }
                    at += 1;
                }
                byte += 1;
            }
            i += 1;
        }
        (new, parted)
    }
}

/// Returns the possible sources of byte `i` of the new pieces, if each piece is shuffled once: bit `a + 2 b` is set if the first
/// new piece can take the byte from piece `a` while the second takes it from piece `b`.
const fn sources(places: &[[u8; 16]; 2], from: &[[u8; 16]; 2], i: usize) -> u8 {
    let (mut set, mut choice) = (0, 0);
    while choice < 4 {
        let (a, b) = (choice & 1, choice >> 1);
        let there = find(&places[a], from[0][i]) != NOWHERE && find(&places[b], from[1][i]) != NOWHERE;
        if there && (a != b || from[0][i] == from[1][i]) {
            set |= 1 << choice;
        }
        choice += 1;
    }
    set
}

/// Returns the blends of the two pieces that contain every byte of row `row` that `from` requires. Bit `m` stands for the blend
/// that takes column `c` from piece `m >> c & 1`, and is set if this blend contains all these bytes.
const fn covers(places: &[[u8; 16]; 2], from: &[u8; 16], row: usize) -> u16 {
    let (mut set, mut choice) = (0, 0);
    while choice < 16 {
        let (mut all, mut i) = (true, 0);
        while i < 16 {
            let (mut there, mut column) = (from[i] as usize % 4 != row, 0);
            while column < 4 {
                there |= places[choice >> column & 1][4 * column + row] == from[i];
                column += 1;
            }
            all &= there;
            i += 1;
        }
        if all {
            set |= 1 << choice;
        }
        choice += 1;
    }
    set
}
