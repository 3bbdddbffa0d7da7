//! The C interface of Bramah. `include/bramah.h` is generated from these sources, with the same functions and
//! documentation.
//!
//! # Contract
//!
//! Both sides of each function must keep this contract. The functions are `unsafe` because the compiler cannot check
//! the caller's side.
//!
//! - A pointer with a length points to that many bytes, which are readable or writable as the function needs, for the
//!   duration of the call. It may be null if the length is 0.
//! - Text is UTF-8 and ends with a zero byte.
//! - A handle was created by a function of this interface and was not freed. A null handle, a handle of the wrong kind
//!   and (if the memory has not been reused) a freed handle are rejected.
//! - An output must not overlap an input, unless the function says that both may begin at the same byte. Other overlaps
//!   are rejected.
//! - If a function fails, its outputs are filled with zeros, even outputs that overlap an input, and handles that it
//!   should have created are null.
//! - A panic, which would be a bug of the library, is caught and reported as [`status::INTERNAL`].
#![allow(unsafe_code)] // the C boundary
#![allow(clippy::missing_safety_doc)] // one contract for all functions, above

#[macro_use]
mod boundary;
pub mod aead;
pub mod arrow;
pub mod bao;
pub mod block;
pub mod cipher;
#[cfg(feature = "compat")]
pub mod compat;
pub mod encrypt_then_mac;
#[cfg(feature = "files")]
pub mod file;
pub mod fpe;
mod handle;
pub mod hash;
pub mod kdf;
pub mod key_wrap;
pub mod list;
pub mod mac;
mod memory;
pub mod options;
pub mod password;
pub mod random;
pub mod record;
pub mod resume;
pub mod salsar;
pub mod segments;
pub mod status;
pub mod stream;
pub mod xof;
