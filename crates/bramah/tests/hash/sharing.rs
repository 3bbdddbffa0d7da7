//! Compares the trees of file sharing networks with their definitions, computed from a whole message in memory.

use crate::reference::rustcrypto;
use bramah::hash;

/// The length in bytes of a chunk of ED2K and of a part of AICH.
const CHUNK: usize = 9_728_000;
/// The length in bytes of a block of AICH.
const BLOCK: usize = 184_320;

/// Returns a function that computes a tree by its definition.
pub(crate) fn model(name: &str) -> Option<fn(&[u8]) -> Vec<u8>> {
    Some(match name {
        "ed2k" => |m| ed2k(m, true),
        "ed2k-edonkey" => |m| ed2k(m, false),
        "aich" => |m| aich(m, true),
        "tth" => tth,
        _ => return None,
    })
}

fn digest(name: &str, parts: &[&[u8]]) -> Vec<u8> {
    let mut function = rustcrypto(name).expect("a function of RustCrypto");
    for part in parts {
        function.update(part);
    }
    function.finalize().to_vec()
}

fn ed2k(message: &[u8], empty: bool) -> Vec<u8> {
    let mut digests: Vec<_> = message.chunks(CHUNK).map(|chunk| digest("md4", &[chunk])).collect();
    if message.is_empty() || empty && message.len().is_multiple_of(CHUNK) {
        digests.push(digest("md4", &[]));
    }
    if digests.len() == 1 { digests.remove(0) } else { digest("md4", &[&digests.concat()]) }
}

/// Returns a node of AICH for a part of the message, divided as eMule does.
fn aich(message: &[u8], left: bool) -> Vec<u8> {
    let base = if message.len() > CHUNK { CHUNK } else { BLOCK };
    if message.len() <= base {
        return digest("sha1", &[message]);
    }
    let leaves = message.len().div_ceil(base);
    let (first, second) = message.split_at((leaves + usize::from(left)) / 2 * base);
    digest("sha1", &[&aich(first, true), &aich(second, false)])
}

fn tth(message: &[u8]) -> Vec<u8> {
    if message.len() <= 1024 {
        return digest("tiger", &[&[0], message]);
    }
    // the left tree is the largest complete tree after which some of the message is left
    let left = message.len().next_power_of_two() / 2;
    let (first, second) = message.split_at(left);
    digest("tiger", &[&[1], &tth(first), &tth(second)])
}

/// Hashes messages whose lengths are near multiples of a chunk, in pieces that cross the borders, and saves and
/// restores the state on the way.
#[test]
fn long_messages_in_pieces() {
    let message: Vec<u8> = (0..5 * CHUNK + BLOCK + 1).map(|i| (i % 251) as u8).collect();
    let border = [CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK - BLOCK, 4 * CHUNK + 1, message.len()];
    for name in ["ed2k", "ed2k-edonkey", "aich", "tth"] {
        let model = model(name).unwrap();
        let function = hash::lookup(name).unwrap().function();
        for (i, length) in border.into_iter().enumerate() {
            let message = &message[..length];
            let mut hasher = function.hasher();
            for piece in message.chunks(777_777 + 1000 * i) {
                hasher.update(piece);
                hasher = function.restore(&hasher.save()).unwrap();
            }
            assert_eq!(hasher.finalize(), model(message), "{name} of {length} bytes");
        }
    }
}

/// A state is refused if its number of bytes does not match its parts.
#[test]
fn damaged_counts_are_refused() {
    for name in ["ed2k", "aich", "tth"] {
        let function = hash::lookup(name).unwrap().function();
        let mut hasher = function.hasher();
        hasher.update(vec![1; 5000]);
        for count in [4999, 5001, 5000 + 1024, u128::MAX] {
            let damaged = crate::counters::Saved::of(&hasher).counting(&function, count);
            assert!(function.restore(&damaged).is_err(), "{name} counting {count} bytes");
        }
    }
}
