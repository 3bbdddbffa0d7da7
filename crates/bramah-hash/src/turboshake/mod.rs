//! TurboSHAKE, and KT128 and KT256, which are built on it: RFC 9861.

#[cfg(feature = "alloc")]
mod kangaroo;

#[cfg(feature = "alloc")]
pub use kangaroo::*;

use super::{
    Info, Lengths, Options, Parameter, Xof,
    frame::{Sponge, SpongeStart},
    sha3::Capacity,
};
use crate::Error;

/// The default domain byte, which follows the message (section 2.2).
const DOMAIN: u8 = 0x1f;

/// Declares an extendable-output function: SHAKE with only the last 12 rounds of the permutation.
macro_rules! turboshake {
    ($hash:ident, $type:ident, $bits:literal, $rate:literal, $len:literal) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;

        impl super::Hash for $hash {
            type Frame = Sponge<Capacity<$rate, 12>>;
            const INFO: Info = Info {
                specification: "RFC 9861",
                takes: &[Parameter::Domain.bytes(1, 1)],
                ..Info::new(
                    concat!("turboshake", $bits),
                    concat!("TurboSHAKE", $bits),
                    Lengths { min: 1, max: usize::MAX, default: $len, except: 0, named: &[] },
                    $rate,
                )
            };

            fn check(options: &Options<'_>, _: usize) -> Result<(), Error> {
                match options.domain {
                    [value @ (0 | 0x80..)] => {
                        let (name, value) = (Parameter::Domain.name(), (*value).into());
                        Err(Error::Parameter { name, value, min: 1, max: 0x7f })
                    }
                    _ => Ok(()),
                }
            }
            #[inline]
            fn start(options: &Options<'_>, _: usize) -> super::Start<Self> {
                SpongeStart::new(options.domain.first().copied().unwrap_or(DOMAIN))
            }
        }
        impl Xof for $hash {}

        #[doc = concat!("TurboSHAKE", $bits, ": RFC 9861, section 2.")]
        #[doc = ""]
        #[doc = concat!("A digest has ", $len, " bytes. For output of any length use")]
        #[doc = "[`finalize_xof`](super::Hasher::finalize_xof). [`Options::domain`] is a byte from"]
        #[doc = "1 to 127, which makes another function; without one it is 31."]
        #[doc = ""]
        #[doc = concat!("```\nuse bramah::{", stringify!($type), ", hash::Options};\n")]
        #[doc = concat!("let domain = Options { domain: &[0x0b], ..Options::default() };")]
        #[doc = concat!("let mut hasher = ", stringify!($type), "::with_options(&domain)?;")]
        #[doc = "hasher.update(b\"message\");"]
        #[doc = concat!("assert_ne!(hasher.finalize(), ", stringify!($type), "::digest(b\"message\"));")]
        #[doc = "# Ok::<(), bramah::Error>(())\n```"]
        pub type $type = super::Hasher<$hash, $len>;
    };
}

turboshake!(TurboShake128Hash, TurboShake128, "128", 168, 32);
turboshake!(TurboShake256Hash, TurboShake256, "256", 136, 64);

super::functions! { TurboShake128Hash, TurboShake256Hash, Kt128Hash, Kt256Hash }
