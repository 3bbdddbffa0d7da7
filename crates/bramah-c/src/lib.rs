//! The C interface of Bramah. `include/bramah.h` is generated from these sources: it has the same functions with the
//! same documentation.
//!
//! # Contract
//!
//! Every function here keeps its side of the contract below, and is `unsafe` because the caller must keep the other.
//!
//! - A pointer with a length points to so many bytes, readable or writable as the function needs, for the whole call. It
//!   may be null if the length is 0.
//! - Text is UTF-8 and ends with a zero byte.
//! - A handle is one that a function of this interface has made and that was not freed. A null handle, one of another
//!   kind and, where the memory still allows it, one that was freed are refused.
//! - An output overlaps no input, except where a function says that both may begin at the same byte. Other overlaps are
//!   refused.
//! - If a function fails, its outputs are filled with zeros, and handles that it should have made are null. This holds
//!   for outputs that lie on an input, too.
//! - A panic, which would be a bug of the library, is caught and reported as [`status::INTERNAL`].
#![allow(unsafe_code)] // the C boundary
#![allow(clippy::missing_safety_doc)] // one contract for all functions, above

#[macro_use]
mod boundary;
pub mod aead;
pub mod arrow;
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
