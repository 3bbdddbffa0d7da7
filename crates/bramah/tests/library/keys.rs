//! Tests that functions which need a key are not computed without one, and that no construction takes a function that
//! is not a hash function.

use bramah::{
    hash::{self, Options, Standing},
    kdf::{self, Parameters},
    mac,
};

/// KMAC, with every length that has a name.
const KMAC: [&str; 4] = ["kmac128", "kmac256", "kmacxof128", "kmacxof256"];
/// The functions of NIST SP 800-185.
const SP_800_185: [&str; 14] = [
    "cshake128", "cshake256", "kmac128", "kmac256", "kmacxof128", "kmacxof256", "tuplehash128",
    "tuplehash256", "tuplehashxof128", "tuplehashxof256", "parallelhash128", "parallelhash256",
    "parallelhashxof128", "parallelhashxof256",
];

#[test]
fn kmac_needs_a_key() {
    for name in KMAC {
        let kmac = hash::lookup(name).unwrap();
        assert!(kmac.with_options(&Options::default()).is_err(), "{name} without a key");
        let custom = Options { personal: b"custom", ..Options::default() };
        assert!(kmac.with_options(&custom).is_err(), "{name} with a customization string and no key");
        assert!(kmac.with_options(&Options { key: b"key", ..custom }).is_ok(), "{name}");
        assert!(
            kmac.with_options(&Options { empty_key: true, ..custom }).is_ok(),
            "{name} with an empty key"
        );
    }
}

/// The functions in [`KMAC`] are refused without a key, and all other functions of the registry are computed.
#[test]
fn only_kmac_needs_a_key() {
    for entry in hash::entries() {
        let without = entry.algorithm().with_options(&Options::default());
        assert_eq!(without.is_err(), KMAC.contains(&entry.info.name), "{}", entry.info.name);
    }
}

#[test]
fn hmac_and_key_derivation_are_over_hash_functions_alone() {
    let secret = [7; 32];
    for entry in hash::entries() {
        let name = entry.info.name;
        let sharing = ["ed2k", "ed2k-edonkey", "aich", "tth"].contains(&name);
        let refused = SP_800_185.contains(&name) || entry.info.standing == Standing::Checksum || sharing;
        let hash = entry.algorithm();
        let long = hash.output_len() > hash.info().block_len;
        assert_eq!(mac::Algorithm::hmac(hash).is_err(), refused || long, "hmac over {name}");
        assert_eq!(mac::lookup(&format!("hmac-{name}")).is_err(), refused || long, "hmac-{name}");
        for kdf in kdf::entries().filter(|kdf| kdf.info.takes.contains(&kdf::Parameter::Hash)) {
            let what = format!("{} over {name}", kdf.info.name);
            let mut parameters = Parameters { hash: Some(hash), ..Parameters::default() };
            for (parameter, field) in [
                (kdf::Parameter::N, &mut parameters.n as &mut dyn Small),
                (kdf::Parameter::R, &mut parameters.r),
                (kdf::Parameter::Iterations, &mut parameters.iterations),
                (kdf::Parameter::Memory, &mut parameters.memory),
            ] {
                if kdf.info.takes.contains(&parameter) {
                    field.small();
                }
            }
            // Balloon's output has the length of a digest
            let mut out = vec![0; if kdf.info.name == "balloon" { hash.output_len() } else { 16 }];
            let derived = kdf.derive(&secret, &parameters, &mut out);
            assert!(!refused || derived.is_err(), "{what}");
            // a digest may be too long for HMAC, or too short for PBKDF1
            assert!(refused || long || derived.is_ok() || hash.output_len() < 16, "{what}: {derived:?}");
        }
    }
    for algorithm in mac::algorithms() {
        let name = algorithm.name();
        let over = algorithm.hash().filter(|_| name.starts_with("hmac-"));
        assert!(over.is_none_or(|hash| !SP_800_185.contains(&hash.info().name)), "{name} is listed");
    }
}

/// Costs that can be set to small values.
trait Small {
    fn small(&mut self);
}
impl Small for Option<u64> {
    fn small(&mut self) {
        *self = Some(2);
    }
}
impl Small for Option<u32> {
    fn small(&mut self) {
        *self = Some(1);
    }
}

/// An error names the length that is missing from the range of allowed lengths. In FIPS 180-4, section 5.3.6, for
/// example, t is any number below 512 except 384.
#[test]
fn lengths_that_are_left_out_are_named() {
    for entry in hash::entries() {
        let lengths = entry.info.lengths;
        if lengths.except == 0 {
            continue;
        }
        let error = entry.algorithm().with_bits(8 * lengths.except).unwrap_err().to_string();
        let (except, min, max) = (8 * lengths.except, 8 * lengths.min, 8 * lengths.max);
        assert_eq!(
            error,
            format!("invalid digest length: {except} bits (must be {min} to {max}, except {except})"),
            "{}",
            entry.info.name
        );
        let beyond = entry.algorithm().with_bits(8 * lengths.max + 8).unwrap_err().to_string();
        assert!(beyond.ends_with(&format!("{min} to {max}, except {except})")), "{beyond}");
    }
}
