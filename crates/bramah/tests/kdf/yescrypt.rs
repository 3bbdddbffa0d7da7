//! Tests yescrypt: vectors, another library, strings, and every error.

use crate::common::bytes;
use bramah::{
    Error,
    kdf::{
        PasswordKdf, Scrypt,
        yescrypt::{Flavor, Setting, Yescrypt, crypt},
    },
};
use yescrypt_crate::{Mode, Params};

fn mode(flavor: Flavor) -> Mode {
    match flavor {
        Flavor::Scrypt => Mode::Classic,
        Flavor::WriteOnce => Mode::Worm,
        Flavor::ReadWrite => Mode::default(),
    }
}

pub(crate) fn vectors(file: &str) {
    for vector in bramah_vectors::kdf(file).unwrap() {
        let password = bytes(&vector, "password");
        let expected = vector.require("output").literal();
        if let Some(string) = vector.text("string") {
            assert_eq!(crypt(&password, string).unwrap(), string, "{vector}");
            let (setting, hash) = Setting::parse(string).unwrap();
            assert_eq!(hash.unwrap()[..], expected[..], "{vector}");
            assert_eq!(setting.hash(&password).unwrap()[..], expected[..], "{vector}");
            let (start, _) = string.rsplit_once('$').unwrap();
            assert_eq!(setting.to_string(), start, "{vector}");
            assert_eq!(crypt(&password, start).unwrap(), string, "{vector}");
            continue;
        }
        let [n, r, p] = ["n", "r", "p"].map(|field| vector.number(field).unwrap());
        let flavor = match vector.word("flavor").unwrap() {
            "scrypt" => Flavor::Scrypt,
            "write-once" => Flavor::WriteOnce,
            _ => Flavor::ReadWrite,
        };
        let kdf = Yescrypt::new(n.ilog2(), r as u32).unwrap().flavor(flavor).unwrap();
        let kdf = kdf.lanes(p as u32).unwrap().time(vector.number("t").unwrap_or(0) as u32).unwrap();
        let mut out = vec![0; expected.len()];
        kdf.derive(&password, &bytes(&vector, "salt"), &mut out).unwrap();
        assert_eq!(out, expected, "{vector}");
    }
}

