//! AEADs of a stream cipher with blocks of 64 bytes and Poly1305: the first 32 bytes of the keystream are the key of Poly1305.

use super::{
    super::{
        Dedicated, Info,
        frame::MAX_TAG,
        sealed::{InParts, Scheme, Tag, Whole},
    },
    Fused, FusedOps, OPEN, SEAL,
};
use crate::aead::poly1305::FusedCalls;
use crate::{
    backend::{Backend, Dispatch},
    mac::{
        Poly1305,
        poly1305::{CANDIDATES, Poly1305Ops, State},
    },
    mode::Direction,
    names::ByteLengths,
    simd::{
        memory::{InOut, Scratch, copy_short, whole_bytes},
        words::Words as _,
    },
    stream::{
        KeyedCipher, Stream, StreamCipher,
        arx::{Arx, BLOCK, Layout},
    },
    wipe,
};
use bramah_machine::lengths::whole_blocks;
use core::{
    marker::PhantomData,
    sync::atomic::{AtomicBool, Ordering},
};

/// A family of ciphers. Some members are also defined as AEADs with Poly1305.
pub trait Named: Layout {
    /// The ciphers that are defined with Poly1305: the number of rounds, the length of the nonce in bytes, and the properties.
    const NAMED: &'static [(u32, usize, Info)];
    /// Whether the text begins within the first block, after the key of Poly1305, and only the ciphertext is
    /// authenticated, as in NaCl. Otherwise the text begins with the second block, and the associated data and both
    /// lengths are authenticated too, as in RFC 8439.
    const NACL: bool;

    /// Returns the candidates for this family, with the backend in use.
    fn dispatch() -> &'static Dispatch<FusedOps>;
}

/// The length of Poly1305's key in bytes.
const KEY: usize = 32;

/// The length in bytes of the slices of a text. A slice is encrypted and then authenticated, and stays in the first-level cache
/// in between.
const SLICE: usize = 64 * BLOCK;

/// The number of blocks that fill all lanes of the widest backend. In narrower backends they fill all lanes several times.
const GROUP: usize = 16;

/// The maximum number of bytes that one step encrypts together with the key of Poly1305. It includes the keystream before the
/// text.
const SHORT: usize = 20 * BLOCK;
/// The number of bytes that fill all lanes of a loop that encrypts and authenticates. Backends that have this loop treat shorter
/// messages as short.
const LANES: usize = 8 * BLOCK;

/// The maximum number of bytes of associated data and text that the portable Poly1305 authenticates. Poly1305's vector kernels
/// also process so few blocks in general registers, but with larger stack frames, which would have to be erased.
const FEW: usize = 16 * 16;

/// The maximum number of bytes of associated data and text of a message for which fewer bytes of the stack to erase save more time
/// than a call for the whole message.
const WHOLE: usize = 128;

/// Returns the length in bytes of a buffer for `keystream` bytes of keystream, and after them the end of the authenticated data:
/// zeros up to a whole block, and the block with both lengths.
const fn with_lengths(keystream: usize) -> usize {
    keystream + 32
}

/// Copies a text. Very short texts, which are frequent, take a faster path.
#[inline(always)]
fn copy(to: &mut [u8], from: &[u8]) {
    if from.len() <= 64 {
        copy_short(to, from);
    } else {
        to[..from.len()].copy_from_slice(from);
    }
}

/// ChaCha or Salsa20 with Poly1305.
pub struct WithPoly1305<L: Named, const ROUNDS: u32, const NONCE: usize> {
    cipher: Arx<L, ROUNDS, NONCE>,
    backend: Backend<FusedOps>,
    /// Whether any message under this key had more than [`FEW`] bytes, or was processed in parts.
    long: AtomicBool,
}

impl<L: Named, const ROUNDS: u32, const NONCE: usize> WithPoly1305<L, ROUNDS, NONCE> {
    fn new(cipher: Arx<L, ROUNDS, NONCE>, backend: Backend<FusedOps>) -> Self {
        Self { cipher, backend, long: AtomicBool::new(false) }
    }

