//! The committed table of sizes, and its comparison with a new one.

use std::{collections::BTreeMap, fmt::Write};

/// The command and each family may grow by a fraction of their size, 1 divided by the first number, or by the second
/// number of bytes if that is more. Beyond that, the table must be updated, so that the review of a change shows the
/// growth.
const TOLERANCE: (u64, u64) = (20, 16 << 10);
/// The size in bytes below which families are combined to one row.
const SMALL: u64 = 4 << 10;

const COMPILER: &str = "compiler ";
const LIMIT: &str = "limit of the stripped command";
const COMMAND: &str = "stripped command";
const OTHERS: &str = "smaller families";

/// Sizes in bytes.
pub(crate) struct Table {
    /// The version of the compiler that the sizes were measured with.
    pub(crate) compiler: String,
    /// The maximum size of the stripped command, in bytes.
    pub(crate) limit: u64,
    /// The size of the stripped command, in bytes.
    pub(crate) command: u64,
    /// The size of the code of each family in bytes.
    pub(crate) families: BTreeMap<String, u64>,
}

/// The messages about growth since the table was written.
pub(crate) struct Growth {
    /// The messages that make the gate fail.
    pub(crate) failures: Vec<String>,
    /// The messages that are only printed.
    pub(crate) notes: Vec<String>,
}

impl Table {
    /// Parses a table that [`render`](Self::render) wrote.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut table = Self { compiler: String::new(), limit: 0, command: 0, families: BTreeMap::new() };
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()) {
            if let Some(version) = line.strip_prefix(COMPILER) {
                table.compiler = version.into();
                continue;
            }
            let bad = || format!("sizes.txt: not a size and a name: {line:?}");
            let (size, name) = line.trim_start().split_once(' ').ok_or_else(bad)?;
            let size = size.parse().map_err(|_| bad())?;
            match name {
                LIMIT => table.limit = size,
                COMMAND => table.command = size,
                _ => _ = table.families.insert(name.to_string(), size),
            }
        }
        match table.limit {
            0 => Err(format!("sizes.txt: no {LIMIT}")),
            _ => Ok(table),
        }
    }

    /// Returns the table as text: largest family first.
    pub(crate) fn render(&self) -> String {
        let mut text = String::from(
            "# Bytes of the stripped command, and of the code of each family in it, on x86-64 Linux.\n\
             # `cargo run -p size-gate -- --write` writes this file, but for the limit; `make size` compares with it.\n",
        );
        let mut line = |size: u64, name: &str| _ = writeln!(text, "{size:>9} {name}");
        line(self.limit, LIMIT);
        line(self.command, COMMAND);
        let mut families: Vec<(&str, u64)> = self.listed().into_iter().collect();
        families.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        for (name, size) in families {
            line(size, name);
        }
        text + COMPILER + &self.compiler + "\n"
    }

    /// Returns the families, with the small ones combined.
    fn listed(&self) -> BTreeMap<&str, u64> {
        let mut listed = BTreeMap::new();
        for (name, &size) in &self.families {
            *listed.entry(if size < SMALL { OTHERS } else { name }).or_default() += size;
        }
        listed
    }

    /// Compares `new` with this table.
    pub(crate) fn growth(&self, new: &Self) -> Growth {
        let mut growth = Growth { failures: Vec::new(), notes: Vec::new() };
        let (old, listed) = (self.listed(), new.listed());
        let of_compiler =
            if self.compiler == new.compiler { &mut growth.failures } else { &mut growth.notes };
        let (part, least) = TOLERANCE;
        for (name, size) in std::iter::once((COMMAND, new.command)).chain(listed) {
            let before = match name {
                COMMAND => self.command,
                // a family that has no row of its own in `old` was too small for one, or is new
                _ => old.get(name).or(self.families.get(name)).copied().unwrap_or(0),
            };
            if size > before + (before / part).max(least) {
                of_compiler.push(format!("{name} has grown from {before} to {size} bytes: see sizes.txt"));
            }
        }
        if self.compiler != new.compiler {
            let [old, new] = [self, new].map(|table| &table.compiler);
            growth
                .notes
                .push(format!("sizes.txt is of rustc {old}, and this is {new}: only the limit holds"));
        }
        if new.command > self.limit {
            growth.failures.push(format!("the {LIMIT} is {}, and it has {} bytes", self.limit, new.command));
        }
        growth
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(command: u64, families: &[(&str, u64)]) -> Table {
        let families = families.iter().map(|(name, size)| (name.to_string(), *size)).collect();
        Table { compiler: "1.0.0".into(), limit: 1_000_000, command, families }
    }

    fn failures(old: &Table, new: &Table) -> usize {
        old.growth(new).failures.len()
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let written = table(900_000, &[("hash::sha2", 100_000), ("crate std", 5_000), ("a", 10), ("b", 20)]);
        let read = Table::parse(&written.render()).expect("a table");
        assert_eq!((read.limit, read.command), (1_000_000, 900_000));
        assert_eq!((read.compiler.as_str(), read.listed()), ("1.0.0", written.listed()));
        assert_eq!(failures(&read, &written), 0);
    }

    #[test]
    fn a_table_without_a_limit_is_refused() {
        assert!(Table::parse("").is_err());
        assert!(Table::parse("9000 limit of the stripped command\nlarge hash::sha2\n").is_err());
    }

    #[test]
    fn growth_beyond_the_tolerance_fails() {
        let old = table(900_000, &[("hash::sha2", 1_000_000)]);
        assert_eq!(failures(&old, &table(900_000, &[("hash::sha2", 1_050_000)])), 0);
        assert_eq!(failures(&old, &table(900_000, &[("hash::sha2", 1_050_001)])), 1);
        assert_eq!(failures(&old, &table(900_000, &[("hash::new", 16_384)])), 0);
        assert_eq!(failures(&old, &table(900_000, &[("hash::new", 16_385)])), 1);
        assert_eq!(failures(&old, &table(945_001, &[])), 1);
        assert_eq!(failures(&old, &table(1_000_001, &[])), 2);
    }

    #[test]
    fn of_another_compiler_only_the_limit_holds() {
        let old = Table { compiler: "1.1.0".into(), ..table(900_000, &[("hash::sha2", 10_000)]) };
        let growth = old.growth(&table(1_000_000, &[("hash::sha2", 100_000)]));
        assert_eq!((growth.failures.len(), growth.notes.len()), (0, 3));
        assert_eq!(failures(&old, &table(1_000_001, &[])), 1);
    }
}
