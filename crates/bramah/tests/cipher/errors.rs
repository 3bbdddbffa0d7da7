//! Errors name the fault, and nothing is written.

use crate::kit::{Subject, each_cipher, each_subject, in_place, is_of_every_kind, pattern, whole};
use bramah::{
    ByteLengths, Error,
    mode::{Algorithm, Direction, Ending, MODES, Mode, Padding},
};

#[test]
fn wrong_keys_and_ivs() {
    each_subject(|subject| {
        let (key, on) = (subject.on.key_lengths(), subject.on);
        for length in [0, key.min - 1, key.max + 1, 2 * key.max] {
            let error = Error::ParameterLength { name: "key", length, min: key.min, max: key.max };
            assert_eq!(
                on.begin(&pattern(length), &subject.iv, Direction::Encrypt).err(),
                Some(error),
                "{}",
                subject.name
            );
        }
        let lengths = on.iv_lengths();
        let ByteLengths { min, max, .. } = lengths;
        for length in [min.wrapping_sub(1), max + 1] {
            if length == usize::MAX {
                continue;
            }
            let error = if max > subject.block() {
                Error::ByteLength { name: "IV", length, lengths }
            } else {
                Error::ParameterLength { name: "IV", length, min, max }
            };
            let begun = on.begin(&subject.key, &pattern(length), Direction::Decrypt);
            assert_eq!(begun.err(), Some(error.clone()), "{}", subject.name);
            let mut crypter = subject.begin(Direction::Encrypt);
            assert_eq!(crypter.reset(&pattern(length)).err(), Some(error));
        }
    });
}

#[test]
fn lengths_that_are_not_taken() {
    each_subject(|subject| {
        let block = subject.block();
        for direction in [Direction::Encrypt, Direction::Decrypt] {
            for length in [0, 1, block - 1, block + 1, 3 * block - 1] {
                let text = pattern(length);
                let expected = match (subject.on.mode(), direction) {
                    (Mode::Ecb(ending) | Mode::Cbc(ending), _) => match ending {
                        Ending::Whole if !length.is_multiple_of(block) => {
                            Some(Error::InputLength { length: length as u128, block })
                        }
                        Ending::Padded(Padding::Zero) if direction == Direction::Decrypt => (!length
                            .is_multiple_of(block))
                        .then_some(Error::InputLength { length: length as u128, block }),
                        Ending::Padded(_) if direction == Direction::Decrypt => {
                            Some(Error::InputLength { length: length as u128, block })
                        }
                        Ending::Stolen(_) if length < block => Some(Error::InputShort { length, min: block }),
                        _ => None,
                    },
                    (Mode::Kxts | Mode::Xts, _) if length < block => {
                        Some(Error::InputShort { length, min: block })
                    }
                    _ => None,
                };
                let result = whole(&mut subject.begin(direction), &text);
                assert_eq!(result.err(), expected, "{}: {direction:?} {length} bytes", subject.name);
                if subject.keeps_length() {
                    let mut bytes = text.clone();
                    let result = subject.begin(direction).apply(&mut bytes[..]);
                    assert_eq!(result.clone().err(), expected, "{}: {length} bytes in place", subject.name);
                    assert!(result.is_ok() || bytes == text, "{}: something was written", subject.name);
                } else {
                    assert_eq!(subject.begin(direction).apply(&mut text.clone()[..]), Err(Error::Padded));
                }
            }
        }
    });
}

/// Every kind of invalid padding has the same error, and nothing is written.
#[test]
fn broken_padding() {
    each_subject(|subject: &Subject| {
        let (Mode::Ecb(Ending::Padded(padding)) | Mode::Cbc(Ending::Padded(padding))) = subject.on.mode()
        else {
            return;
        };
        let block = subject.block();
        if padding == Padding::Zero {
            return;
        }
        // whole blocks without valid padding at the end, encrypted without padding
        let bare = Algorithm::new(subject.on.cipher(), subject.on.info());
        for last in [0, 2, block as u8 + 1, 0xff] {
            let mut text = vec![0x77; 3 * block];
            *text.last_mut().unwrap() = last;
            let encrypted =
                in_place(&mut bare.begin(&subject.key, &subject.iv, Direction::Encrypt).unwrap(), &text)
                    .unwrap();
            let mut crypter = subject.begin(Direction::Decrypt);
            let mut out = vec![0xee; 4 * block];
            assert_eq!(crypter.update(&encrypted, &mut out).unwrap(), 2 * block);
            let mut rest = vec![0xee; block];
            assert_eq!(crypter.finalize(&mut rest), Err(Error::Padding), "{}: {last}", subject.name);
            assert_eq!(rest, vec![0xee; block]);
            assert_eq!(crypter.finalize(&mut rest), Err(Error::Ended));
        }
    });
}

