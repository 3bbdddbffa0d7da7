//! Tests that the time of message authentication codes does not depend on secrets: HMAC with each kernel of a hash
//! function, GMAC, SipHash and others, on every backend that is declared to be constant-time. The key and the message
//! are secret, and the nonce is not. MACs made of block ciphers are tested with the ciphers, and keyed hash functions
//! with the hash functions.

use crate::{
    ciphers::{Subject, only_blocks, step, subject},
    scope::{quick, wanted},
    sites::COMPARISON,
};
use bramah::{
    backend::{self, Choice},
    mac::{self, MAX_PRF},
};

/// Returns the names of the backends to test, for one message and for many.
fn backends(mac: &mac::Algorithm) -> Vec<&'static str> {
    let mut names = Vec::new();
    for info in mac.choices().into_iter().flat_map(backend::infos) {
        let sound = info.available && info.constant_time && wanted(info.name);
        if sound && !names.contains(&info.name) {
            names.push(info.name);
        }
    }
    names
}

#[test]
fn macs() {
    let (mut subjects, mut seen): (Vec<Subject>, Vec<&'static dyn Choice>) = (Vec::new(), Vec::new());
    let keyed = |mac: &mac::Algorithm| mac.hash().is_some_and(|hash| hash.name() == mac.name());
    for mac in mac::algorithms().filter(|mac| mac.kind().is_none() && !keyed(mac)) {
        // MACs with the same kernels differ little, so only one of them is tested on every backend
        let [one, many] = mac.choices();
        let first = !seen.iter().any(|other| std::ptr::addr_eq(*other, one));
        seen.push(one);
        if !first && (quick() || mac.hash().is_some()) {
            continue;
        }
        // the time of the code for single messages must not depend on secrets: this code is that of the backend to
        // test, or of the backend in use if the backend to test is only for many messages
        let sound = |choice, name| backend::infos(choice).any(|info| info.name == name && info.constant_time);
        for backend in backends(&mac) {
            if mac.cipher().is_some_and(|cipher| only_blocks(&cipher, backend)) {
                continue;
            }
            let on = mac.with_backend(backend).unwrap();
            let (len, lengths) = (on.tag_len(), on.key_len());
            let nonces = on.nonce_len();
            let nonce = vec![7; nonces.max.min(nonces.min.max(12))];
            let name = format!("{} on {backend}", mac.name());
            let block = on.hash().map_or(16, |hash| hash.info().block_len);
            // a backend for many messages does not affect the code for single messages
            let for_one = backend::infos(one).any(|info| info.name == backend);
            let chosen = backend::infos(one).any(|info| info.chosen && info.constant_time);
            if if for_one { !sound(one, backend) } else { !chosen } {
                continue;
            }
            for length in [len.max(block), len.max(3 * block + 5)] {
                let (nonce, on) = (nonce.clone(), on);
                let key_len = lengths.max.min(lengths.min.max(32));
                // short messages are verified with a wrong tag too
                let wrong = length == len.max(block);
                let comparisons = if wrong { 2 } else { 1 };
                let one = subject(format!("{name}, {length}"), key_len, length, move |key, out| {
                    let mut mac = on.begin(key, &nonce).unwrap();
                    mac.update(&out[..5]);
                    mac.update(&out[5..]);
                    // the tag is on the stack, because freed memory counts as public (`trace.rs`)
                    let mut tag = [0; MAX_PRF];
                    let tag = &mut tag[..len];
                    mac.finalize(tag).unwrap();
                    mac.reset();
                    mac.update(&*out);
                    mac.verify(tag).unwrap();
                    if wrong {
                        mac.reset();
                        mac.update(&*out);
                        tag[len - 1] ^= 1;
                        assert!(mac.verify(tag).is_err());
                        tag[len - 1] ^= 1;
                    }
                    out[..len].copy_from_slice(tag);
                    for (i, byte) in out.iter_mut().enumerate().skip(len) {
                        *byte = tag[i % len];
                    }
                });
                subjects.push(one.declassifying(COMPARISON, comparisons));
            }
            if !on.once() && sound(many, backend) && on.hash().is_some() && !quick() {
                let key_len = lengths.max.min(32);
                subjects.push(subject(format!("{name}, many"), key_len, 17 * len, move |key, out| {
                    let mut tags = [0; 17 * MAX_PRF];
                    let tags = &mut tags[..17 * len];
                    let messages: Vec<&[u8]> = out.chunks(len).collect();
                    on.begin(key, &[]).unwrap().many(&messages, tags).unwrap();
                    out.copy_from_slice(tags);
                    let messages: Vec<&[u8]> = out.chunks(len).collect();
                    on.many(&[key; 17], &messages, tags).unwrap();
                    out.copy_from_slice(tags);
                }));
            }
        }
    }
    step(subjects);
}
