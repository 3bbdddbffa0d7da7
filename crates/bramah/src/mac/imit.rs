//! IMIT, the MAC of GOST 28147-89: RFC 5830, 8, with or without the key meshing of RFC 4357, 2.3.2.
//!
//! The chain applies only the first 16 rounds of the cipher, and the tag is the first half of its last value. An incomplete last
//! block is padded with zeros, and a message of one block is followed by a block of zeros.

use crate::block::magma::imit::ImitCalls;
use crate::{
    ByteLengths, Error,
    backend::Backend,
    block::magma::{
        Gost28147,
        imit::{IMIT, ImitOps},
    },
    mac::verified,
    mode::{MESHED, mesh},
    wipe,
};
use core::fmt;

/// The length in bytes of a block, and the length in bytes of a tag.
const BLOCK: usize = 8;
const TAG: usize = 4;

/// A message being authenticated by IMIT, the MAC of GOST 28147-89.
///
/// A tag has 4 bytes, so one forgery in 2^32 succeeds. Zeros at the end of a message that complete its last block do not change
/// the tag. Use IMIT only for old formats.
///
/// ```
/// use bramah::{Imit, block::magma::Gost28147A};
///
/// let mut mac = Imit::<Gost28147A>::new(&[7; 32]);
/// mac.update(b"a message");
/// let mut tag = [0; 4];
/// mac.finalize(&mut tag)?;
/// mac.update(b"a message");
/// mac.verify(&tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct Imit<K> {
    cipher: K,
    backend: Backend<ImitOps>,
    /// The first key, with which every message begins.
    first: [u8; 32],
    /// Whether the key changes after every 1024 bytes of the message.
    meshed: bool,
    chain: [u8; BLOCK],
    held: [u8; BLOCK],
    count: usize,
    /// The number of bytes of the message that were chained.
    chained: u128,
}

impl<K: Gost28147> Imit<K> {
    /// Begins an empty message under this key.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &[u8; 32]) -> Self {
        Self::with_backend(key, false, IMIT.get())
    }

    /// Begins an empty message under this key. The key changes after every 1024 bytes of the message (the key meshing of RFC
    /// 4357).
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn meshed(key: &[u8; 32]) -> Self {
        Self::with_backend(key, true, IMIT.get())
    }

    fn with_backend(key: &[u8; 32], meshed: bool, backend: Backend<ImitOps>) -> Self {
        Self {
            cipher: K::keyed(key, true),
            backend,
            first: *key,
            meshed,
            chain: [0; BLOCK],
            held: [0; BLOCK],
            count: 0,
            chained: 0,
        }
    }

    /// Returns the length of a tag in bytes: 4.
    pub fn tag_len(&self) -> usize {
        TAG
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.backend.name()
    }

    /// Discards the message, and begins an empty one.
    pub fn reset(&mut self) {
        if self.meshed && self.chained > MESHED as u128 {
            self.cipher.rekey(&self.first, true);
        }
        self.chain = [0; BLOCK];
        (self.count, self.chained) = (0, 0);
    }

    /// Processes whole blocks: each is XORed onto the chaining value, which is then encrypted.
    fn blocks(&mut self, mut blocks: &[[u8; BLOCK]]) {
        const SECTION: usize = MESHED / BLOCK;
        while !blocks.is_empty() {
            let mut now = blocks.len();
            if self.meshed {
                let used = (self.chained / BLOCK as u128 % SECTION as u128) as usize;
                if used == 0 && self.chained > 0 {
                    mesh(&mut self.cipher);
                }
                now = now.min(SECTION - used);
            }
            let (now, later) = blocks.split_at(now);
            self.backend.blocks(self.cipher.words(), &mut self.chain, now);
            self.chained = self.chained.saturating_add((now.len() * BLOCK) as u128);
            blocks = later;
        }
    }

    /// Appends to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let mut data = data.as_ref();
        if self.count > 0 {
            let (more, rest) = data.split_at(data.len().min(BLOCK - self.count));
            self.held[self.count..][..more.len()].copy_from_slice(more);
            self.count += more.len();
            if self.count < BLOCK {
                return;
            }
            let held = self.held;
            self.blocks(&[held]);
            self.count = 0;
            data = rest;
        }
        let (blocks, rest) = data.as_chunks();
        self.blocks(blocks);
        self.held[..rest.len()].copy_from_slice(rest);
        self.count = rest.len();
    }

    /// Ends the message and writes its tag.
    fn finish(&mut self, tag: &mut [u8]) {
        if self.count > 0 {
            self.held[self.count..].fill(0);
            let held = self.held;
            self.blocks(&[held]);
            self.count = 0;
        }
        if self.chained == BLOCK as u128 {
            self.blocks(&[[0; BLOCK]]);
        }
        tag.copy_from_slice(&self.chain[..TAG]);
    }

    /// Ends the message, writes its tag, and begins an empty message.
    ///
    /// # Errors
    /// [`Error::OutputRoom`] if `tag` does not have 4 bytes, and then the message continues.
    pub fn finalize(&mut self, tag: &mut [u8]) -> Result<(), Error> {
        if tag.len() != TAG {
            return Err(Error::OutputRoom { length: tag.len(), needed: TAG });
        }
        self.finish(tag);
        self.reset();
        Ok(())
    }

    /// Ends the message, compares `tag` with its tag in constant time, and begins an empty message.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have 4 bytes, and then the message
    /// continues.
    pub fn verify(&mut self, tag: &[u8]) -> Result<(), Error> {
        let lengths = ByteLengths::fixed(TAG);
        lengths.check("tag", tag.len())?;
        let mut expected = [0; TAG];
        self.finalize(&mut expected)?;
        verified(tag, TAG, &mut expected, lengths)
    }
}

