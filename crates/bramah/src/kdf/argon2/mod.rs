//! Argon2: RFC 9106; versions 0x10 and 0x13.
//!
//! Outputs of more than 64 bytes are those of the specification. Version 0.12 of the library cppcrypto computes
//! different ones if the length modulo 64 is from 1 to 32: its H' takes the last piece from a different position.
//! [`Argon2::cppcrypto_0_12`] computes those.

mod fill;
mod hash;
mod parameters;

pub use Variant::{D as Argon2d, I as Argon2i, Id as Argon2id};
pub use parameters::Argon2;

use crate::{
    Error,
    backend::{Backend, Dispatch, Entry, candidate, candidates, table_calls},
    simd::memory::{Block, Pool, Segment},
};
use fill::Plan;

/// Whether memory is read at addresses that depend on the password.
///
/// With Argon2d all of them do: it is the hardest to compute with less memory, but an attacker who can watch the cache
/// learns something about the password. With Argon2i none do. With Argon2id none do in the first half of the first
/// pass, and all from then on: that is the one to choose (RFC 9106, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Argon2d: addresses depend on data.
    D = 0,
    /// Argon2i: addresses do not depend on data.
    I = 1,
    /// Argon2id: addresses depend on data from the second half of the first pass on.
    Id = 2,
}

impl Variant {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::D, Self::I, Self::Id];

    /// Returns the kind's name: `argon2d`, `argon2i` or `argon2id`.
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
    /// 1.0, of 2015, in which later passes overwrite the memory; for verifying old results.
    V10 = 0x10,
    /// 1.3, of RFC 9106, in which later passes are added to the memory.
    V13 = 0x13,
}

/// The function table.
pub(crate) struct Argon2Ops {
    fill: Entry<unsafe fn(&mut [Segment<'_>], &Plan)>,
}

table_calls! {
    /// The calls of an Argon2 backend.
    trait Argon2Calls: Backend<Argon2Ops> {
        fn fill(segments: &mut [Segment<'_>], plan: &Plan) = fill;
    }
}

/// Makes a candidate: its name, its features, and a kernel of `fill`.
macro_rules! fill_candidate {
    ($name:literal, $($features:literal,)? $kernel:ident) => {
        candidate!($name, $($features,)? Argon2Ops { fill: fill::$kernel = fn(segments: &mut [Segment<'_>], plan: &Plan) })
    };
}

static DISPATCH: Dispatch<Argon2Ops> = Dispatch::new(
    "argon2",
    candidates! {
        x86: [
            fill_candidate!("avx512", "avx512f,avx512bw,avx512vl", avx512),
            fill_candidate!("avx2", "avx2", avx2),
            fill_candidate!("sse4.1", "sse4.1,ssse3", sse41),
        ],
        aarch64: [fill_candidate!("neon", "neon", neon)],
        wasm: [fill_candidate!("simd128", "simd128", simd128)],
        any: [fill_candidate!("portable", portable)],
    },
    |backend| {
        let mut tag = [0; 8];
        let argon2 = Argon2::self_test(backend);
        argon2.derive(b"password", b"somesalt", &mut tag).is_ok() && u64::from_be_bytes(tag) == SELF_TEST
    },
);

/// The result of the self-test on a candidate that passes the vectors.
const SELF_TEST: u64 = 0x2944_ec1f_a67d_a2a1;

/// Returns the choice of a backend.
#[cfg(feature = "registry")]
pub(crate) fn choice() -> &'static dyn crate::backend::Choice {
    &DISPATCH
}

/// Memory that is kept from one call to the next.
///
/// It is erased at the end of every call, so it holds nothing in between. Keeping it saves the time that the operating
/// system takes to provide it anew, a tenth of the whole for many megabytes.
///
/// ```
/// use bramah::kdf::argon2::{Argon2, Memory, Variant};
///
/// let argon2 = Argon2::new(Variant::Id, 1024, 1, 1)?;
/// let mut memory = Memory::new();
/// let mut keys = [[0; 32]; 2];
/// argon2.derive_in(&mut memory, b"password", b"salt of one", &mut keys[0])?;
/// argon2.derive_in(&mut memory, b"password", b"salt of another", &mut keys[1])?;
/// assert_ne!(keys[0], keys[1]);
/// # Ok::<(), bramah::Error>(())
/// ```
pub struct Memory(Pool);

impl Memory {
    /// Makes an empty memory: the first call allocates, and a later one only if it needs more.
    pub const fn new() -> Self {
        Self(Pool::new())
    }

    /// Allocates as much as a call with these parameters will need.
    ///
    /// # Errors
    /// [`Error::NoMemory`] if there is not enough memory.
    pub fn reserve(&mut self, argon2: &Argon2<'_>) -> Result<(), Error> {
        self.0.reserve(usize::try_from(argon2.shape().blocks()).unwrap_or(usize::MAX))
    }

    /// Returns the size of the memory in bytes.
    pub fn len(&self) -> usize {
        self.0.len() * size_of::<Block>()
    }

    /// Returns whether no memory is allocated.
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
