//! The age test kit of C2SP's CCTV (its files are 0BSD, CC0 or Unlicense): every file must have the expected result.

use bramah::Sha256;
use bramah_age::{
    ArmorReader, ArmorWriter, Decryptor, DecryptorInParts, DividedDecryptor, Encryptor, Error, FileKey,
    Header, HybridIdentity, Identity, Passphrase, PayloadKey, Recipient, Unlocked, Wrapped, X25519Identity,
};
use std::{
    fs,
    io::{self, Cursor, Read, Write},
    path::{Path, PathBuf},
};

/// A file of the kit.
#[derive(Default)]
struct Vector {
    name: String,
    expect: String,
    payload: Option<Vec<u8>>,
    key: Vec<u8>,
    identities: Vec<Box<dyn Identity>>,
    armored: bool,
    file: Vec<u8>,
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..][..2], 16).unwrap()).collect()
}

fn read(name: String, bytes: &[u8]) -> Vector {
    let end = bytes.windows(2).position(|two| two == b"\n\n").unwrap();
    let mut vector = Vector { name, file: bytes[end + 2..].to_vec(), ..Vector::default() };
    let mut compressed = false;
    for line in std::str::from_utf8(&bytes[..end]).unwrap().lines() {
        let (key, value) = line.split_once(": ").unwrap();
        match key {
            "expect" => vector.expect = value.into(),
            "payload" => vector.payload = Some(hex(value)),
            "file key" => vector.key = hex(value),
            "identity" => vector.identities.push(match X25519Identity::parse(value) {
                Ok(identity) => Box::new(identity),
                Err(_) => Box::new(HybridIdentity::parse(value).unwrap()),
            }),
            "passphrase" => vector.identities.push(Box::new(Passphrase::new(value.as_bytes()))),
            "armored" => vector.armored = true,
            "compressed" => compressed = true,
            "comment" => {}
            _ => panic!("{key}"),
        }
    }
    if compressed {
        let mut whole = Vec::new();
        flate2::read::ZlibDecoder::new(&vector.file[..]).read_to_end(&mut whole).unwrap();
        vector.file = whole;
    }
    vector
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/testkit").join(name)
}

fn vectors() -> Vec<Vector> {
    let files = fs::read_dir(path("")).unwrap().map(Result::unwrap);
    let vectors: Vec<Vector> = files
        .map(|file| read(file.file_name().into_string().unwrap(), &fs::read(file.path()).unwrap()))
        .collect();
    assert_eq!(vectors.len(), 143);
    vectors
}

impl Vector {
    fn identities(&self) -> Vec<&dyn Identity> {
        self.identities.iter().map(|identity| &**identity).collect()
    }

    /// Opens the file, as armor if the kit says that it is armored, even if it does not begin like armor.
    fn open(&self) -> Result<Unlocked<Box<dyn Read + Send + '_>>, Error> {
        let file: Box<dyn Read + Send> = match self.armored {
            true => Box::new(ArmorReader::new(&self.file[..])),
            false => Box::new(&self.file[..]),
        };
        Decryptor::new(file)?.unlock(&self.identities())
    }
}

/// Returns the kit's word for an error.
fn word(error: &Error) -> &'static str {
    match error {
        Error::Armor(_) => "armor failure",
        Error::NoMatch | Error::WrongPassphrase | Error::PassphraseNeeded => "no match",
        Error::HeaderMac => "HMAC failure",
        Error::Payload(_) => "payload failure",
        Error::Header(_) | Error::WorkFactor { .. } => "header failure",
        error => panic!("{error:?}"),
    }
}

fn check(vector: &Vector, way: &str, text: &[u8], result: Result<(), Error>) {
    let name = &vector.name;
    let found = result.as_ref().map_or_else(word, |()| "success");
    assert_eq!(found, vector.expect, "{name}, {way}: {result:?}");
    if let Some(payload) = &vector.payload {
        assert_eq!(Sha256::digest(text)[..], payload[..], "{name}, {way}");
    } else {
        assert!(text.is_empty(), "{name}, {way}");
    }
}

#[test]
fn every_file_has_its_result() {
    for vector in vectors() {
        for threads in 1..=3 {
            let mut text = Vec::new();
            let result = vector.open().and_then(|open| open.decrypt(&mut text, threads)).map(drop);
            check(&vector, "from reader to writer", &text, result);

            let mut text = Vec::new();
            let result = vector.open().and_then(|open| {
                open.into_reader(threads)?.read_to_end(&mut text)?;
                Ok(())
            });
            check(&vector, "as a reader", &text, result);
        }
    }
}

#[test]
fn every_file_has_its_result_in_parts() {
    for vector in vectors() {
        let begins = vector.file.trim_ascii_start().starts_with(b"-----BEGIN AGE ENCRYPTED FILE-----");
        for (part, threads) in [(1, 1), (1000, 1), (usize::MAX, 1), (usize::MAX, 3)] {
            let identities = read(String::new(), &fs::read(path(&vector.name)).unwrap()).identities;
            let mut decryptor = DecryptorInParts::new(identities, threads);
            let result = vector
                .file
                .chunks(part.min(vector.file.len().max(1)))
                .try_for_each(|part| decryptor.update(part))
                .and_then(|()| decryptor.finish());
            let (found, name) = (result.as_ref().map_or_else(word, |()| "success"), &vector.name);
            // `DecryptorInParts` gets no hint that the file is armored, so it takes a file that does not begin like
            // armor for a plain file
            let expect = if vector.armored && !begins { "header failure" } else { &vector.expect };
            assert_eq!(found, expect, "{name}, in parts of {part}: {result:?}");
            let mut text = vec![0; decryptor.available()];
            assert_eq!(decryptor.take(&mut text), text.len());
            match &vector.payload {
                Some(payload) if found == "success" => {
                    assert_eq!(Sha256::digest(&text)[..], payload[..], "{name}");
                }
                _ => assert!(text.is_empty(), "{name}"),
            }
            assert!(decryptor.update(b"more").is_err() && decryptor.finish().is_err(), "{name}");
        }
    }
}

