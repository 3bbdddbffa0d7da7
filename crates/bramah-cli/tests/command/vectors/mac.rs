//! Vectors of MACs: the first tag of each MAC and one in three of the others, or each if `BRAMAH_TEST_ALL` is set, is
//! computed; a tag with an even number is also verified.

use super::{Arguments, Input, Reason, bytes, first_of, taken};
use crate::support::{Dir, hex};
use bramah_vectors::Vector;

pub(super) fn run(dir: &Dir, kind: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    let [key, nonce] = ["key", "nonce"].map(|field| bytes(vector, field));
    let message = bytes(vector, "message").unwrap();
    let tag = vector.require("tag").literal();
    let inside = vector.word("cipher").or(vector.word("hash"));
    let name = inside.map_or(kind.to_string(), |inside| format!("{kind}-{inside}"));
    if !first_of(&name) && !taken(turn, 3) {
        return Ok(());
    }
    let arguments = Arguments::new("mac -q")
        .add(name)
        .hex("--key", key.as_deref())
        .hex("--nonce", nonce.as_deref())
        .number("--section", vector.number("section"))
        .number("--master-section", vector.number("master_section"))
        .number("--tag-len", Some(tag.len() as u64));
    let (raw, from_file) = (turn.is_multiple_of(2), (turn / 2).is_multiple_of(2));
    let input = Input::of(&message, from_file);
    let (made, expected) = match raw {
        true => (arguments.clone().add("--raw").run(dir, input, false), tag.to_vec()),
        false => {
            let line = format!("{}  {}\n", hex(tag), if from_file { "in" } else { "-" });
            (arguments.clone().run(dir, input, false), line.into_bytes())
        }
    };
    assert!(made == expected, "{vector}: {}", arguments.0.join(" "));
    if turn.is_multiple_of(2) {
        arguments.hex("--check", Some(tag)).run(dir, Input::of(&message, !from_file), false);
    }
    Ok(())
}
