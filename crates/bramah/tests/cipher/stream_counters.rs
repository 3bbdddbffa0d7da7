//! The counters of ChaCha and Salsa20 where they carry, compared with the block functions of the specifications (RFC
//! 8439, section 2.3, and Bernstein's "Salsa20 specification"), which are written here again and applied block by
//! block.

use crate::kit::{Stream, each_stream, quick};

/// More than twice the number of blocks that the widest backend processes together, which is 32.
const FAR: u64 = 72;

/// How many blocks after a carry of the block counter a run of key stream ends. Each number is tested with every distance from
/// the start of the run to the carry.
const AFTER: [u64; 17] = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 40, 64, FAR];

/// A block function and the words of its state.
struct Reference {
    salsa: bool,
    rounds: usize,
    state: [u32; 16],
    /// The length of the counter in bytes: 4 in the IETF's ChaCha, 8 in all others.
    counter_len: usize,
}

/// Applies a quarter round to the four words of the state with these indices.
fn quarter(salsa: bool, x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    if salsa {
        x[b] ^= x[a].wrapping_add(x[d]).rotate_left(7);
        x[c] ^= x[b].wrapping_add(x[a]).rotate_left(9);
        x[d] ^= x[c].wrapping_add(x[b]).rotate_left(13);
        x[a] ^= x[d].wrapping_add(x[c]).rotate_left(18);
    } else {
        for (turn, other) in [(16, 12), (8, 7)] {
            x[a] = x[a].wrapping_add(x[b]);
            x[d] = (x[d] ^ x[a]).rotate_left(turn);
            x[c] = x[c].wrapping_add(x[d]);
            x[b] = (x[b] ^ x[c]).rotate_left(other);
        }
    }
}

