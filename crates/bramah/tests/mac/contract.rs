//! Tests messages in pieces of every length, tags of every length, and clones.

use crate::kit::{each, pattern, quick, tag};
use bramah::{ByteLengths, Error};

#[test]
fn every_length_and_split() {
    each(|subject| {
        let block = subject.block();
        let mut mac = subject.begin();
        let data = pattern(9 * block + 700);
        let step = if quick() { 37 } else { 7 };
        let near = [0, 1, block - 1, block, block + 1, 2 * block - 9, 2 * block, 2 * block + 1, data.len()];
        for length in near.into_iter().chain((2..2 * block).step_by(step)) {
            let message = &data[..length];
            let expected = subject.expected(message);
            assert_eq!(tag(&mut mac, message), expected, "{}: {length} bytes", subject.name);
            let mut whole = vec![0; expected.len()];
            mac.tag(message, &mut whole).unwrap();
            mac.reset();
            assert_eq!(whole, expected, "{}: {length} bytes at once", subject.name);
            if !subject.splits {
                continue; // the code that splits is the same on every backend
            }
            let splits = [0, 1, length / 2, length.saturating_sub(1), length.min(block)];
            for split in splits.into_iter().chain((0..length).step_by(if quick() { 997 } else { 61 })) {
                let (head, tail) = message.split_at(split.min(length));
                mac.update(head);
                mac.update([]);
                mac.update(tail);
                let verified = mac.verify(&expected);
                assert_eq!(verified, Ok(()), "{}: {length} bytes split at {split}", subject.name);
                mac.reset();
            }
            for byte in message {
                mac.update([*byte]);
            }
            mac.verify(&expected).unwrap();
            mac.reset();
        }
    });
}

#[test]
fn copies_go_their_own_ways() {
    each(|subject| {
        let data = pattern(3 * subject.block() + 5);
        let (head, tail) = data.split_at(subject.block() + 3);
        let mut mac = subject.begin();
        mac.update(head);
        let mut copy = mac.clone();
        copy.update(tail);
        mac.update(b"another");
        assert_eq!(copy.verify(&subject.expected(&data)), Ok(()), "{}", subject.name);
        assert_eq!(mac.verify(&subject.expected(&[head, b"another"].concat())), Ok(()), "{}", subject.name);
        mac.update(b"forgotten");
        mac.reset();
        mac.update(tail);
        assert_eq!(mac.verify(&subject.expected(tail)), Ok(()), "{}", subject.name);
    });
}

#[test]
fn tags_are_cut_down_and_no_further() {
    each(|subject| {
        let mut mac = subject.begin();
        let whole = subject.expected(b"message");
        let lengths = mac.tag_lengths();
        assert_eq!((lengths.max, mac.tag_len()), (whole.len(), whole.len()));
        assert!(subject.on.nonce_len().max > 0 || lengths.min >= whole.len().min(10));
        for length in 0..=whole.len() + 1 {
            let mut cut = vec![0xee; length];
            mac.update(b"message");
            let given = mac.finalize(&mut cut);
            if !lengths.contains(length) {
                let error = Error::ByteLength { name: "tag", length, lengths };
                assert_eq!(given, Err(error.clone()), "{}", subject.name);
                assert_eq!(mac.verify_truncated(&cut, length), Err(error));
                // the refused call must not have changed the message
                assert_eq!(mac.verify(&whole), Ok(()), "{}", subject.name);
            } else {
                assert_eq!((given, &cut[..]), (Ok(()), &whole[..length]), "{}", subject.name);
                mac.reset();
                mac.update(b"message");
                if length < whole.len() {
                    let lengths = ByteLengths::fixed(whole.len());
                    let error = Error::ByteLength { name: "tag", length, lengths };
                    assert_eq!(mac.verify(&whole[..length]), Err(error), "{}", subject.name);
                    let lengths = ByteLengths::fixed(length);
                    let error = Error::ByteLength { name: "tag", length: whole.len(), lengths };
                    assert_eq!(mac.verify_truncated(&whole, length), Err(error), "{}", subject.name);
                }
                assert_eq!(mac.verify_truncated(&whole[..length], length), Ok(()), "{}", subject.name);
                if length > 0 {
                    cut[length - 1] ^= 1;
                    mac.reset();
                    mac.update(b"message");
                    let wrong = mac.verify_truncated(&cut, length);
                    assert_eq!(wrong, Err(Error::Unauthentic), "{}", subject.name);
                }
            }
            mac.reset();
        }
    });
}

