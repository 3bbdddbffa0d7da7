//! Ascon-Hash256, Ascon-XOF128 and Ascon-CXOF128: NIST SP 800-232, section 5.

mod kernel;

use super::{
    Hash, Hasher, Info, Lengths, Options, Parameter, Start, Xof,
    frame::{
        Batch, Permutation, PermutationOps, Shape, Sponge, SpongeParams, SpongeStart, batch_agrees,
        digest_agrees, permutation_candidate,
    },
    function,
};
use crate::{
    backend::{Candidate, Dispatch, candidates},
    primitives::ascon::State,
};

crate::backend::only! {
    x86: { use super::frame::lanes_candidate; }
}

/// The permutation Ascon-p\[12\] (section 3); the first word of its state absorbs the blocks (section 5).
pub struct Ascon;

/// The candidates for hashing one message. With AVX-512 the chains of dependent instructions would be shorter, but on Zen 5
/// each vector instruction takes two cycles: 1024 blocks with Ascon-p\[8\] take 34 µs with AVX-512, and 21 µs with `bmi2`.
static ONE: &[Candidate<PermutationOps<Ascon>>] = candidates! {
    x86_64: [permutation_candidate!(Ascon, "bmi2", "bmi1,bmi2", kernel::absorb, kernel::permute)],
    any: [permutation_candidate!(Ascon, "portable", kernel::absorb, kernel::permute)],
};
/// The candidates for hashing several messages at once.
static MANY: &[Candidate<Batch<State, Shape>>] = candidates! {
    x86: [
        lanes_candidate!(
            State: Shape, "avx512", "avx512f,avx512bw,avx512vl", kernel::avx512,
            lanes: 8, from: 3
        ),
        lanes_candidate!(State: Shape, "avx2", "avx2", kernel::avx2, lanes: 4, from: 3),
    ],
    any: [Candidate::portable(Batch::ONE_BY_ONE)],
};

impl Permutation for Ascon {
    type State = State;

    fn dispatch() -> &'static Dispatch<PermutationOps<Self>> {
        static DISPATCH: Dispatch<PermutationOps<Ascon>> = Dispatch::new("ascon", ONE, |backend| {
            digest_agrees::<AsconHash256Hash>(
                backend,
                "7592eef03844e8e9ae6720bf2d00eca0f0f05a4643570a9ac62d38a84e2fee08",
            )
        });
        &DISPATCH
    }

    fn batch() -> &'static Dispatch<Batch<State, Shape>> {
        static DISPATCH: Dispatch<Batch<State, Shape>> =
            Dispatch::new("ascon.many", MANY, batch_agrees::<AsconHash256Hash>);
        &DISPATCH
    }
}

/// The parameters of the sponge: blocks of 64 bits, and Ascon-p\[12\] (section 5.1).
pub struct Rate64;
impl SpongeParams for Rate64 {
    type Permutation = Ascon;
    type Block = [u8; 8];
    type Ending = u8;
    const ROUNDS: usize = 12;
    const LAST: u8 = 0;
}

/// Returns the start of a function. `state` is the result of Ascon-p\[12\] on the function's initial value followed by zeros.
/// The ending is the padding bit.
const fn start(state: State) -> SpongeStart<State, u8> {
    SpongeStart { state, ending: 0x01, keyed: false }
}

/// The start of Ascon-Hash256 (section 5.1).
const HASH256: SpongeStart<State, u8> = start([
    0x9b1e_5494_e934_d681, 0x4bc3_a01e_3337_51d2, 0xae65_396c_6b34_b81a, 0x3c7f_d4a4_d56a_4db3,
    0x1a5c_4649_06c5_976d,
]);
/// The start of Ascon-XOF128 (section 5.2).
const XOF128: SpongeStart<State, u8> = start([
    0xda82_ce76_8d94_47eb, 0xcc7c_e6c7_5f1e_f969, 0xe750_8fd7_8008_5631, 0x0ee0_ea53_416b_58cc,
    0xe054_7524_db6f_0bde,
]);
/// The start of Ascon-CXOF128 before its customization string (section 5.3).
const CXOF128: SpongeStart<State, u8> = start([
    0x6755_27c2_a0e8_de03, 0x43d1_2d7d_c037_7bbc, 0xe990_1dec_426e_81b5, 0x2ab1_4907_7207_80b6,
    0x8f3f_1d02_d432_bc46,
]);

