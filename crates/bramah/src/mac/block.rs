//! MACs that are built on a block cipher.

#[cfg(feature = "registry")]
use super::Object;
use super::{Prf, has_length, tag_lengths, verified};
#[cfg(feature = "registry")]
use crate::block::{self, AnyCipher, KALYNA, sealed::Keyed as _};
use crate::{
    Error,
    block::{Keyed, MAX_BLOCK, Pass, Typed},
    mode::mac_many,
    simd::{
        blocks::{double_be, halve_be},
        memory::{InOut, add, copy_short},
    },
    wipe,
};
#[cfg(feature = "registry")]
use alloc::boxed::Box;
use core::fmt;

/// The construction of a MAC over a block cipher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Construction {
    /// CMAC: NIST SP 800-38B. It is called OMAC1 by Iwata and Kurosawa, "OMAC: One-Key CBC MAC", 2003.
    Cmac,
    /// OMAC2: from the paper that defines OMAC1.
    Omac2,
    /// CBC-MAC: ISO/IEC 9797-1, algorithm 1 with padding method 1, zeros. Tags can be forged unless all messages have the same
    /// length, and zeros at the end of a message that complete its last block do not change the tag.
    CbcMac,
    /// PMAC: Black and Rogaway, "A Block-Cipher Mode of Operation for Parallelizable Message
    /// Authentication", 2002.
    Pmac,
    /// The CMAC of DSTU 7624:2014, section 9, which is defined over Kalyna. The last block of a message is XORed with an
    /// encrypted block: the encryption of zeros if the last block is complete, otherwise the encryption of a byte 1 followed by
    /// zeros. An incomplete last block is padded. The standard does not define empty messages; here they are padded.
    DstuCmac,
}

impl Construction {
    /// All constructions, in the order of their declaration.
    pub const ALL: [Self; 5] = [Self::Cmac, Self::Omac2, Self::CbcMac, Self::Pmac, Self::DstuCmac];

    /// Returns whether the construction is defined over a cipher.
    #[cfg(feature = "registry")]
    pub fn takes(self, cipher: &block::Algorithm) -> bool {
        self.check(cipher).is_ok()
    }

    /// Refuses a cipher over which the construction is not defined.
    #[cfg(feature = "registry")]
    pub(super) fn check(self, cipher: &block::Algorithm) -> Result<(), Error> {
        match self {
            Self::DstuCmac => cipher.check_name(self.name(), KALYNA),
            _ => Ok(()),
        }
    }

    /// Returns the word that stands for the construction in names: `cmac`, `omac2`, `cbc-mac`, `pmac` or `dstu7624-cmac`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cmac => "cmac",
            Self::Omac2 => "omac2",
            Self::CbcMac => "cbc-mac",
            Self::Pmac => "pmac",
            Self::DstuCmac => "dstu7624-cmac",
        }
    }

    /// Returns the specification.
    pub const fn specification(self) -> &'static str {
        match self {
            Self::Cmac => "NIST SP 800-38B",
            Self::Omac2 => "Iwata, Kurosawa (2003)",
            Self::CbcMac => "ISO/IEC 9797-1, algorithm 1",
            Self::Pmac => "Black, Rogaway (2002)",
            Self::DstuCmac => "DSTU 7624:2014, 9",
        }
    }

    /// Returns other words that stand for the construction in names.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Cmac => &["omac1", "omac"],
            _ => &[],
        }
    }
}

/// The subkeys that are XORed onto the last block. They are multiples of `L`, the encrypted block of zeros; for
/// [`Construction::DstuCmac`] they are `L` itself and another encrypted block.
#[derive(Clone)]
pub(crate) struct Subkeys {
    kind: Construction,
    /// The mask for a complete last block.
    pub(super) whole: [u8; MAX_BLOCK],
    /// The mask for a padded last block.
    padded: [u8; MAX_BLOCK],
}

