//! Hash functions.
//!
//! An internal part of the crate `bramah`, which re-exports it. Items that are hidden from the documentation may change
//! in any release.
#![allow(rustdoc::private_intra_doc_links)] // hidden items link to private ones
#![cfg_attr(not(any(feature = "std", test)), no_std)]
// on other architectures all code is portable, and the helpers of vector code are unused
#![cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, unused_imports, unused_macros)
)]
#![cfg_attr(not(feature = "registry"), allow(unreachable_pub))] // the items used elsewhere depend on features
// some code is used only by families that may not be compiled
#![cfg_attr(not(feature = "all"), allow(dead_code, unused_imports, unused_macros))]
// unit tests have only portable candidates
#![cfg_attr(test, allow(dead_code, unused_imports, unused_macros))]

#[cfg(feature = "alloc")]
extern crate alloc;

/// The choice of a backend. The macro `candidates!` is imported by name, because a function in `backend` has this name too.
mod backend {
    pub(crate) use bramah_machine::backend::*;
    #[cfg(not(test))]
    pub(crate) use bramah_machine::candidates;
    #[cfg(test)]
    pub(crate) use bramah_machine::portable_candidates as candidates;
}
#[cfg(feature = "rustcrypto")]
mod compat;
#[cfg(feature = "std")]
mod write;
#[cfg(feature = "registry")]
use bramah_machine::entries;
#[cfg(feature = "std")]
use bramah_machine::threads;
use bramah_machine::{Error, ct, names, simd, wipe};
use bramah_primitives as primitives;

#[cfg(any(feature = "groestl", feature = "kupyna"))]
mod columns;
#[doc(hidden)]
pub mod frame;
mod info;
mod options;
#[cfg(feature = "std")]
mod read;
#[cfg(feature = "registry")]
mod registry;
#[cfg(any(feature = "registry", feature = "sha1", feature = "sha2"))]
mod sha_instructions;

pub use frame::{Backends, Extendable, Frame, Parallel};
pub use info::{Info, Lengths, Standing};
pub use options::{Node, Options, Parameter, Takes, Tree, Trees};
#[cfg(feature = "registry")]
pub use registry::*;
#[cfg(feature = "registry")]
#[doc(hidden)]
pub use registry::{MadeOf, Table, choices_of, made_of};

use backend::Backend;
use core::fmt;
use ct::same;
use wipe::wipe;

/// Declares the hash functions of a family; each type becomes a function of the registry.
macro_rules! functions {
    ($($hash:ty),* $(,)?) => {
        /// The hash functions of this family, for tables of the registry.
        #[cfg(feature = "registry")]
        #[doc(hidden)]
        pub struct Functions;
        #[cfg(feature = "registry")]
        impl<M: 'static $(+ $crate::MadeOf<$hash>)*> $crate::Table<M> for Functions {
            const ALL: &'static [&'static M] = &[$(<M as $crate::MadeOf<$hash>>::MADE),*];
        }
    };
}
pub(crate) use functions;

/// Declares the families. The name after each colon is a folder that calls `functions!`. It is compiled if the feature at the
/// beginning is set, or the feature after `or`.
macro_rules! families {
    ($($feature:literal $(or $other:literal)?: $family:ident;)*) => {
        $(
            #[cfg(any(feature = $feature $(, feature = $other)?))]
            pub mod $family;
            /// The functions of a family that is not compiled: none.
            #[cfg(all(feature = "registry", not(any(feature = $feature $(, feature = $other)?))))]
            mod $family {
                #[doc(hidden)]
                pub struct Functions;
                impl<M: 'static> crate::Table<M> for Functions {
                    const ALL: &'static [&'static M] = &[];
                }
            }
        )*
        /// The registry entries of all hash functions, grouped by family.
        #[cfg(feature = "registry")]
        pub(crate) static FAMILIES: &[&[&Entry]] = made_of_each();

        /// Returns the constant of type `M` for each hash function, grouped by family in the order of [`FAMILIES`].
        #[cfg(feature = "registry")]
        #[doc(hidden)]
        #[allow(private_bounds)] // the types of families that are not compiled are private
        pub const fn made_of_each<M: 'static>() -> &'static [&'static [&'static M]]
        where
            $($family::Functions: Table<M>,)*
        {
            const { &[$(<$family::Functions as Table<M>>::ALL),*] }
        }
    };
}

