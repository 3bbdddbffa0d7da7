//! Modes whose key changes within a message, and CNT, compared with their definitions over single blocks.

use crate::kit::{each_cipher, pattern, quick, stands_for_others};
use bramah::{
    CfbMeshed, Cnt, CntMeshed, CtrAcpkm, Error, Kuznyechik, Magma,
    block::{self, AnyCipher, magma::Gost28147A},
    mode::{Algorithm, Direction, MODES, Mode},
};

fn mode(cipher: block::Algorithm, name: &str) -> Algorithm {
    Algorithm::new(cipher, MODES.iter().find(|info| info.name == name).unwrap())
}

fn encrypted(cipher: &AnyCipher, block: &[u8]) -> Vec<u8> {
    let mut block = block.to_vec();
    cipher.encrypt_blocks(&mut block).unwrap();
    block
}

fn xor(text: &[u8], key: &[u8]) -> Vec<u8> {
    text.iter().zip(key).map(|(text, key)| text ^ key).collect()
}

/// Encrypts in CTR-ACPKM: RFC 8645, 6.2.2.
fn ctr_acpkm(cipher: block::Algorithm, key: &[u8], iv: &[u8], section: usize, text: &[u8]) -> Vec<u8> {
    let block = cipher.block_len();
    let (mut key, mut out) = (key.to_vec(), Vec::new());
    let mut counter = iv.to_vec();
    counter.resize(block, 0);
    for part in text.chunks(section) {
        let keyed = cipher.keyed(&key).unwrap();
        for text in part.chunks(block) {
            out.extend(xor(text, &encrypted(&keyed, &counter)));
            for byte in counter.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        let constants: Vec<u8> = (0x80..=0xff).collect();
        let blocks = constants.chunks(block).flat_map(|constant| encrypted(&keyed, constant));
        key = blocks.take(key.len()).collect();
    }
    out
}

/// Returns the key of the next section: RFC 4357, 2.3.2.
fn meshed(cipher: &AnyCipher) -> Vec<u8> {
    let mut key = vec![
        0x69, 0x00, 0x72, 0x22, 0x64, 0xC9, 0x04, 0x23, 0x8D, 0x3A, 0xDB, 0x96, 0x46, 0xE9, 0x2A, 0xC4, 0x18,
        0xFE, 0xAC, 0x94, 0x00, 0xED, 0x07, 0x12, 0xC0, 0x86, 0xDC, 0xC2, 0xEF, 0x4C, 0xA9, 0x2B,
    ];
    cipher.decrypt_blocks(&mut key).unwrap();
    key
}

/// Encrypts in CNT or CFB, with or without meshing.
fn gost(cipher: block::Algorithm, name: &str, key: &[u8], iv: &[u8], text: &[u8]) -> Vec<u8> {
    let mut keyed = cipher.keyed(key).unwrap();
    let counts = name.starts_with("cnt");
    let mut chain = if counts { encrypted(&keyed, iv) } else { iv.to_vec() };
    let mut out = Vec::new();
    for (number, text) in text.chunks(8).enumerate() {
        if name.ends_with("meshed") && number > 0 && number % 128 == 0 {
            keyed = cipher.keyed(&meshed(&keyed)).unwrap();
            chain = encrypted(&keyed, &chain);
        }
        if counts {
            let half = |at: usize| u64::from(u32::from_le_bytes(chain[at..][..4].try_into().unwrap()));
            let (low, high) = (half(0) + 0x0101_0101, half(4) + 0x0101_0104);
            // the sum of the first halves is modulo 2^32, the sum of the second halves modulo 2^32 - 1
            let high = if high >> 32 == 1 { high - 0xffff_ffff } else { high };
            chain = [(low as u32).to_le_bytes(), (high as u32).to_le_bytes()].concat();
        }
        let block = xor(text, &encrypted(&keyed, &chain));
        out.extend(&block);
        if !counts {
            chain = block;
        }
    }
    out
}

/// Checks encryption in pieces, decryption in one call, and a reset after the key has changed.
fn check(on: &Algorithm, key: &[u8], iv: &[u8], text: &[u8], expected: &[u8], what: &str) {
    let mut crypter = on.begin(key, iv, Direction::Encrypt).unwrap();
    for piece in [text.len(), 1 + text.len() / 3, 7, 1030] {
        let mut out = text.to_vec();
        for part in out.chunks_mut(piece.max(1)) {
            crypter.apply(part).unwrap();
        }
        assert_eq!(out, expected, "{what}: pieces of {piece}");
        crypter.reset(iv).unwrap();
    }
    let mut out = expected.to_vec();
    on.begin(key, iv, Direction::Decrypt).unwrap().apply(&mut out[..]).unwrap();
    assert_eq!(out, text, "{what}: decrypted");
}

#[test]
fn ctr_acpkm_is_the_definition() {
    each_cipher(|cipher| {
        let on = mode(cipher.on, "ctr-acpkm");
        if !on.info().takes(&cipher.on) {
            return;
        }
        let (key, block) = (pattern(on.key_len()), cipher.on.block_len());
        let sections = [block, 2 * block, 5 * block, 64 * block];
        for (section, length) in sections.into_iter().flat_map(|section| {
            [1, block, section, section + 1, 2 * section, 2 * section + 3, 5 * section + block]
                .map(|length| (section, length))
        }) {
            let (shortest, longest) = on.iv_len();
            for iv_len in [shortest, longest] {
                // an IV with which the counter carries out of its lowest byte
                let (iv, text) = (pattern(iv_len + 1)[1..].to_vec(), pattern(length));
                let expected = ctr_acpkm(cipher.other, &key, &iv, section, &text);
                let what = format!("{}: {length} bytes in sections of {section}", cipher.name);
                check(&on.with_section(section).unwrap(), &key, &iv, &text, &expected, &what);
            }
        }
    });
}

#[test]
fn modes_of_gost_are_the_definition() {
    each_cipher(|cipher| {
        for name in ["cnt", "cnt-meshed", "cfb-meshed"] {
            let on = mode(cipher.on, name);
            if !on.info().takes(&cipher.on) {
                continue;
            }
            // counters whose halves soon exceed 32 bits
            for (key, iv) in
                [(pattern(32), pattern(8)), (vec![0xff; 32], vec![0; 8]), (vec![3; 32], vec![9; 8])]
            {
                for length in [0, 1, 7, 8, 9, 500, 1023, 1024, 1025, 2048, 3333]
                    .into_iter()
                    .step_by(if quick() { 3 } else { 1 })
                {
                    let text = pattern(length);
                    let expected = gost(cipher.other, name, &key, &iv, &text);
                    check(
                        &on,
                        &key,
                        &iv,
                        &text,
                        &expected,
                        &format!("{}: {name}, {length} bytes", cipher.name),
                    );
                }
            }
        }
    });
}

/// The types give the same results as the names.
#[test]
fn types() {
    let (key, iv, text) = ([7; 32], [1, 2, 3, 4, 5, 6, 7, 8], pattern(3000));
    let named = |name: &str, iv: &[u8], section: Option<usize>, direction| {
        let mut on = bramah::cipher(name).unwrap();
        if let Some(section) = section {
            on = on.with_section(section).unwrap();
        }
        let mut out = text.clone();
        on.begin(&key, iv, direction).unwrap().apply(&mut out[..]).unwrap();
        out
    };
    macro_rules! same {
        ($message:expr, $name:literal, $iv:expr, $section:expr, $direction:ident) => {{
            let (mut message, mut out) = ($message.unwrap(), text.clone());
            for _ in 0..2 {
                out.copy_from_slice(&text);
                message.apply(&mut out[..]).unwrap();
                message.reset($iv).unwrap();
            }
            assert_eq!(out, named($name, $iv, $section, Direction::$direction), $name);
        }};
    }
    same!(CtrAcpkm::<Kuznyechik>::new(&key, &iv, 4096), "kuznyechik-ctr-acpkm", &iv, None, Encrypt);
    same!(CtrAcpkm::<Magma>::new(&key, &iv[..4], 1024), "magma-ctr-acpkm", &iv[..4], None, Encrypt);
    same!(CtrAcpkm::<Magma>::new(&key, &iv[..2], 40), "magma-ctr-acpkm", &iv[..2], Some(40), Encrypt);
    same!(Cnt::<Gost28147A>::new(&key, &iv), "gost28147-cnt", &iv, None, Encrypt);
    same!(CntMeshed::<Gost28147A>::new(&key, &iv), "gost28147-cnt-meshed", &iv, None, Decrypt);
    same!(
        CfbMeshed::<Gost28147A>::new(&key, &iv, Direction::Encrypt),
        "gost28147-a-cfb-meshed",
        &iv,
        None,
        Encrypt
    );
    same!(
        CfbMeshed::<Gost28147A>::new(&key, &iv, Direction::Decrypt),
        "gost28147-a-cfb-meshed",
        &iv,
        None,
        Decrypt
    );
}

#[test]
fn what_is_refused() {
    let sections = [(0, "0 bytes"), (1, "1 byte"), (15, "15 bytes"), (17, "17 bytes"), (40, "40 bytes")];
    for (length, words) in sections {
        let error = Error::Section { length, block: 16 };
        assert_eq!(CtrAcpkm::<Kuznyechik>::new(&[0; 32], &[0; 8], length).err(), Some(error.clone()));
        let on = bramah::cipher("kuznyechik-ctr-acpkm").unwrap();
        assert_eq!(on.with_section(length).err(), Some(error.clone()));
        assert_eq!(
            error.to_string(),
            format!("the section has {words}, but its length must be a multiple of 16 bytes, and not 0")
        );
    }
    assert_eq!(
        CtrAcpkm::<Magma>::new(&[0; 32], &[0; 4], 12).err(),
        Some(Error::Section { length: 12, block: 8 })
    );
    assert!(CtrAcpkm::<Magma>::new(&[0; 32], &[0; 4], 40).is_ok());
    let other = bramah::cipher("kuznyechik-ctr").unwrap().with_section(16);
    assert_eq!(other.err(), Some(Error::NoSection));
    // IVs have from a quarter of a block to four bytes less than a block
    for length in 0..20 {
        let refused = Error::ParameterLength { name: "IV", length, min: 4, max: 12 };
        let begun = CtrAcpkm::<Kuznyechik>::new(&[0; 32], &vec![0; length], 16).map(drop);
        assert_eq!(begun, if (4..=12).contains(&length) { Ok(()) } else { Err(refused) });
    }
    let mut ctr = CtrAcpkm::<Magma>::new(&[0; 32], &[0; 4], 8).unwrap().into_crypter();
    assert_eq!(ctr.seek(0), Err(Error::NoSeek));
    // modes that are only defined for GOST 28147-89
    for name in ["magma-cnt", "magma-cfb-meshed", "xtea-cnt-meshed"] {
        let error = bramah::cipher(name).err().unwrap();
        let mode = name.split_once('-').unwrap().1;
        assert_eq!(error.to_string(), format!("{mode} is defined only for gost28147"));
    }
    assert!(matches!(
        bramah::cipher("aes-128-cnt").err(),
        Some(Error::Parameter { value: 128, min: 64, max: 64, .. })
    ));
    assert!(matches!(
        bramah::cipher("threefish-512-ctr-acpkm").err(),
        Some(Error::Parameter { value: 512, .. })
    ));
}

/// The default sections are those of RFC 9189, for every cipher with a block of this length.
#[test]
fn usual_sections() {
    for entry in block::entries() {
        let on = mode(entry.algorithm(), "ctr-acpkm");
        if on.info().takes(&entry.algorithm()) {
            let expected = if entry.info.block_len == 8 { 1024 } else { 4096 };
            assert!(matches!(on.mode(), Mode::CtrAcpkm(section) if section == expected), "{}", on.name());
        }
    }
    assert!(block::entries().any(|entry| stands_for_others(&entry.algorithm())));
}
