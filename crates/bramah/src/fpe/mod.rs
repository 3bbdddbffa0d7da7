//! Format-preserving encryption: FF1 of NIST SP 800-38G over ciphers with blocks of 16 bytes. It encrypts a text of numerals,
//! such as the digits of a card number, to a text of the same number of numerals of the same radix.
//!
//! Under one key and one tweak, equal texts have equal ciphertexts. Nothing is authenticated: a changed ciphertext decrypts to
//! another text. So use a different tweak for each text if possible, such as the number of the customer; a tweak need not be
//! secret. The domain of each length must have at least a million texts (SP 800-38G Revision 1, draft of 2019 and 2025), because
//! a smaller domain can be searched by trial.
//!
//! If the cipher is constant-time, the time reveals only the radix, the number of numerals, and the length of the tweak.

#[cfg(feature = "alloc")]
mod alphabet;
mod numerals;
#[cfg(feature = "registry")]
mod registry;

#[cfg(feature = "alloc")]
pub use alphabet::Alphabet;
#[cfg(feature = "registry")]
pub use registry::{Algorithm, AnyFf1, algorithms, lookup};

use crate::{
    Error,
    block::{Keyed, Pass, Typed},
    ct::declassify,
    simd::memory::{Bytes, InOut},
    wipe::{self, wipe},
};
#[cfg(feature = "alloc")]
use alloc::string::String;
use core::{fmt, slice::from_mut};
use numerals::{MOST_BYTES, Number, Radix};

/// The specification of FF1.
pub const SPECIFICATION: &str = "NIST SP 800-38G, 5.1";

/// The length of a block in bytes.
const BLOCK: usize = 16;
/// The number of rounds of the Feistel network: SP 800-38G, 5.1.
const ROUNDS: u8 = 10;
/// The minimum domain size, the number of different texts of one length: SP 800-38G Revision 1 (draft).
const FEWEST_TEXTS: u64 = 1_000_000;
/// The maximum number of bytes of CBC-MAC's input in a round: the end of the tweak, the number of the round, and half of the text
/// as a number.
const MOST_TAIL: usize = BLOCK + MOST_BYTES;
/// The maximum number of bytes that a round of FF1 computes from the result of this CBC-MAC (d in SP 800-38G, 5.1), rounded up to
/// whole blocks.
const MOST_STREAM: usize = (MOST_BYTES + 4).next_multiple_of(BLOCK);

/// FF1 with a key and a radix: NIST SP 800-38G, 5.1.
///
/// Each half of a text must fit into a number of 4096 bits. So a text has, for example, at most 2466 decimal digits or 8192
/// binary digits.
///
/// ```
/// use bramah::{Aes256, Ff1};
///
/// let ff1 = Ff1::<Aes256>::new(&[7; 32], 10)?;
/// let mut digits = [4, 1, 1, 1, 1, 1, 1, 1];
/// ff1.encrypt(b"the customer's number", &mut digits)?;
/// assert!(digits.iter().all(|digit| *digit < 10));
/// ff1.decrypt(b"the customer's number", &mut digits)?;
/// assert_eq!(digits, [4, 1, 1, 1, 1, 1, 1, 1]);
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct Ff1<K> {
    cipher: K,
    radix: Radix,
}

impl<K: Typed> Ff1<K> {
    /// Sets up FF1 with this key, for texts whose numerals are below `radix`, 2 to 65536. It does not compile unless the cipher's
    /// blocks have 16 bytes.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the radix is less than 2 or more than 65536.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key, radix: u32) -> Result<Self, Error> {
        const { assert!(<K::Block as Bytes>::LEN == BLOCK, "FF1 is defined for blocks of 128 bits") };
        let radix = Radix::new(radix)?;
        Ok(Self { cipher: K::keyed(key, false), radix })
    }
}

impl<K: Keyed> Ff1<K> {
    /// Returns the radix.
    pub fn radix(&self) -> u32 {
        self.radix.number()
    }

    /// Returns the minimum number of numerals of a text: at least two, and enough for a domain of a million texts.
    pub fn min_len(&self) -> usize {
        let (mut texts, mut len) = (1, 0);
        while texts < FEWEST_TEXTS {
            texts *= u64::from(self.radix());
            len += 1;
        }
        len.max(2)
    }

