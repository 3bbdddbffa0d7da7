//! SSH signatures, as `ssh-keygen -Y sign` makes them: SSHSIG (PROTOCOL.sshsig in OpenSSH's sources), with keys of the
//! type ssh-ed25519 (RFC 8709).

use super::ed25519::{PublicKey, SIGNATURE, SecretKey};
use base64ct::{Base64, Encoding as _};
use bramah::{Sha256, Sha512};
use bramah_age::ssh_wire::{number, put, string};

pub(super) const ED25519: &str = "ssh-ed25519";
pub(super) const BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const END: &str = "-----END SSH SIGNATURE-----";
const MAGIC: &[u8] = b"SSHSIG";
/// The number of base64 characters on a line, as OpenSSH writes them.
const LINE: usize = 70;

/// The key types of OpenSSH other than ssh-ed25519.
const OTHERS: [&str; 8] = [
    "ssh-rsa",
    "ssh-dss",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "ssh-xmss@openssh.com",
];

/// Returns whether a word is the name of a key type.
pub(super) fn is_type(word: &str) -> bool {
    word == ED25519 || OTHERS.contains(&word) || word.ends_with("-cert-v01@openssh.com")
}

/// Parses an ssh-ed25519 key from its type and its base64.
pub(super) fn key(kind: &str, blob: &str) -> Result<PublicKey, String> {
    if kind != ED25519 {
        return Err(unsupported(kind));
    }
    let blob = Base64::decode_vec(blob).map_err(|_| "malformed ssh-ed25519 key")?;
    from_wire(&blob)
}

fn unsupported(kind: &str) -> String {
    match kind.ends_with("-cert-v01@openssh.com") {
        true => {
            format!("SSH certificates ({kind}) are not supported; use an ssh-ed25519 key")
        }
        false => format!("{kind} keys are not supported; use an ssh-ed25519 key"),
    }
}

/// Parses a key in the wire format.
fn from_wire(mut blob: &[u8]) -> Result<PublicKey, String> {
    const WRONG: &str = "malformed ssh-ed25519 key";
    let kind = string(&mut blob).ok_or(WRONG)?;
    if kind != ED25519.as_bytes() {
        let kind: String = kind.iter().take(64).map(|&byte| char::from(byte)).collect();
        return Err(unsupported(&kind));
    }
    let point = string(&mut blob).and_then(|point| point.try_into().ok()).ok_or(WRONG)?;
    let key = PublicKey(point);
    if !blob.is_empty() || !key.is_usable() {
        return Err(WRONG.into());
    }
    Ok(key)
}

/// Returns a key in the wire format.
fn to_wire(key: &PublicKey) -> Vec<u8> {
    let mut blob = Vec::new();
    put(&mut blob, ED25519.as_bytes());
    put(&mut blob, &key.0);
    blob
}

/// Returns a key as a line of an SSH public key file.
pub(super) fn to_line(key: &PublicKey) -> String {
    format!("{ED25519} {}", Base64::encode_string(&to_wire(key)))
}

/// Returns the fingerprint of a key, as `ssh-keygen -l` prints it.
pub(super) fn fingerprint(key: &PublicKey) -> String {
    let text = Base64::encode_string(&Sha256::digest(to_wire(key)));
    format!("SHA256:{}", text.trim_end_matches('='))
}

/// Returns the bytes that an SSH signature of a message signs; they contain the digest of the message.
fn signed(namespace: &[u8], reserved: &[u8], hash: &[u8], digest: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    [namespace, reserved, hash, digest].iter().for_each(|part| put(&mut bytes, part));
    bytes
}

/// An SSH signature.
pub(super) struct Signature {
    key: PublicKey,
    namespace: Vec<u8>,
    reserved: Vec<u8>,
    hash: Vec<u8>,
    bytes: [u8; SIGNATURE],
}

impl Signature {
    /// Parses the text of a signature.
    pub(super) fn read(text: &[u8]) -> Result<Self, String> {
        const WRONG: &str = "malformed SSH signature";
        let text = str::from_utf8(text).map_err(|_| WRONG)?;
        let body = text.strip_prefix(BEGIN).and_then(|text| text.strip_prefix('\n'));
        let body = body.and_then(|text| text.split_once(END)).ok_or(WRONG)?.0;
        let joined: String = body.chars().filter(|character| !character.is_ascii_whitespace()).collect();
        let bytes = Base64::decode_vec(&joined).map_err(|_| WRONG)?;
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(WRONG)?;
        match number(&mut rest) {
            Some(1) => {}
            Some(version) => {
                return Err(format!(
                    "unsupported version {version} of an SSH signature; only version 1 is \
                                                 supported"
                ));
            }
            None => return Err(WRONG.into()),
        }
        let mut next = || string(&mut rest).ok_or(WRONG);
        let (key, namespace, reserved, hash, mut inner) = (next()?, next()?, next()?, next()?, next()?);
        if !rest.is_empty() {
            return Err(WRONG.into());
        }
        let key = from_wire(key)?;
        let (kind, bytes) = (string(&mut inner), string(&mut inner));
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok()).ok_or(WRONG)?;
        if kind != Some(ED25519.as_bytes()) || !inner.is_empty() {
            return Err(WRONG.into());
        }
        Ok(Self { key, namespace: namespace.into(), reserved: reserved.into(), hash: hash.into(), bytes })
    }

    /// Returns the public key that the signature contains.
    pub(super) fn key(&self) -> &PublicKey {
        &self.key
    }

    /// Verifies the signature of a message under the key that the signature contains. The signature must have this
    /// namespace.
    pub(super) fn verify(&self, message: &[u8], namespace: &str) -> Result<(), String> {
        if self.namespace != namespace.as_bytes() {
            let found = String::from_utf8_lossy(&self.namespace);
            return Err(format!("signed for the namespace {found:?}, not for {namespace:?}"));
        }
        let digest: &[u8] = match &self.hash[..] {
            b"sha512" => &Sha512::digest(message),
            b"sha256" => &Sha256::digest(message),
            _ => return Err("unknown hash in the SSH signature; only sha512 and sha256 are supported".into()),
        };
        let signed = signed(&self.namespace, &self.reserved, &self.hash, digest);
        match self.key.verify(&signed, &self.bytes) {
            true => Ok(()),
            false => Err(super::WRONG.into()),
        }
    }
}

/// Signs the SHA-512 digest of a message in a namespace; returns the text of the signature.
pub(super) fn sign(secret: &SecretKey, namespace: &str, digest: &[u8; 64]) -> String {
    let hash = b"sha512";
    let signed = signed(namespace.as_bytes(), b"", hash, digest);
    let mut inner = Vec::new();
    put(&mut inner, ED25519.as_bytes());
    put(&mut inner, &secret.sign(&signed));
    let mut blob = MAGIC.to_vec();
    blob.extend_from_slice(&1_u32.to_be_bytes());
    let key = to_wire(&secret.public());
    [&key, namespace.as_bytes(), b"", hash, &inner].iter().for_each(|part| put(&mut blob, part));
    let text = Base64::encode_string(&blob);
    let mut out = format!("{BEGIN}\n");
    for line in text.as_bytes().chunks(LINE) {
        out.extend(line.iter().map(|&byte| char::from(byte)));
        out.push('\n');
    }
    out + END + "\n"
}
