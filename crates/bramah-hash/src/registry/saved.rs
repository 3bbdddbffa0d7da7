//! The format of a saved state around the bytes of the frame.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `bramah\0` and the version, 2 |
//! | 1 | the length of the name |
//! | as many | the name of the algorithm, with its length in bits if there are several |
//! | the rest | the body: what the frame saves; its first 16 bytes are the frame's count, little-endian |
//! | 16 | the bytes of the message so far, little-endian |
//! | 16 | the binding to the options |
//! | 8 | the seal: the first bytes of the SHA-256 digest of all before it, against damage |
//!
//! The binding is computed with the function itself, under its options, so that a state is refused under different
//! ones: for i = 0, 1, .. take the digest of [`DOMAIN`], the SHA-256 digest of everything before the binding, and the
//! byte i; of each digest take the first 32 bytes, or all if there are fewer, until there are at least 16; the binding
//! is the first 16 bytes of the SHA-256 digest of all these. With a key it is a MAC of the state. Since it depends on
//! the state, nobody can precompute the bindings of likely keys; since it is hashed again, it is not the tag of any
//! message. Like a tag, it lets anyone who has it test a guess of the key.
//!
//! Version 1 contained neither the number of bytes nor the binding. It is only read for functions that take no options.

use super::{AnyHasher, Function, objects::Opened};
use crate::{Error, Trees, ct::same, sha2::Sha256, wipe::wipe};
use alloc::{vec, vec::Vec};

/// The first bytes of a saved state, before the version.
const MAGIC: &[u8; 7] = b"bramah\0";
/// The version that is written.
const VERSION: u8 = 2;
/// The first bytes of the message whose digests form the binding.
const DOMAIN: &[u8; 24] = b"bramah\0saved state\0bound";
/// The lengths in bytes of a number, of the binding and of the seal.
const NUMBER: usize = 16;
const BINDING: usize = 16;
const SEAL: usize = 8;
/// The largest number of bytes of each digest that go into the binding.
const TAKEN: usize = 32;

impl AnyHasher {
    /// Returns the state of the message so far, for [`Function::restore`] in this or a later release. It is bound to
    /// the key, salt, personalisation and all other options, and is refused under different ones.
    ///
    /// It does not contain the key itself. But like a tag it lets anyone who has it test a guess of the key, and it
    /// contains the last bytes of the message: keep it as secret as the message and the key.
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
    /// Appends the body of a saved state to `out`, without binding and checksum: only for memory of this process.
    #[doc(hidden)]
    pub fn save_body(&self, out: &mut Vec<u8>) {
        self.0.save(&mut |bytes| out.extend_from_slice(bytes));
    }
}

impl Function {
    /// Continues the message whose body [`AnyHasher::save_body`] returned. The function without a key accepts the body
    /// of one with a key, which contains all effects of the key.
    #[doc(hidden)]
    pub fn restore_body(&self, body: &[u8]) -> Option<AnyHasher> {
        self.0.clone().restore(Opened { body, absorbed: None }).map(AnyHasher)
    }

    /// Restores the message that [`AnyHasher::save`] saved, of the same algorithm and under the same options. A state
    /// is bound to its key, salt, personalisation, tree and all other options: under different ones it is refused. The
    /// backend may be different.
    ///
    /// States of version 1, which earlier releases wrote, are not bound. They are accepted for functions that take no
    /// options.
    ///
    /// # Errors
    /// [`Error::SavedState`] if the bytes are damaged, of another version or of another algorithm;
    /// [`Error::SavedOptions`] if they were saved under other options; [`Error::SavedUnbound`] if they are of
    /// version 1 and the function has options.
    pub fn restore(&self, saved: &[u8]) -> Result<AnyHasher, Error> {
        let opened = opened(self, saved)?;
        let hasher = self.0.clone().restore(opened).map(AnyHasher).ok_or(Error::SavedState)?;
        hasher.clean_stack();
        Ok(hasher)
    }
}

/// Returns the saved state of a message of `absorbed` bytes; if the number is unknown, the state keeps version 1.
fn sealed(function: &Function, body: &[u8], absorbed: Option<u128>) -> Vec<u8> {
    let name = function.algorithm().name();
    // reserved in advance: a reallocation would leave copies in freed memory
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

/// Opens a saved state of this function.
///
/// # Errors
/// [`Error::SavedState`], [`Error::SavedUnbound`] and [`Error::SavedOptions`].
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
            // with a key the binding is a tag: the comparison must not reveal how much of it is right
            if !same(&binding(function, &front[..front.len() - BINDING]), bound) {
                return Err(Error::SavedOptions);
            }
            Ok(Opened { body, absorbed: Some(absorbed) })
        }
        _ => Err(Error::SavedState),
    }
}

/// Cuts off the last `n` bytes.
fn cut(bytes: &[u8], n: usize) -> Result<(&[u8], &[u8]), Error> {
    let front = bytes.len().checked_sub(n).ok_or(Error::SavedState)?;
    Ok(bytes.split_at(front))
}

/// Computes the binding of a state to the options of the function: `front` is everything before it.
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
