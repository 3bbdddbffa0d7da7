//! The modes as types, over ciphers that are types.

use super::{Crypter, Direction, Ending, Mode, crypter::Function};
use crate::{Error, block::Typed, ct::same, simd::blocks::Increment};
use core::ops::{Deref, DerefMut};

macro_rules! types {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<K>(Crypter<K>);
        impl<K> Deref for $name<K> {
            type Target = Crypter<K>;
            fn deref(&self) -> &Crypter<K> {
                &self.0
            }
        }
        impl<K> DerefMut for $name<K> {
            fn deref_mut(&mut self) -> &mut Crypter<K> {
                &mut self.0
            }
        }
    )* };
}

types! {
    /// A message in [`Mode::Ecb`].
    Ecb
    /// A message in [`Mode::Cbc`].
    ///
    /// ```
    /// use bramah::{Aes256, Cbc, mode::{Direction, Ending, Padding}};
    ///
    /// let (key, iv, padded) = ([7; 32], [9; 16], Ending::Padded(Padding::Pkcs7));
    /// let mut encrypt = Cbc::<Aes256>::new(&key, &iv, padded, Direction::Encrypt)?;
    /// let mut text = [0; 32];
    /// let mut len = encrypt.update(b"seventeen letters", &mut text)?;
    /// len += encrypt.finalize(&mut text[len..])?;
    /// assert_eq!(len, 32);
    ///
    /// let mut decrypt = Cbc::<Aes256>::new(&key, &iv, padded, Direction::Decrypt)?;
    /// let mut back = [0; 32];
    /// let mut len = decrypt.update(&text, &mut back)?;
    /// len += decrypt.finalize(&mut back[len..])?;
    /// assert_eq!(back[..len], *b"seventeen letters");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    Cbc
    /// A message in [`Mode::Cfb`].
    Cfb
    /// A message in [`Mode::Cfb8`].
    Cfb8
    /// A message in [`Mode::Cfb1`].
    Cfb1
    /// A message in [`Mode::Ofb`].
    Ofb
    /// A message in [`Mode::Ctr`]: encryption and decryption are the same.
    ///
    /// ```
    /// use bramah::{Aes128, Ctr};
    ///
    /// let mut ctr = Ctr::<Aes128>::new(&[0; 16], &[1; 16])?;
    /// let mut text = *b"attack at dawn";
    /// ctr.apply(&mut text[..])?;
    /// assert_ne!(text, *b"attack at dawn");
    /// ctr.seek(10)?;
    /// ctr.apply(&mut text[10..])?;
    /// assert_eq!(text[10..], *b"dawn");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    Ctr
    /// A data unit in [`Mode::Xts`].
    Xts
}

/// Returns the cipher with a key, for a mode that decrypts messages by decrypting blocks.
fn keyed<K: Typed>(key: &K::Key, direction: Direction) -> Result<K, Error> {
    let decrypts = direction == Direction::Decrypt;
    if decrypts && !K::DECRYPTS {
        return Err(Error::EncryptOnly);
    }
    Ok(K::keyed(key, decrypts))
}

impl<K: Typed> Ecb<K> {
    /// Begins a message.
    ///
    /// # Errors
    /// [`Error::EncryptOnly`] for decryption with a type of keys for encryption alone.
    pub fn new(key: &K::Key, ending: Ending, direction: Direction) -> Result<Self, Error> {
        let cipher = keyed(key, direction)?;
        Crypter::new(cipher, None, Mode::Ecb(ending), direction, &[]).map(Self)
    }
}

impl<K: Typed> Cbc<K> {
    /// Begins a message.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the IV does not have the length of a block; [`Error::EncryptOnly`] for decryption
    /// with a type of keys for encryption alone.
    pub fn new(key: &K::Key, iv: &[u8], ending: Ending, direction: Direction) -> Result<Self, Error> {
        let cipher = keyed(key, direction)?;
        Crypter::new(cipher, None, Mode::Cbc(ending), direction, iv).map(Self)
    }
}

macro_rules! feedback {
    ($($name:ident)*) => { $(
        impl<K: Typed> $name<K> {
            /// Begins a message.
            ///
            /// # Errors
            /// [`Error::ParameterLength`] if the IV does not have the length of a block.
            pub fn new(key: &K::Key, iv: &[u8], direction: Direction) -> Result<Self, Error> {
                Crypter::new(K::keyed(key, false), None, Mode::$name, direction, iv).map(Self)
            }
        }
    )* };
}
feedback!(Cfb Cfb8 Cfb1);

