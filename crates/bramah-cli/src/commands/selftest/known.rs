//! Tests with published test vectors, a few of each kind.

use bramah::{
    Error,
    hash::{self, Algorithm, Function, Node, Options, Parameter, Tree},
};
use bramah_vectors::Vector;
use std::collections::BTreeMap;

/// The numbers of known answers that were tested.
pub(super) struct Counts {
    pub(super) all: usize,
    pub(super) in_batches: usize,
}

/// Tests a hash function with the vectors compiled into the command: whole messages, messages in pieces, and batches of
/// messages.
pub(super) fn test(on: Algorithm) -> Result<Counts, String> {
    let name = on.info().name;
    let vectors = bramah_vectors::few::hash(name).ok_or_else(|| format!("no known answers for {name}"))?;
    let mut batches: BTreeMap<usize, Vec<(Vec<u8>, &Vector)>> = BTreeMap::new();
    for vector in &vectors {
        let digest = vector.require("digest").literal();
        let message = bytes(vector, "message");
        let function = function(on, vector).map_err(|error| format!("{vector}: {error}"))?;
        let mut out = vec![0; digest.len()];
        function.digest(&message, &mut out);
        if out != digest {
            return Err(format!("{vector}"));
        }
        let mut hasher = function.hasher();
        message.chunks(61).for_each(|piece| hasher.update(piece));
        if hasher.finalize() != digest {
            return Err(format!("{vector}, in pieces"));
        }
        if vector.fields().all(|(field, _)| matches!(field, "message" | "digest")) {
            batches.entry(digest.len()).or_default().push((message, vector));
        }
    }
    for (length, batch) in &batches {
        let messages: Vec<&[u8]> = batch.iter().map(|(message, _)| message.as_slice()).collect();
        let mut out = vec![0; length * batch.len()];
        let options = Options { empty_key: true, ..Options::default() };
        let function = on.with_bits(8 * length).and_then(|on| on.with_options(&options));
        function.map_err(|error| error.to_string())?.hash_many(&messages, &mut out);
        for (out, (_, vector)) in out.chunks(*length).zip(batch) {
            if out != vector.require("digest").literal() {
                return Err(format!("{vector}, in a batch of messages"));
            }
        }
    }
    Ok(Counts { all: vectors.len(), in_batches: batches.values().map(Vec::len).sum() })
}

/// Tests vectors and returns their number, which must not be 0. `meets` returns whether the result of a vector is
/// right.
pub(super) fn all(
    vectors: impl IntoIterator<Item = Vector>,
    mut meets: impl FnMut(&Vector) -> Result<bool, Error>,
) -> Result<usize, String> {
    let mut count = 0;
    for vector in vectors {
        match meets(&vector) {
            Ok(true) => count += 1,
            Ok(false) => return Err(format!("{vector}")),
            Err(error) => return Err(format!("{vector}: {error}")),
        }
    }
    if count > 0 { Ok(count) } else { Err("no known answers".into()) }
}

pub(super) fn bytes(vector: &Vector, field: &str) -> Vec<u8> {
    vector.bytes(field).map(|bytes| bytes.expand(shake256)).unwrap_or_default()
}

/// Expands a message that the vectors write as output of SHAKE256. If SHAKE256 were wrong, no digest would match.
pub(super) fn shake256(text: &[u8], len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    let algorithm = hash::lookup("shake256").and_then(|shake| shake.with_backend("portable"));
    if let Ok(algorithm) = algorithm.and_then(|shake| shake.with_bits(8 * len)) {
        algorithm.digest(text, &mut out);
    }
    out
}

fn function(on: Algorithm, vector: &Vector) -> Result<Function, Error> {
    let values = Parameter::ALL.map(|parameter| bytes(vector, parameter.field()));
    let mut options = Options { tree: tree(vector), empty_key: true, ..Options::default() };
    for (parameter, value) in Parameter::ALL.into_iter().zip(&values) {
        options = options.with(parameter, value);
    }
    on.with_bits(8 * vector.require("digest").len())?.with_options(&options)
}

/// Returns the tree parameters of a vector, if it has any.
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
