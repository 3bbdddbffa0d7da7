//! Hashes of sequences of byte strings: SequenceHash and SequenceMAC, c2sp.org/sequencehash, version 1.0.0.

use crate::{
    ByteLengths, Error,
    ct::same,
    hash::{Algorithm, Function},
    wipe::{self, wipe},
};
use alloc::{vec, vec::Vec};
use core::fmt;

/// The minimum length of a digest in bytes, and also of the key of a MAC.
const SHORTEST: usize = 32;

/// The length of an encoded number in bytes.
const NUMBER: usize = 16;

/// SequenceHash or SequenceMAC over a hash function: the digest of a sequence of byte strings, called items. Each item is
/// followed by its length, so that no two sequences have the same encoding. If the items were only concatenated, `["ab", "c"]`
/// and `["a", "bc"]` would have the same encoding.
///
/// Source: c2sp.org/sequencehash, version 1.0.0. The specification allows refusing hash functions with digests of less than 32
/// bytes, and they are refused here.
///
/// ```
/// use bramah::{Sequence, ToHex, hash};
///
/// let rows = Sequence::hash(hash::lookup("sha256")?, b"")?;
/// let mut digest = [0; 32];
/// rows.digest(&[b"", &[1], &[2, 2], &[3, 3, 3]], &mut digest);
/// assert_eq!(digest.to_hex(), "fe550c163f7ce3e8f636ca8770333c4ce33a1d8424b4f383036d424929111144");
///
/// let keyed = Sequence::mac(hash::lookup("sha256")?, &[7; 32], b"accounts, version 1")?;
/// keyed.digest(&[b"Ann", b"2026-11-29"], &mut digest);
/// keyed.verify(&[b"Ann", b"2026-11-29"], &digest)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct Sequence {
    hash: Algorithm,
    inner: Half,
    outer: Half,
    keyed: bool,
}

/// The inner or the outer hash function. Its input begins with blocks that contain the key.
#[derive(Clone)]
struct Half {
    function: Function,
    /// The blocks that contain the key, if the function's state after these blocks cannot be stored; every message then
    /// begins with these blocks. Otherwise empty.
    blocks: Vec<u8>,
}

impl Drop for Half {
    fn drop(&mut self) {
        wipe(&mut self.blocks);
    }
}

impl Half {
    fn new(function: Function, blocks: Vec<u8>) -> Self {
        let mut half = Self { function, blocks };
        if let Some(after) = half.function.after(&half.blocks) {
            half.function = after;
            wipe(&mut half.blocks);
            half.blocks = Vec::new();
        }
        half
    }

    fn digest(&self, parts: &mut dyn Iterator<Item = &[u8]>, out: &mut [u8]) {
        let mut hasher = self.function.hasher();
        hasher.update(&self.blocks);
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize_reset_into(out);
    }

    /// Computes the digests of many messages, several in parallel where the CPU can; `out` receives their
    /// concatenation.
    fn many(&self, messages: &[&[u8]], out: &mut [u8]) {
        if self.blocks.is_empty() {
            return self.function.hash_many(messages, out);
        }
        let len = messages.iter().map(|message| self.blocks.len() + message.len()).sum();
        // reserved up front: a reallocation would leave the key in freed memory
        let mut whole = Vec::with_capacity(len);
        for message in messages {
            whole.extend_from_slice(&self.blocks);
            whole.extend_from_slice(message);
        }
        let mut rest = &whole[..];
        let mut begun = Vec::with_capacity(messages.len());
        for message in messages {
            let (one, more) = rest.split_at(self.blocks.len() + message.len());
            begun.push(one);
            rest = more;
        }
        self.function.hash_many(&begun, out);
        wipe(&mut whole);
    }
}

impl Sequence {
    /// Returns SequenceHash over a hash function. Digests with different customization strings, of any length, are
    /// unrelated.
    ///
    /// # Errors
    /// [`Error::NotPlain`] if the function is a checksum or takes more than a message, such as KMAC; [`Error::OutputLength`] if
    /// its digest has less than 32 bytes, or is longer than its block.
    pub fn hash(hash: Algorithm, customization: &[u8]) -> Result<Self, Error> {
        Self::new(hash, &[], customization, 2)
    }

    /// Returns SequenceMAC over a hash function, under a key of at least 32 bytes.
    ///
    /// # Errors
    /// The errors of [`hash`](Self::hash); [`Error::ByteLength`] if the key has less than 32 bytes.
    pub fn mac(hash: Algorithm, key: &[u8], customization: &[u8]) -> Result<Self, Error> {
        ByteLengths { min: SHORTEST, max: usize::MAX, step: 1 }.check("key", key.len())?;
        wipe::after_deep(|| Self::new(hash, key, customization, 1))
    }