    /// Records that a message was long. The function writes the flag only if the flag is not set yet: otherwise threads that
    /// share a key would contend for the cache line.
    #[inline(always)]
    fn mark_long(&self) {
        if !self.long.load(Ordering::Relaxed) {
            self.long.store(true, Ordering::Relaxed);
        }
    }
}

impl<L: Named, const ROUNDS: u32, const NONCE: usize> Clone for WithPoly1305<L, ROUNDS, NONCE> {
    fn clone(&self) -> Self {
        Self::new(self.cipher.clone(), self.backend)
    }
}

impl<L: Named, const ROUNDS: u32, const NONCE: usize> Drop for WithPoly1305<L, ROUNDS, NONCE> {
    fn drop(&mut self) {
        self.cipher.wipe();
        // also erase what the kernels of the cipher and the MAC have stored on the stack; if all messages were short,
        // it is enough to erase the part that the cipher uses: the portable Poly1305, which authenticates them, has
        // smaller frames
        let stack = if *self.long.get_mut() { self.backend.stack() } else { self.backend.one().stack() };
        stack.erase();
    }
}

/// The state of a message that is processed in parts.
pub struct Message<L: Named, const ROUNDS: u32, const NONCE: usize> {
    cipher: Stream<KeyedCipher<Arx<L, ROUNDS, NONCE>>>,
    auth: Authentication<L>,
}

/// Poly1305 in progress over the associated data and the ciphertext.
struct Authentication<L> {
    mac: Poly1305,
    /// The lengths of the associated data and of the text so far, in bytes.
    header: u64,
    text: u64,
    layout: PhantomData<L>,
}

impl<L: Named> Authentication<L> {
    /// Begins Poly1305, whose key is the first 32 bytes of `keystream`.
    #[inline(always)]
    fn new(backend: Backend<Poly1305Ops>, keystream: &[u8]) -> Self {
        let Some(key) = keystream.first_chunk::<KEY>() else { unreachable!("the keystream is longer") };
        Self { mac: Poly1305::with_backend(backend, key), header: 0, text: 0, layout: PhantomData }
    }

    #[inline(always)]
    fn header(&mut self, data: &[u8]) {
        self.header += data.len() as u64;
        self.mac.update(data);
    }

    #[inline(always)]
    fn end_header(&mut self) {
        self.pad(self.header);
    }

    /// Pads the associated data or the text, of `len` bytes, with zeros to a whole block of Poly1305; NaCl's scheme has no
    /// padding.
    #[inline(always)]
    fn pad(&mut self, len: u64) {
        if !L::NACL {
            self.mac.update(&[0; 16][..(len.wrapping_neg() % 16) as usize]);
        }
    }

    /// Encrypts or decrypts a part of the text with `crypt`, and authenticates its ciphertext. A decryption authenticates its
    /// input before the output may overwrite it; an encryption authenticates its output.
    #[inline(always)]
    fn around(&mut self, direction: Direction, part: &mut InOut<'_>, crypt: impl FnOnce(&mut InOut<'_>)) {
        if direction == Direction::Decrypt {
            self.mac.update(part.input());
        }
        crypt(&mut part.reborrow());
        if direction == Direction::Encrypt {
            self.mac.update(part.output());
        }
    }

    #[inline(always)]
    fn tag(&mut self) -> [u8; 16] {
        if !L::NACL {
            self.pad(self.text);
            // opaque: otherwise the compiler would read both lengths by one wide load, and this load would wait for the
            // recent store of one length
            self.mac.update(lengths(self.header, self.text.opaque()));
        }
        self.mac.finish()
    }
}

/// Returns the last authenticated block: the lengths in bytes of the associated data and of the text, each as 8 little-endian
/// bytes.
#[inline(always)]
fn lengths(header: u64, text: u64) -> [u8; 16] {
    whole_bytes(u128::from(header) | u128::from(text) << 64)
}

