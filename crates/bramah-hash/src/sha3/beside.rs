//! Hashes the first leaf of a tree together with other leaves, for trees whose root message begins with the first leaf.

use super::{Keccak, RUN, TreeOps, Values, rounds::State};
use crate::frame::BatchCalls;
use crate::{
    backend::Backend,
    frame::{self, Batched, Sponge, SpongeParams, SpongeStart, State as _, Tail},
    simd::memory::{Bytes, MAX_LANES, Streams},
    wipe::wipe,
};

/// Absorbs the whole blocks of `first`, which has the length of a leaf, together with further leaves, at most one in
/// each of the other lanes. Returns the root's sponge after `first`, and the chaining values of the leaves. In
/// KangarooTwelve the first leaf is not hashed separately, but is the beginning of the root's message.
pub(in super::super) fn values_beside<P: SpongeParams<Permutation = Keccak>, const N: usize>(
    backend: Backend<TreeOps>,
    start: &SpongeStart<State, P::Ending>,
    first: &[u8],
    leaves: &[u8],
) -> (Sponge<P>, Values<N>) {
    let (len, rate) = (first.len(), P::Block::LEN);
    let whole = len - len % rate;
    let mut values = Values { bytes: [[0; N]; RUN], count: leaves.len() / len };
    let mut rows = <State as frame::State>::NO_ROWS;
    start.state.put_all(&mut rows, backend.many().ops().lanes);
    let shapes = [Sponge::<P>::SHAPE; MAX_LANES];
    let messages = core::iter::once(first).chain(leaves.chunks_exact(len));
    backend.many().compress(&mut rows, &Streams::new(messages, whole), &shapes);
    let root = Sponge::resumed(State::take(&rows, 0), start, backend.one());

    let mut tails: [Tail; MAX_LANES] = [[0; size_of::<Tail>()]; MAX_LANES];
    for (leaf, tail) in leaves.chunks_exact(len).zip(&mut tails[1..]) {
        Sponge::<P>::tail(start, leaf, tail);
    }
    let rest = Sponge::<P>::blocks(start, len).1 * rate;
    backend.many().compress(&mut rows, &Streams::new(tails.iter().map(Tail::as_slice), rest), &shapes);
    for (lane, value) in (1..).zip(values.bytes.iter_mut().take(values.count)) {
        State::take(&rows, lane).write_le(value);
    }
    wipe(rows.as_flattened_mut());
    wipe(tails.as_flattened_mut());
    (root, values)
}
