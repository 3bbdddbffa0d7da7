//! ABC version 3: V. Anashin, A. Bogdanov, I. Kizhvatov and S. Kumar, *ABC: A New Fast Flexible Stream Cipher*,
//! eSTREAM 2006.
//!
//! eSTREAM did not advance ABC to a later phase. Do not use ABC for new data: this library marks it as broken.

use crate::stream::steps::StepsCalls;
mod kernel;

#[cfg(feature = "registry")]
use super::Entry;
use super::{Info, KeyedCipher, Steps, Stream, StreamCipher, steps};
use crate::{
    backend::{Backend, Dispatch},
    names::{ByteLengths, Standing},
    simd::memory::{InOut, read_le32},
    wipe,
};

/// The stream cipher ABC version 3.
pub type Abc = Stream<KeyedCipher<Cipher>>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<Cipher>()];

/// ABC with a key.
#[derive(Clone)]
pub struct Cipher {
    /// The state after the key was set up, from which every nonce starts.
    keyed: State,
    state: State,
}

/// The registers. They change with every step.
#[derive(Clone, Copy)]
struct Registers {
    /// The linear feedback shift register.
    z: [u32; 4],
    /// The word `x`, which takes all values one after another, and the coefficients of the function that
    /// computes the next `x`.
    x: u32,
    d: [u32; 3],
}

/// The registers and the knapsack.
#[derive(Clone, Copy)]
struct State {
    registers: Registers,
    /// The knapsack: for each bit of `x`, from the lowest on, the word that is added if the bit is set; and a constant.
    bits: [u32; 32],
    base: u32,
}

/// The state with the knapsack that is used while a key is absorbed.
const SETUP: State = State {
    registers: Registers { z: [0; 4], x: 0, d: [0; 3] },
    bits: [
        0x8bbc_7b0a, 0xe774_a906, 0x1304_0ec0, 0xea14_9bd0, 0x32e3_281d, 0x38c1_5589, 0xbdc9_2ea9,
        0x6b58_7ba0, 0xe100_9816, 0xeaa8_4751, 0x77f1_ce29, 0xeb94_ad46, 0xffd6_24d0, 0x8958_1695,
        0xf0bb_fbd3, 0x8340_4b20, 0x9e66_abea, 0x798c_e417, 0x8d1a_dfb3, 0xb8c6_bf9f, 0x3bba_d552,
        0x923d_dd55, 0xa646_1e22, 0xcbf8_25b8, 0x1139_265e, 0xb9cf_4535, 0xe7c8_7f14, 0xf4f8_55d3,
        0x7c77_f154, 0x46c0_f13c, 0x2d12_29e6, 0xcf39_0000,
    ],
    base: 0xa883_b17d,
};

/// Reads the four words of a key or nonce.
fn read(bytes: &[u8]) -> [u32; 4] {
    let mut words = [0; 4];
    read_le32(&mut words, bytes);
    words
}

impl State {
    /// XORs four words onto the registers.
    fn add(&mut self, words: [u32; 4]) {
        let [w0, w1, w2, w3] = words;
        self.registers.x ^= w0;
        for (d, word) in self.registers.d.iter_mut().zip([w3, w2, w1]) {
            *d ^= word;
        }
        for (z, word) in self.registers.z.iter_mut().zip(words) {
            *z ^= word.rotate_left(16);
        }
        self.restrict();
        self.registers.x ^= self.word();
        for i in 0..3 {
            self.registers.d[i] ^= self.word();
            self.restrict_coefficients();
        }
        for _ in 0..4 {
            self.registers.z[2] ^= self.word();
        }
        self.restrict();
    }

    /// Sets bits so that the linear register is not zero and the coefficients are valid.
    fn restrict(&mut self) {
        self.registers.z[0] |= 2;
        self.restrict_coefficients();
    }

    /// Sets and clears bits of the coefficients so that `x` takes all values one after another.
    fn restrict_coefficients(&mut self) {
        for d in &mut self.registers.d {
            *d &= !3;
        }
        self.registers.d[1] |= 1;
    }

    fn keyed(key: [u32; 4]) -> Self {
        let mut setup = SETUP;
        setup.add(key);
        let mut keyed = setup;
        keyed.base = setup.word();
        let Registers { mut z, mut x, mut d } = keyed.registers;
        for word in keyed.bits.iter_mut().chain(&mut d).chain([&mut x]).chain(&mut z) {
            *word = setup.word();
        }
        keyed.registers = Registers { z, x, d };
        keyed.restrict();
        let last = &mut keyed.bits[31];
        *last = *last & 0xffff_0000 | 0x0001_0000;
        setup.wipe();
        keyed
    }

    fn wipe(&mut self) {
        let Registers { z, x, d } = &mut self.registers;
        wipe::wipe(z);
        wipe::wipe(core::slice::from_mut(x));
        wipe::wipe(d);
        wipe::wipe(&mut self.bits);
        wipe::wipe(core::slice::from_mut(&mut self.base));
    }
}

impl StreamCipher for Cipher {
    const INFO: Info = Info {
        name: "abc",
        aliases: &["abc-v3"],
        specification: "Anashin, Bogdanov, Kizhvatov and Kumar, ABC, version 3, eSTREAM 2006",
        standing: Standing::Broken,
        key_len: ByteLengths::fixed(16),
        nonce_len: ByteLengths::fixed(16),
        rounds: None,
    };
    const BLOCK: usize = 64;
    // the specification states no limit
    const LIMIT: u128 = 1 << 64;
    type Table = Steps<Self>;

    fn dispatch() -> &'static Dispatch<Self::Table> {
        steps!(
            Cipher, kernel::portable, 0xc954_3f38_d1f7_1f80;
            x86: ["avx2" kernel::avx2, "sse4.1" kernel::sse41],
            aarch64: ["neon" kernel::neon],
            wasm: ["simd128" kernel::simd128]
        )
    }

    fn keyed(_: Backend<Self::Table>, key: &[u8]) -> Self {
        let keyed = State::keyed(read(key));
        Self { keyed, state: keyed }
    }

    fn begin(&mut self, _: Backend<Self::Table>, nonce: &[u8]) {
        self.state = self.keyed;
        self.state.add(read(nonce));
    }

    fn blocks(&mut self, backend: Backend<Self::Table>, data: &mut InOut<'_>) {
        backend.blocks(self, data);
    }

    fn wipe(&mut self) {
        self.keyed.wipe();
        self.state.wipe();
    }
}
