//! UBI over Threefish-1024 in rows (Skein 1.3, section 3.4): one message in vector registers.

use super::super::frame::Tweak;
use crate::primitives::threefish::rows::{avx2, avx512};

/// Defines the entry function of each instruction set.
macro_rules! rows1024 {
    ($($name:ident $module:ident $features:literal)*) => { $(
        #[inline]
        #[target_feature(enable = $features)]
        pub(super) fn $name(state: &mut [u64; 16], blocks: &[[u8; 128]], mut tweak: Tweak) {
            let mut h = $module::Block1024::new(state);
            let mut room = [0; 24];
            for bytes in blocks {
                let m = $module::Block1024::load(bytes);
                h = h.encrypt(tweak.next(128), m, &mut room).xor(m);
            }
            h.store(state);
        }
    )* };
}
rows1024! {
    avx2_1024 avx2 "avx2"
    avx512_1024 avx512 "avx512f,avx512bw,avx512vl,avx2"
}
