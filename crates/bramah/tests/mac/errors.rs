//! Tests which input MACs refuse, and with which errors.

use crate::kit::each;
use bramah::{Error, mac};

#[test]
fn keys_and_nonces_of_other_lengths() {
    each(|subject| {
        let (keys, nonces) = (subject.on.key_len(), subject.on.nonce_len());
        for length in [keys.min.wrapping_sub(1), keys.max.wrapping_add(1)] {
            if length < 1 << 20 && !keys.contains(length) {
                let error = Error::ByteLength { name: "key", length, lengths: keys };
                assert_eq!(subject.on.begin(&vec![0; length], &subject.nonce()).err(), Some(error));
            }
        }
        for length in [nonces.min.wrapping_sub(1), nonces.max.wrapping_add(1)] {
            if length < 1 << 20 && !nonces.contains(length) {
                let error = Error::ByteLength { name: "nonce", length, lengths: nonces };
                let begun = subject.on.begin(&subject.key(), &vec![0; length]).err();
                assert_eq!(begun, Some(error.clone()), "{}", subject.name);
                assert_eq!(subject.begin().renew(&vec![0; length]), Err(error));
            }
        }
    });
}

#[test]
fn a_nonce_is_for_one_message() {
    each(|subject| {
        let mut mac = subject.begin();
        let mut tag = vec![0; mac.tag_len()];
        mac.update(b"one");
        mac.finalize(&mut tag).unwrap();
        mac.update(b"another");
        let again = mac.finalize(&mut tag);
        assert_eq!(again.is_err(), subject.on.once(), "{}", subject.name);
        if subject.on.once() {
            assert_eq!(again, Err(Error::Ended));
            assert_eq!((mac.verify(&tag), mac.tag(b"", &mut tag)), (Err(Error::Ended), Err(Error::Ended)));
            mac.renew(&subject.nonce()).unwrap();
            mac.update(b"one");
            mac.verify(&subject.expected(b"one")).unwrap();
        }
    });
}

#[test]
fn names() {
    for name in ["", "hmac", "hmac-", "hmac-sha257", "sha256", "gmac-rijndael-256-256", "cmac-aes", "md5"] {
        assert_eq!(mac::lookup(name).err(), Some(Error::UnknownName(name.into())), "{name:?}");
    }
    for (name, other) in [
        ("HMAC_SHA2-256", "hmac-sha256"),
        ("omac1-aes-128", "cmac-aes-128"),
        ("siphash", "siphash-2-4"),
        ("GMAC AES 256", "gmac-aes-256"),
        ("hmac-blake2b", "hmac-blake2b-512"),
        ("blake2b", "blake2b-512"),
        ("kmac-128", "kmac128-256"),
    ] {
        assert_eq!(mac::lookup(name).unwrap().name(), mac::lookup(other).unwrap().name(), "{name}");
    }
    for name in ["hmac-skein-256-512", "hmac-sha256-8", "kmac128-4096"] {
        let found = mac::lookup(name).err();
        assert!(
            matches!(found, Some(Error::OutputLength { .. } | Error::UnknownName(_))),
            "{name}: {found:?}"
        );
    }
    for (i, algorithm) in mac::algorithms().enumerate() {
        let name = algorithm.name();
        assert_eq!(mac::lookup(&name).unwrap().name(), name);
        assert!(mac::algorithms().skip(i + 1).all(|other| other.name() != name), "{name} twice");
        assert!(!algorithm.specification().is_empty());
        assert!(algorithm.with_backend("none").is_err() && algorithm.with_backend("portable").is_ok());
    }
}
