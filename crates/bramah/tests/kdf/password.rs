//! Tests password strings: the vectors of every scheme, strings with every kind of damage, and every limit.

use crate::bytes;
use bramah::{
    Error,
    kdf::argon2::{Variant, Version},
    password::{self, Limits, Pbkdf2Hash, Scheme, sha_crypt},
};

#[test]
fn vectors() {
    for file in bramah_vectors::passwords() {
        for vector in bramah_vectors::password(file).unwrap() {
            let (secret, string) = (bytes(&vector, "password"), vector.text("string").unwrap());
            password::verify(&secret, string).unwrap_or_else(|error| panic!("{vector}: {error}"));
            // bcrypt ignores bytes after the 72nd
            let mut other = secret.clone();
            match other.first_mut() {
                Some(first) if secret.len() >= 72 => *first = if *first == b'x' { b'y' } else { b'x' },
                _ => other.push(b'x'),
            }
            assert_eq!(password::verify(&other, string), Err(Error::WrongPassword), "{vector}");
        }
    }
}

/// Returns every scheme with small costs.
pub(crate) fn cheap() -> Vec<Scheme> {
    let mut schemes = vec![
        Scheme::Scrypt { log_n: 4, r: 8, p: 2 },
        Scheme::Yescrypt { log_n: 10, r: 8, p: 1, t: 0 },
        Scheme::Bcrypt { cost: 4 },
        Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha256, rounds: 1000 },
        Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha512, rounds: 1234 },
    ];
    for kind in [Variant::D, Variant::I, Variant::Id] {
        for version in [Version::V10, Version::V13] {
            schemes.push(Scheme::Argon2 { kind, version, memory: 32, passes: 2, lanes: 3 });
        }
    }
    for hash in [Pbkdf2Hash::Sha1, Pbkdf2Hash::Sha256, Pbkdf2Hash::Sha512] {
        schemes.push(Scheme::Pbkdf2 { hash, iterations: 3 });
    }
    schemes
}

#[test]
fn what_is_made_is_verified() {
    for scheme in cheap() {
        for secret in [&b""[..], b"correct horse battery staple", "pässwörd".as_bytes(), &[0xff; 71]] {
            let string = scheme.hash(secret).unwrap();
            assert_eq!(Scheme::of(&string), Ok(scheme), "{string}");
            assert_eq!(password::verify(secret, &string), Ok(()), "{string}");
            assert_eq!(password::verify(b"another", &string), Err(Error::WrongPassword), "{string}");
            assert!(scheme.is_outdated(), "{string}");
            assert_ne!(scheme.hash(secret).unwrap(), string, "a salt comes twice");
        }
    }
}

/// Replaces each character of a string in turn. The string is then malformed, requests other parameters, or is for
/// another password.
#[test]
fn damage_is_seen() {
    for scheme in cheap() {
        let string = scheme.hash(b"a password").unwrap();
        for at in 0..string.len() {
            for with in ['x', '1', '$', ',', '=', ' '] {
                let mut damaged = String::from(&string[..at]);
                damaged.push(with);
                damaged += &string[at + 1..];
                let short = &string[..at];
                assert!(password::verify(b"a password", short).is_err(), "{short}");
                if damaged == string {
                    continue;
                }
                let limits = Limits::default();
                // strings that would take a long time are not tested
                let slow = matches!(
                    Scheme::of(&damaged),
                    Ok(Scheme::Scrypt { log_n: 9.., .. }
                        | Scheme::Yescrypt { log_n: 12.., .. }
                        | Scheme::Bcrypt { cost: 8.. })
                );
                // bits after the last byte of bcrypt's salt are ignored, and passwords of ASCII characters have the
                // same hash with each letter of the version
                let salt = string.starts_with("$2b$") && (at == 28 || at == 2);
                assert!(slow || salt || limits.verify(b"a password", &damaged).is_err(), "{damaged}");
            }
        }
    }
}

