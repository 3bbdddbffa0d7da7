//! XXH32, XXH64, XXH3 and XXH128: Collet, "xxHash fast digest algorithm", version 0.2.0 of its specification.
//!
//! These checksums detect accidental errors, fast. Anyone can make messages with equal digests, under any seed. The
//! digest is the number in big-endian order, as `xxhsum` prints it. The seed is passed as the salt, little-endian: at
//! most 4 bytes for XXH32 and 8 bytes for the others. Without a salt the seed is 0.

mod long;
mod secret;
mod short;
mod xxh32;
mod xxh64;

use super::{
    Hash, Hasher, Info, Lengths, Options, Parameter, Standing, Start, Takes,
    frame::{Accumulating, Accumulators, StripeOps, agrees_on, pattern},
};
use crate::backend::{Dispatch, candidate, candidates};

/// Returns the salt as the seed, padded with zeros at its end.
fn seed(options: &Options<'_>) -> u64 {
    let mut seed = [0; 8];
    for (byte, salt) in seed.iter_mut().zip(options.salt) {
        *byte = *salt;
    }
    u64::from_le_bytes(seed)
}

const fn info(
    name: &'static str,
    aliases: &'static [&'static str],
    tag: &'static str,
    length: usize,
    takes: &'static [Takes],
) -> Info {
    Info {
        aliases,
        specification: "Collet: xxHash, 0.2.0",
        standing: Standing::Checksum,
        plain: false,
        takes,
        ..Info::new(name, tag, Lengths::fixed(length), 64)
    }
}

const SEED32: &[Takes] = &[Parameter::Salt.bytes(0, 4)];
const SEED64: &[Takes] = &[Parameter::Salt.bytes(0, 8)];

/// Declares a checksum. Arguments: its types, the length of its digest in bytes, its accumulators, the constants of
/// [`Accumulators`], the module of its functions, its candidates, the digest of their self-test, and its information.
macro_rules! xxhash {
    ($(#[$doc:meta])* $sum:ident $hash:ident $type:ident, $len:literal, [$word:ty; $n:literal], stripe $stripe:literal,
     least $least:literal, short $short:literal, end $end:literal, $module:ident::$finish:ident,
     [$($label:ident: [$(($name:literal $(, $features:literal)?)),*]),*], $digest:literal, $info:expr) => {
        #[doc = concat!("The accumulators of [`", stringify!($type), "`].")]
        pub struct $sum;

        impl Accumulators for $sum {
            type State = [$word; $n];
            type End = [u8; $end];
            const STRIPE: usize = $stripe;
            const LEAST: usize = $least;
            const SHORT: usize = $short;

            fn dispatch() -> &'static Dispatch<StripeOps<$sum>> {
                static DISPATCH: Dispatch<StripeOps<$sum>> = Dispatch::new(
                    $info.name,
                    candidates! {
                        $($label: [$(candidate!($name, $($features,)? StripeOps {
                            absorb: fn absorb(state: &mut [$word; $n], seed: u64, before: u64, stripes: &[u8]) {
                                $module::absorb(state, seed, before, stripes)
                            }
                        })),*],)*
                    },
                    |backend| agrees_on::<$hash>(backend, &pattern::<2500>(), $digest),
                );
                &DISPATCH
            }
            #[inline(always)]
            fn begin(seed: u64) -> Self::State {
                $module::begin(seed)
            }
            #[inline(always)]
            fn finish(state: &Self::State, seed: u64, length: u64, end: &[u8], out: &mut [u8]) {
                out.copy_from_slice(&$module::$finish(state, seed, length, end).to_be_bytes());
            }
        }

        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = Accumulating<$sum>;
            const INFO: Info = $info;
            const START: Option<&Start<Self>> = Some(&0);
            fn start(options: &Options<'_>, _: usize) -> Start<Self> {
                seed(options)
            }
        }
        $(#[$doc])*
        #[doc = ""]
        #[doc = concat!("A digest has ", $len, " bytes.")]
        pub type $type = Hasher<$hash, $len>;
    };
}

xxhash!(
    /// XXH32: a checksum of 32 bits, which LZ4's frames and other formats use. It detects only accidental errors.
    Xxh32Sum Xxh32Hash Xxh32, 4, [u32; 4], stripe 16, least 0, short 15, end 16, xxh32::finish,
    [any: [("portable")]], "67fc503f",
    info("xxh32", &["xxhash32"], "XXH32", 4, SEED32)
);
xxhash!(
    /// XXH64: a checksum of 64 bits, which Zstandard's frames and other formats use. It detects only accidental errors.
    Xxh64Sum Xxh64Hash Xxh64, 8, [u64; 4], stripe 32, least 0, short 31, end 32, xxh64::finish,
    [any: [("portable")]], "c3cc9647480608d7",
    info("xxh64", &["xxhash64", "xxhash"], "XXH64", 8, SEED64)
);
xxhash!(
    /// XXH3 with 64 bits: a very fast checksum. It detects only accidental errors.
    Xxh3Sum Xxh3Hash Xxh3, 8, [u64; 8], stripe 64, least 64, short 240, end 256, long::finish64,
    [x86: [("avx2", "avx2")], any: [("portable")]],
    "76ebae7c9d5cdc5c",
    info("xxh3-64", &["xxh3"], "XXH3", 8, SEED64)
);
xxhash!(
    /// XXH128: XXH3 with 128 bits. It detects only accidental errors.
    Xxh128Sum Xxh128Hash Xxh128, 16, [u64; 8], stripe 64, least 64, short 240, end 256, long::finish128,
    [x86: [("avx2", "avx2")], any: [("portable")]],
    "7652685591d4127c76ebae7c9d5cdc5c",
    info("xxh3-128", &["xxh128"], "XXH128", 16, SEED64)
);

super::functions! { Xxh32Hash, Xxh64Hash, Xxh3Hash, Xxh128Hash }