/// A copy of the cipher for one message, which is erased on drop.
struct Once<L: Layout, const ROUNDS: u32, const NONCE: usize>(Arx<L, ROUNDS, NONCE>);

impl<L: Layout, const ROUNDS: u32, const NONCE: usize> Drop for Once<L, ROUNDS, NONCE> {
    #[inline]
    fn drop(&mut self) {
        self.0.wipe();
    }
}

impl<L: Named, const ROUNDS: u32, const NONCE: usize> WithPoly1305<L, ROUNDS, NONCE> {
    /// The number of keystream bytes before the first byte of the text.
    const BEGIN: usize = if L::NACL { KEY } else { BLOCK };

    /// Returns the backend that encrypts and authenticates parts of a message in one loop, if there is one.
    #[inline(always)]
    fn fused(&self) -> Option<Backend<Fused>> {
        self.backend.both().filter(|both| both.ops().parts.at(SEAL).is_some())
    }

    /// Returns a copy of the cipher at the beginning of the keystream for a nonce.
    #[inline(always)]
    fn once(&self, nonce: &[u8]) -> Once<L, ROUNDS, NONCE> {
        let mut once = Once(self.cipher.clone());
        once.0.begin(self.backend.one(), nonce);
        once
    }

    /// Encrypts or decrypts a message by one call, if the backend has a function for that; otherwise does nothing and returns
    /// false. The counter of blocks does not carry, because the limit of a message keeps it below 2^32.
    #[inline(never)] // out of line, so that short messages do not pay for its stack frame
    fn at_once(
        &self,
        direction: Direction,
        nonce: &[u8],
        header: &[u8],
        data: &mut InOut<'_>,
        tag: &mut [u8],
    ) -> bool {
        let (Some(both), Some(tag)) = (self.backend.both(), tag.first_chunk_mut()) else { return false };
        if L::NACL || both.ops().whole.at(SEAL).is_none() {
            return false;
        }
        self.mark_long();
        let mut cipher = self.once(nonce);
        let (state, rounds) = cipher.0.parts(0);
        both.whole(place(direction), state, rounds, header, data, tag)
    }

    /// Encrypts or decrypts a long message. The first step computes the blocks of keystream that fill no group, and these blocks
    /// begin with the key of Poly1305. If the backend has a loop that encrypts and authenticates, [`head`] chooses their number.
    /// Otherwise whole groups follow, slice by slice: a slice is encrypted, then authenticated.
    #[inline(never)] // out of line, so that short messages do not pay for its stack frame
    fn long(&self, direction: Direction, nonce: &[u8], header: &[u8], data: &mut InOut<'_>, tag: &mut [u8]) {
        self.mark_long();
        let mut room = Scratch::<u8, { GROUP * BLOCK }, 1>::new();
        let [buffer] = room.rows();
        let blocks = (Self::BEGIN + data.len()).div_ceil(BLOCK);
        let fused = self.fused();
        let blocks = match fused {
            Some(_) => head(direction, blocks),
            None => (blocks - 1) % GROUP + 1,
        };
        let first = &mut buffer[..blocks * BLOCK];
        if fused.is_some() {
            first.fill(0);
        } else {
            first[..BLOCK].fill(0);
            let text = first.len() - Self::BEGIN;
            copy(&mut first[Self::BEGIN..], &data.input()[..text]);
        }
        let mut cipher = self.once(nonce);
        cipher.0.blocks(self.backend.one(), &mut InOut::from(&mut *first));
        let (keystream, first) = first.split_at(Self::BEGIN);
        let mut auth = Authentication::<L>::new(self.backend.many(), keystream);
        auth.header(header);
        auth.end_header();
        auth.text = data.len() as u64;
        if let Some(fused) = fused
            && let Some(mac) = auth.mac.whole()
        {
            let mut head = data.take(first.len());
            let (state, rounds) = cipher.0.parts(data.len().div_ceil(BLOCK));
            match direction {
                Direction::Encrypt => {
                    head.xor(first);
                    fused.part(SEAL, state, rounds, mac, head.into_output(), &mut data.reborrow());
                    auth.mac.update(data.output().as_chunks::<16>().1);
                }
                Direction::Decrypt => {
                    let mut last = [0; 16];
                    let rest = data.input().as_chunks::<16>().1;
                    copy_short(&mut last, rest);
                    let len = rest.len();
                    fused.part(OPEN, state, rounds, mac, head.input(), data);
                    head.xor(first);
                    auth.mac.update(&last[..len]);
                }
            }
        } else {
            let end = blocks * BLOCK;
            let mut part = data.take(end - Self::BEGIN + SLICE);
            auth.around(direction, &mut part, |part| {
                copy(part.take(end - Self::BEGIN).output(), &buffer[Self::BEGIN..end]);
                self.groups(&mut cipher, buffer, part);
            });
            while !data.is_empty() {
                let mut part = data.take(SLICE);
                auth.around(direction, &mut part, |part| self.groups(&mut cipher, buffer, part));
            }
        }
        copy_short(tag, &auth.tag());
        wipe::wipe(buffer);
    }

