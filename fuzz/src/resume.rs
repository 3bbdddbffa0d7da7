//! Files of states of `bramah hash --resume`: whatever they contain, the digest is right or the run fails.

use crate::Input;

/// Parts of such files.
pub const WORDS: &[&str] = &[
    "{\"version\":1,\"files\":{",
    "\"size\":",
    "\"modified\":",
    "\"offset\":",
    "\"states\":",
    "\"sha256\"",
    "\"md5\"",
    "null",
    "[]",
    "{}",
    "-1",
    "1e9",
    "0",
    "131072",
    "200000",
    "18446744073709551615",
    "\"\"",
    ",",
    "}",
];

/// Resumes with the input as the file of states, or with a real file that the input changes.
pub fn run(data: &[u8]) {
    let mut input = Input(data);
    let real = bramah_cli::fuzz::resumable();
    if input.byte() == 0 {
        bramah_cli::fuzz::resume(input.0);
        return;
    }
    let mut text = real.to_vec();
    seal(&mut text);
    assert!(text == real, "this target does not know how such files are sealed");
    while !input.is_empty() {
        // changes a number or name near the beginning or the end of the file, or any byte
        let change = input.byte();
        let digits: Vec<usize> = (0..text.len()).filter(|&at| text[at].is_ascii_digit()).collect();
        let at = match change % 4 {
            0 if !digits.is_empty() => digits[input.below(digits.len())],
            1 => input.below(64).min(text.len()),
            2 => text.len().saturating_sub(input.below(160)),
            _ => input.below(text.len() + 1),
        };
        match change / 4 % 4 {
            0 if at < text.len() && text[at].is_ascii_digit() => text[at] = b'0' + input.byte() % 10,
            1 => drop(text.drain(at..(at + usize::from(input.byte())).min(text.len()))),
            2 => drop(text.splice(at..at, input.short().iter().copied())),
            _ if at < text.len() => text[at] = input.byte(),
            _ => {}
        }
    }
    seal(&mut text);
    bramah_cli::fuzz::resume(&text);
}

/// Recomputes the digest at the end of the file, if there is one.
fn seal(text: &mut [u8]) {
    const FIELD: &[u8] = b",\"sha256\":\"";
    const DIGITS: usize = 64;
    let Some(at) = text.windows(FIELD.len()).rposition(|part| part == FIELD) else { return };
    let digest = bramah::Sha256::digest([&text[..at], b"}"].concat());
    let Some(place) = text.get_mut(at + FIELD.len()..at + FIELD.len() + DIGITS) else { return };
    for (pair, byte) in place.chunks_mut(2).zip(digest) {
        pair.copy_from_slice(format!("{byte:02x}").as_bytes());
    }
}
