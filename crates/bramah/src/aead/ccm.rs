//! CCM, counter with CBC-MAC: NIST SP 800-38C and RFC 3610, over ciphers with blocks of 16 bytes.
//!
//! The text is encrypted and authenticated in one loop, that of EAX: CCM authenticates the plaintext where EAX
//! authenticates the ciphertext, so each direction of one is the other direction of the other. The first block holds
//! the length of the text, which must therefore be known in advance.

use super::{
    Aead, KeyLimit,
    sealed::{Scheme, Tag, Whole},
};
use crate::{
    block::{Authenticated, Keyed, Pass, Typed, whole_blocks},
    mode::Direction,
    names::ByteLengths,
    simd::memory::{Bytes, InOut, copy_short, short_le, store_whole},
    wipe,
};

/// Messages in CCM, under one key. Nonce reuse reveals the XOR of the messages.
///
/// A nonce has 7 to 13 bytes; the longer it is, the shorter a text may be: the length of the text is written in the
/// other 15 - n bytes, so that with 13 bytes of nonce it has at most 65535 bytes. A tag has 4, 6, 8, 10, 12, 14 or 16
/// bytes, which are no part of a longer tag: all of it depends on the length. A message must be available as a whole.
///
/// ```
/// use bramah::{Aes256, Ccm};
///
/// let mut ccm = Ccm::<Aes256>::new(&[7; 32]);
/// let (mut text, mut tag) = (*b"for you alone", [0; 8]);
/// ccm.seal(b"first nonce.", b"to everyone", &mut text[..], &mut tag)?;
/// ccm.set_tag_len(8)?;
/// ccm.open(b"first nonce.", b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Ccm<K> = Aead<CcmScheme<K>>;

/// The bytes of a block.
const BLOCK: usize = 16;

/// The lengths of nonces and of tags (SP 800-38C, appendix A.1).
const NONCE: ByteLengths = ByteLengths { min: 7, max: 13, step: 1 };
const TAG: ByteLengths = ByteLengths { min: 4, max: 16, step: 2 };

/// CCM in the registry.
#[cfg(feature = "registry")]
pub(super) const MODE: super::Mode = super::Mode {
    name: "ccm",
    title: "counter, with a tag by CBC-MAC",
    specification: "NIST SP 800-38C",
    block_len: ByteLengths::fixed(BLOCK),
    ciphers: "",
    cipher_keys: super::ANY_KEYS,
    keys: 1,
    in_parts: false,
    misuse_resistant: false,
    aliases: |_| &[],
    nonce_len: |_| NONCE,
    tag_len: |_| TAG,
    over: |cipher, key| {
        let cipher = cipher.for_use(key, crate::block::Use::Encryption)?;
        Ok(super::AnyScheme::of_whole(CcmScheme { cipher }))
    },
};

/// CCM over a cipher with its key.
#[derive(Clone)]
pub struct CcmScheme<K> {
    cipher: K,
}

impl<K: Typed> Ccm<K> {
    /// Makes the mode under this key. It does not compile for ciphers with blocks of other than 16 bytes.
    #[inline(never)] // copies that moves leave are in frames below the caller, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        const { assert!(<K::Block as Bytes>::LEN == BLOCK, "CCM is defined for blocks of 128 bits") };
        Self::with_scheme(CcmScheme { cipher: K::keyed(key, false) })
    }
}

/// A message: the chain of CBC-MAC, the block that is to be added to it next, and the counter.
struct State {
    chained: [u8; BLOCK],
    pending: [u8; BLOCK],
    counter: [u8; BLOCK],
}

impl<K: Keyed> CcmScheme<K> {
    /// Adds the pending block to the chain. The next pending block is `bytes`, filled up with zeros.
    fn next(&self, state: &mut State, bytes: &[u8]) {
        self.cipher.mac(&mut state.chained, &state.pending);
        state.pending = [0; BLOCK];
        copy_short(&mut state.pending, bytes);
    }

    /// Adds the encoded length of the associated data, and then the associated data (appendix A.2.2).
    fn header(&self, state: &mut State, header: &[u8]) {
        if header.is_empty() {
            return;
        }
        let (mut first, mut used) = ([0; BLOCK], 2);
        let len = header.len() as u64;
        match len {
            ..0xff00 => copy_short(&mut first, &(len as u16).to_be_bytes()),
            0xff00..0x1_0000_0000 => {
                copy_short(&mut first, &[0xff, 0xfe]);
                copy_short(&mut first[2..], &(len as u32).to_be_bytes());
                used = 6;
            }
            _ => {
                copy_short(&mut first, &[0xff, 0xff]);
                copy_short(&mut first[2..], &len.to_be_bytes());
                used = 10;
            }
        }
        let (head, rest) = header.split_at(header.len().min(BLOCK - used));
        copy_short(&mut first[used..], head);
        self.next(state, &first);
        if rest.is_empty() {
            return;
        }
        // all blocks except the last, which may be whole
        let (whole, last) = rest.split_at((rest.len() - 1) / BLOCK * BLOCK);
        self.next(state, &[]);
        if !whole.is_empty() {
            self.cipher.mac(&mut state.chained, whole);
        }
        copy_short(&mut state.pending, last);
    }

