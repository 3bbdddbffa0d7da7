//! Prints the names of the backends that this CPU can run, for one message and for many: those of all algorithms; with the
//! argument `hashes`, those of the hash functions; with the argument `others`, those of all other algorithms.

use bramah::{
    backend::{self, Choice},
    hash,
};
use std::{collections::BTreeSet, ptr};

fn main() {
    let of_hashes: Vec<_> = hash::entries().flat_map(|entry| entry.algorithm().choices()).collect();
    let is_of_hash = |choice: &&'static dyn Choice| of_hashes.iter().any(|of| ptr::addr_eq(*of, *choice));
    let which = std::env::args().nth(1);
    let wanted = |choice: &&'static dyn Choice| match which.as_deref() {
        Some("hashes") => is_of_hash(choice),
        Some("others") => !is_of_hash(choice),
        _ => true,
    };
    let names: BTreeSet<&str> = backend::all().into_iter().filter(wanted).flat_map(available).collect();
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
