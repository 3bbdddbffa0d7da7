//! Ciphers with their modes, by name: the two are looked up separately, so that every cipher has every mode.

use super::{
    Crypter, Direction, Ending, Mode,
    plan::{check_block, iv_lengths},
};
use crate::ct::same;
use crate::{
    Error,
    block::{self, AnyCipher, Use},
    names::{ByteLengths, folded},
    registry::unknown,
    simd::blocks::Increment,
};
use alloc::{format, string::String};

/// A mode in the registry.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The mode's name, in lower case.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The mode's name in words.
    pub title: &'static str,
    /// The specification.
    pub specification: &'static str,
    /// The mode with its usual parameters.
    pub mode: Mode,
}

impl Info {
    /// Returns whether the mode is defined for ciphers with blocks of that many bytes.
    pub fn takes_block(&self, len: usize) -> bool {
        check_block(self.mode, len).is_ok()
    }
}

const fn info(
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    specification: &'static str,
    mode: Mode,
) -> Info {
    Info { name, aliases, title, specification, mode }
}

/// Every mode without authentication.
pub static MODES: &[Info] = &[
    info("ecb", &[], "electronic codebook", "NIST SP 800-38A, 6.1", Mode::Ecb(Ending::Whole)),
    info("cbc", &[], "cipher block chaining", "NIST SP 800-38A, 6.2", Mode::Cbc(Ending::Whole)),
    info(
        "cfb",
        &["cfb64", "cfb128", "cfb256"],
        "cipher feedback of whole blocks",
        "NIST SP 800-38A, 6.3",
        Mode::Cfb,
    ),
    info("cfb8", &[], "cipher feedback of bytes", "NIST SP 800-38A, 6.3", Mode::Cfb8),
    info("cfb1", &[], "cipher feedback of bits", "NIST SP 800-38A, 6.3", Mode::Cfb1),
    info("ofb", &[], "output feedback", "NIST SP 800-38A, 6.4", Mode::Ofb),
    info("ctr", &[], "counter", "NIST SP 800-38A, 6.5", Mode::Ctr(Increment::Be)),
    info("xts", &[], "tweakable, for storage", "IEEE 1619-2018, 5", Mode::Xts),
];

