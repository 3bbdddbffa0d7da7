//! Tests the short forms of calls: for keys, comparison, files, and messages with their tags.

use bramah::{
    Aes256, Blake2b256, Blake2bp, Blake2s256, Blake3, Blake3Sized, Error, Gcm, Kmac128, Sha256, Skein512,
    hash::Options,
};

/// A key or context that is passed in a short call has the same effect as in the options.
#[test]
fn keys_as_in_options() {
    let with = |options: &Options<'_>| {
        let mut hasher = Blake3::with_options(options).unwrap();
        hasher.update(b"message");
        hasher.finalize()
    };
    let mut keyed = Blake3::keyed(&[7; 32]);
    keyed.update(b"message");
    assert_eq!(keyed.finalize(), with(&Options { key: &[7; 32], ..Options::default() }));
    let derived = Blake3::derive_key("a context", b"message");
    assert_eq!(derived, with(&Options { context: b"a context", ..Options::default() }));
    assert_eq!(derived, blake3::derive_key("a context", b"message"));
    assert_eq!(Blake3::derive_key("", b"message"), blake3::derive_key("", b"message"));
    assert_eq!(Blake3Sized::<48>::derive_key("a context", b"message")[..32], derived);

    macro_rules! keyed {
        ($($type:ty)*) => { $(
            let options = Options { key: b"key", ..Options::default() };
            let [mut a, mut b] = [<$type>::keyed(b"key"), <$type>::with_options(&options)].map(Result::unwrap);
            a.update(b"message");
            b.update(b"message");
            assert_eq!(a.finalize(), b.finalize());
            assert!(matches!(<$type>::keyed(b""), Err(Error::NoKey { .. })));
        )* };
    }
    keyed! { Blake2b256 Blake2s256 Blake2bp<64> Skein512<64> Kmac128 }
    assert!(matches!(Blake2b256::keyed(&[0; 65]), Err(Error::ParameterLength { length: 65, max: 64, .. })));
}

/// A digest is compared completely: no bit may differ, and no byte may be missing or added.
#[test]
fn digests_are_verified_whole() {
    let mut mac = Blake2b256::keyed(b"key").unwrap();
    mac.update(b"message");
    let right = mac.clone().finalize();
    assert_eq!(mac.clone().verify(&right), Ok(()));
    for bit in 0..256 {
        let mut wrong = right;
        wrong[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(mac.clone().verify(&wrong), Err(Error::Unauthentic));
    }
    for wrong in [&right[..31], &right[1..], &[], &[&right[..], &[0]].concat()] {
        assert_eq!(mac.clone().verify(wrong), Err(Error::Unauthentic));
    }
}

/// The digest of a file is the digest of its bytes, and an error of the system is returned.
#[test]
fn digests_of_files() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let bytes = std::fs::read(path).unwrap();
    assert_eq!(Sha256::digest_file(path).unwrap(), Sha256::digest(&bytes));
    let mut hasher = Sha256::new();
    hasher.update(b"before it ");
    assert_eq!(hasher.update_reader(&bytes[..]).unwrap(), bytes.len() as u64);
    assert_eq!(hasher.finalize(), Sha256::digest([b"before it ", &bytes[..]].concat()));
    assert_eq!(Sha256::digest_file("no such file").unwrap_err().kind(), std::io::ErrorKind::NotFound);
}

/// A message and its tag in one vector are the same as from `seal`, and are refused if a byte differs or is missing.
#[test]
fn messages_with_their_tags() {
    let mut aead = Gcm::<Aes256>::new(&[7; 32]);
    let nonce = [1; 12];
    for tag_len in [16, 12] {
        aead.set_tag_len(tag_len).unwrap();
        for text in [&b""[..], b"for you alone", &[5; 300]] {
            let sealed = aead.encrypt(&nonce, b"aad", text).unwrap();
            let (mut expected, mut tag) = (text.to_vec(), vec![0; tag_len]);
            aead.seal(&nonce, b"aad", &mut expected[..], &mut tag).unwrap();
            expected.extend(tag);
            assert_eq!(sealed, expected);
            assert_eq!(aead.decrypt(&nonce, b"aad", &sealed).unwrap(), text);
            assert_eq!(aead.decrypt(&nonce, b"other", &sealed), Err(Error::Unauthentic));
            for place in 0..sealed.len() {
                let mut wrong = sealed.clone();
                wrong[place] ^= 0x80;
                assert_eq!(aead.decrypt(&nonce, b"aad", &wrong), Err(Error::Unauthentic));
                let refused = aead.decrypt(&nonce, b"aad", &sealed[..place]).unwrap_err();
                let short =
                    matches!(refused, Error::ByteLength { name: "tag", length, .. } if length == place);
                assert!(
                    if place < tag_len { short } else { refused == Error::Unauthentic },
                    "{place}: {refused}"
                );
            }
        }
    }
    assert!(matches!(aead.encrypt(&[], b"", b"text"), Err(Error::ByteLength { name: "nonce", .. })));
}
