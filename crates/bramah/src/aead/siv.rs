//! SIV, synthetic initialization vector: RFC 5297, over ciphers with blocks of 16 bytes.
//!
//! A first pass computes the tag by S2V, which is built on CMAC. The second pass encrypts in counter mode; its first counter
//! block is computed from the tag.

use super::{
    Aead,
    frame::verified,
    sealed::{Scheme, Tag, Whole},
};
use crate::{
    Error,
    block::{Keyed, Pass, Typed, whole_blocks},
    ct::declassify,
    mac::{Construction, Omac, Subkeys},
    mode::Direction,
    names::ByteLengths,
    simd::{
        blocks::{Increment, double_be},
        memory::{Bytes, InOut, add, apart_slice, whole_bytes},
    },
    wipe,
};

/// The length in bytes of a block and of a tag.
const BLOCK: usize = 16;

/// The maximum number of strings of associated data, including the nonce (RFC 5297, section 7).
const STRINGS: usize = 126;

/// Authenticated encryption with SIV, under one key, which consists of two keys of the cipher: the first for CMAC, the second for
/// counter mode.
///
/// Nonce reuse reveals whether a message was sent again with the same associated data, and nothing else. The nonce is the last
/// string of associated data (section 3). An empty nonce means that there is no nonce: equal messages then have equal
/// ciphertexts. The associated data is always one string, which may be empty; [`seal_strings`](Self::seal_strings) takes any
/// number of strings, up to 126.
///
/// In the RFC the tag (the synthetic IV) comes before the ciphertext; here it is a separate output of 16 bytes, and is never
/// truncated. A message must be available as a whole.
///
/// ```
/// use bramah::{Aes128, Siv};
///
/// let siv = Siv::<Aes128>::new([&[7; 16], &[8; 16]]);
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// siv.seal(b"a nonce", b"to everyone", &mut text[..], &mut tag)?;
/// siv.open(b"a nonce", b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Siv<K> = Aead<SivScheme<K>>;

/// The lengths of nonces in bytes: every length is valid. An empty nonce means that there is no nonce.
const NONCE: ByteLengths = ByteLengths { min: 0, max: usize::MAX, step: 1 };

/// The registry's entry for SIV.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = super::Mode {
    name: "siv",
    title: "counter, which begins with a tag by CMAC: nonce reuse reveals only which messages are the same",
    specification: "RFC 5297",
    block_len: ByteLengths::fixed(BLOCK),
    ciphers: "",
    cipher_keys: super::ANY_KEYS,
    keys: 2,
    in_parts: false,
    misuse_resistant: true,
    // the names of section 6 contain the number of bits of both keys together
    aliases: |cipher| match cipher {
        "aes-128" => &["aead-aes-siv-cmac-256", "aes-siv-cmac-256"],
        "aes-192" => &["aead-aes-siv-cmac-384", "aes-siv-cmac-384"],
        "aes-256" => &["aead-aes-siv-cmac-512", "aes-siv-cmac-512"],
        _ => &[],
    },
    nonce_len: |_| NONCE,
    tag_len: |_| ByteLengths::fixed(BLOCK),
    over: |cipher, key| {
        let keyed = |key| cipher.for_use(key, crate::block::Use::Encryption);
        let (mac, counter) = key.split_at(key.len() / 2);
        Ok(super::AnyScheme::of_whole(SivScheme::with_ciphers(keyed(mac)?, keyed(counter)?)))
    },
};

/// SIV over a cipher with its two keys.
#[derive(Clone)]
pub struct SivScheme<K> {
    mac: K,
    counter: K,
    subkeys: Subkeys,
    /// CMAC of a block of zeros: the first value of S2V.
    begun: [u8; BLOCK],
}

impl<K: Typed> Siv<K> {
    /// Sets up the mode under two keys, the halves of the RFC's key: the key of CMAC and the key of the counter mode. It does not
    /// compile unless the cipher's blocks have 16 bytes.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(keys: [&K::Key; 2]) -> Self {
        const { assert!(<K::Block as Bytes>::LEN == BLOCK, "SIV is defined for blocks of 128 bits") };
        let [mac, counter] = keys.map(|key| K::keyed(key, false));
        Self::with_scheme(SivScheme::with_ciphers(mac, counter))
    }
}

impl<K: Keyed> Siv<K> {
    /// Encrypts a message with up to 126 strings of associated data, and writes its tag. If there is a nonce, it is the last
    /// string. No string at all and one empty string give different results.
    ///
    /// ```
    /// use bramah::{Aes256, Siv};
    ///
    /// let siv = Siv::<Aes256>::new([&[7; 32], &[8; 32]]);
    /// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
    /// siv.seal_strings(&[b"to", b"everyone", b"a nonce"], &mut text[..], &mut tag)?;
    /// siv.open_strings(&[b"to", b"everyone", b"a nonce"], &mut text[..], &tag)?;
    /// assert_eq!(text, *b"for you alone");
    /// # Ok::<(), bramah::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parameter`] if there are more than 126 strings. Nothing is written then.
    pub fn seal_strings<'a>(
        &self,
        strings: &[&[u8]],
        data: impl Into<InOut<'a>>,
        tag: &mut [u8; BLOCK],
    ) -> Result<(), Error> {
        check_count(strings)?;
        *tag = self.scheme.encrypt(strings, &mut InOut::passed(data));
        Ok(())
    }

    /// Decrypts a message that [`seal_strings`](Self::seal_strings) encrypted. If the tag is wrong, the output is all
    /// zeros.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::Parameter`] if there are more than 126 strings, and then
    /// nothing is written.
    pub fn open_strings<'a>(
        &self,
        strings: &[&[u8]],
        data: impl Into<InOut<'a>>,
        tag: &[u8; BLOCK],
    ) -> Result<(), Error> {
        check_count(strings)?;
        let mut data = InOut::passed(data);
        let mut right = self.scheme.decrypt(strings, &mut data.reborrow(), tag);
        verified(&mut right, tag, &mut data)
    }
}