impl<K> Drop for Imit<K> {
    fn drop(&mut self) {
        wipe::wipe(&mut self.first);
        wipe::wipe(&mut self.chain);
        wipe::wipe(&mut self.held);
    }
}

impl<K> fmt::Debug for Imit<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Imit").field("meshed", &self.meshed).finish_non_exhaustive()
    }
}

#[cfg(feature = "registry")]
pub(super) mod named {
    //! The registry entries of IMIT, by which programs choose it by name.

    use super::*;
    use crate::{
        Standing,
        block::magma::{Gost28147A, Gost28147B, Gost28147C, Gost28147D, Gost28147Test, Gost28147Z},
        mac::{Entry, Info, Make, Object},
    };
    use alloc::boxed::Box;

    macro_rules! entries {
        ($($entry:ident $meshed:literal $cipher:ident $name:literal $aliases:expr;)*) => { $(
            pub(crate) static $entry: Entry = Entry {
                info: Info {
                    name: $name,
                    aliases: $aliases,
                    specification: if $meshed { "RFC 4357, 2.3.2" } else { "RFC 5830, 8" },
                    standing: Standing::Legacy,
                    key_len: ByteLengths::fixed(32),
                    nonce_len: ByteLengths::fixed(0),
                    tag_len: ByteLengths::fixed(TAG),
                    once: false,
                    caution: Some("a tag of 32 bits can be guessed; use cmac-kuznyechik, whose tags have 128 bits"),
                },
                choices: || crate::registry::backends::both(&IMIT),
                make: Make(|index, key, _| {
                    let backend = IMIT.at_or_chosen(index);
                    let mut first = [0; 32];
                    first.copy_from_slice(key);
                    let boxed = wipe::after(|| Box::new(Imit::<$cipher>::with_backend(&first, $meshed, backend)));
                    wipe::wipe(&mut first);
                    boxed
                }),
            };
        )* };
    }
    entries! {
        A false Gost28147A "imit-gost28147-a" &["imit-gost28147", "imit-gost89", "gost28147-imit"];
        B false Gost28147B "imit-gost28147-b" &[];
        C false Gost28147C "imit-gost28147-c" &[];
        D false Gost28147D "imit-gost28147-d" &[];
        TEST false Gost28147Test "imit-gost28147-test" &[];
        Z false Gost28147Z "imit-gost28147-z" &["imit-gost28147-tc26-z"];
        MESHED_A true Gost28147A "imit-meshed-gost28147-a" &["imit-meshed-gost28147", "gost-mac"];
        MESHED_B true Gost28147B "imit-meshed-gost28147-b" &[];
        MESHED_C true Gost28147C "imit-meshed-gost28147-c" &[];
        MESHED_D true Gost28147D "imit-meshed-gost28147-d" &[];
        MESHED_TEST true Gost28147Test "imit-meshed-gost28147-test" &[];
        MESHED_Z true Gost28147Z "imit-meshed-gost28147-z" &["imit-meshed-gost28147-tc26-z", "gost-mac-12"];
    }

    impl<K: Gost28147 + Clone + 'static> Object for Imit<K> {
        fn backend(&self) -> &'static str {
            Self::backend(self)
        }
        fn update(&mut self, data: &[u8]) {
            Self::update(self, data);
        }
        fn finish(&mut self, tag: &mut [u8]) {
            Self::finish(self, tag);
        }
        fn reset(&mut self) {
            Self::reset(self);
        }
        fn boxed_clone(&self) -> Box<dyn Object> {
            Box::new(self.clone())
        }
    }
}
