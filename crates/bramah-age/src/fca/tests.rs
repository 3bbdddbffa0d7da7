use super::*;
use std::collections::HashMap;

/// Returns the test vectors, which are blocks of lines `name = value`.
fn vectors() -> Vec<HashMap<&'static str, &'static str>> {
    let blocks = include_str!("../../tests/fca.txt").split("\n\n");
    let fields = |block: &'static str| {
        let lines = block.lines().filter(|line| !line.starts_with('#'));
        lines
            .map(|line| line.split_once(" =").expect("a field"))
            .map(|(name, value)| (name, value.trim()))
            .collect()
    };
    let vectors: Vec<HashMap<_, _>> =
        blocks.map(fields).filter(|fields: &HashMap<_, _>| !fields.is_empty()).collect();
    assert_eq!(vectors.len(), 148);
    vectors
}

fn bytes(text: &str) -> Vec<u8> {
    if let Some(numbers) = text.strip_prefix("ramp(").and_then(|text| text.strip_suffix(')')) {
        let numbers: Vec<usize> = numbers.split(", ").map(|number| number.parse().unwrap()).collect();
        return (0..numbers[2]).map(|i| (numbers[0] + numbers[1] * i) as u8).collect();
    }
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..][..2], 16).unwrap()).collect()
}

fn cipher(name: &str) -> Cipher {
    [Cipher::Aes, Cipher::Serpent, Cipher::Twofish].into_iter().find(|cipher| cipher.name() == name).unwrap()
}

fn open(file: &[u8], cipher: Cipher, password: &[u8]) -> Result<Vec<u8>, Error> {
    let (header, mut rest) = file.split_first_chunk().expect("a header");
    let fca = Fca::open(FcaHeader::parse(header)?, cipher, password)?;
    fca.verify(&mut &*rest)?;
    let mut text = Vec::new();
    let _ = fca.decrypt(&mut rest, &mut text)?;
    Ok(text)
}

#[test]
fn files_of_the_programs_have_their_results() {
    let (mut opened, mut refused) = (0, 0);
    for vector in vectors() {
        let (id, cipher, password) = (vector["id"], cipher(vector["cipher"]), bytes(vector["password"]));
        let Some(file) = vector.get("file").map(|file| bytes(file)) else { continue };
        let result = open(&file, cipher, &password);
        match vector.get("error") {
            None => {
                assert_eq!(result.expect(id), bytes(vector["input"]), "{id}");
                opened += 1;
            }
            Some(error) => {
                let found = match result.expect_err(id) {
                    Error::Header(_) => "header",
                    Error::WrongPassphrase => "password",
                    Error::Payload(Payload::Tag) => "authentication",
                    error => panic!("{id}: {error:?}"),
                };
                assert_eq!(found, *error, "{id}");
                refused += 1;
            }
        }
    }
    assert_eq!((opened, refused), (116, 20));
}

#[test]
fn long_files_are_those_of_the_programs() {
    let mut count = 0;
    for vector in vectors() {
        let Some(digest) = vector.get("file_sha256") else { continue };
        let (id, cipher, password) = (vector["id"], cipher(vector["cipher"]), bytes(vector["password"]));
        count += 1;
        let kind = Kind { strong: vector["bits"] == "256", eax: vector["mode"] == "eax", compressed: false };
        let salt = bytes(vector["salt"]).try_into().unwrap();
        let keys = Keys::derive(kind, &salt, &password).unwrap();
        assert_eq!(
            (&keys.cipher[..], &keys.second[..]),
            (&bytes(vector["key"])[..], &bytes(vector["second"])[..])
        );
        assert_eq!(keys.verifier[..], bytes(vector["verifier"]));
        let new = NewFca(Fca { header: FcaHeader { kind, salt, verifier: keys.verifier }, keys, cipher });
        let (text, mut file) = (bytes(vector["input"]), Vec::new());
        assert_eq!(new.encrypt(&mut &text[..], &mut file).unwrap(), 60_000);
        assert_eq!(bramah::Sha256::digest(&file)[..], bytes(digest)[..], "{id}");
        assert_eq!(open(&file, cipher, &password).unwrap(), text, "{id}");
    }
    assert_eq!(count, 12);
}

#[test]
fn new_files_are_opened_and_changed_ones_refused() {
    for flags in 0..8_u8 {
        let kind = Kind { strong: flags & 4 != 0, eax: flags & 1 != 0, compressed: flags & 2 != 0 };
        for len in [0, 1, 15, 16, 17, 1000] {
            let text: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            let mut file = Vec::new();
            NewFca::new(kind, Cipher::Aes, b"pass").unwrap().encrypt(&mut &text[..], &mut file).unwrap();
            assert_eq!(FcaHeader::parse(file.first_chunk().unwrap()).unwrap().kind(), kind);
            assert_eq!(open(&file, Cipher::Aes, b"pass").unwrap(), text);
            assert!(open(&file, Cipher::Aes, b"other").is_err());
            // Each opening takes a thousand rounds, so each kind of file has a seventh of the bits flipped, and longer
            // files are cut at an eighth of the places between the first and the last bytes. The kinds take others in
            // turn, so that all bits and places are tested.
            let bits = if len > 20 { 8 } else { 8 * file.len() };
            let turn = usize::from(flags);
            // a changed flag selects other keys or another mode, so decryption fails; only bit 9, the flag of
            // compression, is left out, because it is not authenticated
            for bit in (turn % 7..bits).step_by(7).filter(|bit| *bit != 9) {
                file[bit / 8] ^= 1 << (bit % 8);
                assert!(open(&file, Cipher::Aes, b"pass").is_err(), "{flags}, {len}, bit {bit}");
                file[bit / 8] ^= 1 << (bit % 8);
            }
            let cuts = HEADER..file.len();
            let near = |end: &usize| *end < cuts.start + 40 || *end + 40 >= cuts.end || end % 8 == turn;
            for end in cuts.clone().filter(near) {
                assert!(open(&file[..end], Cipher::Aes, b"pass").is_err(), "{flags}, {len}, cut at {end}");
            }
        }
    }
}

