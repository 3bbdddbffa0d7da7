//! Kupyna: DSTU 7564:2014; in English, "A New Standard of Ukraine: The Kupyna Hash Function"
//! (Oliynykov and others, 2015).

mod candidates;
mod constants;
mod tables;
crate::backend::only! { x86: { mod avx2; mod gfni; } }

use super::{
    Hash, Hasher, Info, Lengths, Options, Parameter, Takes,
    frame::{Envelope, EnvelopeStart},
};
use crate::Error;
pub use candidates::{CompressLong, CompressShort, ParamsLong, ParamsShort};

/// The digest lengths in bytes for which the MAC is defined. The key has the length of the digest.
const MAC_LENGTHS: [usize; 3] = [32, 48, 64];

const fn info(lengths: Lengths, block_len: usize, takes: &'static [Takes]) -> Info {
    Info { specification: "DSTU 7564:2014", takes, ..Info::new("kupyna", "KUPYNA", lengths, block_len) }
}

/// Declares a hash function. The initial state contains the size of the state in bytes (section 5).
macro_rules! function {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $params:ty, $columns:literal, $info:expr, $($alias:ident = $bits:literal)*) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = Envelope<$params>;
            const INFO: Info = $info;
            /// Returns an error unless the key is empty or has the length of the digest.
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
    /// Kupyna with digests of `N` bytes, 1 to 32, and a state of 512 bits. With a key of 32 bytes and a digest of 32
    /// bytes it is Kupyna-KMAC, the message authentication code of DSTU 7564.
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
    /// Kupyna with digests of `N` bytes, 33 to 64, and a state of 1024 bits. With a key as long as the digest, 48 or 64
    /// bytes, it is Kupyna-KMAC, the message authentication code of DSTU 7564.
    KupynaLong, KupynaLongHash, ParamsLong, 16,
    info(Lengths { min: 33, max: 64, default: 64, except: 0, named: &[48, 64] }, 128, &[Parameter::Key.bytes(48, 64)]),
    Kupyna384 = 384 Kupyna512 = 512
);

super::functions! { KupynaShortHash, KupynaLongHash }
