//! BLAKE2: RFC 7693; salt, personalisation and tree parameters by the BLAKE2 paper
//! ("BLAKE2: simpler, smaller, fast as MD5", 2013).

mod parallel;
pub(super) mod rounds;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(super) mod rows;
#[cfg(test)]
mod tests;

pub use parallel::{Blake2bp, Blake2bpHash, Blake2sp, Blake2spHash};

use super::{
    Hash, Hasher, Info, Lengths, Node, Options, Parameter, Tree, Trees,
    frame::{
        Batch, Context, Haifa, Word, batch_agrees,
        counted::{Compress, Ops, Start},
        digest_agrees, haifa_candidate, haifa_lanes,
    },
};
use crate::{
    backend::{Candidate, Dispatch},
    simd::{features::Design, memory::Bytes},
};
use core::ops::BitXorAssign;

/// The compression function of BLAKE2b: RFC 7693, section 3.2.
pub struct CompressB;

impl Compress for CompressB {
    type State = [u64; 8];
    type Block = [u8; 128];

    fn dispatch() -> &'static Dispatch<Ops<Self>> {
        static DISPATCH: Dispatch<Ops<CompressB>> = Dispatch::new(
            "blake2b",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_candidate!(CompressB, "avx512", "avx512f,avx512bw,avx512vl", rounds::b::rows_avx512),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_candidate!(CompressB, "avx", "avx", rounds::b::rows_avx),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_candidate!(CompressB, "avx2", "avx2", rounds::b::rows_avx2),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_candidate!(CompressB, "sse4.1", "sse4.1,ssse3", rounds::b::rows_sse41),
                haifa_candidate!(CompressB, "portable", rounds::b::compress).first_on(Design::Zen5),
            ],
            |backend| {
                digest_agrees::<Blake2bHash>(
                    backend,
                    "c11e1c0340bd7e5a1b275f1230c962fad215ecb1391486e74e31b960a2f29963\
                     81a5fad092da06841d5f26e38f6ecfeaf441acbcd1c2de61aef121e7927175f5",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u64; 8], Context>> {
        static DISPATCH: Dispatch<Batch<[u64; 8], Context>> = Dispatch::new(
            "blake2b.many",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_lanes!(CompressB, "avx512", "avx512f,avx512bw,avx512vl", rounds::b::avx512, 8, 3),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_lanes!(CompressB, "avx2", "avx2", rounds::b::avx2, 4, 2),
                #[cfg(target_arch = "aarch64")]
                haifa_lanes!(CompressB, "neon", "neon", rounds::b::neon, 2, 2),
                Candidate::portable(Batch::ONE_BY_ONE),
            ],
            batch_agrees::<Blake2bHash>,
        );
        &DISPATCH
    }
}

/// The compression function of BLAKE2s: RFC 7693, section 3.2.
pub struct CompressS;

impl Compress for CompressS {
    type State = [u32; 8];
    type Block = [u8; 64];

    fn dispatch() -> &'static Dispatch<Ops<Self>> {
        static DISPATCH: Dispatch<Ops<CompressS>> = Dispatch::new(
            "blake2s",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_candidate!(CompressS, "avx512", "avx512f,avx512bw,avx512vl", rounds::s::rows_avx512),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_candidate!(CompressS, "avx", "avx", rounds::s::rows_avx),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_candidate!(CompressS, "sse4.1", "sse4.1,ssse3", rounds::s::rows_sse41),
                haifa_candidate!(CompressS, "portable", rounds::s::compress).first_on(Design::Zen5),
            ],
            |backend| {
                digest_agrees::<Blake2sHash>(
                    backend,
                    "1c067a5e746fb0f6734efac9a8cdb0e11061f0077f255184365c690115392501",
                )
            },
        );
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<[u32; 8], Context>> {
        static DISPATCH: Dispatch<Batch<[u32; 8], Context>> = Dispatch::new(
            "blake2s.many",
            &[
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_lanes!(CompressS, "avx512", "avx512f,avx512bw,avx512vl", rounds::s::avx512, 16, 3),
                #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
                haifa_lanes!(CompressS, "avx2", "avx2", rounds::s::avx2, 8, 3),
                #[cfg(target_arch = "aarch64")]
                haifa_lanes!(CompressS, "neon", "neon", rounds::s::neon, 4, 2),
                Candidate::portable(Batch::ONE_BY_ONE),
            ],
            batch_agrees::<Blake2sHash>,
        );
        &DISPATCH
    }
}

/// The first half of the parameter block in four 64-bit or 32-bit words; salt and personalisation
/// are the second (the BLAKE2 paper, section 2.8). Word by word, not through bytes: the usual
/// ones are then a constant.
#[inline(always)]
fn head_b(lengths: [u8; 2], tree: &Node) -> [u64; 4] {
    let [low, leaf, ..] = head_s(lengths, tree);
    [
        u64::from(leaf) << 32 | u64::from(low),
        tree.node_offset,
        u64::from_le_bytes([tree.node_depth, tree.inner_length, 0, 0, 0, 0, 0, 0]),
        0,
    ]
}
#[inline(always)]
fn head_s([length, key]: [u8; 2], tree: &Node) -> [u32; 4] {
    let node = u32::from_le_bytes([0, 0, tree.node_depth, tree.inner_length]);
    let offset = tree.node_offset;
    let shape = u32::from_le_bytes([length, key, tree.fanout, tree.depth]);
    [shape, tree.leaf_length, offset as u32, (offset >> 32) as u32 | node]
}

