//! Message authentication codes.

mod cipher;
#[cfg(feature = "registry")]
mod registry;

pub use cipher::{BlockMac, CbcMac, Cmac, Kind, Omac2, Pmac};
pub(crate) use cipher::{Omac, Subkeys};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, lookup};
