//! Adler-32 with sums of columns in registers.

use super::sums::{ADLER, ADLER_RUN, adler};
use crate::simd::{Simd128, sums::Sums};

/// The length of a row of bytes, each of which is added to the sums of its column.
const ROW: usize = 16;
/// The number of rows after which the sums of a column are still less than 2^15: a byte is at most 255, and the sum of 0 to 15 is
/// 120.
const ROWS: usize = 16;
const GROUP: usize = ROW * ROWS;

/// Updates Adler-32. The second sum contains a byte at place `i` of its row `16 - i` times for its own row, and 16 times for each
/// later row. So a column needs two sums: of its bytes, and of the sum of its bytes before each row.
#[inline(always)]
pub(super) fn update(isa: Simd128, sum: &mut u64, data: &[u8]) {
    let (groups, rest) = data.as_chunks::<GROUP>();
    for run in groups.chunks(ADLER_RUN / GROUP) {
        let [mut a, mut b] = [*sum as u32 & 0xffff, *sum as u32 >> 16];
        for group in run {
            let (mut bytes, mut before) = (Sums::zero(isa), Sums::zero(isa));
            for row in group.as_chunks::<ROW>().0 {
                before = before.plus(bytes);
                bytes = bytes.plus_bytes(row);
            }
            let [earlier, _] = before.total_and_weighted();
            let [total, weighted] = bytes.total_and_weighted();
            b = b.wrapping_add(a.wrapping_mul(GROUP as u32));
            b = b.wrapping_add(earlier.wrapping_mul(ROW as u32)).wrapping_add(weighted);
            a = a.wrapping_add(total);
        }
        (a, b) = (a % ADLER, b % ADLER);
        *sum = u64::from(b << 16 | a);
    }
    adler(sum, rest);
}
