//! Sequences of calls on every kind of object, compared with the result of a single call.

mod aead;
mod cipher;
mod hash;
mod mac;
mod stream;

use crate::Input;

/// Runs the target; the first byte chooses the kind of object.
pub fn run(data: &[u8]) {
    let mut input = Input(data);
    match input.byte() % 5 {
        0 => hash::run(&mut input),
        1 => cipher::run(&mut input),
        2 => stream::run(&mut input),
        3 => aead::run(&mut input),
        _ => mac::run(&mut input),
    }
}

/// Returns one of the items, chosen by the input.
fn pick<T: Clone>(input: &mut Input<'_>, from: impl Iterator<Item = T> + Clone) -> T {
    let count = from.clone().count();
    from.clone().nth(input.below(count)).expect("one of them")
}
