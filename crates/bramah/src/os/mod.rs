//! What the operating system is asked for. Unsafe code of this kind is here and nowhere else.
#![allow(unsafe_code)]

#[cfg(feature = "random")]
mod fork;

#[cfg(feature = "random")]
pub(crate) use fork::Watch;
