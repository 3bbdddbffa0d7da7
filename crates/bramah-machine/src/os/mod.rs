//! Calls of the operating system. Unsafe code of this kind is here and nowhere else.
#![allow(unsafe_code)]

#[cfg(feature = "random")]
mod fork;
#[cfg(feature = "std")]
mod memory;

#[cfg(feature = "random")]
pub use fork::Watch;
#[cfg(feature = "std")]
pub use memory::address_space;
