//! CRCs without tables and without products, by sums of earlier bytes: Russell, "Chorba: a novel CRC32 implementation", 2024.
//!
//! Some multiples of the polynomial are sums of a few powers of x. Since squares of sums are sums of squares, the eighth powers of
//! these powers have the same property, so it holds for distances in bytes too: a byte of the message may be replaced by adding it
//! to a few later bytes. All bytes but the last are replaced in order: the value of a byte is the sum of itself and the values
//! of bytes at certain distances before it. No distance is less than a block, so all bytes of a block are computed at once. The
//! last bytes, as many as the greatest distance, have the same CRC as the message, and are processed by the tables.

use super::crc::{Model, Tables};
use crate::simd::octets::Octets;

/// The length of a block in bytes.
const BLOCK: usize = 64;
/// The number of bytes before a block that it depends on: whole blocks.
const BEFORE: usize = 5 * BLOCK;
/// The number of bytes that are replaced before the last of them are moved to the beginning of the buffer.
const RUN: usize = 16 * BLOCK;
/// The minimum number of bytes of the message for which bytes are replaced.
const LEAST: usize = BEFORE + 4 * BLOCK;

/// Distances in bytes between a byte and the later bytes that replace it, from [`BLOCK`] to [`BEFORE`].
pub(super) trait Distances {
    /// The distances.
    const DISTANCES: &'static [usize];
}

/// Declares distances, and checks that they are those of a multiple of the polynomial. They were found by a search for multiples of
/// few powers.
macro_rules! distances {
    ($($(#[$doc:meta])* $type:ident of $model:ident: $($distance:literal)*;)*) => { $(
        $(#[$doc])*
        pub(super) enum $type {}
        impl Distances for $type {
            const DISTANCES: &'static [usize] = {
                let distances = &[$($distance),*];
                assert!(super::$model.has_multiple(distances), "not a multiple of the polynomial");
                distances
            };
        }
    )* };
}
distances! {
    /// The distances for CRC-32 and for POSIX's CRC, which share a polynomial.
    Crc32 of CRC32: 145 183 211 300;
    /// The distances for CRC-32C.
    Crc32c of CRC32C: 154 177 183 258 290;
    /// The distances for CRC-64.
    Crc64 of CRC64: 134 159 185 210 215 219 220 222 223 242 262 270 300;
    /// The distances for CRC-64 of NVM Express.
    Crc64Nvme of CRC64_NVME: 136 154 192 204 212 213 216 241 244 261 262 283 302;
    /// The distances for CRC-24.
    Crc24 of CRC24: 146 185 223 291 315;
}

impl Model {
    /// Returns whether a byte may be replaced by the sum of later bytes at these distances, which are at most [`BEFORE`].
    const fn has_multiple(self, distances: &[usize]) -> bool {
        let (mut sum, mut i) = (self.after(BEFORE), 0);
        while i < distances.len() {
            assert!(distances[i] >= BLOCK && distances[i] <= BEFORE);
            sum ^= self.after(BEFORE - distances[i]);
            i += 1;
        }
        sum == 0
    }

    /// Returns the state after a byte with one bit followed by `zeros` zero bytes.
    const fn after(self, zeros: usize) -> u64 {
        let mut state = if self.reflected { 1 } else { 1 << 63 };
        let mut shifts = 8 + 8 * zeros;
        while shifts > 0 {
            state = self.bit(state);
            shifts -= 1;
        }
        state
    }
}

/// Returns the values of the bytes of a block; the values of the bytes before it are known.
#[inline(always)]
fn values<O: Octets<Bytes = [u8; 16]>, D: Distances>(
    isa: O::Isa,
    before: &[u8; BEFORE],
    block: &[u8; BLOCK],
) -> [[u8; 16]; 4] {
    let mut values = [[0; 16]; 4];
    for (i, (out, bytes)) in values.iter_mut().zip(block.as_chunks().0).enumerate() {
        let mut sum = O::load(isa, bytes);
        for distance in D::DISTANCES {
            if let Some(earlier) = before[BEFORE - distance + 16 * i..].first_chunk() {
                sum = sum.xor(O::load(isa, earlier));
            }
        }
        *out = sum.store();
    }
    values
}

/// Updates the state with bytes: all but the last are replaced by later bytes if there are enough of them.
#[inline(always)]
pub(super) fn update<O: Octets<Bytes = [u8; 16]>, D: Distances>(
    isa: O::Isa,
    model: Model,
    tables: &impl Tables,
    state: &mut u64,
    data: &[u8],
) {
    if data.len() < LEAST {
        return tables.update(model, state, data);
    }
    let (replaced, last) = data.split_at((data.len() - BEFORE) / BLOCK * BLOCK);
    let mut buffer = [0; BEFORE + RUN];
    // XOR the state into the first bytes
    let mut start = if model.reflected { *state } else { state.swap_bytes() };
    for run in replaced.chunks(RUN) {
        for (i, block) in run.as_chunks::<BLOCK>().0.iter().enumerate() {
            let Some((before, rest)) = buffer[BLOCK * i..].split_first_chunk_mut() else {
                unreachable!("a run of blocks")
            };
            let Some(values_of_block) = rest.as_chunks_mut().0.first_chunk_mut() else {
                unreachable!("a run of blocks")
            };
            *values_of_block = values::<O, D>(isa, before, block);
            if i == 0 {
                let start = core::mem::take(&mut start).to_le_bytes();
                for (byte, start) in values_of_block[0].iter_mut().zip(start) {
                    *byte ^= start;
                }
            }
        }
        buffer.copy_within(run.len()..run.len() + BEFORE, 0);
    }
    buffer[BEFORE..].fill(0);
    *state = 0;
    let (blocks, rest) = last.as_chunks::<BLOCK>();
    for (i, block) in blocks.iter().enumerate() {
        let Some(before) = buffer[BLOCK * i..].first_chunk() else {
            unreachable!("fewer blocks than in a run")
        };
        tables.update(model, state, values::<O, D>(isa, before, block).as_flattened());
    }
    tables.update(model, state, rest);
}
