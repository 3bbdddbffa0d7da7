//! Prints the names of the backends of all algorithms that this CPU can run, for one message and for many.

use bramah::backend::{self, Choice};
use std::collections::BTreeSet;

fn main() {
    let names: BTreeSet<&str> = backend::all().into_iter().flat_map(available).collect();
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
