//! Password hashes as text.

use crate::{
    kdf::version,
    memory::text,
    options::{Given, Options},
    status::{Failure, LENGTH, UNKNOWN_NAME},
};
use bramah::password::{Limits, Scheme};
use core::ffi::c_char;

/// Returns the password hashing scheme with this name, with the parameters that the options set.
fn scheme(name: &str, given: &Given<'_>) -> Result<Scheme, Failure> {
    let mut scheme = Scheme::named(name)
        .ok_or_else(|| Failure::new(UNKNOWN_NAME, format!("unknown password scheme {name:?}")))?;
    for (name, value) in scheme.parameters_mut() {
        *value = given.number(name)?.unwrap_or(*value);
    }
    if let Scheme::Argon2 { version: chosen, .. } = &mut scheme
        && let Some(number) = given.number("version")?
    {
        *chosen = version(number)?;
    }
    Ok(scheme)
}

/// Reads the limits on the work that a password hash may require.
fn limits(given: &Given<'_>) -> Result<Limits, Failure> {
    let mut limits = Limits::default();
    limits.memory = given.number("limit_memory")?.unwrap_or(limits.memory);
    limits.iterations = given.number("limit_iterations")?.unwrap_or(limits.iterations);
    limits.cost = given.number("limit_cost")?.unwrap_or(limits.cost);
    limits.written = given.number("limit_written")?.unwrap_or(limits.written);
    limits.hashed = given.number("limit_hashed")?.unwrap_or(limits.hashed);
    Ok(limits)
}

exported! {
    /// Hashes a password for storage, with a scheme by name: `argon2id`, `yescrypt`, `scrypt`, `bcrypt` and others.
    /// Writes the password hash to `string`, as text terminated by a zero byte, and sets `written` to its length
    /// without the zero byte; 256 bytes are enough. If the text does not fit, the call fails with `BRAMAH_LENGTH`, and
    /// `written` is its length.
    ///
    /// `options` may be null. Bytes option: `salt` (default: random). Number options: `memory` (KiB), `iterations`,
    /// `lanes` and `version` for Argon2; `log_n`, `r` and `lanes` for scrypt and yescrypt, `t` for yescrypt; `cost` for
    /// bcrypt; `rounds` for SHA-crypt; `iterations` for PBKDF2. The defaults are the recommended values. If
    /// verification of the hash would exceed the limits of `bramah_password_verify`, the call fails with
    /// `BRAMAH_LIMIT`; these limits may be set as options here too.
    fn bramah_password_hash(
        name: *const c_char,
        password: *const u8,
        password_len: usize,
        options: *const Options,
        string: *mut c_char,
        string_len: usize,
        written: *mut usize,
    )
        sets [written] reads [password: password_len] writes [string: string_len]
    {
        let name = text("name", name)?;
        let made = Given::with(options, name, |given| {
            let scheme = scheme(name, given)?;
            let limits = limits(given)?;
            Ok(match given.bytes("salt")? {
                Some(salt) => limits.hash_with_salt(&scheme, password, salt)?,
                None => limits.hash(&scheme, password)?,
            })
        })?;
        written.set(made.len());
        if string.len() <= made.len() {
            let text = format!("the buffer has {} bytes, too few for a string of {} and a NUL byte", string.len(), made.len());
            return Err(Failure::new(LENGTH, text));
        }
        string.fill(0);
        string[..made.len()].copy_from_slice(made.as_bytes());
        Ok(())
    }

    /// Verifies a password against a stored password hash: `BRAMAH_WRONG_PASSWORD` if the password is wrong.
    ///
    /// `options` may be null. They limit the work that the hash may require: `BRAMAH_LIMIT` if it requires more. Number
    /// options: `limit_memory` (bytes; default 1 GiB), `limit_iterations` (default 10 million), `limit_cost` (default
    /// 18), `limit_written` (bytes; default 16 GiB), `limit_hashed` (bytes; default 4 GiB).
    fn bramah_password_verify(
        password: *const u8,
        password_len: usize,
        string: *const c_char,
        options: *const Options,
    )
        reads [password: password_len]
    {
        let string = text("string", string)?;
        Given::with(options, "bramah_password_verify", limits)?
        .verify(password, string)
        .map_err(Failure::from)
    }

    /// Sets `outdated` to 1 if the parameters of a password hash are below the current recommendations, otherwise to 0.
    /// If it is 1, hash the password again when it is next verified.
    fn bramah_password_outdated(string: *const c_char, outdated: *mut i32) sets [outdated] {
        outdated.set(Scheme::of(text("string", string)?)?.is_outdated().into());
        Ok(())
    }
}
