//! The names of the backends that this CPU can run, for one message or for many, of all algorithms.

use bramah::{aead, backend::Choice, block, hash, stream};
use std::collections::BTreeSet;

fn main() {
    let choices = (hash::entries().flat_map(|entry| entry.algorithm().choices()))
        .chain(block::entries().map(|entry| entry.algorithm().choice()))
        .chain(stream::entries().map(|entry| entry.algorithm().choice()))
        .chain(aead::entries().map(|entry| entry.algorithm().choice()));
    let names: BTreeSet<&str> = choices.flat_map(available).collect();
    for name in names {
        println!("{name}");
    }
}

fn available(choice: &'static dyn Choice) -> impl Iterator<Item = &'static str> {
    (0..choice.count())
        .filter_map(|index| choice.info(index))
        .filter(|info| info.available)
        .map(|info| info.name)
}
