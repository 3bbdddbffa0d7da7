//! Encrypted files: headers, armor, payloads under a known key, and files of recipients and identities.

use bramah_age::{
    ArmorReader, ArmorWriter, Ask, Decryptor, Error, FileKey, Header, Stanza,
    fca::{Cipher, Fca, FcaHeader},
    identities, recipients,
};
use std::{
    io::{Cursor, Read, Write},
    sync::{Arc, LazyLock},
};
use zeroize::Zeroizing;

/// Parts of files.
pub const WORDS: &[&str] = &[
    "age-encryption.org/v1\n",
    "-> X25519 ",
    "-> scrypt ",
    "-> mlkem768x25519 ",
    "-> ssh-ed25519 ",
    "-> p256tag ",
    "-> mlkem768p256tag ",
    "--- ",
    "\n",
    " ",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n",
    "-----BEGIN AGE ENCRYPTED FILE-----\n",
    "-----END AGE ENCRYPTED FILE-----\n",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n",
    "-----END OPENSSH PRIVATE KEY-----\n",
    "AGE-SECRET-KEY-1",
    "AGE-SECRET-KEY-PQ-1",
    "AGE-PLUGIN-X-1",
    "age1",
    "age1pq1",
    "age1tag1",
    "age1tagpq1",
    "ssh-ed25519 ",
    "#",
    "\r\n",
    "=",
];

/// Answers no questions.
struct Nobody;

impl Ask for Nobody {
    fn passphrase(&self, _: &str) -> Result<Zeroizing<Vec<u8>>, Error> {
        Err(Error::PassphraseNeeded)
    }
    fn secret(&self, _: &str) -> Result<Zeroizing<String>, Error> {
        Err(Error::PassphraseNeeded)
    }
    fn value(&self, _: &str) -> Result<String, Error> {
        Err(Error::PassphraseNeeded)
    }
    fn confirm(&self, _: &str, _: &str, _: Option<&str>) -> Result<bool, Error> {
        Err(Error::PassphraseNeeded)
    }
    fn show(&self, _: &str) {}
}

static NOBODY: LazyLock<Arc<dyn Ask>> = LazyLock::new(|| Arc::new(Nobody));

/// Reads the input as a header and as armor, which must be written unchanged; as a payload, in two ways that must
/// agree; and as a file of recipients, of identities, and of FCA.
pub fn run(data: &[u8]) {
    let mut rest = data;
    if let Ok(header) = Header::read(&mut rest) {
        let bytes = header.to_bytes();
        assert_eq!(bytes, data[..data.len() - rest.len()], "a header that is written otherwise");
        payload(&header, rest);
    }
    written(data);
    armor(data);
    _ = Decryptor::new(data).map(|decryptor| decryptor.measure());
    _ = recipients(data, &NOBODY);
    _ = identities(data, "file", &NOBODY, 10);
    if let Some((header, mut rest)) = data.split_first_chunk()
        && let Ok(header) = FcaHeader::parse(header)
    {
        assert_eq!(FcaHeader::parse(&header.to_bytes()).ok(), Some(header));
        // nearly always the wrong passphrase
        if let Ok(fca) = Fca::open(header, Cipher::Aes, b"passphrase") {
            let mut text = Vec::new();
            _ = fca.decrypt(&mut rest, &mut text);
        }
    }
}

/// Writes a header with stanzas from the input, which must be read as it was written. Each line is a stanza; blanks
/// separate its words, and the last word is the body.
fn written(data: &[u8]) {
    let stanza = |line: &[u8]| {
        let mut words =
            line.split(|&byte| byte == b' ').map(|word| String::from_utf8_lossy(word).into_owned());
        let kind = words.next().unwrap_or_default();
        let mut arguments: Vec<String> = words.collect();
        let body = arguments.pop().unwrap_or_default();
        Stanza::new(&kind, arguments, body.as_bytes())
    };
    let stanzas: Vec<Stanza> = data.split(|&byte| byte == b'\n').map(stanza).collect();
    let key = FileKey::from_bytes(&[7; 16]).expect("16 bytes");
    if let Ok(header) = Header::new(&key, stanzas) {
        let bytes = header.to_bytes();
        let read = Header::read(&mut &bytes[..]).expect("a header that was written");
        assert_eq!(read.stanzas(), header.stanzas(), "stanzas that are read otherwise");
        read.verify(&key).expect("the MAC of a header that was written");
    }
}

/// Opens a payload after the stanzas of a header, with a recomputed MAC.
fn payload(header: &Header, rest: &[u8]) {
    let key = || FileKey::from_bytes(&[7; 16]).expect("16 bytes");
    // malformed stanzas of known kinds are read, since they may be for other programs, but never written
    let Ok(header) = Header::new(&key(), header.stanzas().to_vec()) else { return };
    let file = [&header.to_bytes(), rest].concat();
    let unlocked = || Decryptor::new(&file[..]).and_then(|file| file.unlock_with(key()));
    let (mut pumped, mut read) = (Vec::new(), Vec::new());
    let first = unlocked().and_then(|file| file.decrypt(&mut pumped, 1)).is_ok();
    let second = unlocked().and_then(|file| Ok(file.into_reader(1)?.read_to_end(&mut read)?)).is_ok();
    assert_eq!((first, &pumped), (second, &read), "two ways to open a file");
    if let Ok(unlocked) = unlocked()
        && let Ok(mut reader) = unlocked.into_seek_reader(Cursor::new(&file))
    {
        let mut sought = Vec::new();
        if reader.read_to_end(&mut sought).is_ok() {
            assert!(first && sought == read, "parts of a file that does not open");
        }
    }
}

fn armor(data: &[u8]) {
    let mut bytes = Vec::new();
    if ArmorReader::new(data).read_to_end(&mut bytes).is_err() {
        return;
    }
    let mut writer = ArmorWriter::new(Vec::new());
    writer.write_all(&bytes).expect("memory");
    let text = writer.finish().expect("memory");
    let found = String::from_utf8_lossy(data).replace("\r\n", "\n");
    assert_eq!(
        String::from_utf8_lossy(&text).trim_ascii(),
        found.trim_ascii(),
        "armor that is written otherwise"
    );
}
