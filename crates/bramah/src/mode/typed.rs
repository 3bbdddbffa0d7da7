//! The modes as types, over ciphers that are also types.

use super::{
    Crypter, Direction, Ending, Mode,
    crypter::{Function, apart},
    plan::Plan,
};
#[cfg(feature = "magma")]
use crate::block::magma::Gost28147;
use crate::{
    Error,
    block::{BlockCipher, Directions, Keyed, Tweakable, Typed},
    ct::same,
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut},
    },
    wipe,
};

impl<K: Typed> Crypter<K> {
    /// Returns a message that has neither an IV nor a key: [`begin`] sets both when the message is in its final place.
    #[inline(always)]
    fn without_key(mode: Mode, direction: Direction) -> Self {
        let plan = Plan::new(mode, direction, K::Block::LEN);
        Self::with_plan(plan, K::without_key(), mode, direction)
    }

    /// Sets the key, and begins the message.
    fn begin(&mut self, key: &K::Key, iv: &[u8]) -> Result<(), Error> {
        let decrypts = self.mode.decrypts(self.direction);
        if decrypts && !K::DECRYPTS {
            return Err(Error::EncryptOnly);
        }
        self.check()?;
        self.cipher.set_key(key, decrypts);
        self.reset(iv)?;
        self.keep_first_key(key.as_ref());
        Ok(())
    }

    /// Sets the second key of XTS, which encrypts the tweak.
    fn set_tweaker(&mut self, key: &K::Key) {
        self.tweaker = Some(apart(|| K::keyed(key, false)));
    }
}

/// A message whose type names its mode.
trait InMode<K: Keyed> {
    /// Returns the message as a [`Crypter`].
    fn crypter(&mut self) -> &mut Crypter<K>;
}

/// Begins a message that was created [without a key](Crypter::without_key). This function expands the key, and moves the
/// expanded key only once, into the result.
fn begun<K: Typed, T: InMode<K>>(mut new: T, key: &K::Key, iv: &[u8]) -> Result<T, Error> {
    new.crypter().begin(key, iv)?;
    new.crypter().cipher.will_move();
    Ok(new)
}

