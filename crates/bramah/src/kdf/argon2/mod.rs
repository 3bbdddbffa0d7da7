//! Argon2: RFC 9106; versions 0x10 and 0x13.
//!
//! Outputs of more than 64 bytes are those of the specification. Version 0.12 of the library cppcrypto gives
//! others where such a length modulo 64 is from 1 to 32: its H' takes the last piece from another place. They
//! cannot be had here.

mod fill;
mod hash;
mod parameters;

pub use parameters::Argon2;

use crate::{
    Error,
    backend::{Backend, Dispatch, Entry, candidate, candidates, table_calls},
    simd::memory::{Block, Pool, Segment},
};
use fill::Plan;

/// Whether memory is read at places that depend on the password.
///
/// Argon2d's are, all of them: it is the hardest to compute with less memory, but who can watch the cache
/// learns something of the password. Argon2i's are not. Argon2id's are not in the first half of the first
/// pass, and are from then on: that is the one to choose (RFC 9106, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Argon2d.
    D = 0,
    /// Argon2i.
    I = 1,
    /// Argon2id.
    Id = 2,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::D, Self::I, Self::Id];

    /// `argon2d`, `argon2i` or `argon2id`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::D => "argon2d",
            Self::I => "argon2i",
            Self::Id => "argon2id",
        }
    }
}

/// The version of the function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// 1.0, of 2015, in which later passes write over the memory: to verify what is old.
    V10 = 0x10,
    /// 1.3, that of RFC 9106, in which they are added to it.
    V13 = 0x13,
}

/// The table of functions.
pub(crate) struct Ops {
    fill: Entry<unsafe fn(&mut [Segment<'_>], &Plan)>,
}

impl Backend<Ops> {
    table_calls! {
        fn fill(segments: &mut [Segment<'_>], plan: &Plan) = fill;
    }
}

/// A candidate: its name, its features, and a kernel of `fill`.
macro_rules! fill_candidate {
    ($name:literal, $($features:literal,)? $kernel:ident) => {
        candidate!($name, $($features,)? Ops { fill: fill::$kernel = fn(segments: &mut [Segment<'_>], plan: &Plan) })
    };
}

static DISPATCH: Dispatch<Ops> = Dispatch::new(
    "argon2",
    candidates! {
        x86: [
            fill_candidate!("avx512", "avx512f,avx512bw,avx512vl", avx512),
            fill_candidate!("avx2", "avx2", avx2),
            fill_candidate!("sse4.1", "sse4.1,ssse3", sse41),
        ],
        aarch64: [fill_candidate!("neon", "neon", neon)],
        any: [fill_candidate!("portable", portable)],
    },
    |backend| {
        let mut tag = [0; 8];
        let argon2 = Argon2::self_test(backend);
        argon2.derive(b"password", b"somesalt", &mut tag).is_ok() && u64::from_be_bytes(tag) == SELF_TEST
    },
);

/// What the self-test comes to, on a candidate that passes the vectors.
const SELF_TEST: u64 = 0x2944_ec1f_a67d_a2a1;

/// The choice of a backend.
#[cfg(feature = "registry")]
pub(crate) fn choice() -> &'static dyn crate::backend::Choice {
    &DISPATCH
}

/// Memory that is kept from one call to the next.
///
/// It is erased at the end of every call, and so holds nothing in between. What is saved is to have it made
/// by the operating system each time, a tenth of the time that many megabytes take.
///
/// ```
/// use bramah::kdf::argon2::{Argon2, Kind, Memory};
///
/// let argon2 = Argon2::new(Kind::Id, 1024, 1, 1)?;
/// let mut memory = Memory::new();
/// let mut keys = [[0; 32]; 2];
/// argon2.derive_in(&mut memory, b"password", b"salt of one", &mut keys[0])?;
/// argon2.derive_in(&mut memory, b"password", b"salt of another", &mut keys[1])?;
/// assert_ne!(keys[0], keys[1]);
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct Memory(Pool);

impl Memory {
    /// None yet: the first call asks for it, and a later one only if it needs more.
    pub const fn new() -> Self {
        Self(Pool::new())
    }

    /// Asks for what a call with these parameters will need.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if it cannot be had.
    pub fn reserve(&mut self, argon2: &Argon2<'_>) -> Result<(), Error> {
        self.0.reserve(usize::try_from(argon2.shape().blocks()).unwrap_or(usize::MAX))
    }

    /// The bytes that it has.
    pub fn len(&self) -> usize {
        self.0.len() * size_of::<Block>()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for Memory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Memory").field("len", &self.len()).finish_non_exhaustive()
    }
}
