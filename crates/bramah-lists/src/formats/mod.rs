//! The formats of lists other than the formats of coreutils, BSD and OpenSSL. Each format is a row of a [table].
//!
//! The ordinary grammar is tried first on every line. A line that it refuses is offered to the rows from the first to the
//! last. The first row that reads the line is from then on the format of the list ([`Scan::format`]). Some formats have a
//! state; such a format is tried first on the lines that follow. A line that no format reads keeps the flaw that the ordinary
//! grammar found. In every format, only [`Context`] makes entries from digests.

mod apart;
mod arrays;
mod columns;
mod groups;
pub(super) mod lines;
mod markup;
mod named;
mod records;
mod table;
mod trees;
mod words;

pub use table::{FORMATS, Format, ORDINARY};

use crate::{
    Entry, Flaw, base64,
    context::Context,
    line::{LINE_MAX, split_tagged},
    names,
    size::Size,
    strength::Use,
};
use arrays::Build;
use columns::Columns;
use groups::{Groups, Lone};
use markup::Document;
use records::Record;
use std::{collections::VecDeque, path::PathBuf};
use trees::Tree;
use words::{implied, words};

/// The state of a format, which it has kept from earlier lines.
#[derive(Default)]
enum State {
    /// No state: every line is independent of the others.
    #[default]
    None,
    /// Groups of digits that may continue in the next line.
    Groups(Groups),
    /// A section of a Debian file, with the algorithm of its digests if it contains digests.
    Debian(Option<Vec<u8>>),
    /// Lines that each have a name and a value.
    Record(Record),
    /// Lines in columns.
    Columns(Columns),
    /// A tree of directories.
    Tree(Tree),
    /// A JSON or XML text, which is parsed when it is complete.
    Document(Document),
    /// A shell script with arrays.
    Build(Build),
    /// A digest without a file name.
    Lone(Lone),
    /// A line that continues in the next line.
    Open(Vec<u8>),
}

/// The line before the part of a list that is signed in place (RFC 9580, section 7).
pub const MESSAGE: &[u8] = b"-----BEGIN PGP SIGNED MESSAGE-----";

/// The position of the next line in a list that is signed in place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Signed {
    /// No signature was found so far.
    #[default]
    No,
    /// The lines before the signed part, which is known to follow.
    Before,
    /// The line after signify's comment. If it is a signature, the signed lines follow it.
    Comment,
    /// The header lines between the beginning and the signed lines.
    Head,
    /// The signed lines.
    Text,
    /// The signature.
    Signature,
    /// The lines after the signature.
    After,
}

/// Reads the lines that the ordinary grammar refuses.
#[derive(Default)]
pub(crate) struct Scan {
    context: Context,
    /// The file that the name of the list refers to, such as `a` for `a.sha256`.
    file: Option<Vec<u8>>,
    /// The directory that file names are relative to, if it is not the current directory.
    base: Option<PathBuf>,
    state: State,
    /// Whether the list has a comment in the format SFV.
    sfv: bool,
    /// The numbers of comments that would name a file in a list whose lines begin with names.
    hidden: Vec<u64>,
    /// Whether the lines so far contained an entry.
    pub(crate) any: bool,
    format: Option<&'static Format>,
    signed: Signed,
    /// The number of the line where the signed part begins.
    begun: u64,
    ready: VecDeque<(u64, Result<Entry, Flaw>)>,
}

impl Scan {
    /// Makes the state for the beginning of a list, whose file names are relative to `base`.
    pub(crate) fn new(context: Context, file: Option<Vec<u8>>, base: Option<PathBuf>) -> Self {
        Self { context, file, base, ..Self::default() }
    }

    /// Returns whether a file has this name.
    pub(crate) fn is_there(&self, name: &[u8]) -> bool {
        match &self.base {
            Some(base) => base.join(names::path(name)).exists(),
            None => names::path(name).exists(),
        }
    }

    /// Says what the digests are used for.
    pub(crate) fn set_use(&mut self, used: Use) {
        self.context.used = used;
    }

    /// Reads digests without a tag as info-hashes of torrents.
    pub(crate) fn set_torrents(&mut self) {
        self.context.torrents = true;
    }

