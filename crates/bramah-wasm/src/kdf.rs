//! Key derivation by name.

use crate::{
    failure::{Failure, Status},
    fields::Fields,
    hashes::line,
    macs::Known,
};
use bramah::{
    hash,
    kdf::{self, Parameters, argon2::Version},
};

/// Returns the version of Argon2 that a number stands for.
pub(crate) fn version(number: u32) -> Result<Version, Failure> {
    match number {
        0x10 => Ok(Version::V10),
        0x13 => Ok(Version::V13),
        _ => Err(Failure::new(
            Status::Argument,
            format!("version is {number}, but must be 16 (1.0) or 19 (1.3)"),
        )),
    }
}

/// Derives a key. `K` has the MACs that the functions of SP 800-108 may use.
///
/// # Errors
/// The errors of the key derivation function that the request names.
pub fn derive<K: Known>(fields: &Fields<'_>, reply: &mut Vec<u8>) -> Result<u32, Failure> {
    let name = fields.name()?;
    let entry = kdf::lookup(name)?;
    let parameters = Parameters {
        salt: fields.bytes("salt")?,
        info: fields.bytes("info")?,
        label: fields.bytes("label")?,
        context: fields.bytes("context")?,
        iv: fields.bytes("iv")?,
        hash: fields.text("hash")?.map(hash::lookup).transpose()?,
        mac: fields.text("mac")?.map(K::lookup).transpose()?,
        iterations: fields.number("iterations")?,
        n: fields.number("n")?,
        r: fields.number("r")?,
        lanes: fields.number("lanes")?,
        memory: fields.number("memory")?,
        version: fields.number("version")?.map(version).transpose()?,
        secret: fields.bytes("secret")?,
        data: fields.bytes("data")?,
        threads: 1,
        short_salts: fields.choice("short_salts")?,
    };
    let password = fields.bytes("password")?.unwrap_or_default();
    let len = fields.number("length")?.unwrap_or(32);
    fields.check(name)?;
    reply.resize(len, 0);
    entry.derive(password, &parameters, reply)?;
    Ok(0)
}

/// Appends the names of all functions.
///
/// # Errors
/// None.
pub fn names(reply: &mut Vec<u8>) -> Result<u32, Failure> {
    kdf::entries().for_each(|entry| line(reply, entry.info.name));
    Ok(0)
}
