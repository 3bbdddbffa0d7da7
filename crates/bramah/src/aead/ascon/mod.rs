//! Ascon-AEAD128: NIST SP 800-232, section 4.

mod kernel;

#[cfg(feature = "registry")]
use super::Entry;
use super::{
    Aead, Dedicated, Info, KeyLimit,
    frame::MAX_TAG,
    sealed::{InParts, Scheme, Tag, Whole},
};
use crate::{
    backend::{self, Backend, Dispatch, candidate, candidates, table_calls},
    hash::frame::State as _,
    mode::Direction,
    names::{ByteLengths, Standing},
    primitives::ascon::State,
    simd::{
        features::Design,
        memory::{InOut, apart_slice, short_le},
    },
    wipe,
};
use kernel::{Job, RATE, TAG};

/// Authenticated encryption with Ascon-AEAD128 (NIST SP 800-232, section 4): keys of 16 bytes, nonces of 16, tags of 8 to 16.
///
/// Under one key, at most 2^54 bytes may be encrypted and decrypted, including the nonces (section 4.3);
/// [`Metered`](super::Metered) counts them.
/// Reusing a nonce reveals the XOR of the first blocks in which two messages differ. A shorter tag is the beginning of the
/// longest one, because the tag does not depend on the length of the tag (section 4.2.1). Nonce masking (section 4.2.2) is left
/// out: the caller can XOR a second key onto the nonce.
///
/// ```
/// use bramah::AsconAead128;
///
/// let ascon = AsconAead128::new(&[7; 16])?;
/// let (mut text, mut tag) = (*b"for you alone", [0; 16]);
/// ascon.seal(&[1; 16], b"to everyone", &mut text[..], &mut tag)?;
/// ascon.open(&[1; 16], b"to everyone", &mut text[..], &tag)?;
/// assert_eq!(text, *b"for you alone");
/// # Ok::<(), bramah::Error>(())
/// ```
pub type AsconAead128 = Aead<AsconAead128Scheme>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<AsconAead128Scheme>()];

/// The maximum length of a text in bytes: the standard's limit for all messages under a key, minus the 16 bytes of a nonce
/// (section 4.3).
const LIMIT: u128 = (1 << 54) - 16;