families! {
    "ascon": ascon;
    "blake": blake;
    "blake2": blake2;
    "blake3": blake3;
    "checksum": checksum;
    "sha3": cshake;
    "edonr": edonr;
    "gost94": gost94;
    "groestl": groestl;
    "has160": has160;
    "jh": jh;
    "kupyna": kupyna;
    "md4": md4;
    "md5": md5;
    "ripemd": ripemd;
    "sha1": sha1;
    "sha2" or "registry": sha2;
    "sha3": sha3;
    "sharing": sharing;
    "skein": skein;
    "sm3": sm3;
    "snefru": snefru;
    "streebog": streebog;
    "tiger": tiger;
    "sha3": turboshake;
    "whirlpool": whirlpool;
    "xxhash": xxhash;
}

/// Declares a hash function without options: its types, frame, digest length in bytes, initial state and information.
macro_rules! function {
    // the starts of these two frames consist only of a state
    ($(#[$doc:meta])* $hash:ident, $type:ident, MerkleDamgard<$params:ty>, $len:literal, $iv:expr, $info:expr) => {
        $crate::function!(@
            $(#[$doc])* $hash, $type, MerkleDamgard<$params>, $len,
            $crate::frame::StateStart::new($iv), $info
        );
    };
    ($(#[$doc:meta])* $hash:ident, $type:ident, Checksum<$params:ty>, $len:literal, $iv:expr, $info:expr) => {
        $crate::function!(@
            $(#[$doc])* $hash, $type, Checksum<$params>, $len,
            $crate::frame::StateStart::new($iv), $info
        );
    };
    ($(#[$doc:meta])* $hash:ident, $type:ident, $frame:ty, $len:literal, $iv:expr, $info:expr) => {
        $crate::function!(@ $(#[$doc])* $hash, $type, $frame, $len, $iv, $info);
    };
    (@ $(#[$doc:meta])* $hash:ident, $type:ident, $frame:ty, $len:literal, $iv:expr, $info:expr) => {
        #[doc = concat!("The hash function of [`", stringify!($type), "`].")]
        pub struct $hash;
        impl $crate::Hash for $hash {
            type Frame = $frame;
            const INFO: $crate::Info = $info;
            const START: Option<&$crate::Start<Self>> = Some(&$iv);
            #[inline]
            fn start(_: &$crate::Options<'_>, _: usize) -> $crate::Start<Self> {
                $iv
            }
        }
        $(#[$doc])*
        #[doc = ""]
        #[doc = concat!("A digest has ", $len, " bytes.")]
        pub type $type = $crate::Hasher<$hash, $len>;
    };
}
pub(crate) use function;

/// A hash function: a frame, its start, and information for the registry.
pub trait Hash: Send + Sync + Sized + 'static {
    /// The frame (construction) of the function.
    type Frame: Frame;
    /// The names, lengths and standing of the function.
    const INFO: Info;
    /// The start without options for digests of the default length, if it is a constant. It is stored in memory so that
    /// a kernel can load it by whole registers; loads right after a start was written word by word would stall.
    const START: Option<&Start<Self>> = None;
    /// Rejects combinations that [`Self::INFO`] allows but the function does not, such as lengths that depend on an
    /// option.
    ///
    /// # Errors
    /// An error if the function does not allow these options together, or not with this length.
    fn check(_: &Options<'_>, _length: usize) -> Result<(), Error> {
        Ok(())
    }
    /// Returns the start for digests of `length` bytes. The options and `length` must have passed [`Self::INFO`] and
    /// [`Self::check`].
    fn start(options: &Options<'_>, length: usize) -> Start<Self>;
}

/// An extendable-output function: a hash function whose output has no maximum length.
pub trait Xof: Hash<Frame: Extendable> {}

/// A hash function that accepts a key of any length within its limits; with a key it is a MAC.
pub trait TakesKey: Hash {}

/// Everything that is fixed before the first byte of a message, such as the initial state and a key.
pub type Start<H> = <<H as Hash>::Frame as Frame>::Start;

/// Returns the start, or an error for lengths and parameters that the function does not define.
pub(crate) fn checked_start<H: Hash>(options: &Options<'_>, length: usize) -> Result<Start<H>, Error> {
    checked(&H::INFO, options, length)?;
    H::check(options, length)?;
    Ok(H::start(options, length))
}

/// Rejects lengths and parameters that [`Info`] does not define. A separate function, so that it is compiled once.
#[inline(never)]
fn checked(info: &Info, options: &Options<'_>, length: usize) -> Result<(), Error> {
    if !info.lengths.contains(length) {
        return Err(info.length_error(length));
    }
    options.check(info)
}

/// Computes the digest of a whole message without options. `length` must be a length that the function defines.
#[inline]
fn digest<H: Hash>(
    backend: Backend<<H::Frame as Frame>::Ops>,
    length: usize,
    message: &[u8],
    out: &mut [u8],
) {
    match H::START {
        None => H::Frame::digest(&H::start(Options::NONE, length), backend, message, out),
        Some(start) if const { H::INFO.lengths.is_fixed() } || length == H::INFO.lengths.default => {
            H::Frame::digest(start, backend, message, out);
        }
        // a separate function, so that the common path does not save registers for it
        Some(_) => digest_of_length::<H>(backend, length, message, out),
    }
}

/// Computes the digest of a whole message without options, of a length that is not the default.
#[inline(never)]
fn digest_of_length<H: Hash>(
    backend: Backend<<H::Frame as Frame>::Ops>,
    length: usize,
    message: &[u8],
    out: &mut [u8],
) {
    frame::digest::<H::Frame>(&H::start(Options::NONE, length), backend, message, out);
}

/// A message in progress that is hashed to a digest of `N` bytes.
///
/// ```
/// use bramah::Sha256;
///
/// let mut hasher = Sha256::new();
/// hasher.update(b"a");
/// hasher.update(b"bc");
/// assert_eq!(hasher.finalize(), Sha256::digest(b"abc"));
/// ```
pub struct Hasher<H: Hash, const N: usize> {
    start: Start<H>,
    frame: H::Frame,
}

impl<H: Hash, const N: usize> Hasher<H, N> {
    /// The digest length in bytes. A length that the function does not define is a compile error.
    pub const LENGTH: usize = {
        assert!(H::INFO.lengths.contains(N), "a digest length that the hash function does not define");
        N
    };

    /// The digest length in bytes, for use without a key. If the function needs a key, this is a compile error.
    const WITHOUT_KEY: usize = {
        assert!(!H::INFO.needs_key, "the function needs a key: `with_options` takes one");
        Self::LENGTH
    };

    fn from_start(start: Start<H>, backend: Backend<<H::Frame as Frame>::Ops>) -> Self {
        let frame = H::Frame::new(&start, backend);
        Self { start, frame }
    }

    /// Starts a new message.
    #[inline]
    pub fn new() -> Self {
        Self::with_backend(H::Frame::dispatch().get())
    }

    /// Starts a new message on this backend instead of the one chosen for the process.
    #[inline]
    pub fn with_backend(backend: Backend<<H::Frame as Frame>::Ops>) -> Self {
        Self::from_start(H::start(Options::NONE, Self::WITHOUT_KEY), backend)
    }

    /// Starts a new message with a key, a salt, a personalisation or other options.
    ///
    /// # Errors
    /// [`Error::ParameterLength`] if an option is longer than the function accepts; [`Error::NoKey`] if the function
    /// needs a key and none is set.
    pub fn with_options(options: &Options<'_>) -> Result<Self, Error> {
        let backend = H::Frame::dispatch().get();
        let hasher = checked_start::<H>(options, Self::LENGTH).map(|start| Self::from_start(start, backend));
        if !options.key.is_empty() {
            crate::wipe::stack();
        }
        hasher
    }

    /// Appends bytes to the message.
    #[inline]
    pub fn update(&mut self, data: impl AsRef<[u8]>) {
        self.frame.update(data.as_ref());
    }

    /// Appends bytes to the message on up to `threads` threads, including the caller's. Only functions whose tree
    /// allows it have this method. Several threads are faster from about 100 KiB on.
    #[cfg(feature = "std")]
    pub fn update_parallel(&mut self, data: impl AsRef<[u8]>, threads: usize)
    where
        H::Frame: Parallel,
    {
        self.frame.update_parallel(data.as_ref(), threads);
    }

    /// Ends the message and returns its digest.
    #[inline]
    pub fn finalize(mut self) -> [u8; N] {
        let mut out = [0; N];
        self.frame.finish(&mut out);
        out
    }

    /// Ends the message and compares its digest with an expected one, such as the tag of a MAC. The time depends only
    /// on the result and on the length of `expected`.
    ///
    /// # Errors
    /// [`Error::Unauthentic`] if the digests differ, or if `expected` does not have the length of the digest.
    pub fn verify(self, expected: &[u8]) -> Result<(), Error> {
        let mut digest = self.finalize();
        let equal = same(&digest, expected);
        wipe(&mut digest);
        if equal { Ok(()) } else { Err(Error::Unauthentic) }
    }

    /// Ends the message, returns its digest, and starts a new message.
    #[inline]
    pub fn finalize_reset(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.frame.finish(&mut out);
        self.reset();
        out
    }

    /// Discards the message and starts a new one with the same key, salt and personalisation.
    #[inline]
    pub fn reset(&mut self) {
        self.frame = H::Frame::new(&self.start, self.frame.backend());
    }

    /// Computes the digest of a whole message.
    #[inline]
    pub fn digest(message: impl AsRef<[u8]>) -> [u8; N] {
        let mut out = [0; N];
        digest::<H>(H::Frame::dispatch().get(), Self::WITHOUT_KEY, message.as_ref(), &mut out);
        out
    }

    /// Computes the digests of a batch of messages of any lengths, several at once if the CPU supports it.
    ///
    /// # Panics
    /// If `digests` does not have one element for each message.
    ///
    /// ```
    /// use bramah::Sha256;
    ///
    /// let mut digests = [[0; 32]; 2];
    /// Sha256::hash_many(&[b"one", b"another"], &mut digests);
    /// assert_eq!(digests[1], Sha256::digest(b"another"));
    /// ```
    pub fn hash_many(messages: &[&[u8]], digests: &mut [[u8; N]]) {
        assert_eq!(messages.len(), digests.len(), "one digest for each message");
        let start = H::start(Options::NONE, Self::WITHOUT_KEY);
        H::Frame::many(&start, Backends::get(), messages, N, digests.as_flattened_mut());
    }
}

impl<H: TakesKey, const N: usize> Hasher<H, N> {
    /// Starts a new message under a key: the function is then a MAC. To set other options too, use
    /// [`with_options`](Self::with_options).
    ///
    /// # Errors
    /// [`Error::NoKey`] if the key is empty; [`Error::ParameterLength`] if the key is longer than the function accepts.
    ///
    /// ```
    /// use bramah::Blake2b512;
    ///
    /// let mut mac = Blake2b512::keyed(&[7; 32])?;
    /// mac.update(b"message");
    /// let tag = mac.clone().finalize();
    /// mac.verify(&tag)?;
    /// # Ok::<(), bramah::Error>(())
    /// ```
    pub fn keyed(key: &[u8]) -> Result<Self, Error> {
        if key.is_empty() {
            return Err(Error::NoKey { function: H::INFO.name });
        }
        Self::with_options(&Options { key, ..Options::default() })
    }
}

impl<H: Xof, const N: usize> Hasher<H, N> {
    /// Ends the message and returns a reader of its output, which can have any length.
    #[inline]
    pub fn finalize_xof(mut self) -> Reader<H> {
        self.frame.pad();
        Reader(self.frame)
    }
}

/// A reader of the output of an extendable-output function. It starts at the first byte.
pub struct Reader<H: Xof>(H::Frame);

impl<H: Xof> Reader<H> {
    /// Fills `out` with the next bytes of the output.
    #[inline]
    pub fn read(&mut self, out: &mut [u8]) {
        self.0.squeeze(out);
    }

    /// Moves the reader to byte `position` of the output, counted from 0. Returns false if the function cannot seek or
    /// if its output ends before that byte.
    #[inline]
    pub fn seek(&mut self, position: u64) -> bool {
        self.0.seek(position)
    }
}

impl<H: Xof> Clone for Reader<H> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<H: Xof> fmt::Debug for Reader<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("algorithm", &H::INFO.name).finish_non_exhaustive()
    }
}

/// A reader over the output: it never ends and never fails.
#[cfg(feature = "std")]
impl<H: Xof> std::io::Read for Reader<H> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.0.squeeze(out);
        Ok(out.len())
    }
}

impl<H: Hash, const N: usize> Clone for Hasher<H, N> {
    fn clone(&self) -> Self {
        Self { start: self.start.clone(), frame: self.frame.clone() }
    }
}

impl<H: Hash, const N: usize> Default for Hasher<H, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<H: Hash, const N: usize> fmt::Debug for Hasher<H, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hasher").field("algorithm", &H::INFO.name).finish_non_exhaustive()
    }
}