/// Mixes salt and personalisation, `N` bytes each, into the second half of the state. Never
/// inlined: what is left of a start without them is a few constants.
#[inline(never)]
fn mix<W: Word + BitXorAssign, const N: usize>(state: &mut [W; 8], options: &Options<'_>) {
    let mut fields = [[0; N]; 2];
    for (field, bytes) in fields.iter_mut().zip([options.salt, options.personal]) {
        field[..bytes.len()].copy_from_slice(bytes);
    }
    for (word, bytes) in state[4..].iter_mut().zip(fields.as_flattened().chunks_exact(W::SIZE)) {
        *word ^= W::read_le(bytes);
    }
}

/// Declares a function.
macro_rules! function {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $compress:ty, $word:ident, $iv:expr, $head:ident, $info:expr, $($alias:ident = $bits:literal)*) => {
        #[doc = concat!("What [`", stringify!($type), "`] is.")]
        pub struct $hash;

        impl Hash for $hash {
            type Frame = Haifa<$compress>;
            const INFO: Info = $info;
            const START: Option<&super::Start<Self>> = Some(&{
                let mut state = $iv;
                // no tree is one of a leaf and a level
                state[0] ^= 0x01010000 | Self::INFO.lengths.default as $word;
                Start::constant(state)
            });

            // always, since with no options little of it is left
            #[inline(always)]
            fn start(options: &Options<'_>, length: usize) -> super::Start<Self> {
                const BLOCK: usize = <$compress as Compress>::Block::LEN;
                let tree = match options.tree {
                    Some(Tree::Node(node)) => node,
                    _ => Node::default(),
                };
                let mut state = $iv;
                for (word, parameter) in state.iter_mut().zip($head([length as u8, options.key.len() as u8], &tree)) {
                    *word ^= parameter;
                }
                if !(options.salt.is_empty() && options.personal.is_empty()) {
                    mix::<$word, { BLOCK / 8 }>(&mut state, options);
                }
                if options.key.is_empty() {
                    Start::new(state, tree.last_node)
                } else {
                    Start::keyed(state, options.key, tree.last_node)
                }
            }
        }

        $(#[$doc])*
        pub type $type<const N: usize> = Hasher<$hash, N>;
        $(
            #[doc = concat!(stringify!($type), " with digests of ", stringify!($bits), " bits: RFC 7693.")]
            pub type $alias = $type<{ $bits / 8 }>;
        )*
    };
}

function!(
    /// BLAKE2b with digests of `N` bytes, 1 to 64: RFC 7693. Its key has up to 64 bytes, salt and
    /// personalisation up to 16 each.
    ///
    /// ```
    /// use bramah::{Blake2b, hash::Options};
    ///
    /// let mut mac = Blake2b::<32>::with_options(&Options { key: b"key", personal: b"of files", ..Options::default() })?;
    /// mac.update(b"message");
    /// assert_eq!(mac.finalize().len(), 32);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    Blake2b, Blake2bHash, CompressB, u64, rounds::IV_B, head_b,
    Info {
        bare_tag: 64,
        specification: "RFC 7693",
        takes: &[
            Parameter::Key.bytes(1, 64),
            Parameter::Salt.bytes(1, 16),
            Parameter::Personal.bytes(1, 16),
        ],
        trees: Trees::Node { max_offset: u64::MAX },
        ..Info::new("blake2b", "BLAKE2b", lengths(64, &[16, 20, 28, 32, 48, 64]), 128)
    },
    Blake2b160 = 160 Blake2b256 = 256 Blake2b384 = 384 Blake2b512 = 512
);
function!(
    /// BLAKE2s with digests of `N` bytes, 1 to 32: RFC 7693. Its key has up to 32 bytes, salt and
    /// personalisation up to 8 each.
    Blake2s, Blake2sHash, CompressS, u32, rounds::IV_S, head_s,
    Info {
        specification: "RFC 7693",
        takes: &[
            Parameter::Key.bytes(1, 32),
            Parameter::Salt.bytes(1, 8),
            Parameter::Personal.bytes(1, 8),
        ],
        trees: Trees::Node { max_offset: (1 << 48) - 1 },
        ..Info::new("blake2s", "BLAKE2s", lengths(32, &[16, 20, 28, 32]), 64)
    },
    Blake2s128 = 128 Blake2s160 = 160 Blake2s224 = 224 Blake2s256 = 256
);

/// Every length up to the longest, which is the one meant when none is named.
const fn lengths(max: usize, named: &'static [usize]) -> Lengths {
    Lengths { min: 1, max, default: max, except: 0, named }
}

super::functions! { Blake2bHash, parallel::Blake2bpHash, Blake2sHash, parallel::Blake2spHash }
