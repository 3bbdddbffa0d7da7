//! Calls to the operating system, with all the unsafe code that they need.
#![allow(unsafe_code)]

#[cfg(feature = "random")]
mod fork;
#[cfg(feature = "std")]
mod memory;

#[cfg(feature = "random")]
pub use fork::Watch;
#[cfg(feature = "std")]
pub use memory::address_space;
