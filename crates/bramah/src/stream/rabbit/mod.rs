//! Rabbit: RFC 4503.
//!
//! The RFC reads keys, nonces and each sixteen bytes of keystream as big-endian numbers; eSTREAM, and every library that we
//! know, reads them as little-endian numbers. Both variants are here: [`Rabbit`] as in those libraries, and
//! [`RabbitRfc4503`]. The two variants are not compatible.

#[cfg(feature = "registry")]
use super::Entry;
use super::{Info, KeyedCipher, Steps, Stream, StreamCipher, steps};
use crate::stream::steps::StepsCalls;
use crate::{
    backend::{Backend, Dispatch},
    names::{ByteLengths, Standing},
    simd::memory::InOut,
    wipe,
};

/// The stream cipher Rabbit with eSTREAM's byte order.
pub type Rabbit = Stream<KeyedCipher<Cipher<false>>>;
/// The stream cipher Rabbit with the byte order of RFC 4503.
pub type RabbitRfc4503 = Stream<KeyedCipher<Cipher<true>>>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<Cipher<false>>(), Entry::of::<Cipher<true>>()];

/// Rabbit with a key. Keys, nonces and keystream are big-endian numbers if `HIGH_FIRST` is true, otherwise little-endian.
#[derive(Clone)]
pub struct Cipher<const HIGH_FIRST: bool> {
    /// The state after the key was set up, from which every nonce starts.
    keyed: State,
    state: State,
}

/// Eight state variables, and eight counters that together form one number of 256 bits. The carry out of one addition to
/// this number goes into the next addition.
#[derive(Clone, Copy, Default)]
struct State {
    x: [u32; 8],
    counters: [u64; 4],
    carry: bool,
}

/// The numbers that each step adds to the counters: `4d34d34d d34d34d3 34d34d34`, repeated (section 2.5).
const ADDENDS: [u64; 4] =
    [0xd34d_34d3_4d34_d34d, 0x4d34_d34d_34d3_4d34, 0x34d3_4d34_d34d_34d3, 0xd34d_34d3_4d34_d34d];

impl State {
    /// Returns counter `j`.
    #[inline(always)]
    fn counter(&self, j: usize) -> u32 {
        (self.counters[j / 2] >> (32 * (j % 2))) as u32
    }

    /// Advances first the counters, then the state variables: sections 2.5 and 2.6.
    #[inline(always)]
    fn next(&mut self) {
        for (counter, addend) in self.counters.iter_mut().zip(ADDENDS) {
            let (sum, first) = counter.overflowing_add(addend);
            let (sum, second) = sum.overflowing_add(u64::from(self.carry));
            (*counter, self.carry) = (sum, first | second);
        }
        let mut g = [0; 8];
        macro_rules! all {
            ($(($($j:literal)*) $body:ident;)*) => { $( $( $body!($j); )* )* };
        }
        macro_rules! square {
            ($j:literal) => {
                let sum = u64::from(self.x[$j].wrapping_add(self.counter($j)));
                let square = sum * sum;
                g[$j] = (square ^ square >> 32) as u32;
            };
        }
        macro_rules! even {
            ($j:literal) => {
                let turned = g[($j + 7) % 8].rotate_left(16).wrapping_add(g[($j + 6) % 8].rotate_left(16));
                self.x[$j] = g[$j].wrapping_add(turned);
            };
        }
        macro_rules! odd {
            ($j:literal) => {
                self.x[$j] = g[$j].wrapping_add(g[$j - 1].rotate_left(8)).wrapping_add(g[($j + 6) % 8]);
            };
        }
        all! { (0 1 2 3 4 5 6 7) square; (0 2 4 6) even; (1 3 5 7) odd; }
    }

    /// Advances the state and returns the next sixteen bytes of keystream as a number, the lowest byte first (section 2.7).
    #[inline(always)]
    fn output(&mut self) -> u128 {
        self.next();
        let x = &self.x;
        let word = |a: usize, b: usize, c: usize| u128::from(x[a] ^ (x[b] >> 16) ^ (x[c] << 16));
        word(0, 5, 3) | word(2, 7, 5) << 32 | word(4, 1, 7) << 64 | word(6, 3, 1) << 96
    }

