//! Published vectors, on every backend that this CPU has, by name.

use bramah::hash::{self, Algorithm, Options, Tree};
use bramah_vectors::Vector;

/// Messages that are written as the output of SHAKE256 come from another library.
fn shake256(text: &[u8], len: usize) -> Vec<u8> {
    use tiny_keccak::Hasher;
    let mut out = vec![0; len];
    let mut hasher = tiny_keccak::Shake::v256();
    hasher.update(text);
    hasher.finalize(&mut out);
    out
}

fn bytes(vector: &Vector, field: &str) -> Vec<u8> {
    vector.bytes(field).map(|bytes| bytes.expand(shake256)).unwrap_or_default()
}

#[test]
fn every_algorithm_has_vectors_and_meets_them_on_every_backend() {
    for entry in hash::entries() {
        let name = entry.info.name;
        let vectors = bramah_vectors::hash(name).unwrap_or_else(|| panic!("{name} has no vectors"));
        for backend in entry.algorithm().backends_available() {
            let on = entry.algorithm().with_backend(backend).unwrap();
            for vector in &vectors {
                meets(on, vector, backend);
            }
            let batch = many(on, &vectors);
            println!("{name} on {backend}: {} vectors, {batch} in batches", vectors.len());
        }
    }
}

/// The tree parameters, if the vector has any.
fn tree(vector: &Vector) -> Option<Tree> {
    const FIELDS: [&str; 7] =
        ["fanout", "depth", "leaf_length", "node_offset", "node_depth", "inner_length", "last_node"];
    if !vector.fields().any(|(name, _)| FIELDS.contains(&name)) {
        return None;
    }
    let number = |name: &str, default| vector.number(name).unwrap_or(default);
    let byte = |name: &str, default| u8::try_from(number(name, default)).unwrap();
    Some(Tree {
        fanout: byte("fanout", 1),
        depth: byte("depth", 1),
        leaf_length: number("leaf_length", 0).try_into().unwrap(),
        node_offset: number("node_offset", 0),
        node_depth: byte("node_depth", 0),
        inner_length: byte("inner_length", 0),
        last_node: vector.flag("last_node"),
    })
}

fn meets(on: Algorithm, vector: &Vector, backend: &str) {
    let digest = vector.require("digest").literal();
    let message = bytes(vector, "message");
    let (key, salt, personal) = (bytes(vector, "key"), bytes(vector, "salt"), bytes(vector, "personal"));
    let function = on
        .with_bits(8 * digest.len())
        .unwrap()
        .with_options(&Options { key: &key, salt: &salt, personal: &personal, tree: tree(vector) })
        .unwrap();
    let mut out = vec![0; digest.len()];
    function.digest(&message, &mut out);
    assert_eq!(out, digest, "{vector} on {backend}");
    let mut hasher = function.hasher();
    for piece in message.chunks(61) {
        hasher.update(piece);
    }
    assert_eq!(hasher.finalize(), digest, "{vector} on {backend}, in pieces");
}

/// All vectors without key, salt and personalisation, by length of digest, as one batch.
fn many(on: Algorithm, vectors: &[Vector]) -> usize {
    let plain = |v: &&Vector| v.fields().all(|(name, _)| matches!(name, "message" | "digest"));
    let plain: Vec<&Vector> = vectors.iter().filter(plain).collect();
    let mut lengths: Vec<usize> = plain.iter().map(|v| v.require("digest").len()).collect();
    lengths.sort_unstable();
    lengths.dedup();
    for length in lengths {
        let these: Vec<&&Vector> = plain.iter().filter(|v| v.require("digest").len() == length).collect();
        let messages: Vec<Vec<u8>> = these.iter().map(|v| bytes(v, "message")).collect();
        let messages: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
        let mut out = vec![0; length * messages.len()];
        on.with_bits(8 * length).unwrap().hash_many(&messages, &mut out);
        for (vector, out) in these.iter().zip(out.chunks(length)) {
            assert_eq!(out, vector.require("digest").literal(), "{vector}, in a batch");
        }
    }
    plain.len()
}
