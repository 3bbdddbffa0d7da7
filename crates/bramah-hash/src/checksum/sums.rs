//! Checksums that add bytes.

/// The largest prime below 2^16 (RFC 1950, section 8.2).
const ADLER: u32 = 65521;
/// The most bytes after which the second sum of Adler-32 still fits into 32 bits.
const ADLER_RUN: usize = 5552;

/// Adler-32: the sum of the bytes in the low half, and in the high half the sum of all those sums.
#[inline(always)]
pub(super) fn adler(sum: &mut u64, data: &[u8]) {
    let [mut a, mut b] = [*sum as u32 & 0xffff, *sum as u32 >> 16];
    for run in data.chunks(ADLER_RUN) {
        // bytes that are added sixteen at a time do not wait for each other; nothing wraps within a run, and a check for that
        // would be a branch on the data
        let (rows, rest) = run.as_chunks::<16>();
        for row in rows {
            let (mut plain, mut weighted) = (0u32, 0u32);
            for (byte, weight) in row.iter().zip((1..=16u32).rev()) {
                plain = plain.wrapping_add(u32::from(*byte));
                weighted = weighted.wrapping_add(weight.wrapping_mul(u32::from(*byte)));
            }
            b = b.wrapping_add(a.wrapping_mul(16)).wrapping_add(weighted);
            a = a.wrapping_add(plain);
        }
        for byte in rest {
            a = a.wrapping_add(u32::from(*byte));
            b = b.wrapping_add(a);
        }
        (a, b) = (a % ADLER, b % ADLER);
    }
    *sum = u64::from(b << 16 | a);
}

/// The sum of BSD: 16 bits that are rotated to the right by one bit before each byte is added.
#[inline(always)]
pub(super) fn bsd(sum: &mut u64, data: &[u8]) {
    let mut s = *sum as u16;
    for byte in data {
        s = s.rotate_right(1).wrapping_add(u16::from(*byte));
    }
    *sum = u64::from(s);
}

/// The sum of System V: the bytes are added modulo 2^32.
#[inline(always)]
pub(super) fn sysv(sum: &mut u64, data: &[u8]) {
    let mut s = *sum as u32;
    for byte in data {
        s = s.wrapping_add(u32::from(*byte));
    }
    *sum = u64::from(s);
}

/// Returns the 16 bits of System V: the halves of the sum are added, and what that carries is added once more.
pub(super) const fn folded(sum: u64) -> u64 {
    let once = (sum & 0xffff).wrapping_add(sum >> 16 & 0xffff);
    (once & 0xffff).wrapping_add(once >> 16)
}
