//! Counters at their borders: a message is taken up as if 2^32, 2^61, 2^64 or more bytes had gone
//! before, and every backend must carry as the portable one does.

use crate::kit::{each_subject, pattern};

/// A saved state with another number of bytes before it. The layout: magic, version, name, then
/// the count as 16 bytes little-endian; the seal at the end is made anew.
fn moved(saved: &[u8], by: u128) -> Option<Vec<u8>> {
    let name = saved[8] as usize;
    let at = 9 + name;
    let count = u128::from_le_bytes(saved[at..at + 16].try_into().unwrap());
    let mut out = saved[..saved.len() - 8].to_vec();
    out[at..at + 16].copy_from_slice(&count.wrapping_add(by).to_le_bytes());
    let seal = bramah::Sha256::digest(&out);
    out.extend_from_slice(&seal[..8]);
    Some(out)
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
                let Some(saved) = moved(&saved, count / block * block) else { continue };
                let finish = |function: &bramah::hash::Function| {
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
