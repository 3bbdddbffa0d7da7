//! ParallelHash (NIST SP 800-185, section 6): the blocks of a message are hashed separately.

use super::{
    Encoded, Hash, Hasher, Info, Options, PERSONAL, Start, Suffixed, Xof, after, any, each,
    encode::{left_encode, right_encode},
    end, info, name,
};
use crate::{
    Tree, Trees,
    backend::Dispatch,
    frame::{
        Batch, Extendable, Frame, Permutation, Reader, Shape, Sponge, SpongeStart, TreeHash, TreeParams, With,
    },
    sha3::{Capacity, Keccak, RUN, TreeOps, Values, values},
};

/// The default block size in bytes. The standard defines none; KangarooTwelve and other implementations use this value.
const BLOCK: usize = 8192;

/// The tree of ParallelHash. Each block is hashed by SHAKE to a chaining value of `N` bytes.
pub struct Blocks<const RATE: usize, const N: usize>;

type Keccak1600 = [u64; 25];
type Leaf<const RATE: usize> = Sponge<Capacity<RATE>>;
type Trunk<const RATE: usize> = Sponge<Suffixed<RATE>>;

/// The start of a message: the state after N and S, and the block size in bytes.
#[derive(Clone)]
pub struct BlocksStart {
    trunk: SpongeStart<Keccak1600, Encoded>,
    block: usize,
}

impl<const RATE: usize, const N: usize> Blocks<RATE, N> {
    const LEAF: SpongeStart<Keccak1600, u8> = SpongeStart::new(0x1f);

    fn grown<'a>(with: With<'_, Self>, leaf: &'a mut Option<Leaf<RATE>>) -> &'a mut Leaf<RATE> {
        let backend = with.backend.one();
        leaf.get_or_insert_with(|| Sponge::new(&Self::LEAF, backend)).on(backend)
    }
    fn begun<'a>(with: With<'_, Self>, trunk: &'a mut Option<Trunk<RATE>>) -> &'a mut Trunk<RATE> {
        let backend = with.backend.one();
        let begin = || {
            let mut trunk = Sponge::new(&with.start.trunk, backend);
            trunk.update(left_encode(with.start.block as u128).as_slice());
            trunk
        };
        trunk.get_or_insert_with(begin).on(backend)
    }
}

impl<const RATE: usize, const N: usize> TreeParams for Blocks<RATE, N> {
    type Start = BlocksStart;
    type Block = [u8; RATE];
    type Ops = TreeOps;
    type Many = Batch<Keccak1600, Shape>;
    type Leaf = Option<Leaf<RATE>>;
    type Branch = Values<N>;
    type Trunk = Option<Trunk<RATE>>;
    type Output = Option<Trunk<RATE>>;
    const RUN: usize = RUN;

    fn dispatch() -> &'static Dispatch<Self::Ops> {
        Keccak::tree()
    }
    fn batch() -> &'static Dispatch<Self::Many> {
        Keccak::batch()
    }
    fn leaf_len(start: &Self::Start) -> usize {
        start.block
    }
    fn trunk(_: &Self::Start) -> Self::Trunk {
        None
    }
    fn leaf(_: &Self::Start, _: u64) -> Self::Leaf {
        None
    }
    fn grow(with: With<'_, Self>, leaf: &mut Self::Leaf, bytes: &[u8]) {
        Self::grown(with, leaf).update(bytes);
    }
    fn close(with: With<'_, Self>, leaf: &mut Self::Leaf, _: u64, trunk: &mut Self::Trunk) {
        let mut value = [0; N];
        Self::grown(with, leaf).finish(&mut value);
        Self::begun(with, trunk).update(&value);
    }
    fn run(with: With<'_, Self>, _: u64, leaves: &[u8]) -> Self::Branch {
        values::<Capacity<RATE>, N>(with.backend, &Self::LEAF, leaves, with.start.block)
    }
    fn join(with: With<'_, Self>, trunk: &mut Self::Trunk, branch: &Self::Branch) {
        Self::begun(with, trunk).update(branch.as_bytes());
    }
    fn root(
        with: With<'_, Self>,
        trunk: &mut Self::Trunk,
        leaf: &mut Self::Leaf,
        index: u64,
        used: usize,
    ) -> Self::Output {
        let mut count = u128::from(index);
        if used > 0 {
            Self::close(with, leaf, index, trunk);
            count += 1;
        }
        let root = Self::begun(with, trunk);
        root.update(right_encode(count).as_slice());
        root.pad();
        Sponge::moved(trunk)
    }
    fn squeeze(_: With<'_, Self>, output: &mut Self::Output, out: &mut [u8]) {
        if let Some(root) = output {
            root.squeeze(out);
        }
    }

    #[inline]
    fn digest(with: With<'_, Self>, message: &[u8], out: &mut [u8]) -> bool {
        if message.len() > with.start.block {
            return false;
        }
        // the input of the root before and after the chaining value. Before: the block size. After: the number of
        // blocks, encoded
        let (before, after) = (left_encode(with.start.block as u128), [u8::from(!message.is_empty()), 1]);
        const { assert!(N <= 64) };
        let mut trunk = [0; 9 + 64 + 2];
        let mut len = 0;
        let mut put = |bytes: &[u8]| {
            trunk[len..][..bytes.len()].copy_from_slice(bytes);
            len += bytes.len();
        };
        let backend = with.backend.one();
        put(before.as_slice());
        if !message.is_empty() {
            let mut value = [0; N];
            Leaf::<RATE>::digest(&Self::LEAF, backend, message, &mut value);
            put(&value);
        }
        put(&after);
        Trunk::<RATE>::digest(&with.start.trunk, backend, &trunk[..len], out);
        true
    }

    fn save(trunk: &Self::Trunk, leaf: &Self::Leaf, _: usize, put: &mut dyn FnMut(&[u8])) {
        if let Some(trunk) = trunk {
            trunk.save(put);
        }
        if let Some(leaf) = leaf {
            leaf.save(put);
        }
    }
    fn restore(
        start: &Self::Start,
        index: u64,
        used: usize,
        saved: &mut Reader<'_>,
    ) -> Option<(Self::Trunk, Self::Leaf)> {
        let trunk = Sponge::restore_if(index > 0, &start.trunk, saved)?;
        Some((trunk, Sponge::restore_if(used > 0, &Self::LEAF, saved)?))
    }
}

