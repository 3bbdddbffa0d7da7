//! Batches: several messages in one call.

use super::{
    Aead, Scheme,
    frame::{MAX_TAG, verified},
    sealed::Whole,
};
use crate::{
    Error,
    mode::Direction,
    names::ByteLengths,
    simd::memory::{Packet, copy_short},
};

/// A [`Packet`], as the functions of this file use it.
pub(super) trait Processed {
    /// Encrypts or decrypts this message by itself.
    fn alone<S: Scheme>(&mut self, scheme: &S, direction: Direction);
    /// Ends the message. `right` begins with the right tag: encryption writes it to the message, and decryption compares it with
    /// the received tag, and stores whether they are equal.
    fn end<const N: usize>(&mut self, direction: Direction, right: &mut [u8; N]);
}

impl Processed for Packet<'_> {
    fn alone<S: Scheme>(&mut self, scheme: &S, direction: Direction) {
        let mut right = [0; MAX_TAG];
        let received = match direction {
            Direction::Encrypt => &[][..],
            Direction::Decrypt => &*self.tag,
        };
        let (nonce, header, tag_len) = (self.nonce, self.header, self.tag.len());
        scheme.whole(
            Whole { direction, nonce, header, data: &mut self.data.reborrow(), tag_len, received },
            &mut right,
        );
        self.end(direction, &mut right);
    }

    #[inline]
    fn end<const N: usize>(&mut self, direction: Direction, right: &mut [u8; N]) {
        match direction {
            Direction::Encrypt => copy_short(self.tag, &right[..self.tag.len()]),
            Direction::Decrypt => {
                let authentic = verified(right, self.tag, &mut self.data).is_ok();
                self.set_authentic(authentic);
            }
        }
    }
}

impl<S: Scheme> Aead<S> {
    /// Encrypts messages and writes their tags, as if [`seal`](Self::seal) were called for each message. It is faster
    /// than these calls if the scheme can process several short messages together: AES-GCM on x86 with VAES processes
    /// up to four, and their lengths may differ.
    ///
    /// Every message needs a nonce of its own.
    ///
    /// # Errors
    /// Fails if [`seal`](Self::seal) would fail for any of the messages. In that case, nothing is written.
    ///
    /// ```
    /// use bramah::{Aes128, Gcm, aead::Packet};
    ///
    /// let gcm = Gcm::<Aes128>::new(&[7; 16]);
    /// let (mut texts, mut tags) = ([[1; 64]; 3], [[0; 16]; 3]);
    /// let nonces = [*b"first nonce.", *b"second nonce", *b"third nonce."];
    /// let mut packets: Vec<_> = (nonces.iter().zip(&mut texts).zip(&mut tags))
    ///     .map(|((nonce, text), tag)| Packet::new(nonce, b"to everyone", &mut text[..], tag))
    ///     .collect();
    /// gcm.seal_many(&mut packets)?;
    /// gcm.open_many(&mut packets)?;
    /// assert_eq!(texts, [[1; 64]; 3]);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    pub fn seal_many(&self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        self.check_many(packets)?;
        self.many(Direction::Encrypt, packets);
        Ok(())
    }

    /// Decrypts the messages whose tags are right, as if [`open`](Self::open) were called for each message. It is
    /// faster than these calls for the same schemes as [`seal_many`](Self::seal_many). The output of a message whose
    /// tag is wrong is all zeros, and [`Packet::is_authentic`] returns false for the message.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if any tag is wrong; the other messages are decrypted nevertheless. Fails also if
    /// [`open`](Self::open) would return another error for any of the messages; in that case, nothing is written.
    pub fn open_many(&self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        self.check_received(packets)?;
        self.many(Direction::Decrypt, packets);
        all_authentic(packets)
    }

    /// Encrypts messages as [`seal_many`](Self::seal_many) does, each under the key with the same index in `keys`. Consecutive
    /// messages under the same key are processed together.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if there are not as many keys as messages. Fails also if [`seal`](Self::seal) would fail for
    /// any of the messages. In both cases, nothing is written.
    pub fn seal_each(keys: &[&Self], packets: &mut [Packet<'_>]) -> Result<(), Error> {
        runs(keys, packets, Self::check_many)?;
        runs(keys, packets, |key, packets| {
            key.many(Direction::Encrypt, packets);
            Ok(())
        })
    }

    /// Decrypts messages as [`open_many`](Self::open_many) does, each under the key with the same index in `keys`. Consecutive
    /// messages under the same key are processed together.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if there are not as many keys as messages, and the errors of
    /// [`open_many`](Self::open_many).
    pub fn open_each(keys: &[&Self], packets: &mut [Packet<'_>]) -> Result<(), Error> {
        runs(keys, packets, Self::check_received)?;
        runs(keys, packets, |key, packets| {
            key.many(Direction::Decrypt, packets);
            Ok(())
        })?;
        all_authentic(packets)
    }

    fn check_many(&self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        packets.iter().try_for_each(|packet| {
            self.check(packet.nonce, packet.header, packet.data.len(), packet.tag.len())
        })
    }

    /// Checks the lengths of messages that will be decrypted, and marks all of them as not authentic until their tags
    /// have been compared.
    fn check_received(&self, packets: &mut [Packet<'_>]) -> Result<(), Error> {
        for packet in &mut *packets {
            packet.set_authentic(false);
        }
        for packet in &*packets {
            ByteLengths::fixed(self.verified_len()).check("tag", packet.tag.len())?;
        }
        self.check_many(packets)
    }

    fn many(&self, direction: Direction, packets: &mut [Packet<'_>]) {
        if !self.scheme.many(direction, packets) {
            for packet in packets {
                packet.alone(&self.scheme, direction);
            }
        }
    }
}

/// Calls `work` for each run of consecutive messages under the same key.
fn runs<'p, S: Scheme>(
    keys: &[&Aead<S>],
    packets: &mut [Packet<'p>],
    mut work: impl FnMut(&Aead<S>, &mut [Packet<'p>]) -> Result<(), Error>,
) -> Result<(), Error> {
    let (length, count) = (keys.len(), packets.len());
    if length != count {
        return Err(Error::ParameterLength { name: "list of keys", length, min: count, max: count });
    }
    let mut rest = packets;
    for run in keys.chunk_by(|key, next| core::ptr::eq(*key, *next)) {
        let (packets, others) = core::mem::take(&mut rest).split_at_mut(run.len());
        rest = others;
        if let Some(key) = run.first() {
            work(key, packets)?;
        }
    }
    Ok(())
}

/// # Errors
/// [`Error::Unauthentic`] if any of the messages is not authentic.
fn all_authentic(packets: &[Packet<'_>]) -> Result<(), Error> {
    if packets.iter().all(Packet::is_authentic) { Ok(()) } else { Err(Error::Unauthentic) }
}
