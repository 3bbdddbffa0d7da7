//! Tests of compositions of a cipher and a MAC.

use super::{
    known::{self, bytes},
    random::{self, Random},
};
use bramah::{Error, encrypt_then_mac::Algorithm};
use bramah_vectors::Vector;

/// The length of the longest message, in bytes.
const LONGEST: usize = 5_000;

/// Runs all tests of a backend; returns the numbers of tests as text.
pub(super) fn test(on: Algorithm, cases: u32, random: &mut Random) -> Result<String, String> {
    let vectors = bramah_vectors::few::composition(on.info().name).unwrap_or_default();
    let known = known::all(vectors, |vector| answer(on, vector))?;
    let portable = on.with_backend("portable").map_err(|error| error.to_string())?;
    random::all(cases, || case(on, portable, random))?;
    Ok(format!("ok: {known} known answers; {cases} random cases"))
}

fn answer(on: Algorithm, vector: &Vector) -> Result<bool, Error> {
    let [key, nonce, ad, plaintext, mut sealed, tag] =
        ["key", "nonce", "ad", "plaintext", "ciphertext", "tag"].map(|field| bytes(vector, field));
    sealed.extend(tag);
    let composed = on.keyed(&key)?;
    let decrypted = composed.decrypt(&nonce, &ad, &sealed)? == plaintext;
    Ok(decrypted && composed.encrypt(&nonce, &ad, &plaintext)? == sealed)
}

/// Compares a random message on two backends; the inner `Err` names the difference.
fn case(on: Algorithm, portable: Algorithm, random: &mut Random) -> Result<Result<(), String>, Error> {
    let info = on.info();
    let (size, aad) = (random.length(LONGEST), random.length(999));
    let [text, aad, key, nonce] =
        [size, aad, info.key_len.max, info.nonce_len.max].map(|len| random.bytes(len));
    let expected = portable.keyed(&key)?.encrypt(&nonce, &aad, &text)?;
    let composed = on.keyed(&key)?;
    let same = composed.encrypt(&nonce, &aad, &text)? == expected;
    let opens = composed.decrypt(&nonce, &aad, &expected)? == text;
    Ok(if same && opens { Ok(()) } else { Err(format!("wrong result for a message of {size} bytes")) })
}