/// Decrypts a file, range by range of `count` chunks.
fn divided(file: &[u8], identities: Vec<Box<dyn Identity>>, count: usize) -> Result<Vec<u8>, Error> {
    let mut decryptor = DividedDecryptor::new(identities);
    file.chunks(1000).try_for_each(|part| decryptor.update(part))?;
    decryptor.finish()?;
    let sealed = decryptor.take_all();
    let key = PayloadKey::new(decryptor.key().unwrap())?;
    let ranges: Vec<&[u8]> = match sealed.is_empty() {
        true => vec![&[]],
        false => sealed.chunks(count * PayloadKey::SEALED).collect(),
    };
    let mut text = Vec::new();
    for (i, range) in ranges.iter().enumerate() {
        text.extend_from_slice(&key.decrypt((i * count) as u64, range, i + 1 == ranges.len())?);
    }
    Ok(text)
}

#[test]
fn every_file_has_its_result_divided() {
    for vector in vectors() {
        let begins = vector.file.trim_ascii_start().starts_with(b"-----BEGIN AGE ENCRYPTED FILE-----");
        for count in [1, 3, 16] {
            let identities = read(String::new(), &fs::read(path(&vector.name)).unwrap()).identities;
            let result = divided(&vector.file, identities, count);
            let (found, name) = (result.as_ref().map_or_else(word, |_| "success"), &vector.name);
            // without the hint that the file is armored
            let expect = if vector.armored && !begins { "header failure" } else { &vector.expect };
            assert_eq!(found, expect, "{name}, in ranges of {count} chunks: {result:?}");
            if let (Ok(text), Some(payload)) = (&result, &vector.payload) {
                assert_eq!(Sha256::digest(text)[..], payload[..], "{name}");
            }
        }
    }
}

#[test]
fn parts_of_every_file_are_authentic() {
    for vector in vectors().iter().filter(|vector| !vector.armored) {
        let mut text = Vec::new();
        let result = vector.open().and_then(|open| {
            open.into_seek_reader(Cursor::new(&vector.file))?.read_to_end(&mut text)?;
            Ok(())
        });
        let found = result.as_ref().map_or_else(word, |()| "success");
        assert_eq!(found, vector.expect, "{}: {result:?}", vector.name);
        if found == "success" {
            assert_eq!(Sha256::digest(&text)[..], vector.payload.as_ref().unwrap()[..], "{}", vector.name);
        }
    }
}

#[test]
fn valid_files_are_what_would_be_written() {
    /// A recipient that writes the stanzas of an existing header again.
    struct Again(Header);
    impl Recipient for Again {
        fn wrap(&self, _: &FileKey) -> Result<Wrapped, Error> {
            Ok(Wrapped { stanzas: self.0.stanzas().to_vec(), ..Wrapped::default() })
        }
    }
    for vector in vectors() {
        if vector.armored && vector.expect != "armor failure" {
            let mut bytes = Vec::new();
            ArmorReader::new(&vector.file[..]).read_to_end(&mut bytes).unwrap();
            let mut writer = ArmorWriter::new(Vec::new());
            writer.write_all(&bytes).unwrap();
            let text = String::from_utf8(vector.file.clone()).unwrap().replace("\r\n", "\n");
            let again = String::from_utf8(writer.finish().unwrap()).unwrap();
            assert_eq!(again, format!("{}\n", text.trim()), "{}", vector.name);
        } else if !vector.armored && !["header failure", "HMAC failure"].contains(&vector.expect.as_str()) {
            let header = Header::read(&mut &vector.file[..]).unwrap();
            let bytes = header.to_bytes();
            assert!(vector.file.starts_with(&bytes), "{}", vector.name);
            let key = FileKey::from_bytes(&vector.key).unwrap();
            let new = Header::new(&key, header.stanzas().to_vec()).unwrap();
            assert_eq!(new.to_bytes(), bytes, "{}", vector.name);
            // a file with this header can be written
            let encryptor = Encryptor::new(&[&Again(header.clone())]).unwrap();
            encryptor.encrypt(io::empty(), io::sink(), 1).unwrap();
        }
    }
}

#[test]
fn valid_files_are_opened_whatever_their_form() {
    for vector in vectors().iter().filter(|vector| vector.expect == "success") {
        let mut text = Vec::new();
        let decryptor = Decryptor::new(&vector.file[..]).unwrap();
        assert_eq!(decryptor.is_armored(), vector.armored);
        decryptor.unlock(&vector.identities()).unwrap().decrypt(&mut text, 2).unwrap();
        assert_eq!(Sha256::digest(&text)[..], vector.payload.as_ref().unwrap()[..], "{}", vector.name);
    }
}

#[test]
fn lengths_say_what_is_in_a_file() {
    for vector in vectors().iter().filter(|vector| vector.expect == "success") {
        let mut text = Vec::new();
        vector.open().unwrap().decrypt(&mut text, 1).unwrap();
        let decryptor = Decryptor::new(&vector.file[..]).unwrap();
        assert_eq!(decryptor.is_armored(), vector.armored);
        let sizes = decryptor.measure().unwrap();
        assert_eq!(sizes.text, text.len() as u64, "{}", vector.name);
        assert_eq!(sizes.chunks, (text.len() as u64).div_ceil(65536).max(1), "{}", vector.name);
    }
}
