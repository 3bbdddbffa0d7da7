//! Tests the number of leaves of trees near the numbers at which it carries. The state of the trunk is chosen by the
//! test, since no message is so long.

use super::{
    Counter,
    blake::{b32, b64},
    counter, each_function, skein,
    state::{Saved, resumed},
};
use crate::common::{Random, quick};
use bramah::hash::{Function, Options, Tree, lookup};

/// Returns the bytes of a number followed by their count (SP 800-185, section 2.3.1). In RFC 9861, zero has no bytes,
/// which `zero_has_none` selects.
fn encoded(number: u64, zero_has_none: bool) -> Vec<u8> {
    let mut bytes: Vec<u8> = number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect();
    if bytes.is_empty() && !zero_has_none {
        bytes.push(0);
    }
    bytes.push(bytes.len() as u8);
    bytes
}

/// Compares BLAKE3 with parts of its reference library, from every distance before chunk 2^22 (byte 2^32), chunk 2^32
/// and others, over more chunks than a backend processes in one call.
#[test]
fn chunks_of_blake3() {
    use blake3::hazmat::{ChainingValue, HasherExt, Mode, merge_subtrees_non_root, merge_subtrees_root};
    const LEN: usize = 1024;
    each_function(|name, function, _| {
        if function.algorithm().info().name != "blake3" || function.algorithm().output_len() != 32 {
            return;
        }
        let mut random = Random(3);
        let data = random.bytes(80 * LEN);
        for border in [6, 22, 32, 53] {
            for before in (0..=40u64).step_by(if quick() || border == 6 { 9 } else { 3 }) {
                let index = (1 << border) - before;
                let trunk: Vec<ChainingValue> =
                    (0..index.count_ones()).map(|_| random.bytes(32).try_into().unwrap()).collect();
                // some bytes of a chunk are buffered, and none of its blocks was compressed yet
                let held = 10;
                let mut hasher = function.hasher();
                hasher.update(&data[..held]);
                let begun = Saved::of(&hasher);
                let count = u128::from(index) * LEN as u128 + held as u128;
                let body = [&count.to_le_bytes(), &begun.body[16..], trunk.as_flattened()].concat();
                let lengths =
                    [1, 2 * LEN, (before as usize + 1) * LEN - held, 41 * LEN + 7 * before as usize];
                for len in lengths.map(|len| held + len) {
                    let mut hasher = function.restore(&begun.with(&function, &body)).unwrap();
                    hasher.update(&data[held..len]);

                    let (mut stack, mut root) = (trunk.clone(), None);
                    let chunks = len.div_ceil(LEN);
                    for (number, chunk) in (index..).zip(data[..len].chunks(LEN)) {
                        let mut value = blake3::Hasher::new()
                            .set_input_offset(number * LEN as u64)
                            .update(chunk)
                            .finalize_non_root();
                        if number + 1 < index + chunks as u64 {
                            let mut total = number + 1;
                            while total.is_multiple_of(2) {
                                value = merge_subtrees_non_root(&stack.pop().unwrap(), &value, Mode::Hash);
                                total /= 2;
                            }
                            stack.push(value);
                            continue;
                        }
                        while let Some(left) = stack.pop() {
                            if stack.is_empty() {
                                root = Some(merge_subtrees_root(&left, &value, Mode::Hash));
                            } else {
                                value = merge_subtrees_non_root(&left, &value, Mode::Hash);
                            }
                        }
                    }
                    let expected = root.unwrap();
                    assert_eq!(
                        hasher.finalize(),
                        expected.as_bytes(),
                        "{name}: {len} bytes from chunk 2^{border} - {before}"
                    );
                }
            }
        }
    });
}

