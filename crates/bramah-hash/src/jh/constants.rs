//! The round constants of JH (appendix A of the specification), which are computed here, and the initial states
//! (section 5), which a test verifies.
//!
//! The specification lists the constant of a round as one bit for each of 256 elements, in the order to which the permutations
//! of the previous rounds have moved the elements. In the kernels the elements stay in place except for some exchanges, so each
//! bit is moved to the position of its element.

/// The two S-boxes; a bit of the round constant selects one for each element (section 4.2.1).
pub(super) const S: [[u8; 16]; 2] = [
    [9, 0, 4, 11, 13, 12, 3, 15, 1, 10, 2, 6, 7, 5, 8, 14],
    [3, 12, 6, 13, 5, 7, 1, 9, 15, 2, 0, 4, 11, 10, 14, 8],
];

/// The constant of the first round: the fraction of the square root of 2 (appendix A).
const FIRST: [u64; 4] =
    [0x6a09_e667_f3bc_c908, 0xb2fb_1366_ea95_7d3e, 0x3ade_c175_1277_5099, 0xda2f_590b_0667_322a];

/// The number of rounds.
const ROUNDS: usize = 42;

/// Returns the positions to which the permutation P moves each of `N` elements (section 4.2.3).
const fn permuted<const N: usize>() -> [usize; N] {
    let (mut to, mut i) = ([0; N], 0);
    while i < N {
        let l = if i % 4 >= 2 { i ^ 1 } else { i };
        let l = if l % 2 == 0 { l / 2 } else { N / 2 + l / 2 };
        to[i] = if l >= N / 2 { l ^ 1 } else { l };
        i += 1;
    }
    to
}

/// Multiplies by 2 in GF(2^4) (section 4.2.2).
pub(super) const fn double(a: u8) -> u8 {
    let a = a << 1;
    if a >= 16 { a ^ 0x13 } else { a }
}

/// The round constants as 64 elements of four bits, each computed from the previous one by a round of 64 elements
/// (appendix A).
const CONSTANTS: [[u8; 64]; ROUNDS] = {
    let mut all = [[0; 64]; ROUNDS];
    let permuted = permuted::<64>();
    let (mut constant, mut i) = ([0; 64], 0);
    while i < 64 {
        constant[i] = (FIRST[i / 16] >> (60 - 4 * (i % 16))) as u8 & 15;
        i += 1;
    }
    let mut r = 0;
    while r < ROUNDS {
        all[r] = constant;
        let (mut next, mut k) = ([0; 64], 0);
        while k < 64 {
            let (mut a, mut b) = (S[0][constant[k] as usize], S[0][constant[k + 1] as usize]);
            b ^= double(a);
            a ^= double(b);
            next[permuted[k]] = a;
            next[permuted[k + 1]] = b;
            k += 2;
        }
        constant = next;
        r += 1;
    }
    all
};

/// Returns the round constants for a kernel in which element `2 * i` begins at bit `i` of the even half, and element
/// `2 * i + 1` at bit `i` of the odd half. After round `r`, if bit `r % 7` of `exchanged` is set, the kernel swaps
/// elements of the odd half at a distance of `2^(r % 7)`. A constant is 16 bytes for the even half and 16 bytes for the
/// odd half.
pub(super) const fn placed(exchanged: u32) -> [[[u8; 16]; 2]; ROUNDS] {
    let permuted = permuted::<256>();
    // for each position, the number of the element that is at it
    let (mut element, mut i) = ([0; 256], 0);
    while i < 256 {
        element[i] = 2 * (i % 128) + i / 128;
        i += 1;
    }
    let (mut placed, mut r) = ([[[0; 16]; 2]; ROUNDS], 0);
    while r < ROUNDS {
        let (mut next, mut i) = ([0; 256], 0);
        while i < 256 {
            let bit = CONSTANTS[r][element[i] / 4] >> (3 - element[i] % 4) & 1;
            placed[r][i / 128][i % 128 / 8] |= bit << (7 - i % 8);
            let to = if i >= 128 && exchanged >> (r % 7) & 1 == 1 { i ^ 1 << (r % 7) } else { i };
            next[to] = permuted[element[i]];
            i += 1;
        }
        element = next;
        r += 1;
    }
    placed
}

/// Converts a state from its printed form, with the bytes of a word from left to right, to little-endian words.
const fn state(mut printed: [u64; 16]) -> [u64; 16] {
    let mut i = 0;
    while i < 16 {
        printed[i] = printed[i].swap_bytes();
        i += 1;
    }
    printed
}

/// The initial state of JH-224.
#[rustfmt::skip]
pub(super) const IV224: [u64; 16] = state([
    0x2dfedd62f99a98ac, 0xae7cacd619d634e7, 0xa4831005bc301216, 0xb86038c6c9661494,
    0x66d9899f2580706f, 0xce9ea31b1d9b1adc, 0x11e8325f7b366e10, 0xf994857f02fa06c1,
    0x1b4f1b5cd8c840b3, 0x97f6a17f6e738099, 0xdcdf93a5adeaa3d3, 0xa431e8dec9539a68,
    0x22b4a98aec86a1e4, 0xd574ac959ce56cf0, 0x15960deab5ab2bbf, 0x9611dcf0dd64ea6e,
]);

/// The initial state of JH-256.
#[rustfmt::skip]
pub(super) const IV256: [u64; 16] = state([
    0xeb98a3412c20d3eb, 0x92cdbe7b9cb245c1, 0x1c93519160d4c7fa, 0x260082d67e508a03,
    0xa4239e267726b945, 0xe0fb1a48d41a9477, 0xcdb5ab26026b177a, 0x56f024420fff2fa8,
    0x71a396897f2e4d75, 0x1d144908f77de262, 0x277695f776248f94, 0x87d5b6574780296c,
    0x5c5e272dac8e0d6c, 0x518450c657057a0f, 0x7be4d367702412ea, 0x89e3ab13d31cd769,
]);

/// The initial state of JH-384.
#[rustfmt::skip]
pub(super) const IV384: [u64; 16] = state([
    0x481e3bc6d813398a, 0x6d3b5e894ade879b, 0x63faea68d480ad2e, 0x332ccb21480f8267,
    0x98aec84d9082b928, 0xd455ea3041114249, 0x36f555b2924847ec, 0xc7250a93baf43ce1,
    0x569b7f8a27db454c, 0x9efcbd496397af0e, 0x589fc27d26aa80cd, 0x80c08b8c9deb2eda,
    0x8a7981e8f8d5373a, 0xf43967adddd17a71, 0xa9b4d3bda475d394, 0x976c3fba9842737f,
]);

/// The initial state of JH-512.
#[rustfmt::skip]
pub(super) const IV512: [u64; 16] = state([
    0x6fd14b963e00aa17, 0x636a2e057a15d543, 0x8a225e8d0c97ef0b, 0xe9341259f2b3c361,
    0x891da0c1536f801e, 0x2aa9056bea2b6d80, 0x588eccdb2075baa6, 0xa90f3a76baf83bf7,
    0x0169e60541e34a69, 0x46b58a8e2e6fe65a, 0x1047a7d0c1843c24, 0x3b6e71b12d5ac199,
    0xcf57f6ec9db1f856, 0xa706887c5716b156, 0xe3c2fcdfe68517fb, 0x545a4678cc8cdd4b,
]);
