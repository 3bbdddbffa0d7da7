//! The loop of PBKDF2 over any compression function, on the candidates for chains if the function has them; and the
//! self-tests of these candidates.

use super::{
    State, StateStart,
    chains::{Chain, Loop, LoopCalls, LoopLanes, RunRows, run},
    compress::{BlockOf, Compress, CompressOps, Joined, Params, Place, StateOf, padding},
    self_test::pattern,
};
use crate::{
    backend::Backend,
    simd::memory::{Bytes, MAX_LANES},
    wipe::wipe,
};

/// Implements [`Frame::iterate`](super::Frame::iterate).
pub(super) fn iterate<P: Params<X>, X: Place>(
    keys: &[[&StateStart<StateOf<P, X>>; 2]],
    one: Backend<CompressOps<P::Compress, X>>,
    length: usize,
    count: u32,
    u: &mut [u8],
    sum: &mut [u8],
) {
    let block = BlockOf::<P, X>::LEN;
    let keys = keys.iter().cycle().map(|[inner, outer]| [inner.state, outer.state]);
    let mut chains = keys.zip(u.chunks_exact_mut(length).zip(sum.chunks_exact_mut(length)));
    let Some(loops) = P::Compress::loops().filter(|_| length + 1 + P::LENGTH_LEN <= block) else {
        for (keys, (u, sum)) in chains {
            any::<P, X>(keys, one, count, u, sum);
        }
        return;
    };
    let ends = StateOf::<P, X>::ends(length);
    loop {
        let mut some = [Chain::<StateOf<P, X>>::none(); MAX_LANES];
        let mut bytes = [const { None }; MAX_LANES];
        let mut n = 0;
        for ((keys, (u, sum)), bytes) in (&mut chains).zip(&mut bytes) {
            some[n] = Chain { keys, u: State::read_be(u), sum: State::read_be(sum) };
            *bytes = Some((u, sum));
            n += 1;
            if n == MAX_LANES {
                break;
            }
        }
        if n == 0 {
            return;
        }
        run(loops, &mut some[..n], &ends, count);
        for (chain, bytes) in some.iter_mut().zip(bytes) {
            if let Some((u, sum)) = bytes {
                chain.u.write_be(u);
                chain.sum.write_be(sum);
            }
            chain.wipe();
        }
    }
}

/// Advances one chain over any compression function by `count` iterations. The padding is written only once.
fn any<P: Params<X>, X: Place>(
    keys: [StateOf<P, X>; 2],
    one: Backend<CompressOps<P::Compress, X>>,
    count: u32,
    u: &mut [u8],
    sum: &mut [u8],
) {
    let block = BlockOf::<P, X>::LEN;
    let total = (block + u.len()) as u128;
    // a digest is at most one block long
    let whole = u.len() / block;
    let mut blocks = [BlockOf::<P, X>::ZERO; 3];
    let n = whole + padding::<X, P, false>(&mut blocks[whole..], &[0; 128][..u.len() % block], total);
    let place = X::new(block as u128, total);
    for _ in 0..count {
        for key in keys {
            BlockOf::<P, X>::flat_mut(&mut blocks)[..u.len()].copy_from_slice(u);
            let mut state = key;
            one.compress(&mut state, &blocks[..n], &[], place);
            P::output(one, &mut state, u);
        }
        for (sum, u) in sum.iter_mut().zip(&*u) {
            *sum ^= u;
        }
    }
    wipe(BlockOf::<P, X>::flat_mut(&mut blocks));
}

/// Returns the chains for the self-tests; their keys and values are all different.
fn tested<S: State>() -> [Chain<S>; 5] {
    let bytes = pattern::<320>();
    let mut chains = [Chain::none(); 5];
    for (i, chain) in chains.iter_mut().enumerate() {
        let state = |at: usize| S::read_be(&bytes[7 * i + at..][..S::LEN]);
        *chain = Chain { keys: [state(0), state(65)], u: state(130), sum: state(195) };
    }
    chains
}

/// Returns whether `run` agrees with the compression function (which has passed its own test), both for digests of the
/// whole state and for truncated digests.
pub(crate) fn chains_agree<P: Params>(
    run: impl Fn(&mut [Chain<StateOf<P>>], &<StateOf<P> as State>::Ends),
) -> bool {
    let len = StateOf::<P>::LEN;
    [len, len - 4].into_iter().all(|length| {
        let (mut chains, before) = (tested(), tested::<StateOf<P>>());
        run(&mut chains, &StateOf::<P>::ends(length));
        chains.iter().zip(before).all(|(chain, before)| {
            let ([mut u, mut sum], mut out) = ([[0; 64]; 2], [[0; 64]; 2]);
            before.u.write_be(&mut u[..length]);
            before.sum.write_be(&mut sum[..length]);
            let one = P::Compress::dispatch().get();
            any::<P, ()>(before.keys, one, TESTED, &mut u[..length], &mut sum[..length]);
            chain.u.write_be(&mut out[0][..length]);
            chain.sum.write_be(&mut out[1][..length]);
            out == [u, sum]
        })
    })
}

/// The number of iterations in a self-test.
const TESTED: u32 = 3;

/// Tests a candidate for chains one after another.
pub(crate) fn loop_agrees<P: Params>(backend: Backend<Loop<StateOf<P>>>) -> bool {
    chains_agree::<P>(|chains, ends| backend.run(chains, ends, TESTED))
}
pub(crate) fn loop_lanes_agree<P: Params>(backend: Backend<LoopLanes<StateOf<P>>>) -> bool {
    let lanes = backend.ops().lanes;
    // without lanes there is nothing to test
    lanes == 1
        || chains_agree::<P>(|chains, ends| {
            for chains in chains.chunks_mut(lanes) {
                backend.run_rows(chains, ends, TESTED);
            }
        })
}
