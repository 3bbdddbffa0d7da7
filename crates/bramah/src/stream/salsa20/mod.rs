//! Salsa20: D. J. Bernstein, *The Salsa20 family of stream ciphers*, 2007; and XSalsa20, with nonces of 24
//! bytes, which may be random: *Extending the Salsa20 nonce*, 2011.

#[cfg(feature = "registry")]
use super::Entry;
use super::{
    Info, KeyedCipher, Stream,
    arx::{self, Arx, ArxOps, Layout, info},
};
use crate::backend::Dispatch;

/// The stream cipher Salsa20 with `ROUNDS` rounds (an even number) and nonces of `NONCE` bytes (8 or 24).
pub type Salsa<const ROUNDS: u32, const NONCE: usize = 8> = Stream<KeyedCipher<Arx<Family, ROUNDS, NONCE>>>;

/// The stream cipher Salsa20/8: fast, with the smallest security margin of Salsa20/8, Salsa20/12 and Salsa20.
pub type Salsa8 = Salsa<8>;
/// The stream cipher Salsa20/12, a member of the eSTREAM portfolio.
pub type Salsa12 = Salsa<12>;
/// The stream cipher Salsa20, of 20 rounds.
pub type Salsa20 = Salsa<20>;
/// The stream cipher XSalsa20, with nonces of 24 bytes.
pub type XSalsa20 = Salsa<20, 24>;

const FAMILY: &str = "Bernstein, The Salsa20 family of stream ciphers, 2007";
const X: &str = "Bernstein, Extending the Salsa20 nonce, 2011";

/// The family of Salsa20: the positions of words in the state, and the named members.
#[derive(Clone)]
pub struct Family;

impl Layout for Family {
    const CONSTANT: [usize; 4] = [0, 5, 10, 15];
    const KEY: [usize; 8] = [1, 2, 3, 4, 11, 12, 13, 14];
    const INPUT: [usize; 4] = [6, 7, 8, 9];
    const COUNT: usize = 2;
    const NAMED: &'static [(u32, usize, Info)] = &[
        info("salsa20-8", &["salsa8"], FAMILY, (8, 8)),
        info("salsa20-12", &["salsa12"], FAMILY, (12, 8)),
        info("salsa20", &["salsa20-20", "salsa"], FAMILY, (20, 8)),
        info("xsalsa20-8", &["xsalsa8"], X, (8, 24)),
        info("xsalsa20-12", &["xsalsa12"], X, (12, 24)),
        info("xsalsa20", &["xsalsa20-20", "xsalsa"], X, (20, 24)),
    ];

    fn dispatch() -> &'static Dispatch<ArxOps> {
        &arx::SALSA20
    }
}

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    Entry::of::<Arx<Family, 8, 8>>(),
    Entry::of::<Arx<Family, 12, 8>>(),
    Entry::of::<Arx<Family, 20, 8>>(),
    Entry::of::<Arx<Family, 8, 24>>(),
    Entry::of::<Arx<Family, 12, 24>>(),
    Entry::of::<Arx<Family, 20, 24>>(),
];

/// Computes HSalsa20 (*Extending the Salsa20 nonce*, 2): derives a key from a key and sixteen bytes of input, with `rounds`
/// rounds, an even number.
///
/// # Panics
/// If `rounds` is odd or 0.
pub fn hsalsa(key: &[u8; 32], input: &[u8; 16], rounds: u32) -> [u8; 32] {
    assert!(rounds > 0 && rounds.is_multiple_of(2), "an even number of rounds");
    arx::derive::<Family>(key, input, rounds)
}
