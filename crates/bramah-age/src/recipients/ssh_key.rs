//! SSH keys: public keys as in RFC 8709, section 4, and private keys in OpenSSH's format (PROTOCOL.key in its sources).

use crate::{
    Error,
    ssh_wire::{number, put, string},
};
use base64ct::{Base64, Encoding as _};
use bramah::{kdf::BcryptPbkdf, mode::Direction};
use zeroize::Zeroizing;

pub(super) const ED25519: &str = "ssh-ed25519";
const BEGIN: &str = "-----BEGIN OPENSSH PRIVATE KEY-----";
const END: &str = "-----END OPENSSH PRIVATE KEY-----";
const MAGIC: &[u8] = b"openssh-key-v1\0";
/// The maximum accepted number of rounds of bcrypt_pbkdf. This number of rounds takes about a minute.
const MOST_ROUNDS: u32 = 4096;

/// A public key of the type ssh-ed25519.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PublicKey {
    /// The compressed point of the curve.
    pub(super) point: [u8; 32],
}

impl PublicKey {
    /// Parses a line of an `authorized_keys` or `.pub` file, which must have no options.
    pub(super) fn parse(line: &str) -> Result<Self, Error> {
        let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
        let (kind, blob) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        match kind {
            ED25519 => {}
            "ssh-rsa" => {
                return Err(Error::key(
                    "ssh-rsa is not supported, because the RSA libraries have known timing leaks; use ssh-ed25519",
                ));
            }
            _ => return Err(Error::key("unsupported type of SSH key; only ssh-ed25519 is supported")),
        }
        let wrong = || Error::key("malformed ssh-ed25519 key");
        let blob = Base64::decode_vec(blob).map_err(|_| wrong())?;
        Self::from_wire(&blob).ok_or_else(wrong)
    }

    fn from_wire(mut blob: &[u8]) -> Option<Self> {
        let kind = string(&mut blob)?;
        let point = string(&mut blob)?.try_into().ok()?;
        (kind == ED25519.as_bytes() && blob.is_empty()).then_some(Self { point })
    }

    /// Serializes the key in the wire format.
    pub(super) fn to_wire(&self) -> Vec<u8> {
        let mut wire = Vec::new();
        put(&mut wire, ED25519.as_bytes());
        put(&mut wire, &self.point);
        wire
    }
}

/// A seed. It is boxed, because a move would leave a copy of it on the stack.
pub(super) type Seed = Box<Zeroizing<[u8; 32]>>;

/// A private key of the type ssh-ed25519, which may be encrypted.
pub(super) struct PrivateKey {
    pub(super) public: PublicKey,
    cipher: Vec<u8>,
    /// The salt and the number of rounds of bcrypt_pbkdf, if the key is encrypted.
    kdf: Option<(Vec<u8>, u32)>,
    body: Zeroizing<Vec<u8>>,
}

impl PrivateKey {
    /// Parses a private key in OpenSSH's format.
    pub(super) fn parse(text: &str) -> Result<Self, Error> {
        let wrong = || Error::key("malformed OpenSSH private key");
        let text = text.trim();
        if !text.starts_with(BEGIN) {
            return Err(Error::key(
                "this private key is not in OpenSSH's format; convert it with `ssh-keygen -p -f FILE`",
            ));
        }
        let body = text.strip_prefix(BEGIN).and_then(|text| text.strip_suffix(END)).ok_or_else(wrong)?;
        let mut joined = Zeroizing::new(String::with_capacity(body.len()));
        body.lines().for_each(|line| joined.push_str(line.trim()));
        let bytes = Zeroizing::new(Base64::decode_vec(&joined).map_err(|_| wrong())?);
        Self::from_bytes(&bytes).ok_or_else(wrong)?
    }

    /// Parses the decoded bytes of a private key. Returns `None` if they are malformed.
    fn from_bytes(bytes: &[u8]) -> Option<Result<Self, Error>> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let cipher = string(&mut rest)?.to_vec();
        let kdf = string(&mut rest)?;
        let mut options = string(&mut rest)?;
        if number(&mut rest)? != 1 {
            return None;
        }
        let Some(public) = PublicKey::from_wire(string(&mut rest)?) else {
            return Some(Err(Error::key(
                "unsupported type of SSH private key; only ssh-ed25519 is supported",
            )));
        };
        let body = Zeroizing::new(string(&mut rest)?.to_vec());
        let kdf = match kdf {
            b"none" => None,
            b"bcrypt" => Some((string(&mut options)?.to_vec(), number(&mut options)?)),
            _ => {
                return Some(Err(Error::key(
                    "the SSH private key uses an unknown key derivation function; only bcrypt is supported",
                )));
            }
        };
        rest.is_empty().then_some(Ok(Self { public, cipher, kdf, body }))
    }

    /// Returns whether the key is encrypted.
    pub(super) fn is_encrypted(&self) -> bool {
        self.kdf.is_some()
    }

    /// Returns the seed of the key. If the key is encrypted, `passphrase` decrypts it.
    pub(super) fn seed(&self, passphrase: &[u8]) -> Result<Seed, Error> {
        let mut body = Zeroizing::new(self.body.to_vec());
        if let Some((salt, rounds)) = &self.kdf {
            if *rounds > MOST_ROUNDS {
                return Err(Error::key(format!(
                    "the SSH key needs {rounds} bcrypt rounds, above the limit of {MOST_ROUNDS}"
                )));
            }
            if passphrase.is_empty() {
                return Err(Error::WrongPassphrase);
            }
            let name = match &self.cipher[..] {
                b"aes128-ctr" => "aes-128-ctr",
                b"aes192-ctr" => "aes-192-ctr",
                b"aes256-ctr" => "aes-256-ctr",
                _ => {
                    return Err(Error::key(
                        "unsupported cipher of the encrypted SSH private key; only AES in CTR mode is supported",
                    ));
                }
            };
            let cipher = bramah::cipher(name)?;
            let mut key = Zeroizing::new(vec![0; cipher.key_len() + 16]);
            BcryptPbkdf::new(*rounds)?.derive(passphrase, salt, &mut key)?;
            let (key, iv) = key.split_at(cipher.key_len());
            cipher.begin(key, iv, Direction::Decrypt)?.apply(&mut body[..])?;
        }
        match self.seed_of(&body) {
            Some(seed) => Ok(seed),
            None if self.is_encrypted() => Err(Error::WrongPassphrase),
            None => Err(Error::key("malformed OpenSSH private key")),
        }
    }

    /// Parses the decrypted body of a private key. Returns `None` if it is malformed, as after a wrong passphrase.
    fn seed_of(&self, mut body: &[u8]) -> Option<Seed> {
        if number(&mut body)? != number(&mut body)? {
            return None;
        }
        let kind = string(&mut body)?;
        let public = string(&mut body)?;
        let (seed, repeated) = string(&mut body)?.split_first_chunk::<32>()?;
        let same = public == self.public.point && repeated == public && kind == ED25519.as_bytes();
        let _comment = string(&mut body)?;
        let padded = body.iter().zip(1_u8..).all(|(found, expected)| *found == expected);
        let mut place = Seed::new(Zeroizing::new([0; 32]));
        place.copy_from_slice(seed);
        (same && padded).then_some(place)
    }
}
