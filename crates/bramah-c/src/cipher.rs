//! Block ciphers in modes without authentication, by name.

use crate::{
    handle::Kind,
    memory::text,
    options::{Given, Options},
    status::{BAD_ARGUMENT, Failure, PARAMETER},
};
use bramah::{
    Error,
    block::AnyCipher,
    mode::{self, Algorithm, Crypter, Ending, Padding, Stealing},
};
use core::ffi::{c_char, c_void};
use zeroize::Zeroizing;

/// Whether a cipher encrypts or decrypts.
pub type Direction = i32;
/// From plaintext to ciphertext.
pub const ENCRYPT: Direction = 0;
/// From ciphertext to plaintext.
pub const DECRYPT: Direction = 1;

/// Returns the direction for a constant.
pub(crate) fn direction(direction: Direction) -> Result<mode::Direction, Failure> {
    match direction {
        ENCRYPT => Ok(mode::Direction::Encrypt),
        DECRYPT => Ok(mode::Direction::Decrypt),
        other => Err(Failure::new(BAD_ARGUMENT, format!("the direction is {other}, but must be 0 or 1"))),
    }
}

/// A function of the caller that increments a counter of `counter_len` bytes in place. `context` is the caller's
/// pointer.
pub type Increment = unsafe extern "C" fn(context: *mut c_void, counter: *mut u8, counter_len: usize);

/// A block cipher in a mode, with its key and a message in progress.
pub struct CipherKind;

impl Kind for CipherKind {
    const TAG: u32 = 0xb4a6_0005;
    const NAME: &'static str = "a cipher";
    type Fixed = ();
    type Moving = Crypter<AnyCipher>;
}

/// A block cipher in a mode without authentication, with its key and a message in progress. Anyone who can change the
/// ciphertext can change the plaintext; `bramah_aead` detects changes.
pub type Cipher = crate::handle::Handle<CipherKind>;

/// Returns the cipher and mode with this name and these options.
fn algorithm(name: &str, given: &Given<'_>) -> Result<Algorithm, Failure> {
    let mut algorithm = given.on_backend(mode::cipher(name)?, |mode, backend| mode.with_backend(backend))?;
    if let Some(tweak) = given.bytes("tweak")? {
        algorithm = algorithm.with_tweak(tweak)?;
    }
    let none = |what: &str, name: &str| Failure::new(PARAMETER, format!("unknown {what} {name:?}"));
    if let Some(name) = given.text("padding")? {
        let padding = Padding::from_name(name).ok_or_else(|| none("padding", name))?;
        algorithm = algorithm.with_ending(Ending::Padded(padding))?;
    }
    if let Some(name) = given.text("stealing")? {
        let stealing = Stealing::from_name(name).ok_or_else(|| none("ciphertext stealing", name))?;
        algorithm = algorithm.with_ending(Ending::Stolen(stealing))?;
    }
    if let Some(name) = given.text("increment")? {
        let increment = bramah::Increment::ALL.into_iter().find(|increment| increment.name() == name);
        algorithm = algorithm.with_increment(increment.ok_or_else(|| none("increment", name))?)?;
    }
    Ok(algorithm)
}

