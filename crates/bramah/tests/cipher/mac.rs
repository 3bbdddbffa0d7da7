//! MACs of messages in pieces of any length, and of many messages in one call.

use crate::kit::{Cipher, Random, each_cipher, is_of_every_kind, pattern, quick};
use bramah::{
    Error,
    mac::{Algorithm, AnyMac, Construction},
};

fn macs(cipher: &Cipher, kind: Construction) -> [AnyMac; 2] {
    let key = pattern(cipher.on.key_len());
    [cipher.on, cipher.other].map(|on| Algorithm::new(kind, on).keyed(&key).unwrap())
}

fn tag(mac: &mut AnyMac, message: &[u8]) -> Vec<u8> {
    let mut tag = vec![0; mac.tag_len()];
    mac.update(message);
    mac.finalize(&mut tag).unwrap();
    tag
}

#[test]
fn every_length_and_split() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        // not every split is tested: the code that splits messages is the same for all ciphers of a kind, and most
        // positions in a long block are alike
        let step = if quick() || !is_of_every_kind(&cipher.on) { 17 } else { block.div_ceil(16) };
        for kind in Construction::ALL.into_iter().filter(|kind| kind.takes(&cipher.on)) {
            let [mut on, mut other] = macs(cipher, kind);
            let data = pattern(75 * block);
            let long = [33 * block - 1, 33 * block, 33 * block + 1, 75 * block];
            for length in (0..5 * block).chain(long) {
                let message = &data[..length];
                let expected = tag(&mut other, message);
                assert_eq!(tag(&mut on, message), expected, "{} {kind:?}: {length} bytes", cipher.name);
                if !cipher.splits {
                    continue; // the code that splits is the same on every backend
                }
                for split in (length % step..=length).step_by(if length > 3 * block { 17 } else { step }) {
                    let (head, tail) = message.split_at(split);
                    on.update(head);
                    on.update([]);
                    on.update(tail);
                    on.verify(&expected).unwrap_or_else(|_| {
                        panic!("{} {kind:?}: {length} bytes split at {split}", cipher.name)
                    });
                }
                for byte in message {
                    on.update([*byte]);
                }
                on.verify(&expected).unwrap();
            }
        }
    });
}

#[test]
fn many_are_as_one_by_one() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        for kind in Construction::ALL.into_iter().filter(|kind| kind.takes(&cipher.on)) {
            let [mut on, mut other] = macs(cipher, kind);
            let mut random = Random(3);
            for count in [0, 1, 2, 3, 15, 16, 17, 33, 64, 65, 150] {
                let messages: Vec<Vec<u8>> = (0..count)
                    .map(|_| {
                        let length = random.below(7 * block);
                        random.bytes(length)
                    })
                    .collect();
                let list: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
                let mut tags = vec![0; count * block];
                on.many(&list, &mut tags).unwrap();
                for (message, found) in list.iter().zip(tags.chunks(block)) {
                    assert_eq!(found, tag(&mut other, message), "{} {kind:?}, {count}", cipher.name);
                }
                assert!(on.many(&list, &mut vec![0; count * block + 1]).is_err());
            }
        }
    });
}

#[test]
fn wrong_tags_are_refused() {
    each_cipher(|cipher| {
        let block = cipher.on.block_len();
        for kind in Construction::ALL.into_iter().filter(|kind| kind.takes(&cipher.on)) {
            let [mut on, _] = macs(cipher, kind);
            let good = tag(&mut on, b"message");
            for bit in 0..8 * block {
                let mut wrong = good.clone();
                wrong[bit / 8] ^= 1 << (bit % 8);
                on.update(b"message");
                assert_eq!(on.verify(&wrong), Err(Error::Unauthentic), "{} {kind:?} bit {bit}", cipher.name);
            }
            on.update(b"message");
            let lengths = on.tag_lengths();
            assert_eq!((lengths.min, lengths.max), (block.div_ceil(2).max(10).min(block), block));
            for length in [0, lengths.min - 1, block + 1] {
                let error = Error::ByteLength { name: "tag", length, lengths };
                assert_eq!(on.verify_truncated(&vec![0; length], length), Err(error));
            }
            for length in 0..block {
                let cut = on.verify(&good[..length]);
                assert!(matches!(cut, Err(Error::ByteLength { .. })), "{} {kind:?}: {length}", cipher.name);
            }
            // the failed call did not end the message
            on.verify_truncated(&good[..lengths.min], lengths.min).unwrap();
        }
    });
}
