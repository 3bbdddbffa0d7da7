//! Tests that no key is left in memory. After a keyed object has ended, in any way, neither the freed heap nor the
//! unused part of the stack contains eight bytes of its key, or of a value that was derived from the key. Every
//! available candidate is tested, and pairs of candidates that work together. Calls of ciphers, of authenticated
//! encryption and of MACs must also leave no other byte that they wrote to the stack below their caller. So the test
//! does not depend on which bytes a compiler stores on the stack.
#![cfg(not(target_family = "wasm"))] // it has neither threads nor a stack that can be scanned
#![allow(unsafe_code)]

use bramah::{
    A128CbcHs256, Aes128, ChaCha20Ietf, Cmac, EncryptThenMac, Hmac, Sequence, Sha256, Sha512,
    aead::{self, Packet},
    block,
    encrypt_then_mac::{self, Counter, Encryption, PaddedCbc},
    fpe,
    hash::{self, Entry, Function, Options, Parameter},
    kdf::{
        self, PasswordKdf,
        argon2::{Argon2, Variant},
        balloon::Balloon,
        bcrypt::{Bcrypt, BcryptPbkdf},
        pbkdf2::Pbkdf2,
        scrypt::Scrypt,
        yescrypt::Yescrypt,
    },
    key_wrap, mac,
    mode::{Algorithm, Direction, MODES, Mode},
    stream,
};
use memory::left_by;
#[cfg(panic = "unwind")]
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{array::from_fn, hint::black_box};

mod candidates;
mod derived;
mod memory;

fn digest(function: &Function, message: &[u8]) -> Vec<u8> {
    let mut out = vec![0; function.algorithm().output_len()];
    function.digest(message, &mut out);
    out
}

fn main() {
    // the scan must find a key that is left
    let left = left_by(&|key| drop(black_box(key.to_vec())));
    assert!(left.heap > 0, "a vector that was not wiped");
    let left = left_by(&|key| {
        let mut copy = [0; 32];
        copy.copy_from_slice(key);
        black_box(&copy);
    });
    assert!(left.stack > 0, "an array that was not wiped");
    let left = left_by(&|_| {
        let numbers: [u8; 4096] = from_fn(|i| i as u8 | 1);
        black_box(&numbers);
    });
    assert!(left.traces > 2000, "an array without a key that was not wiped");

    let message = [7; 500];
    let mut checked = 0;
    let takes_keys =
        |entry: &&Entry| entry.info.takes(Parameter::Key).is_some_and(|key| key.min <= 32 && 32 <= key.max);
    for entry in hash::entries().filter(takes_keys) {
        for backend in entry.algorithm().backends_available() {
            let algorithm = entry.algorithm().with_backend(backend).unwrap();
            let keyed = |key: &[u8]| algorithm.with_options(&Options { key, ..Options::default() }).unwrap();
            let ways: &[(&str, &(dyn Fn(&[u8]) + Sync))] = &[
                ("finished", &|key| {
                    let mut hasher = keyed(key).hasher();
                    hasher.update(message);
                    black_box(hasher.finalize());
                }),
                ("dropped before the first block", &|key| {
                    let mut hasher = keyed(key).hasher();
                    hasher.update(&message[..9]);
                }),
                ("dropped on the way", &|key| {
                    let mut hasher = keyed(key).hasher();
                    hasher.update(message);
                }),
                ("at once", &|key| {
                    black_box((digest(&keyed(key), &message), digest(&keyed(key), b"")));
                }),
                ("in a batch", &|key| {
                    let mut out = vec![0; 20 * algorithm.output_len()];
                    keyed(key).hash_many(&[&message[..77]; 20], &mut out);
                    black_box(out);
                }),
                #[cfg(panic = "unwind")]
                ("after a panic", &|key| {
                    let result = catch_unwind(AssertUnwindSafe(|| {
                        let mut hasher = keyed(key).hasher();
                        hasher.update(message);
                        std::panic::resume_unwind(Box::new(()));
                    }));
                    assert!(result.is_err());
                }),
            ];
            for &(way, f) in ways {
                left_by(f).of_the_key().expect_nothing(&format!("{} on {backend}, {way}", entry.info.name));
                checked += 1;
            }
        }
    }
    checked += candidates::keys()
        + ciphers()
        + streams()
        + macs()
        + sequences()
        + compositions()
        + passwords()
        + derived::keys();
    memory::assert_nothing_found();
    println!("{checked} ways to end, no key left");
}

