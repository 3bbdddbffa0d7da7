//! Tests key derivation from secrets that cannot be guessed: HKDF, SP 800-108, and functions that hash a secret and a
//! counter. Also tests PBKDF1.

use crate::bytes;
use bramah::{
    Error, Hmac, Sha1, Sha256, Sha512, hash,
    kdf::{self, Concatenation, Counter, Hkdf, Place, Sp800108, hkdf::expand, sp800_108::fixed_input},
    mac,
};
use bramah_vectors::Vector;

/// Checks the vectors of a file on every backend of the hash function or MAC that the functions use.
fn each(file: &str, mut check: impl FnMut(&Vector, &'static str)) {
    let vectors = bramah_vectors::kdf(file).unwrap();
    for vector in &vectors {
        let choices = match (vector.word("mac"), vector.word("hash")) {
            (Some(name), _) => mac::lookup(name).unwrap().backends_available(),
            (_, name) => hash::lookup(name.unwrap()).unwrap().backends_available(),
        };
        for backend in choices {
            check(vector, backend);
        }
    }
    assert!(!vectors.is_empty());
}

fn hash_on(vector: &Vector, backend: &str) -> hash::Algorithm {
    hash::lookup(vector.word("hash").unwrap()).unwrap().with_backend(backend).unwrap()
}

fn mac_on(vector: &Vector, backend: &str) -> mac::Algorithm {
    mac::lookup(vector.word("mac").unwrap()).unwrap().with_backend(backend).unwrap()
}

pub(crate) fn hkdf_vectors(file: &str) {
    each(file, |vector, backend| {
        let expected = vector.require("output").literal();
        let [secret, salt, info] = ["secret", "salt", "info"].map(|field| bytes(vector, field));
        let mut out = vec![0; expected.len()];
        kdf::hkdf(&mac_on(vector, backend), &salt, &secret, &info, &mut out).unwrap();
        assert_eq!(out, expected, "{vector} on {backend}");
        // the types must give the same output
        out.fill(0);
        match vector.word("mac").unwrap() {
            "hmac-sha1" => Hkdf::<Sha1>::new(&salt, &secret).expand(&info, &mut out),
            "hmac-sha256" => Hkdf::<Sha256>::new(&salt, &secret).expand(&info, &mut out),
            "hmac-sha512" => Hkdf::<Sha512>::new(&salt, &secret).expand(&info, &mut out),
            _ => return,
        }
        .unwrap();
        assert_eq!(out, expected, "{vector}");
    });
}

#[test]
fn hkdf_of_every_length() {
    let hkdf = Hkdf::<Sha256>::new(b"salt", b"secret");
    let mut longest = vec![0; 255 * 32];
    hkdf.expand(b"info", &mut longest).unwrap();
    for len in (1..200).chain([255 * 32 - 1]) {
        let mut out = vec![0; len];
        hkdf.expand(b"info", &mut out).unwrap();
        assert_eq!(out, longest[..len], "{len} bytes");
    }
    assert_ne!(longest[254 * 32..], longest[253 * 32..254 * 32]);
    for len in [0, 255 * 32 + 1] {
        let limit = 255 * 32;
        assert_eq!(hkdf.expand(b"", &mut vec![0; len]), Err(Error::DerivedLength { length: len, limit }));
    }
    // CMAC takes keys of one length, and HKDF can expand with it
    let cmac = mac::lookup("cmac-aes-128").unwrap();
    let salt = [0; 16];
    kdf::hkdf(&cmac, &salt, b"secret", b"", &mut [0; 20]).unwrap();
    assert!(matches!(kdf::hkdf(&cmac, b"", b"secret", b"", &mut [0; 20]), Err(Error::ByteLength { .. })));
    let once = mac::lookup("poly1305").unwrap();
    assert_eq!(kdf::hkdf(&once, &[0; 32], b"secret", b"", &mut [0; 20]), Err(Error::NoPrf));
}

pub(crate) fn concatenation_vectors(file: &str) {
    each(file, |vector, backend| {
        let expected = vector.require("output").literal();
        let (secret, info, hash) = (bytes(vector, "secret"), bytes(vector, "info"), hash_on(vector, backend));
        let mut out = vec![0; expected.len()];
        match vector.word("function").unwrap() {
            "kdf1" => kdf::kdf1(&hash, &secret, &info, &mut out),
            "kdf2" => kdf::kdf2(&hash, &secret, &info, &mut out),
            "kdf3" => kdf::kdf3(&hash, &secret, &info, &mut out),
            "one-step" => kdf::one_step(&hash, &secret, &info, &mut out),
            "mgf1" => kdf::mgf1(&hash, &secret, &mut out),
            other => panic!("{other}?"),
        }
        .unwrap();
        assert_eq!(out, expected, "{vector} on {backend}");
        if vector.word("hash") == Some("sha256") && vector.word("function") == Some("kdf2") {
            Concatenation::KDF2.derive(&kdf::of::<Sha256>(), &secret, &info, &mut out).unwrap();
            assert_eq!(out, expected, "{vector} as types");
        }
    });
}

pub(crate) fn pbkdf1_vectors(file: &str) {
    each(file, |vector, backend| {
        let expected = vector.require("output").literal();
        let mut out = vec![0; expected.len()];
        let (password, salt) = (bytes(vector, "password"), bytes(vector, "salt"));
        let iterations = vector.number("iterations").unwrap() as u32;
        kdf::pbkdf1(&hash_on(vector, backend), &password, &salt, iterations, &mut out).unwrap();
        assert_eq!(out, expected, "{vector} on {backend}");
    });
    let sha1 = kdf::of::<Sha1>();
    for len in [0, 21] {
        let refused = kdf::pbkdf1(&sha1, b"", b"", 1, &mut vec![0; len]);
        assert_eq!(refused, Err(Error::DerivedLength { length: len, limit: 20 }));
    }
    assert!(matches!(kdf::pbkdf1(&sha1, b"", b"", 0, &mut [0; 20]), Err(Error::Parameter { value: 0, .. })));
}

pub(crate) fn s2k_vectors(file: &str) {
    each(file, |vector, backend| {
        let expected = vector.require("output").literal();
        let mut out = vec![0; expected.len()];
        let (password, salt) = (bytes(vector, "password"), bytes(vector, "salt"));
        let octets = vector.number("iterations").unwrap() as u32;
        kdf::s2k(&hash_on(vector, backend), &password, &salt, octets, &mut out).unwrap();
        assert_eq!(out, expected, "{vector} on {backend}");
    });
    // each digest is that of as many zero bytes as the digest's number, the salt and the password
    let sha1 = kdf::of::<Sha1>();
    let mut long = [0; 50];
    kdf::s2k(&sha1, b"password", b"salt", 0, &mut long).unwrap();
    for (number, part) in long.chunks(20).enumerate() {
        let message = [&vec![0; number][..], b"salt", b"password"].concat();
        assert_eq!(*part, Sha1::digest(&message)[..part.len()], "{number}");
    }
    // the last piece ends inside the salt and the password
    let mut key = [0; 20];
    kdf::s2k(&sha1, b"password", b"salt", 200_001, &mut key).unwrap();
    let message: Vec<u8> = b"saltpassword".iter().copied().cycle().take(200_001).collect();
    assert_eq!(key, Sha1::digest(&message));
    for len in [0, 256 * 20 + 1] {
        let refused = kdf::s2k(&sha1, b"", b"", 1, &mut vec![0; len]);
        assert_eq!(refused, Err(Error::DerivedLength { length: len, limit: 256 * 20 }));
    }
    kdf::s2k(&sha1, b"", b"", 1, &mut key).unwrap();
    assert_eq!(key, Sha1::digest(b""), "nothing to repeat");
}

pub(crate) fn sp800_108_vectors(file: &str) {
    each(file, |vector, backend| {
        let expected = vector.require("output").literal();
        let [key, fixed, iv] = ["key", "fixed", "iv"].map(|field| bytes(vector, field));
        let mut out = vec![0; expected.len()];
        let place = if vector.word("place") == Some("after") { Place::After } else { Place::Before };
        let counter = Counter { bytes: vector.number("counter_bytes").unwrap() as usize, place };
        let mode = match vector.word("mode").unwrap() {
            "counter" => Sp800108::Counter(counter),
            "feedback" => Sp800108::Feedback { iv: &iv, counter: Some(counter) },
            _ => Sp800108::Pipeline { counter: Some(counter) },
        };
        let mac = mac_on(vector, backend).keyed(&key).unwrap();
        mode.derive(mac.prf().unwrap(), &fixed, &mut out).unwrap();
        assert_eq!(out, expected, "{vector} on {backend}");
        // a counter inside the fixed input, at its beginning or end, gives the same output as a counter before or after
        // it
        if let Sp800108::Counter(counter) = mode {
            let at = if place == Place::After { fixed.len() } else { 0 };
            let within = Sp800108::Counter(Counter { place: Place::Within(at), ..counter });
            within.derive(mac.prf().unwrap(), &fixed, &mut out).unwrap();
            assert_eq!(out, expected, "{vector} within");
        }
    });
}

#[test]
fn sp800_108_as_hkdf_and_by_hand() {
    // HKDF-Expand is feedback mode with a counter of one byte after the fixed input
    let prf = Hmac::<Sha512>::new(b"a key");
    let (mut one, mut other) = ([0; 200], [0; 200]);
    let counter = Some(Counter { bytes: 1, place: Place::After });
    Sp800108::Feedback { iv: b"", counter }.derive(&prf, b"info", &mut one).unwrap();
    expand(&prf, b"info", &mut other).unwrap();
    assert_eq!(one, other);
    // without a counter
    let mut out = [0; 128];
    Sp800108::Pipeline { counter: None }.derive(&prf, b"fixed", &mut out).unwrap();
    let first = prf.tag(b"fixed");
    let second = prf.tag(&first);
    let value = |chain: &[u8]| prf.tag(&[chain, b"fixed"].concat());
    assert_eq!(out, [value(&first), value(&second)].concat()[..]);
    let mut within = [0; 64];
    let place = Place::Within(2);
    Sp800108::Counter(Counter { bytes: 3, place }).derive(&prf, b"fixed", &mut within).unwrap();
    assert_eq!(within, prf.tag(b"fi\0\0\x01xed"));
}

#[test]
fn sp800_108_refuses() {
    let prf = Hmac::<Sha1>::new(b"a key");
    let counter = |bytes, place| Sp800108::Counter(Counter { bytes, place });
    for bytes in [0, 5] {
        let refused = counter(bytes, Place::Before).derive(&prf, b"", &mut [0; 20]);
        assert!(matches!(refused, Err(Error::Parameter { min: 1, max: 4, .. })));
    }
    let refused = counter(4, Place::Within(3)).derive(&prf, b"ab", &mut [0; 20]);
    assert!(matches!(refused, Err(Error::Parameter { value: 3, max: 2, .. })));
    let one_byte = counter(1, Place::Before);
    assert_eq!(one_byte.derive(&prf, b"", &mut [0; 255 * 20]), Ok(()));
    for length in [0, 255 * 20 + 1] {
        let refused = one_byte.derive(&prf, b"", &mut vec![0; length]);
        assert_eq!(refused, Err(Error::DerivedLength { length, limit: 255 * 20 }));
    }
    assert_eq!(fixed_input(b"l", b"c", 2).unwrap(), b"l\0c\0\0\0\x10");
    let length = u32::MAX as usize / 8 + 1;
    assert!(matches!(fixed_input(b"", b"", length), Err(Error::DerivedLength { .. })));
}

#[test]
fn digests_that_are_too_long_are_refused() {
    let long = hash::lookup("shake256").unwrap().with_bits(8 * 129).unwrap();
    let wanted = Err(Error::OutputLength { length: 129, min: 1, max: 128 });
    assert_eq!(kdf::mgf1(&long, b"", &mut [0; 1]), wanted);
    assert_eq!(kdf::pbkdf1(&long, b"", b"", 1, &mut [0; 1]), wanted);
}
