//! cSHAKE and the functions built on it: KMAC, TupleHash and ParallelHash (NIST SP 800-185).

mod encode;
mod name;
#[cfg(feature = "alloc")]
mod one;
mod parallel;
mod tuple;

#[cfg(feature = "alloc")]
pub use one::One;
pub use parallel::*;
pub use tuple::*;

use super::{
    Hash, Hasher, Info, Lengths, Options, Parameter, Start, Takes, Xof,
    frame::{Sponge, SpongeParams, SpongeStart},
    sha3::{Capacity, Keccak},
};
use crate::simd::memory::Bytes;
#[doc(hidden)] // for tuples that are hashed side by side
pub use encode::{Encoded, bits, left_encode, right_encode};

/// The bits after a message if there is a function name or a customization string: `00` (section 3.3) and the first bit
/// of the padding.
const DOMAIN: u8 = 0x04;

/// The parameters of a sponge whose messages are followed by an encoded length.
pub struct Suffixed<const RATE: usize, const ROUNDS: usize = 24>;
impl<const RATE: usize, const ROUNDS: usize> SpongeParams for Suffixed<RATE, ROUNDS> {
    type Permutation = Keccak;
    type Block = [u8; RATE];
    type Ending = Encoded;
    const ROUNDS: usize = ROUNDS;
}

/// Returns the start of messages that follow a prefix. The prefix is bytepad(encode_string(N) || encode_string(S), rate), for a
/// function name N and a customization string S (section 3.3), and then, if there is a key K, bytepad(encode_string(K), rate)
/// (section 4.3).
fn after<P: SpongeParams<Permutation = Keccak>>(
    name: &[u8],
    options: &Options<'_>,
    key: Option<&[u8]>,
    ending: P::Ending,
) -> SpongeStart<[u64; 25], P::Ending> {
    let rate = left_encode(P::Block::LEN as u128);
    let custom = options.personal;
    let [n, s, k] = [name, custom, options.key].map(|string| left_encode(bits(string.len())));
    let prefix = [rate.as_slice(), n.as_slice(), name, s.as_slice(), custom];
    let first = SpongeStart::new(ending);
    match key {
        None => Sponge::<P>::after(first, &[&prefix], false),
        Some(key) => Sponge::<P>::after(first, &[&prefix, &[rate.as_slice(), k.as_slice(), key]], true),
    }
}

/// Returns the encoded length at the end of a message: the length of the output in bits, or 0 for an extendable output.
const fn end(lengths: &Lengths, length: usize) -> Encoded {
    right_encode(if lengths.max == usize::MAX { 0 } else { bits(length) }).push(DOMAIN)
}

const PERSONAL: Takes = Parameter::Personal.bytes(0, usize::MAX);
const KEY: Takes = Parameter::Key.bytes(1, usize::MAX);

/// Returns the output lengths of a function whose output depends on the requested length. The maximum is the largest length
/// whose number of bits fits into `usize`.
const fn each(default: usize) -> Lengths {
    Lengths { min: 1, max: usize::MAX / 8, default, except: 0, named: &[] }
}
/// Returns the output lengths of an extendable-output function.
const fn any(default: usize) -> Lengths {
    Lengths { min: 1, max: usize::MAX, default, except: 0, named: &[] }
}

const fn info(
    name: &'static str,
    tag: &'static str,
    lengths: Lengths,
    rate: usize,
    takes: &'static [Takes],
) -> Info {
    Info { specification: "NIST SP 800-185", takes, plain: false, ..Info::new(name, tag, lengths, rate) }
}

