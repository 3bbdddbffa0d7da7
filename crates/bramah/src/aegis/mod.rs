//! The AEGIS family, on which an AEAD and a MAC are built: draft-irtf-cfrg-aegis-aead-18, after H. Wu and B. Preneel, *AEGIS: A Fast Authenticated Encryption
//! Algorithm*, version 1.1, 2016. Sections that are named in this folder are those of the draft.
//!
//! The state is eight words (AEGIS-128L) or six (AEGIS-256). A word is one AES block, or in the parallel modes two or
//! four blocks, each of a separate instance. To absorb a block of the message, each word goes through one round of AES
//! whose key is the next word.

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

/// AEGIS-128L with one instance, AEGIS-128X with several.
#[derive(Clone)]
pub struct Parallel128<const DEGREE: usize>;
/// AEGIS-256 with one instance, AEGIS-256X with several.
#[derive(Clone)]
pub struct Parallel256<const DEGREE: usize>;
