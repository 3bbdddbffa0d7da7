//! Block ciphers by name.

use super::{Cipher, Holds, MAX_BLOCK, Schedule, Scheduled, Use, sealed};
use crate::{
    Error,
    backend::{Backend, Choice},
    entries::{self, On, registered, told_by_on},
    names::{ByteLengths, Standing},
};
use alloc::boxed::Box;
use core::fmt;

/// The properties of a block cipher.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// The name in lower case, with the key length in bits at the end. If the family has several block lengths, the block length
    /// in bits comes first.
    pub name: &'static str,
    /// Other names. Lookup compares only letters and digits, and ignores case.
    pub aliases: &'static [&'static str],
    /// The name of the cipher's family, under which the test vectors are stored.
    pub family: &'static str,
    /// The specification that defines the cipher.
    pub specification: &'static str,
    /// The standing of the cipher, which states whether it is recommended for new designs.
    pub standing: Standing,
    /// The length of a block in bytes.
    pub block_len: usize,
    /// The key length in bytes; the usual one if the cipher takes keys of several lengths ([`Algorithm::key_lengths`]).
    pub key_len: usize,
}

registered!(Info, Make);

/// The functions and limits of a registry entry.
pub(crate) struct Make {
    /// The valid key lengths in bytes.
    key_lengths: ByteLengths,
    /// Whether CBC, CFB and OFB accept IVs of several blocks.
    long_ivs: bool,
    /// The tweak length in bytes, or 0 if the cipher takes no tweak.
    tweak_len: usize,
    /// The maximum number of effective key bits, or `None` if the cipher has no such parameter.
    effective_bits: Option<u16>,
    keyed: fn(&[u8], Use, Option<u8>, Parameters<'_>) -> Box<dyn sealed::Keyed>,
    /// The length of a key schedule in bytes.
    schedule_len: usize,
    within: fn(Option<u8>, &mut dyn FnMut(&mut dyn sealed::Keyed)),
}

/// The parameters of a cipher other than its key.
#[derive(Clone, Copy)]
struct Parameters<'a> {
    /// The tweak, empty if none was given.
    tweak: &'a [u8],
    /// The number of effective key bits, if one was given.
    effective_bits: Option<u16>,
}

impl Entry {
    /// Makes the entry of a cipher with keys of one length.
    pub(crate) const fn of<C: Cipher>(info: Info) -> Self {
        Self::with_lengths::<C>(info, ByteLengths::fixed(info.key_len))
    }

    /// Makes the entry of a cipher with keys of any length that the cipher supports.
    pub(crate) const fn of_any_key<C: Cipher>(info: Info) -> Self {
        assert!(C::KEYS.step == 1, "an error names the shortest and the longest key");
        Self::with_lengths::<C>(info, C::KEYS)
    }

    const fn with_lengths<C: Cipher>(info: Info, key_lengths: ByteLengths) -> Self {
        assert!(C::KEYS.contains(info.key_len));
        Self {
            info,
            choices: || crate::backend::named::both(C::dispatch()),
            make: Make {
                key_lengths,
                long_ivs: C::LONG_IVS,
                tweak_len: C::Schedule::TWEAK,
                effective_bits: C::Schedule::EFFECTIVE_BITS,
                keyed: |key, purpose, index, parameters| {
                    let backend = C::dispatch().at_or_chosen(index);
                    let mut boxed = boxed::<C>(backend);
                    if let Some(bits) = parameters.effective_bits {
                        boxed.schedule.set_effective_bits(bits);
                    }
                    boxed.expand(key, purpose);
                    if !parameters.tweak.is_empty() {
                        boxed.schedule.set_tweak(parameters.tweak);
                    }
                    boxed
                },
                schedule_len: size_of::<C::Schedule>(),
                within: |index, work| work(&mut Scheduled::<C>::empty(C::dispatch().at_or_chosen(index))),
            },
        }
    }

    /// Returns the cipher, on its default backend.
    pub fn algorithm(&'static self) -> Algorithm {
        Algorithm { on: On::new(self), tweak: None, effective_bits: None }
    }
}

/// Returns a box with a schedule that has no key. This is not inlined because the compiler may first build the schedule on the
/// stack, and that part of the stack must be free when the kernel that expands the key is called.
#[inline(never)]
fn boxed<C: Cipher>(backend: Backend<C::Table>) -> Box<Scheduled<C>> {
    Box::new(Scheduled::empty(backend))
}

