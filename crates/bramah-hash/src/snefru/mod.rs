//! Snefru: Merkle, "A Fast Software One-Way Hash Function", Journal of Cryptology 3 (1990), with eight passes as in
//! version 2.5.

mod rounds;
mod sboxes;

use super::{Info, Lengths, Standing, frame::*, function};
use crate::backend::Candidate;

/// Declares a variant: its types, its names, the number of words of its digest, the lengths in bytes of digest and
/// block, and the digest of the self-test.
macro_rules! snefru {
    ($(#[$doc:meta])* $compress:ident $params:ident $hash:ident $type:ident, $name:literal, $many:literal, $tag:literal, $n:literal,
     $len:literal, $block:literal, $digest:literal) => {
        #[doc = concat!("The compression function of [`", stringify!($type), "`].")]
        pub struct $compress;
        impl Compress for $compress {
            type State = [u32; $n];
            type Block = [u8; $block];

            lists! {
                $hash;
                $name, CompressOps<$compress>,
                &[compress_candidate!($compress, "portable", rounds::compress).indexing()],
                $digest;
                $many, Batch<[u32; $n], ()>, &[Candidate::portable(Batch::ONE_BY_ONE).indexing()]
            }
        }

        #[doc = concat!("The padding and output of [`", stringify!($type), "`]: zeros, and the length in a block of its own.")]
        pub struct $params;
        impl Params for $params {
            type Compress = $compress;
            const BIG_ENDIAN: bool = true;
            const LENGTH_APART: bool = true;
            const MARK: u8 = 0;
        }

        function!(
            $(#[$doc])* $hash, $type, MerkleDamgard<$params>, $len, [0; $n],
            Info {
                specification: "Merkle (1990), 8 passes",
                standing: Standing::Broken,
                ..Info::new($name, $tag, Lengths::fixed($len), $block)
            }
        );
    };
}

snefru!(
    /// Snefru with 128 bits. Broken: collisions are found faster than by brute force. Not constant-time: it indexes
    /// tables by bytes of the message.
    CompressSnefru128 ParamsSnefru128 Snefru128Hash Snefru128, "snefru-128", "snefru-128.many", "SNEFRU-128", 4, 16, 48,
    "ceca72739c6cc56c8266ba2f140c50e3"
);
snefru!(
    /// Snefru with 256 bits. Broken: collisions are found faster than by brute force. Not constant-time: it indexes
    /// tables by bytes of the message.
    CompressSnefru256 ParamsSnefru256 Snefru256Hash Snefru256, "snefru-256", "snefru-256.many", "SNEFRU-256", 8, 32, 32,
    "4bf70cb20586720649ef7c00378ff83163057ff710ced4f957eee5d8f6cccfe2"
);

super::functions! { Snefru128Hash, Snefru256Hash }
