use super::{cipher::place, pick};
use crate::Input;
use bramah::stream;

/// Tests a stream cipher: the keystream at a position must not depend on earlier calls.
pub(super) fn run(input: &mut Input<'_>) {
    let entries: Vec<_> = stream::entries().collect();
    let algorithm = pick(input, entries.iter()).algorithm();
    let info = algorithm.info();
    let lengths = [info.key_len, info.nonce_len]
        .map(|lengths| lengths.min + input.below(lengths.max - lengths.min + 2));
    let [key, nonce] = lengths.map(|len| input.filled(len));
    let Ok(mut stream) = algorithm.begin(&key, &nonce) else { return };
    let name = info.name;
    // the position of the last seek, at first the beginning
    let mut from = 0;
    let mut written = Vec::new();
    while !input.is_empty() {
        match input.byte() % 6 {
            0 | 1 => {
                let text = input.message();
                let mut out = text.clone();
                if stream.apply(&mut out[..]).is_ok() {
                    written.extend(text.iter().zip(&out).map(|(a, b)| a ^ b));
                }
            }
            2 => {
                let mut out = vec![0; input.below(300)];
                if stream.keystream(&mut out).is_ok() {
                    written.extend_from_slice(&out);
                }
            }
            3 => {
                let mut out = input.message();
                out.fill(0);
                let threads = [0, 1, 2, 3, 17, usize::MAX][input.below(6)];
                if stream.apply_parallel(&mut out[..], threads).is_ok() {
                    written.extend_from_slice(&out);
                }
            }
            4 => {
                let to = place(input);
                if stream.seek(to).is_ok() {
                    same(&algorithm, &key, &nonce, from, &written);
                    (from, written) = (to, Vec::new());
                }
            }
            _ => {
                same(&algorithm, &key, &nonce, from, &written);
                stream.reset(&nonce).expect("the same nonce");
                (from, written) = (0, Vec::new());
            }
        }
        assert_eq!(stream.position(), from + written.len() as u128, "{name}");
        assert!(stream.position() <= stream.limit(), "{name}");
    }
    same(&algorithm, &key, &nonce, from, &written);
}

/// Compares a keystream with the result of a single call at its position.
fn same(algorithm: &stream::Algorithm, key: &[u8], nonce: &[u8], from: u128, written: &[u8]) {
    let name = algorithm.info().name;
    let mut stream = algorithm.begin(key, nonce).expect("as before");
    if from > 0 {
        stream.seek(from).expect("as before");
    }
    let mut out = vec![0; written.len()];
    stream.keystream(&mut out).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(out == written, "{name}: {} bytes from byte {from}", out.len());
}
