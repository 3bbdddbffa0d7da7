//! EDON-R: Gligoroski and others, "Cryptographic Hash Function EDON-R", submission to NIST (2008).

mod rounds;

use super::{Info, Lengths, Standing, frame::*, function};
use crate::backend::{Backend, Candidate};

/// Returns sixteen big-endian words whose bytes count up from `first`.
const fn counting32(first: u32) -> [u32; 16] {
    let mut words = [0; 16];
    let mut i = 0;
    while i < 16 {
        let byte = first + 4 * i as u32;
        words[i] = u32::from_be_bytes([byte as u8, byte as u8 + 1, byte as u8 + 2, byte as u8 + 3]);
        i += 1;
    }
    words
}

/// Returns sixteen big-endian words whose bytes count up from 0x80.
const fn counting64() -> [u64; 16] {
    let halves = [counting32(0x80), counting32(0xc0)];
    let mut words = [0; 16];
    let mut i = 0;
    while i < 16 {
        let half = &halves[i / 8];
        words[i] = (half[2 * (i % 8)] as u64) << 32 | half[2 * (i % 8) + 1] as u64;
        i += 1;
    }
    words
}

/// Declares a variant: its types, its names, its word type, the lengths in bytes of digest and block, the initial
/// state, and the digest of the self-test.
macro_rules! edonr {
    ($(#[$doc:meta])* $compress:ident $params:ident $hash:ident $type:ident, $name:literal, $many:literal, $tag:literal,
     $word:ident, $len:literal, $block:literal, $iv:expr, $digest:literal) => {
        #[doc = concat!("The compression function of [`", stringify!($type), "`].")]
        pub struct $compress;
        impl Compress for $compress {
            type State = [$word; 16];
            type Block = [u8; $block];

            lists! {
                $hash;
                $name, CompressOps<$compress>, &[compress_candidate!($compress, "portable", rounds::$word::compress)],
                $digest;
                $many, Batch<[$word; 16], ()>, &[Candidate::portable(Batch::ONE_BY_ONE)]
            }
        }

        #[doc = concat!("The padding and output of [`", stringify!($type), "`].")]
        pub struct $params;
        impl Params for $params {
            type Compress = $compress;
            const BIG_ENDIAN: bool = false;
            /// Writes the digest, which is the last half of the final state.
            #[inline(always)]
            fn output(_: Backend<CompressOps<$compress>>, state: &mut [$word; 16], out: &mut [u8]) {
                state.write_end_le(out);
            }
        }

        function!(
            $(#[$doc])* $hash, $type, MerkleDamgard<$params>, $len, $iv,
            Info {
                specification: "Gligoroski et al. (2008)",
                standing: Standing::Broken,
                ..Info::new($name, $tag, Lengths::fixed($len), $block)
            }
        );
    };
}

edonr!(
    /// EDON-R with 256 bits, as submitted to NIST. Broken: preimages are found faster than by brute force.
    CompressEdonR256 ParamsEdonR256 EdonR256Hash EdonR256, "edon-r-256", "edon-r-256.many", "EDON-R256",
    u32, 32, 64, counting32(0x40), "708731b81a1c270cb318aa7666b12b7682286fa6d1d8abefea3eaf24f0f6aa70"
);
edonr!(
    /// EDON-R with 512 bits, as submitted to NIST. Broken: preimages are found faster than by brute force.
    CompressEdonR512 ParamsEdonR512 EdonR512Hash EdonR512, "edon-r-512", "edon-r-512.many", "EDON-R512",
    u64, 64, 128, counting64(),
    "de3b33afd5e20b3d39899f4f196cc34a860ef24303dd916c91daf210722f866bad550e4124ed4b9954c97e3b3985d214d72016f524e9138ec0af5af54868c6bf"
);

super::functions! { EdonR256Hash, EdonR512Hash }
