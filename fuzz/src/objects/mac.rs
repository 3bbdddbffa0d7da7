use super::pick;
use crate::Input;
use bramah::mac;

/// Tests a MAC: after any calls, the tag must be that of the message so far and verify, and other tags must not.
pub(super) fn run(input: &mut Input<'_>) {
    let all: Vec<_> = mac::algorithms().collect();
    let algorithm = pick(input, all.iter());
    let name = algorithm.name();
    let lengths = [algorithm.key_len(), algorithm.nonce_len()];
    let lengths = lengths.map(|lengths| lengths.min + input.below((lengths.max - lengths.min).min(300) + 2));
    let [key, nonce] = lengths.map(|len| input.filled(len));
    let Ok(mut mac) = algorithm.begin(&key, &nonce) else { return };
    let mut other = mac.clone();
    let mut expected = |message: &[u8]| {
        let mut tag = vec![0; algorithm.tag_len()];
        other.reset();
        other.tag(message, &mut tag).unwrap_or_else(|error| panic!("{name}: {error}"));
        tag
    };
    let (mut message, mut spent) = (Vec::new(), false);
    let mut tag = vec![0; algorithm.tag_len()];
    while !input.is_empty() {
        match input.byte() % 7 {
            0 | 1 => {
                let more = input.message();
                mac.update(&more);
                message.extend_from_slice(&more);
            }
            2 => {
                let ended = mac.finalize(&mut tag);
                assert_eq!(ended.is_err(), spent, "{name}: {ended:?}");
                if !spent {
                    assert_eq!(tag, expected(&message), "{name}: {} bytes", message.len());
                    (message, spent) = (Vec::new(), algorithm.once());
                }
            }
            3 => {
                let mut right = expected(&message);
                let wrong = input.byte();
                let at = usize::from(wrong) % right.len();
                right[at] ^= wrong & 1;
                let verified = mac.verify(&right);
                assert_eq!(verified.is_ok(), wrong & 1 == 0 && !spent, "{name}: {verified:?}");
                if !spent {
                    (message, spent) = (Vec::new(), algorithm.once());
                }
            }
            4 => {
                mac.reset();
                (message, spent) = (Vec::new(), false);
            }
            5 => {
                mac.renew(&nonce).expect("the same nonce");
                (message, spent) = (Vec::new(), false);
            }
            _ => mac = mac.clone(),
        }
    }
}
