//! Authenticated encryption by name.

use crate::{
    cipher::{Direction, direction},
    handle::Kind,
    memory::text,
    options::{Given, Options},
    status::{FINISHED, Failure},
};
use bramah::aead::{self, Aead as Keyed, AnyScheme, Message};
use core::{ffi::c_char, mem::transmute};
use std::sync::Arc;

/// An AEAD with its key.
pub struct AeadKind;

impl Kind for AeadKind {
    const TAG: u32 = 0xb4a6_0008;
    const NAME: &'static str = "an AEAD";
    type Fixed = Arc<Keyed<AnyScheme>>;
    type Moving = ();
}

/// An AEAD (authenticated encryption with associated data) with its key. Several threads may use it at the same time. A
/// nonce must never be used twice under one key, except for schemes that allow it (SIV, GCM-SIV).
pub type Aead = crate::handle::Handle<AeadKind>;

/// A message in parts.
pub struct AeadMessageKind;

impl Kind for AeadMessageKind {
    const TAG: u32 = 0xb4a6_0009;
    const NAME: &'static str = "a message in parts";
    type Fixed = ();
    type Moving = Begun;
}

/// A message that is encrypted or decrypted in parts.
pub type AeadMessage = crate::handle::Handle<AeadMessageKind>;

/// A message in parts, and the AEAD that it borrows. The fields are dropped in this order.
pub struct Begun {
    /// The message; `None` after it has ended.
    message: Option<Message<'static, AnyScheme>>,
    /// Keeps the AEAD at its address, even if its handle is freed before the message.
    _scheme: Arc<Keyed<AnyScheme>>,
    direction: bramah::mode::Direction,
}

impl Begun {
    fn open(&mut self) -> Result<&mut Message<'static, AnyScheme>, Failure> {
        self.message.as_mut().ok_or_else(ended)
    }
}

#[cold]
fn ended() -> Failure {
    Failure::new(FINISHED, "the message has ended")
}