impl Subkeys {
    pub(crate) fn new(cipher: &impl Keyed, kind: Construction) -> Self {
        let block = cipher.block_len();
        let mut new = Self { kind, whole: [0; MAX_BLOCK], padded: [0; MAX_BLOCK] };
        if kind == Construction::CbcMac {
            return new;
        }
        cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut new.whole[..block]));
        if kind == Construction::DstuCmac {
            new.padded[0] = 1;
            cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut new.padded[..block]));
            return new;
        }
        new.padded = new.whole;
        let (whole, padded) = (&mut new.whole[..block], &mut new.padded[..block]);
        match kind {
            Construction::Cmac | Construction::Omac2 => double_be(whole),
            Construction::Pmac | Construction::CbcMac | Construction::DstuCmac => halve_be(whole),
        }
        match kind {
            Construction::Cmac => {
                padded.copy_from_slice(whole);
                double_be(padded);
            }
            Construction::Omac2 => halve_be(padded),
            Construction::Pmac | Construction::CbcMac | Construction::DstuCmac => padded.fill(0),
        }
        new
    }

    /// Pads the last block, which has `count` bytes of the message, if it is incomplete, and XORs the mask onto it.
    #[inline]
    fn mask(&self, last: &mut [u8], count: usize) {
        let mask = if count == last.len() { &self.whole } else { &self.padded };
        if let Some((first, rest)) = last[count..].split_first_mut() {
            *first = if self.kind == Construction::CbcMac { 0 } else { 0x80 };
            rest.fill(0);
        }
        add(last, mask);
    }
}

impl Drop for Subkeys {
    fn drop(&mut self) {
        wipe::wipe(&mut self.whole);
        wipe::wipe(&mut self.padded);
    }
}

/// CBC-MAC in progress. The last block is buffered, because it is masked at the end of the message.
#[derive(Clone)]
pub(crate) struct Omac {
    pub(super) chain: [u8; MAX_BLOCK],
    pub(super) held: [u8; MAX_BLOCK],
    pub(super) count: usize,
}

impl Omac {
    pub(crate) const EMPTY: Self = Self { chain: [0; MAX_BLOCK], held: [0; MAX_BLOCK], count: 0 };

    /// Discards the message, and begins an empty one.
    #[inline]
    pub(crate) fn reset(&mut self) {
        self.chain = [0; MAX_BLOCK];
        self.count = 0;
    }

    /// Continues a message from a chaining value that was computed elsewhere. `held` is the last block so far, which has not been
    /// chained yet.
    #[inline]
    pub(crate) fn resume(&mut self, chain: &[u8], held: &[u8]) {
        copy_short(&mut self.chain, chain);
        copy_short(&mut self.held, held);
        self.count = held.len();
    }

    /// Returns whether the message is empty, that is, nothing is buffered.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub(crate) fn update(&mut self, cipher: &impl Keyed, block: usize, mut data: &[u8]) {
        if self.count + data.len() > block {
            if self.count > 0 {
                let (more, rest) = data.split_at(block - self.count);
                copy_short(&mut self.held[self.count..block], more);
                data = rest;
                cipher.mac(&mut self.chain[..block], &self.held[..block]);
                self.count = 0;
            }
            // all blocks except the last, which may be complete or not
            let (whole, rest) = data.split_at((data.len() - 1) / block * block);
            if !whole.is_empty() {
                cipher.mac(&mut self.chain[..block], whole);
            }
            data = rest;
        }
        copy_short(&mut self.held[self.count..], data);
        self.count += data.len();
    }

    /// Ends the message and returns its tag.
    #[inline]
    pub(crate) fn finish(&mut self, cipher: &impl Keyed, block: usize, subkeys: &Subkeys) -> &[u8] {
        let held = &mut self.held[..block];
        subkeys.mask(held, self.count);
        cipher.mac(&mut self.chain[..block], held);
        &self.chain[..block]
    }
}

impl Drop for Omac {
    fn drop(&mut self) {
        wipe::wipe(&mut self.chain);
        wipe::wipe(&mut self.held);
    }
}

/// A message being authenticated.
#[derive(Clone)]
pub struct BlockMac<K> {
    pub(super) cipher: K,
    /// The length of a block in bytes.
    pub(super) block: usize,
    kind: Construction,
    pub(super) subkeys: Subkeys,
    /// The chaining value, or the XOR of PMAC's blocks, and the buffered end of the message.
    pub(super) state: Omac,
    /// PMAC's mask, and the number of the block with which it was last used.
    pub(super) offset: [u8; MAX_BLOCK],
    pub(super) number: u64,
}

