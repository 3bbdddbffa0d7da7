//! Key derivation by name.

use crate::{
    memory::text,
    options::{Given, Options},
    status::{Failure, PARAMETER},
};
use bramah::{
    hash,
    kdf::{
        self, Parameters,
        argon2::{Argon2, Variant, Version},
    },
    mac,
};
use core::ffi::c_char;

/// Reads the options of key derivation.
fn parameters<'a>(given: &Given<'a>) -> Result<Parameters<'a>, Failure> {
    Ok(Parameters {
        salt: given.bytes("salt")?,
        info: given.bytes("info")?,
        label: given.bytes("label")?,
        context: given.bytes("context")?,
        iv: given.bytes("iv")?,
        hash: given.text("hash")?.map(hash::lookup).transpose()?,
        mac: given.text("mac")?.map(mac::lookup).transpose()?,
        iterations: given.number("iterations")?,
        n: given.number("n")?,
        r: given.number("r")?,
        lanes: given.number("lanes")?,
        memory: given.number("memory")?,
        version: given.number("version")?.map(version).transpose()?,
        secret: given.bytes("secret")?,
        data: given.bytes("data")?,
        threads: given.number("threads")?.unwrap_or(1),
        short_salts: given.choice("short_salts")?,
    })
}

/// Returns the version of Argon2 with this number.
pub(crate) fn version(number: u32) -> Result<Version, Failure> {
    match number {
        0x10 => Ok(Version::V10),
        0x13 => Ok(Version::V13),
        _ => Err(Failure::new(PARAMETER, format!("version is {number}, but must be 16 (1.0) or 19 (1.3)"))),
    }
}

exported! {
    /// Derives `out_len` bytes from a password or secret with a function by name: `pbkdf2`, `scrypt`, `argon2id`,
    /// `hkdf` and others. Options that are not set have recommended values, or are empty; an option that the function
    /// does not accept is an error.
    ///
    /// Bytes options: `salt`; `info` (HKDF, one-step KDF, fixed input), `label`, `context` and `iv` (SP 800-108);
    /// `secret` and `data` (Argon2). Text options: `hash` (also for HMAC); `mac` (SP 800-108). Number options:
    /// `iterations` (PBKDF2; the passes of Argon2), `n` and `r` (scrypt), `lanes` (Argon2; scrypt's p), `memory` (KiB,
    /// Argon2), `version` (Argon2: 0x10 or 0x13), `threads`, and `short_salts` (1: Argon2 accepts salts of fewer than 8
    /// bytes).
    fn bramah_kdf(
        name: *const c_char,
        secret: *const u8,
        secret_len: usize,
        options: *const Options,
        out: *mut u8,
        out_len: usize,
    )
        reads [secret: secret_len] writes [out: out_len]
    {
        let name = text("name", name)?;
        let entry = kdf::lookup(name)?;
        Given::with(options, name, |given| Ok(entry.derive(secret, &parameters(given)?, out)?))
    }

    /// Derives `out_len` bytes as cppcrypto 0.12 did with Argon2d, or with Argon2i if `independent` is 1: version 1.0
    /// with deviations for some lengths, little memory and short salts. Use it only for keys that were derived with
    /// cppcrypto 0.12; otherwise use `bramah_kdf`.
    fn bramah_argon2_cppcrypto_0_12(
        independent: i32,
        password: *const u8,
        password_len: usize,
        salt: *const u8,
        salt_len: usize,
        lanes: u32,
        memory: u32,
        passes: u32,
        out: *mut u8,
        out_len: usize,
    )
        reads [password: password_len, salt: salt_len] writes [out: out_len]
    {
        let kind = match independent {
            0 => Variant::D,
            1 => Variant::I,
            _ => return Err(Failure::new(PARAMETER, format!("independent is {independent}, but must be 0 or 1"))),
        };
        let argon2 = Argon2::cppcrypto_0_12(kind, memory, passes, lanes)?;
        Ok(argon2.threads(lanes as usize).derive(password, salt, out)?)
    }
}
