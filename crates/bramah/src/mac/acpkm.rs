//! OMAC-ACPKM: the MAC of RFC 8645, 6.3.6, whose key changes within a message.
//!
//! A message consists of sections. CTR-ACPKM under the key of the MAC computes, for each section, a key of the cipher and a
//! subkey for the last block (ACPKM-Master, 6.3.1). The cipher in [`OmacAcpkm`] has the key of the current section, except while
//! the keys of the next section are computed.

use super::{has_length, tag_lengths, verified};
use crate::{
    Error,
    block::{Keyed, Pass, Typed},
    mode::{MAX_KEY, acpkm, check_section},
    simd::{
        blocks::{Increment, double_be},
        memory::{InOut, copy_short},
    },
    wipe,
};
use core::fmt;

/// The length in bytes of the longest block for which the MAC is defined.
const BLOCK: usize = 16;

/// The lengths in bytes after which keys change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sections {
    /// The length of a section in bytes: after each section of the message, the key changes. `N` of RFC 8645.
    pub section: usize,
    /// The number of bytes of keys and subkeys that one master key generates: `T*` of RFC 8645.
    pub master: usize,
}

impl Sections {
    /// Returns the lengths that a MAC chosen by name has, for a cipher with blocks of `block` bytes and keys of `key` bytes. RFC
    /// 8645 recommends no lengths. Here a section is as long as in CTR-ACPKM of RFC 9189, and a master key generates the keys of
    /// sixteen sections.
    #[cfg(feature = "registry")]
    pub(super) fn usual(block: usize, key: usize) -> Self {
        Self { section: crate::mode::usual_section(block), master: 16 * (key + block) }
    }

    /// Refuses lengths that are 0 or not a multiple of the block's length.
    pub(super) fn check(self, block: usize) -> Result<(), Error> {
        check_section(self.section, block)?;
        check_section(self.master, block)
    }
}

/// Refuses a cipher unless its blocks have 8 or 16 bytes, because RFC 8645 has no constant for others.
pub(super) fn check_block(block: usize) -> Result<(), Error> {
    match block {
        8 | BLOCK => Ok(()),
        _ => Err(Error::Parameter {
            name: "the cipher's block in bits",
            value: 8 * block as u64,
            min: 64,
            max: 128,
        }),
    }
}

/// A message being authenticated by OMAC-ACPKM, whose key changes after each section of the message.
///
/// ```
/// use bramah::{Kuznyechik, OmacAcpkm, mac::Sections};
///
/// let sections = Sections { section: 4096, master: 768 };
/// let mut mac = OmacAcpkm::<Kuznyechik>::new(&[7; 32], sections)?;
/// mac.update([0; 10_000]);
/// let mut tag = [0; 16];
/// mac.finalize(&mut tag)?;
/// mac.update([0; 10_000]);
/// mac.verify(&tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct OmacAcpkm<K> {
    cipher: K,
    sections: Sections,
    state: State,
}

/// The state of the MAC, without the cipher.
#[derive(Clone)]
pub(super) struct State {
    /// The length of a block, and the length of a key, in bytes.
    block: usize,
    len: usize,
    /// The key of the MAC, the current master key, and the key of the current section.
    first: [u8; MAX_KEY],
    master: [u8; MAX_KEY],
    key: [u8; MAX_KEY],
    /// The counter of CTR-ACPKM, and a block of its keystream. The last `left` bytes of the block are unused.
    counter: [u8; BLOCK],
    keystream: [u8; BLOCK],
    left: usize,
    /// The number of bytes that the current master key has generated.
    made: usize,
    /// The subkey of the current section, and the number of bytes of the section that were processed; [`NO_SECTION`] before the
    /// first section.
    subkey: [u8; BLOCK],
    used: usize,
    chain: [u8; BLOCK],
    held: [u8; BLOCK],
    count: usize,
}

/// The value of `used` before the first section, larger than any section. It is not an `Option`: in the unused payload of `None`
/// a compiler may leave bytes of secrets and branch on them.
const NO_SECTION: usize = usize::MAX;

impl State {
    fn new(block: usize, key: &[u8]) -> Self {
        let mut new = Self {
            block,
            len: key.len(),
            first: [0; MAX_KEY],
            master: [0; MAX_KEY],
            key: [0; MAX_KEY],
            counter: [0; BLOCK],
            keystream: [0; BLOCK],
            left: 0,
            made: 0,
            subkey: [0; BLOCK],
            used: NO_SECTION,
            chain: [0; BLOCK],
            held: [0; BLOCK],
            count: 0,
        };
        copy_short(&mut new.first, key);
        new.reset();
        new
    }

