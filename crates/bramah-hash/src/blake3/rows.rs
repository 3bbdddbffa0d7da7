//! BLAKE3 in rows: a few messages are hashed in little more time than one.
//!
//! A register contains a row of the working vector, as in BLAKE2, of one, two or four messages. The chain of dependent
//! instructions is as long as for one message, and leaves more than half of the CPU idle. So two registers at once,
//! with two messages each, take little longer than one register with one message; and one register with four messages
//! takes no longer.
//!
//! The message words are in four rows: the words that are added first and second in the columns, and first and second
//! in the diagonals. Shuffles bring them into this order at the beginning and then permute them after each round,
//! always by the same permutation. Gathering the words of two messages from memory would be slower.

use super::{
    super::blake2::rows::{Rotated, columns, mixed},
    abreast::{Abreast, Block, IV, Value, Words8},
};
use crate::simd::{memory::Streams, rows::Shuffled};
use core::marker::PhantomData;

/// `SETS` sets of registers. Each set contains the rows of one, two or four messages.
pub(super) struct Rows<R, const SETS: usize>(PhantomData<R>);

/// The maximum number of messages in a set.
const MOST: usize = 4;

impl<R: Shuffled, const SETS: usize> Rows<R, SETS> {
    /// Returns the blocks of the messages, with their words in the order of the first round.
    #[inline(always)]
    fn arranged(isa: R::Isa, blocks: [&Block; MOST]) -> [[R; 4]; SETS] {
        let mut sets = [[R::new(isa, [[0; 4]; 4]); 4]; SETS];
        for i in 0..SETS {
            let first = i * R::MESSAGES;
            let mut of = blocks;
            for j in 0..MOST {
                of[j] = blocks[(first + j) % MOST];
            }
            let mut r = sets[i];
            for j in 0..4 {
                r[j] = R::load(isa, of, j);
            }
            // two rows for the columns, with words 0 2 4 6 and words 1 3 5 7, and two rows for the diagonals, whose lane i
            // contains the word of the diagonal that begins in column i - 1
            sets[i] = [
                r[0].pick::<0x88>(r[1]),
                r[0].pick::<0xdd>(r[1]),
                r[2].pick::<0x88>(r[3]).turn::<3>(),
                r[2].pick::<0xdd>(r[3]).turn::<3>(),
            ];
        }
        sets
    }

    /// Applies a round, except for its first addition and its last rotation.
    #[inline(always)]
    fn round(v: &mut [[R; 4]; SETS], m: &[[R; 4]; SETS]) {
        let alone = SETS == 1;
        for i in 0..SETS {
            let [a, b, c, d] = mixed::<R, 16, 12, 8>(v[i], m[i][1], alone);
            let sum = a.turn::<3>().add(m[i][2]);
            let rotated = Rotated::new::<7>(b, alone);
            v[i] = [rotated.added(sum), rotated.whole, c.turn::<1>(), d.turn::<2>()];
        }
        for i in 0..SETS {
            v[i] = mixed::<R, 16, 12, 8>(v[i], m[i][3], alone);
        }
    }
}

/// Permutes the message words for the next round (table 2).
#[inline(always)]
fn permuted<R: Shuffled>([a, b, c, d]: [R; 4]) -> [R; 4] {
    // word numbers in the previous round, a: 0 2 4 6, b: 1 3 5 7, c: 14 8 10 12, d: 15 9 11 13. For each new row, the comment
    // lists the words after the first shuffles, and then after the last shuffle
    [
        // 2 4 3 7, then 2 3 7 4
        a.pick::<0xd9>(b).order::<0x78>(),
        // 6 0 10 13, then 6 10 0 13
        a.pick::<0xe3>(c.lane_of::<3>(d)).order::<0xd8>(),
        // 15 1 9 3 and 14 9 10 12, then 15 1 12 9
        d.zip(b).pick::<0x74>(c.lane_of::<1>(d)),
        // 14 8 11 12 and 14 8 5 12, then 8 11 5 14
        c.lane_of::<2>(d).pick::<0x29>(c.lane_of::<2>(b)),
    ]
}

