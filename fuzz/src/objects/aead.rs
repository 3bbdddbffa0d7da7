use super::pick;
use crate::Input;
use bramah::{
    Error,
    aead::{self, Aead, AnyScheme, Message},
    mode::Direction,
};

/// A message in progress: its associated data, its direction if it is known already, and its input and output so far.
struct Begun<'a> {
    message: Message<'a, AnyScheme>,
    header: Vec<u8>,
    way: Option<Direction>,
    from: Vec<u8>,
    to: Vec<u8>,
}

impl<'a> Begun<'a> {
    fn new(aead: &'a Aead<AnyScheme>, nonce: &[u8]) -> Option<Self> {
        let message = aead.begin(nonce).ok()?;
        Some(Self { message, header: Vec::new(), way: None, from: Vec::new(), to: Vec::new() })
    }
}

/// Tests authenticated encryption: calls in any order must have the result of a single call.
pub(super) fn run(input: &mut Input<'_>) {
    let all: Vec<_> = aead::algorithms().collect();
    let algorithm = pick(input, all.iter());
    let name = algorithm.name();
    let lengths = [algorithm.key_len(), algorithm.nonce_len()];
    let lengths = lengths.map(|lengths| lengths.min + input.below((lengths.max - lengths.min).min(70) + 2));
    let [key, nonce] = lengths.map(|len| input.filled(len));
    let Ok(mut aead) = algorithm.keyed(&key) else { return };
    // a tag of another length belongs to another key object, which serves the messages that follow
    while !input.is_empty() {
        messages(input, &name, &aead, &nonce);
        let wanted = input.byte().into();
        let taken = aead.set_tag_len(wanted).is_ok();
        assert_eq!(taken, algorithm.tag_len().contains(wanted), "{name}: tags of {wanted} bytes");
    }
}

/// Makes calls in any order, until one that changes the length of tags.
fn messages(input: &mut Input<'_>, name: &str, aead: &Aead<AnyScheme>, nonce: &[u8]) {
    let mut begun: Option<Begun<'_>> = None;
    while !input.is_empty() {
        match input.byte() % 9 {
            0 => begun = Begun::new(aead, nonce),
            8 if begun.is_none() => at_once(input, name, aead, nonce),
            1 => {
                let more = input.message();
                let Some(begun) = &mut begun else { continue };
                let took = begun.message.header(&more);
                assert!(took.is_err() || begun.way.is_none(), "{name}: a header out of order");
                if took.is_ok() {
                    begun.header.extend_from_slice(&more);
                }
            }
            2..5 => {
                let way =
                    if input.byte().is_multiple_of(8) { Direction::Decrypt } else { Direction::Encrypt };
                let piece = input.message();
                let mut out = piece.clone();
                let Some(begun) = &mut begun else { continue };
                let took = begun.message.update(way, &mut out[..]);
                let other = begun.way.is_some_and(|begun| begun != way);
                assert_eq!(took.is_err(), other, "{name}: {took:?}");
                if took.is_ok() {
                    begun.way = Some(way);
                    begun.from.extend_from_slice(&piece);
                    begun.to.extend_from_slice(&out);
                }
            }
            5 => {
                if let Some(begun) = begun.take() {
                    ended(input, name, aead, nonce, begun);
                }
            }
            6 => {
                let Some(begun) = begun.take() else { continue };
                let len = input.below(20);
                let tag = input.filled(len);
                assert!(begun.message.verify(&tag).is_err() || tag.len() < 8, "{name}: any tag");
            }
            7 => return,
            _ => {
                let Some(begun) = begun.take() else { continue };
                let refused = if input.byte().is_multiple_of(2) {
                    begun.message.finish(&mut [0; 199])
                } else {
                    begun.message.verify(&[0; 199])
                };
                assert!(refused.is_err(), "{name}: a tag of 199 bytes");
            }
        }
    }
}

/// Tests a whole message, for schemes that take no messages in parts.
fn at_once(input: &mut Input<'_>, name: &str, aead: &Aead<AnyScheme>, nonce: &[u8]) {
    let [header, text] = [input.message(), input.message()];
    let (mut sealed, mut tag) = (text.clone(), vec![0; aead.verified_len()]);
    if aead.seal(nonce, &header, &mut sealed[..], &mut tag).is_ok() {
        assert_eq!(aead.open(nonce, &header, &mut sealed[..], &tag), Ok(()), "{name}");
        assert!(sealed == text, "{name}: opened");
    }
}

/// Ends a message, and compares it with sealing and opening it in one call each.
fn ended(input: &mut Input<'_>, name: &str, aead: &Aead<AnyScheme>, nonce: &[u8], begun: Begun<'_>) {
    let Begun { message, header, way, from, to } = begun;
    let len = aead.verified_len();
    let decrypts = way == Some(Direction::Decrypt);
    let (text, sealed) = if decrypts { (to, from) } else { (from, to) };
    let (mut again, mut tag) = (text.clone(), vec![0; len]);
    if let Err(error) = aead.seal(nonce, &header, &mut again[..], &mut tag) {
        // MGM and the GCM of DSTU 7624 refuse messages with neither text nor associated data
        assert!(header.is_empty() && text.is_empty(), "{name}: {error}");
        if !decrypts {
            assert_eq!(message.finish(&mut tag), Err(error), "{name}");
        }
        return;
    }
    assert!(again == sealed, "{name}: in pieces");
    if !decrypts {
        let mut ended = vec![0; len];
        assert_eq!(message.finish(&mut ended), Ok(()), "{name}");
        assert!(ended == tag, "{name}: the tag in pieces");
    } else if input.byte().is_multiple_of(2) {
        assert_eq!(
            message.finish(&mut tag.clone()),
            Err(Error::Decrypted),
            "{name}: the tag of a message to check"
        );
    } else {
        assert_eq!(message.verify(&tag), Ok(()), "{name}: opened in pieces");
    }
    let mut opened = sealed.clone();
    assert_eq!(aead.open(nonce, &header, &mut opened[..], &tag), Ok(()), "{name}");
    let at = input.below(len);
    tag[at] ^= 1 << (at % 8);
    let mut opened = sealed.clone();
    assert!(aead.open(nonce, &header, &mut opened[..], &tag).is_err(), "{name}: a forged tag");
    assert!(opened.iter().all(|byte| *byte == 0), "{name}: text of a forged message");
}
