//! Limits on the use of one key: every scheme with a limit can reach it, and refuses to exceed it.

use crate::kit::{Aead, each_aead, pattern};
use bramah::{
    Error,
    aead::{KeyLimit, Metered, Packet},
};

/// Returns the limit of a scheme according to its standard, and how much a message counts when it is sealed and when it
/// is opened.
fn expected(aead: &Aead, nonce: usize, header: usize, text: usize) -> Option<(KeyLimit, [u128; 2])> {
    let (name, block) = (aead.on.name(), aead.block());
    let blocks = |bytes: usize| bytes.div_ceil(16) as u128;
    if name == "ascon-aead128" {
        let all = (nonce + header + text) as u128;
        return Some((KeyLimit { limit: 1 << 54, unit: "bytes" }, [all, all]));
    }
    if name.ends_with("-ccm") {
        // the first block and the mask of the tag, the associated data with its length, and the text twice
        let prefix = if header == 0 { 0 } else { 2 };
        let all = 2 + blocks(header + prefix) + 2 * blocks(text);
        return Some((KeyLimit { limit: 1 << 61, unit: "calls of the block cipher" }, [all, all]));
    }
    if name.ends_with("-ocb") && block == 16 {
        let sealed = blocks(header) + blocks(text) + 1;
        return Some((KeyLimit { limit: 1 << 48, unit: "blocks" }, [sealed, 0]));
    }
    if name.ends_with("-gcm") && !name.starts_with("xaes") {
        return Some((KeyLimit { limit: 1 << 32, unit: "messages" }, [1, 0]));
    }
    None
}

#[test]
fn limits_of_a_key() {
    each_aead(|aead| {
        let keyed = || aead.on.keyed(&aead.key()).unwrap();
        for number in [0, 1, 2, 5, 8, 11] {
            let (nonce, header, text) = (aead.nonce(number), aead.header(7 * number), pattern(9 * number));
            if !aead.takes(header.len(), text.len()) {
                continue;
            }
            let mut tag = vec![0; aead.on.tag_len().max];
            let expected = expected(aead, nonce.len(), header.len(), text.len());
            assert_eq!(Metered::new(keyed()).limit(), expected.map(|(limit, _)| limit), "{}", aead.name);
            let (KeyLimit { limit, unit }, [sealed, opened]) =
                expected.unwrap_or((KeyLimit { limit: u128::MAX, unit: "" }, [0, 0]));
            // the message is sealed if the limit just allows it, and refused if the limit is one unit lower
            let mut data = text.clone();
            let mut metered = Metered::resume(keyed(), limit - sealed);
            metered.seal(&nonce, &header, &mut data[..], &mut tag).unwrap();
            let full = if expected.is_some() { limit } else { 0 };
            assert_eq!(metered.used(), full, "{}: {number}", aead.name);
            if sealed > 0 {
                let (mut again, mut other) = (text.clone(), tag.clone());
                other.fill(9);
                let refused = metered.seal(&nonce, &header, &mut again[..], &mut other);
                assert_eq!(refused, Err(Error::KeyEnd { limit, unit }), "{}: {number}", aead.name);
                assert!(again == text && other.iter().all(|byte| *byte == 9), "something was written");
                assert_eq!(metered.used(), limit);
            }
            if opened > 0 {
                let ciphertext = data.clone();
                let refused = metered.open(&nonce, &header, &mut data[..], &tag);
                assert_eq!(
                    (refused, &data),
                    (Err(Error::KeyEnd { limit, unit }), &ciphertext),
                    "{}",
                    aead.name
                );
            }
            let mut metered = Metered::resume(keyed(), limit - opened);
            metered.open(&nonce, &header, &mut data[..], &tag).unwrap();
            assert_eq!(data, text, "{}", aead.name);
            assert_eq!(metered.used(), full, "{}: {number}", aead.name);
        }
        // calls that are refused for other reasons do not count, but forgeries do
        let mut metered = Metered::new(keyed());
        let (nonce, mut tag) = (aead.nonce(1), vec![0; aead.on.tag_len().max]);
        assert!(metered.seal(&nonce, b"", &mut [0; 20][..], &mut []).is_err());
        assert_eq!(metered.used(), 0, "{}", aead.name);
        metered.seal(&nonce, b"", &mut [0; 20][..], &mut tag).unwrap();
        let used = metered.used();
        assert_eq!(
            metered.open(&nonce, b"", &mut [0; 20][..], &tag),
            Err(Error::Unauthentic),
            "{}",
            aead.name
        );
        let opened = expected(aead, nonce.len(), 0, 20).map_or(0, |(_, [_, opened])| opened);
        assert_eq!(metered.used(), used + opened, "{}", aead.name);
    });
    let error = Error::KeyEnd { limit: 1 << 54, unit: "bytes" };
    assert_eq!(error.to_string(), "the key has reached its limit of 18014398509481984 bytes: use a new key");
}

/// The messages of a batch count together: all are accepted, or none.
#[test]
fn limits_of_many_messages() {
    each_aead(|aead| {
        let (nonce, text) = (aead.nonce(11), pattern(64));
        let Some((KeyLimit { limit, unit }, [sealed, opened])) = expected(aead, nonce.len(), 0, 64) else {
            return;
        };
        let tag_len = aead.on.tag_len().max;
        for room in [3 * sealed, 3 * sealed - 1] {
            let (mut texts, mut tags) = (vec![text.clone(); 3], vec![vec![9; tag_len]; 3]);
            let mut packets: Vec<_> = texts
                .iter_mut()
                .zip(&mut tags)
                .map(|(text, tag)| Packet::new(&nonce, b"", &mut text[..], tag))
                .collect();
            let keyed = || aead.on.keyed(&aead.key()).unwrap();
            let mut metered = Metered::resume(keyed(), limit - room);
            let done = metered.seal_many(&mut packets);
            if room == 3 * sealed {
                assert_eq!((done, metered.used()), (Ok(()), limit), "{}", aead.name);
                let mut metered = Metered::resume(keyed(), limit - 3 * opened);
                assert_eq!(metered.open_many(&mut packets), Ok(()), "{}", aead.name);
                assert_eq!(metered.used(), limit, "{}", aead.name);
                if opened > 0 {
                    assert_eq!(metered.open_many(&mut packets), Err(Error::KeyEnd { limit, unit }));
                }
            } else {
                assert_eq!((done, metered.used()), (Err(Error::KeyEnd { limit, unit }), limit - room));
                drop(packets);
                assert!(texts.iter().all(|other| *other == text), "{}", aead.name);
            }
        }
    });
}
