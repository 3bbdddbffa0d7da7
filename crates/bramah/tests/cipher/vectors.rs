//! Published vectors, on every backend that this CPU can run, by name.

use crate::common::bytes;
use crate::kit::{self, Cipher, ciphers, each_cipher, in_pieces, in_place, limited, whole};
use bramah::{
    Error, Increment, block, mac,
    mode::{Algorithm, Direction, Ending, MODES, Mode, Padding, Stealing},
    stream::{self, AnyKeystream},
};
use bramah_vectors::Vector;
use std::collections::HashMap;

/// Returns whether a vector is for this cipher.
fn is_for(vector: &Vector, cipher: &Cipher) -> bool {
    let name = vector.word("cipher").expect("a cipher");
    block::lookup(name).is_ok_and(|algorithm| algorithm.info().name == cipher.on.info().name)
}

/// Returns the mode with the ending and the increment that a vector names.
fn with_parameters(mode: Algorithm, vector: &Vector) -> Algorithm {
    let padding = vector.word("padding").map(|name| Ending::Padded(Padding::from_name(name).unwrap()));
    let stealing = vector.word("stealing").map(|name| Ending::Stolen(Stealing::from_name(name).unwrap()));
    let mut mode = mode;
    if let (Some(ending), false) = (padding.or(stealing), matches!(mode.mode(), Mode::Xts)) {
        mode = mode.with_ending(ending).unwrap();
    }
    if let Some(section) = vector.number("section") {
        mode = mode.with_section(section as usize).unwrap();
    }
    if let Some(name) = vector.word("increment") {
        mode = mode.with_increment(Increment::from_name(name).unwrap()).unwrap();
    }
    mode
}

#[test]
fn single_blocks() {
    each_cipher(|cipher| {
        let info = cipher.on.info();
        let all =
            bramah_vectors::block(info.family).unwrap_or_else(|| panic!("{} has no vectors", info.family));
        let mut count = 0;
        for vector in &all {
            let (key, plaintext) = (bytes(vector, "key"), bytes(vector, "plaintext"));
            let other = vector.word("cipher").is_some_and(|name| name != info.name);
            if other || !cipher.on.key_lengths().contains(key.len()) || plaintext.len() != info.block_len {
                continue;
            }
            let on = match vector.bytes("tweak") {
                Some(_) => cipher.on.with_tweak(&bytes(vector, "tweak")).unwrap(),
                None => cipher.on,
            };
            let on = match vector.number("effective") {
                Some(bits) => on.with_effective_bits(bits.try_into().unwrap()).unwrap(),
                None => on,
            };
            let keyed = on.keyed(&key).unwrap();
            let mut block = plaintext.clone();
            let times = vector.number("iterations").unwrap_or(1);
            for _ in 0..times {
                keyed.encrypt_blocks(&mut block).unwrap();
            }
            assert_eq!(block, bytes(vector, "ciphertext"), "{vector} on {}", cipher.name);
            for _ in 0..times {
                keyed.decrypt_blocks(&mut block).unwrap();
            }
            assert_eq!(block, plaintext, "{vector} on {}", cipher.name);
            count += 1;
        }
        println!("{}: {count} vectors", cipher.name);
        assert!(count > 0, "{} has no vectors", cipher.name);
    });
}

/// Every file of block ciphers and modes, and every vector in it, belongs to an existing algorithm.
#[test]
fn no_file_of_blocks_or_modes_is_left_out() {
    for file in bramah_vectors::blocks() {
        for vector in bramah_vectors::block(file).expect("a file that is listed") {
            let lengths = (vector.require("key").len(), vector.require("plaintext").len());
            let mut family = block::entries().filter(|entry| entry.info.family == *file);
            let named = |name: &str| vector.word("cipher").is_none_or(|cipher| cipher == name);
            let taken = |cipher: block::Algorithm| {
                cipher.key_lengths().contains(lengths.0) && cipher.block_len() == lengths.1
            };
            let found = family.any(|entry| taken(entry.algorithm()) && named(entry.info.name));
            assert!(found, "{vector}: no such cipher");
        }
    }
    for file in bramah_vectors::modes() {
        assert!(MODES.iter().any(|info| info.name == *file), "mode/{file}.txt is of no mode");
        for vector in bramah_vectors::mode(file).expect("a file that is listed") {
            let cipher = block::lookup(vector.word("cipher").expect("a cipher"));
            cipher.unwrap_or_else(|error| panic!("{vector}: {error}"));
        }
    }
}

