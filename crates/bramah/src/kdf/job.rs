//! A single derivation of a batch.

use core::fmt;

/// A password, a salt and a buffer for the result: one of several derivations that run side by side.
pub struct Job<'a> {
    /// The password.
    pub password: &'a [u8],
    /// The salt.
    pub salt: &'a [u8],
    /// The buffer to which the derived bytes are written.
    pub out: &'a mut [u8],
}

impl<'a> Job<'a> {
    /// Returns a job for a password, a salt and a buffer for the result.
    pub fn new(password: &'a [u8], salt: &'a [u8], out: &'a mut [u8]) -> Self {
        Self { password, salt, out }
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("bytes", &self.out.len()).finish_non_exhaustive()
    }
}