macro_rules! types {
    ($($(#[$doc:meta])* $name:ident)*) => { $(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name<K: Keyed>(pub(crate) Crypter<K>);

        impl<K: Keyed> InMode<K> for $name<K> {
            fn crypter(&mut self) -> &mut Crypter<K> {
                &mut self.0
            }
        }

        impl<K: Keyed> $name<K> {
            /// Discards the message and begins another message under the same key: [`Crypter::reset`].
            ///
            /// # Errors
            /// The errors of [`Crypter::reset`].
            #[inline]
            pub fn reset(&mut self, iv: &[u8]) -> Result<(), Error> {
                self.0.reset(iv)
            }

            /// Returns the number of bytes of the message so far.
            pub fn position(&self) -> u128 {
                self.0.position()
            }

            /// Returns the length of a block in bytes.
            pub fn block_len(&self) -> usize {
                self.0.block_len()
            }

            /// Returns the name of the backend in use.
            pub fn backend(&self) -> &'static str {
                self.0.backend()
            }

            /// Returns the number of bytes that [`update`](Self::update) writes for `len` bytes of input.
            pub fn update_len(&self, len: usize) -> usize {
                self.0.update_len(len)
            }

            /// Returns the maximum number of bytes that [`finalize`](Self::finalize) writes.
            pub fn finalize_len(&self) -> usize {
                self.0.finalize_len()
            }

            /// Encrypts or decrypts the next bytes of the message, and writes the complete part of the result:
            /// [`update_len`](Self::update_len) bytes, the number that is returned.
            ///
            /// # Errors
            /// The errors of [`Crypter::update`].
            #[inline]
            pub fn update(&mut self, input: &[u8], output: &mut [u8]) -> Result<usize, Error> {
                self.0.update(input, output)
            }

            /// Ends the message and writes the rest of the result; returns the length of this rest in bytes.
            ///
            /// # Errors
            /// The errors of [`Crypter::finalize`].
            #[inline]
            pub fn finalize(&mut self, output: &mut [u8]) -> Result<usize, Error> {
                self.0.finalize(output)
            }

            /// Encrypts or decrypts the next bytes of the message, and appends the complete part of the result to `output`.
            ///
            /// # Errors
            /// The errors of [`Crypter::update_vec`].
            #[cfg(feature = "alloc")]
            pub fn update_vec(&mut self, input: &[u8], output: &mut alloc::vec::Vec<u8>) -> Result<(), Error> {
                self.0.update_vec(input, output)
            }

            /// Ends the message and appends the rest of the result to `output`.
            ///
            /// # Errors
            /// The errors of [`Crypter::finalize_vec`].
            #[cfg(feature = "alloc")]
            pub fn finalize_vec(&mut self, output: &mut alloc::vec::Vec<u8>) -> Result<(), Error> {
                self.0.finalize_vec(output)
            }

            /// Encrypts or decrypts a whole message, or in stream modes any part of a message: [`Crypter::apply`].
            ///
            /// # Errors
            /// The errors of [`Crypter::apply`].
            #[inline]
            pub fn apply<'a>(&mut self, data: impl Into<InOut<'a>>) -> Result<(), Error> {
                self.0.apply(data)
            }

            /// Returns the message as a [`Crypter`], for functions that work in any mode.
            pub fn into_crypter(self) -> Crypter<K> {
                self.0
            }
        }

        impl<C: Tweakable, const KEY: usize, D: Directions> $name<BlockCipher<C, KEY, D>> {
            /// Sets the tweak of the cipher for the rest of the message. Before this call the tweak is zero.
            pub fn set_tweak(&mut self, tweak: &[u8; 16]) {
                self.0.set_tweak(tweak);
            }
        }
    )* };
}

types! {
    /// A message that is encrypted or decrypted in [`Mode::Ecb`].
    Ecb
    /// A message that is encrypted or decrypted in [`Mode::Cbc`].
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
    /// A message that is encrypted or decrypted in [`Mode::Cfb`].
    Cfb
    /// A message that is encrypted or decrypted in [`Mode::Cfb8`].
    Cfb8
    /// A message that is encrypted or decrypted in [`Mode::Cfb1`].
    Cfb1
    /// A message that is encrypted or decrypted in [`Mode::Ofb`].
    Ofb
    /// A message that is encrypted or decrypted in [`Mode::Ctr`]. Encryption and decryption are the same operation.
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
    /// A message that is encrypted or decrypted in [`Mode::CtrAcpkm`]. Encryption and decryption are the same operation.
    ///
    /// ```
    /// use bramah::{CtrAcpkm, Kuznyechik};
    ///
    /// let mut ctr = CtrAcpkm::<Kuznyechik>::new(&[7; 32], &[1; 8], 4096)?;
    /// let mut text = [0; 10_000];
    /// ctr.apply(&mut text[..])?;
    /// ctr.reset(&[1; 8])?;
    /// ctr.apply(&mut text[..])?;
    /// assert_eq!(text, [0; 10_000]);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    CtrAcpkm
    /// A message that is encrypted or decrypted in [`Mode::Kctr`]. Encryption and decryption are the same operation.
    ///
    /// ```
    /// use bramah::{Kalyna128_256, Kctr};
    ///
    /// let mut ctr = Kctr::<Kalyna128_256>::new(&[7; 32], &[1; 16])?;
    /// let mut text = *b"attack at dawn";
    /// ctr.apply(&mut text[..])?;
    /// ctr.reset(&[1; 16])?;
    /// ctr.apply(&mut text[..])?;
    /// assert_eq!(text, *b"attack at dawn");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    Kctr
    /// A message that is encrypted or decrypted in [`Mode::Cnt`]. Encryption and decryption are the same operation.
    Cnt
    /// A message that is encrypted or decrypted in [`Mode::CntMeshed`]. Encryption and decryption are the same operation.
    CntMeshed
    /// A message that is encrypted or decrypted in [`Mode::CfbMeshed`].
    CfbMeshed
    /// A message that is encrypted or decrypted in [`Mode::Kxts`].
    ///
    /// ```
    /// use bramah::{Kalyna128_256, Kxts, mode::Direction};
    ///
    /// let (key, iv) = ([7; 32], [9; 16]);
    /// let mut sector = [1; 512];
    /// Kxts::<Kalyna128_256>::new(&key, &iv, Direction::Encrypt)?.apply(&mut sector[..])?;
    /// Kxts::<Kalyna128_256>::new(&key, &iv, Direction::Decrypt)?.apply(&mut sector[..])?;
    /// assert_eq!(sector, [1; 512]);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    Kxts
    /// A data unit that is encrypted or decrypted in [`Mode::Xts`].
    Xts
}

