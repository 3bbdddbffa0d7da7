//! Authenticated encryption with associated data.

mod eax;
#[cfg(feature = "registry")]
mod registry;

pub use eax::Eax;
#[cfg(feature = "registry")]
pub use registry::{Algorithm, lookup};
