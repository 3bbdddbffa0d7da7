//! IVs of several blocks, compared with the definitions of GOST R 34.13-2015 over single blocks.

use crate::kit::{each_cipher, in_pieces, in_place, limited, pattern, quick, whole};
use bramah::{
    ByteLengths, Cbc, Cfb, Cfb8, Error, Kuznyechik, Magma, Ofb,
    block::{self, AnyCipher},
    mode::{Algorithm, Direction, Ending, MODES, Padding, Stealing},
};
use std::collections::VecDeque;

const NAMES: [&str; 5] = ["cbc", "cfb", "cfb8", "cfb1", "ofb"];

fn encrypted(cipher: &AnyCipher, block: &[u8]) -> Vec<u8> {
    let mut block = block.to_vec();
    cipher.encrypt_blocks(&mut block).unwrap();
    block
}

/// Returns the bits of bytes, the highest bit of each byte first.
fn bits(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1)).collect()
}

fn bytes(bits: &[u8]) -> Vec<u8> {
    bits.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit)).collect()
}

/// Encrypts as defined in GOST R 34.13-2015, 5.3 to 5.5, with a list of bits as the register.
fn defined(cipher: &AnyCipher, block: usize, name: &str, iv: &[u8], text: &[u8]) -> Vec<u8> {
    let segment = match name {
        "cfb8" => 8,
        "cfb1" => 1,
        _ => 8 * block,
    };
    let (mut register, mut out) = (VecDeque::from(bits(iv)), Vec::new());
    for text in bits(text).chunks(segment) {
        let first = bytes(&register.iter().take(8 * block).copied().collect::<Vec<u8>>());
        let xor = |key: &[u8]| text.iter().zip(key).map(|(text, key)| text ^ key).collect::<Vec<u8>>();
        let (result, fed) = match name {
            "cbc" => {
                let result = bits(&encrypted(cipher, &bytes(&xor(&bits(&first)))));
                (result.clone(), result)
            }
            "ofb" => {
                let key = bits(&encrypted(cipher, &first));
                (xor(&key), key)
            }
            _ => {
                let result = xor(&bits(&encrypted(cipher, &first)));
                (result.clone(), result)
            }
        };
        register.drain(..fed.len());
        register.extend(fed);
        out.extend(result);
    }
    bytes(&out)
}

fn mode(cipher: block::Algorithm, name: &str) -> Algorithm {
    Algorithm::new(cipher, MODES.iter().find(|info| info.name == name).unwrap())
}

fn takes_long_ivs(cipher: block::Algorithm) -> bool {
    ["kuznyechik", "magma"].contains(&cipher.info().name)
}

#[test]
fn ivs_of_several_blocks_are_the_definition() {
    let mut seen = std::collections::HashSet::new();
    let seen = std::sync::Mutex::new(&mut seen);
    each_cipher(|cipher| {
        if !takes_long_ivs(cipher.on) {
            return;
        }
        seen.lock().unwrap().insert(cipher.on.info().name);
        let (key, block) = (pattern(32), cipher.on.block_len());
        let keyed = cipher.other.keyed(&key).unwrap();
        for name in NAMES {
            let on = mode(cipher.on, name);
            let odd: &[usize] = if name.starts_with("cfb") { &[block + 1, 3 * block - 5] } else { &[] };
            let blocks = [1, 2, 3, 4, 64].map(|blocks| blocks * block);
            for iv_len in blocks.into_iter().chain(odd.iter().copied()) {
                assert!(on.iv_lengths().contains(iv_len));
                let iv = pattern(iv_len + 1)[1..].to_vec();
                let lengths = [0, 1, 3, 4, 9, 70].map(|blocks| blocks * block);
                let partial = [1, block - 1, block + 1, 5 * block + 3];
                let partial = if name == "cbc" { &[][..] } else { &partial };
                let lengths = lengths.into_iter().chain(partial.iter().copied());
                let all = defined(&keyed, block, name, &iv, &pattern(70 * block));
                // messages are split by the same code on every backend
                let pieces = [1, 7, block, 3 * block + 1];
                let pieces = if cipher.splits { &pieces[..] } else { &[] };
                for length in lengths.step_by(if quick() { 2 } else { 1 }) {
                    let text = pattern(length);
                    // each of these modes encrypts the beginning of a message alike, whatever follows
                    let expected = all[..length].to_vec();
                    let what = format!("{}: {name}, IV of {iv_len}, {length} bytes", cipher.name);
                    for (direction, from, to) in
                        [(Direction::Encrypt, &text, &expected), (Direction::Decrypt, &expected, &text)]
                    {
                        let mut crypter = on.begin(&key, &iv, direction).unwrap();
                        assert_eq!(whole(&mut crypter, from).as_ref(), Ok(to), "{what}");
                        for piece in pieces {
                            crypter.reset(&iv).unwrap();
                            let found = in_pieces(&mut crypter, from.chunks(*piece));
                            assert_eq!(found.as_ref(), Ok(to), "{what}, pieces of {piece}");
                        }
                        crypter.reset(&iv).unwrap();
                        assert_eq!(in_place(&mut crypter, from).as_ref(), Ok(to), "{what}, in place");
                    }
                }
            }
        }
    });
    assert!(limited() || seen.lock().unwrap().len() == 2);
}