    /// Returns the maximum number of numerals of a text: twice the number that fits into 4096 bits.
    pub fn max_len(&self) -> usize {
        2 * self.radix.most()
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    /// Encrypts a text in place.
    ///
    /// # Errors
    /// [`Error::Parameter`] if the text has fewer than [`min_len`](Self::min_len) or more than [`max_len`](Self::max_len)
    /// numerals; [`Error::Numeral`] if a numeral is not below the radix; [`Error::ParameterLength`] if the tweak has 2^32 bytes
    /// or more. Nothing is changed then.
    pub fn encrypt(&self, tweak: &[u8], numerals: &mut [u16]) -> Result<(), Error> {
        self.check(tweak, numerals)?;
        self.crypt::<false>(tweak, numerals);
        self.erase();
        Ok(())
    }

    /// Decrypts a text in place.
    ///
    /// # Errors
    /// The errors of [`encrypt`](Self::encrypt).
    pub fn decrypt(&self, tweak: &[u8], numerals: &mut [u16]) -> Result<(), Error> {
        self.check(tweak, numerals)?;
        self.crypt::<true>(tweak, numerals);
        self.erase();
        Ok(())
    }

    /// Encrypts a text whose characters belong to an alphabet.
    ///
    /// # Errors
    /// The errors of [`encrypt`](Self::encrypt); [`Error::Character`] if a character is not in the alphabet; [`Error::Parameter`]
    /// if the alphabet's number of characters is not the radix.
    ///
    /// ```
    /// use bramah::{Aes128, Ff1, fpe::Alphabet};
    ///
    /// let alphabet = Alphabet::new("0123456789abcdefghijklmnopqrstuvwxyz")?;
    /// let ff1 = Ff1::<Aes128>::new(&[7; 16], alphabet.radix())?;
    /// let encrypted = ff1.encrypt_text(&alphabet, b"", "order1234")?;
    /// assert_eq!(ff1.decrypt_text(&alphabet, b"", &encrypted)?, "order1234");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    #[cfg(feature = "alloc")]
    pub fn encrypt_text(&self, alphabet: &Alphabet, tweak: &[u8], text: &str) -> Result<String, Error> {
        self.text(alphabet, text, |numerals| self.encrypt(tweak, numerals))
    }

    /// Decrypts a text whose characters belong to an alphabet.
    ///
    /// # Errors
    /// The errors of [`encrypt_text`](Self::encrypt_text).
    #[cfg(feature = "alloc")]
    pub fn decrypt_text(&self, alphabet: &Alphabet, tweak: &[u8], text: &str) -> Result<String, Error> {
        self.text(alphabet, text, |numerals| self.decrypt(tweak, numerals))
    }

    #[cfg(feature = "alloc")]
    fn text(
        &self,
        alphabet: &Alphabet,
        text: &str,
        work: impl FnOnce(&mut [u16]) -> Result<(), Error>,
    ) -> Result<String, Error> {
        let (radix, value) = (self.radix().into(), alphabet.radix().into());
        if radix != value {
            let name = "the number of characters of the alphabet";
            return Err(Error::Parameter { name, value, min: radix, max: radix });
        }
        let mut numerals = alphabet.numerals(text)?;
        let text = work(&mut numerals).map(|()| alphabet.text(&numerals));
        wipe(&mut numerals);
        text
    }

    /// Refuses tweaks and texts for which FF1 is not defined.
    fn check(&self, tweak: &[u8], numerals: &[u16]) -> Result<(), Error> {
        let max = u32::MAX as usize;
        if tweak.len() > max {
            return Err(Error::ParameterLength { name: "tweak", length: tweak.len(), min: 0, max });
        }
        let (len, min) = (numerals.len(), self.min_len());
        if len < min || !self.radix.fits(len.div_ceil(2)) {
            let [value, min, max] = [len, min, self.max_len()].map(|len| len as u64);
            return Err(Error::Parameter { name: "the number of numerals", value, min, max });
        }
        let mut wrong = 0;
        for numeral in numerals {
            // sets the highest bit if the numeral is not below the radix
            wrong |= (self.radix() - 1).wrapping_sub(u32::from(*numeral));
        }
        // reveals only whether all numerals are valid
        match declassify(wrong >> 31) {
            0 => Ok(()),
            _ => Err(Error::Numeral { radix: self.radix() }),
        }
    }

    /// Erases the copies that called functions left on the stack: halves of texts, and blocks computed from these
    /// halves.
    fn erase(&self) {
        wipe::stack();
    }

    /// Encrypts a text, or decrypts it if `BACK` is true: SP 800-38G, algorithms 7 and 8. The function is not inlined, so that
    /// copies of halves lie below the frames of its callers, where they are erased.
    #[inline(never)]
    fn crypt<const BACK: bool>(&self, tweak: &[u8], numerals: &mut [u16]) {
        let len = numerals.len();
        let (left, right) = numerals.split_at_mut(len / 2);
        let bytes = self.radix.bytes(right.len());
        let mut halves = [left, right];
        let mut tail = [0; MOST_TAIL];
        let (chain, place) = self.begin(tweak, len, bytes, &mut tail);
        let tail = &mut tail[..place + 1 + bytes];
        let mut stream = [0; MOST_STREAM];
        for round in 0..ROUNDS {
            let round = if BACK { ROUNDS - 1 - round } else { round };
            // in even rounds the right half changes the left half, in odd rounds the left half changes the right one
            let [left, right] = &mut halves;
            let (changed, other) = if round % 2 == 0 { (left, &*right) } else { (right, &*left) };
            tail[place] = round;
            Number::of(self.radix, other, bytes).write_be(&mut tail[place + 1..]);
            let mut first = chain;
            self.cipher.mac(&mut first, tail);
            let used = bytes.next_multiple_of(4) + 4;
            self.extend(first, &mut stream[..used.next_multiple_of(BLOCK)]);
            let mut number = Number::read_be(&stream[..used]);
            number.shift_numerals::<BACK>(self.radix, changed);
        }
        wipe(tail);
        wipe(&mut stream);
    }

    /// Returns the CBC-MAC of the first block and of the tweak's whole blocks. These blocks are the same in all rounds.
    /// Copies the rest of the tweak to the front of `tail`. Also returns the index in `tail` at which the number of the
    /// round is stored.
    fn begin(&self, tweak: &[u8], len: usize, bytes: usize, tail: &mut [u8]) -> ([u8; BLOCK], usize) {
        let mut first = [0; BLOCK];
        let [_, radix @ ..] = self.radix().to_be_bytes();
        first[..3].copy_from_slice(&[1, 2, 1]);
        first[3..6].copy_from_slice(&radix);
        first[6..8].copy_from_slice(&[ROUNDS, (len / 2) as u8]);
        first[8..12].copy_from_slice(&(len as u32).to_be_bytes());
        first[12..].copy_from_slice(&(tweak.len() as u32).to_be_bytes());
        let mut chain = [0; BLOCK];
        self.cipher.mac(&mut chain, &first);
        let (blocks, rest) = tweak.as_chunks::<BLOCK>();
        self.cipher.mac(&mut chain, blocks.as_flattened());
        // zeros follow the tweak, so that the number of the round and the half of the text end at the end of a block
        let ends = rest.len() + 1 + bytes;
        let mut place = ends.next_multiple_of(BLOCK) - 1 - bytes;
        if place >= BLOCK {
            let mut block = [0; BLOCK];
            block[..rest.len()].copy_from_slice(rest);
            self.cipher.mac(&mut chain, &block);
            place -= BLOCK;
        } else {
            tail[..rest.len()].copy_from_slice(rest);
        }
        (chain, place)
    }

    /// Writes `first`, followed by the encryptions of `first` XOR 1, `first` XOR 2 and so on.
    fn extend(&self, first: [u8; BLOCK], stream: &mut [u8]) {
        let (blocks, _) = stream.as_chunks_mut::<BLOCK>();
        for (number, block) in (0..).zip(blocks.iter_mut()) {
            *block = (u128::from_be_bytes(first) ^ number).to_be_bytes();
        }
        if let [_, others @ ..] = blocks
            && !others.is_empty()
        {
            let mut others = InOut::from(others.as_flattened_mut());
            self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut others);
        }
    }
}

impl<K> Drop for Ff1<K> {
    /// Erases the radix, and the copies of the key that moves left on the stack: this type is larger than the part of the stack
    /// that the cipher erases.
    fn drop(&mut self) {
        wipe(from_mut(&mut self.radix));
        wipe::stack();
    }
}

impl<K> fmt::Debug for Ff1<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ff1").field("radix", &self.radix.number()).finish_non_exhaustive()
    }
}
