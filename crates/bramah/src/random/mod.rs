//! Random bytes: a [`Generator`] for secrets, and [`Salsar`] for reproducible numbers.

#[cfg(feature = "random")]
mod generator;
mod salsar;

#[cfg(feature = "random")]
pub use generator::Generator;
pub use salsar::Salsar;
