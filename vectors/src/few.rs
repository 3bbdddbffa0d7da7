//! A few vectors of each kind, for programs that contain vectors to test themselves: see [`few`](mod@crate::few).

use std::collections::{BTreeMap, BTreeSet};

/// The number of vectors of a kind that are kept: the first, the last, and others at equal distances in between.
const EACH: usize = 2;
/// The number of bytes of text from which a vector is omitted if a shorter one has the same words and lengths: long
/// messages are tested by comparison with the portable backend.
const LONG: usize = 700;
/// Fields whose values distinguish kinds.
const WORDS: [&str; 11] = [
    "cipher", "flavor", "function", "hash", "increment", "mac", "mode", "padding", "place", "rounds",
    "stealing",
];
/// Fields whose lengths distinguish the functions of a family.
const LENGTHS: [&str; 1] = ["digest"];
/// Fields whose lengths distinguish block ciphers, if the vector has neither a field with the cipher's name nor a
/// nonce.
const LENGTHS_OF_BLOCKS: [&str; 2] = ["key", "ciphertext"];

/// Returns the text of a file with some of its vectors: under each heading, [`EACH`] of those that have the same
/// fields, with the same words and lengths of results. Vectors of [`LONG`] bytes or more are kept only if the file has
/// none that is shorter with the same words and lengths. Omitted vectors become empty lines, so that each remaining
/// vector keeps its line number.
pub(crate) fn few(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut kinds: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
    let mut heading = "";
    let mut first = 0;
    for vector in lines.split_inclusive(|line| line.is_empty()) {
        for line in vector.iter().filter(|line| line.starts_with('[')) {
            heading = line;
        }
        kinds.entry(kind(heading, vector)).or_default().push(first);
        first += vector.len();
    }
    let mut kept = vec![false; lines.len()];
    let lines_of = |first: usize| lines[first..].iter().take_while(|line| !line.is_empty());
    let is_short = |first: &usize| lines_of(*first).map(|line| line.len()).sum::<usize>() < LONG;
    let with_short = kinds.iter().filter(|(_, firsts)| firsts.iter().any(is_short));
    let with_short: BTreeSet<_> = with_short.map(|(kind, _)| &kind.told_apart).collect();
    for (kind, firsts) in &kinds {
        let mut firsts = firsts.clone();
        firsts.retain(|first| is_short(first) || !with_short.contains(&kind.told_apart));
        for first in spread(&firsts) {
            let len = lines_of(first).count();
            kept[first..][..len].fill(true);
        }
    }
    let mut out = String::with_capacity(text.len());
    for (line, kept) in lines.iter().zip(kept) {
        // headings are always kept
        if kept || line.starts_with('[') {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// The properties that vectors of one kind have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// The heading and the names of the fields.
    fields: Vec<String>,
    /// The words and lengths.
    told_apart: Vec<String>,
}

/// Returns the kind of a vector.
fn kind(heading: &str, vector: &[&str]) -> Kind {
    let fields = || vector.iter().filter_map(|line| line.split_once(" ="));
    let of_blocks = fields().all(|(name, _)| name != "cipher" && name != "nonce")
        && fields().any(|(name, _)| name == "ciphertext");
    let mut kind = Kind { fields: vec![heading.to_string()], told_apart: Vec::new() };
    for (name, value) in fields().filter(|(name, _)| *name != "id") {
        kind.fields.push(name.into());
        if WORDS.contains(&name) {
            kind.told_apart.push(value.into());
        } else if LENGTHS.contains(&name) || of_blocks && LENGTHS_OF_BLOCKS.contains(&name) {
            kind.told_apart.push(value.len().to_string());
        }
    }
    kind
}

/// Returns [`EACH`] of these items, or all if there are fewer.
fn spread(all: &[usize]) -> impl Iterator<Item = usize> {
    let kept = all.len().min(EACH);
    (0..kept).map(move |i| all[if kept < 2 { 0 } else { i * (all.len() - 1) / (kept - 1) }])
}

#[cfg(test)]
mod tests {
    use super::few;

    #[test]
    fn of_each_kind_a_few_are_kept_where_they_stand() {
        let vector =
            |message: usize, len: usize| format!("message = {message:02}\ndigest = {}\n\n", "00".repeat(len));
        let text = |which: &[usize], other: bool| {
            let mut text = String::from("# What it is.\n\n[A]\n");
            for message in 0..7 {
                text += &if which.contains(&message) { vector(message, 2) } else { "\n\n\n".into() };
            }
            if other {
                text += &vector(7, 3);
            }
            text + "[B]\n" + &vector(8, 2)
        };
        assert_eq!(few(&text(&[0, 1, 2, 3, 4, 5, 6], true)), text(&[0, 6], true));
        assert_eq!(few(&text(&[0, 6], true)), text(&[0, 6], true));
    }
}