    /// Encrypts or decrypts the text, and adds the plaintext to the chain. `keystream` is for the bytes that fill no block.
    fn text(&self, state: &mut State, direction: Direction, keystream: &[u8; BLOCK], data: &mut InOut<'_>) {
        let mut whole = data.take(whole_blocks(data.len(), BLOCK));
        if !whole.is_empty() {
            let State { chained, pending, counter } = state;
            // encryption in CCM is the direction in which EAX authenticates its input
            let mut blocks = Authenticated::Eax([counter, chained, pending]);
            self.cipher.authenticated(direction == Direction::Encrypt, 0, &mut blocks, &mut whole);
        }
        if data.is_empty() {
            return;
        }
        if direction == Direction::Encrypt {
            self.next(state, data.input());
        }
        data.xor(keystream);
        if direction == Direction::Decrypt {
            self.next(state, data.output());
        }
    }
}

impl<K: Keyed> Scheme for CcmScheme<K> {
    fn nonce_len(&self) -> ByteLengths {
        NONCE
    }

    fn tag_len(&self) -> ByteLengths {
        TAG
    }

    fn limit(&self, nonce_len: usize) -> u128 {
        // the largest length that fits into the bytes of a block that are neither flags nor nonce
        (1 << (8 * (BLOCK - 1 - nonce_len))) - 1
    }

    fn key_limit(&self) -> Option<KeyLimit> {
        // SP 800-38C, section 5.3
        Some(KeyLimit { limit: 1 << 61, unit: "calls of the block cipher" })
    }

    fn key_cost(&self, _: Direction, _: usize, header: usize, text: usize) -> u128 {
        let length = match header as u64 {
            0 => 0,
            1..0xff00 => 2,
            0xff00..0x1_0000_0000 => 6,
            _ => 10,
        };
        let [header, text] =
            [header as u128 + length, text as u128].map(|bytes| bytes.div_ceil(BLOCK as u128));
        // the first block and the mask of the tag; each block of the text for the tag and for the counter
        2 + header + 2 * text
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let Whole { direction, nonce, header, data, tag_len, .. } = message;
        let mut state = State { chained: [0; BLOCK], pending: [0; BLOCK], counter: [0; BLOCK] };
        // the bytes of the length, less one
        let length = (BLOCK - 2 - nonce.len()) as u8;
        let flags = u8::from(!header.is_empty()) << 6 | ((tag_len as u8 - 2) / 2) << 3 | length;
        // in registers: a load of bytes that were just stored apart would wait
        let nonce = short_le(nonce) << 8;
        let first = nonce | u128::from(length);
        // the first block (appendix A.2.1)
        let text = u128::from((data.len() as u64).swap_bytes()) << 64;
        store_whole(&mut state.pending, nonce | u128::from(flags) | text);
        store_whole(&mut state.counter, first | 1 << 120);

        // the block that masks the tag, and the keystream of the bytes at the end that fill no block
        let mut masks = [[0; BLOCK]; 2];
        let last = (data.len() / BLOCK) as u64 + 1;
        store_whole(&mut masks[0], first);
        store_whole(&mut masks[1], first | u128::from(last.swap_bytes()) << 64);
        let used = if data.len().is_multiple_of(BLOCK) { BLOCK } else { 2 * BLOCK };
        let blocks = &mut masks.as_flattened_mut()[..used];
        self.cipher.pass(Pass::EcbEncrypt, &mut [], &mut InOut::from(blocks));
        self.header(&mut state, header);
        self.text(&mut state, direction, &masks[1], data);
        self.cipher.mac(&mut state.chained, &state.pending);
        if let Some(tag) = tag.first_chunk_mut() {
            // not through slices, byte by byte: the copy of the tag would wait for stores of single bytes
            *tag = masks[0];
            for i in 0..BLOCK {
                tag[i] ^= state.chained[i];
            }
        }
        wipe::wipe(masks.as_flattened_mut());
    }
}

impl Drop for State {
    fn drop(&mut self) {
        for secret in [&mut self.chained, &mut self.pending, &mut self.counter] {
            wipe::wipe(secret);
        }
    }
}
