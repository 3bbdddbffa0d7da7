//! Authenticated encryption: messages in pieces of any length, and messages that were tampered with.

use crate::kit::{Random, each_aead, pattern, quick};
use bramah::{ByteLengths, Error, InOut, aead::Layout, mode::Direction};

#[test]
fn any_pieces() {
    each_aead(|aead| {
        let (block, tag_len) = (aead.block(), aead.on.tag_len().max);
        let on = aead.on.keyed(&aead.key()).unwrap();
        let other = aead.other.keyed(&aead.key()).unwrap();
        let mut random = Random(11);
        let longer = if aead.on.cipher().is_none() { 0..14 } else { 0..0 };
        let longer = longer.map(|i| (1 << i) + i % 3 + 4 * block);
        // AES processes groups of 8, 16 or 32 blocks: tests whole groups, and each number of vectors after them
        let blocks: &[usize] =
            if aead.name.starts_with("aes-") { &[8, 12, 16, 20, 28, 32, 33, 48, 64, 96] } else { &[] };
        let around = blocks
            .iter()
            .flat_map(|blocks| [-1, 0, 1, 17].map(|more| (16 * blocks).wrapping_add_signed(more)));
        for length in (0..4 * block + 2).chain(longer).chain(around).step_by(if quick() { 5 } else { 1 }) {
            let (nonce, header) = (aead.nonce(length), aead.header(3 * length % 100));
            if !aead.takes(header.len(), length) {
                continue;
            }
            let message = pattern(length);
            let (mut expected, mut tag) = (message.clone(), vec![0; tag_len]);
            other.seal(&nonce, &header, &mut expected[..], &mut tag).unwrap();
            let (mut sealed, mut again) = (message.clone(), vec![0; tag_len]);
            on.seal(&nonce, &header, InOut::new(&message, &mut sealed).unwrap(), &mut again).unwrap();
            assert_eq!((&sealed, &again), (&expected, &tag), "{}: {length} bytes", aead.name);
            let ways =
                if aead.on.takes_parts() { &[Direction::Encrypt, Direction::Decrypt][..] } else { &[] };
            for &direction in ways {
                let (from, to) = match direction {
                    Direction::Encrypt => (&message, &sealed),
                    Direction::Decrypt => (&sealed, &message),
                };
                let mut parts = on.begin(&nonce).unwrap();
                for piece in header.chunks(1 + random.below(20)) {
                    parts.header(piece).unwrap();
                }
                let mut text = from.clone();
                for piece in text.chunks_mut(1 + random.below(2 * block + length / 3)) {
                    parts.update(direction, piece).unwrap();
                }
                assert_eq!(text, *to, "{}: {length} bytes in pieces", aead.name);
                parts.verify(&tag).unwrap();
            }
            if aead.on.takes_parts() {
                let most = [1, 2 * block, 2 * block + length / 3, length][random.below(4)];
                let mut parts = on.begin(&nonce).unwrap();
                parts.header(&header).unwrap();
                for piece in sealed.chunks(1 + random.below(most.max(1))) {
                    parts.authenticate(piece).unwrap();
                }
                let verified = parts.verify(&tag);
                assert_eq!(verified, Ok(()), "{}: {length} bytes not decrypted", aead.name);
            }
            on.open(&nonce, &header, &mut sealed[..], &tag).unwrap();
            assert_eq!(sealed, message);
        }
    });
}

/// The tags of messages differ if only the nonce, the associated data or the text differs, even if the other parts are
/// empty. A message without any text has the same tag as one with an empty text.
#[test]
fn what_is_empty_counts() {
    each_aead(|aead| {
        let tag_len = aead.on.tag_len().max;
        let on = aead.on.keyed(&aead.key()).unwrap();
        let mut tags = Vec::new();
        let (first, other) = (aead.nonce(0), aead.nonce(1));
        let header = aead.header(1);
        for (nonce, header, text) in
            [(&first, &[][..], ""), (&other, &[], ""), (&first, &header, ""), (&first, &[], "0")]
        {
            let (mut text, mut tag) = (text.as_bytes().to_vec(), vec![0; tag_len]);
            if !aead.takes(header.len(), text.len()) {
                continue;
            }
            let again = tags.len() == 1 && first == other || tags.len() == 2 && header.is_empty();
            on.seal(nonce, header, &mut text[..], &mut tag).unwrap();
            assert!(again || !tags.contains(&tag), "{}", aead.name);
            tags.push(tag);
        }
        if aead.on.takes_parts() && aead.takes(0, 0) {
            let mut tag = vec![0; tag_len];
            on.begin(&first).unwrap().finish(&mut tag).unwrap();
            assert_eq!(tag, tags[0], "{}: no text and an empty one", aead.name);
        }
    });
}

