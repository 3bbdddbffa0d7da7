//! BLAKE3: "BLAKE3: one function, fast everywhere" (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, 2020).

mod abreast;
#[cfg(feature = "std")]
pub mod bao;
mod many;
mod rounds;
mod start;
mod tree;
#[cfg(feature = "std")]
mod values;
crate::backend::only! { x86: { use crate::backend::entry; } rows: { mod rows; } }

use super::{
    Hash, Hasher, Info, Lengths, Options, Parameter, Xof,
    frame::{Frame, TreeHash, TreeParams},
};
use crate::{
    Error,
    backend::{Backend, Candidate, Entry, candidate, candidates, table_calls},
};
use abreast::{Block, Marks, Value, Words8, flag};
use start::{Start, Tree};

/// The function table for one message.
pub struct Blake3Ops {
    /// Compresses the blocks of a chunk, of a first part of one, or of a parent.
    chain: Entry<unsafe fn(&mut Words8, &[Block], &Marks)>,
    /// Computes the chaining values of adjacent chunks or parents, each of the same number of bytes.
    nodes: Entry<unsafe fn(&Words8, &[u8], usize, &Marks, &mut [Value])>,
    /// Writes the output of a node as the root, block by block.
    squeeze: Entry<unsafe fn(&Words8, &Block, &Marks, &mut [Block])>,
}

table_calls! {
    /// The calls of a BLAKE3 backend.
    trait Blake3Calls: Backend<Blake3Ops> {
        fn chain(value: &mut Words8, blocks: &[Block], marks: &Marks) = chain;
        fn nodes(key: &Words8, input: &[u8], len: usize, marks: &Marks, out: &mut [Value]) = nodes;
        fn squeeze(value: &Words8, block: &Block, marks: &Marks, out: &mut [Block]) = squeeze;
    }
}

/// Makes a candidate from the functions of a module of `rounds`; or with another function for one node, which needs no
/// features, or another one for nodes side by side.
macro_rules! blake3_candidate {
    ($name:literal, $features:literal, $module:ident; nodes: $nodes:path) => {
        candidate!($name, $features, Blake3Ops {
            chain: rounds::$module::chain = fn(value: &mut Words8, blocks: &[Block], marks: &Marks),
            nodes: $nodes = fn(key: &Words8, input: &[u8], len: usize, marks: &Marks, out: &mut [Value]),
            squeeze: rounds::$module::squeeze =
                fn(value: &Words8, block: &Block, marks: &Marks, out: &mut [Block])
        })
    };
    ($name:literal, $features:literal, $module:ident; chain: $chain:path) => {
        candidate!($name, $features, Blake3Ops {
            nodes: rounds::$module::nodes =
                fn(key: &Words8, input: &[u8], len: usize, marks: &Marks, out: &mut [Value]),
            squeeze: rounds::$module::squeeze =
                fn(value: &Words8, block: &Block, marks: &Marks, out: &mut [Block]);
            chain: entry!(fn entry(value: &mut Words8, blocks: &[Block], marks: &Marks) { $chain(value, blocks, marks) })
        })
    };
    ($name:literal, $($features:literal,)? $module:ident) => {
        candidate!($name, $($features,)? Blake3Ops {
            chain: rounds::$module::chain = fn(value: &mut Words8, blocks: &[Block], marks: &Marks),
            nodes: rounds::$module::nodes =
                fn(key: &Words8, input: &[u8], len: usize, marks: &Marks, out: &mut [Value]),
            squeeze: rounds::$module::squeeze =
                fn(value: &Words8, block: &Block, marks: &Marks, out: &mut [Block])
        })
    };
}

const CANDIDATES: &[Candidate<Blake3Ops>] = candidates! {
    x86: [
        blake3_candidate!(
            "avx512-ahead", "avx512f,avx512bw,avx512vl", avx512; nodes: rounds::ahead::nodes
        ),
        blake3_candidate!(
            "avx512-zen5", "avx512f,avx512bw,avx512vl", avx512; chain: rounds::portable::chain
        ).first_on(crate::simd::features::Design::Zen5),
        blake3_candidate!("avx2", "avx2", avx2),
        blake3_candidate!("sse4.1", "sse4.1,ssse3", sse41),
    ],
    aarch64: [blake3_candidate!("neon", "neon", neon)],
    wasm: [blake3_candidate!("simd128", "simd128", simd128)],
    any: [blake3_candidate!("portable", portable)],
};

