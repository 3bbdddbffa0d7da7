//! The processing of a message, or of a part of it, with the state in registers from beginning to end.

use super::{state::State, word::Word};
use crate::{
    simd::memory::{Bytes, InOut, align_frame, copy_short, store_whole},
    wipe,
};

/// The length of the longest tag in bytes.
pub(crate) const TAG: usize = 32;
/// The length in bytes of the longest block that a state absorbs in one step, AEGIS-128X4's.
pub(super) const MAX_RATE: usize = 128;
/// The maximum number of words of a state, and the maximum length of a word in bytes.
const WORDS: usize = 8;
const WORD: usize = 64;

/// The state of a message in parts, between two calls.
#[derive(Clone)]
pub(super) struct Stored([[u8; WORD]; WORDS]);

impl Stored {
    pub(super) const EMPTY: Self = Self([[0; WORD]; WORDS]);

    pub(super) fn wipe(&mut self) {
        wipe::wipe(self.0.as_flattened_mut());
    }
}

/// The steps of a call besides encrypting or decrypting the text.
pub(super) struct Job<'a> {
    /// The key and the nonce, if the message begins with this call.
    pub(super) begin: Option<[&'a [u8]; 2]>,
    /// The state, if the message began earlier or continues after this call.
    pub(super) stored: Option<&'a mut Stored>,
    /// The associated data that is absorbed: all of it, or the whole blocks that are available.
    pub(super) associated: &'a [u8],
    /// The inputs for the tag, if the message ends with this call.
    pub(super) end: Option<End<'a>>,
}

/// What the tag is computed from, at the end of a message, and where it is written.
pub(super) struct End<'a> {
    /// The lengths in bytes of the associated data and of the text; for AEGIS-MAC, of the message and of the tag.
    pub(super) lengths: [u64; 2],
    /// Whether the tag is AEGIS-MAC's, for which nothing was encrypted (section "AEGIS as a MAC").
    pub(super) mac: bool,
    /// Whether the tag has 256 bits, otherwise 128.
    pub(super) long: bool,
    pub(super) tag: &'a mut [u8; TAG],
}

/// Loads consecutive words.
#[inline(always)]
fn load<V: Word, const RATE: usize>(isa: V::Isa, bytes: &[V::Bytes; RATE]) -> [V; RATE] {
    let mut words = [V::load(isa, &bytes[0]); RATE];
    for i in 1..RATE {
        words[i] = V::load(isa, &bytes[i]);
    }
    words
}

/// Returns the XOR of words, and its bytes.
#[inline(always)]
fn add<V: Word, const RATE: usize>(mut a: [V; RATE], b: [V; RATE]) -> ([V; RATE], [V::Bytes; RATE]) {
    let mut bytes = [V::Bytes::ZERO; RATE];
    for i in 0..RATE {
        a[i] = a[i].xor(b[i]);
        bytes[i] = a[i].store();
    }
    (a, bytes)
}

/// Encrypts a block (`Enc` of the draft) or decrypts a block (`Dec`).
#[inline(always)]
fn step<V: Word, S: State<V, RATE>, const RATE: usize, const DECRYPT: bool>(
    isa: V::Isa,
    state: &mut S,
    input: &[V::Bytes; RATE],
) -> [V::Bytes; RATE] {
    let input = load::<V, RATE>(isa, input);
    let keystream = state.keystream();
    let (_, bytes) = add(input, keystream);
    if DECRYPT {
        state.update_decrypted(input, keystream);
    } else {
        state.update(input);
    }
    bytes
}

/// Absorbs associated data, padded with zeros to whole blocks: `Absorb`.
#[inline(always)]
fn absorb<V: Word, S: State<V, RATE>, const RATE: usize>(isa: V::Isa, state: &mut S, data: &[u8]) {
    let mut rest = data;
    while !rest.is_empty() {
        let mut block = [V::Bytes::ZERO; RATE];
        match V::Bytes::split(rest).0.first_chunk::<RATE>() {
            Some(whole) => block = *whole,
            None => copy_short(V::Bytes::flat_mut(&mut block), rest),
        }
        state.update(load(isa, &block));
        rest = rest.get(RATE * V::Bytes::LEN..).unwrap_or(&[]);
    }
}

/// Encrypts or decrypts the incomplete last block of a text: `Enc` of the text padded with zeros, or `DecPartial`.
#[inline(always)]
fn end_text<V: Word, S: State<V, RATE>, const RATE: usize, const DECRYPT: bool>(
    isa: V::Isa,
    state: &mut S,
    data: &mut InOut<'_>,
) {
    let len = data.len();
    let mut block = [V::Bytes::ZERO; RATE];
    copy_short(V::Bytes::flat_mut(&mut block), data.input());
    let mut input = load::<V, RATE>(isa, &block);
    let (output, mut bytes) = add(input, state.keystream());
    if let Some(bytes) = V::Bytes::flat_mut(&mut bytes).get(..len) {
        copy_short(data.output(), bytes);
    }
    if DECRYPT {
        // sets the bytes after the end of the text to zero, because they would otherwise let keystream enter the state
        for (i, byte) in V::Bytes::flat_mut(&mut block).iter_mut().enumerate() {
            *byte = if i < len { 0xff } else { 0 };
        }
        input = load::<V, RATE>(isa, &block);
        for i in 0..RATE {
            input[i] = input[i].and(output[i]);
        }
    }
    state.update(input);
}

