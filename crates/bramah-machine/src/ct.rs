//! Selections and comparisons in constant time: neither time nor memory addresses depend on the values. A mask is all ones for
//! true and zero for false.

use core::hint::black_box;

/// Returns all ones if `a >= b`, and otherwise zero. Both numbers must be below 2^31.
#[inline(always)]
pub fn at_least(a: u32, b: u32) -> u32 {
    // the highest bit of the difference is its sign
    (black_box(a.wrapping_sub(b)) >> 31).wrapping_sub(1)
}

/// Returns all ones if `a == b`, and otherwise zero. Both numbers must be below 2^31.
#[inline(always)]
pub fn equal(a: u32, b: u32) -> u32 {
    at_least(0, a ^ b)
}

/// Returns `yes` if the mask is all ones, and `no` if it is zero.
#[inline(always)]
pub fn select(mask: u32, yes: u32, no: u32) -> u32 {
    no ^ (black_box(mask) & (yes ^ no))
}

/// Returns `value` unchanged and declares it public, although it was computed from secrets (such as whether a tag was right). The
/// test that follows secrets through the code (`tests/constant_time`) recognises this function by its address. The test lists the
/// functions that may call it, and how often each of them does.
#[doc(hidden)]
#[inline(never)]
pub fn declassify(value: u32) -> u32 {
    black_box(value)
}

/// Returns whether two tags are equal. Only the result and the lengths of the tags become public.
#[inline]
pub fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    if let (Ok(a), Ok(b)) = (<[u8; 16]>::try_from(a), <[u8; 16]>::try_from(b)) {
        // 16 bytes are the most common length of a tag
        let difference = u128::from_ne_bytes(a) ^ u128::from_ne_bytes(b);
        return all_zero(black_box(difference as u64 | (difference >> 64) as u64));
    }
    let (whole_a, rest_a) = a.as_chunks();
    let (whole_b, rest_b) = b.as_chunks();
    let mut difference = 0;
    for (a, b) in whole_a.iter().zip(whole_b) {
        difference = black_box(difference | (u64::from_ne_bytes(*a) ^ u64::from_ne_bytes(*b)));
    }
    for (a, b) in rest_a.iter().zip(rest_b) {
        difference = black_box(difference | u64::from(a ^ b));
    }
    all_zero(difference)
}

/// Returns whether no bit is set, and declares the result public.
#[inline(always)]
fn all_zero(difference: u64) -> bool {
    declassify((difference | difference >> 32) as u32) == 0
}
