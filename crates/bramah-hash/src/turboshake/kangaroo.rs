//! KT128 and KT256, together KangarooTwelve: TurboSHAKE over a tree of chunks (RFC 9861, section 3).
//!
//! The customization string and its length are appended to the message, which is then divided into chunks of 8 KiB. The
//! final node hashes the first chunk itself, and the chaining value of each other chunk.

use super::super::{
    Extendable, Frame, Hash, Hasher, Info, Lengths, Options, Parameter, Start, Xof,
    cshake::{Encoded, Suffixed},
    frame::{
        Backends, Batch, Permutation, Reader, Shape, Sponge, SpongeStart, TreeHash, TreeParams, With,
        hash_many, one_by_one,
    },
    sha3::{Capacity, Keccak, RUN, TreeOps, Values, values, values_beside},
};
use crate::backend::Dispatch;
use alloc::{sync::Arc, vec::Vec};

/// The length of a chunk in bytes.
const CHUNK: usize = 8192;

/// The domain bytes: of a message of a single chunk, of the final node if there are several chunks, and of a chunk.
const SINGLE: u8 = 0x07;
const FINAL: u8 = 0x06;
const LEAF: u8 = 0x0b;

/// The bytes of the final node that follow the first chunk, and the bytes that follow the number of the other chunks.
const AFTER_FIRST: [u8; 8] = [3, 0, 0, 0, 0, 0, 0, 0];
const AFTER_COUNT: [u8; 2] = [0xff; 2];

/// Encodes a number by length_encode (section 3.3); returns the encoding and its length in bytes.
fn length_encode(value: u64) -> ([u8; 9], usize) {
    let count = (u64::BITS - value.leading_zeros()).div_ceil(8) as usize;
    let mut bytes = [0; 9];
    bytes[..8].copy_from_slice(&value.to_be_bytes());
    bytes.copy_within(8 - count..8, 0);
    bytes[count] = count as u8;
    (bytes, count + 1)
}

/// The tree of KangarooTwelve. Each chunk is hashed to a chaining value of `N` bytes.
pub struct Chunks<const RATE: usize, const N: usize>;

type Keccak1600 = [u64; 25];
type Node<const RATE: usize> = Sponge<Capacity<RATE, 12>>;
/// The sponge for a message of one chunk without a customization string. Its ending contains the length 0 of that
/// string.
type Short<const RATE: usize> = Sponge<Suffixed<RATE, 12>>;

/// The start of a message: the customization string followed by its encoded length; `None` for an empty string.
#[derive(Clone)]
pub struct Custom(Option<Arc<[u8]>>);

impl<const RATE: usize, const N: usize> Chunks<RATE, N> {
    const CHUNK: SpongeStart<Keccak1600, u8> = SpongeStart::new(LEAF);
    const SHORT: SpongeStart<Keccak1600, Encoded> = SpongeStart::new(Encoded::of(&[0, SINGLE]));

    /// Returns whether there is no customization string and the message, with its encoded length 0, fits into one
    /// chunk.
    #[inline(always)]
    fn is_short(start: &Custom, message: &[u8]) -> bool {
        start.0.is_none() && message.len() < CHUNK
    }
    fn node<'a>(with: With<'_, Self>, node: &'a mut Option<Node<RATE>>) -> &'a mut Node<RATE> {
        let backend = with.backend.one();
        node.get_or_insert_with(|| Sponge::new(&Self::CHUNK, backend)).on(backend)
    }
}