    /// Discards the message, and begins an empty one.
    fn reset(&mut self) {
        self.master = self.first;
        self.counter = [0; BLOCK];
        self.counter[..self.block / 2].fill(0xff);
        self.chain = [0; BLOCK];
        (self.left, self.made, self.used, self.count) = (0, 0, NO_SECTION, 0);
    }

    /// Returns the key that the cipher currently has.
    #[cfg(feature = "registry")]
    pub(super) fn present(&self) -> &[u8] {
        let key = if self.used != NO_SECTION { &self.key } else { &self.first };
        &key[..self.len]
    }

    /// Computes the key and the subkey of the next section.
    fn next_section(&mut self, cipher: &mut impl Keyed, sections: Sections) {
        let (block, len) = (self.block, self.len);
        cipher.rekey(&self.master[..len], false);
        let mut material = [0; MAX_KEY + BLOCK];
        let material = &mut material[..len + block];
        let mut rest = &mut *material;
        while !rest.is_empty() {
            if self.left == 0 {
                if self.made == sections.master {
                    self.master = acpkm(cipher, len);
                    cipher.rekey(&self.master[..len], false);
                    self.made = 0;
                }
                self.keystream = self.counter;
                cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut self.keystream[..block]));
                Increment::BeHalf.add(&mut self.counter[..block], 1);
                self.made += block;
                self.left = block;
            }
            let (now, later) = rest.split_at_mut(rest.len().min(self.left));
            now.copy_from_slice(&self.keystream[block - self.left..][..now.len()]);
            self.left -= now.len();
            rest = later;
        }
        copy_short(&mut self.key, &material[..len]);
        copy_short(&mut self.subkey, &material[len..]);
        cipher.rekey(&material[..len], false);
        wipe::wipe(material);
        self.used = 0;
    }

    /// Chains whole blocks, which are not the last blocks of the message.
    fn blocks(&mut self, cipher: &mut impl Keyed, sections: Sections, mut data: &[u8]) {
        while !data.is_empty() {
            if self.used >= sections.section {
                self.next_section(cipher, sections);
            }
            let used = self.used;
            let (now, later) = data.split_at(data.len().min(sections.section - used));
            cipher.mac(&mut self.chain[..self.block], now);
            self.used = used + now.len();
            data = later;
        }
    }

    fn update(&mut self, cipher: &mut impl Keyed, sections: Sections, mut data: &[u8]) {
        let block = self.block;
        if self.count + data.len() > block {
            if self.count > 0 {
                let (more, rest) = data.split_at(block - self.count);
                copy_short(&mut self.held[self.count..block], more);
                data = rest;
                let held = self.held;
                self.blocks(cipher, sections, &held[..block]);
                self.count = 0;
            }
            // all blocks except the last, which may be complete or not
            let (whole, rest) = data.split_at((data.len() - 1) / block * block);
            self.blocks(cipher, sections, whole);
            data = rest;
        }
        copy_short(&mut self.held[self.count..], data);
        self.count += data.len();
    }

    /// Ends the message and returns its tag.
    fn finish(&mut self, cipher: &mut impl Keyed, sections: Sections) -> &[u8] {
        let (block, count) = (self.block, self.count);
        if self.used >= sections.section {
            self.next_section(cipher, sections);
        }
        let (held, subkey) = (&mut self.held[..block], &mut self.subkey[..block]);
        if let Some((first, rest)) = held[count..].split_first_mut() {
            *first = 0x80;
            rest.fill(0);
            double_be(subkey);
        }
        for (byte, subkey) in held.iter_mut().zip(subkey) {
            *byte ^= *subkey;
        }
        cipher.mac(&mut self.chain[..block], held);
        &self.chain[..block]
    }
}

impl Drop for State {
    fn drop(&mut self) {
        for key in [&mut self.first, &mut self.master, &mut self.key] {
            wipe::wipe(key);
        }
        let blocks =
            [&mut self.counter, &mut self.keystream, &mut self.subkey, &mut self.chain, &mut self.held];
        for block in blocks {
            wipe::wipe(block);
        }
    }
}

impl<K: Typed> OmacAcpkm<K> {
    /// Begins an empty message under this key.
    ///
    /// # Errors
    /// [`Error::Section`] if a length in `sections` is 0 or not a multiple of the block's length; [`Error::Parameter`] if a block
    /// of the cipher does not have 8 or 16 bytes.
    pub fn new(key: &K::Key, sections: Sections) -> Result<Self, Error> {
        Self::with_cipher(K::keyed(key, false), key.as_ref(), sections)
    }
}

