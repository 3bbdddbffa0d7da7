//! Encryption and decryption of files in the age format.

use crate::{
    cipher::{Direction, direction},
    handle::Kind,
    memory::text,
    options::{Given, Options},
    status::{
        EXISTS, FINISHED, Failure, INPUT_OUTPUT, LENGTH, LIMIT, MALFORMED, NO_FILE, NO_MATCH, PARAMETER,
        Status, UNAUTHENTIC, UNKNOWN_NAME, WRONG_PASSWORD,
    },
};
use bramah::mode;
use bramah_age::{
    DEFAULT_WORK_FACTOR, DecryptorInParts, EncryptorInParts, Error, FileOptions, HybridIdentity, Identity,
    MOST_WORK_FACTOR, Passphrase, Recipient, X25519Identity, decrypt_file, encrypt_file, identities_alone,
    recipients_alone,
};
use core::ffi::c_char;
use std::{io, path::Path, thread};
use zeroize::Zeroizing;

/// A file that is encrypted or decrypted in parts.
pub struct FileKind;

impl Kind for FileKind {
    const TAG: u32 = 0xb4a6_000a;
    const NAME: &'static str = "a file";
    type Fixed = ();
    type Moving = Moving;
}

/// The encryption or decryption of a file in parts.
pub enum Moving {
    /// Encryption.
    Encrypting(Box<EncryptorInParts>),
    /// Decryption.
    Decrypting(Box<DecryptorInParts>),
}

/// A file in the age format (version 1) that is encrypted or decrypted in parts. `bramah_file_update` takes the next
/// part of the input, and `bramah_file_finish` ends the input. After each of these calls, `bramah_file_take` returns
/// the output. No file is read or written.
pub type File = crate::handle::Handle<FileKind>;

impl From<Error> for Failure {
    #[cold]
    fn from(error: Error) -> Self {
        let status: Status = match &error {
            Error::Io(inner) if inner.kind() == io::ErrorKind::AlreadyExists => EXISTS,
            Error::Io(_) => INPUT_OUTPUT,
            Error::Header(_) => NO_FILE,
            Error::HeaderMac | Error::Armor(_) | Error::Payload(_) => UNAUTHENTIC,
            Error::NoMatch | Error::PassphraseNeeded => NO_MATCH,
            Error::WrongPassphrase => WRONG_PASSWORD,
            Error::WorkFactor { .. } => LIMIT,
            _ => MALFORMED,
        };
        match error {
            Error::Primitive(error) => error.into(),
            error => Self::new(status, error.to_string()),
        }
    }
}

/// Reads an option that is a work factor, from 1 to 30.
fn factor(given: &Given<'_>, name: &str, default: u32) -> Result<u32, Failure> {
    let factor = given.number(name)?.unwrap_or(default);
    match factor {
        1..=30 => Ok(factor),
        _ => Err(Failure::new(PARAMETER, format!("{name} is {factor}, but must be 1 to 30"))),
    }
}

/// Reads the number of threads; 0 means one for each processor.
fn threads(given: &Given<'_>) -> Result<usize, Failure> {
    Ok(match given.number("threads")?.unwrap_or(1) {
        0 => thread::available_parallelism().map_or(1, usize::from),
        count => count,
    })
}

/// Reads the options with the recipients or the passphrase.
fn recipients(given: &Given<'_>) -> Result<Vec<Box<dyn Recipient>>, Failure> {
    match (given.text("recipients")?, given.bytes("passphrase")?) {
        (Some(recipients), None) => Ok(recipients_alone(recipients.as_bytes())?),
        (None, Some(passphrase)) => {
            let factor = factor(given, "work_factor", DEFAULT_WORK_FACTOR)?;
            let most = self::factor(given, "max_work_factor", MOST_WORK_FACTOR)?;
            Ok(vec![Box::new(Passphrase::new(passphrase).work_factor(factor).most_work_factor(most))])
        }
        _ => Err(Failure::new(PARAMETER, "set the option recipients or the option passphrase")),
    }
}

