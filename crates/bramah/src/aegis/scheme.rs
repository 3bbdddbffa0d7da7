//! Whole messages and messages in parts, for all members of the AEGIS family.

use super::{
    kernel::{End, Job, MAX_RATE, Stored, TAG},
    table::{AegisCalls, AegisOps},
};
use crate::{
    backend::{Backend, Dispatch},
    mode::Direction,
    simd::memory::{InOut, copy_short},
    wipe,
};
use core::marker::PhantomData;

/// A member of the AEGIS family.
pub trait Member: Clone + Send + Sync + 'static {
    /// The name, in lower case.
    const NAME: &'static str;
    /// The specification.
    const SPECIFICATION: &'static str;
    /// The length of a key, and also of a nonce, in bytes.
    const KEY_LEN: usize;
    /// The length in bytes of a block, which the state absorbs in one step.
    const RATE: usize;

    /// Returns the candidates, with the backend in use.
    fn dispatch() -> &'static Dispatch<AegisOps>;
}

/// A member of the AEGIS family with a key.
#[derive(Clone)]
pub struct AegisScheme<M: Member> {
    backend: Backend<AegisOps>,
    /// The key, followed by zeros if the key is shorter.
    key: [u8; 32],
    member: PhantomData<M>,
}

/// The state of a message that is processed in parts.
#[derive(Clone)]
pub struct Message {
    state: Stored,
    /// The lengths of the associated data and of the text so far, in bytes.
    header: u64,
    text: u64,
    /// The bytes so far of an incomplete block of associated data or of plaintext.
    part: [u8; MAX_RATE],
    /// The keystream for the incomplete block of the text.
    keystream: [u8; MAX_RATE],
}

impl<M: Member> AegisScheme<M> {
    /// Sets up the member with a key, whose length the caller has checked.
    pub(crate) fn of(backend: Backend<AegisOps>, key: &[u8]) -> Self {
        let mut new = Self { backend, key: [0; 32], member: PhantomData };
        copy_short(&mut new.key, key);
        new
    }

    /// Returns the name of the backend.
    pub(crate) fn backend_name(&self) -> &'static str {
        self.backend.name()
    }

    /// Encrypts or decrypts a whole message, and writes its tag, of which the caller uses the first `tag_len` bytes, 16 or 32.
    #[inline]
    pub(crate) fn at_once(
        &self,
        direction: Direction,
        nonce: &[u8],
        header: &[u8],
        data: &mut InOut<'_>,
        tag_len: usize,
        tag: &mut [u8; TAG],
    ) {
        // the slice gets a constant length, so that only the pointer is copied: a load of pointer and length would wait for two
        // stores
        let nonce = nonce.get(..M::KEY_LEN);
        let Some(nonce) = nonce else { return };
        let job = Job {
            begin: Some([&self.key[..M::KEY_LEN], nonce]),
            stored: None,
            associated: header,
            end: Some(End {
                lengths: [header.len() as u64, data.len() as u64],
                mac: false,
                long: tag_len == TAG,
                tag,
            }),
        };
        match direction {
            Direction::Encrypt => self.backend.encrypt(job, data),
            Direction::Decrypt => self.backend.decrypt(job, data),
        }
    }

    /// Begins a message under a nonce, whose length the caller has checked.
    pub(crate) fn begun(&self, nonce: &[u8]) -> Message {
        let (part, keystream) = ([0; MAX_RATE], [0; MAX_RATE]);
        let mut message = Message { state: Stored::EMPTY, header: 0, text: 0, part, keystream };
        let begin = Some([&self.key[..M::KEY_LEN], nonce]);
        let job = Job { begin, stored: Some(&mut message.state), associated: &[], end: None };
        self.backend.encrypt(job, &mut InOut::from(&mut [][..]));
        message
    }

    /// Appends to the associated data.
    pub(crate) fn associate(&self, message: &mut Message, mut data: &[u8]) {
        let from = (message.header % M::RATE as u64) as usize;
        message.header = message.header.wrapping_add(data.len() as u64);
        if from > 0 {
            let (first, rest) = data.split_at(data.len().min(M::RATE - from));
            copy_short(&mut message.part[from..], first);
            if from + first.len() < M::RATE {
                return;
            }
            self.absorb(&mut message.state, &message.part[..M::RATE]);
            data = rest;
        }
        let (whole, rest) = data.split_at(data.len() - data.len() % M::RATE);
        self.absorb(&mut message.state, whole);
        copy_short(&mut message.part, rest);
    }

    /// Ends the associated data.
    pub(crate) fn end_associated(&self, message: &mut Message) {
        let len = (message.header % M::RATE as u64) as usize;
        self.absorb(&mut message.state, &message.part[..len]);
    }

    /// Encrypts or decrypts the next bytes of the text.
    pub(crate) fn crypt(&self, message: &mut Message, direction: Direction, data: &mut InOut<'_>) {
        let from = (message.text % M::RATE as u64) as usize;
        message.text = message.text.wrapping_add(data.len() as u64);
        if from > 0 {
            let part = data.take(M::RATE - from);
            self.within(message, direction, from, part);
        }
        let mut whole = data.take(data.len() - data.len() % M::RATE);
        let job = Job { begin: None, stored: Some(&mut message.state), associated: &[], end: None };
        match direction {
            Direction::Encrypt => self.backend.encrypt(job, &mut whole),
            Direction::Decrypt => self.backend.decrypt(job, &mut whole),
        }
        if !data.is_empty() {
            self.within(message, direction, 0, data.reborrow());
        }
    }

    /// Ends the message and writes its tag, of which the caller uses the first `tag_len` bytes, 16 or 32.
    pub(crate) fn finish(&self, message: &mut Message, tag_len: usize, tag: &mut [u8; TAG]) {
        let len = (message.text % M::RATE as u64) as usize;
        let lengths = [message.header, message.text];
        let job = Job {
            begin: None,
            stored: Some(&mut message.state),
            associated: &message.part[..len],
            end: Some(End { lengths, mac: false, long: tag_len == TAG, tag }),
        };
        self.backend.encrypt(job, &mut InOut::from(&mut [][..]));
    }

    /// Absorbs associated data or plaintext in whole blocks. Only the last block of the associated data or of the
    /// plaintext may be incomplete.
    fn absorb(&self, state: &mut Stored, associated: &[u8]) {
        let job = Job { begin: None, stored: Some(state), associated, end: None };
        self.backend.encrypt(job, &mut InOut::from(&mut [][..]));
    }

    /// Begins a message of AEGIS-MAC under a nonce, whose length the caller has checked.
    pub(crate) fn begin_mac(&self, nonce: &[u8]) -> Message {
        self.begun(nonce)
    }

    /// Appends to a message of AEGIS-MAC.
    pub(crate) fn update_mac(&self, message: &mut Message, data: &[u8]) {
        self.associate(message, data);
    }

    /// Ends a message of AEGIS-MAC, and writes its tag of 16 or 32 bytes.
    pub(crate) fn end_mac(&self, message: &mut Message, tag: &mut [u8]) {
        let len = (message.header % M::RATE as u64) as usize;
        self.mac_of(&mut message.state, message.header, &message.part[..len], tag);
    }

    /// Writes AEGIS-MAC's tag of a whole message. `begun` must not have absorbed anything yet.
    pub(crate) fn mac(&self, begun: &mut Message, message: &[u8], tag: &mut [u8]) {
        self.mac_of(&mut begun.state, message.len() as u64, message, tag);
    }

    /// Absorbs `rest`, the end of a message of `len` bytes, and writes AEGIS-MAC's tag.
    fn mac_of(&self, state: &mut Stored, len: u64, rest: &[u8], tag: &mut [u8]) {
        let mut whole = [0; TAG];
        let (lengths, long) = ([len, tag.len() as u64], tag.len() == TAG);
        let job = Job {
            begin: None,
            stored: Some(state),
            associated: rest,
            end: Some(End { lengths, mac: true, long, tag: &mut whole }),
        };
        self.backend.encrypt(job, &mut InOut::from(&mut [][..]));
        copy_short(tag, &whole[..tag.len()]);
        wipe::wipe(&mut whole);
    }

    /// Encrypts or decrypts bytes within one block of the text, after the first `from` bytes of this block.
    fn within(&self, message: &mut Message, direction: Direction, from: usize, mut data: InOut<'_>) {
        let to = from + data.len();
        if from == 0 {
            // the keystream is the encryption of zeros, computed with a copy of the state that is discarded
            let mut state = message.state.clone();
            message.keystream = [0; MAX_RATE];
            let job = Job { begin: None, stored: Some(&mut state), associated: &[], end: None };
            self.backend.encrypt(job, &mut InOut::from(&mut message.keystream[..M::RATE]));
            state.wipe();
        }
        let (part, keystream) = (&mut message.part[from..to], &message.keystream[from..to]);
        match direction {
            Direction::Encrypt => {
                part.copy_from_slice(data.input());
                data.xor(keystream);
            }
            Direction::Decrypt => {
                data.xor(keystream);
                part.copy_from_slice(data.output());
            }
        }
        if to == M::RATE {
            self.absorb(&mut message.state, &message.part[..M::RATE]);
        }
    }
}