#[test]
fn malformed_strings_are_named_so() {
    for string in [
        "",
        "$",
        "$$",
        "$x$",
        "plain",
        "$1$saltsalt$hash",
        "$argon2id$",
        "$argon2id$v=19$m=32,t=2$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$t=2,m=32$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$t=2,m=32,p=1,m=32$c2FsdHNhbHQ$aGFzaA",
        "pbkdf2_sha256$1000$salt$====",
        "pbkdf2:sha256$salt$00",
        "pbkdf2:sha3_256:1000$salt$00",
        "scrypt:17:8:1$salt$00",
        "grub.pbkdf2.sha512.1000.0g.00",
        "$7$101$c2FsdA==$x",
        "$bcrypt-sha256$v=3,t=2b,r=4$abcdefghijklmnopqrstuu$abcdefghijklmnopqrstuvwxyzabcde",
        "bcrypt_sha256$2b$04$short",
        "{CRYPT}",
        "{CRYPT}{CRYPT}$5$x",
        "user:",
        "user:$",
        "argon2$",
        "$argon2id$v=18$m=32,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$m=032,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$m=+32,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
        "$argon2id$v=19$m=32,t=2,p=1$c2FsdHNhbHQ=$aGFzaA",
        "$argon2id$v=19$m=32,t=2,p=1$c2FsdHNhbHQ$aGFzaA$",
        "$argon2id$v=19$m=32,t=2,p=1,keyid=AAAA$c2FsdHNhbHQ$aGFzaA",
        "$argon2x$v=19$m=32,t=2,p=1$c2FsdHNhbHQ$aGFzaA",
        "$scrypt$ln=4,r=8$c2FsdA$aGFzaA",
        "$scrypt$v=1$ln=4,r=8,p=1$c2FsdA$aGFzaA",
        "$scrypt$ln=99999999999,r=8,p=1$c2FsdA$aGFzaA",
        "$pbkdf2-sha256$0x10$c2FsdA$aGFzaA",
        "$pbkdf2-sha256$10$c2FsdA",
        "$pbkdf2-md5$10$c2FsdA$aGFzaA",
        "$pbkdf2-sha256$i=10,l=5$c2FsdA$aGFzaA",
        "$5$salt",
        "$5$rounds=999$salt$hash",
        "$6$rounds=01000$salt$hash",
        "$5$seventeencharacte$hash",
        "$2b$04$short",
        "$2c$04$abcdefghijklmnopqrstuuabcdefghijklmnopqrstuvwxyzabcde",
        "$y$",
        "$y$j9T$salt",
        "$y$j9T$salt$short",
        "$7$C6..../....salt",
    ] {
        let refused = password::verify(b"", string);
        assert!(
            matches!(refused, Err(Error::Malformed { .. } | Error::Parameter { .. })),
            "{string}: {refused:?}"
        );
        assert!(Scheme::of(string).is_err(), "{string}");
    }
}

