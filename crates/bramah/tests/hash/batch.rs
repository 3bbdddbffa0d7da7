//! Tests that many messages hashed in one call have the same digests as messages hashed one after another.

use crate::common::all;
use crate::kit::{Random, Subject, digest, each_subject, pattern};

fn agree(subject: &Subject, messages: &[&[u8]], what: &str) {
    let length = subject.function.algorithm().output_len();
    let all = subject.many(messages);
    for (i, (message, out)) in messages.iter().zip(all.chunks(length)).enumerate() {
        let expected = digest(&subject.other, message);
        assert_eq!(out, expected, "{}: {what}, message {i} of {}", subject.name, messages.len());
    }
}

/// Hashes fewer messages than there are lanes, as many, and more; all have the same length, which is every length up to
/// two blocks.
#[test]
fn equal_lengths() {
    let data = pattern(1000);
    each_subject(|subject| {
        for count in [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 70] {
            let step = if count == 17 && (subject.plain || all()) { 1 } else { 13 };
            for length in (0..=2 * subject.block + 1).step_by(step) {
                let messages: Vec<&[u8]> = (0..count).map(|i| &data[i..][..length]).collect();
                agree(subject, &messages, &format!("{length} bytes"));
            }
        }
    });
}

/// Hashes messages of different lengths: irregular, increasing and decreasing ones, one long message among short ones,
/// and many empty ones.
#[test]
fn mixed_lengths() {
    let data = pattern(60_000);
    each_subject(|subject| {
        let mut random = Random(2);
        for round in 0..6 {
            let count = 1 + random.below(70);
            let messages: Vec<&[u8]> =
                (0..count).map(|_| &data[random.below(99)..][..random.below(6 * subject.block)]).collect();
            agree(subject, &messages, &format!("ragged {round}"));
        }
        let mut rising: Vec<&[u8]> = (0..50).map(|i| &data[..i * 11]).collect();
        agree(subject, &rising, "rising");
        rising.reverse();
        agree(subject, &rising, "falling");
        for long in [0, 1, 20, 39] {
            let mut messages = vec![&data[..3]; 40];
            messages[long] = &data[..9000];
            agree(subject, &messages, &format!("a long one at {long}"));
        }
        for other in [0, 35, 69] {
            let mut messages = vec![&data[..20]; 70];
            messages[other] = &data[..0];
            agree(subject, &messages, &format!("an empty one at {other}"));
        }
        agree(subject, &[&data[..0]; 40], "empty");
    });
}

#[test]
#[should_panic(expected = "a digest of 32 bytes for each message")]
fn an_output_of_another_length_is_refused() {
    bramah::hash::lookup("sha256").unwrap().hash_many(&[b"a"], &mut [0; 33]);
}
