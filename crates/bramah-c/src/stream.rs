//! Stream ciphers by name.

use crate::{
    handle::Kind,
    memory::text,
    options::{Given, Options},
};
use bramah::stream::{self, AnyKeystream};
use core::ffi::c_char;

/// A stream cipher with its key, and a message in progress.
pub struct StreamKind;

impl Kind for StreamKind {
    const TAG: u32 = 0xb4a6_0007;
    const NAME: &'static str = "a stream cipher";
    type Fixed = ();
    type Moving = stream::Stream<AnyKeystream>;
}

/// A stream cipher with its key, and a message in progress. Encryption and decryption are the same operation. Anyone
/// who can change the ciphertext can change the plaintext; `bramah_aead` detects changes.
pub type Stream = crate::handle::Handle<StreamKind>;

exported! {
    /// Creates a stream cipher by name, such as `xchacha20`, and starts a message. `options` may be null. Number
    /// option: `rounds`, for ChaCha and Salsa20. Text option: `backend`.
    fn bramah_stream_new(
        stream: *mut *mut Stream,
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        nonce: *const u8,
        nonce_len: usize,
        options: *const Options,
    )
        makes stream reads [key: key_len, nonce: nonce_len]
    {
        let name = text("name", name)?;
        let algorithm = Given::with(options, name, |given| {
            let algorithm = given.on_backend(stream::lookup(name)?, |cipher, backend| cipher.with_backend(backend))?;
            match given.number("rounds")? {
                Some(rounds) => Ok(algorithm.with_rounds(rounds)?),
                None => Ok(algorithm),
            }
        })?;
        stream.fill((), algorithm.begin(key, nonce)?);
        Ok(())
    }

    /// Frees a stream cipher handle, erases its key, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_stream_free(stream: *mut *mut Stream) {
        Handle::free(stream)
    }

    /// Copies a stream cipher handle; the copy continues at the same position.
    fn bramah_stream_clone(copy: *mut *mut Stream, stream: *const Stream) makes copy {
        copy.fill((), Handle::lock(stream)?.clone());
        Ok(())
    }

    /// Discards the message and starts a new one with another nonce and the same key.
    fn bramah_stream_reset(stream: *mut Stream, nonce: *const u8, nonce_len: usize) reads [nonce: nonce_len] {
        Ok(Handle::lock(stream)?.reset(nonce)?)
    }

    /// Encrypts or decrypts the next part of the message. `output` must have the length of `input`, and may begin at
    /// the same byte.
    fn bramah_stream_apply(
        stream: *mut Stream,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
    )
        turns [input: input_len => output: output_len]
    {
        Ok(Handle::lock(stream)?.apply(output.equal()?)?)
    }

    /// Encrypts or decrypts as `bramah_stream_apply`, on up to `threads` threads, including the caller's, if the cipher
    /// has a counter; otherwise only on the caller's thread. Several threads are faster from about 100 KiB on.
    fn bramah_stream_apply_threads(
        stream: *mut Stream,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
        threads: usize,
    )
        turns [input: input_len => output: output_len]
    {
        Ok(Handle::lock(stream)?.apply_parallel(output.equal()?, threads)?)
    }

    /// Writes the next bytes of the key stream.
    fn bramah_stream_keystream(stream: *mut Stream, out: *mut u8, out_len: usize) writes [out: out_len] {
        Ok(Handle::lock(stream)?.keystream(out)?)
    }

    /// Moves to byte `position` of the key stream, counted from 0. `BRAMAH_UNSUPPORTED` for ciphers without a counter.
    fn bramah_stream_seek(stream: *mut Stream, position: u64) {
        Ok(Handle::lock(stream)?.seek(position.into())?)
    }
}
