//! Strings for passwords.

use crate::{
    failure::{Failure, Status},
    fields::Fields,
    kdf::version,
};
use bramah::{
    Error,
    password::{Limits, Scheme},
};

/// Returns the scheme with this name, with its parameters.
fn scheme(name: &str, fields: &Fields<'_>) -> Result<Scheme, Failure> {
    let unknown = || Failure::new(Status::UnknownName, format!("unknown password scheme {name}"));
    let mut scheme = Scheme::named(name).ok_or_else(unknown)?;
    for (name, value) in scheme.parameters_mut() {
        *value = fields.number(name)?.unwrap_or(*value);
    }
    if let Scheme::Argon2 { version: chosen, .. } = &mut scheme
        && let Some(number) = fields.number("version")?
    {
        *chosen = version(number)?;
    }
    Ok(scheme)
}

/// Takes the limits of the work that a string may require.
fn limits(fields: &Fields<'_>) -> Result<Limits, Failure> {
    let mut limits = Limits::default();
    limits.memory = fields.number("limit_memory")?.unwrap_or(limits.memory);
    limits.iterations = fields.number("limit_iterations")?.unwrap_or(limits.iterations);
    limits.cost = fields.number("limit_cost")?.unwrap_or(limits.cost);
    limits.written = fields.number("limit_written")?.unwrap_or(limits.written);
    limits.hashed = fields.number("limit_hashed")?.unwrap_or(limits.hashed);
    Ok(limits)
}

/// Hashes a password, and returns the string to store.
///
/// # Errors
/// The errors of the scheme that the request names.
pub fn make(fields: &Fields<'_>, reply: &mut Vec<u8>) -> Result<u32, Failure> {
    let name = fields.name()?;
    let (scheme, limits) = (scheme(name, fields)?, limits(fields)?);
    let password = fields.bytes("password")?.unwrap_or_default();
    let salt = fields.bytes("salt")?;
    fields.check(name)?;
    let made = match salt {
        Some(salt) => limits.hash_with_salt(&scheme, password, salt)?,
        None => limits.hash(&scheme, password)?,
    };
    *reply = made.into_bytes();
    Ok(0)
}

/// Compares a password with a string. Returns 1 if it is right, else 0.
///
/// # Errors
/// The string is malformed, or requires more work than is allowed.
pub fn verify(fields: &Fields<'_>) -> Result<u32, Failure> {
    let limits = limits(fields)?;
    let password = fields.bytes("password")?.unwrap_or_default();
    let string = fields.text("string")?.unwrap_or_default();
    fields.check("a password")?;
    match limits.verify(password, string) {
        Ok(()) => Ok(1),
        Err(Error::WrongPassword) => Ok(0),
        Err(error) => Err(error.into()),
    }
}

/// Returns 1 if the parameters of a string are below those that are recommended now, else 0.
///
/// # Errors
/// The string is malformed.
pub fn outdated(fields: &Fields<'_>) -> Result<u32, Failure> {
    Ok(Scheme::of(fields.text("string")?.unwrap_or_default())?.is_outdated().into())
}
