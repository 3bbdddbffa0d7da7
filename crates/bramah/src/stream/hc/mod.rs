//! HC-128 and HC-256: Hongjun Wu, *The Stream Cipher HC-128*, eSTREAM 2008, and *A New Stream Cipher HC-256*,
//! FSE 2004.
//!
//! Both index their tables by values from the tables, as their specifications require, so time and addresses reveal something
//! about the key to other programs on the same CPU. Both are fast on long messages, and slow to start.

use crate::stream::steps::StepsCalls;
mod rows;

#[cfg(feature = "registry")]
use super::Entry;
use super::{Info, KeyedCipher, Steps, Stream, StreamCipher, steps};
use crate::{
    backend::{Backend, Dispatch},
    names::{ByteLengths, Standing},
    simd::memory::{InOut, read_le32},
    wipe,
};

/// The stream cipher HC-128.
pub type Hc128 = Stream<KeyedCipher<Hc<32>>>;
/// The stream cipher HC-256.
pub type Hc256 = Stream<KeyedCipher<Hc<64>>>;

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[Entry::of::<Hc<32>>(), Entry::of::<Hc<64>>()];

/// HC with tables of `ROWS` rows of sixteen words: HC-128 has 32 rows, HC-256 has 64.
#[derive(Clone)]
pub struct Hc<const ROWS: usize> {
    /// The key. HC-128's key is stored twice, as its specification expands it.
    key: [u32; 8],
    /// The tables P and Q.
    tables: Tables<ROWS>,
    /// The number of the row that changes next. The rows of the two tables are numbered consecutively.
    row: usize,
}

/// Both tables. Each block of keystream changes one row of sixteen words.
type Two<const ROWS: usize> = [[[u32; 16]; ROWS]; 2];

/// The tables are on the heap, so that they stay in place when a cipher is moved: a move would leave a copy, and the tables are
/// too large for the part of the stack that is erased.
#[cfg(feature = "alloc")]
type Tables<const ROWS: usize> = alloc::boxed::Box<Two<ROWS>>;
#[cfg(not(feature = "alloc"))]
type Tables<const ROWS: usize> = Two<ROWS>;

impl<const ROWS: usize> Hc<ROWS> {
    /// The length in bytes of a key, and also of a nonce.
    const LEN: usize = ROWS / 2;

    #[inline(always)]
    fn two(&mut self) -> &mut Two<ROWS> {
        &mut self.tables
    }
}

/// A size of the tables: HC-128's or HC-256's, each with its own list of candidates.
pub trait Size: Sized + 'static {
    /// Returns the candidates for this size, with the backend in use.
    fn dispatch() -> &'static Dispatch<Steps<Self>>;
}

impl Size for Hc<32> {
    fn dispatch() -> &'static Dispatch<Steps<Self>> {
        steps!(Hc<32>, Hc::<32>::xor, 0x4aaf_3c73_9356_b172, indexing)
    }
}

impl Size for Hc<64> {
    fn dispatch() -> &'static Dispatch<Steps<Self>> {
        steps!(Hc<64>, Hc::<64>::xor, 0xfe98_bec9_96c2_f6fe, indexing)
    }
}

/// Reads the words of a key or nonce. The words of HC-128's key or nonce are repeated.
fn read(bytes: &[u8]) -> [u32; 8] {
    let mut words = [0; 8];
    read_le32(&mut words, bytes);
    if bytes.len() < 32 {
        words.copy_within(..4, 4);
    }
    words
}

impl<const ROWS: usize> StreamCipher for Hc<ROWS>
where
    Self: Size,
{
    const INFO: Info = Info {
        name: if ROWS == 32 { "hc-128" } else { "hc-256" },
        aliases: &[],
        specification: if ROWS == 32 {
            "Wu, The Stream Cipher HC-128, eSTREAM 2008"
        } else {
            "Wu, A New Stream Cipher HC-256, FSE 2004"
        },
        standing: Standing::Legacy,
        key_len: ByteLengths::fixed(Self::LEN),
        nonce_len: ByteLengths::fixed(Self::LEN),
        rounds: None,
    };
    const BLOCK: usize = 64;
    // 2^64 bits, the length of a keystream for which HC is designed
    const LIMIT: u128 = 1 << 61;
    type Table = Steps<Self>;

    fn dispatch() -> &'static Dispatch<Self::Table> {
        <Self as Size>::dispatch()
    }

    fn keyed(_: Backend<Self::Table>, key: &[u8]) -> Self {
        Self { key: read(key), tables: Tables::<ROWS>::from([[[0; 16]; ROWS]; 2]), row: 0 }
    }

    fn begin(&mut self, _: Backend<Self::Table>, nonce: &[u8]) {
        self.expand(read(nonce));
    }

    fn blocks(&mut self, backend: Backend<Self::Table>, data: &mut InOut<'_>) {
        backend.blocks(self, data);
    }

    fn wipe(&mut self) {
        wipe::wipe(&mut self.key);
        wipe::wipe(self.two().as_flattened_mut().as_flattened_mut());
    }
}
