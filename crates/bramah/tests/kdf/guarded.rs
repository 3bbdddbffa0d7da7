//! Tests that nothing is read or written beyond a buffer: the password, the salt and the derived key are each next to a
//! page without read and write access.

use crate::{
    common::{Guarded, pattern},
    kit::on_every_backend,
};
use bramah::kdf::{self, Job, Parameters, scrypt::Scrypt};

/// Lengths of passwords and salts, some of them near the lengths of blocks.
const LENGTHS: [usize; 5] = [0, 16, 31, 65, 200];

#[test]
fn every_buffer() {
    let [mut passwords, mut salts, mut keys] = [200, 200, 200].map(Guarded::new);
    let (password, salt) = (pattern(200), pattern(200));
    let mut run = 0;
    for choice in kdf::choices().filter(|choice| !choice.name().ends_with(".many")) {
        on_every_backend(choice.name(), |on| {
            for entry in kdf::entries() {
                let name = entry.info.name;
                for (password_len, salt_len) in LENGTHS.into_iter().zip(LENGTHS.into_iter().rev()) {
                    let (password, salt) = (&password[..password_len], &salt[..salt_len]);
                    for length in [1, 20, 32, 65, 200] {
                        let mut expected = vec![0; length];
                        let few = cheap(entry, salt);
                        // a function that refuses its input must write nothing
                        let derives = entry.derive(password, &few, &mut expected).is_ok();
                        for back in [false, true] {
                            let few = cheap(entry, salts.holding(salt, back));
                            let key = keys.holding(&vec![0; length], back);
                            let derived = entry.derive(passwords.holding(password, back), &few, key);
                            assert_eq!(derived.is_ok(), derives, "{name} on {on}: {length} bytes");
                            assert_eq!(key, expected, "{name} on {on}: {length} bytes");
                            run += usize::from(derives);
                        }
                    }
                }
            }
        });
    }
    assert!(run > 1000, "{run} keys were derived");
}

/// Returns small values of the parameters that a function takes.
fn cheap<'a>(entry: &kdf::Entry, salt: &'a [u8]) -> Parameters<'a> {
    use kdf::Parameter::*;
    let takes = |parameter| entry.info.takes.contains(&parameter);
    Parameters {
        salt: takes(Salt).then_some(salt),
        info: takes(Info).then_some(salt),
        iterations: takes(Iterations).then_some(2),
        n: takes(N).then_some(4),
        r: takes(R).then_some(3),
        lanes: takes(Lanes).then_some(1),
        memory: takes(Memory).then_some(16),
        short_salts: true,
        ..Parameters::default()
    }
}

/// Tests scrypt with nine jobs in one call, each with its own buffers.
#[test]
fn many_at_once() {
    let scrypt = Scrypt::new(3, 2, 1).unwrap();
    let text = pattern(48);
    on_every_backend("scrypt", |on| {
        for back in [false, true] {
            let mut buffers: Vec<_> = (0..9).map(|_| [48, 48, 48].map(Guarded::new)).collect();
            let jobs = buffers.iter_mut().enumerate().map(|(i, [password, salt, key])| {
                let [password, salt] = [password, salt].map(|buffer| &*buffer.holding(&text[..5 * i], back));
                Job::new(password, salt, key.holding(&text[..33 + i], back))
            });
            let mut jobs: Vec<_> = jobs.collect();
            scrypt.derive_many(&mut jobs).unwrap();
            drop(jobs);
            for (i, [.., key]) in buffers.iter_mut().enumerate() {
                let mut expected = vec![0; 33 + i];
                let one = &mut [Job::new(&text[..5 * i], &text[..5 * i], &mut expected)];
                scrypt.derive_many(one).unwrap();
                let key = if back { key.back(33 + i) } else { key.front(33 + i) };
                assert_eq!(key, expected, "job {i} on {on}");
            }
        }
    });
}
