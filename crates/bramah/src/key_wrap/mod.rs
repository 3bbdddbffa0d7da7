//! Key wrap: keys are encrypted and authenticated under another key, without a nonce. The forms are KW (RFC 3394) and KWP (RFC
//! 5649) of NIST SP 800-38F, over ciphers with blocks of 16 bytes; TKW of NIST SP 800-38F, over Triple DES; and the KW of DSTU
//! 7624:2014, over Kalyna.
//!
//! Wrapping is deterministic: equal keys have equal wrapped keys. Use it only for keys, which are short: each half of a block
//! takes six encryptions, one after another.

mod dstu;
#[cfg(feature = "registry")]
mod registry;

#[cfg(feature = "registry")]
pub use registry::{Algorithm, AnyKeyWrap, algorithms, lookup};

use crate::{
    Error,
    block::{Authenticated, Keyed, Pass, Typed},
    ct::{at_least, declassify, same, select},
    names::ByteLengths,
    simd::memory::{Bytes, InOut, copy_short, short_le, store_whole},
    wipe,
};
#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use core::fmt;

/// The length in bytes of a semiblock, half a block, for KW and KWP.
const SEMIBLOCK: usize = 8;
/// The length in bytes of a block of the ciphers for KW and KWP.
const BLOCK: usize = 2 * SEMIBLOCK;
/// The value that KW wraps together with a key (SP 800-38F, 6.2, ICV1). TKW wraps only its first half (7, ICV3).
const ICV1: u64 = 0xa6a6_a6a6_a6a6_a6a6;
/// The first half of the value that KWP wraps together with a key (6.3, ICV2).
const ICV2: u32 = 0xa659_59a6;

/// The form of key wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// KW: keys consist of whole semiblocks, at least two.
    Kw,
    /// KWP: keys have any number of bytes, and are padded with zeros.
    Kwp,
    /// TKW: the same as KW, over Triple DES.
    Tkw,
    /// The KW of DSTU 7624:2014, section 15, which is defined over Kalyna: keys consist of 1 to 20 whole blocks. A block of zeros
    /// is wrapped together with the key. Longer keys are refused, because implementations are said to number the steps above 255
    /// differently.
    DstuKw,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 4] = [Self::Kw, Self::Kwp, Self::Tkw, Self::DstuKw];

    /// Returns the word that stands for the form in names: `kw`, `kwp`, `tkw` or `dstu7624-kw`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kw => "kw",
            Self::Kwp => "kwp",
            Self::Tkw => "tkw",
            Self::DstuKw => "dstu7624-kw",
        }
    }

    /// Returns the lengths in bytes of a cipher's blocks for which the form is defined.
    const fn blocks(self) -> ByteLengths {
        match self {
            Self::Kw | Self::Kwp => ByteLengths::fixed(BLOCK),
            Self::Tkw => ByteLengths::fixed(8),
            Self::DstuKw => ByteLengths { min: 16, max: dstu::MAX_BLOCK, step: 16 },
        }
    }

    /// Returns the number of bytes that wrapping adds to a key of whole semiblocks, for a cipher with blocks of `block` bytes.
    const fn added(self, block: usize) -> usize {
        match self {
            Self::Kw | Self::Kwp | Self::Tkw => block / 2,
            Self::DstuKw => block,
        }
    }

    /// Returns the specification.
    pub const fn specification(self) -> &'static str {
        match self {
            Self::Kw => "NIST SP 800-38F, 6.2; RFC 3394",
            Self::Kwp => "NIST SP 800-38F, 6.3; RFC 5649",
            Self::Tkw => "NIST SP 800-38F, 7",
            Self::DstuKw => "DSTU 7624:2014, 15",
        }
    }

    /// Returns the lengths in bytes of the keys that can be wrapped, for a cipher with blocks of `block` bytes (SP 800-38F,
    /// 5.3.1). KW wraps multiples of 8 from 16 on, KWP any number from 1 to 2^32 - 1, TKW multiples of 4 from 8 to 2^30 - 8, and
    /// the KW of DSTU 7624 1 to 20 blocks.
    pub const fn key_lengths(self, block: usize) -> ByteLengths {
        match self {
            Self::Kw => ByteLengths { min: BLOCK, max: usize::MAX, step: SEMIBLOCK },
            Self::Kwp => ByteLengths { min: 1, max: u32::MAX as usize, step: 1 },
            Self::Tkw => ByteLengths { min: 8, max: (1 << 30) - 8, step: 4 },
            Self::DstuKw => ByteLengths { min: block, max: dstu::MOST * block, step: block },
        }
    }

    /// Returns the lengths in bytes of wrapped keys, for a cipher with blocks of `block` bytes.
    pub const fn wrapped_lengths(self, block: usize) -> ByteLengths {
        match self {
            Self::Kw => ByteLengths { min: BLOCK + SEMIBLOCK, max: usize::MAX, step: SEMIBLOCK },
            Self::Kwp => ByteLengths { min: BLOCK, max: usize::MAX, step: SEMIBLOCK },
            Self::Tkw => ByteLengths { min: 12, max: (1 << 30) - 4, step: 4 },
            Self::DstuKw => ByteLengths { min: 2 * block, max: (dstu::MOST + 1) * block, step: block },
        }
    }

    /// Returns the length, in bytes, that a key of `key_len` bytes has after wrapping, for a cipher with blocks of `block`
    /// bytes.
    ///
    /// # Errors
    /// [`Error::ByteLength`] if keys of this length cannot be wrapped.
    pub fn wrapped_len(self, key_len: usize, block: usize) -> Result<usize, Error> {
        let (name, lengths) = ("key to be wrapped", self.key_lengths(block));
        lengths.check(name, key_len)?;
        let whole = key_len.checked_next_multiple_of(block / 2);
        // this error never occurs for a real key: no slice is so long that the length of its whole semiblocks overflows
        let refused = Error::ByteLength { name, length: key_len, lengths };
        whole.and_then(|whole| whole.checked_add(self.added(block))).ok_or(refused)
    }
}