#[test]
fn modes() {
    for info in MODES {
        let vectors =
            bramah_vectors::mode(info.name).unwrap_or_else(|| panic!("{} has no vectors", info.name));
        let mut counts: HashMap<String, usize> = HashMap::new();
        for cipher in ciphers() {
            for vector in vectors.iter().filter(|vector| is_for(vector, &cipher)) {
                let mode = with_parameters(Algorithm::new(cipher.on, info), vector);
                let (key, iv) = (bytes(vector, "key"), bytes(vector, "iv"));
                let (plaintext, ciphertext) = (bytes(vector, "plaintext"), bytes(vector, "ciphertext"));
                for (direction, from, to) in [
                    (Direction::Encrypt, &plaintext, &ciphertext),
                    (Direction::Decrypt, &ciphertext, &plaintext),
                ] {
                    let mut to = to.clone();
                    if direction == Direction::Decrypt && vector.word("padding") == Some("zero") {
                        // zero padding is not removed
                        to.resize(from.len(), 0);
                    }
                    let mut crypter = mode.begin(&key, &iv, direction).unwrap();
                    let result = whole(&mut crypter, from);
                    assert_eq!(result.as_ref(), Ok(&to), "{vector} {direction:?} on {}", cipher.name);
                    crypter.reset(&iv).unwrap();
                    let result = in_pieces(&mut crypter, from.chunks(7));
                    assert_eq!(
                        result.as_ref(),
                        Ok(&to),
                        "{vector} {direction:?} in pieces on {}",
                        cipher.name
                    );
                    if vector.word("padding").is_none() {
                        crypter.reset(&iv).unwrap();
                        let result = in_place(&mut crypter, from);
                        assert_eq!(
                            result.as_ref(),
                            Ok(&to),
                            "{vector} {direction:?} in place on {}",
                            cipher.name
                        );
                    }
                }
                *counts.entry(cipher.name.clone()).or_default() += 1;
            }
        }
        for (cipher, count) in &counts {
            println!("{} {cipher}: {count} vectors", info.name);
        }
        assert!(limited() || !counts.is_empty(), "{}", info.name);
    }
}

#[test]
fn macs() {
    for kind in mac::Construction::ALL {
        let vectors =
            bramah_vectors::mac(kind.name()).unwrap_or_else(|| panic!("{} has no vectors", kind.name()));
        let mut count = 0;
        for cipher in ciphers() {
            for vector in vectors.iter().filter(|vector| is_for(vector, &cipher)) {
                let mut mac = mac::Algorithm::new(kind, cipher.on).keyed(&bytes(vector, "key")).unwrap();
                let (message, tag) = (bytes(vector, "message"), bytes(vector, "tag"));
                let mut out = vec![0; mac.tag_len()];
                mac.update(&message);
                mac.finalize(&mut out).unwrap();
                assert_eq!(out[..tag.len()], tag, "{vector} on {}", cipher.name);
                for piece in message.chunks(7) {
                    mac.update(piece);
                }
                mac.verify_truncated(&tag, tag.len())
                    .unwrap_or_else(|_| panic!("{vector} in pieces on {}", cipher.name));
                count += 1;
            }
        }
        println!("{}: {count} vectors", kind.name());
        assert!(limited() || count > 0);
    }
}

