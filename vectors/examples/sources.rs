//! Prints the number of vectors of each source in each file, with a tab between two columns: the file, the number, the source.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for folder in bramah_vectors::folders() {
        for name in folder.names {
            let vectors = folder.read(name).expect("a file of its list");
            let mut sources: Vec<(&str, usize)> = Vec::new();
            for vector in &vectors {
                match sources.iter_mut().find(|(source, _)| *source == vector.source) {
                    Some((_, count)) => *count += 1,
                    None => sources.push((vector.source, 1)),
                }
            }
            for (source, count) in sources {
                writeln!(out, "{}/{name}\t{count}\t{source}", folder.name)?;
            }
        }
    }
    Ok(())
}
