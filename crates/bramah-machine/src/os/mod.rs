//! Calls of the operating system, with all their unsafe code.
#![allow(unsafe_code)]

#[cfg(feature = "random")]
mod fork;
#[cfg(feature = "std")]
mod memory;

#[cfg(feature = "random")]
pub use fork::Watch;
#[cfg(feature = "std")]
pub use memory::address_space;