/// The vectors of a mode name a cipher; those of a dedicated scheme are in a file with its name.
#[test]
fn aeads() {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for aead in kit::aeads() {
        let cipher = aead.on.cipher();
        let file = aead.on.mode().map_or(aead.on.name(), |mode| mode.name.into());
        let vectors = bramah_vectors::aead(&file).unwrap_or_else(|| panic!("{file} has no vectors"));
        let mine = |vector: &&Vector| {
            cipher.is_none_or(|cipher| vector.word("cipher").unwrap() == cipher.info().name)
        };
        for vector in vectors.iter().filter(mine) {
            let [key, nonce, ad, plaintext, ciphertext, tag] =
                ["key", "nonce", "ad", "plaintext", "ciphertext", "tag"].map(|field| bytes(vector, field));
            let mut keyed = aead.on.keyed(&key).unwrap();
            let (mut text, mut out) = (plaintext.clone(), vec![0; tag.len()]);
            keyed.seal(&nonce, &ad, &mut text[..], &mut out).unwrap();
            assert_eq!((&text, &out), (&ciphertext, &tag), "{vector} on {}", aead.name);
            keyed.set_tag_len(tag.len()).unwrap();
            keyed.open(&nonce, &ad, &mut text[..], &tag).unwrap();
            assert_eq!(text, plaintext, "{vector} on {}", aead.name);
            *counts.entry(file.clone()).or_default() += 1;
        }
    }
    println!("{counts:?}");
    assert!(
        limited() || bramah_vectors::aeads().iter().all(|name| counts.get(*name).is_some_and(|n| *n > 0))
    );
}

/// Every vector of stream ciphers is tested, and none is for an unknown algorithm.
#[test]
fn streams() {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for stream in kit::streams() {
        let name = stream.on.info().name;
        let mut count = 0;
        for vector in bramah_vectors::streams()
            .iter()
            .flat_map(|file| bramah_vectors::stream(file).expect("a file that is listed"))
            .filter_map(|vector| {
                let cipher = vector.word("cipher").expect("a cipher");
                (stream::lookup(cipher).ok()?.info().name == name).then_some(vector)
            })
            .collect::<Vec<_>>()
        {
            let on = match vector.number("rounds") {
                Some(rounds) => stream.on.with_rounds(rounds as u32).unwrap(),
                None => stream.on,
            };
            let [key, nonce, plaintext, ciphertext] =
                ["key", "nonce", "plaintext", "ciphertext"].map(|field| bytes(&vector, field));
            let [blocks, skip] = ["counter", "skip"].map(|field| vector.number(field).unwrap_or(0));
            let position = 64 * u128::from(blocks) + u128::from(skip);
            let mut begun = on.begin(&key, &nonce).unwrap();
            let to_position = |begun: &mut bramah::stream::Stream<AnyKeystream>| {
                begun.reset(&nonce).unwrap();
                if position > 0 && begun.seek(position) == Err(Error::NoSeek) {
                    begun.keystream(&mut vec![0; position as usize]).unwrap();
                }
            };
            to_position(&mut begun);
            let mut text = plaintext.clone();
            begun.apply(&mut text[..]).unwrap();
            assert_eq!(text, ciphertext, "{vector} on {}", stream.name);
            to_position(&mut begun);
            for piece in text.chunks_mut(7) {
                begun.apply(piece).unwrap();
            }
            assert_eq!(text, plaintext, "{vector} in pieces on {}", stream.name);
            count += 1;
        }
        *counts.entry(name.into()).or_default() += count;
        println!("{}: {count} vectors", stream.name);
    }
    assert!(limited() || stream::entries().all(|entry| counts[entry.info.name] > 0), "{counts:?}");
    for file in bramah_vectors::streams() {
        for vector in bramah_vectors::stream(file).expect("a file that is listed") {
            assert!(stream::lookup(vector.word("cipher").unwrap()).is_ok(), "{vector}: no such cipher");
        }
    }
}
