//! Poly1305 by name.

use super::{POLY1305, Poly1305};
use crate::{
    ByteLengths, Standing,
    mac::{Entry, Info, Make, Object},
    registry, wipe,
};
use alloc::boxed::Box;

/// Poly1305 with its key, which must be used for one message only.
#[derive(Clone)]
struct Named {
    key: [u8; 32],
    message: Poly1305,
}

pub(crate) static ENTRY: Entry = Entry {
    info: Info {
        name: "poly1305",
        aliases: &[],
        specification: "RFC 8439",
        standing: Standing::Current,
        key_len: ByteLengths::fixed(32),
        nonce_len: ByteLengths::fixed(0),
        tag_len: ByteLengths::fixed(16),
        once: true,
        caution: Some("use each key for one message only: after two messages, tags can be forged"),
    },
    choices: || registry::backends::both(&POLY1305),
    make: Make(|index, key, _| {
        let mut named = Box::new(Named {
            key: [0; 32],
            message: Poly1305::with_backend(POLY1305.at_or_chosen(index), &[0; 32]),
        });
        named.key.copy_from_slice(key);
        named.reset();
        named
    }),
};

impl Object for Named {
    fn backend(&self) -> &'static str {
        self.message.backend()
    }
    fn update(&mut self, data: &[u8]) {
        wipe::after(|| self.message.update(data));
    }
    fn finish(&mut self, tag: &mut [u8]) {
        wipe::after(|| tag.copy_from_slice(&self.message.finish()));
    }
    fn reset(&mut self) {
        let Self { key, message } = self;
        wipe::after(|| message.reset(key));
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        wipe::after(|| Box::new(self.clone()) as Box<dyn Object>)
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        wipe::wipe(&mut self.key);
    }
}