/// Tests ciphers in every mode, and the schemes made of them. Messages are finished, or dropped before they are
/// finished.
fn ciphers() -> usize {
    let mut checked = 0;
    let text = [7; 300];
    for entry in block::entries().filter(|entry| entry.info.key_len == 32) {
        for backend in entry.algorithm().backends_available() {
            let on = entry.algorithm().with_backend(backend).unwrap();
            let block = on.block_len();
            let mut check = |way: &str, f: &(dyn Fn(&[u8]) + Sync)| {
                let left = left_by(f);
                // unwinding itself leaves bytes on the stack
                let left = if way == "after a panic" { left.of_the_key() } else { left };
                left.expect_nothing(&format!("{} on {backend}, {way}", entry.info.name));
                checked += 1;
            };
            check("single blocks", &|key| {
                let cipher = on.keyed(key).unwrap();
                let mut blocks = vec![7; 9 * block];
                cipher.encrypt_blocks(&mut blocks).unwrap();
                cipher.decrypt_blocks(&mut blocks).unwrap();
                black_box(blocks);
            });
            for info in MODES.iter().filter(|info| !matches!(info.mode, Mode::Xts) && info.takes(&on)) {
                for direction in [Direction::Encrypt, Direction::Decrypt] {
                    let mode = Algorithm::new(on, info);
                    let iv = vec![9; mode.iv_len().1];
                    check(info.name, &|key| {
                        let mut crypter = mode.begin(key, &iv, direction).unwrap();
                        let mut out = vec![0; 400];
                        let written = crypter.update(&text, &mut out).unwrap();
                        black_box(written);
                        if direction == Direction::Encrypt {
                            let _ = black_box(crypter.finalize(&mut out));
                        }
                        black_box(out);
                    });
                }
            }
            #[cfg(panic = "unwind")]
            check("after a panic", &|key| {
                let result = catch_unwind(AssertUnwindSafe(|| {
                    let mut crypter = Algorithm::new(on, &MODES[1])
                        .begin(key, &vec![9; block], Direction::Encrypt)
                        .unwrap();
                    crypter.update(&text, &mut [0; 400]).unwrap();
                    std::panic::resume_unwind(Box::new(()));
                }));
                assert!(result.is_err());
            });
            for kind in mac::Construction::ALL.into_iter().filter(|kind| kind.takes(&on)) {
                check(kind.name(), &|key| {
                    let mut mac = mac::Algorithm::new(kind, on).keyed(key).unwrap();
                    mac.update(text);
                    let mut tag = vec![0; 128];
                    mac.finalize(&mut tag[..block]).unwrap();
                    black_box(tag);
                });
            }
            for form in key_wrap::Form::ALL {
                let Ok(wrap) = key_wrap::Algorithm::new(on, form) else { continue };
                check(form.name(), &|key| {
                    let keyed = wrap.keyed(key).unwrap();
                    // the length of the key is a multiple of the block length of each form of key wrapping
                    let wrapped = keyed.wrap(&[7; 64]).unwrap();
                    black_box(keyed.unwrap(&wrapped).unwrap());
                });
            }
            if let Ok(on) = fpe::Algorithm::new(on) {
                check("ff1", &|key| {
                    let ff1 = on.keyed(key, 1000).unwrap();
                    let mut numerals = [7; 20];
                    ff1.encrypt(b"tweak", &mut numerals).unwrap();
                    ff1.decrypt(b"tweak", &mut numerals).unwrap();
                    black_box(numerals);
                });
            }
            checked += modes_that_authenticate(on, backend);
        }
    }
    // modes with two keys are tested with ciphers whose keys have half the length
    for entry in block::entries().filter(|entry| entry.info.key_len == 16) {
        for backend in entry.algorithm().backends_available() {
            checked += modes_that_authenticate(entry.algorithm().with_backend(backend).unwrap(), backend);
        }
    }
    checked
}