    /// Encrypts or decrypts whole groups. If the last block is incomplete, the keystream of the last group goes through `buffer`.
    #[inline(always)]
    fn groups(
        &self,
        cipher: &mut Once<L, ROUNDS, NONCE>,
        buffer: &mut [u8; GROUP * BLOCK],
        data: &mut InOut<'_>,
    ) {
        let whole = if data.len().is_multiple_of(BLOCK) {
            data.len()
        } else {
            data.len() / buffer.len() * buffer.len()
        };
        cipher.0.blocks(self.backend.one(), &mut data.take(whole));
        if !data.is_empty() {
            let last = &mut buffer[..data.len().next_multiple_of(BLOCK)];
            copy(last, data.input());
            cipher.0.blocks(self.backend.one(), &mut InOut::from(&mut *last));
            let text = &last[..data.len()];
            copy(data.output(), text);
        }
    }

    /// Encrypts or decrypts a short message. One step computes all of the keystream, another authenticates all of the text and
    /// both lengths. `N` is the length in bytes of the buffers: [`with_lengths`] of the longest keystream.
    #[inline(never)] // out of line, so that the frame of the caller does not hold the largest buffers
    fn short<const N: usize>(
        &self,
        direction: Direction,
        nonce: &[u8],
        header: &[u8],
        data: &mut InOut<'_>,
        tag: &mut [u8],
    ) {
        let end = Self::BEGIN + data.len();
        let few = header.len() + data.len() <= FEW;
        if !few {
            self.mark_long();
        }
        let (mut room, mut other) = (Scratch::<u8, N, 1>::new(), Scratch::<u8, N, 1>::new());
        let ([buffer], [kept]) = (room.rows(), other.rows());
        buffer[..BLOCK].fill(0);
        copy(&mut buffer[Self::BEGIN..], data.input());
        if direction == Direction::Decrypt {
            copy(&mut kept[Self::BEGIN..], data.input());
        }
        let mut cipher = self.once(nonce);
        let keystream = &mut buffer[..end.next_multiple_of(BLOCK)];
        cipher.0.blocks(self.backend.one(), &mut InOut::from(keystream));
        let mac = match CANDIDATES.last().and_then(Backend::admit) {
            Some(portable) if few => portable,
            _ => self.backend.many(),
        };
        let mut auth = Authentication::<L>::new(mac, &buffer[..]);
        if !header.is_empty() {
            auth.header(header);
            auth.end_header();
        }
        let ciphertext = match direction {
            Direction::Encrypt => {
                copy(data.output(), &buffer[Self::BEGIN..end]);
                &mut *buffer
            }
            Direction::Decrypt => kept,
        };
        if L::NACL {
            auth.mac.update(&ciphertext[Self::BEGIN..end]);
        } else {
            ciphertext[end..end + 16].fill(0);
            let padded = end.next_multiple_of(16);
            ciphertext[padded..padded + 16].copy_from_slice(&lengths(header.len() as u64, data.len() as u64));
            auth.mac.blocks(ciphertext[Self::BEGIN..padded + 16].as_chunks().0);
        }
        if direction == Direction::Decrypt {
            copy(data.output(), &buffer[Self::BEGIN..end]);
        }
        copy_short(tag, &auth.mac.finish());
        match buffer.first_chunk_mut::<{ 2 * BLOCK }>() {
            Some(few) if end <= 2 * BLOCK => wipe::wipe(few),
            _ => wipe::wipe(&mut buffer[..end.next_multiple_of(BLOCK)]),
        }
    }
}

