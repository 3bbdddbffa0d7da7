//! TupleHash (NIST SP 800-185, section 5): a sequence of strings, each hashed after its length.

use super::{Hash, Hasher, Info, Options, PERSONAL, Sponge, Start, Suffixed, Xof, after, bits, end, info};
use crate::{Error, Reader};

/// A tuple of strings in progress, which is hashed to a digest of `N` bytes. Tuples that divide the same bytes into
/// different strings have different digests.
pub struct Tuple<H: Hash, const N: usize>(Hasher<H, N>);

impl<H: Hash, const N: usize> Tuple<H, N> {
    /// Starts an empty tuple.
    pub fn new() -> Self {
        Self(Hasher::new())
    }

    /// Starts an empty tuple with a customization string, [`Options::personal`].
    ///
    /// # Errors
    /// An error if the function does not accept one of the options.
    pub fn with_options(options: &Options<'_>) -> Result<Self, Error> {
        Hasher::with_options(options).map(Self)
    }

    /// Appends a string to the tuple.
    pub fn push(&mut self, string: impl AsRef<[u8]>) {
        let string = string.as_ref();
        self.0.update(super::left_encode(bits(string.len())).as_slice());
        self.0.update(string);
    }

    /// Ends the tuple and returns its digest.
    pub fn finalize(self) -> [u8; N] {
        self.0.finalize()
    }

    /// Ends the tuple, returns its digest, and starts a new tuple with the same customization string.
    pub fn finalize_reset(&mut self) -> [u8; N] {
        self.0.finalize_reset()
    }

    /// Empties the tuple but keeps the customization string.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// Returns the digest of a tuple of these strings.
    pub fn digest<T: AsRef<[u8]>>(strings: impl IntoIterator<Item = T>) -> [u8; N] {
        let mut tuple = Self::new();
        for string in strings {
            tuple.push(string);
        }
        tuple.finalize()
    }
}

impl<H: Xof, const N: usize> Tuple<H, N> {
    /// Ends the tuple and returns a reader of its output, which can have any length.
    pub fn finalize_xof(self) -> Reader<H> {
        self.0.finalize_xof()
    }
}

impl<H: Hash, const N: usize> Clone for Tuple<H, N> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<H: Hash, const N: usize> Default for Tuple<H, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<H: Hash, const N: usize> core::fmt::Debug for Tuple<H, N> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Tuple").field("algorithm", &H::INFO.name).finish_non_exhaustive()
    }
}

macro_rules! tuple_hash {
    ($hash:ident, $type:ident, $name:literal, $tag:literal, $rate:literal, $lengths:expr, $len:literal, $section:literal) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`], over strings with their lengths.")]
        pub struct $hash;
        impl Hash for $hash {
            type Frame = Sponge<Suffixed<$rate>>;
            const INFO: Info = info($name, $tag, $lengths, $rate, &[PERSONAL]);
            #[inline]
            fn start(options: &Options<'_>, length: usize) -> Start<Self> {
                after::<Suffixed<$rate>>(b"TupleHash", options, None, end(&Self::INFO.lengths, length))
            }
        }

        #[doc = concat!($tag, ": NIST SP 800-185, section ", $section, ".\n")]
        #[doc = concat!("A digest has ", $len, " bytes. By name, a message is a tuple of one string, which is")]
        #[doc = "kept in memory until it ends, since its length goes before it.\n"]
        #[doc = concat!("```\nuse bramah::", stringify!($type), ";\n")]
        #[doc = concat!("let mut tuple = ", stringify!($type), "::new();")]
        #[doc = "tuple.push(b\"ab\");\ntuple.push(b\"c\");"]
        #[doc = concat!("assert_ne!(tuple.finalize(), ", stringify!($type), "::digest([\"a\", \"bc\"]));\n```")]
        pub type $type = Tuple<$hash, $len>;
    };
}
use super::{any, each};
tuple_hash!(TupleHash128Hash, TupleHash128, "tuplehash128", "TupleHash128", 168, each(32), 32, "5");
tuple_hash!(TupleHash256Hash, TupleHash256, "tuplehash256", "TupleHash256", 136, each(64), 64, "5");
tuple_hash!(
    TupleHashXof128Hash,
    TupleHashXof128,
    "tuplehashxof128",
    "TupleHashXOF128",
    168,
    any(32),
    32,
    "5.3.1"
);
tuple_hash!(
    TupleHashXof256Hash,
    TupleHashXof256,
    "tuplehashxof256",
    "TupleHashXOF256",
    136,
    any(64),
    64,
    "5.3.1"
);
impl Xof for TupleHashXof128Hash {}
impl Xof for TupleHashXof256Hash {}