/// A cipher with its key, under which keys are wrapped.
#[derive(Clone)]
struct Wrapper<K> {
    cipher: K,
    form: Form,
}

impl<K: Keyed> Wrapper<K> {
    fn wrap(&self, key: &[u8], wrapped: &mut [u8]) -> Result<(), Error> {
        let block_len = self.cipher.block_len();
        let needed = self.form.wrapped_len(key.len(), block_len)?;
        if wrapped.len() != needed {
            return Err(Error::OutputRoom { length: wrapped.len(), needed });
        }
        let half = block_len / 2;
        let (first, rest) = wrapped.split_at_mut(half);
        let check = match self.form {
            Form::Kw | Form::Tkw => ICV1,
            Form::Kwp => u64::from(ICV2) << 32 | key.len() as u64,
            Form::DstuKw => {
                dstu::wrap(&self.cipher, key, wrapped);
                return Ok(());
            }
        };
        first.copy_from_slice(&check.to_be_bytes()[..half]);
        rest[..key.len()].copy_from_slice(key);
        rest[key.len()..].fill(0);
        if rest.len() == half {
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(wrapped));
            return Ok(());
        }
        let (mut block, mut step, mut check) = ([0; BLOCK], 0u64, number(first));
        if half == SEMIBLOCK {
            // reads the key itself if it needs no padding, because a load of bytes that were just copied may wait
            let mut data = match key.len() == rest.len() {
                true => InOut::new(key, &mut *rest)?,
                false => InOut::from(&mut *rest),
            };
            let before = check.into();
            if self.cipher.authenticated(false, before, &mut Authenticated::KeyWrap(&mut check), &mut data) {
                first.copy_from_slice(&check.to_le_bytes());
                return Ok(());
            }
        }
        for _ in 0..6 {
            for semiblock in rest.chunks_exact_mut(half) {
                step += 1;
                check = self.pass(Pass::EcbEncrypt, &mut block, check, semiblock) ^ reversed(step, half);
            }
        }
        first.copy_from_slice(&check.to_le_bytes()[..half]);
        wipe::wipe(&mut block);
        Ok(())
    }

    /// Encrypts or decrypts the block that consists of `first` and `semiblock`. The second half of the result replaces
    /// `semiblock`; the first half is returned. Afterwards `block` contains the whole result.
    #[inline(always)]
    fn pass(&self, pass: Pass, block: &mut [u8; BLOCK], first: u64, semiblock: &mut [u8]) -> u64 {
        let half = semiblock.len();
        // by one store, because after two stores a load of the whole block would wait
        store_whole(block, u128::from(first) | u128::from(number(semiblock)) << (8 * half));
        self.cipher.pass(pass, &mut [], &mut InOut::from(&mut block[..2 * half]));
        copy_short(semiblock, &block[half..2 * half]);
        number(&block[..half])
    }

    /// Unwraps a key into an output that is as long as the semiblocks of the key, and returns the length of the key in bytes.
    /// After an error the output is all zeros.
    fn unwrap(&self, wrapped: &[u8], key: &mut [u8]) -> Result<usize, Error> {
        let block_len = self.cipher.block_len();
        self.form.wrapped_lengths(block_len).check("wrapped key", wrapped.len())?;
        let needed = wrapped.len() - self.form.added(block_len);
        if key.len() != needed {
            return Err(Error::OutputRoom { length: key.len(), needed });
        }
        if self.form == Form::DstuKw {
            return dstu::unwrap(&self.cipher, wrapped, key).then_some(needed).ok_or(Error::Unauthentic);
        }
        let half = block_len / 2;
        let (first, rest) = wrapped.split_at(half);
        let mut block = [0; BLOCK];
        block[..half].copy_from_slice(first);
        let (mut step, mut check) = (6 * (needed / half) as u64, number(first));
        if needed == half {
            block[half..2 * half].copy_from_slice(rest);
            self.cipher.pass(Pass::EcbDecrypt, &mut [], &mut InOut::from(&mut block[..2 * half]));
            key.copy_from_slice(&block[half..2 * half]);
        } else if half == SEMIBLOCK
            && let Ok(mut data) = InOut::new(rest, &mut *key)
            && self.cipher.authenticated(
                true,
                check.into(),
                &mut Authenticated::KeyWrap(&mut check),
                &mut data,
            )
        {
            copy_short(&mut block, &check.to_le_bytes());
        } else {
            key.copy_from_slice(rest);
            for _ in 0..6 {
                for semiblock in key.chunks_exact_mut(half).rev() {
                    check = self.pass(Pass::EcbDecrypt, &mut block, check ^ reversed(step, half), semiblock);
                    step -= 1;
                }
            }
        }
        let checked = match self.form {
            Form::Kwp => padded(&block, key),
            _ => same(&block[..half], &ICV1.to_be_bytes()[..half]).then_some(needed),
        };
        wipe::wipe(&mut block);
        checked.ok_or_else(|| {
            wipe::wipe(key);
            Error::Unauthentic
        })
    }
}