/// Does what `job` says, and encrypts or decrypts the text after absorbing the associated data. A text that does not end the
/// message must consist of whole blocks.
#[inline(always)]
pub(super) fn run<V: Word, S: State<V, RATE>, const RATE: usize, const DECRYPT: bool>(
    isa: V::Isa,
    job: Job<'_>,
    data: &mut InOut<'_>,
) {
    if V::DEGREE > 2 {
        align_frame();
    }
    let zero = V::splat(isa, &[0; 16]);
    let mut state = match (job.begin, &job.stored) {
        (Some([key, nonce]), _) => S::init(isa, key, nonce),
        (None, Some(stored)) => S::of(zero, |i| row::<V>(isa, &stored.0[i % WORDS])),
        (None, None) => return,
    };
    absorb(isa, &mut state, job.associated);

    let mut data = data.reborrow();
    while V::IN_PAIRS
        && let Some(blocks) = data.next::<[V::Bytes; RATE], 2>()
    {
        // each word is stored before the next is loaded, so that only one word is in registers
        for i in 0..2 {
            blocks.put(i, step::<V, S, RATE, DECRYPT>(isa, &mut state, &blocks.get(i)));
        }
    }
    while let Some(block) = data.next::<[V::Bytes; RATE], 1>() {
        block.put(0, step::<V, S, RATE, DECRYPT>(isa, &mut state, &block.get(0)));
    }
    if !data.is_empty() {
        end_text::<V, S, RATE, DECRYPT>(isa, &mut state, &mut data);
    }

    if let Some(End { lengths, mac, long, tag }) = job.end {
        state.finish(numbers(isa, lengths.map(|length| length << 3)));
        // the entry that encrypts also computes AEGIS-MAC
        let merged = mac && !DECRYPT && V::DEGREE > 1;
        if merged {
            merge::<V, S, RATE>(isa, &mut state, long, lengths[1] << 3);
        }
        let words = tag_words::<V, S, RATE>(&state, long);
        let (halves, _) = tag.as_chunks_mut();
        for i in 0..2 {
            let half = if merged { first_block(words[i]) } else { words[i].sum() };
            halves[i] = if i == 0 || long { half } else { [0; 16] };
        }
    } else if let Some(stored) = job.stored {
        for (row, word) in stored.0.iter_mut().zip(state.words()) {
            copy_short(row, word.store().as_ref());
        }
    }
}

/// Returns the words whose blocks are the tags of the instances: two words for tags of 256 bits, otherwise one word twice.
#[inline(always)]
fn tag_words<V: Word, S: State<V, RATE>, const RATE: usize>(state: &S, long: bool) -> [V; 2] {
    if long { state.long_tag() } else { [state.short_tag(); 2] }
}

/// Returns the block of the first instance.
#[inline(always)]
fn first_block<V: Word>(word: V) -> [u8; 16] {
    let bytes = word.store();
    *bytes.as_ref().first_chunk().unwrap_or(&[0; 16])
}

/// Absorbs the tags of the instances into the first instance, whose tag is then AEGIS-MAC's. The other instances absorb the same
/// words, which does not affect the result. The 128-bit tag of AEGIS-128X is computed from the tags of all instances; every other
/// tag is computed from the tags of all instances except the first.
#[inline(always)]
fn merge<V: Word, S: State<V, RATE>, const RATE: usize>(
    isa: V::Isa,
    state: &mut S,
    long: bool,
    tag_bits: u64,
) {
    let words = tag_words::<V, S, RATE>(state, long);
    let bytes = [words[0].store(), words[1].store()];
    let per_tag = if long { 2 } else { 1 };
    let first = if long || RATE == 1 { 1 } else { 0 };
    // the blocks of the tags in turn; each input word has the same block in all instances
    let mut input = [V::splat(isa, &[0; 16]); RATE];
    let mut number = 0;
    for instance in first..V::DEGREE {
        for bytes in bytes.iter().take(per_tag) {
            let (blocks, _) = bytes.as_ref().as_chunks();
            input[number % RATE] = V::splat(isa, blocks.get(instance).unwrap_or(&[0; 16]));
            number += 1;
            if number % RATE == 0 {
                state.update(input);
            }
        }
    }
    state.finish(numbers(isa, [V::DEGREE as u64, tag_bits]));
}

/// Returns a word in which each block consists of the two numbers, little-endian.
#[inline(always)]
fn numbers<V: Word>(isa: V::Isa, numbers: [u64; 2]) -> V {
    let mut block = [0; 16];
    store_whole(&mut block, u128::from(numbers[0]) | u128::from(numbers[1]) << 64);
    V::splat(isa, &block)
}

/// Loads a word from the beginning of a row.
#[inline(always)]
fn row<V: Word>(isa: V::Isa, row: &[u8; WORD]) -> V {
    let (words, _) = V::Bytes::split(row);
    V::load(isa, words.first().unwrap_or(&V::Bytes::ZERO))
}
