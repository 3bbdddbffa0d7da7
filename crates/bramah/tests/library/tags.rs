//! Tests that a truncated tag is refused unless the caller names its length.

use crate::common::{pattern, spread};
use bramah::{Error, aead, mac};

/// Calls `test` for every MAC of the registry, with the whole tag of a message and a function that starts the MAC and
/// updates it with this message.
fn each_mac(test: impl Fn(&mac::Algorithm, &[u8], &dyn Fn() -> mac::AnyMac) + Sync) {
    let macs: Vec<mac::Algorithm> = mac::algorithms().collect();
    spread(&macs, mac::Algorithm::name, |mac| {
        let lengths = mac.key_len();
        let key = pattern(lengths.max.min(lengths.min.max(32)));
        let nonces = mac.nonce_len();
        let nonce = pattern(nonces.max.min(nonces.min.max(12)));
        let begin = || {
            let mut begun = mac.begin(&key, &nonce).unwrap();
            begun.update(b"message");
            begun
        };
        let mut tag = vec![0; mac.tag_len()];
        begin().finalize(&mut tag).unwrap();
        test(mac, &tag, &begin);
    });
}

#[test]
fn macs_refuse_every_cut_of_a_right_tag() {
    each_mac(|mac, tag, begin| {
        for length in 0..tag.len() {
            let verified = begin().verify(&tag[..length]);
            assert!(verified.is_err(), "{}: {length} of {} bytes are taken", mac.name(), tag.len());
        }
        assert_eq!(begin().verify(tag), Ok(()));
    });
}

#[test]
fn authenticated_encryption_refuses_every_cut_of_a_right_tag() {
    spread(&aead::algorithms().collect::<Vec<_>>(), aead::Algorithm::name, |aead| {
        let lengths = aead.nonce_len();
        let nonce = pattern(lengths.max.min(lengths.min.max(16)));
        let on = aead.keyed(&pattern(aead.key_len().max)).unwrap();
        let mut tag = vec![0; aead.tag_len().max];
        let mut sealed = *b"message";
        on.seal(&nonce, b"", &mut sealed[..], &mut tag).unwrap();
        for length in 0..tag.len() {
            // in schemes that authenticate the length of the tag, a truncated tag is wrong, so the message is sealed
            // again with a shorter tag
            let (mut text, mut cut) = (*b"message", vec![0; length]);
            if on.seal(&nonce, b"", &mut text[..], &mut cut).is_err() {
                text = sealed;
                cut.copy_from_slice(&tag[..length]);
            }
            let what = format!("{}: {length} of {} bytes are taken", aead.name(), tag.len());
            let mut other = text;
            assert!(on.open(&nonce, b"", &mut other[..], &cut).is_err(), "{what}");
            if !aead.takes_parts() {
                continue;
            }
            let mut message = on.begin(&nonce).unwrap();
            message.update(bramah::mode::Direction::Decrypt, &mut text[..]).unwrap();
            assert!(matches!(message.verify(&cut), Err(Error::ByteLength { .. })), "{what} in parts");
        }
        assert_eq!(on.open(&nonce, b"", &mut sealed[..], &tag), Ok(()), "{}", aead.name());
    });
}