impl Message {
    /// Advances the lengths as if this many bytes of associated data and of text had been processed, for tests.
    pub(crate) fn skip(&mut self, header: u64, text: u64) {
        self.header = self.header.wrapping_add(header);
        self.text = self.text.wrapping_add(text);
    }
}

impl Drop for Message {
    fn drop(&mut self) {
        self.state.wipe();
        wipe::wipe(&mut self.part);
        wipe::wipe(&mut self.keystream);
    }
}

impl<M: Member> Drop for AegisScheme<M> {
    fn drop(&mut self) {
        wipe::wipe(&mut self.key);
        wipe::stack();
    }
}

/// Runs the self-test of a candidate: encrypts and decrypts two texts as a whole, with both lengths of tags. Returns whether the
/// texts come back, and whether these tags and the MACs of the texts give the expected value.
pub(super) fn agrees<M: Member>(backend: Backend<AegisOps>, expected: u128) -> bool {
    let mut pattern = [0; 5 * MAX_RATE];
    for (byte, i) in pattern.iter_mut().zip((0..=250).cycle()) {
        *byte = i;
    }
    let scheme = AegisScheme::<M>::of(backend, &pattern[1..][..M::KEY_LEN]);
    let mut good = true;
    let mut fold = 0u128;
    for (len, tag_len) in [(100, 16), (pattern.len() - 3, 32)] {
        let (mut text, mut tags) = (pattern, [[0; TAG]; 2]);
        for (direction, tag) in [Direction::Encrypt, Direction::Decrypt].into_iter().zip(&mut tags) {
            let data = &mut InOut::from(&mut text[..len]);
            let (nonce, header) = (&pattern[..M::KEY_LEN], &pattern[..len / 2]);
            scheme.at_once(direction, nonce, header, data, tag_len, tag);
        }
        good &= text == pattern && tags[0] == tags[1];
        let mut mac = [0; TAG];
        scheme.mac(&mut scheme.begin_mac(&pattern[..M::KEY_LEN]), &pattern[..len], &mut mac[..tag_len]);
        for half in tags[0].as_chunks().0.iter().chain(mac.as_chunks().0) {
            fold = fold.rotate_left(1) ^ u128::from_be_bytes(*half);
        }
    }
    good && fold == expected
}