    /// Says that a part of the list is signed in place.
    pub(crate) fn set_framed(&mut self) {
        self.signed = Signed::Before;
    }

    /// Returns whether the list has a signed part, according to the lines so far and to [`set_framed`](Self::set_framed).
    pub(crate) fn is_signed(&self) -> bool {
        self.signed != Signed::No
    }

    /// Returns the format of the list, if a line was not in an ordinary format.
    pub(crate) fn format(&self) -> Option<&'static Format> {
        self.format
    }

    /// Returns the next entry that is ready.
    pub(crate) fn pop(&mut self) -> Option<(u64, Result<Entry, Flaw>)> {
        self.ready.pop_front()
    }

    /// Returns whether the next line must be offered to [`goes_on`](Self::goes_on) first.
    pub(crate) fn has_state(&self) -> bool {
        !matches!(self.state, State::None)
    }

    /// Offers a line to the format that has a state. Returns whether the format has read the line.
    pub(crate) fn goes_on(&mut self, line: &[u8], number: u64) -> bool {
        match std::mem::take(&mut self.state) {
            State::None => false,
            State::Groups(groups) => self.group(groups, line, number),
            State::Debian(section) => self.field(section, line, number),
            State::Record(record) => self.record(record, line, number),
            State::Columns(columns) => self.row(columns, line, number),
            State::Tree(tree) => self.node(tree, line, number),
            State::Document(document) => self.text(document, line),
            State::Build(build) => self.shell(build, line, number),
            State::Lone(lone) => self.not_alone(lone, line),
            State::Open(text) => self.closed(text, line, number),
        }
    }

    /// Offers a line that the ordinary grammar has refused to each format. Returns whether one of the formats has read
    /// the line.
    pub(crate) fn takes(&mut self, line: &[u8], number: u64) -> bool {
        // only these formats have tagged lines; the others could mistake the last word of such a line for a digest
        let tagged = split_tagged(line).is_some();
        // in a list whose lines begin with names, no name may be mistaken for the beginning of another format
        if !tagged
            && self.format.is_some_and(|format| format.name == "sfv")
            && lines::name_first(self, line, number)
        {
            return true;
        }
        // nor does a line that ends with a digest begin a text in which digests are in other lines
        let named = words(line).count() > 2 && words(line).last().is_some_and(|word| implied(word).is_some());
        let named = named && !line.starts_with(b"Hash") && !line.starts_with(b"Total (");
        // the attributes of a whole XML text in one line look like the words of other formats
        let document = !self.any && !named && markup::is_xml(line) && line.trim_ascii_end().ends_with(b">");
        let rows = FORMATS
            .iter()
            .filter(|format| !document || format.name == "xml")
            .filter(|format| !tagged || ["distinfo", "md5-sha1", "s3", "btih"].contains(&format.name))
            .filter(|format| !named || !["debian", "get-filehash", "dc3dd", "xml"].contains(&format.name));
        let taken = rows.into_iter().find(|format| (format.takes)(self, line, number));
        if let Some(format) = taken {
            self.format = Some(format);
            if self.has_names_first() {
                for number in std::mem::take(&mut self.hidden) {
                    self.put(number, Err(Flaw::Form));
                }
            }
        }
        taken.is_some()
    }

    /// Returns whether the lines of the list begin with file names, and not with a state that protects these names.
    fn has_names_first(&self) -> bool {
        self.format.is_some_and(|format| ["sfv", "wheel"].contains(&format.name))
    }

    /// Reads a comment, because some formats are recognised by a comment. In a list whose lines begin with names, a comment
    /// that ends like such a line is malformed, because it could be the line of a file whose name begins with `#`.
    pub(crate) fn comment(&mut self, line: &[u8], number: u64) {
        self.sfv |= line.starts_with(b";");
        if !self.any && trees::is_mark(line) {
            self.state = State::Tree(Tree::default());
            self.format = FORMATS.iter().find(|format| format.name == "mtree");
        } else if line.starts_with(b"#")
            && (words(line).last().is_some_and(|word| implied(word).is_some())
                || lines::wheel(&mut Self::default(), line, number))
        {
            match self.has_names_first() {
                true => self.put(number, Err(Flaw::Form)),
                false => self.hidden.push(number),
            }
        }
    }

    /// Ends the list. The state of its format is turned into entries.
    pub(crate) fn end(&mut self) {
        if matches!(self.signed, Signed::Before | Signed::Head | Signed::Text | Signed::Signature) {
            self.put(self.begun, Err(Flaw::Unsigned));
            self.signed = Signed::No;
        }
        match std::mem::take(&mut self.state) {
            State::None | State::Debian(_) | State::Columns(_) | State::Tree(_) => {}
            State::Groups(groups) => self.put_group(groups),
            State::Record(record) => self.put_record(record),
            State::Document(document) => self.put_document(document),
            State::Build(build) => self.put_arrays(build),
            State::Lone(lone) => self.put_lone(lone),
            State::Open(text) => self.put_lock(&text, 0),
        }
    }

    /// Adds the result of a line to those that [`pop`](Self::pop) returns.
    pub(crate) fn put(&mut self, line: u64, result: Result<Entry, Flaw>) {
        self.any |= result.is_ok();
        self.ready.push_back((line, result));
    }

    /// Adds the entry for one digest of a file.
    fn put_one(&mut self, line: u64, tag: Option<&[u8]>, digest: &[u8], name: &[u8], size: Option<Size>) {
        let entry = self.context.entry(tag, digest, name, size);
        self.put(line, entry);
    }

    /// Adds the entries for several digests of a file.
    fn put_all(&mut self, line: u64, digests: &[(Vec<u8>, Vec<u8>)], name: &[u8], size: Option<Size>) {
        for entry in self.context.entries(digests, name, size) {
            self.put(line, entry);
        }
    }

    /// Follows the frame of a list that is signed in place. Returns the part of the line that belongs to the list, or `None` if
    /// the line belongs to the frame or is not signed.
    pub(crate) fn signed_text<'a>(&mut self, line: &'a [u8], number: u64) -> Option<&'a [u8]> {
        match self.signed {
            Signed::No | Signed::Before if line.trim_ascii_end() == MESSAGE => {
                self.signed = Signed::No;
                self.end();
                if self.any {
                    self.put(number, Err(Flaw::BeforeSigned));
                }
                (self.signed, self.begun) = (Signed::Head, number);
                None
            }
            Signed::No if number == 1 && line.starts_with(b"untrusted comment: ") => {
                self.signed = Signed::Comment;
                None
            }
            Signed::No => Some(line),
            Signed::Comment => {
                self.signed = Signed::No;
                let is_signature =
                    line.starts_with(b"RW") && base64::read(line).is_some_and(|bytes| bytes.len() == 74);
                (!is_signature).then_some(line)
            }
            Signed::Head => {
                if line.is_empty() {
                    self.signed = Signed::Text;
                }
                None
            }
            Signed::Text if line == b"-----BEGIN PGP SIGNATURE-----" => {
                self.signed = Signed::No;
                self.end();
                self.signed = Signed::Signature;
                None
            }
            Signed::Text => Some(line.strip_prefix(b"- ").unwrap_or(line)),
            Signed::Signature => {
                if line == b"-----END PGP SIGNATURE-----" {
                    self.signed = Signed::After;
                }
                None
            }
            Signed::Before | Signed::After => {
                let says = line.iter().find(|byte| !byte.is_ascii_whitespace());
                if says.is_some_and(|byte| !b"#;".contains(byte)) {
                    self.put(number, Err(Flaw::Unsigned));
                }
                None
            }
        }
    }
}

/// Appends a line to the beginning of a line that continues: a backslash at the end of a line means that the next line belongs
/// to it. Returns whether the line is complete.
///
/// # Errors
/// [`Flaw::TooLong`] if the line is longer than a line of a list may be. The text is then empty.
fn join(text: &mut Vec<u8>, line: &[u8]) -> Result<bool, Flaw> {
    text.extend_from_slice(line);
    if text.len() > LINE_MAX {
        text.clear();
        return Err(Flaw::TooLong);
    }
    match text.last_mut() {
        Some(last) if *last == b'\\' => {
            *last = b' ';
            Ok(false)
        }
        _ => Ok(true),
    }
}
