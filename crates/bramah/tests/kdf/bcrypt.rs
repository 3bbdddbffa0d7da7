//! Tests bcrypt and bcrypt_pbkdf: vectors, another library, and every error.

use crate::bytes;
use bramah::{
    Error,
    kdf::bcrypt::{Bcrypt, BcryptPbkdf, Prefix, Stored},
};

#[test]
fn vectors() {
    let vectors = bramah_vectors::password("bcrypt").unwrap();
    assert!(vectors.len() >= 36);
    for vector in vectors {
        let (password, string) = (bytes(&vector, "password"), vector.text("string").unwrap());
        let stored: Stored = string.parse().unwrap();
        assert_eq!(stored.to_string(), string);
        assert!(stored.verify(&password).unwrap(), "{vector}");
        let mut other = password.clone();
        other.insert(0, b'x');
        assert!(!stored.verify(&other).unwrap(), "{vector}");
        if stored.prefix() == Prefix::B {
            let bcrypt = Bcrypt::new(stored.cost()).unwrap();
            assert_eq!(bcrypt.hash(&password, stored.salt()).unwrap(), stored, "{vector}");
        }
    }
}

pub(crate) fn pbkdf_vectors(file: &str) {
    for vector in bramah_vectors::kdf(file).unwrap() {
        let [password, salt] = ["password", "salt"].map(|field| bytes(&vector, field));
        let expected = vector.require("output").literal();
        let mut out = vec![0; expected.len()];
        let pbkdf = BcryptPbkdf::new(vector.number("rounds").unwrap() as u32).unwrap();
        pbkdf.derive(&password, &salt, &mut out).unwrap();
        assert_eq!(out, expected, "{vector}");
    }
}

/// Compares different numbers of passwords in one call with one password at a time and with another library.
#[test]
fn many_at_once() {
    let salts: Vec<[u8; 16]> = (0..30).map(|i| [i * 7 + 1; 16]).collect();
    let passwords: Vec<Vec<u8>> = (0..30).map(|i| (1..=i * 5 / 2).map(|j| 250 - j).collect()).collect();
    let bcrypt = Bcrypt::new(4).unwrap().truncating();
    let expected: Vec<[u8; 23]> = passwords
        .iter()
        .zip(&salts)
        .map(|(password, salt)| {
            let mut key = password.clone();
            key.push(0);
            key.truncate(72);
            *bcrypt::bcrypt(4, *salt, &key).first_chunk().unwrap()
        })
        .collect();
    for count in 0..passwords.len() {
        let some: Vec<&[u8]> = passwords[..count].iter().map(|password| &password[..]).collect();
        let mut out = vec![[0; 23]; count];
        bcrypt.derive_many(&some, &salts[..count], &mut out).unwrap();
        assert_eq!(out, expected[..count]);
    }
    let mut one = [0; 23];
    bcrypt.derive(&passwords[9], &salts[9], &mut one).unwrap();
    assert_eq!(one, expected[9]);
}

#[test]
fn pbkdf_of_every_length() {
    for len in (1..100).chain([128, 1024]) {
        let (mut out, mut expected) = (vec![0; len], vec![0; len]);
        BcryptPbkdf::new(1).unwrap().derive(b"password", b"salt", &mut out).unwrap();
        bcrypt_pbkdf::bcrypt_pbkdf(b"password", b"salt", 1, &mut expected).unwrap();
        assert_eq!(out, expected, "{len} bytes");
    }
}

#[test]
fn errors() {
    for cost in [0, 3, 32, u32::MAX] {
        assert!(matches!(Bcrypt::new(cost), Err(Error::Parameter { min: 4, max: 31, .. })));
    }
    let bcrypt = Bcrypt::new(4).unwrap();
    let mut out = [0; 23];
    let error = bcrypt.derive(&[b'x'; 73], &[0; 16], &mut out).unwrap_err();
    assert!(matches!(error, Error::ParameterLength { name: "password", length: 73, max: 72, .. }));
    bcrypt.derive(&[b'x'; 72], &[0; 16], &mut out).unwrap();
    let whole = out;
    bcrypt.truncating().derive(&[b'x'; 73], &[0; 16], &mut out).unwrap();
    assert_eq!(out, whole);
    for password in [&b"\0"[..], b"pass\0word", b"password\0"] {
        assert_eq!(bcrypt.derive(password, &[0; 16], &mut out), Err(Error::ZeroByte));
        assert_eq!(bcrypt.truncating().derive(password, &[0; 16], &mut out), Err(Error::ZeroByte));
    }
    let error = bcrypt.derive_many(&[b"one"], &[[0; 16]; 2], &mut [[0; 23]; 2]).unwrap_err();
    assert!(matches!(error, Error::Lengths { .. }));

    assert!(BcryptPbkdf::new(0).is_err());
    let pbkdf = BcryptPbkdf::new(1).unwrap();
    for len in [0, 1025] {
        let error = pbkdf.derive(b"password", b"salt", &mut vec![0; len]).unwrap_err();
        assert!(matches!(error, Error::OutputLength { min: 1, max: 1024, .. }));
    }
    for (password, salt) in [("", "salt"), ("password", "")] {
        let error = pbkdf.derive(password.as_bytes(), salt.as_bytes(), &mut out).unwrap_err();
        assert!(matches!(error, Error::ParameterLength { length: 0, min: 1, .. }));
    }
}

#[test]
fn malformed_strings() {
    let right = "$2b$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e";
    right.parse::<Stored>().unwrap();
    // changes bits of the salt's last character that are ignored
    let lax = right.replace("ianF.", "ianF/");
    assert_eq!(lax.parse::<Stored>(), right.parse());
    for wrong in [
        "",
        "$2b$",
        "$2c$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "$2$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "$2b$5$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3ee",
        "$2b$03$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "$2b$32$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "$2b$+5$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "$2b$05/$OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "$2b$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3",
        "$2b$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3ee",
        "$2b$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3f",
        "$2b$05$/OK.fbVrR/bpIqNJ5i=nF.CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "$2b$05$/OK.fbVrR/bpIqNJ5ianF=CE5elHaaO4EbggVDjb8P19RukzXSM3e",
        "$2b$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXS\u{e9}e",
    ] {
        assert!(matches!(wrong.parse::<Stored>(), Err(Error::Malformed { .. })), "{wrong}");
    }
}
