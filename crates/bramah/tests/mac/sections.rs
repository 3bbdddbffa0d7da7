//! Compares OMAC-ACPKM and IMIT with their definitions, and tests which input they refuse.

use crate::kit::{pattern, subjects, tag};
use bramah::{
    Error, Imit, Kuznyechik, Magma, OmacAcpkm,
    block::{self, AnyCipher, magma::Gost28147A},
    mac::{self, Sections},
};

fn encrypted(cipher: &AnyCipher, block: &[u8]) -> Vec<u8> {
    let mut block = block.to_vec();
    cipher.encrypt_blocks(&mut block).unwrap();
    block
}

/// Returns the tag by RFC 8645, section 6.3.6. CTR-ACPKM, which other tests check, makes the keys.
fn omac_acpkm(cipher: block::Algorithm, sections: Sections, key: &[u8], message: &[u8]) -> Vec<u8> {
    let block = cipher.block_len();
    let count = message.len().div_ceil(block).max(1);
    let each = key.len() + block;
    let mut material = vec![0; each * (count * block).div_ceil(sections.section)];
    let master = bramah::cipher(&format!("{}-ctr-acpkm", cipher.info().name)).unwrap();
    let master = master.with_backend("portable").unwrap().with_section(sections.master).unwrap();
    let mut master = master.begin(key, &vec![0xff; block / 2], bramah::mode::Direction::Encrypt).unwrap();
    master.apply(&mut material[..]).unwrap();
    let mut chain = vec![0; block];
    for number in 0..count {
        let (key, subkey) = material[number * block / sections.section * each..][..each].split_at(key.len());
        let mut part: Vec<u8> = message.iter().skip(number * block).take(block).copied().collect();
        let mut subkey = subkey.to_vec();
        if part.len() < block {
            part.push(0x80);
            part.resize(block, 0);
            let over = subkey[0] >> 7;
            for i in 0..block {
                subkey[i] = subkey[i] << 1 | subkey.get(i + 1).map_or(0, |next| next >> 7);
            }
            subkey[block - 1] ^= over * if block == 16 { 0x87 } else { 0x1b };
        }
        for i in 0..block {
            chain[i] ^= part[i] ^ if number == count - 1 { subkey[i] } else { 0 };
        }
        chain = encrypted(&cipher.keyed(key).unwrap(), &chain);
    }
    chain
}

#[test]
fn omac_acpkm_is_the_definition() {
    let mut count = 0;
    for subject in subjects() {
        let (Some(_), Some(cipher)) = (subject.on.sections(), subject.other.cipher()) else { continue };
        let (block, key) = (cipher.block_len(), pattern(cipher.key_len()));
        let each = key.len() + block;
        for (section, master) in
            [(block, 2 * block), (2 * block, each.next_multiple_of(block)), (5 * block, 8 * each)]
        {
            let sections = Sections { section, master };
            let mut mac = subject.on.with_sections(sections).unwrap().keyed(&key).unwrap();
            for length in
                [0, 1, block, block + 1, section, section + 1, 2 * section, 7 * section - 1, 9 * section]
            {
                let message = pattern(length);
                let expected = omac_acpkm(cipher, sections, &key, &message);
                let what = format!("{}: {length} bytes, {sections:?}", subject.name);
                assert_eq!(tag(&mut mac, &message), expected, "{what}");
                // clones made in the middle of a message continue independently
                let (first, second) = message.split_at(length / 2);
                mac.update(first);
                let mut copy = mac.clone();
                for mac in [&mut mac, &mut copy] {
                    for piece in second.chunks(7) {
                        mac.update(piece);
                    }
                    assert_eq!(mac.verify(&expected), Ok(()), "{what} in pieces");
                }
                count += 1;
            }
        }
    }
    assert!(count > 0 || crate::kit::limited());
}