/// Strings of the password `Grünspan 7`, made by other software.
const OF_OTHERS: [(&str, &str); 28] = [
    // argon2 0.45.1 of npm
    (
        "argon2id",
        "$argon2id$v=19$m=1024,p=2,t=2$4Gf731ymgDcxCVHpB8o6eQ$sz2ECCExKt5JTLY1uZemVs/dQA0ADmpO136flcgYOh4",
    ),
    // Django 5.2
    ("argon2id", "argon2$argon2id$v=19$m=64,t=2,p=1$c2FsdHNhbHQ$DD6pL8yc9Yaqmq8Yh4nITgMJ8q5tQHK40v6foTzxpC8"),
    ("pbkdf2-sha256", "pbkdf2_sha256$1000$Sa1tSa1t$2bImJ5+he7kBbIJb/fHKWq7g/PNCDMliRI5EG9KQnfI="),
    ("pbkdf2-sha1", "pbkdf2_sha1$1000$Sa1tSa1t$b0Vo0V/W8hvAcCyBi7WU63mBuZU="),
    ("bcrypt", "bcrypt$$2b$04$mU0G/5XWTCyyX2wy.ska5uvHjrcy7x5xLljdh98XhADmw2X8kdVDG"),
    ("bcrypt", "bcrypt_sha256$$2b$04$HHqwO5R07zP.eJpCSShShOjw.7.78KStLT3rOg1PJr/NVs5cjv4lq"),
    (
        "scrypt",
        "scrypt$16$Sa1tSa1t$8$1$7ATxaedWDnYVk7gmCUoSd7Ix2auwMhJEdSdQFg0ra4OO7WgIIBM2wG+GuDYreY1BYZ7bEbD3K7DMm3mHOvSvmA==",
    ),
    // Werkzeug 3.1
    (
        "scrypt",
        "scrypt:1024:8:1$xcV4MjDJfpPAFnHB$cc5cc6e0116be7b7c2ecc9d2d82e0e3f594f389233fe27d47a9f6754a8f9c02b14ccdf9844c353503c8ef9bfb15344e6d4fca7ac4a4abc184fbfd49b988ac5f3",
    ),
    (
        "pbkdf2-sha256",
        "pbkdf2:sha256:1000$X9hsgbCF3JzIn5Vg$209db7f51488bbc67eb2b5b4bbc8c70bc55205c89c215a437f3fd84d252f2b96",
    ),
    ("pbkdf2-sha1", "pbkdf2:sha1:1000$sH6shAX9q7Dnca2U$71d8d96cabb92823ff763d2aee8fea0e3c12c215"),
    (
        "pbkdf2-sha512",
        "pbkdf2:sha512:1000$U1vt8KyoFqQZnFlW$72e6528add80ae522f53e0fd4a406341719fa92c7949bad72373fcd2bfceacbf41ef6959b382ef4d2f07783e4aec7f8f661dc571b77766a75ddbe835dc68d9d8",
    ),
    // passlib 1.7.4
    ("pbkdf2-sha1", "{PBKDF2}1000$670XQmgNwdh7bw3hHAMAAA$hzLCjT1wr4sBrOjq//mcoJ4YxgI"),
    (
        "pbkdf2-sha256",
        "{PBKDF2-SHA256}1000$8h5jbA1hrNX6nxNCiJHyPg$0jhqa.2eL7bs2S9ldFiVycLlrAjN5c35IZifXJYW95k",
    ),
    (
        "pbkdf2-sha256",
        "{pbkdf2-sha256}1000$8h5jbA1hrNX6nxNCiJHyPg$0jhqa.2eL7bs2S9ldFiVycLlrAjN5c35IZifXJYW95k",
    ),
    (
        "pbkdf2-sha512",
        "{PBKDF2-SHA512}1000$llKqdQ5hrBUixLgXopSylg$LWPgNlij6Cz2qj4O1MLZrjP4HJUgNDv5j0X4W7kxIylT.3oe0YI2/f1yKz5lP.LGxcXzMLl3Pb40RW/BTyw7Dg",
    ),
    (
        "pbkdf2-sha512",
        "grub.pbkdf2.sha512.1000.F93F87D03A676CAD756E6D6D6D8D510A81108290526ACD9993722EA514821042E8BD1742E8FDFFDFDBBB378610C2B877AE55AA3526A4D45AAB55EA7D4F094108.67A16BCBD1EB4D94B87F088749395D0A45EB654720DDD726B33D9261E454A62497667F5CF71A179CB6B95CAF4AFAB0BF7D169C293E15F472190F0A5BCAB8BD94",
    ),
    (
        "sha512-crypt",
        "{CRYPT}$6$rounds=1000$4Ei6l7IeF6BZWC6R$ChGUXMxHml8NUzFoSvSzpj3HBdBT10v84l62sa60C4M8r4pRXERAnJadDo..Kp.wekZAF9KTOcqLQwfKfpWuo1",
    ),
    (
        "sha512-crypt",
        "{SHA512-CRYPT}$6$rounds=1000$4Ei6l7IeF6BZWC6R$ChGUXMxHml8NUzFoSvSzpj3HBdBT10v84l62sa60C4M8r4pRXERAnJadDo..Kp.wekZAF9KTOcqLQwfKfpWuo1",
    ),
    ("sha256-crypt", "{CRYPT}$5$rounds=1000$A.h18I6Xuom.PIL7$ploo0ffldfu19l4Qr384zGbwmq1d5xXts25.oxqXaT0"),
    (
        "sha256-crypt",
        "user:$5$rounds=1000$A.h18I6Xuom.PIL7$ploo0ffldfu19l4Qr384zGbwmq1d5xXts25.oxqXaT0:19000:0:99999:7:::",
    ),
    (
        "argon2id",
        "{ARGON2ID}$argon2id$v=19$m=64,t=2,p=1$q1VKyTlnjHFuTUlJ6V3LeQ$OBDrMcKkXM80u8wL22IYRCyhV7UiC0vgBgR88jrg9+8",
    ),
    ("bcrypt", "$bcrypt-sha256$2b,4$n79VH.0Q2TMWmt3Oqt9uku$1/pDUoSDSYwfXR8mdQ19lynUPY/.4y6"),
    ("bcrypt", "$bcrypt-sha256$v=2,t=2b,r=4$n79VH.0Q2TMWmt3Oqt9uku$Rs7wxCC2.tq3Hw/081oK883M.E89XUW"),
    ("bcrypt", "{CRYPT}$2b$04$8xMvrRwM41MTjpB8MCJUL.cIOZngCrVFL/nUD1HyId5cP/aUwDlzG"),
    // the format of htpasswd
    ("bcrypt", "user:$2y$04$8xMvrRwM41MTjpB8MCJUL.cIOZngCrVFL/nUD1HyId5cP/aUwDlzG"),
    // the formats of Dovecot and mosquitto_passwd, computed with Python's hashlib
    ("pbkdf2-sha1", "{PBKDF2}$1$axZcJOEH94iLEIYh$5000$9fb4e2620d7dbfbeb87f4a01fcd4f3d2ab9c71dd"),
    ("pbkdf2-sha1", "$1$axZcJOEH94iLEIYh$5000$9fb4e2620d7dbfbeb87f4a01fcd4f3d2ab9c71dd"),
    (
        "pbkdf2-sha512",
        "user:$7$101$AAECAwQFBgcICQoL$fAko5BAkGwwiwj2cRzlgzeTOoUboiZH77TrbNfII1nQPAS/K89Wh35Z/fw5iRt+JyyEPzORkl3u0VMcivP7XGQ==",
    ),
];