/// ParallelHash and KangarooTwelve append the number of leaves. The test continues the trunk and the last leaf with the
/// sponge functions of which they are made, and appends the number itself.
#[test]
fn leaves_of_sponges() {
    each_function(|name, function, _| {
        let algorithm = function.algorithm();
        let info = algorithm.info();
        let kangaroo = info.name.starts_with("kt");
        if !kangaroo && !info.name.starts_with("parallelhash") {
            return;
        }
        let strong = info.name.contains("256");
        let bits = 8 * algorithm.output_len();
        let on = |name: String, bits: usize, options: &Options| {
            lookup(&name).unwrap().with_bits(bits).unwrap().with_options(options).unwrap()
        };
        let strength = if strong { 256 } else { 128 };
        // a leaf's value has twice the bits of the strength
        let (trunk, leaf): (Function, Function) = if kangaroo {
            let with = |domain, bits| {
                let options = Options { domain, ..Options::default() };
                on(format!("turboshake{strength}"), bits, &options)
            };
            (with(&[6], bits), with(&[0x0b], 2 * strength))
        } else {
            let custom = Options { personal: b"any", ..Options::default() };
            let none = Options::default();
            (
                on(format!("cshake{strength}"), bits, &custom),
                on(format!("shake{strength}"), 2 * strength, &none),
            )
        };
        let data = Random(4).bytes(8192 * 4);
        let (begun, rest) = data.split_at(2 * 8192 + 77);
        let mut hasher = function.hasher();
        hasher.update(begun);
        let saved = Saved::of(&hasher);
        let (trunk_body, leaf_body) = saved.body[17..].split_at(216);
        for border in [8, 16, 24, 32, 40, 48, 56, 63] {
            for before in 0..=3u64 {
                let index = (1 << border) - before;
                let count = u128::from(index) * 8192 + 77;
                let mut hasher = function.restore(&saved.counting(&function, count)).unwrap();
                hasher.update(&rest[..999]);
                let mut last = resumed(&leaf, leaf_body);
                last.update(&rest[..999]);
                let mut root = resumed(&trunk, trunk_body);
                if kangaroo {
                    last.update([0]); // no customization string
                    root.update(last.finalize());
                    // the values of the chunks after the first
                    root.update([&encoded(index, true)[..], &[0xff, 0xff]].concat());
                } else {
                    root.update(last.finalize());
                    root.update(encoded(index + 1, false));
                    root.update(encoded(if info.name.contains("xof") { 0 } else { bits as u64 }, false));
                }
                assert_eq!(hasher.finalize(), root.finalize(), "{name}: 2^{border} - {before} leaves");
            }
        }
    });
}

/// BLAKE2bp and BLAKE2sp: each leaf counts its own bytes.
#[test]
fn stripes_of_blake2() {
    each_function(|name, function, _| {
        let info = function.algorithm().info();
        let out_len = function.algorithm().output_len();
        let (leaves, block) = match info.name {
            "blake2bp" => (4, 128),
            "blake2sp" => (8, 64),
            _ => return,
        };
        let row = leaves * block;
        let data = Random(6).bytes(100 * row);
        let (begun, rest) = data.split_at(5 * row + 33);
        let mut hasher = function.hasher();
        hasher.update(begun);
        let saved = Saved::of(&hasher);
        let state_len = block / 2;
        let (states, held) = saved.body[16..].split_at(leaves * state_len);
        assert!(begun.ends_with(held));
        // the counter of a leaf is near the border
        for border in [13, 29, 32, 61] {
            for before in (0..=40u128).step_by(if quick() { 9 } else { 1 }) {
                let start = (1u128 << border) - before * block as u128;
                let changed = saved.counting(&function, start * leaves as u128 + held.len() as u128);
                for len in [row, (before as usize + 1) * row + 5, (before as usize + 41) * row - 77] {
                    let mut hasher = function.restore(&changed).unwrap();
                    hasher.update(&rest[..len]);
                    let all = [held, &rest[..len]].concat();
                    let mut strings = vec![Vec::new(); leaves];
                    for (number, bytes) in all.chunks(block).enumerate() {
                        strings[number % leaves].extend_from_slice(bytes);
                    }
                    macro_rules! run {
                        ($module:ident) => {{
                            let mut digests = Vec::new();
                            for (leaf, string) in strings.iter().enumerate() {
                                let mut h = $module::words(&states[leaf * state_len..][..state_len]);
                                $module::blake2_string(&mut h, start, string, leaf + 1 == leaves);
                                digests.extend(h.iter().flat_map(|word| word.to_le_bytes()));
                            }
                            // fan-out, depth 2, node depth 1, inner length
                            let mut parameters = [0; 64];
                            (parameters[0], parameters[2], parameters[3]) = (out_len as u8, leaves as u8, 2);
                            let at = if block == 128 { 16 } else { 14 };
                            (parameters[at], parameters[at + 1]) = (1, state_len as u8);
                            let mut h = $module::iv();
                            for (h, parameter) in h.iter_mut().zip($module::words(&parameters[..state_len])) {
                                *h ^= parameter;
                            }
                            $module::blake2_string(&mut h, 0, &digests, true);
                            h.iter().flat_map(|word| word.to_le_bytes()).take(out_len).collect::<Vec<u8>>()
                        }};
                    }
                    let expected = if block == 64 { run!(b32) } else { run!(b64) };
                    assert_eq!(
                        hasher.finalize(),
                        expected,
                        "{name}: {len} bytes from {before} blocks before 2^{border} bytes of a leaf"
                    );
                }
            }
        }
    });
}

