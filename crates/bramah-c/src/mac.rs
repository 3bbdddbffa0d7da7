//! Message authentication codes by name.

use crate::{
    handle::Kind,
    memory::{several, text},
    options::{Given, Options},
    status::{FINISHED, Failure, LENGTH},
};
use bramah::mac::{self, AnyMac};
use core::ffi::c_char;

/// A MAC with its key, and a message in progress.
pub struct MacKind;

impl Kind for MacKind {
    const TAG: u32 = 0xb4a6_0004;
    const NAME: &'static str = "a MAC";
    type Fixed = Fixed;
    type Moving = Moving;
}

/// A MAC with its key, and a message in progress.
pub type Mac = crate::handle::Handle<MacKind>;

/// The properties of a MAC that do not depend on its key: the length of the full tag in bytes.
pub struct Fixed {
    len: usize,
}

/// A message in progress.
pub struct Moving {
    pub(crate) mac: AnyMac,
    finished: bool,
}

impl Moving {
    fn open(&mut self) -> Result<&mut AnyMac, Failure> {
        match self.finished {
            false => Ok(&mut self.mac),
            true => Err(Failure::new(FINISHED, "the message has ended: reset or renew the MAC first")),
        }
    }

    /// Computes the full tags of a batch of messages.
    pub(crate) fn many(&mut self, messages: &[&[u8]], tags: &mut [u8]) -> Result<(), Failure> {
        self.mac.many(messages, tags)?;
        self.finished = false;
        Ok(())
    }
}

exported! {
    /// Creates a MAC by name, such as `hmac-sha256`, `cmac-aes-128`, `blake3` or `poly1305`, and starts a new message.
    /// `nonce` is empty for MACs without a nonce. `options` may be null. Text option: `backend`.
    fn bramah_mac_new(
        mac: *mut *mut Mac,
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        nonce: *const u8,
        nonce_len: usize,
        options: *const Options,
    )
        makes mac reads [key: key_len, nonce: nonce_len]
    {
        let name = text("name", name)?;
        let algorithm = Given::with(options, name, |given| {
            given.on_backend(mac::lookup(name)?, |mac, backend| mac.with_backend(backend))
        })?;
        let fixed = Fixed { len: algorithm.tag_len() };
        mac.fill(fixed, Moving { mac: algorithm.begin(key, nonce)?, finished: false });
        Ok(())
    }

    /// Frees a MAC handle, erases its key, and sets the caller's pointer to null. A null pointer is ignored.
    fn bramah_mac_free(mac: *mut *mut Mac) {
        Handle::free(mac)
    }

    /// Copies a MAC handle with its key, its nonce and its message in progress.
    fn bramah_mac_clone(copy: *mut *mut Mac, mac: *const Mac) makes copy {
        let mac = Handle::lock(mac)?;
        copy.fill(Fixed { len: mac.fixed().len }, Moving { mac: mac.mac.clone(), finished: mac.finished });
        Ok(())
    }

    /// Appends bytes to the message.
    fn bramah_mac_update(mac: *mut Mac, data: *const u8, data_len: usize) reads [data: data_len] {
        Handle::lock(mac)?.open()?.update(data);
        Ok(())
    }

    /// Ends the message and writes its tag: `bramah_mac_length` bytes, or fewer if the specification allows truncation.
    /// Call `bramah_mac_reset`, or `bramah_mac_renew` if there is a nonce, before the next message.
    fn bramah_mac_finish(mac: *mut Mac, tag: *mut u8, tag_len: usize) writes [tag: tag_len] {
        let mut mac = Handle::lock(mac)?;
        mac.open()?.finalize(tag)?;
        mac.finished = true;
        Ok(())
    }

    /// Ends the message and compares its tag in constant time: `BRAMAH_UNAUTHENTIC` if the tag is wrong. `expected_len`
    /// is the length in bytes on which both sides have agreed, or 0 for the full tag; `BRAMAH_LENGTH` if `tag_len`
    /// differs from it.
    fn bramah_mac_verify(mac: *mut Mac, tag: *const u8, tag_len: usize, expected_len: usize) reads [tag: tag_len] {
        let mut mac = Handle::lock(mac)?;
        let whole = mac.fixed().len;
        let result = mac.open()?.verify_truncated(tag, if expected_len == 0 { whole } else { expected_len });
        mac.finished = !matches!(result, Err(bramah::Error::ByteLength { .. }));
        Ok(result?)
    }

    /// Discards the message and starts a new one with the same key and nonce. Two different messages under one nonce,
    /// or under one key of Poly1305, allow forgeries.
    fn bramah_mac_reset(mac: *mut Mac) {
        let mut mac = Handle::lock(mac)?;
        mac.mac.reset();
        mac.finished = false;
        Ok(())
    }

    /// Discards the message and starts a new one with the same key and another nonce.
    fn bramah_mac_renew(mac: *mut Mac, nonce: *const u8, nonce_len: usize) reads [nonce: nonce_len] {
        let mut mac = Handle::lock(mac)?;
        mac.mac.renew(nonce)?;
        mac.finished = false;
        Ok(())
    }

    /// Writes the tag of a whole message, and discards the message in progress. A new message may start immediately,
    /// unless the nonce or key must be used for only one message.
    fn bramah_mac_tag(mac: *mut Mac, message: *const u8, message_len: usize, tag: *mut u8, tag_len: usize)
        reads [message: message_len] writes [tag: tag_len]
    {
        let mut mac = Handle::lock(mac)?;
        mac.mac.tag(message, tag)?;
        mac.finished = false;
        Ok(())
    }

    /// Writes the full tags of `count` messages to `tags` one after another, and discards the message in progress.
    /// Several messages are processed at once if the CPU supports it. `messages` and `lengths` have `count` elements,
    /// and `tags` has the length of `count` tags.
    fn bramah_mac_many(
        mac: *mut Mac,
        messages: *const *const u8,
        lengths: *const usize,
        count: usize,
        tags: *mut u8,
        tags_len: usize,
    )
        writes [tags: tags_len]
    {
        let messages = several("messages", messages, lengths, count, tags)?;
        Handle::lock(mac)?.many(&messages, tags)
    }

    /// Writes the tag of a whole message under a MAC by name, without nonce and options. The name is looked up in each
    /// call.
    fn bramah_mac_once(
        name: *const c_char,
        key: *const u8,
        key_len: usize,
        message: *const u8,
        message_len: usize,
        tag: *mut u8,
        tag_len: usize,
    )
        reads [key: key_len, message: message_len] writes [tag: tag_len]
    {
        let mut mac = mac::lookup(text("name", name)?)?.keyed(key)?;
        if tag.is_empty() {
            return Err(Failure::new(LENGTH, "the tag has 0 bytes"));
        }
        Ok(mac.tag(message, tag)?)
    }
}

returned! {
    /// Returns the length of the full (untruncated) tag in bytes, or 0 if the handle is not a MAC handle.
    fn bramah_mac_length(mac: *const Mac) -> usize, otherwise 0; {
        Ok(Handle::fixed(mac)?.len)
    }
}