impl<K: Typed> Ecb<K> {
    /// Begins a message.
    ///
    /// # Errors
    /// [`Error::EncryptOnly`] for decryption with a key type that only encrypts.
    pub fn new(key: &K::Key, ending: Ending, direction: Direction) -> Result<Self, Error> {
        begun(Self(Crypter::without_key(Mode::Ecb(ending), direction)), key, &[])
    }
}

impl<K: Typed> Cbc<K> {
    /// Begins a message.
    ///
    /// # Errors
    /// The errors of [`Crypter::reset`] if the mode does not take IVs of this length; [`Error::EncryptOnly`] for
    /// decryption with a key type that only encrypts.
    pub fn new(key: &K::Key, iv: &[u8], ending: Ending, direction: Direction) -> Result<Self, Error> {
        begun(Self(Crypter::without_key(Mode::Cbc(ending), direction)), key, iv)
    }
}

macro_rules! feedback {
    ($($name:ident)*) => { $(
        impl<K: Typed> $name<K> {
            /// Begins a message.
            ///
            /// # Errors
            /// The errors of [`Crypter::reset`] if the mode does not take IVs of this length.
            pub fn new(key: &K::Key, iv: &[u8], direction: Direction) -> Result<Self, Error> {
                begun(Self(Crypter::without_key(Mode::$name, direction)), key, iv)
            }
        }
    )* };
}
feedback!(Cfb Cfb8 Cfb1);

impl<K: Typed> CtrAcpkm<K> {
    /// Begins a message, to be encrypted or decrypted. The key changes after each `section` bytes. RFC 9189 uses sections of 1024
    /// bytes for Magma, and of 4096 bytes for Kuznyechik.
    ///
    /// # Errors
    /// [`Error::Section`] if `section` is 0 or not a multiple of the block's length; [`Error::ParameterLength`] if the IV is
    /// shorter than a quarter of a block, or longer than a block minus four bytes; [`Error::Parameter`] if a block of the cipher
    /// does not have 8 to 16 bytes.
    pub fn new(key: &K::Key, iv: &[u8], section: usize) -> Result<Self, Error> {
        begun(Self(Crypter::without_key(Mode::CtrAcpkm(section), Direction::Encrypt)), key, iv)
    }
}

#[cfg(feature = "magma")]
macro_rules! gost {
    ($($name:ident)*) => { $(
        impl<K: Gost28147> $name<K> {
            /// Begins a message, to be encrypted or decrypted.
            ///
            /// # Errors
            /// [`Error::ParameterLength`] if the IV does not have the length of a block.
            pub fn new(key: &K::Key, iv: &[u8]) -> Result<Self, Error> {
                begun(Self(Crypter::without_key(Mode::$name, Direction::Encrypt)), key, iv)
            }
        }
    )* };
}
#[cfg(feature = "magma")]
gost!(Cnt CntMeshed);