macro_rules! parallel_hash {
    ($hash:ident, $type:ident, $name:literal, $tag:literal, $rate:literal, $lengths:expr, $len:literal, $section:literal) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = TreeHash<Blocks<$rate, { 200 - $rate }>>;
            const INFO: Info =
                Info { trees: Trees::Blocks, ..info($name, $tag, $lengths, $rate, &[PERSONAL]) };
            const START: Option<&Start<Self>> = Some(&BlocksStart {
                trunk: SpongeStart {
                    state: name::parallel_hash($rate),
                    ending: end(&Self::INFO.lengths, Self::INFO.lengths.default),
                    keyed: false,
                },
                block: BLOCK,
            });
            fn start(options: &Options<'_>, length: usize) -> Start<Self> {
                let ending = end(&Self::INFO.lengths, length);
                BlocksStart {
                    trunk: after::<Suffixed<$rate>>(b"ParallelHash", options, None, ending),
                    block: match options.tree {
                        Some(Tree::Blocks(block)) => block.max(1),
                        _ => BLOCK,
                    },
                }
            }
        }

        #[doc = concat!($tag, ": NIST SP 800-185, section ", $section, ".\n")]
        #[doc = concat!("A digest has ", $len, " bytes. The message is cut into blocks of as many bytes as")]
        #[doc = "[`Tree::Blocks`] says, 8192 without it, which are hashed side by side, and by"]
        #[doc = "[`update_parallel`](Hasher::update_parallel) on several threads. A different block size makes"]
        #[doc = "another function. [`Options::personal`] is the customization string.\n"]
        #[doc = concat!("```\nuse bramah::{", stringify!($type), ", hash::{Options, Tree}};\n")]
        #[doc = "let options = Options { tree: Some(Tree::Blocks(1 << 16)), ..Options::default() };"]
        #[doc = concat!("let mut hasher = ", stringify!($type), "::with_options(&options)?;")]
        #[doc = "hasher.update(b\"message\");"]
        #[doc = concat!("assert_ne!(hasher.finalize(), ", stringify!($type), "::digest(b\"message\"));")]
        #[doc = "# Ok::<(), bramah::Error>(())\n```"]
        pub type $type = Hasher<$hash, $len>;
    };
}
parallel_hash!(
    ParallelHash128Hash,
    ParallelHash128,
    "parallelhash128",
    "ParallelHash128",
    168,
    each(32),
    32,
    "6"
);
parallel_hash!(
    ParallelHash256Hash,
    ParallelHash256,
    "parallelhash256",
    "ParallelHash256",
    136,
    each(64),
    64,
    "6"
);
parallel_hash!(
    ParallelHashXof128Hash,
    ParallelHashXof128,
    "parallelhashxof128",
    "ParallelHashXOF128",
    168,
    any(32),
    32,
    "6.3.1"
);
parallel_hash!(
    ParallelHashXof256Hash,
    ParallelHashXof256,
    "parallelhashxof256",
    "ParallelHashXOF256",
    136,
    any(64),
    64,
    "6.3.1"
);
impl Xof for ParallelHashXof128Hash {}
impl Xof for ParallelHashXof256Hash {}
