//! Tests that nothing is read or written beyond a buffer: the key, the nonce, the message and the tag are each next to
//! a page without read and write access.

use crate::{
    common::Guarded,
    kit::{each, pattern, quick},
};

#[test]
fn every_buffer() {
    each(|subject| {
        let (key, nonce, block) = (subject.key(), subject.nonce(), subject.block());
        let most = 20 * block + 2;
        let data = pattern(most);
        let mut tag = vec![0; subject.begin().tag_len()];
        let [mut keys, mut nonces, mut messages, mut tags] =
            [key.len(), nonce.len(), most, tag.len()].map(Guarded::new);
        let near = [4, 8, 16, 17].into_iter().flat_map(|n| [n * block - 1, n * block, n * block + 1]);
        let step = if quick() { 13 } else { 3 };
        for length in (0..3 * block + 2).step_by(step).chain(near).chain([most]) {
            let message = &data[..length];
            for back in [false, true] {
                let begun = subject.on.begin(keys.holding(&key, back), nonces.holding(&nonce, back));
                let mut mac = begun.unwrap();
                mac.update(messages.holding(message, back));
                tag.fill(0);
                let made = tags.holding(&tag, back);
                mac.finalize(made).unwrap();
                tag.copy_from_slice(made);
                mac.reset();
                mac.update(message);
                assert_eq!(mac.verify(made), Ok(()), "{}: {length} bytes", subject.name);
            }
            assert_eq!(tag, subject.expected(message), "{}: {length} bytes", subject.name);
        }
    });
}