exported! {
    /// Creates an AEAD by name, such as `aes-256-gcm`, `chacha20-poly1305` or `serpent-256-eax`. `options` may be null.
    /// Number option: `tag_len`, the length of tags in bytes, if it is not the full length. Bytes option: `tweak`. Text
    /// option: `backend`.
    fn bramah_aead_new(
        aead: *mut *mut Aead,
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        options: *const Options,
    )
        makes aead reads [key: key_len]
    {
        let name = text("name", name)?;
        let scheme = Given::with(options, name, |given| {
            let mut algorithm = given.on_backend(aead::lookup(name)?, |aead, backend| aead.with_backend(backend))?;
            if let Some(tweak) = given.bytes("tweak")? {
                algorithm = algorithm.with_tweak(tweak)?;
            }
            let mut scheme = algorithm.keyed(key)?;
            if let Some(length) = given.number("tag_len")? {
                scheme.set_tag_len(length)?;
            }
            Ok(scheme)
        })?;
        aead.fill(Arc::new(scheme), ());
        Ok(())
    }

    /// Frees an AEAD handle and sets the caller's pointer to null. The key is erased when no message in parts uses it
    /// any more. A null pointer is ignored.
    fn bramah_aead_free(aead: *mut *mut Aead) {
        Handle::free(aead)
    }

    /// Encrypts a message and writes its tag, `bramah_aead_tag` bytes. `aad` is the associated data: authenticated but
    /// not encrypted. `output` must have the length of `input`, and may begin at the same byte.
    fn bramah_aead_seal(
        aead: *const Aead,
        nonce: *const u8,
        nonce_len: usize,
        aad: *const u8,
        aad_len: usize,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
        tag: *mut u8,
        tag_len: usize,
    )
        reads [nonce: nonce_len, aad: aad_len] turns [input: input_len => output: output_len] writes [tag: tag_len]
    {
        let aead = Handle::fixed(aead)?;
        check_tag(aead, tag.len())?;
        Ok(aead.seal(nonce, aad, output.equal()?, tag)?)
    }

    /// Verifies the tag of a message and decrypts it. If the tag is wrong, the output is zeros and the result is
    /// `BRAMAH_UNAUTHENTIC`. `output` must have the length of `input`, and may begin at the same byte.
    fn bramah_aead_open(
        aead: *const Aead,
        nonce: *const u8,
        nonce_len: usize,
        aad: *const u8,
        aad_len: usize,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
        tag: *const u8,
        tag_len: usize,
    )
        reads [nonce: nonce_len, aad: aad_len, tag: tag_len] turns [input: input_len => output: output_len]
    {
        Ok(Handle::fixed(aead)?.open(nonce, aad, output.equal()?, tag)?)
    }

    /// Starts a message in parts: first pass the associated data, then the text, then end the message. `direction` is
    /// `BRAMAH_ENCRYPT` or `BRAMAH_DECRYPT`. `BRAMAH_UNSUPPORTED` for schemes that process a message more than once.
    fn bramah_aead_begin(
        message: *mut *mut AeadMessage,
        aead: *const Aead,
        nonce: *const u8,
        nonce_len: usize,
        direction: Direction,
    )
        makes message reads [nonce: nonce_len]
    {
        let direction = self::direction(direction)?;
        let scheme = Handle::fixed(aead)?.clone();
        let begun = scheme.begin(nonce)?;
        // SAFETY: the message borrows nothing but the scheme. The `Arc` that is stored with the message keeps the scheme alive and
        // at the same address.
        let begun = transmute::<Message<'_, AnyScheme>, Message<'static, AnyScheme>>(begun);
        message.fill((), Begun { message: Some(begun), _scheme: scheme, direction });
        Ok(())
    }

    /// Appends to the associated data of a message in parts; allowed only before the text.
    fn bramah_aead_message_aad(message: *mut AeadMessage, aad: *const u8, aad_len: usize) reads [aad: aad_len] {
        Ok(Handle::lock(message)?.open()?.header(aad)?)
    }

    /// Encrypts or decrypts the next part of the text. `output` must have the length of `input`, and may begin at the
    /// same byte. Decrypted text must not be used before `bramah_aead_message_verify` has succeeded.
    fn bramah_aead_message_update(
        message: *mut AeadMessage,
        input: *const u8,
        input_len: usize,
        output: *mut u8,
        output_len: usize,
    )
        turns [input: input_len => output: output_len]
    {
        let mut message = Handle::lock(message)?;
        let direction = message.direction;
        Ok(message.open()?.update(direction, output.equal()?)?)
    }

    /// Ends a message that is encrypted, and writes its tag. `BRAMAH_UNSUPPORTED` for a message that is decrypted: end
    /// it with `bramah_aead_message_verify`.
    fn bramah_aead_message_finish(message: *mut AeadMessage, tag: *mut u8, tag_len: usize) writes [tag: tag_len] {
        let mut message = Handle::lock(message)?;
        message.open()?;
        if message.direction == bramah::mode::Direction::Decrypt {
            // checked here too, because if there was no text the library does not know the direction
            return Err(bramah::Error::Decrypted.into());
        }
        check_tag(&message._scheme, tag.len())?;
        Ok(message.message.take().ok_or_else(ended)?.finish(tag)?)
    }

    /// Ends a message that is decrypted, and compares its tag in constant time: `BRAMAH_UNAUTHENTIC` if the tag is
    /// wrong.
    fn bramah_aead_message_verify(message: *mut AeadMessage, tag: *const u8, tag_len: usize) reads [tag: tag_len] {
        let mut message = Handle::lock(message)?;
        message.open()?;
        check_tag(&message._scheme, tag.len())?;
        Ok(message.message.take().ok_or_else(ended)?.verify(tag)?)
    }

    /// Frees a message in parts, erases its state, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_aead_message_free(message: *mut *mut AeadMessage) {
        Handle::free(message)
    }
}

/// Returns an error if the tag does not have the length that was set when the AEAD was created.
pub(crate) fn check_tag(aead: &Keyed<AnyScheme>, len: usize) -> Result<(), Failure> {
    let expected = aead.verified_len();
    if len == expected {
        return Ok(());
    }
    let lengths = bramah::ByteLengths::fixed(expected);
    Err(bramah::Error::ByteLength { name: "tag", length: len, lengths }.into())
}

returned! {
    /// Returns the length of a tag in bytes, or 0 if the handle is not an AEAD handle.
    fn bramah_aead_tag(aead: *const Aead) -> usize, otherwise 0; {
        Ok(Handle::fixed(aead)?.verified_len())
    }

    /// Returns the maximum length of a nonce in bytes (`SIZE_MAX` if there is none), or 0 if the handle is not an AEAD
    /// handle.
    fn bramah_aead_nonce(aead: *const Aead) -> usize, otherwise 0; {
        Ok(Handle::fixed(aead)?.nonce_len().max)
    }
}
