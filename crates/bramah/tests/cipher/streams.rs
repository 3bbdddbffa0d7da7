//! Tests of every stream cipher.

use crate::kit::{Random, each_stream, pattern, quick};
use bramah::{Error, InOut, stream};

/// A length in bytes that is greater than two groups of blocks of the widest backend.
const LONG: usize = 70 * 64 + 5;

#[test]
fn every_length() {
    each_stream(|stream| {
        let expected = stream.expected(LONG);
        let mut on = stream.begin();
        for length in (0..LONG).step_by(if quick() { 61 } else { 1 }) {
            on.reset(&stream.nonce()).unwrap();
            let mut out = vec![0xee; length];
            on.keystream(&mut out).unwrap();
            assert!(out == expected[..length], "{}: {length} bytes", stream.name);
            assert_eq!(on.position(), length as u128);
        }
        // the keystream is also XORed onto a message, from one buffer to another
        let (message, mut out) = (pattern(LONG), vec![0; LONG]);
        on.reset(&stream.nonce()).unwrap();
        on.apply(InOut::new(&message, &mut out).unwrap()).unwrap();
        let sum: Vec<u8> = message.iter().zip(&expected).map(|(a, b)| a ^ b).collect();
        assert!(out == sum, "{}", stream.name);
    });
}

#[test]
fn any_pieces() {
    each_stream(|stream| {
        let expected = stream.expected(LONG);
        let mut random = Random(5);
        let mut on = stream.begin();
        for round in 0..if quick() { 20 } else { 200 } {
            on.reset(&stream.nonce()).unwrap();
            let mut out = vec![0; LONG];
            let mut rest = &mut out[..];
            while !rest.is_empty() {
                let (piece, more) = rest.split_at_mut((1 + random.below(20 * (1 + round))).min(rest.len()));
                on.apply(piece).unwrap();
                rest = more;
            }
            assert!(out == expected, "{}: round {round}", stream.name);
        }
        // a clone continues independently
        on.reset(&stream.nonce()).unwrap();
        on.keystream(&mut [0; 77]).unwrap();
        let mut copy = on.clone();
        let mut outs = [[0; 100]; 2];
        on.keystream(&mut outs[0]).unwrap();
        copy.keystream(&mut outs[1]).unwrap();
        assert!(outs.iter().all(|out| out[..] == expected[77..177]), "{}", stream.name);
    });
}

#[test]
fn any_place() {
    each_stream(|stream| {
        let expected = stream.expected(LONG);
        let mut on = stream.begin();
        let mut random = Random(6);
        if on.seek(1) == Err(Error::NoSeek) {
            assert_eq!(on.seek(0), Err(Error::NoSeek), "{}", stream.name);
            assert_eq!(on.apply_at(0, &mut [0; 9][..]), Err(Error::NoSeek), "{}", stream.name);
            return;
        }
        for _ in 0..500 {
            let from = random.below(LONG);
            let mut out = vec![0; random.below(LONG - from)];
            let part = &expected[from..][..out.len()];
            on.seek(from as u128).unwrap();
            on.keystream(&mut out).unwrap();
            assert!(out == part, "{}: from {from}", stream.name);
            // `apply_at` encrypts at any position, and keeps the current one
            out.fill(0);
            on.apply_at(from as u128, &mut out[..]).unwrap();
            assert!(out == part, "{}: at {from}", stream.name);
            assert_eq!(on.position(), (from + out.len()) as u128, "{}", stream.name);
        }
        let limit = on.limit();
        let mut text = [7; 9];
        assert_eq!(
            on.apply_at(limit - 8, &mut text[..]),
            Err(Error::KeystreamEnd { limit }),
            "{}",
            stream.name
        );
        assert_eq!(text, [7; 9], "{}: something was written", stream.name);
    });
}

