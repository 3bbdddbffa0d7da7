//! Vectors of hash functions: one run of the command hashes all messages with the same digest length and options.

use super::{Arguments, EMPTY_KEY, NODES, Reason, bytes};
use crate::support::{Dir, hex};
use bramah::hash::Parameter;
use bramah_vectors::Vector;
use std::collections::BTreeMap;

pub(super) fn run(dir: &Dir, name: &str, vectors: &[Vector]) -> Vec<Reason> {
    let mut groups: BTreeMap<Vec<String>, Vec<&Vector>> = BTreeMap::new();
    let mut reasons = Vec::new();
    for vector in vectors {
        match arguments(dir, name, vector) {
            Ok(arguments) => groups.entry(arguments.0).or_default().push(vector),
            Err(reason) => reasons.push(reason),
        }
    }
    for ((words, group), turn) in groups.into_iter().zip(1..) {
        run_group(dir, Arguments(words), &group, turn);
    }
    reasons
}

/// Returns the arguments of a vector.
fn arguments(dir: &Dir, name: &str, vector: &Vector) -> Result<Arguments, Reason> {
    let bits = 8 * vector.require("digest").len();
    let mut arguments = Arguments::new("hash --untagged -a").add(name).number("-l", Some(bits as u64));
    if name.starts_with("kmac") && bytes(vector, "key").is_none_or(|key| key.is_empty()) {
        return Err(EMPTY_KEY);
    }
    for parameter in Parameter::ALL {
        let option = format!("--{}", parameter.field().replace('_', "-"));
        let Some(value) = bytes(vector, parameter.field()).filter(|value| !value.is_empty()) else {
            continue;
        };
        arguments = match parameter {
            Parameter::Key => {
                // the file of a key is named after the key, so that vectors with equal keys are in one group
                let file = format!("key-{}", &hex(&bramah::Sha256::digest(&value))[..16]);
                dir.write(&file, &value);
                arguments.word("--key-file", Some(&file))
            }
            Parameter::Context => {
                arguments.word(&option, Some(str::from_utf8(&value).expect("a context is text")))
            }
            _ => arguments.hex(&option, Some(&value)),
        };
    }
    let mut levels = [None; 3];
    for (field, _) in vector.fields() {
        match field {
            "fanout" | "depth" | "leaf_length" | "node_offset" | "node_depth" | "inner_length"
            | "last_node" => return Err(NODES),
            "leaf" => levels[0] = vector.number(field),
            "fan_out" => levels[1] = vector.number(field),
            "max_height" => levels[2] = vector.number(field),
            "block_size" => arguments = arguments.number("--block-size", vector.number(field)),
            "message" | "digest" => {}
            other if Parameter::ALL.iter().any(|parameter| parameter.field() == other) => {}
            other => panic!("{vector}: the test knows no argument for {other}"),
        }
    }
    if let [Some(leaf), Some(fan_out), Some(height)] = levels {
        arguments = arguments.word("--tree", Some(&format!("{leaf},{fan_out},{height}")));
    }
    arguments.fit()?;
    Ok(arguments)
}

fn run_group(dir: &Dir, mut arguments: Arguments, group: &[&Vector], turn: usize) {
    let messages: Vec<Vec<u8>> = group.iter().map(|vector| bytes(vector, "message").unwrap()).collect();
    let fed = group.len() == 1 && turn.is_multiple_of(4);
    let mut names = Vec::new();
    for (message, number) in messages.iter().zip(0..) {
        let name = if fed { "-".to_string() } else { format!("m{number}") };
        if !fed {
            dir.write(&name, message);
        }
        names.push(name);
    }
    arguments.0.extend(names.iter().cloned());
    let in_base32 = ["aich", "tth"].iter().any(|name| arguments.0.iter().any(|word| word == name));
    let to_file = turn.is_multiple_of(2);
    if to_file {
        arguments = arguments.word("-o", Some("list"));
    }
    let input: &[u8] = if fed { &messages[0] } else { b"" };
    let ran = dir.program(env!("CARGO_BIN_EXE_bramah"), &arguments.0, input);
    assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{}: {}", group[0], arguments.0.join(" "));
    let out = if to_file { dir.read("list") } else { ran.text().to_string() };
    let mut lines = out.lines();
    for (vector, name) in group.iter().zip(names) {
        let digest = vector.require("digest").literal();
        let digest = if in_base32 { base32(digest) } else { hex(digest) };
        let expected = format!("{digest}  {name}");
        assert_eq!(lines.next(), Some(expected.as_str()), "{vector}: {}", arguments.0.join(" "));
    }
    assert_eq!(lines.next(), None);
}

/// Returns bytes in the base32 of RFC 4648, section 6, in lower case and without padding.
fn base32(bytes: &[u8]) -> String {
    let digit = |five: &[u8]| {
        let bits = five
            .iter()
            .enumerate()
            .fold(0_u64, |bits, (place, byte)| bits | u64::from(*byte) << (32 - 8 * place));
        let count = (8 * five.len()).div_ceil(5);
        (0..count).map(move |at| {
            char::from(b"abcdefghijklmnopqrstuvwxyz234567"[(bits >> (35 - 5 * at)) as usize % 32])
        })
    };
    bytes.chunks(5).flat_map(digit).collect()
}
