//! Tests trees with levels, in all shapes: hashed in pieces, saved and restored, on several threads, and on every
//! backend.

use crate::{
    common::{quick, wanted},
    kit::{Random, pattern},
};
use bramah::{
    Error, Skein512,
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