/// Tests every carry of the counter from one byte to the next, and the end of the keystream, where there is an error
/// and the counter does not restart.
#[test]
fn counters() {
    each_stream(|stream| {
        let mut on = stream.begin();
        let mut one_by_one = stream.other.begin(&stream.key(), &stream.nonce()).unwrap();
        let limit = on.limit();
        if on.seek(0).is_err() {
            return;
        }
        for bit in (8..=64).step_by(8) {
            let carry = 64u128 << bit;
            for before in 1..=17 {
                let from = carry.min(limit) - 64 * before;
                let len = (limit - from).min(64 * 40) as usize;
                let mut out = vec![0; len];
                on.seek(from).unwrap();
                on.keystream(&mut out).unwrap();
                for (i, block) in out.chunks(64).enumerate() {
                    let mut expected = vec![0; block.len()];
                    one_by_one.seek(from + 64 * i as u128).unwrap();
                    one_by_one.keystream(&mut expected).unwrap();
                    assert!(block == expected, "{}: block {i} from {from}", stream.name);
                }
            }
        }
        // the last bytes can be used, and none after them
        for beyond in 0..130 {
            on.seek(limit - 100).unwrap();
            let mut out = vec![0xee; 100 + beyond];
            match beyond {
                0 => on.keystream(&mut out).unwrap(),
                _ => {
                    assert_eq!(on.keystream(&mut out), Err(Error::KeystreamEnd { limit }), "{}", stream.name);
                    assert_eq!(on.apply(&mut out[..]), Err(Error::KeystreamEnd { limit }), "{}", stream.name);
                    assert!(out.iter().all(|byte| *byte == 0xee), "{}: something was written", stream.name);
                }
            }
        }
        on.seek(limit).unwrap();
        on.keystream(&mut []).unwrap();
        assert!(on.keystream(&mut [0]).is_err(), "{}", stream.name);
        assert_eq!(on.seek(limit + 1), Err(Error::KeystreamEnd { limit }), "{}", stream.name);
        // the beginning of the keystream has not changed
        let mut out = [0; 100];
        on.seek(0).unwrap();
        on.keystream(&mut out).unwrap();
        assert!(out[..] == stream.expected(100), "{}", stream.name);
    });
}

#[test]
fn threads_agree_with_one() {
    each_stream(|stream| {
        let expected = stream.expected(LONG);
        for threads in [1, 2, 3, 16, 100] {
            for from in [0, 1, 64, 77] {
                let mut on = stream.begin();
                let mut out = vec![0; LONG];
                on.apply(&mut out[..from]).unwrap();
                on.apply_parallel(&mut out[from..LONG - 100], threads).unwrap();
                on.apply_parallel(&mut out[LONG - 100..], threads).unwrap();
                assert!(out == expected, "{}: {threads} threads from {from}", stream.name);
                assert_eq!(on.position(), LONG as u128);
            }
        }
    });
}

#[test]
fn what_is_not_taken() {
    each_stream(|stream| {
        let info = stream.on.info();
        for length in (0..70).filter(|length| !info.key_len.contains(*length)) {
            let error = Error::ByteLength { name: "key", length, lengths: info.key_len };
            assert_eq!(
                stream.on.begin(&pattern(length), &stream.nonce()).err(),
                Some(error),
                "{}",
                stream.name
            );
        }
        for length in (0..70).filter(|length| !info.nonce_len.contains(*length)) {
            let error = Error::ByteLength { name: "nonce", length, lengths: info.nonce_len };
            let begun = stream.on.begin(&stream.key(), &pattern(length));
            assert_eq!(begun.err(), Some(error.clone()), "{}", stream.name);
            assert_eq!(stream.begin().reset(&pattern(length)), Err(error), "{}", stream.name);
        }
        for rounds in [0, 1, 7, 19] {
            assert_eq!(
                stream.on.with_rounds(rounds).err(),
                Some(Error::Rounds { rounds }),
                "{}",
                stream.name
            );
        }
        assert_eq!(stream.on.with_rounds(6).is_ok(), info.rounds.is_some(), "{}", stream.name);
    });
}

/// With every valid length of key and nonce, the keystream is that of another backend. Keys and nonces of different
/// lengths give different keystreams.
#[test]
fn keys_and_nonces_of_every_length() {
    each_stream(|stream| {
        let info = stream.on.info();
        let mut seen = Vec::new();
        for key in (0..70).filter(|length| info.key_len.contains(*length)) {
            for nonce in (0..70).filter(|length| info.nonce_len.contains(*length)) {
                let (key, nonce) = (pattern(key), pattern(nonce));
                let mut outs = [[0; 64]; 2];
                for (on, out) in [stream.on, stream.other].into_iter().zip(&mut outs) {
                    on.begin(&key, &nonce).unwrap().keystream(out).unwrap();
                }
                assert_eq!(outs[0], outs[1], "{}", stream.name);
                assert!(!seen.contains(&outs[0]), "{}: {} and {}", stream.name, key.len(), nonce.len());
                seen.push(outs[0]);
            }
        }
    });
}

#[test]
fn names() {
    for entry in stream::entries() {
        for name in [entry.info.name].iter().chain(entry.info.aliases) {
            assert_eq!(stream::lookup(&name.to_uppercase()).unwrap().info().name, entry.info.name);
        }
        assert!(entry.info.key_len.contains(entry.info.key_len.max));
        assert!(entry.info.nonce_len.contains(entry.info.nonce_len.max));
    }
    assert_eq!(stream::lookup("chacha21").err(), Some(Error::UnknownName("chacha21".into())));
}
