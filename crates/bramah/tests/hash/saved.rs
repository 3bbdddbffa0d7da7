//! Tests saved states: they can only be restored with the options with which they were made, they contain the number of
//! bytes, and states of the previous version can be read.

use crate::kit::{bare, bound, digest, each_subject, pattern};
use bramah::{
    Error,
    hash::{self, Algorithm, Function, Node, Options, Parameter, Tree, Trees},
};

/// Returns functions with options that all differ: without options, with each parameter, with another value and a
/// longer value of it, with a tree, and with each number in the tree changed.
fn choices(algorithm: Algorithm) -> Vec<(String, Function)> {
    let info = algorithm.info();
    let none = Options { empty_key: true, ..Options::default() };
    let mut all: Vec<(String, Function)> =
        vec![("no options".into(), algorithm.with_options(&none).unwrap())];
    let mut put = |what: String, options: &Options<'_>| {
        // a function may refuse a combination by its own rules; with some digest lengths it refuses all options
        let function = algorithm.with_options(options).ok();
        let taken = function.is_some();
        all.extend(function.map(|function| (what, function)));
        taken
    };
    let mut key = Vec::new();
    for takes in info.takes {
        let (parameter, name) = (takes.parameter, takes.parameter.field());
        let longest = takes.max.min(64);
        let least = takes.min.max(1);
        let mut values = vec![vec![0x0b; least], [&vec![0x0b; least - 1][..], &[0x0c]].concat()];
        if longest > least {
            values.push(vec![0x0b; longest]);
        }
        let mut any = false;
        for value in values {
            any |= put(format!("{name} {value:02x?}"), &none.with(parameter, &value));
            if parameter == Parameter::Key {
                key = value;
            }
        }
        assert!(any || algorithm.output_len() != info.lengths.default, "{}: {name}", algorithm.name());
    }
    let trees: Vec<Tree> = match info.trees {
        Trees::None => Vec::new(),
        Trees::Node { .. } => {
            let node = Node { fanout: 2, depth: 2, inner_length: 8, ..Node::default() };
            [
                node,
                Node { fanout: 3, ..node },
                Node { depth: 3, ..node },
                Node { leaf_length: 1, ..node },
                Node { node_offset: 1, ..node },
                Node { node_depth: 1, ..node },
                Node { inner_length: 9, ..node },
                Node { last_node: true, ..node },
            ]
            .map(Tree::Node)
            .into()
        }
        Trees::Levels => {
            let tree = |leaf, fan_out, max_height| Tree::Levels { leaf, fan_out, max_height };
            vec![tree(1, 1, 2), tree(2, 1, 2), tree(1, 2, 2), tree(1, 1, 3)]
        }
        Trees::Blocks => vec![Tree::Blocks(7), Tree::Blocks(9), Tree::Blocks(1000)],
    };
    for tree in trees {
        put(format!("{tree:?}"), &Options { tree: Some(tree), ..none });
        if !key.is_empty() {
            put(format!("{tree:?} and a key"), &Options { tree: Some(tree), key: &key, ..none });
        }
    }
    all
}

/// Returns every function with its default digest length and with its minimum.
fn algorithms() -> impl Iterator<Item = Algorithm> {
    hash::entries()
        .flat_map(|entry| {
            let shortest = entry.algorithm().with_bits(8 * entry.info.lengths.min).expect("a length");
            [Some(entry.algorithm()), Some(shortest).filter(|shortest| *shortest != entry.algorithm())]
        })
        .flatten()
}

