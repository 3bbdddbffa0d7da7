//! Everything of a file except the chunks of its payload, when the file is processed in parts: the header, the nonce, and
//! armor.

use crate::{
    ArmorWriter, Error, FileKey, Header, Identity, Recipient,
    armor::{self, ArmorLines},
    header,
    key::random,
    queue::Queue,
    recipients::{unwrap, wrap},
};
use std::{
    io::{self, Write},
    mem,
};
use zeroize::Zeroizing;

/// The length in bytes of the nonce at the beginning of a payload.
const NONCE: usize = 16;

/// The progress of a file. The progress is `Failed` during a call, so that no call succeeds after a call that
/// returned an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    Within,
    Finished,
    Failed,
}

impl Progress {
    pub(crate) fn check(self) -> Result<(), Error> {
        match self {
            Self::Within => Ok(()),
            Self::Finished => Err(io::Error::other("the file has ended").into()),
            Self::Failed => Err(io::Error::other("an earlier call failed").into()),
        }
    }
}

/// The encrypted file that the caller has not taken yet.
pub(crate) enum Sealed {
    Plain(Queue),
    Armored(Box<ArmorWriter<Queue>>),
}

impl Sealed {
    pub(crate) fn queue(&mut self) -> &mut Queue {
        match self {
            Self::Plain(queue) => queue,
            Self::Armored(armor) => armor.inner_mut(),
        }
    }

    /// Generates a file key, and writes the header, which wraps it for all of the recipients, and the nonce. Returns also the
    /// key of the payload.
    pub(crate) fn begin(
        recipients: &[&dyn Recipient],
        armored: bool,
    ) -> Result<(Self, Zeroizing<[u8; 32]>), Error> {
        let key = FileKey::random()?;
        let header = Header::new(&key, wrap(&key, recipients)?)?;
        let nonce = random::<NONCE>()?;
        let mut sealed = match armored {
            true => Self::Armored(Box::new(ArmorWriter::new(Queue::default()))),
            false => Self::Plain(Queue::default()),
        };
        sealed.write(&header.to_bytes())?;
        sealed.write(&nonce)?;
        Ok((sealed, key.payload_bytes(&nonce)))
    }

    /// Appends bytes of the file.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Self::Plain(queue) => queue.push(bytes),
            Self::Armored(armor) => armor.write_all(bytes)?,
        }
        Ok(())
    }

    /// Appends the last lines of armor.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        if let Self::Armored(armor) = self {
            armor.end()?;
        }
        Ok(())
    }
}

/// The beginning of a file that arrives in parts. Armor is removed from all parts.
pub(crate) struct Opening {
    identities: Vec<Box<dyn Identity>>,
    form: Form,
    /// The bytes of the file, without armor, that have not been processed yet.
    pub(crate) file: Queue,
    /// The index in `file` from which the search for the end of the header continues.
    searched: usize,
}

/// Whether a file is armored.
enum Form {
    /// Too few bytes have arrived to tell.
    Unknown,
    Plain,
    Armored(Box<ArmorLines>),
}

impl Opening {
    /// Starts a new file.
    pub(crate) fn new(identities: Vec<Box<dyn Identity>>) -> Self {
        Self { identities, form: Form::Unknown, file: Queue::default(), searched: 0 }
    }

    /// Returns whether it is known that the file is not armored.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.form, Form::Plain)
    }

    /// Appends a part of the file to `file`, decoded if the file is armored.
    pub(crate) fn push(&mut self, part: &[u8]) -> Result<(), Error> {
        match &mut self.form {
            Form::Unknown => {
                self.file.push(part);
                if armor::is_decided(self.file.waiting()) {
                    self.choose()?;
                }
            }
            Form::Plain => self.file.push(part),
            Form::Armored(lines) => {
                let mut bytes = Vec::with_capacity(part.len() / 4 * 3 + 64);
                lines.update(part, &mut bytes)?;
                self.file.push(&bytes);
            }
        }
        Ok(())
    }

    /// Determines from the beginning of the file whether it is armored.
    fn choose(&mut self) -> Result<(), Error> {
        if !armor::is_armored(self.file.waiting()) {
            self.form = Form::Plain;
            return Ok(());
        }
        self.form = Form::Armored(Box::default());
        let start = mem::take(&mut self.file);
        self.push(start.waiting())
    }

    /// Declares that no more parts follow.
    pub(crate) fn finish(&mut self) -> Result<(), Error> {
        if matches!(self.form, Form::Unknown) {
            self.choose()?;
        }
        if let Form::Armored(lines) = &mut self.form {
            let mut bytes = Vec::new();
            lines.finish(&mut bytes)?;
            self.file.push(&bytes);
        }
        Ok(())
    }

    /// Parses the header and reads the nonce once they have arrived completely, and returns the key of the payload if they have.
    /// `last` says that no more bytes will arrive.
    pub(crate) fn unlock(&mut self, last: bool) -> Result<Option<Zeroizing<[u8; 32]>>, Error> {
        if matches!(self.form, Form::Unknown) {
            return Ok(None);
        }
        let file = self.file.waiting();
        let Some(len) = header::find_end(file, &mut self.searched) else {
            // a header that is malformed or too long is reported before its end arrives
            if last || header::is_wrong(file) {
                Header::read(&mut &file[..])?;
            }
            return Ok(None);
        };
        let Some(nonce) = file.get(len..).and_then(|rest| rest.first_chunk::<NONCE>()) else {
            Header::read(&mut &file[..len])?;
            return match last {
                true => Err(Error::header("the file ends within the nonce that follows the header")),
                false => Ok(None),
            };
        };
        let header = Header::read(&mut &file[..len])?;
        let identities: Vec<&dyn Identity> = self.identities.iter().map(|identity| &**identity).collect();
        let key = unwrap(header.stanzas(), &identities)?;
        header.verify(&key)?;
        let payload = key.payload_bytes(nonce);
        self.identities = Vec::new();
        self.file.skip(len + NONCE);
        Ok(Some(payload))
    }
}
