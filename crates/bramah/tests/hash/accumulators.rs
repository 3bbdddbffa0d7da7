//! XXH32, XXH64 and XXH3 with seeds, with lengths for each of their code paths, and with lengths greater than their
//! counters hold.

use crate::{common::pattern, counters::Saved, kit::Random};
use bramah::hash::{self, Options};
use twox_hash::{XxHash3_64, XxHash3_128, XxHash32, XxHash64};

type Seeded = fn(&[u8], u64) -> Vec<u8>;

const FUNCTIONS: [(&str, usize, Seeded); 4] = [
    ("xxh32", 4, |m, seed| XxHash32::oneshot(seed as u32, m).to_be_bytes().to_vec()),
    ("xxh64", 8, |m, seed| XxHash64::oneshot(seed, m).to_be_bytes().to_vec()),
    ("xxh3-64", 8, |m, seed| XxHash3_64::oneshot_with_seed(seed, m).to_be_bytes().to_vec()),
    ("xxh3-128", 8, |m, seed| XxHash3_128::oneshot_with_seed(seed, m).to_be_bytes().to_vec()),
];

/// Passes seeds as the salt, and hashes messages of every length up to some blocks of XXH3, in one call and in three
/// pieces.
#[test]
fn seeds_and_lengths() {
    let mut random = Random(11);
    let message = random.bytes(2600);
    for (name, bytes, model) in FUNCTIONS {
        for (i, length) in (0..=message.len()).enumerate() {
            let salt = random.bytes(if i % 3 == 0 { 0 } else { 1 + i % bytes });
            let mut seed = [0; 8];
            seed[..salt.len()].copy_from_slice(&salt);
            let message = &message[..length];
            let expected = model(message, u64::from_le_bytes(seed));
            let algorithm = hash::lookup(name).unwrap();
            for backend in algorithm.backends_available() {
                let options = Options { salt: &salt, ..Options::default() };
                let function = algorithm.with_backend(backend).unwrap().with_options(&options).unwrap();
                let mut out = vec![0; expected.len()];
                function.digest(message, &mut out);
                assert_eq!(out, expected, "{name} on {backend}, {length} bytes, salt {salt:02x?}");
                let mut hasher = function.hasher();
                let first = random.below(length + 1);
                let second = first + random.below(length - first + 1);
                for piece in [&message[..first], &message[first..second], &message[second..]] {
                    hasher.update(piece);
                }
                assert_eq!(hasher.finalize(), expected, "{name} on {backend}, pieces of {first}, {second}");
            }
        }
    }
}

/// A count that is larger by 2^64 bytes gives the same hash, since only its lowest 64 bits are used. A count whose
/// lowest 64 bits overflow is not mistaken for that of a short message.
#[test]
fn lengths_beyond_what_is_counted() {
    let message = pattern(1000);
    for (name, ..) in FUNCTIONS {
        let function = hash::lookup(name).unwrap().function();
        let mut hasher = function.hasher();
        hasher.update(&message);
        let expected = hasher.clone().finalize();
        let saved = Saved::of(&hasher).counting(&function, 1000 + (1 << 64));
        assert_eq!(function.restore(&saved).unwrap().finalize(), expected, "{name}");
        let saved = Saved::of(&hasher).counting(&function, 1000u128.wrapping_sub(1024));
        let mut last = function.restore(&saved).unwrap();
        last.update(&message);
        assert_eq!(last.finalize().len(), expected.len(), "{name}");
    }
}
