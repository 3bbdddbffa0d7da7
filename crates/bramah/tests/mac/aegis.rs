//! Compares AEGIS-MAC with another implementation, and tests its types.

use crate::kit::{Random, each, pattern, tag};
use bramah::{
    AegisMac, AegisMac128L, AegisMac256X4, Error,
    aead::aegis::{Parallel128, Parallel256},
    mac,
};

/// A function of the crate `aegis` that computes the tag of a message from a key and a nonce.
type Other = fn(&[u8], &[u8], &[u8]) -> Vec<u8>;

macro_rules! others {
    ($($name:literal $module:ident $type:ident $tag:literal;)+) => {
        [$(($name, |key, nonce, message| {
            let (key, nonce) = (key.try_into().unwrap(), nonce.try_into().unwrap());
            let mut mac = aegis::$module::$type::<$tag>::new_with_nonce(key, nonce);
            mac.update(message);
            mac.finalize().to_vec()
        }),)+]
    };
}
const OTHERS: [(&str, Other); 12] = others! {
    "aegismac-128l" aegis128l Aegis128LMac 32;
    "aegismac-128l-128" aegis128l Aegis128LMac 16;
    "aegismac-128x2" aegis128x2 Aegis128X2Mac 32;
    "aegismac-128x2-128" aegis128x2 Aegis128X2Mac 16;
    "aegismac-128x4" aegis128x4 Aegis128X4Mac 32;
    "aegismac-128x4-128" aegis128x4 Aegis128X4Mac 16;
    "aegismac-256" aegis256 Aegis256Mac 32;
    "aegismac-256-128" aegis256 Aegis256Mac 16;
    "aegismac-256x2" aegis256x2 Aegis256X2Mac 32;
    "aegismac-256x2-128" aegis256x2 Aegis256X2Mac 16;
    "aegismac-256x4" aegis256x4 Aegis256X4Mac 32;
    "aegismac-256x4-128" aegis256x4 Aegis256X4Mac 16;
};

/// Compares messages of one byte and more with the crate `aegis`. For an empty message the crate absorbs a block of
/// zeros, which neither the draft nor libaegis does.
#[test]
fn as_the_crate_aegis_has_it() {
    each(|subject| {
        let name = subject.on.name();
        let Some((_, other)) = OTHERS.iter().find(|(other, _)| *other == name) else { return };
        let mut random = Random(name.len() as u64);
        for length in (1..300).chain(1000..1030) {
            let key = random.bytes(subject.on.key_len().max);
            let (nonce, message) = (random.bytes(key.len()), random.bytes(length));
            let found = tag(&mut subject.on.begin(&key, &nonce).unwrap(), &message);
            assert_eq!(found, other(&key, &nonce, &message), "{}, {length} bytes", subject.name);
        }
    });
}

#[test]
fn types() {
    macro_rules! same {
        ($($type:ty, $name:literal, $key:literal;)*) => { $(
            for length in [0, 1, 31, 32, 33, 127, 128, 129, 500] {
                let (key, message) = (pattern($key), pattern(length));
                let expected = tag(&mut mac::lookup($name).unwrap().begin(&key, &key).unwrap(), &message);
                let mut mac = <$type>::new(&key, &key).unwrap();
                mac.update(b"another message");
                mac.reset();
                for piece in message.chunks(7) {
                    mac.update(piece);
                }
                assert_eq!(mac.clone().verify(&expected), Ok(()), "{}", $name);
                for length in 0..expected.len() {
                    let verified = mac.clone().verify(&expected[..length]);
                    assert!(matches!(verified, Err(Error::ByteLength { .. })), "{}", $name);
                }
                for at in 0..expected.len() {
                    let mut wrong = expected.clone();
                    wrong[at] ^= 1 << (at % 8);
                    assert_eq!(mac.clone().verify(&wrong), Err(Error::Unauthentic), "{}", $name);
                }
                assert_eq!(mac.finalize()[..], expected, "{}", $name);
            }
            for length in (0..40).filter(|length| *length != $key) {
                assert!(<$type>::new(&pattern(length), &pattern($key)).is_err(), "a key of {length}");
                assert!(<$type>::new(&pattern($key), &pattern(length)).is_err(), "a nonce of {length}");
            }
        )* };
    }
    same! {
        AegisMac128L, "aegismac-128l", 16;
        AegisMac256X4, "aegismac-256x4", 32;
        AegisMac<Parallel128<2>, 16>, "aegismac-128x2-128", 16;
        AegisMac<Parallel256<1>, 16>, "aegismac-256-128", 32;
    }
}
