//! Tests published vectors of hash functions on every available backend.

use bramah::hash::{self, Algorithm, Entry, Node, Options, Parameter, Tree};
use bramah_vectors::Vector;
use common::{bytes, spread, wanted};

#[path = "common/mod.rs"]
mod common;
#[path = "vectors/files.rs"]
mod files;
#[cfg(feature = "random")]
#[path = "vectors/random.rs"]
mod random;

#[test]
fn every_algorithm_has_vectors_and_meets_them_on_every_backend() {
    let entries: Vec<&Entry> = hash::entries().collect();
    let name = |entry: &&Entry| entry.info.name.to_string();
    spread(&entries, name, |entry| {
        let name = entry.info.name;
        let vectors = bramah_vectors::hash(name).unwrap_or_else(|| panic!("{name} has no vectors"));
        for backend in entry.algorithm().backends_available().into_iter().filter(|name| wanted(name)) {
            let on = entry.algorithm().with_backend(backend).unwrap();
            for vector in &vectors {
                meets(on, vector, backend);
            }
            let batch = many(on, &vectors);
            println!("{name} on {backend}: {} vectors, {batch} in batches", vectors.len());
        }
    });
}

/// Returns the tree of a vector, if it has one.
fn tree(vector: &Vector) -> Option<Tree> {
    let mut node = Node::default();
    let mut tree = None;
    for (field, _) in vector.fields() {
        let number = || vector.number(field).unwrap_or_default();
        match field {
            "fanout" => node.fanout = number() as u8,
            "depth" => node.depth = number() as u8,
            "leaf_length" => node.leaf_length = number() as u32,
            "node_offset" => node.node_offset = number(),
            "node_depth" => node.node_depth = number() as u8,
            "inner_length" => node.inner_length = number() as u8,
            "last_node" => node.last_node = true,
            "block_size" => return Some(Tree::Blocks(number() as usize)),
            "leaf" => {
                let [leaf, fan_out, max_height] = ["leaf", "fan_out", "max_height"]
                    .map(|field| vector.number(field).unwrap_or_default() as u8);
                return Some(Tree::Levels { leaf, fan_out, max_height });
            }
            _ => continue,
        }
        tree = Some(Tree::Node(node));
    }
    tree
}

fn meets(on: Algorithm, vector: &Vector, backend: &str) {
    let digest = vector.require("digest").literal();
    let message = bytes(vector, "message");
    let values = Parameter::ALL.map(|parameter| bytes(vector, parameter.field()));
    let mut options = Options { tree: tree(vector), empty_key: true, ..Options::default() };
    for (parameter, value) in Parameter::ALL.into_iter().zip(&values) {
        options = options.with(parameter, value);
    }
    let function = on.with_bits(8 * digest.len()).unwrap().with_options(&options).unwrap();
    let mut out = vec![0; digest.len()];
    function.digest(&message, &mut out);
    assert_eq!(out, digest, "{vector} on {backend}");
    let mut hasher = function.hasher();
    for piece in message.chunks(61) {
        hasher.update(piece);
    }
    assert_eq!(hasher.finalize(), digest, "{vector} on {backend}, in pieces");
}

/// Tests all vectors that have only a message, in one batch for each length of digest, and returns their number.
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
        let options = Options { empty_key: true, ..Options::default() };
        on.with_bits(8 * length).unwrap().with_options(&options).unwrap().hash_many(&messages, &mut out);
        for (vector, out) in these.iter().zip(out.chunks(length)) {
            assert_eq!(out, vector.require("digest").literal(), "{vector}, in a batch");
        }
    }
    plain.len()
}
