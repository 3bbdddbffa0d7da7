//! Grøstl: "Grøstl - a SHA-3 candidate", version of 2 March 2011 (the finalist, with the tweak of round 3).

mod candidates;
mod constants;
mod tables;
crate::backend::only! {
    x86: {
        mod aes; mod gfni;
    }
}

use super::{
    Hash, Hasher, Info, Lengths, Options, Standing,
    frame::{MerkleDamgard, StateStart},
};
pub use candidates::{CompressLong, CompressShort, ParamsLong, ParamsShort};

/// Returns the information for digests of up to 256 bits or for longer ones, which have a larger state (section 3.1).
const fn info(min: usize, max: usize, named: &'static [usize], block_len: usize) -> Info {
    let lengths = Lengths { min, max, default: max, except: 0, named };
    Info {
        specification: "Grøstl (2011)",
        standing: Standing::Legacy,
        ..Info::new("groestl", "GROESTL", lengths, block_len)
    }
}

/// Declares a hash function. The initial state contains the digest length in bits in its last bytes (section 3.3).
macro_rules! function {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $params:ty, $columns:literal, $info:expr, $($alias:ident = $bits:literal)*) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
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
