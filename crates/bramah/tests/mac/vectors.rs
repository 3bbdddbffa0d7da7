//! Tests published vectors on every available backend.

use crate::kit::{bytes, limited, subjects, tag};
use bramah::mac;
use bramah_vectors::Vector;
use std::collections::HashMap;

/// Returns the name of the MAC that a vector of a file is for.
fn name_of(file: &str, vector: &Vector) -> String {
    match vector.word("cipher").or(vector.word("hash")) {
        Some(inside) => format!("{file}-{inside}"),
        None => file.into(),
    }
}

#[test]
fn every_vector() {
    let subjects = subjects();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for file in bramah_vectors::macs() {
        let mut vectors: HashMap<String, Vec<Vector>> = HashMap::new();
        for vector in bramah_vectors::mac(file).expect("a file that is listed") {
            let algorithm = mac::lookup(&name_of(file, &vector)).unwrap_or_else(|e| panic!("{vector}: {e}"));
            assert_eq!(algorithm.name(), name_of(file, &vector), "{vector}: another name");
            vectors.entry(algorithm.name()).or_default().push(vector);
        }
        for subject in &subjects {
            for vector in vectors.get(&subject.on.name()).into_iter().flatten() {
                let [key, nonce, message, expected] =
                    ["key", "nonce", "message", "tag"].map(|field| bytes(vector, field));
                let section = |field| vector.number(field).map(|bytes| bytes as usize);
                let on = match (section("section"), section("master_section")) {
                    (Some(section), Some(master)) => {
                        subject.on.with_sections(mac::Sections { section, master }).unwrap()
                    }
                    _ => subject.on,
                };
                let mut mac = on.begin(&key, &nonce).unwrap();
                assert_eq!(tag(&mut mac, &message), expected, "{vector} on {}", subject.name);
                for piece in message.chunks(7) {
                    mac.update(piece);
                }
                assert_eq!(mac.verify(&expected), Ok(()), "{vector} in pieces on {}", subject.name);
                *counts.entry(file).or_default() += 1;
            }
        }
    }
    println!("{counts:?}");
    assert!(limited() || bramah_vectors::macs().iter().all(|file| counts.contains_key(file)), "{counts:?}");
}

/// Tests the vectors of hash functions that have a key and no other parameter.
#[test]
fn keyed_hashes() {
    let mut count = 0;
    for subject in subjects() {
        let Some(hash) = subject.on.hash().filter(|_| subject.on.name() == subject.on.hash().unwrap().name())
        else {
            continue;
        };
        let vectors = bramah_vectors::hash(hash.info().name).unwrap();
        for vector in vectors.iter().filter(|vector| {
            vector.bytes("key").is_some_and(|key| subject.on.key_len().contains(key.len()))
                && vector.require("digest").len() == subject.on.tag_len()
                && vector.fields().all(|(name, _)| ["key", "message", "digest"].contains(&name))
        }) {
            let mut mac = subject.on.keyed(&bytes(vector, "key")).unwrap();
            let found = tag(&mut mac, &bytes(vector, "message"));
            assert_eq!(found, bytes(vector, "digest"), "{vector} on {}", subject.name);
            count += 1;
        }
    }
    println!("{count} vectors");
    assert!(limited() || count > 500, "{count}");
}