#[test]
fn strings_of_other_software_are_verified() {
    for (name, string) in OF_OTHERS {
        assert_eq!(Scheme::of(string).map(|scheme| scheme.name()), Ok(name), "{string}");
        assert_eq!(password::verify("Gr\u{fc}nspan 7".as_bytes(), string), Ok(()), "{string}");
        assert_eq!(password::verify(b"Grunspan 7", string), Err(Error::WrongPassword), "{string}");
        assert!(password::unsupported(string).is_none(), "{string}");
    }
    // a string of Dovecot for the password `x`
    let string = "{BLF-CRYPT}$2y$05$9NFZkyiGBGxpcdZNVTY.Ee/RS9jq4B.PMqQPZ7RYJLhPkQLpoTWZ.";
    assert_eq!(password::verify(b"x", string), Ok(()));
}

#[test]
fn parameters_with_names_are_read_in_any_order() {
    let string = |parameters: &str| {
        format!("$argon2id$v=19${parameters}$c2FsdHNhbHQ$DD6pL8yc9Yaqmq8Yh4nITgMJ8q5tQHK40v6foTzxpC8")
    };
    for parameters in
        ["m=64,t=2,p=1", "m=64,p=1,t=2", "t=2,m=64,p=1", "t=2,p=1,m=64", "p=1,m=64,t=2", "p=1,t=2,m=64"]
    {
        assert_eq!(
            password::verify("Gr\u{fc}nspan 7".as_bytes(), &string(parameters)),
            Ok(()),
            "{parameters}"
        );
    }
    for scheme in cheap() {
        let string = scheme.hash(b"a password").unwrap();
        let mut fields: Vec<String> = string.split('$').map(String::from).collect();
        let Some(at) = fields.iter().position(|field| field.contains(',')) else { continue };
        let reversed: Vec<&str> = fields[at].split(',').rev().collect();
        fields[at] = reversed.join(",");
        assert_eq!(password::verify(b"a password", &fields.join("$")), Ok(()), "{string}");
    }
}

/// In every format of other software, a string that requests more work than the limits allow is refused.
#[test]
fn forms_of_other_software_are_limited() {
    let (zeros, base64) = ("00", "AAAA");
    for (start, hash) in [
        ("pbkdf2_sha256$10000001$salt$", base64.repeat(10) + "AAA="),
        ("pbkdf2_sha1$10000001$salt$", base64.repeat(6) + "AAA="),
        ("pbkdf2:sha256:10000001$salt$", zeros.repeat(32)),
        ("pbkdf2:sha512:10000001$salt$", zeros.repeat(64)),
        ("{PBKDF2}10000001$c2FsdA$", base64.repeat(6) + "AAA"),
        ("{PBKDF2-SHA512}10000001$c2FsdA$", base64.repeat(21) + "AA"),
        ("{PBKDF2}$1$salt$10000001$", zeros.repeat(20)),
        ("$7$10000001$c2FsdA==$", base64.repeat(21) + "AA=="),
        ("grub.pbkdf2.sha512.10000001.00.", zeros.repeat(64)),
        ("scrypt:2097152:8:1$salt$", zeros.repeat(64)),
        ("scrypt:2147483648:4294967295:4294967295$salt$", zeros.repeat(64)),
        ("scrypt:16:8:10000000$salt$", zeros.repeat(64)),
        ("scrypt$2097152$salt$8$1$", base64.repeat(21) + "AA=="),
        ("bcrypt$$2b$19$abcdefghijklmnopqrstuu", ".".repeat(31)),
        ("bcrypt_sha256$$2b$19$abcdefghijklmnopqrstuu", ".".repeat(31)),
        ("$bcrypt-sha256$2b,19$abcdefghijklmnopqrstuu$", ".".repeat(31)),
        ("$bcrypt-sha256$v=2,t=2b,r=19$abcdefghijklmnopqrstuu$", ".".repeat(31)),
        ("argon2$argon2id$v=19$p=1,t=17,m=1048576$c2FsdHNhbHQ$", "A".repeat(43)),
        ("{CRYPT}$5$rounds=10000001$salt$", ".".repeat(43)),
        ("user:$2y$19$abcdefghijklmnopqrstuu", ".".repeat(31)),
    ] {
        let refused = password::verify(b"", &format!("{start}{hash}"));
        assert!(matches!(refused, Err(Error::Limit { .. })), "{start}: {refused:?}");
        // a truncated hash could be right by chance, so it is refused before the limit is checked
        let short = password::verify(b"", &format!("{start}{}", &hash[..8]));
        let refused = matches!(short, Err(Error::ParameterLength { .. } | Error::Malformed { .. }));
        assert!(refused, "{start}: {short:?}");
    }
}