/// Tests every mode with authentication that is defined for the cipher and has keys of 32 bytes with it.
fn modes_that_authenticate(cipher: block::Algorithm, backend: &str) -> usize {
    let (text, block) = ([7; 300], cipher.block_len());
    let modes = aead::MODES.iter().filter_map(|mode| aead::Algorithm::new(cipher, mode).ok());
    modes
        .filter(|on| on.key_len().contains(32))
        .map(|on| {
            // the nonce has twelve bytes, unless the mode requires another length
            let len = 12.clamp(on.nonce_len().min, on.nonce_len().max);
            let [first, other] =
                [&b"first nonce, as long as a block "[..len], &b"other nonce, as long as a block "[..len]];
            let left = left_by(&|key| {
                let keyed = on.keyed(key).unwrap();
                let (mut text, mut tag) = (text.to_vec(), vec![0; 128]);
                let tag = &mut tag[..on.tag_len().max.min(block)];
                keyed.seal(first, b"header", &mut text[..], tag).unwrap();
                if on.takes_parts() {
                    let mut message = keyed.begin(other).unwrap();
                    message.header(b"header").unwrap();
                    for part in text.chunks_mut(23) {
                        message.update(Direction::Encrypt, part).unwrap();
                    }
                    message.finish(tag).unwrap();
                    let mut message = keyed.begin(other).unwrap();
                    message.header(b"header").unwrap();
                    for part in text.chunks(23) {
                        message.authenticate(part).unwrap();
                    }
                    message.verify(tag).unwrap();
                }
                let mut tags = [[0; 16]; 4];
                if tag.len() == 16 {
                    let packets = text[..4 * 37].chunks_mut(37).zip(&mut tags);
                    let mut packets: Vec<Packet<'_>> =
                        packets.map(|(text, tag)| Packet::new(first, b"header", text, tag)).collect();
                    keyed.seal_many(&mut packets).unwrap();
                }
                black_box((text, tag, tags));
            });
            left.expect_nothing(&format!("{} on {backend}", on.name()));
        })
        .count()
}

/// Tests the MACs that are not made of block ciphers. The tests of ciphers include the others.
fn macs() -> usize {
    let mut checked = 0;
    for mac in mac::algorithms().filter(|mac| mac.kind().is_none()) {
        for backend in mac.backends_available() {
            let on = mac.with_backend(backend).unwrap();
            let (lengths, nonces) = (on.key_len(), on.nonce_len());
            let nonce = vec![9; nonces.max.min(nonces.min.max(12))];
            let most = lengths.max.min(32);
            for length in [0, 5, 300] {
                // Poly1305's tag of nothing is a half of its key
                if length == 0 && mac.name() == "poly1305" {
                    continue;
                }
                let left = left_by(&|key| {
                    // a MAC with longer keys gets a key of equal bytes, which is not searched for
                    let longer = [1; 64];
                    let key = if most < lengths.min { &longer[..lengths.min] } else { &key[..most] };
                    let (message, mut tag) = (vec![7; 300], vec![0; on.tag_len()]);
                    let mut mac = on.begin(key, &nonce).unwrap();
                    mac.update(&message[..length]);
                    let mut copy = mac.clone();
                    mac.finalize(&mut tag).unwrap();
                    black_box(&tag);
                    copy.verify(&tag).unwrap();
                    mac.reset();
                    mac.tag(&message[..length], &mut tag).unwrap();
                    if !on.once() {
                        let mut tags = vec![0; 9 * on.tag_len()];
                        mac.many(&[&message[..length]; 9], &mut tags).unwrap();
                        let several = on.many(&[key; 9], &[&message[..length]; 9], &mut tags);
                        assert_eq!(several.is_ok(), nonces.min == 0);
                        black_box(tags);
                    }
                });
                let name = mac.name();
                left.expect_nothing(&format!("{name} on {backend}, {length} bytes"));
                checked += 1;
            }
        }
    }
    checked
}

