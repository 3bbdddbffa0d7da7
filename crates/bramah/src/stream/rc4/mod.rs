//! RC4, with the test vectors of RFC 6229. RFC 7465 forbids it in TLS; use it only for old files.
//!
//! RC4 has no nonce: a key must be used for one message only. The first bytes of the keystream depend on the key, and many bytes
//! are not random enough. The cipher indexes its table by values from the table, so time and addresses reveal something about the
//! key to other programs on the same CPU.

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

/// The stream cipher RC4.
pub type Rc4 = Stream<KeyedCipher<Cipher>>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<Cipher>()];

/// The permutation after the key setup, and the current permutation. They are on the heap, so that they stay in place when a
/// cipher is moved: a move would leave a copy.
#[cfg(feature = "alloc")]
type Tables = alloc::boxed::Box<[[u8; 256]; 2]>;
#[cfg(not(feature = "alloc"))]
type Tables = [[u8; 256]; 2];

/// RC4 with a key: the two permutations of all bytes, and the two indices of the algorithm.
#[derive(Clone)]
pub struct Cipher {
    tables: Tables,
    i: u8,
    j: u8,
}

impl Cipher {
    /// XORs keystream onto whole blocks of 8 bytes.
    fn xor(&mut self, data: &mut InOut<'_>) {
        let (mut i, mut j) = (self.i, self.j);
        let tables: &mut [[u8; 256]; 2] = &mut self.tables;
        let [_, s] = tables;
        while let Some(step) = data.next::<[u8; 8], 1>() {
            let mut bytes = step.get(0);
            for byte in &mut bytes {
                i = i.wrapping_add(1);
                let one = s[usize::from(i)];
                j = j.wrapping_add(one);
                let other = s[usize::from(j)];
                (s[usize::from(i)], s[usize::from(j)]) = (other, one);
                *byte ^= s[usize::from(one.wrapping_add(other))];
            }
            step.put(0, bytes);
        }
        (self.i, self.j) = (i, j);
    }
}

impl StreamCipher for Cipher {
    const INFO: Info = Info {
        name: "rc4",
        aliases: &["arc4", "arcfour"],
        specification: "RFC 6229; RFC 7465 forbids it",
        standing: Standing::Broken,
        key_len: ByteLengths { min: 1, max: 256, step: 1 },
        nonce_len: ByteLengths::fixed(0),
        rounds: None,
    };
    const BLOCK: usize = 64;
    // no specification sets a limit; no message is as long as this limit
    const LIMIT: u128 = 1 << 64;
    type Table = Steps<Self>;

    fn dispatch() -> &'static Dispatch<Self::Table> {
        steps!(Cipher, Cipher::xor, 0x8e26_326f_9195_b065, indexing)
    }

    fn keyed(_: Backend<Self::Table>, key: &[u8]) -> Self {
        let mut new = Self { tables: Tables::from([[0; 256]; 2]), i: 0, j: 0 };
        let tables: &mut [[u8; 256]; 2] = &mut new.tables;
        let [s, _] = tables;
        for (i, byte) in s.iter_mut().enumerate() {
            *byte = i as u8;
        }
        let mut j = 0_u8;
        for (i, byte) in (0..256).zip(key.iter().cycle()) {
            j = j.wrapping_add(s[i]).wrapping_add(*byte);
            s.swap(i, j.into());
        }
        new
    }

    fn begin(&mut self, _: Backend<Self::Table>, _: &[u8]) {
        let tables: &mut [[u8; 256]; 2] = &mut self.tables;
        let [keyed, s] = tables;
        *s = *keyed;
        (self.i, self.j) = (0, 0);
    }

    fn blocks(&mut self, backend: Backend<Self::Table>, data: &mut InOut<'_>) {
        backend.blocks(self, data);
    }

    fn wipe(&mut self) {
        wipe::wipe(self.tables.as_flattened_mut());
        wipe::wipe(core::slice::from_mut(&mut self.i));
        wipe::wipe(core::slice::from_mut(&mut self.j));
    }
}
