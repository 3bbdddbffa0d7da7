//! Encrypt-then-MAC by name.

use super::{EncryptThenMac, PaddedCbc};
use crate::{
    Error,
    backend::Choice,
    block::{self, AnyCipher, Use},
    mac::{self, AnyMac, Prf},
    names::{ByteLengths, Standing, folded, folds_to},
    registry::{backends, unknown},
    wipe,
};
use alloc::vec::Vec;
use core::fmt;

/// The properties of a named composition of a cipher and a MAC.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name, in lower case.
    pub name: &'static str,
    /// Other names. Comparisons of names ignore case and everything except letters and digits.
    pub aliases: &'static [&'static str],
    /// The specification.
    pub specification: &'static str,
    /// The standing of this composition, which states whether it is recommended for new designs.
    pub standing: Standing,
    /// The length of a key in bytes. The first half of the key is the MAC's key, the second half the cipher's.
    pub key_len: ByteLengths,
    /// The length of a nonce in bytes.
    pub nonce_len: ByteLengths,
    /// The length of a tag in bytes.
    pub tag_len: ByteLengths,
    /// The name of the block cipher.
    cipher: &'static str,
    /// The name of the MAC.
    mac: &'static str,
}

/// Returns the composition of RFC 7518 with a key of `key` bytes.
const fn jose(
    name: &'static str,
    aliases: &'static [&'static str],
    key: usize,
    cipher: &'static str,
    mac: &'static str,
) -> Info {
    Info {
        name,
        aliases,
        specification: "RFC 7518, section 5.2",
        standing: Standing::Current,
        key_len: ByteLengths::fixed(key),
        nonce_len: ByteLengths::fixed(16),
        tag_len: ByteLengths::fixed(key / 2),
        cipher,
        mac,
    }
}

/// All compositions that have names.
static INFOS: [Info; 3] = [
    jose("a128cbc-hs256", &["aes-128-cbc-hmac-sha-256"], 32, "aes-128", "hmac-sha256"),
    jose("a192cbc-hs384", &["aes-192-cbc-hmac-sha-384"], 48, "aes-192", "hmac-sha384"),
    jose("a256cbc-hs512", &["aes-256-cbc-hmac-sha-512"], 64, "aes-256", "hmac-sha512"),
];

/// A composition chosen by name.
#[derive(Clone, Copy)]
pub struct Algorithm {
    info: &'static Info,
    cipher: block::Algorithm,
    mac: mac::Algorithm,
}

/// Returns all compositions that have names.
pub fn algorithms() -> impl Iterator<Item = Algorithm> {
    INFOS.iter().filter_map(|info| Algorithm::new(info).ok())
}

/// Returns the composition with this name, such as `a256cbc-hs512`.
///
/// ```
/// let composed = bramah::encrypt_then_mac::lookup("A128CBC-HS256")?.keyed(&[7; 32])?;
/// let sealed = composed.encrypt(&[9; 16], b"to everyone", b"for you alone")?;
/// assert_eq!(composed.decrypt(&[9; 16], b"to everyone", &sealed)?, b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`] if no composition has this name.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    let is_named = |info: &&Info| [info.name].iter().chain(info.aliases).any(|name| folds_to(name, &wanted));
    INFOS.iter().find(is_named).map_or_else(|| Err(unknown(name)), Algorithm::new)
}

impl Algorithm {
    fn new(info: &'static Info) -> Result<Self, Error> {
        Ok(Self { info, cipher: block::lookup(info.cipher)?, mac: mac::lookup(info.mac)? })
    }

    /// Returns the properties of the composition.
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// Returns the block cipher.
    pub fn cipher(&self) -> block::Algorithm {
        self.cipher
    }

    /// Returns the list of candidates of the cipher, and the list of candidates of the hash function.
    pub fn choices(&self) -> [&'static dyn Choice; 2] {
        [self.cipher.choice(), self.mac.choices()[0]]
    }

    /// Returns the names of the backends of the cipher and of the hash function that this CPU can run.
    pub fn backends_available(&self) -> Vec<&'static str> {
        backends::available(self.choices())
    }

    /// Returns this composition with the cipher and the hash function on the backend with this name. If one of the two has no
    /// backend with this name, it keeps its own.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if neither has a backend with this name; [`Error::BackendUnavailable`] if this CPU cannot run
    /// it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(match (self.cipher.with_backend(name), self.mac.with_backend(name)) {
            // if the MAC has the backend but this CPU cannot run it, the error must not say that the backend is unknown
            (Err(Error::UnknownBackend { .. }), Err(error)) | (Err(error), Err(_)) => return Err(error),
            (cipher, mac) => {
                Self { cipher: cipher.unwrap_or(self.cipher), mac: mac.unwrap_or(self.mac), ..self }
            }
        })
    }

    /// Sets up the composition with one key, which is split into the keys of the MAC and of the cipher.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if the key does not have the length [`Info::key_len`].
    pub fn keyed(&self, key: &[u8]) -> Result<AnyEncryptThenMac, Error> {
        self.info.key_len.check("key", key.len())?;
        wipe::after(|| {
            let (mac, cipher) = key.split_at(key.len() / 2);
            let cipher = self.cipher.for_use(cipher, Use::Both)?;
            let mac = Function::new(self.mac.keyed(mac)?)?;
            Ok(AnyEncryptThenMac::rfc7518(PaddedCbc(cipher), mac))
        })
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.info.name).finish()
    }
}

/// A composition with its key, chosen by name.
pub type AnyEncryptThenMac = EncryptThenMac<PaddedCbc<AnyCipher>, Function>;

/// A MAC chosen by name that can authenticate any number of messages under one key.
#[derive(Debug)]
pub struct Function(AnyMac);

impl Function {
    fn new(mac: AnyMac) -> Result<Self, Error> {
        match mac.prf().is_some() {
            true => Ok(Self(mac)),
            false => Err(Error::NoPrf),
        }
    }

    /// Returns the MAC as a pseudorandom function.
    fn prf(&self) -> &dyn Prf {
        let Some(prf) = self.0.prf() else { unreachable!("`new` refuses other MACs") };
        prf
    }
}

impl Prf for Function {
    fn output_len(&self) -> usize {
        self.prf().output_len()
    }
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]) {
        self.prf().mac(parts, out);
    }
}
