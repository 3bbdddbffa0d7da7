//! Tests STREAM: messages in segments are compared with RustCrypto's crate, passed in wrong orders, truncated, and
//! processed by readers and writers.

use crate::kit::{Random, pattern, quick};
use aead_stream::{DecryptorBE32, DecryptorLE31, EncryptorBE32, EncryptorLE31};
use bramah::{
    Aes128, ByteLengths, ChaCha20Poly1305, Error, Gcm, XChaCha20Poly1305,
    aead::{Aead, Layout, OpenReader, Scheme, SealWriter},
};
use chacha20poly1305::aead::KeyInit;
use std::io::{self, ErrorKind, Read, Write};

/// Returns the sealed segments of a message, each followed by its tag.
fn sealed<S: Scheme>(aead: &Aead<S>, layout: Layout, prefix: &[u8], segments: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut begun = aead.segments(layout, prefix).unwrap();
    let (last, others) = segments.split_last().unwrap();
    let mut all = Vec::new();
    for segment in others {
        let (mut text, mut tag) = (segment.clone(), vec![0; aead.tag_len()]);
        begun.seal_next(b"header", &mut text[..], &mut tag).unwrap();
        all.push([text, tag].concat());
    }
    let (mut text, mut tag) = (last.clone(), vec![0; aead.tag_len()]);
    begun.seal_last(b"header", &mut text[..], &mut tag).unwrap();
    all.push([text, tag].concat());
    all
}

/// Returns the text of segments, or the error of the first one that is not authentic.
fn opened<S: Scheme>(
    aead: &Aead<S>,
    layout: Layout,
    prefix: &[u8],
    segments: &[Vec<u8>],
) -> Result<Vec<Vec<u8>>, Error> {
    let mut begun = aead.segments(layout, prefix).unwrap();
    let (last, others) = segments.split_last().unwrap();
    let mut all = Vec::new();
    let parts = |segment: &[u8]| {
        let (text, tag) = segment.split_at(segment.len() - aead.tag_len());
        (text.to_vec(), tag.to_vec())
    };
    for segment in others {
        let (mut text, tag) = parts(segment);
        let verdict = begun.open_next(b"header", &mut text[..], &tag);
        assert!(verdict.is_ok() || text.iter().all(|byte| *byte == 0), "something is left");
        verdict?;
        all.push(text);
    }
    let (mut text, tag) = parts(last);
    let verdict = begun.open_last(b"header", &mut text[..], &tag);
    assert!(verdict.is_ok() || text.iter().all(|byte| *byte == 0), "something is left");
    verdict?;
    all.push(text);
    Ok(all)
}

macro_rules! theirs {
    ($encryptor:ident $decryptor:ident $theirs:ty, $aead:expr, $layout:ident, $key:expr, $prefix:expr, $segments:expr) => {{
        use chacha20poly1305::aead::Payload;
        let (aead, key, prefix, segments): (_, &[u8], &[u8], &[Vec<u8>]) = ($aead, $key, $prefix, $segments);
        let found = sealed(aead, Layout::$layout, prefix, segments);
        let nonce = prefix.try_into().unwrap();
        let mut encryptor = $encryptor::from_aead(<$theirs>::new_from_slice(key).unwrap(), &nonce);
        let mut decryptor = $decryptor::from_aead(<$theirs>::new_from_slice(key).unwrap(), &nonce);
        let (last, others) = segments.split_last().unwrap();
        let mut expected = Vec::new();
        for (segment, found) in others.iter().zip(&found) {
            expected.push(encryptor.encrypt_next(Payload { msg: segment, aad: b"header" }).unwrap());
            let opened = decryptor.decrypt_next(Payload { msg: found, aad: b"header" }).unwrap();
            assert_eq!(opened, *segment);
        }
        expected.push(encryptor.encrypt_last(Payload { msg: last, aad: b"header" }).unwrap());
        let opened = decryptor.decrypt_last(Payload { msg: found.last().unwrap(), aad: b"header" }).unwrap();
        assert_eq!(opened, *last);
        assert_eq!(found, expected);
        assert_eq!(super::segments::opened(aead, Layout::$layout, prefix, &found).unwrap(), segments);
    }};
}

