//! Modes over a cipher that provides only three functions: [`Lean`].
//!
//! Where blocks are independent of each other, every mode is `out[i] = E(in[i] ^ pre[i]) ^ post[i]`. ECB has neither stream. CTR
//! encrypts counters and XORs the text afterwards. XTS XORs equal offsets before and after. CBC decryption XORs the preceding
//! block of ciphertext afterwards. Therefore a backend only implements encryption and decryption of a run of blocks with these
//! two streams, and the modes are written over these functions. The modes are compiled once for each block size, not for each
//! cipher and backend.

mod groups;
mod modes;

pub(crate) use groups::Groups;

use super::{Authenticated, Chained, Cipher, Pass, Table, ocb::Offsets, operations::three_blocks};
use crate::{
    backend::{Backend, Entry, table_calls},
    simd::{
        blocks::Increment,
        memory::{Bytes, InOut, Lanes, Run},
    },
    wipe::Above,
};

/// A table of three functions: key expansion, encryption and decryption.
pub struct Lean<C: Cipher> {
    /// Expands a key of a valid length: only for encryption, unless the second argument is true.
    pub(crate) expand: Entry<unsafe fn(&[u8], bool, &mut C::Schedule)>,
    /// Encrypts a run of blocks.
    pub(crate) encrypt: Entry<unsafe fn(&C::Schedule, Run<'_>)>,
    /// Decrypts a run of blocks.
    pub(crate) decrypt: Entry<unsafe fn(&C::Schedule, Run<'_>)>,
    /// The number of messages that are processed side by side in a chained mode.
    pub(crate) lanes: usize,
    /// The groups of blocks that the functions process at once.
    pub(crate) groups: Groups,
}

table_calls! {
    /// The calls of the functions in a lean backend's table.
    trait LeanCalls[C: Cipher]: Backend<Lean<C>> {
        fn expand(key: &[u8], decrypts: bool, schedule: &mut C::Schedule) = expand;
        fn encrypt(schedule: &C::Schedule, run: Run<'_>) = encrypt;
        fn decrypt(schedule: &C::Schedule, run: Run<'_>) = decrypt;
    }
}

/// A cipher with its key, in the form that the modes use.
trait Runs {
    /// Returns the groups of blocks that the cipher processes at once.
    fn groups(&self) -> &Groups;
    /// Encrypts blocks, or decrypts them if `back` is set.
    fn crypt(&self, back: bool, run: Run<'_>);
}

/// A key schedule and the backend that made it.
struct Bound<'s, C: Cipher>(Backend<Lean<C>>, &'s C::Schedule);

impl<C: Cipher> Runs for Bound<'_, C> {
    fn groups(&self) -> &Groups {
        &self.0.ops().groups
    }
    #[inline]
    fn crypt(&self, back: bool, run: Run<'_>) {
        if back { self.0.decrypt(self.1, run) } else { self.0.encrypt(self.1, run) }
    }
}

/// Encrypts blocks that are independent of each other, or decrypts them if `back` is set.
#[inline(always)]
fn blocks<C: Cipher>(backend: Backend<Lean<C>>, schedule: &C::Schedule, back: bool, data: &mut InOut<'_>) {
    // too few blocks for any group: skips the function that pads groups, because it calls the cipher through a virtual call
    if data.len() / C::Block::LEN < backend.ops().groups.least() {
        Bound(backend, schedule).crypt(back, Run::new(data.reborrow()));
    } else {
        grouped(backend, schedule, back, data);
    }
}

/// Encrypts or decrypts blocks, some of which may be padded to a group.
#[inline(never)]
fn grouped<C: Cipher>(backend: Backend<Lean<C>>, schedule: &C::Schedule, back: bool, data: &mut InOut<'_>) {
    modes::crypt::<C::Block>(&Bound(backend, schedule), back, Run::new(data.reborrow()));
}

/// Encrypts blocks in a mode in which each block depends on the previous one.
#[inline(never)]
fn chained<C: Cipher>(
    backend: Backend<Lean<C>>,
    schedule: &C::Schedule,
    pass: Pass,
    chain: &mut [u8],
    data: &mut InOut<'_>,
) {
    let [chain] = C::Block::split_mut(chain).0 else { return };
    let cipher = Bound(backend, schedule);
    match pass {
        Pass::CbcEncrypt | Pass::CfbEncrypt => {
            modes::chained(&cipher, matches!(pass, Pass::CbcEncrypt), chain, data.reborrow());
        }
        _ => modes::pass(&cipher, pass, chain, data.reborrow()),
    }
}

impl<C: Cipher> Table<C> for Lean<C> {
    const ABOVE: Above = Above::Chunks;
    const ABOVE_SEVERAL: Above = Above::Chunks;
    fn expand(backend: Backend<Self>, key: &[u8], decrypts: bool, schedule: &mut C::Schedule) {
        backend.expand(key, decrypts, schedule);
    }
    #[inline(always)]
    fn above(pass: Pass, len: usize) -> Above {
        if let Pass::EcbEncrypt | Pass::EcbDecrypt = pass {
            // a scheme that passes several blocks keeps them on the stack, above the frame of this function
            return if len > C::Block::LEN { Above::Group } else { Above::Nothing };
        }
        if let Pass::CbcEncrypt | Pass::CfbEncrypt = pass { Above::Nothing } else { Above::Chunks }
    }
    #[inline(always)]
    fn above_blocks(backend: Backend<Self>, len: usize) -> Above {
        let count = len / C::Block::LEN;
        let groups = &backend.ops().groups;
        match groups.filled(count) {
            // as in `blocks`, so few blocks are not padded
            _ if count < groups.least() => Above::Nothing,
            Some((_, group)) if group * C::Block::LEN > modes::FEW => Above::Group,
            _ => Above::Few,
        }
    }
    #[inline(always)]
    fn pass(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        pass: Pass,
        chain: &mut [u8],
        data: &mut InOut<'_>,
    ) {
        match pass {
            Pass::EcbEncrypt => blocks(backend, schedule, false, data),
            Pass::EcbDecrypt => blocks(backend, schedule, true, data),
            _ => chained(backend, schedule, pass, chain, data),
        }
    }
    fn ctr_end(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        increment: Increment,
        counter: &mut [u8],
        data: &mut InOut<'_>,
        last: &mut [u8],
    ) -> bool {
        let ([counter], [last]) = (C::Block::split_mut(counter).0, C::Block::split_mut(last).0) else {
            return false;
        };
        modes::ctr(&Bound(backend, schedule), counter, increment, data.reborrow(), Some(last));
        true
    }
    fn mac(backend: Backend<Self>, schedule: &C::Schedule, chain: &mut [u8], data: &[u8]) {
        if let [chain] = C::Block::split_mut(chain).0 {
            modes::mac(&Bound(backend, schedule), chain, data);
        }
    }
    fn authenticated(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        decrypt: bool,
        _: u128,
        operation: &mut Authenticated<'_, '_>,
        data: &mut InOut<'_>,
    ) -> bool {
        let cipher = Bound(backend, schedule);
        match operation {
            Authenticated::Eax(blocks) => {
                let Some(blocks) = three_blocks::<C::Block>(blocks) else { return false };
                modes::eax(&cipher, decrypt, blocks, data.reborrow());
            }
            Authenticated::Ocb(message) => {
                let Some(offsets @ Offsets { whole: None, .. }) = Offsets::<C::Block>::new(message) else {
                    return false;
                };
                modes::ocb(&cipher, decrypt, offsets, data.reborrow());
            }
            _ => return false,
        }
        true
    }
    fn lanes(backend: Backend<Self>) -> usize {
        backend.ops().lanes.min(modes::LANES)
    }
    #[allow(private_interfaces)] // no other crate can call this function
    fn many(
        backend: Backend<Self>,
        schedule: &C::Schedule,
        mode: Chained,
        chains: &mut [u8],
        lanes: &Lanes<'_, C::Block>,
    ) {
        modes::many(&Bound(backend, schedule), mode, C::Block::split_mut(chains).0, lanes);
    }
}

/// Makes a candidate of a [`Lean`] table: `lean_candidate!(Cipher, name, features, lanes: 8, expansion, |schedule, run| kernel)`.
/// The kernel encrypts a run, or decrypts it if the constant `BACK` is set. It processes as many blocks at once as there are
/// lanes, or the number after `at_once:`, and two or more blocks are padded to this number. `groups:` with the [`Groups`] of the
/// kernel may replace this. The expansion is a function, or `|key, decrypts, schedule| work`. With `serial: |schedule, run|
/// kernel,` before the expansion, the second kernel encrypts single blocks and blocks that depend on each other. A candidate
/// whose table look-ups depend on secrets has `.indexing()` after the macro. A candidate whose functions need more stack than
/// most has `.with_stack(&crate::wipe::BROAD)`. A candidate without features and with the name `portable` runs on every CPU.
macro_rules! lean_candidate {
    ($cipher:ty, $name:tt, $($features:literal,)? lanes: $lanes:expr, $expand:path, $($kernel:tt)*) => {
        $crate::lean::lean_candidate!(
            $cipher, $name, $($features,)? lanes: $lanes, at_once: $lanes,
            |key, decrypts, schedule| $expand(key, decrypts, schedule), $($kernel)*
        )
    };
    ($cipher:ty, $name:tt, $($features:literal,)? lanes: $lanes:expr, serial: |$s:ident, $run:ident| $serial:expr, $expand:path,
     $($kernel:tt)*) => {
        $crate::lean::lean_candidate!(
            $cipher, $name, $($features,)? lanes: $lanes, at_once: $lanes, serial: |$s, $run| $serial,
            |key, decrypts, schedule| $expand(key, decrypts, schedule), $($kernel)*
        )
    };
    ($cipher:ty, portable, lanes: $lanes:expr, $($rest:tt)*) => {
        $crate::lean::lean_candidate!(@ "portable", $cipher, $lanes, $($rest)*)
    };
    ($cipher:ty, $name:literal, $features:literal, lanes: $lanes:expr, $($rest:tt)*) => {
        $crate::lean::lean_candidate!(@ $name, $features, $cipher, $lanes, $($rest)*)
    };
    // the serial kernel has taken all runs whose blocks depend on each other
    (@run |$run:ident| $kernel:expr, $serial_run:ident) => {{
        let $run = $run.moved();
        $kernel
    }};
    (@run |$run:ident| $kernel:expr) => {{
        let mut rest = $run;
        while let Some($run) = rest.part() {
            $kernel
        }
    }};
    (@ $name:literal, $($features:literal,)? $cipher:ty, $lanes:expr, at_once: $at_once:expr, $($rest:tt)*) => {
        $crate::lean::lean_candidate!(
            @ $name, $($features,)? $cipher, $lanes, groups: $crate::lean::Groups::at_once($at_once), $($rest)*
        )
    };
    (@ $name:literal, $($features:literal,)? $cipher:ty, $lanes:expr, groups: $groups:expr,
     $(serial: |$serial_s:ident, $serial_run:ident| $serial:expr,)? |$key:ident, $decrypts:ident, $schedule:ident| $expand:expr, |$s:ident, $run:ident| $kernel:expr) => {{
        use $crate::{Cipher, Lean, simd::memory::Run};
        type Schedule = <$cipher as Cipher>::Schedule;

        $crate::backend::candidate!($name, $($features,)? Lean {
            expand: fn expand_entry($key: &[u8], $decrypts: bool, $schedule: &mut Schedule) {
                $expand
            },
            encrypt: fn encrypt_entry($s: &Schedule, $run: Run<'_>) {
                const BACK: bool = false;
                $(if $run.is_serial(<<$cipher as Cipher>::Block as $crate::simd::memory::Bytes>::LEN) {
                    let ($serial_s, $serial_run) = ($s, $run.moved());
                    return $serial;
                })?
                $crate::lean::lean_candidate!(@run |$run| $kernel $(, $serial_run)?)
            },
            decrypt: fn decrypt_entry($s: &Schedule, $run: Run<'_>) {
                const BACK: bool = true;
                $kernel
            };
            lanes: $lanes;
            groups: const { $groups }
        }).with_stack(&$crate::wipe::NARROW)
    }};
}
pub(crate) use lean_candidate;
