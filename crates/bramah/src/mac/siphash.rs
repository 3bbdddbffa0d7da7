//! SipHash: Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012; and its variant with tags of 128 bits, from the
//! reference code of 2014.
//!
//! A block is one word, and the rounds for a word depend on the rounds for the preceding word. Vectors would not help, so there
//! is only one implementation.

use super::{tag_lengths, verified};
use crate::{Error, wipe::wipe};
use core::fmt;

/// The length of a block in bytes.
const BLOCK: usize = 8;

/// A message being authenticated by SipHash, under a key of 16 bytes, with `C` rounds for each word and `D` rounds at the end. A
/// tag has `N` bytes, 8 or 16.
///
/// A tag of 8 bytes is only for values that are checked immediately and then discarded, such as positions in a hash
/// table: the tag can be guessed in 2^63 attempts, and among 2^32 messages two are expected to have the same tag.
///
/// ```
/// use bramah::SipHash24;
///
/// let tag = SipHash24::mac(&[7; 16], b"a message");
/// let mut siphash = SipHash24::new(&[7; 16]);
/// siphash.update(b"a message");
/// siphash.verify(&tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct SipHash<const C: usize, const D: usize, const N: usize> {
    key: [u64; 2],
    state: [u64; 4],
    /// The bytes of the incomplete last word, in its lowest bits.
    held: u64,
    /// The number of bytes of the message so far.
    length: u64,
}

/// SipHash-2-4 with tags of 8 bytes.
pub type SipHash24 = SipHash<2, 4, 8>;
/// SipHash-1-3 with tags of 8 bytes: only for hash tables.
pub type SipHash13 = SipHash<1, 3, 8>;
/// SipHash-2-4 with tags of 16 bytes.
pub type SipHash24x128 = SipHash<2, 4, 16>;
/// SipHash-1-3 with tags of 16 bytes: only for hash tables.
pub type SipHash13x128 = SipHash<1, 3, 16>;

/// Applies SipRound: section 2.4.
#[inline(always)]
fn round([a, b, c, d]: &mut [u64; 4]) {
    *a = a.wrapping_add(*b);
    *c = c.wrapping_add(*d);
    *b = b.rotate_left(13) ^ *a;
    *d = d.rotate_left(16) ^ *c;
    *a = a.rotate_left(32);
    *c = c.wrapping_add(*b);
    *a = a.wrapping_add(*d);
    *b = b.rotate_left(17) ^ *c;
    *d = d.rotate_left(21) ^ *a;
    *c = c.rotate_left(32);
}

impl<const C: usize, const D: usize, const N: usize> SipHash<C, D, N> {
    /// Begins an empty message under this key.
    #[inline]
    pub fn new(key: &[u8; 16]) -> Self {
        const { assert!(N == 8 || N == 16, "a tag of SipHash has 8 or 16 bytes") };
        let key = u128::from_le_bytes(*key);
        let mut new = Self { key: [key as u64, (key >> 64) as u64], state: [0; 4], held: 0, length: 0 };
        new.reset();
        new
    }

    /// Computes the tag of a message.
    #[inline]
    pub fn mac(key: &[u8; 16], message: &[u8]) -> [u8; N] {
        let mut siphash = Self::new(key);
        siphash.update(message);
        // not moved: a move would leave a copy of the key
        siphash.finish()
    }

    /// Discards the message, and begins an empty one under the same key.
    #[inline]
    pub fn reset(&mut self) {
        // the four constants spell "somepseudorandomlygeneratedbytes"
        let [k0, k1] = self.key;
        self.state = [
            k0 ^ 0x736f6d6570736575,
            k1 ^ 0x646f72616e646f6d,
            k0 ^ 0x6c7967656e657261,
            k1 ^ 0x7465646279746573,
        ];
        if N == 16 {
            self.state[1] ^= 0xee;
        }
        (self.held, self.length) = (0, 0);
    }

    #[inline(always)]
    fn word(&mut self, word: u64) {
        self.state[3] ^= word;
        for _ in 0..C {
            round(&mut self.state);
        }
        self.state[0] ^= word;
    }

    /// Appends to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let mut data = data.as_ref();
        let used = self.length as usize % BLOCK;
        self.length = self.length.wrapping_add(data.len() as u64);
        if used > 0 {
            let (more, rest) = data.split_at(data.len().min(BLOCK - used));
            self.held |= (crate::simd::memory::short_le(more) as u64) << (8 * used);
            if used + more.len() < BLOCK {
                return;
            }
            self.word(self.held);
            data = rest;
        }
        let (words, rest) = data.as_chunks();
        for word in words {
            self.word(u64::from_le_bytes(*word));
        }
        self.held = crate::simd::memory::short_le(rest) as u64;
    }

    /// Ends the message and returns its tag.
    #[inline]
    pub fn finalize(mut self) -> [u8; N] {
        self.finish()
    }

    #[inline]
    pub(crate) fn finish(&mut self) -> [u8; N] {
        self.word(self.held | self.length << 56);
        let mut tag = [0; N];
        for (i, out) in tag.as_chunks_mut().0.iter_mut().enumerate() {
            match i {
                0 => self.state[2] ^= if N == 16 { 0xee } else { 0xff },
                _ => self.state[1] ^= 0xdd,
            }
            for _ in 0..D {
                round(&mut self.state);
            }
            let [a, b, c, d] = self.state;
            *out = (a ^ b ^ c ^ d).to_le_bytes();
        }
        tag
    }

    /// Ends the message and compares `tag` with its whole tag in constant time.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have `N` bytes.
    pub fn verify(self, tag: &[u8]) -> Result<(), Error> {
        self.verify_truncated(tag, N)
    }

    /// Ends the message and compares `tag`, which was truncated to `tag_len` bytes, with its tag in constant time. If the whole
    /// tag has 16 bytes, `tag_len` must be at least 10. Do not take this length from the tag that is verified.
    ///
    /// # Errors
    /// The errors of [`verify`](Self::verify); [`Error::ByteLength`] if `tag_len` is not a valid length of a tag, or if `tag`
    /// does not have `tag_len` bytes.
    pub fn verify_truncated(mut self, tag: &[u8], tag_len: usize) -> Result<(), Error> {
        verified(tag, tag_len, &mut self.finish(), tag_lengths(N))
    }
}

