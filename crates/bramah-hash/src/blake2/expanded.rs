//! BLAKE2X: Aumasson, Neves, O'Hearn and Winnerlein, "BLAKE2X", 2016: outputs of any length, computed with BLAKE2. The
//! length of the output is hashed too, so a shorter output is not the beginning of a longer one. If the length is not
//! known in advance, the largest number that the length field can contain is hashed instead, and every output is the beginning
//! of one long output.

use super::{
    super::{
        Hash, Hasher, Info, Lengths, Node, Options, Parameter, Start, TakesKey, Xof,
        frame::{Expanded, ExpandedStart, Word, counted},
    },
    CompressB, CompressS, head_b, head_s, mix, rounds,
};
use core::ops::BitXorAssign;

/// Returns the initial state with the parameters, and with salt and personalisation of `N` bytes each, XORed in.
fn parametrised<W: Word + BitXorAssign, const N: usize>(
    mut state: [W; 8],
    head: [W; 4],
    options: &Options<'_>,
) -> [W; 8] {
    for (word, parameter) in state.iter_mut().zip(head) {
        *word ^= parameter;
    }
    mix::<W, N>(&mut state, options);
    state
}

/// Returns the maximum output length in bytes: `most`, or less where the number of its bits would overflow `usize`.
const fn longest(most: u32) -> usize {
    let countable = usize::MAX / 8;
    if most as usize > countable { countable } else { most as usize }
}

/// Declares a hash function. `$max` is its maximum output length in bytes. `$inside` is the output length that its nodes hash
/// if the output has `$length` bytes.
macro_rules! function {
    ($hash:ident, $name:expr, $tag:expr, $compress:ty, $word:ident, $iv:expr, $head:ident, $block:literal, $node:literal,
     $max:expr, |$length:ident| $inside:expr) => {
        impl Hash for $hash {
            type Frame = Expanded<$compress>;
            const INFO: Info = Info {
                specification: "BLAKE2X (2016)",
                takes: &[
                    Parameter::Key.bytes(1, $node),
                    Parameter::Salt.bytes(1, $node / 4),
                    Parameter::Personal.bytes(1, $node / 4),
                ],
                ..Info::new(
                    $name,
                    $tag,
                    Lengths { min: 1, max: $max, default: $node, except: 0, named: &[] },
                    $block,
                )
            };

            fn start(options: &Options<'_>, $length: usize) -> Start<Self> {
                // in `node_offset`, the length of the output is in the 32 bits above the number of the node
                let node_offset = u64::from($inside as u32) << 32;
                let root = Node { node_offset, ..Node::default() };
                let node = Node {
                    fanout: 0,
                    depth: 0,
                    leaf_length: $node,
                    node_offset,
                    inner_length: $node,
                    ..Node::default()
                };
                let state = |head| parametrised::<$word, { $node / 4 }>($iv, head, options);
                let first = state($head([$node, options.key.len() as u8], &root));
                let ends = Self::INFO.lengths.max != usize::MAX;
                let root = counted::Start::new(first, false);
                let mut start = ExpandedStart::new(root, state($head([0, 0], &node)), ends);
                if !options.key.is_empty() {
                    start.key(options.key);
                }
                start
            }
        }
        impl TakesKey for $hash {}
    };
}

/// Declares both forms of a hash function: for an output of known length, and for an output of unknown length (XOF).
macro_rules! functions {
    ($(#[$doc:meta])* $type:ident $hash:ident, $(#[$xof_doc:meta])* $xof:ident $xof_hash:ident, $name:literal, $tag:literal,
     $compress:ty, $word:ident, $iv:expr, $head:ident, $block:literal, $node:literal, unknown $unknown:expr) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        function!(
            $hash, $name, $tag, $compress, $word, $iv, $head, $block, $node, longest($unknown - 1), |length| length
        );
        $(#[$doc])*
        pub type $type<const N: usize> = Hasher<$hash, N>;

        #[doc = concat!("The hash function of [`", stringify!($xof), "`].")]
        pub struct $xof_hash;
        function!(
            $xof_hash, concat!($name, "-xof"), concat!($tag, "-XOF"), $compress, $word, $iv, $head, $block, $node, usize::MAX,
            |_length| $unknown
        );
        impl Xof for $xof_hash {}
        $(#[$xof_doc])*
        pub type $xof = Hasher<$xof_hash, $node>;
    };
}

functions!(
    /// BLAKE2Xb with outputs of `N` bytes, 1 to 2^32 - 2, made with BLAKE2b. The output depends on `N`. Its key has up
    /// to 64 bytes, salt and personalisation up to 16 each.
    ///
    /// ```
    /// use bramah::Blake2xb;
    ///
    /// let long = Blake2xb::<1000>::digest(b"message");
    /// assert_ne!(long[..100], Blake2xb::<100>::digest(b"message"));
    /// ```
    Blake2xb Blake2xbHash,
    /// BLAKE2Xb for an output whose length is not known in advance: each output of up to 2^38 bytes is the beginning of
    /// a longer one. A digest has 64 bytes; for output of any length use [`finalize_xof`](Hasher::finalize_xof). Bytes
    /// after the first 2^38 are zero.
    ///
    /// ```
    /// use bramah::Blake2xbXof;
    ///
    /// let mut output = [0; 1000];
    /// Blake2xbXof::new().finalize_xof().read(&mut output);
    /// assert_eq!(output[..64], Blake2xbXof::digest(b""));
    /// ```
    Blake2xbXof Blake2xbXofHash,
    "blake2xb", "BLAKE2Xb", CompressB, u64, rounds::IV_B, head_b, 128, 64, unknown u32::MAX
);
functions!(
    /// BLAKE2Xs with outputs of `N` bytes, 1 to 2^16 - 2, made with BLAKE2s. The output depends on `N`. Its key has up
    /// to 32 bytes, salt and personalisation up to 8 each.
    Blake2xs Blake2xsHash,
    /// BLAKE2Xs for an output whose length is not known in advance: each output of up to 2^37 bytes is the beginning of
    /// a longer one. A digest has 32 bytes; for output of any length use [`finalize_xof`](Hasher::finalize_xof). Bytes
    /// after the first 2^37 are zero.
    Blake2xsXof Blake2xsXofHash,
    "blake2xs", "BLAKE2Xs", CompressS, u32, rounds::IV_S, head_s, 64, 32, unknown 0xffff
);