impl<K: Typed> Ofb<K> {
    /// Begins a message, to be encrypted or decrypted.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the IV does not have the length of a block.
    pub fn new(key: &K::Key, iv: &[u8]) -> Result<Self, Error> {
        Crypter::new(K::keyed(key, false), None, Mode::Ofb, Direction::Encrypt, iv).map(Self)
    }
}

impl<K: Typed> Ctr<K> {
    /// Begins a message, to be encrypted or decrypted, whose counter is the whole block, big-endian.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the IV is longer than a block. Zeros follow a shorter IV.
    pub fn new(key: &K::Key, iv: &[u8]) -> Result<Self, Error> {
        Self::with_increment(key, iv, Increment::Be)
    }

    /// Begins a message, to be encrypted or decrypted, with another part of the block as its counter.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn with_increment(key: &K::Key, iv: &[u8], increment: Increment) -> Result<Self, Error> {
        Crypter::new(K::keyed(key, false), None, Mode::Ctr(increment), Direction::Encrypt, iv).map(Self)
    }

    /// Begins a message, to be encrypted or decrypted, with a function that replaces the counter of a block, as long as
    /// a block, by the counter of the next. No counter may be used twice. The function is called once for each block,
    /// in order, when the keystream of that block is computed; so there is no [`seek`](Crypter::seek), and
    /// [`reset`](Crypter::reset) sets the counter alone, not the variables that the function captures.
    ///
    /// ```
    /// use bramah::{Aes128, Ctr};
    ///
    /// let step = 5;
    /// let mut ctr = Ctr::<Aes128>::with_function(&[0; 16], &[1; 16], move |counter: &mut [u8]| {
    ///     let (low, _) = counter.split_first_chunk_mut().expect("a block has 16 bytes");
    ///     *low = u64::from_le_bytes(*low).wrapping_add(step).to_le_bytes();
    /// })?;
    /// ctr.apply(&mut [0; 100][..])?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    #[cfg(feature = "alloc")]
    pub fn with_function(
        key: &K::Key,
        iv: &[u8],
        increment: impl FnMut(&mut [u8]) + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        Self::counting(key, iv, alloc::boxed::Box::new(increment))
    }

    /// Begins a message, to be encrypted or decrypted, with a function that replaces the counter of a block, as long as
    /// a block, by the counter of the next. No counter may be used twice. With the feature `alloc` it may be a closure
    /// that captures variables.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    #[cfg(not(feature = "alloc"))]
    pub fn with_function(key: &K::Key, iv: &[u8], increment: fn(&mut [u8])) -> Result<Self, Error> {
        Self::counting(key, iv, increment)
    }

    fn counting(key: &K::Key, iv: &[u8], increment: Function) -> Result<Self, Error> {
        let cipher = K::keyed(key, false);
        let mut new = Crypter::new(cipher, None, Mode::CtrBy, Direction::Encrypt, iv).map(Self)?;
        new.increment = Some(increment);
        Ok(new)
    }
}

impl<K: Typed> Xts<K> {
    /// Begins a data unit: takes the key for the data, the key for the tweak, and the tweak, a block.
    ///
    /// # Errors
    /// [`Error::EqualKeys`] if the keys are equal (NIST SP 800-38E refers to FIPS 140's guidance);
    /// [`Error::ParameterLength`] if the tweak does not have the length of a block; [`Error::Parameter`] if a block of
    /// the cipher has fewer than 16 or more than 32 bytes; [`Error::EncryptOnly`] for decryption with a type of keys
    /// for encryption alone.
    pub fn new(keys: [&K::Key; 2], tweak: &[u8], direction: Direction) -> Result<Self, Error> {
        let [data, tweaks] = keys;
        if same(data.as_ref(), tweaks.as_ref()) {
            return Err(Error::EqualKeys);
        }
        let cipher = keyed(data, direction)?;
        Crypter::new(cipher, Some(K::keyed(tweaks, false)), Mode::Xts, direction, tweak).map(Self)
    }

    /// Begins the data unit of that number under the same keys.
    ///
    /// # Errors
    /// None: the number is sixteen bytes long, and followed by zeros in longer blocks.
    pub fn unit(&mut self, number: u64) -> Result<(), Error> {
        let mut tweak = [0; crate::block::MAX_BLOCK];
        tweak[..8].copy_from_slice(&number.to_le_bytes());
        let block = self.block_len();
        self.reset(&tweak[..block])
    }
}
