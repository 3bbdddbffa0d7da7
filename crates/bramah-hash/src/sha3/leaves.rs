//! Leaves of trees: messages of one length side by side, each in a lane.

use super::{Capacity, Keccak, MANY, ONE, rounds::State};
use crate::{
    backend::{Backend, Candidate, Dispatch, Pair, candidates},
    cshake::ParallelHash128Hash,
    frame::{
        Backends, Batch, Frame, PermutationOps, Shape, Sponge, SpongeParams, SpongeStart, digest_agrees,
        hash_many, pattern,
    },
};

/// The function table of a tree: the permutation of one state, and of many.
pub(in super::super) type TreeOps = Pair<PermutationOps<Keccak>, Batch<State, Shape>>;

/// The largest number of leaves in a run: two for each lane of the widest registers.
pub(in super::super) const RUN: usize = 16;

/// The chaining values of a run, `N` bytes each.
#[derive(Clone)]
pub struct Values<const N: usize> {
    pub(super) bytes: [[u8; N]; RUN],
    pub(super) count: usize,
}

impl<const N: usize> Values<N> {
    /// Returns the values one after another.
    pub(in super::super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.count).unwrap_or_default().as_flattened()
    }
}

/// Computes the chaining values of up to [`RUN`] leaves of `leaf_len` bytes.
pub(in super::super) fn values<P: SpongeParams<Permutation = Keccak>, const N: usize>(
    backend: Backend<TreeOps>,
    start: &SpongeStart<State, P::Ending>,
    leaves: &[u8],
    leaf_len: usize,
) -> Values<N> {
    let mut values = Values { bytes: [[0; N]; RUN], count: 0 };
    let mut messages = [&[][..]; RUN];
    for (message, leaf) in messages.iter_mut().zip(leaves.chunks_exact(leaf_len)) {
        *message = leaf;
        values.count += 1;
    }
    let with = Backends { one: backend.one(), many: backend.many() };
    let out = values.bytes.as_flattened_mut();
    if let (Some(messages), Some(out)) = (messages.get(..values.count), out.get_mut(..values.count * N)) {
        hash_many::<Sponge<P>>(start, with, messages, N, out);
    }
    values
}

impl Keccak {
    /// Returns the candidates of trees.
    pub(in super::super) fn tree() -> &'static Dispatch<TreeOps> {
        static DISPATCH: Dispatch<TreeOps> = Dispatch::new(
            "keccak.tree",
            candidates! {
                x86: [
                    Candidate::pair("avx512", (ONE, "avx512"), (MANY, "avx512")),
                    Candidate::pair("avx2", (ONE, "bmi2"), (MANY, "avx2")),
                    Candidate::pair("bmi2", (ONE, "bmi2"), (MANY, "portable")),
                ],
                apple: [Candidate::pair("armv8", (ONE, "armv8"), (MANY, "armv8"))],
                aarch64: [Candidate::pair("neon", (ONE, "portable"), (MANY, "neon"))],
                wasm: [Candidate::pair("simd128", (ONE, "portable"), (MANY, "simd128"))],
                not_apple: [Candidate::pair("armv8", (ONE, "armv8"), (MANY, "armv8"))],
                any: [Candidate::pair("portable", (ONE, "portable"), (MANY, "portable"))],
            },
            |backend| {
                // a digest of a message of one leaf, and leaves side by side compared with leaves one after another
                digest_agrees::<ParallelHash128Hash>(
                    backend,
                    "b540b9c316ae1081e7c10287d5e504156cd44908b50c372bc69e71f6982b8c5b",
                ) && {
                    const LEN: usize = 500;
                    let data = pattern::<{ LEN * (RUN - 1) }>();
                    let start = SpongeStart::new(0x1f);
                    let together = values::<Capacity<168>, 32>(backend, &start, &data, LEN);
                    data.chunks_exact(LEN).zip(together.as_bytes().chunks_exact(32)).all(|(leaf, value)| {
                        let mut out = [0; 32];
                        Sponge::<Capacity<168>>::digest(&start, backend.one(), leaf, &mut out);
                        out == value
                    })
                }
            },
        );
        &DISPATCH
    }
}