impl<const C: usize, const D: usize, const N: usize> Drop for SipHash<C, D, N> {
    fn drop(&mut self) {
        wipe(&mut self.key);
        wipe(&mut self.state);
        wipe(core::slice::from_mut(&mut self.held));
    }
}

impl<const C: usize, const D: usize, const N: usize> fmt::Debug for SipHash<C, D, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SipHash").finish_non_exhaustive()
    }
}

#[cfg(feature = "registry")]
pub(super) mod named {
    //! SipHash by name.

    use super::*;
    use crate::{
        ByteLengths, Standing,
        backend::{Backend, Candidate, Dispatch},
        mac::{Entry, Info, Make, Object, Prf},
    };
    use alloc::boxed::Box;

    macro_rules! entries {
        ($($entry:ident $name:literal $aliases:expr, $c:literal $d:literal $n:literal $standing:ident;)*) => { $(
            pub(crate) static $entry: Entry = Entry {
                info: Info {
                    name: $name,
                    aliases: $aliases,
                    specification: "Aumasson, Bernstein (2012)",
                    standing: Standing::$standing,
                    key_len: ByteLengths::fixed(16),
                    nonce_len: ByteLengths::fixed(0),
                    tag_len: tag_lengths($n),
                    once: false,
                    caution: Some(match $n {
                        8 => "a tag of 64 bits is meant for short-lived checks, such as hash tables; use hmac-sha256 \
                              for everything else",
                        _ => "meant for short messages that are checked at once; use hmac-sha256 for everything else",
                    }),
                },
                choices: || crate::registry::backends::both(&SIPHASH),
                make: Make(|_, key, _| {
                    let mut boxed = Box::new(SipHash::<$c, $d, $n>::new(&[0; 16]));
                    for (word, bytes) in boxed.key.iter_mut().zip(key.as_chunks().0) {
                        *word = u64::from_le_bytes(*bytes);
                    }
                    boxed.reset();
                    boxed
                }),
            };
        )* };
    }
    entries! {
        E24 "siphash-2-4" &["siphash", "siphash-2-4-64"], 2 4 8 Current;
        E24X128 "siphash-2-4-128" &["siphash-128", "siphashx-2-4"], 2 4 16 Current;
        E48 "siphash-4-8" &["siphash-4-8-64"], 4 8 8 Current;
        E48X128 "siphash-4-8-128" &["siphashx-4-8"], 4 8 16 Current;
        E13 "siphash-1-3" &["siphash-1-3-64"], 1 3 8 Legacy;
        E13X128 "siphash-1-3-128" &["siphashx-1-3"], 1 3 16 Legacy;
    }

    /// Returns whether SipHash-2-4 computes the test vector of the paper's appendix A.
    fn agrees(_: Backend<()>) -> bool {
        let key = core::array::from_fn(|i| i as u8);
        let message: [u8; 15] = core::array::from_fn(|i| i as u8);
        u64::from_le_bytes(SipHash24::mac(&key, &message)) == 0xa129ca6149be45e5
    }

    /// SipHash's list of candidates, which has only one entry.
    static SIPHASH: Dispatch<()> = Dispatch::new("siphash", &[Candidate::portable(())], agrees);

    impl<const C: usize, const D: usize, const N: usize> Object for SipHash<C, D, N> {
        fn backend(&self) -> &'static str {
            "portable"
        }
        fn update(&mut self, data: &[u8]) {
            Self::update(self, data);
        }
        fn finish(&mut self, tag: &mut [u8]) {
            tag.copy_from_slice(&Self::finish(self));
        }
        fn reset(&mut self) {
            Self::reset(self);
        }
        fn boxed_clone(&self) -> Box<dyn Object> {
            Box::new(self.clone())
        }
        fn prf(&self) -> Option<&dyn Prf> {
            Some(self)
        }
    }

    impl<const C: usize, const D: usize, const N: usize> Prf for SipHash<C, D, N> {
        fn output_len(&self) -> usize {
            N
        }
        fn mac(&self, parts: &[&[u8]], out: &mut [u8]) {
            let mut message = self.clone();
            message.reset();
            for part in parts {
                message.update(part);
            }
            out.copy_from_slice(&message.finish()[..out.len()]);
        }
    }
}
