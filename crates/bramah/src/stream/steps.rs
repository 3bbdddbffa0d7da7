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
/// looks up tables by secrets. Other kernels come after a `;`, best first, in the groups of
/// `candidates!`, each behind its features, which are its name: `x86: ["avx2" kernel::avx2]`.
macro_rules! steps {
    ($cipher:ty, $kernel:path, $expected:literal $(, $mark:ident)?
     $(; $($label:ident: [$($features:literal $other:path),+]),+)?) => {{
        use $crate::{backend::{Backend, Candidate, Dispatch, candidate, candidates}, simd::memory::InOut, stream::{Steps, StreamCipher}};
        static CANDIDATES: &[Candidate<Steps<$cipher>>] = candidates! {
            $($($label: [$(
                candidate!($features, $features, Steps {
                    blocks: $other = fn(cipher: &mut $cipher, data: &mut InOut<'_>)
                }),
            )+],)+)?
            any: [
                candidate!("portable", Steps {
                    blocks: $kernel = fn(cipher: &mut $cipher, data: &mut InOut<'_>)
                })$(.$mark())?,
            ],
        };
        fn check(backend: Backend<Steps<$cipher>>) -> bool {
            $crate::stream::agrees::<$cipher>(backend, $expected)
        }
        static DISPATCH: Dispatch<Steps<$cipher>> =
            Dispatch::new(<$cipher as StreamCipher>::INFO.name, CANDIDATES, check);
        &DISPATCH
    }};
}
pub(crate) use steps;
