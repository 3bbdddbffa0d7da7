//! The function table of ciphers in which every step waits for the one before, so that there is one way to
//! compute them.

use super::StreamCipher;
use crate::{
    backend::{Backend, Entry, table_calls},
    simd::memory::InOut,
};

/// What a backend does.
pub struct Steps<C> {
    pub(crate) blocks: Entry<unsafe fn(&mut C, &mut InOut<'_>)>,
}

impl<C: StreamCipher<Table = Steps<C>>> Backend<Steps<C>> {
    table_calls! {
        pub(crate) fn blocks(cipher: &mut C, data: &mut InOut<'_>) = blocks;
    }
}

/// The dispatch of such a cipher: the kernel, what the self-test comes to, and `indexing` if the kernel
/// looks up tables by secrets. Behind each `;` stand what other kernel there is, best first: the two names of
/// the architecture, the features, and the kernel.
macro_rules! steps {
    ($cipher:ty, $kernel:path, $expected:literal $(, $mark:ident)?
     $(; $arch:literal $same:literal $features:literal $other:path)*) => {{
        use $crate::{backend::{Backend, Candidate, Dispatch, candidate}, simd::memory::InOut, stream::{Steps, StreamCipher}};
        static CANDIDATES: &[Candidate<Steps<$cipher>>] = &[
            $(
                #[cfg(any(target_arch = $arch, target_arch = $same))]
                candidate!($features, $features, Steps {
                    blocks: $other = fn(cipher: &mut $cipher, data: &mut InOut<'_>)
                }),
            )*
            candidate!("portable", Steps {
                blocks: $kernel = fn(cipher: &mut $cipher, data: &mut InOut<'_>)
            })$(.$mark())?,
        ];
        fn check(backend: Backend<Steps<$cipher>>) -> bool {
            $crate::stream::agrees::<$cipher>(backend, $expected)
        }
        static DISPATCH: Dispatch<Steps<$cipher>> =
            Dispatch::new(<$cipher as StreamCipher>::INFO.name, CANDIDATES, check);
        &DISPATCH
    }};
}
pub(crate) use steps;
