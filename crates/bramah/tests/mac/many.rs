//! Compares the tags of many messages in one call with tags of one message at a time, with one key and with many.

use crate::kit::{Random, each, quick, tag};
use bramah::Error;

#[test]
fn many_are_as_one_by_one() {
    each(|subject| {
        let mut random = Random(3);
        let mut mac = subject.begin();
        let len = mac.tag_len();
        let block = subject.block();
        if subject.on.once() {
            mac.update(b"spent");
            mac.finalize(&mut vec![0; len]).unwrap();
            assert_eq!(mac.many(&[b"one"], &mut vec![0; len]), Err(Error::Ended));
            mac.reset();
            assert!(matches!(mac.many(&[b"", b""], &mut vec![0; 2 * len]), Err(Error::Together { .. })));
            mac.many(&[b"one"], &mut vec![0; len]).unwrap();
            return;
        }
        let mut other = subject.other.begin(&subject.key(), &subject.nonce()).unwrap();
        for count in [0, 1, 2, 3, 5, 16, 33, if quick() { 40 } else { 65 }] {
            let same = random.below(2) == 0;
            let length = random.below(3 * block);
            // some messages are so long that lanes of shorter messages become free meanwhile, and are used for other
            // messages
            let longest = if count == 33 { 26 * block } else { 4 * block };
            let messages: Vec<Vec<u8>> = (0..count)
                .map(|_| {
                    let length = if same { length } else { random.below(longest) * random.below(2) };
                    random.bytes(length)
                })
                .collect();
            let list: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
            let mut tags = vec![0; count * len];
            mac.many(&list, &mut tags).unwrap();
            for (message, found) in list.iter().zip(tags.chunks(len)) {
                assert_eq!(found, tag(&mut other, message), "{}, {count}", subject.name);
            }
            let room = Error::OutputRoom { length: count * len + 1, needed: count * len };
            assert_eq!(mac.many(&list, &mut vec![0; count * len + 1]), Err(room));
            // the message that was started is discarded
            assert_eq!(tag(&mut mac, b"next"), tag(&mut other, b"next"), "{}", subject.name);

            let lengths = subject.on.key_len();
            if subject.on.nonce_len().min > 0 {
                let (keys, none) = (vec![&[1; 32][..lengths.min]; count], subject.on.nonce_len());
                let error = Error::ByteLength { name: "nonce", length: 0, lengths: none };
                let expected = if count == 0 { Ok(()) } else { Err(error) };
                assert_eq!(subject.on.many(&keys, &list, &mut tags), expected, "{}", subject.name);
                continue;
            }
            let keys: Vec<Vec<u8>> = (0..count)
                .map(|i| {
                    let most = lengths.max.min(lengths.min.max(2 * block + 9));
                    let free = lengths.step == 1 && i % 3 > 0;
                    let length = if free { lengths.min + random.below(most - lengths.min + 1) } else { most };
                    random.bytes(length)
                })
                .collect();
            let keys: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
            subject.on.many(&keys, &list, &mut tags).unwrap();
            for ((key, message), found) in keys.iter().zip(&list).zip(tags.chunks(len)) {
                let expected = tag(&mut subject.other.keyed(key).unwrap(), message);
                assert_eq!(found, expected, "{}, {count} keys", subject.name);
            }
            assert!(count == 0 || subject.on.many(&keys[1..], &list, &mut tags).is_err());
        }
    });
}