/// Two messages that differ only in their last bytes are encrypted with one nonce. The first blocks of the ciphertexts
/// differ if the registry declares the scheme resistant to misuse; otherwise they are equal.
#[test]
fn resistance_to_misuse_is_as_declared() {
    each_aead(|aead| {
        let (on, nonce, header) = (aead.on.keyed(&aead.key()).unwrap(), aead.nonce(0), aead.header(5));
        let mut sealed = [pattern(4 * aead.block() + 1), pattern(4 * aead.block() + 1)];
        *sealed[1].last_mut().unwrap() ^= 1;
        for text in &mut sealed {
            on.seal(&nonce, &header, &mut text[..], &mut vec![0; aead.on.tag_len().max]).unwrap();
        }
        let differ = sealed[0][..aead.block()] != sealed[1][..aead.block()];
        assert_eq!(differ, aead.on.is_misuse_resistant(), "{}", aead.name);
    });
}

/// Segments of a message cannot be exchanged. A scheme that could not detect an exchange refuses segments.
#[test]
fn segments_are_told_apart() {
    each_aead(|aead| {
        let (on, nonce) = (aead.on.keyed(&aead.key()).unwrap(), aead.nonce(3));
        if !aead.takes(0, 7) {
            return;
        }
        for layout in Layout::ALL {
            let Some(prefix) = nonce.len().checked_sub(layout.counter_len()) else { continue };
            let begin = || on.segments(layout, &nonce[..prefix]);
            let mut sealed = match begin() {
                Ok(segments) => segments,
                Err(error) => {
                    assert_eq!(
                        (error, aead.name.contains("-kgcm")),
                        (Error::NonceUnbound, true),
                        "{}",
                        aead.name
                    );
                    continue;
                }
            };
            let [first, second] = std::array::from_fn(|_| {
                let (mut text, mut tag) = ([9; 7], vec![0; aead.on.tag_len().max]);
                sealed.seal_next(b"", &mut text[..], &mut tag).unwrap();
                (text, tag)
            });
            let mut opened = begin().unwrap();
            let mut open = |(text, tag): &([u8; 7], Vec<u8>)| opened.open_next(b"", &mut { *text }[..], tag);
            let results = [&second, &first, &first, &second].map(&mut open);
            let wrong = Err(Error::Unauthentic);
            assert_eq!(results, [wrong.clone(), Ok(()), wrong, Ok(())], "{} {layout:?}", aead.name);
        }
    });
}

#[test]
fn calls_out_of_order() {
    each_aead(|aead| {
        let tag_len = aead.on.tag_len().max;
        let (mut on, nonce) = (aead.on.keyed(&aead.key()).unwrap(), aead.nonce(5));
        let mut text = [1; 5];
        let parts = aead.on.takes_parts();
        if parts {
            let mut message = on.begin(&nonce).unwrap();
            message.update(Direction::Encrypt, &mut text[..]).unwrap();
            assert_eq!(message.header(b"x"), Err(Error::Ended));
            let before = text;
            assert_eq!(message.update(Direction::Decrypt, &mut text[..]), Err(Error::Ended));
            assert_eq!(text, before, "{}: something was written", aead.name);
            message.finish(&mut vec![0; tag_len]).unwrap();
            // the text is decrypted, or only authenticated
            for direction in [Direction::Encrypt, Direction::Decrypt] {
                let mut message = on.begin(&nonce).unwrap();
                message.authenticate(&[]).unwrap();
                assert_eq!(message.update(direction, &mut text[..]), Err(Error::Ended));
                assert_eq!(text, before, "{}: something was written", aead.name);
                assert_eq!(message.header(b"x"), Err(Error::Ended));
                let mut tag = vec![0; tag_len];
                assert_eq!(message.finish(&mut tag), Err(Error::Decrypted), "{}", aead.name);
                assert!(tag.iter().all(|byte| *byte == 0), "{}: a tag was written", aead.name);
                let mut message = on.begin(&nonce).unwrap();
                message.update(direction, &mut { text }[..]).unwrap();
                assert_eq!(message.authenticate(&text), Err(Error::Ended), "{}", aead.name);
            }
            // decryption never returns the right tag of a message, whatever the text is
            for len in [0, 1, text.len()] {
                let (mut message, mut tag) = (on.begin(&nonce).unwrap(), vec![0; tag_len]);
                message.update(Direction::Decrypt, &mut { text }[..len]).unwrap();
                assert_eq!(message.finish(&mut tag), Err(Error::Decrypted), "{}", aead.name);
                assert!(tag.iter().all(|byte| *byte == 0), "{}: a tag was written", aead.name);
            }
        } else {
            assert_eq!(on.begin(&nonce).err(), Some(Error::NotInParts), "{}", aead.name);
        }
        let before = text;
        let lengths = aead.on.tag_len();
        for length in (0..=tag_len + 1).filter(|length| !lengths.contains(*length)) {
            let error = Error::ByteLength { name: "tag", length, lengths };
            if parts {
                assert_eq!(on.begin(&nonce).unwrap().finish(&mut vec![0; length]), Err(error.clone()));
            }
            assert_eq!(on.set_tag_len(length), Err(error.clone()));
            assert_eq!(on.seal(&nonce, b"", &mut text[..], &mut vec![0; length]), Err(error.clone()));
            let whole = ByteLengths::fixed(tag_len);
            let error = Error::ByteLength { name: "tag", length, lengths: whole };
            assert_eq!(on.open(&nonce, b"", &mut text[..], &vec![0; length]), Err(error.clone()));
            if parts {
                assert_eq!(on.begin(&nonce).unwrap().verify(&vec![0; length]), Err(error));
            }
        }
        assert_eq!(text, before, "{}: something was written", aead.name);
    });
}

