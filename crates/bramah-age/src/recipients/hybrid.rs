//! ML-KEM-768 combined with X25519, against future attackers with quantum computers: C2SP, *The age file encryption
//! format*, section "The mlkem768x25519 recipient type". It is HPKE (RFC 9180) in base mode with the KEM
//! MLKEM768-X25519, HKDF-SHA-256, and ChaCha20-Poly1305. The KEM is X-Wing (draft-connolly-cfrg-xwing-kem).

use super::{
    Identity, POST_QUANTUM, Recipient, Wrapped, arguments, decoded, first_of,
    hpke::{self, LATTICE_KEY, LATTICE_TEXT},
    sealed,
};
use crate::{
    Error, FileKey, Stanza,
    key::{FILE_KEY, TAG, random},
    text::{base64, bech32, from_bech32},
};
use bramah::Shake256;
use ml_kem::{Decapsulate as _, DecapsulationKey768, EncapsulationKey768, KeyExport as _, Seed};
use std::fmt;
use x25519_dalek::{PublicKey, StaticSecret};
use zeroize::Zeroizing;

pub(super) const KIND: &str = "mlkem768x25519";
const INFO: &[u8] = b"age-encryption.org/mlkem768x25519";
/// The Bech32 prefixes of recipients and identities.
const PUBLIC: &str = "age1pq";
const SECRET: &str = "AGE-SECRET-KEY-PQ-";
/// The identifier of the KEM in HPKE.
const KEM: u16 = 0x647a;
/// The label of X-Wing.
const X_WING: &[u8; 6] = br"\.//^\";

/// A public key, written `age1pq1...`.
#[derive(Clone, PartialEq)]
pub struct HybridRecipient {
    lattice: EncapsulationKey768,
    curve: PublicKey,
}

