use super::pick;
use crate::Input;
use bramah::{aead, block, mode::Direction};

/// A message in progress: its associated data, its direction once that is known, and its input and output so far.
type Message = (Vec<u8>, Option<Direction>, Vec<u8>, Vec<u8>);

/// Authenticated encryption: calls in any order, and a message that they make is that of one call.
pub(super) fn run(input: &mut Input<'_>) {
    let dedicated = aead::entries().map(|entry| entry.algorithm());
    let eax = block::entries().map(|entry| aead::Algorithm::new(entry.algorithm()));
    let all: Vec<_> = dedicated.chain(eax).collect();
    let algorithm = pick(input, all.iter());
    let name = algorithm.name();
    let lengths = [algorithm.key_len(), algorithm.nonce_len()];
    let lengths = lengths.map(|lengths| lengths.min + input.below((lengths.max - lengths.min).min(70) + 2));
    let [key, nonce] = lengths.map(|len| input.filled(len));
    let Ok(mut aead) = algorithm.keyed(&key) else { return };
    let mut other = algorithm.keyed(&key).expect("as before");
    let mut len = algorithm.tag_len().max;
    let mut message: Option<Message> = None;
    while !input.is_empty() {
        match input.byte() % 9 {
            0 => {
                if aead.begin(&nonce).is_ok() {
                    message = Some((Vec::new(), None, Vec::new(), Vec::new()));
                }
            }
            1 => {
                let more = input.message();
                let took = aead.header(&more);
                match &mut message {
                    Some((header, None, ..)) if took.is_ok() => header.extend_from_slice(&more),
                    Some((_, None, ..)) => {}
                    _ => assert!(took.is_err(), "{name}: a header out of order"),
                }
            }
            2..5 => {
                let way =
                    if input.byte().is_multiple_of(8) { Direction::Decrypt } else { Direction::Encrypt };
                let piece = input.message();
                let mut out = piece.clone();
                let took = aead.update(way, &mut out[..]);
                match &mut message {
                    Some((_, begun, from, to)) if took.is_ok() => {
                        assert!(begun.is_none_or(|begun| begun == way), "{name}: another direction");
                        *begun = Some(way);
                        from.extend_from_slice(&piece);
                        to.extend_from_slice(&out);
                    }
                    Some((_, begun, ..)) => {
                        assert!(begun.is_some_and(|begun| begun != way), "{name}: {took:?}");
                    }
                    None => assert!(took.is_err(), "{name}: a text out of order"),
                }
            }
            5 => {
                let mut tag = vec![0; len];
                let ended = aead.finish(&mut tag);
                let Some((header, way, from, to)) = message.take() else {
                    assert!(ended.is_err(), "{name}: a tag out of order");
                    continue;
                };
                ended.unwrap_or_else(|error| panic!("{name}: {error}"));
                let (mut text, sealed) =
                    if way == Some(Direction::Decrypt) { (to, from) } else { (from, to) };
                let mut expected = vec![0; len];
                other.seal(&nonce, &header, &mut text[..], &mut expected).unwrap();
                assert!((&text, &expected) == (&sealed, &tag), "{name}: in pieces");
                let mut opened = sealed.clone();
                assert_eq!(other.open(&nonce, &header, &mut opened[..], &tag), Ok(()), "{name}");
                let at = input.below(len);
                tag[at] ^= 1 << (at % 8);
                let mut opened = sealed.clone();
                assert!(other.open(&nonce, &header, &mut opened[..], &tag).is_err(), "{name}: a forged tag");
                assert!(opened.iter().all(|byte| *byte == 0), "{name}: text of a forged message");
            }
            6 => {
                let tag = input.filled(len);
                assert!(aead.verify(&tag).is_err() || tag.len() < 8, "{name}: any tag");
                message = None;
            }
            7 => {
                let wanted = input.byte().into();
                if aead.set_tag_len(wanted).is_ok() {
                    // from the next message on
                    len = wanted;
                    other.set_tag_len(wanted).expect("as before");
                    message = aead.begin(&nonce).ok().map(|()| Message::default());
                }
            }
            _ => {
                // lengths that are not taken change nothing
                assert!(aead.finish(&mut [0; 99]).is_err() && aead.verify(&[0; 99]).is_err(), "{name}");
            }
        }
    }
}