/// Tags with one wrong bit are refused, for every bit of a whole tag and of the shortest one.
#[test]
fn wrong_tags_are_refused() {
    each(|subject| {
        let mut mac = subject.begin();
        let good = subject.expected(b"message");
        let length = mac.tag_lengths().min;
        for bit in 0..8 * length {
            let mut wrong = good[..length].to_vec();
            wrong[bit / 8] ^= 1 << (bit % 8);
            mac.update(b"message");
            let verified = mac.verify_truncated(&wrong, length);
            assert_eq!(verified, Err(Error::Unauthentic), "{} bit {bit} of {length} bytes", subject.name);
            mac.reset();
        }
        for bit in 0..8 * good.len() {
            let mut wrong = good.clone();
            wrong[bit / 8] ^= 1 << (bit % 8);
            mac.update(b"message");
            assert_eq!(mac.verify(&wrong), Err(Error::Unauthentic), "{} bit {bit}", subject.name);
            mac.reset();
        }
    });
}

#[test]
fn another_key_makes_another_tag() {
    each(|subject| {
        let mut key = subject.key();
        let expected = subject.expected(b"message");
        for i in (0..key.len()).step_by(5) {
            key[i] ^= 0x10;
            let mut mac = subject.on.begin(&key, &subject.nonce()).unwrap();
            // Poly1305 ignores some bits of its key
            let same = tag(&mut mac, b"message") == expected;
            assert!(!same || subject.on.name() == "poly1305", "{}: byte {i}", subject.name);
            key[i] ^= 0x10;
        }
        let mut nonce = subject.nonce();
        if let Some(byte) = nonce.first_mut() {
            *byte ^= 1;
            let mut mac = subject.begin();
            mac.renew(&nonce).unwrap();
            let renewed = tag(&mut mac, b"message");
            assert_ne!(renewed, expected, "{}", subject.name);
            assert_eq!(renewed, tag(&mut subject.on.begin(&subject.key(), &nonce).unwrap(), b"message"));
        }
    });
}

#[test]
fn functions_of_byte_strings() {
    each(|subject| {
        let mut mac = subject.begin();
        mac.update(b"in progress");
        let data = pattern(2 * subject.block() + 99);
        let expected = subject.expected(&data);
        let Some(prf) = mac.prf() else {
            let none = ["aegis", "pmac", "cbc-mac", "blake", "omac-acpkm", "imit"];
            let name = subject.on.name();
            let without = subject.on.once() || none.iter().any(|start| name.starts_with(start));
            assert!(without, "{}", subject.name);
            return;
        };
        assert_eq!(prf.output_len(), expected.len());
        for parts in [&[&data[..]][..], &[&data[..1], &[], &data[1..99], &data[99..]]] {
            for length in [0, 1, expected.len() - 1, expected.len()] {
                let mut out = vec![0; length];
                prf.mac(parts, &mut out);
                assert_eq!(out, expected[..length], "{}", subject.name);
            }
        }
        // two chains, each of three tags
        let chains = [&data[..expected.len()], &data[7..][..expected.len()]];
        let (mut u, mut sum) = (chains.concat(), vec![0xa5; 2 * expected.len()]);
        prf.iterate(3, &mut u, &mut sum);
        for (i, chain) in chains.iter().enumerate() {
            let (mut value, mut total) = (chain.to_vec(), vec![0xa5; expected.len()]);
            for _ in 0..3 {
                value = subject.expected(&value);
                total.iter_mut().zip(&value).for_each(|(total, byte)| *total ^= byte);
            }
            let range = i * expected.len()..(i + 1) * expected.len();
            assert_eq!((&u[range.clone()], &sum[range]), (&value[..], &total[..]), "{}", subject.name);
        }
        mac.verify(&subject.expected(b"in progress")).unwrap();
    });
}