#[test]
fn other_schemes_are_named() {
    for (string, name) in [
        ("$1$H.Cdl/5W$MZF8iV8GJANetK90f76HK.", "md5-crypt"),
        ("{CRYPT}$1$H.Cdl/5W$MZF8iV8GJANetK90f76HK.", "md5-crypt"),
        ("user:$apr1$VOiyxH2K$2Euc8rfyuNXPegSxs9cYF.", "Apache's md5-crypt"),
        ("$P$5DH6c27zWQUF6efoBiaLGdXuSu5oHE1", "phpass"),
        ("$H$5xprZl/kC1eqHiRXz6IiriKeE9iqZe.", "phpass"),
        ("{SSHA256}KKMENGqpn/ICAn6BseYY/hyqXkyn5KebS0T494i6bff+n9N6TynFWA==", "LDAP's salted SHA-256"),
        ("{ssha256}KKMENGqpn/ICAn6BseYY/hyqXkyn5KebS0T494i6bff+n9N6TynFWA==", "LDAP's salted SHA-256"),
        ("{SMD5}hZ80PS2ZjXenfNe2+ZE6zNrbe88=", "LDAP's salted MD5"),
        ("{PBKDF2}nonsense", "PBKDF2 in a form of LDAP or Dovecot"),
        ("{SCRAM-SHA-256}4096,c2FsdA==,AAAA,AAAA", "SCRAM"),
        ("{PKCS5S2}uTdGSMkZA4DwXsvZW4vxfhKGrfCh6ZdKAhdQrq7+VeU4A5EEfQobrbUnYuKsrxEr", "Atlassian's PBKDF2"),
        ("grub.pbkdf2.sha256.1000.00.00", "GRUB's PBKDF2 with another hash function"),
        ("{MD5-CRYPT}$1$H.Cdl/5W$MZF8iV8GJANetK90f76HK.", "md5-crypt"),
        ("{SCRYPT}16384$8$1$c2FsdA==$AAAA", "scrypt in a form of LDAP"),
        ("unsalted_md5$$5f4dcc3b5aa765d61d8327deb882cf99", "Django's MD5 without a salt"),
        ("pbkdf2_md5$1000$salt$AAAA", "Django's PBKDF2 with another hash function"),
        ("{CRYPT}$9$salt$hash", "an unknown crypt(3) scheme"),
        ("NLJudU3sT7u3Y", "DES crypt"),
        ("{CRYPT}vIaXaao6gRRWk", "DES crypt"),
        ("_dD..Elq0MWC/yurzbKQ", "BSDi's extended DES crypt"),
        ("{CRYPT}_dD..UG6ZSNQ9PTOyXcI", "BSDi's extended DES crypt"),
        ("md5$Sa1t$953a52ca4a96250f6b50936fea4434b5", "Django's salted MD5"),
        ("$sha1$1000$W8v.d/AJ$MwjIt7/I0jJkgDynimmzNZxXGlrq", "sha1-crypt"),
        ("pbkdf2:sha3_256:1000$salt$00", "PBKDF2 with another hash function, or without its iterations"),
    ] {
        assert!(Scheme::of(string).is_err(), "{string}");
        assert_eq!(password::unsupported(string), Some(name), "{string}");
    }
    for string in ["", "plain", "$2x$", "$1$salt$5000$zz", "$7$101$damaged", "a:b", "{}"] {
        assert_eq!(password::unsupported(string), None, "{string}");
    }
}

