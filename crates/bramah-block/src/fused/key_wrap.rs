//! Key wrap: NIST SP 800-38F, 6.1 and 6.2, the functions W and its inverse, which are RFC 3394.
//!
//! Each step waits for the one before, so the loop keeps the block in a register. The first half of the result of a
//! step is already masked for the next one, and the number of the step is added to it together with the last round key.
//! The next semiblock is masked ahead of time and replaces the second half: so a step takes the rounds and one blend.

crate::backend::only! { aes: {
    mod kernel;
    pub(crate) use kernel::{unwrap, wrap};
} }