#[test]
fn little_room() {
    each_subject(|subject| {
        let block = subject.block();
        let text = pattern(3 * block);
        let mut crypter = subject.begin(Direction::Encrypt);
        let needed = crypter.update_len(text.len());
        let mut out = vec![0xee; needed - 1];
        let error = Error::OutputRoom { length: needed - 1, needed };
        assert_eq!(crypter.update(&text, &mut out), Err(error), "{}", subject.name);
        assert!(out.iter().all(|byte| *byte == 0xee));
        // no input was processed: the whole message can still be passed
        assert_eq!(whole(&mut crypter, &text).unwrap(), subject.encrypt(&text), "{}", subject.name);
        let mut crypter = subject.begin(Direction::Encrypt);
        let mut out = vec![0; 4 * block];
        crypter.update(&text, &mut out).unwrap();
        let needed = crypter.finalize_len();
        if needed > 0 {
            let error = Error::OutputRoom { length: needed - 1, needed };
            assert_eq!(crypter.finalize(&mut vec![0; needed - 1]), Err(error), "{}", subject.name);
        }
        let mut rest = vec![0; needed];
        crypter.finalize(&mut rest).unwrap();
        assert_eq!(crypter.update(&text, &mut out), Err(Error::Ended), "{}", subject.name);
        assert_eq!(crypter.finalize(&mut rest), Err(Error::Ended), "{}", subject.name);
        assert_eq!(crypter.apply(&mut out[..]), Err(Error::Ended));
    });
}

#[test]
fn parameters_that_a_mode_has_not() {
    each_subject(|subject| {
        let takes_endings = matches!(subject.on.mode(), Mode::Ecb(_) | Mode::Cbc(_));
        let counts = matches!(subject.on.mode(), Mode::Ctr(_));
        let padded = subject.on.with_ending(Ending::Padded(Padding::Pkcs7));
        assert_eq!(padded.err(), (!takes_endings).then_some(Error::Ending), "{}", subject.name);
        let counted = subject.on.with_increment(bramah::Increment::Le);
        assert_eq!(counted.err(), (!counts).then_some(Error::NoCounter), "{}", subject.name);
        let gone = subject.begin(Direction::Encrypt).seek(3);
        assert_eq!(gone.err(), (!counts).then_some(Error::NoSeek), "{}", subject.name);
    });
}

#[test]
fn data_units_of_xts() {
    each_subject(|subject| {
        if !matches!(subject.on.mode(), Mode::Xts) || !is_of_every_kind(&subject.on.cipher()) {
            return;
        }
        let half = subject.key.len() / 2;
        let equal = [&subject.key[..half], &subject.key[..half]].concat();
        assert_eq!(subject.on.begin(&equal, &subject.iv, Direction::Encrypt).err(), Some(Error::EqualKeys));
        let block = subject.block();
        let unit = vec![0; block << 16];
        let mut out = vec![0; unit.len() + block];
        let mut crypter = subject.begin(Direction::Encrypt);
        for _ in 0..15 {
            crypter.update(&unit, &mut out).unwrap();
        }
        crypter.update(&unit[..unit.len() - 1], &mut out).unwrap();
        let error =
            Error::Parameter { name: "blocks of a data unit", value: (1 << 20) + 1, min: 1, max: 1 << 20 };
        assert_eq!(crypter.update(&unit[..2], &mut out), Err(error), "{}", subject.name);
        crypter.update(&unit[..1], &mut out).unwrap();
        crypter.finalize(&mut out).unwrap();
    });
}

