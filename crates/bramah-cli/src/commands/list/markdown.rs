//! The table of algorithms, as Markdown: for docs/algorithms.md.

use bramah::{
    backend::{self, Choice},
    hash::{self, Entry},
};
use std::fmt::Write;

/// Writes the table. It names the architecture of the CPU, but does not depend on its features.
pub(super) fn table(text: &mut String) {
    let architecture = match std::env::consts::ARCH {
        "x86_64" => "x86-64",
        other => other,
    };
    let head = [
        "algorithm",
        "digest bits",
        "standing",
        "specification",
        &format!("backends on {architecture}: one message"),
        "many messages",
        "constant time",
    ];
    row(text, head);
    row(text, ["---"; 7]);
    for entry in hash::entries() {
        let info = &entry.info;
        let [one, many] = entry.algorithm().choices();
        row(
            text,
            [
                &format!("`{}`", info.name),
                &bits(entry),
                info.standing.name(),
                info.specification,
                &names(one),
                &names(many),
                &constant_time([one, many]),
            ],
        );
    }
}

fn row(text: &mut String, cells: [&str; 7]) {
    writeln!(text, "| {} |", cells.join(" | ")).expect("a String takes all");
}

/// Returns the named digest lengths in bits, and the range of other lengths: `128, 256; 8 to 512`.
fn bits(entry: &'static Entry) -> String {
    let lengths = &entry.info.lengths;
    let named: Vec<String> = entry.algorithms().map(|a| (8 * a.output_len()).to_string()).collect();
    let mut text = named.join(", ");
    if entry.extendable() || lengths.max >= usize::MAX / 8 {
        text += "; any";
    } else if !lengths.is_fixed() {
        text += &format!("; {} to {}", 8 * lengths.min, 8 * lengths.max);
    }
    if lengths.except > 0 {
        text += &format!(" but {}", 8 * lengths.except);
    }
    text
}

fn names(choice: &'static dyn Choice) -> String {
    let mut candidates: Vec<_> = backend::candidates(choice).collect();
    // the backends are sorted as in the source, not as this CPU prefers them
    candidates.sort_by_key(|candidate| candidate.place);
    candidates.into_iter().map(|candidate| candidate.name).collect::<Vec<_>>().join(", ")
}

/// Returns `yes`, or the backends that are not constant-time.
fn constant_time(choices: [&'static dyn Choice; 2]) -> String {
    let mut not: Vec<&str> = Vec::new();
    for candidate in choices.into_iter().flat_map(backend::candidates) {
        if !candidate.constant_time && !not.contains(&candidate.name) {
            not.push(candidate.name);
        }
    }
    if not.is_empty() { "yes".into() } else { format!("not {}", not.join(", ")) }
}