/// Finds the cipher and mode of a name such as `aes-256-ctr`.
///
/// ```
/// use bramah::mode::Direction;
///
/// let algorithm = bramah::cipher("aes-128-ctr")?;
/// let mut ctr = algorithm.begin(&[0; 16], &[0; 16], Direction::Encrypt)?;
/// let mut text = *b"any length";
/// ctr.apply(&mut text[..])?;
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`]; [`Error::Parameter`] if the mode is not defined for blocks of the cipher's length.
pub fn cipher(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    for info in MODES {
        for alias in [info.name].iter().chain(info.aliases) {
            if let Some(cipher) = wanted.strip_suffix(&folded(alias))
                && let Ok(cipher) = block::lookup(cipher)
                && fits(alias, info, cipher.block_len())
            {
                check_block(info.mode, cipher.block_len())?;
                return Ok(Algorithm { cipher, info, mode: info.mode });
            }
        }
    }
    Err(unknown(name))
}

/// Returns whether a mode has this name over a cipher with such blocks: others write the bits of the block after `cfb`.
fn fits(name: &str, info: &Info, block: usize) -> bool {
    name == info.name || name.strip_prefix("cfb") == Some(&*format!("{}", 8 * block))
}

/// A block cipher in a mode, chosen by name.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    cipher: block::Algorithm,
    info: &'static Info,
    mode: Mode,
}

impl Algorithm {
    /// Makes the cipher in a mode, which must be [defined](Info::takes_block) for its blocks: otherwise no message can
    /// begin.
    pub fn new(cipher: block::Algorithm, info: &'static Info) -> Self {
        Self { cipher, info, mode: info.mode }
    }

    /// Returns the name: the cipher's and the mode's.
    pub fn name(&self) -> String {
        format!("{}-{}", self.cipher.info().name, self.info.name)
    }

    /// Returns the cipher.
    pub fn cipher(&self) -> block::Algorithm {
        self.cipher
    }

    /// Returns the information on the mode.
    pub fn info(&self) -> &'static Info {
        self.info
    }

    /// Returns the mode with its parameters.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the length of a key in bytes, the usual one if the cipher takes several: XTS takes two keys, side by side.
    pub fn key_len(&self) -> usize {
        self.keys() * self.cipher.key_len()
    }

    /// Returns the lengths of a key in bytes: those of the cipher, or twice as many for XTS.
    pub fn key_lengths(&self) -> ByteLengths {
        self.cipher.key_lengths().times(self.keys())
    }

    /// Returns the number of keys of the cipher that a key consists of.
    fn keys(&self) -> usize {
        if matches!(self.mode, Mode::Xts) { 2 } else { 1 }
    }

    /// Returns the smallest and the largest length of an IV in bytes.
    pub fn iv_len(&self) -> (usize, usize) {
        iv_lengths(self.mode, self.cipher.block_len())
    }

    /// Returns this mode on the cipher's backend of this name.
    ///
    /// # Errors
    /// The errors of [`block::Algorithm::with_backend`].
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_backend(name)?, ..self })
    }

    /// Returns this mode under a tweak of the cipher, which is zero otherwise.
    ///
    /// # Errors
    /// The errors of [`block::Algorithm::with_tweak`].
    pub fn with_tweak(self, tweak: &[u8]) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_tweak(tweak)?, ..self })
    }

    /// Returns this mode over the cipher with a number of effective bits of its keys.
    ///
    /// # Errors
    /// The errors of [`block::Algorithm::with_effective_bits`].
    pub fn with_effective_bits(self, bits: u16) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_effective_bits(bits)?, ..self })
    }

    /// Returns this mode with another ending of messages.
    ///
    /// # Errors
    /// [`Error::Ending`] if the mode is neither ECB nor CBC: the other modes keep the length.
    pub fn with_ending(self, ending: Ending) -> Result<Self, Error> {
        let mode = match self.mode {
            Mode::Ecb(_) => Mode::Ecb(ending),
            Mode::Cbc(_) => Mode::Cbc(ending),
            _ => return Err(Error::Ending),
        };
        Ok(Self { mode, ..self })
    }

    /// Returns this mode with another increment of the counter.
    ///
    /// # Errors
    /// [`Error::NoCounter`] if the mode is not CTR.
    pub fn with_increment(self, increment: Increment) -> Result<Self, Error> {
        match self.mode {
            Mode::Ctr(_) => Ok(Self { mode: Mode::Ctr(increment), ..self }),
            _ => Err(Error::NoCounter),
        }
    }

    /// Begins a message.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the key or the IV does not have a length that is taken; [`Error::EqualKeys`] if the
    /// two keys of XTS are equal; [`Error::Parameter`] if the mode is not defined for such blocks.
    pub fn begin(&self, key: &[u8], iv: &[u8], direction: Direction) -> Result<Crypter<AnyCipher>, Error> {
        let lengths = self.key_lengths();
        if !lengths.contains(key.len()) {
            let ByteLengths { min, max, .. } = lengths;
            return Err(Error::ParameterLength { name: "key", length: key.len(), min, max });
        }
        let purpose = match self.mode {
            Mode::Ecb(_) | Mode::Cbc(_) | Mode::Xts if direction == Direction::Decrypt => Use::Both,
            _ => Use::Encryption,
        };
        let (data, tweaks) = key.split_at(key.len() / self.keys());
        if same(data, tweaks) {
            return Err(Error::EqualKeys);
        }
        let tweaker = match self.mode {
            Mode::Xts => Some(self.cipher.for_use(tweaks, Use::Encryption)?),
            _ => None,
        };
        Crypter::new(self.cipher.for_use(data, purpose)?, tweaker, self.mode, direction, iv)
    }
}
