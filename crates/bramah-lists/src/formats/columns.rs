//! Lines in columns. The first line names the columns.

use super::{
    Scan, State,
    words::{first, is_blank, is_hex, trimmed, words},
};
use crate::{
    Expected, Flaw,
    encodings::{fields, unpercented},
    size::{Size, number},
};

/// The contents of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    Name,
    Size,
    Algorithm,
    /// A digest, whose algorithm is in another column.
    Hash,
    /// A digest of this algorithm.
    Digest(Vec<u8>),
    Other,
}

/// How lines are split into columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Split {
    /// At this byte; a value may be in quotation marks.
    At(u8),
    /// At blanks; names have the escapes of URLs, and `0` means that there is no digest.
    Words,
    /// At the first and the second run of blanks; the rest of the line is the name.
    Three,
}

/// The columns of a list.
pub(super) struct Columns {
    columns: Vec<Column>,
    split: Split,
}

impl Columns {
    /// Returns the columns of a table that Get-FileHash prints.
    pub(super) fn table() -> Self {
        Self { columns: vec![Column::Algorithm, Column::Hash, Column::Name], split: Split::Three }
    }

    /// Reads the names of the columns. Returns `None` unless there are columns for file names and digests.
    fn named<'a>(names: impl Iterator<Item = &'a [u8]>, split: Split) -> Option<Self> {
        let columns: Vec<Column> = names.map(column).collect();
        let count = |which: &dyn Fn(&Column) -> bool| columns.iter().filter(|column| which(column)).count();
        let digests = count(&|column| matches!(column, Column::Digest(_)));
        let pair = count(&|column| *column == Column::Algorithm) == 1
            && count(&|column| *column == Column::Hash) == 1;
        (count(&|column| *column == Column::Name) == 1 && (digests > 0 || pair))
            .then_some(Self { columns, split })
    }
}

fn column(name: &[u8]) -> Column {
    let name = String::from_utf8_lossy(trimmed(name)).to_ascii_lowercase();
    match name.as_str() {
        "path" | "name" | "file" | "filename" | "file name" | "fullname" => Column::Name,
        "size" | "length" | "bytes" | "filesize" => Column::Size,
        "algorithm" | "alg" => Column::Algorithm,
        "hash" | "digest" | "checksum" => Column::Hash,
        "crc" => Column::Digest(b"crc32".to_vec()),
        name if Expected::named(name).is_ok() => Column::Digest(name.as_bytes().to_vec()),
        _ => Column::Other,
    }
}

/// Reads the first line of a table, or a line of a list that cfv wrote: a name, a size and a CRC-32, without a first line that
/// names the columns.
pub(super) fn csv(scan: &mut Scan, line: &[u8], at: u64) -> bool {
    for separator in *b",;\t" {
        let Some(fields) = fields(line, separator).filter(|fields| fields.len() > 1) else { continue };
        if let Some(columns) = Columns::named(fields.iter().map(Vec::as_slice), Split::At(separator)) {
            scan.state = State::Columns(columns);
            return true;
        }
    }
    let Some(fields) = fields(line, b',') else { return false };
    let ([name, size, crc] | [name, size, crc, _]) = &fields[..] else { return false };
    let Some(size) = number(size).filter(|_| !size.is_empty() && crc.len() == 8 && is_hex(crc)) else {
        return false;
    };
    let name = match fields.get(3).filter(|folder| !folder.is_empty()) {
        Some(folder) => [folder, &b"/"[..], name].concat(),
        None => name.clone(),
    };
    scan.put_one(at, Some(b"crc32"), crc, &name, Some(Size::bytes(size)));
    true
}

/// Reads the lines of an AIDE database that do not describe files.
pub(super) fn aide(scan: &mut Scan, line: &[u8], _: u64) -> bool {
    let Some(rest) = line.strip_prefix(b"@@") else { return false };
    match rest.strip_prefix(b"db_spec ") {
        Some(names) => match Columns::named(words(names), Split::Words) {
            Some(columns) => {
                scan.state = State::Columns(columns);
                true
            }
            None => false,
        },
        None => rest == b"begin_db" || rest == b"end_db",
    }
}

impl Scan {
    /// Reads a line with a value for each column.
    pub(super) fn row(&mut self, columns: Columns, line: &[u8], at: u64) -> bool {
        let values: Option<Vec<Vec<u8>>> = match columns.split {
            Split::At(separator) => fields(line, separator),
            Split::Words if line.starts_with(b"@@") => return false,
            Split::Words => Some(words(line).map(<[u8]>::to_vec).collect()),
            Split::Three => {
                let (algorithm, rest) = first(line);
                let (hash, name) = first(&rest[rest.iter().take_while(|byte| is_blank(byte)).count()..]);
                Some(vec![algorithm.to_vec(), hash.to_vec(), trimmed(name).to_vec()])
            }
        };
        let ruled = || !trimmed(line).is_empty() && line.iter().all(|byte| b"- \t".contains(byte));
        let passed =
            trimmed(line).is_empty() || line.starts_with(b"#") || columns.split == Split::Three && ruled();
        if !passed {
            match values.filter(|values| values.len() == columns.columns.len()) {
                Some(values) => self.put_row(&columns, &values, at),
                None => self.put(at, Err(Flaw::Columns { wanted: columns.columns.len() })),
            }
        }
        self.state = State::Columns(columns);
        true
    }

    fn put_row(&mut self, columns: &Columns, values: &[Vec<u8>], at: u64) {
        let (mut name, mut size, mut algorithm) = (Vec::new(), None, None);
        let (mut hash, mut digests) = (None, Vec::new());
        for (column, value) in columns.columns.iter().zip(values) {
            match column {
                Column::Name if columns.split == Split::Words => name = unpercented(value, |_| true),
                Column::Name => name.clone_from(value),
                Column::Size => match number(value).filter(|_| !value.is_empty()) {
                    Some(bytes) => size = Some(Size::bytes(bytes)),
                    None => return self.put(at, Err(Flaw::Sized)),
                },
                Column::Algorithm => algorithm = Some(value.clone()),
                Column::Hash => hash = Some(value.clone()),
                Column::Digest(_) if value == b"0" && columns.split == Split::Words => {}
                Column::Digest(tag) => digests.push((tag.clone(), value.clone())),
                Column::Other => {}
            }
        }
        if let (Some(tag), Some(hash)) = (algorithm, hash) {
            digests.push((tag, hash));
        }
        // directories in AIDE databases have no digests
        if !digests.is_empty() {
            self.put_all(at, &digests, &name, size);
        } else if columns.split != Split::Words {
            self.put(at, Err(Flaw::Form));
        }
    }
}
