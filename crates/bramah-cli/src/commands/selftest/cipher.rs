//! Tests of block ciphers in all modes, in both directions, and in all MACs, key wraps and other algorithms built on
//! them.

use super::{known::bytes, random::Random};
use bramah::{
    ByteLengths, Error, InOut, Increment,
    aead::{self, Aead, AnyScheme},
    block::{Algorithm, Chained},
    fpe,
    key_wrap::{self, Form},
    mac::{self, Construction},
    mode::{self, Direction, Ending, MODES, Mode, Padding, Stealing, encrypt_many},
};
use bramah_vectors::Vector;

/// Runs all tests of a backend; returns the numbers of tests as text.
pub(super) fn test(on: Algorithm, cases: u32, random: &mut Random) -> Result<String, String> {
    let known = known(on)?;
    // the backends are listed best first; the last one is the portable one
    let last = on.backends_available().last().copied().unwrap_or_default();
    let other = on.with_backend(last).map_err(|error| error.to_string())?;
    let mut batches = 0;
    for number in 0..cases {
        let fail = |error: Error| error.to_string();
        let done = case(on, other, number, random).map_err(fail);
        done.and_then(|same| same).map_err(|what| format!("random case {number} failed: {what}"))?;
        if number % 10 == 0 {
            batches += 1;
            let done = batch(on, random).map_err(fail);
            done.and_then(|same| same)
                .map_err(|what| format!("random case {number} failed in a batch of messages: {what}"))?;
        }
    }
    Ok(format!("ok: {known} known answers; {cases} random cases, {batches} batches of messages"))
}

/// Tests the cipher with the vectors that the command carries; returns their number.
fn known(on: Algorithm) -> Result<usize, String> {
    let info = on.info();
    let mut count = 0;
    let mut meet = |vector: &Vector, met: Result<bool, Error>| match met {
        Ok(true) => {
            count += 1;
            Ok(())
        }
        Ok(false) => Err(format!("{vector}")),
        Err(error) => Err(format!("{vector}: {error}")),
    };
    for vector in bramah_vectors::few::block(info.family).unwrap_or_default() {
        let (key, text) = (vector.require("key").len(), vector.require("plaintext").len());
        let is_named = vector.word("cipher").is_none_or(|name| name == info.name);
        if is_named && on.key_lengths().contains(key) && text == info.block_len {
            meet(&vector, block(on, &vector))?;
        }
    }
    let mine = |vector: &Vector| vector.word("cipher") == Some(info.name);
    for mode in MODES {
        for vector in bramah_vectors::few::mode(mode.name).unwrap_or_default().into_iter().filter(mine) {
            meet(&vector, in_mode(mode::Algorithm::new(on, mode), &vector))?;
        }
    }
    for kind in Construction::ALL {
        for vector in bramah_vectors::few::mac(kind.name()).unwrap_or_default().into_iter().filter(mine) {
            meet(&vector, tagged(mac::Algorithm::new(kind, on), &vector))?;
        }
    }
    for mode in aead::MODES {
        for vector in bramah_vectors::few::aead(mode.name).unwrap_or_default().into_iter().filter(mine) {
            meet(&vector, aead::Algorithm::new(on, mode).and_then(|on| authenticated(on, &vector)))?;
        }
    }
    for form in Form::ALL {
        for vector in bramah_vectors::few::wrap(form.name()).unwrap_or_default().into_iter().filter(mine) {
            meet(&vector, key_wrap::Algorithm::new(on, form).and_then(|on| wrapped(on, &vector)))?;
        }
    }
    for vector in bramah_vectors::few::fpe("ff1").unwrap_or_default().into_iter().filter(mine) {
        meet(&vector, fpe::Algorithm::new(on).and_then(|on| preserved(on, &vector)))?;
    }
    if count > 0 { Ok(count) } else { Err("no known answers".into()) }
}

