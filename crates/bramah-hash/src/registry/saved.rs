//! The format of a saved hash state: a header, the bytes of the frame, and data for its verification.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `bramah\0` and the version, 2 |
//! | 1 | the length of the name |
//! | that many | the name of the algorithm; if the function has several digest lengths, with the length in bits |
//! | the rest | the body, which the frame writes; its first 16 bytes are the frame's byte count, little-endian |
//! | 16 | the number of message bytes so far, little-endian |
//! | 16 | the binding to the options, see below |
//! | 8 | the seal, which detects damage: the first 8 bytes of the SHA-256 digest of all bytes before it |
//!
//! The binding makes [`Function::restore`] reject a state under different options. It is computed with the hash
//! function itself, under its options: for i = 0, 1, .. the message is [`DOMAIN`], the SHA-256 digest of all bytes
//! before the binding, and the byte i. The first 32 bytes of each digest (or the whole digest, if it is shorter) are
//! concatenated until there are at least 16 bytes. The binding is the first 16 bytes of the SHA-256 digest of this
//! concatenation. With a key, the binding is a MAC of the state. Because it depends on the state, the bindings of
//! likely keys cannot be precomputed. Because the digests are hashed again, the binding is never the tag of a message. Like a
//! tag, it lets anyone who has the state test a guess of the key.
//!
//! Version 1 contains neither the number of message bytes nor the binding. It is only accepted for functions without
//! options.

use super::{AnyHasher, Function, objects::Opened};
use crate::{Error, Trees, ct::same, sha2::Sha256, wipe::wipe};
use alloc::{vec, vec::Vec};

/// The first bytes of a saved state. The version follows.
const MAGIC: &[u8; 7] = b"bramah\0";
/// The version of the states that are written.
const VERSION: u8 = 2;
/// The first bytes of the messages whose digests form the binding.
const DOMAIN: &[u8; 24] = b"bramah\0saved state\0bound";
/// The lengths in bytes of the byte count, of the binding and of the seal.
const NUMBER: usize = 16;
const BINDING: usize = 16;
const SEAL: usize = 8;
/// The maximum number of bytes of each digest that form the binding.
const TAKEN: usize = 32;

impl AnyHasher {
    /// Returns the state of the message so far, for [`Function::restore`] in this or a later release. The state is
    /// bound to the key, salt, personalisation and all other options: it is rejected under different options.
    ///
    /// The state does not contain the key itself. But like a tag, it lets anyone who has it test a guess of the key. It
    /// also contains the last bytes of the message. Keep it as secret as the message and the key.
    pub fn save(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(512);
        self.0.save(&mut |bytes| body.extend_from_slice(bytes));
        let sealed = sealed(&Function(self.0.function()), &body, self.absorbed());
        wipe(&mut body);
        self.clean_stack();
        sealed
    }
}

impl AnyHasher {
    /// Appends the body of a saved state to `out`, without binding and seal: only for use within this process.
    #[doc(hidden)]
    pub fn save_body(&self, out: &mut Vec<u8>) {
        self.0.save(&mut |bytes| out.extend_from_slice(bytes));
    }
}

impl Function {
    /// Continues the message whose body [`AnyHasher::save_body`] wrote. A body that was saved with a key may be
    /// restored by the function without the key, because the body already contains the effects of the key.
    #[doc(hidden)]
    pub fn restore_body(&self, body: &[u8]) -> Option<AnyHasher> {
        self.0.clone().restore(Opened { body, absorbed: None }).map(AnyHasher)
    }

    /// Continues the message that [`AnyHasher::save`] saved. The algorithm and all options (key, salt, personalisation,
    /// tree and others) must be the same as then, otherwise the state is rejected. The backend may be different.
    ///
    /// States of version 1, which earlier releases wrote, are not bound to options. They are only accepted for
    /// functions without options.
    ///
    /// # Errors
    /// [`Error::SavedState`] if the bytes are damaged, of an unknown version or of another algorithm;
    /// [`Error::SavedOptions`] if the state was saved under other options; [`Error::SavedUnbound`] if the state is of
    /// version 1 and the function has options.
    pub fn restore(&self, saved: &[u8]) -> Result<AnyHasher, Error> {
        let opened = opened(self, saved)?;
        let hasher = self.0.clone().restore(opened).map(AnyHasher).ok_or(Error::SavedState)?;
        hasher.clean_stack();
        Ok(hasher)
    }
}

