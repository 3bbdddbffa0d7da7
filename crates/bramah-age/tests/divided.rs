//! Files whose chunks are encrypted and decrypted apart from everything else: any division gives the same bytes.

use bramah_age::{
    Decryptor, DividedDecryptor, DividedEncryptor, Encryptor, Error, Identity, Payload, PayloadKey,
    X25519Identity,
};
use std::io;

const CHUNK: usize = PayloadKey::CHUNK;
const SEALED: usize = PayloadKey::SEALED;

fn text(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

/// The lengths of plaintexts: one chunk or none, multiples of a chunk, and lengths next to them.
const LENGTHS: [usize; 8] = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 5 * CHUNK, 5 * CHUNK + 777];

/// Returns all divisions of `count` chunks into ranges of consecutive chunks.
fn divisions(count: usize) -> Vec<Vec<std::ops::Range<usize>>> {
    (0..1 << (count - 1))
        .map(|cuts: usize| {
            let ends: Vec<usize> =
                (1..=count).filter(|&end| end == count || cuts >> (end - 1) & 1 == 1).collect();
            let starts = [0].into_iter().chain(ends.clone());
            starts.zip(ends.clone()).map(|(start, end)| start..end).collect()
        })
        .collect()
}

/// Returns the bytes of a range of chunks of `size` bytes, of which the last of all may be shorter.
fn of<'a>(bytes: &'a [u8], range: &std::ops::Range<usize>, size: usize) -> &'a [u8] {
    &bytes[(range.start * size).min(bytes.len())..(range.end * size).min(bytes.len())]
}

#[test]
fn any_division_into_ranges_gives_the_same_chunks() {
    let key = PayloadKey::new(&[7; 32]).unwrap();
    for len in LENGTHS {
        let text = text(len);
        let count = len.div_ceil(CHUNK).max(1);
        let sealed = key.encrypt(0, &text, true).unwrap();
        assert_eq!(sealed.len(), len + 16 * count);
        assert!(*key.decrypt(0, &sealed, true).unwrap() == text, "{len} bytes");
        for division in divisions(count) {
            // from the last range to the first, since ranges do not depend on each other
            let (mut apart, mut again) = (Vec::new(), Vec::new());
            for range in division.iter().rev() {
                let (first, last) = (range.start as u64, range.end == count);
                apart.insert(0, key.encrypt(first, of(&text, range, CHUNK), last).unwrap());
                again.insert(0, key.decrypt(first, of(&sealed, range, SEALED), last).unwrap().to_vec());
            }
            assert!(apart.concat() == sealed, "{len} bytes, {division:?}");
            assert!(again.concat() == text, "{len} bytes, {division:?}");
        }
    }
    assert!(key.encrypt(9, b"", false).unwrap().is_empty());
    assert!(key.decrypt(9, b"", false).unwrap().is_empty());
}

fn encrypted(text: &[u8], identity: &X25519Identity, armored: bool, part: usize) -> Vec<u8> {
    let mut encryptor = DividedEncryptor::new(&[&identity.recipient()], armored).unwrap();
    assert_eq!(encryptor.is_armored(), armored);
    let sealed = PayloadKey::new(encryptor.key()).unwrap().encrypt(0, text, true).unwrap();
    let mut file = encryptor.take_all().to_vec();
    assert_eq!(file.is_empty(), armored, "the header can be taken at once");
    for part in sealed.chunks(part) {
        encryptor.update(part).unwrap();
        file.extend_from_slice(&encryptor.take_all());
    }
    encryptor.finish().unwrap();
    file.extend_from_slice(&encryptor.take_all());
    assert!(encryptor.update(b"").is_err() && encryptor.finish().is_err());
    file
}

/// Returns the payload's key and chunks.
fn opened(file: &[u8], identity: &X25519Identity, part: usize) -> Result<(PayloadKey, Vec<u8>), Error> {
    let mut decryptor = DividedDecryptor::new(vec![Box::new(identity.clone()) as Box<dyn Identity>]);
    let mut sealed = Vec::new();
    for part in file.chunks(part) {
        decryptor.update(part)?;
        let taken = decryptor.take_all();
        assert!(taken.is_empty() || decryptor.key().is_some(), "nothing is there before the key");
        sealed.extend_from_slice(&taken);
    }
    decryptor.finish()?;
    sealed.extend_from_slice(&decryptor.take_all());
    assert!(decryptor.update(b"").is_err() && decryptor.finish().is_err());
    Ok((PayloadKey::new(decryptor.key().unwrap())?, sealed))
}

