//! Hash functions that take a key, used as MACs: keyed BLAKE2 and BLAKE3, Skein-MAC, KMAC, and Kupyna with a key.

use super::{Object, Prf};
use crate::{
    ByteLengths, Error,
    hash::{Algorithm, AnyHasher, Function, Options, Parameter},
    wipe,
};
use alloc::boxed::Box;

/// Returns the lengths of the key in bytes. The key cannot be empty, because without a key the function is a hash function.
/// Kupyna's key is as long as its digest.
pub(crate) fn key_len(hash: Algorithm) -> ByteLengths {
    let takes = hash.info().takes(Parameter::Key).unwrap_or(Parameter::Key.bytes(0, 0));
    if takes.min > 1 && takes.min < takes.max {
        return ByteLengths::fixed(hash.output_len());
    }
    ByteLengths { min: takes.min, max: takes.max, step: 1 }
}

pub(super) fn boxed(hash: Algorithm, key: &[u8]) -> Result<Box<dyn Object>, Error> {
    wipe::after_deep(|| {
        let function = hash.with_options(&Options { key, ..Options::default() })?;
        let hasher = function.hasher();
        Ok(Box::new(Hashed { function, hasher }) as Box<dyn Object>)
    })
}

#[derive(Clone)]
struct Hashed {
    function: Function,
    hasher: AnyHasher,
}

impl Object for Hashed {
    fn backend(&self) -> &'static str {
        self.hasher.backend()
    }
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }
    fn finish(&mut self, tag: &mut [u8]) {
        wipe::after(|| self.hasher.finalize_reset_into(tag));
    }
    fn reset(&mut self) {
        wipe::after(|| self.hasher.reset());
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        wipe::after_deep(|| Box::new(self.clone()) as Box<dyn Object>)
    }
    fn whole(&mut self, message: &[u8], tag: &mut [u8]) {
        wipe::after(|| self.function.digest(message, tag));
    }
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], _: usize) {
        wipe::after_deep(|| self.function.hash_many(messages, tags));
    }
    fn prf(&self) -> Option<&dyn Prf> {
        Some(self)
    }
}

/// Begins the MAC that blake2b-opt computes with a key. This MAC is the hash of a block that contains the key and zeros,
/// followed by the message. The parameter block states that there is no key.
pub(super) fn behind_block(hash: Algorithm, key: &[u8]) -> Box<dyn Object> {
    let mut block = [0; 128];
    block[..key.len()].copy_from_slice(key);
    let mut begun = hash.hasher();
    begun.update(block);
    wipe::wipe(&mut block);
    let hasher = begun.clone();
    wipe::stack();
    Box::new(Behind { begun, hasher })
}

#[derive(Clone)]
struct Behind {
    begun: AnyHasher,
    hasher: AnyHasher,
}

impl Object for Behind {
    fn backend(&self) -> &'static str {
        self.hasher.backend()
    }
    fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
        // the hash treats the block with the key as a part of the message, so it does not erase what its kernel leaves
        // on the stack
        wipe::stack();
    }
    fn finish(&mut self, tag: &mut [u8]) {
        self.hasher.finalize_reset_into(tag);
        wipe::stack();
    }
    fn reset(&mut self) {
        self.hasher = self.begun.clone();
        wipe::stack();
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        wipe::after(|| Box::new(self.clone()) as _)
    }
}

impl Prf for Hashed {
    fn output_len(&self) -> usize {
        self.function.algorithm().output_len()
    }
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]) {
        let mut whole = [0; super::MAX_PRF];
        let whole = &mut whole[..self.output_len()];
        if let [message] = parts {
            self.function.digest(message, whole);
        } else {
            let mut hasher = self.function.hasher();
            for part in parts {
                hasher.update(part);
            }
            hasher.finalize_reset_into(whole);
        }
        out.copy_from_slice(&whole[..out.len()]);
        wipe::wipe(whole);
    }
}