/// The error for a damaged string names the scheme with whose prefix the string begins.
#[test]
fn damaged_strings_name_their_scheme_and_the_damage() {
    let hash = "00".repeat(64);
    for (string, damage) in [
        (format!("grub.pbkdf2.sha512.1000.zz.{hash}"), ("grub.pbkdf2.sha512", "the salt is malformed")),
        (format!("grub.pbkdf2.sha512.1000.00.{hash}0"), ("grub.pbkdf2.sha512", "the hash is malformed")),
        (
            format!("grub.pbkdf2.sha512.1000.00.{hash}00"),
            ("grub.pbkdf2.sha512", "the hash does not have the length of the scheme"),
        ),
        ("grub.pbkdf2.sha512.1000.00".into(), ("grub.pbkdf2.sha512", "a part is missing")),
        (
            format!("grub.pbkdf2.sha512.1e3.00.{hash}"),
            ("grub.pbkdf2.sha512", "a number is malformed or too large"),
        ),
        ("pbkdf2_sha256$1000$salt$AAA".into(), ("pbkdf2_sha256", "the hash is malformed")),
        ("user:{PBKDF2-SHA512}1000".into(), ("{PBKDF2-SHA512}", "a part is missing")),
        (format!("scrypt:17:8:1$salt${hash}"), ("scrypt", "N is not a power of two")),
        (
            "{CRYPT}{crypt}$5$saltstring$5B8vYYiY.CVt1RlTTf8KbXBH3hsxY/GNooZaBBGWEc5".into(),
            ("{CRYPT}", "this prefix occurs twice"),
        ),
    ] {
        assert!(Scheme::of(&string).is_err(), "{string}");
        assert_eq!(password::damaged(&string), Some(damage), "{string}");
        assert_eq!(password::unsupported(&string), None, "{string}");
    }
    for string in
        ["", "plain", "{PBKDF2}nonsense", "$1$salt$5000$zz", "md5$Sa1t$953a52ca4a96250f6b50936fea4434b5"]
    {
        assert_eq!(password::damaged(string), None, "{string}");
    }
    for (_, string) in OF_OTHERS {
        assert_eq!(password::damaged(string), None, "{string}");
    }
}

#[test]
fn what_asks_for_too_much_is_refused() {
    let over = |start: &str, hash: usize| {
        // uses the digit of value 0, since bits after the last byte must be 0
        let zero = if start.starts_with("$2") || start.starts_with("$5") { "." } else { "A" };
        let string = format!("{start}{}", zero.repeat(hash));
        let refused = password::verify(b"", &string);
        assert!(matches!(refused, Err(Error::Limit { .. })), "{string}: {refused:?}");
    };
    over("$argon2id$v=19$m=2097152,t=1,p=1$c2FsdHNhbHQ$", 43);
    over("$argon2id$v=19$m=1048576,t=17,p=1$c2FsdHNhbHQ$", 43);
    over("$argon2id$v=19$m=4294967295,t=4294967295,p=1$c2FsdHNhbHQ$", 43);
    over("$scrypt$ln=21,r=8,p=1$c2FsdA$", 43);
    over("$scrypt$ln=4,r=8,p=10000000$c2FsdA$", 43);
    over("$scrypt$ln=4294967295,r=4294967295,p=4294967295$c2FsdA$", 43);
    over("$pbkdf2-sha256$10000001$c2FsdA$", 43);
    over("$5$rounds=10000001$salt$", 43);
    over("$2b$19$abcdefghijklmnopqrstuu", 31);

    // the caller can raise or lower the limits
    let string = Scheme::Pbkdf2 { hash: Pbkdf2Hash::Sha256, iterations: 100 }.hash(b"a password").unwrap();
    let mut limits = Limits::default();
    limits.iterations = 99;
    let (value, limit) = (100, 99);
    let refused = Err(Error::Limit { name: "the number of iterations", value, limit });
    assert_eq!(limits.verify(b"a password", &string), refused);
    limits.iterations = 100;
    assert_eq!(limits.verify(b"a password", &string), Ok(()));
}

