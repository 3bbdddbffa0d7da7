//! Counters at their borders: a message is taken up as if 2^32, 2^61, 2^64 or more bytes had gone
//! before, and every backend must carry as the portable one does.

use crate::kit::{bound, each_subject, pattern};
use bramah::hash::Function;

/// A saved state with another number of bytes before it. The layout: magic, version, name, then the frame's count as
/// 16 bytes little-endian; the binding to the options and the seal, 24 bytes at the end, are made anew.
fn moved(function: &Function, saved: &[u8], by: u128) -> Option<Vec<u8>> {
    let name = saved[8] as usize;
    let at = 9 + name;
    let count = u128::from_le_bytes(saved[at..at + 16].try_into().unwrap());
    let mut front = saved[..saved.len() - 24].to_vec();
    front[at..at + 16].copy_from_slice(&count.wrapping_add(by).to_le_bytes());
    Some(bound(function, &front))
}

#[test]
fn every_carry_is_the_same_on_every_backend() {
    each_subject(|subject| {
        let block = subject.block as u128;
        let data = pattern(9 * subject.block + 3);
        let mut begun = subject.function.hasher();
        begun.update(&data[..3 * subject.block]);
        let saved = begun.save();
        for border in [32, 61, 64, 125, 127] {
            for before in 1..=8 {
                // a multiple of the block, so that what is buffered stays as it is
                let count = (1u128 << border) - before * block;
                let Some(saved) = moved(&subject.portable, &saved, count / block * block) else { continue };
                let finish = |function: &Function| {
                    // frames without a count refuse the change; all must refuse alike
                    function.restore(&saved).ok().map(|mut hasher| {
                        hasher.update(&data[3 * subject.block..]);
                        hasher.finalize()
                    })
                };
                assert_eq!(
                    finish(&subject.function),
                    finish(&subject.portable),
                    "{}: 2^{border}",
                    subject.name
                );
            }
        }
    });
}
