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

/// Returns all forms over all block ciphers for which they are defined.
pub fn algorithms() -> impl Iterator<Item = Algorithm> {
    let over = |entry: &'static block::Entry| Form::ALL.map(|form| Algorithm::new(entry.algorithm(), form));
    block::entries().flat_map(over).filter_map(Result::ok)
}

/// Returns the key wrap with this name, such as `aes-256-kw` or `aes-128-kwp`. OpenSSL's names `aes-256-wrap` and
/// `aes-256-wrap-pad` are also found. TKW is `3des-tkw`; the KW of DSTU 7624 is, for example, `kalyna-128-256-dstu7624-kw`.
///
/// ```
/// let kw = bramah::key_wrap::lookup("aes-256-kw")?;
/// let wrapped = kw.keyed(&[7; 32])?.wrap(&[1; 16])?;
/// assert_eq!(kw.keyed(&[7; 32])?.unwrap(&wrapped)?, [1; 16]);
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`] if no key wrap has this name; the errors of [`Algorithm::new`].
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
    /// Returns this form of key wrap over a cipher.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the form is not defined for the cipher's blocks, which must have 16 bytes, or 8 for TKW;
    /// [`Error::NotTaken`] for TKW over a cipher other than Triple DES; [`Error::OtherCipher`] for the KW of DSTU 7624 over a
    /// cipher other than Kalyna.
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

    /// Returns the name of the key wrap.
    pub fn name(&self) -> String {
        format!("{}-{}", self.cipher.info().name, self.form.name())
    }

    /// Returns the form of the key wrap.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the block cipher.
    pub fn cipher(&self) -> block::Algorithm {
        self.cipher
    }

    /// Returns the length in bytes of the key under which other keys are wrapped; the usual length if the cipher takes several.
    pub fn key_len(&self) -> usize {
        self.cipher.key_len()
    }

    /// Returns the lengths in bytes of the key under which other keys are wrapped.
    pub fn key_lengths(&self) -> ByteLengths {
        self.cipher.key_lengths()
    }

    /// Returns this key wrap on the cipher's backend with this name.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if the cipher has no backend with this name; [`Error::BackendUnavailable`] if this CPU cannot
    /// run it.
    pub fn with_backend(self, name: &str) -> Result<Self, Error> {
        Ok(Self { cipher: self.cipher.with_backend(name)?, ..self })
    }

    /// Sets up the key under which other keys are wrapped.
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

/// A key under which other keys are wrapped, over a cipher chosen by name.
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
    /// [`Error::ByteLength`] if keys of this length cannot be wrapped: see [`Form::key_lengths`].
    pub fn wrap(&self, key: &[u8]) -> Result<Vec<u8>, Error> {
        self.0.wrap_vec(key)
    }

    /// Returns the unwrapped key. The caller should erase it after use.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if `wrapped` is not a key that was wrapped in this form under this key; [`Error::ByteLength`] if no
    /// wrapped key has this length: see [`Form::wrapped_lengths`].
    pub fn unwrap(&self, wrapped: &[u8]) -> Result<Vec<u8>, Error> {
        self.0.unwrap_vec(wrapped)
    }
}
