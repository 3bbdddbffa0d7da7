//! UBI over Threefish (Skein 1.3, section 3.4), for one message and for messages in lanes.

use super::super::frame::Tweak;
use crate::{
    primitives::threefish::{threefish256, threefish512, threefish1024},
    simd::{
        Portable, lane_entries,
        memory::{MAX_LANES, Streams},
        words::Pieces,
    },
};

/// Writes the two words of the tweak for each lane's next block, and advances the tweaks.
#[inline(always)]
fn advance<V: Pieces>(tweaks: &mut [Tweak; MAX_LANES / 2], next: &mut [[u64; MAX_LANES]; 2], block: u64) {
    for (lane, tweak) in tweaks[..V::LANES].iter_mut().enumerate() {
        [next[0][lane], next[1][lane]] = tweak.next(block);
    }
}

/// Declares the kernels for blocks of `$n` words.
macro_rules! kernels {
    ($(#[$doc:meta])* $module:ident: $n:literal, $encrypt:ident) => {
        $(#[$doc])*
        pub(super) mod $module {
            use super::*;

            const BLOCK: usize = 8 * $n;

            /// Compresses blocks of one message.
            #[inline(always)]
            pub(in super::super) fn compress(state: &mut [u64; $n], blocks: &[[u8; BLOCK]], mut tweak: Tweak) {
                let mut h = *state;
                for bytes in blocks {
                    let mut m = [0; $n];
                    for (word, bytes) in m.iter_mut().zip(bytes.as_chunks().0) {
                        *word = u64::from_le_bytes(*bytes);
                    }
                    h = $encrypt(Portable, &h, tweak.next(BLOCK as u64), &m);
                    for (word, m) in h.iter_mut().zip(&m) {
                        *word ^= m;
                    }
                }
                *state = h;
            }

            /// Compresses blocks of several messages, one in each lane. The tweaks of a block are written while the
            /// previous block is encrypted, because a vector load right after stores of single words would stall.
            #[inline(always)]
            fn lanes<V: Pieces>(
                isa: V::Isa,
                rows: &mut [[u64; MAX_LANES]; $n],
                mut streams: Streams<'_>,
                tweaks: &[Tweak; MAX_LANES],
            ) {
                let mut h = [V::splat(isa, 0); $n];
                for (h, row) in h.iter_mut().zip(&*rows) {
                    *h = V::load(isa, row);
                }
                // there are at most this many lanes, because the words have 64 bits
                let mut own = [Tweak::default(); MAX_LANES / 2];
                for (own, tweak) in own.iter_mut().zip(tweaks) {
                    *own = *tweak;
                }
                let mut next = [[0; MAX_LANES]; 2];
                advance::<V>(&mut own, &mut next, BLOCK as u64);
                while let Some(first) = V::next_four(isa, &mut streams) {
                    let mut m = [first[0]; $n];
                    m[..4].copy_from_slice(&first);
                    for four in m[4..].as_chunks_mut::<4>().0 {
                        if let Some(words) = V::next_four(isa, &mut streams) {
                            *four = words;
                        }
                    }
                    let tweak = [V::load(isa, &next[0]), V::load(isa, &next[1])];
                    advance::<V>(&mut own, &mut next, BLOCK as u64);
                    h = $encrypt(isa, &h, tweak, &m);
                    for (word, m) in h.iter_mut().zip(&m) {
                        *word = word.xor(*m);
                    }
                }
                for (h, row) in h.into_iter().zip(rows) {
                    h.store(row);
                }
            }

            lane_entries!(lanes: [[u64; MAX_LANES]; $n], u64, tweaks: &[Tweak; MAX_LANES]);
        }
    };
}

kernels!(
    /// Skein-256.
    w4: 4, threefish256
);
kernels!(
    /// Skein-512.
    w8: 8, threefish512
);
kernels!(
    /// Skein-1024.
    w16: 16, threefish1024
);