/// Returns the entries of all block ciphers.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    super::FAMILIES.iter().copied().flatten()
}

/// Returns the block cipher with this name, in Bramah's spelling or another library's.
///
/// ```
/// let aes = bramah::block::lookup("AES-256")?;
/// assert_eq!((aes.block_len(), aes.key_len()), (16, 32));
/// # Ok::<(), bramah::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownName`] if there is no such cipher.
pub fn lookup(name: &str) -> Result<Algorithm, Error> {
    entries::find(entries, name).map(Entry::algorithm)
}

/// A block cipher, chosen by name.
#[derive(Clone, Copy)]
pub struct Algorithm {
    on: On<Entry>,
    /// The tweak, if one was given.
    tweak: Option<[u8; 16]>,
    /// The number of effective key bits, if one was given.
    effective_bits: Option<u16>,
}

impl Algorithm {
    told_by_on!();

    /// Returns the length of a block in bytes.
    pub fn block_len(&self) -> usize {
        self.info().block_len
    }

    /// Returns the key length in bytes; the usual one if the cipher takes several.
    pub fn key_len(&self) -> usize {
        self.info().key_len
    }

    /// Returns the valid key lengths in bytes: one length, or a range for ciphers like Blowfish.
    ///
    /// ```
    /// let lengths = bramah::block::lookup("aes-192")?.key_lengths();
    /// assert_eq!((lengths.min, lengths.max), (24, 24));
    /// # Ok::<(), bramah::Error>(())
    /// ```
    pub fn key_lengths(&self) -> ByteLengths {
        self.on.entry.make.key_lengths
    }

    /// Returns whether CBC, CFB and OFB accept IVs of several blocks.
    pub fn takes_long_ivs(&self) -> bool {
        self.on.entry.make.long_ivs
    }

    /// Returns an error unless the name of the cipher begins with `ciphers`, for a mode that is defined only for these ciphers.
    #[doc(hidden)]
    pub fn check_name(&self, mode: &'static str, ciphers: &'static str) -> Result<(), Error> {
        // compares byte by byte because the constant-time test would report the C library's string comparison as a branch on a
        // secret
        match self.info().name.bytes().take(ciphers.len()).eq(ciphers.bytes()) {
            true => Ok(()),
            false => Err(Error::OtherCipher { mode, ciphers }),
        }
    }

    /// Returns the tweak length in bytes: 16, or 0 if the cipher has none. A tweak is a second, public input besides the key.
    pub fn tweak_len(&self) -> usize {
        self.on.entry.make.tweak_len
    }

    /// Returns this cipher with a tweak. Without one, the tweak is zero.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the tweak does not have the length that the cipher takes.
    pub fn with_tweak(self, tweak: &[u8]) -> Result<Self, Error> {
        let length = self.tweak_len();
        match tweak.try_into() {
            Ok(tweak) if length > 0 => Ok(Self { tweak: Some(tweak), ..self }),
            _ => Err(Error::ParameterLength { name: "tweak", length: tweak.len(), min: length, max: length }),
        }
    }

    /// Returns the maximum number of effective key bits, or `None` if the cipher has no such parameter.
    pub fn most_effective_bits(&self) -> Option<u16> {
        self.on.entry.make.effective_bits
    }

    /// Returns this cipher with a number of effective bits, to which the strength of keys is reduced. The default is the number
    /// of bits of the key.
    ///
    /// ```
    /// let rc2 = bramah::block::lookup("rc2")?;
    /// let (mut forty, mut all) = ([0; 8], [0; 8]);
    /// rc2.with_effective_bits(40)?.keyed(&[1; 16])?.encrypt_blocks(&mut forty)?;
    /// rc2.keyed(&[1; 16])?.encrypt_blocks(&mut all)?;
    /// assert_ne!(forty, all);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotTaken`] if the cipher has no such parameter; [`Error::Parameter`] if the number is 0 or larger than the
    /// maximum.
    pub fn with_effective_bits(self, bits: u16) -> Result<Self, Error> {
        let name = "effective bits";
        let max = self
            .most_effective_bits()
            .ok_or(Error::NotTaken { function: self.info().name, parameter: name })?;
        super::cipher::check_effective_bits(bits, max)?;
        Ok(Self { effective_bits: Some(bits), ..self })
    }

