//! Tests scrypt: vectors, other libraries, and every error.

use crate::{common::bytes, kit::on_every_backend};
use bramah::{
    Error, Sha512, hash,
    kdf::{Job, PasswordKdf, scrypt::Scrypt},
};

pub(crate) fn vectors(file: &str) {
    on_every_backend("scrypt", |on| {
        for vector in bramah_vectors::kdf(file).unwrap() {
            let [n, r, p] = ["n", "r", "p"].map(|field| vector.number(field).unwrap());
            let mut kdf = Scrypt::with_n(n, r as u32, p as u32).unwrap().threads(2);
            if let Some(name) = vector.word("hash") {
                let hash = hash::lookup(name).unwrap_or_else(|error| panic!("{vector}: {error}"));
                kdf = kdf.with_hash(hash).unwrap();
            }
            let expected = vector.require("output").literal();
            let mut out = vec![0; expected.len()];
            kdf.derive(&bytes(&vector, "password"), &bytes(&vector, "salt"), &mut out).unwrap();
            assert_eq!(out, expected, "{vector} on {on}");
        }
    });
}

/// Computes the output with two other libraries.
fn references(password: &[u8], salt: &[u8], [log_n, r, p]: [u32; 3], out: &mut [u8]) {
    let parameters = scrypt_crate::Params::new(log_n as u8, r, p).unwrap();
    scrypt_crate::scrypt(password, salt, &parameters, out).unwrap();
    let mut again = vec![0; out.len()];
    let parameters = yescrypt_crate::Params::new(yescrypt_crate::Mode::Classic, 1 << log_n, r, p).unwrap();
    yescrypt_crate::yescrypt(password, salt, &parameters, &mut again).unwrap();
    assert_eq!(out, again);
}

#[test]
fn agrees_with_other_libraries() {
    on_every_backend("scrypt", |on| {
        for [log_n, r, p] in
            [[1, 1, 1], [1, 1, 7], [2, 3, 5], [6, 1, 4], [5, 8, 2], [4, 9, 3], [7, 2, 9], [3, 33, 6]]
        {
            let mut expected = vec![0; 70];
            references(b"password", b"salt", [log_n, r, p], &mut expected);
            for threads in [0, 1, 2, 3, 100] {
                let kdf = Scrypt::new(log_n, r, p).unwrap().threads(threads);
                let mut out = vec![0; 70];
                kdf.derive(b"password", b"salt", &mut out).unwrap();
                assert_eq!(out, expected, "{on}: {log_n}, {r}, {p}, {threads}");
                assert!(kdf.memory() >= u64::from(r) << (7 + log_n));
            }
        }
        for threads in [1, 2, 4] {
            let kdf = Scrypt::new(5, 2, 3).unwrap().threads(threads);
            let passwords: Vec<Vec<u8>> = (0..11).map(|i| vec![i; 3 * usize::from(i)]).collect();
            let mut outs: Vec<Vec<u8>> = (0..11).map(|i| vec![0; 1 + 9 * i]).collect();
            let jobs =
                passwords.iter().zip(&mut outs).map(|(password, out)| Job::new(password, b"salt", out));
            kdf.derive_many(&mut jobs.collect::<Vec<_>>()).unwrap();
            for (password, out) in passwords.iter().zip(outs) {
                let mut expected = vec![0; out.len()];
                kdf.derive(password, b"salt", &mut expected).unwrap();
                assert_eq!(out, expected, "{on}: {threads}");
            }
        }
    });
}

#[test]
fn names_and_types_agree() {
    let mut outs = [[0; 32]; 2];
    let kdf = Scrypt::new(3, 1, 2).unwrap();
    kdf.hash::<Sha512>().derive(b"a", b"b", &mut outs[0]).unwrap();
    kdf.with_hash(hash::lookup("sha512").unwrap()).unwrap().derive(b"a", b"b", &mut outs[1]).unwrap();
    assert_eq!(outs[0], outs[1]);
    assert_eq!(Scrypt::recommended().parameters(), [17, 8, 1]);
}

#[test]
fn errors() {
    let parameter = |name, value, max| Error::Parameter { name, value, min: 1, max };
    const MOST: u64 = (1 << 30) - 1;
    assert_eq!(Scrypt::new(0, 8, 1).unwrap_err(), parameter("the logarithm of N", 0, 63));
    assert_eq!(Scrypt::new(16, 1, 1).unwrap_err(), parameter("the logarithm of N", 16, 15));
    assert!(Scrypt::new(15, 1, 1).is_ok());
    assert_eq!(Scrypt::new(64, 8, 1).unwrap_err(), parameter("the logarithm of N", 64, 63));
    assert_eq!(Scrypt::new(1, 0, 1).unwrap_err(), parameter("r", 0, MOST));
    assert_eq!(Scrypt::new(1, 1, 0).unwrap_err(), parameter("p", 0, MOST));
    assert_eq!(Scrypt::new(1, 8, 1 << 27).unwrap_err(), parameter("p", 1 << 27, MOST / 8));
    for n in [0, 3, 1023, u64::MAX] {
        assert_eq!(Scrypt::with_n(n, 8, 1).unwrap_err(), Error::PowerOfTwo { name: "N", value: n });
    }
    assert!(matches!(Scrypt::with_n(1, 8, 1), Err(Error::Parameter { .. })));
    let kdf = Scrypt::new(1, 1, 1).unwrap();
    let empty = Error::DerivedLength { length: 0, limit: 32 * u64::from(u32::MAX) };
    assert_eq!(kdf.derive(b"", b"", &mut []), Err(empty));
    assert_eq!(kdf.derive_many(&mut []), Ok(()));
    // more memory than there is, and more than a number can count
    for (log_n, r) in [(44, 8), (56, 8), (63, 1 << 20)] {
        let kdf = Scrypt::new(log_n, r, 1).unwrap();
        let error = kdf.derive(b"", b"", &mut [0; 8]).unwrap_err();
        assert!(matches!(error, Error::NoMemory { .. }), "{error}");
    }
}
