//! Checksums that are sums of the bytes of the message.

/// The modulus of Adler-32: the largest prime below 2^16 (RFC 1950, section 8.2).
pub(super) const ADLER: u32 = 65521;
/// The maximum number of bytes after which the second sum of Adler-32 still fits into 32 bits.
pub(super) const ADLER_RUN: usize = 5552;

/// Updates Adler-32: the low half is the sum of the bytes; the high half is the sum of the low half after each byte.
#[inline(always)]
pub(super) fn adler(sum: &mut u64, data: &[u8]) {
    let [mut a, mut b] = [*sum as u32 & 0xffff, *sum as u32 >> 16];
    for run in data.chunks(ADLER_RUN) {
        // sixteen bytes at a time are added, independently of one another; overflow is not checked, because no sum
        // overflows within a run, and a check would be a branch on the data
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

/// Updates the sum of BSD: 16 bits, rotated right by one bit before each byte is added.
#[inline(always)]
pub(super) fn bsd(sum: &mut u64, data: &[u8]) {
    let mut s = *sum as u16;
    for byte in data {
        s = s.rotate_right(1).wrapping_add(u16::from(*byte));
    }
    *sum = u64::from(s);
}

/// Updates the sum of System V: the sum of the bytes modulo 2^32.
#[inline(always)]
pub(super) fn sysv(sum: &mut u64, data: &[u8]) {
    let mut s = *sum as u32;
    for byte in data {
        s = s.wrapping_add(u32::from(*byte));
    }
    *sum = u64::from(s);
}

/// Returns the 16-bit result of System V: the sum of both halves of `sum`, with the carry added.
pub(super) const fn folded(sum: u64) -> u64 {
    let once = (sum & 0xffff).wrapping_add(sum >> 16 & 0xffff);
    (once & 0xffff).wrapping_add(once >> 16)
}