exported! {
    /// Creates a block cipher in a mode by name, such as `aes-256-ctr`, and starts a message. The key of XTS is its two
    /// keys, concatenated. `iv` is empty for ECB. `direction` is `BRAMAH_ENCRYPT` or `BRAMAH_DECRYPT`.
    ///
    /// `options` may be null. Text options: `padding` (`pkcs7`, `iso7816`, `x923`, `zero`) or `stealing` (`cs1`, `cs2`,
    /// `cs3`) for ECB and CBC, which otherwise take only whole blocks; `increment` for CTR (`be`, `le`, `be-half`,
    /// `le-half`, `be32`, `le32`); `backend`. Bytes option: `tweak`.
    fn bramah_cipher_new(
        cipher: *mut *mut Cipher,
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        iv: *const u8,
        iv_len: usize,
        direction: Direction,
        options: *const Options,
    )
        makes cipher reads [key: key_len, iv: iv_len]
    {
        let name = text("name", name)?;
        let direction = self::direction(direction)?;
        let algorithm = Given::with(options, name, |given| algorithm(name, given))?;
        cipher.fill((), algorithm.begin(key, iv, direction)?);
        Ok(())
    }

    /// Creates a block cipher in CTR mode by name, such as `aes-256-ctr`, whose counter is incremented by a function of
    /// the caller, and starts a message. `increment` is called with `context` once for each block, in order, by the
    /// thread that encrypts or decrypts the block, until the handle is freed. It must return, and must not use the
    /// handle. No counter value may be used twice under one key. `bramah_cipher_seek` is not supported. The options are
    /// those of `bramah_cipher_new`.
    fn bramah_cipher_counting_new(
        cipher: *mut *mut Cipher,
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        iv: *const u8,
        iv_len: usize,
        increment: Option<Increment>,
        context: *mut c_void,
        options: *const Options,
    )
        makes cipher reads [key: key_len, iv: iv_len]
    {
        let name = text("name", name)?;
        let increment = increment.ok_or_else(|| crate::memory::null("increment"))?;
        // converted to a number, which may be sent to every thread
        let context = context.expose_provenance();
        let count = move |counter: &mut [u8]| {
            let context = core::ptr::with_exposed_provenance_mut(context);
            // the caller guarantees that the function may be called with this context and a counter
            increment(context, counter.as_mut_ptr(), counter.len());
        };
        let algorithm = Given::with(options, name, |given| algorithm(name, given))?;
        cipher.fill((), algorithm.begin_with_function(key, iv, count)?);
        Ok(())
    }

    /// Frees a cipher handle, erases its key, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_cipher_free(cipher: *mut *mut Cipher) {
        Handle::free(cipher)
    }

    /// Discards the message and starts a new one with another IV, the same key and the same direction.
    fn bramah_cipher_reset(cipher: *mut Cipher, iv: *const u8, iv_len: usize) reads [iv: iv_len] {
        Ok(Handle::lock(cipher)?.reset(iv)?)
    }

    /// Encrypts or decrypts the next part of the message. Writes as much of the result as is ready, and sets `written`
    /// to the number of bytes written, which `bramah_cipher_update_length` returns: at most one block more than
    /// `input_len`. `output` may begin at the same byte as `input`.
    fn bramah_cipher_update(
        cipher: *mut Cipher,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
        written: *mut usize,
    )
        sets [written] turns [input: input_len => output: output_len]
    {
        let mut cipher = Handle::lock(cipher)?;
        written.set(update(&mut cipher, output)?);
        Ok(())
    }

    /// Ends the message. Writes the remaining bytes of the result, fewer than two blocks, and sets `written` to their
    /// number. Call `bramah_cipher_reset` before the next message.
    fn bramah_cipher_finish(cipher: *mut Cipher, output: *mut u8, output_len: usize, written: *mut usize)
        sets [written] writes [output: output_len]
    {
        written.set(Handle::lock(cipher)?.finalize(output)?);
        Ok(())
    }

    /// Moves to byte `position` of a message in CTR mode, counted from 0. `BRAMAH_UNSUPPORTED` in other modes.
    fn bramah_cipher_seek(cipher: *mut Cipher, position: u64) {
        Ok(Handle::lock(cipher)?.seek(position.into())?)
    }

    /// Encrypts or decrypts a whole message, or in CFB, OFB and CTR mode its next part. `output` must have the length
    /// of `input`, and may begin at the same byte. `BRAMAH_UNSUPPORTED` with padding.
    fn bramah_cipher_apply(
        cipher: *mut Cipher,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
    )
        turns [input: input_len => output: output_len]
    {
        Ok(Handle::lock(cipher)?.apply(output.equal()?)?)
    }
}

/// Passes the next part of a message to `Crypter::update`, which needs separate input and output.
fn update(cipher: &mut Crypter<AnyCipher>, turn: crate::memory::Turn<'_>) -> Result<usize, Failure> {
    use crate::memory::Turn;
    match turn {
        Turn::Apart(input, output) => Ok(cipher.update(input, output)?),
        Turn::InPlace { bytes, input, output } => {
            let needed = cipher.update_len(input);
            if output < needed {
                return Err(Error::OutputRoom { length: output, needed }.into());
            }
            if cipher.is_stream() {
                cipher.apply(&mut bytes[..input])?;
                return Ok(input);
            }
            // bytes from the previous call are output first, so without a copy the output would overwrite input that is
            // still needed
            let copy = Zeroizing::new(bytes[..input].to_vec());
            Ok(cipher.update(&copy, &mut bytes[..output])?)
        }
    }
}

returned! {
    /// Returns the number of bytes that `bramah_cipher_update` writes for `input_len` bytes of input, or 0 if the
    /// handle is not a cipher handle.
    fn bramah_cipher_update_length(cipher: *const Cipher, input_len: usize) -> usize, otherwise 0; {
        Ok(Handle::lock(cipher)?.update_len(input_len))
    }

    /// Returns the maximum number of bytes that `bramah_cipher_finish` writes, or 0 if the handle is not a cipher
    /// handle.
    fn bramah_cipher_finish_length(cipher: *const Cipher) -> usize, otherwise 0; {
        Ok(Handle::lock(cipher)?.finalize_len())
    }

    /// Returns the length of a block in bytes, or 0 if the handle is not a cipher handle.
    fn bramah_cipher_block(cipher: *const Cipher) -> usize, otherwise 0; {
        Ok(Handle::lock(cipher)?.block_len())
    }
}
