//! X25519: C2SP, *The age file encryption format*, section "The X25519 recipient type".

use super::{Identity, Recipient, Wrapped, arguments, decoded, first_of, sealed};
use crate::{
    Error, FileKey, Stanza,
    key::{FILE_KEY, TAG, hkdf, random},
    text::{base64, bech32, from_bech32},
};
use std::fmt;
use x25519_dalek::{PublicKey, SharedSecret, StaticSecret};
use zeroize::Zeroizing;

pub(super) const KIND: &str = "X25519";
const INFO: &[u8] = b"age-encryption.org/v1/X25519";
/// The Bech32 prefixes of recipients and identities.
const PUBLIC: &str = "age";
const SECRET: &str = "AGE-SECRET-KEY-";

/// A public key, written `age1...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct X25519Recipient(PublicKey);

impl X25519Recipient {
    /// Parses a recipient.
    ///
    /// # Errors
    /// [`Error::Key`] if the text is not 32 bytes in Bech32 with the prefix `age`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        match from_bech32(text) {
            Some((prefix, bytes)) if prefix == PUBLIC => {
                let bytes: [u8; 32] = bytes[..].try_into().map_err(|_| wrong("recipient age1..."))?;
                Ok(Self(bytes.into()))
            }
            _ => Err(wrong("recipient age1...")),
        }
    }
}

fn wrong(what: &str) -> Error {
    Error::key(format!("malformed {what}"))
}

impl fmt::Display for X25519Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bech32(PUBLIC, self.0.as_bytes()).map_err(|_| fmt::Error)?)
    }
}

impl Recipient for X25519Recipient {
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error> {
        let ephemeral = StaticSecret::from(*Zeroizing::new(random::<32>()?));
        let share = PublicKey::from(&ephemeral);
        let wrapping = wrapping(&ephemeral.diffie_hellman(&self.0), &share, &self.0)
            .ok_or_else(|| Error::key("the public key of the recipient is invalid (a point of low order)"))?;
        Ok(Wrapped::one(Stanza::new(KIND, [base64(share.as_bytes())], &key.wrap(&wrapping)?)))
    }

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// Derives the wrapping key. Returns `None` if the shared secret is zero, because then one of the keys has a low order.
fn wrapping(shared: &SharedSecret, share: &PublicKey, public: &PublicKey) -> Option<Zeroizing<[u8; 32]>> {
    let salt = [share.to_bytes(), public.to_bytes()].concat();
    shared.was_contributory().then(|| hkdf(&salt, shared.as_bytes(), INFO))
}

/// Returns the ephemeral share and the wrapped file key of a stanza.
pub(super) fn parsed(stanza: &Stanza) -> Result<(PublicKey, &[u8; FILE_KEY + TAG]), Error> {
    let [share] = arguments(stanza)?;
    Ok((PublicKey::from(decoded::<32>(stanza, share)?), sealed(stanza)?))
}

/// A secret key, written `AGE-SECRET-KEY-1...`.
#[derive(Clone)]
pub struct X25519Identity(StaticSecret);

impl X25519Identity {
    /// Generates a new secret key.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the operating system returns no random bytes.
    pub fn random() -> Result<Self, Error> {
        Ok(Self(StaticSecret::from(*Zeroizing::new(random::<32>()?))))
    }

    /// Generates a new secret key. This is another name for [`random`](Self::random).
    ///
    /// ```
    /// let identity = bramah_age::X25519Identity::generate()?;
    /// println!("{}", identity.recipient());
    /// # Ok::<(), bramah_age::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Primitive`] if the operating system returns no random bytes.
    pub fn generate() -> Result<Self, Error> {
        Self::random()
    }

    /// Parses an identity.
    ///
    /// # Errors
    /// [`Error::Key`] if the text is not 32 bytes in Bech32 with the prefix `AGE-SECRET-KEY-`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        match from_bech32(text) {
            Some((prefix, bytes)) if prefix == SECRET => {
                let bytes: [u8; 32] =
                    bytes[..].try_into().map_err(|_| wrong("AGE-SECRET-KEY-1... identity"))?;
                Ok(Self(StaticSecret::from(*Zeroizing::new(bytes))))
            }
            _ => Err(wrong("AGE-SECRET-KEY-1... identity")),
        }
    }

    /// Returns the recipient that corresponds to this identity.
    pub fn recipient(&self) -> X25519Recipient {
        X25519Recipient(PublicKey::from(&self.0))
    }

    /// Returns the identity as text, which is secret.
    pub fn expose(&self) -> Zeroizing<String> {
        let text =
            bech32(SECRET, self.0.as_bytes()).expect("the prefix is valid, and 32 bytes fit in Bech32");
        Zeroizing::new(text.to_ascii_uppercase())
    }
}

impl fmt::Debug for X25519Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("X25519Identity")
    }
}

impl Identity for X25519Identity {
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error> {
        first_of(stanzas, KIND, |stanza| {
            let (share, body) = parsed(stanza)?;
            let shared = self.0.diffie_hellman(&share);
            let wrapping = wrapping(&shared, &share, &PublicKey::from(&self.0)).ok_or_else(|| {
                Error::header(
                    "the file is damaged or forged: the share of an X25519 stanza is a point of low order",
                )
            })?;
            FileKey::unwrap(&wrapping, body)
        })
    }

    fn recipients(&self) -> Result<Option<Vec<Box<dyn Recipient>>>, Error> {
        Ok(Some(vec![Box::new(self.recipient())]))
    }
}
