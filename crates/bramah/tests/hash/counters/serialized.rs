//! Functions that transform the state at the end, or whose compression uses the count. They are compared with the
//! crates of RustCrypto, whose states have a count that can be changed too.

use super::Case;
use digest::{
    Digest,
    common::hazmat::{SerializableState, SerializedState},
};

/// Continues a message from a state in which the count is changed. The count is stored at byte `at`; it is the number
/// of bytes times `bits`, divided by `bytes_per_unit`.
fn resumed<H: Digest + SerializableState>(
    case: &Case,
    at: usize,
    bytes_per_unit: u128,
    bits: u32,
) -> Vec<u8> {
    let mut state = H::new().chain_update(case.prefix).serialize();
    let field = &mut state[at..at + 16];
    let units = |bytes: u128| bytes * u128::from(bits) / bytes_per_unit;
    let mut old = [0; 16];
    let len = if bits == 8 { 16 } else { 8 };
    old[..len].copy_from_slice(&field[..len]);
    assert_eq!(u128::from_le_bytes(old), units(case.prefix.len() as u128), "the count stands elsewhere");
    field[..len].copy_from_slice(&units(case.before).to_le_bytes()[..len]);
    let state: &SerializedState<H> = &state;
    H::deserialize(state).unwrap().chain_update(case.rest).finalize().to_vec()
}

pub(super) fn digest(case: &Case) -> Vec<u8> {
    let block = case.block();
    match case.algorithm.name().as_str() {
        "groestl-256" => resumed::<groestl::Groestl256>(case, 64, block as u128, 1),
        "groestl-512" => resumed::<groestl::Groestl512>(case, 128, 128, 1),
        "kupyna-256" => resumed::<kupyna::Kupyna256>(case, 64, 64, 1),
        "kupyna-512" => resumed::<kupyna::Kupyna512>(case, 128, 128, 1),
        "streebog-256" => resumed::<streebog::Streebog256>(case, 64, 1, 8),
        "streebog-512" => resumed::<streebog::Streebog512>(case, 64, 1, 8),
        "gost94" => resumed::<gost94::Gost94Test>(case, 32, 1, 8),
        "gost94-cryptopro" => resumed::<gost94::Gost94CryptoPro>(case, 32, 1, 8),
        name => panic!("{name} has no reference for its counter"),
    }
}
