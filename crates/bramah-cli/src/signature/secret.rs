//! Secret signing keys: keys of minisign, encrypted with scrypt and a passphrase, and keys of OpenSSH of the type
//! ssh-ed25519. Secrets are erased after use.

use super::{
    ed25519::{KEY, SecretKey},
    plain::{self, COMMENT, Lines, Number, PlainKey},
    ssh,
};
use base64ct::{Base64, Encoding as _};
use bramah::{
    Blake2b256, Blake2b512, Sha512,
    kdf::{PasswordKdf as _, Scrypt},
    random::Generator,
};
use std::io::{self, Read};
use zeroize::Zeroizing;

/// The length in bytes of a minisign secret key: the algorithms, the salt, the limits, and the encrypted part.
const LEN: usize = 6 + 32 + 8 + 8 + SEALED;
/// The length in bytes of the encrypted part: the key number, the seed, the public key and a checksum.
const SEALED: usize = 8 + 64 + 32;
/// The minimum number of operations that libsodium's scrypt interface accepts.
const LEAST: u64 = 32768;
/// The default work factor, log2 of scrypt's N: the value of minisign, which needs 1 GiB of memory.
pub(crate) const WORK_FACTOR: u32 = 20;

/// A secret signing key.
pub(crate) enum Signer {
    /// A minisign key with its key number.
    Minisign(Number, SecretKey),
    /// An SSH key.
    Ssh(SecretKey),
}

/// The reasons why a secret key cannot be read.
pub(crate) enum Refused {
    /// The passphrase is wrong.
    Passphrase,
    Other(String),
}

impl<T: Into<String>> From<T> for Refused {
    fn from(reason: T) -> Self {
        Self::Other(reason.into())
    }
}

/// Returns whether a file is a minisign secret key.
pub(crate) fn is_minisign(file: &[u8]) -> bool {
    file.starts_with(COMMENT)
}

/// Returns log2 of scrypt's N, and p, for libsodium's limits of operations and of memory in bytes. The computation is
/// that of libsodium; r is 8.
fn parameters(operations: u64, memory: u64) -> (u32, u32) {
    // log2 of the smallest power of two above half of `most`
    let log = |most: u64| (1..63).find(|&log| 1_u64 << log > most / 2).unwrap_or(63);
    let operations = operations.max(LEAST);
    if operations < memory / 32 {
        return (log(operations / 32), 1);
    }
    let log_n = log(memory / 1024);
    let lanes = ((operations / 4) >> log_n).min(0x3fff_ffff) / 8;
    (log_n, lanes as u32)
}

/// Encrypts or decrypts the secret part: XORs it with the output of scrypt for the passphrase.
fn seal(
    passphrase: &[u8],
    salt: &[u8],
    (log_n, p): (u32, u32),
    sealed: &mut [u8],
) -> Result<(), bramah::Error> {
    let mut stream = Zeroizing::new([0; SEALED]);
    Scrypt::new(log_n, 8, p)?.derive(passphrase, salt, &mut *stream)?;
    sealed.iter_mut().zip(&*stream).for_each(|(byte, key)| *byte ^= key);
    Ok(())
}

/// Returns the checksum of the key number and the key. The hash object contains the key, and `finalize` would take it by
/// value: a move leaves a copy on the stack, unless the compiler removes it.
fn checksum(key: &[u8]) -> [u8; 32] {
    let mut hash = Blake2b256::new();
    hash.update(b"Ed");
    hash.update(key);
    hash.finalize_reset()
}

