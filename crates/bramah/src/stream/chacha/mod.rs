//! ChaCha: D. J. Bernstein, *ChaCha, a variant of Salsa20*, 2008, with nonces of 8 bytes and counters of 64 bits; with
//! nonces of 12 bytes and counters of 32 bits: RFC 8439, 2.4; and XChaCha, with nonces of 24 bytes, which may be
//! random: draft-irtf-cfrg-xchacha, 2.3.

#[cfg(feature = "registry")]
use super::Entry;
use super::{
    Info, KeyedCipher, Stream,
    arx::{self, Arx, ArxOps, Layout, info},
};
use crate::backend::Dispatch;

/// The stream cipher ChaCha with `ROUNDS` rounds, an even number, and nonces of `NONCE` bytes: 8, 12 or 24.
pub type ChaCha<const ROUNDS: u32, const NONCE: usize = 8> = Stream<KeyedCipher<Arx<Family, ROUNDS, NONCE>>>;

/// The stream cipher ChaCha8: fast, with the smallest security margin of ChaCha8, ChaCha12 and ChaCha20.
pub type ChaCha8 = ChaCha<8>;
/// The stream cipher ChaCha12.
pub type ChaCha12 = ChaCha<12>;
/// The stream cipher ChaCha20.
pub type ChaCha20 = ChaCha<20>;
/// The stream cipher ChaCha20 of RFC 8439: at most 256 GiB under one nonce.
pub type ChaCha20Ietf = ChaCha<20, 12>;
/// The stream cipher XChaCha20, with nonces of 24 bytes.
pub type XChaCha20 = ChaCha<20, 24>;

const DJB: &str = "Bernstein, ChaCha, a variant of Salsa20, 2008";
const IETF: &str = "RFC 8439, 2.4";
const X: &str = "draft-irtf-cfrg-xchacha-03, 2.3";

/// The family of ChaCha: the positions of words in the state, and the named members.
#[derive(Clone)]
pub struct Family;

impl Layout for Family {
    const CONSTANT: [usize; 4] = [0, 1, 2, 3];
    const KEY: [usize; 8] = [4, 5, 6, 7, 8, 9, 10, 11];
    const INPUT: [usize; 4] = [12, 13, 14, 15];
    const COUNT: usize = 0;
    const NAMED: &'static [(u32, usize, Info)] = &[
        info("chacha8", &["chacha8-djb"], DJB, (8, 8)),
        info("chacha12", &["chacha12-djb"], DJB, (12, 8)),
        info("chacha20", &["chacha20-djb", "chacha"], DJB, (20, 8)),
        info("chacha8-ietf", &[], IETF, (8, 12)),
        info("chacha12-ietf", &[], IETF, (12, 12)),
        info("chacha20-ietf", &["chacha-ietf"], IETF, (20, 12)),
        info("xchacha8", &[], X, (8, 24)),
        info("xchacha12", &[], X, (12, 24)),
        info("xchacha20", &["xchacha"], X, (20, 24)),
    ];

    fn dispatch() -> &'static Dispatch<ArxOps> {
        &arx::CHACHA
    }
}

#[cfg(feature = "registry")]
pub(super) const ENTRIES: &[Entry] = &[
    Entry::of::<Arx<Family, 8, 8>>(),
    Entry::of::<Arx<Family, 12, 8>>(),
    Entry::of::<Arx<Family, 20, 8>>(),
    Entry::of::<Arx<Family, 8, 12>>(),
    Entry::of::<Arx<Family, 12, 12>>(),
    Entry::of::<Arx<Family, 20, 12>>(),
    Entry::of::<Arx<Family, 8, 24>>(),
    Entry::of::<Arx<Family, 12, 24>>(),
    Entry::of::<Arx<Family, 20, 24>>(),
];

/// Computes HChaCha (draft-irtf-cfrg-xchacha, 2.2): derives a key from a key and sixteen bytes of input, with `rounds` rounds, an
/// even number.
///
/// # Panics
/// If `rounds` is odd or 0.
pub fn hchacha(key: &[u8; 32], input: &[u8; 16], rounds: u32) -> [u8; 32] {
    assert!(rounds > 0 && rounds.is_multiple_of(2), "an even number of rounds");
    arx::derive::<Family>(key, input, rounds)
}
