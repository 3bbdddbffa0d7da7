//! Calls every candidate of BLAKE and BLAKE2, for one message and for a batch, with byte counts near the limits of the
//! counter's words. In a batch, no message that a test can hash reaches these counts.

use super::blake::{b32, b64};
use crate::common::wanted;
use bramah::hash::{
    blake, blake2,
    frame::calls::{BatchCalls, Compress, Context, HaifaCalls, HaifaCompress, Joined, MAX_LANES, Streams},
};

/// Returns the contexts of runs of one, two and five blocks before and after each border, each with its number of blocks.
/// `lengths` returns the lengths of the message that a run may belong to.
fn contexts(block: u128, borders: &[u32], lengths: impl Fn(u128, u128) -> Vec<u128>) -> Vec<(u128, Context)> {
    let mut all = Vec::new();
    let starts =
        borders.iter().map(|bit| 1u128 << bit).flat_map(|b| [b, b - block, b - 2 * block, b - 5 * block]);
    for before in starts.chain([0]) {
        for blocks in [1, 2, 5] {
            for length in lengths(before, blocks) {
                for last_node in [false, true] {
                    all.push((blocks, Context { before, length, last_node }));
                }
            }
        }
    }
    all
}

/// Declares a test that calls every candidate of a compression function and compares it with `$model`, which gets the state,
/// the blocks and the context. `$one` calls a candidate for one message.
macro_rules! candidates_count {
    ($test:ident, $compress:ty as $calls:path, [$word:ident; $words:literal], $bytes:literal, $contexts:expr,
     |$backend:ident, $state:ident, $blocks:ident, $context:ident| $one:expr, $model:expr) => {
        #[test]
        fn $test() {
            let model: fn(&mut [$word; $words], &[u8], &Context) = $model;
            let data: Vec<u8> = (0..5 * $bytes + MAX_LANES).map(|i| (i % 251) as u8).collect();
            let start: [$word; $words] = core::array::from_fn(|i| (i as $word + 1).wrapping_mul(0x9e37_79b9));
            let contexts: Vec<(u128, Context)> = $contexts;
            for $backend in <$compress as $calls>::dispatch().available().filter(|one| wanted(one.name())) {
                for (blocks, $context) in &contexts {
                    let bytes = &data[..*blocks as usize * $bytes];
                    let (mut ours, mut expected) = (start, start);
                    {
                        let ($state, $blocks) = (&mut ours, bytes.as_chunks().0);
                        $one;
                    }
                    model(&mut expected, bytes, $context);
                    assert_eq!(ours, expected, "{} {:?}", $backend.name(), $context);
                }
            }
            let batches = <$compress as $calls>::batch().available();
            for backend in batches.filter(|many| many.ops().lanes > 1 && wanted(many.name())) {
                for blocks in [1, 2, 5] {
                    let len = blocks as usize * $bytes;
                    let these: Vec<Context> = contexts
                        .iter()
                        .filter(|(count, _)| *count == blocks)
                        .map(|(_, context)| *context)
                        .collect();
                    for some in these.windows(backend.ops().lanes) {
                        let mut lanes = [Context::default(); MAX_LANES];
                        lanes[..some.len()].copy_from_slice(some);
                        let messages: Vec<&[u8]> = (0..some.len()).map(|lane| &data[lane..][..len]).collect();
                        let mut rows = start.map(|word| [word; MAX_LANES]);
                        backend.compress(&mut rows, &Streams::new(messages.iter().copied(), len), &lanes);
                        for (lane, context) in some.iter().enumerate() {
                            let mut expected = start;
                            model(&mut expected, messages[lane], context);
                            let ours = rows.map(|row| row[lane]);
                            assert_eq!(ours, expected, "{} lane {lane} {context:?}", backend.name());
                        }
                    }
                }
            }
        }
    };
}

/// Declares the test of a compression function of BLAKE.
macro_rules! blake_counts {
    ($test:ident, $compress:ty, $module:ident, $word:ident, $bytes:literal) => {
        candidates_count!(
            $test,
            $compress as Compress<Context>,
            [$word; 12],
            $bytes,
            contexts($bytes, &[28, 29, 32, 60, 61, 64, 96, 124], |before, blocks| {
                let end = before + blocks * $bytes;
                // only runs of one or two blocks may contain padding
                match blocks {
                    1 => vec![before, end - 1, end, u128::MAX],
                    2 => vec![end - $bytes - 1, end - $bytes, end - 1, u128::MAX],
                    _ => vec![end, u128::MAX],
                }
            }),
            |backend, state, blocks, context| backend.compress(state, blocks, &[], *context),
            |state, data, context| {
                let (h, salt) = state.split_at_mut(8);
                let h: &mut [$word; 8] = h.try_into().unwrap();
                let salt: &[$word; 4] = (&*salt).try_into().unwrap();
                let mut before = context.before;
                for block in data.chunks($bytes) {
                    let end = before.saturating_add($bytes);
                    let seen = if before >= context.length { 0 } else { end.min(context.length) };
                    $module::blake(h, salt, block, seen.wrapping_mul(8));
                    before = before.wrapping_add($bytes);
                }
            }
        );
    };
}
blake_counts!(blake_256_counts, blake::Compress256, b32, u32, 64);
blake_counts!(blake_512_counts, blake::Compress512, b64, u64, 128);

/// Declares the test of a compression function of BLAKE2.
macro_rules! blake2_counts {
    ($test:ident, $compress:ty, $module:ident, $word:ident, $bytes:literal) => {
        candidates_count!(
            $test,
            $compress as HaifaCompress,
            [$word; 8],
            $bytes,
            contexts($bytes, &[31, 32, 63, 64, 96, 127], |before, blocks| {
                let end = before + blocks * $bytes;
                vec![end, end - 1, end + 1 - $bytes, u128::MAX]
            }),
            |backend, state, blocks, context| backend.compress(state, blocks, context),
            |h, data, context| {
                let mut at = context.before;
                for block in data.chunks($bytes) {
                    at = at.wrapping_add($bytes);
                    let last = at >= context.length;
                    $module::blake2(h, block, at.min(context.length), last, last && context.last_node);
                }
            }
        );
    };
}
blake2_counts!(blake2b_counts, blake2::CompressB, b64, u64, 128);
blake2_counts!(blake2s_counts, blake2::CompressS, b32, u32, 64);