impl<R: Shuffled, const SETS: usize> Abreast for Rows<R, SETS> {
    const COUNT: usize = SETS * R::MESSAGES;
    type Isa = R::Isa;
    type State = [[R; 2]; SETS];
    type Blocks = [[R; 4]; SETS];
    type Counters = [R; SETS];

    #[inline(always)]
    fn state(isa: R::Isa, [a, b, c, d, e, f, g, h]: &Words8) -> Self::State {
        let (low, high) = ([*a, *b, *c, *d], [*e, *f, *g, *h]);
        [[R::new(isa, [low; 4]), R::new(isa, [high; 4])]; SETS]
    }
    #[inline(always)]
    fn counters(isa: R::Isa, first: u64, step: u64) -> Self::Counters {
        let mut rows = [R::new(isa, [[0; 4]; 4]); SETS];
        for i in 0..SETS {
            let mut words = [[0; 4]; 4];
            for j in 0..R::MESSAGES {
                let at = first.wrapping_add(step * (i * R::MESSAGES + j) as u64);
                words[j] = [at as u32, (at >> 32) as u32, 0, 0];
            }
            rows[i] = R::new(isa, words);
        }
        rows
    }
    #[inline(always)]
    fn next(isa: R::Isa, streams: &mut Streams<'_>) -> Option<Self::Blocks> {
        let blocks = streams.next::<MOST, 64>()?;
        Some(Self::arranged(isa, blocks))
    }
    #[inline(always)]
    fn same(isa: R::Isa, block: &Block) -> Self::Blocks {
        Self::arranged(isa, [block; MOST])
    }
    #[inline(always)]
    fn compress(
        isa: R::Isa,
        state: Self::State,
        mut m: Self::Blocks,
        counters: Self::Counters,
        len: u32,
        flags: u32,
    ) -> [Self::State; 2] {
        let iv = R::new(isa, [[IV[0], IV[1], IV[2], IV[3]]; 4]);
        let marks = R::new(isa, [[0, 0, len, flags]; 4]);
        let mut v = [[iv; 4]; SETS];
        for i in 0..SETS {
            v[i] = [state[i][0], state[i][1], iv, counters[i].xor(marks)];
        }
        let alone = SETS == 1;
        for i in 0..SETS {
            v[i][0] = v[i][0].add(m[i][0]).add(v[i][1]);
        }
        for _ in 0..6 {
            Self::round(&mut v, &m);
            for i in 0..SETS {
                m[i] = permuted(m[i]);
                let [a, b, c, d] = v[i];
                let sum = a.turn::<1>().add(m[i][0]);
                let rotated = Rotated::new::<7>(b, alone);
                v[i] = [rotated.added(sum), rotated.whole, c.turn::<3>(), d.turn::<2>()];
            }
        }
        Self::round(&mut v, &m);
        for i in 0..SETS {
            let [a, b, c, d] = v[i];
            v[i] = columns([a, b.rotr::<7>(), c, d]);
        }
        let mut halves = [state; 2];
        for i in 0..SETS {
            let ([a, b, c, d], [e, f]) = (v[i], state[i]);
            (halves[0][i], halves[1][i]) = ([a.xor(c), b.xor(d)], [c.xor(e), d.xor(f)]);
        }
        halves
    }
    #[inline(always)]
    fn write(state: Self::State, out: &mut [Value]) {
        for i in 0..SETS {
            let halves = [state[i][0].words(), state[i][1].words()];
            for message in 0..R::MESSAGES {
                if let Some(out) = out.get_mut(i * R::MESSAGES + message) {
                    for word in 0..8 {
                        out.as_chunks_mut().0[word] = halves[word / 4][message][word % 4].to_le_bytes();
                    }
                }
            }
        }
    }
}
