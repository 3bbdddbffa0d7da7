//! Skein: *The Skein Hash Function Family*, version 1.3 (2010).

mod rounds;
crate::backend::only! { x86_64: { mod rows; } }

use super::{
    Hash, Hasher, Info, Lengths, Options, Parameter, Takes, Tree, Trees,
    frame::{
        Batch, Frame, StringType, Tweak, Ubi, UbiCipher, UbiOps, UbiStart, batch_agrees, digest_agrees,
        lanes_candidate, ubi_candidate,
    },
};
use crate::{
    backend::{Candidate, Dispatch, candidates},
    primitives::threefish::plain,
};

/// The frames: for a plain hash or, with an allocator, also for a tree.
#[cfg(feature = "alloc")]
mod frames {
    use super::*;
    use crate::frame::{Either, TreeHash, UbiTree, UbiTreeStart};

    pub(crate) type Skein<C> = Either<Ubi<C>, TreeHash<UbiTree<C>>>;
    pub(super) const TREES: Trees = Trees::Levels;

    /// Returns the start of a plain hash, or of a tree hash if `tree` is set.
    pub(super) fn start<C: UbiCipher>(chain: UbiStart<C>, tree: Option<Tree>) -> super::Start<C> {
        match tree {
            Some(Tree::Levels { leaf, fan_out, max_height }) => {
                Either::Tree(alloc::boxed::Box::new(UbiTreeStart::new(chain, leaf, fan_out, max_height)))
            }
            _ => Either::Plain(chain),
        }
    }
}
#[cfg(not(feature = "alloc"))]
mod frames {
    use super::*;

    pub(crate) type Skein<C> = Ubi<C>;
    pub(super) const TREES: Trees = Trees::None;

    pub(super) fn start<C: UbiCipher>(chain: UbiStart<C>, _: Option<Tree>) -> UbiStart<C> {
        chain
    }
}
type Start<C> = <frames::Skein<C> as Frame>::Start;

/// Returns the configuration string (section 3.5.1) of a hash with `length` bytes of output, as words: the schema and
/// its version, the length of the output in bits, and the tree parameters.
const fn configuration(length: usize, tree: u64) -> [u64; 4] {
    [0x0000_0001_3341_4853, 8 * length as u64, tree, 0]
}

/// Returns the state after the configuration string. Every hash without options begins with this state.
const fn initial<const N: usize>(length: usize) -> [u64; N] {
    let mut block = [0; N];
    let words = configuration(length, 0);
    (block[0], block[1]) = (words[0], words[1]);
    let mut state = plain::encrypt(&[0; N], [32, 0xc4 << 56], &block);
    (state[0], state[1]) = (state[0] ^ words[0], state[1] ^ words[1]);
    state
}

/// Returns the start for a hash with options, or for a length without a name. The options that are set are chained in the
/// order of their types.
#[inline(never)]
fn start<C: UbiCipher>(options: &Options<'_>, length: usize) -> Start<C> {
    let tree = match options.tree {
        Some(Tree::Levels { leaf, fan_out, max_height }) => {
            u64::from_le_bytes([leaf, fan_out, max_height, 0, 0, 0, 0, 0])
        }
        _ => 0,
    };
    let mut bytes = [0; 32];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(configuration(length, tree)) {
        *bytes = word.to_le_bytes();
    }
    let strings = [
        (StringType::Key, options.key),
        (StringType::Configuration, &bytes),
        (StringType::Personalisation, options.personal),
        (StringType::PublicKey, options.public_key),
        (StringType::KeyIdentifier, options.key_identifier),
        (StringType::Nonce, options.nonce),
    ];
    frames::start::<C>(UbiStart::after(&strings, length), options.tree)
}

/// The options that every Skein accepts: strings of any length.
const TAKES: &[Takes] = &[
    Parameter::Key.bytes(1, usize::MAX),
    Parameter::Personal.bytes(1, usize::MAX),
    Parameter::PublicKey.bytes(1, usize::MAX),
    Parameter::KeyIdentifier.bytes(1, usize::MAX),
    Parameter::Nonce.bytes(1, usize::MAX),
];

