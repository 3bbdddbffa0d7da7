//! Message authentication codes.

mod cipher;
pub mod poly1305;
#[cfg(feature = "registry")]
mod registry;

pub use cipher::{BlockMac, CbcMac, Cmac, Kind, Omac2, Pmac};
pub(crate) use cipher::{Omac, Subkeys};
pub use poly1305::Poly1305;
#[cfg(feature = "registry")]
pub use registry::{Algorithm, lookup};
