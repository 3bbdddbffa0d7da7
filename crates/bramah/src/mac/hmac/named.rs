//! HMAC over a hash function chosen by name.

use super::{HmacKey, each, rare};
use crate::{
    hash::{self, Backends, Entry, Frame, Hash, MadeOf, Options},
    mac::{Object, Prf},
    wipe,
};
use alloc::boxed::Box;

/// The functions of HMAC over a hash function, whose digest must not be longer than its block.
pub(crate) struct Over {
    /// Begins an empty message under a key.
    pub(crate) keyed: fn(hash::Algorithm, &[u8]) -> Box<dyn Object>,
    /// Computes the tags of messages, each under its own key.
    pub(crate) each: fn(hash::Algorithm, &[&[u8]], &[&[u8]], &mut [u8]),
}

/// The functions of HMAC over a hash function; `None` for checksums and for functions that take more than a message.
struct Maybe(Option<Over>);

/// Returns whether HMAC is compiled separately for a hash function. This is the case for the common ones: MD5, SHA-1,
/// SHA-2, SHA-3, BLAKE2b, BLAKE2s and SM3. All others share the code in [`rare`], because separate code for each of the
/// others made up a thirtieth of the command's size.
const fn is_common(name: &str) -> bool {
    matches!(name.as_bytes(), b"md5" | [b's', b'h', b'a', b'0'..=b'9', ..] | b"blake2b" | b"blake2s" | b"sm3")
}

impl<H: Hash> MadeOf<H> for Maybe {
    const MADE: &'static Self = if !H::INFO.plain {
        &Maybe(None)
    } else if !is_common(H::INFO.name) {
        &Maybe(Some(Over { keyed: |hash, key| rare::keyed(hash, key, !H::Frame::AFTER), each: rare::each }))
    } else {
        &Maybe(Some(Over {
            keyed: |hash, key| {
                let start = H::start(Options::NONE, hash.output_len());
                Named::boxed(&start, hash.backends::<H>(), key, H::INFO.block_len, hash.output_len())
            },
            each: |hash, keys, messages, tags| {
                let start = H::start(Options::NONE, hash.output_len());
                let lengths = (H::INFO.block_len, hash.output_len());
                each::<H::Frame>(&start, hash.backends::<H>(), lengths, keys, messages, tags);
            },
        }))
    };
}

impl Over {
    /// Returns HMAC over the hash function with this entry; `None` if the function takes more than a message.
    pub(crate) fn of(entry: &'static Entry) -> Option<&'static Self> {
        static EACH: &[&[&Maybe]] = hash::made_of_each();
        hash::made_of(EACH, entry).0.as_ref()
    }
}

/// HMAC over a hash construction, as an object.
#[derive(Clone)]
struct Named<F: Frame> {
    keyed: HmacKey<F>,
    frame: F,
}

impl<F: Frame> Named<F> {
    /// Begins a message. `start` is the hash function's start, `len` the length of a digest in bytes, at most a block's.
    fn boxed(
        start: &F::Start,
        backends: Backends<F>,
        key: &[u8],
        block_len: usize,
        len: usize,
    ) -> Box<dyn Object> {
        let boxed = wipe::after(|| {
            let mut keyed = HmacKey::new(start, backends.one, key, block_len, len);
            keyed.set_many(backends.many);
            let frame = keyed.begin();
            Box::new(Self { keyed, frame })
        });
        // erases a larger part of the stack if the construction uses that part
        boxed.keyed.clean(|| ());
        boxed
    }
}

impl<F: Frame> Object for Named<F> {
    fn backend(&self) -> &'static str {
        self.frame.backend().name()
    }
    fn update(&mut self, data: &[u8]) {
        self.frame.update(data);
    }
    fn finish(&mut self, tag: &mut [u8]) {
        let Self { keyed, frame } = self;
        keyed.clean(|| keyed.finish(frame, tag));
    }
    fn reset(&mut self) {
        let Self { keyed, frame } = self;
        keyed.clean(|| *frame = keyed.begin());
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        self.keyed.clean(|| Box::new(self.clone()) as Box<dyn Object>)
    }
    fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
        self.keyed.clean(|| self.keyed.mac(message, tag));
    }
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], _: usize) {
        self.keyed.clean(|| self.keyed.many(messages, tags));
    }
    fn prf(&self) -> Option<&dyn Prf> {
        Some(&self.keyed)
    }
}