/// The maximum length of the output in bytes: its number of bits must fit into 32 bits.
const LONGEST: usize = u32::MAX as usize / 8;

type Lanes<const N: usize> = Candidate<Batch<[u64; N], Tweak>>;

/// Declares a hash function: its types, its number of words, its names, tag and named lengths, the digest of its
/// self-test, and its candidates.
macro_rules! function {
    ($(#[$doc:meta])* $type:ident, $hash:ident, $cipher:ident, $module:ident, $n:literal, $name:literal, $tag:literal,
     [$($bytes:literal)*], $digest:literal, $candidates:tt) => {
        #[doc = concat!("The Threefish of [`", stringify!($type), "`].")]
        pub struct $cipher;

        impl $cipher {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            const AVX512: Lanes<$n> = lanes_candidate!(
                [u64; $n]: Tweak, "avx512", "avx512f,avx512bw,avx512vl", rounds::$module::avx512, lanes: 8, from: 3
            );
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            const AVX2: Lanes<$n> =
                lanes_candidate!([u64; $n]: Tweak, "avx2", "avx2", rounds::$module::avx2, lanes: 4, from: 3);
            #[cfg(target_arch = "aarch64")]
            const NEON: Lanes<$n> =
                lanes_candidate!([u64; $n]: Tweak, "neon", "neon", rounds::$module::neon, lanes: 2, from: 2);
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            const SIMD128: Lanes<$n> =
                lanes_candidate!([u64; $n]: Tweak, "simd128", "simd128", rounds::$module::simd128, lanes: 2, from: 2);
            const PORTABLE: Lanes<$n> = Candidate::portable(Batch::ONE_BY_ONE);
        }

        impl UbiCipher for $cipher {
            type State = [u64; $n];
            type Block = [u8; 8 * $n];

            fn dispatch() -> &'static Dispatch<UbiOps<Self>> {
                const CANDIDATES: &[Candidate<UbiOps<$cipher>>] = candidates! $candidates;
                static DISPATCH: Dispatch<UbiOps<$cipher>> =
                    Dispatch::new($name, CANDIDATES, |backend| digest_agrees::<$hash>(backend, $digest));
                &DISPATCH
            }

            fn batch() -> &'static Dispatch<Batch<Self::State, Tweak>> {
                static DISPATCH: Dispatch<Batch<[u64; $n], Tweak>> = Dispatch::new(
                    concat!($name, ".many"),
                    candidates! {
                        x86: [
                            $cipher::AVX512,
                            $cipher::AVX2,
                        ],
                        aarch64: [$cipher::NEON],
                        wasm: [$cipher::SIMD128],
                        any: [$cipher::PORTABLE],
                    },
                    batch_agrees::<$hash>,
                );
                &DISPATCH
            }
        }

        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;

        impl Hash for $hash {
            type Frame = frames::Skein<$cipher>;
            const INFO: Info = Info {
                specification: "Skein 1.3",
                takes: TAKES,
                trees: frames::TREES,
                ..Info::new(
                    $name,
                    $tag,
                    Lengths { min: 1, max: LONGEST, default: 8 * $n, except: 0, named: &[$($bytes),*] },
                    8 * $n,
                )
            };

            #[inline]
            fn start(options: &Options<'_>, length: usize) -> super::Start<Self> {
                let plain = options.tree.is_none() && TAKES.iter().all(|takes| options.get(takes.parameter).is_empty());
                match length {
                    $( $bytes if plain => UbiStart::new(const { initial($bytes) }, $bytes).into(), )*
                    _ => start(options, length),
                }
            }
        }

        $(#[$doc])*
        pub type $type<const N: usize> = Hasher<$hash, N>;
        impl super::TakesKey for $hash {}
    };
}

