//! Key wrap by name.

use crate::{
    cipher::{Direction, direction},
    memory::{store, text},
    options::{Given, Options},
};
use bramah::{key_wrap, mode};
use core::ffi::c_char;
use zeroize::Zeroizing;

exported! {
    /// Wraps or unwraps a key under another key, with key wrap by name: `aes-256-kw` (RFC 3394), `aes-256-kwp` (RFC
    /// 5649), `3des-tkw`, `kalyna-128-256-dstu7624-kw` and others. `direction` is `BRAMAH_ENCRYPT` to wrap or
    /// `BRAMAH_DECRYPT` to unwrap; `kek` is the wrapping key. `written` is set to the length of the result: at most 64
    /// bytes more than `input`, and never more than `input` when unwrapping. If `output` is too short, the call fails
    /// with `BRAMAH_LENGTH`, and `written` is the length that is needed. `BRAMAH_UNAUTHENTIC` if the input was not
    /// wrapped by this algorithm under this key. `options` may be null. Text option: `backend`.
    fn bramah_key_wrap(
        name: *const c_char,
        direction: Direction,
        kek: *const u8,
        kek_len: usize,
        input: *const u8,
        input_len: usize,
        options: *const Options,
        output: *mut u8,
        output_len: usize,
        written: *mut usize,
    )
        sets [written] reads [kek: kek_len, input: input_len] writes [output: output_len]
    {
        let name = text("name", name)?;
        let direction = self::direction(direction)?;
        let algorithm = Given::with(options, name, |given| {
            given.on_backend(key_wrap::lookup(name)?, |wrap, backend| wrap.with_backend(backend))
        })?;
        let wrap = algorithm.keyed(kek)?;
        let result = Zeroizing::new(match direction {
            mode::Direction::Encrypt => wrap.wrap(input)?,
            mode::Direction::Decrypt => wrap.unwrap(input)?,
        });
        written.set(result.len());
        store(&result, output)
    }
}