impl<K: Keyed> OmacAcpkm<K> {
    /// Begins an empty message over a cipher; `key` is the key that the cipher has.
    pub(super) fn with_cipher(cipher: K, key: &[u8], sections: Sections) -> Result<Self, Error> {
        let block = cipher.block_len();
        check_block(block)?;
        sections.check(block)?;
        Ok(Self { cipher, sections, state: State::new(block, key) })
    }

    /// Returns the length of a tag in bytes, which is the length of a block.
    pub fn tag_len(&self) -> usize {
        self.state.block
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    /// Discards the message, and begins an empty one.
    pub fn reset(&mut self) {
        self.state.reset();
        self.cipher.rekey(&self.state.first[..self.state.len], false);
    }

    /// Appends to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.state.update(&mut self.cipher, self.sections, data.as_ref());
    }

    /// Ends the message, writes its tag, and begins an empty message.
    ///
    /// # Errors
    /// [`Error::OutputRoom`] if `tag` does not have the length of a tag, and then the message continues.
    pub fn finalize(&mut self, tag: &mut [u8]) -> Result<(), Error> {
        let needed = self.tag_len();
        if tag.len() != needed {
            return Err(Error::OutputRoom { length: tag.len(), needed });
        }
        tag.copy_from_slice(self.state.finish(&mut self.cipher, self.sections));
        self.reset();
        Ok(())
    }

    /// Ends the message, compares `tag` with its whole tag in constant time, and begins an empty message.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have the length of a block, and then
    /// the message continues.
    pub fn verify(&mut self, tag: &[u8]) -> Result<(), Error> {
        self.verify_truncated(tag, self.tag_len())
    }

    /// Ends the message, compares `tag`, which was truncated to `tag_len` bytes, with its tag in constant time, and begins an
    /// empty message. `tag_len` must be one of the [`tag_lengths`] for a block. Do not take this length from the tag that is
    /// verified.
    ///
    /// # Errors
    /// The errors of [`verify`](Self::verify); [`Error::ByteLength`] if `tag_len` is not a valid length of a tag, or if `tag`
    /// does not have `tag_len` bytes.
    pub fn verify_truncated(&mut self, tag: &[u8], tag_len: usize) -> Result<(), Error> {
        let lengths = tag_lengths(self.tag_len());
        has_length(tag, tag_len, lengths)?;
        let mut expected = [0; BLOCK];
        let expected = &mut expected[..self.state.block];
        self.finalize(expected)?;
        verified(tag, tag_len, expected, lengths)
    }
}

impl<K> fmt::Debug for OmacAcpkm<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OmacAcpkm").field("sections", &self.sections).finish_non_exhaustive()
    }
}

/// OMAC-ACPKM by name.
#[cfg(feature = "registry")]
pub(super) mod named {
    use super::*;
    use crate::{
        block::{Algorithm, AnyCipher, Use},
        mac::Object,
    };
    use alloc::boxed::Box;

    /// OMAC-ACPKM over a cipher chosen by name.
    struct Named {
        mac: OmacAcpkm<AnyCipher>,
        /// The cipher without a key, from which copies of this MAC are built.
        cipher: Algorithm,
    }

    /// Sets up OMAC-ACPKM over a cipher chosen by name.
    pub(in super::super) fn boxed(
        cipher: Algorithm,
        sections: Sections,
        key: &[u8],
    ) -> Result<Box<dyn Object>, Error> {
        let keyed = cipher.for_use(key, Use::Encryption)?;
        wipe::after(|| {
            let mac = OmacAcpkm::with_cipher(keyed, key, sections)?;
            Ok(Box::new(Named { mac, cipher }) as _)
        })
    }

    impl Object for Named {
        fn backend(&self) -> &'static str {
            self.mac.backend()
        }
        fn update(&mut self, data: &[u8]) {
            self.mac.update(data);
        }
        fn finish(&mut self, tag: &mut [u8]) {
            tag.copy_from_slice(self.mac.state.finish(&mut self.mac.cipher, self.mac.sections));
        }
        fn reset(&mut self) {
            self.mac.reset();
        }
        fn boxed_clone(&self) -> Box<dyn Object> {
            let OmacAcpkm { sections, state, .. } = &self.mac;
            let cipher = self.cipher.for_use(state.present(), Use::Encryption);
            let cipher = cipher.expect("the key has the length of the cipher's keys");
            let mac = OmacAcpkm { cipher, sections: *sections, state: state.clone() };
            Box::new(Named { mac, cipher: self.cipher })
        }
    }
}
