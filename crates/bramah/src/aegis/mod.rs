//! The AEGIS family, on which an AEAD and a MAC are built: draft-irtf-cfrg-aegis-aead-18, after H. Wu and B. Preneel, *AEGIS: A
//! Fast Authenticated Encryption Algorithm*, version 1.1, 2016. Section numbers in this folder are the draft's.
//!
//! The state has eight words (AEGIS-128L) or six words (AEGIS-256). A word is one AES block, or in the parallel modes two or four
//! blocks, each of a separate instance. To absorb a block of the message, each word goes through one AES round, whose key is the
//! next word.

mod candidates;
mod kernel;
mod scheme;
mod state;
mod table;
mod word;

pub(crate) use kernel::TAG;
pub(crate) use scheme::Message;
pub use scheme::{AegisScheme, Member};
pub use table::AegisOps;

/// The states of AEGIS-128L (`DEGREE` 1) and of AEGIS-128X (`DEGREE` instances).
#[derive(Clone)]
pub struct Parallel128<const DEGREE: usize>;
/// The states of AEGIS-256 (`DEGREE` 1) and of AEGIS-256X (`DEGREE` instances).
#[derive(Clone)]
pub struct Parallel256<const DEGREE: usize>;
