//! Reading a list, line by line.

use super::{
    Entry, Expected, Flaw, LineEnd, Tool,
    hashdeep::{self, Columns},
    line::{Blanks, Line, split, split_sfv, split_untagged, unescaped},
    naming,
    strength::{By, Use},
};
use crate::shard::Shard;
use std::{
    collections::VecDeque,
    io::{self, BufRead, Read},
};

/// The longest line in bytes: far longer than a path of any system and a digest.
const LINE_MAX: usize = 1 << 20;
/// The longest digest in characters that is written to a list: beside it, a line has room for the longest tag and the longest
/// name.
pub(crate) const DIGEST_MAX: usize = LINE_MAX - (1 << 16);

/// The number of a line and its content, or an error of reading.
pub(crate) type Numbered<T> = io::Result<(u64, Result<T, Flaw>)>;

/// The lines of a list, one after another.
pub(crate) struct Reader<R> {
    input: R,
    end: LineEnd,
    /// The algorithm asked for: lines of others are flawed.
    given: Option<Expected>,
    /// The algorithm of lines without a tag, from the list's name.
    named: Option<Expected>,
    /// The use of the digests.
    used: Use,
    /// Whether the lines are those of SFV.
    sfv: bool,
    /// The tool of coreutils that reads the list.
    tool: Option<Tool>,
    /// The columns, if the list is one of hashdeep.
    columns: Option<Columns>,
    /// The parts of a whole that the list says it is, by comments.
    shards: Vec<Result<Shard, Flaw>>,
    /// The further entries of a line that has several.
    further: VecDeque<Entry>,
    blanks: Blanks,
    line: u64,
    buffer: Vec<u8>,
    /// Whether the end was reached: a terminal would be asked for more.
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Makes a reader of a list. If `given` is set, other lines are flawed; otherwise `named` is the algorithm of
    /// untagged lines.
    pub(crate) fn new(input: R, end: LineEnd, given: Option<Expected>, named: Option<Expected>) -> Self {
        Self {
            input,
            end,
            given,
            named,
            used: Use::default(),
            sfv: false,
            tool: None,
            columns: None,
            shards: Vec::new(),
            further: VecDeque::new(),
            blanks: Blanks::default(),
            line: 0,
            buffer: Vec::new(),
            ended: false,
        }
    }

    /// Reads no lines but those of a tool of coreutils, if there is one.
    pub(crate) fn of_tool(self, tool: Option<Tool>) -> Self {
        Self { tool, ..self }
    }

    /// Reads digests for this use; by default they are compared, without a key.
    pub(crate) fn for_use(self, used: Use) -> Self {
        Self { used, ..self }
    }

    /// Reads lines of SFV, whose digests come last and whose names have no escapes, if `sfv` is set.
    pub(crate) fn of_sfv(self, sfv: bool) -> Self {
        Self { sfv, ..self }
    }

    /// Returns the parts of a whole that the lines so far say they are: lists of `hash --shard`.
    pub(crate) fn shards(&self) -> &[Result<Shard, Flaw>] {
        &self.shards
    }

    /// Returns the next line that is neither blank nor a comment, and its number.
    ///
    /// # Errors
    /// The errors of reading; [`io::ErrorKind::InvalidData`] for UTF-16.
    pub(crate) fn next(&mut self) -> Option<Numbered<Entry>> {
        if let Some(entry) = self.further.pop_front() {
            return Some(Ok((self.line, Ok(entry))));
        }
        self.next_as(Self::entry)
    }

