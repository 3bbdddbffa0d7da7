//! Tests that the time of stream ciphers, Poly1305 and schemes made of them does not depend on secrets, for every
//! kernel on every backend that is declared to be constant-time. The key and the message are secret, and the nonce is
//! not.

use crate::{
    ciphers::{Subject, key, opened, step, subject},
    scope::{quick, wanted},
};
use bramah::{
    ByteLengths, aead,
    backend::{self, Choice},
    mode::Direction,
    stream,
};

/// Returns the names of the backends to test.
fn backends(choice: &'static dyn Choice) -> impl Iterator<Item = &'static str> {
    backend::infos(choice)
        .filter(|info| info.available && info.constant_time && wanted(info.name))
        .map(|info| info.name)
}

/// Returns whether a choice has not been seen before. Algorithms with the same kernels differ little, so only one of
/// them is tested completely.
fn first(seen: &mut Vec<&'static dyn Choice>, choice: &'static dyn Choice) -> bool {
    let first = !seen.iter().any(|other| std::ptr::addr_eq(*other, choice));
    seen.push(choice);
    first
}

fn longest(lengths: ByteLengths) -> Vec<u8> {
    vec![7; lengths.max]
}

#[test]
fn streams() {
    let (mut subjects, mut seen): (Vec<Subject>, Vec<_>) = (Vec::new(), Vec::new());
    for entry in stream::entries() {
        let algorithm = entry.algorithm();
        let first = first(&mut seen, algorithm.choice());
        for backend in backends(algorithm.choice()) {
            let on = algorithm.with_backend(backend).unwrap();
            let on = on.with_rounds(2).unwrap_or(on);
            // long enough for every size of groups of blocks, with a part of a block at the end
            let length = match first {
                true if !quick() => 39 * 64 + 3,
                _ => 5 * 64 + 3,
            };
            let (info, name) = (&entry.info, format!("{} on {backend}", entry.info.name));
            subjects.push(subject(name, info.key_len.max, length, move |key, out| {
                let nonce = longest(on.info().nonce_len);
                let mut stream = on.begin(key, &nonce).unwrap();
                let mut rest = out;
                for len in [5, 59, 64, 7 * 64, usize::MAX] {
                    let (piece, more) = rest.split_at_mut(len.min(rest.len()));
                    stream.apply(piece).unwrap();
                    rest = more;
                }
            }));
        }
    }
    step(subjects);
}

#[test]
fn aeads() {
    let (mut subjects, mut seen): (Vec<Subject>, Vec<_>) = (Vec::new(), Vec::new());
    for entry in aead::entries() {
        let algorithm = entry.algorithm();
        let first = first(&mut seen, algorithm.choice());
        let key_len = entry.info.key_len.max;
        // for algorithms that share their kernels with another, only the end of a message is tested, on one backend
        for backend in backends(algorithm.choice()).take(if first { usize::MAX } else { 1 }) {
            let on = algorithm.with_backend(backend).unwrap();
            let (nonce, tag_len) = (longest(entry.info.nonce_len), entry.info.tag_len.max);
            for length in [37, 400, 2200] {
                if quick() && length > 400 || !first && length > 37 {
                    continue;
                }
                // a scheme that does not take a message in parts is decrypted after this, in one call
                let parts = on.takes_parts();
                let followed = |direction: &Direction| first && (parts || *direction == Direction::Encrypt);
                for direction in [Direction::Encrypt, Direction::Decrypt].into_iter().filter(followed) {
                    let name = format!("{} on {backend}, {length} bytes, {direction:?}", entry.info.name);
                    let nonce = nonce.clone();
                    subjects.push(subject(name, key_len, tag_len + length, move |key, out| {
                        let aead = on.keyed(key).unwrap();
                        let (tag, text) = out.split_at_mut(tag_len);
                        if !on.takes_parts() {
                            let header = tag.to_vec();
                            return aead.seal(&nonce, &header, text, tag).unwrap();
                        }
                        let mut aead = aead.begin(&nonce).unwrap();
                        if on.takes_header() {
                            aead.header(tag).unwrap();
                        }
                        let (head, tail) = text.split_at_mut(5);
                        aead.update(direction, head).unwrap();
                        aead.update(direction, tail).unwrap();
                        // decryption of a message ends with a comparison of tags, as tested after this
                        if direction == Direction::Encrypt {
                            aead.finish(tag).unwrap();
                        }
                    }));
                }
                // opening the message in one call ends with a comparison of tags
                let (mut sealed, mut tag) = (vec![0xa5; length], vec![0; tag_len]);
                let aead = on.keyed(&key(key_len)).unwrap();
                aead.seal(&nonce, b"", &mut sealed[..], &mut tag).unwrap();
                let name = format!("{} on {backend}, {length} bytes", entry.info.name);
                // the check of the tag does not depend on the length of the text, so wrong tags are tested with one
                // length
                let wrong = if length == 37 { 3 } else { 1 };
                subjects.extend(opened(name, on, &nonce, b"", &sealed, &tag).into_iter().take(wrong));
            }
        }
    }
    step(subjects);
}
