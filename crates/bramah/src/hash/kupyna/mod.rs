//! Kupyna: DSTU 7564:2014; in English, "A New Standard of Ukraine: The Kupyna Hash Function"
//! (Oliynykov and others, 2015).

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod avx2;
mod constants;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
mod gfni;
mod tables;

use super::{
    Hash, Hasher, Info, Lengths, Options, Parameter, Takes,
    frame::{
        Batch, Compress, Envelope, EnvelopeStart, Ops, Params, State, batch_agrees, compress_candidate,
        digest_agrees,
    },
};
use crate::{
    Error,
    backend::{Backend, Candidate, Dispatch},
};

/// The compression function and output transformation of digests of up to 32 bytes: section 5.
pub struct CompressShort;

impl Compress for CompressShort {
    type State = [u64; 8];
    type Block = [u8; 64];

    fn dispatch() -> &'static Dispatch<Ops<Self>> {
        static DISPATCH: Dispatch<Ops<CompressShort>> = Dispatch::new(
            "kupyna256",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressShort, "avx512", "avx512f,avx512bw,avx512vbmi,gfni", gfni::short::compress; gfni::short::transform),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressShort, "avx2", "avx2", avx2::short::compress; avx2::short::transform),
                compress_candidate!(CompressShort, "portable", tables::short::compress; tables::short::transform).indexing(),
            ],
            |backend| {
                digest_agrees::<KupynaShortHash>(
                    backend,
                    "54d5d945cc837cbda4b093d76a4fc0202c78083e875997b6b9fc0ed2f8d81128",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u64; 8], ()>> {
        static DISPATCH: Dispatch<Batch<[u64; 8], ()>> = Dispatch::new(
            "kupyna256.many",
            &[Candidate::portable(Batch::ONE_BY_ONE)],
            batch_agrees::<KupynaShortHash>,
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
            "kupyna512",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressLong, "avx512", "avx512f,avx512bw,avx512vbmi,gfni", gfni::long::compress; gfni::long::transform),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                compress_candidate!(CompressLong, "avx2", "avx2", avx2::long::compress; avx2::long::transform),
                compress_candidate!(CompressLong, "portable", tables::long::compress; tables::long::transform).indexing(),
            ],
            |backend| {
                digest_agrees::<KupynaLongHash>(
                    backend,
                    "afdef8aabdeb5671ca85f948d7c6f02e00847eace7aed7819a75b436d36afe75\
                     7b6f99a70a1a045ab3556ba6aee6ae8fbbebbf8ca22819c7bf2340f5bfee61c8",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u64; 16], ()>> {
        static DISPATCH: Dispatch<Batch<[u64; 16], ()>> = Dispatch::new(
            "kupyna512.many",
            &[Candidate::portable(Batch::ONE_BY_ONE)],
            batch_agrees::<KupynaLongHash>,
        );
        &DISPATCH
    }
}

/// Declares how the functions over a compression pad and write.
macro_rules! params {
    ($params:ident, $compress:ident) => {
        #[doc = concat!("How functions over [`", stringify!($compress), "`] pad and write: section 5.")]
        pub struct $params;
        impl Params for $params {
            type Compress = $compress;
            const BIG_ENDIAN: bool = false;
            const LENGTH_LEN: usize = 12;
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

/// The lengths of digests for which the message authentication code is defined. The key is as long.
const MAC_LENGTHS: [usize; 3] = [32, 48, 64];

const fn info(lengths: Lengths, block_len: usize, takes: &'static [Takes]) -> Info {
    Info { specification: "DSTU 7564:2014", takes, ..Info::new("kupyna", "KUPYNA", lengths, block_len) }
}

/// Declares a function: the start is the size of the state in bytes (section 5).
macro_rules! function {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $params:ty, $columns:literal, $info:expr, $($alias:ident = $bits:literal)*) => {
        #[doc = concat!("What [`", stringify!($type), "`] is.")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = Envelope<$params>;
            const INFO: Info = $info;
            /// A key is as long as the digest.
            fn check(options: &Options<'_>, length: usize) -> Result<(), Error> {
                let key = options.key.len();
                if key == 0 || key == length && MAC_LENGTHS.contains(&length) {
                    return Ok(());
                }
                let only = if MAC_LENGTHS.contains(&length) { length } else { 0 };
                Err(Error::ParameterLength { name: Parameter::Key.name(), length: key, min: only, max: only })
            }
            #[inline]
            fn start(options: &Options<'_>, _: usize) -> super::Start<Self> {
                let mut state = [0; $columns];
                state[0] = 8 * $columns;
                if options.key.is_empty() {
                    EnvelopeStart::new(state)
                } else {
                    EnvelopeStart::keyed(state, options.key)
                }
            }
        }
        $(#[$doc])*
        pub type $type<const N: usize> = Hasher<$hash, N>;
        $(
            #[doc = concat!("Kupyna-", $bits, ".")]
            pub type $alias = $type<{ $bits / 8 }>;
        )*
    };
}

function!(
    /// Kupyna with digests of `N` bytes, 1 to 32: the state of 512 bits. With a key of 32 bytes it is
    /// Kupyna-KMAC, the message authentication code of DSTU 7564, for a digest of 32.
    ///
    /// ```
    /// use bramah::{Kupyna256, hash::Options};
    ///
    /// assert_eq!(Kupyna256::digest(b"abc")[..4], [0x0b, 0xd1, 0xb3, 0x61]);
    /// let mut mac = Kupyna256::with_options(&Options { key: &[7; 32], ..Options::default() })?;
    /// mac.update(b"message");
    /// assert_eq!(mac.finalize().len(), 32);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    KupynaShort, KupynaShortHash, ParamsShort, 8,
    info(Lengths { min: 1, max: 32, default: 32, except: 0, named: &[32] }, 64, &[Parameter::Key.bytes(32, 32)]),
    Kupyna256 = 256
);
function!(
    /// Kupyna with digests of `N` bytes, 33 to 64: the state of 1024 bits. With a key as long as the
    /// digest, 48 or 64 bytes, it is Kupyna-KMAC, the message authentication code of DSTU 7564.
    KupynaLong, KupynaLongHash, ParamsLong, 16,
    info(Lengths { min: 33, max: 64, default: 64, except: 0, named: &[48, 64] }, 128, &[Parameter::Key.bytes(48, 64)]),
    Kupyna384 = 384 Kupyna512 = 512
);

super::functions! { KupynaShortHash, KupynaLongHash }
