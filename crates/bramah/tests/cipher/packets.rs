//! Several messages in one call have the same results as one message at a time, for messages of any lengths.

use crate::kit::{Aead, Random, each_aead, pattern, quick};
use bramah::{
    Error, InOut,
    aead::{AnyScheme, Packet},
};

/// A message, and its expected ciphertext and tag.
struct Message {
    nonce: Vec<u8>,
    header: Vec<u8>,
    text: Vec<u8>,
    sealed: Vec<u8>,
    tag: Vec<u8>,
}

type Keyed = bramah::aead::Aead<AnyScheme>;

fn messages(aead: &Aead, on: &Keyed, lengths: impl IntoIterator<Item = [usize; 2]>) -> Vec<Message> {
    let message = |(number, [header, text]): (usize, [usize; 2])| {
        // most nonces have 12 bytes if the scheme takes several lengths, and all are different
        let (mut nonce, header, text) =
            (aead.nonce(if number % 8 == 7 { number } else { 11 }), aead.header(header), pattern(text));
        // the first bit stays 0, as MGM requires
        if let Some(last) = nonce.last_mut() {
            *last ^= number as u8;
        }
        let (mut sealed, mut tag) = (text.clone(), vec![0; on.verified_len()]);
        on.seal(&nonce, &header, &mut sealed[..], &mut tag).unwrap();
        Message { nonce, header, text, sealed, tag }
    };
    lengths.into_iter().enumerate().map(message).collect()
}