/// Applies the rounds without the final addition.
fn permuted(salsa: bool, rounds: usize, state: &[u32; 16]) -> [u32; 16] {
    let columns = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15]];
    let turned = [[0, 4, 8, 12], [5, 9, 13, 1], [10, 14, 2, 6], [15, 3, 7, 11]];
    let rows = [[0, 1, 2, 3], [5, 6, 7, 4], [10, 11, 8, 9], [15, 12, 13, 14]];
    let diagonals = [[0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
    let mut x = *state;
    for round in 0..rounds {
        let quarters = match (salsa, round % 2) {
            (false, 0) => columns,
            (false, _) => diagonals,
            (true, 0) => turned,
            (true, _) => rows,
        };
        for four in quarters {
            quarter(salsa, &mut x, four);
        }
    }
    x
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// Returns the initial state for a key of 32 bytes and 16 bytes of counter and nonce.
fn state(salsa: bool, key: &[u8], input: &[u8]) -> [u32; 16] {
    let constant = words(b"expand 32-byte k");
    let (key, input) = (words(key), words(input));
    let mut state = [0; 16];
    if salsa {
        for i in 0..4 {
            state[5 * i] = constant[i];
            (state[1 + i], state[11 + i], state[6 + i]) = (key[i], key[4 + i], input[i]);
        }
    } else {
        state[..4].copy_from_slice(&constant);
        state[4..12].copy_from_slice(&key);
        state[12..].copy_from_slice(&input);
    }
    state
}

impl Reference {
    /// Makes the reference of a cipher by its name.
    fn new(name: &str, key: &[u8], nonce: &[u8]) -> Self {
        let extended = name.starts_with('x');
        let salsa = name.contains("salsa");
        let counter_len = if name.ends_with("-ietf") { 4 } else { 8 };
        let rounds = if name.contains("12") {
            12
        } else if name.contains("chacha8") || name.ends_with("-8") {
            8
        } else {
            20
        };
        let (mut key, mut nonce) = (key.to_vec(), nonce.to_vec());
        if extended {
            // the key is HChaCha20 or HSalsa20 of the first 16 bytes
            let (first, rest) = nonce.split_at(16);
            let out = permuted(salsa, rounds, &state(salsa, &key, first));
            let taken = match salsa {
                true => [0, 5, 10, 15, 6, 7, 8, 9],
                false => [0, 1, 2, 3, 12, 13, 14, 15],
            };
            key = taken.iter().flat_map(|i| out[*i].to_le_bytes()).collect();
            nonce = rest.to_vec();
        }
        let counter = vec![0; counter_len];
        let input = if salsa { [nonce, counter].concat() } else { [counter, nonce].concat() };
        Self { salsa, rounds, state: state(salsa, &key, &input), counter_len }
    }

    /// Returns one block of keystream.
    fn block(&self, number: u64) -> [u8; 64] {
        let mut start = self.state;
        let at = if self.salsa { 8 } else { 12 };
        start[at] = number as u32;
        if self.counter_len == 8 {
            start[at + 1] = (number >> 32) as u32;
        }
        let mut out = [0; 64];
        let words = permuted(self.salsa, self.rounds, &start);
        for ((out, word), start) in out.as_chunks_mut().0.iter_mut().zip(words).zip(start) {
            *out = word.wrapping_add(start).to_le_bytes();
        }
        out
    }

    /// Returns the blocks with these numbers, concatenated.
    fn blocks(&self, numbers: impl Iterator<Item = u128>) -> Vec<u8> {
        numbers.flat_map(|number| self.block(number as u64)).collect()
    }
}

fn reference(stream: &Stream) -> Reference {
    let name = stream.on.info().name;
    assert!(name.contains("chacha") || name.contains("salsa"), "{name} has a counter and no reference here");
    Reference::new(name, &stream.key(), &stream.nonce())
}

/// Tests runs that begin at any distance before a carry of the counter, and end at the carry or at any distance after
/// it.
#[test]
fn any_run_across_any_border() {
    each_stream(|stream| {
        let mut on = stream.begin();
        if on.seek(0).is_err() {
            return;
        }
        let reference = reference(stream);
        let last = on.limit() / 64;
        for bits in (8..=64).step_by(8) {
            let border = 1u128 << bits;
            if border > last {
                continue;
            }
            // the keystream ends at `last`
            let end = last.min(border + u128::from(FAR) + 1);
            let first = border - u128::from(FAR);
            let expected = reference.blocks(first..end);
            let mut out = vec![0; expected.len()];
            for before in (0..=FAR).step_by(if quick() { 7 } else { 1 }) {
                for after in AFTER.into_iter().step_by(if bits == 32 { 1 } else { 8 }) {
                    let from = border - u128::from(before);
                    // whole blocks, or some bytes more
                    let len = 64 * (before + after) as usize + (before % 3) as usize * 21;
                    let at = 64 * (from - first) as usize;
                    let len = len.min(expected.len() - at);
                    on.seek(64 * from).unwrap();
                    on.keystream(&mut out[..len]).unwrap();
                    assert!(
                        out[..len] == expected[at..at + len],
                        "{}: {len} bytes from {before} blocks before block 2^{bits}",
                        stream.name
                    );
                }
            }
        }
    });
}

/// Tests carries of the counter on several threads, each of which counts from its own position.
#[test]
fn threads_across_a_border() {
    each_stream(|stream| {
        let mut on = stream.begin();
        if on.seek(0).is_err() {
            return;
        }
        let reference = reference(stream);
        let border = 1u128 << 32;
        for before in [1, 33, 100, 200, 300] {
            let from = border - before;
            let end = (on.limit() / 64).min(from + 300);
            let expected = reference.blocks(from..end);
            for threads in [2, 3, 7] {
                let mut out = vec![0; expected.len()];
                on.seek(64 * from).unwrap();
                on.apply_parallel(&mut out[..], threads).unwrap();
                assert!(out == expected, "{}: {before} before the border, {threads} threads", stream.name);
            }
        }
    });
}
