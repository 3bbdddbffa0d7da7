//! Threefish, the tweakable block cipher of Skein: *The Skein Hash Function Family*, version 1.3,
//! section 3.3, with blocks and keys of 256, 512 and 1024 bits. The rounds are in `primitives`.

mod cipher;
mod keys;
mod lanes;

#[cfg(feature = "registry")]
pub(super) use cipher::ENTRIES;
pub use cipher::{
    Threefish, Threefish256, Threefish256Enc, Threefish512, Threefish512Enc, Threefish1024, Threefish1024Enc,
};
pub use keys::Keys;