/// No string is made that `verify` refuses with the same limits. Making and verifying are tested with each limit equal
/// to the work of a string, and one less.
#[test]
fn what_is_made_is_within_the_limits() {
    type Set = fn(&mut Limits, u128);
    const FIELDS: [(&str, Set); 5] = [
        ("memory", |limits, to| limits.memory = to as u64),
        ("iterations", |limits, to| limits.iterations = to as u32),
        ("cost", |limits, to| limits.cost = to as u32),
        ("written", |limits, to| limits.written = to as u64),
        ("hashed", |limits, to| limits.hashed = to as u64),
    ];
    let secret = b"a password";
    let mut counted = std::collections::BTreeSet::new();
    for scheme in cheap() {
        for (field, set) in FIELDS {
            let within = |to: u128| {
                let mut limits = Limits::default();
                set(&mut limits, to);
                limits
            };
            let string = match within(0).hash(&scheme, secret) {
                Ok(string) => {
                    assert_eq!(within(0).verify(secret, &string), Ok(()), "{scheme:?}: {field}");
                    continue;
                }
                Err(Error::Limit { value, limit: 0, .. }) => {
                    counted.insert((scheme.name(), field));
                    let refused = within(value - 1).hash(&scheme, secret);
                    assert!(matches!(refused, Err(Error::Limit { .. })), "{scheme:?}: {field} {refused:?}");
                    let string = within(value).hash(&scheme, secret).unwrap();
                    assert_eq!(within(value).verify(secret, &string), Ok(()), "{string}: {field}");
                    let refused = within(value - 1).verify(secret, &string);
                    assert!(matches!(refused, Err(Error::Limit { .. })), "{string}: {field} {refused:?}");
                    string
                }
                Err(error) => panic!("{scheme:?}: {field}: {error:?}"),
            };
            assert!(within(0).verify(secret, &string).is_err(), "{string}: {field}");
        }
    }
    // the strings of each scheme were tested with each limit that the scheme has
    for (name, fields) in [
        ("argon2id", &["memory", "written"][..]),
        ("scrypt", &["memory", "written", "hashed"]),
        ("yescrypt", &["memory", "written", "hashed"]),
        ("bcrypt", &["cost"]),
        ("sha256-crypt", &["memory", "iterations", "hashed"]),
        ("pbkdf2-sha512", &["iterations", "hashed"]),
    ] {
        let found: Vec<&str> =
            counted.iter().filter(|(of, _)| *of == name).map(|(_, field)| *field).collect();
        let mut fields = fields.to_vec();
        fields.sort_unstable();
        assert_eq!(found, fields, "{name}");
    }
}

/// Costs that exceed the default limits by one are refused before any work is done.
#[test]
fn nothing_is_made_that_asks_for_too_much() {
    let (kind, version) = (Variant::Id, Version::V13);
    for scheme in [
        Scheme::Argon2 { kind, version, memory: (1 << 20) + 1, passes: 1, lanes: 1 },
        Scheme::Argon2 { kind, version, memory: 1 << 20, passes: 17, lanes: 1 },
        Scheme::Argon2 { kind, version, memory: 1 << 10, passes: (16 << 10) + 1, lanes: 1 },
        Scheme::Scrypt { log_n: 21, r: 8, p: 1 },
        Scheme::Scrypt { log_n: 4, r: 8, p: 10_000_000 },
        Scheme::Yescrypt { log_n: 21, r: 8, p: 1, t: 0 },
        Scheme::Yescrypt { log_n: 12, r: 8, p: 1, t: u32::MAX >> 8 },
        Scheme::Bcrypt { cost: 19 },
        Scheme::Bcrypt { cost: 31 },
        Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha256, rounds: 10_000_001 },
        Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha512, rounds: 999_999_999 },
        Scheme::Pbkdf2 { hash: Pbkdf2Hash::Sha1, iterations: 10_000_001 },
        Scheme::Pbkdf2 { hash: Pbkdf2Hash::Sha512, iterations: u32::MAX },
    ] {
        for made in [scheme.hash(b"a password"), scheme.hash_with_salt(b"a password", &[5; 16])] {
            assert!(matches!(made, Err(Error::Limit { .. })), "{scheme:?}: {made:?}");
        }
    }
    // the work of SHA-crypt grows with the square of the length of the password
    let scheme = Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha256, rounds: 1000 };
    let made = scheme.hash(&vec![b'x'; 1 << 17]);
    assert!(matches!(made, Err(Error::Limit { .. })), "{made:?}");
}