    /// Returns the next line that is neither blank nor a comment, and its number: the value that `decode` makes of its
    /// tag, if it has one, and of its digest, and the name.
    pub(crate) fn next_with<T>(
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
            if let Some(part) = self.buffer.strip_prefix(Shard::MARK) {
                let part = str::from_utf8(part).ok().and_then(|part| part.parse().ok());
                self.shards.push(part.ok_or(Flaw::Shard));
            }
        }
    }

    /// Reads a line, without the byte that ends it; returns whether it is short enough.
    fn read_line(&mut self) -> io::Result<Option<bool>> {
        let end = self.end.byte();
        self.buffer.clear();
        let limit = LINE_MAX as u64 + 1;
        if self.ended || self.input.by_ref().take(limit).read_until(end, &mut self.buffer)? == 0 {
            self.ended = true;
            return Ok(None);
        }
        self.line += 1;
        let fits = self.buffer.len() <= LINE_MAX;
        if !fits && self.buffer.last() != Some(&end) {
            self.input.skip_until(end)?;
        }
        if self.line == 1 {
            self.begin()?;
        }
        if self.buffer.last() == Some(&end) {
            self.buffer.pop();
        }
        if self.end == LineEnd::LineFeed && self.buffer.last() == Some(&b'\r') {
            self.buffer.pop();
        }
        Ok(Some(fits))
    }

    /// Skips the mark of UTF-8, and refuses UTF-16.
    fn begin(&mut self) -> io::Result<()> {
        let text = &self.buffer;
        let marked = text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff");
        // two characters of ASCII
        let every_other =
            |from: usize| text.len() >= 4 && (0..4).all(|at| (text[at] == 0) == (at % 2 == from));
        if marked || self.end == LineEnd::LineFeed && (every_other(0) || every_other(1)) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "UTF-16 text; a list has to be UTF-8"));
        }
        if text.starts_with(b"\xef\xbb\xbf") && self.tool.is_none() {
            self.buffer.drain(..3);
        }
        Ok(())
    }

    fn entry(&mut self) -> Result<Option<Entry>, Flaw> {
        if let Some(tool) = &mut self.tool {
            return tool.read(&self.buffer, self.given, self.used, &mut self.blanks);
        }
        if self.line == 1 && self.buffer == hashdeep::MARK && !self.sfv {
            self.columns = Some(Columns::default());
        }
        if let Some(columns) = &mut self.columns {
            self.further = columns.read(&self.buffer, self.given, self.used)?.into();
            return Ok(self.further.pop_front());
        }
        let (given, named, used) = (self.given, self.named, self.used);
        let parts = self.parts(|tag, digest| {
            let ((expected, by), guessed, keyed) = match tag {
                Some(tag) => {
                    let plain = naming::without_key(tag);
                    (naming::tagged(plain.unwrap_or(tag), given)?, false, plain.is_some())
                }
                None => match (given, named) {
                    (Some(given), _) => ((given, By::Caller), false, false),
                    (None, Some(named)) => ((named, By::List), false, false),
                    (None, None) => ((naming::from_length(digest)?, By::List), true, false),
                },
            };
            let (algorithm, digest) = expected.digest(digest, by, used)?;
            Ok((algorithm, digest, guessed, tag.is_some(), keyed))
        })?;
        Ok(parts.map(|((algorithm, digest, guessed, tagged, keyed), name)| Entry {
            algorithm,
            digest,
            name,
            size: None,
            guessed,
            tagged,
            keyed,
        }))
    }

    /// Splits the line, decodes its tag and its digest, and returns the result with the name; `None` for a blank line
    /// or a comment.
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
        // a short digest in base64 may look like a tag if its file is named `() = `
        if let Err(Flaw::UnknownTag(_)) = decoded
            && let Some(untagged) = split_untagged(text)
            && let Ok(found) = digest_of(&untagged)
        {
            (line, decoded) = (untagged, Ok(found));
        }
        let decoded = decoded?;
        let name = match line {
            Line::Tagged { name, .. } | Line::Last { name, .. } => name,
            Line::Untagged { rest, .. } => self.blanks.name(rest)?,
        };
        if name.contains(&0) {
            return Err(Flaw::Nul);
        }
        let name = if escaped { unescaped(name)? } else { name.to_vec() };
        Ok(Some((decoded, name)))
    }
}