impl<L: Named, const ROUNDS: u32, const NONCE: usize> Scheme for WithPoly1305<L, ROUNDS, NONCE> {
    fn nonce_len(&self) -> ByteLengths {
        Self::INFO.nonce_len
    }

    fn tag_len(&self) -> ByteLengths {
        Self::INFO.tag_len
    }

    fn limit(&self, _nonce_len: usize) -> u128 {
        // the block counter has 32 bits, even in layouts with room for more; NaCl's has 64
        let blocks = if L::NACL { 1 << 64 } else { 1u128 << 32 };
        blocks * BLOCK as u128 - Self::BEGIN as u128
    }

    fn takes_header(&self) -> bool {
        Self::INFO.header
    }

    fn backend(&self) -> &'static str {
        self.backend.name()
    }

    #[inline]
    fn whole(&self, message: Whole<'_, '_>, tag: &mut Tag) {
        let Whole { direction, nonce, header, data, .. } = message;
        let end = Self::BEGIN + data.len();
        if header.len() + data.len() > WHOLE && self.at_once(direction, nonce, header, data, tag) {
            return;
        }
        if header.len() + data.len() <= FEW {
            self.short::<{ with_lengths(BLOCK + FEW) }>(direction, nonce, header, data, tag);
        } else if end > SHORT || end > LANES && self.fused().is_some() {
            self.long(direction, nonce, header, data, tag);
        } else {
            self.short::<{ with_lengths(SHORT) }>(direction, nonce, header, data, tag);
        }
    }
}

impl<L: Named, const ROUNDS: u32, const NONCE: usize> InParts for WithPoly1305<L, ROUNDS, NONCE> {
    type Message = Message<L, ROUNDS, NONCE>;

    fn begin(&self, nonce: &[u8], _tag_len: usize) -> Self::Message {
        self.mark_long();
        let mut key = [0; BLOCK];
        let key = &mut key[..Self::BEGIN];
        let mut cipher = Stream::idle(KeyedCipher::with_cipher(self.backend.one(), self.cipher.clone()));
        // neither call can fail: the caller checked the length of the nonce, and the keystream is longer than the key
        let begun = cipher.reset(nonce).and_then(|()| cipher.keystream(key));
        debug_assert!(begun.is_ok());
        let message = Message { cipher, auth: Authentication::new(self.backend.many(), key) };
        wipe::wipe(key);
        message
    }

    fn header(&self, message: &mut Self::Message, data: &[u8]) {
        message.auth.header(data);
    }

    fn end_header(&self, message: &mut Self::Message) {
        message.auth.end_header();
    }

    fn text(&self, message: &mut Self::Message, direction: Direction, data: &mut InOut<'_>) {
        let Message { cipher, auth } = message;
        auth.text += data.len() as u64;
        let whole = whole_blocks(data.len(), BLOCK);
        if let Some(fused) = self.fused()
            && let Some(mac) = auth.mac.whole()
            && let Some(cipher) = cipher.whole(whole)
        {
            let (state, rounds) = cipher.inner_mut().parts(whole / BLOCK);
            run(fused, direction, state, rounds, mac, &mut data.take(whole));
        }
        while !data.is_empty() {
            auth.around(direction, &mut data.take(SLICE), |slice| {
                // cannot fail: the caller checked that the text is within the limit
                let applied = cipher.apply(slice.reborrow());
                debug_assert!(applied.is_ok());
            });
        }
    }