fn check_count(strings: &[&[u8]]) -> Result<(), Error> {
    if strings.len() <= STRINGS {
        return Ok(());
    }
    let [value, max] = [strings.len(), STRINGS].map(|count| count as u64);
    Err(Error::Parameter { name: "the number of strings of associated data", value, min: 0, max })
}

impl<K: Keyed> SivScheme<K> {
    /// Sets up the mode over two ciphers with blocks of 16 bytes: one for CMAC and one for the counter mode.
    fn with_ciphers(mac: K, counter: K) -> Self {
        let mut new =
            Self { subkeys: Subkeys::new(&mac, Construction::Cmac), mac, counter, begun: [0; BLOCK] };
        let mut omac = Omac::EMPTY;
        new.begun = new.cmac(&mut omac, &[&[0; BLOCK]]);
        new
    }

    /// Returns CMAC of a message, given in parts. The previous contents of the state `omac` do not matter.
    fn cmac(&self, omac: &mut Omac, parts: &[&[u8]]) -> [u8; BLOCK] {
        omac.reset();
        for part in parts {
            omac.update(&self.mac, BLOCK, part);
        }
        let mut tag = [0; BLOCK];
        tag.copy_from_slice(omac.finish(&self.mac, BLOCK, &self.subkeys));
        tag
    }

    /// Returns S2V of the strings of associated data and the text (section 2.4).
    fn s2v(&self, strings: &[&[u8]], text: &[u8]) -> [u8; BLOCK] {
        let (mut omac, mut d) = (Omac::EMPTY, self.begun);
        for string in strings {
            double_be(&mut d);
            add(&mut d, &self.cmac(&mut omac, &[string]));
        }
        let v = match text.split_last_chunk::<BLOCK>() {
            // `xorend` of the RFC
            Some((first, last)) => {
                add(&mut d, last);
                self.cmac(&mut omac, &[first, &d])
            }
            None => {
                double_be(&mut d);
                add(&mut d, text);
                d[text.len()] ^= 0x80;
                self.cmac(&mut omac, &[&d])
            }
        };
        wipe::wipe(&mut d);
        v
    }

    /// Encrypts or decrypts the text by XOR with the keystream whose counter begins with a tag (section 2.5).
    fn crypt(&self, tag: &[u8; BLOCK], data: &mut InOut<'_>) {
        // the counter begins with the tag, the highest bits of its last two 32-bit words cleared
        let mut counter = whole_bytes(u128::from_le_bytes(*tag) & !(0x80 << 64 | 0x80 << 96));
        let ctr = Pass::Ctr(Increment::Be);
        let mut whole = data.take(whole_blocks(data.len(), BLOCK));
        if !whole.is_empty() {
            self.counter.pass(ctr, &mut counter, &mut whole);
        }
        if !data.is_empty() {
            let mut keystream = [0; BLOCK];
            self.counter.pass(ctr, &mut counter, &mut InOut::from(&mut keystream[..]));
            data.xor(&keystream);
            wipe::wipe(&mut keystream);
        }
    }

    /// Encrypts the text, and returns the tag.
    fn encrypt(&self, strings: &[&[u8]], data: &mut InOut<'_>) -> [u8; BLOCK] {
        let tag = published(self.s2v(strings, data.input()));
        self.crypt(&tag, data);
        tag
    }

    /// Decrypts the text, with the counter that the received tag determines, and returns the right tag of the decrypted text.
    fn decrypt(&self, strings: &[&[u8]], data: &mut InOut<'_>, received: &[u8; BLOCK]) -> [u8; BLOCK] {
        self.crypt(received, &mut data.reborrow());
        self.s2v(strings, data.output())
    }
}

/// Returns the tag of an encrypted message, marked as public: the tag is sent, and the counter begins with it. A decryption
/// does not need this function, because its counter begins with the received tag. The function is not inlined, because the
/// constant-time test must find all words that become public in this function.
#[inline(never)]
pub(super) fn published(tag: [u8; BLOCK]) -> [u8; BLOCK] {
    let words = tag.as_chunks().0.iter().rev();
    whole_bytes(words.fold(0, |sum, word| sum << 32 | u128::from(declassify(u32::from_le_bytes(*word)))))
}

impl<K: Keyed> Scheme for SivScheme<K> {
    fn nonce_len(&self) -> ByteLengths {
        NONCE
    }

    fn tag_len(&self) -> ByteLengths {
        ByteLengths::fixed(BLOCK)
    }

    fn backend(&self) -> &'static str {
        self.mac.backend()
    }

    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let strings = [message.header, message.nonce].map(apart_slice);
        let strings = &strings[..2 - usize::from(message.nonce.is_empty())];
        let right = match message.direction {
            Direction::Encrypt => self.encrypt(strings, message.data),
            Direction::Decrypt => {
                let mut received = [0; BLOCK];
                received.copy_from_slice(message.received);
                self.decrypt(strings, message.data, &received)
            }
        };
        tag[..BLOCK].copy_from_slice(&right);
    }
}

impl<K> Drop for SivScheme<K> {
    fn drop(&mut self) {
        wipe::wipe(&mut self.begun);
    }
}