/// The hash function of [`Blake3`].
pub struct Blake3Hash;

impl Hash for Blake3Hash {
    type Frame = TreeHash<Tree>;
    const INFO: Info = Info {
        bare_tag: 32,
        specification: "BLAKE3 (2020)",
        takes: &[Parameter::Key.bytes(32, 32), Parameter::Context.bytes(1, usize::MAX)],
        ..Info::new(
            "blake3",
            "BLAKE3",
            Lengths { min: 1, max: usize::MAX, default: 32, except: 0, named: &[] },
            64,
        )
    };

    fn check(options: &Options<'_>, _: usize) -> Result<(), Error> {
        if options.key.is_empty() || options.context.is_empty() {
            Ok(())
        } else {
            Err(Error::Together { parameters: [Parameter::Key.name(), Parameter::Context.name()] })
        }
    }

    #[inline]
    fn start(options: &Options<'_>, _: usize) -> Start {
        if options.key.is_empty() && options.context.is_empty() { Start::HASH } else { with_key(options) }
    }
}

/// Returns the start of a keyed hash or of a key derivation (section 2.3). The key for a derivation is the hash of the
/// context.
#[inline(never)]
fn with_key(options: &Options<'_>) -> Start {
    match options.key.try_into() {
        Ok(key) => Start::keyed(key, flag::KEYED_HASH),
        Err(_) => deriving(options.context),
    }
}

/// Returns the start of a key derivation.
fn deriving(context: &[u8]) -> Start {
    let mut key = [0; 32];
    let start = Start { flags: flag::DERIVE_KEY_CONTEXT, ..Start::HASH };
    let backend = Tree::dispatch().get();
    TreeHash::<Tree>::digest(&start, backend, context, &mut key);
    Start::keyed(&key, flag::DERIVE_KEY_MATERIAL)
}

/// BLAKE3 with digests of 32 bytes. A key makes it a MAC ([`keyed`](Hasher::keyed)); a context makes it derive keys
/// ([`derive_key`](Hasher::derive_key)).
///
/// For output of any length use [`finalize_xof`](Hasher::finalize_xof). [`update_parallel`](Hasher::update_parallel)
/// hashes its input on several threads.
///
/// ```
/// use bramah::Blake3;
///
/// let digest = Blake3::digest(b"message");
///
/// let mut mac = Blake3::keyed(&[7; 32]);
/// mac.update(b"message");
/// let tag = mac.clone().finalize();
/// mac.verify(&tag)?;
///
/// let key = Blake3::derive_key("example.com 2026-11-21 session tokens", b"key material");
/// assert!(tag != digest && key != digest);
/// # Ok::<(), bramah::Error>(())
/// ```
pub type Blake3 = Blake3Sized<32>;
/// BLAKE3 with digests of `N` bytes, at least 1; [`Blake3`] has digests of the usual length. A shorter digest is the
/// beginning of a longer one.
pub type Blake3Sized<const N: usize> = Hasher<Blake3Hash, N>;
impl Xof for Blake3Hash {}

impl<const N: usize> Hasher<Blake3Hash, N> {
    /// Begins an empty message under a key: BLAKE3's `keyed_hash` mode (section 2.3), a MAC.
    pub fn keyed(key: &[u8; 32]) -> Self {
        let new = Self::from_start(Start::keyed(key, flag::KEYED_HASH), Tree::dispatch().get());
        crate::wipe::stack();
        new
    }

    /// Begins to hash key material, from which a key is derived for the purpose that the context names: BLAKE3's
    /// `derive_key` mode (section 2.3). The context should be a constant that only this program uses.
    pub fn new_derive_key(context: &str) -> Self {
        let new = Self::from_start(deriving(context.as_bytes()), Tree::dispatch().get());
        crate::wipe::stack();
        new
    }

    /// Derives a key from key material, for the purpose that the context names, as
    /// [`new_derive_key`](Self::new_derive_key) does. The material must not be a password.
    pub fn derive_key(context: &str, material: impl AsRef<[u8]>) -> [u8; N] {
        let mut hasher = Self::new_derive_key(context);
        hasher.update(material);
        let key = hasher.finalize();
        crate::wipe::stack();
        key
    }
}

super::functions! { Blake3Hash }