    fn new(hash: Algorithm, key: &[u8], customization: &[u8], indicator: u128) -> Result<Self, Error> {
        hash.info().check_plain()?;
        let (length, block_len) = (hash.output_len(), hash.info().block_len);
        if !(SHORTEST..=block_len).contains(&length) {
            return Err(Error::OutputLength { length, min: SHORTEST, max: block_len });
        }
        let header = |name: &[u8; 8], lengths: &[usize]| {
            let mut header = name.to_vec();
            header.extend(indicator.to_be_bytes());
            for length in lengths {
                header.extend((*length as u128).to_be_bytes());
            }
            header
        };
        let blocks = |tweak, header: &[u8], last: Option<&[u8]>| {
            let parts = 1 + header.len().div_ceil(block_len) + usize::from(last.is_some());
            let mut blocks = vec![0; parts * block_len];
            derive(hash, key, tweak, &mut blocks[..block_len]);
            blocks[block_len..][..header.len()].copy_from_slice(header);
            if let Some(last) = last {
                derive(hash, last, 0, &mut blocks[(parts - 1) * block_len..]);
            }
            blocks
        };
        let inner = blocks(0x55, &header(b"SEQHSH_I", &[key.len()]), None);
        let outer =
            blocks(0xaa, &header(b"SEQHSH_O", &[customization.len(), key.len()]), Some(customization));
        let function = hash.function();
        Ok(Self {
            hash,
            inner: Half::new(function.clone(), inner),
            outer: Half::new(function, outer),
            keyed: indicator == 1,
        })
    }

    /// Returns the length of a digest in bytes.
    pub fn output_len(&self) -> usize {
        self.hash.output_len()
    }

    /// Returns the hash function.
    pub fn algorithm(&self) -> Algorithm {
        self.hash
    }

    /// Computes the digest of a sequence. The sequence and its items may be empty.
    ///
    /// # Panics
    /// If `out` is not [`output_len`](Self::output_len) bytes long.
    pub fn digest(&self, items: &[&[u8]], out: &mut [u8]) {
        assert_eq!(out.len(), self.output_len(), "the length of a digest");
        self.clean(|| {
            let numbers: Vec<_> = items.iter().map(|item| length_of(item)).collect();
            let parts = items.iter().zip(&numbers).flat_map(|(item, number)| [*item, number]);
            let mut digest = vec![0; self.output_len()];
            self.inner.digest(&mut { parts }, &mut digest);
            let [count, len] = [items.len(), self.output_len()].map(|n| (n as u128).to_be_bytes());
            self.outer.digest(&mut [&count[..], &len[..], &digest[..]].into_iter(), out);
            wipe(&mut digest);
        });
    }

    /// Compares the digest of a sequence with a tag in constant time.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the digest and the tag differ; [`Error::ByteLength`] if the tag does not have the length of a
    /// digest.
    pub fn verify(&self, items: &[&[u8]], tag: &[u8]) -> Result<(), Error> {
        ByteLengths::fixed(self.output_len()).check("tag", tag.len())?;
        let mut expected = vec![0; self.output_len()];
        self.digest(items, &mut expected);
        let equal = same(tag, &expected);
        wipe(&mut expected);
        if equal { Ok(()) } else { Err(Error::Unauthentic) }
    }

    /// Computes the digests of many sequences of `count` items each, several in parallel where the CPU can; `out`
    /// receives their concatenation. Each sequence is passed as its encoding, to which [`encode`](Self::encode) appends
    /// an item.
    ///
    /// # Panics
    /// If `out` is not exactly as long as one digest for each sequence.
    pub fn many(&self, count: usize, encoded: &[&[u8]], out: &mut [u8]) {
        let len = self.output_len();
        assert_eq!(
            Some(out.len()),
            len.checked_mul(encoded.len()),
            "the length of a digest for each sequence"
        );
        self.clean(|| {
            self.inner.many(encoded, out);
            let [count, length] = [count, len].map(|n| (n as u128).to_be_bytes());
            let mut messages = Vec::with_capacity(encoded.len() * (2 * NUMBER + len));
            for digest in out.chunks_exact(len) {
                for part in [&count[..], &length[..], digest] {
                    messages.extend_from_slice(part);
                }
            }
            let each: Vec<_> = messages.chunks_exact(2 * NUMBER + len).collect();
            self.outer.many(&each, out);
            wipe(&mut messages);
        });
    }

    /// Appends an item to the encoding of a sequence: the item, followed by its length in bytes as a little-endian number of 16
    /// bytes.
    pub fn encode(item: &[u8], encoding: &mut Vec<u8>) {
        encoding.extend_from_slice(item);
        encoding.extend_from_slice(&length_of(item));
    }

    /// Calls `f` and returns its result. If there is a key, erases what hash functions have left on the stack.
    fn clean<T>(&self, f: impl FnOnce() -> T) -> T {
        if self.keyed { wipe::after_deep(f) } else { f() }
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.keyed { "SequenceMac" } else { "SequenceHash" };
        f.debug_struct(name).field("hash", &self.hash.name()).finish_non_exhaustive()
    }
}

/// Returns the length of an item in bytes, as a little-endian number of 16 bytes.
fn length_of(item: &[u8]) -> [u8; NUMBER] {
    (item.len() as u128).to_le_bytes()
}

/// Fills a block of zeros with a string, or if the string is longer than the block, with its digest, and XORs `tweak` onto the
/// first byte.
fn derive(hash: Algorithm, string: &[u8], tweak: u8, block: &mut [u8]) {
    if string.len() <= block.len() {
        block[..string.len()].copy_from_slice(string);
    } else {
        hash.digest(string, &mut block[..hash.output_len()]);
    }
    block[0] ^= tweak;
}
