//! The last lines of the table: which algorithm or backend was the fastest, and by how much.

use super::render::Row;
use std::fmt::Write as _;

/// The figures that the summary is made of, in the order in which they were measured.
#[derive(Default)]
pub(super) struct Summary(Vec<Figure>);

/// A speed.
pub(super) struct Figure {
    /// The messages as the table shows them: their number and size.
    pub(super) messages: String,
    pub(super) algorithm: String,
    pub(super) backend: &'static str,
    pub(super) in_use: bool,
    pub(super) bytes_per_second: f64,
}

/// The figures for one kind of messages.
pub(super) struct Group<'a> {
    /// The messages as the table shows them: their number and size.
    pub(super) messages: String,
    /// Whether there are several algorithms.
    pub(super) several: bool,
    pub(super) figures: Vec<&'a Figure>,
}

impl Summary {
    /// Adds a row of the table.
    pub(super) fn add(&mut self, row: &Row) {
        self.0.push(Figure {
            messages: row.messages(),
            algorithm: row.algorithm.clone(),
            backend: row.backend,
            in_use: row.in_use,
            bytes_per_second: row.bytes_per_second(),
        });
    }

    /// Returns the figures for each kind of messages, the fastest first. If there are several algorithms, each has one
    /// figure: that of the backend in use or, if this was not measured, of its fastest backend. If there is only one
    /// algorithm, each of its backends has a figure.
    pub(super) fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for figure in &self.0 {
            match groups.iter_mut().find(|group| group.messages == figure.messages) {
                Some(group) => group.figures.push(figure),
                None => groups.push(Group {
                    messages: figure.messages.clone(),
                    several: false,
                    figures: vec![figure],
                }),
            }
        }
        for group in &mut groups {
            group.figures.sort_by(|a, b| b.bytes_per_second.total_cmp(&a.bytes_per_second));
            let first = group.figures[0];
            group.several = group.figures.iter().any(|figure| figure.algorithm != first.algorithm);
            if group.several {
                group.figures = best(&group.figures);
            }
        }
        groups
    }

    /// Returns a line for each kind of messages. If there are several algorithms, the line names the fastest and the
    /// second fastest; if there is only one algorithm, its fastest and its slowest backend. There is no line if there
    /// is nothing to compare.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for Group { messages, several, figures } in self.groups() {
            let [first, second, ..] = figures[..] else { continue };
            let (other, which) =
                if several { (second, "the next") } else { (figures[figures.len() - 1], "the slowest") };
            let name = |figure: &Figure| match several {
                true => format!("{} ({})", figure.algorithm, figure.backend),
                false => figure.backend.to_string(),
            };
            let ratio = first.bytes_per_second / other.bytes_per_second;
            let (first, other) = (name(first), name(other));
            _ = writeln!(text, "fastest   {messages}: {first}, {ratio:.2} times as fast as {which}, {other}");
        }
        if text.is_empty() { text } else { format!("\n{text}") }
    }
}

/// Returns one figure for each algorithm, the fastest algorithm first. This is the figure of the backend in use, or of
/// the fastest backend if `figures` does not contain the backend in use. `figures` is sorted, the fastest first.
fn best<'a>(figures: &[&'a Figure]) -> Vec<&'a Figure> {
    let mut best: Vec<&Figure> = Vec::new();
    for figure in figures {
        match best.iter_mut().find(|other| other.algorithm == figure.algorithm) {
            Some(other) if figure.in_use => *other = figure,
            Some(_) => {}
            None => best.push(figure),
        }
    }
    best.sort_by(|a, b| b.bytes_per_second.total_cmp(&a.bytes_per_second));
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(figures: &[(&str, &'static str, bool, f64)]) -> String {
        let figure = |&(algorithm, backend, in_use, bytes_per_second): &(&str, &'static str, bool, f64)| {
            Figure { messages: "64".into(), algorithm: algorithm.into(), backend, in_use, bytes_per_second }
        };
        Summary(figures.iter().map(figure).collect()).text()
    }

    #[test]
    fn the_fastest_is_named_with_its_ratio() {
        assert_eq!(summary(&[]), "");
        assert_eq!(summary(&[("md5", "avx2", true, 2.0)]), "");
        assert_eq!(
            summary(&[
                ("md5", "portable", false, 2.0),
                ("md5", "bmi2", false, 2.5),
                ("md5", "avx2", true, 5.0)
            ]),
            "\nfastest   64: avx2, 2.50 times as fast as the slowest, portable\n"
        );
        // of each algorithm the backend in use counts, even if another is faster
        assert_eq!(
            summary(&[
                ("sha1", "sha-ni", true, 4.0),
                ("md5", "fast", false, 9.0),
                ("md5", "used", true, 2.0),
                ("sm3", "a", false, 1.0),
                ("sm3", "b", false, 3.0),
            ]),
            "\nfastest   64: sha1 (sha-ni), 1.33 times as fast as the next, sm3 (b)\n"
        );
    }
}
