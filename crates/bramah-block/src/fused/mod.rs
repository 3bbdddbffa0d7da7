//! Modes compiled into a cipher: for AES, whose rounds are so fast that a separate pass over counters and offsets would
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
crate::backend::only! { vectors: {
    pub(crate) mod keys;
    pub(crate) mod once;
} }

use super::{
    Chained, Cipher, Pass, Table,
    ocb::{Offsets, Whole},
};
use crate::{
    backend::{Backend, Entry, table_calls},
    primitives::ghash::{Numbers, Powers},
    simd::memory::Packet,
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut, Lanes, MAX_CHAINS, Room},
    },
    wipe::{self, Above},
};
use eax::Chain;

/// The most blocks of a message whose key serves no other and is not stored.
const ONCE_BLOCKS: usize = 8;

/// A table with a function for each mode, each of which has the rounds inside. Texts are whole blocks.
pub struct Fused<C: Cipher> {
    /// Expands a key of a defined length; for encryption alone, unless the flag is set.
    pub(crate) expand: Entry<unsafe fn(&[u8], bool, &mut C::Schedule)>,
    pub(crate) ecb_encrypt: Entry<unsafe fn(&C::Schedule, &mut InOut<'_>)>,
    pub(crate) ecb_decrypt: Entry<unsafe fn(&C::Schedule, &mut InOut<'_>)>,
    pub(crate) cbc_encrypt: Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) cbc_decrypt: Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) cfb_encrypt: Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) cfb_decrypt: Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) ofb: Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) ctr: Entry<unsafe fn(&C::Schedule, &mut C::Block, Increment, &mut InOut<'_>)>,
    pub(crate) xts_encrypt: Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) xts_decrypt: Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut InOut<'_>)>,
    pub(crate) eax_encrypt:
        Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut Chain<C::Block>, &mut InOut<'_>)>,
    pub(crate) eax_decrypt:
        Entry<unsafe fn(&C::Schedule, &mut C::Block, &mut Chain<C::Block>, &mut InOut<'_>)>,
    pub(crate) ocb_encrypt: Entry<unsafe fn(&C::Schedule, u128, Offsets<'_, C::Block>, &mut InOut<'_>)>,
    pub(crate) ocb_decrypt: Entry<unsafe fn(&C::Schedule, u128, Offsets<'_, C::Block>, &mut InOut<'_>)>,
    /// How many powers of the hash key GCM needs here; 0 if the backend has no function for it.
    pub(crate) gcm_powers: usize,
    pub(crate) gcm_encrypt: Entry<unsafe fn(&C::Schedule, u128, &mut gcm::Part<'_>, &mut InOut<'_>)>,
    pub(crate) gcm_decrypt: Entry<unsafe fn(&C::Schedule, u128, &mut gcm::Part<'_>, &mut InOut<'_>)>,
    /// How many messages in GCM are processed side by side; if not more than one, there is no function for it.
    pub(crate) gcm_lanes: usize,
    pub(crate) gcm_encrypt_many:
        Entry<unsafe fn(&C::Schedule, &Powers, &mut [Packet<'_>], &mut [[u8; 16]; gcm::ROW])>,
    pub(crate) gcm_decrypt_many:
        Entry<unsafe fn(&C::Schedule, &Powers, &mut [Packet<'_>], &mut [[u8; 16]; gcm::ROW])>,
    /// Encrypts or decrypts a short message in GCM-SIV. There is a function for this mode if there is one for GCM.
    pub(crate) gcm_siv_short: Entry<unsafe fn(&C::Schedule, bool, &mut gcm_siv::Message<'_>, &mut InOut<'_>)>,
    pub(crate) gcm_siv_long:
        Entry<unsafe fn(&C::Schedule, bool, &mut [Numbers; 2], &mut gcm_siv::Message<'_>, &mut InOut<'_>)>,
    /// Wraps semiblocks of 8 bytes, and the one before them. There is a function for this if there is one for GCM.
    pub(crate) wrap: Entry<unsafe fn(&C::Schedule, &mut u64, &mut InOut<'_>)>,
    pub(crate) unwrap: Entry<unsafe fn(&C::Schedule, &mut u64, &mut InOut<'_>)>,
    /// Encrypts or decrypts the one message of a key in CTR, of few blocks: [`ctr_once`](Table::ctr_once). There is a function for
    /// this if there is one for GCM.
    pub(crate) ctr_once: Entry<unsafe fn(&[u8], &C::Block, &mut InOut<'_>)>,
    pub(crate) mac: Entry<unsafe fn(&C::Schedule, &mut C::Block, &[u8])>,
    /// The number of messages that are processed side by side.
    pub(crate) lanes: usize,
    pub(crate) many:
        Entry<unsafe fn(&C::Schedule, Chained, &mut [C::Block; MAX_CHAINS], &Lanes<'_, C::Block>)>,
}

table_calls! {
    /// The calls of a fused backend.
    pub(crate) trait FusedCalls[C: Cipher]: Backend<Fused<C>> {
        fn expand(key: &[u8], decrypts: bool, schedule: &mut C::Schedule) = expand;
        fn ecb_encrypt(schedule: &C::Schedule, data: &mut InOut<'_>) = ecb_encrypt;
        fn ecb_decrypt(schedule: &C::Schedule, data: &mut InOut<'_>) = ecb_decrypt;
        fn cbc_encrypt(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = cbc_encrypt;
        fn cbc_decrypt(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = cbc_decrypt;
        fn cfb_encrypt(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = cfb_encrypt;
        fn cfb_decrypt(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = cfb_decrypt;
        fn ofb(schedule: &C::Schedule, chain: &mut C::Block, data: &mut InOut<'_>) = ofb;
        fn ctr(schedule: &C::Schedule, counter: &mut C::Block, increment: Increment, data: &mut InOut<'_>) = ctr;
        fn xts_encrypt(schedule: &C::Schedule, tweak: &mut C::Block, data: &mut InOut<'_>) = xts_encrypt;
        fn xts_decrypt(schedule: &C::Schedule, tweak: &mut C::Block, data: &mut InOut<'_>) = xts_decrypt;
        fn eax_encrypt(schedule: &C::Schedule, counter: &mut C::Block, chain: &mut Chain<C::Block>, data: &mut InOut<'_>) = eax_encrypt;
        fn eax_decrypt(schedule: &C::Schedule, counter: &mut C::Block, chain: &mut Chain<C::Block>, data: &mut InOut<'_>) = eax_decrypt;
        fn ocb_encrypt(schedule: &C::Schedule, nonce: u128, offsets: Offsets<'_, C::Block>, data: &mut InOut<'_>) = ocb_encrypt;
        fn ocb_decrypt(schedule: &C::Schedule, nonce: u128, offsets: Offsets<'_, C::Block>, data: &mut InOut<'_>) = ocb_decrypt;
        fn gcm_encrypt(schedule: &C::Schedule, counter: u128, part: &mut gcm::Part<'_>, data: &mut InOut<'_>) = gcm_encrypt;
        fn gcm_decrypt(schedule: &C::Schedule, counter: u128, part: &mut gcm::Part<'_>, data: &mut InOut<'_>) = gcm_decrypt;
        fn gcm_encrypt_many(schedule: &C::Schedule, powers: &Powers, packets: &mut [Packet<'_>], tags: &mut [[u8; 16]; gcm::ROW]) = gcm_encrypt_many;
        fn gcm_decrypt_many(schedule: &C::Schedule, powers: &Powers, packets: &mut [Packet<'_>], tags: &mut [[u8; 16]; gcm::ROW]) = gcm_decrypt_many;
        fn gcm_siv_short(schedule: &C::Schedule, decrypt: bool, message: &mut gcm_siv::Message<'_>, data: &mut InOut<'_>) = gcm_siv_short;
        fn gcm_siv_long(schedule: &C::Schedule, decrypt: bool, powers: &mut [Numbers; 2], message: &mut gcm_siv::Message<'_>, data: &mut InOut<'_>) = gcm_siv_long;
        fn wrap(schedule: &C::Schedule, check: &mut u64, semiblocks: &mut InOut<'_>) = wrap;
        fn unwrap(schedule: &C::Schedule, check: &mut u64, semiblocks: &mut InOut<'_>) = unwrap;
        fn ctr_once(key: &[u8], counter: &C::Block, data: &mut InOut<'_>) = ctr_once;
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
            // a scheme that passes several blocks holds them on the stack
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
        match pass {
            Pass::EcbEncrypt => backend.ecb_encrypt(schedule, data),
            Pass::EcbDecrypt => backend.ecb_decrypt(schedule, data),
            _ => {}
        }
        let [chain] = C::Block::split_mut(chain).0 else { return };
        match pass {
            Pass::CbcEncrypt => backend.cbc_encrypt(schedule, chain, data),
            Pass::CbcDecrypt => backend.cbc_decrypt(schedule, chain, data),
            Pass::CfbEncrypt => backend.cfb_encrypt(schedule, chain, data),
            Pass::CfbDecrypt => backend.cfb_decrypt(schedule, chain, data),
            Pass::Ofb => backend.ofb(schedule, chain, data),
            Pass::Ctr(increment) => backend.ctr(schedule, chain, increment, data),
            Pass::XtsEncrypt => backend.xts_encrypt(schedule, chain, data),
            Pass::XtsDecrypt => backend.xts_decrypt(schedule, chain, data),
            Pass::EcbEncrypt | Pass::EcbDecrypt => {}
        }
    }
    #[inline]
    fn mac(backend: Backend<Self>, schedule: &C::Schedule, chain: &mut [u8], data: &[u8]) {
        if let [chain] = C::Block::split_mut(chain).0 {
            backend.mac(schedule, chain, data);
        }
    }
    #[inline]
    fn eax(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        [counter, chained, pending]: [&mut [u8]; 3],
        data: &mut InOut<'_>,
    ) {
        let ([counter], [chained], [pending]) =
            (C::Block::split_mut(counter).0, C::Block::split_mut(chained).0, C::Block::split_mut(pending).0)
        else {
            return;
        };
        let mut chain = Chain { chained: *chained, pending: *pending };
        match decrypt {
            false => backend.eax_encrypt(schedule, counter, &mut chain, data),
            true => backend.eax_decrypt(schedule, counter, &mut chain, data),
        }
        (*chained, *pending) = (chain.chained, chain.pending);
    }
    #[inline]
    fn ocb(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        multiples: &[u8],
        blocks: [&mut [u8]; 2],
        data: &mut InOut<'_>,
    ) {
        let Some(offsets) = Offsets::new(multiples, blocks) else { return };
        match decrypt {
            false => backend.ocb_encrypt(schedule, 0, offsets, data),
            true => backend.ocb_decrypt(schedule, 0, offsets, data),
        }
    }
    #[inline]
    fn ocb_whole(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        nonce: u128,
        multiples: &[u8],
        whole: (&Whole<'_>, &mut [u8; 16]),
        data: &mut InOut<'_>,
    ) -> bool {
        let [mut offset, mut sum] = [C::Block::ZERO; 2];
        let offsets = Offsets::new(multiples, [offset.as_mut(), sum.as_mut()]);
        let (16, Some(mut offsets)) = (C::Block::LEN, offsets) else { return false };
        offsets.whole = Some(whole);
        match decrypt {
            false => backend.ocb_encrypt(schedule, nonce, offsets, data),
            true => backend.ocb_decrypt(schedule, nonce, offsets, data),
        }
        wipe::wipe(offset.as_mut());
        wipe::wipe(sum.as_mut());
        true
    }
    fn gcm_powers(backend: Backend<Self>) -> usize {
        backend.ops().gcm_powers
    }
    #[inline]
    fn gcm(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        counter: u128,
        part: &mut gcm::Part<'_>,
        data: &mut InOut<'_>,
    ) {
        match decrypt {
            false => backend.gcm_encrypt(schedule, counter, part, data),
            true => backend.gcm_decrypt(schedule, counter, part, data),
        }
    }
    fn gcm_many_powers(backend: Backend<Self>) -> usize {
        if backend.ops().gcm_lanes > 1 { backend.ops().gcm_powers } else { 0 }
    }
    #[inline]
    #[allow(private_interfaces)] // no other crate can call it
    fn gcm_many(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        powers: &Powers,
        packets: &mut [Packet<'_>],
        tags: &mut [[u8; 16]; gcm::ROW],
    ) {
        match decrypt {
            false => backend.gcm_encrypt_many(schedule, powers, packets, tags),
            true => backend.gcm_decrypt_many(schedule, powers, packets, tags),
        }
    }
    #[inline]
    fn gcm_siv(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        message: &mut gcm_siv::Message<'_>,
        data: &mut InOut<'_>,
    ) -> bool {
        if backend.ops().gcm_powers == 0 {
            return false;
        }
        if message.is_short(data.len()) {
            backend.gcm_siv_short(schedule, decrypt, message, data);
            erase_spilled(backend, &wipe::SLIM);
        } else {
            long_gcm_siv(backend, schedule, decrypt, message, data);
        }
        true
    }
    #[inline]
    fn key_wrap(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        back: bool,
        check: &mut u64,
        semiblocks: &mut InOut<'_>,
    ) -> bool {
        if backend.ops().gcm_powers == 0 {
            return false;
        }
        match back {
            false => backend.wrap(schedule, check, semiblocks),
            true => backend.unwrap(schedule, check, semiblocks),
        }
        true
    }
    #[inline]
    fn ctr_once(backend: Backend<Self>, key: &[u8], counter: &[u8], data: &mut InOut<'_>) -> bool {
        let ([counter], 16 | 32) = (C::Block::split(counter).0, key.len()) else { return false };
        let fits = data.len() <= ONCE_BLOCKS * C::Block::LEN
            && Increment::Be.run(counter.as_ref()) >= ONCE_BLOCKS as u64;
        if backend.ops().gcm_powers == 0 || !fits {
            return false;
        }
        backend.ctr_once(key, counter, data);
        true
    }
    fn lanes(backend: Backend<Self>) -> usize {
        backend.ops().lanes
    }
    #[allow(private_interfaces)] // no other crate can call it
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

/// Encrypts or decrypts a message in GCM-SIV that is not short, and erases its keys.
#[inline(never)]
fn long_gcm_siv<C: Cipher>(
    backend: Backend<Fused<C>>,
    schedule: &C::Schedule,
    decrypt: bool,
    message: &mut gcm_siv::Message<'_>,
    data: &mut InOut<'_>,
) {
    let mut room = Room::new();
    let powers = room.rows();
    backend.gcm_siv_long(schedule, decrypt, powers, message, data);
    wipe::wipe(powers.as_flattened_mut().as_flattened_mut());
    erase_spilled(backend, &wipe::NARROW);
}

/// Erases the part of the stack to which a function for GCM-SIV has spilled, such as round keys of the message. With 32 registers
/// they store the round keys to an array that they erase themselves; the assembly gate fails if they store more than `spills.txt`
/// allows.
#[inline(always)]
fn erase_spilled<C: Cipher>(backend: Backend<Fused<C>>, part: &wipe::Stack) {
    if backend.ops().gcm_lanes < 4 {
        part.erase_near();
    }
}

/// A candidate whose table has a function for each mode, compiled for one [`Wide`](crate::wide::Wide) type with
/// the features of that type: `fused_candidate!(Cipher, name, features, lanes: 8, expansion, |schedule| the keyed
/// cipher)`. `gcm: Numbers Token` at the end names the numbers of GHASH, as many to a vector as blocks, for GCM in one loop.
/// The candidate named `portable` has no features and runs on every CPU.
macro_rules! fused_candidate {
    ($cipher:ty, portable, lanes: $lanes:literal, $expand:path, |$s:ident| $wide:expr) => {
        $crate::fused::fused_candidate!(@ "portable", $cipher, $lanes, $expand, |$s| $wide)
    };
    ($cipher:ty, $name:literal, $features:literal, lanes: $lanes:literal, $expand:path, |$s:ident| $wide:expr
     $(, gcm: $numbers:ident $token:ident)?) => {
        $crate::fused::fused_candidate!(@ $name, $features, $cipher, $lanes, $expand, |$s| $wide $(, $numbers $token)?)
    };
    (@lanes) => { 0 };
    (@lanes $numbers:ident) => { <$crate::simd::gf::$numbers as $crate::simd::gf::Carryless>::COUNT };
    (@powers) => { 0 };
    (@powers $numbers:ident) => {
        $crate::fused::gcm::GROUP * <$crate::simd::gf::$numbers as $crate::simd::gf::Carryless>::COUNT + 1
    };
    (@gcm $decrypt:literal $s:ident $wide:expr, $counter:ident $part:ident $data:ident) => { _ = ($s, $counter, $part, $data) };
    (@gcm $decrypt:literal $s:ident $wide:expr, $counter:ident $part:ident $data:ident, $numbers:ident $token:ident) => {
        $crate::fused::gcm::part::<_, $crate::simd::gf::$numbers, $decrypt>($wide, $crate::simd::$token::here(), $counter, $part, $data)
    };
    (@many $decrypt:literal $s:ident $wide:expr, $powers:ident $packets:ident $tags:ident) => { _ = ($s, $powers, $packets, $tags) };
    (@many $decrypt:literal $s:ident $wide:expr, $powers:ident $packets:ident $tags:ident, $numbers:ident $token:ident) => {
        $crate::fused::gcm::many::<_, $crate::simd::gf::$numbers, $decrypt>($wide, $crate::simd::$token::here(), $powers, $packets, $tags)
    };
    (@wrap $which:ident $s:ident $wide:expr, $check:ident $semiblocks:ident) => { _ = ($s, $check, $semiblocks) };
    (@wrap $which:ident $s:ident $wide:expr, $check:ident $semiblocks:ident, $numbers:ident $token:ident) => {
        $crate::fused::key_wrap::$which($wide, $check, $semiblocks)
    };
    (@once $s:ident $wide:expr, $key:ident $counter:ident $data:ident) => { _ = ($key, $counter, $data) };
    (@once $s:ident $wide:expr, $key:ident $counter:ident $data:ident, $numbers:ident $token:ident) => {{
        // no round key is read
        let $s = const { &<Schedule as $crate::Schedule>::EMPTY };
        $crate::fused::once::ctr($wide, $key, $counter, $data.reborrow())
    }};
    (@siv $which:ident $s:ident $wide:expr, $($argument:ident)*) => { _ = ($s, $($argument),*) };
    (@siv short $s:ident $wide:expr, $decrypt:ident $message:ident $data:ident, $numbers:ident $token:ident) => {
        $crate::fused::gcm_siv::short::<_, $crate::simd::gf::$numbers>($wide, $crate::simd::$token::here(), $decrypt, $message, $data)
    };
    (@siv long $s:ident $wide:expr, $decrypt:ident $powers:ident $message:ident $data:ident, $numbers:ident $token:ident) => {
        $crate::fused::gcm_siv::long::<_, $crate::simd::gf::$numbers>($wide, $crate::simd::$token::here(), $decrypt, $powers, $message, $data)
    };
    (@ $name:literal, $($features:literal,)? $cipher:ty, $lanes:literal, $expand:path, |$s:ident| $wide:expr
     $(, $numbers:ident $token:ident)?) => {{
        use $crate::{simd::memory::Packet, primitives::ghash::{Numbers, Powers}, Chained, Cipher, Fused, fused::{cbc, cfb, ctr, eax, ecb, gcm, gcm_siv, ocb, ofb, xts}, ocb::Offsets, wide, simd::{memory::{InOut, Lanes, MAX_CHAINS}, blocks::Increment}};
        type Schedule = <$cipher as Cipher>::Schedule;
        type Block = <$cipher as Cipher>::Block;

        $crate::backend::candidate!($name, $($features,)? Fused {
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
            ocb_encrypt: fn ocb_encrypt_entry($s: &Schedule, nonce: u128, offsets: Offsets<'_, Block>, data: &mut InOut<'_>) {
                ocb::encrypt($wide, nonce, offsets, data.reborrow())
            },
            ocb_decrypt: fn ocb_decrypt_entry($s: &Schedule, nonce: u128, offsets: Offsets<'_, Block>, data: &mut InOut<'_>) {
                ocb::decrypt($wide, nonce, offsets, data.reborrow())
            },
            gcm_encrypt: fn gcm_encrypt_entry($s: &Schedule, counter: u128, part: &mut gcm::Part<'_>, data: &mut InOut<'_>) {
                $crate::fused::fused_candidate!(@gcm false $s $wide, counter part data $(, $numbers $token)?)
            },
            gcm_decrypt: fn gcm_decrypt_entry($s: &Schedule, counter: u128, part: &mut gcm::Part<'_>, data: &mut InOut<'_>) {
                $crate::fused::fused_candidate!(@gcm true $s $wide, counter part data $(, $numbers $token)?)
            },
            gcm_encrypt_many: fn gcm_encrypt_many_entry($s: &Schedule, powers: &Powers, packets: &mut [Packet<'_>], tags: &mut [[u8; 16]; gcm::ROW]) {
                $crate::fused::fused_candidate!(@many false $s $wide, powers packets tags $(, $numbers $token)?)
            },
            gcm_decrypt_many: fn gcm_decrypt_many_entry($s: &Schedule, powers: &Powers, packets: &mut [Packet<'_>], tags: &mut [[u8; 16]; gcm::ROW]) {
                $crate::fused::fused_candidate!(@many true $s $wide, powers packets tags $(, $numbers $token)?)
            },
            gcm_siv_short: fn gcm_siv_short_entry($s: &Schedule, decrypt: bool, message: &mut gcm_siv::Message<'_>, data: &mut InOut<'_>) {
                $crate::fused::fused_candidate!(@siv short $s $wide, decrypt message data $(, $numbers $token)?)
            },
            gcm_siv_long: fn gcm_siv_long_entry($s: &Schedule, decrypt: bool, powers: &mut [Numbers; 2], message: &mut gcm_siv::Message<'_>, data: &mut InOut<'_>) {
                $crate::fused::fused_candidate!(@siv long $s $wide, decrypt powers message data $(, $numbers $token)?)
            },
            wrap: fn wrap_entry($s: &Schedule, check: &mut u64, semiblocks: &mut InOut<'_>) {
                $crate::fused::fused_candidate!(@wrap wrap $s $wide, check semiblocks $(, $numbers $token)?)
            },
            unwrap: fn unwrap_entry($s: &Schedule, check: &mut u64, semiblocks: &mut InOut<'_>) {
                $crate::fused::fused_candidate!(@wrap unwrap $s $wide, check semiblocks $(, $numbers $token)?)
            },
            ctr_once: fn ctr_once_entry(key: &[u8], counter: &Block, data: &mut InOut<'_>) {
                $crate::fused::fused_candidate!(@once $s $wide, key counter data $(, $numbers $token)?)
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
            lanes: $lanes;
            gcm_powers: $crate::fused::fused_candidate!(@powers $($numbers)?);
            gcm_lanes: $crate::fused::fused_candidate!(@lanes $($numbers)?)
        })
    }};
}
pub(crate) use fused_candidate;
