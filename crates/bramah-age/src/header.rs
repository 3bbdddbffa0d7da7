//! The header of an age file: C2SP, *The age file encryption format*, version 1, sections "File header" and "ABNF
//! definition of file header".

use crate::{
    Error,
    key::FileKey,
    recipients,
    stanza::{MOST, Stanza, check_count},
    text::{base64, from_base64, is_utf16},
};
use std::io::{BufRead, Read};

/// The first line of a header.
const INTRO: &[u8] = b"age-encryption.org/v1\n";

/// The header of a file.
#[derive(Clone, Debug)]
pub struct Header {
    stanzas: Vec<Stanza>,
    /// The bytes of the header that the MAC authenticates.
    text: Vec<u8>,
    mac: [u8; 32],
}

impl Header {
    /// Creates the header of a new file. It is parsed again with [`read`](Self::read), so that no header is created
    /// that decryption would reject.
    ///
    /// # Errors
    /// [`Error::Header`] if [`read`](Self::read) rejects the header, or if a stanza has a type of this crate and is
    /// malformed.
    pub fn new(key: &FileKey, stanzas: Vec<Stanza>) -> Result<Self, Error> {
        check_count(stanzas.len())?;
        // a header that is far too long is rejected before it is built
        if stanzas.iter().map(Stanza::text_len).sum::<usize>() > MOST {
            return Err(too_long());
        }
        let mut text = INTRO.to_vec();
        for stanza in &stanzas {
            recipients::check(stanza)?;
            stanza.write(&mut text)?;
        }
        text.extend_from_slice(b"---");
        let mac = key.mac(&text);
        let new = Self { stanzas, text, mac };
        let read = Self::read(&mut &new.to_bytes()[..])?;
        if read.stanzas != new.stanzas || read.text != new.text || read.mac != new.mac {
            return Err(Error::header("a recipient stanza contains text that the age format does not allow"));
        }
        Ok(new)
    }

    /// Reads a header, and no bytes after it. This function checks all limits of a header, also for [`new`](Self::new),
    /// which calls it.
    ///
    /// # Errors
    /// [`Error::Header`] if the header is malformed, truncated, longer than 2 MiB, or has more than 1,024 stanzas, or
    /// if a passphrase is combined with other recipients; the errors of the reader.
    pub fn read(reader: &mut impl BufRead) -> Result<Self, Error> {
        let mut text = Vec::new();
        let intro = line(reader, &mut text)?;
        if intro != INTRO[..INTRO.len() - 1] {
            return Err(no_header(&intro));
        }
        let mut stanzas = Vec::new();
        loop {
            let start = text.len();
            let first = line(reader, &mut text)?;
            if let Some(end) = first.strip_prefix(b"---") {
                let mac = end.strip_prefix(b" ").and_then(|mac| std::str::from_utf8(mac).ok());
                let mac = mac.and_then(from_base64).and_then(|mac| mac.try_into().ok());
                let mac = mac.ok_or(Error::header("the MAC line is malformed"))?;
                check_count(stanzas.len())?;
                recipients::check_passphrase(&stanzas)?;
                text.truncate(start + 3);
                return Ok(Self { stanzas, text, mac });
            }
            check_count(stanzas.len() + 1)?;
            stanzas.push(Stanza::read(&first, || line(reader, &mut text))?);
        }
    }

    /// Returns the stanzas in the order of the file.
    pub fn stanzas(&self) -> &[Stanza] {
        &self.stanzas
    }

    /// Serializes the header.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mac = base64(&self.mac);
        [&self.text, b" ".as_slice(), mac.as_bytes(), b"\n"].concat()
    }

    /// Verifies the MAC of the header.
    ///
    /// # Errors
    /// [`Error::HeaderMac`] if the MAC is wrong.
    pub fn verify(&self, key: &FileKey) -> Result<(), Error> {
        key.verify(&self.text, &self.mac)
    }
}

/// Returns the error for a file that does not begin with a header. `first` is its first line, or all of its bytes.
fn no_header(first: &[u8]) -> Error {
    let dashed = first.iter().find(|byte| byte.is_ascii_graphic()) == Some(&b'-');
    if is_utf16(first) && dashed {
        return Error::Armor("the text is UTF-16; convert the file to UTF-8");
    }
    Error::header(match first {
        _ if first.starts_with(b"age-encryption.org/v1\r") => {
            "the lines end in CR LF, because a program converted this binary file as if it were text; get the \
             original file again"
        }
        _ if first.starts_with(b"age-encryption.org/") => {
            "unsupported version of the age format; only version 1 is \
                                                           supported"
        }
        _ if is_utf16(first) && first.contains(&b'g') => {
            "the header is UTF-16, because a program converted this binary file as if it were text; get the original \
             file again"
        }
        _ => "this is not an age file",
    })
}

fn too_long() -> Error {
    Error::header("the header is longer than 2 MiB")
}

/// Returns the length of the header at the beginning of the bytes. Returns `None` if the header's end is not among
/// them. `searched` is the index from which to search. It is 0 in the first call, and the function advances it, so that
/// it can be called repeatedly with more and more bytes.
pub(crate) fn find_end(bytes: &[u8], searched: &mut usize) -> Option<usize> {
    // only the last line of a header begins with these characters
    const LAST: &[u8] = b"\n---";
    if let Some(place) = bytes[*searched..].windows(LAST.len()).position(|window| window == LAST) {
        *searched += place;
        let rest = &bytes[*searched + LAST.len()..];
        return rest.iter().position(|&byte| byte == b'\n').map(|end| *searched + LAST.len() + end + 1);
    }
    *searched = bytes.len().saturating_sub(LAST.len() - 1).max(*searched);
    None
}

/// Returns whether the bytes cannot be the beginning of a header. Before this call, [`find_end`] must have
/// found no end of a header in the bytes.
pub(crate) fn is_wrong(bytes: &[u8]) -> bool {
    bytes.len() > MOST || !bytes.starts_with(&INTRO[..bytes.len().min(INTRO.len())])
}

/// Reads a line, appends it to `text` with its line break, and returns it without the line break.
fn line(reader: &mut impl BufRead, text: &mut Vec<u8>) -> Result<Vec<u8>, Error> {
    let start = text.len();
    // one byte more than the limit, to detect a header that is too long
    let most = (MOST - start + 1) as u64;
    reader.by_ref().take(most).read_until(b'\n', text)?;
    if text.len() > MOST {
        return Err(too_long());
    }
    match text[start..].split_last() {
        Some((b'\n', line)) => Ok(line.to_vec()),
        None if start == 0 => Err(Error::header("the file is empty")),
        Some(_) if start == 0 && !INTRO.starts_with(text) => Err(no_header(text)),
        _ => Err(Error::header("the file ends within the header")),
    }
}
