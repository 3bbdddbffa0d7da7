//! Key wrap by name.

use super::{Form, Wrapper};
use crate::{
    Error,
    block::{self, AnyCipher, KALYNA, sealed::Keyed as _},
    names::{ByteLengths, folded},
};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// A form of key wrap over a block cipher, chosen by name.
#[derive(Clone, Copy)]
pub struct Algorithm {
    cipher: block::Algorithm,
    form: Form,
}

/// Returns every form over every block cipher that it is defined for.
pub fn algorithms() -> impl Iterator<Item = Algorithm> {
    let over = |entry: &'static block::Entry| Form::ALL.map(|form| Algorithm::new(entry.algorithm(), form));
    block::entries().flat_map(over).filter_map(Result::ok)
}

/// Returns the key wrap with this name, such as `aes-256-kw` or `aes-128-kwp`. `aes-256-wrap` and `aes-256-wrap-pad`,
/// OpenSSL's names, are found too. TKW is `3des-tkw`, the KW of DSTU 7624 `kalyna-128-256-dstu7624-kw`.
///
/// ```
/// let kw = bramah::key_wrap::lookup("aes-256-kw")?;
/// let wrapped = kw.keyed(&[7; 32])?.wrap(&[1; 16])?;
/// assert_eq!(kw.keyed(&[7; 32])?.unwrap(&wrapped)?, [1; 16]);
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`]; the errors of [`Algorithm::new`].
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    let wanted = folded(name);
    let words = [
        ("dstu7624kw", Form::DstuKw),
        ("kwp", Form::Kwp),
        ("tkw", Form::Tkw),
        ("kw", Form::Kw),
        ("wrappad", Form::Kwp),
        ("wrap", Form::Kw),
    ];
    let over = |(word, form): (&str, Form)| Some((block::lookup(wanted.strip_suffix(word)?).ok()?, form));
    match words.into_iter().find_map(over) {
        Some((cipher, form)) => Algorithm::new(cipher, form),
        None => Err(Error::UnknownName(name.into())),
    }
}

impl Algorithm {
    /// Returns a form over a cipher.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the cipher has blocks of other than 16 bytes, or of other than 8 for TKW; [`Error::NotTaken`]
    /// for TKW over a cipher other than Triple DES; [`Error::OtherCipher`] for the KW of DSTU 7624 over a cipher other than
    /// Kalyna.
    pub fn new(cipher: block::Algorithm, form: Form) -> Result<Self, Error> {
        if form == Form::DstuKw {
            cipher.check_name(form.name(), KALYNA)?;
        }
        let blocks = form.blocks();
        if !blocks.contains(cipher.block_len()) {
            let [value, min, max] =
                [cipher.block_len(), blocks.min, blocks.max].map(|bytes| 8 * bytes as u64);
            return Err(Error::Parameter { name: "the cipher's block in bits", value, min, max });
        }
        if form == Form::Tkw && !cipher.info().name.starts_with("3des") {
            return Err(Error::NotTaken { function: "tkw", parameter: "cipher other than Triple DES" });
        }
        Ok(Self { cipher, form })
    }

    /// Returns the name.
    pub fn name(&self) -> String {
        format!("{}-{}", self.cipher.info().name, self.form.name())
    }

    /// Returns the form.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the block cipher.
    pub fn cipher(&self) -> block::Algorithm {
        self.cipher
    }

    /// Returns the length in bytes of the key under which keys are wrapped; the usual one if the cipher takes several.
    pub fn key_len(&self) -> usize {
        self.cipher.key_len()
    }

    /// Returns the lengths in bytes of the key under which keys are wrapped.
    pub fn key_lengths(&self) -> ByteLengths {
        self.cipher.key_lengths()
    }

    /// Returns this algorithm on the cipher's backend of this name.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if the cipher has none of this name, [`Error::BackendUnavailable`] if this CPU cannot run
    /// it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_backend(name)?, ..self })
    }

    /// Makes the key under which keys are wrapped.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the key does not have the length that the cipher takes.
    pub fn keyed(&self, key: &[u8]) -> Result<AnyKeyWrap, Error> {
        let cipher = self.cipher.keyed(key)?;
        Ok(AnyKeyWrap(Wrapper { cipher, form: self.form }))
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.name()).finish()
    }
}

/// A key under which keys are wrapped, over a cipher chosen by name.
#[derive(Debug)]
pub struct AnyKeyWrap(Wrapper<AnyCipher>);

impl AnyKeyWrap {
    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.0.cipher.backend()
    }

    /// Returns the wrapped form of a key.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if keys of this length cannot be wrapped: [`Form::key_lengths`].
    pub fn wrap(&self, key: &[u8]) -> Result<Vec<u8>, Error> {
        self.0.wrap_vec(key)
    }

    /// Returns the unwrapped key. The caller should erase it after use.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if this is not a key wrapped in this form under this key; [`Error::ByteLength`] if wrapped keys
    /// do not have this length: [`Form::wrapped_lengths`].
    pub fn unwrap(&self, wrapped: &[u8]) -> Result<Vec<u8>, Error> {
        self.0.unwrap_vec(wrapped)
    }
}