/// The functions of a backend: `encrypt` and `decrypt` for whole messages, the others for parts of a message.
pub struct AsconOps {
    encrypt: backend::Entry<unsafe fn(Job<'_>, &mut InOut<'_>)>,
    decrypt: backend::Entry<unsafe fn(Job<'_>, &mut InOut<'_>)>,
    /// Absorbs whole blocks of associated data.
    absorb: backend::Entry<unsafe fn(&mut State, &[u8])>,
    /// Encrypts whole blocks; the next function decrypts whole blocks.
    encrypt_part: backend::Entry<unsafe fn(&mut State, &mut InOut<'_>)>,
    decrypt_part: backend::Entry<unsafe fn(&mut State, &mut InOut<'_>)>,
    /// Permutes a state: by 12 rounds if the flag is true, by 8 otherwise.
    permute: backend::Entry<unsafe fn(&mut State, bool)>,
}

table_calls! {
    /// The calls of an Ascon backend.
    trait AsconCalls: Backend<AsconOps> {
        fn encrypt(job: Job<'_>, data: &mut InOut<'_>) = encrypt;
        fn decrypt(job: Job<'_>, data: &mut InOut<'_>) = decrypt;
        fn absorb(state: &mut State, blocks: &[u8]) = absorb;
        fn encrypt_part(state: &mut State, data: &mut InOut<'_>) = encrypt_part;
        fn decrypt_part(state: &mut State, data: &mut InOut<'_>) = decrypt_part;
        fn permute(state: &mut State, long: bool) = permute;
    }
}

/// Declares a candidate: the kernel compiled with these CPU features.
macro_rules! compiled {
    ($name:literal $(, $features:literal)?) => {
        candidate!($name, $($features,)? AsconOps {
            encrypt: kernel::whole::<false> = fn(job: Job<'_>, data: &mut InOut<'_>),
            decrypt: kernel::whole::<true> = fn(job: Job<'_>, data: &mut InOut<'_>),
            absorb: kernel::absorb = fn(state: &mut State, blocks: &[u8]),
            encrypt_part: kernel::text::<false> = fn(state: &mut State, data: &mut InOut<'_>),
            decrypt_part: kernel::text::<true> = fn(state: &mut State, data: &mut InOut<'_>),
            permute: kernel::permute = fn(state: &mut State, long: bool)
        })
    };
}

static DISPATCH: Dispatch<AsconOps> = Dispatch::new(
    "ascon-aead128",
    candidates! {
        x86_64: [compiled!("bmi2", "bmi1,bmi2")],
        any: [compiled!("portable").first_on(Design::Skylake)],
    },
    agrees,
);

/// Ascon-AEAD128 with a key.
#[derive(Clone)]
pub struct AsconAead128Scheme {
    backend: Backend<AsconOps>,
    key: [u64; 2],
}

/// The state of a message that is processed in parts.
pub struct Message {
    state: State,
    /// The lengths of the associated data and of the text so far, in bytes.
    header: u64,
    text: u64,
}

impl Dedicated for AsconAead128Scheme {
    const INFO: Info = Info {
        name: "ascon-aead128",
        aliases: &[],
        specification: "NIST SP 800-232",
        standing: Standing::Current,
        key_len: ByteLengths::fixed(16),
        nonce_len: ByteLengths::fixed(16),
        tag_len: ByteLengths { min: 8, max: TAG, step: 1 },
        header: true,
        misuse_resistant: false,
    };
    type Table = AsconOps;

    fn dispatch() -> &'static Dispatch<AsconOps> {
        &DISPATCH
    }

    fn keyed(backend: Backend<AsconOps>, key: &[u8]) -> Self {
        let key = short_le(key);
        Self { backend, key: [key as u64, (key >> 64) as u64] }
    }
}

impl Scheme for AsconAead128Scheme {
    fn nonce_len(&self) -> ByteLengths {
        Self::INFO.nonce_len
    }

    fn tag_len(&self) -> ByteLengths {
        Self::INFO.tag_len
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        LIMIT
    }

    fn key_limit(&self) -> Option<KeyLimit> {
        // section 4.3
        Some(KeyLimit { limit: 1 << 54, unit: "bytes" })
    }

    fn key_cost(&self, _: Direction, nonce: usize, header: usize, text: usize) -> u128 {
        [nonce, header, text].map(|bytes| bytes as u128).iter().sum()
    }

    fn backend(&self) -> &'static str {
        self.backend.name()
    }

    #[inline]
    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let Some(tag) = tag.first_chunk_mut() else { return };
        let [nonce, associated] = [message.nonce, message.header].map(apart_slice);
        let job = Job { key: &self.key, nonce, associated, tag };
        match message.direction {
            Direction::Encrypt => self.backend.encrypt(job, message.data),
            Direction::Decrypt => self.backend.decrypt(job, message.data),
        }
    }
}

impl AsconAead128Scheme {
    /// Encrypts or decrypts bytes within one block of the text; the first `from` bytes of this block have
    /// already been processed.
    fn within(&self, message: &mut Message, direction: Direction, from: usize, mut data: InOut<'_>) {
        let to = from + data.len();
        let mut keystream = [0; RATE];
        message.state.write_le(&mut keystream);
        if direction == Direction::Encrypt {
            message.state.xor_le(from, data.input());
        }
        data.xor(&keystream[from..to]);
        if direction == Direction::Decrypt {
            message.state.xor_le(from, data.output());
        }
        if to == RATE {
            self.backend.permute(&mut message.state, false);
        }
        wipe::wipe(&mut keystream);
    }
}

/// Returns the position within its block of the byte that follows `bytes` bytes.
fn place(bytes: u64) -> usize {
    (bytes % RATE as u64) as usize
}

impl InParts for AsconAead128Scheme {
    type Message = Message;

    fn begin(&self, nonce: &[u8], _tag_len: usize) -> Message {
        let mut state = kernel::initial(&self.key, nonce);
        self.backend.permute(&mut state, true);
        kernel::key_again(&mut state, &self.key);
        Message { state, header: 0, text: 0 }
    }

    fn header(&self, message: &mut Message, mut data: &[u8]) {
        let from = place(message.header);
        message.header = message.header.wrapping_add(data.len() as u64);
        if from > 0 {
            let (first, rest) = data.split_at(data.len().min(RATE - from));
            message.state.xor_le(from, first);
            if from + first.len() < RATE {
                return;
            }
            self.backend.permute(&mut message.state, false);
            data = rest;
        }
        let (blocks, rest) = data.split_at(data.len() - data.len() % RATE);
        self.backend.absorb(&mut message.state, blocks);
        message.state.xor_le(0, rest);
    }

    fn end_header(&self, message: &mut Message) {
        if message.header > 0 {
            message.state.xor_byte(place(message.header), 1);
            self.backend.permute(&mut message.state, false);
        }
        kernel::separate(&mut message.state);
    }

    fn text(&self, message: &mut Message, direction: Direction, data: &mut InOut<'_>) {
        let from = place(message.text);
        message.text = message.text.wrapping_add(data.len() as u64);
        if from > 0 {
            let part = data.take(RATE - from);
            self.within(message, direction, from, part);
        }
        let mut blocks = data.take(data.len() - data.len() % RATE);
        match direction {
            Direction::Encrypt => self.backend.encrypt_part(&mut message.state, &mut blocks),
            Direction::Decrypt => self.backend.decrypt_part(&mut message.state, &mut blocks),
        }
        if !data.is_empty() {
            self.within(message, direction, 0, data.reborrow());
        }
    }

    fn end(&self, message: &mut Message, _tag_len: usize, tag: &mut Tag) {
        let state = &mut message.state;
        state.xor_byte(place(message.text), 1);
        kernel::close(state, &self.key);
        self.backend.permute(state, true);
        kernel::key_again(state, &self.key);
        if let Some(tag) = tag.first_chunk_mut() {
            *tag = kernel::tag(state);
        }
    }

    fn skip(&self, message: &mut Message, header: u64, text: u64) {
        message.header = message.header.wrapping_add(header);
        message.text = message.text.wrapping_add(text);
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        self.state.wipe();
    }
}

impl Drop for AsconAead128Scheme {
    fn drop(&mut self) {
        wipe::wipe(&mut self.key);
        wipe::stack();
    }
}

/// Runs the self-test of a candidate: encrypts and decrypts a text, as a whole and in parts, and returns whether the results are
/// right.
fn agrees(backend: Backend<AsconOps>) -> bool {
    let mut pattern = [0; 77];
    for (byte, i) in pattern.iter_mut().zip(0..) {
        *byte = i;
    }
    let (key, nonce, header) = (&pattern[..16], &pattern[16..32], &pattern[..37]);
    let scheme = AsconAead128Scheme::keyed(backend, key);
    let (mut text, mut tags) = (pattern, [[0; MAX_TAG]; 4]);
    let [whole, opened, parts, opened_parts] = &mut tags;
    for (direction, whole, parts) in
        [(Direction::Encrypt, whole, parts), (Direction::Decrypt, opened, opened_parts)]
    {
        let mut in_parts = text;
        let data = &mut InOut::from(&mut text[..]);
        scheme.whole(Whole { direction, nonce, header, data, tag_len: TAG, received: &[] }, whole);
        let mut message = scheme.begin(nonce, TAG);
        scheme.header(&mut message, &header[..20]);
        scheme.header(&mut message, &header[20..]);
        scheme.end_header(&mut message);
        scheme.text(&mut message, direction, &mut InOut::from(&mut in_parts[..5]));
        scheme.text(&mut message, direction, &mut InOut::from(&mut in_parts[5..]));
        scheme.end(&mut message, TAG, parts);
        if in_parts != text {
            return false;
        }
    }
    let expected = 0xbfed_1a05_51d4_192f_b339_453c_9620_4af3_u128.to_be_bytes();
    text == pattern && tags.iter().all(|tag| tag.starts_with(&expected))
}