/// A state can be restored only with the options with which it was made.
#[test]
fn every_option_is_bound() {
    let mut failures = Vec::new();
    let mut refused = 0;
    for algorithm in algorithms() {
        let choices = choices(algorithm);
        let message = pattern(3 * algorithm.info().block_len + 5);
        for length in [0, 1, message.len()] {
            for (made, function) in &choices {
                let mut hasher = function.hasher();
                hasher.update(&message[..length]);
                let saved = hasher.save();
                for (other, function) in &choices {
                    let name = algorithm.name();
                    match function.restore(&saved) {
                        Ok(mut restored) if made == other => {
                            restored.update(&message[length..]);
                            assert_eq!(restored.finalize(), digest(function, &message), "{name}, {made}");
                        }
                        Err(Error::SavedOptions) if made != other => refused += 1,
                        result => failures.push(format!(
                            "{name} saved after {length} bytes under {made}, restored under {other}: {result:?}"
                        )),
                    }
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}: {}",
        failures.len(),
        failures.len() + refused,
        failures[..8.min(failures.len())].join("\n")
    );
    assert!(refused > 1000, "{refused} pairs of options");
}

/// The number of bytes of a message does not depend on its pieces or on where its state was saved.
#[test]
fn bytes_are_counted() {
    each_subject(|subject| {
        let data = pattern(2 * subject.block + 3);
        let mut hasher = subject.function.hasher();
        assert_eq!(hasher.absorbed(), Some(0), "{}", subject.name);
        hasher.update(&data);
        hasher.update([]);
        hasher.update_parallel(&data[1..], 2);
        let read = |at: u64, out: &mut [u8]| {
            out.fill(at as u8);
            Ok(out.len())
        };
        hasher.update_parallel_from(read, 5..12, 2).unwrap();
        let count = Some(2 * data.len() as u128 + 6);
        assert_eq!(hasher.absorbed(), count, "{}", subject.name);
        assert_eq!(hasher.clone().absorbed(), count, "{}", subject.name);
        let mut restored = subject.other.restore(&hasher.save()).unwrap();
        assert_eq!(restored.absorbed(), count, "{}", subject.name);
        restored.update(b"x");
        assert_eq!(restored.absorbed(), count.map(|count| count + 1), "{}", subject.name);
        restored.reset();
        assert_eq!(restored.absorbed(), Some(0), "{}", subject.name);
        let mut out = vec![0; hasher.algorithm().output_len()];
        hasher.finalize_reset_into(&mut out);
        assert_eq!(hasher.absorbed(), Some(0), "{}", subject.name);
    });
}

/// A state that the test writes from the documentation of the format has the same bytes as the one from the library.
#[test]
fn the_format_is_documented() {
    each_subject(|subject| {
        let mut hasher = subject.function.hasher();
        hasher.update(pattern(subject.block + 1));
        let saved = hasher.save();
        let (front, _) = saved.split_at(saved.len() - 24);
        assert_eq!(bound(&subject.other, front), saved, "{}", subject.name);
        let name = subject.function.algorithm().name();
        assert_eq!(saved[..8], *b"bramah\0\x02");
        assert_eq!(saved[8..][..1 + name.len()], *[&[name.len() as u8], name.as_bytes()].concat());
        assert_eq!(front[front.len() - 16..], (subject.block as u128 + 1).to_le_bytes(), "{name}");
    });
}

/// Returns the state that version 1 would have written.
fn of_version_1(saved: &[u8]) -> Vec<u8> {
    let mut out = saved[..saved.len() - 40].to_vec();
    out[7] = 1;
    let seal = bramah::Sha256::digest(&out);
    out.extend_from_slice(&seal[..8]);
    out
}

/// States of version 1 do not contain their options, so they are accepted only by functions without options.
#[test]
fn version_1_is_read_where_that_is_safe() {
    let mut taken = 0;
    each_subject(|subject| {
        let data = pattern(2 * subject.block + 3);
        let mut hasher = subject.function.hasher();
        hasher.update(&data[..subject.block + 1]);
        let old = of_version_1(&hasher.save());
        let info = subject.function.algorithm().info();
        let restored = subject.function.restore(&old);
        if !info.takes.is_empty() || info.trees != Trees::None {
            assert_eq!(restored.map(drop), Err(Error::SavedUnbound), "{}", subject.name);
            return;
        }
        let mut restored = restored.unwrap();
        assert_eq!(restored.absorbed(), None, "{}", subject.name);
        // the number of bytes, which version 1 does not record, stays unknown when the state is saved again
        let mut again = subject.other.restore(&restored.save()).unwrap();
        for hasher in [&mut restored, &mut again] {
            hasher.update(&data[subject.block + 1..]);
            assert_eq!(hasher.absorbed(), None, "{}", subject.name);
            assert_eq!(hasher.clone().finalize(), subject.digest(&data), "{}", subject.name);
        }
    });
    for algorithm in algorithms() {
        let function = bare(algorithm);
        taken += usize::from(function.restore(&of_version_1(&function.hasher().save())).is_ok());
    }
    assert!(taken > 30, "{taken} functions without options");
}

/// States of unknown versions are refused.
#[test]
fn other_versions_are_refused() {
    for algorithm in algorithms() {
        let function = bare(algorithm);
        for version in [0, 3, 255] {
            let mut saved = function.hasher().save();
            saved[7] = version;
            let len = saved.len();
            let seal = bramah::Sha256::digest(&saved[..len - 8]);
            saved[len - 8..].copy_from_slice(&seal[..8]);
            let restored = function.restore(&saved);
            assert_eq!(restored.map(drop), Err(Error::SavedState), "{algorithm:?} {version}");
        }
    }
}
