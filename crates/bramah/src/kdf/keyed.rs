//! Keyed functions whose key is a password.

use crate::mac::{Hmac, Prf, hmac::Digest};
#[cfg(feature = "registry")]
use crate::{
    Error, hash,
    mac::{self, AnyMac},
};
use alloc::boxed::Box;

/// How to make HMAC with a password as its key: over a hash function that is given as a type or chosen by name.
#[derive(Clone, Copy, Debug)]
pub(super) enum Keying {
    Typed(fn(&[u8]) -> Box<dyn Prf>),
    #[cfg(feature = "registry")]
    Named(mac::Algorithm),
}

/// A keyed function whose key is a password: HMAC over a hash function given as a type, or a MAC chosen by name.
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
    /// Returns the keyed function; `None` for a MAC that is not HMAC, which `Keying::named` never makes.
    pub(super) fn prf(&self) -> Option<&dyn Prf> {
        match self {
            Self::Typed(prf) => Some(&**prf),
            #[cfg(feature = "registry")]
            Self::Named(mac) => mac.prf(),
        }
    }
}
