//! Argon2: RFC 9106; versions 0x10 and 0x13.

mod fill;
mod hash;

use crate::{
    Error,
    backend::{Backend, Dispatch, candidate, table_calls},
    simd::{Block, Pool, SLICES, Segment, Shape},
    wipe::{self, wipe},
};
use fill::Plan;

/// Whether memory is read at places that depend on the password. Argon2d ([`D`](Self::D)) does so and is the
/// hardest to compute with less memory; who watches the cache learns something of the password, though. Argon2i
/// ([`I`](Self::I)) does not. Argon2id ([`Id`](Self::Id)) does not at first and then does: the one to choose.
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
    /// 1.0, of 2015: later passes write over the memory. To verify what is old.
    V10 = 0x10,
    /// 1.3, that of RFC 9106: later passes add to the memory.
    V13 = 0x13,
}

/// The table of functions.
pub(crate) struct Ops {
    fill: unsafe fn(&mut Segment<'_>, &Plan),
}

impl Backend<Ops> {
    table_calls! {
        fn fill(segment: &mut Segment<'_>, plan: &Plan) = fill;
    }
}

macro_rules! candidates {
    ($($(#[$cfg:meta])* $name:literal $($features:literal)? $kernel:ident;)*) => {
        &[$(
            $(#[$cfg])*
            candidate!($name, $($features,)? Ops { fill: fill::$kernel = fn(segment: &mut Segment<'_>, plan: &Plan) }),
        )*]
    };
}

static DISPATCH: Dispatch<Ops> = Dispatch::new(
    "argon2",
    candidates! {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        "avx512" "avx512f,avx512bw,avx512vl" avx512;
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        "avx2" "avx2" avx2;
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        "sse4.1" "sse4.1,ssse3" sse41;
        #[cfg(target_arch = "aarch64")]
        "neon" "neon" neon;
        "portable" portable;
    },
    |backend| {
        // 192 blocks a lane, so that the words that choose blocks come twice, and from blocks in the end
        let argon2 = Argon2 { backend: Some(backend), ..Argon2::unchecked(Kind::Id, 1536, 2, 2) };
        let mut tag = [0; 8];
        argon2.derive(b"password", b"somesalt", &mut tag).is_ok() && tag == SELF_TEST
    },
);
const SELF_TEST: [u8; 8] = [0; 8];

/// Memory that is kept from one call to the next. It is erased at the end of every call, so that it holds
/// nothing in between; what is saved is asking the operating system for it, which for many megabytes takes a
/// tenth of the time.
pub struct Memory(Pool);

impl Memory {
    /// None yet: the first call asks for it.
    pub const fn new() -> Self {
        Self(Pool::new())
    }

    /// The bytes that are held.
    pub fn len(&self) -> usize {
        self.0.len() * size_of::<Block>()
    }

    /// Whether none are held.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

/// Argon2 with its parameters.
#[derive(Clone)]
pub struct Argon2<'a> {
    kind: Kind,
    version: Version,
    memory: u32,
    passes: u32,
    lanes: u32,
    threads: usize,
    short_salt: bool,
    secret: &'a [u8],
    data: &'a [u8],
    backend: Option<Backend<Ops>>,
}

impl<'a> Argon2<'a> {
    const fn unchecked(kind: Kind, memory: u32, passes: u32, lanes: u32) -> Self {
        Self {
            kind,
            version: Version::V13,
            memory,
            passes,
            lanes,
            threads: 1,
            short_salt: false,
            secret: &[],
            data: &[],
            backend: None,
        }
    }
    pub fn new(kind: Kind, memory: u32, passes: u32, lanes: u32) -> Result<Self, Error> {
        Ok(Self::unchecked(kind, memory, passes, lanes))
    }
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }
    pub fn on(self, index: usize) -> Self {
        Self { backend: DISPATCH.available().nth(index), ..self }
    }
    fn shape(&self) -> Shape {
        Shape { lanes: self.lanes, segment: self.memory / (SLICES * self.lanes) }
    }

    pub fn derive(&self, password: &[u8], salt: &[u8], out: &mut [u8]) -> Result<(), Error> {
        self.derive_in(&mut Memory::new(), password, salt, out)
    }

    pub fn derive_in(
        &self,
        memory: &mut Memory,
        password: &[u8],
        salt: &[u8],
        out: &mut [u8],
    ) -> Result<(), Error> {
        let shape = self.shape();
        memory.0.reserve(usize::try_from(shape.blocks()).unwrap_or(usize::MAX))?;
        let backend = self.backend.unwrap_or_else(|| DISPATCH.get());
        let plan = Plan { kind: self.kind, passes: self.passes, overwrite: self.version == Version::V10 };
        let mut first = [0; 64];
        hash::first(self, password, salt, out.len(), &mut first);
        let mut last = Block::ZERO;
        crate::simd::fill(
            &mut memory.0,
            shape,
            self.passes,
            self.threads,
            &|segment| {
                if segment.pass == 0 && segment.slice == 0 {
                    hash::begin(&first, segment);
                }
                backend.fill(segment, &plan);
            },
            &mut last,
        );
        hash::end(&last, out);
        wipe(&mut last.0);
        wipe(&mut first);
        wipe::stack();
        Ok(())
    }
}
