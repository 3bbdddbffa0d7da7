//! The forms of lists besides those of coreutils, BSD and OpenSSL, each a row of a [table].
//!
//! The ordinary grammar has the first word on every line. A line that it refuses is offered to the rows from the first to
//! the last, and the first one that takes it is the form of the list from there on ([`Scan::format`]); some forms have a
//! state, which then takes the lines that follow. A line that nobody takes keeps the flaw that the ordinary grammar found.
//! Whatever takes a line, digests become entries in one place alone, [`Context`].

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

use crate::{Entry, Flaw, base64, context::Context, line::split_tagged, size::Size, strength::Use};
use arrays::Build;
use columns::Columns;
use groups::{Groups, Lone};
use markup::Document;
use records::Record;
use std::collections::VecDeque;
use trees::Tree;

/// What a form has kept of the lines before.
#[derive(Default)]
enum State {
    /// Nothing: each line is one of its own.
    #[default]
    None,
    /// Groups of digits that may go on in the next line.
    Groups(Groups),
    /// A section of Debian, with the algorithm of its digests if it has some.
    Debian(Option<Vec<u8>>),
    /// Lines that have a name for each value.
    Record(Record),
    /// Lines in columns.
    Columns(Columns),
    /// A tree of directories.
    Tree(Tree),
    /// A text that is read at its end.
    Document(Document),
    /// A program of the shell with arrays.
    Build(Build),
    /// A digest without a name.
    Lone(Lone),
    /// A line that goes on in the next one.
    Open(Vec<u8>),
}

/// The line with which the part of a list begins that is signed in place (RFC 9580, section 7).
pub const MESSAGE: &[u8] = b"-----BEGIN PGP SIGNED MESSAGE-----";

/// The place in a list that is signed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Signed {
    /// The list has no signature, as far as it was read.
    #[default]
    No,
    /// The lines before the part that is signed, which is known to follow.
    Before,
    /// The comment of signify in the first line, after which the signature stands, and then what is signed.
    Comment,
    /// The lines after the beginning, which say how it is signed.
    Head,
    /// The signed lines.
    Text,
    /// The signature.
    Signature,
    /// The lines after it.
    After,
}

/// Takes the lines that the ordinary grammar does not read.
#[derive(Default)]
pub(crate) struct Scan {
    context: Context,
    /// The file that the list's name names: `a` of `a.sha256`.
    file: Option<Vec<u8>>,
    state: State,
    /// Whether a comment of SFV was seen.
    sfv: bool,
    /// Whether there were entries.
    pub(crate) any: bool,
    format: Option<&'static Format>,
    signed: Signed,
    /// The line where the signed part begins.
    begun: u64,
    ready: VecDeque<(u64, Result<Entry, Flaw>)>,
}

impl Scan {
    /// Begins a list.
    pub(crate) fn new(context: Context, file: Option<Vec<u8>>) -> Self {
        Self { context, file, ..Self::default() }
    }

    /// Reads digests for this use.
    pub(crate) fn set_use(&mut self, used: Use) {
        self.context.used = used;
    }

    /// Takes digests without a tag for info-hashes of torrents.
    pub(crate) fn set_torrents(&mut self) {
        self.context.torrents = true;
    }

    /// Reads a list that is known to have a part that is signed in place.
    pub(crate) fn set_framed(&mut self) {
        self.signed = Signed::Before;
    }

    /// Returns whether the list has a signed part, as far as it was read.
    pub(crate) fn is_signed(&self) -> bool {
        self.signed != Signed::No
    }

    /// Returns the form of the list, if a line was in none of the ordinary ones.
    pub(crate) fn format(&self) -> Option<&'static Format> {
        self.format
    }

    /// Returns the next entry that is ready.
    pub(crate) fn pop(&mut self) -> Option<(u64, Result<Entry, Flaw>)> {
        self.ready.pop_front()
    }

    /// Returns whether the lines that follow are offered to [`goes_on`](Self::goes_on) first.
    pub(crate) fn has_state(&self) -> bool {
        !matches!(self.state, State::None)
    }

    /// Offers a line to the form that has a state, and returns whether it took it.
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

    /// Offers a line that the ordinary grammar has refused to each form, and returns whether one took it.
    pub(crate) fn takes(&mut self, line: &[u8], number: u64) -> bool {
        // what has a tag is of no form in which a digest is the last word
        let tagged = split_tagged(line).is_some();
        let rows = FORMATS
            .iter()
            .filter(|format| !tagged || ["distinfo", "md5-sha1", "s3", "btih"].contains(&format.name));
        let taken = rows.into_iter().find(|format| (format.takes)(self, line, number));
        if let Some(format) = taken {
            self.format = Some(format);
        }
        taken.is_some()
    }

    /// Looks at a comment, by which some forms are known.
    pub(crate) fn comment(&mut self, line: &[u8]) {
        self.sfv |= line.starts_with(b";");
        if line.starts_with(b"#mtree") {
            self.state = State::Tree(Tree::default());
            self.format = FORMATS.iter().find(|format| format.name == "mtree");
        }
    }

    /// Ends the list: what was kept of its last lines becomes entries.
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

    /// Keeps the result of a line.
    pub(crate) fn put(&mut self, line: u64, result: Result<Entry, Flaw>) {
        self.any |= result.is_ok();
        self.ready.push_back((line, result));
    }

    /// Keeps the entry of one digest.
    fn put_one(&mut self, line: u64, tag: Option<&[u8]>, digest: &[u8], name: &[u8], size: Option<Size>) {
        let entry = self.context.entry(tag, digest, name, size);
        self.put(line, entry);
    }

    /// Keeps the entries of several digests of a file.
    fn put_all(&mut self, line: u64, digests: &[(Vec<u8>, Vec<u8>)], name: &[u8], size: Option<Size>) {
        for entry in self.context.entries(digests, name, size) {
            self.put(line, entry);
        }
    }

    /// Follows the signature of a clear-signed list; returns what is to be read of the line, or `None` if it says nothing
    /// about files.
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