/// Keys and nonces of invalid lengths, and associated data for schemes without it, are refused.
#[test]
fn what_is_not_taken() {
    each_aead(|aead| {
        let (keys, nonces): (ByteLengths, _) = (aead.on.key_len(), aead.on.nonce_len());
        for length in (0..70).filter(|length| !keys.contains(*length)) {
            let error = Error::ByteLength { name: "key", length, lengths: keys };
            assert_eq!(aead.on.keyed(&pattern(length)).err(), Some(error), "{}", aead.name);
        }
        let on = aead.on.keyed(&aead.key()).unwrap();
        let (mut text, mut tag) = ([1; 5], vec![0; aead.on.tag_len().max]);
        for length in (0..70).filter(|length| !nonces.contains(*length)) {
            let error = Error::ByteLength { name: "nonce", length, lengths: nonces };
            let nonce = pattern(length);
            assert_eq!(on.begin(&nonce).err(), Some(error.clone()), "{}", aead.name);
            assert_eq!(on.seal(&nonce, b"", &mut text[..], &mut tag), Err(error));
        }
        if !aead.on.takes_header() {
            let sealed = on.seal(&aead.nonce(0), b"x", &mut text[..], &mut tag);
            assert_eq!(sealed, Err(Error::NoHeader), "{}", aead.name);
            let mut message = on.begin(&aead.nonce(0)).unwrap();
            assert_eq!(message.header(b"x"), Err(Error::NoHeader), "{}", aead.name);
        }
        assert_eq!(text, [1; 5], "{}: something was written", aead.name);
    });
}

/// One key can process messages on several threads and several messages in parts at the same time, and they do not
/// affect one another.
#[test]
fn messages_at_the_same_time() {
    each_aead(|aead| {
        let tag_len = aead.on.tag_len().max;
        let on = aead.on.keyed(&aead.key()).unwrap();
        let message = |number: usize| {
            let (mut text, mut tag) = (pattern(70 + number), vec![0; tag_len]);
            on.seal(&aead.nonce(number), &aead.header(number), &mut text[..], &mut tag).unwrap();
            (text, tag)
        };
        let alone: Vec<_> = (0..4).map(message).collect();
        let together: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|number| scope.spawn(move || message(number))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(alone, together, "{}: on threads", aead.name);
        if !aead.on.takes_parts() {
            return;
        }
        let mut begun: Vec<_> = (0..4).map(|number| on.begin(&aead.nonce(number)).unwrap()).collect();
        let mut texts: Vec<_> = (0..4).map(|number| pattern(70 + number)).collect();
        for (number, message) in begun.iter_mut().enumerate() {
            message.header(&aead.header(number)).unwrap();
        }
        for piece in 0..3 {
            for (message, text) in begun.iter_mut().zip(&mut texts) {
                let end = if piece == 2 { text.len() } else { 30 * (piece + 1) };
                message.update(Direction::Encrypt, &mut text[30 * piece..end]).unwrap();
            }
        }
        for ((message, text), alone) in begun.into_iter().zip(texts).zip(alone) {
            let mut tag = vec![0; tag_len];
            message.finish(&mut tag).unwrap();
            assert_eq!((text, tag), alone, "{}: in parts side by side", aead.name);
        }
    });
}