#[test]
fn streams_that_are_not_whole_are_refused() {
    let kind = Kind { strong: false, eax: true, compressed: false };
    let mut stream = ZlibEncoder::new(Vec::new(), Compression::default());
    stream.write_all(&[7; 5000]).unwrap();
    let stream = stream.finish().unwrap();
    let extra = [&stream[..], b"more"].concat();
    for (contents, whole) in [
        (&stream[..], true),
        (&stream[..stream.len() - 1], false),
        (&extra, false),
        (b"", false),
        (b"text", false),
    ] {
        let mut file = Vec::new();
        NewFca::new(kind, Cipher::Aes, b"pass").unwrap().encrypt(&mut &*contents, &mut file).unwrap();
        // set the flag of compression, although the encryptor did not compress the contents
        file[1] |= ZLIB;
        match open(&file, Cipher::Aes, b"pass") {
            Ok(text) => assert!(whole && text == [7; 5000]),
            Err(error) => {
                assert!(!whole && matches!(error, Error::Payload(Payload::Compressed)), "{error:?}")
            }
        }
    }
}

/// The header is not authenticated. If the flag of compression was cleared, the plaintext is a zlib stream, and this is
/// reported.
#[test]
fn a_cleared_flag_of_compression_is_noticed() {
    let contents = |mut file: Vec<u8>, clear: bool| {
        if clear {
            assert_ne!(file[1] & ZLIB, 0);
            file[1] &= !ZLIB;
        }
        let (header, mut rest) = file.split_first_chunk().expect("a header");
        let fca = Fca::open(FcaHeader::parse(header).unwrap(), Cipher::Aes, b"pass").unwrap();
        fca.decrypt(&mut rest, &mut Vec::new()).unwrap()
    };
    for flags in 0..4_u8 {
        let kind = |compressed| Kind { strong: flags & 1 != 0, eax: flags & 2 != 0, compressed };
        let sealed = |compressed, text: &[u8]| {
            let mut file = Vec::new();
            NewFca::new(kind(compressed), Cipher::Aes, b"pass")
                .unwrap()
                .encrypt(&mut &*text, &mut file)
                .unwrap();
            file
        };
        for len in [0, 1, 100, 400_000] {
            let text: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            assert_eq!(contents(sealed(true, &text), true), Contents::Zlib, "{len}");
            for compressed in [false, true] {
                assert_eq!(contents(sealed(compressed, &text), false), Contents::Text, "{len}");
            }
        }
        // plaintexts that are not a whole zlib stream: the first two bytes of a stream, a truncated stream, and a
        // stream with a byte after its end
        let mut stream = ZlibEncoder::new(Vec::new(), Compression::default());
        stream.write_all(&[7; 5000]).unwrap();
        let stream = stream.finish().unwrap();
        for text in [&[0x78, 0x9c][..], &stream[..stream.len() - 1], &[&stream[..], b"x"].concat()] {
            assert_eq!(contents(sealed(false, text), false), Contents::Text);
        }
    }
}

/// The key derivations of PeaZip, whose archives this crate does not read. PeaZip uses 1,000 rounds for a single
/// cipher, and more for each cipher of a cascade.
#[test]
fn keys_are_derived_as_in_peazip() {
    for (hash, iterations, expected) in [
        (
            "whirlpool",
            125_000,
            "dadd0da25eca5e776025f4af33e3045cfdf04b89f877d5801ee91b4965aeb50a88cc4b6d1d6e0ca0aee91004398e07e7e9dbfa26f3794672526c1da55ccde1ad3de9",
        ),
        (
            "sha512",
            150_000,
            "bf44527c3e78ade2807e464f9b780948177c29d65fc4aa55ab124f433dd82c8e90d6ece5b4cddb82bc9f7f28104dcc0451deaf8f31ca9f6e36d8bdfff7d52b840d73",
        ),
        (
            "sha3-512",
            175_000,
            "92c6fe6c884b773639f16059b02a3b415bae10754a7e851bb2a1aaf8823ed9b4c939cf107e98bcdc42ea92a2ef636905619b76cf55e896d18d603a7de624d5e870e8",
        ),
        ("sha1", 1000, "b8ee2b376cb327b845b6b8fbcae8d76e04c5413d276de17d152b0e3e9ac2120af8b7"),
        (
            "whirlpool",
            1000,
            "7a8a9ee6633e101f6a70ab147aff9876622e5073573ccc6367d26982626f306e4b3b75f743a89e4bd018c199a5e6e1096747bcc0dc2369cc652235a07d1e575ae447",
        ),
    ] {
        let (expected, salt) = (bytes(expected), bytes("000102030405060708090a0b"));
        let mut out = vec![0; expected.len()];
        let hash = bramah::hash::lookup(hash).unwrap();
        Pbkdf2::with_hash(hash, iterations).unwrap().derive(b"test1234", &salt, &mut out).unwrap();
        assert_eq!(out, expected);
    }
}