impl<const RATE: usize, const N: usize> Chunks<RATE, N> {
    /// Computes the digest of a message without a customization string, of at least `beside` whole chunks. The first
    /// `beside` chunks are hashed together in lanes.
    fn digest_wide(with: With<'_, Self>, message: &[u8], beside: usize, out: &mut [u8]) {
        let (chunks, rest) = message.split_at(message.len() - message.len() % CHUNK);
        let (first, chunks) = chunks.split_at(beside * CHUNK);
        let (first, others) = first.split_at(CHUNK);
        let (mut root, values) =
            values_beside::<Capacity<RATE, 12>, N>(with.backend, &Self::CHUNK, first, others);
        root.update(&first[CHUNK - CHUNK % RATE..]);
        root.update(&AFTER_FIRST);
        root.update(values.as_bytes());
        for run in chunks.chunks(RUN * CHUNK) {
            root.update(Self::run(with, 1, run).as_bytes());
        }
        let (mut leaf, mut value) = (Node::<RATE>::new(&Self::CHUNK, with.backend.one()), [0; N]);
        leaf.update(rest);
        leaf.update(Self::suffix(with.start));
        leaf.finish(&mut value);
        root.update(&value);
        Self::end(&mut root, (message.len() / CHUNK) as u64).finish(out);
    }

    /// Ends the final node: appends the number of chunks after the first, and sets the final domain byte.
    fn end(root: &mut Node<RATE>, chunks: u64) -> &mut Node<RATE> {
        let (count, len) = length_encode(chunks);
        root.update(&count[..len]);
        root.update(&AFTER_COUNT);
        root.end_with(FINAL)
    }
}

impl<const RATE: usize, const N: usize> TreeParams for Chunks<RATE, N> {
    type Start = Custom;
    type Block = [u8; RATE];
    type Ops = TreeOps;
    type Many = Batch<Keccak1600, Shape>;
    type Leaf = Option<Node<RATE>>;
    type Branch = Values<N>;
    type Trunk = Option<Node<RATE>>;
    type Output = Option<Node<RATE>>;
    const RUN: usize = RUN;
    const ALONE: u64 = 1;

    fn dispatch() -> &'static Dispatch<Self::Ops> {
        Keccak::tree()
    }
    fn batch() -> &'static Dispatch<Self::Many> {
        Keccak::batch()
    }
    fn leaf_len(_: &Self::Start) -> usize {
        CHUNK
    }
    const SUFFIXED: bool = true;
    fn suffix(start: &Self::Start) -> &[u8] {
        start.0.as_deref().unwrap_or(&[0])
    }
    fn trunk(_: &Self::Start) -> Self::Trunk {
        None
    }
    fn leaf(_: &Self::Start, _: u64) -> Self::Leaf {
        None
    }
    fn grow(with: With<'_, Self>, leaf: &mut Self::Leaf, bytes: &[u8]) {
        Self::node(with, leaf).update(bytes);
    }
    fn close(with: With<'_, Self>, leaf: &mut Self::Leaf, index: u64, trunk: &mut Self::Trunk) {
        let node = Self::node(with, leaf);
        if index == 0 {
            node.update(&AFTER_FIRST);
            *trunk = Sponge::moved(leaf);
        } else {
            let mut value = [0; N];
            node.finish(&mut value);
            Self::node(with, trunk).update(&value);
        }
    }
    fn run(with: With<'_, Self>, _: u64, leaves: &[u8]) -> Self::Branch {
        values::<Capacity<RATE, 12>, N>(with.backend, &Self::CHUNK, leaves, CHUNK)
    }
    fn join(with: With<'_, Self>, trunk: &mut Self::Trunk, branch: &Self::Branch) {
        Self::node(with, trunk).update(branch.as_bytes());
    }
    fn root(
        with: With<'_, Self>,
        trunk: &mut Self::Trunk,
        leaf: &mut Self::Leaf,
        index: u64,
        used: usize,
    ) -> Self::Output {
        if index == 0 {
            Self::node(with, leaf).end_with(SINGLE).pad();
            return Sponge::moved(leaf);
        }
        let mut chunks = index - 1;
        if used > 0 {
            Self::close(with, leaf, index, trunk);
            chunks += 1;
        }
        Self::end(Self::node(with, trunk), chunks).pad();
        Sponge::moved(trunk)
    }
    fn squeeze(_: With<'_, Self>, output: &mut Self::Output, out: &mut [u8]) {
        if let Some(root) = output {
            root.squeeze(out);
        }
    }

    #[inline]
    fn digest(with: With<'_, Self>, message: &[u8], out: &mut [u8]) -> bool {
        if Self::is_short(with.start, message) {
            Short::<RATE>::digest(&Self::SHORT, with.backend.one(), message, out);
            return true;
        }
        let lanes = with.backend.many().ops().lanes;
        let wide = with.start.0.is_none() && message.len() >= 2 * CHUNK && lanes > 1;
        if wide {
            Self::digest_wide(with, message, lanes.min(message.len() / CHUNK), out);
        }
        wide
    }
    /// Hashes messages of a single chunk in lanes, and other messages one after another.
    fn many(
        start: &Self::Start,
        with: Backends<TreeHash<Self>>,
        messages: &[&[u8]],
        length: usize,
        mut out: &mut [u8],
    ) {
        let is_short = |message: &&[u8]| Self::is_short(start, message);
        for messages in messages.chunk_by(|one, next| is_short(one) == is_short(next)) {
            let (these, rest) = out.split_at_mut(messages.len() * length);
            if messages.first().is_some_and(is_short) {
                let with = Backends { one: with.one.one(), many: with.many };
                hash_many::<Short<RATE>>(&Self::SHORT, with, messages, length, these);
            } else {
                one_by_one::<TreeHash<Self>>(start, with.one, messages, length, these);
            }
            out = rest;
        }
    }

    fn save(trunk: &Self::Trunk, leaf: &Self::Leaf, _: usize, put: &mut dyn FnMut(&[u8])) {
        for node in [trunk, leaf].into_iter().flatten() {
            node.save(put);
        }
    }
    fn restore(
        _: &Self::Start,
        index: u64,
        used: usize,
        saved: &mut Reader<'_>,
    ) -> Option<(Self::Trunk, Self::Leaf)> {
        let trunk = Sponge::restore_if(index > 0, &Self::CHUNK, saved)?;
        Some((trunk, Sponge::restore_if(used > 0, &Self::CHUNK, saved)?))
    }
}