/// Tests the padding and the sections of key meshing. The vectors test the tags themselves.
#[test]
fn imit_pads_and_meshes() {
    for subject in subjects().iter().filter(|subject| subject.on.name().starts_with("imit")) {
        let mut mac = subject.begin();
        let of = |mac: &mut mac::AnyMac, message: &[u8]| tag(mac, message);
        // the last block is padded with zeros, and a single block is followed by a block of zeros
        let (short, block) = (pattern(5), [&pattern(5)[..], &[0; 3]].concat());
        let both = [&block[..], &[0; 8]].concat();
        assert_eq!(of(&mut mac, &short), of(&mut mac, &block), "{}", subject.name);
        assert_eq!(of(&mut mac, &block), of(&mut mac, &both), "{}", subject.name);
        let longer = [&both[..], &[0; 8]].concat();
        assert_ne!(of(&mut mac, &both), of(&mut mac, &longer), "{}", subject.name);
        // a message of several sections, split at different positions
        let message = pattern(2100);
        let expected = subject.expected(&message);
        for cut in [0, 1, 7, 8, 9, 1023, 1024, 1025, 2048, 2099, 2100] {
            mac.update(&message[..cut]);
            let mut copy = mac.clone();
            copy.update(&message[cut..]);
            assert_eq!(copy.verify(&expected), Ok(()), "{}: {cut}", subject.name);
            mac.reset();
        }
        let other = mac::lookup(&match subject.on.name().strip_prefix("imit-meshed") {
            Some(cipher) => format!("imit{cipher}"),
            None => subject.on.name().replace("imit-", "imit-meshed-"),
        });
        let mut other = other.unwrap().keyed(&subject.key()).unwrap();
        assert_eq!(of(&mut other, &message[..1024]), of(&mut mac, &message[..1024]), "{}", subject.name);
        assert_ne!(of(&mut other, &message), expected, "{}", subject.name);
    }
}

#[test]
fn types() {
    let (key, message) = ([7; 32], pattern(5000));
    let named = |name: &str| {
        let mut mac = mac::lookup(name).unwrap().keyed(&key).unwrap();
        tag(&mut mac, &message)
    };
    for (mut mac, name) in
        [(Imit::<Gost28147A>::new(&key), "imit-gost28147-a"), (Imit::<Gost28147A>::meshed(&key), "gost-mac")]
    {
        for _ in 0..2 {
            mac.update(&message);
            assert_eq!(mac.verify(&named(name)), Ok(()), "{name}");
        }
        mac.update(b"other");
        assert_eq!(mac.verify(&named(name)), Err(Error::Unauthentic), "{name}");
        assert!(matches!(mac.verify(&[0; 3]), Err(Error::ByteLength { name: "tag", length: 3, .. })));
        assert_eq!(mac.finalize(&mut [0; 8]), Err(Error::OutputRoom { length: 8, needed: 4 }));
    }
    let mut long = OmacAcpkm::<Kuznyechik>::new(&key, Sections { section: 4096, master: 768 }).unwrap();
    let mut short = OmacAcpkm::<Magma>::new(&key, Sections { section: 1024, master: 640 }).unwrap();
    for _ in 0..2 {
        long.update(&message);
        assert_eq!(long.verify(&named("omac-acpkm-kuznyechik")), Ok(()));
        short.update(&message);
        let mut copy = short.clone();
        let mut found = [0; 8];
        copy.finalize(&mut found).unwrap();
        assert_eq!(found[..], named("omac-acpkm-magma"));
        assert_eq!(short.verify(&found), Ok(()));
    }
}

#[test]
fn what_is_refused() {
    for (section, master, length) in [(0, 96, 0), (32, 0, 0), (33, 96, 33), (32, 100, 100), (8, 96, 8)] {
        let error = Error::Section { length, block: 16 };
        let sections = Sections { section, master };
        assert_eq!(OmacAcpkm::<Kuznyechik>::new(&[0; 32], sections).err(), Some(error.clone()));
        let named = mac::lookup("omac-acpkm-kuznyechik").unwrap();
        assert_eq!(named.with_sections(sections).err(), Some(error));
    }
    let sections = Sections { section: 64, master: 64 };
    let cmac = mac::lookup("cmac-kuznyechik").unwrap();
    assert_eq!((cmac.sections(), cmac.with_sections(sections).err()), (None, Some(Error::NoSection)));
    let wide = mac::Algorithm::acpkm(block::lookup("kalyna-256-256").unwrap(), sections);
    assert!(matches!(wide.err(), Some(Error::Parameter { value: 256, min: 64, max: 128, .. })));
    assert!(matches!(mac::lookup("omac-acpkm-kalyna-256-256"), Err(Error::UnknownName(_))));
}