/// Consecutive messages may have IVs of different lengths.
#[test]
fn from_one_length_to_another() {
    for name in ["kuznyechik", "magma"] {
        let cipher = block::lookup(name).unwrap();
        let (key, block) = (pattern(32), cipher.block_len());
        let (keyed, text) = (cipher.keyed(&key).unwrap(), pattern(6 * block));
        for mode_name in NAMES {
            let mut crypter =
                mode(cipher, mode_name).begin(&key, &pattern(block), Direction::Encrypt).unwrap();
            for blocks in [1, 2, 1, 1, 3, 2, 64, 1] {
                let iv = pattern(blocks * block);
                crypter.reset(&iv).unwrap();
                let expected = defined(&keyed, block, mode_name, &iv, &text);
                assert_eq!(
                    in_place(&mut crypter, &text),
                    Ok(expected),
                    "{name}-{mode_name}, {blocks} blocks"
                );
                // a refused IV changes nothing
                assert!(crypter.reset(&pattern(65 * block)).is_err());
            }
        }
    }
}

/// The last block is padded as with an IV of one block.
#[test]
fn padding() {
    let (key, iv) = (pattern(32), pattern(48));
    let on = bramah::cipher("kuznyechik-cbc").unwrap();
    let keyed = on.cipher().keyed(&key).unwrap();
    let on = on.with_ending(Ending::Padded(Padding::Pkcs7)).unwrap();
    for length in 0..=100 {
        let text = pattern(length);
        let missing = 16 - length % 16;
        let padded: Vec<u8> = text.iter().copied().chain(vec![missing as u8; missing]).collect();
        let expected = defined(&keyed, 16, "cbc", &iv, &padded);
        let mut encrypt = on.begin(&key, &iv, Direction::Encrypt).unwrap();
        assert_eq!(in_pieces(&mut encrypt, text.chunks(7)).as_ref(), Ok(&expected));
        let mut decrypt = on.begin(&key, &iv, Direction::Decrypt).unwrap();
        assert_eq!(in_pieces(&mut decrypt, expected.chunks(5)), Ok(text));
    }
}

#[test]
fn lengths_that_are_refused() {
    for (name, block) in [("kuznyechik", 16), ("magma", 8)] {
        for mode_name in NAMES {
            let on = bramah::cipher(&format!("{name}-{mode_name}")).unwrap();
            let step = if mode_name.starts_with("cfb") { 1 } else { block };
            let lengths = ByteLengths { min: block, max: 64 * block, step };
            assert_eq!((on.iv_lengths(), on.iv_len()), (lengths, (block, block)));
            let mut refused = vec![0, 1, block - 1, 64 * block + 1, 65 * block];
            if step > 1 {
                refused.extend([block + 1, 3 * block - 1]);
            }
            for length in refused {
                let begun = on.begin(&[1; 32], &pattern(length), Direction::Encrypt);
                let error = Error::ByteLength { name: "IV", length, lengths };
                assert_eq!(begun.err(), Some(error), "{name}-{mode_name}, {length}");
            }
        }
        // the standard defines no ciphertext stealing, which needs the last two blocks in one chain
        let on = bramah::cipher(&format!("{name}-cbc")).unwrap();
        let on = on.with_ending(Ending::Stolen(Stealing::Cs3)).unwrap();
        assert!(!on.iv_lengths().contains(2 * block));
        assert!(on.begin(&[1; 32], &pattern(2 * block), Direction::Encrypt).is_err());
    }
    each_cipher(|cipher| {
        for on in NAMES.map(|name| mode(cipher.on, name)) {
            let length = 2 * cipher.on.block_len();
            let begun = on.begin(&pattern(on.key_len()), &pattern(length), Direction::Encrypt);
            assert_eq!(begun.is_ok(), takes_long_ivs(cipher.on), "{}", on.name());
        }
    });
}

/// The types give the same results as the names.
#[test]
fn types() {
    let (key, text, (one, other)) = ([7; 32], pattern(96), (pattern(32), pattern(24)));
    macro_rules! same {
        ($message:expr, $name:literal, $iv:expr) => {{
            let (mut of_type, mut named) = (text.clone(), text.clone());
            $message.unwrap().apply(&mut of_type[..]).unwrap();
            let on = bramah::cipher($name).unwrap();
            on.begin(&key, $iv, Direction::Encrypt).unwrap().apply(&mut named[..]).unwrap();
            assert_eq!(of_type, named, $name);
        }};
    }
    let encrypt = Direction::Encrypt;
    same!(Cbc::<Kuznyechik>::new(&key, &one, Ending::Whole, encrypt), "kuznyechik-cbc", &one);
    same!(Cbc::<Magma>::new(&key, &other, Ending::Whole, encrypt), "magma-cbc", &other);
    same!(Cfb::<Magma>::new(&key, &other, encrypt), "magma-cfb", &other);
    same!(Cfb8::<Kuznyechik>::new(&key, &one, encrypt), "kuznyechik-cfb8", &one);
    same!(Ofb::<Magma>::new(&key, &other), "magma-ofb", &other);
}
