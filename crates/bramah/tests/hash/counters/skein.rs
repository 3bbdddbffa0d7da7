//! Independent UBI chaining (Skein 1.3, section 3.4) with the Threefish of another library. The tweak is computed for
//! one block at a time.

use super::Case;

/// The types of strings in the tweak.
const MESSAGE: u128 = 48;
const OUTPUT: u128 = 63;
const FIRST: u128 = 1 << 126;
const FINAL: u128 = 1 << 127;

/// Chains one block.
fn chain(state: &mut [u8], block: &[u8], tweak: u128) {
    let tweak = [tweak as u64, (tweak >> 64) as u64];
    macro_rules! run {
        ($threefish:ident, $words:literal) => {{
            let words = |bytes: &[u8]| -> [u64; $words] {
                core::array::from_fn(|i| u64::from_le_bytes(bytes[8 * i..8 * i + 8].try_into().unwrap()))
            };
            let (message, mut value) = (words(block), words(block));
            threefish::$threefish::new_with_tweak_u64(&words(state), &tweak).encrypt_block_u64(&mut value);
            for (out, (value, message)) in state.chunks_exact_mut(8).zip(value.iter().zip(message)) {
                out.copy_from_slice(&(value ^ message).to_le_bytes());
            }
        }};
    }
    match state.len() {
        32 => run!(Threefish256, 4),
        64 => run!(Threefish512, 8),
        _ => run!(Threefish1024, 16),
    }
}

/// Absorbs the rest of a message, or of a level of a tree, after `before` bytes. `fresh` tells that none of these bytes
/// were absorbed into `state`.
pub(super) fn string(state: &mut [u8], level: u128, before: u128, fresh: bool, rest: &[u8]) {
    let len = state.len();
    let blocks = rest.len().div_ceil(len).max(1);
    for number in 0..blocks {
        let bytes = &rest[len * number..rest.len().min(len * (number + 1))];
        let mut block = vec![0; len];
        block[..bytes.len()].copy_from_slice(bytes);
        let position = before + (len * number + bytes.len()) as u128;
        assert!(position < 1 << 96);
        let first = if fresh && number == 0 { FIRST } else { 0 };
        let last = if number + 1 == blocks { FINAL } else { 0 };
        chain(state, &block, position | MESSAGE << 120 | level << 112 | first | last);
    }
}

pub(super) fn skein(case: &Case) -> Vec<u8> {
    let mut state = case.words.to_vec();
    string(&mut state, 0, case.before, case.before == 0, case.rest);
    output(&state, case.out_len())
}

/// Returns the output after a message (section 3.5.4).
pub(super) fn output(state: &[u8], len: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for number in 0..len.div_ceil(state.len()) as u64 {
        let mut value = state.to_vec();
        let mut block = vec![0; state.len()];
        block[..8].copy_from_slice(&number.to_le_bytes());
        chain(&mut value, &block, 8 | OUTPUT << 120 | FIRST | FINAL);
        out.extend_from_slice(&value);
    }
    out.truncate(len);
    out
}