function!(
    /// Skein-256, with a state of 256 bits and digests of `N` bytes, as version 1.3 of the specification defines it.
    Skein256, Skein256Hash, Cipher256, w4, 4, "skein-256", "Skein-256",
    [16 20 28 32],
    "14776b2047918f53b1f510a3d061218922fac348dcd9e02ee017fbb285674e2e",
    {
        x86: [
            ubi_candidate!(Cipher256, "avx512", "avx512f,avx512bw,avx512vl,bmi1,bmi2", rounds::w4::compress, leaves: Cipher256::AVX512),
            // without BMI, because with its rotations (RORX) one message takes 6 to 10 % longer on Zen 3
            ubi_candidate!(Cipher256, "avx2", "avx2", rounds::w4::compress, leaves: Cipher256::AVX2),
        ],
        aarch64: [ubi_candidate!(Cipher256, "neon", "neon", rounds::w4::compress, leaves: Cipher256::NEON)],
        wasm: [ubi_candidate!(Cipher256, "simd128", "simd128", rounds::w4::compress, leaves: Cipher256::SIMD128)],
        any: [ubi_candidate!(Cipher256, "portable", rounds::w4::compress, leaves: Cipher256::PORTABLE)],
    }
);
function!(
    /// Skein-512, with a state of 512 bits and digests of `N` bytes, as version 1.3 of the specification defines it. It
    /// accepts a key, which makes it a MAC, a personalisation, a public key, a key identifier and a nonce, each of any
    /// length. If a tree is set, the message is hashed as a tree, optionally on several threads
    /// ([`update_parallel`](Hasher::update_parallel)).
    ///
    /// ```
    /// use bramah::{Skein512, hash::Options};
    ///
    /// let mut mac = Skein512::<32>::with_options(&Options { key: b"key", personal: b"of files", ..Options::default() })?;
    /// mac.update(b"message");
    /// assert_eq!(mac.finalize().len(), 32);
    /// # Ok::<(), bramah::Error>(())
    /// ```
    Skein512, Skein512Hash, Cipher512, w8, 8, "skein-512", "Skein-512",
    [16 20 28 32 48 64],
    "5093bcd3bb024002009e826f76f221ed3bb1fdbd1f8f46df1c2c634e5125f0af\
     955ecd01f95d29b4303d046fcf46482f9cabc9f1233eee85a5b57285f83d6035",
    {
        x86: [
            ubi_candidate!(Cipher512, "avx512", "avx512f,avx512bw,avx512vl,bmi1,bmi2", rounds::w8::compress, leaves: Cipher512::AVX512),
            ubi_candidate!(Cipher512, "avx2", "avx2,bmi1,bmi2", rounds::w8::compress, leaves: Cipher512::AVX2),
        ],
        aarch64: [ubi_candidate!(Cipher512, "neon", "neon", rounds::w8::compress, leaves: Cipher512::NEON)],
        wasm: [ubi_candidate!(Cipher512, "simd128", "simd128", rounds::w8::compress, leaves: Cipher512::SIMD128)],
        any: [ubi_candidate!(Cipher512, "portable", rounds::w8::compress, leaves: Cipher512::PORTABLE)],
    }
);
function!(
    /// Skein-1024, with a state of 1024 bits and digests of `N` bytes, as version 1.3 of the specification defines it.
    Skein1024, Skein1024Hash, Cipher1024, w16, 16, "skein-1024", "Skein-1024",
    [32 48 64 128],
    "15ee3751012ca61eb1b352a425241eb376c21ec6d4b269a67284783f71d6a990\
     a43bc610008f1f5f700337f3859a5b8643acaa9c8681b15e09b5165e873408e7",
    {
        x86_64: [
            ubi_candidate!(Cipher1024, "avx512", "avx512f,avx512bw,avx512vl,avx2", rows::avx512_1024, leaves: Cipher1024::AVX512),
            ubi_candidate!(Cipher1024, "avx2", "avx2", rows::avx2_1024, leaves: Cipher1024::AVX2),
        ],
        aarch64: [ubi_candidate!(Cipher1024, "neon", "neon", rounds::w16::compress, leaves: Cipher1024::NEON)],
        wasm: [ubi_candidate!(Cipher1024, "simd128", "simd128", rounds::w16::compress, leaves: Cipher1024::SIMD128)],
        any: [ubi_candidate!(Cipher1024, "portable", rounds::w16::compress, leaves: Cipher1024::PORTABLE)],
    }
);

super::functions! { Skein256Hash, Skein512Hash, Skein1024Hash }