impl<K: Keyed> BlockMac<K> {
    pub(crate) fn with_cipher(cipher: K, kind: Construction) -> Self {
        let subkeys = Subkeys::new(&cipher, kind);
        Self {
            block: cipher.block_len(),
            cipher,
            kind,
            subkeys,
            state: Omac::EMPTY,
            offset: [0; MAX_BLOCK],
            number: 0,
        }
    }

    /// Returns the length of a tag in bytes, which is the length of a block.
    pub fn tag_len(&self) -> usize {
        self.block
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    /// Discards the message, and begins an empty one.
    #[inline]
    pub fn reset(&mut self) {
        self.state.reset();
        if self.number > 0 {
            self.offset.fill(0);
            self.number = 0;
        }
    }

    /// Appends to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let data = data.as_ref();
        match self.kind {
            Construction::Pmac => self.update_pmac(data),
            _ => self.state.update(&self.cipher, self.block, data),
        }
    }

    /// Ends the message, writes its tag, and begins an empty message.
    ///
    /// # Errors
    /// [`Error::OutputRoom`] if `tag` does not have the length of a tag, and then the message continues.
    // not inlined: the compiler may keep the last block and a subkey in the stack frame, which must not be the caller's
    #[inline(never)]
    pub fn finalize(&mut self, tag: &mut [u8]) -> Result<(), Error> {
        let needed = self.tag_len();
        if tag.len() != needed {
            return Err(Error::OutputRoom { length: tag.len(), needed });
        }
        tag.copy_from_slice(self.state.finish(&self.cipher, self.block, &self.subkeys));
        self.reset();
        Ok(())
    }

    /// Ends the message, compares `tag` with its whole tag in constant time, and begins an empty message.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have the length of a block, and then
    /// the message continues.
    pub fn verify(&mut self, tag: &[u8]) -> Result<(), Error> {
        self.verify_truncated(tag, self.block)
    }

    /// Ends the message, compares `tag`, which was truncated to `tag_len` bytes, with its tag in constant time, and begins an
    /// empty message. `tag_len` must be one of the [`tag_lengths`] for a block. Do not take this length from the tag that is
    /// verified.
    ///
    /// # Errors
    /// The errors of [`verify`](Self::verify); [`Error::ByteLength`] if `tag_len` is not a valid length of a tag, or if `tag`
    /// does not have `tag_len` bytes.
    pub fn verify_truncated(&mut self, tag: &[u8], tag_len: usize) -> Result<(), Error> {
        let lengths = tag_lengths(self.block);
        has_length(tag, tag_len, lengths)?;
        let mut expected = [0; MAX_BLOCK];
        let expected = &mut expected[..self.block];
        self.finalize(expected)?;
        verified(tag, tag_len, expected, lengths)
    }

    /// Computes the tags of many messages; `tags` receives their concatenation. Several chains run side by side, except in PMAC,
    /// which has no chain.
    ///
    /// # Errors
    /// [`Error::OutputRoom`] if `tags` is not exactly as long as one tag for each message.
    pub fn many(&mut self, messages: &[&[u8]], tags: &mut [u8]) -> Result<(), Error> {
        let block = self.tag_len();
        let needed = block.saturating_mul(messages.len());
        if tags.len() != needed {
            return Err(Error::OutputRoom { length: tags.len(), needed });
        }
        self.reset();
        if self.kind == Construction::Pmac {
            for (message, tag) in messages.iter().zip(tags.chunks_mut(block)) {
                self.update(message);
                self.finalize(tag)?;
            }
            return Ok(());
        }
        // processes a group of messages at a time, so that their last blocks fit into `lasts`
        const GROUP: usize = 64;
        let mut lasts = [0; GROUP * MAX_BLOCK];
        for (messages, tags) in messages.chunks(GROUP).zip(tags.chunks_mut(GROUP * block)) {
            let mut heads: [&[u8]; GROUP] = [&[]; GROUP];
            for (i, message) in messages.iter().enumerate() {
                let (head, last) = message.split_at(message.len().saturating_sub(1) / block * block);
                heads[i] = head;
                let to = &mut lasts[i * block..][..block];
                to[..last.len()].copy_from_slice(last);
                self.subkeys.mask(to, last.len());
            }
            tags.fill(0);
            mac_many(&self.cipher, tags, &heads[..messages.len()]);
            let mut masked: [&[u8]; GROUP] = [&[]; GROUP];
            for (i, last) in lasts.chunks(block).take(messages.len()).enumerate() {
                masked[i] = last;
            }
            mac_many(&self.cipher, tags, &masked[..messages.len()]);
        }
        wipe::wipe(&mut lasts);
        // the arrays above have moved the kernel's frame below the part of the stack that the cipher erases
        wipe::stack();
        Ok(())
    }
}

