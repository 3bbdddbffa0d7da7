//! Tests of MACs, except those that are tested together with their cipher.

use super::{
    cipher::tag,
    known::bytes,
    random::{self, Random},
};
use bramah::{Error, mac};
use bramah_vectors::Vector;

/// The length of the longest message, in bytes.
const LONGEST: usize = 1_000;
/// The maximum number of messages in a batch.
const BATCH_MAX: usize = 40;

/// Runs all tests of a backend; returns the numbers of tests as text.
pub(super) fn test(on: mac::Algorithm, cases: u32, random: &mut Random) -> Result<String, String> {
    let name = on.name();
    let mut known = 0;
    for file in bramah_vectors::macs() {
        // the vectors of `hmac-sha256` are in the file `hmac`
        if !name.starts_with(file) {
            continue;
        }
        for vector in
            bramah_vectors::few::mac(file).into_iter().flatten().filter(|vector| is_for(vector, file, &name))
        {
            let [key, nonce, message, expected] =
                ["key", "nonce", "message", "tag"].map(|field| bytes(&vector, field));
            match sections(on, &vector).and_then(|on| tag(on, &key, &nonce, &message, &mut || 61)) {
                Ok(found) if found == expected => known += 1,
                Ok(_) => return Err(format!("{vector}")),
                Err(error) => return Err(format!("{vector}: {error}")),
            }
        }
    }
    let portable = on.with_backend("portable").map_err(|error| error.to_string())?;
    let mut batches = 0;
    random::all(cases, || case(on, portable, random, &mut batches))?;
    Ok(format!("ok: {known} known answers; {cases} random cases, {batches} batches of messages"))
}

/// Returns the MAC with the section sizes of a vector, if it has any.
fn sections(on: mac::Algorithm, vector: &Vector) -> Result<mac::Algorithm, Error> {
    match ["section", "master_section"].map(|field| vector.number(field)) {
        [Some(section), Some(master)] => {
            on.with_sections(mac::Sections { section: section as usize, master: master as usize })
        }
        _ => Ok(on),
    }
}

fn is_for(vector: &Vector, file: &str, name: &str) -> bool {
    let whole = match vector.word("cipher").or(vector.word("hash")) {
        Some(inside) => format!("{file}-{inside}"),
        None => file.into(),
    };
    whole == name
}

fn case(
    on: mac::Algorithm,
    portable: mac::Algorithm,
    random: &mut Random,
    batches: &mut u32,
) -> Result<Result<(), String>, Error> {
    let keys = on.key_len();
    let key_len = keys.min + random.length(keys.max.min(keys.min + 300) - keys.min);
    let nonces = on.nonce_len();
    let nonce_len = nonces.max.min(nonces.min.max(1 + random.length(20)));
    let (key, nonce, size) = (random.bytes(key_len), random.bytes(nonce_len), random.length(LONGEST));
    let message = random.bytes(size);
    let expected = tag(portable, &key, &nonce, &message, &mut || usize::MAX)?;
    let mut pieces = || 1 + random.length(200);
    if tag(on, &key, &nonce, &message, &mut pieces)? != expected {
        return Ok(Err(format!("wrong tag for a message of {size} bytes, in pieces")));
    }
    if on.once() || random.length(20) > 0 {
        return Ok(Ok(()));
    }
    *batches += 1;
    let mut mac = on.begin(&key, &nonce)?;
    let texts: Vec<Vec<u8>> = (0..random.length(BATCH_MAX))
        .map(|_| {
            let size = random.length(LONGEST / 3);
            random.bytes(size)
        })
        .collect();
    let messages: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
    let mut tags = vec![0; messages.len() * mac.tag_len()];
    mac.many(&messages, &mut tags)?;
    for (message, found) in messages.iter().zip(tags.chunks(mac.tag_len())) {
        if tag(portable, &key, &nonce, message, &mut || usize::MAX)? != found {
            return Ok(Err(format!(
                "wrong tag for a message of {} bytes, in a batch of messages",
                message.len()
            )));
        }
    }
    Ok(Ok(()))
}
