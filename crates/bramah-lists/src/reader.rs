//! Reading a list, line by line.

use super::{
    Entry, Expected, Flaw, Format, LineEnd, Tool,
    apart::{Apart, Of},
    context::Context,
    encodings::from_bagit,
    formats::{Scan, lines},
    hashdeep::{self, Columns},
    line::{Blanks, LINE_MAX, Line, split, split_sfv, split_untagged, unescaped},
    names, naming,
    shard::Shard,
    strength::Use,
};
use std::{
    io::{self, BufRead, Read},
    path::Path,
};

/// The maximum length in characters of a digest that is written to a list. It leaves room in a line for the longest tag and
/// the longest name.
pub const DIGEST_MAX: usize = LINE_MAX - (1 << 16);

/// The number of a line and its content, or an error of reading.
pub type Numbered<T> = io::Result<(u64, Result<T, Flaw>)>;

/// A reader of the lines of a list.
pub struct Reader<R> {
    input: R,
    end: LineEnd,
    context: Context,
    /// Whether the lines are in the format SFV.
    sfv: bool,
    /// Whether file names have BagIt's escapes.
    bagit: bool,
    /// Whether other tools write digests of the expected algorithm as decimal numbers.
    decimal: bool,
    /// The coreutils tool whose format is the only one accepted, if any.
    tool: Option<Tool>,
    /// The columns, if this is a hashdeep list.
    columns: Option<Columns>,
    /// The shards that comments of the list name.
    shards: Vec<Result<Shard, Flaw>>,
    /// The state of the formats that the ordinary grammar does not read.
    scan: Scan,
    blanks: Blanks,
    line: u64,
    buffer: Vec<u8>,
    /// Whether the units are big-endian, if the list is UTF-16; otherwise `None`.
    wide: Option<bool>,
    /// The bytes of UTF-16 text that were read ahead.
    pending: Vec<u8>,
    /// Whether the end was reached. Then the input is not read again, because a terminal would wait for more text.
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Makes a reader of a list. If `given` is set, lines of other algorithms are refused; otherwise `named` is the algorithm
    /// of lines without a tag.
    pub fn new(input: R, end: LineEnd, given: Option<Expected>, named: Option<Expected>) -> Self {
        let context = Context { given, named, ..Context::default() };
        let asked = given.or(named).map(|expected| expected.algorithm.info().name);
        Self {
            input,
            end,
            context,
            sfv: false,
            bagit: false,
            decimal: asked.is_some_and(|name| ["crc-posix", "crc32", "sum-bsd", "sum-sysv"].contains(&name)),
            tool: None,
            columns: None,
            shards: Vec::new(),
            scan: Scan::new(context, None, None),
            blanks: Blanks::default(),
            line: 0,
            buffer: Vec::new(),
            wide: None,
            pending: Vec::new(),
            ended: false,
        }
    }

    /// Accepts only lines in the format of this coreutils tool; with `None`, lines in every format.
    pub fn of_tool(self, tool: Option<Tool>) -> Self {
        Self { tool, ..self }
    }

    /// Says what the digests are used for. If this is not called, they are compared, without a key.
    pub fn for_use(mut self, used: Use) -> Self {
        self.context.used = used;
        self.scan.set_use(used);
        self
    }

    /// Reads digests without a tag as info-hashes of torrents.
    pub fn of_torrents(mut self) -> Self {
        self.context.torrents = true;
        self.scan.set_torrents();
        self
    }

    /// Sets the file name of the list. It determines whether the list is in the format SFV or BagIt, and to which file a
    /// digest without a file name belongs. If `base` is given, this file is expected in the directory `base`.
    pub fn of_list(mut self, list: &Path, base: Option<&Path>) -> Self {
        if self.tool.is_some() {
            return self;
        }
        self.sfv = naming::is_sfv(list);
        self.bagit = naming::is_bagit(list);
        let file = naming::listed_file(list);
        let file = match base {
            Some(_) => file.and_then(|file| file.file_name().map(Into::into)),
            None => file,
        };
        let file = file.map(|file| names::bytes(&file).into_owned());
        self.scan = Scan::new(self.context, file, base.map(Path::to_path_buf));
        self
    }