macro_rules! cshake {
    ($hash:ident, $type:ident, $bits:literal, $rate:literal, $len:literal) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = Sponge<Capacity<$rate>>;
            const INFO: Info = info(
                concat!("cshake", $bits),
                concat!("cSHAKE", $bits),
                any($len),
                $rate,
                &[PERSONAL, Parameter::FunctionName.bytes(0, usize::MAX)],
            );
            #[inline]
            fn start(options: &Options<'_>, _: usize) -> Start<Self> {
                if options.function_name.is_empty() && options.personal.is_empty() {
                    return SpongeStart::new(0x1f); // equal to SHAKE (section 3.3)
                }
                after::<Capacity<$rate>>(options.function_name, options, None, DOMAIN)
            }
        }
        impl Xof for $hash {}

        #[doc = concat!("cSHAKE", $bits, ": NIST SP 800-185, section 3. [`Options::personal`] is the")]
        #[doc = "customization string, which makes another function; [`Options::function_name`] is for"]
        #[doc = concat!("functions that NIST defines. Without both it is SHAKE", $bits, ".\n")]
        #[doc = concat!("A digest has ", $len, " bytes. For output of any length use")]
        #[doc = "[`finalize_xof`](Hasher::finalize_xof).\n"]
        #[doc = concat!("```\nuse bramah::{", stringify!($type), ", hash::Options};\n")]
        #[doc = "let options = Options { personal: b\"Email Signature\", ..Options::default() };"]
        #[doc = concat!("let mut hasher = ", stringify!($type), "::with_options(&options)?;")]
        #[doc = "hasher.update(b\"message\");"]
        #[doc = concat!("assert_ne!(hasher.finalize(), ", stringify!($type), "::digest(b\"message\"));")]
        #[doc = "# Ok::<(), bramah::Error>(())\n```"]
        pub type $type = Hasher<$hash, $len>;
    };
}
cshake!(CShake128Hash, CShake128, "128", 168, 32);
cshake!(CShake256Hash, CShake256, "256", 136, 64);

macro_rules! kmac {
    ($hash:ident, $type:ident, $name:literal, $tag:literal, $rate:literal, $lengths:expr, $len:literal, $section:literal, $($doc:literal)*) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = Sponge<Suffixed<$rate>>;
            const INFO: Info = Info { needs_key: true, ..info($name, $tag, $lengths, $rate, &[KEY, PERSONAL]) };
            #[inline]
            fn start(options: &Options<'_>, length: usize) -> Start<Self> {
                let ending = end(&Self::INFO.lengths, length);
                after::<Suffixed<$rate>>(b"KMAC", options, Some(options.key), ending)
            }
        }

        #[doc = concat!($tag, ": NIST SP 800-185, section ", $section, ", with a key of any length, which must be given.")]
        #[doc = "[`Options::personal`] is the customization string.\n"]
        #[doc = concat!("A digest has ", $len, " bytes. ", $($doc),*)]
        #[doc = "\n```"]
        #[doc = concat!("let mut mac = bramah::", stringify!($type), "::keyed(b\"key\")?;")]
        #[doc = "mac.update(b\"message\");"]
        #[doc = concat!("assert_eq!(mac.finalize().len(), ", $len, ");")]
        #[doc = "# Ok::<(), bramah::Error>(())\n```\n"]
        #[doc = "It cannot be computed without a key; a program that tries does not compile:\n"]
        #[doc = concat!("```compile_fail\nbramah::", stringify!($type), "::digest(b\"message\");\n```")]
        #[doc = concat!("```compile_fail\nbramah::", stringify!($type), "::new();\n```")]
        pub type $type = Hasher<$hash, $len>;
        impl super::TakesKey for $hash {}
    };
}
kmac!(
    Kmac128Hash,
    Kmac128,
    "kmac128",
    "KMAC128",
    168,
    each(32),
    32,
    "4",
    "One of another length, `Hasher<Kmac128Hash, N>`, has nothing in common with it."
);
kmac!(
    Kmac256Hash,
    Kmac256,
    "kmac256",
    "KMAC256",
    136,
    each(64),
    64,
    "4",
    "One of another length, `Hasher<Kmac256Hash, N>`, has nothing in common with it."
);
kmac!(
    KmacXof128Hash,
    KmacXof128,
    "kmacxof128",
    "KMACXOF128",
    168,
    any(32),
    32,
    "4.3.1",
    "For output of any length, use [`finalize_xof`](Hasher::finalize_xof)."
);
kmac!(
    KmacXof256Hash,
    KmacXof256,
    "kmacxof256",
    "KMACXOF256",
    136,
    any(64),
    64,
    "4.3.1",
    "For output of any length, use [`finalize_xof`](Hasher::finalize_xof)."
);
impl Xof for KmacXof128Hash {}
impl Xof for KmacXof256Hash {}

super::functions! {
    CShake128Hash,
    CShake256Hash,
    Kmac128Hash,
    Kmac256Hash,
    KmacXof128Hash,
    KmacXof256Hash,
    One<TupleHash128Hash>,
    One<TupleHash256Hash>,
    One<TupleHashXof128Hash>,
    One<TupleHashXof256Hash>,
    ParallelHash128Hash,
    ParallelHash256Hash,
    ParallelHashXof128Hash,
    ParallelHashXof256Hash,
}