/// Calls `work` with packets of these messages, sealed or not, and returns the resulting texts and tags.
fn packets(
    messages: &[Message],
    sealed: bool,
    in_place: bool,
    work: impl FnOnce(&mut [Packet<'_>]),
) -> Vec<(Vec<u8>, Vec<u8>)> {
    let mut out: Vec<_> = messages
        .iter()
        .map(|m| match sealed {
            true => (m.sealed.clone(), m.tag.clone()),
            false => (m.text.clone(), vec![0x5a; m.tag.len()]),
        })
        .collect();
    let input = out.clone();
    let mut packets: Vec<_> = messages
        .iter()
        .zip(&mut out)
        .zip(&input)
        .map(|((m, (text, tag)), (input, _))| {
            let data = match in_place {
                true => InOut::from(&mut text[..]),
                false => InOut::new(input, text).unwrap(),
            };
            Packet::new(&m.nonce, &m.header, data, tag)
        })
        .collect();
    work(&mut packets);
    out
}

fn check(aead: &Aead, on: &Keyed, lengths: impl IntoIterator<Item = [usize; 2]>) {
    let messages = messages(aead, on, lengths);
    for in_place in [true, false] {
        let sealed = packets(&messages, false, in_place, |packets| on.seal_many(packets).unwrap());
        for (m, (text, tag)) in messages.iter().zip(&sealed) {
            let of = [m.header.len(), m.text.len(), messages.len()];
            assert_eq!((text, tag), (&m.sealed, &m.tag), "{}: {of:?}", aead.name);
        }
        let opened = packets(&messages, true, in_place, |packets| {
            on.open_many(packets).unwrap();
            assert!(packets.iter().all(Packet::is_authentic), "{}", aead.name);
        });
        for (m, (text, tag)) in messages.iter().zip(&opened) {
            assert_eq!((text, tag), (&m.text, &m.tag), "{}: {}", aead.name, m.text.len());
        }
    }
}

#[test]
fn as_one_at_a_time() {
    each_aead(|aead| {
        let on = aead.on.keyed(&aead.key()).unwrap();
        let side_by_side = aead.name.starts_with("aes-") && aead.name.contains("-gcm");
        check(aead, &on, []);
        check(aead, &on, (0..40).map(|i| [i % 3 * 7, (i + 1) * (i + 1) % 47]));
        if !side_by_side {
            return;
        }
        // texts of every length, up to more blocks than there are powers of the hash key, in batches of 1 to 19
        // messages, for every number of lanes in use
        for text in (0..1060).step_by(if quick() { 37 } else { 1 }) {
            let header = text * 5 % 70;
            check(
                aead,
                &on,
                (0..1 + text % 19).map(|i| [header, text - text.min(i) * usize::from(i % 4 == 3)]),
            );
        }
        let mut random = Random(5);
        for _ in 0..if quick() { 5 } else { 100 } {
            let lengths = (0..random.below(80)).map(|_| [random.below(5) * 13, random.below(9) * 40]);
            let lengths: Vec<_> = lengths.collect();
            check(aead, &on, lengths);
            // short and long messages together
            let lengths = (0..random.below(20)).map(|_| [random.below(70), random.below(1100)]);
            let lengths: Vec<_> = lengths.collect();
            check(aead, &on, lengths);
        }
    });
}

/// Tests tags of every length that the scheme takes.
#[test]
fn as_one_at_a_time_with_short_tags() {
    each_aead(|aead| {
        let mut on = aead.on.keyed(&aead.key()).unwrap();
        let lengths = aead.on.tag_len();
        for length in (lengths.min..=lengths.max).filter(|length| lengths.contains(*length)) {
            on.set_tag_len(length).unwrap();
            check(aead, &on, [[1, 0], [0, 5], [9, 64], [20, 33], [0, 700]]);
        }
    });
}

/// If one message is refused, nothing is written, and no message counts as authentic.
#[test]
fn all_are_checked_first() {
    each_aead(|aead| {
        let on = aead.on.keyed(&aead.key()).unwrap();
        let mut messages = messages(aead, &on, [[5, 64]; 5]);
        let mut shorter = on.clone();
        if shorter.set_tag_len(aead.on.tag_len().min).is_ok() && shorter.verified_len() < on.verified_len() {
            packets(&messages, true, true, |packets| {
                on.open_many(packets).unwrap();
                assert!(matches!(shorter.open_many(packets), Err(Error::ByteLength { .. })), "{}", aead.name);
                assert!(!packets.iter().any(Packet::is_authentic), "{}", aead.name);
            });
        }
        messages[4].tag.push(0);
        packets(&messages, true, true, |packets| {
            assert!(matches!(on.open_many(packets), Err(Error::ByteLength { .. })), "{}", aead.name);
            assert!(matches!(on.seal_many(packets), Err(Error::ByteLength { .. })), "{}", aead.name);
        });
        messages[4].tag.pop();
        messages[4].nonce.resize(on.nonce_len().max.min(999) + 1, 0);
        if on.nonce_len().contains(messages[4].nonce.len()) {
            return;
        }
        for (m, (text, tag)) in messages.iter().zip(packets(&messages, false, true, |packets| {
            assert!(matches!(on.seal_many(packets), Err(Error::ByteLength { .. })), "{}", aead.name);
        })) {
            assert!(text == m.text && tag.iter().all(|byte| *byte == 0x5a), "{}", aead.name);
        }
    });
}

/// Every message has its own key: the first nine messages have one key, and then two keys alternate.
#[test]
fn many_keys() {
    each_aead(|aead| {
        let mut other = aead.key();
        other[0] ^= 2; // not the lowest bit: that of DES is a parity
        let [one, two] = [aead.key(), other].map(|key| aead.on.keyed(&key).unwrap());
        let keys: Vec<&Keyed> = (0..23).map(|i| if i < 9 || i % 3 == 0 { &one } else { &two }).collect();
        let messages: Vec<Message> = keys
            .iter()
            .enumerate()
            .map(|(i, on)| messages(aead, on, [[i % 2 * 8, 64]]).pop().unwrap())
            .collect();
        let sealed = packets(&messages, false, true, |packets| Keyed::seal_each(&keys, packets).unwrap());
        for (m, (text, tag)) in messages.iter().zip(&sealed) {
            assert_eq!((text, tag), (&m.sealed, &m.tag), "{}", aead.name);
        }
        let opened = packets(&messages, true, true, |packets| Keyed::open_each(&keys, packets).unwrap());
        assert!(messages.iter().zip(&opened).all(|(m, (text, _))| m.text == *text), "{}", aead.name);
        packets(&messages, true, true, |packets| {
            let wrong = Keyed::open_each(&keys[1..], packets);
            assert!(matches!(wrong, Err(Error::ParameterLength { length: 22, min: 23, max: 23, .. })));
            let swapped: Vec<&Keyed> = keys.iter().rev().copied().collect();
            assert_eq!(Keyed::open_each(&swapped, packets), Err(Error::Unauthentic), "{}", aead.name);
        });
    });
}
