//! Ciphers with their modes, by name. The cipher and the mode are looked up separately, so that each mode is available over every
//! cipher for which it is defined.

use super::{
    Crypter, Direction, Ending, Mode,
    plan::{all_iv_lengths, check_block, check_section, iv_lengths, usual_section},
};
use crate::ct::same;
use crate::{
    Error,
    block::{self, AnyCipher, KALYNA, Use},
    names::{ByteLengths, folded},
    registry::unknown,
    simd::blocks::Increment,
    wipe,
};
use alloc::{boxed::Box, format, string::String};

/// The prefix of the names of GOST 28147-89. This cipher has its own modes.
const GOST: &str = "gost28147";

/// A mode, with the registry's information on it.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name of the mode, in lower case.
    pub name: &'static str,
    /// Other names of the mode.
    pub aliases: &'static [&'static str],
    /// A short description.
    pub title: &'static str,
    /// The specification.
    pub specification: &'static str,
    /// The mode, with its usual parameters.
    pub mode: Mode,
}

impl Info {
    /// Returns whether the mode is defined for a cipher.
    pub fn takes(&self, cipher: &block::Algorithm) -> bool {
        self.check(cipher).is_ok()
    }

    fn check(&self, cipher: &block::Algorithm) -> Result<(), Error> {
        check_block(self.mode, cipher.block_len())?;
        match self.mode {
            Mode::Cnt | Mode::CntMeshed | Mode::CfbMeshed => cipher.check_name(self.name, GOST),
            Mode::Kctr | Mode::Kxts => cipher.check_name(self.name, KALYNA),
            _ => Ok(()),
        }
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

/// All modes without authentication.
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
    info(
        "ctr-acpkm",
        &[],
        "counter, under another key after each section",
        "RFC 8645, 6.2.2",
        Mode::CtrAcpkm(4096),
    ),
    info(
        "kctr",
        &[],
        "counter of DSTU 7624, which begins with the encrypted IV",
        "DSTU 7624:2014, 7",
        Mode::Kctr,
    ),
    info("kxts", &[], "tweakable, of DSTU 7624, for storage", "DSTU 7624:2014, 14", Mode::Kxts),
    info("cnt", &[], "counter of GOST 28147-89", "RFC 5830, 6", Mode::Cnt),
    info(
        "cnt-meshed",
        &[],
        "counter of GOST 28147-89, under another key after each kilobyte",
        "RFC 4357, 2.3.2",
        Mode::CntMeshed,
    ),
    info(
        "cfb-meshed",
        &[],
        "cipher feedback, under another key after each kilobyte",
        "RFC 4357, 2.3.2",
        Mode::CfbMeshed,
    ),
    info("xts", &[], "tweakable, for storage", "IEEE 1619-2018, 5", Mode::Xts),
];

/// Returns the cipher and mode with a name such as `aes-256-ctr`.
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
/// [`Error::UnknownName`] if no cipher and mode have this name; [`Error::Parameter`] if the mode is not defined for blocks of the
/// cipher's length; [`Error::OtherCipher`] if the mode is only defined over other ciphers.
pub fn cipher(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    for info in MODES {
        for alias in [info.name].iter().chain(info.aliases) {
            if let Some(cipher) = wanted.strip_suffix(&folded(alias))
                && let Ok(cipher) = block::lookup(cipher)
                && fits(alias, info, cipher.block_len())
            {
                info.check(&cipher)?;
                return Ok(Algorithm::new(cipher, info));
            }
        }
    }
    Err(unknown(name))
}

/// Returns whether `name` names this mode over a cipher with blocks of `block` bytes. The name of CFB may end with the number of
/// bits of a block.
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
    /// Combines a cipher and a mode, which must be [defined](Info::takes) for the cipher: otherwise no message can begin. A
    /// section of CTR-ACPKM has 1024 bytes over blocks of 8 bytes and 4096 over blocks of 16, as in RFC 9189.
    pub fn new(cipher: block::Algorithm, info: &'static Info) -> Self {
        let mode = match info.mode {
            Mode::CtrAcpkm(_) => Mode::CtrAcpkm(usual_section(cipher.block_len())),
            mode => mode,
        };
        Self { cipher, info, mode }
    }

    /// Returns the name: the name of the cipher, a hyphen and the name of the mode.
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

    /// Returns the length of a key in bytes; the usual length if the cipher takes several. A key of XTS is the concatenation of
    /// two keys.
    pub fn key_len(&self) -> usize {
        self.keys() * self.cipher.key_len()
    }

    /// Returns the lengths of a key in bytes: the lengths of the cipher's keys, doubled for XTS.
    pub fn key_lengths(&self) -> ByteLengths {
        self.cipher.key_lengths().times(self.keys())
    }