#[test]
fn divided_files_are_files() {
    let identity = X25519Identity::random().unwrap();
    for (len, armored) in LENGTHS.into_iter().flat_map(|len| [(len, false), (len, true)]) {
        let text = text(len);
        for part in [777, CHUNK, SEALED, 1 << 20] {
            let file = encrypted(&text, &identity, armored, part);
            let mut again = Vec::new();
            let open = Decryptor::new(&file[..]).unwrap().unlock(&[&identity]).unwrap();
            open.decrypt(&mut again, 1).unwrap();
            assert!(again == text, "{len} bytes, armored {armored}, encrypted in parts of {part}");

            let (mut whole, encryptor) = (Vec::new(), Encryptor::new(&[&identity.recipient()]).unwrap());
            match armored {
                true => encryptor.encrypt_armored(&text[..], &mut whole, 1).unwrap(),
                false => encryptor.encrypt(&text[..], &mut whole, 1).unwrap(),
            };
            assert_eq!(whole.len(), file.len());
            let (key, sealed) = opened(&whole, &identity, part).unwrap();
            let again = key.decrypt(0, &sealed, true).unwrap();
            assert!(*again == text, "{len} bytes, armored {armored}, decrypted in parts of {part}");
        }
    }
}

#[test]
fn the_parts_of_a_file_without_armor_are_known_to_pass_as_they_are() {
    let identity = X25519Identity::random().unwrap();
    let text = text(3 * CHUNK);
    for armored in [false, true] {
        let file = encrypted(&text, &identity, armored, 1 << 20);
        let mut decryptor = DividedDecryptor::new(vec![Box::new(identity.clone())]);
        assert!(!decryptor.is_plain());
        // more than is needed to tell whether the file is armored
        let (begin, rest) = file.split_at(2000);
        decryptor.update(begin).unwrap();
        assert_eq!(decryptor.is_plain(), !armored);
        assert!(decryptor.key().is_some());
        decryptor.take_all();
        decryptor.update(rest).unwrap();
        assert_eq!(*decryptor.take_all() == rest, !armored);
    }
}

fn payload(result: Result<zeroize::Zeroizing<Vec<u8>>, Error>) -> Payload {
    match result {
        Err(Error::Payload(payload)) => payload,
        result => panic!("{result:?}"),
    }
}

#[test]
fn chunks_that_were_changed_are_refused() {
    let key = PayloadKey::new(&[7; 32]).unwrap();
    let sealed = key.encrypt(0, &text(4 * CHUNK), true).unwrap();
    let (two, rest) = sealed.split_at(2 * SEALED);
    // the end of the file
    assert_eq!(payload(key.decrypt(0, two, true)), Payload::Short);
    assert_eq!(payload(key.decrypt(2, rest, false)), Payload::Trailing);
    assert_eq!(payload(key.decrypt(2, &rest[..SEALED], true)), Payload::Short);
    assert_eq!(payload(key.decrypt(4, b"", true)), Payload::Short);
    assert_eq!(payload(key.decrypt(2, &rest[..SEALED + 10], true)), Payload::Short);
    assert_eq!(payload(key.decrypt(2, &[rest, b"more"].concat(), true)), Payload::Trailing);
    // a chunk elsewhere
    let swapped = [&sealed[SEALED..2 * SEALED], &sealed[..SEALED]].concat();
    assert_eq!(payload(key.decrypt(0, &swapped, false)), Payload::Chunk(0));
    assert_eq!(payload(key.decrypt(3, rest, true)), Payload::Chunk(3));
    let mut changed = rest.to_vec();
    *changed.last_mut().unwrap() ^= 1;
    assert_eq!(payload(key.decrypt(2, &changed, true)), Payload::Chunk(3));
    assert_eq!(payload(key.decrypt(0, &two[..SEALED + 100], false)), Payload::Chunk(1));
    // an empty last chunk after others
    let nothing = key.encrypt(0, b"", true).unwrap();
    assert!(key.decrypt(0, &nothing, true).unwrap().is_empty());
    assert_eq!(payload(key.decrypt(1, &nothing, true)), Payload::Chunk(1));
}

#[test]
fn incomplete_chunks_and_an_empty_last_chunk_are_not_encrypted() {
    let key = PayloadKey::new(&[7; 32]).unwrap();
    for (first, len, last) in [(0, 1, false), (0, CHUNK + 1, false), (1, 0, true)] {
        match key.encrypt(first, &text(len), last) {
            Err(Error::Io(error)) => assert_eq!(error.kind(), io::ErrorKind::InvalidInput),
            result => panic!("{first} {len} {last}: {result:?}"),
        }
    }
}