/// Returns the saved state of a message of `absorbed` bytes, in version 1 if that number is unknown.
fn sealed(function: &Function, body: &[u8], absorbed: Option<u128>) -> Vec<u8> {
    let name = function.algorithm().name();
    // reserved up front, because a reallocation would leave copies in freed memory
    let len = MAGIC.len() + 2 + name.len() + body.len() + NUMBER + BINDING + SEAL;
    let mut out = Vec::with_capacity(len);
    out.extend_from_slice(MAGIC);
    out.push(if absorbed.is_some() { VERSION } else { 1 });
    out.push(name.len() as u8);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(body);
    if let Some(absorbed) = absorbed {
        out.extend_from_slice(&absorbed.to_le_bytes());
        let binding = binding(function, &out);
        out.extend_from_slice(&binding);
    }
    let seal = Sha256::digest(&out);
    out.extend_from_slice(&seal[..SEAL]);
    out
}

/// Checks a saved state of this function and returns its parts.
///
/// # Errors
/// [`Error::SavedState`], [`Error::SavedUnbound`] and [`Error::SavedOptions`], as for [`Function::restore`].
fn opened<'a>(function: &Function, saved: &'a [u8]) -> Result<Opened<'a>, Error> {
    let algorithm = function.algorithm();
    let (front, seal) = cut(saved, SEAL)?;
    if Sha256::digest(front)[..SEAL] != *seal {
        return Err(Error::SavedState);
    }
    let (version, rest) = front.strip_prefix(MAGIC).and_then(<[u8]>::split_first).ok_or(Error::SavedState)?;
    let body = |rest: &'a [u8]| {
        let name = algorithm.name();
        rest.strip_prefix(&[name.len() as u8])?.strip_prefix(name.as_bytes())
    };
    match version {
        1 => {
            let body = body(rest).ok_or(Error::SavedState)?;
            let info = algorithm.info();
            if !info.takes.is_empty() || info.trees != Trees::None {
                return Err(Error::SavedUnbound);
            }
            Ok(Opened { body, absorbed: None })
        }
        &VERSION => {
            let (rest, bound) = cut(rest, BINDING)?;
            let (rest, number) = cut(rest, NUMBER)?;
            let body = body(rest).ok_or(Error::SavedState)?;
            let absorbed = number.try_into().map(u128::from_le_bytes).map_err(|_| Error::SavedState)?;
            // compared in constant time, because with a key the binding is a tag: timing would reveal how many bytes
            // are right
            if !same(&binding(function, &front[..front.len() - BINDING]), bound) {
                return Err(Error::SavedOptions);
            }
            Ok(Opened { body, absorbed: Some(absorbed) })
        }
        _ => Err(Error::SavedState),
    }
}

/// Splits off the last `n` bytes.
fn cut(bytes: &[u8], n: usize) -> Result<(&[u8], &[u8]), Error> {
    let front = bytes.len().checked_sub(n).ok_or(Error::SavedState)?;
    Ok(bytes.split_at(front))
}

/// Returns the binding of a state to the options of the function. `front` is all bytes of the saved state before the
/// binding.
fn binding(function: &Function, front: &[u8]) -> [u8; BINDING] {
    let mut message = [0; DOMAIN.len() + 32 + 1];
    message[..DOMAIN.len()].copy_from_slice(DOMAIN);
    message[DOMAIN.len()..][..32].copy_from_slice(&Sha256::digest(front));
    let mut taken = vec![0; function.algorithm().output_len().min(TAKEN)];
    let mut all = Sha256::new();
    for i in 0..BINDING.div_ceil(taken.len()) {
        message[DOMAIN.len() + 32] = i as u8;
        function.begin_of_digest(&message, &mut taken);
        all.update(&taken);
    }
    wipe(&mut taken);
    let mut binding = [0; BINDING];
    binding.copy_from_slice(&all.finalize()[..BINDING]);
    binding
}
