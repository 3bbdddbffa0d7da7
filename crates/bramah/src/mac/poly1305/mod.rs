//! Poly1305: RFC 8439, section 2.5.
//!
//! A key may be used for only one message: the tags of two messages under the same key allow forgeries. Therefore a cipher
//! computes the key of each message, as in ChaCha20-Poly1305, and Poly1305 is seldom used by itself.

#[cfg(any(
    target_arch = "x86",
    target_arch = "x86_64",
    not(any(target_arch = "wasm32", target_pointer_width = "64")),
    test
))]
mod limbs;
#[cfg(feature = "registry")]
mod named;
#[cfg(any(target_arch = "wasm32", test))]
mod narrow;
mod portable;
crate::backend::only! {
    x86: { mod ifma; mod lanes; use crate::simd::features::Design; }
    x86_64: {
        mod chain;
        pub(crate) use chain::{Chain, PARTS};
        pub(crate) use ifma::avx512 as ifma;
        pub(crate) use lanes::avx2;
        pub(crate) use portable::blocks as one_by_one;
    }
}

#[cfg(feature = "registry")]
pub(crate) use named::ENTRY;

use super::verified;
use crate::{
    ByteLengths, Error,
    backend::{Backend, Candidate, Dispatch, Entry, candidate, candidates, table_calls},
    simd::memory::{Lazy, copy_short, whole_bytes},
    wipe::{self, wipe},
};
use core::fmt;
#[cfg(not(any(target_arch = "wasm32", target_pointer_width = "64")))]
use limbs::blocks as portable_blocks;
#[cfg(target_arch = "wasm32")]
use narrow::blocks as portable_blocks;
#[cfg(target_pointer_width = "64")]
use portable::blocks as portable_blocks;

/// The length of a block in bytes.
pub(crate) const BLOCK: usize = 16;

/// The accumulator of a message, modulo 2^130 - 5, and the factor.
#[derive(Clone)]
pub(crate) struct State {
    /// The accumulator, in words of 64 bits, the lowest first: a number below 2^130 + 2^128, so the last word is at most 4.
    pub(crate) h: [u64; 3],
    /// The factor `r`, clamped.
    pub(crate) r: [u64; 2],
    /// Powers of `r` in the form that the backend needs; computed when the first message is long enough.
    powers: Lazy<Powers>,
    /// Whether a backend has computed powers for this message without storing them.
    again: bool,
}

/// Up to sixteen powers of `r`, as the backend stores them. Limbs of equal weight lie side by side.
type Powers = [[u32; 16]; 6];

impl State {
    /// The state of an empty message under a key of zeros.
    const EMPTY: Self = Self { h: [0; 3], r: [0; 2], powers: Lazy::new(), again: false };

    /// Returns the state of an empty message under `r`, the first half of a key.
    #[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // used by a function that does without `Poly1305`
    #[inline(always)]
    pub(crate) fn new(r: &[u8; 16]) -> Self {
        let mut new = Self::EMPTY;
        new.reset(r);
        new
    }

    /// Begins an empty message under `r`, the first half of a key.
    #[inline]
    fn reset(&mut self, r: &[u8; 16]) {
        let r = u128::from_le_bytes(*r) & 0x0ffffffc_0ffffffc_0ffffffc_0fffffff;
        self.h = [0; 3];
        self.again = false;
        self.r = [r as u64, (r >> 64) as u64];
        if let Some(powers) = self.powers.take() {
            wipe(powers.as_flattened_mut());
        }
    }

    /// Returns the tag: the accumulator modulo 2^130 - 5, plus `s`, the second half of the key.
    #[inline]
    pub(crate) fn tag(&self, s: u128) -> [u8; 16] {
        let [h0, h1, h2] = self.h;
        let low = u128::from(h0) | u128::from(h1) << 64;
        // the number is below 2 * (2^130 - 5): adding 5 and clearing the bit 2^130, if that bit is set, reduces the number
        let (reduced, carry) = low.overflowing_add(5);
        let above = h2.wrapping_add(carry.into()) >> 2;
        let mask = u128::from(above).wrapping_neg();
        whole_bytes((low ^ (mask & (low ^ reduced))).wrapping_add(s))
    }

