//! Saved states of hash functions.

use crate::Input;
use bramah::hash::{self, AnyHasher, Function, Options, Parameter, Tree};

/// The length in bytes of the seal at the end of a saved state, and of the binding to the options that precedes it.
const SEAL: usize = 8;
const BINDING: usize = 16;
/// The offset of the version number in a saved state; states have a binding since version 2.
const VERSION_AT: usize = 7;

/// Restores arbitrary bytes, and real states with changes and a correct seal. A restored hasher must be consistent: its
/// clone, and a hasher restored from its saved state, have the same digest.
pub fn run(data: &[u8]) {
    let mut input = Input(data);
    let entries: Vec<_> = hash::entries().collect();
    let algorithm = entries[input.below(entries.len())].algorithm();
    let Some(function) = with_options(algorithm, &mut input) else { return };
    if input.byte() == 0 {
        if let Ok(hasher) = function.restore(input.0) {
            behaves(&function, hasher);
        }
        return;
    }
    let mut hasher = function.hasher();
    hasher.update(input.message());
    let mut state = hasher.save();
    assert_eq!(function.restore(&state).map(AnyHasher::finalize), Ok(hasher.finalize()), "{algorithm:?}");
    let mut sealed = state.clone();
    seal(&function, &mut sealed);
    assert!(sealed == state, "this target does not know how saved states are sealed");
    let front = state.len() - SEAL;
    while !input.is_empty() {
        match input.byte() {
            0..8 => {
                let at = input.below(state.len() - SEAL + 1);
                state.drain(at..(at + usize::from(input.byte())).min(state.len() - SEAL));
            }
            8..16 => {
                let at = input.below(state.len() - SEAL + 1);
                state.splice(at..at, input.short().iter().copied());
            }
            // changes a byte near the beginning or the end, where the name and numbers are
            byte => {
                let at = input.below(front.max(1)).min(state.len() - SEAL);
                if at < state.len() - SEAL {
                    state[at] = state[at].wrapping_add(byte - 15);
                }
            }
        }
    }
    seal(&function, &mut state);
    if let Ok(hasher) = function.restore(&state) {
        behaves(&function, hasher);
    }
}

/// Recomputes the seal at the end of a state.
fn seal(function: &Function, state: &mut [u8]) {
    let end = state.len() - SEAL;
    let bound = state.get(VERSION_AT).is_some_and(|version| *version > 1);
    if let Some(at) = end.checked_sub(BINDING).filter(|_| bound) {
        let front = bramah::Sha256::digest(&state[..at]);
        let mut all = Vec::new();
        let mut digest = vec![0; function.algorithm().output_len()];
        let mut number = 0;
        while all.len() < BINDING && !digest.is_empty() {
            function.digest(&[&b"bramah\0saved state\0bound"[..], &front, &[number]].concat(), &mut digest);
            all.extend_from_slice(&digest[..digest.len().min(32)]);
            number += 1;
        }
        state[at..end].copy_from_slice(&bramah::Sha256::digest(&all)[..BINDING]);
    }
    let seal = bramah::Sha256::digest(&state[..end]);
    state[end..].copy_from_slice(&seal[..SEAL]);
}

/// Returns a hash function, perhaps with another length and options.
fn with_options(algorithm: hash::Algorithm, input: &mut Input<'_>) -> Option<Function> {
    let chosen = input.byte();
    let algorithm = match chosen & 1 {
        0 => algorithm,
        _ => algorithm.with_bits(8 * usize::from(input.byte())).unwrap_or(algorithm),
    };
    let mut options = Options::default();
    if chosen & 2 != 0 {
        let parameter = Parameter::ALL[input.below(Parameter::ALL.len())];
        options = options.with(parameter, input.short());
    }
    if chosen & 4 != 0 {
        options.tree = Some(match chosen & 8 {
            0 => Tree::Blocks(input.number()),
            _ => Tree::Levels { leaf: input.byte(), fan_out: input.byte(), max_height: input.byte() },
        });
    }
    algorithm.with_options(&options).ok()
}

/// Checks that a restored hasher is consistent.
fn behaves(function: &Function, mut hasher: AnyHasher) {
    let saved = hasher.save();
    let name = function.algorithm().name();
    let mut again = function.restore(&saved).unwrap_or_else(|error| panic!("{name}: its own state: {error}"));
    for data in [&b"abc"[..], &[7; 300], &[], &[9; 5000]] {
        hasher.update(data);
        again.update(data);
    }
    let copy = hasher.clone();
    let digest = hasher.finalize();
    assert_eq!(again.finalize(), digest, "{name}: restored a second time");
    let mut out = vec![0; digest.len()];
    if let Some(mut reader) = copy.clone().finalize_xof() {
        reader.read(&mut out);
    }
    let mut copy = copy;
    copy.finalize_reset_into(&mut out);
    assert_eq!(out, digest, "{name}: its copy");
    let mut fresh = function.hasher();
    fresh.update(b"abc");
    copy.update(b"abc");
    assert_eq!(copy.finalize(), fresh.finalize(), "{name}: after it was begun anew");
}
