//! Hash functions by name.

#[cfg(feature = "blake")]
use crate::requests::hash::{JOIN, PART, ROOT};
use crate::{
    failure::{Failure, Status, unknown_request},
    fields::{Fields, cut, malformed, number},
    requests::hash::{
        CLONE, DIGEST, EXTEND, FINISH, MANY, NAMES, NEW, RELEASE, RESET, RESTORE, SAVE, UPDATE,
    },
    table::Table,
};
use bramah::hash::{self, AnyHasher, Function, Options, Parameter};

struct Message {
    function: Function,
    hasher: AnyHasher,
    len: usize,
}

/// Messages of hash functions.
pub struct Hashes(Table<Message>);

impl Hashes {
    /// No messages.
    pub const EMPTY: Self = Self(Table::EMPTY);

    /// Serves a request.
    ///
    /// # Errors
    /// The errors of the hash function that the request names.
    pub fn serve(
        &mut self,
        request: u32,
        handle: u32,
        input: &mut [u8],
        reply: &mut Vec<u8>,
    ) -> Result<u32, Failure> {
        match request {
            UPDATE => self.0.at(handle)?.hasher.update(input),
            FINISH => {
                let message = self.0.at(handle)?;
                if input.len() != message.len {
                    return Err(malformed());
                }
                message.hasher.finalize_reset_into(input);
            }
            DIGEST => {
                let message = self.0.at(handle)?;
                let (digest, input) = input.split_at_mut_checked(message.len).ok_or_else(malformed)?;
                message.function.digest(input, digest);
            }
            NEW => return self.begin(&Fields::read(input)?, reply),
            CLONE => {
                let Message { function, hasher, len } = self.0.at(handle)?;
                let copy = Message { function: function.clone(), hasher: hasher.clone(), len: *len };
                return Ok(self.0.add(copy));
            }
            SAVE => *reply = self.0.at(handle)?.hasher.save(),
            RESTORE => {
                let message = self.0.at(handle)?;
                message.hasher = message.function.restore(input)?;
            }
            RESET => self.0.at(handle)?.hasher.reset(),
            RELEASE => self.0.remove(handle),
            MANY => {
                let message = self.0.at(handle)?;
                let messages = several(input).ok_or_else(malformed)?;
                reply.resize(messages.len().saturating_mul(message.len), 0);
                message.function.hash_many(&messages, reply);
            }
            EXTEND => {
                let message = self.0.at(handle)?;
                let len = number(&mut &*input).ok_or_else(malformed)?;
                let hasher = core::mem::replace(&mut message.hasher, message.function.hasher());
                let name = || message.function.algorithm().name();
                let mut reader = hasher.finalize_xof().ok_or_else(|| {
                    Failure::new(Status::Argument, format!("{} has a fixed output length", name()))
                })?;
                reply.resize(len, 0);
                reader.read(reply);
            }
            NAMES => {
                for entry in hash::entries() {
                    for algorithm in entry.algorithms() {
                        let standing = entry.info.standing.name();
                        let key = if entry.info.needs_key { "key" } else { "" };
                        line(reply, &[algorithm.name().as_str(), standing, key].join(" "));
                    }
                    entry.info.words().for_each(|word| line(reply, &["=", word].join(" ")));
                }
            }
            #[cfg(feature = "blake")]
            PART | JOIN | ROOT => crate::tree::serve(request, input, reply)?,
            _ => return Err(unknown_request()),
        }
        Ok(0)
    }

    fn begin(&mut self, fields: &Fields<'_>, reply: &mut Vec<u8>) -> Result<u32, Failure> {
        let name = fields.name()?;
        let mut algorithm = hash::lookup(name)?;
        if let Some(bits) = fields.number("bits")? {
            algorithm = algorithm.with_bits(bits)?;
        }
        let mut options = Options { empty_key: fields.choice("empty_key")?, ..Options::default() };
        for parameter in Parameter::ALL {
            if let Some(bytes) = fields.bytes(parameter.field())? {
                options = options.with(parameter, bytes);
            }
        }
        fields.check(name)?;
        let function = algorithm.with_options(&options)?;
        let len = algorithm.output_len();
        reply.extend_from_slice(&(len as u32).to_le_bytes());
        reply.extend_from_slice(&(algorithm.info().block_len as u32).to_le_bytes());
        reply.extend_from_slice(algorithm.name().as_bytes());
        Ok(self.0.add(Message { hasher: function.hasher(), function, len }))
    }
}

/// Reads many messages.
fn several(mut input: &[u8]) -> Option<Vec<&[u8]>> {
    let count = number(&mut input)?;
    let mut lengths = cut(&mut input, count.checked_mul(4)?)?;
    let mut messages = Vec::with_capacity(count);
    for _ in 0..count {
        messages.push(cut(&mut input, number(&mut lengths)?)?);
    }
    Some(messages)
}

/// Appends a line.
pub(crate) fn line(reply: &mut Vec<u8>, text: &str) {
    reply.extend_from_slice(text.as_bytes());
    reply.push(b'\n');
}
