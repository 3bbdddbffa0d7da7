//! The constants of Streebog (RFC 6986, section 6).

pub(super) use crate::primitives::streebog::PI;

/// The linear transformation of 64-bit words (section 6.4) as a matrix over GF(2^8) with `POLYNOMIAL`. It has this form
/// if the bits of a byte are read in the order in which the standard prints them. Row `j`, column `b` is the factor of
/// byte `j` in byte `b` of the result, little-endian.
pub(super) const MATRIX: [[u8; 8]; 8] = [
    [0x83, 0xe0, 0x8e, 0x2b, 0x4b, 0x31, 0x1c, 0x64],
    [0x18, 0xdc, 0xf5, 0x9e, 0x4f, 0x47, 0x8b, 0xa4],
    [0x28, 0x77, 0x32, 0x8a, 0xd9, 0x86, 0x7d, 0xf9],
    [0x9e, 0xa8, 0x10, 0x18, 0x65, 0x8c, 0x06, 0x5b],
    [0x38, 0xc1, 0x93, 0xba, 0x8c, 0x65, 0x21, 0x03],
    [0x50, 0x89, 0x8a, 0x32, 0xa9, 0x9c, 0xcc, 0xac],
    [0x8e, 0x98, 0x83, 0x1a, 0x01, 0x0f, 0xb6, 0x46],
    [0x64, 0x87, 0x46, 0xb2, 0x07, 0x8b, 0x47, 0x83],
];
pub(super) const POLYNOMIAL: u16 = 0x11d;

/// The iteration constants (section 6.5), little-endian.
#[rustfmt::skip]
pub(super) const CONSTANTS: [[u64; 8]; 12] = [
    [
        0xdd806559f2a64507, 0x05767436cc744d23, 0xa2422a08a460d315, 0x4b7ce09192676901,
        0x714eb88d7585c4fc, 0x2f6a76432e45d016, 0xebcb2f81c0657c1f, 0xb1085bda1ecadae9,
    ],
    [
        0xe679047021b19bb7, 0x55dda21bd7cbcd56, 0x5cb561c2db0aa7ca, 0x9ab5176b12d69958,
        0x61d55e0f16b50131, 0xf3feea720a232b98, 0x4fe39d460f70b5d7, 0x6fa3b58aa99d2f1a,
    ],
    [
        0x991e96f50aba0ab2, 0xc2b6f443867adb31, 0xc1c93a376062db09, 0xd3e20fe490359eb1,
        0xf2ea7514b1297b7b, 0x06f15e5f529c1f8b, 0x0a39fc286a3d8435, 0xf574dcac2bce2fc7,
    ],
    [
        0x220cbebc84e3d12e, 0x3453eaa193e837f1, 0xd8b71333935203be, 0xa9d72c82ed03d675,
        0x9d721cad685e353f, 0x488e857e335c3c7d, 0xf948e1a05d71e4dd, 0xef1fdfb3e81566d2,
    ],
    [
        0x601758fd7c6cfe57, 0x7a56a27ea9ea63f5, 0xdfff00b723271a16, 0xbfcd1747253af5a3,
        0x359e35d7800fffbd, 0x7f151c1f1686104a, 0x9a3f410c6ca92363, 0x4bea6bacad474799,
    ],
    [
        0xfa68407a46647d6e, 0xbf71c57236904f35, 0x0af21f66c2bec6b6, 0xcffaa6b71c9ab7b4,
        0x187f9ab49af08ec6, 0x2d66c4f95142a46c, 0x6fa4c33b7a3039c0, 0xae4faeae1d3ad3d9,
    ],
    [
        0x8886564d3a14d493, 0x3517454ca23c4af3, 0x06476983284a0504, 0x0992abc52d822c37,
        0xd3473e33197a93c9, 0x399ec6c7e6bf87c9, 0x51ac86febf240954, 0xf4c70e16eeaac5ec,
    ],
    [
        0xa47f0dd4bf02e71e, 0x36acc2355951a8d9, 0x69d18d2bd1a5c42f, 0xf4892bcb929b0690,
        0x89b4443b4ddbc49a, 0x4eb7f8719c36de1e, 0x03e7aa020c6e4141, 0x9b1f5b424d93c9a7,
    ],
    [
        0x7261445183235adb, 0x0e38dc92cb1f2a60, 0x7b2b8a9aa6079c54, 0x800a440bdbb2ceb1,
        0x3cd955b7e00d0984, 0x3a7d3a1b25894224, 0x944c9ad8ec165fde, 0x378f5a541631229b,
    ],
    [
        0x74b4c7fb98459ced, 0x3698fad1153bb6c3, 0x7a1e6c303b7652f4, 0x9fe76702af69334b,
        0x1fffe18a1b336103, 0x8941e71cff8a78db, 0x382ae548b2e4f3f3, 0xabbedea680056f52,
    ],
    [
        0x6bcaa4cd81f32d1b, 0xdea2594ac06fd85d, 0xefbacd1d7d476e98, 0x8a1d71efea48b9ca,
        0x2001802114846679, 0xd8fa6bbbebab0761, 0x3002c6cd635afe94, 0x7bcd9ed0efc889fb,
    ],
    [
        0x48bc924af11bd720, 0xfaf417d5d9b21b99, 0xe71da4aa88e12852, 0x5d80ef9d1891cc86,
        0xf82012d430219f9b, 0xcda43c32bcdf1d77, 0xd21380b00449b17a, 0x378ee767f11631ba,
    ],
];