/// Tests SequenceMAC with every hash function that it takes.
fn sequences() -> usize {
    let mut checked = 0;
    for hash in
        hash::entries().map(|entry| entry.algorithm()).filter(|hash| Sequence::hash(*hash, b"").is_ok())
    {
        for backend in hash.backends_available() {
            let on = hash.with_backend(backend).unwrap();
            let left = left_by(&|key| {
                let sequence = Sequence::mac(on, key, b"residue").unwrap();
                let mut tags = vec![0; 9 * sequence.output_len()];
                let (tag, items) = (&mut vec![0; sequence.output_len()], [&[7; 100][..], &[]]);
                sequence.digest(&items, tag);
                sequence.clone().verify(&items, tag).unwrap();
                sequence.many(2, &[&[7; 132][..]; 9], &mut tags);
                black_box((tags, tag));
            });
            left.expect_nothing(&format!("SequenceMAC of {} on {backend}", hash.name()));
            checked += 1;
        }
    }
    checked
}

/// Tests Encrypt-then-MAC: `a128cbc-hs256`, which has a key of 32 bytes, on every backend, and compositions of types.
fn compositions() -> usize {
    /// Seals a message, opens it, and opens a forged message.
    fn used<E: Encryption, M: mac::Prf>(composed: &EncryptThenMac<E, M>) {
        let nonce = vec![9; composed.nonce_len().max];
        let mut sealed = vec![7; composed.sealed_len(300)];
        composed.seal_in_place(&nonce, b"header", &mut sealed, 300).unwrap();
        let mut text = vec![0; sealed.len() - composed.tag_len()];
        assert_eq!(composed.open(&nonce, b"header", &sealed, &mut text), Ok(300));
        sealed[0] ^= 1;
        assert!(composed.open_in_place(&nonce, b"header", &mut sealed).is_err());
        black_box((text, sealed));
    }
    let mut checked = 0;
    let mut check = |name: &str, f: &(dyn Fn(&[u8]) + Sync)| {
        left_by(f).expect_nothing(name.as_ref());
        checked += 1;
    };
    let on = encrypt_then_mac::lookup("a128cbc-hs256").unwrap();
    for backend in on.backends_available() {
        let on = on.with_backend(backend).unwrap();
        check(&format!("a128cbc-hs256 on {backend}"), &|key| used(&on.keyed(key).unwrap()));
    }
    check("A128CbcHs256", &|key| used(&A128CbcHs256::new(key.first_chunk().unwrap())));
    check("CBC and HMAC", &|key| {
        let make = || (PaddedCbc::<Aes128>::new(key.first_chunk().unwrap()), Hmac::<Sha512>::new(key));
        used(&EncryptThenMac::compose(make));
    });
    check("a counter and CMAC", &|key| {
        let [cipher, mac] = [key.first_chunk().unwrap(); 2];
        let make = || (Counter::<Aes128>::new(cipher), Cmac::<Aes128>::new(mac));
        used(&EncryptThenMac::compose(make));
    });
    check("a stream cipher and HMAC", &|key| {
        let make = || (ChaCha20Ietf::new(key, &[9; 12]).unwrap(), Hmac::<Sha256>::new(key));
        used(&EncryptThenMac::compose(make));
    });
    checked
}

