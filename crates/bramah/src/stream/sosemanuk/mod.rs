//! Sosemanuk: C. Berbain and others, *Sosemanuk, a fast software-oriented stream cipher*, eSTREAM 2008.

use crate::stream::steps::StepsCalls;
mod field;
mod kernel;

#[cfg(feature = "registry")]
use super::Entry;
use super::{Info, KeyedCipher, Steps, Stream, StreamCipher, steps};
use crate::{
    backend::{Backend, Dispatch},
    block::serpent,
    names::{ByteLengths, Standing},
    simd::{
        Portable,
        memory::{InOut, read_le32},
    },
    wipe,
};

/// The stream cipher Sosemanuk.
pub type Sosemanuk = Stream<KeyedCipher<Cipher>>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<Cipher>()];

/// Sosemanuk with a key.
#[derive(Clone)]
pub struct Cipher {
    /// The 25 subkeys of the 24 rounds of Serpent that process a nonce.
    keys: [[u32; 4]; 25],
    /// The ten words of the linear feedback shift register, from the oldest on, and the next seven words of its sequence.
    s: [u32; field::KNOWN],
    /// The two words of the finite state machine, R1 and R2.
    r: [u32; 2],
}

/// The number of words that [`Sosemanuk::saved`] returns.
#[doc(hidden)]
pub const SAVED: usize = field::KNOWN + 2;
/// The length of a block in bytes. A message can be saved only after whole blocks.
#[doc(hidden)]
pub const BLOCK: usize = 4 * field::STEPS;

impl Sosemanuk {
    /// Returns the words of both registers; `None` unless the message so far consists of whole blocks.
    #[doc(hidden)]
    pub fn saved(&mut self) -> Option<[u32; SAVED]> {
        let cipher = self.whole(0)?.inner_mut();
        let mut saved = [0; SAVED];
        saved[..field::KNOWN].copy_from_slice(&cipher.s);
        saved[field::KNOWN..].copy_from_slice(&cipher.r);
        Some(saved)
    }

    /// Continues a message from the words that [`saved`](Self::saved) returned. The result must not be given another nonce.
    #[doc(hidden)]
    pub fn resumed(saved: &[u32; SAVED]) -> Self {
        let mut cipher = Cipher { keys: [[0; 4]; 25], s: [0; field::KNOWN], r: [0; 2] };
        cipher.s.copy_from_slice(&saved[..field::KNOWN]);
        cipher.r.copy_from_slice(&saved[field::KNOWN..]);
        Self::idle(KeyedCipher::with_cipher(Cipher::dispatch().get(), cipher))
    }
}

impl StreamCipher for Cipher {
    const INFO: Info = Info {
        name: "sosemanuk",
        aliases: &[],
        specification: "Berbain and others, Sosemanuk, eSTREAM 2008",
        standing: Standing::Legacy,
        // the cipher is defined for keys of 1 to 32 bytes, but fewer than 16 bytes are not recommended
        key_len: ByteLengths { min: 1, max: 32, step: 1 },
        nonce_len: ByteLengths::fixed(16),
        rounds: None,
    };
    const BLOCK: usize = 4 * field::STEPS;
    // the specification states no limit
    const LIMIT: u128 = 1 << 64;
    type Table = Steps<Self>;

    fn dispatch() -> &'static Dispatch<Self::Table> {
        steps!(
            Cipher, kernel::portable, 0x77f0_e35c_4264_d6eb;
            x86: ["avx2" kernel::avx2, "sse4.1" kernel::sse41],
            aarch64: ["neon" kernel::neon],
            wasm: ["simd128" kernel::simd128]
        )
    }

    fn keyed(_: Backend<Self::Table>, key: &[u8]) -> Self {
        let mut new = Self { keys: [[0; 4]; 25], s: [0; field::KNOWN], r: [0; 2] };
        serpent::subkeys(key, &mut new.keys);
        new
    }

    /// Encrypts the nonce with Serpent. The outputs of rounds 12, 18 and 24 become the state.
    fn begin(&mut self, _: Backend<Self::Table>, nonce: &[u8]) {
        let mut x = [0; 4];
        read_le32(&mut x, nonce);
        let (rounds, last) = self.keys.split_at(24);
        for (number, key) in rounds.iter().enumerate() {
            x = serpent::round(number, x, key);
            let [x0, x1, x2, x3] = x;
            match number {
                11 => self.s[6..10].copy_from_slice(&[x3, x2, x1, x0]),
                17 => {
                    self.s[4..6].copy_from_slice(&[x1, x3]);
                    self.r = [x0, x2];
                }
                _ => {}
            }
        }
        for (i, (word, key)) in x.iter().zip(last.as_flattened()).enumerate() {
            self.s[3 - i] = word ^ key;
        }
        wipe::wipe(&mut x);
        let mut s = [0; field::ROOM];
        s[..10].copy_from_slice(&self.s[..10]);
        field::extend::<u32>(Portable, &mut s, 0);
        self.s.copy_from_slice(&s[..field::KNOWN]);
        wipe::wipe(&mut s);
    }

    fn blocks(&mut self, backend: Backend<Self::Table>, data: &mut InOut<'_>) {
        backend.blocks(self, data);
    }

    fn wipe(&mut self) {
        wipe::wipe(self.keys.as_flattened_mut());
        wipe::wipe(&mut self.s);
        wipe::wipe(&mut self.r);
    }
}
