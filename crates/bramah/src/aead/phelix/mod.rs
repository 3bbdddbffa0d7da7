//! Phelix: D. Whiting, B. Schneier, S. Lucks and F. Muller, *Phelix: Fast Encryption and Authentication in a
//! Single Cryptographic Primitive*, eSTREAM 2005.
//!
//! Broken: two messages under one nonce reveal the key (Wu and Preneel, 2007). Only for reading old messages.

mod state;

#[cfg(feature = "registry")]
use super::Entry;
use super::{
    Aead, Dedicated, Info,
    frame::MAX_TAG,
    sealed::{InParts, Scheme, Tag, Whole},
};
use crate::{
    backend::{self, Backend, Candidate, Dispatch, candidate, table_calls},
    mode::Direction,
    names::{ByteLengths, Standing},
    simd::memory::InOut,
    wipe,
};
use state::State;

/// Authenticated encryption with Phelix: keys of up to 32 bytes, nonces of 16, tags of up to 16. The length of the tag changes
/// the whole ciphertext and the whole tag.
///
/// **Reusing a nonce reveals the key.**
///
/// ```
/// use bramah::Phelix;
///
/// let mut phelix = Phelix::new(b"a key of any length up to 32")?;
/// let (mut text, mut tag) = (*b"of old", [0; 16]);
/// phelix.seal(&[1; 16], b"to everyone", &mut text[..], &mut tag)?;
/// phelix.open(&[1; 16], b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"of old");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Phelix = Aead<PhelixScheme>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<PhelixScheme>()];

/// The functions of a backend. There is one function, which encrypts or decrypts whole words of 4 bytes.
pub struct PhelixOps {
    words: backend::Entry<unsafe fn(&mut State, bool, &mut InOut<'_>)>,
}

table_calls! {
    /// The calls of a Phelix backend.
    trait PhelixCalls: Backend<PhelixOps> {
        fn words(state: &mut State, decrypt: bool, data: &mut InOut<'_>) = words;
    }
}

static CANDIDATES: &[Candidate<PhelixOps>] = &[candidate!("portable", PhelixOps {
    words: State::words = fn(state: &mut State, decrypt: bool, data: &mut InOut<'_>)
})];
static DISPATCH: Dispatch<PhelixOps> = Dispatch::new("phelix", CANDIDATES, |backend| {
    let mut pattern = [0; 64];
    for (byte, i) in pattern.iter_mut().zip(1..) {
        *byte = i;
    }
    let mut tag = [0; MAX_TAG];
    let (key, mut text) = (pattern, pattern);
    let scheme = PhelixScheme::keyed(backend, &key[..32]);
    let message = Whole {
        direction: Direction::Encrypt,
        nonce: &key[..16],
        header: &key[..5],
        data: &mut InOut::from(&mut text[..63]),
        tag_len: 16,
        received: &[],
    };
    scheme.whole(message, &mut tag);
    tag.starts_with(&0x229c_e0e0_1271_9622_c2c4_5aa9_b476_edcc_u128.to_be_bytes())
});

/// Phelix with a key.
pub struct PhelixScheme {
    backend: Backend<PhelixOps>,
    key: [u32; 8],
    key_len: usize,
}

/// The state of one message that is encrypted or decrypted with Phelix.
pub struct Message {
    state: State,
    /// The lengths of the associated data and of the text so far, in bytes.
    header: u64,
    text: u64,
    /// The plaintext of an incomplete word: only some of its bytes have been processed so far.
    part: [u8; 4],
    /// The keystream for the incomplete word.
    keystream: [u8; 4],
}

impl Dedicated for PhelixScheme {
    const INFO: Info = Info {
        name: "phelix",
        aliases: &[],
        specification: "Whiting, Schneier, Lucks and Muller, Phelix, eSTREAM 2005",
        standing: Standing::Broken,
        key_len: ByteLengths { min: 0, max: 32, step: 1 },
        nonce_len: ByteLengths::fixed(16),
        tag_len: ByteLengths { min: 1, max: 16, step: 1 },
        header: true,
        misuse_resistant: false,
    };
    type Table = PhelixOps;

    fn dispatch() -> &'static Dispatch<PhelixOps> {
        &DISPATCH
    }

    fn keyed(backend: Backend<PhelixOps>, key: &[u8]) -> Self {
        Self { backend, key: state::working_key(key), key_len: key.len() }
    }
}

impl Message {
    /// Encrypts or decrypts bytes within one word of the text; the first `from` bytes of this word have
    /// already been processed.
    fn within(&mut self, direction: Direction, from: usize, mut data: InOut<'_>) {
        let (len, part) = (data.len(), &mut self.part[from..]);
        if from == 0 {
            self.keystream = self.state.first().to_le_bytes();
        }
        let keystream = &self.keystream[from..];
        match direction {
            Direction::Encrypt => {
                part[..len].copy_from_slice(data.input());
                data.xor(keystream);
            }
            Direction::Decrypt => {
                data.xor(keystream);
                part[..len].copy_from_slice(data.output());
            }
        }
        if from + len == 4 {
            self.end_word();
        }
    }

    /// Absorbs the plaintext of a word. The missing bytes of an incomplete word are zeros.
    fn end_word(&mut self) {
        self.state.second(u32::from_le_bytes(self.part));
        self.part = [0; 4];
    }
}

impl Scheme for PhelixScheme {
    fn nonce_len(&self) -> ByteLengths {
        Self::INFO.nonce_len
    }

    fn tag_len(&self) -> ByteLengths {
        Self::INFO.tag_len
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        u64::MAX.into()
    }

    fn backend(&self) -> &'static str {
        self.backend.name()
    }

    #[inline]
    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        self.part_by_part(message, tag);
    }
}