    /// Returns the state after the key setup: section 2.3.
    fn keyed(key: u128) -> Self {
        let mut state = Self::default();
        let k = |j: usize| (key >> (16 * (j % 8))) as u16;
        let pair = |high: usize, low: usize| u32::from(k(high)) << 16 | u32::from(k(low));
        for j in 0..8 {
            let (x, counter) = match j % 2 {
                0 => (pair(j + 1, j), pair(j + 4, j + 5)),
                _ => (pair(j + 5, j + 4), pair(j, j + 1)),
            };
            state.x[j] = x;
            state.counters[j / 2] |= u64::from(counter) << (32 * (j % 2));
        }
        for _ in 0..4 {
            state.next();
        }
        for j in 0..4 {
            let (low, high) = (state.x[(2 * j + 4) % 8], state.x[(2 * j + 5) % 8]);
            state.counters[j] ^= u64::from(low) | u64::from(high) << 32;
        }
        state
    }

    /// Returns the state after the setup of a nonce: section 2.4.
    fn with_nonce(mut self, nonce: u64) -> Self {
        let (low, high) = (nonce as u32, (nonce >> 32) as u32);
        let second = low >> 16 | high & 0xffff_0000;
        let fourth = high << 16 | low & 0xffff;
        for (j, counter) in self.counters.iter_mut().enumerate() {
            let (one, other) = if j % 2 == 0 { (low, second) } else { (high, fourth) };
            *counter ^= u64::from(one) | u64::from(other) << 32;
        }
        for _ in 0..4 {
            self.next();
        }
        self
    }

    fn wipe(&mut self) {
        wipe::wipe(&mut self.x);
        wipe::wipe(&mut self.counters);
        wipe::wipe(core::slice::from_mut(&mut self.carry));
    }
}

impl<const HIGH_FIRST: bool> Cipher<HIGH_FIRST> {
    fn xor(&mut self, data: &mut InOut<'_>) {
        let mut state = self.state;
        while let Some(block) = data.next::<[u8; 16], 1>() {
            let out = u128::from_le_bytes(block.get(0))
                ^ if HIGH_FIRST { state.output().swap_bytes() } else { state.output() };
            block.put(0, out.to_le_bytes());
        }
        self.state = state;
    }
}

/// A byte order of Rabbit, which has its own list of candidates.
pub trait Order: Sized + 'static {
    /// Returns the candidates for this byte order, with the backend in use.
    fn dispatch() -> &'static Dispatch<Steps<Self>>;
}

impl Order for Cipher<true> {
    fn dispatch() -> &'static Dispatch<Steps<Self>> {
        steps!(Cipher<true>, Cipher::<true>::xor, 0xfa84_c61c_b406_8525)
    }
}

impl Order for Cipher<false> {
    fn dispatch() -> &'static Dispatch<Steps<Self>> {
        steps!(Cipher<false>, Cipher::<false>::xor, 0x7af4_e76a_1120_3826)
    }
}

impl<const HIGH_FIRST: bool> StreamCipher for Cipher<HIGH_FIRST>
where
    Self: Order,
{
    const INFO: Info = Info {
        name: if HIGH_FIRST { "rabbit-rfc4503" } else { "rabbit" },
        aliases: &[],
        specification: if HIGH_FIRST { "RFC 4503" } else { "RFC 4503, in the order of bytes of eSTREAM" },
        standing: Standing::Legacy,
        key_len: ByteLengths::fixed(16),
        nonce_len: ByteLengths::either(0, 8),
        rounds: None,
    };
    const BLOCK: usize = 16;
    // 16 bytes for each of 2^64 blocks (RFC 4503, section 3.2)
    const LIMIT: u128 = 1 << 68;
    type Table = Steps<Self>;

    fn dispatch() -> &'static Dispatch<Self::Table> {
        <Self as Order>::dispatch()
    }

    fn keyed(_: Backend<Self::Table>, key: &[u8]) -> Self {
        let mut number = 0;
        for &byte in key {
            number = number << 8 | u128::from(byte);
        }
        let keyed = State::keyed(if HIGH_FIRST { number } else { number.swap_bytes() });
        Self { keyed, state: keyed }
    }

    fn begin(&mut self, _: Backend<Self::Table>, nonce: &[u8]) {
        let mut number = 0;
        for &byte in nonce {
            number = number << 8 | u64::from(byte);
        }
        let number = if HIGH_FIRST { number } else { number.swap_bytes() };
        // if the nonce is empty, the state after the key is used
        self.state = if nonce.is_empty() { self.keyed } else { self.keyed.with_nonce(number) };
    }

    fn blocks(&mut self, backend: Backend<Self::Table>, data: &mut InOut<'_>) {
        backend.blocks(self, data);
    }

    fn wipe(&mut self) {
        self.keyed.wipe();
        self.state.wipe();
    }
}
