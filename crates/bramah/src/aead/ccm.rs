//! CCM, counter with CBC-MAC: NIST SP 800-38C and RFC 3610, over ciphers with blocks of 16 bytes.
//!
//! One loop encrypts and authenticates the text, the same loop as EAX's. CCM authenticates the plaintext where EAX authenticates
//! the ciphertext, so encryption in CCM runs the loop of decryption in EAX, and the other way round. The first block contains the
//! length of the text, which must therefore be known in advance.

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

/// Authenticated encryption with CCM, under one key. Nonce reuse reveals the XOR of the messages.
///
/// A nonce has 7 to 13 bytes. The longer the nonce, the shorter a text may be, because the length of the text is written in the
/// 15 - n bytes that a nonce of n bytes leaves: with 13 bytes of nonce, a text has at most 65535 bytes. A tag has 4, 6, 8, 10,
/// 12, 14 or 16 bytes. A short tag is not the beginning of a longer one, because all bytes of the tag depend on its length. A
/// message must be available as a whole.
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

/// The length of a block in bytes.
const BLOCK: usize = 16;

/// The lengths of nonces and of tags in bytes (SP 800-38C, appendix A.1).
const NONCE: ByteLengths = ByteLengths { min: 7, max: 13, step: 1 };
const TAG: ByteLengths = ByteLengths { min: 4, max: 16, step: 2 };

/// The registry's entry for CCM.
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
    /// Sets up the mode under this key. It does not compile unless the cipher's blocks have 16 bytes.
    #[inline(never)] // copies that moves leave must lie in frames below the caller's, which are erased on drop
    pub fn new(key: &K::Key) -> Self {
        const { assert!(<K::Block as Bytes>::LEN == BLOCK, "CCM is defined for blocks of 128 bits") };
        Self::with_scheme(CcmScheme { cipher: K::keyed(key, false) })
    }
}

/// The state of one message: the chaining value of CBC-MAC, the pending block that will be XORed onto it next, and the counter.
struct State {
    chained: [u8; BLOCK],
    pending: [u8; BLOCK],
    counter: [u8; BLOCK],
}

impl<K: Keyed> CcmScheme<K> {
    /// Feeds the pending block to CBC-MAC. The new pending block is `bytes`, padded with zeros.
    fn next(&self, state: &mut State, bytes: &[u8]) {
        self.cipher.mac(&mut state.chained, &state.pending);
        state.pending = [0; BLOCK];
        copy_short(&mut state.pending, bytes);
    }

    /// Feeds the encoded length of the associated data, and then the associated data, to CBC-MAC (appendix A.2.2).
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
        // all blocks except the last, which may be complete or not
        let (whole, last) = rest.split_at((rest.len() - 1) / BLOCK * BLOCK);
        self.next(state, &[]);
        if !whole.is_empty() {
            self.cipher.mac(&mut state.chained, whole);
        }
        copy_short(&mut state.pending, last);
    }

    /// Encrypts or decrypts the text, and feeds the plaintext to CBC-MAC. `keystream` is for the last bytes, which do not fill a
    /// block.
    fn text(&self, state: &mut State, direction: Direction, keystream: &[u8; BLOCK], data: &mut InOut<'_>) {
        let mut whole = data.take(whole_blocks(data.len(), BLOCK));
        if !whole.is_empty() {
            let State { chained, pending, counter } = state;
            // encryption in CCM authenticates its input, as decryption in EAX does
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
        // the maximum length that fits into the bytes of a block that the flags and the nonce leave free
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
        // calls of the cipher: one for the first block, one for the mask of the tag, and two for each block of the text (one
        // for the tag, one for the counter)
        2 + header + 2 * text
    }

    fn backend(&self) -> &'static str {
        self.cipher.backend()
    }

    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let Whole { direction, nonce, header, data, tag_len, .. } = message;
        let mut state = State { chained: [0; BLOCK], pending: [0; BLOCK], counter: [0; BLOCK] };
        // the number of bytes in which the length is written, minus one
        let length = (BLOCK - 2 - nonce.len()) as u8;
        let flags = u8::from(!header.is_empty()) << 6 | ((tag_len as u8 - 2) / 2) << 3 | length;
        // computed in registers, because a load that spans several recent small stores would stall
        let nonce = short_le(nonce) << 8;
        let first = nonce | u128::from(length);
        // the first block (appendix A.2.1)
        let text = u128::from((data.len() as u64).swap_bytes()) << 64;
        store_whole(&mut state.pending, nonce | u128::from(flags) | text);
        store_whole(&mut state.counter, first | 1 << 120);

        // the block that masks the tag, and the keystream for the last bytes, which do not fill a block
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
            // not through slices: the copy of the tag would wait for stores of single bytes
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