/// Returns the bytes of a semiblock as a little-endian number.
#[inline(always)]
fn number(semiblock: &[u8]) -> u64 {
    short_le(semiblock) as u64
}

/// Returns the number of a step, which is XORed onto the first half of a block (SP 800-38F, 6.1 and 7.1), in the byte order in
/// which [`number`] reads semiblocks of `half` bytes.
#[inline(always)]
fn reversed(step: u64, half: usize) -> u64 {
    step.swap_bytes() >> (64 - 8 * half)
}

/// Checks the first half of the block that KWP unwrapped, and the zeros after the key (SP 800-38F, 6.3, KWP-AD, steps 6 to
/// 11), in a time that depends on neither the block nor the zeros. Returns the length of the key in bytes. Only the result
/// becomes public: whether the wrapped key is right, and if it is, its length.
fn padded(block: &[u8; BLOCK], key: &[u8]) -> Option<usize> {
    let [mut wrong, len] = [0, 4].map(|at| {
        let mut word = [0; 4];
        word.copy_from_slice(&block[at..at + 4]);
        u32::from_be_bytes(word)
    });
    wrong ^= ICV2;
    // the padding has at most 7 bytes, and no more than the key with its padding; computed in 64 bits, and then converted to 32
    // bits for the comparisons
    let padding = (key.len() as u64).wrapping_sub(u64::from(len));
    wrong |= (padding >> 32) as u32 | padding as u32 & !7;
    let padding = padding as u32 & 7;
    for (place, byte) in key.iter().rev().take(SEMIBLOCK).enumerate() {
        // the last byte has the place 0
        wrong |= select(at_least(place as u32, padding), 0, (*byte).into());
    }
    same(&wrong.to_ne_bytes(), &[0; 4]).then(|| declassify(len) as usize)
}

