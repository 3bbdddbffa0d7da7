//! Hashes each line of a text by itself, many lines at once: the digests of a list of names, addresses or records.
//!
//!     cargo run --release -p bramah --example hash_many -- FILE
//!
//! One short message keeps only one lane of the CPU's vectors busy. `hash_many` gives each lane a message of its own, which
//! is several times faster than a loop over `Sha256::digest`, and returns the same digests.

use bramah::Sha256;
use std::{
    error::Error,
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Write},
};

/// The number of lines that are hashed in one call. A few hundred fill the lanes; more only need more memory.
const LINES: usize = 4096;

/// Writes the SHA-256 of each line, without its line end, in hexadecimal.
fn hash_lines(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    // the texts of the lines, one after another, and the position at which each of them ends
    let (mut text, mut ends) = (Vec::new(), Vec::new());
    let mut digests = vec![[0; 32]; LINES];
    loop {
        text.clear();
        ends.clear();
        while ends.len() < LINES && input.read_until(b'\n', &mut text)? > 0 {
            if text.last() == Some(&b'\n') {
                text.pop();
            }
            ends.push(text.len());
        }
        if ends.is_empty() {
            return output.flush();
        }
        let mut start = 0;
        let lines: Vec<&[u8]> =
            ends.iter().map(|&end| &text[std::mem::replace(&mut start, end)..end]).collect();
        let digests = &mut digests[..lines.len()];
        Sha256::hash_many(&lines, digests);
        for digest in digests {
            writeln!(output, "{}", bramah::Hex(digest))?;
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: hash_many FILE")?;
    hash_lines(BufReader::new(File::open(path)?), BufWriter::new(io::stdout().lock()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_is_hashed_by_itself() {
        // more lines than one call takes, with an empty line, and a last line without a line end
        let lines: Vec<String> =
            (0..=LINES).map(|i| if i == 3 { String::new() } else { i.to_string() }).collect();
        let mut output = Vec::new();
        hash_lines(lines.join("\n").as_bytes(), &mut output).expect("digests");
        let digest = |line: &String| format!("{}\n", bramah::Hex(&Sha256::digest(line.as_bytes())));
        assert!(output == lines.iter().map(digest).collect::<String>().into_bytes());
    }
}