/// CMAC, OMAC2 and the CMAC of DSTU 7624 as pseudorandom functions.
impl<K: Keyed + 'static> Prf for BlockMac<K> {
    fn output_len(&self) -> usize {
        self.block
    }
    /// Computes the tag of the concatenation of `parts`. The message in progress does not change.
    fn mac(&self, parts: &[&[u8]], out: &mut [u8]) {
        let mut state = Omac::EMPTY;
        for part in parts {
            state.update(&self.cipher, self.block, part);
        }
        out.copy_from_slice(&state.finish(&self.cipher, self.block, &self.subkeys)[..out.len()]);
    }
}

macro_rules! functions {
    ($($name:ident)*) => { $(
        impl<K: Keyed + 'static> Prf for $name<K> {
            fn output_len(&self) -> usize {
                self.0.output_len()
            }
            /// Computes the tag of the concatenation of `parts`. The message in progress does not change.
            fn mac(&self, parts: &[&[u8]], out: &mut [u8]) {
                Prf::mac(&self.0, parts, out);
            }
        }
    )* };
}
functions! { Cmac Omac2 DstuCmac }

impl<K> Drop for BlockMac<K> {
    fn drop(&mut self) {
        wipe::wipe(&mut self.offset);
    }
}

impl<K> fmt::Debug for BlockMac<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.kind.name()).finish_non_exhaustive()
    }
}

