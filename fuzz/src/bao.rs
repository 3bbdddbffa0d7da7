//! Encodings of Bao, and slices of them.

use crate::Input;
use bramah::{
    Blake3,
    bao::{self, Encoding, Form, Range, Reading},
};
use std::{io::Cursor, sync::OnceLock};

/// Content, its hash, and its encodings: combined, and outboard (only the tree).
struct Known {
    content: Vec<u8>,
    hash: [u8; 32],
    combined: Vec<u8>,
    outboard: Vec<u8>,
}

/// Returns content of several lengths.
fn known() -> &'static [Known] {
    static ONCE: OnceLock<Vec<Known>> = OnceLock::new();
    ONCE.get_or_init(|| {
        let make = |len: usize| {
            let content: Vec<u8> = (0..len).map(|i| (i / 1024 + i % 251) as u8).collect();
            let encode = |form| {
                let mut encoded = Vec::new();
                let hash = bao::encode(&mut Cursor::new(&content), form, &mut encoded).expect("an encoding");
                assert_eq!(hash, Blake3::digest(&content));
                encoded
            };
            let (combined, outboard) = (encode(Form::Combined), encode(Form::Outboard));
            Known { hash: Blake3::digest(&content), combined, outboard, content }
        };
        [0, 1, 1024, 1025, 5000, 70_000].into_iter().map(make).collect()
    })
}

/// Decodes the input as an encoding, a tree and a slice of known content, and also valid ones changed by the input.
/// Decoded bytes must be a prefix of the right content.
pub fn run(data: &[u8]) {
    let mut input = Input(data);
    let known = &known()[usize::from(input.byte()) % known().len()];
    let kind = input.byte();
    let mut number = || match input.byte() {
        0 => u64::MAX,
        byte @ 1..=127 => u64::from(byte) * 37,
        byte => u64::from(byte - 128) * 1024,
    };
    let range = Range { start: number(), count: number() };
    let mut slice = Vec::new();
    bao::slice(&mut Encoding::combined(&mut Reading::new(&known.combined[..])), range, &mut slice)
        .expect("a slice");
    let good = [&known.combined, &known.outboard, &known.content, &slice][usize::from(kind % 4)];
    let mut bytes = good.clone();
    match kind / 4 % 3 {
        0 => bytes = input.0.to_vec(),
        1 => {
            let at = usize::from(input.byte()) << 8 | usize::from(input.byte());
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= input.byte();
            }
        }
        _ => bytes.truncate(usize::from(input.byte()) << 8 | usize::from(input.byte())),
    }
    let at = |place: u64| place.min(known.content.len() as u64) as usize;
    let part = &known.content[at(range.start)..at(range.start.saturating_add(range.count))];
    let mut out = Vec::new();
    let mut first = Reading::new(&bytes[..]);
    let decoded = match kind % 4 {
        0 => bao::decode(&mut Encoding::combined(&mut first), &known.hash, range, &mut out),
        1 => {
            let mut content = Reading::new(&known.content[..]);
            bao::decode(&mut Encoding::outboard(&mut first, &mut content), &known.hash, range, &mut out)
        }
        2 => {
            let mut tree = Reading::new(&known.outboard[..]);
            bao::decode(&mut Encoding::outboard(&mut tree, &mut first), &known.hash, range, &mut out)
        }
        _ => bao::decode(&mut Encoding::slice(&mut first), &known.hash, range, &mut out),
    };
    assert!(part.starts_with(&out), "what is not the content was written");
    match decoded {
        Ok(len) => assert!(out == part && len == part.len() as u64, "not all was written"),
        Err(_) => assert!(bytes != *good, "what is right was refused"),
    }
    // slicing any input must terminate
    _ = bao::slice(&mut Encoding::combined(&mut Reading::new(&bytes[..])), range, &mut std::io::sink());
}