fn preserved(on: fpe::Algorithm, vector: &Vector) -> Result<bool, Error> {
    let radix = vector.number("radix").and_then(|radix| u32::try_from(radix).ok()).unwrap_or(0);
    let numerals = |field| -> Vec<u16> {
        let bytes = bytes(vector, field);
        match radix {
            ..=256 => bytes.into_iter().map(u16::from).collect(),
            _ => bytes.as_chunks().0.iter().map(|pair| u16::from_be_bytes(*pair)).collect(),
        }
    };
    let [key, tweak] = ["key", "tweak"].map(|field| bytes(vector, field));
    let [plaintext, ciphertext] = ["plaintext", "ciphertext"].map(numerals);
    let (ff1, mut text) = (on.keyed(&key, radix)?, plaintext.clone());
    ff1.encrypt(&tweak, &mut text)?;
    let same = text == ciphertext;
    ff1.decrypt(&tweak, &mut text)?;
    Ok(same && text == plaintext)
}

fn wrapped(on: key_wrap::Algorithm, vector: &Vector) -> Result<bool, Error> {
    let [key, plaintext, wrapped] = ["key", "plaintext", "ciphertext"].map(|field| bytes(vector, field));
    let key = on.keyed(&key)?;
    Ok(key.wrap(&plaintext)? == wrapped && key.unwrap(&wrapped)? == plaintext)
}

fn block(on: Algorithm, vector: &Vector) -> Result<bool, Error> {
    let on = match vector.bytes("tweak") {
        Some(_) => on.with_tweak(&bytes(vector, "tweak"))?,
        None => on,
    };
    let on = match vector.number("effective") {
        Some(bits) => on.with_effective_bits(bits.try_into().unwrap_or(0))?,
        None => on,
    };
    let cipher = on.keyed(&bytes(vector, "key"))?;
    let plaintext = bytes(vector, "plaintext");
    let mut block = plaintext.clone();
    let times = vector.number("iterations").unwrap_or(1);
    for _ in 0..times {
        cipher.encrypt_blocks(&mut block)?;
    }
    let encrypted = block == vector.require("ciphertext").literal();
    for _ in 0..times {
        cipher.decrypt_blocks(&mut block)?;
    }
    Ok(encrypted && block == plaintext)
}

fn in_mode(mut on: mode::Algorithm, vector: &Vector) -> Result<bool, Error> {
    let word = |field| vector.word(field).unwrap_or_default();
    if let Some(increment) = Increment::from_name(word("increment")) {
        on = on.with_increment(increment)?;
    }
    if let Some(section) = vector.number("section") {
        on = on.with_section(section as usize)?;
    }
    if let Some(stealing) = Stealing::from_name(word("stealing")) {
        on = on.with_ending(Ending::Stolen(stealing))?;
    }
    let padding = Padding::from_name(word("padding"));
    if let Some(padding) = padding {
        on = on.with_ending(Ending::Padded(padding))?;
    }
    let [key, iv, plaintext, ciphertext] =
        ["key", "iv", "plaintext", "ciphertext"].map(|field| bytes(vector, field));
    let mut decrypted = plaintext.clone();
    if padding == Some(Padding::Zero) {
        decrypted.resize(ciphertext.len(), 0);
    }
    for piece in [usize::MAX, 61] {
        let mut pieces = || piece;
        if message(on, &key, &iv, Direction::Encrypt, &plaintext, &mut pieces)? != ciphertext
            || message(on, &key, &iv, Direction::Decrypt, &ciphertext, &mut pieces)? != decrypted
        {
            return Ok(false);
        }
    }
    Ok(true)
}

fn tagged(on: mac::Algorithm, vector: &Vector) -> Result<bool, Error> {
    let tag = tag(on, &bytes(vector, "key"), &[], &bytes(vector, "message"), &mut || 61)?;
    // the expected tag may be truncated
    let expected = vector.require("tag").literal();
    Ok(tag.get(..expected.len()) == Some(expected))
}

pub(super) fn authenticated(on: aead::Algorithm, vector: &Vector) -> Result<bool, Error> {
    let mut keyed = on.keyed(&bytes(vector, "key"))?;
    let [nonce, ad, plaintext] = ["nonce", "ad", "plaintext"].map(|field| bytes(vector, field));
    let expected = vector.require("tag").literal();
    let sealed = seal(&keyed, &nonce, &ad, &plaintext, expected.len())?;
    let mut opened = bytes(vector, "ciphertext");
    keyed.set_tag_len(expected.len())?;
    Ok(sealed == (opened.clone(), expected.to_vec())
        && keyed.open(&nonce, &ad, &mut opened[..], expected).is_ok()
        && opened == plaintext)
}

