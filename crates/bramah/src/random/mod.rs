//! Random bytes: a [`Generator`] for secrets, and [`Salsar`] for reproducible numbers.

#[cfg(feature = "random")]
mod generator;
#[cfg(feature = "salsa20")]
mod salsar;

#[cfg(feature = "random")]
pub use generator::Generator;
#[cfg(feature = "salsa20")]
pub use salsar::Salsar;