    /// Says whether a part of the list is signed in place. If it is, the lines before this part count as not signed.
    pub fn framed(mut self, framed: bool) -> Self {
        if framed {
            self.scan.set_framed();
        }
        self
    }

    /// Returns the format of the list, if it is not one of those that the ordinary grammar reads.
    pub fn format(&self) -> Option<&'static Format> {
        self.scan.format()
    }

    /// Returns the shards that comments in the lines read so far name; `hash --shard` writes these comments.
    pub fn shards(&self) -> &[Result<Shard, Flaw>] {
        &self.shards
    }

    /// Returns the next line that is neither blank nor a comment: its number, the value that `decode` returns for its tag (if
    /// it has one) and its digest, and the file name.
    pub fn next_with<T>(
        &mut self,
        decode: impl Fn(Option<&[u8]>, &[u8]) -> Result<T, Flaw>,
    ) -> Option<Numbered<(T, Vec<u8>)>> {
        self.next_as(|reader| reader.parts(&decode))
    }

    fn next_as<T>(&mut self, read: impl Fn(&mut Self) -> Result<Option<T>, Flaw>) -> Option<Numbered<T>> {
        loop {
            let fits = match self.read_line() {
                Ok(None) => return None,
                Ok(Some(fits)) => fits,
                Err(error) => return Some(Err(error)),
            };
            let entry = if fits { read(self).transpose() } else { Some(Err(Flaw::TooLong)) };
            if let Some(entry) = entry {
                return Some(Ok((self.line, entry)));
            }
            self.note_shard();
        }
    }

    /// Records the shard if the line is a comment that names one.
    fn note_shard(&mut self) {
        if let Some(part) = self.buffer.strip_prefix(Shard::MARK) {
            let part = str::from_utf8(part).ok().and_then(|part| part.parse().ok());
            self.shards.push(part.ok_or(Flaw::Shard));
        }
    }

    /// Reads a line into the buffer, without its line end. Returns whether it is short enough; `None` at the end of the list.
    fn read_line(&mut self) -> io::Result<Option<bool>> {
        let end = self.end.byte();
        self.buffer.clear();
        let limit = LINE_MAX as u64 + 1;
        if let Some(big) = self.wide {
            return self.read_wide(big);
        }
        if self.ended || self.input.by_ref().take(limit).read_until(end, &mut self.buffer)? == 0 {
            self.ended = true;
            return Ok(None);
        }
        self.line += 1;
        let fits = self.buffer.len() <= LINE_MAX;
        if !fits && self.buffer.last() != Some(&end) {
            self.input.skip_until(end)?;
        }
        if self.line == 1 && self.begin()? {
            self.line = 0;
            return self.read_line();
        }
        if self.buffer.last() == Some(&end) {
            self.buffer.pop();
        }
        if self.end == LineEnd::LineFeed && self.buffer.last() == Some(&b'\r') {
            self.buffer.pop();
        }
        Ok(Some(fits))
    }

    /// Skips a byte order mark of UTF-8. Returns whether the list is UTF-16 with a byte order mark; it is then read as UTF-16
    /// from the beginning. Refuses UTF-16 without a byte order mark.
    fn begin(&mut self) -> io::Result<bool> {
        let text = &self.buffer;
        let marked = [b"\xff\xfe", b"\xfe\xff"].into_iter().find(|mark| text.starts_with(*mark));
        if let Some(mark) = marked.filter(|_| self.end == LineEnd::LineFeed && self.tool.is_none()) {
            self.wide = Some(mark == b"\xfe\xff");
            // the first line as far as it was read, without the byte order mark
            self.pending = self.buffer.split_off(2);
            return Ok(true);
        }
        // two ASCII characters in UTF-16
        let every_other =
            |from: usize| text.len() >= 4 && (0..4).all(|at| (text[at] == 0) == (at % 2 == from));
        if marked.is_some() || self.end == LineEnd::LineFeed && (every_other(0) || every_other(1)) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "UTF-16 text; expected UTF-8"));
        }
        if text.starts_with(b"\xef\xbb\xbf") && self.tool.is_none() {
            self.buffer.drain(..3);
        }
        Ok(false)
    }

    /// Reads a line of UTF-16 into the buffer, as UTF-8. The first line begins with the bytes that were read ahead.
    fn read_wide(&mut self, big: bool) -> io::Result<Option<bool>> {
        let mut bytes = std::mem::take(&mut self.pending);
        let unit = |pair: [u8; 2]| if big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) };
        let mut units = Vec::new();
        let mut some = false;
        loop {
            if bytes.len() < 2 {
                let more = self.input.fill_buf()?;
                if more.is_empty() {
                    break;
                }
                let count = more.len();
                bytes.extend_from_slice(more);
                self.input.consume(count);
                continue;
            }
            let mut ended = false;
            let (pairs, _) = bytes.as_chunks::<2>();
            let mut used = 0;
            for pair in pairs {
                used += 2;
                if unit(*pair) == u16::from(b'\n') {
                    ended = true;
                    break;
                }
                // the rest of a line that is too long is not kept
                if units.len() <= LINE_MAX {
                    units.push(unit(*pair));
                }
            }
            some = true;
            bytes.drain(..used);
            if ended {
                break;
            }
        }
        if !bytes.is_empty() && !some {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the UTF-16 text ends in the middle of a character",
            ));
        }
        self.pending = bytes;
        if !some {
            self.ended = true;
            return Ok(None);
        }
        self.line += 1;
        if units.len() > LINE_MAX {
            return Ok(Some(false));
        }
        let text = String::from_utf16(&units)
            .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "malformed UTF-16 text"))?;
        self.buffer = text.into_bytes();
        if self.buffer.last() == Some(&b'\r') {
            self.buffer.pop();
        }
        Ok(Some(self.buffer.len() <= LINE_MAX))
    }

    fn entry(&mut self) -> Result<Option<Entry>, Flaw> {
        if let Some(tool) = &mut self.tool {
            return tool.read(&self.buffer, self.context.given, self.context.used, &mut self.blanks);
        }
        if self.end == LineEnd::Nul {
            return self.ordinary();
        }
        if self.line == 1 && self.buffer == hashdeep::MARK && !self.sfv {
            self.columns = Some(Columns::default());
        }
        if let Some(columns) = &mut self.columns {
            for entry in columns.read(&self.buffer, self.context.given, self.context.used)? {
                self.scan.put(self.line, Ok(entry));
            }
            return Ok(None);
        }
        if self.scan.is_signed() || self.buffer.starts_with(b"-----BEGIN PGP") || self.line == 1 {
            let Some(text) = self.scan.signed_text(&self.buffer, self.line) else { return Ok(None) };
            if text.len() != self.buffer.len() {
                self.buffer = text.to_vec();
            }
        }
        if self.scan.has_state() && self.scan.goes_on(&self.buffer, self.line) {
            return Ok(None);
        }
        if self.decimal && lines::decimal(&mut self.scan, &self.buffer, self.line) {
            return Ok(None);
        }
        match self.ordinary() {
            Ok(Some(entry)) => self.also(entry),
            Ok(None) => {
                self.scan.comment(&self.buffer, self.line);
                Ok(None)
            }
            Err(flaw) if self.scan.takes(&self.buffer, self.line) => {
                _ = flaw;
                Ok(None)
            }
            Err(flaw) => Err(flaw),
        }
    }

    /// Checks whether a line that the ordinary grammar accepts is actually in another format. Returns the entry if the
    /// line is in the ordinary format.
    fn also(&mut self, mut entry: Entry) -> Result<Option<Entry>, Flaw> {
        if self.bagit && !entry.tagged && entry.name.contains(&b'%') {
            entry.name = from_bagit(&entry.name);
        }
        // RHash writes several digests in a line, separated by one blank
        if !entry.tagged && self.blanks == Blanks::One {
            if lines::several(&mut self.scan, &self.buffer, self.line) {
                return Ok(None);
            }
            if matches!(entry.name[..], [b'U' | b'^', _, ..]) && self.is_marked(&entry.name) {
                entry.name = unmarked(&entry.name)?.to_vec();
            }
        }
        Ok(Some(entry))
    }

    /// Returns whether no file has this name, but a file has the name without its first character, which is then a mark of
    /// shasum.
    fn is_marked(&self, name: &[u8]) -> bool {
        !self.scan.is_there(name) && self.scan.is_there(&name[1..])
    }

    /// Reads a line of the ordinary grammar.
    fn ordinary(&mut self) -> Result<Option<Entry>, Flaw> {
        let context = self.context;
        let parts = self.parts(|tag, digest| context.decode(tag, digest))?;
        match parts {
            Some((decoded, name)) if context.torrents && !decoded.tagged => {
                Err(Flaw::Apart(Box::new(Apart { name, size: None, of: Of::Torrent(decoded.digest) })))
            }
            parts => Ok(parts.map(|(decoded, name)| decoded.of(name, None))),
        }
    }

    /// Splits the line in the buffer, and returns the value that `decode` returns for its tag and digest, with the file name;
    /// `None` for a blank line or a comment.
    fn parts<T>(
        &mut self,
        decode: impl Fn(Option<&[u8]>, &[u8]) -> Result<T, Flaw>,
    ) -> Result<Option<(T, Vec<u8>)>, Flaw> {
        let start = self.buffer.iter().position(|byte| !matches!(byte, b' ' | b'\t')).unwrap_or(0);
        let mut text = &self.buffer[start..];
        let escaped = self.end == LineEnd::LineFeed && text.first() == Some(&b'\\') && !self.sfv;
        if escaped {
            text = &text[1..];
        }
        let split = if self.sfv { split_sfv } else { split };
        let Some(mut line) = split(text)? else { return if escaped { Err(Flaw::Form) } else { Ok(None) } };
        let digest_of = |line: &Line<'_>| match line {
            Line::Tagged { tag, digest, .. } => decode(Some(tag), digest),
            Line::Untagged { digest, .. } | Line::Last { digest, .. } => decode(None, digest),
        };
        let mut decoded = digest_of(&line);
        // a short digest in base64 may look like a tag if its file is named `() = `; and some tools write SFV with the digest
        // before the name
        if (matches!(decoded, Err(Flaw::UnknownTag(_))) || decoded.is_err() && self.sfv)
            && let Some(untagged) = split_untagged(text)
            && let Ok(found) = digest_of(&untagged)
        {
            (line, decoded) = (untagged, Ok(found));
        }
        let decoded = decoded?;
        let name = match line {
            Line::Tagged { name, .. } | Line::Last { name, .. } => name,
            Line::Untagged { rest, .. } => match self.blanks.name(rest) {
                Err(Flaw::Blanks) if matches!(rest, [b'U' | b'^', _, ..]) => unmarked(rest)?,
                name => name?,
            },
        };
        if name.contains(&0) {
            return Err(Flaw::Nul);
        }
        let name = if escaped { unescaped(name)? } else { name.to_vec() };
        Ok(Some((decoded, name)))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Numbered<Entry>;

    /// Returns the next entry, or the flaw of the next malformed line, with the number of the line. A line may have several
    /// entries. If an entry takes several lines, the number is the number of the first line.
    ///
    /// # Errors
    /// The errors of the input; [`io::ErrorKind::InvalidData`] for UTF-16 text without a byte order mark.
    fn next(&mut self) -> Option<Numbered<Entry>> {
        loop {
            if let Some(ready) = self.scan.pop() {
                return Some(Ok(ready));
            }
            let fits = match self.read_line() {
                Ok(None) => {
                    self.scan.end();
                    return self.scan.pop().map(Ok);
                }
                Ok(Some(fits)) => fits,
                Err(error) => return Some(Err(error)),
            };
            match if fits { self.entry() } else { Err(Flaw::TooLong) } {
                Ok(Some(entry)) => {
                    self.scan.any = true;
                    return Some(Ok((self.line, Ok(entry))));
                }
                Ok(None) => self.note_shard(),
                Err(flaw) => return Some(Ok((self.line, Err(flaw)))),
            }
        }
    }
}

/// Returns a name without the mark `U` of shasum, which means that line ends were converted before the file was hashed. If
/// the file has Unix line ends, its digest is not affected. Refuses the mark `^`, which means that the file was read as a
/// text of zeros and ones.
fn unmarked(marked: &[u8]) -> Result<&[u8], Flaw> {
    if marked[0] == b'^' { Err(Flaw::Bits) } else { Ok(&marked[1..]) }
}