#[test]
fn agrees_with_the_crate_yescrypt() {
    for flavor in [Flavor::ReadWrite, Flavor::WriteOnce, Flavor::Scrypt] {
        for (log_n, r, p) in [(2, 1, 1), (4, 2, 3), (5, 8, 1), (8, 3, 7), (10, 8, 2), (6, 1, 32), (12, 32, 1)]
        {
            for t in [0, 1, 2, 3, 5] {
                if t > 0 && (flavor == Flavor::Scrypt || log_n > 10) {
                    continue;
                }
                let kdf = Yescrypt::new(log_n, r).unwrap().flavor(flavor).unwrap();
                let kdf = kdf.lanes(p).unwrap().time(t).unwrap();
                let theirs = Params::new_with_all_params(mode(flavor), 1 << log_n, r, p, t, 0).unwrap();
                for len in [1, 31, 32, 33, 100] {
                    let (mut out, mut expected) = (vec![0; len], vec![0; len]);
                    kdf.derive(b"password", b"salt", &mut out).unwrap();
                    yescrypt_crate::yescrypt(b"password", b"salt", &theirs, &mut expected).unwrap();
                    assert_eq!(out, expected, "{kdf:?}, {len}");
                    if log_n > 10 {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn strings_say_every_parameter() {
    for flavor in [Flavor::ReadWrite, Flavor::WriteOnce, Flavor::Scrypt] {
        for log_n in [1, 2, 10, 30, 48, 49, 56, 57, 63] {
            for r in [1, 2, 47, 48, 49, 559, 560, 561, 1000, 66_000, 0x1234567] {
                for p in [1, 2, 3, 49, 50, 51] {
                    for t in [0, 1, 2, 48, 49, 5000, 1_091_060_272] {
                        let kdf = Yescrypt::new(log_n, r).unwrap();
                        let kdf = kdf.flavor(flavor).and_then(|kdf| kdf.lanes(p)).and_then(|kdf| kdf.time(t));
                        let Ok(kdf) = kdf else { continue };
                        let setting = Setting::new(kdf, &[log_n as u8; 13]).unwrap();
                        assert_eq!(
                            Setting::parse(&setting.to_string()),
                            Ok((setting.clone(), None)),
                            "{setting}"
                        );
                        assert_eq!((setting.kdf(), setting.salt()), (kdf, &[log_n as u8; 13][..]));
                    }
                }
            }
        }
    }
}

#[test]
fn other_strings_are_refused() {
    let whole = "$y$j75$salt$TSeQGg1H6lTWU92qnOZH.5qKMhDqtPwsXZuIKvpwpb1";
    assert_eq!(crypt(b"pleaseletmein", whole).unwrap(), whole);
    // a string that ends too early, or in which a character is replaced by one of another kind, is refused
    for end in 0..whole.len() {
        let part = &whole[..end];
        let parsed = Setting::parse(part).map(|(setting, hash)| (setting.to_string(), hash.is_some()));
        match parsed {
            // the truncated string may be valid: with a shorter salt, and without the hash
            Ok((start, hash)) => assert!(!hash && part.starts_with(&start), "{part}"),
            Err(error) => assert_eq!(error, Error::Malformed { name: "yescrypt string" }, "{part}"),
        }
    }
    for string in [
        "",
        "$",
        "$y",
        "$x$j75$salt",
        "$y$",
        "$y$$",
        "$y$j$",
        "$y$j7$salt",
        "$y$j75",
        "$y$k75$salt",
        "$y$275$salt",
        "$y$j75*$salt",
        "$y$j75$sa!t",
        "$y$j753$salt",
        "$y$j75/$salt",
        "$y$zzzzz$salt",
        "$y$j75$salt$short",
        "$y$j75$salt$TSeQGg1H6lTWU92qnOZH.5qKMhDqtPwsXZuIKvpwpbz",
        "$y$j75$a",
        "$y$j75$zz",
        "$7$",
        "$7$C6",
        "$7$C6....",
        "$7$*6..../....salt",
        "$y$j751.$salt",
    ] {
        let error = Setting::parse(string).expect_err(string);
        assert_eq!(error, Error::Malformed { name: "yescrypt string" }, "{string}");
    }
    // the strings are well formed, but the scheme does not allow these parameters
    for string in ["$y$jz5$salt", "$y$.E.$salt", "$7$.6..../....salt", "$7$C/............"] {
        let error = Setting::parse(string).expect_err(string);
        assert!(matches!(error, Error::Parameter { .. } | Error::Malformed { .. }), "{string}: {error}");
    }
    assert!(matches!(Setting::new(Yescrypt::recommended(), &[0; 65]), Err(Error::ParameterLength { .. })));
    assert!(Setting::new(Yescrypt::recommended(), &[0; 64]).is_ok());
    let longer = Yescrypt::recommended().time(1_091_060_273).unwrap();
    assert!(matches!(Setting::new(longer, b""), Err(Error::Parameter { name: "t", .. })));
}

#[test]
fn errors() {
    let kdf = Yescrypt::new(4, 2).unwrap();
    for error in [
        Yescrypt::new(0, 8),
        Yescrypt::new(64, 8),
        Yescrypt::new(4, 0),
        Yescrypt::new(4, 1 << 30),
        kdf.lanes(0),
        kdf.lanes(9),
        kdf.flavor(Flavor::WriteOnce).unwrap().lanes(1 << 29),
        kdf.flavor(Flavor::Scrypt).unwrap().time(1),
        Yescrypt::new(20, 1).unwrap().flavor(Flavor::Scrypt),
    ] {
        assert!(matches!(error, Err(Error::Parameter { .. })), "{error:?}");
    }
    assert!(kdf.lanes(8).is_ok());
    for flavor in [Flavor::ReadWrite, Flavor::WriteOnce, Flavor::Scrypt] {
        let empty = kdf.flavor(flavor).unwrap().derive(b"", b"", &mut []);
        assert!(matches!(empty, Err(Error::DerivedLength { length: 0, .. })), "{empty:?}");
        for (log_n, r) in [(44, 8), (63, 1 << 20)] {
            let kdf = Yescrypt::new(log_n, r).unwrap().flavor(flavor).unwrap();
            let error = kdf.derive(b"", b"", &mut [0; 8]).unwrap_err();
            assert!(matches!(error, Error::NoMemory { .. }), "{error}");
        }
    }
    assert!(Yescrypt::recommended().memory() >= 16 << 20);
    // several lanes of scrypt are computed at the same time, each with its own memory
    let scrypt = Yescrypt::new(4, 8).unwrap().flavor(Flavor::Scrypt).unwrap().lanes(4).unwrap();
    assert_eq!(scrypt.memory(), Scrypt::new(4, 8, 4).unwrap().memory());
}