#[test]
fn another_library() {
    let mut random = Random(41);
    for _ in 0..if quick() { 5 } else { 60 } {
        let count = 1 + random.below(5);
        let segments: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let length = random.below(3000);
                random.bytes(length)
            })
            .collect();
        let key = random.bytes(32);
        let prefix = random.bytes(20);
        let chacha = ChaCha20Poly1305::new(&key).unwrap();
        theirs!(EncryptorBE32 DecryptorBE32 chacha20poly1305::ChaCha20Poly1305, &chacha, Be32, &key, &prefix[..7], &segments);
        theirs!(EncryptorLE31 DecryptorLE31 chacha20poly1305::ChaCha20Poly1305, &chacha, Le31, &key, &prefix[..8], &segments);
        let xchacha = XChaCha20Poly1305::new(&key).unwrap();
        theirs!(EncryptorBE32 DecryptorBE32 chacha20poly1305::XChaCha20Poly1305, &xchacha, Be32, &key, &prefix[..19], &segments);
        let gcm = Gcm::<Aes128>::new(&key[..16].try_into().unwrap());
        theirs!(EncryptorLE31 DecryptorLE31 aes_gcm::Aes128Gcm, &gcm, Le31, &key[..16], &prefix[..8], &segments);
    }
}

/// The nonces are those of age: a counter of 11 bytes, and a byte that marks the last segment.
#[test]
fn eleven_bytes_that_count() {
    let aead = ChaCha20Poly1305::new(&[5; 32]).unwrap();
    let segments = [pattern(100), pattern(100), pattern(3)];
    let found = sealed(&aead, Layout::Be88, b"", &segments);
    for (number, (segment, found)) in segments.iter().zip(&found).enumerate() {
        let mut nonce = [0; 12];
        (nonce[10], nonce[11]) = (number as u8, u8::from(number == 2));
        let (mut text, mut tag) = (segment.clone(), [0; 16]);
        aead.seal(&nonce, b"header", &mut text[..], &mut tag).unwrap();
        assert_eq!([&text[..], &tag].concat(), *found, "segment {number}");
    }
    assert_eq!(opened(&aead, Layout::Be88, b"", &found).unwrap(), segments);
    let mut far = aead.segments(Layout::Be88, b"").unwrap();
    far.seek(0x0102_0304_0506_0708_090a).unwrap();
    let (mut text, mut tags) = ([7; 5], [[0; 16]; 2]);
    far.seal_next(b"", &mut text[..], &mut tags[0]).unwrap();
    let mut expected = [7; 5];
    aead.seal(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0], b"", &mut expected[..], &mut tags[1]).unwrap();
    assert_eq!((text, tags[0]), (expected, tags[1]));
}

/// Segments that are exchanged, missing, repeated, marked wrongly, or from another message are refused.
#[test]
fn what_is_not_the_message() {
    let aead = ChaCha20Poly1305::new(&[6; 32]).unwrap();
    let segments: Vec<Vec<u8>> = (0..4).map(|number| pattern(50 + number)).collect();
    for layout in Layout::ALL {
        let prefix = &pattern(12)[..12 - layout.counter_len()];
        let right = sealed(&aead, layout, prefix, &segments);
        assert_eq!(opened(&aead, layout, prefix, &right).unwrap(), segments);
        let mut wrong = Vec::new();
        for i in 0..4 {
            for j in 0..i {
                let mut swapped = right.clone();
                swapped.swap(i, j);
                wrong.push(swapped);
            }
            let mut without = right.clone();
            without.remove(i);
            wrong.push(without);
            let mut twice = right.clone();
            twice.insert(i, right[i].clone());
            wrong.push(twice);
            wrong.push(right[..=i.min(2)].to_vec());
        }
        wrong.push([right.clone(), right.clone()].concat());
        for wrong in wrong {
            assert_eq!(opened(&aead, layout, prefix, &wrong), Err(Error::Unauthentic), "{layout:?}");
        }
        if !prefix.is_empty() {
            let other = vec![9; prefix.len()];
            assert_eq!(opened(&aead, layout, &other, &right), Err(Error::Unauthentic), "{layout:?}");
        }
        // a refused segment does not advance the segment number
        let mut begun = aead.segments(layout, prefix).unwrap();
        let (text, tag) = right[0].split_at(50);
        assert_eq!(begun.open_next(b"other", &mut text.to_vec()[..], tag), Err(Error::Unauthentic));
        assert_eq!(begun.number(), 0);
        begun.open_next(b"header", &mut text.to_vec()[..], tag).unwrap();
        assert_eq!(begun.number(), 1);
    }
}

