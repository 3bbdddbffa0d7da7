//! Random bytes: a [`Generator`] for secrets, and [`Salsar`] for what must come out the same again.

#[cfg(feature = "random")]
mod generator;
mod salsar;

#[cfg(feature = "random")]
pub use generator::Generator;
pub use salsar::Salsar;