#[cfg(feature = "magma")]
impl<K: Gost28147> CfbMeshed<K> {
    /// Begins a message.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the IV does not have the length of a block.
    pub fn new(key: &K::Key, iv: &[u8], direction: Direction) -> Result<Self, Error> {
        begun(Self(Crypter::without_key(Mode::CfbMeshed, direction)), key, iv)
    }
}

macro_rules! keystreams {
    ($($name:ident)*) => { $(
        impl<K: Typed> $name<K> {
            /// Begins a message, to be encrypted or decrypted.
            ///
            /// # Errors
            /// The errors of [`Crypter::reset`] if the mode does not take IVs of this length.
            pub fn new(key: &K::Key, iv: &[u8]) -> Result<Self, Error> {
                begun(Self(Crypter::without_key(Mode::$name, Direction::Encrypt)), key, iv)
            }
        }
    )* };
}
keystreams!(Ofb Kctr);

impl<K: Typed> Ctr<K> {
    /// Begins a message, to be encrypted or decrypted. The whole block is a big-endian counter; an IV shorter than a block is
    /// padded with zeros on the right.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the IV is longer than a block.
    pub fn new(key: &K::Key, iv: &[u8]) -> Result<Self, Error> {
        Self::with_increment(key, iv, Increment::Be)
    }

    /// Begins a message, to be encrypted or decrypted. `increment` selects the part of the block that is the counter, and
    /// its byte order.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub fn with_increment(key: &K::Key, iv: &[u8], increment: Increment) -> Result<Self, Error> {
        begun(Self(Crypter::without_key(Mode::Ctr(increment), Direction::Encrypt)), key, iv)
    }

    /// Encrypts or decrypts the only message under a key, in place or from one buffer to another. The result is the same as with
    /// [`new`](Self::new) and [`apply`](Self::apply), in less time, because the round keys are not moved. It is fastest for up to
    /// 128 bytes under AES with keys of 16 or 32 bytes, because no round key is stored then.
    ///
    /// ```
    /// use bramah::{Aes256, Ctr};
    ///
    /// let mut text = *b"for you alone";
    /// Ctr::<Aes256>::apply_once(&[7; 32], &[0; 16], &mut text[..])?;
    /// Ctr::<Aes256>::apply_once(&[7; 32], &[0; 16], &mut text[..])?;
    /// assert_eq!(text, *b"for you alone");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the IV is longer than a block.
    pub fn apply_once<'a>(key: &K::Key, iv: &[u8], data: impl Into<InOut<'a>>) -> Result<(), Error> {
        let mut data = InOut::passed(data);
        let mut counter = K::Block::ZERO;
        if let Some(front) = counter.as_mut().get_mut(..iv.len()) {
            front.copy_from_slice(iv);
            if K::ctr_once(key, &counter, &mut data) {
                return Ok(());
            }
        }
        // in a separate stack frame, because the compiler may keep a part of the key next to the message
        wipe::after(|| {
            let mut message = Self(Crypter::without_key(Mode::Ctr(Increment::Be), Direction::Encrypt));
            message.0.begin(key, iv)?;
            message.apply(data)
        })
    }

    /// Begins to encrypt or decrypt a message. The function `increment` is called with the current counter block, which has the
    /// length of a block of the cipher, and must overwrite it with the next one. It must never produce the same block twice. It
    /// is called once for each block, in order, when the keystream of that block is computed. Therefore [`seek`](Self::seek)
    /// fails, and [`reset`](Self::reset) sets only the counter block, not the variables that the function captures.
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

    /// Begins to encrypt or decrypt a message. The function `increment` is called with the current counter block, which has the
    /// length of a block of the cipher, and must overwrite it with the next one. It must never produce the same block twice.
    /// With the feature `alloc` it may be a closure that captures variables.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    #[cfg(not(feature = "alloc"))]
    pub fn with_function(key: &K::Key, iv: &[u8], increment: fn(&mut [u8])) -> Result<Self, Error> {
        Self::counting(key, iv, increment)
    }

    fn counting(key: &K::Key, iv: &[u8], increment: Function) -> Result<Self, Error> {
        let cipher = K::keyed(key, false);
        let mut new = Crypter::new(cipher, None, Mode::CtrBy, Direction::Encrypt, iv)?;
        new.increment = Some(increment);
        Ok(Self(new))
    }
}