    /// Erases the state.
    #[inline]
    pub(crate) fn wipe(&mut self) {
        wipe(&mut self.h);
        wipe(&mut self.r);
        if let Some(powers) = self.powers.take() {
            wipe(powers.as_flattened_mut());
        }
    }
}

/// The table of functions of a candidate.
pub struct Poly1305Ops {
    /// Absorbs whole blocks: `h = (h + block + top * 2^128) * r` for each block. `top` is 1, except for the padded last block of
    /// a message, where it is 0.
    blocks: Entry<unsafe fn(&mut State, &[[u8; BLOCK]], u64)>,
}

table_calls! {
    /// The calls of a Poly1305 backend.
    pub(crate) trait Poly1305Calls: Backend<Poly1305Ops> {
        fn blocks(state: &mut State, blocks: &[[u8; BLOCK]], top: u64) = blocks;
    }
}

macro_rules! poly_candidate {
    ($name:literal, $($features:literal,)? $kernel:path) => {
        candidate!($name, $($features,)? Poly1305Ops {
            blocks: $kernel = fn(state: &mut State, blocks: &[[u8; BLOCK]], top: u64)
        })
        .erasing(&wipe::SHALLOW)
    };
}

pub(crate) static CANDIDATES: &[Candidate<Poly1305Ops>] = candidates! {
    x86: [
        poly_candidate!("avx512-ifma", "avx512f,avx512bw,avx512vl,avx512ifma,bmi2", ifma::avx512).erasing(&wipe::MIDDLE),
        poly_candidate!("avx512", "avx512f,avx512bw,avx512vl,bmi2", lanes::avx512),
        poly_candidate!("avx2", "avx2,bmi2", lanes::avx2),
        poly_candidate!("avx2-long", "avx2,bmi2", lanes::avx2_long).first_on(Design::Zen1),
    ],
    any: [poly_candidate!("portable", portable_blocks)],
};

/// The list of candidates, with the backend in use.
pub static POLY1305: Dispatch<Poly1305Ops> = Dispatch::new("poly1305", CANDIDATES, agrees);

/// Returns whether a message has the expected tag, as a whole and in uneven parts. Some parts have fewer blocks and some more
/// than the number from which on powers of `r` are computed. Some blocks are all ones, so that every limb carries.
fn agrees(backend: Backend<Poly1305Ops>) -> bool {
    let mut key = [0; 32];
    for (byte, i) in key.iter_mut().zip(0u8..) {
        *byte = u8::wrapping_mul(i, 113).wrapping_add(59);
    }
    let mut message = [0xff; 1311];
    for (i, byte) in message[..700].iter_mut().enumerate() {
        *byte = (i % 251) as u8;
    }
    let mut whole = Poly1305::with_backend(backend, &key);
    let mut parts = whole.clone();
    whole.update(message);
    let mut rest = &message[..];
    for n in [1, 15, 17, 160, 0, 640, 256, 222] {
        let (part, more) = rest.split_at(n);
        parts.update(part);
        rest = more;
    }
    let expected = EXPECTED.to_be_bytes();
    whole.finalize() == expected && parts.finalize() == expected
}

/// The tag that [`agrees`] expects.
const EXPECTED: u128 = 0xb02e4d6fc4b58477f2fa4b9edcc1986a;

/// A message being authenticated by Poly1305, under a key that must not be used for any other message.
///
/// ```
/// use bramah::Poly1305;
///
/// let tag = Poly1305::mac(&[7; 32], b"one message");
/// let mut poly1305 = Poly1305::new(&[7; 32]);
/// poly1305.update(b"one ");
/// poly1305.update(b"message");
/// poly1305.verify(&tag)?;
/// # Ok::<(), bramah::Error>(())
/// ```
#[derive(Clone)]
pub struct Poly1305 {
    backend: Backend<Poly1305Ops>,
    state: State,
    /// The second half of the key, in words of 64 bits, the lower first.
    s: [u64; 2],
    /// The incomplete block at the end of the message so far. Its first `count` bytes are filled.
    held: [u8; BLOCK],
    count: usize,
}

impl Poly1305 {
    /// Begins an empty message under this key.
    #[inline]
    pub fn new(key: &[u8; 32]) -> Self {
        Self::with_backend(POLY1305.get(), key)
    }

