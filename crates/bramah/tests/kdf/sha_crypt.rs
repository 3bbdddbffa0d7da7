//! SHA-256-crypt and SHA-512-crypt.

use crate::bytes;
use bramah::password;

#[test]
fn vectors() {
    for vector in bramah_vectors::password("sha-crypt").unwrap() {
        let (secret, string) = (bytes(&vector, "password"), vector.text("string").unwrap());
        password::verify(&secret, string).unwrap_or_else(|error| panic!("{vector}: {error}"));
        let mut other = secret.clone();
        other.push(b'x');
        assert!(password::verify(&other, string).is_err(), "{vector}");
    }
}
