//! Nothing is read or written beyond a buffer: each buffer ends or begins at an inaccessible page.

use crate::{
    common::Guarded,
    kit::{each_aead, each_cipher, each_stream, each_subject, pattern},
};
use bramah::{
    InOut,
    block::Chained,
    mac,
    mode::{Direction, encrypt_many},
};

#[test]
fn messages() {
    each_subject(|subject| {
        let block = subject.block();
        let most = 36 * block;
        let data = pattern(most);
        let (mut input, mut output) = (Guarded::new(most), Guarded::new(most));
        let blocks = if subject.is_bytewise() { 6 } else { 36 };
        let near = (3..blocks).flat_map(|n| [n * block - 1, n * block, n * block + 1]);
        let lengths = (0..=2 * block).chain(near).filter(|n| *n <= most && subject.takes(*n));
        for length in lengths.step_by(subject.step()) {
            if !subject.keeps_length() {
                continue;
            }
            let expected = subject.expected(&data[..length]);
            for back in [false, true] {
                for in_place in [false, true] {
                    let from = if back { input.back(length) } else { input.front(length) };
                    from.copy_from_slice(&data[..length]);
                    let to = if back { output.back(length) } else { output.front(length) };
                    let mut crypter = subject.begin(Direction::Encrypt);
                    if in_place {
                        crypter.apply(InOut::from(&mut *from)).unwrap();
                        assert_eq!(from, expected, "{}: {length} bytes in place", subject.name);
                    } else {
                        crypter.apply(InOut::new(from, to).unwrap()).unwrap();
                        assert_eq!(to, expected, "{}: {length} bytes", subject.name);
                    }
                    let mut crypter = subject.begin(Direction::Decrypt);
                    let text = if in_place { from } else { to };
                    crypter.apply(InOut::from(&mut *text)).unwrap();
                    assert_eq!(text, &data[..length], "{}: {length} bytes back", subject.name);
                }
            }
        }
    });
}

#[test]
fn macs() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let key = pattern(cipher.on.key_len());
        let mut guarded = Guarded::new(4 * block + 2);
        let mut tags = Guarded::new(block);
        for kind in mac::Construction::ALL.into_iter().filter(|kind| kind.takes(&cipher.on)) {
            let mut mac = mac::Algorithm::new(kind, cipher.on).keyed(&key).unwrap();
            for length in 0..4 * block + 2 {
                for message in [true, false].map(|back| -> Vec<u8> {
                    let message = if back { guarded.back(length) } else { guarded.front(length) };
                    message.copy_from_slice(&pattern(length));
                    mac.update(message);
                    mac.finalize(tags.back(block)).unwrap();
                    tags.back(block).to_vec()
                }) {
                    mac.update(pattern(length));
                    mac.verify(&message).unwrap();
                }
            }
        }
    });
}

#[test]
fn aeads() {
    each_aead(|aead| {
        let (block, tag_len) = (aead.block(), aead.on.tag_len().max);
        let mut guarded = Guarded::new(20 * block + 2);
        let mut tags = Guarded::new(tag_len);
        let (on, nonce, header) = (aead.on.keyed(&aead.key()).unwrap(), aead.nonce(1), aead.header(1));
        for length in (0..4 * block + 2).chain([9 * block + 1, 20 * block]) {
            for back in [true, false] {
                let text = if back { guarded.back(length) } else { guarded.front(length) };
                text.copy_from_slice(&pattern(length));
                on.seal(&nonce, &header, &mut *text, tags.back(tag_len)).unwrap();
                on.open(&nonce, &header, &mut *text, tags.back(tag_len)).unwrap();
                assert_eq!(text, pattern(length), "{}: {length} bytes", aead.name);
            }
        }
    });
}

#[test]
fn streams() {
    each_stream(|stream| {
        let most = 40 * 64 + 2;
        let mut guarded = [Guarded::new(most), Guarded::new(most)];
        let expected = stream.expected(most);
        let mut on = stream.begin();
        for length in (0..600).chain([1023, 1024, 1025, 1536, 2047, most]) {
            for back in [true, false] {
                let [input, output] = guarded.each_mut().map(|guarded| match back {
                    true => guarded.back(length),
                    false => guarded.front(length),
                });
                input.fill(0);
                on.reset(&stream.nonce()).unwrap();
                on.apply(InOut::new(input, output).unwrap()).unwrap();
                assert_eq!(output, &expected[..length], "{}: {length} bytes", stream.name);
                on.reset(&stream.nonce()).unwrap();
                on.apply(&mut *output).unwrap();
                assert!(output.iter().all(|byte| *byte == 0), "{}: {length} bytes in place", stream.name);
            }
        }
    });
}

#[test]
fn many_messages() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        let keyed = cipher.on.keyed(&pattern(cipher.on.key_len())).unwrap();
        let mut places: Vec<Guarded> = (0..35).map(|_| Guarded::new(5 * block)).collect();
        for chained in [Chained::Cbc, Chained::Cfb, Chained::Ofb] {
            let mut list: Vec<InOut<'_>> = places
                .iter_mut()
                .enumerate()
                .map(|(i, place)| InOut::from(place.back(i % 6 * block)))
                .collect();
            encrypt_many(&keyed, chained, &pattern(35 * block), &mut list).unwrap();
        }
    });
}