/// Parses a minisign secret key. If it is encrypted, asks for the passphrase; refuses a key for which log2 of scrypt's
/// N times p exceeds `most_work`.
pub(crate) fn minisign<E: From<Refused>>(
    file: &[u8],
    most_work: u32,
    passphrase: impl FnOnce() -> Result<Zeroizing<Vec<u8>>, E>,
) -> Result<Signer, E> {
    let refused = |reason: &str| E::from(Refused::from(reason));
    const WRONG: &str = "not a minisign secret key";
    let mut lines = Lines(file);
    lines.next();
    let line = lines.next().unwrap_or_default();
    let mut bytes = Zeroizing::new([0; LEN.div_ceil(3) * 3]);
    let decoded = Base64::decode(line, &mut *bytes).ok().map(<[u8]>::len);
    if decoded != Some(LEN)
        || &bytes[..2] != b"Ed"
        || &bytes[4..6] != b"B2"
        || !lines.0.trim_ascii().is_empty()
    {
        return Err(refused(WRONG));
    }
    let (head, sealed) = bytes[..LEN].split_at_mut(LEN - SEALED);
    let number = |at: usize| head[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    let encrypted = match &head[2..4] {
        b"Sc" => true,
        [0, 0] => false,
        _ => {
            return Err(refused(
                "this minisign secret key uses an unknown key derivation function; only scrypt is supported",
            ));
        }
    };
    if encrypted {
        let (log_n, p) = parameters(number(38), number(46));
        if p == 0 || log_n > most_work || u64::from(p) << log_n > 1 << most_work {
            return Err(refused(
                "the scrypt work factor of this key is above the limit; `bramah sign` can raise the limit with --max-work-factor",
            ));
        }
        let passphrase = passphrase()?;
        seal(&passphrase, &head[6..38], (log_n, p), sealed)
            .map_err(|error| E::from(Refused::from(error.to_string())))?;
    }
    let (key, sum) = sealed.split_at(8 + 64);
    // minisign writes zeros instead of the checksum of an unencrypted key
    if sum != checksum(key) && (encrypted || sum != [0; 32]) {
        return Err(if encrypted { E::from(Refused::Passphrase) } else { refused(WRONG) });
    }
    let (Some(number), Some(seed), Some(public)) =
        (key.first_chunk::<8>(), key[8..].first_chunk::<KEY>(), key.last_chunk::<KEY>())
    else {
        return Err(refused(WRONG));
    };
    let secret = SecretKey::of_seed(seed);
    if secret.public().0 != *public {
        return Err(refused("damaged secret key: the secret half does not match the public half"));
    }
    Ok(Signer::Minisign(*number, secret))
}

/// Makes a minisign secret key, encrypted if there is a passphrase; returns the text of its file, and the signer.
pub(crate) fn generate(
    passphrase: Option<&[u8]>,
    work_factor: u32,
) -> Result<(Zeroizing<String>, Signer), bramah::Error> {
    let mut generator = Generator::new()?;
    let mut bytes = Zeroizing::new([0; LEN]);
    bytes[..2].copy_from_slice(b"Ed");
    bytes[4..6].copy_from_slice(b"B2");
    generator.fill(&mut bytes[54..54 + 8 + KEY])?;
    let (head, sealed) = bytes.split_at_mut(LEN - SEALED);
    let (number, seed) = (sealed.first_chunk::<8>(), sealed[8..].first_chunk::<KEY>());
    let signer = match (number, seed) {
        (Some(number), Some(seed)) => Signer::Minisign(*number, SecretKey::of_seed(seed)),
        _ => return Err(bramah::Error::NoEntropy),
    };
    sealed[8 + KEY..8 + 64].copy_from_slice(&signer.secret().public().0);
    if let Some(passphrase) = passphrase {
        head[2..4].copy_from_slice(b"Sc");
        generator.fill(&mut head[6..38])?;
        head[38..46].copy_from_slice(&(32_u64 << work_factor).to_le_bytes());
        head[46..54].copy_from_slice(&(1024_u64 << work_factor).to_le_bytes());
        let (key, sum) = sealed.split_at_mut(8 + 64);
        sum.copy_from_slice(&checksum(key));
        seal(passphrase, &head[6..38], (work_factor, 1), sealed)?;
    }
    let kind = if passphrase.is_some() { "encrypted secret key" } else { "secret key" };
    let start = format!("untrusted comment: minisign {kind}\n");
    // allocated once: a reallocation would leave the secret in freed memory
    let mut text = Zeroizing::new(String::with_capacity(start.len() + LEN.div_ceil(3) * 4 + 1));
    text.push_str(&start);
    text.push_str(&Zeroizing::new(Base64::encode_string(&*bytes)));
    text.push('\n');
    Ok((text, signer))
}

/// The number of bytes of a message that are read at a time.
const PIECE: usize = 1 << 16;

/// Hashes a message.
fn hashed<H>(mut message: impl Read, mut hash: H, update: fn(&mut H, &[u8])) -> io::Result<H> {
    let mut piece = vec![0; PIECE];
    loop {
        match message.read(&mut piece) {
            Ok(0) => return Ok(hash),
            Ok(count) => update(&mut hash, &piece[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

impl Signer {
    /// Makes the signer for the seed of an SSH key.
    pub(crate) fn ssh(seed: &[u8; KEY]) -> Self {
        Self::Ssh(SecretKey::of_seed(seed))
    }

    fn secret(&self) -> &SecretKey {
        match self {
            Self::Minisign(_, secret) | Self::Ssh(secret) => secret,
        }
    }

    /// Returns the public key as one line.
    pub(crate) fn public(&self) -> String {
        match self {
            Self::Minisign(number, secret) => PlainKey::new(*number, secret.public()).to_line(),
            Self::Ssh(secret) => ssh::to_line(&secret.public()),
        }
    }

    /// Returns the text of the public key file.
    pub(crate) fn public_file(&self) -> String {
        match self {
            Self::Minisign(number, secret) => {
                let key = PlainKey::new(*number, secret.public());
                format!("untrusted comment: minisign public key {}\n{}\n", key.id(), key.to_line())
            }
            Self::Ssh(_) => self.public() + "\n",
        }
    }

    /// Returns the suffix of the names of signature files.
    pub(crate) fn suffix(&self) -> &'static str {
        match self {
            Self::Minisign(..) => ".minisig",
            Self::Ssh(_) => ".sig",
        }
    }

    /// Signs a message, and returns the text of the signature; `comment` is the trusted comment of a minisign
    /// signature, and `namespace` is the namespace of an SSH signature.
    pub(crate) fn sign(&self, message: impl Read, comment: &str, namespace: &str) -> io::Result<String> {
        Ok(match self {
            Self::Minisign(number, secret) => {
                let digest = hashed(message, Blake2b512::new(), |hash, piece| hash.update(piece))?.finalize();
                plain::sign(secret, *number, &digest, comment)
            }
            Self::Ssh(secret) => {
                let digest = hashed(message, Sha512::new(), |hash, piece| hash.update(piece))?.finalize();
                ssh::sign(secret, namespace, &digest)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the limits of minisign, half of these limits, the smallest limits, and the limits that this command
    /// writes.
    #[test]
    fn parameters_are_those_of_libsodium() {
        assert_eq!(parameters(1 << 25, 1 << 30), (20, 1));
        assert_eq!(parameters(1 << 24, 1 << 29), (19, 1));
        assert_eq!(parameters(0, 1 << 24), (10, 1));
        assert_eq!(parameters(1 << 25, 1 << 24), (14, 64));
        for work in 10..=22 {
            assert_eq!(parameters(32 << work, 1024 << work), (work, 1));
        }
    }

    #[test]
    fn a_key_is_read_again() {
        for passphrase in [None, Some(&b"pw"[..])] {
            let (text, signer) = generate(passphrase, 10).expect("a key");
            let asked = || Ok(Zeroizing::new(b"pw".to_vec()));
            let again: Result<Signer, Refused> = minisign(text.as_bytes(), 20, asked);
            let Ok(again) = again else { panic!("not read") };
            assert_eq!(again.public(), signer.public());
            if passphrase.is_some() {
                let other = || Ok(Zeroizing::new(b"pW".to_vec()));
                assert!(matches!(minisign(text.as_bytes(), 20, other), Err(Refused::Passphrase)));
                let asked = || -> Result<_, Refused> { panic!("nothing is asked for") };
                assert!(matches!(minisign(text.as_bytes(), 9, asked), Err(Refused::Other(_))));
            }
        }
    }
}