    /// Begins an empty message under this key, on this backend.
    #[inline]
    pub fn with_backend(backend: Backend<Poly1305Ops>, key: &[u8; 32]) -> Self {
        let mut new = Self { backend, state: State::EMPTY, s: [0; 2], held: [0; BLOCK], count: 0 };
        new.reset(key);
        new
    }

    /// Computes the tag of a message.
    #[inline]
    pub fn mac(key: &[u8; 32], message: &[u8]) -> [u8; 16] {
        let tag = || {
            let mut poly1305 = Self::new(key);
            poly1305.update(message);
            // not moved: a move would leave a copy of the key
            poly1305.finish()
        };
        // The compiler may load the key before it builds the state, and keep the key on the stack. Kernels store powers
        // of `r` on the stack, and with few registers they also spill a part of the key.
        if cfg!(target_pointer_width = "32") {
            wipe::after(tag)
        } else {
            POLY1305.get().stack().after_near(tag)
        }
    }

    /// Returns the name of the backend in use.
    pub fn backend(&self) -> &'static str {
        self.backend.name()
    }

    /// Appends to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        let mut data = data.as_ref();
        if self.count > 0 {
            let (more, rest) = data.split_at(data.len().min(BLOCK - self.count));
            copy_short(&mut self.held[self.count..], more);
            self.count += more.len();
            if self.count < BLOCK {
                return;
            }
            self.backend.blocks(&mut self.state, &[self.held], 1);
            self.count = 0;
            data = rest;
        }
        let (blocks, rest) = data.as_chunks();
        if !blocks.is_empty() {
            self.backend.blocks(&mut self.state, blocks, 1);
        }
        copy_short(&mut self.held, rest);
        self.count = rest.len();
    }

    /// Appends whole blocks to a message that so far consists of whole blocks.
    #[inline(always)]
    pub(crate) fn blocks(&mut self, blocks: &[[u8; BLOCK]]) {
        debug_assert!(self.count == 0);
        self.backend.blocks(&mut self.state, blocks, 1);
    }

    /// Continues a message that so far consists of whole blocks, under its key, from the accumulator that
    /// [`accumulator`](Self::accumulator) returned.
    #[doc(hidden)]
    pub fn resumed(key: &[u8; 32], [low, high, top]: [u64; 3]) -> Self {
        let mut new = Self::new(key);
        new.state.h = [low, high, top.min(4)];
        new
    }

    /// Returns the accumulator of a message that so far consists of whole blocks.
    #[doc(hidden)]
    pub fn accumulator(&self) -> [u64; 3] {
        self.state.h
    }

    /// Returns the state if the message so far consists of whole blocks, otherwise `None`.
    #[inline]
    pub(crate) fn whole(&mut self) -> Option<&mut State> {
        (self.count == 0).then_some(&mut self.state)
    }

    /// Ends the message and returns its tag.
    #[inline]
    pub fn finalize(mut self) -> [u8; 16] {
        self.finish()
    }

    /// Ends the message and returns its tag, without beginning another message.
    #[inline]
    pub(crate) fn finish(&mut self) -> [u8; 16] {
        if self.count > 0 {
            self.held[self.count] = 1;
            self.held[self.count + 1..].fill(0);
            self.backend.blocks(&mut self.state, &[self.held], 0);
        }
        self.state.tag(u128::from(self.s[0]) | u128::from(self.s[1]) << 64)
    }

    /// Discards the message, and begins an empty one under this key.
    #[inline]
    pub(crate) fn reset(&mut self, key: &[u8; 32]) {
        let [r, s] = key.as_chunks().0 else { unreachable!("two halves") };
        self.state.reset(r);
        let s = u128::from_le_bytes(*s);
        self.s = [s as u64, (s >> 64) as u64];
        self.count = 0;
    }

    /// Ends the message and compares `tag` with its tag in constant time.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the tag is wrong; [`Error::ByteLength`] if the tag does not have 16 bytes.
    pub fn verify(mut self, tag: &[u8]) -> Result<(), Error> {
        verified(tag, BLOCK, &mut self.finish(), ByteLengths::fixed(BLOCK))
    }
}

impl Drop for Poly1305 {
    fn drop(&mut self) {
        self.state.wipe();
        wipe(&mut self.s);
        wipe(&mut self.held);
    }
}

impl fmt::Debug for Poly1305 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Poly1305").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
