//! Whirlpool: ISO/IEC 10118-3, dedicated hash function 7; Barreto and Rijmen, "The Whirlpool hashing function", in the
//! final version of 2003.

mod tables;
crate::backend::only! {
    vectors: { mod nibbles; }
    x86: { mod avx512; }
}

use super::{Info, Lengths, frame::*, function};
use crate::backend::{Backend, Candidate, candidates};

/// The S-box (section 3.2 of the paper), built from its three mini-boxes of 16 values as in figure 1.
const SBOX: [u8; 256] = {
    let (mut sbox, mut x) = ([0; 256], 0);
    while x < 256 {
        let (high, low) = (MINI_E[x >> 4], MINI_E_INVERSE[x & 15]);
        let mixed = MINI_R[(high ^ low) as usize];
        sbox[x] = MINI_E[(high ^ mixed) as usize] << 4 | MINI_E_INVERSE[(low ^ mixed) as usize];
        x += 1;
    }
    sbox
};
const MINI_E: [u8; 16] = [1, 11, 9, 12, 13, 6, 15, 3, 14, 8, 7, 4, 10, 2, 5, 0];
const MINI_R: [u8; 16] = [7, 12, 11, 13, 14, 4, 9, 15, 6, 3, 8, 10, 2, 5, 1, 0];
const MINI_E_INVERSE: [u8; 16] = {
    let (mut inverse, mut x) = ([0; 16], 0);
    while x < 16 {
        inverse[MINI_E[x] as usize] = x as u8;
        x += 1;
    }
    inverse
};

/// The first row of the circulant by which the rows are multiplied, in GF(2^8) modulo `POLYNOMIAL`.
const DIFFUSION: [u8; 8] = [1, 1, 4, 1, 8, 5, 2, 9];
const POLYNOMIAL: u16 = 0x11d;

const ROUNDS: usize = 10;

/// The round constants of the key schedule: row 0 of each; the other rows are zero.
const CONSTANTS: [u64; ROUNDS] = {
    let (mut constants, mut i) = ([0; ROUNDS], 0);
    while i < 8 * ROUNDS {
        constants[i / 8] |= (SBOX[i] as u64) << (8 * (i % 8));
        i += 1;
    }
    constants
};

/// The compression function: the block cipher W in Miyaguchi-Preneel mode. Word `i` of the state is row `i`,
/// little-endian.
pub struct CompressWhirlpool;

impl Compress for CompressWhirlpool {
    type State = [u64; 8];
    type Block = [u8; 64];

    lists! {
        WhirlpoolHash;
        "whirlpool", CompressOps<CompressWhirlpool>, candidates! {
            x86: [
                compress_candidate!(
                    CompressWhirlpool, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni",
                    avx512::compress
                ),
                compress_candidate!(CompressWhirlpool, "gfni", "avx2,gfni", nibbles::gfni),
                compress_candidate!(CompressWhirlpool, "avx2", "avx2", nibbles::avx2),
                compress_candidate!(CompressWhirlpool, "sse4.1", "sse4.1,ssse3", nibbles::sse41),
            ],
            aarch64: [compress_candidate!(CompressWhirlpool, "neon", "neon", nibbles::neon)],
            wasm: [compress_candidate!(CompressWhirlpool, "simd128", "simd128", nibbles::simd128)],
            any: [compress_candidate!(CompressWhirlpool, "portable", tables::compress).indexing()],
        },
        "9780c3fa4c818db4ad07280667e910203f2c01fcb3980a059ab227d0468f8da0\
         ebe26629da70082750698549ef20ac643d8309058597184b5a9516c1a682f14e";
        "whirlpool.many", Batch<[u64; 8], ()>, candidates! {
            x86: [
                lanes_candidate!(
                    [u64; 8], "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", avx512::four,
                    lanes: 4, from: 3
                ),
                lanes_candidate!([u64; 8], "gfni", "avx2,gfni", nibbles::gfni_two, lanes: 2, from: 2),
                lanes_candidate!([u64; 8], "avx2", "avx2", nibbles::avx2_two, lanes: 2, from: 2),
            ],
            aarch64: [lanes_candidate!([u64; 8], "neon", "neon", nibbles::neon_two, lanes: 2, from: 2)],
            wasm: [lanes_candidate!([u64; 8], "simd128", "simd128", nibbles::simd128_two, lanes: 2, from: 2)],
            any: [Candidate::portable(Batch::ONE_BY_ONE).indexing()],
        }
    }
}

/// The padding and output of Whirlpool.
pub struct ParamsWhirlpool;
impl Params for ParamsWhirlpool {
    type Compress = CompressWhirlpool;
    const BIG_ENDIAN: bool = true;
    const LENGTH_LEN: usize = 32;

    #[inline(always)]
    fn output(_: Backend<CompressOps<CompressWhirlpool>>, state: &mut [u64; 8], out: &mut [u8]) {
        state.write_le(out);
    }
}

function!(
    /// Whirlpool: ISO/IEC 10118-3.
    ///
    /// ```
    /// use bramah::Whirlpool;
    ///
    /// assert_eq!(Whirlpool::digest(b"abc")[..4], [0x4e, 0x24, 0x48, 0xa4]);
    /// ```
    WhirlpoolHash, Whirlpool, MerkleDamgard<ParamsWhirlpool>, 64,
    [0; 8],
    Info {
        specification: "ISO/IEC 10118-3",
        standing: super::Standing::Legacy,
        ..Info::new("whirlpool", "WHIRLPOOL", Lengths::fixed(64), 64)
    }
);

super::functions! { WhirlpoolHash }
