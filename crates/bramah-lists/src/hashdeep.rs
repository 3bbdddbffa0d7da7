//! hashdeep lists: each line has the size of a file, its digests and its name, separated by commas. A line that begins
//! with four percent signs names the columns, and with them the algorithms of the digests.

use super::{
    Entry, Expected, Flaw,
    naming::{self, read_hex},
    size::{Size, number},
    strength::Use,
};
use bramah::hash::Algorithm;

/// The first line of a hashdeep list.
pub(super) const MARK: &[u8] = b"%%%% HASHDEEP-1.0";
/// The beginning of a line that names the columns.
const COLUMNS: &[u8] = b"%%%% ";

/// The algorithms of the columns between the size and the name, if a line has named them. A column is `None` if its
/// digests are not checked.
#[derive(Debug, Default)]
pub(super) struct Columns(Option<Vec<Option<Algorithm>>>);

impl Columns {
    /// Reads a line. A line about a file returns an entry for each digest; a line that names columns, a comment and an
    /// empty line return no entries.
    pub(super) fn read(
        &mut self,
        line: &[u8],
        given: Option<Expected>,
        used: Use,
    ) -> Result<Vec<Entry>, Flaw> {
        if line == MARK {
            return Ok(Vec::new());
        }
        if let Some(columns) = line.strip_prefix(COLUMNS) {
            return self.name(columns, given, used).map(|()| Vec::new());
        }
        if line.is_empty() || line.starts_with(b"#") {
            return Ok(Vec::new());
        }
        let columns = self.0.as_ref().ok_or(Flaw::NoColumns)?;
        let mut fields = line.splitn(columns.len() + 2, |&byte| byte == b',');
        let wrong = || Flaw::Fields { wanted: columns.len() + 2 };
        let size = fields.next().and_then(number).ok_or_else(wrong)?;
        let digests: Vec<&[u8]> = fields.by_ref().take(columns.len()).collect();
        let name = fields.next().filter(|name| !name.is_empty()).ok_or_else(wrong)?;
        if name.contains(&0) {
            return Err(Flaw::Nul);
        }
        if is_piece(name) {
            return Err(Flaw::Piece);
        }
        let mut entries = Vec::new();
        for (algorithm, text) in columns.iter().zip(digests) {
            let Some(algorithm) = *algorithm else { continue };
            let digest = match read_hex(text) {
                Some(digest) if digest.len() == algorithm.output_len() => digest,
                Some(_) => return Err(Flaw::Length { algorithm, digits: text.len() }),
                None => return Err(Flaw::Digits),
            };
            entries.push(Entry {
                algorithm,
                digest,
                name: name.to_vec(),
                size: Some(Size::bytes(size)),
                guessed: false,
                tagged: true,
                keyed: false,
            });
        }
        match (entries.is_empty(), given) {
            (false, _) => Ok(entries),
            (true, Some(given)) => Err(Flaw::NotInColumns(given.algorithm)),
            (true, None) => Err(Flaw::NoColumns),
        }
    }

    /// Reads the names of the columns. A column is skipped if its algorithm is unknown, if its digests are too short to be
    /// accepted (see `strength.rs`), or if another algorithm was asked for.
    fn name(&mut self, line: &[u8], given: Option<Expected>, used: Use) -> Result<(), Flaw> {
        let names: Vec<&[u8]> = line.split(|&byte| byte == b',').collect();
        let [b"size", names @ .., b"filename"] = &names[..] else { return Err(Flaw::NoColumns) };
        let mut wrong = None;
        let mut columns = Vec::new();
        for name in names {
            let column = naming::tagged(name, given).and_then(|(expected, by)| {
                naming::strong(expected.algorithm, by, used).map(|()| expected.algorithm)
            });
            columns.push(match column {
                Ok(algorithm) => Some(algorithm),
                Err(Flaw::OtherAlgorithm { .. }) => None,
                Err(flaw) => {
                    wrong = Some(flaw);
                    None
                }
            });
        }
        self.0 = Some(columns);
        wrong.map_or(Ok(()), Err)
    }
}

/// Returns whether a name means a piece of a file, as `hashdeep -p` writes it: `NAME offset 0-511`.
fn is_piece(name: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &name[..name.len() - digits(name)];
    let Some(rest) = rest.strip_suffix(b"-").filter(|rest| rest.len() + 1 < name.len()) else { return false };
    let from = digits(rest);
    from > 0 && rest[..rest.len() - from].ends_with(b" offset ")
}
