//! What is followed of PBKDF2: its loops on every backend, and the general one. The password is secret, salt and
//! number of iterations are not. And of Argon2i, whose first half of a pass Argon2id shares. scrypt, yescrypt and the
//! other kinds of Argon2 read memory by what comes of the password.

use crate::{
    ciphers::{step, subject},
    scope::wanted,
};
use bramah::{
    backend::Choice,
    hash::{self, infos},
    kdf::{
        self, PasswordKdf,
        argon2::{Argon2, Kind, Memory},
        pbkdf2::Pbkdf2,
    },
};
use std::sync::Mutex;

/// The candidates that this CPU has, whose time does not depend on secrets.
fn candidates(choice: &'static dyn Choice) -> Vec<(usize, &'static str)> {
    let fit = infos(choice)
        .enumerate()
        .filter(|(_, info)| info.available && info.constant_time && wanted(info.name));
    fit.map(|(index, info)| (index, info.name)).collect()
}

/// One after another, since which backend is in use is one thing for the program.
#[test]
fn pbkdf2() {
    for name in ["sha1", "sha224", "sha256", "sha512", "md5"] {
        let hash = hash::lookup(name).unwrap();
        let derive = move |on: &str| {
            // a block of output, and as many as there are lanes with some over
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
        // blocks of another lane too, some that are added to, and H' of more than a digest
        let argon2 = Argon2::new(Kind::I, 32, 2, 2).unwrap().with_backend(backend).unwrap();
        // had before: no thread is to be followed while it holds what others wait for
        let memory = Mutex::new(Memory::new());
        step(vec![subject(format!("argon2i on {backend}"), 33, 100, move |key, out| {
            argon2.derive_in(&mut memory.lock().unwrap(), key, b"the salt", out).unwrap();
        })]);
    }
}