/// In Skein's trees of two levels, leaves count the bytes of the message before them, and the root counts the bytes of
/// the leaves' values.
#[test]
fn levels_of_skein() {
    each_function(|name, function, _| {
        let algorithm = function.algorithm();
        if !algorithm.info().name.starts_with("skein") {
            return;
        }
        let tree = Some(Tree::Levels { leaf: 1, fan_out: 3, max_height: 2 });
        let function = algorithm.with_options(&Options { tree, ..Options::default() }).unwrap();
        let block = algorithm.info().block_len;
        let leaf_len = 2 * block;
        let mut random = Random(2);
        let data = random.bytes(90 * leaf_len);
        // the state of an empty leaf is the state in which every string begins
        let empty = Saved::of(&function.hasher());
        let start = &empty.body[33..][..block];
        for border in [16, 32, 63, 64] {
            for before in (0..=40u128).step_by(if quick() { 9 } else { 3 }) {
                let index = (1u128 << border) / leaf_len as u128 - before;
                let position = index * leaf_len as u128;
                let (state, held) = (random.bytes(block), random.bytes(block));
                let leaf = [&position.to_le_bytes(), &[0][..], &position.to_le_bytes(), start].concat();
                // the root does not compress the last value before another one follows
                let compressed = (index - 1) * block as u128;
                let root =
                    [&compressed.to_le_bytes()[..], &state, &(index as u64).to_le_bytes(), &held].concat();
                let body = [leaf, root].concat();
                for len in
                    [1, leaf_len, (before as usize + 1) * leaf_len + 5, (before as usize + 41) * leaf_len - 3]
                {
                    let mut hasher = function.restore(&empty.with(&function, &body)).unwrap();
                    hasher.update(&data[..len]);
                    let mut string = held.clone();
                    for (number, bytes) in (index..).zip(data[..len].chunks(leaf_len)) {
                        let mut value = start.to_vec();
                        skein::string(&mut value, 1, number * leaf_len as u128, true, bytes);
                        string.extend_from_slice(&value);
                    }
                    let mut value = state.clone();
                    skein::string(&mut value, 2, compressed, false, &string);
                    assert_eq!(
                        hasher.finalize(),
                        skein::output(&value, algorithm.output_len()),
                        "{name}: {len} bytes from {before} leaves before 2^{border} bytes"
                    );
                }
            }
        }
    });
}

/// The first three tests include every function that `counter` calls a tree.
#[test]
fn every_tree_is_tested() {
    let here = ["blake2bp", "blake2sp", "blake3", "kt128", "kt256"];
    for entry in bramah::hash::entries() {
        let name = entry.info.name;
        if let Counter::Tree = counter(name) {
            assert!(here.contains(&name) || name.starts_with("parallelhash"), "{name}");
        }
    }
}
