//! Authenticated encryption, and key wrap, by name.

use crate::{
    ciphers::direction,
    failure::{Failure, Status, unknown_request},
    fields::{Fields, malformed, number},
    hashes::line,
    requests::aead::{COMPOSE, NAMES, NEW, OPEN, RELEASE, SEAL, WRAP},
    table::Table,
};
use bramah::{
    aead::{self, Aead, AnyScheme},
    encrypt_then_mac, key_wrap,
    mode::Direction,
};

/// Keys of authenticated encryption.
pub struct Aeads(Table<Aead<AnyScheme>>);

impl Aeads {
    /// No keys.
    pub const EMPTY: Self = Self(Table::EMPTY);

    /// Serves a request.
    ///
    /// # Errors
    /// The errors of the scheme that the request names.
    pub fn serve(
        &mut self,
        request: u32,
        handle: u32,
        input: &mut [u8],
        reply: &mut Vec<u8>,
    ) -> Result<u32, Failure> {
        match request {
            SEAL => {
                let aead = self.0.at(handle)?;
                let [nonce, header, text] = parts(input).ok_or_else(malformed)?;
                reply.resize(aead.verified_len(), 0);
                aead.seal(nonce, header, text, reply)?;
            }
            OPEN => {
                let aead = self.0.at(handle)?;
                let [nonce, header, sealed] = parts(input).ok_or_else(malformed)?;
                let Some(len) = sealed.len().checked_sub(aead.verified_len()) else {
                    return Err(bramah::Error::Unauthentic.into());
                };
                let (text, tag) = sealed.split_at_mut(len);
                aead.open(nonce, header, text, tag)?;
            }
            NEW => {
                let fields = Fields::read(input)?;
                let name = fields.name()?;
                let mut aead = aead::lookup(name)?.keyed(fields.bytes("key")?.unwrap_or_default())?;
                if let Some(len) = fields.number("tag_length")? {
                    aead.set_tag_len(len)?;
                }
                fields.check(name)?;
                reply.extend_from_slice(&(aead.verified_len() as u32).to_le_bytes());
                return Ok(self.0.add(aead));
            }
            RELEASE => self.0.remove(handle),
            WRAP => *reply = wrap(&Fields::read(input)?)?,
            COMPOSE => *reply = compose(&Fields::read(input)?)?,
            NAMES => aead::algorithms().for_each(|aead| line(reply, &aead.name())),
            _ => return Err(unknown_request()),
        }
        Ok(0)
    }
}

/// Splits the input into nonce, associated data and text.
fn parts(input: &mut [u8]) -> Option<[&mut [u8]; 3]> {
    let (front, rest) = input.split_at_mut_checked(8)?;
    let front = &mut &*front;
    let (nonce, header) = (number(front)?, number(front)?);
    let (nonce, rest) = rest.split_at_mut_checked(nonce)?;
    let (header, text) = rest.split_at_mut_checked(header)?;
    Some([nonce, header, text])
}

/// Takes bytes that are needed.
fn needed<'a>(fields: &Fields<'a>, name: &str) -> Result<&'a [u8], Failure> {
    fields.bytes(name)?.ok_or_else(|| Failure::new(Status::Argument, format!("{name} is missing")))
}

fn wrap(fields: &Fields<'_>) -> Result<Vec<u8>, Failure> {
    let name = fields.name()?;
    let (key, data, direction) = (needed(fields, "key")?, needed(fields, "data")?, direction(fields)?);
    fields.check(name)?;
    let wrap = key_wrap::lookup(name)?.keyed(key)?;
    Ok(match direction {
        Direction::Encrypt => wrap.wrap(data)?,
        Direction::Decrypt => wrap.unwrap(data)?,
    })
}

fn compose(fields: &Fields<'_>) -> Result<Vec<u8>, Failure> {
    let name = fields.name()?;
    let (key, data, direction) = (needed(fields, "key")?, needed(fields, "data")?, direction(fields)?);
    let nonce = fields.bytes("nonce")?.unwrap_or_default();
    let header = fields.bytes("ad")?.unwrap_or_default();
    fields.check(name)?;
    let composition = encrypt_then_mac::lookup(name)?.keyed(key)?;
    Ok(match direction {
        Direction::Encrypt => composition.encrypt(nonce, header, data)?,
        Direction::Decrypt => composition.decrypt(nonce, header, data)?,
    })
}
