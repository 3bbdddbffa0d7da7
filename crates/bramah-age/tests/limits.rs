//! Writers never write a file that readers refuse: each limit of a reader is tested on the writer, with the largest
//! allowed value and the next one. The tests in `recipients` cover the limits of headers.

use bramah_age::{
    Decryptor, DecryptorInParts, Encryptor, EncryptorInParts, Error, MOST_WORK_FACTOR, Passphrase,
    X25519Identity,
    fca::{Cipher, Fca, FcaHeader, Kind, MOST_PASSPHRASE, NewFca},
};
use std::io::{Cursor, Read, Write};

/// The length of a chunk in bytes, and the number of chunks that a thread takes at a time.
const CHUNK: usize = 64 << 10;
const BATCH: usize = 8;

/// A file with the text `abc` and a passphrase of 256 times `x`, computed with Python's hashlib and the package
/// `cryptography`.
const OF_LONG_PASSPHRASE: [u8; 35] = [
    0xfc, 0xa0, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0xe5, 0x8c, 0x72,
    0x03, 0xb1, 0x91, 0xdd, 0xf2, 0x3c, 0x73, 0xf8, 0xda, 0x00, 0x5b, 0x58, 0xea, 0x4d, 0x05, 0xbb, 0xde,
    0x41,
];

/// The original programs accept passphrases of up to 255 bytes. Files with longer ones, which older versions of this
/// library wrote, can still be decrypted.
#[test]
fn fca_takes_no_passphrase_that_the_programs_do_not_read() {
    for flags in 0..8_u8 {
        let kind = Kind { strong: flags & 1 != 0, eax: flags & 2 != 0, compressed: flags & 4 != 0 };
        for len in [0, 1, 254, 255, 256, 257, 1000] {
            let passphrase = vec![b'x'; len];
            let new = match NewFca::new(kind, Cipher::Aes, &passphrase) {
                Ok(new) => new,
                Err(Error::Key(reason)) => {
                    assert!(len > MOST_PASSPHRASE && reason.contains("255 bytes"), "{len}: {reason}");
                    continue;
                }
                Err(error) => panic!("{len}: {error:?}"),
            };
            assert!(len <= MOST_PASSPHRASE, "{len}");
            let mut file = Vec::new();
            assert_eq!(new.encrypt(&mut &b"abc"[..], &mut file).unwrap(), 3);
            let (header, mut rest) = file.split_first_chunk().unwrap();
            let fca = Fca::open(FcaHeader::parse(header).unwrap(), Cipher::Aes, &passphrase).unwrap();
            let mut text = Vec::new();
            let _ = fca.decrypt(&mut rest, &mut text).unwrap();
            assert_eq!(text, b"abc");
        }
    }
    // files with longer passphrases may exist, so they are still decrypted
    let file = OF_LONG_PASSPHRASE;
    let (header, mut rest) = file.split_first_chunk().unwrap();
    let fca = Fca::open(FcaHeader::parse(header).unwrap(), Cipher::Aes, &[b'x'; 256]).unwrap();
    let mut text = Vec::new();
    let _ = fca.decrypt(&mut rest, &mut text).unwrap();
    assert_eq!(text, b"abc");
}

/// A passphrase refuses to encrypt with a larger work factor than it accepts for decryption, before it derives a key.
#[test]
fn work_factors_that_are_not_read_are_not_written() {
    for (factor, most) in [(MOST_WORK_FACTOR + 1, MOST_WORK_FACTOR), (30, MOST_WORK_FACTOR), (6, 5), (30, 29)]
    {
        let passphrase = Passphrase::new(b"secret").work_factor(factor);
        let passphrase =
            if most == MOST_WORK_FACTOR { passphrase } else { passphrase.most_work_factor(most) };
        let refused = Encryptor::new(&[&passphrase]).err();
        assert!(
            matches!(refused, Some(Error::WorkFactor { factor: f, most: m }) if (f, m) == (factor, most)),
            "{factor}, {most}: {refused:?}"
        );
        assert!(EncryptorInParts::new(&[&passphrase], false, 1).is_err());
    }
    let passphrase = Passphrase::new(b"secret").work_factor(5).most_work_factor(5);
    let mut file = Vec::new();
    Encryptor::new(&[&passphrase]).unwrap().encrypt(&b"abc"[..], &mut file, 1).unwrap();
    let unlocked = Decryptor::new(&file[..]).unwrap().unlock(&[&passphrase]).unwrap();
    let mut text = Vec::new();
    unlocked.decrypt(&mut text, 1).unwrap();
    assert_eq!(text, b"abc");
}

/// The texts are as long as one or two chunks or batches, or a byte longer or shorter. No writer makes an empty last
/// chunk, and every reader reads the output.
#[test]
fn every_reader_reads_what_every_writer_ends() {
    let identity = X25519Identity::random().unwrap();
    let recipient = identity.recipient();
    let borders = [CHUNK, 2 * CHUNK, BATCH * CHUNK, 2 * BATCH * CHUNK];
    let lengths = borders.into_iter().flat_map(|border| [border - 1, border, border + 1]);
    for len in [0, 1].into_iter().chain(lengths) {
        let text: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
        for threads in [1, 3] {
            let new = || Encryptor::new(&[&recipient]).unwrap();
            let mut files =
                vec![("encrypt", Vec::new()), ("into_writer", Vec::new()), ("in parts", Vec::new())];
            new().encrypt(&text[..], &mut files[0].1, threads).unwrap();
            let mut writer = new().into_writer(&mut files[1].1, threads).unwrap();
            for part in text.chunks(CHUNK) {
                writer.write_all(part).unwrap();
            }
            writer.finish().unwrap();
            let mut parts = EncryptorInParts::new(&[&recipient], false, threads).unwrap();
            text.chunks(CHUNK).for_each(|part| parts.update(part).unwrap());
            parts.finish().unwrap();
            files[2].1 = parts.take_all().to_vec();
            for (writer, file) in files {
                let what = format!("{writer}, {len} bytes, {threads} threads");
                let opened = || Decryptor::new(&file[..]).unwrap().unlock(&[&identity]).unwrap();
                let mut read = Vec::new();
                opened().decrypt(&mut read, threads).unwrap_or_else(|error| panic!("{what}: {error}"));
                assert!(read == text, "{what}: decrypt");
                read.clear();
                opened().into_reader(threads).unwrap().read_to_end(&mut read).unwrap();
                assert!(read == text, "{what}: into_reader");
                let mut sought = opened().into_seek_reader(Cursor::new(&file[..])).unwrap();
                read.clear();
                sought.read_to_end(&mut read).unwrap();
                assert!(read == text && sought.len() == len as u64, "{what}: into_seek_reader");
                let mut parts = DecryptorInParts::new(vec![Box::new(identity.clone())], threads);
                parts.update(&file).unwrap();
                parts.finish().unwrap();
                assert!(parts.take_all()[..] == text[..], "{what}: in parts");
            }
        }
    }
}
