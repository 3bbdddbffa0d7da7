//! Names of algorithms, and the lengths and numbers that follow them.

use crate::Input;
use bramah::{aead, block, hash, kdf, mac, password, stream};

/// Parts of names.
pub const WORDS: &[&str] = &[
    "sha",
    "sha2-256",
    "sha512-t",
    "sha3-",
    "shake",
    "blake2b-",
    "blake3",
    "skein-",
    "kmac128",
    "hmac-",
    "cmac-",
    "gmac-",
    "aes-",
    "rijndael-",
    "256",
    "-128",
    "-ctr",
    "-cbc",
    "-eax",
    "-xts",
    "chacha20-poly1305",
    "xchacha",
    "salsa20-12",
    "phelix",
    "argon2id",
    "scrypt",
    "sp800-108-counter",
    "kdf2",
    "-",
    "_",
    "/",
    " ",
    "99999999999999999999999",
    "K",
    "\u{212a}",
];

/// The maximum length of a digest to compute, in bytes. Extendable-output functions have digests of any length.
const LONGEST: usize = 1 << 12;

/// Looks a name up in all registries. If an algorithm is found, its own name must lead to the same algorithm.
pub fn run(data: &[u8]) {
    let mut input = Input(data);
    let bits = input.number() << (input.byte() % 64);
    let name = input.text(200);
    if let Ok(found) = hash::lookup(&name) {
        same(found);
        if let Ok(sized) = found.with_bits(bits) {
            assert_eq!(8 * sized.output_len(), bits, "{name:?}");
            same(sized);
        }
        _ = found.with_backend(&name);
    }
    if let Ok(found) = bramah::cipher(&name) {
        let again = bramah::cipher(&found.name()).expect("its own name");
        assert_eq!(
            (again.name(), again.key_len(), again.iv_len()),
            (found.name(), found.key_len(), found.iv_len())
        );
    }
    if let Ok(found) = block::lookup(&name) {
        assert_eq!(block::lookup(found.info().name).expect("its own name").info().name, found.info().name);
    }
    if let Ok(found) = stream::lookup(&name) {
        assert_eq!(stream::lookup(found.info().name).expect("its own name").info().name, found.info().name);
        _ = found.with_rounds(u32::try_from(bits).unwrap_or(u32::MAX));
    }
    if let Ok(found) = aead::lookup(&name) {
        assert_eq!(aead::lookup(&found.name()).expect("its own name").name(), found.name());
    }
    if let Ok(found) = mac::lookup(&name) {
        assert_eq!(mac::lookup(&found.name()).expect("its own name").name(), found.name(), "{name:?}");
        assert!(found.tag_lengths().contains(found.tag_len()), "{name:?}");
    }
    if let Ok(found) = kdf::lookup(&name) {
        assert!(std::ptr::eq(kdf::lookup(found.info.name).expect("its own name"), found));
        _ = found.recommended();
    }
    if let Some(found) = password::Scheme::named(&name) {
        assert_eq!(password::Scheme::named(found.name()).map(|scheme| scheme.name()), Some(found.name()));
    }
}

/// Looks a hash function up by its own name, which two entries may share, and checks that the result is the same
/// function.
fn same(found: hash::Algorithm) {
    if found.output_len() > LONGEST {
        return;
    }
    let again = hash::lookup(&found.name()).unwrap_or_else(|error| panic!("{}: {error}", found.name()));
    let options = hash::Options { empty_key: true, ..hash::Options::default() };
    let digests = [found, again].map(|algorithm| {
        let mut out = vec![0; algorithm.output_len()];
        algorithm.with_options(&options).expect("no option").digest(b"abc", &mut out);
        out
    });
    assert_eq!(digests[0], digests[1], "{}", found.name());
    assert_eq!(found.name(), again.name());
}
