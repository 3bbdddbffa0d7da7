//! The table of functions of a candidate.

use super::kernel::Job;
use crate::{
    backend::{self, Backend, table_calls},
    simd::memory::InOut,
};

/// The functions of a candidate, which encrypt or decrypt a whole message or a part of it.
pub struct AegisOps {
    pub(super) encrypt: backend::Entry<unsafe fn(Job<'_>, &mut InOut<'_>)>,
    pub(super) decrypt: backend::Entry<unsafe fn(Job<'_>, &mut InOut<'_>)>,
}

table_calls! {
    /// The calls of an AEGIS backend.
    pub(super) trait AegisCalls: Backend<AegisOps> {
        fn encrypt(job: Job<'_>, data: &mut InOut<'_>) = encrypt;
        fn decrypt(job: Job<'_>, data: &mut InOut<'_>) = decrypt;
    }
}
