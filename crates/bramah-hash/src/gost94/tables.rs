//! The encryptions of GOST R 34.11-94 with tables: GOST 28147-89 (RFC 5830), where each pair of S-boxes with the rotation
//! after it is one table of 256 words.
//!
//! The four encryptions of a step do not depend on one another and are interleaved. The tables are indexed by bytes of
//! the message, so this is not constant-time.

use super::{Place, step};

/// Eight S-boxes; the first is for the lowest four bits.
pub(super) type Boxes = [[u8; 16]; 8];
pub(super) type Tables = [[u32; 256]; 4];

pub(super) const fn tables(boxes: &Boxes) -> Tables {
    let mut tables = [[0; 256]; 4];
    let mut i = 0;
    while i < 4 * 256 {
        let (at, x) = (i / 256, i % 256);
        let byte = (boxes[2 * at][x % 16] | boxes[2 * at + 1][x / 16] << 4) as u32;
        tables[at][x] = (byte << (8 * at)).rotate_left(11);
        i += 1;
    }
    tables
}

#[inline(always)]
fn encrypt(t: &Tables, keys: &[[u32; 8]; 4], h: [u64; 4]) -> [u64; 4] {
    let [mut a, mut b, mut c, mut d] = [h[0] as u32, h[1] as u32, h[2] as u32, h[3] as u32];
    let [mut p, mut q, mut r, mut s] =
        [(h[0] >> 32) as u32, (h[1] >> 32) as u32, (h[2] >> 32) as u32, (h[3] >> 32) as u32];
    macro_rules! round {
        ($key:literal; $($of:literal $x:ident $y:ident),*) => { $(
            let sum = $x.wrapping_add(keys[$of][$key]);
            $y ^= t[0][sum as u8 as usize]
                ^ t[1][(sum >> 8) as u8 as usize]
                ^ t[2][(sum >> 16) as u8 as usize]
                ^ t[3][(sum >> 24) as usize];
        )* };
    }
    macro_rules! two {
        ($k:literal $l:literal) => {
            round!($k; 0 a p, 1 b q, 2 c r, 3 d s);
            round!($l; 0 p a, 1 q b, 2 r c, 3 s d);
        };
    }
    for _ in 0..3 {
        two!(0 1);
        two!(2 3);
        two!(4 5);
        two!(6 7);
    }
    two!(7 6);
    two!(5 4);
    two!(3 2);
    two!(1 0);
    let join = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
    [join(p, a), join(q, b), join(r, c), join(s, d)]
}

/// Compresses blocks of one message.
#[inline(always)]
pub(super) fn compress(t: &Tables, state: &mut step::State, blocks: &[[u8; 32]], place: &Place) {
    let (h, sum) = step::split(state);
    step::blocks(sum, blocks, place, |block| {
        let m = step::words(block);
        *h = step::mix(*h, m, encrypt(t, &step::keys(*h, m), *h));
    });
}
