//! JH: Hongjun Wu, "The Hash Function JH" (16 January 2011), of 42 rounds.

mod constants;
mod rounds;
crate::backend::only! {
    x86: {
        mod nibbles;
        use crate::simd::features::Design;
    }
}

use super::{Info, Lengths, frame::*, function};
use crate::backend::{Backend, Candidate, candidates};

/// The compression function F8: section 4.3. The state is its 128 bytes.
pub struct CompressJh;

impl Compress for CompressJh {
    type State = [u64; 16];
    type Block = [u8; 64];

    lists! {
        Jh256Hash;
        "jh", CompressOps<CompressJh>, candidates! {
            x86: [
                compress_candidate!(
                    CompressJh, "avx512vl", "sse4.1,ssse3,avx512f,avx512vl", rounds::avx512vl
                ),
                compress_candidate!(
                    CompressJh, "avx2", "avx2", nibbles::avx2
                ).first_on(Design::Zen5),
                compress_candidate!(CompressJh, "avx", "avx", rounds::avx).first_on(Design::Zen1),
                compress_candidate!(CompressJh, "sse4.1", "sse4.1,ssse3", rounds::sse41),
            ],
            aarch64: [compress_candidate!(CompressJh, "neon", "neon", rounds::neon)],
            wasm: [compress_candidate!(CompressJh, "simd128", "simd128", rounds::simd128)],
            any: [compress_candidate!(CompressJh, "portable", rounds::compress)],
        }, "e62a39aaa4e2f68cee499949f31d0efed146c92ff7048fe0498528ea7e2e78bf";
        "jh.many", Batch<[u64; 16], ()>, candidates! {
            x86: [
                lanes_candidate!(
                    [u64; 16], "avx512", "avx512f,avx512bw,avx512vl", rounds::avx512, lanes: 4, from: 2
                ),
                lanes_candidate!([u64; 16], "avx2", "avx2", rounds::avx2, lanes: 2, from: 2),
            ],
            any: [Candidate::portable(Batch::ONE_BY_ONE)],
        }
    }
}

/// The padding and output of JH: sections 5.1 and 5.4. The digest is the last bytes of the state.
pub struct ParamsJh;
impl Params for ParamsJh {
    type Compress = CompressJh;
    const BIG_ENDIAN: bool = true;
    const LENGTH_LEN: usize = 16;
    const LENGTH_APART: bool = true;

    #[inline(always)]
    fn output(_: Backend<CompressOps<CompressJh>>, state: &mut [u64; 16], out: &mut [u8]) {
        state.write_end_le(out);
    }
}

const fn info(name: &'static str, tag: &'static str, len: usize) -> Info {
    Info { specification: "Wu: The Hash Function JH (2011)", ..Info::new(name, tag, Lengths::fixed(len), 64) }
}

function!(
    /// JH-224.
    Jh224Hash, Jh224, MerkleDamgard<ParamsJh>, 28, constants::IV224, info("jh-224", "JH-224", 28)
);
function!(
    /// JH-256: a finalist of the SHA-3 competition.
    ///
    /// ```
    /// let digest = bramah::Jh256::digest(b"abc");
    /// assert_eq!(digest[..4], [0x92, 0x4b, 0xc8, 0x2f]);
    /// ```
    Jh256Hash, Jh256, MerkleDamgard<ParamsJh>, 32, constants::IV256, info("jh-256", "JH-256", 32)
);
function!(
    /// JH-384.
    Jh384Hash, Jh384, MerkleDamgard<ParamsJh>, 48, constants::IV384, info("jh-384", "JH-384", 48)
);
function!(
    /// JH-512.
    Jh512Hash, Jh512, MerkleDamgard<ParamsJh>, 64, constants::IV512, info("jh-512", "JH-512", 64)
);

super::functions! { Jh224Hash, Jh256Hash, Jh384Hash, Jh512Hash }
