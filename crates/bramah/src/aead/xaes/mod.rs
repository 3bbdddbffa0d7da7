//! XAES-256-GCM: GCM over AES-256 with nonces of 24 bytes (C2SP, XAES-256-GCM).
//!
//! From the key and the first twelve bytes of the nonce, CMAC in counter mode (NIST SP 800-108r1) derives a key of AES-256-GCM
//! for this message only. The nonce for AES-256-GCM is the other twelve bytes.

#[cfg(feature = "registry")]
use super::Entry;
use super::{
    Aead, Dedicated, GcmScheme, Info, gcm,
    sealed::{InParts, Scheme, Tag, Whole},
};
use crate::{
    backend::{Backend, Dispatch},
    block::{Cipher, Pass, Scheduled, Use, rijndael::Rijndael, sealed::Keyed},
    mode::Direction,
    names::{ByteLengths, Standing},
    simd::{
        blocks::double_be,
        memory::{InOut, copy_short},
    },
    wipe,
};

/// Authenticated encryption with XAES-256-GCM: keys of 32 bytes, nonces of 24, which may be random, tags of 16.
///
/// Under one key, 2^80 messages with random nonces can be encrypted before the probability that two nonces are equal
/// reaches 2^-32. Reusing a nonce reveals the XOR of the messages and lets tags be forged. Each message has its own key
/// schedule. With AES instructions, the key schedule takes as long as the encryption of two to five kilobytes of text.
///
/// ```
/// use bramah::Xaes256Gcm;
///
/// let xaes = Xaes256Gcm::new(&[7; 32])?;
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// xaes.seal(&[1; 24], b"to everyone", &mut text[..], &mut tag)?;
/// xaes.open(&[1; 24], b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Xaes256Gcm = Aead<Xaes256GcmScheme>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<Xaes256GcmScheme>()];

/// The length of a block in bytes.
const BLOCK: usize = 16;
/// The length of a key in bytes.
const KEY: usize = 32;
/// The length in bytes of each half of the nonce: the key of a message is derived from the first half, and GCM's nonce is the
/// second.
const HALF: usize = 12;

type Aes = Rijndael<128>;

/// XAES-256-GCM with a key.
#[derive(Clone)]
pub struct Xaes256GcmScheme {
    cipher: Scheduled<Aes>,
    /// The first subkey of CMAC.
    subkey: [u8; BLOCK],
}

/// The state of one message under XAES-256-GCM, with the message's own key.
pub struct Message {
    gcm: GcmScheme<Scheduled<Aes>>,
    message: gcm::Message,
}

impl Xaes256GcmScheme {
    /// Returns GCM under the key derived from the first half of a nonce. The hash key has enough powers for a message of at most
    /// `blocks` blocks of GHASH's input.
    fn derived(&self, half: &[u8; HALF], blocks: usize) -> GcmScheme<Scheduled<Aes>> {
        // CMAC of one block for each half of the key: the number of the block, the label, a zero byte, and the first half of the
        // nonce
        let mut key = [0; KEY];
        for (block, number) in key.chunks_exact_mut(BLOCK).zip(1..) {
            copy_short(block, &[0, number, b'X', 0]);
            copy_short(&mut block[4..], half);
            for (byte, subkey) in block.iter_mut().zip(&self.subkey) {
                *byte ^= subkey;
            }
        }
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut key[..]));
        let mut cipher = Scheduled::empty(self.cipher.backend);
        cipher.expand(&key, Use::Encryption);
        wipe::wipe(&mut key);
        GcmScheme::for_blocks(cipher, blocks)
    }
}

/// Returns the two halves of a nonce of 24 bytes.
fn halves(nonce: &[u8]) -> (&[u8; HALF], &[u8]) {
    let Some(halves) = nonce.split_first_chunk() else { unreachable!("the length of the nonce was checked") };
    halves
}

impl Dedicated for Xaes256GcmScheme {
    const INFO: Info = Info {
        name: "xaes-256-gcm",
        aliases: &[],
        specification: "C2SP, XAES-256-GCM",
        standing: Standing::Current,
        key_len: ByteLengths::fixed(KEY),
        nonce_len: ByteLengths::fixed(2 * HALF),
        tag_len: ByteLengths::fixed(BLOCK),
        header: true,
        misuse_resistant: false,
    };
    type Table = <Aes as Cipher>::Table;

    fn dispatch() -> &'static Dispatch<Self::Table> {
        Aes::dispatch()
    }

    fn keyed(backend: Backend<Self::Table>, key: &[u8]) -> Self {
        let mut new = Self { cipher: Scheduled::empty(backend), subkey: [0; BLOCK] };
        new.cipher.expand(key, Use::Encryption);
        new.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(&mut new.subkey[..]));
        double_be(&mut new.subkey);
        new
    }
}

impl Scheme for Xaes256GcmScheme {
    fn nonce_len(&self) -> ByteLengths {
        Self::INFO.nonce_len
    }

    fn tag_len(&self) -> ByteLengths {
        Self::INFO.tag_len
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        gcm::LIMIT
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let (half, nonce) = halves(message.nonce);
        let blocks = crate::primitives::ghash::hashed_blocks(message.header.len(), message.data.len());
        self.derived(half, blocks).whole(Whole { nonce, ..message }, tag);
    }
}

impl InParts for Xaes256GcmScheme {
    type Message = Message;

    fn begin(&self, nonce: &[u8], tag_len: usize) -> Message {
        let (half, nonce) = halves(nonce);
        let gcm = self.derived(half, usize::MAX);
        let message = gcm.begin(nonce, tag_len);
        Message { gcm, message }
    }

    fn header(&self, Message { gcm, message }: &mut Message, data: &[u8]) {
        gcm.header(message, data);
    }

    fn end_header(&self, Message { gcm, message }: &mut Message) {
        gcm.end_header(message);
    }

    fn text(&self, Message { gcm, message }: &mut Message, direction: Direction, data: &mut InOut<'_>) {
        gcm.text(message, direction, data);
    }

    fn ciphertext(&self, Message { gcm, message }: &mut Message, data: &[u8]) {
        gcm.ciphertext(message, data);
    }

    fn end(&self, Message { gcm, message }: &mut Message, tag_len: usize, tag: &mut Tag) {
        gcm.end(message, tag_len, tag);
    }

    fn skip(&self, Message { gcm, message }: &mut Message, header: u64, text: u64) {
        gcm.skip(message, header, text);
    }
}

impl Drop for Xaes256GcmScheme {
    fn drop(&mut self) {
        wipe::wipe(&mut self.subkey);
    }
}