/// Reads the options with the identities, the passphrase, or both.
fn identities(given: &Given<'_>) -> Result<Vec<Box<dyn Identity>>, Failure> {
    let mut found = Vec::new();
    if let Some(text) = given.bytes("identities")? {
        found = identities_alone(text)?;
    }
    if let Some(passphrase) = given.bytes("passphrase")? {
        let most = factor(given, "max_work_factor", MOST_WORK_FACTOR)?;
        found.push(Box::new(Passphrase::new(passphrase).most_work_factor(most)));
    }
    if found.is_empty() {
        return Err(Failure::new(PARAMETER, "set the option identities or the option passphrase"));
    }
    Ok(found)
}

/// Writes text, with zero bytes up to the end of `to`; there must be room for at least one.
fn write(name: &str, made: &str, to: &mut [u8]) -> Result<(), Failure> {
    if to.len() <= made.len() {
        let text =
            format!("{name} has {} bytes, too few for {} bytes of text and a NUL byte", to.len(), made.len());
        return Err(Failure::new(LENGTH, text));
    }
    to[..made.len()].copy_from_slice(made.as_bytes());
    to[made.len()..].fill(0);
    Ok(())
}

exported! {
    /// Generates a key pair for files: `x25519`, or `hybrid`, which is ML-KEM-768 with X25519 and resists quantum
    /// computers. The identity is secret, and decrypts files that are encrypted to the recipient. Both are text with a
    /// zero byte at its end. 128 bytes are enough for an identity, and 2048 bytes for a recipient.
    fn bramah_file_keygen(
        name: *const c_char,
        identity: *mut c_char,
        identity_len: usize,
        recipient: *mut c_char,
        recipient_len: usize,
    )
        writes [identity: identity_len, recipient: recipient_len]
    {
        let (secret, public): (Zeroizing<String>, String) = match text("name", name)? {
            "x25519" => {
                let made = X25519Identity::random()?;
                (made.expose(), made.recipient().to_string())
            }
            "hybrid" => {
                let made = HybridIdentity::random()?;
                (made.expose(), made.recipient().to_string())
            }
            name => return Err(Failure::new(UNKNOWN_NAME, format!("unknown kind of identity {name:?}"))),
        };
        write("identity", &secret, identity)?;
        write("recipient", &public, recipient)
    }

    /// Starts to encrypt or decrypt a file in parts.
    ///
    /// Options for encryption. Text option: `recipients`, one on each line (`age1...`, `age1pq1...`, `age1tag1...`,
    /// `age1tagpq1...`, `ssh-ed25519 ...`); or bytes option: `passphrase`. With a passphrase, number options:
    /// `work_factor` (the binary logarithm of scrypt's N, 1 to 30; default 18) and `max_work_factor` (default 22;
    /// `BRAMAH_LIMIT` if `work_factor` is larger). Number option: `armor` (1: the output is ASCII armor).
    ///
    /// Options for decryption. Bytes options: `identities`, one on each line (`AGE-SECRET-KEY-1...`,
    /// `AGE-SECRET-KEY-PQ-1...`), or an SSH private key; `passphrase`. With a passphrase, number option:
    /// `max_work_factor` (default 22; `BRAMAH_LIMIT` if the work factor of the file is larger). ASCII armor is
    /// recognised. Plugins are never run.
    ///
    /// Options for both. Number option: `threads` (the maximum number of threads that process a part of 512 KiB or
    /// more; default 1; 0 means one for each processor).
    fn bramah_file_new(file: *mut *mut File, direction: Direction, options: *const Options) makes file {
        let moving = Given::with(options, "bramah_file_new", |given| {
            let threads = threads(given)?;
            Ok(match self::direction(direction)? {
                mode::Direction::Encrypt => {
                    let recipients = recipients(given)?;
                    let recipients: Vec<&dyn Recipient> = recipients.iter().map(|one| &**one).collect();
                    let armored = given.choice("armor")?;
                    Moving::Encrypting(Box::new(EncryptorInParts::new(&recipients, armored, threads)?))
                }
                mode::Direction::Decrypt => {
                    Moving::Decrypting(Box::new(DecryptorInParts::new(identities(given)?, threads)))
                }
            })
        })?;
        file.fill((), moving);
        Ok(())
    }

    /// Encrypts or decrypts the next part of the input, of any length. If the call fails, the handle has no more output
    /// and must be freed: `BRAMAH_NO_FILE` if the input is not an age file, `BRAMAH_NO_MATCH` if none of the identities
    /// matches it, `BRAMAH_WRONG_PASSWORD` if the passphrase is wrong, `BRAMAH_UNAUTHENTIC` if the file was modified.
    fn bramah_file_update(file: *mut File, input: *const u8, input_len: usize) reads [input: input_len] {
        match &mut *Handle::lock(file)? {
            Moving::Encrypting(parts) => Ok(parts.update(input).map_err(ended)?),
            Moving::Decrypting(parts) => Ok(parts.update(input).map_err(ended)?),
        }
    }

    /// Ends the input. Decrypted output is complete only after this call has succeeded. `BRAMAH_UNAUTHENTIC` if the
    /// file was truncated or modified; other errors are as for `bramah_file_update`.
    fn bramah_file_finish(file: *mut File) {
        match &mut *Handle::lock(file)? {
            Moving::Encrypting(parts) => Ok(parts.finish().map_err(ended)?),
            Moving::Decrypting(parts) => Ok(parts.finish().map_err(ended)?),
        }
    }

    /// Moves available output to `out`, and sets `written` to its length in bytes; 0 means that more input is needed.
    /// Decrypted output is authentic, but may be incomplete until `bramah_file_finish` has succeeded.
    fn bramah_file_take(file: *mut File, out: *mut u8, out_len: usize, written: *mut usize)
        sets [written] writes [out: out_len]
    {
        written.set(match &mut *Handle::lock(file)? {
            Moving::Encrypting(parts) => parts.take(out),
            Moving::Decrypting(parts) => parts.take(out),
        });
        Ok(())
    }

    /// Frees a file handle, erases its keys and its output, and sets the caller's pointer to null. A null pointer is
    /// ignored.
    fn bramah_file_free(file: *mut *mut File) {
        Handle::free(file)
    }

    /// Encrypts or decrypts the file `from` to the file `to`. The options are those of `bramah_file_new`, and the
    /// number option `overwrite` (1: replace an existing file; otherwise the call fails with `BRAMAH_EXISTS`). The output
    /// gets its name `to`, and the permissions of `from`, only when it is complete and, in decryption, authentic.
    /// `BRAMAH_INPUT_OUTPUT` for errors of the operating system.
    fn bramah_file_convert(direction: Direction, from: *const c_char, to: *const c_char, options: *const Options) {
        let (from, to) = (Path::new(text("from", from)?), Path::new(text("to", to)?));
        let direction = self::direction(direction)?;
        Given::with(options, "bramah_file_convert", |given| {
            let mut chosen = FileOptions::default();
            chosen.overwrite = given.choice("overwrite")?;
            chosen.threads = threads(given)?;
            // unknown options are rejected before anything is written
            match direction {
                mode::Direction::Encrypt => {
                    chosen.armored = given.choice("armor")?;
                    let recipients = recipients(given)?;
                    given.check("bramah_file_convert")?;
                    let recipients: Vec<&dyn Recipient> = recipients.iter().map(|one| &**one).collect();
                    Ok(encrypt_file(from, to, &recipients, chosen)?)
                }
                mode::Direction::Decrypt => {
                    let identities = identities(given)?;
                    given.check("bramah_file_convert")?;
                    let identities: Vec<&dyn Identity> = identities.iter().map(|one| &**one).collect();
                    Ok(decrypt_file(from, to, &identities, chosen)?)
                }
            }
        })
    }
}

/// Returns the failure for an error of an update; it is an I/O error only if the input has already ended.
fn ended(error: Error) -> Failure {
    match error {
        Error::Io(error) => Failure::new(FINISHED, error.to_string()),
        error => error.into(),
    }
}

returned! {
    /// Returns the number of bytes of output that are available, or 0 if the handle is not a file handle.
    fn bramah_file_available(file: *mut File) -> usize, otherwise 0; {
        Ok(match &mut *Handle::lock(file)? {
            Moving::Encrypting(parts) => parts.available(),
            Moving::Decrypting(parts) => parts.available(),
        })
    }
}