/// A mode that is not defined for a cipher's block length is refused, by name and as a pair, and the error names the
/// block lengths that it takes.
#[test]
fn modes_that_are_not_defined_for_blocks() {
    let mut refused = 0;
    each_cipher(|cipher| {
        for info in MODES {
            let (name, len) = (format!("{}-{}", cipher.on.info().name, info.name), cipher.on.block_len());
            let by_name = bramah::cipher(&name);
            if info.takes(&cipher.on) {
                assert_eq!(by_name.unwrap().name(), name);
                continue;
            }
            let on = Algorithm::new(cipher.on, info);
            let key = pattern(on.key_len());
            for error in [by_name.err(), on.begin(&key, &vec![0; on.iv_len().1], Direction::Encrypt).err()] {
                if let Some(Error::OtherCipher { mode, ciphers }) = error {
                    assert!(mode == info.name && !name.starts_with(ciphers), "{name}");
                    assert_eq!(ciphers, if mode.starts_with('k') { "kalyna" } else { "gost28147" });
                    continue;
                }
                let Some(Error::Parameter { name: "the cipher's block in bits", value, min, max }) = error
                else {
                    panic!("{name}: {error:?}")
                };
                assert!(value == 8 * len as u64 && !(min..=max).contains(&value), "{name}");
            }
        }
    });
    for entry in bramah::block::entries() {
        refused += MODES.iter().filter(|info| !info.takes(&entry.algorithm())).count();
    }
    assert!(refused > 0);
}

/// A tweak has 16 bytes if the cipher takes one, is zero by default, and changes the result.
#[test]
fn tweaks() {
    each_cipher(|cipher| {
        let (on, length) = (cipher.on, cipher.on.tweak_len());
        for wrong in [0, 1, 15, 16, 17].into_iter().filter(|wrong| length == 0 || *wrong != length) {
            let error = Error::ParameterLength { name: "tweak", length: wrong, min: length, max: length };
            assert_eq!(on.with_tweak(&vec![0; wrong]).err(), Some(error), "{}", cipher.name);
        }
        if length == 0 {
            return;
        }
        let encrypted = |on: bramah::block::Algorithm| {
            let mut blocks = pattern(9 * on.block_len());
            let keyed = on.keyed(&pattern(on.key_len())).unwrap();
            keyed.encrypt_blocks(&mut blocks).unwrap();
            let result = blocks.clone();
            keyed.decrypt_blocks(&mut blocks).unwrap();
            assert_eq!(blocks, pattern(9 * on.block_len()), "{}", cipher.name);
            result
        };
        let none = encrypted(on);
        assert_eq!(encrypted(on.with_tweak(&[0; 16]).unwrap()), none, "{}", cipher.name);
        for byte in 0..16 {
            let mut tweak = [0; 16];
            tweak[byte] = 0x80;
            let tweaked = encrypted(on.with_tweak(&tweak).unwrap());
            assert_ne!(tweaked, none, "{}: byte {byte}", cipher.name);
            assert_eq!(tweaked, encrypted(cipher.other.with_tweak(&tweak).unwrap()), "{}", cipher.name);
        }
    });
}

#[test]
fn names_and_backends() {
    for name in [
        "", "ctr", "aes-128", "aes-128-", "aes-127-ctr", "rijndael-256-cbc", "aes-128-gcmx", "xtea-cfb128",
        "aes-128-cfb64",
    ] {
        assert_eq!(bramah::cipher(name).err(), Some(Error::UnknownName(name.into())), "{name}");
    }
    for name in [
        "AES128CTR",
        "aes_256_cbc",
        "Rijndael-128-256-cbc",
        "aes-192-cfb128",
        "aes-128-XTS",
        "xtea-cfb64",
        "rijndael-256-128-cfb256",
        "threefish-256-256-ctr",
    ] {
        bramah::cipher(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(bramah::cipher("aes128ctr").unwrap().name(), "aes-128-ctr");
    assert!(bramah::mac::lookup("omac1-aes-128").is_ok() && bramah::mac::lookup("cmac-aes").is_err());
    assert!(bramah::aead::lookup("aes-128-eax").is_ok() && bramah::aead::lookup("aes-128").is_err());
    each_cipher(|cipher| {
        assert!(matches!(cipher.on.with_backend("abacus"), Err(Error::UnknownBackend { .. })));
        let keyed = cipher.on.keyed(&vec![0; cipher.on.key_len()]).unwrap();
        let block = cipher.on.block_len();
        let error = Error::InputLength { length: block as u128 + 1, block };
        assert_eq!(keyed.encrypt_blocks(&mut vec![0; block + 1]), Err(error));
    });
}
