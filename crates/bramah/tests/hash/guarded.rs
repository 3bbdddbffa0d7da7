//! Tests that nothing is read or written beyond a buffer: each buffer is next to a page without read and write access.

use crate::common::Guarded;
use crate::kit::{digest, each_subject, pattern};

#[test]
fn one_message() {
    each_subject(|subject| {
        let data = pattern(4 * subject.block + 1);
        let out_len = subject.function.algorithm().output_len();
        let (mut input, mut output) = (Guarded::new(data.len()), Guarded::new(out_len));
        for length in 0..=data.len() {
            let expected = digest(&subject.other, &data[..length]);
            let message = input.front(length);
            message.copy_from_slice(&data[..length]);
            subject.function.digest(message, output.front(out_len));
            assert_eq!(output.front(out_len), expected, "{}: {length} bytes", subject.name);
            let message = input.back(length);
            message.copy_from_slice(&data[..length]);
            subject.function.digest(message, output.back(out_len));
            assert_eq!(output.back(out_len), expected, "{}: {length} bytes", subject.name);
            let mut hasher = subject.function.hasher();
            let (head, tail) = input.back(length).split_at(length / 3);
            hasher.update(head);
            hasher.update(tail);
            hasher.finalize_reset_into(output.back(out_len));
            assert_eq!(output.back(out_len), expected, "{}: {length} bytes in two", subject.name);
        }
    });
}

#[test]
fn many_messages() {
    const COUNT: usize = 17;
    each_subject(|subject| {
        let out_len = subject.function.algorithm().output_len();
        let mut inputs: Vec<Guarded> = (0..COUNT).map(|_| Guarded::new(8192)).collect();
        let mut output = Guarded::new(COUNT * out_len);
        for length in (0..=3 * subject.block).step_by(7) {
            let data = pattern(length + COUNT);
            let mut messages: Vec<&[u8]> = Vec::new();
            for (i, input) in inputs.iter_mut().enumerate() {
                let message = if i % 2 == 0 { input.front(length + i) } else { input.back(length + i) };
                message.copy_from_slice(&data[..length + i]);
                messages.push(message);
            }
            let expected: Vec<u8> = messages.iter().flat_map(|m| digest(&subject.other, m)).collect();
            subject.function.hash_many(&messages, output.front(COUNT * out_len));
            assert_eq!(output.front(COUNT * out_len), expected, "{}: {length} bytes", subject.name);
            subject.function.hash_many(&messages, output.back(COUNT * out_len));
            assert_eq!(output.back(COUNT * out_len), expected, "{}: {length} bytes", subject.name);
        }
    });
}
