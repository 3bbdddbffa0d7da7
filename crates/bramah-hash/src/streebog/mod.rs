//! Streebog: GOST R 34.11-2012 (RFC 6986).

mod constants;
mod tables;
crate::backend::only! {
    vectors: { mod nibbles; }
    x86: { mod avx512; }
}

use super::{
    Info, Lengths, Standing,
    frame::{
        summed::{ChecksumOps, Compress, Params},
        *,
    },
    function,
};
use crate::backend::{Candidate, candidates};

/// The compression function g (section 8). The state consists of the chaining value and the sum of the blocks, in
/// little-endian words.
pub struct CompressStreebog;

impl Compress for CompressStreebog {
    type State = [u64; 16];
    type Block = [u8; 64];

    lists! {
        Streebog512Hash;
        "streebog", ChecksumOps<CompressStreebog>, candidates! {
            x86: [
                checksum_candidate!(
                    CompressStreebog, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni",
                    avx512::compress
                ),
                checksum_candidate!(CompressStreebog, "gfni", "avx2,gfni", nibbles::gfni),
                checksum_candidate!(CompressStreebog, "avx2", "avx2", nibbles::avx2),
                checksum_candidate!(CompressStreebog, "sse4.1", "sse4.1,ssse3", nibbles::sse41),
            ],
            aarch64: [checksum_candidate!(CompressStreebog, "neon", "neon", nibbles::neon)],
            wasm: [checksum_candidate!(CompressStreebog, "simd128", "simd128", nibbles::simd128)],
            any: [checksum_candidate!(CompressStreebog, "portable", tables::compress).indexing()],
        },
        "872c9f5c69c7c9785ba68b8bb8f8c20c75dc0267436bdd96990dfda9a00bd232\
         e6c87ec47edd1d275864880434368e0f15fce145fdd126cfe1ac78455e5f7686";
        "streebog.many", Batch<[u64; 16], Place>, candidates! {
            x86: [
                lanes_candidate!(
                    [u64; 16]: Place, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", avx512::four,
                    lanes: 4, from: 4
                ),
            ],
            any: [Candidate::portable(Batch::ONE_BY_ONE).indexing()],
        }
    }
}

/// Splits the state into the chaining value and the sum of the blocks.
#[inline(always)]
fn split(state: &mut [u64; 16]) -> (&mut [u64; 8], &mut [u64; 8]) {
    let [hash, sum] = state.as_chunks_mut().0 else { unreachable!("sixteen words") };
    (hash, sum)
}

/// Returns the counter N and the message words of block `i` of a run. If it is a message block, adds it to the sum.
#[inline(always)]
fn inputs(sum: &mut [u64; 8], place: &Place, i: usize, block: &[u8; 64]) -> ([u64; 8], [u64; 8]) {
    let bits =
        |bytes: u128| [(bytes << 3) as u64, (bytes >> 61) as u64, (bytes >> 125) as u64, 0, 0, 0, 0, 0];
    match place.part(i, 64) {
        Part::Message(before) => {
            let (mut message, mut carry) = ([0; 8], false);
            for ((word, sum), bytes) in message.iter_mut().zip(sum).zip(block.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
                let (next, first) = sum.overflowing_add(*word);
                let (next, second) = next.overflowing_add(u64::from(carry));
                (*sum, carry) = (next, first | second);
            }
            (bits(before), message)
        }
        Part::Length(bytes) => ([0; 8], bits(bytes)),
        Part::Sum => ([0; 8], *sum),
    }
}

/// Streebog with digests of `LEN` bytes: its padding (section 9) and its output, which is the last `LEN` bytes of the
/// chaining value.
pub struct ParamsStreebog<const LEN: usize>;
impl<const LEN: usize> Params for ParamsStreebog<LEN> {
    type Compress = CompressStreebog;
    const MARK: Option<u8> = Some(1);

    #[inline(always)]
    fn output(state: &[u64; 16], out: &mut [u8]) {
        let mut hash = [0; 64];
        state.write_le(&mut hash);
        out.copy_from_slice(&hash[64 - LEN..]);
    }
}

const fn info(name: &'static str, tag: &'static str, aliases: &'static [&'static str], len: usize) -> Info {
    Info {
        aliases,
        standing: Standing::Legacy,
        specification: "GOST R 34.11-2012, RFC 6986",
        ..Info::new(name, tag, Lengths::fixed(len), 64)
    }
}

/// Returns a start: an initial chaining value of eight equal words (section 6.1), and a sum of 0.
const fn start(word: u64) -> [u64; 16] {
    [word, word, word, word, word, word, word, word, 0, 0, 0, 0, 0, 0, 0, 0]
}

function!(
    /// Streebog-256: GOST R 34.11-2012. The digest has its bytes in memory order, as in every library; the standard
    /// prints them from the last to the first.
    ///
    /// Use it only where it is required: its S-box has a structure that the standard does not explain (Perrin,
    /// "Partitions in the S-box of Streebog and Kuznyechik", 2019).
    Streebog256Hash, Streebog256, Checksum<ParamsStreebog<32>>, 32,
    start(0x0101010101010101),
    info("streebog-256", "STREEBOG-256", &["gost12-256", "md_gost12_256", "stribog-256"], 32)
);
function!(
    /// Streebog-512: GOST R 34.11-2012.
    ///
    /// ```
    /// use bramah::Streebog512;
    ///
    /// assert_eq!(Streebog512::digest(b"abc")[..4], [0x28, 0x15, 0x6e, 0x28]);
    /// ```
    Streebog512Hash, Streebog512, Checksum<ParamsStreebog<64>>, 64,
    start(0),
    info("streebog-512", "STREEBOG-512", &["gost12-512", "md_gost12_512", "stribog-512"], 64)
);

super::functions! { Streebog256Hash, Streebog512Hash }
