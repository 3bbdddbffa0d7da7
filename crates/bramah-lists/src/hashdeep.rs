//! Lists of hashdeep: a line with the size of a file, its digests and its name, with commas between them. Lines that
//! begin with four percent signs say which digests these are.

use super::{
    Entry, Expected, Flaw,
    naming::{self, read_hex},
    size::{Size, number},
    strength::Use,
};
use bramah::hash::Algorithm;

/// The first line of such a list.
pub(super) const MARK: &[u8] = b"%%%% HASHDEEP-1.0";
/// The beginning of a line about columns.
const COLUMNS: &[u8] = b"%%%% ";

/// The columns between the size and the name; none for one whose digests are not checked.
#[derive(Debug, Default)]
pub(super) struct Columns(Option<Vec<Option<Algorithm>>>);

impl Columns {
    /// Reads a line: of columns, or of a file, which has an entry for each digest.
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

    /// Reads the names of columns. The digests of an unknown one are passed over, and so are those whose length does not
    /// count, and those that are not asked for.
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

/// Returns whether a name is that of a piece, which `hashdeep -p` writes: `NAME offset 0-511`.
fn is_piece(name: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let rest = &name[..name.len() - digits(name)];
    let Some(rest) = rest.strip_suffix(b"-").filter(|rest| rest.len() + 1 < name.len()) else { return false };
    let from = digits(rest);
    from > 0 && rest[..rest.len() - from].ends_with(b" offset ")
}
