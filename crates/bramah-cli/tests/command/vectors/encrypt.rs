//! Vectors of ciphers. The first vector of each cipher is encrypted and decrypted, and one in five of the others, or each if
//! `BRAMAH_TEST_ALL` is set, is encrypted or decrypted in turn: a run of the command takes milliseconds, and the library's
//! tests test all vectors in both directions.

use super::{ALPHABET, Arguments, ITERATED, Input, Reason, bytes, first_of, taken};
use crate::support::Dir;
use bramah_vectors::Vector;

/// Encrypts or decrypts, or does both for the first vector of a cipher. If both, one direction writes to a file and the
/// other one to standard output. The direction and the kind of output change from vector to vector.
#[track_caller]
fn either_way(dir: &Dir, vector: &Vector, turn: usize, arguments: &Arguments, texts: [&[u8]; 2]) {
    let first = first_of(arguments.name());
    if !first && !taken(turn, 5) {
        return;
    }
    let [plaintext, ciphertext] = texts;
    let [to_file, from_file, encrypts] = [1, 2, 4].map(|by| (turn / by).is_multiple_of(2));
    if first || encrypts {
        let encrypted = arguments.clone().run(dir, Input::of(plaintext, from_file), to_file);
        assert!(encrypted == ciphertext, "{vector}: {}", arguments.0.join(" "));
    }
    if first || !encrypts {
        let decrypted = arguments.clone().add("-d").run(dir, Input::of(ciphertext, !from_file), !to_file);
        assert!(decrypted == plaintext, "{vector}, decrypted: {}", arguments.0.join(" "));
    }
}

/// Returns the arguments that are the same for all ciphers.
fn begin(name: &str, vector: &Vector, iv: &str) -> Arguments {
    let [key, iv] = ["key", iv].map(|field| bytes(vector, field));
    Arguments::new("cipher -q").add(name).hex("--key", key.as_deref()).hex("--iv", iv.as_deref())
}

/// Tests a vector of a single block, with ECB and without padding.
pub(super) fn block(dir: &Dir, family: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    if vector.number("iterations").is_some() {
        return Err(ITERATED);
    }
    let [plaintext, ciphertext] = ["plaintext", "ciphertext"].map(|field| bytes(vector, field).unwrap());
    let lengths = (vector.require("key").len(), plaintext.len());
    let mut variants = bramah::block::entries().filter(|entry| entry.info.family == family);
    let entry = variants.find(|entry| {
        let named = vector.word("cipher").is_none_or(|name| name == entry.info.name);
        named && entry.algorithm().key_lengths().contains(lengths.0) && entry.info.block_len == lengths.1
    });
    let name = entry.unwrap_or_else(|| panic!("{vector}: no cipher has these lengths")).info.name;
    let effective = vector.number("effective").map(|bits| bits.to_string());
    let tweak = bytes(vector, "tweak");
    let arguments = begin(&format!("{name}-ecb"), vector, "iv").hex("--tweak", tweak.as_deref());
    let arguments = arguments.word("--effective-bits", effective.as_deref());
    let arguments = arguments.add("--padding").add("none");
    either_way(dir, vector, turn, &arguments, [&plaintext, &ciphertext]);
    Ok(())
}

pub(super) fn mode(dir: &Dir, mode: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    let [mut plaintext, ciphertext] = ["plaintext", "ciphertext"].map(|field| bytes(vector, field).unwrap());
    let name = format!("{}-{mode}", vector.word("cipher").unwrap());
    let mut arguments = begin(&name, vector, "iv");
    for word in ["increment", "stealing", "padding"] {
        arguments = arguments.word(&format!("--{word}"), vector.word(word));
    }
    arguments = arguments.number("--section", vector.number("section"));
    // the command accepts an empty IV only with --empty-iv
    if mode == "ctr" && bytes(vector, "iv").is_some_and(|iv| iv.is_empty()) {
        arguments = arguments.add("--empty-iv");
    }
    let whole = vector.word("stealing").is_none() && vector.word("padding").is_none();
    if ["ecb", "cbc"].contains(&mode) && whole {
        arguments = arguments.word("--padding", Some("none"));
    }
    if vector.word("padding") == Some("zero") {
        // zero padding is not removed on decryption
        let encrypted = arguments.clone().run(dir, Input::File(&plaintext), turn.is_multiple_of(2));
        assert!(encrypted == ciphertext, "{vector}");
        plaintext.resize(ciphertext.len(), 0);
    }
    either_way(dir, vector, turn, &arguments, [&plaintext, &ciphertext]);
    Ok(())
}