macro_rules! types {
    ($($(#[$doc:meta])* $name:ident $kind:ident)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug)]
        pub struct $name<K>(pub(crate) BlockMac<K>);
        impl<K: Typed> $name<K> {
            /// Begins an empty message under this key.
            #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
            pub fn new(key: &K::Key) -> Self {
                Self(BlockMac::with_cipher(K::keyed(key, false), Construction::$kind))
            }
        }
        impl<K: Keyed> $name<K> {
            /// Returns the length of a tag in bytes, which is the length of a block.
            pub fn tag_len(&self) -> usize {
                self.0.tag_len()
            }

            /// Returns the name of the backend in use.
            pub fn backend(&self) -> &'static str {
                self.0.backend()
            }

            /// Discards the message, and begins an empty one.
            #[inline]
            pub fn reset(&mut self) {
                self.0.reset();
            }

            /// Appends to the message.
            #[inline]
            pub fn update(&mut self, data: impl AsRef<[u8]>) {
                self.0.update(data);
            }

            /// Ends the message, writes its tag, and begins an empty message.
            ///
            /// # Errors
            /// The errors of [`BlockMac::finalize`].
            #[inline]
            pub fn finalize(&mut self, tag: &mut [u8]) -> Result<(), Error> {
                self.0.finalize(tag)
            }

            /// Ends the message, compares `tag` with its whole tag in constant time, and begins an empty message.
            ///
            /// # Errors
            /// The errors of [`BlockMac::verify`].
            pub fn verify(&mut self, tag: &[u8]) -> Result<(), Error> {
                self.0.verify(tag)
            }

            /// Ends the message, compares `tag`, which was truncated to `tag_len` bytes, with its tag in constant time, and
            /// begins an empty message.
            ///
            /// # Errors
            /// The errors of [`BlockMac::verify_truncated`].
            pub fn verify_truncated(&mut self, tag: &[u8], tag_len: usize) -> Result<(), Error> {
                self.0.verify_truncated(tag, tag_len)
            }

            /// Computes the tags of many whole messages: [`BlockMac::many`].
            ///
            /// # Errors
            /// The errors of [`BlockMac::many`].
            pub fn many(&mut self, messages: &[&[u8]], tags: &mut [u8]) -> Result<(), Error> {
                self.0.many(messages, tags)
            }
        }
    )* };
}
types! {
    /// A message being authenticated by CMAC: [`Construction::Cmac`].
    ///
    /// ```
    /// use bramah::{Aes128, Cmac};
    ///
    /// let mut cmac = Cmac::<Aes128>::new(&[0; 16]);
    /// cmac.update(b"a message");
    /// let mut tag = [0; 16];
    /// cmac.finalize(&mut tag)?;
    /// cmac.update(b"a message");
    /// cmac.verify(&tag)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    Cmac Cmac
    /// A message being authenticated by OMAC2: [`Construction::Omac2`].
    Omac2 Omac2
    /// A message being authenticated by CBC-MAC, for old formats: [`Construction::CbcMac`].
    CbcMac CbcMac
    /// A message being authenticated by PMAC: [`Construction::Pmac`].
    Pmac Pmac
    /// A message being authenticated by the CMAC of DSTU 7624: [`Construction::DstuCmac`].
    ///
    /// ```
    /// use bramah::{DstuCmac, Kalyna256_256};
    ///
    /// let mut cmac = DstuCmac::<Kalyna256_256>::new(&[0; 32]);
    /// cmac.update(b"a message");
    /// let mut tag = [0; 32];
    /// cmac.finalize(&mut tag)?;
    /// cmac.update(b"a message");
    /// cmac.verify(&tag)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    DstuCmac DstuCmac
}

/// A cipher with its key, shared by the clones of a MAC.
#[cfg(feature = "registry")]
#[derive(Clone)]
pub(super) struct Shared(alloc::sync::Arc<AnyCipher>);

#[cfg(feature = "registry")]
impl Shared {
    pub(super) fn new(cipher: block::Algorithm, key: &[u8]) -> Result<Self, Error> {
        Ok(Self(cipher.for_use(key, block::Use::Encryption)?.into()))
    }
}

#[cfg(feature = "registry")]
impl crate::block::Holds for Shared {
    type Inner = AnyCipher;
    type Room = [u8; MAX_BLOCK];
    #[inline(always)]
    fn inner(&self) -> &AnyCipher {
        &self.0
    }
    fn inner_mut(&mut self) -> Option<&mut AnyCipher> {
        alloc::sync::Arc::get_mut(&mut self.0)
    }
}

/// Sets up a MAC over a cipher chosen by name.
#[cfg(feature = "registry")]
pub(super) fn boxed(
    kind: Construction,
    cipher: block::Algorithm,
    key: &[u8],
) -> Result<Box<dyn Object>, Error> {
    kind.check(&cipher)?;
    let cipher = Shared::new(cipher, key)?;
    Ok(wipe::after(|| Box::new(BlockMac::with_cipher(cipher, kind)) as _))
}

#[cfg(feature = "registry")]
impl Object for BlockMac<Shared> {
    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }
    fn update(&mut self, data: &[u8]) {
        Self::update(self, data);
    }
    fn finish(&mut self, tag: &mut [u8]) {
        tag.copy_from_slice(self.state.finish(&self.cipher, self.block, &self.subkeys));
    }
    fn reset(&mut self) {
        Self::reset(self);
    }
    fn boxed_clone(&self) -> Box<dyn Object> {
        Box::new(self.clone())
    }
    fn many(&mut self, messages: &[&[u8]], tags: &mut [u8], _: usize) {
        // the caller has checked the length
        let done = Self::many(self, messages, tags);
        debug_assert!(done.is_ok());
    }
    fn prf(&self) -> Option<&dyn Prf> {
        matches!(self.kind, Construction::Cmac | Construction::Omac2 | Construction::DstuCmac).then_some(self)
    }
}
