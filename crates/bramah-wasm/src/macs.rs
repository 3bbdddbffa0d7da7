//! MACs by name.

use crate::{
    failure::{Failure, unknown_request},
    fields::{Fields, malformed, number},
    hashes::line,
    requests::mac::{CLONE, FINISH, NAMES, NEW, RELEASE, RESET, UPDATE, VERIFY},
    table::Table,
};
use bramah::{
    Error,
    mac::{self, Algorithm, AnyMac},
};

/// Which MACs a piece has.
pub trait Known {
    /// Finds a MAC by its name.
    ///
    /// # Errors
    /// There is none of this name.
    fn lookup(name: &str) -> Result<Algorithm, Error>;
    /// Begins a message.
    ///
    /// # Errors
    /// The length of the key or of the nonce is not valid.
    fn begin(algorithm: Algorithm, key: &[u8], nonce: &[u8]) -> Result<AnyMac, Error>;
    /// Appends the names.
    fn names(reply: &mut Vec<u8>);
}

/// The MACs over the hash functions of the piece: HMAC, and functions that take a key.
pub struct Hashed;

impl Known for Hashed {
    fn lookup(name: &str) -> Result<Algorithm, Error> {
        mac::lookup_hashed(name)
    }

    fn begin(algorithm: Algorithm, key: &[u8], nonce: &[u8]) -> Result<AnyMac, Error> {
        algorithm.nonce_len().check("nonce", nonce.len())?;
        algorithm.keyed_hashed(key)
    }

    fn names(_: &mut Vec<u8>) {}
}

/// Every MAC.
pub struct All;

impl Known for All {
    fn lookup(name: &str) -> Result<Algorithm, Error> {
        mac::lookup(name)
    }

    fn begin(algorithm: Algorithm, key: &[u8], nonce: &[u8]) -> Result<AnyMac, Error> {
        algorithm.begin(key, nonce)
    }

    fn names(reply: &mut Vec<u8>) {
        mac::algorithms().for_each(|mac| line(reply, &mac.name()));
    }
}

/// Messages of MACs.
pub struct Macs<K> {
    messages: Table<AnyMac>,
    known: core::marker::PhantomData<K>,
}

impl<K: Known> Macs<K> {
    /// No messages.
    pub const EMPTY: Self = Self { messages: Table::EMPTY, known: core::marker::PhantomData };

    /// Serves a request.
    ///
    /// # Errors
    /// The errors of the MAC that the request names.
    pub fn serve(
        &mut self,
        request: u32,
        handle: u32,
        input: &mut [u8],
        reply: &mut Vec<u8>,
    ) -> Result<u32, Failure> {
        match request {
            UPDATE => self.messages.at(handle)?.update(input),
            FINISH => {
                let len = number(&mut &*input).ok_or_else(malformed)?;
                let mac = self.messages.at(handle)?;
                reply.resize(len, 0);
                mac.finalize(reply)?;
            }
            VERIFY => {
                let mac = self.messages.at(handle)?;
                mac.verify_truncated(input, input.len())?;
            }
            NEW => {
                let fields = Fields::read(input)?;
                let name = fields.name()?;
                let algorithm = K::lookup(name)?;
                let (key, nonce) = (fields.bytes("key")?, fields.bytes("nonce")?);
                fields.check(name)?;
                reply.extend_from_slice(&(algorithm.tag_len() as u32).to_le_bytes());
                let mac = K::begin(algorithm, key.unwrap_or_default(), nonce.unwrap_or_default())?;
                return Ok(self.messages.add(mac));
            }
            CLONE => {
                let copy = self.messages.at(handle)?.clone();
                return Ok(self.messages.add(copy));
            }
            RESET => self.messages.at(handle)?.reset(),
            RELEASE => self.messages.remove(handle),
            NAMES => K::names(reply),
            _ => return Err(unknown_request()),
        }
        Ok(0)
    }
}