const fn info(name: &'static str, tag: &'static str, lengths: Lengths) -> Info {
    Info { specification: "NIST SP 800-232", ..Info::new(name, tag, lengths, 8) }
}
const ANY: Lengths = Lengths { min: 1, max: usize::MAX, default: 32, except: 0, named: &[] };

function!(
    /// Ascon-Hash256: NIST SP 800-232, section 5.1. Its security strength is 128 bits.
    ///
    /// HMAC is not defined over it, because its digest is longer than its block of eight bytes.
    AsconHash256Hash,
    AsconHash256,
    Sponge<Rate64>,
    32,
    HASH256,
    info("ascon-hash256", "Ascon-Hash256", Lengths::fixed(32))
);
function!(
    /// Ascon-XOF128: NIST SP 800-232, section 5.2. Its security strength is 128 bits.
    ///
    /// For output of any length use [`finalize_xof`](crate::Hasher::finalize_xof).
    ///
    /// ```
    /// use bramah::AsconXof128;
    ///
    /// let mut hasher = AsconXof128::new();
    /// hasher.update(b"seed");
    /// let (mut first, mut next) = ([0; 5], [0; 500]);
    /// let mut reader = hasher.finalize_xof();
    /// reader.read(&mut first);
    /// reader.read(&mut next);
    /// assert_eq!(first, AsconXof128::digest(b"seed")[..5]);
    /// ```
    AsconXof128Hash,
    AsconXof128,
    Sponge<Rate64>,
    32,
    XOF128,
    info("ascon-xof128", "Ascon-XOF128", ANY)
);
impl Xof for AsconXof128Hash {}

/// The hash function of [`AsconCxof128`].
pub struct AsconCxof128Hash;
impl Hash for AsconCxof128Hash {
    type Frame = Sponge<Rate64>;
    const INFO: Info = Info {
        takes: &[Parameter::Personal.bytes(0, 256)],
        plain: false,
        ..info("ascon-cxof128", "Ascon-CXOF128", ANY)
    };
    fn start(options: &Options<'_>, _: usize) -> Start<Self> {
        let string = options.personal;
        let bits = (8 * string.len() as u64).to_le_bytes();
        Sponge::<Rate64>::after(CXOF128, &[&[&bits], &[string, &[CXOF128.ending]]], false)
    }
}
impl Xof for AsconCxof128Hash {}

/// Ascon-CXOF128: NIST SP 800-232, section 5.3. Each customization string of up to 256 bytes ([`Options::personal`])
/// makes a different function. Its security strength is 128 bits.
///
/// A digest has 32 bytes. For output of any length use [`finalize_xof`](Hasher::finalize_xof).
///
/// ```
/// use bramah::{AsconCxof128, hash::Options};
///
/// let options = Options { personal: b"Email Signature", ..Options::default() };
/// let mut hasher = AsconCxof128::with_options(&options)?;
/// hasher.update(b"message");
/// assert_ne!(hasher.finalize(), AsconCxof128::digest(b"message"));
/// # Ok::<(), bramah::Error>(())
/// ```
pub type AsconCxof128 = Hasher<AsconCxof128Hash, 32>;

super::functions! { AsconHash256Hash, AsconXof128Hash, AsconCxof128Hash }

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{primitives::ascon::permute12, simd::Portable};

    /// Each start is the result of permuting a state whose first word is the initial value (sections 5.1 to 5.3) and whose
    /// other words are zero.
    #[test]
    fn starts_are_permuted_initial_values() {
        for (value, start) in [
            (0x0000_0801_00cc_0002, HASH256),
            (0x0000_0800_00cc_0003, XOF128),
            (0x0000_0800_00cc_0004, CXOF128),
        ] {
            let mut state = [value, 0, 0, 0, 0];
            permute12::<u64>(Portable, &mut state);
            assert_eq!(state, start.state, "{value:#x}");
        }
    }
}
