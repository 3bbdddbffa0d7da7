//! Hash functions as writers: writing appends bytes to the message.

use crate::{Hash, Hasher};
use bramah_machine::writers;

writers! { [H: Hash, const N: usize] Hasher<H, N>; }
#[cfg(feature = "registry")]
writers! { [] crate::AnyHasher; }
