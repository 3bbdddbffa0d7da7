//! Stream ciphers by name.

use super::{Info, KeyedCipher, Stream, StreamCipher, keyed::sealed};
use crate::{
    Error,
    backend::Choice,
    names::ByteLengths,
    registry::{self, On, registered, told_by_on},
    simd::memory::InOut,
    wipe,
};
use alloc::boxed::Box;
use core::fmt;

/// The function that sets up a cipher with a key. The second argument is the index of a candidate in its list, if one was chosen.
pub(crate) struct Make(fn(&[u8], Option<u8>) -> Box<dyn sealed::Keystream>);

registered!(Info, Make);

impl Entry {
    /// Returns the constructor of a cipher.
    pub(crate) const fn of<C: StreamCipher>() -> Self {
        Self {
            info: C::INFO,
            choices: || registry::backends::both(C::dispatch()),
            make: Make(|key, index| {
                let backend = C::dispatch().at_or_chosen(index);
                wipe::after(|| Box::new(KeyedCipher::<C>::new(backend, key)))
            }),
        }
    }

    /// Returns this entry's algorithm, on the backend in use.
    pub fn algorithm(&'static self) -> Algorithm {
        Algorithm { on: On::new(self), rounds: None }
    }
}

/// Returns the entries of all stream ciphers.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    super::FAMILIES.iter().copied().flatten()
}

/// Returns the stream cipher with this name, or with this other name.
///
/// ```
/// let algorithm = bramah::stream::lookup("ChaCha20")?;
/// let mut chacha = algorithm.begin(&[0; 32], &[0; 8])?;
/// let mut text = *b"any length";
/// chacha.apply(&mut text[..])?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`] if no stream cipher has this name.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    registry::find(entries, name).map(Entry::algorithm)
}

/// A stream cipher, chosen by name.
#[derive(Clone, Copy)]
pub struct Algorithm {
    on: On<Entry>,
    /// The number of rounds; `None` for the usual number.
    rounds: Option<u32>,
}

impl Algorithm {
    told_by_on!();

    /// Returns the candidates of the cipher, with the backend in use.
    pub fn choice(&self) -> &'static dyn Choice {
        self.on.choice()
    }

    /// Returns the cipher with another number of rounds, which must be even.
    ///
    /// # Errors
    /// [`Error::Rounds`] if the number of rounds of the cipher is fixed, or if `rounds` is odd or 0.
    pub fn with_rounds(self, rounds: u32) -> Result<Self, Error> {
        if self.info().rounds.is_none() || rounds == 0 || !rounds.is_multiple_of(2) {
            return Err(Error::Rounds { rounds });
        }
        Ok(Self { rounds: Some(rounds), ..self })
    }

    /// Begins a message.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the length of the key or of the nonce is not valid.
    pub fn begin(&self, key: &[u8], nonce: &[u8]) -> Result<Stream<AnyKeystream>, Error> {
        self.info().key_len.check("key", key.len())?;
        let mut cipher = (self.on.entry.make.0)(key, self.on.one);
        if let Some(rounds) = self.rounds {
            cipher.set_rounds(rounds);
        }
        Stream::with_cipher(AnyKeystream(cipher), nonce)
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.info().name).finish()
    }
}

/// A stream cipher chosen by name, with its key.
pub struct AnyKeystream(Box<dyn sealed::Keystream>);

impl Clone for AnyKeystream {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }
}

impl sealed::Keystream for AnyKeystream {
    #[inline]
    fn nonce_len(&self) -> ByteLengths {
        self.0.nonce_len()
    }
    #[inline]
    fn block_len(&self) -> usize {
        self.0.block_len()
    }
    #[inline]
    fn group(&self) -> usize {
        self.0.group()
    }
    #[inline]
    fn limit(&self) -> u128 {
        self.0.limit()
    }
    fn backend(&self) -> &'static str {
        self.0.backend()
    }
    fn set_rounds(&mut self, rounds: u32) {
        self.0.set_rounds(rounds);
    }
    #[inline]
    fn begin(&mut self, nonce: &[u8]) {
        self.0.begin(nonce);
    }
    #[inline]
    fn blocks(&mut self, data: &mut InOut<'_>) {
        self.0.blocks(data);
    }
    fn seek(&mut self, block: u128) -> bool {
        self.0.seek(block)
    }
    fn boxed(&self) -> Box<dyn sealed::Keystream> {
        self.0.boxed()
    }
}