    /// Returns the number of keys of the cipher that make up a key of this mode.
    fn keys(&self) -> usize {
        if matches!(self.mode, Mode::Xts) { 2 } else { 1 }
    }

    /// Returns all lengths of an IV in bytes. IVs longer than a block are accepted in CBC, CFB, CFB8, CFB1 and OFB of
    /// the ciphers of GOST R 34.12-2015.
    ///
    /// ```
    /// let lengths = bramah::cipher("kuznyechik-cbc")?.iv_lengths();
    /// assert!(lengths.contains(16) && lengths.contains(32) && !lengths.contains(24));
    /// # Ok::<(), bramah::Error>(())
    /// ```
    pub fn iv_lengths(&self) -> ByteLengths {
        all_iv_lengths(self.mode, self.cipher.block_len(), self.cipher.takes_long_ivs())
    }

    /// Returns the minimum and the maximum length of an IV in bytes, without the IVs longer than a block; see
    /// [`iv_lengths`](Self::iv_lengths) for these.
    pub fn iv_len(&self) -> (usize, usize) {
        iv_lengths(self.mode, self.cipher.block_len())
    }

    /// Returns this mode on the cipher's backend with this name.
    ///
    /// # Errors
    /// The errors of [`block::Algorithm::with_backend`].
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_backend(name)?, ..self })
    }

    /// Returns this mode with a tweak for the cipher. By default the tweak is all zeros.
    ///
    /// # Errors
    /// The errors of [`block::Algorithm::with_tweak`].
    pub fn with_tweak(self, tweak: &[u8]) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_tweak(tweak)?, ..self })
    }

    /// Returns this mode over the cipher with `bits` effective key bits (RC2).
    ///
    /// # Errors
    /// The errors of [`block::Algorithm::with_effective_bits`].
    pub fn with_effective_bits(self, bits: u16) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_effective_bits(bits)?, ..self })
    }

    /// Returns this mode with another way to process an incomplete last block.
    ///
    /// # Errors
    /// [`Error::Ending`] if the mode is neither ECB nor CBC: the other modes never change the length.
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

    /// Returns this mode with sections of `section` bytes. The key changes after each section.
    ///
    /// # Errors
    /// [`Error::NoSection`] if the mode is not CTR-ACPKM; [`Error::Section`] if `section` is 0 or not a multiple of the block's
    /// length.
    pub fn with_section(self, section: usize) -> Result<Self, Error> {
        match self.mode {
            Mode::CtrAcpkm(_) => {
                check_section(section, self.cipher.block_len())?;
                Ok(Self { mode: Mode::CtrAcpkm(section), ..self })
            }
            _ => Err(Error::NoSection),
        }
    }

    /// Begins a message.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the key or the IV does not have a valid length; [`Error::EqualKeys`] if the two
    /// keys of XTS are equal; [`Error::Parameter`] or [`Error::OtherCipher`] if the mode is not defined for the cipher.
    pub fn begin(&self, key: &[u8], iv: &[u8], direction: Direction) -> Result<Crypter<AnyCipher>, Error> {
        self.info.check(&self.cipher)?;
        let lengths = self.key_lengths();
        if !lengths.contains(key.len()) {
            let ByteLengths { min, max, .. } = lengths;
            return Err(Error::ParameterLength { name: "key", length: key.len(), min, max });
        }
        let purpose = if self.mode.decrypts(direction) { Use::Both } else { Use::Encryption };
        let (data, tweaks) = key.split_at(key.len() / self.keys());
        if same(data, tweaks) {
            return Err(Error::EqualKeys);
        }
        let ciphers = wipe::after(|| {
            let tweaker = match self.mode {
                Mode::Xts => Some(Box::new(self.cipher.for_use(tweaks, Use::Encryption)?)),
                _ => None,
            };
            Ok((self.cipher.for_use(data, purpose)?, tweaker))
        });
        let (cipher, tweaker) = ciphers?;
        let mut new = Crypter::new(cipher, tweaker, self.mode, direction, iv)?;
        new.keep_first_key(data);
        Ok(new)
    }

    /// Begins a message in CTR with a function that replaces each counter block by the next one, as
    /// [`Ctr::with_function`](super::Ctr::with_function) does.
    ///
    /// # Errors
    /// [`Error::NoCounter`] if the mode is not CTR; the errors of [`begin`](Self::begin).
    pub fn begin_with_function(
        &self,
        key: &[u8],
        iv: &[u8],
        increment: impl FnMut(&mut [u8]) + Send + Sync + 'static,
    ) -> Result<Crypter<AnyCipher>, Error> {
        if !matches!(self.mode, Mode::Ctr(_)) {
            return Err(Error::NoCounter);
        }
        let mut new = Self { mode: Mode::CtrBy, ..*self }.begin(key, iv, Direction::Encrypt)?;
        new.increment = Some(Box::new(increment));
        Ok(new)
    }
}
