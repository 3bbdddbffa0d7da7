//! Block ciphers: a part of Bramah.
//!
//! This crate is a part of the crate `bramah`, which re-exports it. Items hidden from the documentation may change in any
//! release.
#![allow(rustdoc::private_intra_doc_links)] // in items that are hidden from the documentation
#![cfg_attr(not(any(feature = "std", test)), no_std)]
// on other architectures all code is portable, and helpers of vector code are unused
#![cfg_attr(
    not(any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64")),
    allow(dead_code, unused_imports, unused_macros)
)]
#![cfg_attr(not(feature = "registry"), allow(unreachable_pub))] // features decide which items other crates use
#![cfg_attr(not(feature = "all"), allow(dead_code, unused_imports, unused_macros))] // items that only disabled families need
// unit tests have only portable candidates
#![cfg_attr(test, allow(dead_code, unused_imports, unused_macros))]

#[cfg(feature = "alloc")]
extern crate alloc;

/// The selection of backends, and the macro for lists of candidates, which shares its name with a function.
mod backend {
    pub(crate) use bramah_machine::backend::*;
    #[cfg(not(test))]
    pub(crate) use bramah_machine::candidates;
    #[cfg(test)]
    pub(crate) use bramah_machine::portable_candidates as candidates;
}
#[cfg(feature = "rustcrypto")]
#[doc(hidden)]
pub mod compat;
#[cfg(feature = "registry")]
use bramah_machine::entries;
use bramah_machine::{Error, names, simd, wipe};
use bramah_primitives as primitives;

pub(crate) mod boxed;
mod cipher;
mod declare;
mod directions;
pub(crate) mod eights;
pub(crate) mod fused;
mod keyed;
pub(crate) mod lanes;
pub(crate) mod lean;
#[doc(hidden)]
pub mod ocb;
pub(crate) mod octets;
mod operations;
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) mod quarters;
#[cfg(feature = "registry")]
mod registry;
mod scheduled;
pub(crate) mod self_test;
pub(crate) mod serial;
#[cfg(any(feature = "simon", feature = "speck"))]
pub(crate) mod simon_speck;
mod table;
pub(crate) mod wide;

#[doc(hidden)]
pub use bramah_machine::lengths::{MAX_BLOCK, whole_blocks};
pub use cipher::{BlockCipher, Typed};
pub use directions::{Both, Directions, EncryptOnly};
pub use fused::Fused;
#[doc(hidden)]
pub use fused::gcm::{
    HEADER as MAX_GCM_HEADER, Many as GcmMany, Part as GcmPart, ROW as GCM_ROW, Whole as GcmWhole,
};
#[doc(hidden)]
pub use fused::gcm_siv::Message as GcmSivMessage;
#[doc(hidden)]
pub use keyed::Holds;
pub use keyed::Keyed;
#[doc(hidden)]
pub use keyed::sealed;
pub use lean::Lean;
#[doc(hidden)]
pub use operations::{Authenticated, Pass};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, AnyCipher, Entry, Info, entries, lookup};
#[doc(hidden)]
pub use scheduled::{Scheduled, Use};
pub use table::Table;

use crate::{backend::Dispatch, names::ByteLengths, simd::memory::Bytes};

/// Declares the families. Each argument is a feature and the module that it enables, which has the `ENTRIES` of the family's
/// ciphers.
macro_rules! families {
    ($($feature:literal: $family:ident;)*) => {
        $(
            #[cfg(feature = $feature)]
            pub mod $family;
        )*
        /// The entries of every block cipher, grouped by family.
        #[cfg(feature = "registry")]
        pub(crate) static FAMILIES: &[&[Entry]] = &[$(
            #[cfg(feature = $feature)]
            $family::ENTRIES,
        )*];
    };
}

families! {
    "anubis": anubis;
    "aria": aria;
    "blowfish": blowfish;
    "camellia": camellia;
    "cast": cast;
    "des": des;
    "hight": hight;
    "idea": idea;
    "kalyna": kalyna;
    "kuznyechik": kuznyechik;
    "lea": lea;
    "magma": magma;
    "mars": mars;
    "noekeon": noekeon;
    "rc2": rc2;
    "rc6": rc6;
    "aes": rijndael;
    "seed": seed;
    "serpent": serpent;
    "shacal2": shacal2;
    "simon": simon;
    "skipjack": skipjack;
    "sm4": sm4;
    "speck": speck;
    "tea": tea;
    "threefish": threefish;
    "twofish": twofish;
    "xtea": xtea;
}

/// The prefix of the names of Kalyna, for the modes of DSTU 7624, which are defined only for Kalyna.
#[cfg(feature = "registry")]
#[doc(hidden)]
pub const KALYNA: &str = "kalyna";

/// A block cipher without a key: its block, its key lengths and its implementations.
pub trait Cipher: Sized + 'static {
    /// The name of the cipher without the number of key bits.
    const NAME: &'static str;
    /// The type of a block.
    type Block: Bytes;
    /// The type of the key schedule, the expanded form of a key.
    type Schedule: Schedule;
    /// The valid key lengths in bytes.
    const KEYS: ByteLengths;

    /// Whether CBC, CFB and OFB accept IVs of several blocks, as for the ciphers of GOST R 34.12-2015 (GOST R 34.13-2015, 5).
    const LONG_IVS: bool = false;

    /// The type of the tables of the backends: [`Lean`], or [`Fused`] if a round of the cipher is as fast as a round of AES.
    type Table: Table<Self>;

    /// Returns the list of the cipher's implementations.
    fn dispatch() -> &'static Dispatch<Self::Table>;
}

/// A block cipher with a tweak: a second, public input of 16 bytes besides the key, which selects another permutation.
pub trait Tweakable: Cipher {}

/// A cipher that can reduce the strength of its keys to a number of effective bits, like RC2.
pub trait EffectiveBits: Cipher {}

/// A key schedule: the expanded form of a key.
pub trait Schedule: Clone + Send + Sync + 'static {
    /// A schedule that has no key yet.
    const EMPTY: Self;
    /// Erases the schedule from memory.
    fn wipe(&mut self);
    /// The length of a tweak in bytes; 0 if the cipher takes none.
    const TWEAK: usize = 0;
    /// Sets the tweak, [`TWEAK`](Self::TWEAK) bytes, after a key has been expanded. Expanding a key sets the tweak to zero.
    fn set_tweak(&mut self, _tweak: &[u8]) {}
    /// The maximum number of effective key bits, as in RC2; `None` if the cipher has no such parameter.
    const EFFECTIVE_BITS: Option<u16> = None;
    /// Sets the number of effective bits, from 1 to the maximum, of the key that is expanded next. By default keys are not
    /// reduced.
    fn set_effective_bits(&mut self, _bits: u16) {}
}

/// A mode in which the encryption of a block needs the result of the previous block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chained {
    /// Encryption in CBC.
    Cbc,
    /// Encryption in CFB.
    Cfb,
    /// Output feedback, encryption or decryption.
    Ofb,
}