macro_rules! kangaroo {
    ($hash:ident, $type:ident, $bits:literal, $aliases:expr, $rate:literal, $len:literal) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = TreeHash<Chunks<$rate, { 200 - $rate }>>;
            const INFO: Info = Info {
                aliases: $aliases,
                specification: "RFC 9861",
                takes: &[Parameter::Personal.bytes(0, usize::MAX)],
                ..Info::new(
                    concat!("kt", $bits),
                    concat!("KT", $bits),
                    Lengths { min: 1, max: usize::MAX, default: $len, except: 0, named: &[] },
                    $rate,
                )
            };
            fn start(options: &Options<'_>, _: usize) -> Start<Self> {
                if options.personal.is_empty() {
                    return Custom(None);
                }
                let (length, len) = length_encode(options.personal.len() as u64);
                let mut suffix = Vec::from(options.personal);
                suffix.extend_from_slice(&length[..len]);
                Custom(Some(suffix.into()))
            }
        }
        impl Xof for $hash {}

        #[doc = concat!("KT", $bits, ": RFC 9861, section 3.")]
        #[doc = ""]
        #[doc = concat!("A digest has ", $len, " bytes. For output of any length use")]
        #[doc = "[`finalize_xof`](Hasher::finalize_xof). Chunks of 8 KiB are hashed side by side, and by"]
        #[doc = "[`update_parallel`](Hasher::update_parallel) on several threads. [`Options::personal`] is"]
        #[doc = "the customization string."]
        #[doc = ""]
        #[doc = concat!("```\nuse bramah::{", stringify!($type), ", hash::Options};\n")]
        #[doc = "let options = Options { personal: b\"files\", ..Options::default() };"]
        #[doc = concat!("let mut hasher = ", stringify!($type), "::with_options(&options)?;")]
        #[doc = "hasher.update(b\"message\");"]
        #[doc = concat!("assert_ne!(hasher.finalize(), ", stringify!($type), "::digest(b\"message\"));")]
        #[doc = "# Ok::<(), bramah::Error>(())\n```"]
        pub type $type = Hasher<$hash, $len>;
    };
}
kangaroo!(Kt128Hash, Kt128, "128", &["kangarootwelve", "k12"], 168, 32);
kangaroo!(Kt256Hash, Kt256, "256", &[], 136, 64);
