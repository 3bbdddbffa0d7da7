//! Block ciphers.

mod cipher;
mod keyed;
#[cfg(feature = "registry")]
mod registry;
pub(crate) mod self_test;

pub use cipher::{BlockCipher, Typed};
pub(crate) use cipher::{Scheduled, Use};
#[cfg(feature = "registry")]
pub(crate) use keyed::Holds;
pub use keyed::Keyed;
pub(crate) use keyed::{MAX_BLOCK, Pass, sealed, whole_blocks};
#[cfg(feature = "registry")]
pub use registry::{Algorithm, AnyCipher, Entry, Info, entries, lookup};

use crate::{
    backend::{self, Backend, Dispatch, table_calls},
    mode::eax::Chain,
    names::ByteLengths,
    simd::{Bytes, InOut, Increment, Lanes, MAX_CHAINS},
};

/// Declares the families: each word is a folder with the `ENTRIES` of its ciphers.
macro_rules! families {
    ($($family:ident),* $(,)?) => {
        $(pub mod $family;)*
        /// Every block cipher, family by family.
        #[cfg(feature = "registry")]
        pub(crate) static FAMILIES: &[&[Entry]] = &[$($family::ENTRIES),*];
    };
}

families! { rijndael }

/// A block cipher, for keys of each length that it takes, and its implementations.
pub trait Cipher: Sized + 'static {
    /// Its name without the bits of the key.
    const NAME: &'static str;
    /// A block.
    type Block: Bytes;
    /// What a key is expanded to.
    type Schedule: Schedule;
    /// The lengths of its keys.
    const KEYS: ByteLengths;

    /// Its implementations.
    fn dispatch() -> &'static Dispatch<Ops<Self>>;
}

/// A key schedule.
pub trait Schedule: Clone + Send + Sync + 'static {
    /// One that no key has been expanded to.
    const EMPTY: Self;
    /// Erases it.
    fn wipe(&mut self);
}

/// What a backend does: each mode, with the cipher compiled into it. Texts are whole blocks.
pub struct Ops<C: Cipher> {
    /// Expands a key of a defined length; for encryption alone, unless the flag is set.
    pub(crate) expand: backend::Entry<unsafe fn(&[u8], bool, &mut C::Schedule)>,
    pub(crate) ecb_encrypt: backend::Entry<unsafe fn(&C::Schedule, &mut InOut<'_>)>,
    pub(crate) ecb_decrypt: backend::Entry<unsafe fn(&C::Schedule, &mut InOut<'_>)>,
    pub(crate) cbc_encrypt: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) cbc_decrypt: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) cfb_encrypt: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) cfb_decrypt: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) ofb: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) ctr: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, Increment, &mut InOut<'_>)>,
    pub(crate) xts_encrypt: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) xts_decrypt: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) eax_encrypt:
        backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut Chain<C::Block>, &mut InOut<'_>)>,
    pub(crate) eax_decrypt:
        backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut Chain<C::Block>, &mut InOut<'_>)>,
    pub(crate) mac: backend::Entry<unsafe fn(&C::Schedule, &mut C::Block, &[u8])>,
    /// How many messages are taken side by side.
    pub(crate) lanes: usize,
    pub(crate) many:
        backend::Entry<unsafe fn(&C::Schedule, Chained, &mut [C::Block; MAX_CHAINS], &Lanes<'_, C::Block>)>,
}

/// A mode in which every block waits for the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chained {
    /// Encryption in CBC.
    Cbc,
    /// Encryption in CFB.
    Cfb,
    /// OFB.
    Ofb,
}