#[test]
fn numbers_end() {
    let aead = ChaCha20Poly1305::new(&[6; 32]).unwrap();
    for layout in Layout::ALL {
        let prefix = &pattern(12)[..12 - layout.counter_len()];
        let most = layout.limit() - 1;
        let mut begun = aead.segments(layout, prefix).unwrap();
        begun.seek(most - 1).unwrap();
        let (mut text, mut tag) = ([1; 5], [0; 16]);
        begun.seal_next(b"", &mut text[..], &mut tag).unwrap();
        let (before, name) = (text, "the number of a segment before the last");
        let error = Error::Limit { name, value: most, limit: most - 1 };
        assert_eq!(begun.seal_next(b"", &mut text[..], &mut tag), Err(error.clone()), "{layout:?}");
        assert_eq!(begun.open_next(b"", &mut text[..], &tag), Err(error), "{layout:?}");
        assert_eq!(text, before, "something was written");
        begun.seal_last(b"", &mut text[..], &mut tag).unwrap();
        let error = Error::Limit { name: "the number of a segment", value: most + 1, limit: most };
        assert_eq!(aead.segments(layout, prefix).unwrap().seek(most + 1), Err(error));
    }
}

#[test]
fn prefixes_of_wrong_lengths() {
    let aead = ChaCha20Poly1305::new(&[6; 32]).unwrap();
    for layout in Layout::ALL {
        let right = 12 - layout.counter_len();
        for length in (0..30).filter(|length| *length != right) {
            let refused = aead.segments(layout, &pattern(length)).err();
            let lengths = ByteLengths { min: right, max: right, step: 1 };
            let error = Error::ByteLength { name: "prefix of nonces", length, lengths };
            assert_eq!(refused, Some(error), "{layout:?}");
        }
    }
    let gcm = Gcm::<Aes128>::new(&[1; 16]);
    assert!(gcm.segments(Layout::Be32, &pattern(7)).is_ok());
    assert!(gcm.segments(Layout::Be32, &pattern(59)).is_ok());
    assert!(gcm.segments(Layout::Be32, &pattern(60)).is_err());
}

/// A reader that returns few bytes at a time, and is interrupted.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, data: &mut [u8]) -> io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(3) {
            return Err(ErrorKind::Interrupted.into());
        }
        let count = data.len().min(self.0.len()).min(1 + self.1 % 7);
        let (now, later) = self.0.split_at(count);
        data[..count].copy_from_slice(now);
        self.0 = later;
        Ok(count)
    }
}

#[test]
fn readers_and_writers() {
    let aead = ChaCha20Poly1305::new(&[8; 32]).unwrap();
    let begin = || aead.segments(Layout::Be32, b"7 bytes").unwrap();
    for size in [1, 2, 16, 33] {
        for length in [0, 1, size - 1, size, size + 1, 2 * size, 3 * size - 1, 5 * size + 1] {
            let message = pattern(length);
            let mut writer = SealWriter::new(begin(), size, Vec::new());
            for piece in message.chunks(5) {
                writer.write_all(piece).unwrap();
            }
            writer.flush().unwrap();
            let found = writer.finish().unwrap();
            assert_eq!(found.len(), length + 16 * length.div_ceil(size).max(1));

            let mut out = Vec::new();
            let mut reader = OpenReader::new(begin(), size, Trickle(&found, 0));
            reader.read_to_end(&mut out).unwrap();
            assert_eq!(out, message, "{length} bytes in segments of {size}");
            assert_eq!(reader.read(&mut [0; 9]).unwrap(), 0);

            // a message that is truncated anywhere, or extended, gives an error; the text that was read before is a
            // prefix of the message
            for end in 0..=found.len() + 1 {
                let changed = [&found[..], &[0]].concat();
                let changed = if end > found.len() { &changed[..] } else { &found[..end] };
                if end == found.len() {
                    continue;
                }
                let mut out = Vec::new();
                let mut reader = OpenReader::new(begin(), size, changed);
                let error = reader.read_to_end(&mut out).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::InvalidData, "{end} of {} bytes", found.len());
                assert!(message.starts_with(&out));
                assert!(reader.read(&mut [0; 9]).is_err(), "an error looks like an end later");
            }
        }
    }
}

/// The error of a failing writer is returned.
#[test]
fn a_writer_that_fails() {
    #[derive(Debug)]
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let aead = ChaCha20Poly1305::new(&[8; 32]).unwrap();
    let mut writer = SealWriter::new(aead.segments(Layout::Be32, b"7 bytes").unwrap(), 4, Full);
    let error = writer.write_all(&[1; 9]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::StorageFull);
    assert_eq!(writer.finish().unwrap_err().kind(), ErrorKind::StorageFull);
}