/// Tests stream ciphers and the schemes made of them.
fn streams() -> usize {
    let mut checked = 0;
    let mut check = |name: String, f: &(dyn Fn(&[u8]) + Sync)| {
        left_by(f).expect_nothing(name.as_ref());
        checked += 1;
    };
    for entry in stream::entries() {
        let info = &entry.info;
        for backend in entry.algorithm().backends_available() {
            let on = entry.algorithm().with_backend(backend).unwrap();
            let nonce = vec![9; info.nonce_len.max];
            for length in [0, 5, 64, 2000] {
                check(format!("{} on {backend}, {length} bytes", info.name), &|key| {
                    let mut stream = on.begin(&key[..info.key_len.max.min(32)], &nonce).unwrap();
                    let mut text = vec![7; 2000];
                    stream.apply(&mut text[..length]).unwrap();
                    let _ = stream.seek(3);
                    black_box(text);
                });
            }
        }
    }
    for entry in aead::entries() {
        for backend in entry.algorithm().backends_available() {
            let on = entry.algorithm().with_backend(backend).unwrap();
            let nonce = vec![9; entry.info.nonce_len.max];
            for length in [0, 5, 400, 2000] {
                check(format!("{} on {backend}, {length} bytes", entry.info.name), &|key| {
                    let aead = on.keyed(&key[..key.len().min(entry.info.key_len.max)]).unwrap();
                    let (mut text, mut tag) = (vec![7; 2000], vec![0; 32]);
                    let tag = &mut tag[..aead.tag_len()];
                    aead.seal(&nonce, b"", &mut text[..length], tag).unwrap();
                    aead.open(&nonce, b"", &mut text[..length], tag).unwrap();
                    if on.takes_parts() {
                        let mut message = aead.begin(&nonce).unwrap();
                        message.update(Direction::Encrypt, &mut text[..length / 3]).unwrap();
                        message.update(Direction::Encrypt, &mut text[length / 3..length]).unwrap();
                        message.finish(tag).unwrap();
                        let mut message = aead.begin(&nonce).unwrap();
                        message.authenticate(&text[..length / 3]).unwrap();
                        message.authenticate(&text[length / 3..length]).unwrap();
                        message.verify(tag).unwrap();
                    }
                    black_box((text, tag));
                });
            }
        }
    }
    checked + candidates::one_message()
}

/// Tests key derivation from passwords.
fn passwords() -> usize {
    let mut kdfs: Vec<(String, Box<dyn PasswordKdf + Sync>)> = Vec::new();
    for name in ["md5", "sha1", "sha256", "sha512", "sha3-256", "blake2b"] {
        let hash = hash::lookup(name).unwrap();
        kdfs.push((format!("pbkdf2-{name}"), Box::new(Pbkdf2::with_hash(hash, 3).unwrap())));
    }
    kdfs.push(("scrypt".into(), Box::new(Scrypt::new(4, 2, 7).unwrap())));
    kdfs.push(("scrypt on threads".into(), Box::new(Scrypt::new(4, 2, 7).unwrap().threads(3))));
    kdfs.push(("yescrypt".into(), Box::new(Yescrypt::new(4, 2).unwrap())));
    for kind in Variant::ALL {
        for backend in Argon2::backends_available() {
            let argon2 = Argon2::new(kind, 50, 2, 2).unwrap().short_salts().with_backend(backend).unwrap();
            kdfs.push((format!("{} on {backend}", kind.name()), Box::new(argon2.clone())));
            kdfs.push((format!("{} on {backend}, threads", kind.name()), Box::new(argon2.threads(2))));
        }
    }
    kdfs.push(("bcrypt-pbkdf".into(), Box::new(BcryptPbkdf::new(1).unwrap())));
    for (name, kdf) in &kdfs {
        for length in [4, 32, 700] {
            let left = left_by(&|key| {
                let mut out = vec![0; length];
                kdf.derive(key, b"salt", &mut out).unwrap();
                black_box(out);
            });
            left.of_the_key().expect_nothing(&format!("{name}, {length} bytes"));
        }
    }
    let balloon = Balloon::new(9, 2).unwrap();
    for lanes in [balloon, balloon.lanes(2).unwrap()] {
        let left = left_by(&|key| {
            let mut out = [0; 32];
            lanes.over(kdf::of::<Sha256>()).derive(key, b"salt", &mut out).unwrap();
            black_box(out);
        });
        left.of_the_key().expect_nothing(&format!("{lanes:?}"));
    }
    for count in [1, 2, 7] {
        let left = left_by(&|key| {
            let mut out = vec![[0; 23]; count];
            let bcrypt = Bcrypt::new(4).unwrap();
            bcrypt.derive_many(&vec![key; count], &vec![[1; 16]; count], &mut out).unwrap();
            black_box(out);
        });
        left.of_the_key().expect_nothing(&format!("bcrypt, {count} passwords"));
    }
    5 + 3 * kdfs.len()
}