impl<C: Cipher> Backend<Ops<C>> {
    table_calls! {
        pub(crate) fn expand(key: &[u8], decrypts: bool, schedule: &mut C::Schedule) = expand;
        pub(crate) fn ecb_encrypt(schedule: &C::Schedule, data: &mut InOut<'_>) = ecb_encrypt;
        pub(crate) fn ecb_decrypt(schedule: &C::Schedule, data: &mut InOut<'_>) = ecb_decrypt;
        pub(crate) fn cbc_encrypt(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = cbc_encrypt;
        pub(crate) fn cbc_decrypt(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = cbc_decrypt;
        pub(crate) fn cfb_encrypt(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = cfb_encrypt;
        pub(crate) fn cfb_decrypt(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = cfb_decrypt;
        pub(crate) fn ofb(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = ofb;
        pub(crate) fn ctr(schedule: &C::Schedule, counter: &mut C::Block, increment: Increment, data: &mut InOut<'_>) = ctr;
        pub(crate) fn xts_encrypt(schedule: &C::Schedule, tweak: &mut C::Block, data: &mut InOut<'_>) = xts_encrypt;
        pub(crate) fn xts_decrypt(schedule: &C::Schedule, tweak: &mut C::Block, data: &mut InOut<'_>) = xts_decrypt;
        pub(crate) fn eax_encrypt(schedule: &C::Schedule, counter: &mut C::Block, chain: &mut Chain<C::Block>, data: &mut InOut<'_>) = eax_encrypt;
        pub(crate) fn eax_decrypt(schedule: &C::Schedule, counter: &mut C::Block, chain: &mut Chain<C::Block>, data: &mut InOut<'_>) = eax_decrypt;
        pub(crate) fn mac(schedule: &C::Schedule, chain: &mut C::Block, data: &[u8]) = mac;
        pub(crate) fn many(schedule: &C::Schedule, mode: Chained, chains: &mut [C::Block; MAX_CHAINS], lanes: &Lanes<'_, C::Block>) = many;
    }
}

/// A candidate from one [`Wide`](crate::mode::wide::Wide) type: every mode, compiled with its features.
/// `block_candidate!(Cipher, name, features, lanes, expansion, |schedule| the keyed cipher)`; without
/// features and with `portable` as its name, the one that runs everywhere.
macro_rules! block_candidate {
    ($cipher:ty, portable, $lanes:literal, $expand:path, |$s:ident| $wide:expr) => {
        $crate::block::block_candidate!(@ "portable", $cipher, $lanes, $expand, |$s| $wide)
    };
    ($cipher:ty, $name:literal, $features:literal, $lanes:literal, $expand:path, |$s:ident| $wide:expr) => {
        $crate::block::block_candidate!(@ $name, $features, $cipher, $lanes, $expand, |$s| $wide)
    };
    (@ $name:literal, $($features:literal,)? $cipher:ty, $lanes:literal, $expand:path, |$s:ident| $wide:expr) => {{
        use $crate::{
            block::{Chained, Cipher, Ops},
            mode::{cbc, cfb, ctr, eax, ecb, ofb, wide, xts},
            simd::{InOut, Increment, Lanes, MAX_CHAINS},
        };
        type Schedule = <$cipher as Cipher>::Schedule;
        type Block = <$cipher as Cipher>::Block;

        $crate::backend::candidate!($name, $($features,)? Ops {
            expand: fn expand_entry(key: &[u8], decrypts: bool, schedule: &mut Schedule) {
                $expand(key, decrypts, schedule)
            },
            ecb_encrypt: fn ecb_encrypt_entry($s: &Schedule, data: &mut InOut<'_>) {
                ecb::encrypt($wide, data.reborrow())
            },
            ecb_decrypt: fn ecb_decrypt_entry($s: &Schedule, data: &mut InOut<'_>) {
                ecb::decrypt($wide, data.reborrow())
            },
            cbc_encrypt: fn cbc_encrypt_entry($s: &Schedule, chain: &mut Block, data: &mut InOut<'_>) {
                cbc::encrypt($wide, chain, data.reborrow())
            },
            cbc_decrypt: fn cbc_decrypt_entry($s: &Schedule, chain: &mut Block, data: &mut InOut<'_>) {
                cbc::decrypt($wide, chain, data.reborrow())
            },
            cfb_encrypt: fn cfb_encrypt_entry($s: &Schedule, chain: &mut Block, data: &mut InOut<'_>) {
                cfb::encrypt($wide, chain, data.reborrow())
            },
            cfb_decrypt: fn cfb_decrypt_entry($s: &Schedule, chain: &mut Block, data: &mut InOut<'_>) {
                cfb::decrypt($wide, chain, data.reborrow())
            },
            ofb: fn ofb_entry($s: &Schedule, chain: &mut Block, data: &mut InOut<'_>) {
                ofb::both($wide, chain, data.reborrow())
            },
            ctr: fn ctr_entry($s: &Schedule, counter: &mut Block, increment: Increment, data: &mut InOut<'_>) {
                ctr::both($wide, counter, increment, data.reborrow())
            },
            xts_encrypt: fn xts_encrypt_entry($s: &Schedule, tweak: &mut Block, data: &mut InOut<'_>) {
                xts::encrypt($wide, tweak, data.reborrow())
            },
            xts_decrypt: fn xts_decrypt_entry($s: &Schedule, tweak: &mut Block, data: &mut InOut<'_>) {
                xts::decrypt($wide, tweak, data.reborrow())
            },
            eax_encrypt: fn eax_encrypt_entry($s: &Schedule, counter: &mut Block, chain: &mut eax::Chain<Block>, data: &mut InOut<'_>) {
                eax::encrypt($wide, counter, chain, data.reborrow())
            },
            eax_decrypt: fn eax_decrypt_entry($s: &Schedule, counter: &mut Block, chain: &mut eax::Chain<Block>, data: &mut InOut<'_>) {
                eax::decrypt($wide, counter, chain, data.reborrow())
            },
            mac: fn mac_entry($s: &Schedule, chain: &mut Block, data: &[u8]) {
                cbc::mac($wide, chain, data)
            },
            many: fn many_entry($s: &Schedule, mode: Chained, chains: &mut [Block; MAX_CHAINS], lanes: &Lanes<'_, Block>) {
                match mode {
                    Chained::Cbc => wide::side_by_side::<_, cbc::Encrypt>($wide, chains, lanes),
                    Chained::Cfb => wide::side_by_side::<_, cfb::Encrypt>($wide, chains, lanes),
                    Chained::Ofb => wide::side_by_side::<_, ofb::Both>($wide, chains, lanes),
                }
            };
            lanes: $lanes
        })
    }};
}
pub(crate) use block_candidate;
