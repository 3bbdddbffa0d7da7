//! Encrypt-then-MAC compositions of a cipher and a MAC, by name.

use crate::{
    cipher::{Direction, direction},
    memory::{store, text},
    options::{Given, Options},
};
use bramah::{encrypt_then_mac, mode};
use core::ffi::c_char;
use zeroize::Zeroizing;

exported! {
    /// Encrypts and authenticates a message, or verifies and decrypts it, with a cipher and a MAC by name:
    /// `a128cbc-hs256`, `a192cbc-hs384` or `a256cbc-hs512` (RFC 7518, 5.2). `direction` is `BRAMAH_ENCRYPT` or
    /// `BRAMAH_DECRYPT`. The key is the key of HMAC followed by the key of AES. The nonce is the IV of CBC, which must
    /// be random for each message. A sealed message is the ciphertext followed by the tag. `aad` is authenticated but
    /// not encrypted.
    ///
    /// `written` is set to the length of the result: at most 64 bytes more than `input`, and less than `input` in
    /// decryption. If `output` is too short, the call fails with `BRAMAH_LENGTH`, and `written` is the length that is
    /// needed. `BRAMAH_UNAUTHENTIC` if the message is not authentic. `options` may be null. Text option: `backend`.
    fn bramah_encrypt_then_mac(
        name: *const c_char,
        direction: Direction,
        key: *const u8,
        key_len: usize,
        nonce: *const u8,
        nonce_len: usize,
        aad: *const u8,
        aad_len: usize,
        input: *const u8,
        input_len: usize,
        options: *const Options,
        output: *mut u8,
        output_len: usize,
        written: *mut usize,
    )
        sets [written] reads [key: key_len, nonce: nonce_len, aad: aad_len, input: input_len] writes [output: output_len]
    {
        let name = text("name", name)?;
        let direction = self::direction(direction)?;
        let algorithm = Given::with(options, name, |given| {
            let found = encrypt_then_mac::lookup(name)?;
            given.on_backend(found, |composition, backend| composition.with_backend(backend))
        })?;
        let composition = algorithm.keyed(key)?;
        let result = Zeroizing::new(match direction {
            mode::Direction::Encrypt => composition.encrypt(nonce, aad, input)?,
            mode::Direction::Decrypt => composition.decrypt(nonce, aad, input)?,
        });
        written.set(result.len());
        store(&result, output)
    }
}
