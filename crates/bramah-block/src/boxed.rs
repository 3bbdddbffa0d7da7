//! Runs of ciphers with tables of 256 words that are indexed by bytes. Four groups of registers, with a block in each lane, are
//! processed together, with the tables in registers. A single block uses tables in memory, or is padded to a group.
#![allow(dead_code)] // only x86 CPUs have enough registers for the tables

use super::lanes::{LaneRounds, blocks, single};
use crate::simd::{
    memory::{Bytes, InOut, Room, Run},
    words::{Boxed, Columns, Words},
};

/// The number of blocks that are processed side by side with tables in memory: their look-ups are independent of each other.
const FEW: usize = 4;
/// The number of groups of registers that are processed together.
const GROUPS: usize = 4;
/// The number of blocks in these groups: four groups of 16 lanes.
const BLOCKS: usize = 64;

/// Encrypts or decrypts a run. The blocks after the last group use tables in memory if `TABLES` is set. Otherwise each of them
/// is padded to a group.
#[inline(always)]
pub(crate) fn run<
    C: LaneRounds<V, N> + LaneRounds<u32, N>,
    V: Boxed + Columns<Token = <V as Words>::Isa>,
    const N: usize,
    const TABLES: bool,
    const BACK: bool,
>(
    token: V::Token,
    keys: &C::Schedule,
    mut run: Run<'_>,
) {
    const { assert!(GROUPS * V::BLOCKS == BLOCKS) };
    while let Some(group) = run.next(GROUPS * N) {
        blocks::<C, V, N, GROUPS, BACK>(token, keys, &group);
    }
    if run.is_empty() {
        return;
    }
    if TABLES {
        return single::<C, u32, N, FEW, BACK>(keys, run.moved());
    }
    while let Some(one) = run.next::<C::Block>(1) {
        let mut room = Room::<C::Block, BLOCKS>::new();
        let all = room.rows();
        all[0] = one.get(0);
        if let Some(pre) = one.pre(0) {
            add(&mut all[0], &pre);
        }
        // not in a closure, because the compiler would build a closure without the CPU features of the kernel
        if let Some(group) = Run::new(InOut::from(C::Block::flat_mut(all))).next(GROUPS * N) {
            blocks::<C, V, N, GROUPS, BACK>(token, keys, &group);
        }
        if let Some(post) = one.post(0) {
            add(&mut all[0], &post);
        }
        one.put(0, all[0]);
    }
}

/// XORs a block into another one.
#[inline(always)]
fn add<B: Bytes>(to: &mut B, from: &B) {
    for (to, from) in to.as_mut().iter_mut().zip(from.as_ref()) {
        *to ^= from;
    }
}

/// Makes the list of candidates of a cipher with `N` words in a block: `boxed_dispatch!(Cipher, by 2, expand, 0x1234)`. `expand`
/// is a function that expands a key, generic over the type of words; its arguments are a token, a key and a schedule. The last
/// number is the expected result of the self-test.
macro_rules! boxed_dispatch {
    ($cipher:ty, by $n:literal, $expand:ident, $check:literal) => {{
        #[allow(unused_imports)] // the architecture decides which of these imports are used
        use $crate::{backend::{Dispatch, candidates}, Cipher, Lean, boxed, lanes, lean::{self, lean_candidate}, self_test, serial::in_words, simd::{self, words}};
        static DISPATCH: Dispatch<Lean<$cipher>> = Dispatch::new(
            <$cipher as Cipher>::NAME,
            candidates! {
                x86: [
                    lean_candidate!(
                        $cipher, "avx512-tables", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 16, groups: lean::Groups::of(&[(64, 20)]),
                        serial: |keys, data| in_words::<$cipher, u32, $n>(keys, data),
                        |key, _decrypts, keys| $expand::<u32>(simd::Portable, key, keys),
                        |keys, data| boxed::run::<$cipher, words::U32x16Vbmi, $n, true, BACK>(simd::Avx512Vbmi::here(), keys, data)
                    ).with_stack(&$crate::wipe::LONG).indexing(),
                    lean_candidate!(
                        $cipher, "avx512", "avx512f,avx512bw,avx512vl,avx512vbmi,gfni", lanes: 16, at_once: 64,
                        |key, _decrypts, keys| $expand::<words::U32x16Vbmi>(simd::Avx512Vbmi::here(), key, keys),
                        |keys, data| boxed::run::<$cipher, words::U32x16Vbmi, $n, false, BACK>(simd::Avx512Vbmi::here(), keys, data)
                    ).with_stack(&$crate::wipe::LONG),
                ],
                any: [
                    lean_candidate!(
                        $cipher, portable, lanes: 4, at_once: 1,
                        serial: |keys, data| in_words::<$cipher, u32, $n>(keys, data),
                        |key, _decrypts, keys| $expand::<u32>(simd::Portable, key, keys),
                        |keys, data| lanes::run::<$cipher, u32, u32, $n, 4, BACK>(simd::Portable, keys, data)
                    ).indexing(),
                ],
            },
            |backend| self_test::agrees::<$cipher>(backend, $check),
        );
        &DISPATCH
    }};
}
pub(crate) use boxed_dispatch;
