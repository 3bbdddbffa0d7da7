//! The conversion of a password to the key of a keyed function.

use crate::mac::{Hmac, Prf, hmac::Digest};
#[cfg(feature = "registry")]
use crate::{
    Error, hash,
    mac::{self, AnyMac},
};
use alloc::boxed::Box;

/// HMAC over a hash function, as a type or by name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keying {
    Typed(fn(&[u8]) -> Box<dyn Prf>),
    #[cfg(feature = "registry")]
    Named(mac::Algorithm),
}

/// A keyed function with a password as its key, as a type or by name.
pub(super) enum KeyedPrf {
    Typed(Box<dyn Prf>),
    #[cfg(feature = "registry")]
    Named(AnyMac),
}

impl Keying {
    pub(super) fn of<D: Digest + 'static>() -> Self {
        Self::Typed(|password| Box::new(Hmac::<D>::new(password)))
    }

    #[cfg(feature = "registry")]
    pub(super) fn named(hash: hash::Algorithm) -> Result<Self, Error> {
        mac::Algorithm::hmac(hash).map(Self::Named)
    }

    pub(super) fn keyed(self, password: &[u8]) -> Result<KeyedPrf, crate::Error> {
        Ok(match self {
            Self::Typed(keyed) => KeyedPrf::Typed(keyed(password)),
            #[cfg(feature = "registry")]
            Self::Named(hmac) => KeyedPrf::Named(hmac.keyed(password)?),
        })
    }
}

impl KeyedPrf {
    /// Returns the function; `None` for a MAC that is not HMAC, which is refused earlier.
    pub(super) fn prf(&self) -> Option<&dyn Prf> {
        match self {
            Self::Typed(prf) => Some(&**prf),
            #[cfg(feature = "registry")]
            Self::Named(mac) => mac.prf(),
        }
    }
}