impl<K> fmt::Debug for Wrapper<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.form.name()).finish_non_exhaustive()
    }
}

macro_rules! types {
    ($($(#[$doc:meta])* $name:ident $form:ident $defined:literal)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<K>(Wrapper<K>);

        impl<K: Typed> $name<K> {
            /// Sets up the key under which other keys are wrapped. It does not compile if this form is not defined for the length
            /// of the cipher's blocks, nor for key types that cannot decrypt blocks.
            #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
            pub fn new(key: &K::Key) -> Self {
                const { assert!(Form::$form.blocks().contains(<K::Block as Bytes>::LEN), $defined) };
                const { assert!(K::DECRYPTS, "unwrapping decrypts blocks: the keys must be for both directions") };
                Self(Wrapper { cipher: K::keyed(key, true), form: Form::$form })
            }
        }

        impl<K: Keyed> $name<K> {
            /// Returns the length, in bytes, that a key of `key_len` bytes has after wrapping.
            ///
            /// # Errors
            /// [`Error::ByteLength`] if keys of this length cannot be wrapped: see [`Form::key_lengths`].
            pub fn wrapped_len(&self, key_len: usize) -> Result<usize, Error> {
                Form::$form.wrapped_len(key_len, self.0.cipher.block_len())
            }

            /// Returns the name of the backend in use.
            pub fn backend(&self) -> &'static str {
                self.0.cipher.backend()
            }

            /// Wraps a key into an output of [`wrapped_len`](Self::wrapped_len) bytes.
            ///
            /// # Errors
            /// [`Error::ByteLength`] if keys of this length cannot be wrapped; [`Error::OutputRoom`] if `wrapped` does not have
            /// the length of the wrapped key. Nothing is written then.
            pub fn wrap(&self, key: &[u8], wrapped: &mut [u8]) -> Result<(), Error> {
                self.0.wrap(key, wrapped)
            }

            /// Unwraps a key. The output `key` must be half a block shorter than the wrapped key; for [`DstuKeyWrap`], one block
            /// shorter. Returns the length in bytes of the key, which is at the beginning of the output. The bytes after the key
            /// are zero.
            ///
            /// # Errors
            /// [`Error::Unauthentic`] if `wrapped` is not a key that was wrapped in this form under this key, and then the output
            /// is all zeros; [`Error::ByteLength`] if no wrapped key has this length, and [`Error::OutputRoom`] if the output has
            /// another length, and then nothing is written.
            pub fn unwrap(&self, wrapped: &[u8], key: &mut [u8]) -> Result<usize, Error> {
                self.0.unwrap(wrapped, key)
            }

            /// Returns the wrapped form of a key.
            ///
            /// # Errors
            /// [`Error::ByteLength`] if keys of this length cannot be wrapped.
            #[cfg(feature = "alloc")]
            pub fn wrap_vec(&self, key: &[u8]) -> Result<Vec<u8>, Error> {
                self.0.wrap_vec(key)
            }

            /// Returns the unwrapped key. The caller should erase it after use.
            ///
            /// # Errors
            /// [`Error::Unauthentic`] if `wrapped` is not a key that was wrapped in this form under this key;
            /// [`Error::ByteLength`] if no wrapped key has this length.
            #[cfg(feature = "alloc")]
            pub fn unwrap_vec(&self, wrapped: &[u8]) -> Result<Vec<u8>, Error> {
                self.0.unwrap_vec(wrapped)
            }
        }
    )* };
}
types! {
    /// KW, which wraps keys of a multiple of 8 bytes, at least 16: SP 800-38F, 6.2, and RFC 3394.
    ///
    /// ```
    /// use bramah::{Aes256, KeyWrap};
    ///
    /// let kw = KeyWrap::<Aes256>::new(&[7; 32]);
    /// let (mut wrapped, mut key) = ([0; 24], [0; 16]);
    /// kw.wrap(b"sixteen byte key", &mut wrapped)?;
    /// assert_eq!(kw.unwrap(&wrapped, &mut key), Ok(16));
    /// assert_eq!(key, *b"sixteen byte key");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    KeyWrap Kw "key wrap is defined for blocks of 128 bits"
    /// KWP, which wraps keys of 1 to 2^32 - 1 bytes: SP 800-38F, 6.3, and RFC 5649.
    ///
    /// ```
    /// use bramah::{Aes256, KeyWrapPadded};
    ///
    /// let kwp = KeyWrapPadded::<Aes256>::new(&[7; 32]);
    /// let (mut wrapped, mut key) = ([0; 24], [0; 16]);
    /// kwp.wrap(b"eleven byte", &mut wrapped)?;
    /// assert_eq!(kwp.unwrap(&wrapped, &mut key), Ok(11));
    /// assert_eq!(key[..11], *b"eleven byte");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    KeyWrapPadded Kwp "key wrap is defined for blocks of 128 bits"
    /// TKW, which wraps keys of a multiple of 4 bytes, at least 8, over Triple DES: SP 800-38F, 7.
    ///
    /// ```
    /// use bramah::{TripleDes, TripleDesKeyWrap};
    ///
    /// let tkw = TripleDesKeyWrap::<TripleDes>::new(&[7; 24]);
    /// let (mut wrapped, mut key) = ([0; 20], [0; 16]);
    /// tkw.wrap(b"sixteen byte key", &mut wrapped)?;
    /// assert_eq!(tkw.unwrap(&wrapped, &mut key), Ok(16));
    /// assert_eq!(key, *b"sixteen byte key");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    TripleDesKeyWrap Tkw "TKW is defined over Triple DES, whose blocks have 64 bits"
    /// The KW of DSTU 7624, which wraps keys of 1 to 20 whole blocks over Kalyna: [`Form::DstuKw`].
    ///
    /// ```
    /// use bramah::{DstuKeyWrap, Kalyna128_256};
    ///
    /// let kw = DstuKeyWrap::<Kalyna128_256>::new(&[7; 32]);
    /// let (mut wrapped, mut key) = ([0; 32], [0; 16]);
    /// kw.wrap(b"sixteen byte key", &mut wrapped)?;
    /// assert_eq!(kw.unwrap(&wrapped, &mut key), Ok(16));
    /// assert_eq!(key, *b"sixteen byte key");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    DstuKeyWrap DstuKw "the KW of DSTU 7624 is defined for blocks of 128, 256 and 512 bits"
}

#[cfg(feature = "alloc")]
impl<K: Keyed> Wrapper<K> {
    fn wrap_vec(&self, key: &[u8]) -> Result<Vec<u8>, Error> {
        let mut wrapped = vec![0; self.form.wrapped_len(key.len(), self.cipher.block_len())?];
        self.wrap(key, &mut wrapped)?;
        Ok(wrapped)
    }

    fn unwrap_vec(&self, wrapped: &[u8]) -> Result<Vec<u8>, Error> {
        let block = self.cipher.block_len();
        self.form.wrapped_lengths(block).check("wrapped key", wrapped.len())?;
        let mut key = vec![0; wrapped.len() - self.form.added(block)];
        let len = self.unwrap(wrapped, &mut key)?;
        key.truncate(len);
        Ok(key)
    }
}
