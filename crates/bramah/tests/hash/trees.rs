//! Tests trees with levels, in all shapes: hashed in pieces, saved and restored, on several threads, and on every
//! backend.

use crate::{
    common::{quick, wanted},
    kit::{Random, pattern},
};
use bramah::{
    Blake3, Error, Skein512,
    bao::Part,
    hash::{self, Options, Tree, Trees},
};

#[test]
fn every_shape_of_tree() {
    const SHAPES: [(u8, u8, u8); 7] =
        [(1, 1, 2), (1, 1, 3), (1, 1, 255), (1, 2, 4), (2, 1, 255), (3, 2, 255), (200, 200, 2)];
    let longest = if quick() { 10_000 } else { 60_000 };
    let data = pattern(longest);
    let mut random = Random(8);
    for entry in hash::entries().filter(|entry| matches!(entry.info.trees, Trees::Levels)) {
        let algorithm = entry.algorithm();
        for backend in algorithm.backends_available().into_iter().filter(|name| wanted(name)) {
            for (leaf, fan_out, max_height) in SHAPES {
                let options =
                    Options { tree: Some(Tree::Levels { leaf, fan_out, max_height }), ..Options::default() };
                let on = |backend| algorithm.with_backend(backend).unwrap().with_options(&options).unwrap();
                let (function, portable) = (on(backend), on("portable"));
                let leaf_len = entry.info.block_len << leaf.min(8);
                let borders = (0..20).flat_map(|n| [n * leaf_len, n * leaf_len + 1, (n + 1) * leaf_len - 1]);
                let lengths: Vec<usize> = borders.chain([longest]).filter(|n| *n <= longest).collect();
                for length in lengths {
                    let message = &data[..length];
                    let mut expected = portable.hasher();
                    for piece in message.chunks(entry.info.block_len + 1) {
                        expected.update(piece);
                    }
                    let expected = expected.finalize();
                    let mut digest = vec![0; expected.len()];
                    function.digest(message, &mut digest);
                    let what = format!("{} on {backend}, {options:?}, {length}", algorithm.name());
                    assert_eq!(digest, expected, "{what}");
                    let mut hasher = function.hasher();
                    let mut rest = message;
                    while !rest.is_empty() {
                        let (piece, more) = rest.split_at(random.below(rest.len()) + 1);
                        hasher.update_parallel(piece, random.below(4));
                        hasher = function.restore(&hasher.clone().save()).unwrap();
                        rest = more;
                    }
                    assert_eq!(hasher.finalize(), expected, "{what}, in pieces");
                }
                let mut many = vec![0; 2 * algorithm.output_len()];
                function.hash_many(&[&data[..1], &data], &mut many);
                let mut one = vec![0; algorithm.output_len()];
                function.digest(&data, &mut one);
                assert_eq!(many[algorithm.output_len()..], one);
            }
        }
    }
}

#[test]
fn shapes_that_are_none_are_refused() {
    let refused = |leaf, fan_out, max_height| {
        let tree = Some(Tree::Levels { leaf, fan_out, max_height });
        Skein512::<64>::with_options(&Options { tree, ..Options::default() }).map(|_| ()).unwrap_err()
    };
    for error in [refused(0, 1, 2), refused(1, 0, 2), refused(1, 1, 1)] {
        assert!(matches!(error, Error::Parameter { .. }), "{error}");
    }
}

#[test]
fn parts_of_a_content_join_to_its_hash() {
    let data = pattern(3 << 20);
    let mut random = Random(12);
    let lengths = [2, 3, 4, 5, 7, 8, 17, 64, 100, 1000, 1024, 1025, 2048, 3000].map(|chunks| 1024 * chunks);
    for length in lengths.iter().flat_map(|length| [length - 1023, length - 1, *length]).filter(|n| *n > 1024)
    {
        let content = &data[..length];
        for _ in 0..4 {
            // divides the message into subtrees of random sizes
            let (mut parts, mut at) = (Vec::new(), 0);
            while at < length {
                let most = if at == 0 { 9 } else { (at / 1024).trailing_zeros().min(11) };
                let end = (at + (1024 << random.below(most as usize + 1))).min(length);
                parts.push(Part::of(&content[at..end], at as u64).unwrap());
                at = end;
            }
            if let [whole] = parts[..] {
                assert!(Part::hash(&[whole]).is_err());
                continue;
            }
            assert_eq!(Part::hash(&parts).unwrap(), Blake3::digest(content), "{length}: {parts:?}");
            // joins the parts of the left side and those of the right side first
            let middle = 1024usize << (length.div_ceil(1024) - 1).ilog2();
            let cut = parts.partition_point(|part| (part.start as usize) < middle);
            let (left, right) = parts.split_at(cut);
            match (Part::joined(left), Part::joined(right)) {
                (Ok(left), Ok(right)) if right.start as usize == middle => {
                    assert_eq!(Part::hash(&[left, right]).unwrap(), Blake3::digest(content), "{length}");
                }
                (left, right) => panic!("{length}: {left:?}, {right:?}"),
            }
        }
    }
    // a first part of 2 MiB, and the rest of the message as the last part
    let whole = Part::of(&data[2 << 20..], 2 << 20).unwrap();
    let first = Part::of(&data[..2 << 20], 0).unwrap();
    assert_eq!(Part::hash(&[first, whole]).unwrap(), Blake3::digest(&data));
}

#[test]
fn parts_that_are_no_subtrees_are_refused() {
    let data = pattern(8192);
    let part = |from: usize, to: usize| Part::of(&data[from..to], from as u64);
    for (from, to) in [(0, 0), (1, 1024), (1024, 3072), (1024, 2049), (2048, 5000), (3072, 8192)] {
        assert!(part(from, to).is_err(), "{from} to {to}");
    }
    let [a, b, c, d] =
        [(0, 2048), (2048, 4096), (4096, 8192), (4096, 5120)].map(|(from, to)| part(from, to).unwrap());
    assert_eq!(Part::hash(&[a, b, c]).unwrap(), Blake3::digest(&data));
    assert!(Part::hash(&[]).is_err() && Part::joined(&[]).is_err());
    for wrong in [&[a][..], &[a, c], &[b, c], &[b, a], &[a, a, b]] {
        assert!(Part::hash(wrong).is_err(), "{wrong:?}");
    }
    assert!(Part::joined(&[b, c]).is_err() && Part::joined(&[a, c]).is_err());
    // the message must end after a part whose length is not a whole number of chunks, so no part can follow it
    let short = Part::of(&data[..3000], 0).unwrap();
    let after = Part { start: 3000, len: 1000, value: [0; 32] };
    assert!(Part::hash(&[short, after]).is_err());
    assert_eq!(Part::hash(&[a, b, d]).unwrap(), Blake3::digest(&data[..5120]));
}
