//! Key wrap (NIST SP 800-38F, 6.1 and 6.2): the function W and its inverse, as in RFC 3394.
//!
//! Each step needs the result of the previous one, so the loop keeps the block in a register. The first half of the result of a
//! step is already whitened for the next step, and the step number is XORed in together with the last round key. The next
//! semiblock is whitened in advance and replaces the second half. So a step takes only the rounds and one blend.

crate::backend::only! { aes: {
    mod kernel;
    pub(crate) use kernel::{unwrap, wrap};
} }
