//! Modes compiled together with a cipher: for AES, whose rounds are so fast that a separate pass for counters and offsets would
//! cost a quarter of the time or more.

pub(crate) mod cbc;
pub(crate) mod cfb;
pub(crate) mod ctr;
pub(crate) mod eax;
pub(crate) mod ecb;
pub(crate) mod gcm;
pub(crate) mod gcm_siv;
pub(crate) mod key_wrap;
pub(crate) mod ocb;
pub(crate) mod ofb;
pub(crate) mod xts;
crate::backend::only! { aes: {
    pub(crate) mod keys;
    pub(crate) mod once;
} }

use super::{
    Authenticated, Chained, Cipher, Pass, Table,
    operations::{AUTHENTICATED, AuthenticatedName, PassName},
};
use crate::{
    backend::{Backend, Entries, Entry, table_calls},
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut, Lanes, MAX_CHAINS, Room},
    },
    wipe::{self, Above},
};

/// The maximum number of blocks of a message whose key encrypts no other message and is not stored.
const ONCE_BLOCKS: usize = 8;

/// A table with a function for each mode, which includes the rounds of the cipher. Texts are whole blocks.
pub struct Fused<C: Cipher> {
    /// Expands a key of a valid length: only for encryption, unless the second argument is true.
    pub(crate) expand: Entry<unsafe fn(&[u8], bool, &mut C::Schedule)>,
    /// The functions for [`Pass`]. The block is the chaining block, which ECB lacks. Only the function for CTR uses the increment;
    /// it takes from the text the blocks that it has processed, at least one.
    pub(crate) passes: Entries<
        unsafe fn(&C::Schedule, Option<&mut C::Block>, Increment, &mut InOut<'_>),
        { PassName::COUNT },
    >,
    /// The functions for [`Authenticated`]: one for encryption and one for decryption of each operation. Both functions of
    /// GCM-SIV encrypt and decrypt: see [`SHORT_GCM_SIV`].
    pub(crate) authenticated: Entries<
        unsafe fn(&C::Schedule, bool, u128, &mut Authenticated<'_, '_>, &mut InOut<'_>),
        AUTHENTICATED,
    >,
    /// The number of powers of the hash key that GCM needs on this backend, or 0 if the backend has no function for GCM.
    pub(crate) gcm_powers: usize,
    /// The number of blocks in a vector of GCM, or 0 if the backend has no function for GCM.
    pub(crate) gcm_lanes: usize,
    /// Encrypts or decrypts the only message of a key in CTR, which must have few blocks: [`ctr_once`](Table::ctr_once).
    pub(crate) ctr_once: Entries<unsafe fn(&[u8], &C::Block, &mut InOut<'_>), 1>,
    pub(crate) mac: Entry<unsafe fn(&C::Schedule, &mut C::Block, &[u8])>,
    /// The number of messages that `many` processes side by side.
    pub(crate) lanes: usize,
    pub(crate) many:
        Entry<unsafe fn(&C::Schedule, Chained, &mut [C::Block; MAX_CHAINS], &Lanes<'_, C::Block>)>,
}

table_calls! {
    /// The calls of the functions in a fused backend's table.
    pub(crate) trait FusedCalls[C: Cipher]: Backend<Fused<C>> {
        fn expand(key: &[u8], decrypts: bool, schedule: &mut C::Schedule) = expand;
        fn pass[place](schedule: &C::Schedule, chain: Option<&mut C::Block>, increment: Increment, data: &mut InOut<'_>) -> bool = passes;
        fn authenticated[place](schedule: &C::Schedule, decrypt: bool, number: u128, operation: &mut Authenticated<'_, '_>, data: &mut InOut<'_>) -> bool = authenticated;
        fn ctr_once[place](key: &[u8], counter: &C::Block, data: &mut InOut<'_>) -> bool = ctr_once;
        fn mac(schedule: &C::Schedule, chain: &mut C::Block, data: &[u8]) = mac;
        fn many(schedule: &C::Schedule, mode: Chained, chains: &mut [C::Block; MAX_CHAINS], lanes: &Lanes<'_, C::Block>) = many;
    }
}

impl<C: Cipher> Table<C> for Fused<C> {
    const ABOVE: Above = Above::Nothing;
    const ABOVE_SEVERAL: Above = Above::Group;
    #[inline(always)]
    fn above(pass: Pass, len: usize) -> Above {
        match pass {
            // a scheme that passes several blocks keeps them on the stack
            Pass::EcbEncrypt | Pass::EcbDecrypt if len > C::Block::LEN => Above::Group,
            _ => Above::Nothing,
        }
    }
    fn expand(backend: Backend<Self>, key: &[u8], decrypts: bool, schedule: &mut C::Schedule) {
        backend.expand(key, decrypts, schedule);
    }
    #[inline]
    fn pass(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        pass: Pass,
        chain: &mut [u8],
        data: &mut InOut<'_>,
    ) {
        let Pass::Ctr(increment) = pass else {
            let chain = if let [chain] = C::Block::split_mut(chain).0 { Some(chain) } else { None };
            backend.pass(pass.name() as usize, schedule, chain, Increment::Be, data);
            return;
        };
        if let [counter] = C::Block::split_mut(chain).0 {
            // each call ends before a carry out of the low word of the counter
            while !data.is_empty() {
                backend.pass(PassName::Ctr as usize, schedule, Some(counter), increment, data);
            }
        }
    }
    #[inline]
    fn mac(backend: Backend<Self>, schedule: &C::Schedule, chain: &mut [u8], data: &[u8]) {
        if let [chain] = C::Block::split_mut(chain).0 {
            backend.mac(schedule, chain, data);
        }
    }
    #[inline]
    fn authenticated(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        number: u128,
        operation: &mut Authenticated<'_, '_>,
        data: &mut InOut<'_>,
    ) -> bool {
        if let Authenticated::GcmSiv(message) = operation {
            if backend.ops().gcm_powers == 0 {
                return false;
            }
            if !message.is_short(data.len()) {
                return long_gcm_siv(backend, schedule, decrypt, number, message, data);
            }
            let there = backend.authenticated(SHORT_GCM_SIV, schedule, decrypt, number, operation, data);
            erase_spilled(backend, &wipe::SLIM);
            return there;
        }
        backend.authenticated(operation.name().at(decrypt), schedule, decrypt, number, operation, data)
    }
    fn gcm_powers(backend: Backend<Self>) -> usize {
        backend.ops().gcm_powers
    }
    #[inline]
    fn ctr_once(backend: Backend<Self>, key: &[u8], counter: &[u8], data: &mut InOut<'_>) -> bool {
        let ([counter], 16 | 32) = (C::Block::split(counter).0, key.len()) else { return false };
        let fits = data.len() <= ONCE_BLOCKS * C::Block::LEN
            && Increment::Be.run(counter.as_ref()) >= ONCE_BLOCKS as u64;
        fits && backend.ctr_once(0, key, counter, data)
    }
    fn lanes(backend: Backend<Self>) -> usize {
        backend.ops().lanes
    }
    #[allow(private_interfaces)] // no other crate can call this function
    fn many(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        mode: Chained,
        chains: &mut [u8],
        lanes: &Lanes<'_, C::Block>,
    ) {
        let chains = C::Block::split_mut(chains).0;
        let count = chains.len().min(MAX_CHAINS);
        let mut rows = [C::Block::ZERO; MAX_CHAINS];
        rows[..count].copy_from_slice(&chains[..count]);
        backend.many(schedule, mode, &mut rows, lanes);
        chains[..count].copy_from_slice(&rows[..count]);
    }
}

/// The indices of the two functions of GCM-SIV, each of which encrypts and decrypts: for short messages, and for others.
pub(crate) const SHORT_GCM_SIV: usize = AuthenticatedName::GcmSiv.at(false);
pub(crate) const LONG_GCM_SIV: usize = AuthenticatedName::GcmSiv.at(true);

/// Encrypts or decrypts a message that is not short in GCM-SIV, and erases its keys.
#[inline(never)]
fn long_gcm_siv<C: Cipher>(
    backend: Backend<Fused<C>>,
    schedule: &C::Schedule,
    decrypt: bool,
    nonce: u128,
    message: &mut gcm_siv::Message<'_>,
    data: &mut InOut<'_>,
) -> bool {
    let mut room = Room::new();
    let powers = room.rows();
    let mut operation = Authenticated::GcmSiv(message.with(powers));
    let there = backend.authenticated(LONG_GCM_SIV, schedule, decrypt, nonce, &mut operation, data);
    wipe::wipe(powers.as_flattened_mut().as_flattened_mut());
    erase_spilled(backend, &wipe::NARROW);
    there
}

/// Erases the part of the stack to which a function for GCM-SIV may have spilled secrets, such as round keys of the message.
/// Functions on CPUs with 32 registers store the round keys in an array that they erase themselves; the assembly gate fails if
/// such a function stores more than `spills.txt` allows.
#[inline(always)]
fn erase_spilled<C: Cipher>(backend: Backend<Fused<C>>, part: &wipe::Stack) {
    if backend.ops().gcm_lanes < 4 {
        part.erase_near();
    }
}

/// Makes a candidate whose table has a function for each mode, compiled for one [`Wide`](crate::wide::Wide) type with the CPU
/// features of that type: `fused_candidate!(Cipher, name, features, lanes: 8, expansion, |schedule| the keyed cipher)`. `gcm:
/// Numbers Token` at the end adds GCM in one loop, with this type of vectors for GHASH; such a vector has as many numbers as a
/// vector of the cipher has blocks. `many` after that is the function for several messages, if a vector has several blocks. The
/// candidate named `portable` has no features and runs on every CPU.
macro_rules! fused_candidate {
    ($cipher:ty, portable, lanes: $lanes:literal, $expand:path, |$s:ident| $wide:expr) => {
        $crate::fused::fused_candidate!(@ "portable", $cipher, $lanes, $expand, |$s| $wide)
    };
    ($cipher:ty, $name:literal, $features:literal, lanes: $lanes:literal, $expand:path, |$s:ident| $wide:expr
     $(, gcm: $numbers:ident $token:ident $($many:ident)?)?) => {
        $crate::fused::fused_candidate!(@ $name, $features, $cipher, $lanes, $expand, |$s| $wide $(, $numbers $token $($many)?)?)
    };
    (@lanes) => { 0 };
    (@lanes $numbers:ident) => { <$crate::simd::gf::$numbers as $crate::simd::gf::Carryless>::COUNT };
    (@powers) => { 0 };
    (@powers $numbers:ident) => {
        $crate::fused::gcm::GROUP * <$crate::simd::gf::$numbers as $crate::simd::gf::Carryless>::COUNT + 1
    };
    (@ $name:literal, $($features:literal,)? $cipher:ty, $lanes:literal, $expand:path, |$s:ident| $wide:expr
     $(, $numbers:ident $token:ident $($many:ident)?)?) => {{
        #[allow(unused_imports)] // some imports are only for GCM and other functions with the same CPU features
        use $crate::{Authenticated, Chained, Cipher, Fused, fused::{cbc, cfb, ctr, eax, ecb, gcm, gcm_siv, key_wrap, ocb, ofb, xts}, operations::{AuthenticatedName as Name, PassName}, wide, simd::{self, gf, memory::{InOut, Lanes, MAX_CHAINS}, blocks::Increment}};
        type Schedule = <$cipher as Cipher>::Schedule;
        type Block = <$cipher as Cipher>::Block;

        $crate::backend::candidate!($name, $($features,)? Fused {
            expand: fn expand_entry(key: &[u8], decrypts: bool, schedule: &mut Schedule) {
                $expand(key, decrypts, schedule)
            },
            passes: [all fn($s: &Schedule, chain: Option<&mut Block>, increment: Increment, data: &mut InOut<'_>)
                PassName::EcbEncrypt as usize => ecb_encrypt_entry { ecb::encrypt($wide, data.reborrow()) }
                PassName::EcbDecrypt as usize => ecb_decrypt_entry { ecb::decrypt($wide, data.reborrow()) }
                PassName::CbcEncrypt as usize => cbc_encrypt_entry { if let Some(chain) = chain { cbc::encrypt($wide, chain, data.reborrow()) } }
                PassName::CbcDecrypt as usize => cbc_decrypt_entry { if let Some(chain) = chain { cbc::decrypt($wide, chain, data.reborrow()) } }
                PassName::CfbEncrypt as usize => cfb_encrypt_entry { if let Some(chain) = chain { cfb::encrypt($wide, chain, data.reborrow()) } }
                PassName::CfbDecrypt as usize => cfb_decrypt_entry { if let Some(chain) = chain { cfb::decrypt($wide, chain, data.reborrow()) } }
                PassName::Ofb as usize => ofb_entry { if let Some(chain) = chain { ofb::both($wide, chain, data.reborrow()) } }
                PassName::Ctr as usize => ctr_entry { if let Some(chain) = chain { ctr::both($wide, chain, increment, data) } }
                PassName::XtsEncrypt as usize => xts_encrypt_entry { if let Some(chain) = chain { xts::encrypt($wide, chain, data.reborrow()) } }
                PassName::XtsDecrypt as usize => xts_decrypt_entry { if let Some(chain) = chain { xts::decrypt($wide, chain, data.reborrow()) } }
            ],
            authenticated: [some fn($s: &Schedule, decrypt: bool, number: u128, operation: &mut Authenticated<'_, '_>, data: &mut InOut<'_>)
                Name::Eax.at(false) => eax_encrypt_entry { if let Authenticated::Eax(blocks) = operation { eax::encrypt($wide, blocks, data.reborrow()) } }
                Name::Eax.at(true) => eax_decrypt_entry { if let Authenticated::Eax(blocks) = operation { eax::decrypt($wide, blocks, data.reborrow()) } }
                Name::Ocb.at(false) => ocb_encrypt_entry { if let Authenticated::Ocb(message) = operation { ocb::encrypt($wide, number, message, data.reborrow()) } }
                Name::Ocb.at(true) => ocb_decrypt_entry { if let Authenticated::Ocb(message) = operation { ocb::decrypt($wide, number, message, data.reborrow()) } }
                $(
                Name::Gcm.at(false) => gcm_encrypt_entry { if let Authenticated::Gcm(part) = operation { gcm::part::<_, gf::$numbers, false>($wide, simd::$token::here(), number, part, data) } }
                Name::Gcm.at(true) => gcm_decrypt_entry { if let Authenticated::Gcm(part) = operation { gcm::part::<_, gf::$numbers, true>($wide, simd::$token::here(), number, part, data) } }
                $(
                Name::GcmMany.at(false) => gcm_encrypt_many_entry { if let Authenticated::GcmMany(several) = operation { gcm::$many::<_, gf::$numbers, false>($wide, simd::$token::here(), several) } }
                Name::GcmMany.at(true) => gcm_decrypt_many_entry { if let Authenticated::GcmMany(several) = operation { gcm::$many::<_, gf::$numbers, true>($wide, simd::$token::here(), several) } }
                )?
                $crate::fused::SHORT_GCM_SIV => gcm_siv_short_entry { if let Authenticated::GcmSiv(message) = operation { gcm_siv::short::<_, gf::$numbers>($wide, simd::$token::here(), decrypt, number, message, data) } }
                $crate::fused::LONG_GCM_SIV => gcm_siv_long_entry { if let Authenticated::GcmSiv(message) = operation { gcm_siv::long::<_, gf::$numbers>($wide, simd::$token::here(), decrypt, number, message, data) } }
                Name::KeyWrap.at(false) => wrap_entry { if let Authenticated::KeyWrap(check) = operation { key_wrap::wrap($wide, number, check, data) } }
                Name::KeyWrap.at(true) => unwrap_entry { if let Authenticated::KeyWrap(check) = operation { key_wrap::unwrap($wide, number, check, data) } }
                )?
            ],
            ctr_once: [some fn(key: &[u8], counter: &Block, data: &mut InOut<'_>)
                $(0 => ctr_once_entry {
                    _ = simd::$token::here();
                    // an empty schedule, because no round key is read
                    let $s = const { &<Schedule as $crate::Schedule>::EMPTY };
                    $crate::fused::once::ctr($wide, key, counter, data.reborrow())
                })?
            ],
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
            lanes: $lanes;
            gcm_powers: $crate::fused::fused_candidate!(@powers $($numbers)?);
            gcm_lanes: $crate::fused::fused_candidate!(@lanes $($numbers)?)
        })
    }};
}
pub(crate) use fused_candidate;