    /// Returns the length in bytes of the key schedule that a call of [`within`](Self::within) can store and restore.
    #[doc(hidden)]
    pub fn schedule_len(&self) -> usize {
        self.on.entry.make.schedule_len
    }

    /// Calls `work` with the cipher, which has no key until `work` sets one or restores a key schedule. The cipher is erased when
    /// `work` returns. A schedule can be used only on the backend that made it.
    #[doc(hidden)]
    pub fn within(&self, work: &mut dyn FnMut(&mut dyn sealed::Keyed)) {
        (self.on.entry.make.within)(self.on.one, work);
    }

    /// Returns the cipher fixed to the backend that it uses now, and the index of this backend in the list of candidates.
    ///
    /// # Errors
    /// [`Error::UnknownBackend`] if the backend in use is not in the list, which cannot happen.
    #[doc(hidden)]
    pub fn settled(self) -> Result<(Self, u8), Error> {
        let mut name = "";
        self.within(&mut |cipher| name = cipher.backend());
        let settled = self.with_backend(name)?;
        let unknown = || Error::UnknownBackend { algorithm: self.info().name, backend: name.into() };
        Ok((settled, settled.on.one.ok_or_else(unknown)?))
    }

    /// Returns the cipher on the backend with this index, which [`settled`](Self::settled) must have returned in this process.
    #[doc(hidden)]
    pub fn at_backend(self, place: u8) -> Self {
        Self { on: On { one: Some(place), ..self.on }, ..self }
    }

    /// Returns the list of candidates of the cipher.
    pub fn choice(&self) -> &'static dyn Choice {
        self.on.choice()
    }

    /// Expands a key.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if the cipher does not take keys of this length.
    pub fn keyed(&self, key: &[u8]) -> Result<AnyCipher, Error> {
        self.for_use(key, Use::Both)
    }

    /// Expands a key in the final place of the schedule, so that dropping the cipher also erases the copies that the expansion
    /// leaves on the stack.
    pub fn for_use(&self, key: &[u8], purpose: Use) -> Result<AnyCipher, Error> {
        let lengths = self.key_lengths();
        if !lengths.contains(key.len()) {
            let ByteLengths { min, max, .. } = lengths;
            return Err(Error::ParameterLength { name: "key", length: key.len(), min, max });
        }
        let tweak = self.tweak.as_ref().map_or(&[][..], |tweak| tweak);
        let parameters = Parameters { tweak, effective_bits: self.effective_bits };
        Ok(AnyCipher((self.on.entry.make.keyed)(key, purpose, self.on.one, parameters)))
    }
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Algorithm").field(&self.info().name).finish()
    }
}

/// A block cipher with its key, whose type is chosen at run time.
pub struct AnyCipher(pub(super) Box<dyn sealed::Keyed>);

impl AnyCipher {
    /// Encrypts blocks independently of each other.
    ///
    /// # Errors
    /// [`Error::InputLength`] if `blocks` does not consist of whole blocks.
    pub fn encrypt_blocks(&self, blocks: &mut [u8]) -> Result<(), Error> {
        self.pass(super::Pass::EcbEncrypt, blocks)
    }

    /// Decrypts blocks independently of each other.
    ///
    /// # Errors
    /// [`Error::InputLength`] if `blocks` does not consist of whole blocks.
    pub fn decrypt_blocks(&self, blocks: &mut [u8]) -> Result<(), Error> {
        self.pass(super::Pass::EcbDecrypt, blocks)
    }

    fn pass(&self, pass: super::Pass, blocks: &mut [u8]) -> Result<(), Error> {
        let block = self.0.block_len();
        if !blocks.len().is_multiple_of(block) {
            return Err(Error::InputLength { length: blocks.len() as u128, block });
        }
        self.0.pass(pass, &mut [], &mut blocks.into());
        Ok(())
    }
}

impl fmt::Debug for AnyCipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyCipher").finish_non_exhaustive()
    }
}

impl Holds for AnyCipher {
    type Inner = dyn sealed::Keyed;
    type Room = [u8; MAX_BLOCK];
    #[inline(always)]
    fn inner(&self) -> &Self::Inner {
        &*self.0
    }
    fn inner_mut(&mut self) -> Option<&mut Self::Inner> {
        Some(&mut *self.0)
    }
}
