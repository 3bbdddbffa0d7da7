//! Format-preserving encryption by name.

use crate::{
    cipher::{DECRYPT, Direction, ENCRYPT},
    handle::Kind,
    memory::{store, text},
    options::{Given, Options},
    status::{BAD_ARGUMENT, Failure},
};
use bramah::fpe::{self, Alphabet, AnyFf1};
use core::ffi::c_char;
use zeroize::Zeroizing;

/// Format-preserving encryption with its key and alphabet.
pub struct FpeKind;

impl Kind for FpeKind {
    const TAG: u32 = 0xb4a6_000b;
    const NAME: &'static str = "format-preserving encryption";
    type Fixed = Fixed;
    type Moving = ();
}

/// Format-preserving encryption with its key and alphabet: a text is encrypted to a text of the same number of
/// characters of the same alphabet. It does not detect changes, and equal texts have equal ciphertexts under one key and
/// tweak. Several threads may use it at the same time.
pub type Fpe = crate::handle::Handle<FpeKind>;

/// Format-preserving encryption with its key and alphabet.
pub struct Fixed {
    ff1: AnyFf1,
    alphabet: Alphabet,
    /// The length in bytes of the longest character of the alphabet.
    longest: usize,
}

exported! {
    /// Creates format-preserving encryption by name, such as `aes-256-ff1`. `alphabet` contains all characters of texts,
    /// in the order of their numerals, such as `0123456789`. It has 2 to 65536 characters, and none may occur twice.
    /// `options` may be null. Text option: `backend`.
    fn bramah_fpe_new(
        fpe: *mut *mut Fpe,
        name: *const c_char,
        alphabet: *const c_char,
        key: *const u8,
        key_len: usize,
        options: *const Options,
    )
        makes fpe reads [key: key_len]
    {
        let (name, characters) = (text("name", name)?, text("alphabet", alphabet)?);
        let algorithm = Given::with(options, name, |given| {
            given.on_backend(fpe::lookup(name)?, |fpe, backend| fpe.with_backend(backend))
        })?;
        let alphabet = Alphabet::new(characters)?;
        let longest = characters.chars().map(char::len_utf8).max().unwrap_or(1);
        fpe.fill(Fixed { ff1: algorithm.keyed(key, alphabet.radix())?, alphabet, longest }, ());
        Ok(())
    }

    /// Frees a format-preserving encryption handle, erases its key, and sets the caller's pointer to null. A null
    /// pointer is ignored.
    fn bramah_fpe_free(fpe: *mut *mut Fpe) {
        Handle::free(fpe)
    }

    /// Encrypts or decrypts a text, writes the result, and sets `written` to its length in bytes. `direction` is
    /// `BRAMAH_ENCRYPT` or `BRAMAH_DECRYPT`. The result has the length of the text if every character of the alphabet
    /// is one byte; `bramah_fpe_length` returns the maximum length. The domain size must be at least one million: a
    /// text must be so long that at least a million texts of its length exist. The tweak may be any bytes. Neither text
    /// ends with a zero byte.
    fn bramah_fpe_apply(
        fpe: *const Fpe,
        direction: Direction,
        tweak: *const u8,
        tweak_len: usize,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
        written: *mut usize,
    )
        sets [written] reads [tweak: tweak_len, input: input_len] writes [output: output_len]
    {
        let Fixed { ff1, alphabet, .. } = Handle::fixed(fpe)?;
        let text = core::str::from_utf8(input)
            .map_err(|_| Failure::new(BAD_ARGUMENT, "the text is not UTF-8"))?;
        let result = Zeroizing::new(match direction {
            ENCRYPT => ff1.encrypt_text(alphabet, tweak, text)?,
            DECRYPT => ff1.decrypt_text(alphabet, tweak, text)?,
            other => return Err(Failure::new(BAD_ARGUMENT, format!("the direction is {other}, but must be 0 or 1"))),
        });
        store(result.as_bytes(), output)?;
        written.set(result.len());
        Ok(())
    }
}

returned! {
    /// Returns the maximum number of bytes that `bramah_fpe_apply` writes for a text of `input_len` bytes, or 0 if the
    /// handle is not a format-preserving encryption handle.
    fn bramah_fpe_length(fpe: *const Fpe, input_len: usize) -> usize, otherwise 0; {
        Ok(Handle::fixed(fpe)?.longest.saturating_mul(input_len))
    }
}