/// Encrypts or decrypts a whole message, in pieces of these lengths.
fn message(
    on: mode::Algorithm,
    key: &[u8],
    iv: &[u8],
    direction: Direction,
    mut input: &[u8],
    pieces: &mut dyn FnMut() -> usize,
) -> Result<Vec<u8>, Error> {
    let mut crypter = on.begin(key, iv, direction)?;
    // the longest block has 128 bytes, and two blocks may be held back
    let mut out = vec![0; input.len() + 256];
    let mut len = 0;
    while !input.is_empty() {
        let piece;
        (piece, input) = input.split_at(pieces().min(input.len()));
        len += crypter.update(piece, &mut out[len..])?;
    }
    len += crypter.finalize(&mut out[len..])?;
    out.truncate(len);
    Ok(out)
}

pub(super) fn tag(
    on: mac::Algorithm,
    key: &[u8],
    nonce: &[u8],
    mut message: &[u8],
    pieces: &mut dyn FnMut() -> usize,
) -> Result<Vec<u8>, Error> {
    let mut mac = on.begin(key, nonce)?;
    while !message.is_empty() {
        let piece;
        (piece, message) = message.split_at(pieces().min(message.len()));
        mac.update(piece);
    }
    let mut tag = vec![0; on.tag_len()];
    mac.finalize(&mut tag)?;
    Ok(tag)
}

pub(super) fn seal(
    aead: &Aead<AnyScheme>,
    nonce: &[u8],
    ad: &[u8],
    plaintext: &[u8],
    tag_len: usize,
) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let (mut text, mut tag) = (plaintext.to_vec(), vec![0; tag_len]);
    aead.seal(nonce, ad, &mut text[..], &mut tag)?;
    Ok((text, tag))
}

/// The length of the longest message, in bytes.
const LONGEST: usize = 5_000;

/// Returns one of the kinds of MACs that are defined over a cipher.
fn kind(on: Algorithm, random: &mut Random) -> Construction {
    let start = random.next() as usize;
    let mut kinds = Construction::ALL.into_iter().cycle().skip(start % Construction::ALL.len());
    kinds.find(|kind| kind.takes(&on)).unwrap_or(Construction::Cmac)
}