impl HybridRecipient {
    /// Parses a recipient.
    ///
    /// # Errors
    /// [`Error::Key`] if the text is not a public key in Bech32 with the prefix `age1pq`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = || Error::key("malformed age1pq1... recipient");
        let (prefix, bytes) = from_bech32(text).ok_or_else(wrong)?;
        let (lattice, curve) = bytes.split_at_checked(LATTICE_KEY).ok_or_else(wrong)?;
        let curve: [u8; 32] = curve.try_into().map_err(|_| wrong())?;
        let lattice = lattice.try_into().ok().and_then(|key| EncapsulationKey768::new(key).ok());
        match lattice {
            Some(lattice) if prefix == PUBLIC => Ok(Self { lattice, curve: curve.into() }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for HybridRecipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = [&self.lattice.to_bytes()[..], self.curve.as_bytes()].concat();
        f.write_str(&bech32(PUBLIC, &bytes).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for HybridRecipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HybridRecipient({self})")
    }
}

impl Recipient for HybridRecipient {
    fn wrap(&self, key: &FileKey) -> Result<Wrapped, Error> {
        let ephemeral = StaticSecret::from(*Zeroizing::new(random::<32>()?));
        let share = PublicKey::from(&ephemeral);
        let message = Zeroizing::new(random::<32>()?);
        let (mut encapsulated, secret) = hpke::encapsulated(&self.lattice, &message);
        let shared = ephemeral.diffie_hellman(&self.curve);
        if !shared.was_contributory() {
            return Err(Error::key("the public key of the recipient is invalid (a point of low order)"));
        }
        let shared = combined(&secret, shared.as_bytes(), &share, &self.curve);
        encapsulated.extend_from_slice(share.as_bytes());
        let sealed = hpke::seal(KEM, INFO, &shared, key)?;
        Ok(Wrapped::one(Stanza::new(KIND, [base64(&encapsulated)], &sealed)).labelled(POST_QUANTUM))
    }

    fn text(&self) -> Option<String> {
        Some(self.to_string())
    }
}

/// Combines the shared secrets of ML-KEM and X25519 as X-Wing does.
fn combined(
    lattice: &[u8; 32],
    curve: &[u8; 32],
    share: &PublicKey,
    public: &PublicKey,
) -> Zeroizing<[u8; 32]> {
    hpke::combined(lattice, curve, share.as_bytes(), public.as_bytes(), X_WING)
}

/// A secret key, written `AGE-SECRET-KEY-PQ-1...`.
pub struct HybridIdentity {
    seed: Zeroizing<[u8; 32]>,
    lattice: DecapsulationKey768,
    curve: StaticSecret,
}

impl HybridIdentity {
    /// Generates a new secret key.
    ///
    /// # Errors
    /// [`Error::Primitive`] if the operating system returns no random bytes.
    pub fn random() -> Result<Self, Error> {
        Ok(Self::of_seed(Zeroizing::new(random()?)))
    }

    /// Generates a new secret key. This is another name for [`random`](Self::random).
    ///
    /// ```
    /// let identity = bramah_age::HybridIdentity::generate()?;
    /// println!("{}", identity.recipient());
    /// # Ok::<(), bramah_age::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Primitive`] if the operating system returns no random bytes.
    pub fn generate() -> Result<Self, Error> {
        Self::random()
    }

    fn of_seed(seed: Zeroizing<[u8; 32]>) -> Self {
        let mut expanded = Zeroizing::new([0; 96]);
        let mut shake = Shake256::new();
        shake.update(seed.as_slice());
        shake.finalize_xof().read(&mut *expanded);
        let lattice = Zeroizing::new(*expanded.first_chunk::<64>().expect("64 of 96 bytes"));
        let curve = Zeroizing::new(*expanded.last_chunk::<32>().expect("32 of 96 bytes"));
        let lattice = DecapsulationKey768::from_seed(Seed::from(*lattice));
        Self { seed, lattice, curve: StaticSecret::from(*curve) }
    }

    /// Parses an identity.
    ///
    /// # Errors
    /// [`Error::Key`] if the text is not 32 bytes in Bech32 with the prefix `AGE-SECRET-KEY-PQ-`.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let wrong = || Error::key("malformed AGE-SECRET-KEY-PQ-1... identity");
        let (prefix, bytes) = from_bech32(text).ok_or_else(wrong)?;
        if prefix != SECRET {
            return Err(wrong());
        }
        Ok(Self::of_seed(Zeroizing::new(bytes[..].try_into().map_err(|_| wrong())?)))
    }

    /// Returns the recipient that corresponds to this identity.
    pub fn recipient(&self) -> HybridRecipient {
        HybridRecipient {
            lattice: self.lattice.encapsulation_key().clone(),
            curve: PublicKey::from(&self.curve),
        }
    }

    /// Returns the identity as text, which is secret.
    pub fn expose(&self) -> Zeroizing<String> {
        let text = bech32(SECRET, &*self.seed).expect("the prefix is valid, and 32 bytes fit in Bech32");
        Zeroizing::new(text.to_ascii_uppercase())
    }
}

impl fmt::Debug for HybridIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HybridIdentity")
    }
}

impl Identity for HybridIdentity {
    fn unwrap(&self, stanzas: &[Stanza]) -> Result<Option<FileKey>, Error> {
        first_of(stanzas, KIND, |stanza| {
            let (encapsulated, body) = parsed(stanza)?;
            let (text, share) = encapsulated.split_at(LATTICE_TEXT);
            let share: [u8; 32] = share.try_into().expect("32 bytes are left");
            let share = PublicKey::from(share);
            let text = text.try_into().expect("an ML-KEM ciphertext of 1088 bytes");
            let secret = Zeroizing::new(<[u8; 32]>::from(self.lattice.decapsulate(text)));
            let shared = self.curve.diffie_hellman(&share);
            if !shared.was_contributory() {
                return Err(Error::header(
                    "the file is damaged or forged: the X25519 share of an mlkem768x25519 stanza is a point of low \
                     order",
                ));
            }
            let shared = combined(&secret, shared.as_bytes(), &share, &PublicKey::from(&self.curve));
            hpke::open(KEM, INFO, &shared, body)
        })
    }

    fn recipients(&self) -> Result<Option<Vec<Box<dyn Recipient>>>, Error> {
        Ok(Some(vec![Box::new(self.recipient())]))
    }
}

/// Returns the KEM's ciphertext and the wrapped file key of a stanza.
pub(super) fn parsed(stanza: &Stanza) -> Result<([u8; LATTICE_TEXT + 32], &[u8; FILE_KEY + TAG]), Error> {
    let [encapsulated] = arguments(stanza)?;
    Ok((decoded(stanza, encapsulated)?, sealed(stanza)?))
}
