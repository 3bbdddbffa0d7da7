//! The names of the backends that this CPU can run, for one message or for many, of all algorithms.

fn main() {
    let mut names: Vec<&str> =
        bramah::hash::entries().flat_map(|entry| entry.algorithm().backends_available()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        println!("{name}");
    }
}