    fn ciphertext(&self, message: &mut Self::Message, data: &[u8]) {
        message.auth.text += data.len() as u64;
        message.auth.mac.update(data);
    }

    fn end(&self, message: &mut Self::Message, _tag_len: usize, tag: &mut Tag) {
        copy_short(tag, &message.auth.tag());
    }

    fn skip(&self, message: &mut Self::Message, header: u64, text: u64) {
        let Message { cipher, auth } = message;
        auth.header = auth.header.wrapping_add(header);
        auth.text = auth.text.wrapping_add(text);
        let sought = cipher.seek(cipher.position() + u128::from(text));
        debug_assert!(sought.is_ok());
    }
}

impl<L: Named, const ROUNDS: u32, const NONCE: usize> Dedicated for WithPoly1305<L, ROUNDS, NONCE> {
    const INFO: Info = {
        let mut found = None;
        let mut i = 0;
        let named = <L as Named>::NAMED;
        while i < named.len() {
            if named[i].0 == ROUNDS && named[i].1 == NONCE {
                found = Some(named[i].2);
            }
            i += 1;
        }
        found.expect("a cipher that has a name with Poly1305")
    };
    type Table = FusedOps;

    fn dispatch() -> &'static Dispatch<FusedOps> {
        <L as Named>::dispatch()
    }

    fn keyed(backend: Backend<FusedOps>, key: &[u8]) -> Self {
        Self::new(Arx::keyed(backend.one(), key), backend)
    }
}

/// Returns the number of keystream blocks, at most eight, that the first step computes before a loop that encrypts and
/// authenticates. In encryption the first step fills all lanes. The loop ends with the blocks that do not fill the lanes, and
/// authenticates the preceding ciphertext meanwhile. In decryption all of the ciphertext is available, so the first step takes
/// the blocks that do not fill the lanes, and only groups of eight follow.
fn head(direction: Direction, blocks: usize) -> usize {
    match (direction, blocks % 8) {
        (Direction::Encrypt, _) | (Direction::Decrypt, 0) => 8,
        (Direction::Decrypt, few) => few,
    }
}

/// Returns the index of the functions of [`Fused`] for a direction.
#[inline(always)]
fn place(direction: Direction) -> usize {
    match direction {
        Direction::Encrypt => SEAL,
        Direction::Decrypt => OPEN,
    }
}

fn run(
    fused: Backend<Fused>,
    direction: Direction,
    state: &mut [u32; 16],
    rounds: u32,
    mac: &mut State,
    data: &mut InOut<'_>,
) {
    fused.part(place(direction), state, rounds, mac, &[], data);
}

/// Runs the self-test: encrypts and decrypts a short message and a long one, and returns whether the texts come back and the
/// tags, folded to one number, are `expected`.
pub(super) fn agrees<L: Named, const ROUNDS: u32, const NONCE: usize>(
    backend: Backend<FusedOps>,
    expected: u128,
) -> bool {
    let mut pattern = [0; 3 * SLICE / 2];
    for (byte, i) in pattern.iter_mut().zip((0..=250).cycle()) {
        *byte = i;
    }
    let scheme = WithPoly1305::<L, ROUNDS, NONCE>::keyed(backend, &pattern[1..][..KEY]);
    let header = if L::NACL { &[][..] } else { &pattern[..21] };
    let mut good = true;
    let mut fold = 0u128;
    for len in [100, pattern.len() - 3] {
        let (mut text, mut tags) = (pattern, [[0; MAX_TAG]; 2]);
        for (direction, tag) in [Direction::Encrypt, Direction::Decrypt].into_iter().zip(&mut tags) {
            let mut data = InOut::from(&mut text[..len]);
            let nonce = &pattern[..NONCE];
            scheme
                .whole(Whole { direction, nonce, header, data: &mut data, tag_len: 16, received: &[] }, tag);
        }
        good &= text == pattern && tags[0] == tags[1];
        fold = fold.rotate_left(1) ^ tags[0].first_chunk().map_or(0, |tag| u128::from_be_bytes(*tag));
    }
    good && fold == expected
}