impl<K: Keyed> Ctr<K> {
    /// Moves to the byte of the stream at `position`, counted from 0.
    ///
    /// # Errors
    /// The errors of [`Crypter::seek`].
    pub fn seek(&mut self, position: u128) -> Result<(), Error> {
        self.0.seek(position)
    }

    /// Encrypts or decrypts the bytes of the stream that start at `position`, without changing the message in progress:
    /// [`Crypter::apply_at`].
    ///
    /// ```
    /// use bramah::{Aes128, Ctr};
    ///
    /// let mut ctr = Ctr::<Aes128>::new(&[0; 16], &[1; 16])?;
    /// let mut text = *b"attack at dawn";
    /// ctr.apply(&mut text[..])?;
    /// ctr.apply_at(10, &mut text[10..])?;
    /// assert_eq!(text[10..], *b"dawn");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Crypter::apply_at`].
    pub fn apply_at<'a>(&self, position: u128, data: impl Into<InOut<'a>>) -> Result<(), Error> {
        self.0.apply_at(position, data)
    }

    /// Encrypts or decrypts bytes of the stream on up to `threads` threads, including the caller's:
    /// [`Crypter::apply_parallel`].
    ///
    /// # Errors
    /// The errors of [`Crypter::apply`].
    #[cfg(feature = "std")]
    pub fn apply_parallel<'a>(&mut self, data: impl Into<InOut<'a>>, threads: usize) -> Result<(), Error> {
        self.0.apply_parallel(data, threads)
    }
}

impl<K: Typed> Kxts<K> {
    /// Begins a message, which must have at least one block.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the IV does not have the length of a block; [`Error::Parameter`] if a block of the
    /// cipher has fewer than 16 or more than 64 bytes; [`Error::EncryptOnly`] for decryption with a key type that only
    /// encrypts.
    pub fn new(key: &K::Key, iv: &[u8], direction: Direction) -> Result<Self, Error> {
        begun(Self(Crypter::without_key(Mode::Kxts, direction)), key, iv)
    }
}

impl<K: Typed> Xts<K> {
    /// Begins a data unit. The first key encrypts the data, the second the tweak. The tweak has the length of a block.
    ///
    /// # Errors
    /// [`Error::EqualKeys`] if the keys are equal (NIST SP 800-38E refers to FIPS 140's guidance);
    /// [`Error::ParameterLength`] if the tweak does not have the length of a block; [`Error::Parameter`] if a block of
    /// the cipher has fewer than 16 or more than 32 bytes; [`Error::EncryptOnly`] for decryption with a key type that
    /// only encrypts.
    pub fn new(keys: [&K::Key; 2], tweak: &[u8], direction: Direction) -> Result<Self, Error> {
        let [data, tweaks] = keys;
        if same(data.as_ref(), tweaks.as_ref()) {
            return Err(Error::EqualKeys);
        }
        let mut new = Self(Crypter::without_key(Mode::Xts, direction));
        new.0.set_tweaker(tweaks);
        begun(new, data, tweak)
    }

    /// Begins the data unit with this number, under the same keys.
    ///
    /// # Errors
    /// None: the number fits into every tweak.
    pub fn unit(&mut self, number: u64) -> Result<(), Error> {
        let mut tweak = [0; crate::block::MAX_BLOCK];
        tweak[..8].copy_from_slice(&number.to_le_bytes());
        let block = self.block_len();
        self.reset(&tweak[..block])
    }
}