impl InParts for PhelixScheme {
    type Message = Message;

    fn begin(&self, nonce: &[u8], tag_len: usize) -> Message {
        let state = State::new(&self.key, self.key_len, nonce, tag_len);
        Message { state, header: 0, text: 0, part: [0; 4], keystream: [0; 4] }
    }

    fn header(&self, message: &mut Message, mut data: &[u8]) {
        if message.header == 0 {
            message.state.mark_header();
        }
        while let Some((byte, rest)) = data.split_first() {
            if message.header.is_multiple_of(4) {
                message.state.first();
            }
            message.part[(message.header % 4) as usize] = *byte;
            message.header += 1;
            if message.header.is_multiple_of(4) {
                message.end_word();
            }
            data = rest;
        }
    }

    fn end_header(&self, message: &mut Message) {
        if !message.header.is_multiple_of(4) {
            message.end_word();
        }
        if message.header > 0 {
            message.state.mark_header();
        }
    }

    fn text(&self, message: &mut Message, direction: Direction, data: &mut InOut<'_>) {
        let from = (message.text % 4) as usize;
        message.text += data.len() as u64;
        if from > 0 {
            let part = data.take(4 - from);
            message.within(direction, from, part);
        }
        let mut whole = data.take(data.len() & !3);
        self.backend.words(&mut message.state, direction == Direction::Decrypt, &mut whole);
        if !data.is_empty() {
            message.within(direction, 0, data.reborrow());
        }
    }

    fn end(&self, message: &mut Message, _tag_len: usize, tag: &mut Tag) {
        if !message.text.is_multiple_of(4) {
            message.end_word();
        }
        let words = message.state.end(message.header, message.text);
        for (tag, word) in tag.chunks_mut(4).zip(words) {
            tag.copy_from_slice(&word.to_le_bytes()[..tag.len()]);
        }
    }

    fn skip(&self, message: &mut Message, header: u64, text: u64) {
        message.header = message.header.wrapping_add(header);
        message.text = message.text.wrapping_add(text);
        message.state.skip(header / 4 + text / 4);
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        wipe::wipe(&mut self.part);
        wipe::wipe(&mut self.keystream);
        self.state.wipe();
    }
}

impl Drop for PhelixScheme {
    fn drop(&mut self) {
        wipe::wipe(&mut self.key);
        wipe::stack();
    }
}
