//! Ciphers that do not authenticate, by name.

use crate::{
    failure::{Failure, Status, unknown_request},
    fields::{Fields, malformed},
    hashes::line,
    requests::cipher::{FINISH, NAMES, NEW, RELEASE, SEEK, UPDATE},
    table::Table,
};
use bramah::{
    block::AnyCipher,
    mode::{self, Crypter, Direction, Ending, Padding, Stealing},
    registry::{self, Kind},
    stream::{self, AnyKeystream, Stream},
};

enum Message {
    Mode(Box<Crypter<AnyCipher>>),
    Stream(Box<Stream<AnyKeystream>>),
}

/// Messages of ciphers.
pub struct Ciphers(Table<Message>);

/// Takes the direction.
pub(crate) fn direction(fields: &Fields<'_>) -> Result<Direction, Failure> {
    Ok(if fields.choice("decrypt")? { Direction::Decrypt } else { Direction::Encrypt })
}

impl Ciphers {
    /// No messages.
    pub const EMPTY: Self = Self(Table::EMPTY);

    /// Serves a request.
    ///
    /// # Errors
    /// The errors of the cipher that the request names.
    pub fn serve(
        &mut self,
        request: u32,
        handle: u32,
        input: &mut [u8],
        reply: &mut Vec<u8>,
    ) -> Result<u32, Failure> {
        match request {
            UPDATE => match self.0.at(handle)? {
                Message::Mode(crypter) => crypter.update_vec(input, reply)?,
                Message::Stream(stream) => stream.apply_vec(input, reply)?,
            },
            FINISH => {
                if let Message::Mode(crypter) = self.0.at(handle)? {
                    crypter.finalize_vec(reply)?;
                }
            }
            SEEK => {
                let place = u64::from_le_bytes((&*input).try_into().map_err(|_| malformed())?).into();
                match self.0.at(handle)? {
                    Message::Mode(crypter) => crypter.seek(place)?,
                    Message::Stream(stream) => stream.seek(place)?,
                }
            }
            NEW => {
                let message = begin(&Fields::read(input)?)?;
                return Ok(self.0.add(message));
            }
            RELEASE => self.0.remove(handle),
            NAMES => {
                for algorithm in registry::of(Kind::Mode).chain(registry::of(Kind::Stream)) {
                    line(reply, &algorithm.name());
                }
            }
            _ => return Err(unknown_request()),
        }
        Ok(0)
    }
}

fn begin(fields: &Fields<'_>) -> Result<Message, Failure> {
    let name = fields.name()?;
    let key = fields.bytes("key")?.unwrap_or_default();
    let iv = fields.bytes("iv")?.unwrap_or_default();
    let direction = direction(fields)?;
    if let Ok(mut algorithm) = stream::lookup(name) {
        if let Some(rounds) = fields.number("rounds")? {
            algorithm = algorithm.with_rounds(rounds)?;
        }
        fields.check(name)?;
        return Ok(Message::Stream(Box::new(algorithm.begin(key, iv)?)));
    }
    let mut algorithm = mode::cipher(name)?;
    let unknown = |what: &str, name: &str| Failure::new(Status::Argument, format!("unknown {what} {name}"));
    if let Some(tweak) = fields.bytes("tweak")? {
        algorithm = algorithm.with_tweak(tweak)?;
    }
    if let Some(name) = fields.text("padding")? {
        let padding = Padding::from_name(name).ok_or_else(|| unknown("padding", name))?;
        algorithm = algorithm.with_ending(Ending::Padded(padding))?;
    }
    if let Some(name) = fields.text("stealing")? {
        let stealing = Stealing::from_name(name).ok_or_else(|| unknown("ciphertext stealing", name))?;
        algorithm = algorithm.with_ending(Ending::Stolen(stealing))?;
    }
    if let Some(name) = fields.text("increment")? {
        let increment = bramah::Increment::ALL.into_iter().find(|increment| increment.name() == name);
        algorithm = algorithm.with_increment(increment.ok_or_else(|| unknown("increment", name))?)?;
    }
    fields.check(name)?;
    Ok(Message::Mode(Box::new(algorithm.begin(key, iv, direction)?)))
}
