//! SSH keys of the type ssh-ed25519, converted to X25519. This recipient type is documented only by age's source code,
//! package `agessh`. C2SP's specification only mentions it.
//!
//! The stanza contains four bytes of a digest of the public key. So anyone who has the file and the public key can see
//! that the file is encrypted to this key.

use super::{
    Ask, Identity, Recipient, Wrapped, arguments, decoded, first_of, sealed,
    ssh_key::{ED25519, PrivateKey, PublicKey},
};
use crate::{
    Error, FileKey, Stanza,
    key::{hkdf, random},
    text::base64,
};
use base64ct::{Base64, Encoding as _};
use bramah::{Sha256, Sha512};
use curve25519_dalek::edwards::CompressedEdwardsY;
use std::sync::{Arc, OnceLock};
use subtle::ConstantTimeEq as _;
use x25519_dalek::{X25519_BASEPOINT_BYTES, x25519};
use zeroize::Zeroizing;

const INFO: &[u8] = b"age-encryption.org/v1/ssh-ed25519";

/// A public key, written `ssh-ed25519 ...`.
#[derive(Clone)]
pub struct SshRecipient {
    key: PublicKey,
    curve: [u8; 32],
}

impl SshRecipient {
    /// Parses a line of an `authorized_keys` or `.pub` file, which must have no options.
    ///
    /// # Errors
    /// [`Error::Key`] if the line is malformed, or a key of another type.
    pub fn parse(line: &str) -> Result<Self, Error> {
        Self::of(PublicKey::parse(line)?)
    }

    fn of(key: PublicKey) -> Result<Self, Error> {
        let point = CompressedEdwardsY(key.point).decompress();
        let point = point.ok_or_else(|| Error::key("invalid ssh-ed25519 key: not a point on the curve"))?;
        Ok(Self { key, curve: point.to_montgomery().to_bytes() })
    }

    /// Returns the key in the format of `.pub` files.
    pub fn text_of_key(&self) -> String {
        format!("{ED25519} {}", Base64::encode_string(&self.key.to_wire()))
    }

    /// Returns the key tag, which is the first argument of stanzas for this key.
    fn tag(&self) -> String {
        base64(&Sha256::digest(self.key.to_wire())[..4])
    }

    /// Derives the wrapping key from a shared secret.
    fn wrapping(&self, shared: [u8; 32], share: &[u8; 32]) -> Result<Zeroizing<[u8; 32]>, Error> {
        let shared = Zeroizing::new(shared);
        let tweak = hkdf(&self.key.to_wire(), b"", INFO);
        let shared = Zeroizing::new(x25519(*tweak, *shared));
        if shared.ct_eq(&[0; 32]).into() {
            return Err(Error::header(
                "the share in an ssh-ed25519 stanza, or the key, is a point of low order",
            ));
        }
        Ok(hkdf(&[share.as_slice(), &self.curve].concat(), &*shared, INFO))
    }
}

impl Recipient for SshRecipient {
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error> {
        let ephemeral = Zeroizing::new(random::<32>()?);
        let share = x25519(*ephemeral, X25519_BASEPOINT_BYTES);
        let wrapping = self.wrapping(x25519(*ephemeral, self.curve), &share)?;
        Ok(Wrapped::one(Stanza::new(ED25519, [self.tag(), base64(&share)], &key.wrap(&wrapping)?)))
    }

    fn text(&self) -> Option<String> {
        Some(self.text_of_key())
    }
}

/// A private key of the type ssh-ed25519 in OpenSSH's format. If it is encrypted, the user is asked for its passphrase
/// only when a file is encrypted to this key.
pub struct SshIdentity {
    recipient: SshRecipient,
    key: PrivateKey,
    /// The interface that asks the user for the passphrase, and the prompt.
    ask: Arc<dyn Ask>,
    prompt: String,
    secret: OnceLock<Zeroizing<[u8; 32]>>,
}

impl SshIdentity {
    /// Parses a private key.
    ///
    /// # Errors
    /// [`Error::Key`] if the key is malformed, or has another type or format.
    pub fn parse(text: &str, ask: Arc<dyn Ask>, prompt: &str) -> Result<Self, Error> {
        let key = PrivateKey::parse(text)?;
        let recipient = SshRecipient::of(key.public.clone())?;
        Ok(Self { recipient, key, ask, prompt: prompt.into(), secret: OnceLock::new() })
    }

    /// Returns the recipient that corresponds to this identity.
    pub fn recipient(&self) -> SshRecipient {
        self.recipient.clone()
    }

    /// Returns the seed of the key, from which Ed25519 makes signatures (RFC 8032, section 5.1.5). If the key is
    /// encrypted, the user is asked for the passphrase.
    ///
    /// # Errors
    /// [`Error::WrongPassphrase`]; [`Error::Key`] if the key is malformed.
    pub fn seed(&self) -> Result<Box<Zeroizing<[u8; 32]>>, Error> {
        let passphrase = match self.key.is_encrypted() {
            true => self.ask.passphrase(&self.prompt)?,
            false => Zeroizing::default(),
        };
        self.key.seed(&passphrase)
    }

    /// Returns the corresponding X25519 secret key.
    fn secret(&self) -> Result<&[u8; 32], Error> {
        if let Some(secret) = self.secret.get() {
            return Ok(secret);
        }
        let seed = self.seed()?;
        let digest = Zeroizing::new(Sha512::digest(&seed[..]));
        let half = digest.first_chunk().expect("a digest has 64 bytes");
        let secret = self.secret.get_or_init(|| Zeroizing::new(*half));
        if x25519(**secret, X25519_BASEPOINT_BYTES) != self.recipient.curve {
            return Err(Error::key(
                "damaged SSH private key: the secret half does not match the public half",
            ));
        }
        Ok(secret)
    }
}

impl Identity for SshIdentity {
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error> {
        first_of(stanzas, ED25519, |stanza| {
            let (tag, share) = parsed(stanza)?;
            if tag != self.recipient.tag() {
                return Ok(None);
            }
            let wrapping = self.recipient.wrapping(x25519(*self.secret()?, share), &share)?;
            FileKey::unwrap(&wrapping, sealed(stanza)?)
        })
    }

    fn recipients(&self) -> Result<Option<Vec<Box<dyn Recipient>>>, Error> {
        Ok(Some(vec![Box::new(self.recipient())]))
    }
}

/// Returns the key tag and the ephemeral share of a stanza. If the tag does not match the key, the stanza is for
/// another key, and its body must be ignored.
pub(super) fn parsed(stanza: &Stanza) -> Result<(&str, [u8; 32]), Error> {
    let [tag, share] = arguments(stanza)?;
    Ok((tag, decoded(stanza, share)?))
}
