//! Salsa20: D. J. Bernstein, *The Salsa20 family of stream ciphers*, 2007; and XSalsa20, with nonces of 24
//! bytes, which may be random: *Extending the Salsa20 nonce*, 2011.

#[cfg(feature = "registry")]
use super::Entry;
use super::{
    Info, KeyedCipher, Stream,
    arx::{self, Arx, ArxOps, Layout, info},
};
use crate::backend::Dispatch;

/// A message under Salsa20 with `ROUNDS` rounds, an even number, and nonces of `NONCE` bytes: 8 or 24.
pub type Salsa<const ROUNDS: u32, const NONCE: usize = 8> = Stream<KeyedCipher<Arx<Family, ROUNDS, NONCE>>>;

/// A message under Salsa20/8: fast, with the smallest security margin of the three.
pub type Salsa8 = Salsa<8>;
/// A message under Salsa20/12: the choice of the eSTREAM portfolio.
pub type Salsa12 = Salsa<12>;
/// A message under Salsa20.
pub type Salsa20 = Salsa<20>;
/// A message under XSalsa20.
pub type XSalsa20 = Salsa<20, 24>;

const FAMILY: &str = "Bernstein, The Salsa20 family of stream ciphers, 2007";
const X: &str = "Bernstein, Extending the Salsa20 nonce, 2011";

/// The common parameters of the family.
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

/// Computes HSalsa20, a key derived from a key and sixteen bytes, with `rounds` rounds, an even number (*Extending the
/// Salsa20 nonce*, 2).
///
/// # Panics
/// If `rounds` is odd or 0.
pub fn hsalsa(key: &[u8; 32], input: &[u8; 16], rounds: u32) -> [u8; 32] {
    assert!(rounds > 0 && rounds.is_multiple_of(2), "an even number of rounds");
    arx::derive::<Family>(key, input, rounds)
}
