//! Tests Balloon: vectors, another library, and every error.

use crate::bytes;
use bramah::{
    Error, Sha256, Sha512,
    kdf::{self, PasswordKdf, balloon::Balloon},
};

fn derived(balloon: Balloon, hash: &str, password: &[u8], salt: &[u8], len: usize) -> Vec<u8> {
    let mut out = vec![0; len];
    match hash {
        "sha256" => balloon.over(kdf::of::<Sha256>()).derive(password, salt, &mut out),
        _ => balloon.over(kdf::of::<Sha512>()).derive(password, salt, &mut out),
    }
    .unwrap();
    out
}

pub(crate) fn vectors(file: &str) {
    let vectors = bramah_vectors::kdf(file).unwrap();
    assert!(vectors.len() >= 22);
    for vector in vectors {
        let [password, salt] = ["password", "salt"].map(|field| bytes(&vector, field));
        let [m, t] = ["m", "t"].map(|field| vector.number(field).unwrap() as u32);
        let mut balloon = Balloon::new(m, t).unwrap();
        if let Some(lanes) = vector.number("p") {
            balloon = balloon.lanes(lanes as u32).unwrap();
        }
        let expected = vector.require("output").literal();
        let out = derived(balloon, vector.word("hash").unwrap(), &password, &salt, expected.len());
        assert_eq!(out, expected, "{vector}");
    }
}

#[test]
fn another_library() {
    use balloon_hash::{Algorithm, Balloon as Other, Params};
    for space in 1..40 {
        let params = Params::new(space, 2, 3).unwrap();
        let other = Other::<sha2_10::Sha256>::new(Algorithm::BalloonM, params, None);
        let expected = other.hash(b"password", b"examplesalt").unwrap();
        let balloon = Balloon::new(space, 2).unwrap().lanes(3).unwrap();
        assert_eq!(derived(balloon, "sha256", b"password", b"examplesalt", 32), expected[..]);
        let params = Params::new(space, 2, 1).unwrap();
        let other = Other::<sha2_10::Sha256>::new(Algorithm::Balloon, params, None);
        let expected = other.hash(b"password", b"examplesalt").unwrap();
        let balloon = Balloon::new(space, 2).unwrap();
        assert_eq!(derived(balloon, "sha256", b"password", b"examplesalt", 32), expected[..]);
    }
}

#[test]
fn errors() {
    assert!(matches!(Balloon::new(0, 1), Err(Error::Parameter { value: 0, min: 1, .. })));
    assert!(matches!(Balloon::new(1, 0), Err(Error::Parameter { value: 0, min: 1, .. })));
    let balloon = Balloon::new(1, 1).unwrap();
    assert!(matches!(balloon.lanes(0), Err(Error::Parameter { value: 0, min: 1, .. })));
    let balloon = balloon.over(kdf::of::<Sha256>());
    for len in [0, 31, 33] {
        let error = balloon.derive(b"password", b"salt", &mut vec![0; len]).unwrap_err();
        assert!(matches!(error, Error::OutputLength { length, min: 32, max: 32 } if length == len));
    }
    assert_eq!(Balloon::new(u32::MAX, 1).unwrap().over(kdf::of::<Sha512>()).memory(), 64 * 0xffff_ffff);
}
