//! Tests of stream ciphers, and of authenticated schemes that are not modes of block ciphers.

use super::{
    cipher::{authenticated as meets, seal},
    known::{self, bytes},
    random::{self, Random},
};
use bramah::{ByteLengths, Error, aead, stream};
use bramah_vectors::Vector;

/// The length of the longest message, in bytes.
const LONGEST: usize = 5_000;

/// Runs all tests of a backend; returns the numbers of tests as text.
pub(super) fn test(on: stream::Algorithm, cases: u32, random: &mut Random) -> Result<String, String> {
    let name = on.info().name;
    let files = bramah_vectors::streams().iter().filter_map(|file| bramah_vectors::few::stream(file));
    let mine = |vector: &Vector| {
        let cipher = vector.word("cipher").and_then(|cipher| stream::lookup(cipher).ok());
        cipher.is_some_and(|cipher| cipher.info().name == name)
    };
    let known = known::all(files.flatten().filter(mine), |vector| answer(on, vector))?;
    let portable = on.with_backend("portable").map_err(|error| error.to_string())?;
    random::all(cases, || case(on, portable, random))?;
    Ok(format!("ok: {known} known answers; {cases} random cases"))
}

fn answer(mut on: stream::Algorithm, vector: &Vector) -> Result<bool, Error> {
    if let Some(rounds) = vector.number("rounds") {
        on = on.with_rounds(rounds as u32)?;
    }
    let [key, nonce, mut text, ciphertext] =
        ["key", "nonce", "plaintext", "ciphertext"].map(|field| bytes(vector, field));
    let [blocks, skip] = ["counter", "skip"].map(|field| vector.number(field).unwrap_or(0));
    let mut stream = on.begin(&key, &nonce)?;
    match 64 * u128::from(blocks) + u128::from(skip) {
        0 => {}
        position => match stream.seek(position) {
            Err(Error::NoSeek) => stream.keystream(&mut vec![0; position as usize])?,
            done => done?,
        },
    }
    for piece in text.chunks_mut(61) {
        stream.apply(piece)?;
    }
    Ok(text == ciphertext)
}

/// Returns one of the valid lengths.
fn length(lengths: ByteLengths, random: &mut Random) -> usize {
    let steps = (lengths.max - lengths.min) / lengths.step;
    lengths.min + random.next() as usize % (steps.min(40) + 1) * lengths.step
}

/// Compares a random message on two backends: as a whole, in pieces, and from a position within the keystream.
fn case(
    on: stream::Algorithm,
    portable: stream::Algorithm,
    random: &mut Random,
) -> Result<Result<(), String>, Error> {
    let info = on.info();
    let (size, key, nonce) =
        (random.length(LONGEST), length(info.key_len, random), length(info.nonce_len, random));
    let (text, key, nonce) = (random.bytes(size), random.bytes(key), random.bytes(nonce));
    let mut expected = text.clone();
    portable.begin(&key, &nonce)?.apply(&mut expected[..])?;
    let mut stream = on.begin(&key, &nonce)?;
    let mut found = text.clone();
    stream.apply(&mut found[..])?;
    if found != expected {
        return Ok(Err(format!("wrong result for a message of {size} bytes")));
    }
    stream.reset(&nonce)?;
    let mut rest = &mut found[..];
    while !rest.is_empty() {
        let (piece, more) = rest.split_at_mut((1 + random.length(999)).min(rest.len()));
        stream.apply(piece)?;
        rest = more;
    }
    if found != text {
        return Ok(Err(format!("wrong result for a message of {size} bytes, in pieces")));
    }
    let from = random.length(size);
    if stream.seek(from as u128) != Err(Error::NoSeek) {
        stream.apply(&mut found[from..])?;
        if found[from..] != expected[from..] {
            return Ok(Err(format!("wrong result for a message of {size} bytes, from byte {from} on")));
        }
    }
    Ok(Ok(()))
}

/// Runs all tests of a backend of an AEAD scheme; returns the numbers of tests as text.
pub(super) fn authenticated(on: aead::Algorithm, cases: u32, random: &mut Random) -> Result<String, String> {
    let vectors = bramah_vectors::few::aead(&on.name()).unwrap_or_default();
    let known = known::all(vectors, |vector| meets(on, vector))?;
    let portable = on.with_backend("portable").map_err(|error| error.to_string())?;
    random::all(cases, || sealed(on, portable, random))?;
    Ok(format!("ok: {known} known answers; {cases} random cases"))
}

fn sealed(
    on: aead::Algorithm,
    portable: aead::Algorithm,
    random: &mut Random,
) -> Result<Result<(), String>, Error> {
    let (size, header) = (random.length(LONGEST), random.length(999));
    let header = if on.takes_header() { header } else { 0 };
    let (key, nonce) = (length(on.key_len(), random), length(on.nonce_len(), random));
    let [text, header, key, nonce] = [size, header, key, nonce].map(|len| random.bytes(len));
    let len = on.tag_len().max;
    let expected = seal(&portable.keyed(&key)?, &nonce, &header, &text, len)?;
    let aead = on.keyed(&key)?;
    let same = seal(&aead, &nonce, &header, &text, len)? == expected;
    let (mut opened, tag) = expected;
    let opens = aead.open(&nonce, &header, &mut opened[..], &tag).is_ok() && opened == text;
    Ok(if same && opens { Ok(()) } else { Err(format!("wrong result for a message of {size} bytes")) })
}
