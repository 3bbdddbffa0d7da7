//! Keys whose use is counted, up to the limit that a standard sets.

use super::{Aead, Packet, Scheme};
use crate::{Error, mode::Direction, simd::memory::InOut};
use core::fmt;

/// A scheme under one key that counts the use of the key, and refuses messages beyond the limit of its standard ([`KeyLimit`]).
///
/// | scheme | counted | limit | source |
/// |---|---|---|---|
/// | Ascon-AEAD128 | bytes of nonces, associated data and texts, sealed and opened | 2^54 | SP 800-232, section 4.3 |
/// | CCM | calls of the block cipher, for messages sealed and opened | 2^61 | SP 800-38C, section 5.3 |
/// | GCM | messages sealed | 2^32 | SP 800-38D, section 8.3 |
/// | OCB over blocks of 16 bytes | blocks of associated data and texts sealed, and one for each message | 2^48 | RFC 7253, section 5 |
///
/// Other schemes have no limit, or only a limit on random nonces, which `RandomNonces` enforces. GCM may seal more messages under
/// one key if all nonces have 12 bytes and are counted: then [`CountedNonces`](super::CountedNonces) sets the limit, and [`Aead`]
/// itself seals the messages.
///
/// Only the messages that this object processes are counted. A program that starts again under the same key continues the count
/// with [`resume`](Self::resume). Several programs under one key share its limit.
///
/// ```
/// use bramah::{AsconAead128, Error, aead::Metered};
///
/// let mut ascon = Metered::new(AsconAead128::new(&[7; 16])?);
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// ascon.seal(&[1; 16], b"to everyone", &mut text[..], &mut tag)?;
/// assert_eq!(ascon.used(), 16 + 11 + 13);
///
/// let mut later = Metered::resume(AsconAead128::new(&[7; 16])?, (1 << 54) - 39);
/// let refused = later.seal(&[2; 16], b"to everyone", &mut text[..], &mut tag);
/// assert_eq!(refused, Err(Error::KeyEnd { limit: 1 << 54, unit: "bytes" }));
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct Metered<S> {
    aead: Aead<S>,
    used: u128,
}

/// A limit on the use of one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyLimit {
    /// The maximum number of units that one key may process.
    pub limit: u128,
    /// The unit that is counted, as text, such as "messages".
    pub unit: &'static str,
}

impl<S: Scheme> Metered<S> {
    /// Begins with a key that has not been used.
    pub fn new(aead: Aead<S>) -> Self {
        Self::resume(aead, 0)
    }

    /// Continues with a key under which `used` units have already been processed, the number that
    /// [`used`](Self::used) returned.
    pub fn resume(aead: Aead<S>, used: u128) -> Self {
        Self { aead, used }
    }

    /// Returns how many units of the key have been used; 0 if the scheme has no limit.
    pub fn used(&self) -> u128 {
        self.used
    }

    /// Returns the limit, if the scheme's standard sets one.
    pub fn limit(&self) -> Option<KeyLimit> {
        self.aead.scheme.key_limit()
    }

    /// Encrypts a message as [`Aead::seal`] does.
    ///
    /// # Errors
    /// [`Error::KeyEnd`] if the message would exceed the limit, and the errors of [`Aead::seal`]. Nothing is written and
    /// nothing is counted then.
    pub fn seal<'a>(
        &mut self,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &mut [u8],
    ) -> Result<(), Error> {
        let data = data.into();
        let used = self.after(Direction::Encrypt, nonce, header, data.len())?;
        self.aead.seal(nonce, header, data, tag)?;
        self.used = used;
        Ok(())
    }

    /// Decrypts a message as [`Aead::open`] does. A message whose tag is wrong counts too.
    ///
    /// # Errors
    /// [`Error::KeyEnd`] if the message would exceed the limit, and then nothing is written; the errors of [`Aead::open`].
    pub fn open<'a>(
        &mut self,
        nonce: &[u8],
        header: &[u8],
        data: impl Into<InOut<'a>>,
        tag: &[u8],
    ) -> Result<(), Error> {
        let data = data.into();
        let used = self.after(Direction::Decrypt, nonce, header, data.len())?;
        let opened = self.aead.open(nonce, header, data, tag);
        if matches!(opened, Ok(()) | Err(Error::Unauthentic)) {
            self.used = used;
        }
        opened
    }

    /// Encrypts messages as [`Aead::seal_many`] does.
    ///
    /// # Errors
    /// [`Error::KeyEnd`] if the messages together would exceed the limit, and the errors of [`Aead::seal_many`]. Nothing is
    /// written and nothing is counted then.
    pub fn seal_many(&mut self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        let used = self.after_many(Direction::Encrypt, packets)?;
        self.aead.seal_many(packets)?;
        self.used = used;
        Ok(())
    }

    /// Decrypts messages as [`Aead::open_many`] does. Messages whose tags are wrong count too.
    ///
    /// # Errors
    /// [`Error::KeyEnd`] if the messages together would exceed the limit, and then nothing is written; the errors of
    /// [`Aead::open_many`].
    pub fn open_many(&mut self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        let used = self.after_many(Direction::Decrypt, packets)?;
        let opened = self.aead.open_many(packets);
        if matches!(opened, Ok(()) | Err(Error::Unauthentic)) {
            self.used = used;
        }
        opened
    }

    /// Returns how many units will have been used after a message.
    fn after(&self, direction: Direction, nonce: &[u8], header: &[u8], text: usize) -> Result<u128, Error> {
        self.after_cost(self.aead.scheme.key_cost(direction, nonce.len(), header.len(), text))
    }

    /// Returns how many units will have been used after several messages.
    fn after_many(&self, direction: Direction, packets: &[Packet<'_>]) -> Result<u128, Error> {
        let cost = |packet: &Packet<'_>| {
            let [nonce, header] = [packet.nonce, packet.header].map(<[u8]>::len);
            self.aead.scheme.key_cost(direction, nonce, header, packet.data.len())
        };
        self.after_cost(packets.iter().map(cost).fold(0, u128::saturating_add))
    }

    /// Returns how many units will have been used after `cost` more; 0 if the scheme has no limit.
    fn after_cost(&self, cost: u128) -> Result<u128, Error> {
        let Some(KeyLimit { limit, unit }) = self.limit() else { return Ok(0) };
        let used = self.used.saturating_add(cost);
        // a message that costs no units is never refused
        if cost > 0 && used > limit { Err(Error::KeyEnd { limit, unit }) } else { Ok(used) }
    }
}

impl<S> fmt::Debug for Metered<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metered").field("used", &self.used).finish_non_exhaustive()
    }
}
