//! The order in which the rounds of BLAKE2, BLAKE and BLAKE3 use the message words.

/// The order in which the rounds of a hash function use the message words.
pub(crate) trait Order {
    /// The number of rounds: 7, 10, 12, 14 or 16.
    const ROUNDS: usize;
    /// The numbers of the message words in each round, in the order of use; rows after the last round are ignored.
    const SIGMA: [[usize; 16]; 16];
}

/// The order of the message words in BLAKE2 and BLAKE, for `ROUNDS` rounds.
pub(crate) struct Sigma<const ROUNDS: usize>;

impl<const ROUNDS: usize> Order for Sigma<ROUNDS> {
    const ROUNDS: usize = ROUNDS;
    const SIGMA: [[usize; 16]; 16] = SIGMA;
}

/// The order of the message words in each round (section 2.7). From round 10 on, the rows repeat from the first.
#[rustfmt::skip]
pub(crate) const SIGMA: [[usize; 16]; 16] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
];
