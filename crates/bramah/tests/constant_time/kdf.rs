//! Tests that the time of key derivation does not depend on secrets. PBKDF2 is tested with its loops on every backend,
//! and with the general loop; Argon2 in the variant Argon2i, which computes what Argon2id computes in the first half of
//! its first pass; HKDF, SP 800-108 and KDF1 to KDF3 on every backend of some hash functions. The key or password is
//! secret; the salt, the information and the number of iterations are not.

use crate::{
    ciphers::{step, subject},
    scope::wanted,
};
use bramah::{
    backend::{self, Choice},
    hash,
    kdf::{
        self, Concatenation, Counter, PasswordKdf, Sp800108,
        argon2::{Argon2, Memory, Variant},
        pbkdf2::Pbkdf2,
    },
    mac,
};
use std::sync::Mutex;

/// Returns the available backends of a hash function whose time does not depend on secrets.
fn backends(hash: hash::Algorithm) -> Vec<&'static str> {
    let [one, _] = hash.choices();
    candidates(one).into_iter().map(|(_, name)| name).collect()
}

/// Each function derives more than two blocks of output, and not a whole number of blocks.
#[test]
fn of_keys() {
    let mut subjects = Vec::new();
    for name in ["sha1", "sha256", "sha512", "sha3-256"] {
        let hash = hash::lookup(name).unwrap();
        let length = 2 * hash.output_len() + 5;
        for backend in backends(hash) {
            let on = hash.with_backend(backend).unwrap();
            let concatenations: [(&str, Concatenation); 3] =
                [("kdf1", Concatenation::KDF1), ("kdf2", Concatenation::KDF2), ("kdf3", Concatenation::KDF3)];
            for (which, concatenation) in concatenations {
                let name = format!("{which} over {name} on {backend}");
                subjects.push(subject(name, 33, length, move |key, out| {
                    concatenation.derive(&on, key, b"info", out).unwrap();
                }));
            }
            let Ok(mac) = mac::lookup(&format!("hmac-{name}")).unwrap().with_backend(backend) else {
                continue;
            };
            subjects.push(subject(format!("hkdf-{name} on {backend}"), 33, length, move |key, out| {
                kdf::hkdf(&mac, b"salt", key, b"info", out).unwrap();
            }));
            let counter = Counter::default();
            let modes = [
                ("counter", Sp800108::Counter(counter)),
                ("feedback", Sp800108::Feedback { iv: b"an iv", counter: Some(counter) }),
                ("pipeline", Sp800108::Pipeline { counter: Some(counter) }),
            ];
            for (which, mode) in modes {
                let name = format!("sp800-108-{which} over hmac-{name} on {backend}");
                subjects.push(subject(name, 33, length, move |key, out| {
                    let mac = mac.keyed(key).unwrap();
                    mode.derive(mac.prf().unwrap(), b"fixed", out).unwrap();
                }));
            }
        }
    }
    step(subjects);
}

/// Returns the available candidates whose time does not depend on secrets.
fn candidates(choice: &'static dyn Choice) -> Vec<(usize, &'static str)> {
    let fit = backend::infos(choice)
        .enumerate()
        .filter(|(_, info)| info.available && info.constant_time && wanted(info.name));
    fit.map(|(index, info)| (index, info.name)).collect()
}

/// Tests PBKDF2 on one backend after another, since the backend in use is a property of the whole program.
#[test]
fn pbkdf2() {
    for name in ["sha1", "sha224", "sha256", "sha512", "md5"] {
        let hash = hash::lookup(name).unwrap();
        let derive = move |on: &str| {
            // one block of output, and more blocks than there are lanes
            let subjects = [1, 18].map(|blocks| {
                subject(
                    format!("pbkdf2-{name} on {on}, {blocks} blocks"),
                    33,
                    blocks * hash.output_len(),
                    move |key, out| {
                        Pbkdf2::with_hash(hash, 3).unwrap().derive(key, b"salt", out).unwrap();
                    },
                )
            });
            step(subjects.into());
        };
        let of = |many: &str| kdf::choices().find(|choice| choice.name() == format!("pbkdf2-{name}{many}"));
        let (Some(one), Some(many)) = (of(""), of(".many")) else {
            derive("what there is");
            continue;
        };
        for (index, backend) in candidates(one) {
            for (at, lanes) in candidates(many) {
                assert!(one.force(index) && many.force(at));
                derive(&format!("{backend} and {lanes}"));
            }
        }
    }
}

#[test]
fn argon2i() {
    for backend in Argon2::backends_available().into_iter().filter(|name| wanted(name)) {
        // with these parameters Argon2 also reads blocks of the other lane, XORs new blocks into old ones in the second
        // pass, and computes more output with H' than one digest
        let argon2 = Argon2::new(Variant::I, 32, 2, 2).unwrap().with_backend(backend).unwrap();
        // the memory is allocated in advance, since a thread must not be followed while it holds a lock for which other
        // threads wait
        let memory = Mutex::new(Memory::new());
        step(vec![subject(format!("argon2i on {backend}"), 33, 100, move |key, out| {
            argon2.derive_in(&mut memory.lock().unwrap(), key, b"the salt", out).unwrap();
        })]);
    }
}
