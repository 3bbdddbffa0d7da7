//! The table of functions of ciphers that process a message step by step, because every step depends on the one before.

use super::StreamCipher;
use crate::{
    backend::{Backend, Entry, table_calls},
    simd::memory::InOut,
};

/// The table of functions of a candidate.
pub struct Steps<C> {
    pub(crate) blocks: Entry<unsafe fn(&mut C, &mut InOut<'_>)>,
}

table_calls! {
    /// The calls of a backend of a cipher with this table.
    pub(crate) trait StepsCalls[C: StreamCipher<Table = Steps<C>>]: Backend<Steps<C>> {
        fn blocks(cipher: &mut C, data: &mut InOut<'_>) = blocks;
    }
}

/// Declares the list of candidates of a cipher: the portable kernel, the result of the self-test, and `indexing` if the kernel
/// indexes tables by secrets. Other kernels come after a `;`, best first, in the groups of `candidates!`, each after its CPU
/// features, which are also its name: `x86: ["avx2" kernel::avx2]`.
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