/// With any length of salt, a string is either refused or not longer than the strings that the library reads.
#[test]
fn no_salt_makes_a_string_that_is_not_read() {
    let secret = b"a password";
    for scheme in cheap() {
        let (mut made, mut refused) = (0, 0);
        for len in [0, 1, 7, 8, 15, 16, 17, 63, 64, 65].into_iter().chain(2900..3060) {
            match scheme.hash_with_salt(secret, &vec![5; len]) {
                Ok(string) => {
                    assert!(string.len() <= password::MAX_STRING, "{scheme:?}: {len}");
                    assert_eq!(password::verify(secret, &string), Ok(()), "{scheme:?}: {len}");
                    made += 1;
                }
                Err(Error::ParameterLength { .. }) => refused += 1,
                Err(error) => panic!("{scheme:?}: {len}: {error:?}"),
            }
        }
        // the salt of SHA-crypt is truncated to 16 characters
        assert!(made > 0 && (refused > 0 || matches!(scheme, Scheme::ShaCrypt { .. })), "{scheme:?}");
    }
}

#[test]
fn names_and_advice() {
    for name in Scheme::NAMES {
        let scheme = Scheme::named(name).unwrap();
        assert_eq!(scheme.name(), name);
        let sha_crypt = matches!(scheme, Scheme::ShaCrypt { .. });
        assert_eq!(scheme.is_outdated(), sha_crypt, "{name}");
    }
    assert_eq!(Scheme::named("Argon2ID").map(|scheme| scheme.name()), Some("argon2id"));
    assert_eq!(Scheme::named("argon2"), None);
    // the other parameters of the OWASP cheat sheet
    for (memory, passes) in [(47104, 1), (19456, 2), (12288, 3), (9216, 4), (7168, 5)] {
        let scheme = Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory, passes, lanes: 1 };
        assert!(!scheme.is_outdated(), "{scheme:?}");
    }
    for (log_n, p) in [(17, 1), (16, 2), (15, 3), (14, 5), (13, 10)] {
        assert!(!Scheme::Scrypt { log_n, r: 8, p }.is_outdated(), "{log_n} {p}");
    }
    for (log_n, p) in [(16, 1), (13, 1), (12, 100)] {
        assert!(Scheme::Scrypt { log_n, r: 8, p }.is_outdated(), "{log_n} {p}");
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    for scheme in [
        Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory: 7, passes: 1, lanes: 1 },
        Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory: 8, passes: 0, lanes: 1 },
        Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory: 8, passes: 1, lanes: 0 },
        Scheme::Scrypt { log_n: 0, r: 8, p: 1 },
        Scheme::Scrypt { log_n: 64, r: 8, p: 1 },
        Scheme::Bcrypt { cost: 3 },
        Scheme::Bcrypt { cost: 32 },
        Scheme::ShaCrypt { kind: sha_crypt::Sha2::Sha256, rounds: 999 },
        Scheme::Pbkdf2 { hash: Pbkdf2Hash::Sha1, iterations: 0 },
    ] {
        let refused = scheme.hash(b"a password");
        assert!(matches!(refused, Err(Error::Parameter { .. })), "{scheme:?}: {refused:?}");
    }
    // the minimum of memory is eight times the number of lanes
    let lanes = u32::MAX;
    let scheme = Scheme::Argon2 { kind: Variant::Id, version: Version::V13, memory: 8, passes: 1, lanes };
    let refused = scheme.calibrate(std::time::Duration::from_millis(1), 16 << 20);
    assert!(matches!(refused, Err(Error::Parameter { .. })), "{refused:?}");
    let zero = Scheme::Bcrypt { cost: 4 }.hash(b"a\0b");
    assert_eq!(zero, Err(Error::ZeroByte));
}

#[test]
fn calibration_stays_within_its_bounds() {
    use std::time::Duration;
    for name in Scheme::NAMES {
        let least = Scheme::named(name).unwrap();
        // even on a slow machine, the scheme must keep its kind, need no more than the given memory, and make strings
        // of this kind
        let calibrated = least.calibrate(Duration::from_millis(1), 16 << 20).unwrap();
        assert!(calibrated.memory() <= 16 << 20, "{calibrated:?}");
        assert_eq!(calibrated.name(), name);
        // calibrated costs are never below the minimums; parameters of SHA-crypt never reach the minimums
        assert_eq!(calibrated.is_outdated(), name.ends_with("-crypt"), "{calibrated:?}");
        assert_eq!(calibrated.raised(), calibrated);
        let string = calibrated.hash(b"a password").unwrap();
        assert_eq!(password::verify(b"a password", &string), Ok(()), "{string}");
    }
}
