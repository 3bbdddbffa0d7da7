//! Grøstl: "Grøstl - a SHA-3 candidate", version of 2 March 2011 (the finalist, with the tweak of
//! round 3).

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod aes;
mod constants;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod gfni;
mod tables;

use super::{
    Hash, Hasher, Info, Lengths, Options, Standing,
    frame::{
        Batch, Compress, MerkleDamgard, Ops, Params, State, StateStart, batch_agrees, compress_candidate,
        digest_agrees,
    },
};
use crate::backend::{Backend, Candidate, Dispatch};
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use crate::hash::frame::lanes_candidate;

/// The compression function and output transformation of digests of up to 32 bytes: section 3.2.
pub struct CompressShort;

impl Compress for CompressShort {
    type State = [u64; 8];
    type Block = [u8; 64];

    fn dispatch() -> &'static Dispatch<Ops<Self>> {
        static DISPATCH: Dispatch<Ops<CompressShort>> = Dispatch::new(
            "groestl256",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressShort, "avx512", "avx512f,avx512bw,avx512vbmi,gfni", gfni::short::compress; gfni::short::transform),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressShort, "gfni", "avx2,vaes,gfni", aes::gfni::short::compress; aes::gfni::short::transform),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressShort, "vaes", "avx2,vaes", aes::vaes::short::compress; aes::vaes::short::transform),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressShort, "aes-ni", "avx2,aes", aes::aes_ni::short::compress; aes::aes_ni::short::transform),
                compress_candidate!(CompressShort, "portable", tables::short::compress; tables::short::transform).indexing(),
            ],
            |backend| {
                digest_agrees::<GroestlShortHash>(
                    backend,
                    "6cf3d880bad7984385e4f5a313c8558b5c96cf1f1fd970f1f96557529295095d",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u64; 8], ()>> {
        static DISPATCH: Dispatch<Batch<[u64; 8], ()>> = Dispatch::new(
            "groestl256.many",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(CompressShort, "gfni", "avx2,vaes,gfni", aes::gfni::two, 2, 2),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(CompressShort, "vaes", "avx2,vaes", aes::vaes::two, 2, 2),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                lanes_candidate!(CompressShort, "aes-ni", "avx2,aes", aes::aes_ni::two, 2, 2),
                Candidate::portable(Batch::ONE_BY_ONE),
            ],
            batch_agrees::<GroestlShortHash>,
        );
        &DISPATCH
    }
}

/// The compression function and output transformation of longer digests.
pub struct CompressLong;

impl Compress for CompressLong {
    type State = [u64; 16];
    type Block = [u8; 128];

    fn dispatch() -> &'static Dispatch<Ops<Self>> {
        static DISPATCH: Dispatch<Ops<CompressLong>> = Dispatch::new(
            "groestl512",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressLong, "avx512", "avx512f,avx512bw,avx512vbmi,gfni", gfni::long::compress; gfni::long::transform),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressLong, "gfni", "avx2,vaes,gfni", aes::gfni::long::compress; aes::gfni::long::transform),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressLong, "vaes", "avx2,vaes", aes::vaes::long::compress; aes::vaes::long::transform),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressLong, "aes-ni", "avx2,aes", aes::aes_ni::long::compress; aes::aes_ni::long::transform),
                compress_candidate!(CompressLong, "portable", tables::long::compress; tables::long::transform).indexing(),
            ],
            |backend| {
                digest_agrees::<GroestlLongHash>(
                    backend,
                    "3467cf6189535c316e6a4e9081fabe6b308758f7a515ea76205dc62d711d5daf\
                     0478628fbcd8fa3e4fe348173f2b5f8c77e4bb34a8a3fa0c1ad24511be15c87d",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u64; 16], ()>> {
        static DISPATCH: Dispatch<Batch<[u64; 16], ()>> = Dispatch::new(
            "groestl512.many",
            &[Candidate::portable(Batch::ONE_BY_ONE)],
            batch_agrees::<GroestlLongHash>,
        );
        &DISPATCH
    }
}

/// Declares how the functions over a compression pad and write.
macro_rules! params {
    ($params:ident, $compress:ident) => {
        #[doc = concat!("How functions over [`", stringify!($compress), "`] pad and write: sections 3.5 and 3.3.")]
        pub struct $params;
        impl Params for $params {
            type Compress = $compress;
            const BIG_ENDIAN: bool = true;
            const COUNTS_BLOCKS: bool = true;
            #[inline(always)]
            fn output(
                backend: Backend<Ops<$compress>>,
                state: &mut <$compress as Compress>::State,
                out: &mut [u8],
            ) {
                backend.transform(state);
                state.write_end_le(out);
            }
        }
    };
}
params!(ParamsShort, CompressShort);
params!(ParamsLong, CompressLong);

/// Digests of up to 256 bits, and longer ones, are functions of two states: section 3.1.
const fn info(min: usize, max: usize, named: &'static [usize], block_len: usize) -> Info {
    let lengths = Lengths { min, max, default: max, except: 0, named };
    Info {
        specification: "Grøstl (2011)",
        standing: Standing::Legacy,
        ..Info::new("groestl", "GROESTL", lengths, block_len)
    }
}

/// Declares a function: the start is the length of the digest in bits, at the end of the state
/// (section 3.3).
macro_rules! function {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $params:ty, $columns:literal, $info:expr, $($alias:ident = $bits:literal)*) => {
        #[doc = concat!("What [`", stringify!($type), "`] is.")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = MerkleDamgard<$params>;
            const INFO: Info = $info;
            #[inline]
            fn start(_: &Options<'_>, length: usize) -> super::Start<Self> {
                let mut state = [0; $columns];
                state[$columns - 1] = (8 * length as u64).swap_bytes();
                StateStart::new(state)
            }
        }
        $(#[$doc])*
        pub type $type<const N: usize> = Hasher<$hash, N>;
        $(
            #[doc = concat!("Grøstl-", $bits, ".")]
            pub type $alias = $type<{ $bits / 8 }>;
        )*
    };
}

function!(
    /// Grøstl with digests of `N` bytes, 1 to 32: the short variants.
    ///
    /// ```
    /// use bramah::Groestl256;
    ///
    /// assert_eq!(Groestl256::digest(b"abc")[..4], [0xf3, 0xc1, 0xbb, 0x19]);
    /// ```
    GroestlShort, GroestlShortHash, ParamsShort, 8, info(1, 32, &[28, 32], 64),
    Groestl224 = 224 Groestl256 = 256
);
function!(
    /// Grøstl with digests of `N` bytes, 33 to 64: the long variants.
    GroestlLong, GroestlLongHash, ParamsLong, 16, info(33, 64, &[48, 64], 128),
    Groestl384 = 384 Groestl512 = 512
);

super::functions! { GroestlShortHash, GroestlLongHash }
