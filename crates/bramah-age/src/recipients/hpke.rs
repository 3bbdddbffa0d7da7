//! HPKE (RFC 9180) in base mode with HKDF-SHA-256 and ChaCha20-Poly1305, which encrypts one file key. This module also
//! contains the code that the KEMs of ML-KEM-768 with a curve share (draft-ietf-hpke-pq).

use crate::{
    Error, FileKey,
    key::{FILE_KEY, TAG},
};
use bramah::{Hmac, Sha3_256, Sha256, kdf::Hkdf};
use ml_kem::{B32, EncapsulationKey768};
use zeroize::Zeroizing;

/// The lengths in bytes of a public key and of a ciphertext of ML-KEM-768.
pub(super) const LATTICE_KEY: usize = 1184;
pub(super) const LATTICE_TEXT: usize = 1088;

/// The identifiers of HKDF-SHA-256 and ChaCha20-Poly1305 in HPKE.
const KDF: [u8; 2] = [0, 1];
const AEAD: [u8; 2] = [0, 3];

/// Encrypts a file key under the shared secret of the KEM with the identifier `kem` (RFC 9180, section 6.1).
pub(super) fn seal(kem: u16, info: &[u8], shared: &[u8; 32], key: &FileKey) -> Result<Vec<u8>, Error> {
    let (sealing, nonce) = schedule(kem, info, shared);
    Ok(bramah::ChaCha20Poly1305::new(&sealing[..])?.encrypt(&nonce[..], b"", key.expose())?)
}

/// Decrypts a body that [`seal`] encrypted. Returns `None` if it was encrypted under another secret.
pub(super) fn open(
    kem: u16,
    info: &[u8],
    shared: &[u8; 32],
    body: &[u8; FILE_KEY + TAG],
) -> Result<Option<FileKey>, Error> {
    let (sealing, nonce) = schedule(kem, info, shared);
    FileKey::unwrap_at(&sealing, &nonce, body)
}

/// Derives the key and the nonce of the first message (RFC 9180, section 5.1, in base mode).
pub(super) fn schedule(
    kem: u16,
    info: &[u8],
    shared: &[u8; 32],
) -> (Zeroizing<[u8; 32]>, Zeroizing<[u8; 12]>) {
    let suite = [b"HPKE", &kem.to_be_bytes()[..], &KDF, &AEAD].concat();
    let mut context = vec![0];
    context.extend_from_slice(&*extract(&suite, b"", b"psk_id_hash", b""));
    context.extend_from_slice(&*extract(&suite, b"", b"info_hash", info));
    let secret = extract(&suite, shared, b"secret", b"");
    let (mut key, mut nonce) = (Zeroizing::new([0; 32]), Zeroizing::new([0; 12]));
    expand(&suite, &secret, b"key", &context, &mut *key);
    expand(&suite, &secret, b"base_nonce", &context, &mut *nonce);
    (key, nonce)
}

/// Derives the shared secret of the DHKEM with the identifier `kem` from the result of Diffie-Hellman (RFC 9180,
/// section 4.1). The context is the ephemeral share followed by the public key.
pub(super) fn of_product(kem: u16, product: &[u8; 32], context: &[u8]) -> Zeroizing<[u8; 32]> {
    let suite = [b"KEM", &kem.to_be_bytes()[..]].concat();
    let secret = extract(&suite, b"", b"eae_prk", product);
    let mut out = Zeroizing::new([0; 32]);
    expand(&suite, &secret, b"shared_secret", context, &mut *out);
    out
}

/// Extracts a key from `input`: LabeledExtract of RFC 9180, section 4.
fn extract(suite: &[u8], salt: &[u8], label: &[u8], input: &[u8]) -> Zeroizing<[u8; 32]> {
    let labelled = Zeroizing::new([b"HPKE-v1", suite, label, input].concat());
    Zeroizing::new(Hmac::<Sha256>::mac(salt, &labelled))
}

/// Expands a key to the bytes of `out`: LabeledExpand of RFC 9180, section 4.
fn expand(suite: &[u8], secret: &[u8; 32], label: &[u8], context: &[u8], out: &mut [u8]) {
    let length = (out.len() as u16).to_be_bytes();
    let info = [&length[..], b"HPKE-v1", suite, label, context].concat();
    Hkdf::<Sha256>::from_key(secret).expand(&info, out).expect("the length is below the limit of HKDF");
}

/// Encapsulates a secret for a public key of ML-KEM-768 with the given random bytes (FIPS 203, algorithm 17). Returns
/// the ciphertext and the secret.
pub(super) fn encapsulated(key: &EncapsulationKey768, message: &[u8; 32]) -> (Vec<u8>, Zeroizing<[u8; 32]>) {
    let message = Zeroizing::new(B32::from(*message));
    let (text, secret) = key.encapsulate_deterministic(&message);
    (text.to_vec(), Zeroizing::new(secret.into()))
}

/// Combines the shared secrets of ML-KEM and of the curve with the ephemeral share and the public key of the curve
/// (C2PRI of draft-irtf-cfrg-hybrid-kems). Each KEM has its own label.
pub(super) fn combined(
    lattice: &[u8; 32],
    curve: &[u8; 32],
    share: &[u8],
    public: &[u8],
    label: &[u8],
) -> Zeroizing<[u8; 32]> {
    let mut hasher = Sha3_256::new();
    for part in [&lattice[..], curve, share, public, label] {
        hasher.update(part);
    }
    // `finalize` would move the hash object, which contains the secrets
    Zeroizing::new(hasher.finalize_reset())
}