pub(super) fn stream(dir: &Dir, _: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    /// The length in bytes of a block of ChaCha and Salsa20; the field `counter` is a number of blocks.
    const BLOCK: u128 = 64;
    let mut texts = ["plaintext", "ciphertext"].map(|field| bytes(vector, field).unwrap());
    let mut arguments = begin(vector.word("cipher").unwrap(), vector, "nonce");
    // the names of the other variants include the number of rounds
    if vector.word("cipher").is_some_and(|name| ["chacha", "salsa20"].contains(&name)) {
        arguments = arguments.number("--rounds", vector.number("rounds"));
    }
    if let Some(counter) = vector.number("counter") {
        arguments = arguments.add("--position").add((BLOCK * u128::from(counter)).to_string());
    }
    let skip = vector.number("skip").unwrap_or_default() as usize;
    if skip > 0 {
        // a cipher that cannot seek encrypts the skipped bytes too
        let head = arguments.clone().run(dir, Input::Fed(&vec![0; skip]), false);
        texts[0].splice(0..0, vec![0; skip]);
        texts[1].splice(0..0, head);
    }
    either_way(dir, vector, turn, &arguments, [&texts[0], &texts[1]]);
    Ok(())
}

pub(super) fn authenticated(dir: &Dir, scheme: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    let [ad, plaintext, mut sealed, tag] =
        ["ad", "plaintext", "ciphertext", "tag"].map(|field| bytes(vector, field).unwrap());
    sealed.extend_from_slice(&tag);
    let name = vector.word("cipher").map_or(scheme.to_string(), |cipher| format!("{cipher}-{scheme}"));
    let mut arguments = begin(&name, vector, "nonce");
    if ["ascon-aead128", "ccm", "eax", "gcm", "kgcm", "mgm", "ocb", "phelix"].contains(&scheme)
        || ["aegis", "kccm"].iter().any(|start| scheme.starts_with(start))
    {
        arguments = arguments.number("--tag-len", Some(tag.len() as u64));
    }
    let takes_ad = bramah::aead::lookup(&name).map_or(true, |scheme| scheme.takes_header());
    arguments = match turn % 3 {
        _ if !takes_ad => arguments,
        0 => {
            dir.write("ad", &ad);
            arguments.add("--ad-file").add("ad")
        }
        // empty associated data is the same as none, so the option is sometimes left out
        _ if ad.is_empty() && turn % 3 == 1 => arguments,
        _ => arguments.hex("--ad", Some(&ad)),
    };
    either_way(dir, vector, turn, &arguments, [&plaintext, &sealed]);
    Ok(())
}

pub(super) fn wrapped(dir: &Dir, form: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    let texts = ["plaintext", "ciphertext"].map(|field| bytes(vector, field).unwrap());
    let name = format!("{}-{form}", vector.word("cipher").unwrap());
    either_way(dir, vector, turn, &begin(&name, vector, "nonce"), [&texts[0], &texts[1]]);
    Ok(())
}

pub(super) fn preserved(dir: &Dir, scheme: &str, vector: &Vector, turn: usize) -> Result<(), Reason> {
    let radix = vector.number("radix").unwrap() as u32;
    // an alphabet of `radix` characters, which have one, two or three bytes; the usual characters come first
    let others = ('A'..='Z').chain('\u{a1}'..'\u{d7ff}');
    let characters: Vec<char> = ('0'..='9').chain('a'..='z').chain(others).take(radix as usize).collect();
    if radix > 4000 {
        return Err(ALPHABET);
    }
    let texts = ["plaintext", "ciphertext"].map(|field| -> String {
        let bytes = bytes(vector, field).unwrap();
        let width = if radix > 256 { 2 } else { 1 };
        let number = |numeral: &[u8]| numeral.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte));
        bytes.chunks(width).map(|numeral| characters[number(numeral)]).collect()
    });
    let name = format!("{}-{scheme}", vector.word("cipher").unwrap());
    let arguments = begin(&name, vector, "nonce").hex("--tweak", bytes(vector, "tweak").as_deref());
    let arguments = match radix {
        ..=36 => arguments.number("--radix", Some(radix.into())),
        _ => arguments.word("--alphabet", Some(&characters.iter().collect::<String>())),
    };
    either_way(dir, vector, turn, &arguments, [texts[0].as_bytes(), texts[1].as_bytes()]);
    Ok(())
}