/// A use of a cipher that random cases test.
enum Way {
    Mode(&'static mode::Info),
    Mac(Construction),
    Aead(&'static aead::Mode),
    Wrap(Form),
    Preserve,
}

/// Returns all uses of a cipher. The random cases test them in turn.
fn ways(on: Algorithm) -> Vec<Way> {
    let modes = MODES.iter().filter(|info| info.takes(&on)).map(Way::Mode);
    let macs = Construction::ALL.into_iter().filter(|kind| kind.takes(&on)).map(Way::Mac);
    let aeads = aead::MODES.iter().filter(|mode| mode.takes(&on)).map(Way::Aead);
    let forms =
        Form::ALL.into_iter().filter(|form| key_wrap::Algorithm::new(on, *form).is_ok()).map(Way::Wrap);
    let numerals = fpe::Algorithm::new(on).is_ok().then_some(Way::Preserve);
    modes.chain(macs).chain(aeads).chain(forms).chain(numerals).collect()
}

/// Compares a random message on two backends, in the use of the cipher that case `number` tests; the inner `Err` names
/// the difference.
fn case(
    on: Algorithm,
    other: Algorithm,
    number: u32,
    random: &mut Random,
) -> Result<Result<(), String>, Error> {
    let size = random.length(LONGEST);
    let text = random.bytes(size);
    let ways = ways(on);
    let key = random.bytes(on.key_len());
    let same = match &ways[number as usize % ways.len()] {
        Way::Mode(info) => {
            return in_random_mode([on, other].map(|on| mode::Algorithm::new(on, info)), text, random);
        }
        Way::Wrap(form) => {
            let [on, other] = [on, other].map(|on| key_wrap::Algorithm::new(on, *form));
            return wraps(on?, other?, &key, random);
        }
        Way::Preserve => return preserves([on, other].map(fpe::Algorithm::new), &key, random),
        Way::Mac(kind) => {
            let [on, other] = [on, other].map(|on| mac::Algorithm::new(*kind, on));
            let expected = tag(other, &key, &[], &text, &mut || usize::MAX)?;
            let same = tag(on, &key, &[], &text, &mut || 1 + random.length(999))? == expected;
            if same { Ok(()) } else { Err(on.name()) }
        }
        Way::Aead(mode) => {
            let [on, other] = [aead::Algorithm::new(on, mode)?, aead::Algorithm::new(other, mode)?];
            let nonces = on.nonce_len();
            let (nonce_len, ad_len) =
                (nonces.min + random.length((nonces.max - nonces.min).min(99)), 1 + random.length(99));
            let (mut nonce, ad) = (random.bytes(nonce_len), random.bytes(ad_len));
            if let (Some(first), "mgm") = (nonce.first_mut(), mode.name) {
                *first &= 0x7f;
            }
            let key = random.bytes(on.key_len().max);
            let (keyed, len) = (on.keyed(&key)?, on.tag_len().max);
            let expected = seal(&other.keyed(&key)?, &nonce, &ad, &text, len)?;
            let same = seal(&keyed, &nonce, &ad, &text, len)? == expected;
            let (mut opened, tag) = expected;
            let opens = keyed.open(&nonce, &ad, &mut opened[..], &tag).is_ok() && opened == text;
            if same && opens { Ok(()) } else { Err(on.name()) }
        }
    };
    Ok(same.map_err(|what| format!("wrong result of {what} for a message of {size} bytes")))
}

/// Compares the encryption of random numerals on two backends.
fn preserves(
    [on, other]: [Result<fpe::Algorithm, Error>; 2],
    key: &[u8],
    random: &mut Random,
) -> Result<Result<(), String>, Error> {
    let (on, radix) = (on?, 2 + random.length(254) as u32);
    let (ff1, other) = (on.keyed(key, radix)?, other?.keyed(key, radix)?);
    let (len, tweak_len) = (ff1.min_len() + random.length(60), random.length(40));
    let tweak = random.bytes(tweak_len);
    let text: Vec<u16> = random.bytes(len).into_iter().map(|byte| u16::from(byte) % radix as u16).collect();
    let (mut one, mut expected) = (text.clone(), text.clone());
    ff1.encrypt(&tweak, &mut one)?;
    other.encrypt(&tweak, &mut expected)?;
    let same = one == expected;
    ff1.decrypt(&tweak, &mut one)?;
    Ok(if same && one == text {
        Ok(())
    } else {
        Err(format!("wrong result of {} for {len} numerals with radix {radix}", on.name()))
    })
}

/// Compares the wrapped forms of a random key on two backends.
fn wraps(
    on: key_wrap::Algorithm,
    other: key_wrap::Algorithm,
    key: &[u8],
    random: &mut Random,
) -> Result<Result<(), String>, Error> {
    let lengths = on.form().key_lengths(on.cipher().block_len());
    let steps = random.length(9);
    let wrapping = random.bytes(lengths.min + lengths.step * steps);
    let (keyed, expected) = (on.keyed(key)?, other.keyed(key)?.wrap(&wrapping)?);
    let same = keyed.wrap(&wrapping)? == expected && keyed.unwrap(&expected)? == wrapping;
    Ok(if same {
        Ok(())
    } else {
        Err(format!("wrong result of {} for a key of {} bytes", on.name(), wrapping.len()))
    })
}

fn in_random_mode(
    algorithms: [mode::Algorithm; 2],
    mut text: Vec<u8>,
    random: &mut Random,
) -> Result<Result<(), String>, Error> {
    let [mut on, mut other] = algorithms;
    let block = on.cipher().block_len();
    let number = random.next() as usize;
    let mut shortest = 0;
    match on.mode() {
        Mode::Ecb(_) | Mode::Cbc(_) => {
            let ending = match Padding::ALL.get(number % 5) {
                // zero padding cannot be distinguished from zeros at the end of the message
                Some(Padding::Zero) => Ending::Whole,
                Some(padding) => Ending::Padded(*padding),
                None => Ending::Stolen(Stealing::ALL[number / 5 % 3]),
            };
            match ending {
                Ending::Whole => text.truncate(text.len() / block * block),
                Ending::Padded(_) => {}
                Ending::Stolen(_) => shortest = block,
            }
            (on, other) = (on.with_ending(ending)?, other.with_ending(ending)?);
        }
        Mode::Ctr(_) => {
            let increment = Increment::ALL[number % Increment::ALL.len()];
            (on, other) = (on.with_increment(increment)?, other.with_increment(increment)?);
        }
        Mode::Kxts | Mode::Xts => shortest = block,
        // these modes encrypt a whole block for each byte or bit
        Mode::Cfb8 => text.truncate(text.len() / block),
        Mode::Cfb1 => text.truncate(text.len() / (8 * block)),
        _ => {}
    }
    text.resize(text.len().max(shortest), 0);
    let key = random.bytes(on.key_len());
    let ByteLengths { min, max, step } = on.iv_lengths();
    let iv_len = min + step * random.length((max - min) / step);
    let iv = random.bytes(iv_len);
    let expected = message(other, &key, &iv, Direction::Encrypt, &text, &mut || usize::MAX)?;
    let longest = text.len().clamp(1, 1000) - 1;
    let mut pieces = || 1 + random.length(longest);
    let what =
        format!("wrong result of {} ({:?}) for a message of {} bytes", on.name(), on.mode(), text.len());
    for (direction, from, to) in
        [(Direction::Encrypt, &text, &expected), (Direction::Decrypt, &expected, &text)]
    {
        if message(on, &key, &iv, direction, from, &mut || usize::MAX)? != *to {
            return Ok(Err(what));
        }
        if message(on, &key, &iv, direction, from, &mut pieces)? != *to {
            return Ok(Err(format!("{what}, in pieces")));
        }
    }
    Ok(Ok(()))
}

/// The maximum number of messages in a batch.
const BATCH_MAX: usize = 50;

/// Compares the results for a batch of messages with the results for each message by itself.
fn batch(on: Algorithm, random: &mut Random) -> Result<Result<(), String>, Error> {
    let block = on.block_len();
    let sizes: Vec<usize> = (0..random.length(BATCH_MAX)).map(|_| random.length(LONGEST / 10)).collect();
    let key = random.bytes(on.key_len());
    let kind = kind(on, random);
    let mac = mac::Algorithm::new(kind, on);
    let texts: Vec<Vec<u8>> = sizes.iter().map(|size| random.bytes(*size)).collect();
    let messages: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
    let mut tags = vec![0; messages.len() * mac.tag_len()];
    mac.keyed(&key)?.many(&messages, &mut tags)?;
    for (message, found) in messages.iter().zip(tags.chunks(mac.tag_len())) {
        if tag(mac, &key, &[], message, &mut || usize::MAX)? != found {
            return Ok(Err(format!(
                "wrong result of {} for a message of {} bytes",
                mac.name(),
                message.len()
            )));
        }
    }
    let (chained, name) =
        [(Chained::Cbc, "cbc"), (Chained::Cfb, "cfb"), (Chained::Ofb, "ofb")][random.next() as usize % 3];
    let Some(mode) = MODES.iter().find(|mode| mode.name == name).map(|mode| mode::Algorithm::new(on, mode))
    else {
        return Ok(Err(format!("no mode {name}")));
    };
    let ivs = random.bytes(texts.len() * block);
    let texts: Vec<Vec<u8>> = texts
        .into_iter()
        .map(|mut text| {
            if chained == Chained::Cbc {
                text.truncate(text.len() / block * block);
            }
            text
        })
        .collect();
    let mut many = texts.clone();
    let mut messages: Vec<InOut<'_>> = many.iter_mut().map(|text| InOut::from(&mut text[..])).collect();
    encrypt_many(&on.keyed(&key)?, chained, &ivs, &mut messages)?;
    drop(messages);
    for ((text, found), iv) in texts.iter().zip(&many).zip(ivs.chunks(block)) {
        if message(mode, &key, iv, Direction::Encrypt, text, &mut || usize::MAX)? != *found {
            return Ok(Err(format!("wrong result of {} for a message of {} bytes", mode.name(), text.len())));
        }
    }
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_use_of_a_cipher_has_its_turn_by_default() {
        for entry in bramah::block::entries() {
            let on = entry.algorithm();
            let count = ways(on).len();
            assert!((7..=48).contains(&count), "{}: {count}", on.info().name);
        }
    }
}
