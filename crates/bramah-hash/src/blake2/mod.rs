//! BLAKE2: RFC 7693. Salt, personalisation and tree parameters are from the BLAKE2 paper ("BLAKE2: simpler, smaller,
//! fast as MD5", 2013). BLAKE2X, for outputs of any length, is here too.

mod candidates;
mod expanded;
pub(super) mod order;
mod parallel;
pub(super) mod rounds;
crate::backend::only! { rows: { pub(super) mod rows; } }

pub use candidates::{CompressB, CompressS};
pub use expanded::{
    Blake2xb, Blake2xbHash, Blake2xbXof, Blake2xbXofHash, Blake2xs, Blake2xsHash, Blake2xsXof,
    Blake2xsXofHash,
};
pub use parallel::{Blake2bp, Blake2bpHash, Blake2sp, Blake2spHash};

use super::{
    Hash, Hasher, Info, Lengths, Node, Options, Parameter, Tree, Trees,
    frame::{
        Haifa, Word,
        counted::{Compress, Start},
    },
};
use crate::simd::memory::Bytes;
use core::ops::BitXorAssign;

/// Returns the first half of the parameter block as four 64-bit words. The second half is salt and personalisation (the
/// BLAKE2 paper, section 2.8). Words are used instead of bytes so that the compiler makes a constant of the default
/// parameters.
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

/// XORs salt and personalisation, `N` bytes each, into the second half of the state. Never inlined, so that a start
/// without them reduces to a few constants.
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

/// Declares a hash function with its key, salt, personalisation and tree parameters.
macro_rules! function {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $compress:ty, $word:ident, $iv:expr, $head:ident, $info:expr, $($alias:ident = $bits:literal)*) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;

        impl Hash for $hash {
            type Frame = Haifa<$compress>;
            const INFO: Info = $info;
            const START: Option<&super::Start<Self>> = Some(&{
                let mut state = $iv;
                // without a tree, fanout and depth are 1
                state[0] ^= 0x01010000 | Self::INFO.lengths.default as $word;
                Start::constant(state)
            });

            // always inlined, because without options this function reduces to a few instructions
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
        impl super::TakesKey for $hash {}
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

/// Returns the digest lengths from 1 to `max` bytes; `max` is the default.
const fn lengths(max: usize, named: &'static [usize]) -> Lengths {
    Lengths { min: 1, max, default: max, except: 0, named }
}

super::functions! {
    Blake2bHash,
    parallel::Blake2bpHash,
    Blake2sHash,
    parallel::Blake2spHash,
    expanded::Blake2xbHash,
    expanded::Blake2xbXofHash,
    expanded::Blake2xsHash,
    expanded::Blake2xsXofHash,
}
