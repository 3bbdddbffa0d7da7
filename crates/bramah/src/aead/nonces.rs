//! Sources of nonces that do not repeat under one key.

use crate::Error;
#[cfg(feature = "random")]
use crate::random::Generator;

/// The minimum length of a counter in bytes.
const COUNTER: usize = 4;

/// A source of counted nonces of `N` bytes: a fixed part, followed by a big-endian counter that starts at 0 (RFC 5116, section
/// 3.2; NIST SP 800-38D, section 8.2.1).
///
/// The fixed part identifies the sender: if several programs use one key, each program needs a fixed part of its own. A program
/// that starts again under the same key must continue after the last nonce that it used, with [`after`](Self::after).
///
/// ```
/// use bramah::{Aes256, Gcm, aead::CountedNonces};
///
/// let aead = Gcm::<Aes256>::new(&[7; 32]);
/// let mut nonces = CountedNonces::<12>::new(b"server 1")?;
/// for message in [&b"first"[..], b"second"] {
///     let nonce = nonces.next_nonce()?;
///     let sealed = aead.encrypt(&nonce, b"", message)?;
///     assert_eq!(aead.decrypt(&nonce, b"", &sealed)?, message);
/// }
/// assert_eq!(nonces.next_nonce()?, *b"server 1\0\0\0\x02");
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CountedNonces<const N: usize> {
    next: Option<[u8; N]>,
    /// The length of the fixed part in bytes.
    fixed: usize,
}

impl<const N: usize> CountedNonces<N> {
    /// Starts the counter at 0. The fixed part has up to `N - 4` bytes; the counter has the other bytes.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the fixed part has more than `N - 4` bytes.
    pub fn new(fixed: &[u8]) -> Result<Self, Error> {
        check::<N>(fixed.len())?;
        let mut next = [0; N];
        next[..fixed.len()].copy_from_slice(fixed);
        Ok(Self { next: Some(next), fixed: fixed.len() })
    }

    /// Continues after the last nonce that was used, whose first `fixed` bytes are the fixed part.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the fixed part has more than `N - 4` bytes.
    pub fn after(last: [u8; N], fixed: usize) -> Result<Self, Error> {
        check::<N>(fixed)?;
        Ok(Self { next: following(last, fixed), fixed })
    }

    /// Returns the next nonce.
    ///
    /// # Errors
    /// [`Error::NoncesEnd`] if the counter has passed its last value.
    pub fn next_nonce(&mut self) -> Result<[u8; N], Error> {
        let nonce = self.next.ok_or(Error::NoncesEnd)?;
        self.next = following(nonce, self.fixed);
        Ok(nonce)
    }
}

/// Refuses a fixed part that has too many bytes.
fn check<const N: usize>(fixed: usize) -> Result<(), Error> {
    let max = const {
        assert!(N > COUNTER, "a counter of four bytes, and no room for anything else");
        N - COUNTER
    };
    match fixed > max {
        true => Err(Error::ParameterLength { name: "fixed part of a nonce", length: fixed, min: 0, max }),
        false => Ok(()),
    }
}

/// Returns the nonce with the next value of the counter; `None` after the last value.
fn following<const N: usize>(mut nonce: [u8; N], fixed: usize) -> Option<[u8; N]> {
    for byte in nonce[fixed..].iter_mut().rev() {
        *byte = byte.wrapping_add(1);
        if *byte != 0 {
            return Some(nonce);
        }
    }
    None
}

/// A source of random nonces of `N` bytes, 12 or more, for messages under one key. The number of nonces is limited, so that the
/// probability that two of them are equal is at most 2^-33. The limit is 2^32 nonces of 12 bytes (NIST SP 800-38D, section 8.3),
/// 2^48 of 16 bytes and 2^80 of 24 bytes.
///
/// The limit counts only the nonces that this source returns. If several programs, or runs of a program, use one key, the limit
/// holds for all their nonces together.
///
/// ```
/// use bramah::{XChaCha20Poly1305, aead::RandomNonces};
///
/// let aead = XChaCha20Poly1305::new(&[7; 32])?;
/// let mut nonces = RandomNonces::<24>::new()?;
/// let nonce = nonces.next_nonce()?;
/// let sealed = aead.encrypt(&nonce, b"associated data", b"for you alone")?;
/// assert_eq!(aead.decrypt(&nonce, b"associated data", &sealed)?, b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
#[cfg(feature = "random")]
#[derive(Debug)]
pub struct RandomNonces<const N: usize> {
    generator: Generator,
    left: u128,
}

#[cfg(feature = "random")]
impl<const N: usize> RandomNonces<N> {
    /// The maximum number of nonces. Among `n` nonces of `b` bits, two are equal with a probability below `n² / 2^(b + 1)`.
    const LIMIT: u128 = {
        assert!(N >= 12, "random nonces of fewer than 12 bytes come twice too soon");
        if N >= 36 { u128::MAX } else { 1 << ((8 * N - 32) / 2) }
    };

    /// Begins with the full limit, for a key that is new.
    ///
    /// # Errors
    /// If the operating system returns no random bytes: see [`Generator::new`].
    pub fn new() -> Result<Self, Error> {
        Ok(Self { generator: Generator::new()?, left: Self::LIMIT })
    }

    /// Returns the next nonce.
    ///
    /// # Errors
    /// [`Error::NoncesEnd`] if the limit is reached; the errors of [`Generator::fill`].
    pub fn next_nonce(&mut self) -> Result<[u8; N], Error> {
        self.left = self.left.checked_sub(1).ok_or(Error::NoncesEnd)?;
        let mut nonce = [0; N];
        self.generator.fill(&mut nonce)?;
        Ok(nonce)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_end_with_their_last_value() {
        let mut nonces = CountedNonces::<12>::new(b"fixed").unwrap();
        assert_eq!(nonces.next_nonce().unwrap(), *b"fixed\0\0\0\0\0\0\0");
        assert_eq!(nonces.next_nonce().unwrap(), *b"fixed\0\0\0\0\0\0\x01");
        let mut nonces = CountedNonces::after(*b"fixed678\0\xff\xff\xff", 8).unwrap();
        assert_eq!(nonces.next_nonce().unwrap(), *b"fixed678\x01\0\0\0");
        let mut nonces = CountedNonces::after(*b"fixed678\xff\xff\xff\xfe", 8).unwrap();
        assert_eq!(nonces.next_nonce().unwrap(), *b"fixed678\xff\xff\xff\xff");
        assert_eq!(nonces.next_nonce(), Err(Error::NoncesEnd));
        assert_eq!(nonces.next_nonce(), Err(Error::NoncesEnd));
        assert!(CountedNonces::after([0xff; 12], 8).unwrap().next_nonce().is_err());
        assert!(matches!(
            CountedNonces::<12>::new(&[0; 9]),
            Err(Error::ParameterLength { length: 9, max: 8, .. })
        ));
        assert!(CountedNonces::<12>::after([0; 12], 9).is_err());
    }

    #[cfg(feature = "random")]
    #[test]
    fn random_nonces_are_limited_and_differ() {
        assert_eq!(RandomNonces::<12>::LIMIT, 1 << 32);
        assert_eq!(RandomNonces::<16>::LIMIT, 1 << 48);
        assert_eq!(RandomNonces::<24>::LIMIT, 1 << 80);
        let mut nonces = RandomNonces::<12>::new().unwrap();
        assert_ne!(nonces.next_nonce().unwrap(), nonces.next_nonce().unwrap());
        nonces.left = 1;
        assert!(nonces.next_nonce().is_ok());
        assert_eq!(nonces.next_nonce(), Err(Error::NoncesEnd));
    }
}
